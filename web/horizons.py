"""How far thinkers look ahead in a game, measured for a page on the author's machine.

A page would take some ten seconds to measure the same before the first choice.
"""

from __future__ import annotations

from contextlib import suppress

from rulesrun.agents.horizon import measure_for
from rulesrun.agents.plain_search import kept_of
from rulesrun.agents.search import NativeSearch
from rulesrun.dsl.limits import DEFAULT
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.native.build import NoCompiler
from rulesrun.interpreter.native.engine import Engine, NoRoom
from rulesrun.interpreter.native.sandbox import Bounds, OutOfBounds
from rulesrun.interpreter.native.types import Unsupported

SECONDS = 60
"""So long it is measured for a page, for the fewest players first: the page does the rest."""

CONTINUATIONS = (500, 1_000)
"""How many continuations those who think on a page look at."""


def measure(game: Game, until: float) -> None:
    """Measure what thinkers of a page need, until a time of the processor.

    Nothing is measured where the game cannot be compiled.
    """
    with suppress(NoCompiler, Unsupported, NoRoom, OutOfBounds, GameFault):
        search = NativeSearch(game, _engine(game))
        each = [count / kept_of(count) for count in CONTINUATIONS]
        measure_for(game, search, each, until)


def _engine(game: Game) -> Engine:
    """The module of the page, where one can be run here, else machine code.

    Both choose alike, and the module has been compiled already.
    """
    try:
        return Engine(game.module, bounds=Bounds.of(DEFAULT))
    except NoCompiler:
        return Engine(game.module)
