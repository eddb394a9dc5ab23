"""Plays the parts of a study: here, in processes of this machine, or on others."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from typing import Protocol

from attrs import define, field

from rulesrun.studies.interrupts import interrupts_wait
from rulesrun.studies.plan import Part, Study
from rulesrun.studies.record import Recorder, recorder_for
from rulesrun.studies.rows import Rows, rows_of


class WorkersLost(RuntimeError):
    """Those who shared the work were ended from outside."""


class Workers(Protocol):
    """Those who share the work."""

    def results(
        self, study: Study, parts: Iterator[Part]
    ) -> Generator[tuple[Part, Rows], None, None]:
        """The rows of each part, in the order of the parts; raises WorkersLost.

        Whoever stops listening ends the work.
        """


@define(eq=False)
class Worker:
    """Plays parts of one study; what games are made into is kept from one to the next."""

    study: Study
    _recorders: dict[int, Recorder] = field(factory=dict, init=False)

    def play(self, part: Part) -> Rows:
        """The rows of a part. They depend on nothing but the study and the part."""
        if part.arm not in self._recorders:
            game = self.study.arms[part.arm].game
            self._recorders[part.arm] = recorder_for(game, native=self.study.native)
        recorder = self._recorders[part.arm]
        records = [
            recorder.play(self.study.seed + game, self.study.kinds(part.arm, game))
            for game in range(part.first, part.first + part.count)
        ]
        return rows_of(self.study, part, records)


@define(eq=False)
class Alone:
    """This process does all the work."""

    def results(
        self, study: Study, parts: Iterator[Part]
    ) -> Generator[tuple[Part, Rows], None, None]:
        """The rows of each part, in their order."""
        worker = Worker(study)
        for part in parts:
            yield part, worker.play(part)


@define(eq=False)
class Processes:
    """Some processes of this machine share the work."""

    count: int

    def results(
        self, study: Study, parts: Iterator[Part]
    ) -> Generator[tuple[Part, Rows], None, None]:
        """The rows of each part, in their order; raises WorkersLost."""
        # Forked processes would inherit locks of threads that they have not.
        context = multiprocessing.get_context("spawn")
        pool = ProcessPoolExecutor(self.count, context, _prepare, (study,))
        given: deque[tuple[Part, Future[Rows]]] = deque()
        before = multiprocessing.active_children()
        try:
            with interrupts_wait():  # by the processes, from their beginning
                for part in islice(parts, self.count * 3):
                    given.append((part, pool.submit(_play, part)))
            while given:
                part, rows = given.popleft()
                found = rows.result()
                for further in islice(parts, 1):
                    given.append((further, pool.submit(_play, further)))
                yield part, found
        except BrokenProcessPool as error:
            raise WorkersLost from error
        finally:
            if given:
                for process in multiprocessing.active_children():
                    if process not in before:
                        process.terminate()
            pool.shutdown(cancel_futures=True)


_worker: list[Worker] = []
"""In a process that shares the work: who does it."""


def _prepare(study: Study) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.setdefault("POLARS_MAX_THREADS", "1")  # each has a core of its own
    _worker[:] = [Worker(study)]


def _play(part: Part) -> Rows:
    return _worker[0].play(part)
