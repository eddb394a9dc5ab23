"""What is kept of a game: the same from both engines, and true."""

from itertools import pairwise

import numpy as np
import pytest

import rulesrun
from rulesrun.agents import horizon
from rulesrun.interpreter.logs import new_log
from rulesrun.interpreter.native.build import NoCompiler, compiler
from rulesrun.interpreter.reports.accounts import accounts
from rulesrun.studies.leads import at_tenths, course
from rulesrun.studies.record import Record, Recorder, recorder_for

try:
    compiler()
    COMPILES = True
except NoCompiler:
    COMPILES = False

LOTTERY = "tests/studies/lottery.rules"


def same(first: Record, second: Record) -> None:
    for name in ("choices", "turns", "places", "fault", "moves", "samples", "ledger"):
        assert getattr(first, name) == getattr(second, name), name
    for name in ("counts", "decisions"):
        assert np.array_equal(getattr(first, name), getattr(second, name)), name


@pytest.mark.skipif(not COMPILES, reason="there is no compiler")
@pytest.mark.parametrize(
    ("name", "players"),
    [(LOTTERY, 3), ("kingdom_builder", 2), ("tic_tac_toe", 2)],
)
def test_both_engines_record_the_same(name: str, players: int) -> None:
    game = rulesrun.load(name, players=players)
    compiled, plain = recorder_for(game, native=True), Recorder(game, None)
    assert compiled.engine is not None
    for seed in range(1 if name == "kingdom_builder" else 3):
        kinds = ["random"] * players
        same(compiled.play(seed, kinds), plain.play(seed, kinds))


def test_a_record_is_true() -> None:
    game = rulesrun.load("tests/cli/games/plots.rules", players=2)
    recorder = Recorder(game, None)
    record = recorder.play(5, ["random", "greedy"])
    position = game.start(5)
    offered = 0
    for number in record.moves:
        offered += len(position.raw)
        position.play(position.raw[number])
    assert position.over
    assert position.ranking == record.places
    assert offered == record.decisions[:, :, 1].sum()
    assert record.choices == record.decisions[:, :, 0].sum()
    (points,) = accounts(position)
    given = [
        sum(n for (seat, _, _), (n, _) in record.ledger.items() if seat == player)
        for player in range(2)
    ]
    assert points.totals[:2] == given
    assert record.samples[-1] == (record.choices, *given)


def test_a_study_plays_as_play_does() -> None:
    """The games of a study are those that `play --seat` plays with the same seed."""
    from rulesrun.cli.playing.session import Session

    game = rulesrun.load("tests/cli/games/plots.rules", players=2)
    position = game.start(9)
    session = Session(game, 9, position, new_log(position, 9))
    kinds = ("random", "greedy")
    while not session.position.over:
        assert session.position.player is not None
        session.choose(session.chosen_by(kinds[session.position.player]))
    record = recorder_for(game, native=True).play(9, kinds)  # the same engine searches
    assert session.position.ranking == record.places
    assert len(session.log.entries) == record.choices


def test_players_forget_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(horizon, "HORIZONS", (4,))  # to measure them is what takes long
    game = rulesrun.load(LOTTERY, players=2)
    kinds = ["thinker:8", "greedy"]
    fresh = Recorder(game, None).play(3, kinds)
    busy = Recorder(game, None)
    busy.play(2, kinds)
    same(fresh, busy.play(3, kinds))
    assert fresh.thought[0].sum() > 0
    assert (fresh.good[0] >= fresh.thought[0]).all()


def test_how_a_game_went() -> None:
    samples = [(0, 0, 0), (4, 6, 2), (8, 6, 8), (12, 12, 8), (20, 14, 10)]
    result = course(samples, [0])
    assert result is not None
    assert result.lead_changes == 2
    assert result.decided == 12 / 20
    # the largest difference is 4; behind by 2 once; the lead grows by 6 twice
    assert result.drama == pytest.approx((2 / 4) ** 0.5)
    assert (result.killer, result.killer_move) == (6 / 4, 8)
    assert course(samples, [0, 1]) is not None
    assert course([(0, 1, 1)], [0]) is None
    assert course([(0, 1), (1, 2)], [0]) is None


def test_points_at_tenths() -> None:
    samples = [(0, 0), (3, 1), (5, 2), (10, 3)]
    result = [points[0] for points in at_tenths(samples, 10)]
    assert result == [0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 3]


def test_long_games_are_looked_at_evenly() -> None:
    game = rulesrun.load("alhambra", players=2)
    record = Recorder(game, None)._empty(0)
    recorder = Recorder(game, None)
    from rulesrun.studies import record as module

    moments = module._Moments()
    state = game.start(1).state
    for made in range(300):
        record.choices = made
        recorder._look(record, state, moments)
    times = [sample[0] for sample in record.samples]
    assert module.MOMENTS // 2 <= len(times) <= module.MOMENTS
    assert len({b - a for a, b in pairwise(times)}) == 1
