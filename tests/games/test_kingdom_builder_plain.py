"""Kingdom Builder worked out a second time, as plainly as possible, and compared.

Nothing here is shared with the rules: hexes are (row, column), the neighbours stand in
a table, the quadrants are read from their drawings, and every card is a loop. What the
rules offer and award in the middle of random games must be the same.
"""

import random
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import define

from rulesrun.dsl.compile import Program
from rulesrun.dsl.semantics.value_types import ComponentType, PlayerType
from rulesrun.interpreter.game import Game, Position

Hex = tuple[int, int]
Shipped = Callable[[str], Program]

QUADRANTS = Path(__file__).parents[2] / "rules/kingdom_builder/quadrants"
LETTERS = "GFTCDWMKL"  # in the order of the terrains
BUILDABLE = "GFTCD"
LOCATIONS = "oracle farm oasis tower tavern barn harbor paddock".split()
GOALS = (
    "fishermen miners merchants workers discoverers knights hermits lords citizens "
    "farmers"
).split()
EVEN_ROW = [(0, -1), (0, 1), (-1, -1), (-1, 0), (1, -1), (1, 0)]
ODD_ROW = [(0, -1), (0, 1), (-1, 0), (-1, 1), (1, 0), (1, 1)]


@define
class Plain:
    """A position: letters and owners by hex, what the player to act has."""

    players: int
    land: dict[Hex, str]
    houses: dict[Hex, int]
    player: int
    card: str
    built: int
    supply: int
    ready: set[str]


# ---- the board ------------------------------------------------------------


def step(at: Hex, direction: int) -> Hex:
    """The hex in one of six directions, perhaps beyond the edge."""
    down, right = (ODD_ROW if at[0] % 2 else EVEN_ROW)[direction]
    return at[0] + down, at[1] + right


@cache
def neighbours(at: Hex) -> list[Hex]:
    beside = [step(at, direction) for direction in range(6)]
    return [(r, c) for r, c in beside if 0 <= r < 20 and 0 <= c < 20]


def walk(at: Hex, direction: int, steps: int) -> Hex:
    for _ in range(steps):
        at = step(at, direction)
    return at


def assembled(names: list[str], turned: list[bool]) -> dict[Hex, str]:
    """Four drawings joined: top left, top right, bottom left, bottom right."""
    land = {}
    for place, (name, turn) in enumerate(zip(names, turned, strict=True)):
        lines = (QUADRANTS / f"{name}.txt").read_text().split()
        for r in range(10):
            for c in range(10):
                letter = lines[9 - r][9 - c] if turn else lines[r][c]
                land[r + 10 * (place // 2), c + 10 * (place % 2)] = letter
    return land


# ---- what may be done ---------------------------------------------------------


def if_possible_beside(targets: Iterable[Hex], homes: set[Hex]) -> set[Hex]:
    """Those next to an own settlement; all, if there are none."""
    everything = set(targets)
    beside = {h for h in everything if any(n in homes for n in neighbours(h))}
    return beside or everything


def homes_of(plain: Plain, player: int) -> set[Hex]:
    return {h for h, owner in plain.houses.items() if owner == player}


def free(plain: Plain, letters: str) -> set[Hex]:
    return {h for h in plain.land if plain.land[h] in letters and h not in plain.houses}


def builds(plain: Plain) -> set[Hex]:
    if plain.built == 3 or plain.supply == 0:
        return set()
    return if_possible_beside(free(plain, plain.card), homes_of(plain, plain.player))


def targets(plain: Plain, tile: str) -> set[Hex]:
    """The free hexes that a tile can send a settlement to."""
    homes = homes_of(plain, plain.player)
    match tile:
        case "oracle" | "barn":
            return free(plain, plain.card)
        case "farm":
            return free(plain, "G")
        case "oasis":
            return free(plain, "D")
        case "harbor":
            return free(plain, "W")
        case "tower":
            rim = (0, 19)
            hexes = free(plain, BUILDABLE)
            return {(r, c) for r, c in hexes if r in rim or c in rim}
        case "tavern":
            return {
                h
                for h in free(plain, BUILDABLE)
                for d in range(6)
                if all(walk(h, d, steps) in homes for steps in (1, 2, 3))
            }
        case _:
            return set()


def may_use_tiles(plain: Plain) -> bool:
    return plain.built in (0, 3) or plain.supply == 0


def uses(plain: Plain) -> set[tuple[str, Hex]]:
    if not may_use_tiles(plain) or plain.supply == 0:
        return set()
    homes = homes_of(plain, plain.player)
    return {
        (tile, h)
        for tile in ("oracle", "farm", "oasis", "tower", "tavern")
        if tile in plain.ready
        for h in if_possible_beside(targets(plain, tile), homes)
    }


def lifts(plain: Plain) -> dict[tuple[str, Hex], set[Hex]]:
    """For each settlement that a Barn or a Harbor can move, where to."""
    result = {}
    for tile in ("barn", "harbor"):
        if tile in plain.ready and may_use_tiles(plain):
            for home in homes_of(plain, plain.player):
                result[tile, home] = landing(without(plain, home), tile)
    return {key: hexes for key, hexes in result.items() if hexes}


def without(plain: Plain, home: Hex) -> Plain:
    houses = {h: owner for h, owner in plain.houses.items() if h != home}
    rest = (plain.player, plain.card, plain.built, plain.supply, plain.ready)
    return Plain(plain.players, plain.land, houses, *rest)


def landing(plain: Plain, tile: str) -> set[Hex]:
    return if_possible_beside(targets(plain, tile), homes_of(plain, plain.player))


def jumps(plain: Plain) -> set[tuple[Hex, Hex]]:
    if "paddock" not in plain.ready or not may_use_tiles(plain):
        return set()
    hexes = free(plain, BUILDABLE)
    return {
        (home, walk(home, d, 2))
        for home in homes_of(plain, plain.player)
        for d in range(6)
        if walk(home, d, 2) in hexes
    }


# ---- gold ------------------------------------------------------------------------


def areas(homes: set[Hex]) -> list[set[Hex]]:
    left, result = set(homes), []
    while left:
        area, edge = set(), [left.pop()]
        while edge:
            here = edge.pop()
            area.add(here)
            for there in neighbours(here):
                if there in left:
                    left.remove(there)
                    edge.append(there)
        result.append(area)
    return result


def quadrant(at: Hex) -> int:
    return at[0] // 10 * 2 + at[1] // 10


def in_quadrants(plain: Plain, player: int) -> list[int]:
    counts = [0, 0, 0, 0]
    for home in homes_of(plain, player):
        counts[quadrant(home)] += 1
    return counts


def lords(plain: Plain, player: int, zero_places: bool) -> int:
    gold = 0
    for place in range(4):
        counts = [in_quadrants(plain, p)[place] for p in range(plain.players)]
        if not zero_places and counts[player] == 0:
            continue
        numbers = sorted(set(counts), reverse=True)
        if counts[player] == numbers[0]:
            gold += 12
        elif counts[player] == numbers[1]:
            gold += 6
    return gold


def merchants(plain: Plain, player: int) -> int:
    linked: set[Hex] = set()
    for area in areas(homes_of(plain, player)):
        touched = {n for h in area for n in neighbours(h) if plain.land[n] in "KL"}
        if len(touched) >= 2:
            linked |= touched
    return 4 * len(linked)


def gold(plain: Plain, goal: str, player: int, zero_places: bool = True) -> int:
    """What a Kingdom Builder card, or "castles", earns."""
    homes = homes_of(plain, player)

    def beside(at: Hex, letters: str) -> bool:
        return any(plain.land[n] in letters for n in neighbours(at))

    match goal:
        case "castles":
            castles = [h for h, letter in plain.land.items() if letter == "K"]
            return 3 * sum(any(n in homes for n in neighbours(h)) for h in castles)
        case "fishermen":
            return sum(plain.land[h] != "W" and beside(h, "W") for h in homes)
        case "miners":
            return sum(beside(h, "M") for h in homes)
        case "merchants":
            return merchants(plain, player)
        case "workers":
            return sum(beside(h, "KL") for h in homes)
        case "discoverers":
            return len({r for r, _ in homes})
        case "knights":
            return max(2 * sum(r == row for r, _ in homes) for row in range(20))
        case "hermits":
            return len(areas(homes))
        case "lords":
            return lords(plain, player, zero_places)
        case "citizens":
            return max([len(area) for area in areas(homes)], default=0) // 2
        case "farmers":
            return 3 * min(in_quadrants(plain, player))
        case _:
            raise AssertionError(goal)


# ---- from the rules ------------------------------------------------------------


class Reader:
    """Reads positions of the rules as plain ones."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.bases: dict[tuple[object, str], int] = {}
        for symbol, family in game.layout.families.items():
            offset = family.offsets[0] if family.offsets else 0
            self.bases[type(symbol.owner), symbol.name] = family.base - offset

    def value(self, position: Position, owner: object, name: str, key: int = 0) -> Any:
        return position.state[self.bases[owner, name] + key]

    def fields(self, component: int) -> dict[str, Any]:
        return dict(self.game.layout.components[component].fields)

    def land(self, position: Position) -> dict[Hex, str]:
        """The board from the drawings, by the quadrants that were laid out."""
        none = type(None)
        tiles = [self.value(position, none, "quadrants", i) for i in range(4)]
        names = [LOCATIONS[self.fields(tile)["place"]] for tile in tiles]
        turned = [self.value(position, none, "upside_down", i) for i in range(4)]
        return assembled(names, turned)

    def plain(self, position: Position, land: dict[Hex, str]) -> Plain:
        cell = next(o for o, name in self.bases if name == "house")
        houses = {}
        for at in land:
            owner = self.value(position, cell, "house", at[0] * 20 + at[1])
            if owner is not None:
                houses[at] = owner
        player = position.player
        assert player is not None
        tiles = self.value(position, PlayerType, "tiles", player)
        card = self.value(position, type(None), "face_up")[0]
        return Plain(
            players=self.game.players,
            land=land,
            houses=houses,
            player=player,
            card=LETTERS[self.fields(card)["terrain"]],
            built=self.value(position, type(None), "built"),
            supply=self.value(position, PlayerType, "supply", player),
            ready={
                LOCATIONS[self.fields(tile)["place"]]
                for tile in tiles
                if self.value(position, ComponentType, "ready", tile)
            },
        )


def offered(position: Position) -> dict[str, set[tuple[Any, ...]]]:
    """The options by their first word, each as the values that are chosen."""
    result: dict[str, set[tuple[Any, ...]]] = {}
    for option in position.options:
        word, *parts = option.name.split()
        if "=" in word:
            word, parts = "", [word]
        values = tuple(part.partition("=")[2] for part in parts)
        result.setdefault(word, set()).add(tuple(map(meant, values)))
    return result


def meant(text: str) -> Any:
    row, comma, column = text.partition(",")
    return (int(row), int(column)) if comma else text


def compare_choices(plain: Plain, position: Position, lifted: str | None) -> None:
    choices = offered(position)
    if lifted is not None:
        assert {"": {(h,) for h in landing(plain, lifted)}} == choices
        return
    finished = plain.built == 3 or plain.supply == 0
    assert {(h,) for h in builds(plain)} == choices.get("build", set())
    assert uses(plain) == choices.get("use", set())
    assert set(lifts(plain)) == choices.get("lift", set())
    assert jumps(plain) == choices.get("jump", set())
    assert finished == ("done" in choices)


@define
class Sample:
    """A position from a random game, both ways; `lifted` by a Barn or a Harbor."""

    game: Game
    position: Position
    plain: Plain
    lifted: str | None


@pytest.fixture(scope="module", params=[2, 3, 4])
def samples(shipped: Shipped, request: pytest.FixtureRequest) -> list[Sample]:
    """Every twelfth position, and those in which a settlement can be moved."""
    program, players = shipped("kingdom_builder"), request.param
    rare = {"top_right": LOCATIONS.index("oracle")}
    rare["bottom_left"] = LOCATIONS.index("harbor")
    boards: list[dict[str, int]] = [{}, rare]
    games = [Game(program, players, options) for options in boards]
    result = []
    for seed in range(14):
        game = games[seed % 2]
        reader = Reader(game)
        position = game.start(seed)
        land = reader.land(position)
        chance = random.Random(100 * players + seed)
        lifted: str | None = None
        decisions = 0
        while not position.over:
            words = {option.name.split()[0] for option in position.options}
            if decisions % 12 == 0 or lifted or words & {"lift", "jump"}:
                plain = reader.plain(position, land)
                result.append(Sample(game, position.copy(), plain, lifted))
            option = chance.choice(position.options)
            word, *values = option.name.split()
            lifted = values[0].removeprefix("tile=") if word == "lift" else None
            position.choose(option)
            decisions += 1
    return result


def test_the_same_choices_are_offered(samples: list[Sample]) -> None:
    for sample in samples:
        compare_choices(sample.plain, sample.position, sample.lifted)

    assert len(samples) >= 200
    assert set().union(*(s.plain.ready for s in samples)) == set(LOCATIONS)


def test_the_same_gold_is_earned(samples: list[Sample]) -> None:
    players, program = samples[0].plain.players, samples[0].game.program
    strict = Game(program, players, {"zero_places": False}).module.names
    some = samples[::2]
    for sample in some:
        names, state = sample.game.module.names, sample.position.state
        for player in range(players):
            for number, goal in enumerate(GOALS):
                worth = names["function_worth"](state, number, player)
                assert gold(sample.plain, goal, player) == worth, goal
            worth = strict["function_worth"](state, GOALS.index("lords"), player)
            assert gold(sample.plain, "lords", player, False) == worth
            castles = names["function_castle_gold"](state, player)
            assert gold(sample.plain, "castles", player) == castles

    assert len(some) >= 100


def test_quadrants_are_laid_as_drawn(shipped: Shipped) -> None:
    game = Game(shipped("kingdom_builder"), 2)
    reader = Reader(game)
    cell = next(o for o, name in reader.bases if name == "terrain")
    seen = set()
    for seed in range(30):
        position = game.start(seed)
        land = reader.land(position)
        seen |= {reader.value(position, type(None), "quadrants", i) for i in range(4)}
        for (r, c), letter in land.items():
            terrain = reader.value(position, cell, "terrain", r * 20 + c)
            assert letter == LETTERS[terrain], (seed, r, c)

    assert len(seen) == 8


def test_first_game_is_laid_as_suggested(shipped: Shipped) -> None:
    game = Game(shipped("kingdom_builder"), 3, {"first_game": True})
    position = game.start(7)
    reader = Reader(game)
    names = ["tavern", "paddock", "oasis", "farm"]

    assert assembled(names, [False] * 4) == reader.land(position)

    cards = reader.value(position, type(None), "goals")
    goals = {GOALS[reader.fields(card)["goal"]] for card in cards}

    assert goals == {"fishermen", "knights", "merchants"}
