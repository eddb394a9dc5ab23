"""Compiled games in a sandbox: the same games, and no more memory and fuel than there is."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest
from click.testing import CliRunner

from rulesrun.agents.plain_search import PythonSearch
from rulesrun.agents.players import player_of
from rulesrun.agents.search import search_of
from rulesrun.cli import paying
from rulesrun.cli.files.compiling import load_program
from rulesrun.cli.main import main
from rulesrun.dsl.limits import UNTRUSTED
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native import sandbox as sandboxes
from rulesrun.interpreter.native.sandbox import Bounds, OutOfBounds, Sandbox

wasmtime = pytest.importorskip("wasmtime")
compiling = pytest.mark.skipif(
    find_spec("ziglang") is None, reason="there is no compiler for WebAssembly"
)

MODULE = """
(module
  (memory (export "memory") 1)
  (func (export "_initialize"))
  (func (export "for_ever") (loop br 0))
  (func (export "more") (param i32) (result i32) (memory.grow (local.get 0)))
  (func (export "outside") (result i32) (i32.load (i32.const 100000000)))
  (func (export "sum") (param i32 i64 f64) (result i64)
    (i64.add (i64.extend_i32_s (local.get 0)) (local.get 1))))
"""

ENDLESS = """\
language 2

game odd "Odd":
    players 2

each player:
    points "points": int

action add(p: player) "Add":
    choose n in 1..3
    p.points += n

play:
    repeat 2 times:
        for each p in players:
            p chooses one of:
                add(p)
    repeat:
        for each p in players:
            p.points += 1
    until player 1.points < 0
    rank players by most it.points
"""


def sandbox(megabytes: int = 4, fuel: int = 1_000_000, total: int = 0) -> Sandbox:
    bounds = Bounds(megabytes, fuel, total or 10 * fuel)
    return Sandbox(bytes(wasmtime.wat2wasm(MODULE)), bounds)


def test_numbers_go_in_and_out_and_memory_can_be_read() -> None:
    box = sandbox()
    assert box.call("sum", [2**32 - 1, 2**64 - 5, 0.5], "iqd") == -6
    box.write(16, b"rules")
    assert box.read(16, 5) == b"rules"


def test_what_goes_on_for_ever_is_ended() -> None:
    with pytest.raises(OutOfBounds, match="too many steps"):
        sandbox().call("for_ever", [], "")


def test_there_is_fuel_for_all_calls_together() -> None:
    box = sandbox(fuel=1000, total=1500)
    with pytest.raises(OutOfBounds):
        box.call("for_ever", [], "")
    assert 0 <= box.left <= 500
    box.call("sum", [1, 1, 1.0], "iqd")
    with pytest.raises(OutOfBounds):
        box.call("for_ever", [], "")
    assert box.left == 0


def test_there_is_no_more_memory_than_was_given() -> None:
    box = sandbox(megabytes=1)
    assert box.call("more", [15], "i") == 1
    assert box.call("more", [1], "i") == -1


def test_nothing_outside_can_be_read() -> None:
    with pytest.raises(OutOfBounds):
        sandbox().call("outside", [], "")


@compiling
def test_rules_of_strangers_play_the_same_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(paying, "seconds_to_compile", lambda module, sandbox: 0.0)
    monkeypatch.setattr(paying, "_seconds_a_game", lambda game: 10.0)
    run = ["simulate", "tic_tac_toe", "--untrusted", "--games", "30"]

    held = CliRunner().invoke(main, run)
    python = CliRunner().invoke(main, [*run, "--engine", "python"])

    assert held.exit_code == python.exit_code == 0
    assert "compiled, in a sandbox" in held.output
    told = [out.output.splitlines()[2:] for out in (held, python)]
    assert [line for line in told[0] if "second" not in line] == [
        line for line in told[1] if "second" not in line
    ]


@compiling
def test_what_is_too_much_for_the_sandbox_is_told_by_python(tmp_path: Path) -> None:
    file = tmp_path / "odd.rules"
    file.write_text(ENDLESS, "utf-8")
    run = ["simulate", str(file), "--games", "1", "--limit", "total=1"]
    run += ["--limit", "seconds=1", "--engine"]

    held = CliRunner().invoke(main, [*run, "sandbox"])
    python = CliRunner().invoke(main, [*run, "python"])

    assert held.exit_code == python.exit_code == 1
    told = [line for line in python.output.splitlines() if "odd.rules:" in line]
    assert told
    assert told[0] in held.output


def test_without_wasmtime_it_is_said_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        "rulesrun.interpreter.native.sandbox.find_spec", lambda name: None
    )
    ran = CliRunner().invoke(
        main, ["simulate", "tic_tac_toe", "--untrusted", "--engine", "sandbox"]
    )
    assert ran.exit_code == 2
    assert "pip install 'rulesrun[sandbox]'" in ran.output


@pytest.fixture
def held() -> Game:
    """A game whose rules are held to the limits of strangers."""
    return Game(load_program("tic_tac_toe", UNTRUSTED), 2)


@compiling
def test_thinkers_of_strangers_think_in_a_sandbox_and_choose_the_same(
    held: Game,
) -> None:
    free = Game(load_program("tic_tac_toe"), 2)
    chosen = []
    for one in (held, free):
        position, player = one.start(3), player_of("thinker:60", one, 3)
        numbers = []
        while not position.over:
            numbers.append(player.choose(position))
            position.choose(numbers[-1])
        chosen.append(numbers)
        assert not player.full
    assert chosen[0] == chosen[1]
    assert held.engine is not None
    assert held.engine.bounds is not None
    assert held.machine_code is None
    assert free.engine is not None
    assert free.engine.bounds is None


def test_where_there_is_no_sandbox_thinkers_of_strangers_think_in_python(
    held: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandboxes, "find_spec", lambda name: None)
    assert isinstance(search_of(held), PythonSearch)
    assert "wasmtime is not installed" in held.chosen_engine[1]


@compiling
def test_who_is_ended_in_a_sandbox_thinks_on_in_python(
    held: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sandboxes, "FUEL_A_SECOND", 20_000)
    player, position = player_of("thinker:60", held, 3), held.start(3)
    for _ in range(2):
        position.choose(player.choose(position))
    assert "ended in its sandbox (it takes too many steps)" in player.full
    assert held.engine is not None
    assert held.engine.ended
