"""Signs that a terminal takes for commands, shown by pictures of themselves.

Whatever a rules file, a table, a log or a person writes may hold some. Only our own
go through: they carry a mark that nobody else can know.
"""

from __future__ import annotations

import re
import secrets
from typing import Any

import click

MARK = str(10**15 + secrets.randbelow(9 * 10**15))
"""Stands in each of our own colours, which loses it when it is printed."""

_ACTING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202d\u202e\ud800-\udfff]"
)
_PICTURES = {
    **{n: chr(0x2400 + n) for n in range(0x20)},
    0x7F: "\u2421",
    **dict.fromkeys((0x2028, 0x2029), "\u2424"),
}
OURS = re.compile(f"(\x1b\\[[0-9;]*(?=;{MARK}[mJH])|\r(?={MARK}));?{MARK}([mJH]?)")
"""What goes through, in two groups without the mark."""
CLEARED = f"\x1b[2;{MARK}J\x1b[3;{MARK}J\x1b[;{MARK}H"
"""Clears a terminal, with what has scrolled out of sight."""

BACK = f"\r{MARK}"
"""Goes back to where the line begins, to write over it."""

_COLOURS = re.compile("\x1b\\[[0-9;]*m")


def harmless(text: str) -> str:
    """A text from outside, with pictures of what would act on a terminal."""
    if _ACTING.search(text) is None:
        return text
    return _ACTING.sub(lambda m: _PICTURES.get(ord(m[0]), "\ufffd"), text)


def styled(text: str, *args: Any, **style: Any) -> str:
    """A text in colours, as `click.style` makes it."""
    before, _, after = click.style("\0", *args, **style).partition("\0")
    return f"{ours(before)}{text}{ours(after)}"


def ours(text: str) -> str:
    """A text in which all colours are our own."""
    return _COLOURS.sub(lambda m: f"{m[0][:-1]};{MARK}m", text)
