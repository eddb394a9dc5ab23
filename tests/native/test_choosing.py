"""Which engine plays, and that everything goes on without a compiler."""

from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

import rulesrun
from rulesrun.cli import paying
from rulesrun.cli.main import main
from rulesrun.interpreter.native import build
from rulesrun.interpreter.native.build import FLAGS, NoCompiler, compiler
from rulesrun.interpreter.native.engine import Engine
from rulesrun.interpreter.native.seeded import Seeded
from rulesrun.interpreter.runtime import chance

try:
    compiler()
    COMPILES = True
except NoCompiler:
    COMPILES = False

compiling = pytest.mark.skipif(not COMPILES, reason="there is no compiler")


@pytest.fixture(params=["cffi", "compiler"])
def missing(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> Iterator[str]:
    """A machine without cffi, or with it and without a compiler."""
    gone = {"cffi": "cffi", "compiler": "ziglang"}[request.param]

    def find(name: str) -> ModuleSpec | None:
        return None if name == gone else find_spec(name)

    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(build, "find_spec", find)
    monkeypatch.setattr("shutil.which", lambda name: None)
    compiler.cache_clear()
    yield str(request.param)
    compiler.cache_clear()


def test_without_a_compiler_python_plays(missing: str) -> None:
    game = rulesrun.load("tic_tac_toe", players=2)
    position = game.start(seed=1)
    while not position.over:
        position.choose(position.options[0])

    assert game.engine is None
    assert missing in game.chosen_engine[1]


def test_without_a_compiler_native_is_refused(missing: str) -> None:
    with pytest.raises(ValueError, match=missing):
        rulesrun.load("tic_tac_toe", players=2, engine="native")


def test_without_a_compiler_simulating_says_so_once(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paying, "AT_ONCE", 0.0)
    run = ["simulate", "tic_tac_toe", "--games", "3", "--engine"]

    auto = CliRunner().invoke(main, [*run, "auto"])
    native = CliRunner().invoke(main, [*run, "native"])

    assert auto.exit_code == 0
    assert auto.output.count("played in Python: ") == 1
    assert "3 random games, seeds 1 to 3, in Python\n" in auto.output
    assert "3 games played, none went wrong" in auto.output
    assert native.exit_code == 2
    assert missing in native.output


def test_an_engine_that_there_is_not() -> None:
    with pytest.raises(ValueError, match="auto, python, native"):
        rulesrun.load("tic_tac_toe", players=2, engine="fortran")


def test_python_is_python() -> None:
    assert rulesrun.load("tic_tac_toe", players=2, engine="python").engine is None


@compiling
def test_simulating_with_the_compiled_game() -> None:
    run = ["simulate", "tic_tac_toe", "--games", "300", "--engine"]

    native = CliRunner().invoke(main, [*run, "native"])
    twice = CliRunner().invoke(main, [*run, "native", "--jobs", "2"])

    assert native.exit_code == 0
    assert "300 games played, none went wrong" in native.output
    kept = [line for line in native.output.splitlines() if "a second" not in line]
    assert [x for x in twice.output.splitlines() if "a second" not in x] == kept


COUNTING = """language 1

game counting "Counting":
    players 2..3

each player:
    points "points": int, ledger

shown twice(p: player) "twice" = p.points * 2

play:
    repeat 3 times:
        for each p in players:
            p chooses n in 1..6
            p.points += n
            if p.points == 9: p.points += random(1..6)
    rank players by most it.points
"""


@compiling
@pytest.mark.parametrize("shown", [True, False])
def test_both_engines_play_the_same_games(tmp_path: Path, shown: bool) -> None:
    file = tmp_path / "counting.rules"
    line = 'shown twice(p: player) "twice" = p.points * 2\n'
    file.write_text(COUNTING if shown else COUNTING.replace(line, ""), "utf-8")
    run = ["simulate", str(file), "--games", "40", "--seed", "5", "--engine"]

    python, native, twice = (
        CliRunner().invoke(main, [*run, *how])
        for how in (["python"], ["native"], ["native", "--jobs", "2"])
    )

    assert python.exit_code == native.exit_code == 0
    assert "mean  least  most" in native.output
    assert ("twice" in native.output) == shown
    first, *kept = [x for x in python.output.splitlines() if "a second" not in x]
    assert first.endswith(
        "40 random games for each number of players, seeds 5 to 44, in Python"
    )
    for other in (native, twice):
        compiled, *lines = [x for x in other.output.splitlines() if "a second" not in x]
        assert compiled == first.replace("in Python", "compiled")
        assert lines == kept


@compiling
def test_a_game_of_a_simulation_can_be_shown(tmp_path: Path) -> None:
    game = rulesrun.load("connect_four", players=2, engine="native")
    assert game.engine is not None
    (result,) = Seeded(game.engine).games(range(11, 12), 1, 1000)
    position, made = game.start(11), 0
    while not position.over:
        number = chance.draw(11 ^ chance.ROBOTS, made, len(position.raw))
        position.play(position.raw[number])
        made += 1

    assert (result.game.choices, result.game.places) == (made, position.ranking)


LOTS = """language 1

game lots "Lots":
    players 2..3

each player:
    points "points": int, ledger
    coins[1..2] "coins": int, ledger
    tries "tries": int

play:
    for each p in players:
        p.points += random(1..6)
        p.coins[1] += 2
        p.coins[2] += p.seat
        p.tries += 1
    rank players by most it.points
"""


@compiling
def test_a_game_without_choices_and_what_its_ledgers_come_to(tmp_path: Path) -> None:
    file = tmp_path / "lots.rules"
    file.write_text(LOTS, "utf-8")
    game = rulesrun.load(str(file), players=3, engine="python")
    seeded = Seeded(Engine(game.module, (*FLAGS, "-O0")))

    assert [symbol.name for symbol in seeded.counters] == ["points", "coins"]
    for seed, ended in zip(range(5), seeded.games(range(5), 2, 100), strict=True):
        position = game.start(seed)
        points = position.seen_by(None).points
        assert (ended.game.choices, ended.game.places) == (0, position.ranking)
        assert ended.numbers == (tuple(points.values()), (3, 4, 5))
    assert seeded.games(range(0), 2, 100) == []


@compiling
def test_seeds_are_taken_round_and_games_can_be_cut_short() -> None:
    engine = rulesrun.load("connect_four", players=2, engine="native").engine
    assert engine is not None

    assert engine.random_games(3, seed=-2) == engine.random_games(3, seed=2**64 - 2)
    for game in [g.game for g in Seeded(engine).games(range(4), 1, 5)]:
        assert (game.choices, game.places) == (5, None)
    for game in engine.random_games(4, most=5):
        assert (game.choices, game.places) == (5, None)


@compiling
def test_what_has_no_room_is_played_in_python(tmp_path: Path) -> None:
    file = tmp_path / "long.rules"
    file.write_text(
        'language 1\ngame long "Long":\n    players 2\n'
        'state:\n    all: list of int\n    total "total": int\n'
        "play:\n    player 1 chooses n in 1..3\n"
        "    repeat n * 250 times: all = all + [n]\n"
        "    total = size(all)\n    nobody wins\n",
        "utf-8",
    )
    run = ["simulate", str(file), "--games", "20", "--engine"]

    native = CliRunner().invoke(main, [*run, "native"])
    python = CliRunner().invoke(main, [*run, "python"])

    assert native.exit_code == python.exit_code == 0
    assert native.output.count("the compiled game has no more room") == 1
    assert "20 games played, none went wrong" in native.output


@compiling
def test_it_is_compiled_where_that_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    game = rulesrun.load("connect_four", players=2)
    monkeypatch.setattr(paying, "seconds_to_compile", lambda module, sandbox: 3.0)
    monkeypatch.setattr(paying, "_seconds_a_game", lambda game: 0.01)

    assert paying.pays([game], 99, 1) == (False, "")
    assert paying.pays([game], 300, 1) == (False, "")
    assert paying.pays([game], 400, 1) == (True, "")
    assert paying.pays([game], 400, 2) == (False, "")


@compiling
def test_threads_play_the_same_games() -> None:
    engine = rulesrun.load("connect_four", players=2, engine="native").engine
    assert engine is not None

    assert engine.random_games(50, 1, 7) == engine.random_games(50, 3, 7)
    ways = {game.places for game in engine.random_games(300)}
    assert {(1, 2), (2, 1)} <= ways <= {(1, 2), (2, 1), (1, 1)}


@compiling
def test_a_fault_of_the_rules_has_its_place(tmp_path: Path) -> None:
    file = tmp_path / "odd.rules"
    file.write_text(
        'language 1\ngame odd "Odd":\n    players 2\n'
        "counter left: 0..3 = 2\n"
        "play:\n    repeat:\n        player 1 must take()\n    until false\n"
        'action take() "Take":\n    left = left - 1\n',
        "utf-8",
    )
    run = ["simulate", str(file), "--games", "2", "--engine"]

    native = CliRunner().invoke(main, [*run, "native"])
    python = CliRunner().invoke(main, [*run, "python"])

    assert native.exit_code == python.exit_code == 1
    told = [line for line in python.output.splitlines() if "odd.rules:" in line]
    assert told
    assert told[0] in native.output


@compiling
def test_the_c_of_a_game_can_be_seen() -> None:
    shown = CliRunner().invoke(main, ["debug", "native", "tic_tac_toe"])

    assert shown.exit_code == 0
    assert "int game_random(" in shown.output


@compiling
def test_calls_too_deep_for_the_compiler_run_in_python(tmp_path: Path) -> None:
    head = """language 1

game deep "Deep":
    players 1

state:
    n "n": int

play:
    player 1 chooses k in 1..3
    n = f0(k)
    nobody wins

function f300(k: int) -> int = k
"""
    calls = [f"function f{i}(k: int) -> int = f{i + 1}(k + 1) + 1" for i in range(300)]
    path = tmp_path / "deep.rules"
    path.write_text(head + "\n".join(calls) + "\n", "utf-8")

    engine, why = rulesrun.load(str(path), players=1).chosen_engine

    assert engine is None
    assert "cannot be compiled yet" in why
