"""What each kind of variable can hold in a save, and what not, to the last value."""

from functools import cache
from typing import Any

import pytest
from compiling import program_of

from rulesrun.dsl.semantics.value_types import EdgeType
from rulesrun.interpreter.game import BrokenSave, Game
from rulesrun.interpreter.runtime.layout import HEADER_NAMES
from rulesrun.interpreter.saves import fits

RULES = """language 1

game kinds "Kinds":
    players 2

enum Good "good": wood, wool, salt

card Order "order":
    value "value": 1..4
    named "{value}"

board yard "yard": square 2 x 2

piece ware of Good "ware": 9
piece coin "coin": 9

supply:
    1 of Order(1)
    1 of Order(2)
    1 of Order(3)
    1 of Order(4)

state:
    heap "heap": pile of Order
    shelf "shelf": row of Order, at most 2
    stall "stall": space of Order
    few: 1..3
    any_number: int
    maybe: 1..3 or none
    flag: bool
    what: Good = wood
    who: player = player 1
    spot: cell of yard or none
    order: Order or none
    goods: set of Good
    players_in: set of player
    cells: set of cell of yard
    numbers: list of 1..3
    lists: list of list of int
    sets: set of 1..9
    mixed: bundle of Good
    bank: stock of ware = {wood: 3, wool: 3, salt: 3}
    coins: stock of coin = 9
    pair: (1..3, Good)

each player:
    hand "hand": hand of Order
    points "points": int, ledger

play:
    move Order to heap
    move first(heap) to shelf
    player 1 chooses n in 1..3
    player 1.points += n
    player 1 chooses m in 1..3
    player 1.points += m + n
    nobody wins
"""

GOOD: dict[str, list[Any]] = {
    "few": [1, 2, 3],
    "any_number": [0, -5, 10**12],
    "maybe": [None, 1, 3],
    "flag": [True, False],
    "what": [0, 2],
    "who": [0, 1],
    "spot": [None, 0, 3],
    "order": [None, 0, 3],
    "goods": [0, 1, 7],
    "players_in": [0, 3],
    "cells": [0, 15],
    "numbers": [(), (1, 3, 3)],
    "lists": [(), ((),), ((1,), (2, 3))],
    "sets": [frozenset(), frozenset({1, 9})],
    "mixed": [(0, 0, 0), (-1, 2, 3)],
    "bank": [(0, 0, 0), (3, 3, 3)],
    "coins": [0, 9],
    "pair": [(1, 0), (3, 2)],
    "heap": [(), (3, 0, 1)],
    "stall": [None, 2],
    "hand": [(), (0, 3)],
}
BAD: dict[str, list[Any]] = {
    "few": [0, 4, None, True, "1", 1.0],
    "any_number": [None, False, (1,)],
    "maybe": [0, 4, True],
    "flag": [0, 1, None],
    "what": [-1, 3, None, True],
    "who": [-1, 2, None, False],
    "spot": [-1, 4],
    "order": [-1, 4, True],
    "goods": [-1, 8, (1,), True],
    "players_in": [-1, 4],
    "cells": [-1, 16],
    "numbers": [(0,), (4,), 1, None],
    "lists": [(1,), ((None,),), None],
    "sets": [frozenset({0}), frozenset({10}), 3],
    "mixed": [(0, 0), (0, 0, 0, 0), (0, 0, None), 0],
    "bank": [(-1, 0, 0), (0, 0), (0, 0, True)],
    "coins": [-1, None, True],
    "pair": [(0, 0), (1, 3), (1,), (1, 0, 0), (), 1, None],
    "heap": [(4,), (-1,), 0, (True,)],
    "stall": [4, -1, ()],
    "hand": [(3, 0), (1, 1), (4,)],
}


@cache
def game() -> Game:
    return Game(program_of(RULES), 2)


def kind_of(name: str) -> Any:
    return next(s.type for s in game().layout.families if s.name == name)


@pytest.mark.parametrize("name", GOOD)
def test_what_a_variable_can_hold(name: str) -> None:
    for value in GOOD[name]:
        assert fits(game().layout, kind_of(name), value), value
    for value in BAD[name]:
        assert not fits(game().layout, kind_of(name), value), value


def test_ranges_count_for_no_local_name() -> None:
    layout = game().layout
    assert fits(layout, kind_of("few"), 17, local=True)
    assert fits(layout, kind_of("numbers"), (17,), local=True)
    assert not fits(layout, kind_of("few"), True, local=True)
    assert fits(layout, kind_of("heap"), "anything", local=True)


# ---- whole saves ------------------------------------------------------------------------


def slot(name: str) -> int:
    return next(f.base for s, f in game().layout.families.items() if s.name == name)


def loaded(changes: dict[int, Any]) -> None:
    """Load the save of the second decision with other values in some slots."""
    position = game().start(3)
    position.choose("2")
    data = position.save()
    del data["digest"], data["line"]  # no choices lead to what is changed
    state = data["state"]
    for at, value in changes.items():
        state[at] = value
    game().load(data)


def locations(slots: dict[int, int]) -> dict[int, Any]:
    """Slots of components that lie elsewhere."""
    return {game().layout.locations + card: slot for card, slot in slots.items()}


def test_a_zone_that_is_full_and_one_that_is_too_full() -> None:
    heap, shelf = slot("heap"), slot("shelf")
    loaded({})
    loaded(
        {
            shelf: [0, 1],
            heap: [2, 3],
            **locations({0: shelf, 1: shelf, 2: heap, 3: heap}),
        }
    )
    with pytest.raises(BrokenSave, match="`shelf` holds more than 2"):
        loaded(
            {
                shelf: [0, 1, 2],
                heap: [3],
                **locations({0: shelf, 1: shelf, 2: shelf, 3: heap}),
            }
        )


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("few", 4, "`few` cannot be so"),
        ("goods", 8, "`goods` cannot be so"),
        ("bank", [4, 3, -1], "`bank` cannot be so"),
        ("hand", [1, 0], "`hand` cannot be so"),
    ],
)
def test_a_variable_that_cannot_be_so(name: str, value: Any, said: str) -> None:
    with pytest.raises(BrokenSave, match=said):
        loaded({slot(name): value})


def test_what_was_changed_by_hand() -> None:
    data = game().start(3).save()
    data["state"][HEADER_NAMES.index("reveals")] += 1

    with pytest.raises(BrokenSave, match="damaged or changed since it was saved"):
        game().load(data)


@pytest.mark.parametrize(("value", "fits_in"), [(2, True), (17, True), ("x", False)])
def test_what_a_local_name_stands_for(value: object, fits_in: bool) -> None:
    position = game().start(3)
    position.choose("2")
    data = position.save()
    del data["digest"], data["line"]  # no choices lead to what is changed
    *_, frame = data["state"][HEADER_NAMES.index("frames")]
    (at,) = (at for at, held in enumerate(frame[2]) if held == 2)
    frame[2][at] = value

    if fits_in:
        assert game().load(data).options
    else:
        with pytest.raises(BrokenSave, match="a local name cannot stand for that"):
            game().load(data)


def test_a_local_name_may_have_left_the_range_of_what_it_began_as() -> None:
    rules = RULES.replace(
        "    player 1 chooses m in 1..3\n    player 1.points += m + n\n",
        "    let kept = few\n    kept += 40\n    player 1 chooses m in 1..3\n"
        "    player 1.points += m + n + kept\n",
    )
    position = Game(program_of(rules), 2).start(3)
    position.choose("2")
    again = position.game.load(position.save())
    for one in (position, again):
        one.choose("3")

    assert again.state == position.state


PHASES = """language 1

game phases "Phases":
    players 2

play:
    phase "Dusk":
        player 1 chooses _n in 1..3
    phase "Dawn":
        player 1 chooses _m in 1..3
    nobody wins
"""


@pytest.mark.parametrize(
    ("phase", "fits_in"), [(None, True), (0, True), (1, True), (2, False), (3, False)]
)
def test_the_phase_is_one_of_the_rules(phase: int | None, fits_in: bool) -> None:
    data = phases().start(3).save()
    del data["digest"]
    data["state"][HEADER_NAMES.index("phase")] = phase

    if fits_in:
        assert phases().load(data).options
    else:
        with pytest.raises(BrokenSave, match="its phase is none"):
            phases().load(data)


@cache
def phases() -> Game:
    return Game(program_of(PHASES), 2)


RESULT = HEADER_NAMES.index("result")


@pytest.mark.parametrize(
    ("result", "fits_in"),
    [
        ([1, 1], True),
        ([2, 1], True),
        ([], True),
        ([0, 1], False),
        ([1, 3], False),
        ([1], False),
        ([1, 1, 1], False),
        ([True, 1], False),
        (None, False),
        (1, False),
    ],
)
def test_the_result_of_a_game_that_is_over(result: Any, fits_in: bool) -> None:
    position = game().start(3)
    for choice in ("2", "1"):
        position.choose(choice)
    assert position.over
    data = position.save()
    del data["digest"], data["line"]  # the choices lead to another result
    data["state"][RESULT] = result

    if fits_in:
        assert game().load(data).over
    else:
        with pytest.raises(BrokenSave):
            game().load(data)


@pytest.mark.parametrize(("shape", "sides"), [("square", 4), ("hex", 6)])
def test_the_sides_of_places(shape: str, sides: int) -> None:
    kind, layout = EdgeType(shape), game().layout
    inside: list[object] = [(0, 0), (-7, sides - 1)]
    for value in inside:
        assert fits(layout, kind, value), value
    for value in [
        (0, sides),
        (0, -1),
        (0,),
        (0, 1, 2),
        (None, 1),
        (0, None),
        1,
        [0, 1],
    ]:
        assert not fits(layout, kind, value), value
