"""Where work is kept between two starts: the analysed grammar, for this user alone."""

from __future__ import annotations

import contextlib
import stat
from importlib.metadata import version
from pathlib import Path

from attrs import frozen

from rulesrun.cli.problems import Unusable
from rulesrun.cli.sources import text_of
from rulesrun.cli.writing import anything, write_file
from rulesrun.dsl.parse import keep_grammar_by
from rulesrun.interpreter.caching import NoFolder, cache_folder, is_own


def keep_grammar() -> None:
    """Keep the analysed grammar in the user's cache folder, if there is a safe one."""
    with contextlib.suppress(NoFolder):  # then it is made anew at every start
        name = f"grammar-{version('rulesrun')}.json"
        keep_grammar_by(Kept(cache_folder() / name))


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
