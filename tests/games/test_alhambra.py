"""Alhambra: whole games, and its rules worked out again in Python."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from attrs import frozen
from compiling import RULES, shipped
from conservation import check_components
from playing import golden, steps, told
from syrupy.assertion import SnapshotAssertion

from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.reports.views import view
from rulesrun.interpreter.runtime.grids import coordinates

RULEBOOK = (RULES / "alhambra" / "rulebook.md").read_text("utf-8")
KINDS = ("pavilion", "seraglio", "arcades", "chambers", "garden", "tower")
CURRENCIES = ("florin", "dirham", "denar", "ducat")


@cache
def game(players: int) -> Game:
    return Game(shipped("alhambra"), players)


# --- what lies where ---------------------------------------------------------


@frozen
class Table:
    """What lies where, by the names of zones, their owners and their keys."""

    held: dict[tuple[Any, ...], Any]

    def named(self, zone: str, *keys: int) -> Any:
        """The names of what lies there, for a grid with their places (x, y)."""
        return self.held[zone, *keys]


def look(position: Position) -> Table:
    components = position.game.layout.components
    held: dict[tuple[Any, ...], Any] = {}
    for seen in view(position, None).seen:
        keys = seen.keys if seen.owner is None else (seen.owner, *seen.keys)
        value: Any = seen.value
        if seen.kind == "grid":
            value = {coordinates(c): components[x].name for c, x in value.items()}
        elif isinstance(value, tuple):
            # a name ends in "#2" for the second copy of a card
            value = [re.sub(r" #\d$", "", components[x].name) for x in value]
        elif seen.kind == "space":
            value = None if value is None else components[value].name
        held[seen.name, *keys] = value
    return Table(held)


# --- whole games -------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 6])
def test_golden_game(players: int, snapshot_txt: SnapshotAssertion) -> None:
    position = game(players).start(7)
    lines = told(position, steps(position, 7))

    assert snapshot_txt == golden(
        f"{players} players, seed 7", lines, position, "points"
    )


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("seed", [1, 2])
def test_nothing_is_lost_and_the_game_ends(players: int, seed: int) -> None:
    position = game(players).start(seed)
    said = []
    for _ in steps(position, seed):
        check_components(position)
        said += [one.labels.text for one in position.announcements]
    check_components(position)
    said += [one.labels.text for one in position.announcements]
    table = look(position)
    points = [table.named("points", p) for p in range(players)]

    assert said.pop() == "Third scoring"
    assert said == ["First scoring", "Second scoring"][: len(said)]
    assert any(table.named("market", c) is None for c in range(4))
    assert [] == table.named("bag")
    assert position.ranking == tuple(1 + sum(q > p for q in points) for p in points)


# --- setup -------------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 7))
def test_setup(players: int) -> None:
    depths = set()
    for seed in range(60):
        position = game(players).start(seed)
        table = look(position)
        hands = [table.named("hand", p) for p in range(players)]
        values = [[int(card.split()[1]) for card in hand] for hand in hands]
        for hand in values:
            assert 20 <= sum(hand) <= 28
            assert sum(hand) - max(hand) < 20  # the last card was needed
        order = [(len(hand), sum(hand), p) for p, hand in enumerate(values)]
        assert min(order)[2] == position.player
        depths.add(_check_deck(table.named("draw_pile"), players))

        piles = [*hands, table.named("draw_pile"), table.named("display")]
        cards = [card for pile in piles for card in pile]
        copies = Counter(card for card in cards if "scoring" not in card)
        assert {2 if players == 2 else 3} == set(copies.values())
        assert (72 if players == 2 else 108) == copies.total()
        assert 4 == len(table.named("display"))
        assert 54 - 4 - (6 if players == 2 else 0) == len(table.named("bag"))
        for p in range(players):
            assert [(0, 0)] == list(table.named("palace", p))
    assert len(depths) > 30  # they are shuffled in


def _check_deck(deck: list[str], players: int) -> tuple[int, int]:
    """The scoring cards lie in the second and the fourth fifth, far from each other.

    Gives how many cards of their own fifth lie above them.
    """
    even, more = divmod(len(deck) - 2, 5)
    sizes = [even + (fifth < more) for fifth in range(5)]
    first, second = deck.index("scoring 1"), deck.index("scoring 2")

    above = first - sizes[0], second - sum(sizes[:3]) - 1

    assert 0 <= above[0] <= sizes[1]
    assert 0 <= above[1] <= sizes[3]
    assert second - first - 1 >= (9 if players == 2 else 10)  # 4 are drawn at most
    return above


# --- the rules once more, in plain Python ------------------------------------

Place = tuple[int, int]
Palace = dict[Place, str]
ALL_SIDES: dict[str, Place] = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
ACROSS = {"n": "s", "s": "n", "e": "w", "w": "e"}


def walled(tile: str) -> str:
    kind, _, walls = tile.partition("-")
    return "" if kind == "fountain" or walls.endswith("none") else walls[3:]


def cost(tile: str) -> int:
    return int(tile.split("-")[1])


def beside(place: Place) -> dict[str, Place]:
    return {s: (place[0] + dx, place[1] + dy) for s, (dx, dy) in ALL_SIDES.items()}


def reached(start: Place, steps: Callable[[Place], list[Place]]) -> set[Place]:
    result, pending = {start}, [start]
    while pending:
        for place in steps(pending.pop()):
            if place not in result:
                result.add(place)
                pending.append(place)
    return result


def fits(palace: Palace) -> bool:
    """Whether all edges match, every tile is reached, and there is no hole."""
    for place, tile in palace.items():
        for side, other in beside(place).items():
            wall = ACROSS[side] in walled(palace.get(other, "fountain"))
            if other in palace and (side in walled(tile)) != wall:
                return False

    def on_foot(place: Place) -> list[Place]:
        ways = beside(place).items()
        return [q for s, q in ways if q in palace and s not in walled(palace[place])]

    if len(reached((0, 0), on_foot)) < len(palace):
        return False
    columns = [x for x, _ in palace]
    rows = [y for _, y in palace]
    left, right = min(columns) - 1, max(columns) + 1
    top, bottom = min(rows) - 1, max(rows) + 1

    def outside(place: Place) -> list[Place]:
        return [
            (x, y)
            for x, y in beside(place).values()
            if left <= x <= right and top <= y <= bottom and (x, y) not in palace
        ]

    empty = (right - left + 1) * (bottom - top + 1) - len(palace)
    return len(reached((left, top), outside)) == empty


def frontier(palace: Palace) -> set[Place]:
    return {q for place in palace for q in beside(place).values()} - palace.keys()


def ends(place: Place, side: str) -> tuple[Place, Place]:
    """The two corner points of a side."""
    x, y = place
    return {
        "n": ((x, y), (x + 1, y)),
        "e": ((x + 1, y), (x + 1, y + 1)),
        "s": ((x, y + 1), (x + 1, y + 1)),
        "w": ((x, y), (x, y + 1)),
    }[side]


def longest_wall(palace: Palace) -> int:
    """The largest number of outer walls that hang together by their end points."""
    walls = [
        set(ends(place, side))
        for place, tile in palace.items()
        for side in walled(tile)
        if beside(place)[side] not in palace
    ]
    longest = 0
    while walls:
        piece, size = walls.pop(), 1
        while near := [wall for wall in walls if wall & piece]:
            walls = [wall for wall in walls if wall not in near]
            piece, size = piece.union(*near), size + len(near)
        longest = max(longest, size)
    return longest


@cache
def prizes() -> dict[tuple[str, int], list[int]]:
    """The points of each type in each scoring, from the table of the rulebook."""
    result = {}
    for kind in KINDS:
        row = re.search(rf"^\| {kind} \|(.*)\|$", RULEBOOK, re.MULTILINE)
        assert row is not None
        a, b, c, d, e, f = map(int, row[1].split("|"))
        result[kind, 1], result[kind, 2], result[kind, 3] = [a], [b, c], [d, e, f]
    return result


def majority(counts: list[int], prize: list[int]) -> list[int]:
    """The points for one type: ties share the places that they take up."""
    points = []
    for count in counts:
        ahead = sum(other > count for other in counts)
        tied = counts.count(count)
        shared = sum(prize[ahead : ahead + tied]) // tied
        points.append(shared if count > 0 else 0)
    return points


def scores(table: Table, players: int, scoring: int) -> list[int]:
    """What everybody gets in a scoring, the dummy player last."""
    built = [list(table.named("palace", p).values()) for p in range(players)]
    walls = [longest_wall(table.named("palace", p)) for p in range(players)]
    if players == 2:
        built.append(table.named("tiles", 2))
        walls.append(0)
    total = walls
    for kind in KINDS:
        counts = [sum(t.split("-")[0] == kind for t in tiles) for tiles in built]
        shares = majority(counts, prizes()[kind, scoring])
        total = [a + b for a, b in zip(total, shares, strict=True)]
    return total


# --- every option, and every point, compared ---------------------------------

Move = tuple[str, ...]


def money(cards: list[str]) -> int:
    return sum(int(card.split()[1]) for card in cards)


def payments(cards: list[str]) -> Iterator[list[str]]:
    """Every choice of one or more cards, cards alike counting as the same."""
    seen = set()
    for size in range(1, len(cards) + 1):
        for chosen in combinations(sorted(cards), size):
            if chosen not in seen:
                seen.add(chosen)
                yield list(chosen)


def shown(cards: list[str]) -> str:
    return "{" + ", ".join(sorted(cards)) + "}"


def spot(place: Place) -> str:
    return f"{place[0]},{place[1]}"


def buildable(palace: Palace, tiles: list[str], word: str) -> Iterator[Move]:
    for tile in tiles:
        for place in frontier(palace):
            if fits({**palace, place: tile}):
                yield word, tile, spot(place)


def possible(table: Table, player: int, players: int, ending: bool) -> set[Move]:
    """Every move that the rulebook allows the player."""
    palace: Palace = table.named("palace", player)
    reserve = table.named("reserve", player)
    bought = table.named("bought", player)
    moves: set[Move] = set()
    if ending:  # of a turn or of the game: only placing is left
        moves.update(buildable(palace, bought, "build"))
        moves.update(("keep", tile) for tile in bought)
        return moves
    for cards in payments(table.named("display")):
        if len(cards) == 1 or money(cards) <= 5:
            moves.add(("take", shown(cards)))
    for space, currency in enumerate(CURRENCIES):
        tile = table.named("market", space)
        purse = [c for c in table.named("hand", player) if c.startswith(currency)]
        for cards in payments(purse) if tile is not None else ():
            if money(cards) >= cost(tile):
                moves.add(("buy", currency, shown(cards)))
    moves.update(buildable(palace, reserve, "add"))
    for place in palace.keys() - {(0, 0)}:
        rest = {p: tile for p, tile in palace.items() if p != place}
        if fits(rest):
            moves.add(("remove", spot(place)))
        for tile in reserve:
            if fits({**rest, place: tile}):
                moves.add(("exchange", spot(place), tile))
    return moves


def offered(position: Position) -> set[Move]:
    moves = set()
    for option in position.options:
        word, *values = re.split(r" \w+=", option.name)
        moves.add((word, *(_sorted(value) for value in values)))
    return moves


def _sorted(value: str) -> str:
    return shown(value[1:-1].split(", ")) if value.startswith("{") else value


@pytest.mark.parametrize("players", range(2, 7))
def test_options_are_those_of_the_rulebook(players: int) -> None:
    compared, largest = Counter[str](), 0
    for seed in (11, 12):
        position = game(players).start(seed)
        for number, (player, choice) in enumerate(steps(position, seed)):
            if number % 7 and not choice.startswith(("build", "keep", "give")):
                continue
            table = look(position)
            words = {option.name.split()[0] for option in position.options}
            ending = "keep" in words
            expected = possible(table, player, players, ending)
            if "give" in words:
                assert players == 2
                assert position.phase is None  # not at the end of the game
                expected |= {("give", t) for t in table.named("bought", player)}

            assert expected == offered(position)
            compared.update(words)
            largest = max(largest, len(table.named("palace", player)))

    assert {"take", "buy", "add", "remove", "exchange", "build", "keep"} <= set(
        compared
    )
    assert compared["take"] + compared["keep"] >= 60
    assert largest >= 5


@pytest.mark.parametrize("players", range(2, 7))
def test_points_are_those_of_the_rulebook(players: int) -> None:
    names = game(players).module.names
    seats = range(game(players).layout.participants)
    compared, walls = 0, set[int]()
    for seed in (21, 22):
        position = game(players).start(seed)
        for number, _ in enumerate(steps(position, seed)):
            if number % 8:
                continue
            table = look(position)
            for scoring in (1, 2, 3):
                trial = position.copy()
                names["rule_score"](trial.state, scoring)
                after = look(trial)
                gained = [
                    after.named("points", q) - table.named("points", q) for q in seats
                ]

                assert scores(table, players, scoring) == gained
            walls.update(longest_wall(table.named("palace", p)) for p in range(players))
            compared += 1

    assert compared >= 40
    assert max(walls) >= 5


def test_the_plain_python_knows_the_hard_shapes() -> None:
    ring = {
        (0, 0): "fountain-red",
        (1, 0): "arcades-09-none",
        (2, 0): "arcades-10-none",
    }
    ring |= {(2, 1): "chambers-10-none", (0, 1): "garden-10-none"}
    closed = {**ring, (0, 2): "garden-11-none", (1, 2): "tower-11-none"}
    around = {(0, 0): "fountain-red", (0, -1): "pavilion-02-new"}
    around |= {(1, 0): "arcades-04-nes", (0, 1): "seraglio-03-esw"}
    around |= {(-1, 0): "chambers-05-nsw"}

    assert fits(ring)
    assert not fits(closed)
    assert fits(around)
    assert 12 == longest_wall(around)
    assert [12, 12, 1] == majority([3, 3, 1], [16, 8, 1])
