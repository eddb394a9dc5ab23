"""Where the course of play comes to a rule: for scenarios that begin in the middle of it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from attrs import frozen

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.runtime.chance import draw
from rulesrun.interpreter.runtime.layout import FRAMES, PHASE, Frames

MOST_CHOICES = 5_000
MOST_GAMES = 50
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

    Games are played by chance, of one seed always the same; none if none of them does.
    """
    left = MOST_CHOICES
    for number in range(MOST_GAMES):
        course, choices = _come_to(game, seed + number, procedure, args, left)
        left -= choices
        if course is not None or left <= 0:
            return course
    return None


def _come_to(
    game: Game, seed: int, procedure: int, args: Sequence[Any], most: int
) -> tuple[Course | None, int]:
    """The same in one game of `most` choices at most, and how many were made."""
    choices = 0
    with suppress(GameFault):
        position = game.start(seed)
        for choices in range(most):
            frames = position.state[FRAMES]
            for depth, (running, _, values) in enumerate(frames):
                if running == procedure and [*values[: len(args)]] == [*args]:
                    return Course(frames[:depth], position.state[PHASE]), choices
            if position.over:
                break
            number = draw(seed, choices, len(position.raw))
            position.play(position.raw[number])
    return None, choices + 1
