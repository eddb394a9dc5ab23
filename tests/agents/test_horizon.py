"""How far thinkers look ahead: measured for several of them at once as for each alone."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from compiling import shipped

from rulesrun.agents import horizon
from rulesrun.agents.horizon import HORIZONS, Horizon, measure_for
from rulesrun.interpreter.game import Game

CLOCK = "rulesrun.agents.horizon.time.process_time"


class Noisy:
    """A search whose continuations are the noisier, the longer they are."""

    scores = True
    is_slow = False

    def look_ahead(
        self, states: Any, numbers: Sequence[int], tries: int, horizon: int, seed: int
    ) -> list[float]:
        chance = Random(seed)
        return [number + chance.gauss(0, horizon / 4) for number in numbers]


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> dict[str, float]:
    """What has been kept."""
    result: dict[str, float] = {}
    monkeypatch.setattr(horizon, "TRIALS", 3)
    monkeypatch.setattr(horizon, "measured", lambda game, name: None)
    monkeypatch.setattr(
        horizon, "keep", lambda game, name, value: result.update({name: value})
    )
    return result


WANTED = (0.01, 0.5, 2.0, 1e6)


def test_several_at_once_are_as_each_alone(kept: dict[str, float]) -> None:
    game, search = Game(shipped("tic_tac_toe"), 2), Noisy()
    for each in WANTED:
        Horizon(game, search, each).measure()  # type: ignore[arg-type]
    alone = dict(kept)
    kept.clear()
    measure_for(game, search, WANTED)  # type: ignore[arg-type]
    assert kept == alone
    assert len(set(alone.values())) > 1
    assert alone["horizon native 0.010"] == HORIZONS[0]


def test_nothing_is_kept_of_what_is_not_done_in_time(kept: dict[str, float]) -> None:
    measure_for(Game(shipped("tic_tac_toe"), 2), Noisy(), WANTED, until=0)  # type: ignore[arg-type]
    assert kept == {}


def test_what_is_not_done_at_once_is_gone_on_with(
    kept: dict[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, search = Game(shipped("tic_tac_toe"), 2), Noisy()
    whole = Horizon(game, search, 2.0)  # type: ignore[arg-type]
    whole.measure()
    kept.clear()
    clock = iter(range(100_000))
    monkeypatch.setattr(CLOCK, lambda: next(clock))
    parts = Horizon(game, search, 2.0)  # type: ignore[arg-type]
    result = [parts.measure(10)]
    assert result == [HORIZONS[0]]
    assert not kept
    while not parts.is_measured:
        result.append(parts.measure(10))
    assert len(result) > 3
    assert result == sorted(result)
    assert (parts.value, list(kept)) == (whole.value, [whole.name])
