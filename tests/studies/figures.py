"""The figures that studies are held to; `make study` prints them.

How fast it is says something only on a machine that does nothing else; the load is
printed with it.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

import rulesrun
from rulesrun.interpreter.game import Game
from rulesrun.studies.plan import Arm, Study, parts
from rulesrun.studies.work import Alone, Processes, Workers

if TYPE_CHECKING:
    from rulesrun.studies.findings import Effect

# What only the main process needs is imported where it is used: each process that shares
# the work imports this module again, as it does not that of the command.

LOTTERY = "tests/studies/lottery.rules"


def study(games: Sequence[Game], seed: int) -> Study:
    """A study of random games, an arm for each game."""
    arms = (
        Arm(f"arm {n}", game, ("random",) * game.players)
        for n, game in zip(count(), games)
    )
    return Study(tuple(arms), seed)


def found(games: Sequence[Game], seed: int, number: int) -> "list[Effect]":
    """What a study of so many games in each arm claims."""
    from rulesrun.studies.findings import claims, effects_of
    from rulesrun.studies.measures import measures_of
    from rulesrun.studies.rows import lists_of
    from rulesrun.studies.tables import tables_of

    one = study(games, seed)
    wanted = parts(len(games), number, 250)
    tables = tables_of(
        lists_of(one), (rows for _, rows in Alone().results(one, wanted))
    )
    return claims(
        effects_of(tables, [measures_of(tables, n) for n in range(len(games))])
    )


def effects(studies: int) -> bool:
    """A planted effect is named first, and without one no more is claimed than the level."""
    from scipy import stats

    plain = rulesrun.load(LOTTERY, players=2)
    gift = Game(plain.program, 2, {"gift": 5})
    idle = Game(plain.program, 2, {"idle": True})
    first = found([plain, gift], 1, 500)[0]
    alone = found([gift], 1, 500)[0]
    told = f"{first.family} {first.who} {first.measure} {first.estimate.mean:+.1f}"
    print(f"planted, as an arm: {told}; in all games: {alone.family} {alone.who}")
    wrong = sum(
        bool(found([plain, idle], 10_000 * n, 500)) for n in range(1, studies + 1)
    )
    p = float(stats.binom.sf(wrong - 1, studies, 0.05))
    print(f"studies without an effect: {wrong} of {studies} claim one (p = {p:.2f})")
    return first.who == alone.who == "seat 1" and p > 0.05


def processor_seconds() -> float:
    """What this process, and those that it has waited for, have taken of processors."""
    taken = (
        resource.getrusage(resource.RUSAGE_SELF),
        resource.getrusage(resource.RUSAGE_CHILDREN),
    )
    return sum(one.ru_utime + one.ru_stime for one in taken)


def timed(workers: Workers, one: Study, games: int) -> tuple[float, float, object]:
    """How long it takes by the clock and of processors, and all rows."""
    began, taken = time.perf_counter(), processor_seconds()
    with workers:
        rows = list(workers.results(one, parts(1, games, games // 64 or 1)))
    return time.perf_counter() - began, processor_seconds() - taken, rows


def processes(games: int) -> bool:
    """The same tables with 1, 2 and 4 processes; how much faster two are."""
    one = study([rulesrun.load("alhambra", players=2)], 1)
    one.arms[0].game.want_engine("native")  # compiled once
    spent, taken, tables = {}, {}, []
    for number in (4, 2, 1):  # which ends with threads, and cannot be forked any more
        workers: Workers = Alone() if number == 1 else Processes(number)
        time.sleep(1)  # threads of what was played before have ended then
        spent[number], taken[number], rows = timed(workers, one, games)
        tables.append(rows)
    same = tables[0] == tables[1] == tables[2]
    said = ", ".join(f"{n}: {seconds:.1f} s" for n, seconds in spent.items())
    alike = "the same" if same else "DIFFERENT"
    print(f"{games} games of Alhambra by processes: {said}; tables {alike}")
    print(f"two are {spent[1] / spent[2]:.2f} times as fast as one by the clock")
    each = ", ".join(f"{n}: {games / used:.0f}" for n, used in taken.items())
    print(f"games for each second of a processor, by processes: {each}")
    return same


def whole(games: int) -> bool:
    """So many random games with their report, as it is typed, by one process and by two."""
    spent = {}
    with tempfile.TemporaryDirectory() as folder:
        for jobs in (1, 2):
            report = Path(folder, str(jobs), "report.html")
            options = [
                "--games",
                str(games),
                "--jobs",
                str(jobs),
                "-o",
                str(report.parent),
            ]
            command = [sys.executable, "-m", "rulesrun", "simulate", "alhambra"]
            began = time.perf_counter()
            done = subprocess.run(
                [*command, *options], stdout=subprocess.DEVNULL, check=False
            )
            spent[jobs] = time.perf_counter() - began
            if done.returncode or not report.exists():
                return False
    said = ", ".join(f"{n}: {seconds:.1f} s" for n, seconds in spent.items())
    print(f"{games} random games of Alhambra with report, by processes: {said}")
    print(f"two are {spent[1] / spent[2]:.2f} times as fast as one by the clock")
    return True


def main() -> int:
    """Print all figures; the status is 1 where something is not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--studies", type=int, default=20)
    parser.add_argument(
        "--only",
        choices=("effects", "processes", "whole"),
        action="append",
        help="what to measure; everything, unless it is said",
    )
    given = parser.parse_args()
    load, cores = os.getloadavg()[0], os.cpu_count()
    print(f"{cores} cores, load {load:.1f} before it begins", flush=True)
    figures = {
        "processes": lambda: processes(given.games),  # before anything has threads
        "effects": lambda: effects(given.studies),
        "whole": lambda: whole(given.games),
    }
    good = [figures[name]() for name in given.only or figures]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
