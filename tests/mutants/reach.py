"""Which tests reach which lines of the product, and how long each takes.

Worked out once by coverage.py, some files of tests in a process, and kept for each file in
`build/mutants/reach.json` until it changes. Lines are counted from where their function
begins, so that what is kept stays true while functions move.
"""

import hashlib
import json
import os
import resource
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import coverage
import pytest
from attrs import define, field, frozen
from changes import ROOT, spans_of
from children import CHECKOUT, quietly, ready
from compiling import compiled

KEPT = CHECKOUT / "build" / "mutants" / "reach.json"
TOGETHER = 8
"""So many files of tests run in one process."""


@frozen
class Reaching:
    """A test that reaches a line: what pytest calls it, and seconds of the processor.

    `share` is how much of all that it reaches lies in the module of that line.
    """

    test: str
    seconds: float
    share: float = 1.0

    @property
    def file(self) -> str:
        """The file that the test stands in."""
        return self.test.partition("::")[0]


def seconds_spent() -> float:
    """Of the processor, by this process and those it has waited for."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    others = resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


@define(eq=False)
class Watch:
    """A plugin of pytest that tells coverage.py which test runs, and how long each took."""

    measured: coverage.Coverage
    seconds: dict[str, float] = field(factory=dict)
    failed: list[str] = field(factory=list)
    _began: float = 0.0
    _file: str = ""

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """A test begins."""
        file = nodeid.partition("::")[0]
        if file != self._file:  # else a test seems not to reach what another compiled
            self._file = file
            compiled.cache_clear()
        self._began = seconds_spent()
        self.measured.switch_context(nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A part of a test is over."""
        if report.failed:
            self.failed.append(report.nodeid)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """A test is over."""
        self.seconds[nodeid] = round(seconds_spent() - self._began, 3)


class Reach:
    """What is known of all tests."""

    def __init__(self, files: Sequence[str], modules: Sequence[str]) -> None:
        self.files, self.modules = files, modules
        self.kept = _read()

    def refresh(self, *, afresh: bool = False) -> list[str]:
        """Run the tests of files that have changed; gives those that fail as they are."""
        digests = {file: _digest(CHECKOUT / file) for file in self.files}
        stale = [
            file
            for file, digest in digests.items()
            if afresh or self.kept.get(file, {}).get("digest") != digest
        ]
        failing = []
        for at in range(0, len(stale), TOGETHER):
            files = stale[at : at + TOGETHER]
            began = time.monotonic()
            watched = _watched(files, self.modules)
            failing += watched["failed"]
            self.kept |= _read()  # of what was worked out meanwhile in another run
            spent = 0.0
            for file in files:
                tests = {
                    name: test
                    for name, test in watched["tests"].items()
                    if name.partition("::")[0] == file
                }
                self.kept[file] = {"digest": digests[file], "tests": tests}
                spent += sum(test["seconds"] for test in tests.values())
            KEPT.parent.mkdir(parents=True, exist_ok=True)
            written = KEPT.with_suffix(".new")
            written.write_text(json.dumps(self.kept), "utf-8")
            written.replace(KEPT)
            wall = time.monotonic() - began
            print(
                f"{at + len(files)} of {len(stale)} files of tests: "
                f"{spent:.0f} s ({wall:.0f} s on the clock)",
                flush=True,
            )
        return failing

    def by_line(self, paths: Sequence[str]) -> "Lines":
        """The tests that reach each line of some modules."""
        wanted = set(paths)
        lines: dict[tuple[str, str, int], list[Reaching]] = {}
        for file in self.files:
            for name, result in self.kept[file]["tests"].items():
                sizes = {
                    path: sum(map(len, functions.values()))
                    for path, functions in result["reached"].items()
                }
                for path in wanted & result["reached"].keys():
                    share = sizes[path] / sum(sizes.values())
                    test = Reaching(name, result["seconds"], share)
                    for function, offsets in result["reached"][path].items():
                        for offset in offsets:
                            lines.setdefault((path, function, offset), []).append(test)
        return lines


Lines = Mapping[tuple[str, str, int], list[Reaching]]


def _read() -> dict[str, Any]:
    result: dict[str, Any] = {}
    with suppress(OSError, ValueError):
        result = json.loads(KEPT.read_text("utf-8"))
    return result


def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def _watched(files: Sequence[str], modules: Sequence[str]) -> dict[str, Any]:
    """Run the tests of files in a process of its own; gives what they reach."""
    answer = KEPT.parent / f"answer-{os.getpid()}.json"
    answer.parent.mkdir(parents=True, exist_ok=True)
    child = os.fork()
    if not child:
        try:
            answer.write_text(json.dumps(_measured(files, modules)), "utf-8")
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    result: dict[str, Any] = json.loads(answer.read_text("utf-8"))
    answer.unlink()
    return result


def _measured(files: Sequence[str], modules: Sequence[str]) -> dict[str, Any]:
    paths = {str((ROOT / path).resolve()): path for path in modules}
    measured = coverage.Coverage(
        data_file=None, config_file=False, include=list(paths), messages=False
    )
    watch = Watch(measured)
    ready()
    measured.start()
    status = quietly(files, [watch])
    measured.stop()
    if status not in (0, 1, 5):
        watch.failed.append(f"pytest ends with {status}: {' '.join(files)}")
    tests: dict[str, Any] = {
        name: {"seconds": seconds, "reached": {}}
        for name, seconds in watch.seconds.items()
    }
    data = measured.get_data()
    for absolute in data.measured_files():
        path = paths[absolute]
        spans = spans_of(path)
        for line, names in data.contexts_by_lineno(absolute).items():
            for function, offset in _places(spans, line):
                for name in names:
                    if name in tests:
                        reached = tests[name]["reached"].setdefault(path, {})
                        reached.setdefault(function, []).append(offset)
    return {"tests": tests, "failed": watch.failed}


def _places(
    spans: Sequence[tuple[str, int, int]], line: int
) -> Iterator[tuple[str, int]]:
    for name, first, last in spans:
        if first <= line <= last:
            yield name, line - first
