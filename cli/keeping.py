"""Where work is kept between two starts: the analysed grammar, for this user alone."""

from __future__ import annotations

import os
from importlib.metadata import version
from pathlib import Path

from rulesrun.cli.writing import make_private_folder
from rulesrun.dsl.parse import keep_grammar_in


def keep_grammar() -> None:
    """Keep the analysed grammar in the user's cache folder, if there is a safe one."""
    folder = cache_folder()
    if folder is not None:
        keep_grammar_in(str(folder / f"grammar-{version('rulesrun')}.pickle"))


def cache_folder() -> Path | None:
    """A folder that nobody else can write to; none where there is no such folder."""
    try:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        folder = Path(base) / "rulesrun"
        make_private_folder(folder)
        state = folder.stat()
    except (OSError, RuntimeError, ValueError):
        return None
    if hasattr(os, "getuid") and state.st_uid != os.getuid():
        return None
    return None if state.st_mode & 0o022 else folder
