"""What is proved of options, and solved games, against plain minimax in Python."""

from pathlib import Path
from random import Random

import pytest

import rulesrun
from rulesrun.agents.players import best_of, player_of
from rulesrun.agents.proving import can_be_proved, key_of, proofs, worth_at_end
from rulesrun.agents.solving import Unsolvable, solve
from rulesrun.interpreter.game import Game, Position

ENGINES = pytest.mark.parametrize("native", [True, False], ids=["native", "python"])
GAMES = ["tic_tac_toe", "classics/nim"]


def minimax(position: Position, known: dict[object, int]) -> int:
    """What a position is worth to seat 0."""
    if position.over:
        return worth_at_end(position.state)
    key = key_of(position.state)
    if key not in known:
        values = []
        for number in range(len(position.raw)):
            after = position.copy()
            after.choose(number)
            values.append(minimax(after, known))
        known[key] = max(values) if position.player == 0 else min(values)
    return known[key]


def on_the_way(game: Game, count: int) -> list[Position]:
    chance, result = Random(3), list[Position]()
    while len(result) < count:
        position = game.start(1)
        for _ in range(chance.randrange(6)):
            if not position.over:
                position.choose(chance.randrange(len(position.raw)))
        if not position.over:
            result.append(position)
    return result


@ENGINES
@pytest.mark.parametrize("name", GAMES)
def test_proofs_are_true(name: str, native: bool) -> None:
    game = rulesrun.load(name, players=2)
    known: dict[object, int] = {}
    proved = 0
    for most in (20, 300, 100_000):
        for position in on_the_way(game, 8):
            sign = 1 if position.player == 0 else -1
            engine = game.engine if native else None
            numbers = range(len(position.raw))
            result = proofs(engine, game, position.state, numbers, most)
            assert result is not None
            for number, proof in zip(numbers, result, strict=True):
                after = position.copy()
                after.choose(number)
                value = sign * minimax(after, known)
                assert proof.low <= value <= proof.high
                proved += (proof.low, proof.high) != (-1, 1)
            if most == 100_000:
                assert max(p.low for p in result) == sign * minimax(position, known)
    assert proved > 40


@ENGINES
@pytest.mark.parametrize("name", GAMES)
def test_a_thinker_keeps_what_is_won(name: str, native: bool) -> None:
    game = rulesrun.load(name, players=2)
    known: dict[object, int] = {}
    thinker = player_of("thinker:1000", game, 1, native=native)
    for position in on_the_way(game, 12):
        value = minimax(position, known)
        position.choose(thinker.choose(position))
        assert value == minimax(position, known)


@pytest.mark.parametrize("name", GAMES)
def test_both_engines_solve_alike(name: str) -> None:
    game = rulesrun.load(name, players=2)
    for position in on_the_way(game, 4):
        assert solve(position) == solve(position, native=False)


def test_tic_tac_toe_is_even() -> None:
    result = solve(rulesrun.load("tic_tac_toe", players=2).start(1))
    assert (0, 5478) == (result.value.value, result.positions)
    assert (1474, 1068, 2936) == (result.lost, result.even, result.won)


ROUND = """language 1

game round "Round and round":
    players 2

play:
    let p = player 1
    while true:
        turn p: p must act(p)
        p = p.left

action act(p: player) "Act":
    choose how in 1..3
    if how == 3:
        p.left wins
"""


@pytest.fixture
def endless(tmp_path: Path) -> Game:
    path = tmp_path / "round.rules"
    path.write_text(ROUND, "utf-8")
    return rulesrun.load(str(path), players=2)


@ENGINES
def test_rows_of_choices_that_have_no_end(endless: Game, native: bool) -> None:
    position = endless.start(1)
    result = solve(position, native=native)
    assert (0, 0) == (result.value.value, result.value.distance)
    assert [0, 0, -1] == [option.value for option in result.options]
    thoughts = player_of("thinker:50", endless, 1, native=native).think(position)  # type: ignore[attr-defined]
    assert best_of(thoughts).number < 2


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("classics/kuhn_poker", "nothing is hidden"),
        ("classics/pig", "chance is drawn on the way"),
        ("connect_four", "more than 1,000 positions"),
    ],
)
@ENGINES
def test_what_cannot_be_solved(name: str, message: str, native: bool) -> None:
    position = rulesrun.load(name, players=2).start(1)
    with pytest.raises(Unsolvable, match=message):
        solve(position, 1_000, native=native)


@ENGINES
def test_nothing_is_proved_where_chance_is_drawn(native: bool) -> None:
    game = rulesrun.load("classics/pig", players=2)
    assert can_be_proved(game)
    position = game.start(1)
    engine = game.engine if native else None
    numbers = range(len(position.raw))
    assert proofs(engine, game, position.state, numbers, 500) is None
