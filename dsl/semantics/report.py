"""What has been found wrong so far, and readings that are only tried."""

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from itertools import chain

from attrs import Factory, define

from rulesrun.dsl.problems.diagnostics import Diagnostic


@define(eq=False)
class Trial:
    """What a reading finds wrong; it is told only if the reading is kept."""

    problems: list[Diagnostic] = Factory(list)
    noted: set[Hashable] = Factory(set)


@define(eq=False)
class Report:
    """The problems of a file, as the passes find them.

    Nothing is taken out of it again: where it is not known yet which reading of a line is
    meant, each is tried apart, and what it finds is told if it is the one that is kept.
    """

    _layers: list[Trial] = Factory(lambda: [Trial()])

    @property
    def problems(self) -> list[Diagnostic]:
        """All that is told."""
        return self._layers[0].problems

    @property
    def has_notes(self) -> bool:
        """Whether something has been told that is told once only."""
        return bool(self._layers[0].noted)

    def __len__(self) -> int:
        return sum(len(layer.problems) for layer in self._layers)

    def __iter__(self) -> Iterator[Diagnostic]:
        """All that is told, and what the readings that are being tried have found."""
        return chain.from_iterable(layer.problems for layer in self._layers)

    def add(self, problem: Diagnostic) -> None:
        """Tell a problem, or let it count for the reading that is tried."""
        self._layers[-1].problems.append(problem)

    def since(self, before: int) -> list[Diagnostic]:
        """What has been found since the report was so long."""
        return list(self)[before:] if len(self) > before else []

    def first(self, what: Hashable) -> bool:
        """Whether this is told for the first time, as which it is noted."""
        if self.has_told(what):
            return False
        self._layers[-1].noted.add(what)
        return True

    def has_told(self, what: Hashable) -> bool:
        """Whether this has been told already."""
        return any(what in layer.noted for layer in self._layers)

    @contextmanager
    def trial(self) -> Iterator[Trial]:
        """A reading that is tried: what it finds stands apart, and may be kept."""
        tried = Trial()
        self._layers.append(tried)
        try:
            yield tried
        finally:
            self._layers.pop()

    def keep(self, tried: Trial) -> None:
        """Tell what a reading has found that was tried."""
        self._layers[-1].problems += tried.problems
        self._layers[-1].noted |= tried.noted
