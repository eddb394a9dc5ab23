"""Scenarios and random games, tried out where an endless one keeps nobody waiting.

Where that is, the host of the server says: another process, or another worker of a page.
"""

from collections.abc import Callable
from typing import Protocol, TypeVar

from rulesrun.dsl.compile import Program
from rulesrun.interpreter.testing.scenarios import Games, run_scenario

T = TypeVar("T")

SECONDS = 60.0
"""What takes longer is ended."""

TOO_LONG = f"not done after {SECONDS:.0f} seconds, and ended"


class Trials(Protocol):
    """Runs one thing at a time elsewhere."""

    async def run(
        self, work: Callable[..., T], program: Program, *what: str | int
    ) -> T | str:
        """What comes out of some work, or why nothing does, in a sentence."""

    def stop(self) -> None:
        """End what is under way."""


def run_titled(program: Program, title: str) -> str:
    """What comes out of the scenario of that title in the file itself."""
    for decl in program.world.scenarios:
        if decl.title == title and decl.span.path == program.path:
            outcome = run_scenario(program, decl, Games(program))
            if outcome.message is None:
                return "passed"
            where = outcome.where or outcome.span
            return "\n".join(
                [f"failed in line {where.line}: {outcome.message}", *outcome.details]
            )
    return "there is no such scenario any more"
