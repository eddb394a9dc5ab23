"""A game may say by what thinkers measure it before its end."""

from typing import Any

import pytest
from compiling import program_of

from rulesrun.agents.plain_search import PythonSearch
from rulesrun.agents.players import ThinkingPlayer, player_of
from rulesrun.agents.scoring import scoring_of
from rulesrun.interpreter.game import Game
from rulesrun.studies.record import ranking_of

ENGINES = pytest.mark.parametrize("native", [True, False], ids=["native", "python"])

TOWER = """language 1

game tower "Tower":
    players 2
{estimate}
enum Work "work": quarry, sing, dance, sleep, build

each player:
    stones: 0..999
    points: 0..1

play:
    repeat 14 times:
        for each p in players:
            p chooses w in Work
            if w == build: p.stones += 1
    do count_towers

# A tower needs twelve stones: hardly ever by chance.
rule count_towers:
    for each p in players: p.points = 1 if p.stones >= 12 else 0
    rank players by most it.points

{rule}
"""
STONES = """rule stones_so_far:
    rank players by most it.stones
"""
ASKED = """rule stones_so_far(q: player):
    for each p in players:
        p chooses n in 0..1
        p.points = n
    rank players by most it.stones
"""


def tower(line: str = "    estimate stones_so_far", rule: str = STONES) -> Game:
    return Game(program_of(TOWER.format(estimate=line, rule=rule)), 2)


@ENGINES
@pytest.mark.parametrize("rule", [STONES, ASKED], ids=["told", "asked"])
@pytest.mark.parametrize("kind", ["greedy", "thinker:40"])
def test_players_see_what_the_estimate_sees(native: bool, rule: str, kind: str) -> None:
    game = tower(rule=rule)
    position = game.start(1)
    player = player_of(kind, game, 1, native=native)
    if isinstance(player, ThinkingPlayer):
        player.horizon.value, player.horizon.is_measured = (
            4,
            True,
        )  # further on the end has come

    for _ in range(4):
        number = player.choose(position)
        assert str(position.options[number].name) == "w=build"
        position.play(position.raw[number])


@ENGINES
def test_without_it_nothing_is_to_be_seen_so_early(native: bool) -> None:
    game = tower("", "")
    chosen = {
        player_of("thinker:20", game, seed, native=native).choose(game.start(1))
        for seed in range(8)
    }

    assert len(chosen) > 1


def test_it_ends_no_game() -> None:
    core = tower().module.core
    final, early, told = (
        scoring_of(core),
        scoring_of(core, early=True),
        ranking_of(core),
    )

    assert final is not None
    assert early is not None
    assert told is not None
    assert final.rule.name == told.rule.name == "count_towers"
    assert early.rule.name == "stones_so_far"


def test_the_end_counts_as_the_rules_say() -> None:
    game = tower()
    state: Any = game.start(1).state
    search = PythonSearch(game)

    position = game.start(1)
    while not position.over:
        position.choose(4 if position.player == 0 else 0)

    assert search._points(position.state, early=False) == [1, 0]
    assert search._points(state, early=True) == [0, 0]
    assert position.ranking == (1, 2)
