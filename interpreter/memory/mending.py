"""Worlds in which something was decided otherwise, with what was seen where it was seen.

Where something hidden says by which way components go, a world in which it is otherwise
brings others before the seat than it saw. These change places with those that were seen, as
often as that leads further. The way back must lead to the very world that it began with, so
that a chain can take such a change as often as the one back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log
from random import Random
from typing import Any

from attrs import define

from rulesrun.interpreter.knowledge.secrecy import held_in
from rulesrun.interpreter.memory.compiled import OPEN
from rulesrun.interpreter.memory.memory import Memory
from rulesrun.interpreter.memory.renaming import renamed
from rulesrun.interpreter.memory.replaying import AnyReplay, replay
from rulesrun.interpreter.runtime.choice_history import DRAW, SHUFFLE, Event
from rulesrun.interpreter.runtime.layout import ACTOR, State
from rulesrun.interpreter.runtime.watching import LOOSE

MOST = 12
"""So often components change places in one world."""

Partner = Callable[[Sequence[int], int, Sequence[Event]], int | None]
"""Which of some components changes places with another one, in a row of events."""


@define(eq=False)
class Mended:
    """A world that fits, and how likely its mending was, as a logarithm."""

    world: AnyReplay
    likelihood: float


@define(eq=False)
class Mender:
    """Mends worlds of one memory."""

    memory: Memory
    rng: Random

    def there(self, events: Sequence[Event], root: State | None) -> Mended | None:
        """A world by these events, and others where what was seen demands it."""

        def by_chance(
            pool: Sequence[int], wanted: int, events: Sequence[Event]
        ) -> int | None:
            return pool[self.rng.randrange(len(pool))]

        return self._mended(events, root, by_chance)

    def back(
        self, events: Sequence[Event], root: State | None, target: Sequence[Event]
    ) -> float | None:
        """How likely it is to come to the target from there, as a logarithm; or none."""

        def as_there(
            pool: Sequence[int], wanted: int, events: Sequence[Event]
        ) -> int | None:
            for now, then in zip(events, target, strict=True):
                if now.kind == SHUFFLE and wanted in then.value:
                    other: int = now.value[then.value.index(wanted)]
                    return other if other in pool else None
                if now.kind == DRAW and then.value == wanted:
                    return now.value if now.value in pool else None
            return None

        mended = self._mended(events, root, as_there)
        if mended is None or not same(mended.world.events, target):
            return None
        return mended.likelihood

    def _mended(
        self, events: Sequence[Event], root: State | None, partner: Partner
    ) -> Mended | None:
        watched, likelihood = self.memory.watched, 0.0
        row = list(events)
        world = replay(self.memory, self.rng, row, root=root)
        for _ in range(MOST):
            if world.fits:
                fits = len(world.events) == len(row)
                return Mended(world, likelihood) if fits else None
            names: dict[int, int] | None
            if world.refused:
                exchange = self._for_a_choice(world, row, partner)
                if exchange is None:
                    return None
                names, number = exchange
                likelihood -= log(number)
            else:
                names = misplaced(self.memory, world)
            if not names:
                return None
            row = [renamed(watched, event, names) for event in row]
            other = replay(self.memory, self.rng, row, root=root)
            if other.reached < world.reached:
                return None
            if other.reached == world.reached and not other.refused and world.refused:
                return None
            world = other
        return None

    def _for_a_choice(
        self, world: AnyReplay, row: Sequence[Event], partner: Partner
    ) -> tuple[dict[int, int], int] | None:
        """Which components are to change places, so that a choice can be made.

        What was chosen comes to where whoever chose holds others that nobody sees; and in how
        many ways. None where it lies there, or where that is not the question.
        """
        memory, state = self.memory, world.state
        watched, step = memory.watched, memory.steps[world.reached - 1]
        if step.kind != OPEN or step.option is None:
            return None
        owned = watched.owned.get(state[ACTOR], set())
        mine = [slot for slot in memory.eyes.hidden_zones(state) if slot in owned]
        here = [c for slot in mine for c in held_in(state[slot])]
        chosen = list(watched.components_in(step.decision, step.option))
        names: dict[int, int] = {}
        ways = 1
        for wanted in chosen:
            if wanted in here:
                continue
            pool = [
                c
                for c in here
                if c not in chosen
                and c not in names
                and watched.groups[c] == watched.groups[wanted]
            ]
            if not pool:
                return None
            other = partner(pool, wanted, row)
            if other is None:
                return None
            names[wanted], names[other] = other, wanted
            ways *= len(pool)
        return (names, ways) if names else None


def misplaced(memory: Memory, world: AnyReplay) -> dict[int, int]:
    """Which components are to change places, so that those lie open that did.

    None where that is not enough.
    """
    if not world.ended or world.reached >= len(memory.lying):
        return {}
    faces, kinds = memory.watched.faces, memory.watched.module.layout.zone_kinds
    names: dict[int, int] = {}
    for slot, content in memory.lying[world.reached].items():
        here = world.state[slot]
        if here == content:
            continue
        if kinds[slot] in LOOSE:
            pairs = _pairs(faces, held_in(here), held_in(content))
        else:
            ours, theirs = _in_order(here), _in_order(content)
            if [at for at, _ in ours] != [at for at, _ in theirs]:
                return {}
            rows = zip(ours, theirs, strict=True)
            pairs = [
                (one, other)
                for (_, one), (_, other) in rows
                if faces[one] != faces[other]
            ]
        if pairs is None:
            return {}
        for one, other in pairs:
            if names.setdefault(one, other) != other:
                return {}
            if names.setdefault(other, one) != one:
                return {}
    return names


def same(one: Sequence[Event], other: Sequence[Event]) -> bool:
    """Whether two rows of events are the same."""
    return len(one) == len(other) and all(
        a[:3] == b[:3] for a, b in zip(one, other, strict=True)
    )


def _in_order(content: Any) -> list[tuple[Any, int]]:
    """What lies at each place."""
    if isinstance(content, dict):
        return sorted(content.items())
    return list(enumerate(held_in(content)))


def _pairs(
    faces: Sequence[int], here: Sequence[int], wanted: Sequence[int]
) -> list[tuple[int, int]] | None:
    """What lies there for what should, as many as are needed; none if there are not."""
    if len(here) != len(wanted):
        return None
    stay: list[int] = [faces[c] for c in wanted]
    surplus = []
    for c in sorted(here):
        if faces[c] in stay:
            stay.remove(faces[c])
        else:
            surplus.append(c)
    there: list[int] = [faces[c] for c in here]
    missing = []
    for c in sorted(wanted):
        if faces[c] in there:
            there.remove(faces[c])
        else:
            missing.append(c)
    return list(zip(surplus, missing, strict=True))
