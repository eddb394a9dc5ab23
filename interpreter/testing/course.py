"""Where the course of play comes to a rule: for scenarios that begin in the middle of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.runtime.chance import draw
from rulesrun.interpreter.runtime.layout import FRAMES, PHASE, Frames

MOST_CHOICES = 5_000
"""A rule to which no game comes within so many choices is taken for one that none does."""


@frozen
class Course:
    """What is under way around a rule: what follows its end, and the phase it is in."""

    rest: Frames
    phase: Any


def come_to(
    game: Game, seed: int, procedure: int, args: Sequence[Any]
) -> Course | None:
    """The course of play where a game first carries a rule out with these arguments.

    The game is played by chance, of one seed always the same; none if it never does.
    """
    position = game.start(seed)
    try:
        for made in range(MOST_CHOICES):
            frames = position.state[FRAMES]
            for depth, (running, _, values) in enumerate(frames):
                if running == procedure and [*values[: len(args)]] == [*args]:
                    return Course(frames[:depth], position.state[PHASE])
            if position.over:
                return None
            number = draw(seed, made, len(position.raw))
            position.play(position.raw[number])
    except GameFault:
        return None
    return None
