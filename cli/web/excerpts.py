"""Which lines of the rules to show of a place that cites a paragraph."""

import re
from collections.abc import Sequence

_WITH_BODY = ("when", "rule", "function", "action", "amount")
"""First words of blocks that are shown with what stands in them."""

_UNDER = (
    "if",
    "else",
    "for",
    "while",
    "when",
    "otherwise",
    "option",
    "choose",
    "repeat",
)
"""First words of lines that say when, or of what, the lines under them hold."""

_BEFORE = ("if", "else", "repeat")
"""First words of what `else` and `until` belong to."""

_CHOOSES = re.compile(r" (chooses|may choose|(may )?secretly choose|must|may)\b")

MOST_LINES = 12
"""A piece of the rules with more lines than that is cut."""


def lines_around(text: Sequence[str], line: int) -> range:
    """The lines of what a citation in a line stands at: with the block that it heads."""
    if line > len(text):
        return range(0)
    end = line
    indent = indentation(text[line - 1])
    bare = text[line - 1].partition("  @")[0].partition("  #")[0].rstrip()
    if bare.endswith(":") and (indent or bare.startswith(_WITH_BODY)):
        while end < len(text) and (indentation(text[end]) > indent):
            end += 1
    elif end < len(text) and indentation(text[end]) > indent:
        follows = text[end].strip()
        if follows.startswith('"') or not bare.endswith(":"):
            end += 1
    return range(line, min(end, line + MOST_LINES - 1) + 1)


def lines_above(text: Sequence[str], line: int) -> list[int]:
    """The conditions, loops and choices that a line stands under, outermost first."""
    if line > len(text):
        return []
    result: list[int] = []
    indent, branch = indentation(text[line - 1]), _is_other_branch(text[line - 1])
    for number in range(line - 1, 0, -1):
        above = text[number - 1]
        if not above.strip() or above.lstrip().startswith("#"):
            continue
        own = indentation(above)
        if own < indent:
            indent, branch = own, _is_other_branch(above)
        elif not (own == indent and branch and above.split()[0].startswith(_BEFORE)):
            continue
        words = above.split()
        if words[0].rstrip(":") in _UNDER or (own and _CHOOSES.search(above)):
            result.append(number)
        if own == indent and words[0].rstrip(":") in ("if", "repeat"):
            branch = False
        if not indent:
            break
    return sorted(result)


def _is_other_branch(line: str) -> bool:
    """Whether what a line belongs to begins above it, as far in."""
    return line.lstrip().startswith(("else", "until"))


def indentation(line: str) -> int:
    """How far in a line begins; an empty one not at all."""
    bare = line.lstrip()
    return len(line) - len(bare) if bare else 0
