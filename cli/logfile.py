"""A log on disk: each choice is in the file before the next one is asked for."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import IO

from attrs import Factory, define

from rulesrun.cli.problems import Unusable, reason
from rulesrun.interpreter.logs import Entry, Log, end_line, entry_line, head_line


@define
class LogFile:
    """An open log; it can take its last choices back."""

    path: Path
    file: IO[bytes]
    ends: list[int] = Factory(list)

    @classmethod
    def create(cls, path: Path, log: Log, *, force: bool) -> LogFile:
        """A new file with the head of a log; raises Unusable."""
        try:
            file = path.open("wb" if force else "xb")
        except FileExistsError as error:
            raise Unusable(
                f"{path} is there already; --force writes over it"
            ) from error
        except (OSError, ValueError) as error:
            why = reason(error) if isinstance(error, OSError) else str(error)
            raise Unusable(f"cannot write the log {path}: {why}") from error
        found = cls(path, file)
        found._write(head_line(log))
        return found

    def add(self, entry: Entry) -> None:
        """Write a choice down."""
        self._write(entry_line(entry))

    def finish(self, ranking: tuple[int, ...]) -> None:
        """Write down how the game ended."""
        self._write(end_line(ranking))

    def take_back(self) -> None:
        """Remove the last line."""
        self.ends.pop()
        try:
            self.file.truncate(self.ends[-1])
            self.file.seek(self.ends[-1])
        except OSError as error:
            raise Unusable(
                f"cannot write the log {self.path}: {reason(error)}"
            ) from error

    def close(self) -> None:
        """Leave the file as it is."""
        self.file.close()

    def _write(self, line: str) -> None:
        try:
            self.file.write(line.encode())
            self.file.flush()
            self.ends.append(self.file.tell())
        except OSError as error:
            raise Unusable(
                f"cannot write the log {self.path}: {reason(error)}"
            ) from error


def write_whole(path: Path, text: str) -> None:
    """Write a file at once: it is there in full, or as it was before."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise Unusable(f"cannot write {path}: {why}") from error
    try:
        with open(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(name, 0o666 & ~_umask())
        os.replace(name, path)
    except OSError as error:
        os.unlink(name)
        raise Unusable(f"cannot write {path}: {reason(error)}") from error


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
