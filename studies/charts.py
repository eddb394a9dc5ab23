"""Pictures of what comes out, as SVG: Vega-Lite, written by Altair, drawn by vl-convert.

Nothing is loaded and nothing runs in the page: a picture is text in it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

import altair as alt
import numpy as np
import polars as pl
import vl_convert
from attrs import frozen

from rulesrun.studies.measures import Choice, Measures, Source
from rulesrun.studies.statistics import Estimate
from rulesrun.studies.tables import Tables

VALIDATED = False
"""Whether charts are held against the schema of Vega-Lite; the tests do so."""

WIDTH = 560
MOST_SHOWN = 20
BINS = 30

Row = dict[str, Any]


@frozen
class Words:
    """What axes and legends say, in the language of the page, by key.

    `numbers` is how it writes numbers, as a locale of D3; none is as in English.
    """

    of: Mapping[str, str]
    rightward: bool = False
    numbers: Mapping[str, Any] | None = None

    def __getitem__(self, key: str) -> str:
        return self.of[key]


def svg(chart: Any, words: Words) -> str:
    """A chart as text of a page."""
    side = "right" if words.rightward else "left"
    chart = (
        chart.configure(background="#fffdf8", padding=10)
        .configure_view(stroke=None)
        .configure_axis(labelLimit=320, titleFontWeight="normal", grid=True)
        .configure_axisY(orient=side)
        .configure_legend(orient="top", labelLimit=320, title=None)
    )
    numbers = dict(words.numbers) if words.numbers is not None else None
    text = str(
        vl_convert.vegalite_to_svg(
            chart.to_dict(validate=VALIDATED), format_locale=numbers
        )
    )
    return re.sub(r"<\?xml[^>]*\?>|<!DOCTYPE[^>]*>", "", text).strip()


def prepare() -> None:
    """Start what draws, which takes a while."""
    vl_convert.vegalite_to_svg({"mark": "point", "data": {"values": []}})


def _data(rows: Sequence[Row]) -> Any:
    return alt.Data(values=list(rows))  # type: ignore[no-untyped-call]


def _bounds(estimate: Estimate) -> Row:
    return {"mean": estimate.mean, "low": estimate.low, "high": estimate.high}


def _named(one: Measures, words: Words) -> str:
    return one.name or words["all games"]


def wins(measures: Sequence[Measures], words: Words, name: Any) -> str:
    """Shares of wins with their intervals; `name` says how seats and kinds are called."""
    rows: list[Row] = []
    for one in measures:
        for by, standings in (("seat", one.seats), ("kind", one.kinds)):
            rows += [
                {
                    "who": name(f"{by} {s.name}"),
                    "arm": _named(one, words),
                    "equal": one.equal,
                    **_bounds(s.won),
                }
                for s in standings
            ]
    order = list(dict.fromkeys(row["who"] for row in rows))
    base = alt.Chart(_data(rows)).encode(
        x=alt.X("who:N", sort=order, title=None, axis=alt.Axis(labelAngle=0))
    )
    if len(measures) > 1:
        arms = list(dict.fromkeys(row["arm"] for row in rows))
        base = base.encode(
            xOffset=alt.XOffset("arm:N", sort=arms), color=alt.Color("arm:N", sort=arms)
        )
    share = alt.Y("low:Q", title=words["share of wins"], axis=alt.Axis(format="%"))
    bars = base.mark_rule(strokeWidth=3).encode(y=share, y2="high:Q")
    dots = base.mark_point(filled=True, size=70, opacity=1).encode(y="mean:Q")
    equal = (
        alt.Chart(_data(rows))
        .mark_rule(strokeDash=[4, 4], color="#888")
        .encode(y="equal:Q")
    )
    return svg((equal + bars + dots).properties(width=WIDTH, height=260), words)


def distribution(values: Mapping[str, Any], title: str, words: Words) -> str | None:
    """How often each size occurs, for each of several groups."""
    filled = {
        name: np.asarray(result, float)
        for name, result in values.items()
        if len(result)
    }
    if not filled:
        return None
    whole = np.concatenate(list(filled.values()))
    low, high = float(whole.min()), float(whole.max())
    step = max(1.0, float(np.ceil((high - low + 1) / BINS)))
    edges = np.arange(low - 0.5, high + step + 0.5, step)
    rows = [
        {"x": float(x), "y": count / len(result), "who": name}
        for name, result in filled.items()
        for x, count in zip(
            edges[:-1] + step / 2, np.histogram(result, edges)[0], strict=True
        )
    ]
    chart = (
        alt.Chart(_data(rows))
        .mark_line(interpolate="step")
        .encode(
            x=alt.X("x:Q", title=title),
            y=alt.Y("y:Q", title=words["share of games"], axis=alt.Axis(format="%")),
        )
    )
    if len(filled) > 1:
        chart = chart.encode(color=alt.Color("who:N", sort=list(filled)))
    return svg(chart.properties(width=WIDTH, height=220), words)


def points(tables: Tables, one: Measures, words: Words, name: Any) -> str | None:
    """How points are distributed, by kind of player if there are several, else by seat."""
    by = "kind" if one.kinds else "seat"
    rows = (
        tables["seats"].filter(pl.col("arm") == one.arm).drop_nulls("points").sort(by)
    )
    groups = {
        name(f"{by} {who}"): result["points"].to_numpy()
        for (who,), result in rows.group_by(by, maintain_order=True)
    }
    return distribution(groups, words["points"], words)


def lengths(tables: Tables, measures: Sequence[Measures], words: Words) -> str | None:
    """How many decisions games take, by arm."""
    games = tables["games"].filter(pl.col("fault").is_null())
    groups = {
        _named(one, words): games.filter(pl.col("arm") == one.arm)["choices"].to_numpy()
        for one in measures
    }
    return distribution(groups, words["decisions"], words)


def leaders(measures: Sequence[Measures], words: Words) -> str | None:
    """How often who leads at each tenth of a game wins it."""
    rows = [
        {"tenth": tenth / 10, "arm": _named(one, words), **_bounds(estimate)}
        for one in measures
        for tenth, estimate in enumerate(one.leader_wins)
    ]
    if not rows:
        return None
    base = alt.Chart(_data(rows)).encode(
        x=alt.X("tenth:Q", title=words["part of the game"], axis=alt.Axis(format="%"))
    )
    if len(measures) > 1:
        base = base.encode(color=alt.Color("arm:N"))
    share = alt.Y("low:Q", title=words["leader wins"], axis=alt.Axis(format="%"))
    band = base.mark_area(opacity=0.2).encode(y=share, y2="high:Q")
    line = base.mark_line(point=True).encode(y="mean:Q")
    return svg((band + line).properties(width=WIDTH, height=220), words)


def history(one: Measures, words: Words) -> str | None:
    """The points of winners and losers through the game."""
    rows = [
        {"tenth": tenth / 10, "points": points, "who": who}
        for tenth, pair in enumerate(one.histories)
        for who, points in zip((words["winners"], words["losers"]), pair, strict=True)
    ]
    if not rows:
        return None
    chart = (
        alt.Chart(_data(rows))
        .mark_line(point=True)
        .encode(
            x=alt.X(
                "tenth:Q", title=words["part of the game"], axis=alt.Axis(format="%")
            ),
            y=alt.Y("points:Q", title=words["points if it ended"]),
            color=alt.Color("who:N", sort=[words["winners"], words["losers"]]),
        )
    )
    return svg(chart.properties(width=WIDTH, height=220), words)


def choices(results: Sequence[Choice], words: Words) -> str | None:
    """What winners take more or less often, the largest differences."""
    measured = [choice for choice in results if choice.more is not None]
    measured.sort(key=lambda choice: -abs(choice.effect))
    rows = [
        {"what": label, **_bounds(choice.more)}
        for choice in measured[:MOST_SHOWN]
        if choice.more is not None
        for label in [choice.label_fa if words.rightward else choice.label]
    ]
    if not rows:
        return None
    base = alt.Chart(_data(rows)).encode(
        y=alt.Y("what:N", sort=[row["what"] for row in rows], title=None)
    )
    bars = base.mark_rule(strokeWidth=3).encode(
        x=alt.X("low:Q", title=words["more by winners"]), x2="high:Q"
    )
    dots = base.mark_point(filled=True, size=60, opacity=1).encode(x="mean:Q")
    zero = alt.Chart(_data([{"x": 0}])).mark_rule(color="#888").encode(x="x:Q")
    return svg((zero + bars + dots).properties(width=WIDTH - 180), words)


def sources(results: Sequence[Source], words: Words) -> str | None:
    """What lines of the rules give to winners and to losers, the largest."""
    largest = sorted(results, key=lambda s: -abs(s.winners.mean) - abs(s.losers.mean))
    rows = [
        {
            "what": f"{source.counter_fa if words.rightward else source.counter} "
            f"({source.cites or source.place})",
            "who": words[who],
            **_bounds(estimate),
        }
        for source in largest[:MOST_SHOWN]
        for who, estimate in (("winners", source.winners), ("losers", source.losers))
    ]
    if not rows:
        return None
    order = list(dict.fromkeys(row["what"] for row in rows))
    both = [words["winners"], words["losers"]]
    base = alt.Chart(_data(rows)).encode(
        y=alt.Y("what:N", sort=order, title=None),
        yOffset=alt.YOffset("who:N", sort=both),
    )
    bars = base.mark_bar().encode(
        x=alt.X("mean:Q", title=words["a game"]),
        color=alt.Color("who:N", sort=both),
    )
    errors = base.mark_rule(color="#333").encode(x="low:Q", x2="high:Q")
    return svg((bars + errors).properties(width=WIDTH - 180), words)
