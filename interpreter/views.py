"""What a player may know of a position, and nothing more.

Hidden is what lies face down (decks), in a bag, in somebody else's hand, or in a
variable declared `secret` or `seen by owner`: of those only the number is seen. One
function says what is seen; pictures, logs and tests all start from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import frozen

from rulesrun.dsl import nodes
from rulesrun.dsl.symbols import VariableSymbol
from rulesrun.dsl.value_types import (
    ComponentType,
    GridType,
    PieceType,
    Type,
    ZoneType,
    bundle_of,
)
from rulesrun.interpreter import chance
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.layout import Layout
from rulesrun.interpreter.secrecy import is_hidden


@frozen
class Seen:
    """One variable or zone as a player sees it.

    `owner` and `keys` say which one of its family it is (values of the keys' types);
    `hidden` that only `count` is known; `value` what is known otherwise.
    """

    name: str
    labels: nodes.Labels
    kind: str
    type: Type
    owner: Any
    keys: tuple[Any, ...]
    hidden: bool
    count: int | None
    value: Any


@frozen
class View:
    """All that a player sees: the variables in the order of the file.

    `player` is none for somebody who may see everything.
    """

    player: int | None
    turn: int | None
    actor: int | None
    phase: nodes.Labels | None
    seen: tuple[Seen, ...]
    over: bool
    ranking: tuple[int, ...] | None


def view(position: Position, player: int | None) -> View:
    """The position as that player (a seat, from 0) may know it; none sees all."""
    layout = position.game.layout
    seen = tuple(_seen(position, layout, player))
    return View(
        player,
        position.turn,
        position.player,
        position.phase,
        seen,
        position.over,
        position.ranking,
    )


def _seen(position: Position, layout: Layout, player: int | None) -> Iterator[Seen]:
    for symbol, family in layout.families.items():
        for slot in range(family.base, family.base + family.size):
            indexes = family.indexes(slot)
            owner = indexes[0] if symbol.owner is not None else None
            keys = indexes[1:] if symbol.owner is not None else indexes
            value = position.state[slot]
            hidden = player is not None and is_hidden(symbol, indexes, player)
            yield Seen(
                symbol.name,
                symbol.decl.labels,
                kind_of(symbol),
                symbol.type,
                owner,
                keys,
                hidden,
                _count(symbol, value, hidden),
                None if hidden else value,
            )


def kind_of(symbol: VariableSymbol) -> str:
    """`value`, `grid`, or the kind of zone it is."""
    match symbol.type:
        case ZoneType("stock", PieceType(_, str())):
            return "piece bundle"
        case ZoneType(kind, PieceType()):
            return f"piece {kind}"
        case ZoneType(kind, _):
            return kind
        case GridType():
            return "grid"
        case _:
            return "value"


def _count(symbol: VariableSymbol, value: Any, hidden: bool) -> int | None:
    if symbol.decl.secret and not isinstance(symbol.type, ZoneType):
        return None
    if isinstance(symbol.type, ZoneType) and symbol.type.kind == "space":
        return int(value is not None)
    if isinstance(symbol.type, ZoneType) and isinstance(symbol.type.item, PieceType):
        if bundle_of(symbol.type) is None:
            return None if hidden else int(value)  # the number is all there is to know
        return None if hidden and not symbol.decl.secret else sum(value)
    if isinstance(symbol.type, ZoneType | GridType):
        return len(value)
    return None


def hidden_components(position: Position, player: int) -> set[int]:
    """The components whose place that player cannot know."""
    layout = position.game.layout
    found: set[int] = set()
    for symbol, family in layout.families.items():
        item = getattr(symbol.type, "item", None)
        if not isinstance(symbol.type, ZoneType) or not isinstance(item, ComponentType):
            continue
        for slot in range(family.base, family.base + family.size):
            if is_hidden(symbol, family.indexes(slot), player):
                held = position.state[slot]
                found.update(held if isinstance(held, tuple) else [])
    return found


def resample(position: Position, player: int, seed: int) -> Position:
    """A copy in which all that the player cannot know is dealt anew by chance.

    Hidden components change places with hidden components of their own kind, so the
    copy gives that player the same view and the same options. For search under hidden
    information, and for the test that nothing leaks.
    """
    copy = position.copy()
    layout = position.game.layout
    hidden = hidden_components(position, player)
    meant: dict[int, int] = {}
    counter = 0
    for span in layout.spans.values():
        cards = tuple(c for c in span if c in hidden)
        dealt, counter = chance.shuffle(seed, counter, cards)
        meant.update(zip(cards, dealt, strict=True))
    state = copy.state
    _deal_pieces(position, player, seed, counter, state)
    for slot, kind in enumerate(layout.zone_kinds):
        held: tuple[int, ...] | None = state[slot]
        if kind is None or kind == "grid" or kind.startswith("piece"):
            continue
        if not isinstance(held, tuple):
            continue
        if not any(card in meant for card in held):
            continue
        cards = tuple(meant.get(card, card) for card in held)
        state[slot] = tuple(sorted(cards)) if kind in ("hand", "area", "bag") else cards
        for card in cards:
            state[layout.locations + card] = slot
    _deal_secrets(position, player, meant, state)
    copy.raw = position.game.machine.options(state)
    return copy


def _deal_secrets(
    position: Position, player: int, meant: dict[int, int], state: list[Any]
) -> None:
    """What is secret about a component stays with its place, whatever now lies there."""
    for symbol, family in position.game.layout.families.items():
        if not isinstance(symbol.owner, ComponentType):
            continue
        first, stride = family.offsets[0], family.strides[0]
        for card in meant.keys() & range(first, first + family.sizes[0]):
            here, there = (
                family.base + (number - first) * stride
                for number in (card, meant[card])
            )
            for key in range(stride):
                if is_hidden(symbol, family.indexes(here + key), player):
                    state[there + key] = position.state[here + key]


def _deal_pieces(
    position: Position, player: int, seed: int, counter: int, state: list[Any]
) -> None:
    """Deal the pieces of stocks whose kinds that player cannot see anew by chance."""
    layout = position.game.layout
    hidden: dict[str, list[int]] = {}
    for symbol, family in layout.families.items():
        match symbol.type:
            case ZoneType("stock", PieceType(name, str())):
                for slot in range(family.base, family.base + family.size):
                    if is_hidden(symbol, family.indexes(slot), player):
                        hidden.setdefault(name, []).append(slot)
            case _:
                pass
    for slots in hidden.values():
        pool = [k for s in slots for k, n in enumerate(state[s]) for _ in range(n)]
        dealt, counter = chance.shuffle(seed, counter, tuple(pool))
        for slot in slots:
            size, kinds = sum(state[slot]), len(state[slot])
            state[slot] = tuple(dealt[:size].count(kind) for kind in range(kinds))
            dealt = dealt[size:]
