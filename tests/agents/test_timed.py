"""Thinkers that keep to a time, by a clock that is only turned by what they do."""

import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

import rulesrun
from rulesrun.agents import measured
from rulesrun.agents.horizon import HORIZONS, Horizon
from rulesrun.agents.players import ThinkingPlayer, player_of
from rulesrun.agents.proving import UNKNOWN, Proof
from rulesrun.agents.search import search_of
from rulesrun.agents.timed import Span, looks_within, proofs_within, tree_within
from rulesrun.agents.tree import Found


class Clock:
    """Stands still until something takes time."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    result = Clock()
    monkeypatch.setattr(time, "perf_counter", result)
    return result


@pytest.mark.parametrize("once", [0.00001, 0.001, 0.02])
def test_a_tree_takes_the_time_that_is_left(clock: Clock, once: float) -> None:
    def tree(count: int, until: float) -> list[Found]:
        made = 0
        while made < count and clock.now <= until:
            clock.now += once
            made += 1
        return [Found(made, 0.25), Found(0, 0.5)]

    span = Span.of(0.5)
    clock.now += 0.2
    result = tree_within(span, tree)
    assert 0.45 <= clock.now - 100 <= 0.5 + once
    assert abs(result[0].visits - (clock.now - 100.2) / once) < 2
    assert result[0].worth == pytest.approx(0.25)


@pytest.mark.parametrize("once", [0.00001, 0.0005, 0.01])
def test_as_many_options_are_looked_at_as_there_is_time_for(
    clock: Clock, once: float
) -> None:
    class Slow:
        def look_ahead(
            self, states: object, numbers: Sequence[int], *rest: object
        ) -> list[float]:
            clock.now += once * len(numbers)
            return [number / 1000 for number in numbers]

    span = Span.of(1.0)
    result = looks_within(span, Slow(), [], range(300), 6, Random(1))  # type: ignore[arg-type]
    assert clock.now - 100 <= 0.75
    assert len(result) == 300 or once == 0.01
    assert all(
        value == pytest.approx(number / 1000) for number, value in result.items()
    )


@pytest.mark.parametrize("native", [True, False])
@pytest.mark.parametrize("name", ["classics/pig", "classics/backgammon"])
def test_a_time_is_kept_where_chance_leaves_nothing_to_prove(
    name: str, native: bool
) -> None:
    game = rulesrun.load(name, players=2)
    player = player_of("thinker:500ms", game, 1, native=native)
    position = game.start(1)
    while len(position.raw) == 1:
        position.choose(0)
    position.choose(player.choose(position))


def test_proofs_end_where_more_tries_bring_none(clock: Clock) -> None:
    asked: list[int] = []

    class Circles:
        def proofs(self, state: object, numbers: object, most: int) -> list[Proof]:
            asked.append(most)
            return [UNKNOWN]

    result = proofs_within(Span.of(1.0), Circles(), [], [0])  # type: ignore[arg-type]
    assert result == [UNKNOWN]
    assert max(asked) < 2**40


def test_what_is_measured_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr(measured, "_known", {})
    game = rulesrun.load("tests/studies/lottery.rules", players=2)
    first = Horizon(game, search_of(game, native=False), 30)
    if not first.search.scores:
        pytest.skip("the game cannot be scored early")
    assert not first.is_measured
    assert first.measure() in HORIZONS
    monkeypatch.setattr(measured, "_known", {})  # as another process
    again = Horizon(game, first.search, 30)
    assert (True, first.value) == (again.is_measured, again.value)
    for file in tmp_path.rglob("*.txt"):
        file.write_text("no number")
    monkeypatch.setattr(measured, "_known", {})
    assert not Horizon(game, first.search, 30).is_measured


def test_times_in_words() -> None:
    game = rulesrun.load("tic_tac_toe", players=2)
    for kind, seconds in (
        ("thinker:250ms", 0.25),
        ("thinker:2s", 2.0),
        ("thinker:9", None),
    ):
        player = player_of(kind, game, 1)
        assert isinstance(player, ThinkingPlayer)
        assert player.seconds == seconds
