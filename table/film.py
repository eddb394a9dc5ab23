"""A game as a film: each of its positions as somebody saw it, and the points on the way."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import Factory, define, field

from rulesrun.interpreter.game import Position
from rulesrun.interpreter.logs import Entry, replay
from rulesrun.interpreter.reports.accounts import Around, cites_around
from rulesrun.interpreter.reports.views import view
from rulesrun.interpreter.runtime.layout import LEDGER
from rulesrun.table.hearing import Asked, Hearing
from rulesrun.table.points import results, sources
from rulesrun.table.story import Story
from rulesrun.table.values import Plain, seen_data, shown

Points = Mapping[str, tuple[int | None, ...]]
"""By what points are for, the points of each participant; none for those not known."""


def film(hearing: Hearing, request: Asked) -> dict[str, Plain]:
    """All positions of a game: the first one whole, of each other what has changed.

    Each of them is what `scene` tells of it, so that nobody learns from a film what he or
    she could not have written down while the game was played. Of a game that does not
    follow from its log, such as one begun by a scenario, there is the present position.
    """
    reel = _Reel(hearing)
    log, game = hearing.session.log, hearing.position.game
    end, difference = replay(game, log, None, reel.before, verify=False)
    if difference is not None or end.digest() != hearing.position.digest():
        reel = _Reel(hearing)
        end = hearing.position
    reel.take(end)
    lines, ends = reel.story.whole(hearing.viewer, hearing.language)
    for frame, parts in zip(reel.frames, reel.parts, strict=True):
        frame["story"] = ends[parts]
    return {
        "frames": reel.frames,
        "story": lines,
        "points": [
            {"label": label, "values": values} for label, values in reel.points.items()
        ],
    }


@define
class _Reel:
    """Takes down position after position; `parts` is how much of the story each has."""

    hearing: Hearing
    frames: list[dict[str, Plain]] = Factory(list)
    parts: list[int] = Factory(list)
    points: dict[str, list[list[int | None]]] = Factory(dict)
    story: Story = Factory(lambda self: Story(self.hearing.story.labels), True)
    _around: Around = field(init=False)
    _seen: list[Plain] = Factory(list)
    _entries: int = 0
    _gained: Points = Factory(dict)

    def __attrs_post_init__(self) -> None:
        self._around = cites_around(self.hearing.position.game.program)

    def before(self, position: Position, entry: Entry) -> None:
        """Take down a position, and note what is chosen there."""
        self.take(position)
        for option in position.options:
            if option.name == entry.choice:
                self.story.choice(position, option)

    def take(self, position: Position) -> None:
        """Take a position down."""
        if self.frames:
            self.story.follow(position)
        labels, viewer = self.hearing.labels.at(position), self.hearing.viewer
        scene = view(position, viewer, recalled=True)
        seen = [seen_data(labels, one) for one in scene.seen]
        frame: dict[str, Plain] = {
            "turn": scene.turn,
            "turns": position.turns,
            "actor": scene.actor,
            "phase": scene.phase and shown(labels.words.label(scene.phase, "")),
            "over": scene.over,
        }
        if self.frames:
            before = self._seen
            changes = [[n, one] for n, one in enumerate(seen) if one != before[n]]
            frame["changes"] = changes
        else:
            frame["seen"] = seen
        gained = self._gains(position)
        if gained:
            frame["gained"] = gained
        for one in results(self.hearing, position):
            values = self.points.setdefault(one["label"], [])
            empty: list[int | None] = [None] * len(one["values"])
            values += [empty] * (len(self.frames) - len(values))
            values.append(one["values"])
        self.frames.append(frame)
        self.parts.append(len(self.story.parts))
        self._seen = seen

    def _gains(self, position: Position) -> list[Plain]:
        """What points were given for since the position before."""
        entries = len(position.state[LEDGER])
        if entries == self._entries:
            return []
        self._entries = entries
        before, now = self._gained, sources(self.hearing, position, self._around)
        self._gained = now
        nothing = (0,) * position.game.layout.participants
        return [
            {"label": label, "amounts": gained}
            for label, amounts in now.items()
            if any(gained := _less(amounts, before.get(label, nothing)))
        ]


def _less(
    amounts: tuple[int | None, ...], before: tuple[int | None, ...]
) -> list[int | None]:
    return [
        None if n is None else n - (m or 0)
        for n, m in zip(amounts, before, strict=True)
    ]
