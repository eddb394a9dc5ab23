"""Saves that were damaged, or that belong to another game: always refused as such."""

import json
import random
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from compiling import program_of, shipped
from hypothesis import given, settings
from hypothesis import strategies as st
from test_setup import CHOICES

from rulesrun.dsl.compile import Program, former_digest
from rulesrun.interpreter.game import BrokenSave, Game, Position
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.reports.views import worlds
from rulesrun.interpreter.runtime.layout import HEADER_NAMES

GAMES = [("alhambra", 3), ("keyflower", 3), ("architects", 2), ("kingdom_builder", 2)]


@cache
def saved(name: str, players: int, choices: int) -> tuple[Game, str]:
    """A game, and the save of a position after some choices."""
    game = Game(shipped(name), players)
    position = game.start(1)
    chooser = random.Random(2)
    for _ in range(choices):
        position.choose(chooser.choice(position.options))
    return game, json.dumps(position.save())


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places in plain data."""
    yield path
    keys: Any = value if isinstance(value, dict) else ()
    for key in range(len(value)) if isinstance(value, list) else keys:
        yield from paths(value[key], (*path, key))


def put(data: Any, path: tuple[Any, ...], change: Callable[[Any, Any], None]) -> None:
    """Change what stands at a place."""
    for key in path[:-1]:
        data = data[key]
    change(data, path[-1])


STRANGE: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 7, 10**6, -(10**30), 1.5, float("nan")),
    *("", "x", "2", [], [[]], [0], [0, 0], [None], ["x"], {}, {"grid": []}),
    *({"grid": [[0, 1]]}, {"set": [0, 1]}, {"set": [{}]}, {"grid": [0]}, {"x": 1}),
]


@st.composite
def damages(draw: st.DrawFn) -> Callable[[Any], None]:
    at = draw(st.integers(0, 10**9))
    what = draw(st.sampled_from(["other", "other", "gone", "twice", "moved", "deeper"]))
    other = draw(st.sampled_from(STRANGE))
    slot = draw(st.booleans())

    def damage(data: Any) -> None:
        matching = [p for p in paths(data) if p and (not slot or p[:1] == ("state",))]
        if not matching:
            return
        path = matching[at % len(matching)]

        def change(holder: Any, key: Any) -> None:
            if what == "gone":
                del holder[key]
            elif what == "twice" and isinstance(holder, list):
                holder.insert(key, deepcopy(holder[key]))
            elif what == "moved" and isinstance(holder, list):
                holder.append(holder.pop(key))
            elif what == "deeper":
                holder[key] = [holder[key]]
            else:
                holder[key] = deepcopy(other)

        put(data, path, change)

    return damage


@given(
    st.sampled_from(GAMES), st.sampled_from([0, 9, 40]), st.lists(damages(), min_size=1)
)
@settings(max_examples=150)
def test_whatever_is_damaged_is_refused_or_can_be_played(
    one: tuple[str, int], choices: int, done: list[Callable[[Any], None]]
) -> None:
    game, text = saved(*one, choices)
    whole = json.loads(text)
    data = deepcopy(whole)
    for damage in done[:3]:
        damage(data)
    if isinstance(data, dict) and data.get("digest") == whole["digest"]:
        if json.dumps(data) != text:
            with pytest.raises(BrokenSave):
                game.load(data)
        del data["digest"]  # as older versions saved
    try:
        position = game.load(data)
    except BrokenSave:
        return
    play_on(position)


def play_on(position: Position) -> None:
    try:
        for _ in range(3):
            if not position.over:
                position.choose(len(position.options) // 2)
        assert position.save()
        assert repr(position)
    except GameFault:
        pass  # what was moved about fits each slot, and yet no game leads there


@pytest.mark.parametrize("data", [None, [], "save", 3, {}, {"state": []}, {"rules": 3}])
def test_what_is_no_save(shipped: Callable[[str], Program], data: Any) -> None:
    with pytest.raises(BrokenSave):
        Game(shipped("tic_tac_toe"), 2).load(data)


def test_nested_without_end(shipped: Callable[[str], Program]) -> None:
    game = Game(shipped("tic_tac_toe"), 2)
    data = game.start().save()
    del data["digest"]
    nested: list[Any] = []
    for _ in range(100_000):
        nested = [nested]
    data["state"][0] = nested
    with pytest.raises(BrokenSave):
        game.load(data)


def test_another_game(shipped: Callable[[str], Program]) -> None:
    data = Game(shipped("alhambra"), 2).start().save()
    with pytest.raises(BrokenSave, match="saved with 2 players, and this one has 3"):
        Game(shipped("alhambra"), 3).load(data)
    with pytest.raises(BrokenSave, match="under other rules"):
        Game(shipped("keyflower"), 2).load(data)

    program = program_of(CHOICES)
    plain, long = Game(program, 2), Game(program, 2, {"long": True})
    with pytest.raises(BrokenSave, match="another value of the option `long`"):
        long.load(plain.start().save())
    with pytest.raises(BrokenSave, match="another value of the option `long`"):
        plain.load(long.start().save())
    with pytest.raises(BrokenSave, match="the game has no option `lnog`"):
        plain.load({**plain.start().save(), "options": {"lnog": 1}})


def test_an_option_that_is_given_as_it_is_anyway() -> None:
    program = program_of(CHOICES)
    data = Game(program, 2).start().save()
    assert Game(program, 2, {"long": False, "first": "wood"}).load(data).options


def test_saves_of_former_versions(shipped: Callable[[str], Program]) -> None:
    """They hold no digest of themselves, and the rules' as it was reckoned before."""
    game = Game(shipped("alhambra"), 2)
    position = game.start(4)
    data = position.save()
    del data["digest"]
    data["rules"] = former_digest(game.program.texts)
    assert data["rules"] != game.program.digest
    assert game.load(data).digest() == position.digest()


TIC_TAC_TOE: dict[str, list[Any]] = {
    "frames": [[[0, 0, []]], [[99, 0, [None]]], [[0]], [0], "x", None, {}],
    "decision": [None, 99, -1, True, "x"],
    "actor": [0, 2, -1, None, False],
    "seed": [None, 0.5, True],
    "counter": [-1, None, True],
    "turn": [2, True],
    "turns": [-1, None, "1"],
    "phase": [0, -1, True],
    "result": [[1], [1, 3], [0, 1], [1, True], 1],
    "reveals": [-1, None],
    "forced": [[1], "probe", None, [None]],
    "ledger": [[1], [[0, 1, 0]], [[13, 1, 0]], [[99, 1, 0]], None],
    "box": [[0], None, 1],
}


@pytest.mark.parametrize("name", HEADER_NAMES)
def test_what_stands_at_the_head(shipped: Callable[[str], Program], name: str) -> None:
    game = Game(shipped("tic_tac_toe"), 2)
    position = game.start()
    position.choose(0)
    for wrong in TIC_TAC_TOE[name]:
        data = position.save()
        del data["digest"]
        data["state"][HEADER_NAMES.index(name)] = wrong
        with pytest.raises(BrokenSave):
            game.load(data)


def test_a_game_goes_on_from_the_middle_of_it(
    shipped: Callable[[str], Program],
) -> None:
    """Of a save without its choices the line begins there, and is saved with it."""
    game = Game(shipped("auction"), 3)
    position = game.start(2)
    for _ in range(5):
        position.choose(len(position.options) // 2)
    data = position.save()
    del data["line"], data["digest"]
    middle = game.load(data)
    for _ in range(3):
        middle.choose(0)

    again = game.load(middle.save())

    assert again.digest() == middle.digest()
    assert again.save() == middle.save()
    changed = middle.save()
    del changed["digest"]
    changed["line"]["choices"].pop()
    with pytest.raises(BrokenSave, match="do not lead to where it stands"):
        game.load(changed)
    begun = changed["line"]["state"][5]
    changed["line"]["state"][5] = "nothing of the kind"
    with pytest.raises(BrokenSave, match="the choices in the saved game cannot be"):
        game.load(changed)
    changed["line"]["state"][5] = begun
    changed["line"]["choices"] = [[99, [99]]]
    with pytest.raises(BrokenSave, match="the choices in the saved game cannot be"):
        game.load(changed)


def test_a_game_goes_on_in_another_world(shipped: Callable[[str], Program]) -> None:
    """What another world began with is saved with the choices made in it."""
    game = Game(shipped("auction"), 3)
    position = game.start(2)
    for _ in range(5):
        position.choose(len(position.options) // 2)
    world = next(iter(worlds(position, 1, 1, 7))).position
    for _ in range(2):
        world.choose(0)

    again = game.load(world.save())

    assert again.save() == world.save()
    assert [option.name for option in again.options] == [o.name for o in world.options]
