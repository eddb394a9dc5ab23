"""What comes out of a study: who wins, how games go, what is chosen, what it brings.

More than 400 lines: what is measured stands beside how, a class and a function each.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from attrs import frozen

from rulesrun.studies.statistics import (
    Estimate,
    count_of,
    from_sums,
    mean_of,
    share_of,
)
from rulesrun.studies.tables import Tables

GAMES_AT_ONCE = 4096
"""So many games are held in memory at once, with every subject of each."""

INFORMATIVE = 50
"""Of what differs between players in fewer games than that, nothing can be said."""


EVERYBODY = "everybody"
"""Stands for all seats of a game that is won or lost together."""


@frozen
class Standing:
    """How a seat, or a kind of player, did."""

    name: str
    won: Estimate
    place: Estimate | None
    points: Estimate | None


@frozen
class Course:
    """How games go: each measure with its estimate, where it can be told."""

    choices: Estimate
    turns: Estimate
    tie: Estimate | None
    shared: Estimate | None
    lead_changes: Estimate | None
    drama: Estimate | None
    killer: Estimate | None
    decided: Estimate | None


@frozen
class Decision:
    """A kind of decision: its options, and how many of them are good.

    `single` is how often there is only one option, `good` how many options a thinker
    holds to be about as good as the best one; none where nobody thought.
    """

    name: str
    name_fa: str
    times: float
    options: float
    fewest: int
    most: int
    single: float
    good: float | None


@frozen
class Choice:
    """Something that can be chosen: how often, and how winners differ from losers in it.

    Numbers are those of a player in a game. `more` is how much more often winners take
    it, less what follows from seats and kinds of players alone; none where it differs
    in too few games. `p` is before correction.
    """

    subject: int
    label: str
    label_fa: str
    is_action: bool
    offered: float
    taken: float
    winners: float
    losers: float
    more: Estimate | None
    p: float | None
    effect: float


@frozen
class Source:
    """A line of the rules that adds to a counter: what it gives to winners and losers."""

    counter: str
    counter_fa: str
    place: str
    text: str
    cites: str
    winners: Estimate
    losers: Estimate


@frozen
class Measures:
    """What comes out in one arm.

    `equal` is what each wins where all win equally often, `leader_wins` how often a player
    who leads at that tenth wins, `histories` the mean points of winners and losers at each
    tenth, `never` what is offered and never taken.
    """

    arm: int
    name: str
    players: int
    games: int
    faults: tuple[tuple[int, str], ...]
    equal: float
    seats: tuple[Standing, ...]
    kinds: tuple[Standing, ...]
    course: Course | None
    leader_wins: tuple[Estimate, ...]
    histories: tuple[tuple[float, float], ...]
    decisions: tuple[Decision, ...]
    choices: tuple[Choice, ...]
    sources: tuple[Source, ...]


def measures_of(tables: Tables, arm: int) -> Measures:
    """What comes out in an arm."""
    mine = {
        name: table.filter(pl.col("arm") == arm) for name, table in tables.of.items()
    }
    games, about = mine["games"], mine["arm_list"].row(0, named=True)
    whole = games.filter(pl.col("fault").is_null())
    seats = mine["seats"].filter(pl.col("won").is_not_null())
    faults = games.filter(pl.col("fault").is_not_null()).select("seed", "fault")
    kinds = seats["kind"].n_unique() > 1
    by_seat = seats
    if _together(seats):
        by_seat = seats.filter(pl.col("seat") == 1).with_columns(seat=pl.lit(EVERYBODY))
    return Measures(
        arm,
        about["name"],
        about["players"],
        len(games),
        tuple((int(seed), str(fault)) for seed, fault in faults.iter_rows()),
        _equal_share(seats, about["players"]),
        _standings(by_seat, "seat"),
        _standings(seats, "kind") if kinds else (),
        _course(whole),
        *_leads(mine["leads"], seats),
        _decisions(mine["decisions"], mine["decision_list"], len(games)),
        _choices(mine["subjects"], mine["subject_list"], seats),
        _sources(mine["ledger"], mine["line_list"], seats),
    )


def _together(seats: pl.DataFrame) -> bool:
    """Whether in every game all win or lose together."""
    games = seats.group_by("game").agg(
        pl.col("won").n_unique().alias("different"), pl.col("won").sum()
    )
    together = (games["different"] == 1).all() and (games["won"] > 1).any()
    return bool(len(games)) and bool(together)


def _equal_share(seats: pl.DataFrame, players: int) -> float:
    """What each player would win if all won equally often: more than their part of one
    victory where teams, or all, win together.
    """
    mean = seats["won"].mean() if len(seats) else None
    equal = 1 / players
    return equal if not isinstance(mean, float) or mean <= equal + 1e-9 else mean


def _standings(seats: pl.DataFrame, by: str) -> tuple[Standing, ...]:
    result = []
    for (name,), rows in seats.sort(by, maintain_order=True).group_by(
        by, maintain_order=True
    ):
        won = share_of(rows["won"].to_numpy())
        assert won is not None
        place = mean_of(rows["place"].drop_nulls().to_numpy())
        points = mean_of(rows["points"].drop_nulls().to_numpy())
        result.append(Standing(str(name), won, place, points))
    return tuple(result)


def _course(games: pl.DataFrame) -> Course | None:
    if not len(games):
        return None

    def mean(column: str) -> Estimate | None:
        return count_of(games[column].drop_nulls().to_numpy())

    def share(column: str) -> Estimate | None:
        return share_of(games[column].drop_nulls().cast(pl.Float64).to_numpy())

    choices, turns = mean("choices"), mean("turns")
    assert choices is not None
    assert turns is not None
    return Course(
        choices,
        turns,
        share("tie"),
        share("shared"),
        mean("lead_changes"),
        mean("drama"),
        mean("killer"),
        mean("decided"),
    )


def _leads(
    leads: pl.DataFrame, seats: pl.DataFrame
) -> tuple[tuple[Estimate, ...], tuple[tuple[float, float], ...]]:
    joined = leads.join(seats.select("game", "seat", "won"), on=["game", "seat"])
    wins, histories = [], []
    for tenth in sorted(joined["tenth"].unique().to_list()):
        rows = joined.filter(pl.col("tenth") == tenth)
        alone = rows.filter(pl.col("leads") & (pl.col("leads").sum().over("game") == 1))
        share = share_of(alone["won"].to_numpy())
        if share is not None:
            wins.append(share)
        won = pl.col("won") > 0
        winners, losers = rows.filter(won)["points"], rows.filter(~won)["points"]
        if len(winners) and len(losers):
            histories.append(
                (float(winners.to_numpy().mean()), float(losers.to_numpy().mean()))
            )
    complete = len(wins) == joined["tenth"].n_unique()
    return tuple(wins) if complete else (), tuple(histories)


def _decisions(
    decisions: pl.DataFrame, names: pl.DataFrame, games: int
) -> tuple[Decision, ...]:
    called = {row["decision"]: row for row in names.iter_rows(named=True)}
    summed = (
        decisions.group_by("decision")
        .agg(
            pl.col("times", "options", "single", "thought", "good").sum(),
            pl.col("fewest").min(),
            pl.col("most").max(),
        )
        .sort("decision")
    )
    return tuple(
        Decision(
            called[row["decision"]]["name"],
            called[row["decision"]]["name_fa"],
            row["times"] / games,
            row["options"] / row["times"],
            row["fewest"],
            row["most"],
            row["single"] / row["times"],
            row["good"] / row["thought"] if row["thought"] else None,
        )
        for row in summed.iter_rows(named=True)
    )


# ---- winners and losers ------------------------------------------------------------------


def _weights(seats: pl.DataFrame) -> pl.DataFrame:
    """Each seat with its weight in `mean of the winners less mean of the losers`."""
    won = pl.col("won") > 0
    counted = seats.with_columns(
        won.sum().over("game").alias("winners"), pl.len().over("game").alias("all")
    ).filter(pl.col("winners") < pl.col("all"), pl.col("winners") > 0)
    winner = 1.0 / pl.col("winners")
    loser = -1.0 / (pl.col("all") - pl.col("winners"))
    return counted.select(
        "game",
        "seat",
        "kind",
        "won",
        pl.when(won).then(winner).otherwise(loser).alias("weight"),
    )


def _choices(
    counted: pl.DataFrame, names: pl.DataFrame, seats: pl.DataFrame
) -> tuple[Choice, ...]:
    """Every subject; see docs/studies.md for how winners and losers are compared."""
    weights = _weights(seats)
    games, rows = weights["game"].n_unique(), max(1, len(seats))
    joined = counted.join(weights, on=["game", "seat"], maintain_order="left")
    contrasts = _contrasts(joined)
    expected = _expected(joined, weights, games)
    won = pl.col("won") > 0
    means = joined.group_by("subject").agg(
        (pl.col("taken") * won).sum().alias("by_winners"),
        (pl.col("taken") * ~won).sum().alias("by_losers"),
        (pl.col("taken").cast(pl.Float64) ** 2).sum().alias("taken_squares"),
    )
    totals = counted.group_by("subject").agg(pl.col("offered", "taken").sum())
    every = (
        names.select("subject", "parameter", "label", "label_fa")
        .join(totals, on="subject", how="left")
        .join(contrasts, on="subject", how="left")
        .join(expected, on="subject", how="left")
        .join(means, on="subject", how="left")
        .fill_null(0)
        .sort("subject")
    )
    winners = int((weights["won"] > 0).sum())
    losers = len(weights) - winners
    result = []
    for row in every.iter_rows(named=True):
        more, p, effect = None, None, 0.0
        if row["informative"] >= INFORMATIVE:
            more, p = from_sums(row["contrast"], row["squares"], games, row["expected"])
            effect = more.mean / _spread(row, winners + losers)
        result.append(
            Choice(
                row["subject"],
                row["label"],
                row["label_fa"],
                not row["parameter"],
                row["offered"] / rows,
                row["taken"] / rows,
                row["by_winners"] / max(1, winners),
                row["by_losers"] / max(1, losers),
                more,
                p,
                effect,
            )
        )
    return tuple(result)


def _contrasts(joined: pl.DataFrame) -> pl.DataFrame:
    """Of each subject the sum, over games, of what winners take more, and of its square.

    `informative` is in how many games there is a difference.
    """
    subject, game = (joined[name].to_numpy() for name in ("subject", "game"))
    width = int(subject.max(initial=0)) + 1
    sums = np.zeros((3, width))
    by_game = (joined["taken"] * joined["weight"]).to_numpy()
    for first in range(0, int(game.max(initial=0)) + 1, GAMES_AT_ONCE):
        some = (game >= first) & (game < first + GAMES_AT_ONCE)
        cell = (game[some] - first).astype(np.int64) * width + subject[some]
        contrast = np.bincount(cell, by_game[some], GAMES_AT_ONCE * width)
        contrast = contrast.reshape(GAMES_AT_ONCE, width)
        sums += contrast.sum(0), (contrast**2).sum(0), (abs(contrast) > 1e-9).sum(0)
    names = ("contrast", "squares", "informative")
    return pl.DataFrame(
        {
            "subject": np.arange(width, dtype=np.uint16),
            **dict(zip(names, sums, strict=True)),
        }
    )


def _spread(row: dict[str, Any], count: int) -> float:
    """How much one player in one game differs from another in what they take."""
    mean = (row["by_winners"] + row["by_losers"]) / count
    return float(np.sqrt(max(1e-12, row["taken_squares"] / count - mean * mean)))


def _expected(joined: pl.DataFrame, weights: pl.DataFrame, games: int) -> pl.DataFrame:
    """What winners would take more if it only depended on seats and kinds of players."""
    who = ["seat", "kind"]
    each = weights.group_by(who).agg(
        pl.col("weight").sum().alias("weights"), pl.len().alias("rows")
    )
    taken = joined.group_by("subject", *who).agg(pl.col("taken").sum())
    return (
        taken.join(each, on=who)
        .group_by("subject")
        .agg(
            (pl.col("taken") / pl.col("rows") * pl.col("weights") / games)
            .sum()
            .alias("expected")
        )
    )


def _sources(
    ledger: pl.DataFrame, lines: pl.DataFrame, seats: pl.DataFrame
) -> tuple[Source, ...]:
    weights = _weights(seats)
    winners = int((weights["won"] > 0).sum())
    losers = len(weights) - winners
    if not winners or not losers:
        return ()
    joined = ledger.join(weights, on=["game", "seat"])
    names = {(row["counter"], row["line"]): row for row in lines.iter_rows(named=True)}
    result = []
    for (counter, line), rows in joined.sort(
        "counter", "line", maintain_order=True
    ).group_by("counter", "line", maintain_order=True):
        row = names[counter, line]
        won = rows["won"].to_numpy() > 0
        amounts = rows["amount"].to_numpy().astype(np.float64)
        result.append(
            Source(
                row["name"],
                row["name_fa"],
                row["place"],
                row["text"],
                row["cites"],
                _padded(amounts[won], winners),
                _padded(amounts[~won], losers),
            )
        )
    return tuple(result)


def _padded(amounts: Any, count: int) -> Estimate:
    """The mean of these amounts and as many noughts as make up the number."""
    total, squares = float(amounts.sum()), float((amounts**2).sum())
    if count < 2:
        return Estimate(total / count, total / count, total / count, count)
    return from_sums(total, squares, count, 0.0)[0]
