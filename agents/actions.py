"""Options by numbers that stay the same through a whole game.

Programs that learn want a fixed list of actions. What can be chosen is declared: each
item of a decision has a block of numbers, one for each combination of values that its
parameters may have. Where these are too many to count out (sets of cards, say), the
options of the item are numbered as they come, from the first of its block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from math import prod

from attrs import field, frozen

from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.runtime.layout import Layout, RawOption

MOST_COMBINATIONS = 20_000
"""An item with more combinations of values has its options numbered as they come."""

NUMBERED_AS_THEY_COME = 1_000
"""So many numbers are kept for such an item; of more options the rest has no number."""


@frozen(eq=False)
class Block:
    """The numbers of one item of a decision: `size` of them, from `first` on.

    `kinds` are the types of its parameters; none where options are numbered as they
    come.
    """

    first: int
    size: int
    kinds: tuple[t.Type, ...] | None


@frozen(eq=False)
class Actions:
    """The actions of a game: `size` of them, numbered from 0."""

    game: Game
    blocks: dict[tuple[int, int], Block] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        first = 0
        for decision in self.game.module.core.decisions:
            for number, item in enumerate(decision.items):
                kinds = tuple(local.type for local in item.chosen)
                size = _combinations(self.game.layout, kinds)
                block = Block(first, size or NUMBERED_AS_THEY_COME, kinds)
                if size is None:
                    block = Block(first, NUMBERED_AS_THEY_COME, None)
                self.blocks[decision.number, number] = block
                first += block.size

    @cached_property
    def size(self) -> int:
        """How many actions there are in the whole game."""
        return sum(block.size for block in self.blocks.values())

    def options(
        self, position: Position, raw: Sequence[RawOption] | None = None
    ) -> dict[int, int]:
        """The actions possible now, ascending, each with the number of its option.

        With `raw` options are numbered as if they were these.
        """
        raw = position.raw if raw is None else raw
        return dict(sorted(self._numbered(position, raw)))

    def _numbered(
        self, position: Position, raw: Sequence[RawOption]
    ) -> Iterator[tuple[int, int]]:
        if position.over:
            return
        decision = position.decision_plan.number
        met: dict[int, int] = {}
        for number, (item, values) in enumerate(raw):
            block = self.blocks[decision, item]
            if block.kinds is None:
                inner = met.get(item, 0)
                met[item] = inner + 1
                if inner >= block.size:
                    continue
            else:
                inner = _code(self.game.layout, block.kinds, values)
            yield block.first + inner, number

    def name(self, action: int) -> str:
        """What an action is, in the words of logs and scripts; raises IndexError.

        Of options that are numbered as they come it is the item, with a number.
        """
        for (decision, number), block in self.blocks.items():
            inner = action - block.first
            if not 0 <= inner < block.size:
                continue
            item = self.game.module.core.decisions[decision].items[number]
            if block.kinds is None:
                return f"{item.name} #{inner + 1}"
            values = _values(self.game.layout, block.kinds, inner)
            return self.game.names.choice(item, values)
        raise IndexError(f"there is no action {action}")

    def raw(self, position: Position, action: int) -> RawOption:
        """The option of an action; raises KeyError where it is not possible now."""
        return position.raw[self.options(position)[action]]


def _combinations(layout: Layout, kinds: Sequence[t.Type]) -> int | None:
    sizes = [span_of(layout, kind) for kind in kinds]
    if any(span is None for span in sizes):
        return None
    total = prod(len(span) for span in sizes if span is not None)
    return total if total <= MOST_COMBINATIONS else None


def span_of(layout: Layout, kind: t.Type) -> range | None:
    """The values of a type as whole numbers; none if they are not that few."""
    match kind:
        case t.IntType(int(low), int(high)):
            return range(low, high + 1)
        case t.BoolType():
            return range(2)
        case t.EnumType(name):
            return range(len(layout.world.enum(name).values))
        case t.PlayerType():
            return range(layout.participants)
        case t.CellType() as cell:
            return range(len(layout.board_of(cell).names))
        case t.ComponentType(names):
            spans = [layout.spans[name] for name in names]
            return range(min(s.start for s in spans), max(s.stop for s in spans))
        case t.OptionalType(item):
            span = span_of(layout, item)
            return None if span is None else range(span.start - 1, span.stop)
        case t.TupleType(items):
            total = _combinations(layout, items)
            return None if total is None else range(total)
        case _:
            return None


def _code(layout: Layout, kinds: Sequence[t.Type], values: Sequence[object]) -> int:
    """The values as one number: each is a digit, its type's values are the base."""
    code = 0
    for kind, value in zip(kinds, values, strict=True):
        span = span_of(layout, kind)
        assert span is not None
        code = code * len(span) + _place(layout, kind, value, span)
    return code


def _values(layout: Layout, kinds: Sequence[t.Type], code: int) -> tuple[object, ...]:
    """The values that `_code` makes one number of."""
    values = list[object]()
    for kind in reversed(kinds):
        span = span_of(layout, kind)
        assert span is not None
        code, digit = divmod(code, len(span))
        inner = kind.item if isinstance(kind, t.OptionalType) else kind
        if isinstance(kind, t.OptionalType) and not digit:
            values.append(None)
        elif isinstance(inner, t.TupleType):
            values.append(_values(layout, inner.items, digit + span.start))
        else:
            values.append(digit + span.start)
    return tuple(reversed(values))


def _place(layout: Layout, kind: t.Type, value: object, span: range) -> int:
    if value is None:
        return 0
    inner = kind.item if isinstance(kind, t.OptionalType) else kind
    if isinstance(inner, t.TupleType) and isinstance(value, tuple):
        code = _code(layout, inner.items, value)
    else:
        assert isinstance(value, int)
        code = value
    return code - span.start
