"""What people type, however their keyboard spells it."""

from __future__ import annotations

import re

_DIGITS = {
    ord(digit): str(value)
    for digits in ("۰۱۲۳۴۵۶۷۸۹", "٠١٢٣٤٥٦٧٨٩")
    for value, digit in enumerate(digits)
}
_LETTERS = {ord(a): b for a, b in zip("يىكةۀ", "ییکهه", strict=True)}
_SIGNS = {
    **dict.fromkeys(range(0x64B, 0x653)),  # vowels above and below letters
    **dict.fromkeys((0x640, 0x200E, 0x200F, *range(0x2066, 0x206A))),
    0x2212: "-",
    0x060C: ",",
    0x061F: "?",
    0x00A0: " ",
}
_JOINING = ("و", "and")
"""What stands between amounts, as a sign such as + does."""

SEPARATORS = ":,\u060c\u061b"
"""What stands behind a word and is no part of it."""

JOINS = "ی"
"""What joins a Persian word to the next one, and is often left out."""

_HALF_SPACE = "\u200c"

_ALIKE = {
    **{ord(a): b for a, b in zip("آأإٱؤئ", "ااااوی", strict=True)},
    **dict.fromkeys((0x653, 0x654, 0x655)),  # the same signs, apart from their letter
}
"""Letters that many people type without their sign."""

_PLAIN = _DIGITS | _LETTERS | _SIGNS


def plain(text: str) -> str:
    """A text as names are written: Latin digits, one form of each letter, no marks.

    Half-spaces stay, as in the labels of the rules.
    """
    return text.translate(_PLAIN)


def letters(text: str) -> str:
    """A text as it is looked for: case, half-spaces and signs on letters do not matter."""
    return plain(text).replace(_HALF_SPACE, "").translate(_ALIKE).casefold()


def spelling(text: str) -> str:
    """What is the same for texts that differ in case, signs, blanks or half-spaces."""
    joined = letters(text)
    words = re.findall(r"(?<!\w)-\d+|[^\W_]+", joined)
    words = [word for word in words if word not in _JOINING]
    return re.sub(r"(?<!\d) | (?![-\d])", "", " ".join(words))
