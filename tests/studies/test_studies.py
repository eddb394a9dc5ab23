"""Studies as a whole: who plays does not matter, and what is claimed is there."""

import io
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from scipy import stats

import rulesrun
from rulesrun.dsl.limits import DEFAULT
from rulesrun.interpreter.game import Game
from rulesrun.studies.findings import ARMS, SEATS, Effect, claims, effects_of
from rulesrun.studies.measures import measures_of
from rulesrun.studies.plan import LISTS, TABLES, Arm, Study, part_size, parts
from rulesrun.studies.rows import LIST_SCHEMAS, SCHEMAS, lists_of
from rulesrun.studies.statistics import (
    corrected,
    count_of,
    from_sums,
    mean_of,
    share_of,
)
from rulesrun.studies.stopping import Stopping
from rulesrun.studies.tables import Tables, tables_of
from rulesrun.studies.variants import NoConstant, with_constants
from rulesrun.studies.work import Alone, Processes

LOTTERY = "tests/studies/lottery.rules"


@pytest.fixture(scope="module", name="lottery")
def _lottery() -> Game:
    return rulesrun.load(LOTTERY, players=2)


def with_options(game: Game, **options: bool | int) -> Game:
    return Game(game.program, game.players, options)


def study_of(*games: Game, seed: int = 1, kinds: str = "random") -> Study:
    arms = (
        Arm(f"arm {at}" if at else "", game, (kinds,) * game.players)
        for at, game in enumerate(games)
    )
    return Study(tuple(arms), seed)


def played(study: Study, games: int) -> Tables:
    wanted = parts(len(study.arms), games, 100)
    rows = [rows for _, rows in Alone().results(study, wanted)]
    return tables_of(lists_of(study), rows)


def effects(tables: Tables) -> list[Effect]:
    measures = [measures_of(tables, arm) for arm in range(len(tables.arms))]
    return effects_of(tables, measures)


def test_who_plays_does_not_matter(lottery: Game) -> None:
    study = study_of(lottery, with_options(lottery, gift=3))
    wanted = list(parts(2, 12, 5))
    alone = list(Alone().results(study, iter(wanted)))
    assert [part for part, _ in alone] == wanted
    with Processes(2) as two:
        assert alone == list(two.results(study, iter(wanted)))


def test_tables_have_the_columns_that_are_documented(lottery: Game) -> None:
    tables = played(study_of(lottery), 4)
    assert (TABLES, LISTS) == (tuple(SCHEMAS), tuple(LIST_SCHEMAS))
    for name, schema in {**SCHEMAS, **LIST_SCHEMAS}.items():
        assert dict(tables[name].schema) == dict(schema), name
    text = Path("docs/studies.md").read_text("utf-8")
    for name, schema in {**SCHEMAS, **LIST_SCHEMAS}.items():
        for column in (name, *schema):
            assert f"`{column}`" in text, f"{name}.{column}"


def test_a_gift_is_found_and_named_first(lottery: Game) -> None:
    tables = played(study_of(lottery, with_options(lottery, gift=5)), 150)
    result = claims(effects(tables))
    assert result[0].family == ARMS
    assert (result[0].who, result[0].measure) == ("seat 1", "points")
    assert result[0].estimate.mean == 5
    assert result[0].examples


def test_a_gift_in_all_games_is_named_first(lottery: Game) -> None:
    tables = played(study_of(with_options(lottery, gift=5)), 150)
    result = claims(effects(tables))
    assert (result[0].family, result[0].who) == (SEATS, "seat 1")
    assert result[0].estimate.low > 0.5


def test_no_more_is_claimed_than_the_level_says(lottery: Game) -> None:
    """Studies of two arms in which nothing is there to be found; `make study` has more."""
    idle = with_options(lottery, idle=True)
    wrong = 0
    for seed in range(6):
        tables = played(study_of(lottery, idle, seed=1 + 1000 * seed), 60)
        wrong += bool(claims(effects(tables)))
    assert stats.binom.sf(wrong - 1, 6, 0.05) > 0.01, wrong


def test_parts_are_all_games_once() -> None:
    for games in (1, 63, 64, 10_000):
        result = list(parts(2, games, part_size(games)))
        for arm in range(2):
            mine = [part for part in result if part.arm == arm]
            covered = [g for p in mine for g in range(p.first, p.first + p.count)]
            assert covered == list(range(games))


def test_intervals_are_those_of_scipy() -> None:
    share = share_of([1.0] * 30 + [0.0] * 70)
    wilson = stats.binomtest(30, 100).proportion_ci(method="wilson")
    assert share is not None
    assert (share.low, share.high) == (wilson.low, wilson.high)
    values = np.array([1.0, 2, 4, 8])
    mean = mean_of(values)
    told = stats.ttest_1samp(values, 0).confidence_interval()
    assert mean is not None
    assert (mean.low, mean.high) == pytest.approx((told.low, told.high))
    estimate, p = from_sums(values.sum(), (values**2).sum(), 4, 0.0)
    assert (estimate.low, estimate.high) == pytest.approx((told.low, told.high))
    assert p == pytest.approx(stats.ttest_1samp(values, 0).pvalue)
    assert mean_of([]) is None
    assert count_of([]) is None


def test_the_interval_of_a_count_begins_at_0() -> None:
    values = [0, 0, 0, 0, 1]
    mean, count = mean_of(values), count_of(values)
    assert mean is not None
    assert count is not None
    assert mean.low < 0 == count.low
    assert (count.mean, count.high, count.count) == (mean.mean, mean.high, 5)
    assert count_of([2, 3, 4]) == mean_of([2, 3, 4])
    assert share_of([]) is None
    assert corrected([]) == []


def test_shared_wins_have_an_interval_within_bounds() -> None:
    share = share_of([0.5] * 3 + [1.0] * 40)
    assert share is not None
    assert share.high <= 1.0


def test_it_stops_when_enough_is_known(lottery: Game) -> None:
    study = study_of(lottery)
    stopping = Stopping(0.1, 1)
    used = 0
    for part, rows in Alone().results(study, parts(1, 1000, 20)):
        used = part.first + part.count
        if stopping.enough(rows):
            break
    assert 80 <= used <= 120  # 0.1 is the half width of about 96 games
    assert not Stopping(None, 1).enough({})


def test_constants_are_changed(lottery: Game) -> None:
    changed = with_constants(lottery.program, {"rounds": "2"}, DEFAULT).program
    assert changed is not None
    short = Game(changed, 2)
    (_, rows), *_ = Alone().results(study_of(short), parts(1, 1, 1))
    assert pl.read_parquet(io.BytesIO(rows["games"]))["choices"].to_list() == [4]
    with pytest.raises(NoConstant, match="did you mean"):
        with_constants(lottery.program, {"round": "2"}, DEFAULT)
    faulty = with_constants(lottery.program, {"rounds": "many"}, DEFAULT)
    assert faulty.program is None


def test_everybody_sits_everywhere(lottery: Game) -> None:
    study = Study((Arm("", lottery, ("greedy", "random")),))
    assert study.kinds(0, 0) == ("greedy", "random")
    assert study.kinds(0, 1) == ("random", "greedy")
    fixed = Study(study.arms, rotate=False)
    assert fixed.kinds(0, 1) == ("greedy", "random")
