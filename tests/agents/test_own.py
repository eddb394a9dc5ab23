"""Players of one's own: what they are given, and what becomes of their faults."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulesrun
from rulesrun.agents import own
from rulesrun.agents.own import OwnFault, OwnPlayer, world_of
from rulesrun.agents.players import player_of
from rulesrun.agents.worlds import A_WORLD
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.reports.views import resample

FILE = """
import helper

calls = []

def first(turn):
    calls.append(turn)
    return turn.options[0]

def by_name(turn):
    return turn.options[-1].name

class Counting:
    def __init__(self, game):
        self.made = 0
        self.game = game

    def choose(self, turn):
        self.made += 1
        assert turn.game is self.game
        return self.made - 1

class Plain:
    def choose(self, turn):
        return helper.last(turn)

class NoPlayer:
    pass

def misspelt(turn):
    return "put c=0,9"

def nothing(turn):
    return None

def broken(turn):
    return {}["queen of spades"]

def leaves(turn):
    raise SystemExit(3)

def cancelled(turn):
    raise __import__("asyncio").CancelledError("late")

class Speechless(Exception):
    def __str__(self):
        raise TypeError

    __repr__ = __str__

def speechless(turn):
    raise Speechless

def shapeless(turn):
    return Speechless()

async def waits(turn):
    return 0

def looks(turn):
    calls.append((turn.seen.hand[turn.seat], turn.options, turn.choices_made, turn.seat))
    return 0

def thinks(turn):
    assert turn.kind in ("exact", "near", "dealt")
    assert turn.position is turn.position
    calls.append((turn.position, *turn.worlds(2)))
    return 0
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    (tmp_path / "helper.py").write_text(
        "def last(turn):\n    return len(turn.options) - 1\n"
    )
    path = tmp_path / "own.py"
    path.write_text(FILE, "utf-8")
    return path


def choice(file: Path, name: str) -> int:
    game = rulesrun.load("tic_tac_toe", players=2)
    return player_of(f"{file}:{name}", game, seed=1).choose(game.start(1))


@pytest.mark.parametrize(
    ("name", "number"), [("first", 0), ("by_name", 8), ("Counting", 0), ("Plain", 8)]
)
def test_an_option_its_name_or_its_number(file: Path, name: str, number: int) -> None:
    assert number == choice(file, name)


def test_a_class_has_one_object_for_each_seat_and_game(file: Path) -> None:
    game = rulesrun.load("tic_tac_toe", players=2)
    player = OwnPlayer(f"{file}:Counting", game, Random(1))
    position = game.start(1)
    result = []
    for _ in range(4):
        result.append(player.choose(position))
        position.choose(0)
    assert [0, 0, 1, 1] == result
    player.new_game()
    assert 0 == player.choose(position)


@pytest.mark.parametrize(
    ("name", "line", "message"),
    [
        ("misspelt", 30, r"'put c=0,9' cannot be chosen now; did you mean"),
        (
            "nothing",
            33,
            "None was chosen; an option, its name or its number from 0 to 8",
        ),
        ("broken", 37, "KeyError: 'queen of spades'"),
        ("leaves", 40, "SystemExit: 3"),
        ("cancelled", 43, "CancelledError: late"),
        ("speechless", 52, "Speechless$"),
        ("shapeless", 54, "an object of Speechless was chosen"),
    ],
)
def test_faults_have_a_place(file: Path, name: str, line: int, message: str) -> None:
    with pytest.raises(OwnFault, match=message) as fault:
        choice(file, name)
    assert str(fault.value).startswith(f"{file}:{line}: the player ")
    assert f"own.py:{line}" == fault.value.place


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("frist", 'did you mean "first"'),
        ("NoPlayer", "has no method `choose"),
        ("calls", "neither a function nor a class"),
        ("waits", "leave that word out"),
    ],
)
def test_names_that_are_no_players(file: Path, name: str, message: str) -> None:
    with pytest.raises(OwnFault, match=message):
        choice(file, name)


def test_a_file_that_cannot_be_carried_out(tmp_path: Path) -> None:
    game = rulesrun.load("tic_tac_toe", players=2)
    path = tmp_path / "faulty.py"
    with pytest.raises(OwnFault, match=r"cannot read .*: no such file"):
        player_of(f"{path}:choose", game, 1)
    path.write_text("\ndef choose(turn:\n    return 0\n")
    with pytest.raises(OwnFault, match=r"faulty.py:2: .*SyntaxError"):
        player_of(f"{path}:choose", game, 1)
    path.write_text("import nothing_called_so\n")
    with pytest.raises(OwnFault, match=r"faulty.py:1: .*ModuleNotFoundError"):
        player_of(f"{path}:choose", game, 1)


def test_a_file_that_has_changed_is_read_again(file: Path) -> None:
    assert 0 == choice(file, "first")
    file.write_text("def first(turn):\n    return 5\n")
    assert 5 == choice(file, "first")


@pytest.mark.parametrize(
    ("name", "players"), [("classics/leduc_poker", 2), ("keyflower", 3)]
)
def test_there_is_nothing_hidden_to_be_found(name: str, players: int) -> None:
    position = rulesrun.load(name, players=players).start(7)
    for made in range(12):
        seat = position.player
        if seat is None:
            break
        same = world_of(position, seat, Random(5))[0].state if made % 4 == 3 else None
        for seed in range(2 if made % 4 == 3 else 0):
            other = resample(position, seat, seed, A_WORLD)
            assert same == world_of(other, seat, Random(5))[0].state
        position.choose(made % len(position.raw))


@pytest.mark.parametrize(("name", "number"), [("looks", 0), ("thinks", 3)])
def test_worlds_are_looked_for_when_they_are_asked_for(
    file: Path, name: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = rulesrun.load("classics/leduc_poker", players=2)
    sought = []

    def counted(*args: Any) -> tuple[Position, str]:
        sought.append(world_of(*args))
        return sought[-1]

    monkeypatch.setattr(own, "world_of", counted)
    position = game.start(3)
    seat = position.player
    assert seat is not None
    player = OwnPlayer(f"{file}:{name}", game, Random(1))
    player.choose(position)

    assert number == len(sought)
    for world, _ in sought:
        assert world.raw == position.raw
        assert str(world.seen_by(seat)) == str(position.seen_by(seat))


def test_a_turn_stays_what_it_was() -> None:
    position = rulesrun.load("classics/leduc_poker", players=2).start(3)
    seat = position.player
    assert seat is not None
    turn = own.Turn.of(position, seat, Random(1))
    position.choose(0)

    assert position.choices_made == turn.choices_made + 1
    assert str(turn.position.options) == str(turn.options)
    assert turn.position.choices_made == turn.choices_made
