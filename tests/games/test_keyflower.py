"""Keyflower: whole games, and allocations worked out again in Python."""

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any

import pytest
from attrs import define
from compiling import shipped
from playing import golden, told
from syrupy.assertion import SnapshotAssertion

from rulesrun.agents.worlds import A_WORLD
from rulesrun.cli.messages.words import Words
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.pictures import Picture
from rulesrun.dsl.semantics.symbols import RuleSymbol
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.reports.views import dealt as dealt_anew
from rulesrun.interpreter.reports.views import resample, view
from rulesrun.interpreter.runtime.grids import HEX, cell_at
from rulesrun.interpreter.runtime.pieces import miscounted

RESOURCES = ("wood", "stone", "iron", "gold")
COLOURS = ("red", "yellow", "blue", "green")
SKILLS = ("saw", "pickaxe", "anvil")


@cache
def game(players: int, own_allocation: bool = False) -> Game:
    return Game(shipped("keyflower"), players, {"own_allocation": own_allocation})


# --- what lies where ---------------------------------------------------------


@define
class State:
    """The variables of a position by their names."""

    position: Position

    def slot(self, name: str, *keys: int) -> int:
        layout = self.position.game.layout
        for symbol, family in layout.families.items():
            if symbol.name == name and len(symbol.all_keys) == len(keys):
                pairs = zip(keys, family.offsets, family.strides, strict=True)
                return family.base + sum((k - o) * s for k, o, s in pairs)
        raise KeyError(name)

    def __getitem__(self, key: Any) -> Any:
        name, *keys = key if isinstance(key, tuple) else (key,)
        return self.position.state[self.slot(name, *keys)]

    def __setitem__(self, key: Any, value: Any) -> None:
        name, *keys = key if isinstance(key, tuple) else (key,)
        self.position.state[self.slot(name, *keys)] = value


@cache
def tiles(players: int) -> dict[str, int]:
    return {c.name: c.number for c in game(players).layout.components}


def sides(players: int, tile: int, field: str, angle: int) -> set[int]:
    mask = game(players).layout.components[tile].fields[field]
    assert isinstance(mask, int)
    return {(side - angle) % 6 for side in range(6) if mask >> side & 1}


# --- whole games -------------------------------------------------------------


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("seed", range(3))
def test_whole_games(players: int, seed: int) -> None:
    position = game(players, own_allocation=seed == 2).start(seed)
    chooser = random.Random(seed)
    count = 0
    while not position.over:
        assert position.raw
        position.play(chooser.choice(position.raw))
        count += 1
        assert None is miscounted(position.game.layout, position.state)
        assert count < 2000
    check_end(State(position), players)


def choices(position: Position, seed: int) -> Iterator[tuple[int, str]]:
    """A game in which every option is equally likely."""
    chooser = random.Random(seed)
    while not position.over:
        option = chooser.choice(position.options)
        assert position.player is not None
        yield position.player, option.name
        position.choose(option)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_golden_game(players: int, snapshot_txt: SnapshotAssertion) -> None:
    position = game(players).start(7)
    lines = told(position, choices(position, 7))

    assert snapshot_txt == golden(
        f"{players} players, seed 7", lines, position, "points"
    )


@pytest.mark.parametrize("language", ["en", "fa"])
def test_villages_bids_and_screens_as_a_player_sees_them(
    language: str, snapshot_txt: SnapshotAssertion
) -> None:
    position = game(3).start(5)
    chooser = random.Random(5)
    for _ in range(82):
        position.play(chooser.choice(position.raw))
    labels = Labels(position.game, Words(language))
    picture = "\n".join(Picture(position, 1, labels).lines())

    assert snapshot_txt == picture + "\n"


def check_end(state: State, players: int) -> None:
    components = state.position.game.layout.components
    kinds = shipped("keyflower").world.enum("Kind").values
    boat = next(v.index for v in kinds if v.name == "boat")
    loose = tiles(players)["Summer boat 2a"]
    for player in range(players):
        village = state["village", player]
        boats = [t for t in village.values() if components[t].fields["kind"] == boat]
        assert len(boats) <= 1
        assert 0 in village
        assert () == state["new", player]
        matching = loose not in village.values()
        for cell, tile in village.items():
            touched = [cell + step in village for step in HEX.steps]
            assert any(touched) or len(village) == 1
            for side, step in enumerate(HEX.steps):
                other = village.get(cell + step)
                if other is None or not matching:
                    continue
                for field in ("roads", "water"):
                    here = sides(players, tile, field, state["angle", tile])
                    there = sides(players, other, field, state["angle", other])
                    assert (side in here) == (HEX.opposite[side] in there)
    boats_lying = state["boats"]
    set_aside = state.position.game.layout.components
    assert not boats_lying, [set_aside[b].name for b in boats_lying]


def test_what_is_hidden_changes_nothing_that_is_seen() -> None:
    position = game(3).start(5)
    chooser = random.Random(5)
    looked = 0
    while not position.over:
        player = position.player
        assert player is not None
        if chooser.random() < 0.2:
            other = dealt_anew(position, player, chooser.randrange(1000))
            if looked == 4:
                other = resample(position, player, looked, A_WORLD)
            assert view(position, player) == view(other, player)
            names = [option.name for option in position.options]
            assert names == [option.name for option in other.options]
            assert None is miscounted(position.game.layout, other.state)
            looked += 1
        position.play(chooser.choice(position.raw))
    assert looked > 10


def offering(players: int, seed: int) -> Position:
    """A game at its first choice of winter tiles (KF-32)."""
    position = game(players).start(seed)
    chooser = random.Random(seed)
    while position.decision_plan.items[0].name != "offered":
        position.play(chooser.choice(position.raw))
    return position


def test_nobody_sees_how_many_winter_tiles_another_player_offers() -> None:
    position = offering(3, 2)
    first = position.player
    some, all_of_them = position.copy(), position.copy()
    by_number = sorted(position.options, key=lambda option: len(option.raw[1][0]))
    some.choose(by_number[0])
    all_of_them.choose(by_number[-1])

    assert some.digest() != all_of_them.digest()
    for player in {0, 1, 2} - {first}:
        assert view(some, player) == view(all_of_them, player)


def test_what_a_player_cannot_know_of_the_winter_tiles_is_dealt_anew() -> None:
    position = offering(2, 3)
    first = position.player
    assert first is not None
    before = State(position)["dealt", first]
    position.choose(max(position.options, key=lambda o: len(o.raw[1][0])))
    number = sum(State(position)["chosen", t] for t in before)
    hands = [
        State(dealt_anew(position, 1 - first, seed))["dealt", first]
        for seed in range(20)
    ]

    assert 3 == number
    assert len(set(hands)) > 10
    for seed, hand in enumerate(hands):
        other = State(dealt_anew(position, 1 - first, seed))
        assert number == sum(other["chosen", t] for t in hand)


def test_how_many_winter_tiles_another_player_offers_differs_in_worlds() -> None:
    position = offering(2, 3)
    first = position.player
    assert first is not None
    position.choose(max(position.options, key=lambda o: len(o.raw[1][0])))
    numbers = set()
    for seed in range(6):
        other = State(resample(position, 1 - first, seed, A_WORLD))
        hand = other["dealt", first]
        numbers.add(sum(other["chosen", t] for t in hand))
    assert len(numbers) > 1


# --- the best allocation, worked out again -----------------------------------


def splits(count: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to deal so many alike items to so many roles."""
    if parts == 1:
        yield (count,)
        return
    for first in range(count + 1):
        for rest in splits(count - first, parts - 1):
            yield (first, *rest)


def best_of_workers(workers: Counter[str], owned: set[str]) -> int:
    roles = ("guild", "market", "hall", "five", "wind", "idle")
    best = 0
    for hall in COLOURS:
        for dealt in product(*(splits(workers[c], len(roles)) for c in COLOURS)):
            by = {
                c: dict(zip(roles, d, strict=True))
                for c, d in zip(COLOURS, dealt, strict=True)
            }
            points = 0
            if "Craftsman's guild" in owned:
                points += 3 * min(by[c]["guild"] for c in ("red", "yellow", "blue"))
            if "Key market" in owned:
                points += 2 * by["green"]["market"]
            if "Village hall" in owned:
                points += by[hall]["hall"]
            if "Apothecary" in owned:
                points += sum(by[c]["five"] for c in COLOURS) // 5 * 3
            if "White Wind" in owned:
                points += sum(by[c]["wind"] for c in COLOURS)
            best = max(best, points)
    return best


def best_of_skills(skills: Counter[str], owned: set[str]) -> int:
    best = 0
    for kind in SKILLS:
        for dealt in product(*(splits(skills[s], 4) for s in SKILLS)):
            points = 0
            if "Scribes" in owned:
                points += 10 * min(d[0] for d in dealt)
            if "Scholar" in owned:
                points += 3 * dealt[SKILLS.index(kind)][1]
            if "Key guild" in owned:
                points += sum(d[2] for d in dealt) // 5 * 10
            best = max(best, points)
    return best


YARDS = {
    "Barn": (RESOURCES, (1, 2)),
    "Blacksmith": (("iron",), (2, 3)),
    "Stone yard": (("stone",), (2, 3)),
    "Timber yard": (("wood",), (2, 3)),
}


def best_of_resources(
    lying: dict[str, Counter[str]],
    owned: set[str],
    upgraded: set[str],
    loose: str | None,
) -> int:
    """`loose` is the purple worker as a resource, which may lie anywhere."""
    if loose is not None:
        best = 0
        for place in lying:
            more = {t: c + Counter({loose: t == place}) for t, c in lying.items()}
            best = max(best, best_of_resources(more, owned, upgraded, None))
        return best
    piles = [(t, k, n) for t, held in lying.items() for k, n in held.items() if n]
    roles = ("stay", "wood", "stone", "iron", "mill", "wind", "left")
    best = 0
    for milled in RESOURCES:
        ways: list[list[dict[str, int]]] = []
        for place, kind, count in piles:
            open_to = [role for role in roles if _may(role, place, kind, milled, owned)]
            ways.append(
                [
                    dict(zip(open_to, split, strict=True))
                    for split in splits(count, len(open_to))
                ]
            )
        for chosen in product(*ways):
            points = 0
            total: Counter[str] = Counter()
            coins = 0
            for (place, kind, _), way in zip(piles, chosen, strict=True):
                if way.get("stay"):
                    points += way["stay"] * YARDS[place][1][place in upgraded]
                total.update(way)
                coins += way["left"] if kind == "gold" or LOOSE in owned else 0
            points += 5 * min(total[k] for k in RESOURCES[:3])
            points += total["mill"] + total["wind"] // 5 * 5
            points += coins * (2 if "Jeweller" in owned else 1)
            best = max(best, points)
    return best


def _may(role: str, place: str, kind: str, milled: str, owned: set[str]) -> bool:
    anything = kind == "gold" or LOOSE in owned
    if role == "stay":
        return place in YARDS and (kind in YARDS[place][0] or anything)
    if role in RESOURCES:
        return "Mercer's guild" in owned and (kind == role or anything)
    if role == "mill":
        return "Watermill" in owned and (kind == milled or anything)
    return role == "left" or "Windmill" in owned


LOOSE = "Summer boat 3b"
SCORING = (
    *("Apothecary", "Craftsman's guild", "Key market", "Village hall", "White Wind"),
    *("Scribes", "Scholar", "Key guild"),
    *("Mercer's guild", "Watermill", "Windmill", "Jeweller"),
)


@pytest.mark.parametrize("seed", range(40))
def test_the_allocation_is_the_best(seed: int) -> None:
    chance = random.Random(seed)
    owned = {name for name in SCORING if chance.random() < 0.6}
    yards = {name for name in YARDS if chance.random() < 0.4}
    upgraded = {name for name in yards if chance.random() < 0.5}
    workers = Counter(chance.choices(COLOURS, k=chance.randint(0, 6)))
    skills = Counter(chance.choices(SKILLS, k=chance.randint(0, 8)))
    lying = {place: Counter[str]() for place in ("Home 1", *sorted(yards))}
    for _ in range(chance.randint(0, 6)):
        lying[chance.choice(list(lying))][chance.choice(RESOURCES)] += 1
    purple = chance.random() < 0.3
    if chance.random() < 0.2:
        owned.add(LOOSE)

    of_goods = best_of_resources(lying, owned, upgraded, None)
    of_workers = best_of_workers(workers, owned)
    of_skills = best_of_skills(skills, owned)
    expected = of_goods + of_workers + of_skills
    if purple:
        expected += max(
            *(
                best_of_resources(lying, owned, upgraded, good) - of_goods
                for good in RESOURCES
            ),
            *(
                best_of_workers(workers + Counter([colour]), owned) - of_workers
                for colour in COLOURS
            ),
            *(
                best_of_skills(skills + Counter([skill]), owned) - of_skills
                for skill in SKILLS
            ),
        )

    state = State(game(6).start(0))
    names = ["Home 1", *sorted(yards | owned)]
    state["village", 0] = {cell_at(x, 0): tiles(6)[n] for x, n in enumerate(names)}
    state["screen", 0] = tuple(workers[c] for c in COLOURS)
    state["skills", 0] = tuple(skills[s] for s in SKILLS)
    for place, held in lying.items():
        state["goods", tiles(6)[place]] = tuple(held[k] for k in RESOURCES)
        state["upgraded", tiles(6)[place]] = place in upgraded
    state["purple_winner"] = 0 if purple else None
    allocate = shipped("keyflower").world.get(RuleSymbol, "allocate_goods")
    position = state.position
    procedures = position.game.module.procedures
    assert [] == position.game.machine.begin(position.state, procedures[allocate], [0])

    assert expected == state["points", 0]
