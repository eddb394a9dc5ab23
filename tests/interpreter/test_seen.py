"""What a player sees of a position as plain values: as `view` has it, and what is recalled.

How much is recalled is held to what was seen in `tests/memory/test_recalled.py`.
"""

from typing import Any

import pytest
from compiling import program_of, shipped

from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.knowledge.seen import Hidden, SeenBy, readable
from rulesrun.interpreter.memory.worlds import Effort
from rulesrun.interpreter.reports.views import resample, view
from rulesrun.interpreter.runtime.naming import Names

GAMES = ["alhambra", "keyflower", "kingdom_builder", "classics/kuhn_poker"]

VALUES = """language 1

game values "Values":
    players 2

enum Good "good": wood, wool, salt

tile House "house":
    good: Good
    named "{good} house"

supply:
    2 of each House

piece ware of Good "ware": 4
piece marker "marker": 2 for each player

board land "land": square 2 x 2

state:
    n "n": 0..9 = 3
    yes "yes": bool = true
    said "said": text = "hello"
    wanted "wanted": Good or none = none
    goods "goods": set of Good
    leader "leader": player = player 2
    numbers "numbers": list of int
    stock_there "stock": stock of ware = {wood: 3, salt: 1}
    code "code": int, secret = 7
    bids[player, Good] "bids": 0..9
    deck_there "deck": deck of House
    slots[1..2] "slots": space of House

each player:
    town "town": square grid of House
    houses "houses": hand of House
    markers "markers": stock of marker = 2
    plan "plan": Good, seen by owner

each cell of land:
    mark "mark": player or none

play:
    goods = {wood, salt}
    numbers = [3, 1]
    move House to deck_there
    draw 2 from deck_there to player 1.houses
    draw 1 from deck_there to slots[2]
    for each h in deck_there:
        if player 1.town is empty:
            move h to player 1.town at origin
    for each c in land where c.row == 1:
        c.mark = player 1
    bids[player 2, wool] = 4
    player 1.plan = salt
    player 1 chooses m in 1..2
    nobody wins
"""


@pytest.fixture(name="position")
def _position() -> Position:
    return Game(program_of(VALUES), 2).start(1)


def test_values_are_plain(position: Position) -> None:
    seen = position.seen_by(0)

    assert (seen.n, seen.yes, seen.said, seen.wanted) == (3, True, "hello", None)
    assert seen.goods == {"wood", "salt"}
    assert (seen.leader, seen.numbers) == (1, (3, 1))
    assert seen.stock_there == {"wood": 3, "wool": 0, "salt": 1}
    assert seen.bids[1, "wool"] == 4
    assert len(seen.houses[0]) == 2
    assert all(name.endswith("house") or "#" in name for name in seen.houses[0])
    assert list(seen.town[0]) == ["0,0"]
    assert seen.slots[1] is None
    assert "house" in seen.slots[2]
    assert dict(seen.mark) == {"0,0": None, "0,1": None, "1,0": 0, "1,1": 0}
    assert seen.markers[1] == 2
    assert seen.plan[0] == "salt"


def test_what_is_hidden_is_told_as_hidden(position: Position) -> None:
    seen = position.seen_by(1)

    assert seen.houses[0] == Hidden(2)
    assert seen.deck_there == Hidden(len(position.seen_by(None).deck_there))
    assert seen.code == seen.plan[0] == Hidden(None)
    assert position.seen_by(None).code == 7
    assert repr(seen.houses[0]) == "<Hidden 2>"


def test_it_is_a_mapping_of_names(position: Position) -> None:
    seen = position.seen_by(0)

    assert list(seen)[:3] == ["n", "yes", "said"]
    assert dict(seen)["n"] == seen["n"] == 3
    assert "bids" in dir(seen)
    assert len(seen.bids) == 6
    assert list(seen.bids)[1] == (0, "wool")
    assert repr(seen).startswith("what player 1 sees:\n  n: 3\n  yes: ")
    assert repr(seen.bids).startswith("{(0, 'salt'): 0, ")
    assert len(repr(seen).splitlines()) == 1 + len(seen)


def test_it_stays_what_it_was(position: Position) -> None:
    copy = position.copy()
    copy.state[13] = 5
    seen = copy.seen_by(0)
    copy.state[13] = 6

    assert seen.n == 5


def test_what_is_not_there(position: Position) -> None:
    seen = position.seen_by(0)

    with pytest.raises(AttributeError, match='variable `bid`; did you mean "bids"'):
        _ = seen.bid
    with pytest.raises(KeyError, match="variable `bid`"):
        _ = seen["bid"]
    with pytest.raises(KeyError, match="there is no `mark` of '5,5'"):
        _ = seen.mark["5,5"]
    for player in (2, -1, "1", 0.5):
        with pytest.raises(ValueError, match="seats are 0 to 1"):
            position.seen_by(player)  # type: ignore[arg-type]


def all_of(seen: SeenBy) -> dict[str, Any]:
    """Every value of what is seen, with its keys."""
    result: dict[str, Any] = {}
    for name, value in seen.items():
        many = hasattr(value, "keys") and type(value) is not dict
        result[name] = dict(value) if many else value
    return result


@pytest.mark.parametrize("name", GAMES)
def test_it_is_what_the_view_says(name: str) -> None:
    game = Game(shipped(name), 2)
    names: Names = game.names
    position = game.start(3)
    for _ in range(30):
        position.play(position.raw[len(position.raw) // 2])
        if position.over:
            break
    for player in (0, 1, None):
        values = all_of(position.seen_by(player))
        for each in view(position, player).seen:
            said = Hidden(each.count)
            if not each.hidden:
                said = readable(names, each.type)(each.value)
            keyed = each.owner is not None or each.keys
            among = list(values[each.name].values()) if keyed else [values[each.name]]
            assert said in among or (each.hidden and any(map(is_recalled, among)))


def is_recalled(value: Any) -> bool:
    """Whether it can be what a player knows of a place into which nobody else looks."""
    return bool(value.known) if isinstance(value, Hidden) else isinstance(value, tuple)


@pytest.mark.parametrize("name", GAMES)
def test_other_worlds_look_the_same(name: str) -> None:
    position = Game(shipped(name), 2).start(3)
    for turn in range(12):
        if position.over:
            break
        for player in (0, 1) if turn % 4 == 0 else ():
            other = resample(position, player, turn, Effort(accepted=2, proposed=6))
            assert all_of(other.seen_by(player)) == all_of(position.seen_by(player))
        position.play(position.raw[-1])
