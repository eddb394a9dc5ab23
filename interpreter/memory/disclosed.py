"""Choices in secret that everybody knows by now: what was chosen was shown, or lies open.

A value counts as known where it was put into one variable and all know that. A component
counts where it came from where it lay into the open, was never mixed with others that lie
hidden, and no other choice would have looked the same: another copy of it is no other one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from attrs import define, field

from rulesrun.dsl.semantics.symbols import LocalSymbol, VariableSymbol
from rulesrun.dsl.semantics.value_types import PLAYER
from rulesrun.interpreter.knowledge.secrecy import held_in
from rulesrun.interpreter.memory.watched import Eyes, Watched
from rulesrun.interpreter.runtime.layout import RawOption, State

MOST_WAYS = 60
"""Of more options than that it is not tried whether another one would look the same."""

Tried = Callable[[RawOption], bool]
"""Whether all would have looked the same, had another option been chosen."""


@define(eq=False)
class Secret:
    """A choice in secret: which step it was, what was chosen, and where that lay.

    `slots` are the variables that are given the values that were chosen.
    """

    step: int
    event: int
    number: int
    option: RawOption
    options: Sequence[RawOption]
    before: State
    components: frozenset[int]
    slots: dict[int, Any]
    written: dict[int, int] = field(factory=dict)


@define(eq=False)
class Secrets:
    """Those of a game that are not known to all yet, and the steps of those that are."""

    watched: Watched
    eyes: Eyes
    pending: list[Secret] = field(factory=list)
    told: set[int] = field(factory=set)

    def chosen(
        self,
        step: int,
        event: int,
        actor: int,
        option: RawOption,
        options: Sequence[RawOption],
        before: State,
        number: int,
    ) -> None:
        """Somebody has chosen in secret, in that state."""
        plan = self.watched.module.decisions[number].node
        if len(plan.items) != 1 or len(options) < 2:
            return
        locals_ = [local.symbol for local in plan.items[0].chosen]
        parts = frozenset(self.watched.components_in(number, option))
        slots: dict[int, Any] = {}
        for symbol, value, of in zip(
            locals_, option[1], self.watched.chosen[number][0], strict=True
        ):
            if of:
                continue
            slot = self._slot(symbol, actor)
            if slot is None:
                return  # nothing says where it goes
            slots[slot] = value
        listed = list(options) if len(options) <= MOST_WAYS else []
        if not parts or listed:
            self.pending.append(
                Secret(step, event, number, option, listed, before, parts, slots)
            )

    def _slot(self, symbol: LocalSymbol | None, actor: int) -> int | None:
        """The only variable that is given what is chosen under a name."""
        aliases = self.watched.machine.secrecy.pending.handed
        families = []
        for variable, family in self.watched.module.layout.families.items():
            sources = aliases.given.get(variable, [])
            refs = self.watched.module.layout.world.refs
            if symbol is not None and symbol in [refs.get(id(v)) for v in sources]:
                families.append((variable, family))
        if len(families) != 1:
            return None
        variable, family = families[0]
        assert isinstance(variable, VariableSymbol)
        if not variable.all_keys:
            return family.base
        if [key.type for key in variable.all_keys] != [PLAYER]:
            return None
        return family.base + actor

    def moved(self, state: State, slot: int, component: int) -> None:
        """A component goes somewhere: where it is mixed with others, nobody can tell."""
        if not self.pending or self.eyes.sees(slot, state):
            return
        there = {component, *held_in(state[slot])}
        self.pending = [
            one
            for one in self.pending
            if not (one.components & there and there - one.components)
        ]

    def written_to(self, slot: int) -> None:
        """Something is put into a variable."""
        for one in self.pending:
            if slot in one.slots:
                one.written[slot] = one.written.get(slot, 0) + 1

    def look(
        self,
        state: State,
        is_known: Callable[[int], bool],
        located: Callable[[int], bool],
        tried: Callable[[Secret], Tried],
    ) -> None:
        """What is known at a stop: of variables, of components, of other options."""
        left = []
        for one in self.pending:
            seen = all(
                one.written.get(slot) == 1 and is_known(slot) and state[slot] == value
                for slot, value in one.slots.items()
            )
            if not (seen and all(map(located, one.components))) or (
                one.components and any(map(tried(one), self._others(one)))
            ):
                left.append(one)
            else:
                self.told.add(one.step)
        self.pending = left

    def _others(self, one: Secret) -> list[RawOption]:
        """What else could have been chosen, but for copies: which one it was lies open."""
        key = self.watched.key
        chosen = key(one.number, one.option)
        return [o for o in one.options if key(one.number, o) != chosen]
