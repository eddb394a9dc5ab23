"""The outline of the commands, as it was made for the tab key.

It is made when the package is built. In a checkout whose commands have changed since, it
is made anew and kept in the user's cache folder.
"""

from __future__ import annotations

import json
import zlib
from functools import cache
from importlib.resources import files
from typing import Any

Data = dict[str, Any]

SHIPPED = "outline.json"
"""The outline in the package, put there when it is built."""


def kept_outline() -> Data | None:
    """The outline of the commands as they are now, if there is one."""
    beside = files("rulesrun.cli").joinpath(SHIPPED)
    here = beside.read_text("utf-8") if beside.is_file() else None
    return _current(here) or _current(_kept_text())


def keep_outline(text: str) -> Data:
    """Keep an outline for the next time, where that can be."""
    from rulesrun.cli.files.cache import keeper

    if (entry := keeper("outline")) is not None:
        entry.write(text)
    data: Data = json.loads(text)
    return data


def _kept_text() -> str | None:
    from rulesrun.cli.files.cache import keeper

    entry = keeper("outline")
    return entry.read() if entry is not None else None


def _current(text: str | None) -> Data | None:
    """The outline in a text, unless it is damaged or of other commands."""
    try:
        data = json.loads(text or "null")
    except ValueError:
        return None
    current = isinstance(data, dict) and data.get("of") == fingerprint()
    return data if current else None


@cache
def fingerprint() -> str:
    """What changes when the commands do."""
    result = 0
    folders = [files("rulesrun.cli")]
    for folder in folders:
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if entry.name.endswith(".py"):
                result = zlib.crc32(entry.read_bytes(), result)
            elif entry.is_dir():
                folders.append(entry)
    return f"{result:08x}"
