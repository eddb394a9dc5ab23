"""Set-ups that the evaluator tries out in place of the code of a game."""

from collections.abc import Iterator

import pytest
from compiling import RULES, program_of, shipped

from rulesrun.dsl.compile import Program
from rulesrun.interpreter.evaluator.rehearsal import can_begin
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.setups import setup_problems

SMALL = """\
language 1

game small "Small":
    players 2..5

state:
    total: int
    row: list of 1..1000000

rule grow:
    {grow}

play:
    do grow
    {ask}
    rank players by most total
"""

ASK = "player 1 chooses n in 1..3"


def small(grow: str, ask: str = ASK) -> Program:
    return program_of(SMALL.format(grow=grow, ask=ask))


def games(program: Program) -> Iterator[Game]:
    declared = program.world.game
    assert declared is not None
    low, high = declared.players
    return (Game(program, players) for players in range(low, high + 1))


@pytest.mark.parametrize(
    "name", [str(p.relative_to(RULES).with_suffix("")) for p in RULES.glob("*.rules")]
)
def test_shipped_games_begin_and_so_does_their_code(name: str) -> None:
    for game in games(shipped(name)):
        assert can_begin(game.performer, seed=1)
        assert game.start(seed=1).options


def test_what_cannot_be_chosen_at_all_is_not_begun() -> None:
    program = small("total += 1", "player 1 chooses n in 1..(4 - player_count)")

    assert [can_begin(g.performer, 1) for g in games(program)] == [True] * 2 + [
        False
    ] * 2
    (told,) = setup_problems(program)
    assert told.message == (
        "with 4 or 5 players the game cannot be set up: "
        "there is nothing to choose, and one must choose"
    )


def test_a_fault_is_told_as_the_code_tells_it() -> None:
    program = small("total = 10 / (player_count - 4) rounded down")

    for game in games(program):
        if game.players != 4:
            assert can_begin(game.performer, 1)
            continue
        assert not can_begin(game.performer, 1)
        with pytest.raises(GameFault) as fault:
            game.start(1)
        (told,) = setup_problems(program)
        assert told.message.startswith("with 4 players")
        assert told.message.endswith(fault.value.message)
        assert told.span == fault.value.span


@pytest.mark.parametrize(
    "grow",
    [
        "repeat 10000000 * (player_count - 2) times:\n        total += 1",
        "total = count a in 1..10000000 where a > player_count",
        "if player_count > 2:\n        row = all a in 1..900000 where a > 3",
    ],
)
def test_much_work_is_left_to_the_code(grow: str) -> None:
    last = list(games(small(grow)))[-1]

    assert not can_begin(last.performer, 1)


def test_a_game_without_a_choice_comes_to_its_end() -> None:
    assert all(
        can_begin(g.performer, 1) for g in games(small("total += 1", "total += 1"))
    )
