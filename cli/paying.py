"""Whether it pays to compile a game before games of it are played."""

from __future__ import annotations

import time
from collections.abc import Sequence

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.native.build import NoCompiler
from rulesrun.interpreter.native.choosing import seconds_to_compile, why_not
from rulesrun.interpreter.native.types import Unsupported
from rulesrun.interpreter.runtime import chance

TRIED = 0.15
"""So many seconds are spent on finding out how long a game takes in Python."""

AT_ONCE = 1.0
"""So many seconds nobody minds: then nothing is compiled, and nothing estimated."""

MANY_TIMES = 10
"""A compiled game is at least so many times as fast."""


def pays(
    games: Sequence[Game], number: int, jobs: int, *, sandbox: bool = False
) -> tuple[bool, str]:
    """Whether so many games are done sooner if each of these is compiled first.

    How long they take in Python is tried out, and how long the compiler takes is
    estimated from what it has done here before; what is compiled already takes none.
    Where it would pay and cannot be done, the text says why.
    """
    game = games[0]
    in_python = _seconds_a_game(game) * number / jobs
    if in_python * len(games) < AT_ONCE:
        return False, ""
    try:
        compiling = seconds_to_compile(game.module, sandbox)
    except (NoCompiler, Unsupported) as missing:
        return False, why_not(missing)
    return compiling + in_python / MANY_TIMES < in_python, ""


def _seconds_a_game(game: Game) -> float:
    """How long a game takes in Python, at least: one that takes long is not ended."""
    played, began = 0, time.process_time()
    while time.process_time() - began < TRIED:
        seed, count = played + 1, 0
        try:
            position = game.start(seed)
            while not position.over and time.process_time() - began < TRIED:
                options = position.raw
                number = chance.draw(seed ^ chance.ROBOTS, count, len(options) or 1)
                position.play(options[number])
                count += 1
        except (GameFault, IndexError):  # told when it is played in earnest
            pass
        played += 1
    return (time.process_time() - began) / max(1, played)
