"""What a compiled game has no room for is played, and thought about, in Python, and told."""

from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner
from compiling import program_of

from rulesrun.agents.players import GreedyPlayer, ThinkingPlayer
from rulesrun.agents.solving import solve
from rulesrun.cli.main import main
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.build import NoCompiler, compiler
from rulesrun.interpreter.native.engine import Engine, NoRoom

try:
    compiler()
except NoCompiler as missing:
    pytest.skip(str(missing), allow_module_level=True)

LONG = """language 2

game long "Long":
    players 2

state:
    all "all": list of int
    lists: list of list of int

each player:
    points "points": int

play:
    player 1 chooses n in 1..2
    repeat 250 * n times: all = all + [n, 1]
    lists = [[x for x in all], [x for x in all]]
    for each p in players:
        p chooses m in 1..2
        p.points += m * size(all) + size(lists)
    rank players by most it.points
"""


@pytest.fixture(scope="module")
def game() -> Game:
    return Game(program_of(LONG), 2)


def test_a_state_that_does_not_fit_is_not_brought_over(game: Game) -> None:
    engine = Engine(game.module)
    position = game.start(1)
    engine.from_state(position.state)
    position.play(position.raw[1])

    with pytest.raises(NoRoom, match="more than 512 items"):
        engine.from_state(position.state)


def test_thinkers_go_on_in_python(game: Game) -> None:
    position = game.start(1)
    thinker, greedy = ThinkingPlayer(game, Random(1), 20), GreedyPlayer(game, Random(1))
    thinker.choose(position)
    assert thinker.full == ""
    position.play(position.raw[1])

    assert {thinker.choose(position), greedy.choose(position)} == {1}
    assert "no more room (a list has more than 512 items)" in thinker.full
    assert greedy.full == thinker.full
    assert solve(position).value.value == 0


def test_a_study_tells_it_once(tmp_path: Path) -> None:
    file = tmp_path / "long.rules"
    file.write_text(LONG, "utf-8")
    run = ["simulate", str(file), "--games", "4", "-o", str(tmp_path / "study")]

    told = CliRunner().invoke(main, run)

    assert told.exit_code == 0
    assert told.output.count("played in Python: the compiled game has no more") == 1
