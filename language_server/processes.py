"""Trials in a process of their own, which is ended with whatever takes too long."""

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

from attrs import define

from rulesrun.dsl.compile import Program
from rulesrun.language_server.trying import SECONDS, TOO_LONG

T = TypeVar("T")


@define
class ProcessTrials:
    """Runs one thing at a time in another process: Trials."""

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
            return TOO_LONG
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
