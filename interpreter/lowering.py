"""The core of a layout: the rules for its number of players and its options."""

from rulesrun.dsl.core.lower import Lowered, lower
from rulesrun.dsl.core.program import Core
from rulesrun.interpreter.runtime import grids
from rulesrun.interpreter.runtime.layout import Layout


def lowered(layout: Layout, *, trace: bool = False, credits: bool = False) -> Lowered:
    """The program of a layout in the core, for its players and options."""
    return lower(layout.program, layout, grids.parse_cell, trace, credits)


def core_of(layout: Layout) -> Core:
    """The core for the players and options of a layout."""
    return lowered(layout).core
