"""Choices at once: whoever is to choose in secret need not wait for others who do.

The rules ask one after the other. While somebody chooses in secret, those who will be
asked next, in secret as well, can choose already: what others choose meanwhile may
change nothing for them, and they could not know it. What they chose is kept until the
rules ask them, and is made then.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import asdict, frozen

from rulesrun.cli.files.sources import read_file
from rulesrun.cli.files.writing import anything, remove_file, write_file
from rulesrun.cli.output.problems import Unusable
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER, held_in
from rulesrun.interpreter.logs import Entry
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.reports.views import Seen, view
from rulesrun.interpreter.runtime.layout import COUNTER, NEWS, REVEALS
from rulesrun.table.questions import kind_of

MANY = 5000
"""With more options, nobody is asked ahead: to compare them would take too long."""

SUFFIX = ".ahead"

FAR = 64
"""So many choices of others are looked ahead over."""


@frozen
class Chosen:
    """What was chosen ahead: the name of an option, and its label in each language.

    It answers that question of the seat whose number this is, counted in the log from 0,
    if it is of the same `kind` then.
    """

    name: str
    label: Mapping[str, str]
    number: int
    kind: str


Made = Mapping[int, Sequence[Chosen]]
"""By seat, what was chosen ahead, in order."""


def asked_ahead(position: Position, viewer: int | None, ahead: Made) -> Position | None:
    """Where a seat will be asked next, if it can choose already; else none.

    In the place of others something is chosen for them, even if they have chosen ahead,
    which nobody is told. It must not matter what: with other choices, the question and
    what the seat has would have to be the same.
    """
    if viewer is None or viewer == ONLOOKER:
        return None
    if position.over or position.player == viewer:
        return None
    own = ahead.get(viewer, ())
    first = _led_on(position, viewer, own, 0)
    if first is None:
        return None
    other = _led_on(position, viewer, own, -1)
    if other is None or kind_of(other) != kind_of(first):
        return None
    if view(first, viewer).seen != view(other, viewer).seen:
        return None
    return first if _learns_nothing(position, first, viewer) else None


def _learns_nothing(now: Position, later: Position, viewer: int | None) -> bool:
    """Whether a player sees no more than before but what comes of the own things.

    A hand that others pass on is nothing of one's own before all have chosen.
    """
    seen = view(now, viewer).seen
    in_sight = {c for one in seen for c in _components(one)}
    pairs = zip(seen, view(later, viewer).seen, strict=True)
    mine = of_players(now)
    return all(
        before.value == after.value
        or (own and after.owner == viewer and in_sight.issuperset(_components(after)))
        for own, (before, after) in zip(mine, pairs, strict=True)
    )


def _components(seen: Seen) -> Sequence[int]:
    """The components that somebody sees in a zone or on a grid."""
    kind = seen.type
    if isinstance(kind, t.ZoneType | t.GridType) and not isinstance(
        kind.item, t.PieceType
    ):
        return held_in(seen.value) if seen.value is not None else ()
    return ()


def of_players(position: Position) -> list[bool]:
    """For each variable of a view, whether it belongs to a player."""
    return [
        symbol.owner == t.PLAYER
        for symbol, family in position.game.layout.told.items()
        for _ in range(family.size)
    ]


def _led_on(
    position: Position, viewer: int, own: Sequence[Chosen], at: int
) -> Position | None:
    """Where a seat is asked next, if others choose the first (or the last) option."""
    result = position.copy()
    left = list(own)
    for _ in range(FAR):
        actor = result.player
        if result.over or actor is None or not result.decision_plan.secret:
            return None
        if len(result.raw) > MANY:
            return None
        raw = result.raw[at]
        if actor == viewer:
            if not left:
                return result
            choice = left.pop(0)
            named = [
                option.raw for option in result.options if option.name == choice.name
            ]
            raw = named[0] if named else raw
        before = result.state[COUNTER], result.state[REVEALS]
        try:
            result.play(raw)
        except GameFault:
            return None
        if (
            result.state[NEWS]
            or (result.state[COUNTER], result.state[REVEALS]) != before
        ):
            return None
    return None


# ---- on disk ---------------------------------------------------------------------------


def keep(log: Path, ahead: Made) -> None:
    """Keep what was chosen ahead beside a log; raises Unusable."""
    path = log.with_name(log.name + SUFFIX)
    data = {str(seat): list(map(asdict, some)) for seat, some in ahead.items() if some}
    if data:
        write_file(path, json.dumps(data) + "\n", anything, mode=0o600)
    else:
        remove_file(path)


def kept_beside(
    log: Path, players: int, entries: Sequence[Entry]
) -> dict[int, list[Chosen]]:
    """What was chosen ahead and is kept beside a log; raises Unusable.

    Without what stands in the log already: the server may have been stopped between.
    """
    path = log.with_name(log.name + SUFFIX)
    if not path.is_file():
        return {}
    try:
        result = {
            int(seat): [_chosen(one) for one in some]
            for seat, some in json.loads(read_file(path)).items()
        }
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Unusable(
            f"{path}: this is not what was chosen ahead; without the file, everybody "
            "chooses again"
        ) from error
    if not all(0 <= seat < players for seat in result):
        raise Unusable(f"{path}: this is for another number of players")
    counts = Counter(entry.player - 1 for entry in entries)
    left = {
        seat: [one for one in some if one.number >= counts[seat]]
        for seat, some in result.items()
    }
    return {seat: some for seat, some in left.items() if some}


def _chosen(data: Mapping[str, Any]) -> Chosen:
    number = data["number"]
    if not isinstance(number, int):
        raise TypeError(number)
    label = {str(language): str(text) for language, text in dict(data["label"]).items()}
    return Chosen(str(data["name"]), label, number, str(data["kind"]))
