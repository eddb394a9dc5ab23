"""Pages for a browser: escaped, whole in one file, right in both directions."""

from __future__ import annotations

import re
from html import escape, unescape

from rulesrun.cli.files.writing import PAGE_MARK
from rulesrun.cli.output.harmless import harmless
from rulesrun.dsl.languages.spoken import runs_rightward

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""The page loads nothing and runs nothing, whatever the text of a game may hold."""

_TEXT = re.compile(r'"[^"]*"')
_TAG = re.compile(r"<[^>]*>")

STYLE = """\
:root { color-scheme: light dark; --ink: #1d2327; --paper: #fbfaf7; --faint: #6b7178;
  --edge: #d9d6cf; --code: #f1efe9; --accent: #7a3b12; --good: #d8eed6; --bad: #f8d4cf;
  --half: #fbeac0; --word: #7a2f8f; --type: #1f6f78; --call: #2f5fa8; --value: #9a4f10;
  --text: #3d7034; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e2dc; --paper: #1a1c1e;
  --faint: #9aa0a6; --edge: #3a3d40; --code: #232629; --accent: #e0a070;
  --good: #1f3d24; --bad: #5a2620; --half: #4d3d12; --word: #d19be0;
  --type: #7cc4cc; --call: #8fb7ee; --value: #e0a878; --text: #9cc98f; } }
body { margin: 0 auto; max-width: 84rem; padding: clamp(.6rem, 3vw, 1.5rem);
  background: var(--paper); color: var(--ink);
  font: 1rem/1.55 "Noto Sans", Vazirmatn, "Noto Sans Arabic", "Noto Naskh Arabic",
    system-ui, sans-serif; }
h1, h2, h3 { line-height: 1.25; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--edge); }
a { color: var(--accent); }
table { border-collapse: collapse; margin: .5rem 0 1rem; }
th, td { border: 1px solid var(--edge); padding: .2rem .6rem; text-align: start;
  vertical-align: top; }
td.number, th.number { text-align: end; font-variant-numeric: tabular-nums; }
.faint { color: var(--faint); }
body.sided { max-width: 100rem; display: grid; gap: 2rem;
  grid-template-columns: minmax(12rem, 19rem) minmax(0, 1fr); }
main { min-width: 0; overflow-wrap: anywhere; }
.side { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto;
  font-size: .92rem; padding-block: .5rem; }
.side ul { list-style: none; margin: 0; padding-inline-start: .9rem; }
.side a { text-decoration: none; } .side a:hover { text-decoration: underline; }
.side summary { font-weight: 600; cursor: pointer; }
@media (max-width: 60rem) { body.sided { display: block; }
  .side { position: static; max-height: 16rem; border: 1px solid var(--edge);
    border-radius: .4rem; padding: .5rem; margin-bottom: 1rem; } }
summary { cursor: pointer; }
@media (max-width: 40rem) { table.stacked, .stacked tbody, .stacked tr, .stacked td {
    display: block; } .stacked thead { display: none; }
  .stacked tr { border: 1px solid var(--edge); margin-bottom: .5rem; padding: .2rem; }
  .stacked td { border: 0; } .stacked td.number { text-align: start; }
  .stacked td[data-label]::before { content: attr(data-label) ": ";
    color: var(--faint); } }
.wide { overflow-x: auto; }
.code { direction: ltr; text-align: left; background: var(--code); overflow-x: auto;
  font: .85rem/1.5 "DejaVu Sans Mono", "Noto Sans Mono", monospace; padding: .3rem 0;
  border-radius: .3rem; }
.code .line { display: block; white-space: pre; padding: 0 .7rem;
  unicode-bidi: isolate; }
.code .folds { --to: min(calc((var(--in, 0) + 2) * 1ch + 4.2em), 30vw);
  white-space: pre-wrap; overflow-wrap: anywhere; padding-left: calc(var(--to) + .7rem);
  text-indent: calc(0px - var(--to)); }
.code .number { display: inline-block; text-indent: 0; min-width: 3.2em; color: var(--faint);
  text-align: right; margin-right: 1em; user-select: none; text-decoration: none; }
.code .comment { color: var(--faint); }
:target { outline: 2px solid var(--accent); }
"""


def words(text: str) -> str:
    """A text that may run in any direction, safe within a page."""
    return f"<bdi>{escape(text)}</bdi>"


def code(line: str) -> str:
    """A line of rules, each quoted text in it kept in its own direction."""
    result, last = [], 0
    for match in _TEXT.finditer(line):
        result.append(escape(line[last : match.start()]))
        result.append(f'"<bdi>{escape(match[0][1:-1])}</bdi>"')
        last = match.end()
    result.append(escape(line[last:]))
    return "".join(result)


def table(
    head: list[str],
    rows: list[list[str]],
    *,
    numbers: frozenset[int],
    stacked: bool = False,
) -> str:
    """A table of cells that are HTML already; columns of numbers are aligned.

    A stacked one is a list of cells under each other where there is no room.
    """
    labels = [escape(unescape(_TAG.sub("", cell))) for cell in head]

    def row(cells: list[str], tag: str) -> str:
        html = ""
        for at, cell in enumerate(cells):
            kind = ' class="number"' if at in numbers else ""
            named = stacked and tag == "td" and labels[at]
            label = f' data-label="{labels[at]}"' if named else ""
            html += f"<{tag}{kind}{label}>{cell}</{tag}>"
        return f"<tr>{html}</tr>"

    body = "\n".join(row(cells, "td") for cells in rows)
    kind = ' class="stacked"' if stacked else ""
    return (
        f'<div class="wide"><table{kind}>\n<thead>{row(head, "th")}</thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )


def page(
    title: str,
    body: str,
    *,
    language: str | None = None,
    style: str = "",
    side: str = "",
) -> str:
    """A whole page that needs nothing but itself; what is at the side stays in sight."""
    tongue = language or "en"
    direction = "rtl" if runs_rightward(language) else "ltr"
    body = harmless(body)
    if side:
        side = f'<nav class="side">{harmless(side)}</nav>'
        body = f"{side}\n<main>\n{body}\n</main>"
    return f"""<!DOCTYPE html>
<html lang="{escape(tongue)}" dir="{direction}">
<head>
<meta charset="utf-8">
{PAGE_MARK}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{_POLICY}">
<title>{escape(title)}</title>
<style>
{STYLE}{style}</style>
</head>
<body{' class="sided"' if side else ""}>
{body}
</body>
</html>
"""
