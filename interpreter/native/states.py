"""States of the compiled game as those of the other engine, and back."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from attrs import frozen

from rulesrun.dsl.core.statements import Decide
from rulesrun.dsl.semantics.value_types import (
    BoolType,
    EdgeType,
    ListType,
    PlaceType,
    SetType,
    TextType,
    Type,
    without_none,
)
from rulesrun.interpreter.codegen.addresses import family_of
from rulesrun.interpreter.codegen.module import Module
from rulesrun.interpreter.native.described import Kept, Program
from rulesrun.interpreter.runtime.layout import (
    ACTOR,
    BOX,
    COUNTER,
    DECISION,
    FRAMES,
    PHASE,
    RESULT,
    REVEALS,
    SEED,
    TURN,
    TURNS,
    Layout,
)

NONE = -32768
NO_PLACE = -(2**31)
"""What none is among numbers, and among places of grids."""


@frozen(eq=False)
class States:
    """Carries the states of a compiled game over, as the numbers that it exports."""

    program: Program

    @property
    def module(self) -> Module:
        """The code of the other engine."""
        return self.program.module

    @property
    def layout(self) -> Layout:
        """Where everything lies in its states."""
        return self.module.layout

    def to_python(self, exported: Sequence[int]) -> list[Any]:
        """A state from its numbers; locals that nobody reads are none."""
        numbers = iter(exported)
        made: list[Any] = list(self.layout.initial)
        decision, actor, turn, phase, turns, reveals, has_result, depth = (
            next(numbers) for _ in range(8)
        )
        seed = _wide(next(numbers), next(numbers))
        counter = _wide(next(numbers), next(numbers))
        result = tuple(next(numbers) for _ in range(self.layout.players))
        stack = [(next(numbers), next(numbers)) for _ in range(depth)]
        frames = [
            [self._value(kept, numbers) for kept in frame]
            for frame in self.program.frames
        ]
        for variable, kept in self.program.variables:
            family = family_of(self.layout, variable)
            assert family is not None
            zone = variable.zone
            if zone is not None and zone.kind in ("hand", "area", "bag"):
                continue
            for slot in range(family.base, family.base + family.size):
                made[slot] = self._value(kept, numbers)
        where = [next(numbers) for _ in self.layout.components]
        loose: dict[int, list[int]] = {}
        for component, slot in enumerate(where):
            made[self.layout.locations + component] = slot
            loose.setdefault(slot, []).append(component)
        for slot, kind in enumerate(self.layout.zone_kinds):
            if kind in ("hand", "area", "bag"):
                made[slot] = tuple(loose.get(slot, ()))
        made[BOX] = tuple(loose.get(BOX, ()))
        over = depth == 0
        made[FRAMES] = () if over else tuple(self._frames(stack, frames))
        made[DECISION] = None if over else decision
        made[ACTOR] = None if over else actor
        made[SEED], made[COUNTER] = seed, counter
        made[TURN] = None if turn == NONE else turn
        made[TURNS], made[REVEALS] = turns, reveals
        made[PHASE] = None if phase == NONE else phase
        made[RESULT] = (None, result, ())[has_result]
        return made

    def _frames(
        self, stack: Sequence[tuple[int, int]], frames: Sequence[Sequence[Any]]
    ) -> Iterator[tuple[Any, ...]]:
        live = self.module.live
        for procedure, pc in stack:
            found = self.program.resumes[procedure][pc - 1]
            if found.what == "decision" and isinstance(found.node, Decide):
                at, alive = found.node.number, live.at_decision[found.node.number]
            else:
                at = self.module.resumes[procedure][id(found.node)]
                alive = live.at_block[procedure][at]
            values = tuple(
                value if place in alive else None
                for place, value in enumerate(frames[procedure])
            )
            yield procedure, at, values

    def _value(self, kept: Kept, numbers: Iterator[int]) -> Any:
        kind = kept.type
        match kept.kind.name:
            case "int" if kept.row:
                return next(numbers)
            case "int":
                return self._scalar(kind, next(numbers))
            case "list":
                inner = without_none(kind)
                assert isinstance(inner, ListType | SetType)
                found = tuple(
                    self._scalar(inner.item, next(numbers))
                    for _ in range(next(numbers))
                )
                return frozenset(found) if isinstance(inner, SetType) else found
            case "lists":
                count = next(numbers)
                at = [next(numbers) for _ in range(count + 1)]
                flat = [next(numbers) for _ in range(at[-1])]
                lists = [tuple(flat[a:b]) for a, b in pairwise(at)]
                return frozenset(lists) if isinstance(kind, SetType) else tuple(lists)
            case "bits":
                mask = 0
                for word in range(kept.kind.size):
                    mask |= _wide(next(numbers), next(numbers)) << (64 * word)
                return mask
            case "bundle":
                return tuple(next(numbers) for _ in range(kept.kind.size))
            case _:
                count = next(numbers)
                pairs = [(next(numbers), next(numbers)) for _ in range(count)]
                return dict(pairs)

    def _scalar(self, kind: Type, number: int) -> Any:
        inner = without_none(kind)
        if isinstance(inner, TextType) and number != NONE:
            return self.program.texts[number]
        if isinstance(inner, EdgeType):
            return number >> 3, number & 7
        return scalar(kind, number)

    def from_python(self, state: Sequence[Any]) -> Iterator[int]:
        """The numbers of a state."""
        stack, frames = self._standing(state)
        result = state[RESULT]
        yield -1 if state[DECISION] is None else state[DECISION]
        for slot in (ACTOR, TURN, PHASE):
            yield NONE if state[slot] is None else state[slot]
        yield state[TURNS]
        yield state[REVEALS]
        yield 0 if result is None else 1 if result else 2
        yield len(stack)
        yield from _halves(state[SEED])
        yield from _halves(state[COUNTER])
        yield from result or (0,) * self.layout.players
        for procedure, pc in stack:
            yield procedure
            yield pc
        for number, frame in enumerate(self.program.frames):
            values = frames.get(number, (None,) * len(frame))
            for kept, value in zip(frame, values, strict=True):
                yield from self._numbers(kept, value)
        for variable, kept in self.program.variables:
            family = family_of(self.layout, variable)
            assert family is not None
            zone = variable.zone
            if zone is not None and zone.kind in ("hand", "area", "bag"):
                continue
            for slot in range(family.base, family.base + family.size):
                yield from self._numbers(kept, state[slot])
        for component in range(len(self.layout.components)):
            yield state[self.layout.locations + component]

    def _standing(
        self, state: Sequence[Any]
    ) -> tuple[list[tuple[int, int]], dict[int, Sequence[Any]]]:
        stack, frames = [], {}
        for depth, (procedure, at, values) in enumerate(state[FRAMES]):
            top = depth + 1 == len(state[FRAMES])
            resumes = self.program.resumes[procedure]
            pc = 0
            for position, found in enumerate(resumes):
                if top and found.what == "decision" and isinstance(found.node, Decide):
                    if found.node.number == at:
                        pc = position + 1
                elif not top and found.what == "call":
                    if self.module.resumes[procedure].get(id(found.node)) == at:
                        pc = position + 1
            stack.append((procedure, pc))
            frames[procedure] = values
        return stack, frames

    def _numbers(self, kept: Kept, value: Any) -> Iterator[int]:
        kind = without_none(kept.type)
        match kept.kind.name:
            case "int":
                yield self._number(kept.type, value)
            case "list":
                items = sorted(value) if isinstance(value, frozenset) else value or ()
                assert isinstance(kind, ListType | SetType)
                yield len(items)
                for item in items:
                    yield self._number(kind.item, item)
            case "lists":
                items = sorted(value) if isinstance(value, frozenset) else value or ()
                yield len(items)
                at = 0
                yield at
                for item in items:
                    at += len(item)
                    yield at
                for item in items:
                    yield from item
            case "bits":
                mask = value or 0
                if isinstance(mask, tuple | frozenset):
                    mask = sum(1 << member for member in mask)
                for word in range(kept.kind.size):
                    yield from _halves(mask >> (64 * word) & (2**64 - 1))
            case "bundle":
                yield from value or (0,) * kept.kind.size
            case _:
                pairs = sorted((value or {}).items())
                yield len(pairs)
                for at, what in pairs:
                    yield at
                    yield what

    def _number(self, kind: Type, value: Any) -> int:
        if value is None:
            return NO_PLACE if isinstance(without_none(kind), PlaceType) else NONE
        if isinstance(value, str):
            return self.program.texts.index(value) if value in self.program.texts else 0
        if isinstance(without_none(kind), EdgeType):
            return int(value[0]) << 3 | int(value[1])
        return int(value)


def scalar(kind: Type, number: int) -> Any:
    """A value that is one number in C."""
    if number in (NONE, NO_PLACE):
        return None
    return bool(number) if isinstance(without_none(kind), BoolType) else number


def _wide(low: int, high: int) -> int:
    return (low & 0xFFFFFFFF) | (high & 0xFFFFFFFF) << 32


def _halves(value: int) -> tuple[int, int]:
    return _signed(value & 0xFFFFFFFF), _signed(value >> 32 & 0xFFFFFFFF)


def _signed(value: int) -> int:
    return value - 2**32 if value >= 2**31 else value
