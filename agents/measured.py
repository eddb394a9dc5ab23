"""What has been measured of a game, kept beside its compiled code for whoever plays it next.

All of it follows from the rules and from how it is measured, never from a game under way:
whoever finds nothing here measures the same again.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.runtime.caching import NoFolder, cache_folder

FORMAT = 1
"""Counts up when something is measured in another way."""

_known: dict[str, float] = {}
"""What this process has read or measured."""


def _key(game: Game, what: str) -> str:
    options = sorted((name, repr(value)) for name, value in game.options.items())
    parts = [FORMAT, game.program.digest, game.players, options, what]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]


def measurements() -> Mapping[str, float]:
    """What this process has read or measured, for another one to `learn`."""
    return dict(_known)


def learn(numbers: Mapping[str, float]) -> None:
    """Take over what another process knew."""
    _known.update(numbers)


def measured(game: Game, what: str) -> float | None:
    """A number that has been measured before; none where it has not been, or is damaged."""
    key = _key(game, what)
    if key not in _known:
        with suppress(NoFolder, OSError, ValueError):
            text = _file(key).read_text("utf-8")
            _known[key] = float(text)
    return _known.get(key)


def keep(game: Game, what: str, number: float) -> None:
    """Keep a number for the next time; where nothing can be written it is for this process."""
    key = _key(game, what)
    _known[key] = number
    with suppress(NoFolder, OSError):
        path = _file(key)
        handle, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(repr(number))
        os.replace(name, path)


def _file(key: str) -> Path:
    return cache_folder("measured") / f"{key}.txt"
