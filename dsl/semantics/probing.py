"""What is known at a place where a name is still to be written."""

from collections.abc import Mapping

from attrs import Factory, define

from rulesrun.dsl.semantics.symbols import LocalSymbol
from rulesrun.dsl.semantics.value_types import Type

PROBE = "_probe_"
"""Stands in a text where the name is to be written."""


@define
class Probe:
    """The local names that can be used there, and the type that is wanted.

    `it` is the candidate of a choice, where there is one. `seen` says that a value is
    wanted at all.
    """

    seen: bool = False
    locals: dict[str, LocalSymbol] = Factory(dict)
    it: LocalSymbol | None = None
    wanted: Type | None = None

    def see(
        self,
        names: Mapping[str, LocalSymbol | None],
        it: LocalSymbol | None,
        wanted: Type | None,
    ) -> None:
        """Note what is known; the first time counts."""
        if not self.seen:
            self.seen = True
            self.locals = {n: s for n, s in names.items() if s is not None}
            self.it = it
            self.wanted = wanted
