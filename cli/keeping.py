"""Where work is kept between two starts: the analysed grammar, for this user alone."""

from __future__ import annotations

import contextlib
import os
import stat
from importlib.metadata import version
from pathlib import Path

from attrs import frozen

from rulesrun.cli.problems import Unusable
from rulesrun.cli.sources import text_of
from rulesrun.cli.writing import anything, make_private_folder, write_file
from rulesrun.dsl.parse import keep_grammar_by


def keep_grammar() -> None:
    """Keep the analysed grammar in the user's cache folder, if there is a safe one."""
    folder = cache_folder()
    if folder is not None:
        keep_grammar_by(Kept(folder / f"grammar-{version('rulesrun')}.json"))


@frozen
class Kept:
    """A file that is read only if nobody else can have written it."""

    path: Path

    def read(self) -> str | None:
        """The text of the file, if it is there and this user's alone."""
        try:
            status = self.path.lstat()
            if not stat.S_ISREG(status.st_mode) or not is_own(status):
                return None
            return text_of(self.path)
        except (OSError, Unusable):
            return None

    def write(self, text: str) -> None:
        """Write the file, if that can be."""
        with contextlib.suppress(Unusable):  # then it is made anew at the next start
            write_file(self.path, text, anything, mode=0o600)


def is_own(status: os.stat_result) -> bool:
    """Whether a file or folder is this user's, and nobody else can write to it."""
    if hasattr(os, "getuid") and status.st_uid != os.getuid():
        return False
    return not status.st_mode & 0o022


def cache_folder() -> Path | None:
    """A folder that nobody else can write to; none where there is no such folder."""
    try:
        base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
        folder = Path(base) / "rulesrun"
        make_private_folder(folder)
        status = folder.stat()
    except (OSError, RuntimeError, ValueError):
        return None
    return folder if stat.S_ISDIR(status.st_mode) and is_own(status) else None
