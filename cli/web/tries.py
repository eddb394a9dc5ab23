"""Links into a playground, where rules that are shown can be changed and played."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from rulesrun.cli.files.shipped import shipped
from rulesrun.cli.files.sources import find_path
from rulesrun.cli.files.variant import variant_files
from rulesrun.cli.output.problems import Unusable

FENCED = re.compile(r"^```rules(?: (\w+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""An example of the reference: of which kind, if of any, and its text."""


def checked_address(text: str) -> str:
    """The address of a playground without what stands behind it; raises Unusable."""
    address = text.partition("#")[0]
    scheme = urlsplit(address).scheme
    if scheme not in ("", "http", "https") or re.search(r"[\s<>\"()]", address):
        raise Unusable(
            f"a playground has an address such as https://example.org/playground/, not "
            f"{text!r}"
        )
    return address


def link_to(address: str, main: str, files: Mapping[str, str]) -> str:
    """A link to a playground with all these files in it, behind the #."""
    text = json.dumps({"main": main, "files": dict(files)}, ensure_ascii=False)
    packer = zlib.compressobj(9, wbits=-15)
    data = packer.compress(text.encode()) + packer.flush()
    return f"{address}#text={base64.urlsafe_b64encode(data).decode().rstrip('=')}"


def link_to_game(address: str, file: str) -> str:
    """A link to a playground with a game, which it has itself if the game is shipped."""
    path = find_path(file)
    if path in shipped().values():
        return f"{address}#game={path.stem}"
    result = variant_files(file, path.stem, Path())
    files = {place.as_posix(): text for place, text in result.items()}
    return link_to(address, f"{path.stem}.rules", files)


def whole(page: str, kind: str | None, text: str) -> str:
    """An example of the reference as the whole file that it belongs to."""
    examples = [(m[1], m[2]) for m in FENCED.finditer(page)]
    if kind in ("preamble", "alone"):
        return text
    if kind == "expressions":
        lines = [f"    let x{i} = {line}" for i, line in enumerate(text.splitlines())]
        yard = next(text for _, text in examples if "function yard_of" in text)
        text = "rule examples(p: player):\n" + "\n".join(lines) + "\n" + yard
    preamble = next(text for kind, text in examples if kind == "preamble")
    return f"{preamble}\n{text}"


def with_links(page: str, address: str, label: str = "Try it") -> str:
    """The reference with a link behind each example that is a game of its own."""
    named = re.findall(r"^```text (\S+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    beside = {name: text for name, text in named if not name.endswith(".rules")}

    def linked(match: re.Match[str]) -> str:
        text = whole(page, match[1], match[2])
        if "\nplay:" not in text or "\ninclude " in text:
            return match[0]
        files = {"example.rules": text} | {
            name: inner for name, inner in beside.items() if f'"{name}"' in text
        }
        return f"{match[0]}\n\n[{label}]({link_to(address, 'example.rules', files)})"

    return FENCED.sub(linked, page)
