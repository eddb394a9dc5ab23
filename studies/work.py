"""Plays the parts of a study: here, in processes of this machine, or on others."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from itertools import islice
from multiprocessing.process import BaseProcess
from typing import TYPE_CHECKING, ClassVar, Self, TypeVar

from attrs import define, field

from rulesrun.studies.interrupts import interrupts_wait
from rulesrun.studies.plan import Part, Rows, Study

if TYPE_CHECKING:
    from rulesrun.studies.worker import Worker

Outcome = TypeVar("Outcome")


class WorkersLost(RuntimeError):
    """Those who shared the work were ended from outside."""


Task = Callable[[Study], Outcome]
"""Some work for which the games of a study are needed, and nothing else that is large."""


class Workers(ABC):
    """Those who share the work on one study, from `with` on until its end."""

    elsewhere: ClassVar[bool] = True
    """Whether other processes than this one do the work."""

    def __enter__(self) -> Self:
        return self

    @abstractmethod
    def __exit__(self, *of_error: object) -> None:
        """The work ends, whatever is left of it."""

    @abstractmethod
    def results(
        self, study: Study, parts: Iterator[Part]
    ) -> Generator[tuple[Part, Rows], None, None]:
        """The rows of each part, in the order of the parts; raises WorkersLost.

        The work begins with the call. Whoever stops listening ends it.
        """

    def beside(self, study: Study, task: Task[Outcome]) -> Callable[[], Outcome]:
        """Have a task done beside other work, where that can be; gives what waits for it."""
        return partial(task, study)


@define(eq=False)
class Alone(Workers):
    """This process does all the work."""

    elsewhere = False

    def __exit__(self, *of_error: object) -> None:
        """There is nobody to be told."""

    def results(
        self, study: Study, parts: Iterator[Part]
    ) -> Generator[tuple[Part, Rows], None, None]:
        """The rows of each part, in their order."""
        worker = _ready(study)
        for part in parts:
            yield part, worker.play(part)


@define(eq=False)
class Processes(Workers):
    """Some processes of this machine share the work."""

    count: int
    _pool: ProcessPoolExecutor | None = field(default=None, init=False)
    _others: list[BaseProcess] = field(factory=list, init=False)

    def __exit__(self, *of_error: object) -> None:
        self._end(at_once=of_error[0] is not None)

    def results(
        self, study: Study, parts: Iterator[Part]
    ) -> Generator[tuple[Part, Rows], None, None]:
        """The rows of each part, in their order; raises WorkersLost."""
        context = multiprocessing.get_context("fork" if _alone() else "spawn")
        self._others = multiprocessing.active_children()
        self._pool = ProcessPoolExecutor(self.count, context, _prepare, (study,))
        pending: deque[tuple[Part, Future[Rows]]] = deque()
        with interrupts_wait():  # by the processes, from their beginning
            self._hand_out(pending, islice(parts, self.count * 3))
        if context.get_start_method() == "fork":  # then all of them have begun
            _let_go(self._pool)
        return self._in_order(pending, parts)

    def _in_order(
        self, pending: deque[tuple[Part, Future[Rows]]], parts: Iterator[Part]
    ) -> Generator[tuple[Part, Rows], None, None]:
        try:
            while pending:
                part, rows = pending.popleft()
                result = rows.result()
                self._hand_out(pending, islice(parts, 1))
                yield part, result
        except BrokenProcessPool as error:
            raise WorkersLost from error
        finally:
            if pending:
                self._end(at_once=True)

    def _hand_out(
        self, pending: deque[tuple[Part, Future[Rows]]], parts: Iterator[Part]
    ) -> None:
        assert self._pool is not None
        pending.extend((part, self._pool.submit(_play, part)) for part in parts)

    def beside(self, study: Study, task: Task[Outcome]) -> Callable[[], Outcome]:
        """Have a task done by one of the processes; here, where they have been ended."""
        if self._pool is None:
            return partial(task, study)
        future = self._pool.submit(_do, task)

        def outcome() -> Outcome:
            try:
                return future.result()
            except BrokenProcessPool:
                return task(study)

        return outcome

    def _end(self, *, at_once: bool) -> None:
        if self._pool is None:
            return
        if at_once:
            _let_go(self._pool)
            for process in multiprocessing.active_children():
                if process not in self._others:
                    process.terminate()
        self._pool.shutdown(cancel_futures=True)
        self._pool = None


def _let_go(pool: ProcessPoolExecutor) -> None:
    """Close this process's end of the pipe that the others write what they find into.

    Nothing is written into it from here. While it is open, whoever reads from the pipe
    waits for ever for the rest of what a process was writing when it was ended.
    """
    writer = getattr(getattr(pool, "_result_queue", None), "_writer", None)
    if writer is not None:
        writer.close()


def _alone() -> bool:
    """Whether this process has no other threads.

    Then it can be forked, and what it has read and imported need not be read again.
    Where it has some, a fork would inherit their locks without them.
    """
    try:
        return sys.platform == "linux" and len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return False


def _ready(study: Study) -> Worker:
    """Whoever only shares the work out does not import what plays before others play."""
    from rulesrun.studies.worker import Worker

    return Worker(study)


_worker: list[Worker] = []
"""In a process that shares the work: who does it."""


def _prepare(study: Study) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.setdefault("POLARS_MAX_THREADS", "1")  # each has a core of its own
    _worker[:] = [_ready(study)]


def _play(part: Part) -> Rows:
    return _worker[0].play(part)


def _do(task: Task[Outcome]) -> Outcome:
    return task(_worker[0].study)
