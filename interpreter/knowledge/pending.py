"""Choices made in secret that still lie in the locals of the rules under way."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from attrs import Factory, define, frozen

from rulesrun.dsl.analysis.aliases import Handed
from rulesrun.dsl.semantics.symbols import LocalSymbol
from rulesrun.dsl.semantics.value_types import OptionalType
from rulesrun.interpreter.codegen.module import Module
from rulesrun.interpreter.runtime.layout import State
from rulesrun.interpreter.runtime.name_mangling import spelled
from rulesrun.interpreter.runtime.support import Unforeseeable


@frozen
class Held:
    """A local with something chosen in secret: which frame, which local, whose choice.

    The frame that is on top stands at a decision.

    `owner` is none where nobody can tell any more; `stale` says that it is about to be
    chosen anew, so that what is in it makes no difference.
    """

    frame: int
    local: int
    symbol: LocalSymbol
    owner: int | None
    stale: bool


@define(eq=False)
class Pending:
    """Finds them. `handed` says what is handed on in the rules."""

    module: Module
    handed: Handed = Factory(
        lambda self: Handed(self.module.layout.world), takes_self=True
    )
    _asking: dict[LocalSymbol, list[int]] = Factory(dict)
    _places: dict[int, dict[int, LocalSymbol]] = Factory(dict)

    def __attrs_post_init__(self) -> None:
        secret = self.handed.secret_names()
        for plan in self.module.decisions:
            if plan.node.secret:
                for item in plan.node.items:
                    for local in item.chosen:
                        assert local.symbol is not None
                        asking = self._asking.setdefault(local.symbol, [])
                        asking.append(plan.node.number)
        roots = {self.handed.root(symbol) for symbol in secret}
        for procedure, names in enumerate(self.module.locals):
            result = {
                local: symbol
                for local, symbol in names.items()
                if self.handed.root(symbol) in roots
            }
            if result:
                self._places[procedure] = result

    @property
    def anything(self) -> bool:
        """Whether any rule keeps what was chosen in secret in a local."""
        return bool(self._places)

    def held(self, state: State, frames: tuple[Any, ...]) -> Iterator[Held]:
        """All that is held in some frames of a state, the outermost first."""
        if not self._places:
            return
        owners: dict[tuple[Any, Any], int | None] = {}
        for at, (procedure, _, values) in enumerate(frames):
            if not values:
                continue
            for local, symbol in self._places.get(procedure, {}).items():
                value = values[local]
                if value is None and not isinstance(symbol.type, OptionalType):
                    continue  # not chosen yet
                asking = self._asking.get(symbol, [])
                key = (self.handed.root(symbol), _plain(value))
                owner = self._owner(state, frames, at, asking)
                if owner is None:
                    owner = owners.get(key)
                owners[key] = owner
                top = at == len(frames) - 1
                stale = top and frames[at][1] in asking
                yield Held(at, local, symbol, owner, stale)

    def _owner(
        self, state: State, frames: tuple[Any, ...], at: int, asking: list[int]
    ) -> int | None:
        """Who has chosen what lies in a frame: whoever is asked there by its decision."""
        for number in asking:
            for frame in (at, at - 1):
                if (
                    frame < 0
                    or frames[frame][0] != self.module.decisions[number].procedure
                ):
                    continue
                who = self.module.names[spelled("who", number)]
                with suppress(Unforeseeable):
                    result: int | None = who(state, list(frames[frame][2]))
                    return result
        return None


def _plain(value: Any) -> Any:
    try:
        hash(value)
    except TypeError:
        return repr(value)
    return value
