"""Choices at once: whoever is to choose in secret need not wait for others who do.

The rules ask one after the other. While somebody chooses in secret, those who will be
asked next, in secret as well, can choose already: what others choose meanwhile may
change nothing for them, and they could not know it. What they chose is kept until the
rules ask them, and is made then.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from attrs import asdict, frozen

from rulesrun.cli.files.sources import read_file
from rulesrun.cli.files.writing import anything, remove_file, write_file
from rulesrun.cli.output.problems import Unusable
from rulesrun.dsl.semantics.value_types import PLAYER
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.reports.views import view
from rulesrun.interpreter.runtime.layout import COUNTER, NEWS, REVEALS

MANY = 5000
"""With more options, nobody is asked ahead: to compare them would take too long."""

SUFFIX = ".ahead"

FAR = 64
"""So many choices of others are looked ahead over."""


@frozen
class Chosen:
    """What was chosen ahead: the name of an option, and its label in each language."""

    name: str
    label: Mapping[str, str]


Made = Mapping[int, Sequence[Chosen]]
"""By seat, what was chosen ahead, in order."""


def asked_ahead(position: Position, viewer: int | None, made: Made) -> Position | None:
    """Where a seat will be asked next, if it can choose already; else none.

    In the place of those who have not chosen yet something is chosen for them. It must
    not matter what: with other choices, the question would have to be the same.
    """
    if viewer in (None, ONLOOKER) or position.over or position.player == viewer:
        return None
    first = _led_on(position, viewer, made, 0)
    if first is None:
        return None
    other = _led_on(position, viewer, made, -1)
    if other is None or _names(other) != _names(first):
        return None
    return first if _learns_nothing(position, first, viewer) else None


def _learns_nothing(now: Position, later: Position, viewer: int | None) -> bool:
    """Whether a player sees no more of what is not their own than before."""
    pairs = zip(view(now, viewer).seen, view(later, viewer).seen, strict=True)
    mine = of_players(now)
    return all(
        before.value == after.value or (own and after.owner == viewer)
        for own, (before, after) in zip(mine, pairs, strict=True)
    )


def of_players(position: Position) -> list[bool]:
    """For each variable of a view, whether it belongs to a player."""
    return [
        symbol.owner == PLAYER
        for symbol, family in position.game.layout.told.items()
        for _ in range(family.size)
    ]


def _led_on(
    position: Position, viewer: int | None, made: Made, at: int
) -> Position | None:
    """Where a seat is asked, if others choose the first (or the last) option."""
    found = position.copy()
    used: dict[int, int] = {}
    for _ in range(FAR):
        actor = found.player
        if found.over or actor is None or not found.decision_plan.secret:
            return None
        if len(found.raw) > MANY:
            return None
        known = made.get(actor, ())
        nth = used.get(actor, 0)
        raw = found.raw[at]
        if nth < len(known):
            named = [
                option.raw for option in found.options if option.name == known[nth].name
            ]
            raw = named[0] if named else raw
        elif actor == viewer:
            return found
        before = found.state[COUNTER], found.state[REVEALS]
        try:
            found.play(raw)
        except GameFault:
            return None
        if found.state[NEWS] or (found.state[COUNTER], found.state[REVEALS]) != before:
            return None
        used[actor] = nth + 1
    return None


def _names(position: Position) -> list[str]:
    return [option.name for option in position.options]


def mark_of(position: Position) -> str:
    """What tells a question from others: who is asked, and what may be chosen."""
    asked = [position.player, position.decision_plan.number, *_names(position)]
    return sha256(json.dumps(asked).encode()).hexdigest()[:16]


# ---- on disk ---------------------------------------------------------------------------


def keep(log: Path, made: Made) -> None:
    """Keep what was chosen ahead beside a log; raises Unusable."""
    path = log.with_name(log.name + SUFFIX)
    kept = {str(seat): list(map(asdict, some)) for seat, some in made.items() if some}
    if kept:
        write_file(path, json.dumps(kept) + "\n", anything, mode=0o600)
    else:
        remove_file(path)


def kept_beside(log: Path, players: int) -> dict[int, list[Chosen]]:
    """What was chosen ahead and is kept beside a log; raises Unusable."""
    path = log.with_name(log.name + SUFFIX)
    if not path.is_file():
        return {}
    try:
        found = {
            int(seat): [Chosen(str(one["name"]), dict(one["label"])) for one in some]
            for seat, some in json.loads(read_file(path)).items()
        }
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Unusable(
            f"{path}: this is not what was chosen ahead; without the file, everybody "
            "chooses again"
        ) from error
    if not all(0 <= seat < players for seat in found):
        raise Unusable(f"{path}: this is for another number of players")
    return found
