"""Changes product code in small ways, one at a time, and tells which no test notices.

    python tests/mutants/mutants.py [--changes 140] [--seed 1] [--jobs 2] [--part saves]
        [--only TEXT] [--budget SECONDS] [--keep FILE]

The changes are chosen by chance over the parts of `parts.py`, and each is made in a
process of its own, in memory: no file is touched. There the tests of the part run that
have called the changed function before, then, if all of them pass, the others, until
one fails. A change that no test notices is printed; so is how many there are of
those that are not known to mean nothing (`equivalent.txt`, each with its reason). The
status is 1 if more than 15 % are left. With `--keep`, what came out is written there
line by line, and what stands there already is not tried again.
"""

import argparse
import gc
import os
import resource
import signal
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest
from attrs import define, field

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "native"))

from changes import ROOT, Change, changed_code, changes_of, sample
from parts import PARTS, Part

from rulesrun.dsl.syntax.reader import the_reader
from rulesrun.interpreter.native import build

CHECKOUT = Path(__file__).parents[2]
EQUIVALENT = Path(__file__).with_name("equivalent.txt")
ENDED = "ended"
SHARE = 0.15
"""So many of the changes may survive, of those that mean anything."""

QUIETLY = ("-q", "-p", "no:cacheprovider", "-p", "no:warnings")
OURS = ("__main__", "mutants", "changes", "parts")

KILLED, SURVIVED, UNREACHED, EQUAL = "killed", "survived", "not reached", "equivalent"


@define
class Reached:
    """A plugin of pytest that notes which test calls which of some functions."""

    codes: dict[CodeType, tuple[str, str]]
    tests: dict[tuple[str, str], list[str]] = field(factory=dict)
    _test: str = ""

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """A test begins."""
        self._test = nodeid

    def watch(self, frame: Any, event: str, arg: object) -> None:
        """Is told of every call."""
        if event == "call":
            name = self.codes.get(frame.f_code)
            if name is not None:
                tests = self.tests.setdefault(name, [])
                if not tests or tests[-1] != self._test:
                    tests.append(self._test)


def functions_of(paths: Sequence[str]) -> dict[tuple[str, str], FunctionType]:
    """The functions of some modules, by module and name."""
    wanted = {str(ROOT / path): path for path in paths}
    found = {}
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and one.__code__.co_filename in wanted:
            name = one.__code__.co_qualname
            if "<" not in name:
                found[wanted[one.__code__.co_filename], name] = one
    return found


def tried(
    arguments: Sequence[str], seconds: int, plugins: Sequence[object] = ()
) -> int:
    """Run pytest in this process, silently; gives its status."""
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
        with redirect_stdout(nowhere), redirect_stderr(nowhere):
            return int(pytest.main([*QUIETLY, "-x", *arguments], plugins))


def forked(work: Any) -> tuple[int, str]:
    """Have something done in a process of its own; gives its status and what it says."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        status = 99
        try:
            status = work(lambda text: os.write(write, text.encode()))
        finally:
            os._exit(status)
    os.close(write)
    with os.fdopen(read) as pipe:
        said = pipe.read()
    _, status = os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), said


@define
class Trial:
    """Tries the changes of one part, in a process that has loaded all that it needs."""

    part: Part
    functions: dict[tuple[str, str], FunctionType] = field(factory=dict)
    reached: dict[tuple[str, str], list[str]] = field(factory=dict)
    seconds: int = 60

    def prepare(self) -> bool:
        """Load the part and its tests, and run them as they are; gives whether they pass."""
        for path in self.part.modules:
            __import__("rulesrun." + path.removesuffix(".py").replace("/", "."))
        the_reader()  # what is not changed is ready before
        with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere):
            pytest.main([*QUIETLY, "--collect-only", *self.part.tests])
        for name, module in list(
            sys.modules.items()
        ):  # each process loads its tests anew
            file = getattr(module, "__file__", None) or ""
            if file.startswith(str(CHECKOUT / "tests")) and name not in OURS:
                del sys.modules[name]
        self.functions = functions_of(self.part.modules)
        status, said = forked(self._watched)
        for line in said.splitlines():
            path, name, *tests = line.split("\t")
            self.reached[path, name] = tests
        return status == 0

    def _watched(self, say: Any) -> int:
        codes = {f.__code__: name for name, f in self.functions.items()}
        plugin = Reached(codes)
        sys.setprofile(plugin.watch)
        status = tried(self.part.tests, 3000, [plugin])
        sys.setprofile(None)
        for (path, name), tests in plugin.tests.items():
            say("\t".join([path, name, *tests]) + "\n")
        return status

    def outcome(self, change: Change) -> str:
        """What becomes of a change."""
        place = change.path, change.function
        tests = self.reached.get(place)
        if not tests:
            return UNREACHED
        first = [test for test in tests if test]
        for arguments in (first, self.part.tests):
            if not arguments:
                continue
            status, _ = forked(lambda say, a=arguments: self._changed(change, a))
            if status != 0:
                return KILLED
            if self.part.whole is False:
                break
        return SURVIVED

    def _changed(self, change: Change, tests: Sequence[str]) -> int:
        code, _ = changed_code(change)
        build.level = lambda text: "-O0"  # what is compiled is tried once
        self.functions[change.path, change.function].__code__ = code
        return tried(tests, self.seconds)


def known() -> dict[str, str]:
    """The changes that mean nothing, and why."""
    found = {}
    for line in EQUIVALENT.read_text("utf-8").splitlines():
        name, mark, reason = line.partition(" -- ")
        if mark:
            found[name.strip()] = reason.strip()
    return found


def chosen(arguments: argparse.Namespace) -> Iterator[tuple[Part, list[Change]]]:
    """The changes to be tried, part by part."""
    wanted = [part for part in PARTS if arguments.part in (None, part.name)]
    weight = sum(part.share for part in wanted)
    for part in wanted:
        count = -(-arguments.changes * part.share // weight)
        found = sample(part.modules, count, arguments.seed)
        found += [change for change in listed(part) if change not in found]
        if arguments.only:
            found = [
                change
                for path in part.modules
                for change in changes_of(path)
                if arguments.only in change.name
            ]
        yield part, found


def listed(part: Part) -> list[Change]:
    """The changes of a part that are always tried: each once survived all tests."""
    names = set(part.always)
    found = [c for path in part.modules for c in changes_of(path) if c.name in names]
    missing = names - {change.name for change in found}
    if missing:
        raise SystemExit(f"parts.py names changes that cannot be made: {missing}")
    return found


def main() -> int:
    """Try them, and tell what came out."""
    parser = argparse.ArgumentParser(description="changes that no test notices")
    parser.add_argument("--changes", type=int, default=140)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--part")
    parser.add_argument("--only")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path)
    arguments = parser.parse_args()
    os.chdir(CHECKOUT)
    before = dict(_kept(arguments.keep))
    equal = known()
    counts: Counter[str] = Counter()
    work = []
    for part, changes in chosen(arguments):
        left = []
        for change in changes:
            if change.name in equal:
                counts[EQUAL] += 1
            elif change.name in before:
                counts[before[change.name]] += 1
                _tell(change, before[change.name])
            else:
                left.append(change)
        if left:
            work.append((part, left))
    for change, found in _tried(work, arguments.jobs):
        counts[found] += 1
        _tell(change, found)
        if arguments.keep:
            with arguments.keep.open("a") as file:
                file.write(f"{found}\t{change.name}\n")
    return _summary(counts)


def _kept(path: Path | None) -> Iterator[tuple[str, str]]:
    if path is not None and path.is_file():
        for line in path.read_text("utf-8").splitlines():
            found, _, name = line.partition("\t")
            yield name, found


def _tell(change: Change, found: str) -> None:
    if found != KILLED:
        print(f"{found}: {change.path}:{change.line} {change.name}", flush=True)


def _tried(
    work: Sequence[tuple[Part, list[Change]]], jobs: int
) -> Iterator[tuple[Change, str]]:
    """What becomes of all changes; each part is tried by a process of its own."""
    names = {change.name: change for _, changes in work for change in changes}
    queue, running = list(work), 0
    read, write = os.pipe()  # whole lines of all processes
    with os.fdopen(read) as lines:
        while queue or running:
            while queue and running < jobs:
                part, changes = queue.pop(0)
                if not os.fork():
                    os._exit(_part(part, changes, write))
                running += 1
            found, _, name = lines.readline().rstrip("\n").partition("\t")
            if found == ENDED:
                _, status = os.wait()
                running -= 1
                if status:
                    raise SystemExit(f"{name} could not be tried")
            elif name in names:
                yield names[name], found
            else:
                print(found, flush=True)


def _part(part: Part, changes: Sequence[Change], write: int) -> int:
    signal.signal(signal.SIGINT, signal.SIG_DFL)

    def say(text: str) -> None:
        os.write(write, f"{text}\n".encode())

    try:
        trial = Trial(part)
        began = time.process_time()
        if not trial.prepare():
            say(f"the tests of {part.name} fail without any change")
            return 1
        say(f"{part.name}: {len(changes)} changes, {time.process_time() - began:.0f} s")
        for change in changes:
            say(f"{trial.outcome(change)}\t{change.name}")
    except Exception as error:
        say(f"{part.name}: {error!r}")
        return 1
    finally:
        say(f"{ENDED}\t{part.name}")
    return 0


def _summary(counts: Counter[str]) -> int:
    meant = counts[KILLED] + counts[SURVIVED] + counts[UNREACHED]
    left = counts[SURVIVED] + counts[UNREACHED]
    share = left / meant if meant else 0.0
    print(
        f"{meant + counts[EQUAL]} changes: {counts[KILLED]} noticed, {left} not "
        f"({100 * share:.1f} %), {counts[EQUAL]} that mean nothing"
    )
    return int(share > SHARE)


if __name__ == "__main__":
    sys.exit(main())
