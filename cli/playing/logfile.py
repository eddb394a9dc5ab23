"""A log on disk: each choice is in the file before the next one is asked for."""

from __future__ import annotations

import itertools
from pathlib import Path

from attrs import Factory, define

from rulesrun.cli.files.sources import bytes_of
from rulesrun.cli.files.writing import GrowingFile
from rulesrun.interpreter.logs import Entry, Log, end_line, entry_line, head_line


@define
class LogFile:
    """An open log; it can take its last choices back."""

    file: GrowingFile
    ends: list[int] = Factory(list)

    @classmethod
    def create(cls, path: Path, log: Log, *, force: bool) -> LogFile:
        """A new file with a log so far; raises Unusable."""
        result = cls(GrowingFile.create(path, "the log", force=force))
        result._write(head_line(log))
        for entry in log.entries:
            result.add(entry)
        return result

    @classmethod
    def take_up(cls, path: Path, log: Log) -> LogFile:
        """The file that a log was read from, to be gone on with; raises Unusable.

        What stands in it after the last choice of the log is cut off.
        """
        lines = bytes_of(path).splitlines(keepends=True)
        last = log.entries[-1].line if log.entries else 1
        ends = list(itertools.accumulate(map(len, lines[:last])))
        result = cls(GrowingFile.take_up(path, "the log", ends[-1]), ends)
        if not lines[last - 1].endswith(b"\n"):
            result.file.add("\n")
            result.ends[-1] = result.file.size
        return result

    @property
    def path(self) -> Path:
        """Where it lies."""
        return self.file.path

    def begin_again(self, log: Log) -> None:
        """Write another log in place of this one, all of it or nothing; raises Unusable.

        It is there afterwards even if the file has gone, or holds something else.
        """
        text = log.text()
        self.file.renew(text)
        lines = text.encode().splitlines(keepends=True)
        self.ends[:] = itertools.accumulate(map(len, lines))

    def add(self, entry: Entry) -> None:
        """Write a choice down; raises Unusable."""
        self._write(entry_line(entry))

    def finish(self, ranking: tuple[int, ...]) -> None:
        """Write down how the game ended; raises Unusable."""
        self._write(end_line(ranking))

    def take_back(self) -> None:
        """Remove the last line; raises Unusable."""
        self.file.cut(self.ends[-2])
        self.ends.pop()

    def settle(self) -> None:
        """Wait until all of it is on the disk; raises Unusable."""
        self.file.settle()

    def check(self) -> None:
        """Look whether the file is there, as it was left; raises Unusable."""
        self.file.check()

    def close(self) -> None:
        """Leave the file as it is."""
        self.file.close()

    def _write(self, line: str) -> None:
        self.file.add(line)
        self.ends.append(self.file.size)
