"""States of the compiled game as those of the other engine, and back."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any

from attrs import frozen

from rulesrun.dsl.core.statements import Decide
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.codegen.addresses import family_of
from rulesrun.interpreter.codegen.module import Module
from rulesrun.interpreter.native.description import Kept, Program
from rulesrun.interpreter.native.transfer import deep_frames
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
NO_NUMBER = -(2**63)
"""What none is among places of grids and numbers, and among all else (`NONE`)."""

Write = Callable[[Any, list[int]], None]
"""Puts the numbers of a value behind those that are there."""

_OF_PLAY = (ACTOR, TURN, PHASE)


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
        state: list[Any] = list(self.layout.initial)
        decision, actor, turn, phase, turns, reveals, has_result, depth = (
            next(numbers) for _ in range(8)
        )
        seed = _wide(next(numbers), next(numbers))
        counter = _wide(next(numbers), next(numbers))
        result = tuple(next(numbers) for _ in range(self.layout.players))
        stack = [(next(numbers), next(numbers)) for _ in range(depth)]
        frames = [
            [self._value(field, numbers) for field in frame]
            for frame in self.program.frames
        ]
        innermost = {number: [frame] for number, frame in enumerate(frames)}
        for number, _ in deep_frames(self.program):
            count = sum(procedure == number for procedure, _ in stack)
            innermost[number][:0] = [
                [self._value(field, numbers) for field in self.program.frames[number]]
                for _ in range(count - 1)
            ]
        for variable, field in self.program.variables:
            family = family_of(self.layout, variable)
            assert family is not None
            zone = variable.zone
            if zone is not None and zone.kind in ("hand", "area", "bag"):
                continue
            for slot in range(family.base, family.base + family.size):
                state[slot] = self._value(field, numbers)
        where = [next(numbers) for _ in self.layout.components]
        loose: dict[int, list[int]] = {}
        for component, slot in enumerate(where):
            state[self.layout.locations + component] = slot
            loose.setdefault(slot, []).append(component)
        for slot, kind in enumerate(self.layout.zone_kinds):
            if kind in ("hand", "area", "bag"):
                state[slot] = tuple(loose.get(slot, ()))
        state[BOX] = tuple(loose.get(BOX, ()))
        over = depth == 0
        state[FRAMES] = () if over else tuple(self._frames(stack, innermost))
        state[DECISION] = None if over else decision
        state[ACTOR] = None if over else actor
        state[SEED], state[COUNTER] = seed, counter
        state[TURN] = None if turn == NONE else turn
        state[TURNS], state[REVEALS] = turns, reveals
        state[PHASE] = None if phase == NONE else phase
        state[RESULT] = (None, result, ())[has_result]
        return state

    def _frames(
        self,
        stack: Sequence[tuple[int, int]],
        frames: Mapping[int, list[list[Any]]],
    ) -> Iterator[tuple[Any, ...]]:
        """The frames of a stack; those of one procedure lie there from the outermost on."""
        live = self.module.live
        left = {number: iter(every) for number, every in frames.items()}
        for procedure, pc in stack:
            frame = next(left[procedure])
            result = self.program.resumes[procedure][pc - 1]
            if result.what == "decision" and isinstance(result.node, Decide):
                at, alive = result.node.number, live.at_decision[result.node.number]
            else:
                at = self.module.resumes[procedure][id(result.node)]
                alive = live.at_block[procedure][at]
            values = tuple(
                value if place in alive else None for place, value in enumerate(frame)
            )
            yield procedure, at, values

    def _value(self, field: Kept, numbers: Iterator[int]) -> Any:
        kind = field.type
        match field.kind.name:
            case "int" if field.row:
                return next(numbers)
            case "int":
                return self._scalar(kind, next(numbers))
            case "list":
                inner = t.without_none(kind)
                assert isinstance(inner, t.ListType | t.SetType)
                result = tuple(
                    self._scalar(inner.item, next(numbers))
                    for _ in range(next(numbers))
                )
                return frozenset(result) if isinstance(inner, t.SetType) else result
            case "lists":
                count = next(numbers)
                at = [next(numbers) for _ in range(count + 1)]
                flat = [next(numbers) for _ in range(at[-1])]
                lists = [tuple(flat[a:b]) for a, b in pairwise(at)]
                return frozenset(lists) if isinstance(kind, t.SetType) else tuple(lists)
            case "bits":
                mask = 0
                for word in range(field.kind.size):
                    mask |= _wide(next(numbers), next(numbers)) << (64 * word)
                return mask
            case "bundle":
                return tuple(next(numbers) for _ in range(field.kind.size))
            case _:
                count = next(numbers)
                pairs = [(next(numbers), next(numbers)) for _ in range(count)]
                return dict(pairs)

    def _scalar(self, kind: t.Type, number: int) -> Any:
        inner = t.without_none(kind)
        if isinstance(inner, t.TextType) and number != NONE:
            return self.program.texts[number]
        if isinstance(inner, t.EdgeType) and number != NONE:
            return number >> 3, number & 7
        if isinstance(inner, t.RowType) and number != NONE:
            return self._rows[inner.table][number]
        return scalar(kind, number)

    def from_python(self, state: Sequence[Any]) -> list[int]:
        """The numbers of a state."""
        stack, frames = self._standing(state)
        result = state[RESULT]
        out = [-1 if state[DECISION] is None else state[DECISION]]
        out += (NONE if state[slot] is None else state[slot] for slot in _OF_PLAY)
        out += state[TURNS], state[REVEALS]
        out += 0 if result is None else 1 if result else 2, len(stack)
        out += _halves(state[SEED])
        out += _halves(state[COUNTER])
        out += result or (0,) * self.layout.players
        for standing in stack:
            out += standing
        for number, (writes, empty) in enumerate(self._frame_writers):
            if number not in frames:
                out += empty
                continue
            for write, value in zip(writes, frames[number][-1], strict=True):
                write(value, out)
        for number, _ in deep_frames(self.program):
            writes, _ = self._frame_writers[number]
            for frame in frames.get(number, ())[:-1]:
                for write, value in zip(writes, frame, strict=True):
                    write(value, out)
        for base, end, write in self._variable_writers:
            for value in state[base:end]:
                write(value, out)
        first = self.layout.locations
        out += state[first : first + len(self.layout.components)]
        return out

    @cached_property
    def _rows(self) -> dict[str, list[tuple[Any, ...]]]:
        """The rows of tables by their numbers."""
        return {table.name: rows for table, rows in self.program.rows.items()}

    @cached_property
    def _frame_writers(self) -> list[tuple[list[Write], list[int]]]:
        """For each frame how its places are written, and what it is while nothing is in it."""
        result = []
        for frame in self.program.frames:
            writes, empty = [self._writer(field) for field in frame], list[int]()
            for write in writes:
                write(None, empty)
            result.append((writes, empty))
        return result

    @cached_property
    def _variable_writers(self) -> list[tuple[int, int, Write]]:
        """Where each variable lies, and how its values are written."""
        result = []
        for variable, field in self.program.variables:
            family = family_of(self.layout, variable)
            assert family is not None
            zone = variable.zone
            if zone is None or zone.kind not in ("hand", "area", "bag"):
                end = family.base + family.size
                result.append((family.base, end, self._writer(field)))
        return result

    def _standing(
        self, state: Sequence[Any]
    ) -> tuple[list[tuple[int, int]], dict[int, list[Sequence[Any]]]]:
        """The stack, and the frames of each procedure from the outermost on."""
        stack: list[tuple[int, int]] = []
        frames: dict[int, list[Sequence[Any]]] = {}
        for depth, (procedure, at, values) in enumerate(state[FRAMES]):
            top = depth + 1 == len(state[FRAMES])
            resumes = self.program.resumes[procedure]
            pc = 0
            for position, result in enumerate(resumes):
                if (
                    top
                    and result.what == "decision"
                    and isinstance(result.node, Decide)
                ):
                    if result.node.number == at:
                        pc = position + 1
                elif not top and result.what == "call":
                    if self.module.resumes[procedure].get(id(result.node)) == at:
                        pc = position + 1
            stack.append((procedure, pc))
            frames.setdefault(procedure, []).append(values)
        return stack, frames

    def _writer(self, field: Kept) -> Write:
        """How a value that is kept so becomes numbers."""
        kind = t.without_none(field.type)
        match field.kind.name:
            case "int":
                return self.writer_of(field.type)
            case "list":
                assert isinstance(kind, t.ListType | t.SetType)
                return _written_in_a_row(self.writer_of(kind.item))
            case "lists":
                return _write_lists
            case "bits":
                return _written_as_bits(field.kind.size)
            case "bundle":
                empty = (0,) * field.kind.size
                return lambda value, out: out.extend(value or empty)
            case _:
                return _write_pairs

    def writer_of(self, kind: t.Type) -> Write:
        """How a value that is one number in C is written."""
        inner = t.without_none(kind)
        none = _none_of(inner)
        numbers = {text: at for at, text in enumerate(self.program.texts)}
        if isinstance(inner, t.TextType):
            return lambda value, out: out.append(
                none if value is None else numbers.get(value, 0)
            )
        if isinstance(inner, t.EdgeType):
            return lambda value, out: out.append(
                none if value is None else int(value[0]) << 3 | int(value[1])
            )
        if isinstance(inner, t.RowType):
            rows = self._rows[inner.table]
            return lambda value, out: out.append(
                none if value is None else rows.index(tuple(value))
            )
        return lambda value, out: out.append(none if value is None else int(value))


def _written_in_a_row(write: Write) -> Write:
    def write_row(value: Any, out: list[int]) -> None:
        items = sorted(value) if isinstance(value, frozenset) else value or ()
        out.append(len(items))
        for item in items:
            write(item, out)

    return write_row


def _write_lists(value: Any, out: list[int]) -> None:
    items = sorted(value) if isinstance(value, frozenset) else value or ()
    out.append(len(items))
    out += accumulate(map(len, items), initial=0)
    for item in items:
        out += item


def _written_as_bits(words: int) -> Write:
    def write_bits(value: Any, out: list[int]) -> None:
        mask = value or 0
        if isinstance(mask, tuple | frozenset):
            mask = sum(1 << member for member in mask)
        for word in range(words):
            out += _halves(mask >> (64 * word) & (2**64 - 1))

    return write_bits


def _write_pairs(value: Any, out: list[int]) -> None:
    pairs = sorted((value or {}).items())
    out.append(len(pairs))
    for pair in pairs:
        out += pair


def scalar(kind: t.Type, number: int) -> Any:
    """A value that is one number in C."""
    inner = t.without_none(kind)
    if number == _none_of(inner):
        return None
    return bool(number) if isinstance(inner, t.BoolType) else number


def _none_of(inner: t.Type) -> int:
    match inner:
        case t.IntType():
            return NO_NUMBER
        case t.PlaceType():
            return NO_PLACE
        case _:
            return NONE


def _wide(low: int, high: int) -> int:
    return (low & 0xFFFFFFFF) | (high & 0xFFFFFFFF) << 32


def _halves(value: int) -> tuple[int, int]:
    return _signed(value & 0xFFFFFFFF), _signed(value >> 32 & 0xFFFFFFFF)


def _signed(value: int) -> int:
    return value - 2**32 if value >= 2**31 else value
