"""What a study has found: effects too large for chance, the most telling first.

All that is tried is corrected for together, whatever it is about. What the study was made
for comes first: differences between arms, then between kinds of players, then between
seats; then what winners choose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import polars as pl
from attrs import evolve, frozen

from rulesrun.studies.measures import EVERYBODY, Measures
from rulesrun.studies.statistics import (
    LEVEL,
    Estimate,
    corrected,
    mean_of,
    p_of_mean,
    p_of_share,
)
from rulesrun.studies.tables import Tables

ARMS, KINDS, SEATS, CHOICES = "arms", "kinds", "seats", "choices"
FAMILIES = (ARMS, KINDS, SEATS, CHOICES)
"""What effects are about, in the order in which they are named."""

SMALL = 1e-12
"""Below that, the size of effects says more than how unlikely they are."""

OF_GAMES = ("choices", "tie", "shared", "lead_changes", "drama", "killer", "decided")
"""What is compared of whole games between arms."""


@frozen
class Effect:
    """Something that was tried: how large it is, and how likely by chance alone.

    `measure` is what is larger or smaller: `won`, `points`, one of OF_GAMES, or `taken`;
    `who` is the seat, kind or action that it is measured of, if any. In an arm, `against`
    is the arm it is compared with. `standard` is the effect by what single values differ
    by; `p` is corrected. `examples` are games that show it, as arm and game.
    """

    family: str
    arm: int
    measure: str
    who: str
    who_fa: str
    estimate: Estimate
    p: float
    standard: float
    against: int | None = None
    before: float | None = None
    after: float | None = None
    examples: tuple[tuple[int, int], ...] = ()


def effects_of(tables: Tables, measures: Sequence[Measures]) -> list[Effect]:
    """All that was tried, what was found first."""
    tried = [
        *_between_arms(tables, measures),
        *_standings(tables, measures),
        *_choices(tables, measures),
    ]
    adjusted = corrected([effect.p for effect in tried])
    result = [evolve(e, p=p) for e, p in zip(tried, adjusted, strict=True)]
    return sorted(result, key=_rank)


def claims(effects: Sequence[Effect]) -> list[Effect]:
    """Those that are too large for chance."""
    return [effect for effect in effects if effect.p <= LEVEL]


def _rank(effect: Effect) -> tuple[bool, int, float, float]:
    family = FAMILIES.index(effect.family)
    size = -round(abs(effect.standard), 6)
    return effect.p > LEVEL, family, effect.p if effect.p > SMALL else 0.0, size


# ---- between arms ------------------------------------------------------------------------


def _between_arms(tables: Tables, measures: Sequence[Measures]) -> Iterator[Effect]:
    """Each arm against the first one of as many players, game by game."""
    for at, one in enumerate(measures):
        first = next(m for m in measures if m.players == one.players)
        if first is one:
            continue
        for measure, who, who_fa, column in _columns(tables, first.arm, at):
            yield from _paired(measure, who, who_fa, column, first.arm, at)


def _columns(
    tables: Tables, first: int, second: int
) -> Iterator[tuple[str, str, str, pl.DataFrame]]:
    """What is compared, each with its values by game in both arms."""
    both = [first, second]
    seats = tables["seats"].filter(pl.col("arm").is_in(both))
    for by in ("seat", "kind"):
        names = seats[by].unique().sort().to_list()
        if by == "kind" and len(names) < 2:
            continue
        for name in names:
            rows = seats.filter(pl.col(by) == name)
            for measure in ("points", "won"):
                value = rows.group_by("arm", "game").agg(
                    pl.col(measure).mean().alias("value")
                )
                yield measure, f"{by} {name}", "", value
    games = tables["games"].filter(pl.col("arm").is_in(both))
    for measure in OF_GAMES:
        value = games.filter(pl.col("fault").is_null()).select(
            "arm", "game", pl.col(measure).cast(pl.Float64).alias("value")
        )
        yield measure, "", "", value
    yield from _actions(tables, both)


def _actions(
    tables: Tables, both: list[int]
) -> Iterator[tuple[str, str, str, pl.DataFrame]]:
    """How often each action is taken in a game."""
    games = tables["games"].filter(pl.col("arm").is_in(both)).select("arm", "game")
    names = tables["subject_list"].filter(
        pl.col("arm").is_in(both), pl.col("parameter") == ""
    )
    counted = tables["subjects"].filter(pl.col("arm").is_in(both))
    taken = (
        counted.join(names, on=["arm", "subject"])
        .group_by("arm", "game", "label", "label_fa")
        .agg(pl.col("taken").sum().cast(pl.Float64).alias("value"))
    )
    for label, label_fa in (
        names.select("label", "label_fa").unique().sort("label").iter_rows()
    ):
        mine = taken.filter(pl.col("label") == label).drop("label", "label_fa")
        value = games.join(mine, on=["arm", "game"], how="left").fill_null(0.0)
        yield "taken", label, label_fa, value


def _paired(
    measure: str, who: str, who_fa: str, values: pl.DataFrame, first: int, second: int
) -> Iterator[Effect]:
    values = values.drop_nulls("value")
    before = values.filter(pl.col("arm") == first).drop("arm")
    after = values.filter(pl.col("arm") == second).drop("arm")
    pairs = before.join(after, on="game", suffix="_after").sort("game")
    if len(pairs) < 2:
        return
    old, new = pairs["value"].to_numpy(), pairs["value_after"].to_numpy()
    differences = new - old
    estimate = mean_of(differences)
    assert estimate is not None
    if not differences.any():
        return
    spread = float(np.sqrt((old.var() + new.var()) / 2)) or 1e-9
    typical = int(np.abs(differences - _mostly(differences)).argmin())
    game = int(pairs["game"][typical])
    yield Effect(
        ARMS,
        second,
        measure,
        who,
        who_fa,
        estimate,
        p_of_mean(differences),
        estimate.mean / spread,
        against=first,
        before=float(old.mean()),
        after=float(new.mean()),
        examples=((first, game), (second, game)),
    )


def _mostly(differences: Any) -> float:
    """A difference that shows which way it goes: the middle one of those that go so."""
    towards = differences[differences * differences.mean() > 0]
    return float(np.median(towards if len(towards) else differences))


# ---- in one arm --------------------------------------------------------------------------


def _standings(tables: Tables, measures: Sequence[Measures]) -> Iterator[Effect]:
    """Whether seats, and kinds of players, win more or less than an equal share."""
    for one in measures:
        seats = tables["seats"].filter(
            pl.col("arm") == one.arm, pl.col("won").is_not_null()
        )
        if (
            one.players < 2
            or EVERYBODY in {s.name for s in one.seats}
            or not (seats["won"] > 0).any()
        ):
            continue
        equal = one.equal
        spread = float(np.sqrt(equal * (1 - equal)))
        for family, by, standings in (
            (KINDS, "kind", one.kinds),
            (SEATS, "seat", one.seats),
        ):
            for standing in standings:
                rows = seats.filter(pl.col(by).cast(pl.String) == standing.name)
                won = rows.group_by("game").agg(pl.col("won").mean()).sort("game")
                p = p_of_share(won["won"].to_numpy(), equal)
                more = standing.won.mean > equal
                examples = rows.filter(
                    pl.col("won") > 0 if more else pl.col("won") == 0
                )
                yield Effect(
                    family,
                    one.arm,
                    "won",
                    f"{by} {standing.name}",
                    "",
                    standing.won,
                    p,
                    (standing.won.mean - equal) / spread,
                    before=equal,
                    after=standing.won.mean,
                    examples=tuple(
                        (one.arm, game) for game in examples["game"].head(1)
                    ),
                )


def _choices(tables: Tables, measures: Sequence[Measures]) -> Iterator[Effect]:
    """What winners take more, or less, often than losers."""
    for one in measures:
        seats = tables["seats"].filter(pl.col("arm") == one.arm)
        counted = tables["subjects"].filter(
            pl.col("arm") == one.arm, pl.col("taken") > 0
        )
        taken = counted.join(
            seats.select("game", "seat", "won"), on=["game", "seat"]
        ).drop_nulls("won")
        winner = (pl.col("won") > 0).alias("winner")
        first = taken.group_by("subject", winner).agg(pl.col("game").min())
        examples = {
            (subject, by_winner): game for subject, by_winner, game in first.rows()
        }
        for choice in one.choices:
            if choice.more is None or choice.p is None:
                continue
            game = examples.get((choice.subject, choice.more.mean > 0))
            yield Effect(
                CHOICES,
                one.arm,
                "taken",
                choice.label,
                choice.label_fa,
                choice.more,
                choice.p,
                choice.effect,
                before=choice.losers,
                after=choice.winners,
                examples=() if game is None else ((one.arm, game),),
            )
