"""What a game is started with, as people write it in Python."""

from typing import Any, SupportsIndex

import pytest
from compiling import program_of

from rulesrun.interpreter.game import Game, Refused, WrongSetup

CHOICES = """\
language 1

game choices "Choices":
    players 2..3

enum Good "Good":
    wood "Wood"
    salt "Salt"

option long "Long": bool = false
option first "First": Good = wood
option other "Other": Good or none = none
option rounds "Rounds": 1..5 = 2
option youngest "Youngest": player or none = none

state:
    who: player or none
    at: int

action go(p: player) "Go":
    choose n in 1..3
    at += n

play:
    who = youngest
    if long and first == salt and other is none:
        at = 10
    repeat rounds times:
        player 1 must go(player 1)
    rank players by most at
"""

GAME = program_of(CHOICES)


class Index:
    """A whole number of a kind of its own, such as those of numpy."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ({"long": True}, {"long": True}),
        ({"first": "salt"}, {"first": 1}),
        ({"first": 1}, {"first": 1}),
        ({"other": None}, {"other": None}),
        ({"other": "none"}, {"other": None}),
        ({"other": Index(0)}, {"other": 0}),
        ({"rounds": Index(5)}, {"rounds": 5}),
        ({"youngest": "player 2"}, {"youngest": 1}),
        ({"youngest": "2"}, {"youngest": 1}),
        ({"youngest": 2}, {"youngest": 2}),
        ({"youngest": None}, {"youngest": None}),
    ],
)
def test_values_by_name_and_by_number(given: Any, kept: Any) -> None:
    assert Game(GAME, 3, given).options == kept


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"long": "no"}, "the option `long` is True or False, not 'no'"),
        ({"long": 1}, "the option `long` is True or False, not 1"),
        ({"first": "silk"}, "the option `first` is one of wood, salt, not 'silk'"),
        ({"first": 2}, "the option `first` is one of wood, salt, not 2"),
        ({"first": True}, "the option `first` is one of wood, salt, not True"),
        ({"other": []}, "the option `other` is one of wood, salt or none, not []"),
        ({"rounds": 6}, "the option `rounds` is a whole number in 1..5, not 6"),
        ({"rounds": 2.0}, "the option `rounds` is a whole number in 1..5, not 2.0"),
        (
            {"youngest": "player 3"},
            "the option `youngest` is a player, from player 1 to player 2 or none, "
            "not 'player 3'",
        ),
        ({"youngest": 2}, "from player 1 to player 2"),
        ({"lnog": True}, 'the game has no option `lnog`; did you mean "long"?'),
        ({3: True}, "the game has no option `3`"),
        ({"long": "x" * 200}, "…"),
        (["long"], "options are given by name"),
    ],
)
def test_other_values_are_refused(given: Any, said: str) -> None:
    with pytest.raises(WrongSetup) as refused:
        Game(GAME, 2, given)
    assert said in str(refused.value)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("players", [True, 2.0, "2", None, 4, 1, -2])
def test_numbers_of_players_that_are_none(players: Any) -> None:
    with pytest.raises(WrongSetup):
        Game(GAME, players)


@pytest.mark.parametrize("seed", [True, -1, 1.5, "7", None])
def test_seeds_that_are_none(seed: Any) -> None:
    with pytest.raises(WrongSetup, match="a seed is a whole number from 0 on, not"):
        Game(GAME, 2).start(seed)


@pytest.mark.parametrize("choice", [True, 1.0, None, -1, 3, object()])
def test_choices_that_are_none(choice: Any) -> None:
    position = Game(GAME, 2).start()
    with pytest.raises(Refused):
        position.choose(choice)


def test_whole_numbers_of_any_kind() -> None:
    number: SupportsIndex = Index(2)
    plain, other = Game(GAME, 2), Game(GAME, number)  # type: ignore[arg-type]
    one, two = plain.start(2), other.start(number)  # type: ignore[arg-type]
    one.choose(2)
    two.choose(number)

    assert one.save() == two.save()
    assert type(two.save()["players"]) is int


def test_the_player_of_an_option_is_known_to_the_rules() -> None:
    position = Game(GAME, 2, {"youngest": "player 2"}).start()
    who = next(f for f in position.game.layout.families if f.name == "who")
    assert position.state[position.game.layout.families[who].base] == 1


def test_options_given_are_not_looked_at_again() -> None:
    given = {"rounds": 3}
    game = Game(GAME, 2, given)
    given["rounds"] = 100
    assert game.options == {"rounds": 3}


def test_a_player_who_does_not_take_part() -> None:
    program = program_of(
        """language 1
game shop "Shop":
    players 2..4
option youngest "Youngest": player = player 3
play:
    youngest wins
"""
    )
    assert Game(program, 3).start().ranking == (2, 2, 1)
    with pytest.raises(WrongSetup, match="`youngest` is player 3, and 2 take part"):
        Game(program, 2)
