"""Games that were stopped before their end, kept for this user to go on with."""

from __future__ import annotations

import contextlib
from pathlib import Path

from rulesrun.cli.files.writing import logs, remove_file, write_file
from rulesrun.cli.output.problems import Unusable
from rulesrun.interpreter.logs import Log
from rulesrun.interpreter.runtime.caching import NoFolder, cache_folder

_FOLDER = "games"


def keep(log: Log) -> bool:
    """Keep a game that is not over, whether it could be kept."""
    with contextlib.suppress(NoFolder, Unusable):
        write_file(_path(log), log.text(), logs, mode=0o600)
        return True
    return False


def forget(log: Log) -> None:
    """Keep a game no longer: it is over."""
    with contextlib.suppress(NoFolder, Unusable):
        remove_file(_path(log))


def latest(game: str) -> Path:
    """The last game of that name that was kept; raises Unusable where there is none."""
    with contextlib.suppress(NoFolder, OSError):
        result = [
            path
            for path in cache_folder(_FOLDER).glob("*.log")
            if path.stem.rpartition("-")[0] == game
        ]
        if result:
            return max(result, key=lambda path: path.stat().st_mtime_ns)
    raise Unusable(
        f"no game of {game} is kept: `quit` and Ctrl-C keep one that has begun"
    )


def _path(log: Log) -> Path:
    return cache_folder(_FOLDER) / f"{log.game}-{log.seed}.log"
