"""What a choice gave: points, cards and stocks of participants, as far as each may see it.

What the next turn or phase begins with, such as an income or a count of turns, is none of it;
what is given after an announcement, such as that of a scoring, is told of that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from itertools import pairwise
from typing import Any
from weakref import WeakKeyDictionary

from attrs import evolve, frozen

from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.strips import is_counted, is_numbered
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.interpreter.game import Game, Option, Position
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER, held_in, known_count
from rulesrun.interpreter.runtime.layout import NEWS, RawOption, State
from rulesrun.interpreter.runtime.showing import announced
from rulesrun.interpreter.runtime.support import Unforeseeable
from rulesrun.table.values import Plain, face_of

MOST = 12
"""Of more changes by one choice only the first are told, and lit up."""

MOST_NAMED = 3
"""Of more components that took the place of as many others nothing is told."""


@frozen
class Gain:
    """A change of one variable or zone.

    Attributes:
        name: The variable or zone.
        slot: Where it lies in the state.
        owner: The participant whose it is, or none.
        amount: What has been added to a number, or to each kind in a bundle.
        value: What a number is now that rules only set, and neither add to nor take from.
        came: The components that have come there, each with those who have seen that its
            owner had it before.
        more: By how much more lies there.
        count: The same for those who do not see what, as far as its owner has more in all:
            a card that goes from a hand to be laid down secretly is no gain.
        shared: Whether it is told though it is nobody's: where all win or lose as one.
        keys: What stands on the page for what has changed.
        to: The seats, perhaps ONLOOKER, and none for who may know everything, who see it;
            others only the `count`.
    """

    name: str
    slot: int
    owner: int | None
    amount: int | tuple[int, ...] | None
    value: int | None
    came: tuple[tuple[str, frozenset[int | None]], ...]
    more: int
    count: int
    shared: bool
    keys: tuple[str, ...]
    to: frozenset[int | None]

    def seen_by(self, viewer: int | None) -> Plain:
        """How much more or less a participant has, as somebody may see it, or nothing.

        It is a number, a list of numbers (of each kind of a bundle), a list of the names of
        components, `{"count": n}` where only their number is seen, or `{"value": n}` of a
        number that is only set.
        """
        if self.owner is None and not self.shared:
            return None
        if viewer not in self.to:
            return {"count": self.count} if self.count > 0 else None
        if isinstance(self.amount, tuple):
            return list(self.amount)
        if self.value is not None:
            return {"value": self.value}
        faces = [face for face, knowers in self.came if viewer not in knowers]
        if self.more <= 0 and len(faces) > MOST_NAMED:
            return None  # a hand that was passed on
        return faces or self.amount


def gains(
    labels: Labels, before: State, option: RawOption, after: State
) -> tuple[Gain, ...]:
    """What an option gave that was chosen in a state, where `after` is the next decision's."""
    return gains_apart(labels, before, option, after)[0]


def gains_apart(
    labels: Labels, before: State, option: RawOption, after: State
) -> tuple[tuple[Gain, ...], ...]:
    """The same, and then what was given after each announcement to everybody."""
    machine = labels.game.machine
    every = range(announced(after[NEWS]) + 1)
    stages = [machine.before_next(before, option, after, passed) for passed in every]
    parts = pairwise([before, *stages])
    return tuple(_gains(labels, one, other, after) for one, other in parts)


def _gains(
    labels: Labels,
    before: State,
    after: State,
    stands: State,
    unseen: Set[int] = frozenset(),
) -> tuple[Gain, ...]:
    """What has changed from one state to a later one, in the order of the rules.

    Only what still `stands` so is lit up. The slots `unseen` are left out.
    """
    game = labels.game
    layout = game.layout
    viewers: tuple[int | None, ...] = (*range(layout.participants), ONLOOKER, None)
    is_hidden = game.machine.secrecy.is_hidden
    now = evolve(labels, state=after)

    def viewers_of(slot: int, *states: State) -> frozenset[int | None]:
        return frozenset(
            v for v in viewers if not any(is_hidden(slot, v, state) for state in states)
        )

    changes = []
    for symbol, family in layout.variables.items():
        if labels.is_inner(symbol):
            continue
        for slot in range(family.base, family.base + family.size):
            if slot in unseen or before[slot] == after[slot]:
                continue
            indexes = family.indexes(slot)
            owner = _owner(game, symbol, indexes, after)
            arrived = tuple(_came(game, symbol.type, slot, owner, before, after))
            came = [
                (face_of(now, number), viewers_of(was, before) if had else frozenset())
                for number, was, had in arrived
            ]
            lit = [
                f"component:{slot}:{face}"
                for (number, *_), (face, _) in zip(arrived, came, strict=True)
                if stands[layout.locations + number] == slot
            ]
            counts = [
                known_count(symbol, content, hidden=True) or 0
                for content in (before[slot], after[slot])
            ]
            changes.append(
                Gain(
                    symbol.name,
                    slot,
                    owner,
                    _amount(game, symbol, before[slot], after[slot]),
                    _value(game, symbol, after[slot]),
                    tuple(came),
                    counts[1] - counts[0],
                    counts[1] - counts[0],
                    symbol.owner is None and game.lowered.core.endings.cooperative,
                    (*lit, *_keys(symbol, indexes)),
                    viewers_of(slot, before, after, stands),
                )
            )
    kinds = {symbol.name: symbol.type for symbol in layout.variables}
    in_all: Counter[int | None] = Counter()
    for one in changes:
        if _holds(kinds[one.name]):
            in_all[one.owner] += one.more
    return tuple(
        evolve(one, count=min(one.more, in_all[one.owner]))
        if _holds(kinds[one.name])
        else one
        for one in changes
    )


def _owner(
    game: Game, symbol: VariableSymbol, indexes: tuple[int, ...], state: State
) -> int | None:
    """Whose it is: with what lies on a tile, whoever has the tile, as far as all see that."""
    if symbol.owner == t.PLAYER:
        return indexes[0]
    if not (_amounts(symbol.type) and isinstance(symbol.owner, t.ComponentType)):
        return None
    where = state[game.layout.locations + indexes[0]]
    is_hidden = game.machine.secrecy.is_hidden
    owner = _owners(game).get(where)
    return None if owner is None or is_hidden(where, ONLOOKER, state) else owner


def _amounts(kind: t.Type) -> bool:
    """Whether pieces, or so many of each kind of something, are what is held."""
    is_pieces = isinstance(kind, t.ZoneType) and isinstance(kind.item, t.PieceType)
    return is_pieces or t.bundle_of(kind) is not None


def _holds(kind: t.Type) -> bool:
    """Whether components lie in what is of a type."""
    if isinstance(kind, t.ZoneType):
        return not isinstance(kind.item, t.PieceType)
    return isinstance(kind, t.GridType)


def as_seen(changes: Sequence[Gain], viewer: int | None) -> dict[str, Plain]:
    """The same as somebody may see it: `gave` and `keys`, each only where there are any.

    Of `gave` each is the name of a variable or zone, its slot, its owner, and what
    `Gain.seen_by` gives.
    """
    gave: list[Plain] = []
    keys: dict[str, None] = {}
    for gain in changes:
        if viewer in gain.to:
            keys.update(dict.fromkeys(gain.keys))
        change = gain.seen_by(viewer)
        if change is not None:
            gave.append([gain.name, gain.slot, gain.owner, change])
    data: dict[str, Plain] = {}
    if gave:
        data["gave"] = gave[:MOST]
    if keys:
        data["keys"] = list(keys)[:MOST]
    return data


def expected(labels: Labels, position: Position, option: Option) -> tuple[Gain, ...]:
    """What an option would give at once, as far as whoever chooses can know it."""
    machine, before = position.game.machine, position.state
    assert position.player is not None
    unseen = machine.secrecy.slots(position.player, before)
    after = machine.as_far_as_foreseen(before, option.raw)
    try:
        return _gains(labels, before, after, after, unseen)
    except Unforeseeable:  # who sees a variable depends on what is veiled
        return ()


def _amount(
    game: Game, symbol: VariableSymbol, before: Any, after: Any
) -> int | tuple[int, ...] | None:
    """What has been added; none where that is no number, or one that is only set."""
    match symbol.type:
        case t.ZoneType("space", t.PieceType()):
            return None
        case t.IntType() if not is_counted(game.program, symbol):
            return None
        case t.IntType() | t.ZoneType(_, t.PieceType()) if isinstance(before, int):
            return int(after - before)
        case kind if t.bundle_of(kind) is not None and before is not None:
            return tuple(b - a for a, b in zip(before, after, strict=True))
        case _:
            return None


def _value(game: Game, symbol: VariableSymbol, after: Any) -> int | None:
    """What a number that is only set is now; none of those at numbered places, of which
    one may take the place of another.
    """
    is_set = isinstance(symbol.type, t.IntType) and not is_counted(game.program, symbol)
    return int(after) if is_set and not is_numbered(symbol) else None


def _came(
    game: Game, kind: t.Type, slot: int, owner: int | None, before: State, after: State
) -> Iterator[tuple[int, int, bool]]:
    """The components that have come there, each with the slot where it lay before, and
    whether that is of the same owner.
    """
    if not _holds(kind):
        return
    owners = _owners(game)
    locations = game.layout.locations
    for number in held_in(after[slot]):
        was = before[locations + number]
        if was != slot:
            yield number, was, owner is not None and owners.get(was) == owner


_OWNERS: WeakKeyDictionary[Game, dict[int, int]] = WeakKeyDictionary()


def _owners(game: Game) -> dict[int, int]:
    """Whose each slot is that belongs to a participant."""
    owners = _OWNERS.get(game)
    if owners is None:
        owners = _OWNERS[game] = {
            slot: family.indexes(slot)[0]
            for symbol, family in game.layout.variables.items()
            if symbol.owner == t.PLAYER
            for slot in range(family.base, family.base + family.size)
        }
    return owners


def _keys(symbol: VariableSymbol, indexes: tuple[int, ...]) -> Iterator[str]:
    """What stands on the page for a slot: its cell, or the value or number it is for."""
    for key, index in zip(symbol.all_keys, indexes, strict=True):
        match key.type:
            case t.CellType(board):
                yield f"cell:{board}:{index}"
                return
            case t.EnumType(enum):
                yield f"enum:{enum}:{index}"
                return
            case t.IntType() if is_numbered(symbol):
                yield f"at:{symbol.name}:{index}"
                return
