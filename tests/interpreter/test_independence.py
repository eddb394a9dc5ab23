"""Positions of one game do not meet: copies, pickles, news, tracers, threads."""

import copy
import pickle
import random
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from compiling import program_of

from rulesrun.dsl.compile import Program
from rulesrun.interpreter.game import Game, NothingToUndo, Position, Refused, WrongSetup
from rulesrun.interpreter.logs import BadLog
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.reports.tracing import Tracer

Shipped = Callable[[str], Program]

BELLS = """\
language 1

game bells "Bells":
    players 2

state:
    rung: int

action ring(p: player) "Ring":
    rung += 1
    if rung mod 2 == 0:
        announce "even"
    else:
        announce "odd"

action wait(p: player) "Wait":
    rung = 0

play:
    repeat 4 times:
        turn player 1:
            player 1 chooses one of:
                ring(player 1)
                wait(player 1)
    rank players by most rung
"""

COPIES: dict[str, Callable[[Position], Position]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda position: pickle.loads(pickle.dumps(position)),
    "its own": lambda position: position.copy(),
}


def told(position: Position) -> list[str | None]:
    return [one.labels.text for one in position.announcements]


def played(position: Position, seed: int, most: int = 60) -> list[str]:
    chooser = random.Random(seed)
    result: list[str] = []
    while not position.over and len(result) < most:
        position.choose(chooser.choice(position.options))
        result.append(position.digest())
    return result


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("name", ["tic_tac_toe", "alhambra", "keyflower"])
def test_a_copy_goes_its_own_way(shipped: Shipped, name: str, way: str) -> None:
    position = Game(shipped(name), 2).start(3)
    played(position, 1, 6)
    before = position.digest()

    twin = COPIES[way](position)
    rest = played(twin, 2)

    assert before == position.digest()
    assert rest == played(position, 2)


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, COPIES["pickle"]])
def test_a_copy_can_be_undone_by_itself(way: Callable[[Position], Position]) -> None:
    position = Game(program_of(BELLS), 2).start()
    position.choose("ring")
    twin = way(position)
    twin.undo()

    assert [o.name for o in twin.options] == ["ring", "wait"]
    with pytest.raises(NothingToUndo):
        twin.undo()
    position.undo()
    assert position.digest() == twin.digest()


def test_a_game_is_itself_or_made_anew() -> None:
    game = Game(program_of(BELLS), 2)

    assert copy.copy(game) is copy.deepcopy(game) is game
    again = pickle.loads(pickle.dumps(game))
    assert played(again.start(1), 1) == played(game.start(1), 1)


def test_pickled_for_another_process(shipped: Shipped, tmp_path: Path) -> None:
    position = Game(shipped("alhambra"), 3).start(5)
    played(position, 1, 10)
    kept = tmp_path / "position"
    kept.write_bytes(pickle.dumps(position))
    told = subprocess.run(
        [sys.executable, "-c", _GO_ON, str(kept)],
        capture_output=True,
        text=True,
        check=True,
    )
    position.choose(0)

    assert told.stdout.strip() == f"{position.digest()} {position.options[0]}"


_GO_ON = """
import pathlib, pickle, sys
position = pickle.loads(pathlib.Path(sys.argv[1]).read_bytes())
position.choose(0)
print(position.digest(), position.options[0])
"""


def test_what_is_raised_comes_through_a_pickle(shipped: Shipped) -> None:
    position = Game(shipped("tic_tac_toe"), 2).start()
    with pytest.raises(Refused) as refused:
        position.choose("nonsense")
    for error in (
        refused.value,
        WrongSetup("no", refused.value.refusal.reason),
        BadLog("no", 3),
        GameFault("no", None, ()),
    ):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again)) == (type(error), str(error))
        assert vars(again) == vars(error)


def test_news_belong_to_a_run() -> None:
    position = Game(program_of(BELLS), 2).start()
    position.choose("ring")
    assert told(position) == ["odd"]

    other = position.copy()
    other.choose("ring")
    played(other, 1)
    assert told(position) == ["odd"]
    position.choose("wait")
    assert told(position) == []


def test_raw_play_gives_the_news_as_well() -> None:
    position = Game(program_of(BELLS), 2).start()
    position.play(position.raw[0])
    assert told(position) == ["odd"]
    position.play(position.raw[0])
    assert told(position) == ["even"]


def test_news_are_gone_with_the_choice_that_is_undone() -> None:
    position = Game(program_of(BELLS), 2).start()
    position.choose("ring")
    position.choose("ring")
    position.undo()
    assert told(position) == []


def test_two_tracers_count_the_same() -> None:
    game = Game(program_of(BELLS), 2, trace=True)
    first, second = Tracer(game), Tracer(game)
    played(game.start(), 1)

    assert sum(first.hits) > 10
    assert first.hits == second.hits


def test_a_tracer_that_nobody_keeps_listens_no_longer() -> None:
    game = Game(program_of(BELLS), 2, trace=True)
    for _ in range(5):
        played(game.start(), sum(Tracer(game).hits))
    kept = Tracer(game)

    assert len(game.module.listeners) == 1
    assert sum(kept.hits) == 0


def test_changes_are_those_of_the_position() -> None:
    game = Game(program_of(BELLS), 2, trace=True)
    tracer = Tracer(game, watching=True)
    position = game.start()
    position.choose("ring")
    played(position.copy(), 1)

    assert [(c.name, c.before, c.after) for c in tracer.take(position)] == [
        ("rung", "0", "1")
    ]


def test_positions_of_one_game_in_several_threads(shipped: Shipped) -> None:
    alone = [played(Game(shipped("alhambra"), 2).start(n), n) for n in range(8)]
    game = Game(shipped("alhambra"), 2)
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(lambda n: played(game.start(n), n), range(8)))

    assert alone == together


def test_an_option_of_another_moment_is_asked_for_by_its_name() -> None:
    position = Game(program_of(BELLS), 2).start()
    ring = position.options[0]
    other = Game(
        program_of(BELLS.replace("ring(player 1)", "wait(player 1)", 1)), 2
    ).start()

    with pytest.raises(Refused):
        other.choose(ring)


def test_what_is_shown_of_a_position_is_short(shipped: Shipped) -> None:
    game = Game(shipped("alhambra"), 3)
    position = game.start(1)
    shown = [
        repr(x)
        for x in (
            game,
            position,
            position.options[0],
            position.options,
            position.decision,
            game.program,
            game.layout,
            game.module,
        )
    ]

    assert shown[:2] == [
        "<Game alhambra for 3 players>",
        f"<Position of alhambra: player 1 has {len(position.raw)} options>",
    ]
    assert max(map(len, shown)) < 4_000
    assert len(shown[4]) < 200
