"""Rules files changed at random must end in messages, never in a fault of ours.

    make fuzz ARGS="--files 20000 --seed 1"

Shipped and test files are changed (mutating.py) and tried out (trying.py): checked, told,
formatted, and where they are right, set up, played and tested. Nothing of it may raise,
take longer than ten seconds, or come upon a fault that calls itself ours. Of each kind of
finding the smallest file is written to --out, and printed with how to see it again. The
status is 1 if there is any.
"""

import argparse
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from attrs import define, frozen

sys.path.insert(0, str(Path(__file__).parent))

from mutating import ROOT, mutant
from trying import LIMITS, Finding, Tried, try_out

from rulesrun.cli.bounds import memory

SMALLER_SECONDS = 20.0
"""So long it is tried to make the first file of a kind smaller."""


@frozen
class Result:
    """What came of the file of one number."""

    number: int
    tried: Tried


@define
class Found:
    """A kind of finding: the first one, and how many there are."""

    number: int
    finding: Finding
    count: int = 1


def one(seed: int, number: int) -> Result:
    """Try the file of that number."""
    made = mutant(seed, number)
    with memory(LIMITS.megabytes):
        return Result(number, try_out(made.text, made.path))


def results(seed: int, numbers: range, jobs: int) -> Iterator[Result]:
    """What comes of all files, in order."""
    work = partial(one, seed)
    if jobs == 1:
        yield from map(work, numbers)
        return
    with multiprocessing.Pool(jobs, maxtasksperchild=500) as pool:
        yield from pool.imap(work, numbers, chunksize=4)


# ---- smaller -------------------------------------------------------------------------


def smaller(text: str, path: Path, kind: str) -> str:
    """A part of a text that still has a finding of that kind."""
    lines = text.split("\n")
    began = time.monotonic()
    size = len(lines) // 2
    while size >= 1:
        at = 0
        while at < len(lines):
            if time.monotonic() - began > SMALLER_SECONDS:
                return "\n".join(lines)
            rest = lines[:at] + lines[at + size :]
            finding = try_out("\n".join(rest), path).finding
            if finding is not None and finding.kind == kind:
                lines = rest
            else:
                at += size
        size //= 2
    return "\n".join(lines)


# ---- the command ---------------------------------------------------------------------


def report(result: dict[str, Found], seed: int, out: Path) -> None:
    """Write and print the kinds of findings, the most frequent one first."""
    out.mkdir(parents=True, exist_ok=True)
    kinds = sorted(result.items(), key=lambda item: -item[1].count)
    for place, (kind, first) in enumerate(kinds, 1):
        made = mutant(seed, first.number)
        with memory(LIMITS.megabytes):
            text = smaller(made.text, made.path, kind)
        file = out / f"{seed}-{first.number}.rules"
        file.write_text(text, "utf-8")
        beside = made.path.relative_to(ROOT)
        print(f"\n{place}. {kind}: {first.count} times")
        print(f"   made from {beside}; smallest input in {file}")
        print(f'   again: make fuzz ARGS="--seed {seed} --only {first.number}"')
        print("   " + first.finding.details[-1500:].replace("\n", "\n   "))


def main() -> int:
    """Parse the options and do the work."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=2000, help="how many files")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--only", type=int, help="only the file of that number")
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "fuzz")
    given = parser.parse_args()
    numbers = range(given.first, given.first + given.files)
    if given.only is not None:
        numbers = range(given.only, given.only + 1)
    outcome: dict[str, Found] = {}
    stages: Counter[str] = Counter()
    choices = scenarios = 0
    slowest = (0.0, 0)
    began = time.monotonic()
    for result in results(given.seed, numbers, given.jobs if len(numbers) > 1 else 1):
        tried = result.tried
        stages[tried.stage] += 1
        choices += tried.choices
        scenarios += tried.scenarios
        slowest = max(slowest, (tried.seconds, result.number))
        if tried.finding is not None:
            kind = tried.finding.kind
            if kind in outcome:
                outcome[kind].count += 1
            else:
                outcome[kind] = Found(result.number, tried.finding)
                print(f"file {result.number}: {kind}", flush=True)
        if sum(stages.values()) % 500 == 0:
            print(f"{sum(stages.values())} files", flush=True)
    report(outcome, given.seed, given.out)
    spent = time.monotonic() - began
    played = stages["done"]
    print(
        f"\n{len(numbers)} files in {spent:.0f} s: {played} right and played, {choices} "
        f"choices, {scenarios} scenarios; the slowest took {slowest[0]:.1f} s "
        f"(number {slowest[1]}); {sum(f.count for f in outcome.values())} findings of "
        f"{len(outcome)} kinds"
    )
    return 1 if outcome else 0


if __name__ == "__main__":
    raise SystemExit(main())
