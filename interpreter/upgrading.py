"""Rules in the words of today: rewritten only where it is proved that they mean the same.

What proves it is the core: the rules before and after must become the same, for the fewest
and the most players, and no problem may be told that was not told before.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulesrun.dsl.compile import Compilation, Program
from rulesrun.dsl.core.context import Unfit
from rulesrun.dsl.core.printing import print_core
from rulesrun.dsl.syntax.parse import parse
from rulesrun.dsl.syntax.upgrades import Upgrade, inner_first, rewritten, upgrades
from rulesrun.interpreter.lowering import core_of
from rulesrun.interpreter.runtime.layout import Layout, make_layout
from rulesrun.interpreter.runtime.naming import Names
from rulesrun.interpreter.runtime.support import RuleFault

Compile = Callable[[str], Compilation]
"""Checks a text of the rules, with all that it includes."""

MOST_ROUNDS = 8
"""So deep may what is rewritten stand in one another."""


def upgraded(text: str, compiled: Compile) -> tuple[str, int]:
    """The text in the words of today, and how many places of it are new.

    A text that has errors, or is no whole game, stays as it is.
    """
    before = compiled(text)
    meaning = _meaning(before)
    if meaning is None:
        return text, 0
    problems = len(before.diagnostics)
    count = 0

    def is_same(candidate: str) -> bool:
        after = compiled(candidate)
        return len(after.diagnostics) <= problems and _meaning(after) == meaning

    rejected: set[str] = set()
    for _ in range(MOST_ROUNDS):
        matching = inner_first(upgrades(parse(text, before.path).file, text))
        matching = [one for one in matching if one.old not in rejected]
        good = _proved(text, matching, is_same)
        rejected |= {one.old for one in matching} - {one.old for one in good}
        if not good:
            break
        text = rewritten(text, good)
        count += len(good)
    return text, count


def _proved(
    text: str, result: Sequence[Upgrade], is_same: Callable[[str], bool]
) -> list[Upgrade]:
    """Those that change nothing, each looked at in ever smaller groups."""
    if not result or is_same(rewritten(text, list(result))):
        return list(result)
    if len(result) == 1:
        return []
    half = len(result) // 2
    first = _proved(text, result[:half], is_same)
    rest = _proved(text, result[half:], is_same)
    both = [*first, *rest]
    return both if is_same(rewritten(text, both)) else first


def _meaning(compilation: Compilation) -> list[str] | None:
    """The core of the rules for the fewest and the most players, if they can be played."""
    program = compilation.program
    if program is None or program.world.game is None:
        return None
    try:
        return [
            line
            for players in sorted(set(program.world.game.players))
            for line in _core(program, players)
        ]
    except (RuleFault, Unfit):
        return None


def _core(program: Program, players: int) -> list[str]:
    layout: Layout = make_layout(program, players)
    return list(print_core(core_of(layout), Names(layout).written))
