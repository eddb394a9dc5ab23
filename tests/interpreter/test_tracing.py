"""Traces, coverage and ledgers."""

import random
from collections.abc import Callable

import pytest

from rulesrun.dsl.compile import Program
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.reports.tracing import Tracer, credits

Shipped = Callable[[str], Program]


def test_each_change_names_its_line(shipped: Shipped) -> None:
    program = shipped("alhambra")
    game = Game(program, 3, trace=True)
    tracer = Tracer(game, watching=True)
    position = game.start(7)
    tracer.take(position)
    option = next(o for o in position.options if o.name.startswith("take cards="))
    player = position.player
    assert player is not None
    position.choose(option)
    changes = tracer.take(position)
    lines = program.texts[program.path].splitlines()
    taken = [c for c in changes if c.name == f"player {player + 1}.hand"]

    assert len(taken) == 1
    assert "move cards to p.hand" in lines[taken[0].span.line - 1]
    assert (
        option.name.removeprefix("take cards=").strip("{}").split(", ")[0]
        in taken[0].after
    )


def test_traced_and_plain_games_are_the_same(shipped: Shipped) -> None:
    program = shipped("alhambra")
    plain, traced = Game(program, 2).start(3), Game(program, 2, trace=True).start(3)
    chooser = random.Random(3)
    for _ in range(150):
        choice = chooser.randrange(len(plain.raw))
        plain.choose(choice)
        traced.choose(choice)
        assert plain.digest() == traced.digest()


def test_coverage_counts_statements(shipped: Shipped) -> None:
    game = Game(shipped("tic_tac_toe"), 2, trace=True)
    tracer = Tracer(game)
    position = game.start()
    while not position.over:
        position.choose(0)

    assert sum(hit == 0 for hit in tracer.hits) < len(tracer.hits)
    assert max(tracer.hits) >= 5


def test_a_tracer_needs_a_traced_game(shipped: Shipped) -> None:
    with pytest.raises(ValueError, match="without trace"):
        Tracer(Game(shipped("tic_tac_toe"), 2))


def test_a_ledger_sums_to_the_points(shipped: Shipped) -> None:
    program = shipped("alhambra")
    position = Game(program, 2).start(5)
    chooser = random.Random(5)
    while not position.over:
        position.choose(chooser.choice(position.options))
    points = next(s for s in program.world.variables if s.name == "points")
    base = position.game.layout.families[points].base
    entries = list(credits(position))

    assert all(e.cites for e in entries)
    for owner in range(3):
        total = sum(e.amount for e in entries if e.owner == owner)
        assert position.state[base + owner] == total
    assert any(e.amount for e in entries)
