"""Lines that run from right to left, and the pieces in them that do not.

Direction belongs to the line: a whole line is wrapped once, as it is printed, and what
stands in it only says where it differs. The marks take up no room on the screen.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from string import digits as DIGITS

from rulesrun.dsl.languages.spoken import translated

LRI, RLI, FSI, PDI = "\u2066", "\u2067", "\u2068", "\u2069"
"""They keep a piece of text apart: one from left to right, from right to left, or in
the direction of its first letter; and end such a piece."""

LRM, RLM = "\u200e", "\u200f"
"""A letter of that direction that cannot be seen."""

MARKS = (LRI, RLI, FSI, PDI, LRM, RLM)

_OPENING = (LRI, RLI, FSI)
_UNMARKED = dict.fromkeys(map(ord, MARKS))

_NAME = re.compile(
    r"`[^`]+`|(?<=\[)[^\[\]\u0600-\u06ff]*[0-9][^\[\]\u0600-\u06ff]*(?=\])"
    r"|[A-Za-z@](?:[\w.:/-]*\w)?(?:'s?)?(?: [A-Z][a-z]+(?:'s?)?)*"
)
"""Code, a number, a path, a place in a book: [002 p.6], or a name, which may be of
several words: Tiler's Hut."""


def isolated(text: str) -> str:
    """A piece of text of which nobody knows the direction."""
    return f"{FSI}{text}{PDI}" if text else text


def left_to_right(text: str) -> str:
    """Code, a path, a name, or a line of a map: it always runs from left to right."""
    return f"{LRI}{text}{PDI}" if text.strip() else text


def right_to_left(text: str) -> str:
    """A piece of text, such as a list, that runs from right to left."""
    return f"{RLI}{text}{PDI}" if text.strip() else text


def unmarked(text: str) -> str:
    """The text without marks of direction."""
    return text.translate(_UNMARKED)


def direction(text: str) -> str:
    """`L` or `R`, that of the first letter; nothing where there is no letter."""
    for sign in text:
        result = unicodedata.bidirectional(sign)
        if result in ("L", "R", "AL"):
            return result[0] if result == "L" else "R"
    return ""


def apart(text: str) -> str:
    """A piece of text in a line from right to left, marked if it runs otherwise."""
    result = {direction(sign) for sign in text}
    if "L" not in result:
        return text
    return right_to_left(text) if "R" in result else left_to_right(text)


def names_apart(text: str) -> str:
    """Sentences in a line from right to left: numbers of paragraphs and files marked.

    Sentences that do not begin from right to left are marked as a whole.
    """
    if direction(text) != "R":
        return apart(text)
    return _NAME.sub(lambda match: left_to_right(match[0]), text)


def columns_apart(line: str) -> str:
    """A line with each of its columns marked, where one does not run as the line does.

    Columns are parted by two blanks or more that lie in no marked piece.
    """
    depth, start, result = 0, 0, []
    for match in re.finditer(r" {2,}|.", line, re.S):
        depth += (match[0] in _OPENING) - (match[0] == PDI)
        if depth == 0 and match[0].startswith("  "):
            result += [_column(line[start : match.start()]), match[0]]
            start = match.end()
    return "".join([*result, _column(line[start:])])


def _column(text: str) -> str:
    """A column of a line; one of numbers, or with marks of its own, needs none."""
    signs = {direction(sign) for sign in text}
    alone = "L" in signs and "R" not in signs and not text.startswith(LRI)
    return left_to_right(text) if alone else text


def balanced(lines: Iterable[str]) -> list[str]:
    """Lines that one text was folded into: what is open ends with each, and goes on."""
    result: list[str] = []
    opened: list[str] = []
    for line in lines:
        began = "".join(opened)
        signs = []
        for sign in line:
            if sign in _OPENING:
                opened.append(sign)
            elif sign == PDI:
                if not opened:
                    continue  # it would end a piece that was never begun
                opened.pop()
            signs.append(sign)
        inner = "".join(signs)
        indent = inner[: len(inner) - len(inner.lstrip(" "))]
        result.append(f"{indent}{began}{inner[len(indent) :]}{PDI * len(opened)}")
    return result


# ---- digits --------------------------------------------------------------------------


def in_digits(text: str, language: str | None) -> str:
    """The text with the digits of that language."""
    return text.translate(_digits(language))


@cache
def _digits(language: str | None) -> dict[int, str]:
    """The digits of that language for those of English; nothing where they are these."""
    digits = translated(DIGITS, language, "digits")
    return {ord(own): other for own, other in zip(DIGITS, digits, strict=True)}


def label_in(text: str, language: str | None) -> str:
    """A label in the digits of that language; names in Latin letters stay names."""
    return text if re.search(r"[A-Za-z]", text) else in_digits(text, language)


def place_in(text: str, language: str | None) -> str:
    """The coordinates of a place, or of a row; names such as c3 stay as they are."""
    if re.search(r"[A-Za-z]", text):
        return text
    return in_digits(text, language).replace("-", _minus(language))


def number_in(value: object, language: str | None) -> str:
    """A number in the digits of that language, with its minus."""
    text = in_digits(str(value), language)
    minus = _minus(language)
    if minus != "-" and text.startswith("-"):
        return left_to_right(minus + text[1:])
    return text


def _minus(language: str | None) -> str:
    """A hyphen would stand behind the number in a line from right to left."""
    return translated("-", language, "minus")
