"""Positions of small games, with what their models say of them.

A case has a position, a seat, what tells a world in short, and the worlds that can be with
their numbers of ways.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from attrs import frozen
from compiling import program_of, shipped
from models import Card, Hearts, calls, equals, fills, hints, look, poker, spies, suits

from rulesrun.interpreter.game import Game, Position

GAMES = Path(__file__).parent / "games"


@cache
def game(name: str, players: int) -> Game:
    """A game of the tests, or a shipped one."""
    path = GAMES / f"{name}.rules"
    program = program_of(path.read_text("utf-8")) if path.exists() else shipped(name)
    return Game(program, players)


@frozen(eq=False)
class Case:
    """A position that a model judges."""

    name: str
    position: Position
    seat: int
    look: Callable[[Position], Hashable]
    ways: Counter[Hashable]


def held(position: Position, name: str, seat: int) -> list[str]:
    """The names of the components in a zone of a player."""
    return [str(item) for item in getattr(position.seen_by(None), name)[seat]]


def by_chance(name: str, players: int, choices: int, seed: int) -> Position:
    """A game by chance after so many choices, or at its end."""
    position, chance = game(name, players).start(seed), Random(seed)
    for _ in range(choices):
        if position.over:
            break
        position.play(position.raw[chance.randrange(len(position.raw))])
    return position


def played(
    of: Game, seed: int, choices: int, chooses: Random
) -> Iterator[tuple[Position, int, str]]:
    """A game by chance: before each choice the position, who chooses, and what.

    The last position has nobody who chooses.
    """
    position = of.start(seed)
    for _ in range(choices):
        seat, option = position.player, chooses.choice(position.options)
        if seat is None:
            break
        yield position.copy(), seat, option.name
        position.choose(option)
    yield position.copy(), -1, ""


def card(name: str) -> Card:
    """A card of the three suits, or of Hearts, by its name."""
    first, _, second = name.partition(" of ")
    return (first, second) if second else tuple(name.split())  # type: ignore[return-value]


def part(option: str) -> str:
    """The value of an option with one parameter."""
    return option.partition("=")[2].strip('"')


def of_suits(seed: int, plays: int, me: int) -> Case:
    """After some cards have been laid."""
    rows = list(played(game("suits", 3), seed, 3 + plays, Random(seed)))
    start, end = rows[0][0], rows[-1][0]
    mine = {card(name) for name in held(start, "hand", me)}
    gave = next(card(part(name)) for _, seat, name in rows[:3] if seat == me)
    after = {card(name) for name in held(rows[3][0], "hand", me)}
    (got,) = after - mine
    laid = [((seat - me) % 3, card(part(name))) for _, seat, name in rows[3:-1]]
    left, right = (me + 1) % 3, (me + 2) % 3

    def hands(position: Position) -> Hashable:
        return tuple(
            tuple(sorted(card(name) for name in held(position, "hand", seat)))
            for seat in (left, right)
        )

    return Case(f"suits {seed}", end, me, hands, suits(mine, gave, got, laid))


def of_look(seed: int) -> Case:
    """Before the first player guesses."""
    rows = list(played(game("look", 2), seed, 2, Random(seed)))
    both = {int(name) for name in held(rows[0][0], "hand", 0)}
    kept = int(part(rows[0][2]))
    (under,) = both - {kept}
    end = rows[-1][0]
    (drawn,) = (int(name) for name in held(end, "hand", 0))

    def pack(position: Position) -> Hashable:
        return tuple(int(str(item)) for item in position.seen_by(None).pack)

    return Case(f"look {seed}", end, 0, pack, look(kept, under, drawn))


def of_fills(seed: int) -> Case:
    """Before the guess; the second player has laid two cards open."""
    end = list(played(game("fills", 2), seed, 1, Random(seed)))[-1][0]
    laid = {int(str(item)) for item in end.seen_by(None).laid}

    def hand(position: Position) -> Hashable:
        return tuple(sorted(int(name) for name in held(position, "hand", 1)))

    size = len(laid) + len(hand(end))  # type: ignore[arg-type]
    return Case(f"fills {seed}", end, 0, hand, fills(size, laid))


def of_spies(seed: int, votes: int, me: int) -> Case:
    """After some votes."""
    rows = list(played(game("spies", 5), seed, votes, Random(seed)))
    end = rows[-1][0]

    def pair(position: Position) -> Hashable:
        return tuple(
            seat for seat in range(5) if "yes" in held(position, "role", seat)[0]
        )

    real: Any = pair(end)
    partner = next(s for s in real if s != me) if me in real else None
    cast = [(seat, int(part(name).split()[-1]) - 1) for _, seat, name in rows[:-1]]
    return Case(f"spies {seed}", end, me, pair, spies(me, partner, cast))


def of_equals(seed: int, me: int) -> Case:
    """Before the guess; copies of a card look alike."""
    rows = list(played(game("equals", 3), seed, 2, Random(seed)))
    start, end = rows[0][0], rows[-1][0]
    passed, laid = (part(name) for _, _, name in rows[:2])

    def reds(position: Position) -> Hashable:
        hands_ = (held(position, "hand", seat) for seat in range(3) if seat != me)
        return tuple(hand.count("red") for hand in hands_)

    mine = held(start, "hand", me)
    return Case(f"equals {seed} {me}", end, me, reds, equals(me, mine, passed, laid))


def of_hints(seed: int) -> Case:
    """Before the first player guesses what they hold."""
    rows = list(played(game("hints", 2), seed, 2, Random(seed)))
    end = rows[-1][0]
    seen = end.seen_by(0)
    told = [None if seen.told[n] is None else str(seen.told[n]) for n in (1, 2, 3)]
    asked = {name for _, _, name in rows[:-1]}
    heard = bool(seen.heard) if "tell_one" in asked else None

    def hand(position: Position) -> Hashable:
        return tuple(sorted(card(name) for name in held(position, "hand", 0)))

    others = [card(name) for name in held(end, "open", 1)]
    return Case(f"hints {seed}", end, 0, hand, hints(others, told, seen.total, heard))


def of_calls(seed: int) -> Case:
    """Before the guess."""
    end = list(played(game("calls", 3), seed, 2, Random(seed)))[-1][0]

    def roles(position: Position) -> Hashable:
        return tuple("yes" in held(position, "role", seat)[0] for seat in (1, 2))

    mine = "yes" in held(end, "role", 0)[0]
    heard = int(str(end.seen_by(0).heard))
    return Case(f"calls {seed}", end, 0, roles, calls(mine, heard))


def of_poker(name: str, seed: int, choices: int) -> Case:
    """Kuhn's or Leduc poker, seen by whoever is to choose after so many choices."""
    rows = list(played(game(f"classics/{name}", 2), seed, choices, Random(seed)))
    end, me = rows[-1][0], rows[-1][0].player
    assert me is not None

    def other(position: Position) -> Hashable:
        (only,) = held(position, "hand", 1 - me)
        return only

    public = end.seen_by(None)
    open_cards = [str(item) for item in getattr(public, "table_card", ())]
    pack = list(end.game.components)
    seen = [*held(end, "hand", me), *open_cards]
    return Case(f"{name} {seed}", end, me, other, poker(pack, seen))


@frozen(eq=False)
class Deal:
    """A position of Hearts in a deal without passing, as the model knows it."""

    position: Position
    model: Hearts
    hidden: dict[Card, int]
    """Where the hidden cards really lie."""

    @property
    def sizes(self) -> dict[int, int]:
        """How many cards the others hold."""
        return dict(Counter(self.hidden.values()))


def hands(position: Position) -> dict[Card, int]:
    """Where the cards of seats 1, 2 and 3 lie."""
    return {
        card(name): seat for seat in (1, 2, 3) for name in held(position, "hand", seat)
    }


def of_hearts(seed: int, choices: int) -> Deal | None:
    """After so many cards; none where cards were passed on."""
    start = game("classics/hearts", 4).start(seed)
    if start.decision_plan.secret:
        return None
    model = Hearts()
    rows = list(played(game("classics/hearts", 4), seed, choices, Random(seed + 1)))
    for _, seat, name in rows[:-1]:
        model.lays(seat, card(part(name)))
    end = rows[-1][0]
    return Deal(end, model, hands(end))
