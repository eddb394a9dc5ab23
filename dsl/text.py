"""What a text is made of: its lines, its width, and characters that do not show.

A line ends where any system ends it, and nowhere else: U+2028 in a comment ends none.
Everything that counts the lines of rules, tables and rulebooks counts them here.
"""

import re
import unicodedata

ENDS = re.compile(r"\r\n|\r|\n")
"""What ends a line."""
_PARTS = re.compile(r'"[^"]*"|"[^"]*$|\#.*')

TURNS = "\u202a\u202b\u202d\u202e\u2066\u2067\u2068"
"""They turn the direction of what follows, up to a character that ends it."""
_ENDERS = {"\u202c": "\u202a\u202b\u202d\u202e", "\u2069": "\u2066\u2067\u2068"}
_OVERRIDES = "\u202d\u202e"
_TURNING = re.compile(f"[{TURNS}]")
_BLANK = "\u115f\u1160\u3164\uffa0\u034f\u2028\u2029"
"""Letters and marks that show as nothing."""


def lines_of(text: str) -> list[str]:
    """The lines of a text, without what ends them and without a byte order mark."""
    lines = ENDS.split(text.removeprefix("\ufeff"))
    return lines if lines[-1] else lines[:-1]


def with_plain_ends(text: str) -> str:
    """The text with all its lines ended in one way."""
    return "\n".join(lines_of(text))


def counted(number: int, thing: str) -> str:
    """So many things, in English."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def named(character: str) -> str:
    """The name of a character that does not show, such as `no-break space`."""
    return unicodedata.name(character, f"U+{ord(character):04X}").lower()


def is_strange_blank(character: str) -> bool:
    """Whether it looks like a blank and is none."""
    return character != " " and unicodedata.category(character) == "Zs"


def is_invisible(character: str) -> bool:
    """Whether nothing shows where it stands."""
    return character in _BLANK or unicodedata.category(character) == "Cf"


def parts_of(line: str) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Where a line of rules says something, and where a text or a comment stands."""
    code: list[tuple[int, int]] = []
    free: list[tuple[int, int]] = []
    end = 0
    for match in _PARTS.finditer(line):
        code.append((end, match.start()))
        free.append(match.span())
        end = match.end()
    return [*code, (end, len(line))], free


def width(text: str) -> int:
    """How many columns of a terminal a text takes up."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    if character.isascii():
        return 1
    if character != "\u00ad" and (
        unicodedata.category(character) in {"Mn", "Me", "Cf"}
        or "\u1160" <= character <= "\u11ff"  # vowels and ends of Korean syllables
    ):
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


def turned(text: str) -> int | None:
    """Where a text begins to be shown in another order than it is written.

    That is at an override, and at whatever turns the direction and is not ended in the
    same text: what stands behind it is shown turned, too.
    """
    if not _TURNING.search(text):
        return None
    open_: list[int] = []
    for at, character in enumerate(text):
        if character in _OVERRIDES:
            return at
        if character in TURNS:
            open_.append(at)
        elif character in _ENDERS:
            if open_ and text[open_[-1]] in _ENDERS[character]:
                open_.pop()
    return open_[0] if open_ else None
