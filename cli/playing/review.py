"""What of a recorded game a thinking player would have done otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from math import sqrt
from random import Random

from attrs import frozen

from rulesrun.agents.players import ThinkingPlayer, Thought, best_of
from rulesrun.cli.messages.progress import Progress
from rulesrun.cli.output.terminal import columns, folded
from rulesrun.cli.screen.believing import kinds_of_worlds
from rulesrun.cli.screen.labels import Labels
from rulesrun.interpreter.game import Game, Option, Position
from rulesrun.interpreter.logs import Entry, Log, replay

CONTINUATIONS = 1_000
"""So many are looked at for each choice in machine code."""

FEWER = 100
"""So many in Python."""

SHOWN = 10
"""So many choices are told, the worst first."""

LEAST = 0.05
"""By so much of 1 the expectation must fall to be told."""


@frozen(eq=False)
class Fall:
    """A choice after which less was to be expected than after the best one.

    Worths are from 0 to 1, to whoever chose.
    """

    number: int
    player: int
    chosen: str
    best: str
    worth: float
    worth_of_best: float

    @property
    def depth(self) -> float:
        """By how much the expectation fell."""
        return self.worth_of_best - self.worth


def falls(
    game: Game, log: Log, labels: Labels, viewer: int | None, to: int | None = None
) -> tuple[list[Fall], Counter[str]]:
    """The choices of a game after which the expectation fell, most first.

    And how the worlds were found that were looked into, with how many of each kind.

    Whoever may not know everything is told only of their own choices, where anything is
    hidden in the game: what was to be expected tells what somebody held.
    """
    thinker = ThinkingPlayer(game, Random(log.seed), CONTINUATIONS)
    if thinker.search.is_slow:
        thinker.iterations = FEWER
    all_told = viewer is None or not game.hides
    result: list[Fall] = []
    kinds: Counter[str] = Counter()
    number = 0
    progress = Progress(len(log.entries[:to]), "choices")

    def each(position: Position, entry: Entry) -> None:
        nonlocal number
        number += 1
        progress.add()
        player, options = position.player, position.options
        if player is None or len(options) < 2 or not (all_told or player == viewer):
            return
        at = next((n for n, o in enumerate(options) if o.name == entry.choice), None)
        if at is None:
            return
        thoughts = thinker.think(position, [at])
        kinds.update(thinker.kinds)
        best = best_of(thoughts)
        worth = _at_most(next(t for t in thoughts if t.number == at))
        if best.number == at or best.worth - worth < LEAST:
            return

        def label(option: Option) -> str:
            return labels.option(position, option)

        result.append(
            Fall(
                number,
                player,
                label(options[at]),
                label(options[best.number]),
                worth,
                best.worth,
            )
        )

    try:
        replay(game, log, to, each, verify=False)
    finally:
        progress.hide()
    return sorted(result, key=lambda fall: -fall.depth), kinds


def _at_most(thought: Thought) -> float:
    """What an option is worth if it was unlucky: few continuations say little."""
    if thought.proved is not None:
        return thought.worth
    return min(1.0, thought.worth + 0.5 / sqrt(max(1, thought.weight)))


def review_lines(
    game: Game, log: Log, labels: Labels, viewer: int | None, to: int | None = None
) -> Iterator[str]:
    """The review of a game, as far as the viewer may know it."""
    words, room = labels.words, columns()
    if viewer is not None and viewer < 0 and game.hides:
        yield from folded(words.say("review hidden"), room)
        return
    result, kinds = falls(game, log, labels, viewer, to)
    if not result:
        yield words.say("review nothing")
        yield from kinds_of_worlds(words, kinds)
        return
    yield words.say("review")
    for fall in result[:SHOWN]:
        line = words.say(
            "review line",
            at=fall.number,
            who=labels.player(fall.player),
            text=fall.chosen,
            after=round(100 * fall.worth),
            best=fall.best,
            before=round(100 * fall.worth_of_best),
        )
        yield from folded(line, room, first="  ", indent=" " * 6)
    yield from kinds_of_worlds(words, kinds)
