"""What is known of the files that are open: checked when asked, not again before a change."""

import posixpath
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Protocol

from attrs import Factory, define, frozen

from rulesrun.dsl.compile import (
    Compilation,
    Program,
    Understood,
    check_rules,
    understand_rules,
)
from rulesrun.dsl.data.paths import Read, beside
from rulesrun.dsl.data.rulebook import Paragraph, read_rulebook
from rulesrun.dsl.problems.diagnostics import Diagnostic
from rulesrun.dsl.rechecking import Kept
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax.readings import Readings
from rulesrun.dsl.text import lines_of
from rulesrun.language_server.occurrences import Occurrences
from rulesrun.language_server.trying import Trials


class Host(Protocol):
    """What the server is given by the program that starts it: files, and games."""

    def reader(self, path: str) -> Read:
        """What gives the texts of the files that a rules file there may name."""

    def text(self, path: str) -> str | None:
        """The text of a file, if it can be read."""

    def tests_of(self, path: str) -> list[str]:
        """The files with the scenarios of a game."""

    def trials(self) -> Trials:
        """Where scenarios and games are tried out."""

    def setting_up(self) -> Callable[[Program], tuple[Diagnostic, ...]]:
        """What finds out which set-ups of a game fail; trials call it."""

    def playing(self) -> Callable[[Program, int], str]:
        """What plays so many games by chance and says who wins; trials call it."""


@frozen
class Analysis:
    """A file as it was checked, with all that it includes."""

    path: str
    text: str
    known: Understood

    @cached_property
    def compilation(self) -> Compilation:
        """All that is wrong with it. To be asked for before the file changes."""
        return check_rules(self.known)

    @property
    def world(self) -> World | None:
        """What is known of it, in spite of errors."""
        return self.known.world

    @cached_property
    def lines(self) -> list[str]:
        """Its lines."""
        return lines_of(self.text)

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """The texts that it was made of, by the paths that spans call them by."""
        if self._rulebook_name is not None:
            self.known.read(self._rulebook_name)  # which is noted
        return self.known.sources

    @cached_property
    def occurrences(self) -> Occurrences:
        """Where each of its names stands."""
        return Occurrences(self.world, self.texts)

    @cached_property
    def rulebook(self) -> str | None:
        """The path of the game's rulebook, counted like those of rules files."""
        name = self._rulebook_name
        return _normal(Path(self.path).parent / name) if name is not None else None

    @property
    def _rulebook_name(self) -> str | None:
        game = self.world.game if self.world is not None else None
        if game is None or game.rulebook is None or game.rulebook_span is None:
            return None
        return beside(self.path, game.rulebook_span, game.rulebook)

    @cached_property
    def paragraphs(self) -> dict[str, Paragraph]:
        """The paragraphs of that rulebook by number."""
        text = self.texts.get(self.rulebook, "") if self.rulebook is not None else ""
        return {one.number: one for one in read_rulebook(text)}

    def lines_at(self, path: str) -> list[str]:
        """The lines of one of the files that it was made of."""
        return self.lines if path == self.path else lines_of(self.texts.get(path, ""))


@define
class Workspace:
    """The files that are open, and what is known of them."""

    host: Host
    opened: dict[str, str] = Factory(dict)
    readings: Readings = Factory(Readings)
    _known: dict[str, Analysis] = Factory(dict)
    _last: dict[str, Analysis] = Factory(dict)

    def put(self, path: str, text: str) -> None:
        """An open file has this text now."""
        if self.opened.get(path) != text:
            self.opened[path] = text
            self.forget(path)

    def close(self, path: str) -> None:
        """A file is open no longer: what lies on the disk counts again."""
        self.opened.pop(path, None)
        self.forget(path)
        self._last.pop(path, None)

    def forget(self, path: str) -> None:
        """A file has changed: what was made of it is not known any more."""
        for other in [*self._known]:
            if path == other or path in self._known[other].texts:
                del self._known[other]

    def text(self, path: str) -> str | None:
        """The text of a file, open or not."""
        return self.opened[path] if path in self.opened else self.host.text(path)

    def read(self, path: str) -> Read:
        """What gives the texts of files that the rules at that path name."""
        folder, on_disk = Path(path).parent, self.host.reader(path)

        def read(name: str) -> str | None:
            for other in self.opened:
                if _normal(Path(other)) == _normal(folder / name):
                    return self.opened[other]
            return on_disk(name)

        return read

    def analysis(self, path: str) -> Analysis | None:
        """What is known of a file as it is now; none if it cannot be read."""
        analysis = self._known.get(path)
        if analysis is None:
            text = self.text(path)
            if text is None:
                return None
            read = self.read(path)
            understood = understand_rules(text, path, read, readings=self.readings)
            analysis = self._known[path] = Analysis(path, text, understood)
            if analysis.world is not None:
                self._last[path] = analysis
        return analysis

    def last(self, path: str) -> Analysis | None:
        """What is known of a file, or was before nothing of it could be read."""
        result = self.analysis(path)
        return self._last.get(path, result)

    def around(self, path: str, first: int, end: int) -> Analysis | None:
        """As `last`, for questions about one block: from a row on, up to another.

        A file of which only that block has changed is not gone through for them.
        """
        text, last = self.text(path), self._last.get(path)
        if path not in self._known and last is not None and text is not None:
            rows = text.split("\n")
            before = last.text.split("\n")
            below = len(rows) - end
            if (
                rows[:first] == before[:first]
                and len(before) >= first + below
                and rows[end:] == before[len(before) - below :]
            ):
                return last
        return self.last(path)

    def cached(self, path: str) -> Kept | None:
        """What the next analysis of a file will begin with."""
        result = self.readings.understood.get(path)
        return result if isinstance(result, Kept) else None

    def touched_by(self, path: str) -> list[str]:
        """The open files that mean something else once that file has changed."""
        result = [p for p in self.opened if p == path]
        for other in self.opened:
            latest = self._known.get(other) or self._last.get(other)
            if other != path and latest is not None and path in latest.texts:
                result.append(other)
        return result

    def all_with(self, path: str) -> Iterator[Analysis]:
        """A file, and all that is made of it: open files, and the game's scenarios."""
        paths = dict.fromkeys([path, *self.opened, *self.host.tests_of(path)])
        for other in paths:
            analysis = self.analysis(other)
            if analysis is not None and (other == path or path in analysis.texts):
                yield analysis


def _normal(path: Path) -> str:
    return posixpath.normpath(path.as_posix())
