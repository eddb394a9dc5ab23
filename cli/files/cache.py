"""Where work is kept between two starts, such as the grammar: for this user alone."""

from __future__ import annotations

import contextlib
import os
import stat
import zlib
from pathlib import Path

from attrs import frozen

from rulesrun.cli.files.writing import anything, write_file
from rulesrun.cli.output.problems import Unusable
from rulesrun.interpreter.runtime.caching import NoFolder, cache_folder, is_own


def keep_grammar() -> None:
    """Keep the analysed grammar in the user's cache folder, if there is a safe one."""
    from rulesrun.dsl.syntax.reader import keep_grammar_by

    entry = keeper("grammar")
    if entry is not None:
        keep_grammar_by(entry)


def keeper(name: str) -> Kept | None:
    """What this installation keeps under that name, if there is a safe folder for it."""
    try:
        folder = cache_folder()
    except NoFolder:
        return None
    installation = zlib.crc32(os.fsencode(__file__))
    return Kept(folder / f"{name}-{installation:08x}.json")


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
            return self.path.read_text("utf-8")
        except (OSError, ValueError):
            return None

    def write(self, text: str) -> None:
        """Write the file, if that can be."""
        with contextlib.suppress(Unusable):  # then it is made anew at the next start
            write_file(self.path, text, anything, mode=0o600)
