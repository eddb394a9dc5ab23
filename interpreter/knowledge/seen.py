"""What a player sees of a position, as plain values of Python, one by one.

    position.seen_by(0).market["florin"]

Only what is asked for is worked out. What lies behind it is `Secrecy`, which says who can
look where, and `Recalled`, which says what a player knows without looking: nothing else is
told.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cache
from reprlib import Repr
from typing import Any

from attrs import define, field, frozen

from rulesrun.dsl.problems.nearest import did_you_mean
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.interpreter.evaluator.perform import Performer
from rulesrun.interpreter.knowledge.recalled import Recalled
from rulesrun.interpreter.knowledge.secrecy import Secrecy, known_count, known_kinds
from rulesrun.interpreter.knowledge.shown import Unknown, Working
from rulesrun.interpreter.runtime.layout import Family, State
from rulesrun.interpreter.runtime.naming import Names
from rulesrun.interpreter.runtime.support import bits
from rulesrun.interpreter.setup import brief, whole_number


@frozen
class Hidden:
    """What a player cannot know; `count` is how much of it, where that is known.

    `kinds` are those of which there are any, by their names, where only that is known.
    `known` are the components, by their names in alphabetical order, that the player
    knows to be among the others there, though not at which place. Copies that look alike
    have the name of the first.
    """

    count: int | None
    kinds: frozenset[str] | None = None
    known: tuple[str, ...] = ()

    def __repr__(self) -> str:
        count = "?" if self.count is None else str(self.count)
        suffix = f" with {', '.join(self.known)}" if self.known else ""
        return f"<Hidden {' '.join([count, *sorted(self.kinds or ())])}{suffix}>"


class _Short(Repr):
    """Values as they are printed: of long ones the beginning."""

    def __init__(self) -> None:
        super().__init__()
        self.maxdict = self.maxtuple = self.maxfrozenset = 12
        self.maxstring = self.maxother = 60

    def repr_SeenFamily(self, seen: SeenFamily, level: int) -> str:
        return self.repr_dict(dict(seen), level)


_SHORT = _Short()

Readable = Callable[[Any], Any]
"""Makes a value of the rules one that is plain in Python."""


def readable(names: Names, kind: t.Type) -> Readable:
    """How values of a type are read.

    Numbers, truth values, texts and none are what they are; players are seats, from 0;
    values of enums, components, cells and places are their names; lists are tuples, sets
    frozen sets, bundles and growing grids mappings. Zones are tuples of names, or what
    lies in them where that is at most one thing or a number.
    """

    def by_name(value: Any) -> Any:
        return names.name(kind, value)

    match t.bundle_of(kind) or kind:
        case t.IntType() | t.BoolType() | t.TextType() | t.PlayerType():
            return _itself
        case t.ZoneType("stock" | "space", t.PieceType()):
            return _itself
        case t.OptionalType(item) | t.ZoneType("space", item):
            inner = readable(names, item)
            return lambda value: None if value is None else inner(value)
        case t.SetType(item):
            inner = readable(names, item)
            return lambda value: frozenset(
                inner(v) for v in (bits(value) if isinstance(value, int) else value)
            )
        case t.ListType(item) | t.ZoneType(_, item):
            inner = readable(names, item)
            return lambda value: tuple(inner(v) for v in value)
        case t.TupleType(items):
            parts = [readable(names, item) for item in items]
            return lambda value: tuple(
                part(v) for part, v in zip(parts, value, strict=True)
            )
        case t.BundleType(enum):
            kinds = [value.name for value in names.world.enum(enum).values]
            return lambda value: dict(zip(kinds, value, strict=True))
        case t.GridType(shape, item):
            inner, place = readable(names, item), readable(names, t.PlaceType(shape))
            return lambda value: {place(at): inner(v) for at, v in value.items()}
        case _:
            return by_name


def _itself(value: Any) -> Any:
    return value


@frozen(eq=False)
class Read:
    """A slot of the state: of which variable, for which keys, and how its values are read."""

    at: int
    symbol: VariableSymbol
    indexes: tuple[int, ...]
    reader: Readable


@define(eq=False)
class Reading:
    """How the variables of a game are read: for each name, its slots by their keys.

    A variable of players and one of cells can have one name; their keys differ.
    """

    called: Names
    _families: dict[str, list[Family]] = field(factory=dict, init=False)
    _slots: dict[str, dict[Hashable, Read]] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        for symbol, family in self.called.layout.told.items():
            self._families.setdefault(symbol.name, []).append(family)

    @property
    def names(self) -> list[str]:
        """The variables and zones of the rules, in their order, then what is shown."""
        return list(self._families)

    def slots(self, name: str) -> dict[Hashable, Read] | None:
        """The slots of a name by their keys: one as it is, several in a tuple.

        None where there is no such variable; the key `()` is that of one without keys.
        """
        result = self._slots.get(name)
        if result is None and name in self._families:
            each = (self._keyed(family) for family in self._families[name])
            result = self._slots[name] = {
                key: slot for slots in each for key, slot in slots
            }
        return result

    def _keyed(self, family: Family) -> Iterator[tuple[Hashable, Read]]:
        symbol = family.symbol
        reader = readable(self.called, symbol.type)
        readers = [readable(self.called, key.type) for key in symbol.all_keys]
        for slot in range(family.base, family.base + family.size):
            indexes = family.indexes(slot)
            keys = tuple(r(i) for r, i in zip(readers, indexes, strict=True))
            entry = Read(slot, symbol, indexes, reader)
            yield keys[0] if len(keys) == 1 else keys, entry


@frozen(eq=False, repr=False)
class SeenFamily(Mapping[Any, Any]):
    """A variable that there is several times, by its keys, as a player sees it.

    Keys are written like values: a seat, the name of a good or a cell, a number; several
    of them in the order of the rules, that of the owner first.
    """

    _seen: SeenBy
    _name: str
    _slots: dict[Hashable, Read]

    def __getitem__(self, key: Any) -> Any:
        slot = self._slots.get(key)
        if slot is None:
            raise KeyError(f"there is no `{self._name}` of {key!r}")
        return self._seen._value(slot)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._slots)

    def __len__(self) -> int:
        return len(self._slots)

    def __repr__(self) -> str:
        return _SHORT.repr(dict(self))


@frozen(eq=False, repr=False)
class SeenBy(Mapping[str, Any]):
    """All that a player sees: each variable of the rules, and what is shown, by its name.

    They are attributes, too, unless a mapping has an attribute of that name. What lies
    hidden now is among it where the player knows it from before.
    """

    _reading: Reading
    _state: State
    _hidden: frozenset[int]
    _working: Working
    _recalled: Callable[[], Recalled]

    def __getitem__(self, name: str) -> Any:
        slots = self._reading.slots(name)
        if slots is None:
            raise KeyError(_unknown(self._reading, name))
        alone = slots.get(())
        return SeenFamily(self, name, slots) if alone is None else self._value(alone)

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(_unknown(self._reading, name)) from None

    def __dir__(self) -> Sequence[str]:
        return [*super().__dir__(), *self._reading.names]

    def __iter__(self) -> Iterator[str]:
        return iter(self._reading.names)

    def __len__(self) -> int:
        return len(self._reading.names)

    def __repr__(self) -> str:
        lines = (f"  {name}: {_SHORT.repr(value)}" for name, value in self.items())
        return "\n".join((f"what player {self._who()} sees:", *lines))

    def _who(self) -> str:
        player = self._working.player
        return "?" if player is None else str(player + 1)

    def _kinds(self, symbol: VariableSymbol, value: Any) -> frozenset[str] | None:
        kinds = known_kinds(symbol, value)
        if kinds is None:
            return None
        match t.bundle_of(symbol.type), symbol.type:
            case t.BundleType(enum), _:
                values = self._reading.called.world.enum(enum).values
                return frozenset(values[kind].name for kind in kinds)
            case _, t.ZoneType(item=t.PieceType(name)):
                return frozenset([name] if kinds else [])
            case _:
                return None

    def _value(self, slot: Read) -> Any:
        if slot.at >= self._reading.called.layout.size:
            try:
                return slot.reader(self._working.value(slot.symbol, slot.indexes))
            except Unknown:
                return Hidden(None)
        value = self._state[slot.at]
        if slot.at in self._hidden:
            return self._hidden_value(slot, value)
        return slot.reader(value)

    def _hidden_value(self, slot: Read, value: Any) -> Any:
        """What the player knows of what is in a slot that he or she cannot look into."""
        count = known_count(slot.symbol, value, hidden=True)
        if count == 0:
            return Hidden(0, self._kinds(slot.symbol, value))
        recalled = self._recalled()
        components = self._reading.called.layout.components
        is_known, content = recalled.content(slot.at, value, components)
        if is_known:
            visible = slot.reader(content)
            return tuple(sorted(visible)) if recalled.is_loose(slot.at) else visible
        among = tuple(sorted(components[component].name for component in content))
        return Hidden(count, self._kinds(slot.symbol, value), among)


def seen_by(
    reading: Reading,
    performer: Performer,
    secrecy: Secrecy,
    state: State,
    player: int | None,
    recall: Callable[[State, int], Recalled],
) -> SeenBy:
    """What a player (a seat, from 0) sees of a state as it is now; none sees all.

    `recall` gives what a seat knows in a state without looking; it is called at most
    once, when anything hidden is asked for. Raises ValueError where there is no such player.
    """
    state = state.copy()
    if player is None:
        working = Working(performer, secrecy, state, None)
        return SeenBy(reading, state, frozenset(), working, _sees_all)
    seat, last = whole_number(player), secrecy.layout.players - 1
    if seat is None or not 0 <= seat <= last:
        raise ValueError(f"there is no seat {brief(player)}; seats are 0 to {last}")
    working = Working(performer, secrecy, state, seat)
    hidden = secrecy.slots(seat, state)
    return SeenBy(reading, state, hidden, working, cache(lambda: recall(state, seat)))


def _sees_all() -> Recalled:
    return Recalled(frozenset(), frozenset(), ())


def _unknown(reading: Reading, name: str) -> str:
    hint = did_you_mean(name, reading.names)
    return f"the rules have no variable `{name}`{f'; {hint}' if hint else ''}"
