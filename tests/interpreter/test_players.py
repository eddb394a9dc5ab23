"""Players who are named by their seat, whether they take part or not."""

import pytest
from compiling import program_of

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.reports.views import view

RULES = """\
language 1

game small "Small":
    players 2..4

state:
    asked "asked": bool

each player:
    points "points": int
    low "low": 3..9

play:
    player 1 chooses n in 1..2
    if player 4 == player 1 or player 4 in players:
        asked = true
    if n == 2:
        player 4.points += 5
    rank players by most it.points
"""


def test_nobody_is_a_player_who_does_not_take_part() -> None:
    position = Game(program_of(RULES), 2).start(0)
    position.choose("1")

    assert position.over
    assert [False] == [s.value for s in view(position, None).seen if s.name == "asked"]


def test_what_belongs_to_nobody_cannot_be_changed() -> None:
    position = Game(program_of(RULES), 2).start(0)
    before = position.state.copy()

    with pytest.raises(GameFault, match="there is no player 4 among 2 players") as told:
        position.choose("2")
    assert told.value.span is not None
    assert 18 == told.value.span.line
    assert before == position.state


def test_who_takes_part_is_meant() -> None:
    position = Game(program_of(RULES), 4).start(0)
    position.choose("2")

    assert (2, 2, 2, 1) == position.ranking
