"""The text editor of a playground: CodeMirror 6 with its language client, from npm."""

from __future__ import annotations

from rulesrun.web.packages import Package

SCRIPTS: dict[str, tuple[Package, str]] = {
    "@codemirror/autocomplete": (
        Package(
            "@codemirror/autocomplete",
            "6.20.4",
            "sha512-yF8RhOf2SXlg00+qtupzLhrglcas61boqaONiNcbPIebHCpJocpqT"
            "BA6dyrtUrQO47hqyTdeob/3XnYilT7TaQ==",
        ),
        "dist/index.js",
    ),
    "@codemirror/commands": (
        Package(
            "@codemirror/commands",
            "6.11.1",
            "sha512-O/4hG3SC1YwcmQ0d2UVNDs+AsaNWd1iHVxbTeEBuqH+6bExAiPK3i"
            "S/BvpY6rZGURALv4ZD3sIgcCmRvw3ehBg==",
        ),
        "dist/index.js",
    ),
    "@codemirror/language": (
        Package(
            "@codemirror/language",
            "6.13.1",
            "sha512-zfvU2r3TyylQLMj/te+5CnQ0rSqZi8B1oTCBbQkagcLW4Xc6imab6"
            "qN+pEJhsuNOLaJqiRyBXp9UhWA1DhVvDw==",
        ),
        "dist/index.js",
    ),
    "@codemirror/lint": (
        Package(
            "@codemirror/lint",
            "6.9.8",
            "sha512-qNvtcE73xUto/D1RvtgSRI4A1Hg8ekxlvtZpjHpdpisLBnhyu82EU"
            "EJMEgaxkjuQCA8vqnrylENWKOsEDCOHcw==",
        ),
        "dist/index.js",
    ),
    "@codemirror/lsp-client": (
        Package(
            "@codemirror/lsp-client",
            "6.3.0",
            "sha512-ZWtzuML77TnI2cXQrdLXb+HfJIldWPAeLZKRqct/Hq4RJUazg8Y0c"
            "9VqKyWDUsr1Y9TRefQKBWZ3B/eyVt1/Nw==",
        ),
        "dist/index.js",
    ),
    "@codemirror/search": (
        Package(
            "@codemirror/search",
            "6.7.2",
            "sha512-gUYkYhT2+n/+VGZ+8EzE5WFkYZUZYm1VOKDudIsNqh42uRVQJ0a6Y"
            "ss9sdKT3MeOYfuL1N6AZA57oza0Oyr0LA==",
        ),
        "dist/index.js",
    ),
    "@codemirror/state": (
        Package(
            "@codemirror/state",
            "6.7.6",
            "sha512-kAz+AncRtKuIknedxT1bq4XwXv4UowhbkHU1myPrtVb/jZtImWuV5"
            "BXzv5vK6i3kYACsdiZiQKFQQ5Mq7elW8w==",
        ),
        "dist/index.js",
    ),
    "@codemirror/streamparser": (
        Package(
            "@codemirror/streamparser",
            "6.0.0",
            "sha512-JTFPF6xrfjt0mnfGPgzcLiMwYmvIyNaoizp8BYzv8FE8KrT6GBGDZ"
            "190rtt+O7Wke3gG/MFHyiY9YGNeimof4w==",
        ),
        "dist/index.js",
    ),
    "@codemirror/view": (
        Package(
            "@codemirror/view",
            "6.43.15",
            "sha512-HHsfpqFeHyXLs983pSRe38Xajs0vFWZQ2BuX0m7Ki8w3jZ5iD8cuR"
            "3lBz2/5/X53Dhf32SBHKh6rtSTB6tKeGw==",
        ),
        "dist/index.js",
    ),
    "@lezer/common": (
        Package(
            "@lezer/common",
            "1.5.5",
            "sha512-Pw7PVCndruF1pb3ebCxpSVpkMHSDjwRCLcTRw+RizUKco5QbWylwq"
            "2g4lnG/RYN7yTTQDXE9F77MwtkAyphrjg==",
        ),
        "dist/index.js",
    ),
    "@lezer/highlight": (
        Package(
            "@lezer/highlight",
            "1.2.5",
            "sha512-O1GMVKgtf5YspFaRzpmqkVgMtIk2HG9uMAbH6wdAIdNh3TVzCsch/"
            "+cRi+6l2//UGDKe6NB9BW3cvuR5ezMQ0w==",
        ),
        "dist/index.js",
    ),
    "@marijn/find-cluster-break": (
        Package(
            "@marijn/find-cluster-break",
            "1.0.4",
            "sha512-Wy0V7+SGUjnF9/TkiM1hKVDPj7jKXduPNboMVtHTA8dySMURWqfg/"
            "JZ9E2Sq8JgSJmkl7k7Qe9FLeMSrSraWmQ==",
        ),
        "src/index.js",
    ),
    "crelt": (
        Package(
            "crelt",
            "1.0.7",
            "sha512-aK6BbWfhf4U/wCcLHKPJl/xa6VkVstRaPywWtMKGwuOLc/wZTyQYu"
            "oxgvZnNsBvv7Kg3YTBQYYBCggcviQczuA==",
        ),
        "index.js",
    ),
    "marked": (
        Package(
            "marked",
            "15.0.12",
            "sha512-8dD6FusOQSrpv9Z1rdNMdlSgQOIP880DHqnohobOmYLElGEqAL/Jv"
            "xvuxZO16r4HtjTlfPRDC1hbvxC9dPN2nA==",
        ),
        "lib/marked.esm.js",
    ),
    "style-mod": (
        Package(
            "style-mod",
            "4.1.5",
            "sha512-WQ2llCZa9sZSkJA+aOwpg5DkfbAXFKGh//t3MRTBeruFiSBC+GXUm"
            "bBzrw3bXyboCWAbtCW9InDfBsXrRD/rAg==",
        ),
        "src/style-mod.js",
    ),
    "w3c-keyname": (
        Package(
            "w3c-keyname",
            "2.2.8",
            "sha512-dpojBhNsCNN7T82Tm7k26A6G9ML3NkhDsnw9n/eoxSRlVBB4CEtIQ"
            "/KTCLI2Fwf3ataSXRhYFkQi3SlnFwPvPQ==",
        ),
        "index.js",
    ),
}
"""By the names that scripts import: the package, and which file of it is the script."""
