"""Pages for a browser: escaped, whole in one file, right in both directions."""

from __future__ import annotations

import re
from html import escape

from rulesrun.cli.harmless import harmless
from rulesrun.cli.writing import PAGE_MARK
from rulesrun.dsl.spoken import runs_rightward

_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""The page loads nothing and runs nothing, whatever the text of a game may hold."""

_TEXT = re.compile(r'"[^"]*"')

STYLE = """\
:root { color-scheme: light dark; --ink: #1d2327; --paper: #fbfaf7; --faint: #6b7178;
  --edge: #d9d6cf; --code: #f1efe9; --accent: #7a3b12; --good: #d8eed6; --bad: #f8d4cf;
  --half: #fbeac0; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e2dc; --paper: #1a1c1e;
  --faint: #9aa0a6; --edge: #3a3d40; --code: #232629; --accent: #e0a070;
  --good: #1f3d24; --bad: #5a2620; --half: #4d3d12; } }
body { margin: 0 auto; max-width: 84rem; padding: 1.5rem; background: var(--paper);
  color: var(--ink); font: 1rem/1.55 "Noto Sans", "Noto Naskh Arabic", Vazirmatn,
  system-ui, sans-serif; }
h1, h2, h3 { line-height: 1.25; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid var(--edge); }
a { color: var(--accent); }
table { border-collapse: collapse; margin: .5rem 0 1rem; }
th, td { border: 1px solid var(--edge); padding: .2rem .6rem; text-align: start;
  vertical-align: top; }
td.number, th.number { text-align: end; font-variant-numeric: tabular-nums; }
.faint { color: var(--faint); }
.wide { overflow-x: auto; }
.code { direction: ltr; text-align: left; background: var(--code); overflow-x: auto;
  font: .85rem/1.5 "DejaVu Sans Mono", "Noto Sans Mono", monospace; padding: .3rem 0;
  border-radius: .3rem; }
.code .line { display: block; white-space: pre; padding: 0 .7rem;
  unicode-bidi: isolate; }
.code .number { display: inline-block; min-width: 3.2em; color: var(--faint);
  text-align: right; margin-right: 1em; user-select: none; text-decoration: none; }
.code .comment { color: var(--faint); }
:target { outline: 2px solid var(--accent); }
"""


def words(text: str) -> str:
    """A text that may run in any direction, safe within a page."""
    return f"<bdi>{escape(text)}</bdi>"


def code(line: str) -> str:
    """A line of rules, each quoted text in it kept in its own direction."""
    found, last = [], 0
    for match in _TEXT.finditer(line):
        found.append(escape(line[last : match.start()]))
        found.append(f'"<bdi>{escape(match[0][1:-1])}</bdi>"')
        last = match.end()
    found.append(escape(line[last:]))
    return "".join(found)


def table(head: list[str], rows: list[list[str]], *, numbers: frozenset[int]) -> str:
    """A table of cells that are HTML already; columns of numbers are aligned."""

    def row(cells: list[str], tag: str) -> str:
        shown = (
            f'<{tag} class="number">{cell}</{tag}>'
            if at in numbers
            else f"<{tag}>{cell}</{tag}>"
            for at, cell in enumerate(cells)
        )
        return f"<tr>{''.join(shown)}</tr>"

    body = "\n".join(row(cells, "td") for cells in rows)
    return (
        f'<div class="wide"><table>\n<thead>{row(head, "th")}</thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )


def page(title: str, body: str, *, language: str | None = None, style: str = "") -> str:
    """A whole page that needs nothing but itself."""
    tongue = language or "en"
    direction = "rtl" if runs_rightward(language) else "ltr"
    body = harmless(body)
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
<body>
{body}
</body>
</html>
"""
