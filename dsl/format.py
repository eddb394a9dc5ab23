"""The one way to write a rule file: same meaning, same comments, even spacing.

Works line by line on the words of the text, so comments and blank lines stay where
they are: indentation by fours, one space between words, table cells in columns,
citations in a column of their own.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from attrs import frozen

WIDTH = 100
CITE_COLUMN = 76

_WORD = re.compile(
    r"""
    (?P<string>"[^"\n]*")
  | (?P<comment>\#[^\n]*)
  | (?P<cite>@[A-Z]+-[A-Z]?[0-9]+)
  | (?P<number>[0-9]+)
  | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
  | (?P<sign>\.\.|->|==|!=|<=|>=|\+=|-=|[-+*/=<>.,:|()\[\]{}])
  | (?P<other>\S)
    """,
    re.VERBOSE,
)
_CHOICE = re.compile(
    r"^(?:(?:expect\s+(?:refused|only\s+offered|offered)\s+)?player\s+[0-9]+|chance)\s*:"
)
_KEYWORDS = frozenset(
    """
    and or not in is if else where when require prefer until while return let by having
    most least then from to of at with without mod has for each repeat times rounded
    exactly move draw do raise turn phase announce choose chooses expect table until
    """.split()
)


@frozen
class _Word:
    kind: str
    text: str


def format_rules(text: str) -> str:
    """The text as it should be written; a well-formed text means the same after it."""
    lines = (
        text.removeprefix("\ufeff")
        .replace("\r\n", "\n")
        .replace("\r", "\n")
        .split("\n")
    )
    out: list[str] = []
    levels = [0]
    depth = 0
    table: list[tuple[int, list[list[str]], list[str]]] = []
    pending: list[str] = []
    blank = 0
    spoken = False
    for line in lines:
        stripped = line.strip()
        if not stripped:
            blank += 1
            continue
        if stripped.startswith("#"):
            pending += [""] * min(blank, 1) + [stripped]
            blank = 0
            continue
        indent = len(line) - len(line.lstrip(" "))
        if depth == 0:
            while indent < levels[-1]:
                levels.pop()
            if indent > levels[-1]:
                levels.append(indent)
            level = len(levels) - 1
        else:
            level = len(levels)
        words = list(_words(stripped))
        row = depth == 0 and _is_row(words) and not _CHOICE.match(stripped)
        if table and (not row or table[0][0] != level or pending or blank):
            out += _columns(table)
            table = []
        out += [f"{'    ' * level}{c}" if c else "" for c in pending]
        pending = []
        out += [""] * min(blank, 1)
        blank = 0
        if row:
            table.append((level, *_cells(words)))
        elif spoken if depth else _CHOICE.match(stripped):
            spoken = True  # what a player says stays as it is, on every line of it
            out.append("    " * level + stripped)
        else:
            spoken = False
            out.append(_line(level, words))
        depth += _opened(words)
    out += _columns(table)
    out += pending
    while out and not out[0]:
        out.pop(0)
    while out and not out[-1]:
        out.pop()
    return "\n".join(out) + "\n" if out else ""


def _words(line: str) -> Iterator[_Word]:
    for match in _WORD.finditer(line):
        assert match.lastgroup is not None
        yield _Word(match.lastgroup, match.group())


def _opened(words: Iterable[_Word]) -> int:
    signs = [w.text for w in words if w.kind == "sign"]
    return sum(s in "([{" for s in signs) - sum(s in ")]}" for s in signs)


# ---- one line --------------------------------------------------------------


def _line(level: int, words: list[_Word]) -> str:
    comment = words[-1].text if words and words[-1].kind == "comment" else ""
    said = [w for w in words if w.kind != "comment"]
    cites: list[str] = []
    while said and said[-1].kind == "cite":
        cites.insert(0, said.pop().text)
    text, reason = "    " * level + _joined(said), ""
    if said and said[0].text in ("where", "require", "prefer"):
        cut = next((i for i, w in enumerate(said) if _is_reason(said, i)), len(said))
        text, reason = "    " * level + _joined(said[:cut]), _joined(said[cut:])
        if reason and _width(text) + 2 + _width(reason) <= WIDTH - 12:
            text, reason = f"{text}  {reason}", ""
    text = _with_tail(text, cites, [comment] if comment else [])
    return f"{text}\n{'    ' * (level + 1)}{reason}" if reason else text


def _is_reason(said: list[_Word], at: int) -> bool:
    """Whether the words from there on are a reason and its translations."""
    rest = said[at:]
    expected = [i % 2 == 0 for i in range(len(rest))]  # "text" fa "text" de "text"
    return expected == [w.kind == "string" for w in rest] and at > 1


def _with_tail(text: str, cites: list[str], comments: list[str]) -> str:
    """A line with its citations in their column, and its comment."""
    if cites:
        gap = max(CITE_COLUMN - _width(text), 2)
        text += " " * gap + " ".join(cites)
    return "  ".join([text, *comments]).rstrip()


def _width(text: str) -> int:
    """Columns on a screen: joiners and marks take none."""
    return sum(unicodedata.category(c) not in ("Cf", "Mn") for c in text)


def _joined(words: list[_Word]) -> str:
    text = ""
    previous: _Word | None = None
    unary = False
    for word in words:
        if previous is not None and _spaced(previous, word, words, unary):
            text += " "
        text += word.text
        unary = word.text == "-" and word.kind == "sign" and _is_unary(previous)
        previous = word
    return text


def _is_unary(before: _Word | None) -> bool:
    if before is None:
        return True
    if before.kind in ("name",):
        return before.text in _KEYWORDS
    return before.kind == "sign" and before.text not in (")", "]", "}")


def _spaced(left: _Word, right: _Word, line: list[_Word], unary: bool) -> bool:
    if right.kind == "sign" and right.text in (",", ":", ")", "]", "}", ".", ".."):
        return False
    if left.kind == "sign" and left.text in ("(", "[", "{", ".", ".."):
        return False
    if unary:
        return False
    if right.kind == "sign" and right.text in ("(", "["):
        if left.kind == "name" and not _is_keyword(left, line):
            return (
                right.text == "("
                and len(line) > 1
                and line[0].text in ("table", "map")
                and left is line[1]
            )
        return not (left.kind == "sign" and left.text in (")", "]"))
    return True


def _is_keyword(word: _Word, line: list[_Word]) -> bool:
    """Whether a word is one of the language; `most(...)` is a function like others."""
    if word.text in ("most", "least"):
        place = next(i for i, other in enumerate(line) if other is word)
        orders = ("by", "then", "having", "at")
        return place > 0 and line[place - 1].text in orders
    return word.text in _KEYWORDS


# ---- rows of tables --------------------------------------------------------


def _is_row(words: list[_Word]) -> bool:
    return any(w.kind == "sign" and w.text == "|" for w in words)


def _cells(words: list[_Word]) -> tuple[list[list[str]], list[str]]:
    cells: list[list[_Word]] = [[]]
    tail: list[str] = []
    for word in words:
        if word.kind in ("cite", "comment"):
            tail.append(word.text)
        elif word.text == "|" and word.kind == "sign":
            cells.append([])
        else:
            cells[-1].append(word)
    return [[_joined(cell)] for cell in cells], tail


def _columns(table: list[tuple[int, list[list[str]], list[str]]]) -> list[str]:
    if not table:
        return []
    count = max(len(cells) for _, cells, _ in table)
    widths = [
        max((_width(cells[i][0]) for _, cells, _ in table if i < len(cells)), default=0)
        for i in range(count)
    ]
    lines = []
    for level, cells, tail in table:
        pairs = zip(cells, widths, strict=False)
        padded = [cell[0] + " " * (width - _width(cell[0])) for cell, width in pairs]
        text = "    " * level + " | ".join(padded).rstrip()
        cites = [t for t in tail if t.startswith("@")]
        comments = [t for t in tail if not t.startswith("@")]
        lines.append(_with_tail(text, cites, comments))
    return lines
