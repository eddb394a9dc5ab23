"""A choice made part by part: the item, each value, and of several things one by one.

Nothing is listed for it. What can be said next, and how many options begin as has been
said, follows from what is offered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any

from attrs import evolve, field, frozen

from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.expressions import Given
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.problems.nearest import did_you_mean
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.evaluator.heads import looks
from rulesrun.interpreter.evaluator.offers import Bunch, Offers
from rulesrun.interpreter.inspection import Option, Standing
from rulesrun.interpreter.runtime.layout import RawOption
from rulesrun.interpreter.runtime.naming import told_apart
from rulesrun.interpreter.runtime.subsets import Looking
from rulesrun.interpreter.runtime.ways import shared

ENOUGH = "enough"
"""The name of the part that says that no more things are to be chosen."""


class NoSuchPart(ValueError):
    """That cannot be said next; the message says what can."""


@frozen(eq=False)
class Part:
    """Something that can be said next of a choice.

    `name` is in the words of logs; `value` the number of an item, a value of the
    parameter or a thing to be added to it, none where it is enough.
    """

    name: str
    value: Any
    left: tuple[Bunch, ...] = field(repr=False)

    def __str__(self) -> str:
        return self.name


@frozen(eq=False, repr=False, slots=False)
class PartialChoice:
    """A choice of which some parts are said; saying more gives another one.

    `item` is the number of the item, none where it is not said yet; `values` are those
    of its first parameters, `things` what has been said of the next one where several
    things are chosen.
    """

    position: Standing
    left: tuple[Bunch, ...]
    item: int | None = None
    values: tuple[Any, ...] = ()
    things: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return f"<PartialChoice of {self.count:,} options>"

    @property
    def count(self) -> int:
        """How many options go on from here."""
        return sum(bunch.count for bunch in self.left)

    @property
    def parameter(self) -> str | None:
        """The name of what is to be said next; none for the item, or if all is said."""
        line = self._line
        return None if line is None else line.local.name

    @property
    def option(self) -> Option | None:
        """The option, once all is said."""
        if self.item is None or self._line is not None:
            return None
        return self._option(self.left[0].first)

    def draw(self, chance: Random) -> Option:
        """One of the options that go on from here, each with equal chance."""
        return self.nth(chance.randrange(self.count))

    def nth(self, number: int) -> Option:
        """The option of that number among those that go on from here; raises IndexError."""
        return self._option(Offers(self.left)[number])

    @cached_property
    def next(self) -> tuple[Part, ...]:
        """All that can be said next, each with some option that goes on from there."""
        line = self._line
        if self.item is None:
            return self._items()
        if line is None:
            return ()
        if line.several:
            return self._things(line)
        return self._values(line)

    def say(self, part: Part | str) -> PartialChoice:
        """The choice of which that is said, too: a part or its name; raises NoSuchPart."""
        possible = self.next
        name = part.name if isinstance(part, Part) else part
        result = next((p for p in possible if p.name == name), None)
        if result is None:
            raise NoSuchPart(_unsayable(name, [p.name for p in possible]))
        if self.item is None:
            return evolve(self, left=result.left, item=result.value)
        line = self._line
        assert line is not None
        if not line.several:
            return evolve(self, left=result.left, values=(*self.values, result.value))
        if result.value is not None:
            return evolve(self, left=result.left, things=(*self.things, result.value))
        value = result.left[0].first[1][len(self.values)]
        return evolve(self, left=result.left, values=(*self.values, value), things=())

    # ---- what can be said next -----------------------------------------------------------

    @property
    def _line(self) -> stmt.Select | None:
        """The line of the head that chooses what is to be said next."""
        if self.item is None:
            return None
        lines = _selects(self._items_of_decision[self.item])
        return lines[len(self.values)] if len(self.values) < len(lines) else None

    @property
    def _items_of_decision(self) -> Sequence[stmt.Item]:
        return self.position.decision_plan.items

    def _option(self, raw: RawOption) -> Option:
        return self.position.option_of(raw)

    def _items(self) -> tuple[Part, ...]:
        result = _parted((bunch.item, bunch) for bunch in self.left)
        names = told_apart([self._items_of_decision[item].name for item in result])
        pairs = zip(names, result.items(), strict=True)
        return tuple(Part(name, item, left) for name, (item, left) in pairs)

    def _values(self, line: stmt.Select) -> tuple[Part, ...]:
        at, names = len(self.values), self.position.game.names
        result = _parted((bunch.values[at], bunch) for bunch in self.left)
        called = told_apart([names.name(line.local.type, value) for value in result])
        pairs = zip(called, result.items(), strict=True)
        return tuple(Part(name, value, left) for name, (value, left) in pairs)

    def _things(self, line: stmt.Select) -> tuple[Part, ...]:
        names, kind = self.position.game.names, _thing(line.local)
        result: dict[str, tuple[int, list[Bunch]]] = {}
        enough = []
        for bunch in self.left:
            whole = self._whole(bunch, line)
            if whole is not None:
                enough.append(whole)
            for thing, left in self._further(bunch, line):
                name = names.name(kind, thing)
                result.setdefault(name, (thing, []))[1].append(left)
        parts = [Part(name, kind, tuple(left)) for name, (kind, left) in result.items()]
        if enough:
            parts.append(Part(ENOUGH, None, tuple(enough)))
        return tuple(parts)

    def _value_of_things(self, bunch: Bunch, line: stmt.Select) -> tuple[int, ...]:
        """What is said of several things as the options of a bunch have it."""
        if bunch.selections is not None and len(bunch.values) == len(self.values):
            if bunch.selections.groups is not None:
                return bunch.selections.chosen(bunch.selections.way(self.things))
            return _bundle(self.things, len(bunch.selections.ways.sizes))
        value = bunch.values[len(self.values)]
        if isinstance(line.local.type, t.BundleType):
            return _bundle(self.things, len(value))
        return shared(value, Counter(self.things))

    def _whole(self, bunch: Bunch, line: stmt.Select) -> Bunch | None:
        """The options that choose what is said, and no more."""
        text = self._value_of_things(bunch, line)
        if bunch.selections is None or len(bunch.values) > len(self.values):
            return bunch if bunch.values[len(self.values)] == text else None
        if not bunch.selections.holds(text):
            return None
        return Bunch(bunch.item, (*bunch.values, text))

    @cached_property
    def _looks(self) -> Looking | None:
        """By what things that are one option are told, in the line that is asked now."""
        line = self._line
        if line is None or self.item is None:
            return None
        item, state = self._items_of_decision[self.item], self.position.state
        performer = self.position.game.performer
        evaluator, local = performer.evaluator(state), performer.locals_of(state)
        if item.action is not None:
            args = (evaluator.value(arg, local) for arg in item.args)
            local = dict(zip(item.action.params, args, strict=True))
        values = iter(self.values)
        for before in _head(item):
            if before is line:
                break
            if isinstance(before, stmt.Select):
                local[before.local] = next(values)
            elif isinstance(before, Given):
                local[before.local] = evaluator.value(before.value, local)
        return looks(evaluator, line, local)

    def _further(self, bunch: Bunch, line: stmt.Select) -> Iterator[tuple[int, Bunch]]:
        """What can be added, each with the options that have it, too."""
        text = self._value_of_things(bunch, line)
        if bunch.selections is not None and len(bunch.values) == len(self.values):
            way = bunch.selections.way(text)
            for thing, left in bunch.selections.further(way):
                yield thing, evolve(bunch, selections=left)
            return
        value = bunch.values[len(self.values)]
        if isinstance(line.local.type, t.BundleType):
            for kind, (there, taken) in enumerate(zip(value, text, strict=True)):
                if there > taken:
                    yield kind, bunch
            return
        met, before, alike = set(), Counter(text), self._looks
        for thing in value:
            if before[thing]:
                before[thing] -= 1
                continue
            face = thing if alike is None else alike[thing]
            if face not in met:
                met.add(face)
                yield thing, bunch


def begun(position: Standing) -> PartialChoice:
    """A choice of which nothing is said yet."""
    if position.over:
        return PartialChoice(position, ())
    if isinstance(position.raw, Offers):
        return PartialChoice(position, position.raw.bunches)
    left = tuple(Bunch(item, values) for item, values in position.raw)
    return PartialChoice(position, left)


def _head(item: stmt.Item) -> Sequence[stmt.HeadLine]:
    return item.head if item.action is None else item.action.head


def _selects(item: stmt.Item) -> list[stmt.Select]:
    return [line for line in _head(item) if isinstance(line, stmt.Select)]


def _parted(pairs: Iterator[tuple[Any, Bunch]]) -> dict[Any, tuple[Bunch, ...]]:
    result: dict[Any, list[Bunch]] = {}
    for value, bunch in pairs:
        result.setdefault(value, []).append(bunch)
    return {value: tuple(left) for value, left in result.items()}


def _thing(local: Local) -> t.Type:
    """The type of one of several things."""
    match t.without_none(local.type):
        case t.BundleType(enum):
            return t.EnumType(enum)
        case t.ListType(item) | t.SetType(item):
            return item
        case other:
            return other


def _bundle(things: Sequence[int], size: int) -> tuple[int, ...]:
    counts = Counter(things)
    return tuple(counts[kind] for kind in range(size))


def _unsayable(name: str, possible: Sequence[str]) -> str:
    if not possible:
        return f"`{name}` cannot be said: all is said already"
    hint = did_you_mean(name, possible)
    listed = ", ".join(possible[:8]) + (", ..." if len(possible) > 8 else "")
    return f"`{name}` cannot be said now, only {listed}{f'; {hint}' if hint else ''}"
