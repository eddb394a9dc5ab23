"""Scenarios and random games, tried out in a process of their own.

Another process, since an endless game must not keep the editor waiting; what takes too
long is ended with it.
"""

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from attrs import define

from rulesrun.dsl.compile import Program
from rulesrun.interpreter.testing.scenarios import Games, run_scenario

T = TypeVar("T")

SECONDS = 60.0
"""What takes longer is ended."""


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


@define
class Trials:
    """Runs one thing at a time in another process."""

    _pool: ProcessPoolExecutor | None = None

    async def run(
        self, work: Callable[..., T], program: Program, *what: str | int
    ) -> T | str:
        """What comes out of some work, or why nothing does, in a sentence."""
        if self._pool is None:
            spawn = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, spawn)
        loop = asyncio.get_running_loop()
        running = loop.run_in_executor(self._pool, work, program, *what)
        try:
            return await asyncio.wait_for(running, SECONDS)
        except TimeoutError:
            self.stop()
            return f"not done after {SECONDS:.0f} seconds, and ended"
        except BrokenProcessPool:
            self.stop()
            return "the process that tried it was ended"
        except Exception as error:  # of the rules, for the most part
            return f"went wrong: {error}"

    def stop(self) -> None:
        """End the process."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in [*(pool._processes or {}).values()]:
                process.terminate()
            pool.shutdown(wait=False, cancel_futures=True)
