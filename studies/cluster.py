"""The machines of a Ray cluster share the work; parts that get lost are played again."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from importlib import import_module
from itertools import islice
from typing import Any

from attrs import define, field

from rulesrun.studies.plan import Part, Rows, Study
from rulesrun.studies.work import Workers, WorkersLost
from rulesrun.studies.worker import Worker

AHEAD = 3
"""So many parts for each processor are handed out at once."""


class NoCluster(RuntimeError):
    """There is no cluster at that address; the message says what Ray says."""


@define(eq=False)
class Cluster(Workers):
    """A cluster by its address, such as `192.168.1.5:6379`; rulesrun is on each machine.

    Raises NoCluster, and ImportError where Ray is not installed.
    """

    address: str
    ray: Any = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.ray = import_module("ray")
        try:
            self.ray.init(
                address=self.address, log_to_driver=False, logging_level="error"
            )
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise NoCluster(str(error).splitlines()[0]) from error

    def __exit__(self, *of_error: object) -> None:
        self.ray.shutdown()

    def results(
        self, study: Study, parts: Iterator[Part]
    ) -> Generator[tuple[Part, Rows], None, None]:
        """The rows of each part, in their order; raises WorkersLost."""
        play = self.ray.remote(max_retries=-1)(_play)
        shared = self.ray.put(study)
        pending: deque[tuple[Part, Any]] = deque()

        def hand_out(some: Iterator[Part]) -> None:
            for part in some:
                pending.append((part, play.remote([shared], shared.hex(), part)))

        hand_out(islice(parts, AHEAD * self.processors))
        return self._in_order(pending, lambda: hand_out(islice(parts, 1)))

    def _in_order(
        self, pending: deque[tuple[Part, Any]], hand_out: Callable[[], None]
    ) -> Generator[tuple[Part, Rows], None, None]:
        try:
            while pending:
                part, reference = pending.popleft()
                rows: Rows = self.ray.get(reference)
                hand_out()
                yield part, rows
        except self.ray.exceptions.RayError as error:
            raise WorkersLost from error
        finally:
            for _, reference in pending:
                self.ray.cancel(reference)

    @property
    def processors(self) -> int:
        """How many tasks the cluster can carry out at once."""
        return max(1, int(self.ray.cluster_resources().get("CPU", 1)))


_workers: dict[str, Worker] = {}
"""In a process of the cluster: who does the work, for each study."""


def _play(shared: list[Any], key: str, part: Part) -> Rows:
    """Play a part; the study is fetched when the first part of it is played here."""
    if key not in _workers:
        _workers.clear()
        _workers[key] = Worker(import_module("ray").get(shared[0]))
    return _workers[key].play(part)
