"""Changes product code in small ways, one at a time, and tells which no test notices.

    python tests/mutants/mutants.py [--changes 140] [--seed 1] [--jobs 1] [--part saves]
        [--only TEXT] [--listed] [--seconds 30] [--keep FILE] [--afresh]

The changes are chosen by chance over the parts of `parts.py`; with them go those of
`listed.txt`, each of which once went unnoticed. Each is made in a process of its own, in
memory: no file is touched. There the tests run that reach the changed line (`reach.py`
knows them), first quick ones that reach little else, for so many seconds of the processor,
until one fails. A test that fails without the change, too, does not count. A change that no
test notices is printed; so is how many there are, of those that are not known to mean
nothing (`equivalent.txt`, each with its reason). The status is 1 if more than 15 % are
left. With `--keep`, what came out is written there line by line, and what stands there
already is not tried again.

What tests reach is worked out once (some minutes), and again for files of tests that
change; `--afresh` works all of it out again.
"""

import argparse
import gc
import os
import resource
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import CodeType, FunctionType

import pytest
from attrs import define, field

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1]))

from _pytest.main import pytest_runtestloop as run_items
from changes import ROOT, Change, changed_code, changes_of, sample, written
from children import CHECKOUT, load, quietly, ready
from parts import MODULES, PARTS, TESTS, WRITTEN, Part
from reach import KEPT, Lines, Reach, Reaching

EQUIVALENT = Path(__file__).with_name("equivalent.txt")
LISTED = Path(__file__).with_name("listed.txt")
SHARE = 0.15
"""So many of the changes may survive, of those that mean anything."""
SPARE = 10
"""Seconds that tests may take longer than they did, besides four times as long."""
ROOM = 8 << 30
"""Bytes that a changed program may ask for."""

KILLED, SURVIVED, UNREACHED, EQUAL = "killed", "survived", "not reached", "equivalent"
NOTICED = 3
"""The status of a process in which a test fails."""
FAULT = 99
"""The status of one in which the tests cannot be run."""


def tests_for(change: Change, reach: Lines, seconds: float) -> list[Reaching]:
    """The tests that reach a change, so many seconds of them, in the order to be run.

    First come those of the file that is named after the module, and what is written down
    of all that engines write; then, in turn from each function that tests, quick ones and
    such as reach little else than that module.
    """
    place = change.path, change.function
    entry = reach.get((*place, change.line - change.begin), [])
    if not entry:  # of a statement of several lines some have no code of their own
        entry = reach.get((*place, change.statement - change.begin), [])
    kinds: dict[str, list[Reaching]] = {}
    for test in sorted(set(entry), key=_cost):
        kinds.setdefault(test.test.partition("[")[0], []).append(test)
    first = (f"/test_{Path(change.path).stem}.py", WRITTEN)
    turns = sorted(
        (-1 if test.file.endswith(first) else nth, _cost(test), test)
        for tests in kinds.values()
        for nth, test in enumerate(tests)
    )
    taken: list[Reaching] = []
    for *_, test in turns:
        if sum(one.seconds for one in taken) + test.seconds <= seconds or not taken:
            taken.append(test)
    return taken


def _cost(test: Reaching) -> tuple[float, str]:
    return (test.seconds + 0.02) / test.share, test.test


@define(eq=False)
class Told:
    """A plugin of pytest that ends the process at the first test that fails, and tells."""

    pipe: int

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A part of a test is over."""
        if report.failed:
            os.write(self.pipe, report.nodeid.encode())
            os._exit(NOTICED)


@define(eq=False)
class Trials:
    """A plugin of pytest that tries changes with the tests that it has collected.

    Attributes:
        changes: Each with its tests.
        say: Is told what becomes of each.
        done: Whether all have been tried.
    """

    changes: Sequence[tuple[Change, list[Reaching]]]
    say: Callable[[Change, str], None]
    done: bool = False
    _functions: dict[CodeType, list[FunctionType]] = field(factory=dict)
    _items: dict[str, pytest.Item] = field(factory=dict)
    _passing: set[str] = field(factory=set)
    _failing: set[str] = field(factory=set)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Try all changes, instead of running the tests."""
        self._items = {item.nodeid: item for item in session.items}
        files = {str(ROOT / path) for path in MODULES}
        gc.collect()
        for one in gc.get_objects():
            if isinstance(one, FunctionType) and one.__code__.co_filename in files:
                self._functions.setdefault(one.__code__, []).append(one)
        gc.freeze()
        for change, tests in self.changes:
            self.say(change, self._outcome(session, change, tests))
        self.done = True
        return True

    def _outcome(
        self, session: pytest.Session, change: Change, tests: Sequence[Reaching]
    ) -> str:
        """What becomes of a change."""
        tests = [test for test in tests if test.test not in self._failing]
        if not tests:
            return UNREACHED
        status, failed = self._tried(session, tests, change)
        if status == 0:
            return SURVIVED
        if status == FAULT:
            raise RuntimeError(f"{change.name}: {failed}")
        if failed and failed not in self._passing:
            alone = [test for test in tests if test.test == failed]
            if self._tried(session, alone, None) != (0, ""):
                self._failing.add(failed)
                return self._outcome(session, change, tests)
            self._passing.add(failed)
        return KILLED

    def _tried(
        self, session: pytest.Session, tests: Sequence[Reaching], change: Change | None
    ) -> tuple[int, str]:
        """Run tests in a process of its own; gives its status, and which test fails."""
        read, write = os.pipe()
        child = os.fork()
        if not child:
            status = FAULT
            try:
                seconds = SPARE + int(4 * sum(test.seconds for test in tests))
                resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
                resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
                signal.alarm(30 * seconds)  # it may wait for what never comes
                if change is not None:
                    self._make(change)
                session.config.pluginmanager.register(Told(write))
                session.items = [self._items[test.test] for test in tests]
                run_items(session)
                status = 0
            except BaseException as error:
                os.write(write, repr(error).encode())
            finally:
                os._exit(status)
        os.close(write)
        with os.fdopen(read) as pipe:
            failed = pipe.read()
        _, status = os.waitpid(child, 0)
        return os.waitstatus_to_exitcode(status), failed

    def _make(self, change: Change) -> None:
        new = changed_code(change)
        begin, name = new.co_firstlineno, new.co_qualname
        for old in list(self._functions):
            if (old.co_firstlineno, old.co_qualname) == (begin, name):
                if old.co_filename == new.co_filename:
                    self._put(old, new)

    def _put(self, old: CodeType, new: CodeType) -> None:
        """Give functions of some code another, and those made by them theirs."""
        for function in self._functions.get(old, ()):
            function.__code__ = new
        inner = [
            [const for const in code.co_consts if isinstance(const, CodeType)]
            for code in (old, new)
        ]
        if len(inner[0]) == len(inner[1]):
            for before, after in zip(*inner, strict=True):
                self._put(before, after)


def known() -> dict[str, str]:
    """The changes that mean nothing, and why."""
    result = {}
    for line in _lines(EQUIVALENT):
        name, mark, reason = line.partition(" -- ")
        if mark:
            result[name.strip()] = reason.strip()
    return result


def listed() -> list[Change]:
    """The changes that are tried whatever is chosen by chance."""
    return [written(line.partition(" -- ")[0].strip()) for line in _lines(LISTED)]


def _lines(path: Path) -> Iterator[str]:
    for line in path.read_text("utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield line


def chosen(arguments: argparse.Namespace) -> list[tuple[Part, Change]]:
    """The changes to be tried, part by part."""
    wanted = [part for part in PARTS if arguments.part in (None, part.name)]
    weight = sum(part.share for part in wanted)
    always = listed()
    result: list[tuple[Part, Change]] = []
    for part in wanted:
        own = [change for change in always if change.path in part.modules]
        if arguments.only:
            others = [c for path in part.modules for c in changes_of(path)]
            own = [c for c in [*own, *others] if arguments.only in c.name]
        elif not arguments.listed:
            count = -(-arguments.changes * part.share // weight)
            own += sample(part.modules, count, arguments.seed)
        result += [(part, change) for change in {c.name: c for c in own}.values()]
    return result


@define
class Account:
    """What came out, part by part."""

    keep: Path | None
    counts: dict[str, Counter[str]] = field(factory=dict)
    parts: dict[str, str] = field(factory=dict)

    def note(self, change: Change, outcome: str) -> None:
        """Count a change, and tell of it if no test noticed it."""
        self.counts.setdefault(self.parts[change.name], Counter())[outcome] += 1
        if outcome in (SURVIVED, UNREACHED):
            print(f"{outcome}: {change.path}:{change.line} {change.name}", flush=True)

    def remember(self, change: Change, outcome: str) -> None:
        """Count a change that was tried just now."""
        self.note(change, outcome)
        if self.keep:
            with self.keep.open("a") as file:
                file.write(f"{outcome}\t{change.name}\n")

    def summary(self) -> int:
        """Print the figures; gives the status to end with."""
        whole: Counter[str] = Counter()
        for name, counts in self.counts.items():
            print(f"{name:10} {_figures(counts)}")
            whole += counts
        print(f"{'together':10} {_figures(whole)}")
        return int(_share(whole) > SHARE)


def _share(counts: Mapping[str, int]) -> float:
    left = counts[SURVIVED] + counts[UNREACHED]
    meant = left + counts[KILLED]
    return left / meant if meant else 0.0


def _figures(counts: Counter[str]) -> str:
    left = counts[SURVIVED] + counts[UNREACHED]
    return (
        f"{counts.total():4} changes: {counts[KILLED]:4} noticed, {left:3} not "
        f"({100 * _share(counts):.1f} %), {counts[EQUAL]} that mean nothing"
    )


def main() -> int:
    """Try them, and tell what came out."""
    parser = argparse.ArgumentParser(description="changes that no test notices")
    parser.add_argument("--changes", type=int, default=140)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part", choices=[part.name for part in PARTS])
    parser.add_argument("--only")
    parser.add_argument("--listed", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--afresh", action="store_true")
    arguments = parser.parse_args()
    os.chdir(CHECKOUT)
    os.environ["XDG_CACHE_HOME"] = str(KEPT.parent / "cache")
    work = chosen(arguments)
    load(MODULES)
    ready()
    reach = Reach(TESTS, MODULES)
    failing = reach.refresh(afresh=arguments.afresh)
    if failing:
        print("these tests fail without any change:", *failing, sep="\n")
        return 2
    account = Account(arguments.keep)
    equal, before, left = known(), _kept(arguments.keep), []
    for part, change in work:
        account.parts[change.name] = part.name
        outcome = EQUAL if change.name in equal else before.get(change.name)
        if outcome is None:
            left.append(change)
        else:
            account.note(change, outcome)
    lines = reach.by_line([*{change.path for change in left}])
    trials = [(c, tests_for(c, lines, arguments.seconds)) for c in left]
    for change, outcome in _tried(trials, arguments.jobs):
        account.remember(change, outcome)
    return account.summary()


def _kept(path: Path | None) -> dict[str, str]:
    if path is None or not path.is_file():
        return {}
    rows = [line.split("\t", 1) for line in path.read_text("utf-8").splitlines()]
    return {name: outcome for outcome, name in rows}


def _tried(
    trials: Sequence[tuple[Change, list[Reaching]]], jobs: int
) -> Iterator[tuple[Change, str]]:
    """What becomes of all changes, tried by so many processes."""
    names = {change.name: change for change, _ in trials}
    read, write = os.pipe()  # whole lines of all processes
    children = []
    for job in range(min(jobs, len(trials))):
        child = os.fork()
        if not child:
            os.close(read)
            os._exit(_try(trials[job::jobs], write))
        children.append(child)
    os.close(write)
    with os.fdopen(read) as lines:
        for line in lines:
            outcome, _, name = line.rstrip("\n").partition("\t")
            if name not in names:
                raise SystemExit(f"changes could not be tried: {outcome}")
            yield names[name], outcome
    for child in children:
        os.waitpid(child, 0)


def _try(trials: Sequence[tuple[Change, list[Reaching]]], write: int) -> int:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

    def say(change: Change, outcome: str) -> None:
        os.write(write, f"{outcome}\t{change.name}\n".encode())

    files = {test.file for _, tests in trials for test in tests}
    failed = [""]
    plugin = Trials(trials, say)
    status = quietly(sorted(files), [plugin, Failure(failed)])
    if not plugin.done or failed[0]:
        os.write(write, f"pytest ends with {status}: {failed[0]}\n".encode())
    return int(not plugin.done)


@define(eq=False)
class Failure:
    """A plugin of pytest that hears why pytest itself fails."""

    texts: list[str]

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file of tests has been read."""
        if report.failed:
            self.texts[0] = f"{report.nodeid}: {report.longreprtext[-500:]}"

    def pytest_internalerror(self, excrepr: object) -> None:
        """Pytest fails."""
        self.texts[0] = str(excrepr).strip().splitlines()[-1]


if __name__ == "__main__":
    sys.exit(main())
