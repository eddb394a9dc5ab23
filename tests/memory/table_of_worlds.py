"""Worlds of every game with anything hidden, and what contradicts them.

    python tests/memory/table_of_worlds.py [--games 2] [--worlds 5] [GAME ...]
    python tests/memory/table_of_worlds.py --judge 10000 --minutes 15 [GAME ...]
    python tests/memory/table_of_worlds.py --models 10000
    python tests/memory/table_of_worlds.py --duel dishes thinker:200 thinker:200:forget
    python tests/memory/table_of_worlds.py --openspiel
    python tests/memory/table_of_worlds.py --ismcts 20 --games 3 gallery/

Games are played by chance. At the quarter, the half, late and at the end every seat is given
worlds: how many contradict what the seat sees (its view, its options by number, all that it
saw on the way), how many calls found an exact world, a near one or none, and how many replays
one took. Medians of the time: of a call for one world, of each of many from one position, as
thinkers ask for them; the mean of a memory made anew. Games are compiled where they can be.
All of them are judged. With `--judge` games of each kind are played until so many worlds were,
or as long as `--minutes` says.

With `--models` so many worlds of each small game are held to models that count them in plain
Python, from several bases of seeds. With `--duel` two kinds of players play `--games` games,
with `--openspiel` the information states of Kuhn and Leduc poker are counted, both solved, with
`--ismcts` OpenSpiel's search over information sets plays the games, with so many simulations.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from math import inf
from pathlib import Path
from random import Random
from statistics import fmean, median
from typing import Any

from attrs import Factory, define, frozen

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE)]

from compiling import RULES, shipped  # noqa: E402
from duels import duel, information_states, ismcts  # noqa: E402
from judged import (  # noqa: E402
    Case,
    hands,
    of_equals,
    of_fills,
    of_hearts,
    of_look,
    of_poker,
    of_spies,
    of_suits,
)
from models import evenness  # noqa: E402
from sights import stops_seen  # noqa: E402

from rulesrun.agents.worlds import A_WORLD  # noqa: E402
from rulesrun.interpreter.game import Game, Position  # noqa: E402
from rulesrun.interpreter.memory.memory import NoWorld  # noqa: E402
from rulesrun.interpreter.reports.views import (  # noqa: E402
    dealt,
    memory_at,
    resample,
    view,
    worlds,
)

POINTS = (0.25, 0.5, 0.85, 1.0)
"""How far a game has come, as a share of its choices."""

LEDUC = ((2, 1), (3, 3))
"""Seeds, and after how many choices: before the open card, and with it."""

BASES = (10**6, 2 * 10**6, 7 * 10**6, 9 * 10**6)


def hiding_games(names: list[str], players: int) -> list[tuple[str, Game]]:
    """The shipped games that hide anything, or those asked for by a part of their names.

    For so many players, as far as they are made for so many.
    """
    paths = [
        *sorted(RULES.glob("*.rules")),
        *sorted((RULES / "classics").glob("*.rules")),
        *sorted((RULES / "gallery").glob("*.rules")),
    ]
    result = []
    for path in paths:
        name = str(path.relative_to(RULES).with_suffix(""))
        if names and not any(wanted in name for wanted in names):
            continue
        declared = shipped(name).world.game
        assert declared is not None
        low, high = declared.players
        made = Game(shipped(name), min(max(low, players), high))
        if made.hides:
            result.append((name, made))
    return result


@define
class Figures:
    """The figures of one game, or of all: counts, and times in seconds."""

    counts: Counter[str] = Factory(Counter)
    single: list[float] = Factory(list)
    many: list[float] = Factory(list)
    memories: list[float] = Factory(list)


@frozen
class Limit:
    """How much is asked of each game: so many games, or calls, and no longer than so long.

    `number` calls for one world are made for each seat and point of a game, and one for `many`
    worlds, without it for `number`; `minutes` are those of the clock.
    """

    number: int
    games: int
    judged: int | None = None
    many: int | None = None
    minutes: float | None = None

    def seeds(self, base: int, figures: Figures) -> Iterator[int]:
        """The seeds of the games to play, as long as more is wanted."""
        end = time.monotonic() + 60 * (self.minutes or inf)
        for seed in count(base):
            enough = figures.counts["worlds"] >= (self.judged or inf)
            played = self.judged is None and seed - base >= self.games
            if enough or played or time.monotonic() > end:
                return
            yield seed


def of_a_game(of: Game, limit: Limit, base: int, *, native: bool = True) -> Figures:
    """The figures of one game."""
    figures = Figures()
    of.want_engine("auto" if native else "python")
    compiled = of.engine is not None
    figures.counts["compiled"] = compiled
    for seed in limit.seeds(base, figures):
        chance, position = Random(seed), of.start(seed)
        way = [position.copy()]
        while not position.over:
            position.play(position.raw[chance.randrange(len(position.raw))])
            way.append(position.copy())
        for share in POINTS:
            here = way[int((len(way) - 1) * share)]
            for seat in range(of.players):
                _of_a_seat(figures, here, seat, limit, 1000 * seed + seat)
    return figures


def _of_a_seat(
    figures: Figures, here: Position, seat: int, limit: Limit, seed: int
) -> None:
    counts, number = figures.counts, limit.number
    begin = time.process_time()
    memory = memory_at(here, seat)
    figures.memories.append(time.process_time() - begin)
    for n in range(number):
        begin = time.process_time()
        try:
            (world,) = worlds(here, seat, 1, seed + 7919 * n)
        except NoWorld as none:
            counts["none"] += 1
            counts["replays"] += none.replays
        else:
            figures.single.append(time.process_time() - begin)
            counts[world.kind] += 1
            counts["replays"] += world.replays
            counts["worlds"] += 1
            counts["contradicted"] += not _is_the_same(here, world.position, seat)
        counts["calls"] += 1
    result = worlds(here, seat, limit.many or number, seed, A_WORLD)
    with suppress(NoWorld, StopIteration):
        while True:
            begin = time.process_time()
            world = next(result)
            figures.many.append(time.process_time() - begin)
            counts["worlds"] += 1
            counts["contradicted"] += not _is_the_same(here, world.position, seat)
    assert here.line is not None
    assert memory.line.root is here.line.root


def _is_the_same(here: Position, other: Position, seat: int) -> bool:
    """Whether a seat sees the same in a world, and has seen the same on the way."""
    if view(here, seat) != view(other, seat):
        return False
    if here.player == seat and list(here.raw) != list(other.raw):
        return False
    return stops_seen(other, seat) == memory_at(here, seat).stops


def told(of: Game, figures: Figures) -> str:
    """A line of the table."""
    counts = figures.counts
    calls = counts["calls"]
    name = f"{of.program.name}, {of.players} players"
    if not counts["compiled"]:
        name += ", Python"
    return (
        f"{name:32}{counts['worlds']:7}{counts['contradicted']:13}{calls:7}{counts['exact']:8}"
        f"{counts['near']:7}{counts['none']:7}{counts['replays'] / calls:9.1f}"
        f"{_ms(median, figures.single)}{_ms(median, figures.many)}"
        f"{_ms(fmean, figures.memories)}"
    )


def _ms(of: Any, times: list[float]) -> str:
    return f"{of(times) * 1e3:9.2f}" if times else f"{'-':>9}"


def by_models(number: int) -> None:
    """The small games, held to their models."""
    cases = [
        *(
            of_suits(seed, plays, me)
            for seed, plays, me in ((1, 1, 0), (2, 3, 1), (5, 4, 2))
        ),
        *(of_look(seed) for seed in (1, 2)),
        *(of_fills(seed) for seed in (1, 2, 4, 10)),
        *(of_equals(seed, me) for seed, me in ((2, 0), (3, 0), (2, 2), (4, 2))),
        *(
            of_spies(seed, votes, me)
            for seed, votes, me in ((1, 2, 0), (3, 3, 1), (4, 4, 2))
        ),
        of_poker("kuhn_poker", 1, 1),
        *(of_poker("leduc_poker", seed, choices) for seed, choices in LEDUC),
    ]
    for case in cases:
        _ = case.position.game.engine  # compiled, where it can be
        by_base = [_counted(case, number // len(BASES), base) for base in BASES]
        whole = sum(by_base, Counter[Any]())
        even, impossible = evenness(whole, case.ways)
        each = " ".join(f"{evenness(result, case.ways)[0]:.2f}" for result in by_base)
        old = Counter(
            case.look(dealt(case.position, case.seat, s)) for s in range(1000)
        )
        print(
            f"{case.name:13} {len(case.ways):3} kinds of worlds, {whole.total()} worlds, "
            f"{impossible} impossible, p {even:.3f} (by base {each}); "
            f"without a memory {evenness(old, case.ways)[1] / 10:.0f} % impossible",
            flush=True,
        )
    _hearts(number)


def _counted(case: Case, number: int, base: int) -> Counter[Any]:
    seeds = range(base, base + number)
    return Counter(case.look(resample(case.position, case.seat, s)) for s in seeds)


def _hearts(number: int) -> None:
    """Hearts: who may hold what, and how many cards lie where they really are."""
    figures: Counter[str] = Counter()
    made, should, none = 0, 0.0, 0
    deviations: list[float] = []
    each, seed = 40, 1000
    while made < number:
        seed += 1
        deal = of_hearts(seed, 14 + seed % 26)
        if deal is None:
            continue
        exact = deal.model.shares(sorted(deal.hidden), deal.sizes)
        counts: Counter[Any] = Counter()
        got = 0
        for n in range(each):
            try:
                (world,) = worlds(
                    deal.position, 0, 1, BASES[seed % 4] + 1000 * seed + n
                )
            except NoWorld:
                none += 1
                continue
            got += 1
            figures[world.kind] += 1
            for which, seat in hands(world.position).items():
                figures["impossible"] += not deal.model.may_hold(seat, which)
                figures["really"] += deal.hidden[which] == seat
                figures["cards"] += 1
                counts[which, seat] += 1
        made += got
        for which, of in exact.items():
            should += got * of[deal.hidden[which]]
            deviations += [
                (counts[which, seat] - got * p) ** 2 / (got * p * (1 - p))
                for seat, p in of.items()
                if got and 0.02 < p < 0.98
            ]
    print(
        f"Hearts     {made} worlds ({figures['exact']} exact, {figures['near']} near, none "
        f"{none}), {figures['impossible']} cards where they cannot lie; where they really "
        f"are {figures['really'] / figures['cards']:.4f}, exactly "
        f"{should / figures['cards']:.4f}; mean squared deviation "
        f"{sum(deviations) / len(deviations):.2f} (even is 1)"
    )


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--games", type=int, help="games of each (default 2; of a duel 200)"
    )
    parser.add_argument(
        "--worlds", type=int, default=5, help="calls for each seat and point"
    )
    parser.add_argument(
        "--many", type=int, metavar="N", help="ask for N worlds of each position, too"
    )
    parser.add_argument(
        "--judge", type=int, metavar="N", help="play until N worlds of each were judged"
    )
    parser.add_argument(
        "--minutes", type=float, metavar="M", help="go on no longer with each game"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="the seed of the first game"
    )
    parser.add_argument(
        "--players", type=int, default=3, help="how many play, where so many can"
    )
    parser.add_argument("--python", action="store_true", help="compile nothing")
    parser.add_argument(
        "--models", type=int, default=0, metavar="N", help="hold N to models"
    )
    parser.add_argument(
        "--duel",
        nargs=3,
        metavar=("GAME", "KIND", "KIND"),
        help="let two kinds play --games games",
    )
    parser.add_argument(
        "--openspiel", action="store_true", help="hold it to OpenSpiel's own games"
    )
    parser.add_argument(
        "--ismcts",
        type=int,
        metavar="N",
        help="let OpenSpiel's search play, with N simulations a choice",
    )
    parser.add_argument(
        "names", nargs="*", metavar="GAME", help="a part of a game's name"
    )
    args = parser.parse_args()
    if args.duel:
        name, *kinds = args.duel
        try:
            for line in duel(name, kinds, args.games or 200, args.seed):
                print(line, flush=True)
        except FileNotFoundError:
            parser.error(f"there is no game {name}; one that is there: classics/hearts")
        return
    if args.openspiel:
        for line in information_states():
            print(line, flush=True)
        return
    args.games = args.games or 2
    hiding = hiding_games(args.names, args.players)
    if not hiding:
        names = " ".join(args.names)
        parser.error(f"no game that hides anything is called like {names}")
    if args.ismcts:
        for name, of in hiding:
            number = args.games, args.ismcts, args.seed
            for line in ismcts(name, of.players, *number):
                print(line, flush=True)
        return
    if args.models:
        by_models(args.models)
        return
    print(
        f"{'':32}{'worlds':>7}{'contradicted':>13}{'calls':>7}{'exact':>8}{'near':>7}{'none':>7}"
        f"{'replays':>9}{'ms, one':>9}{'of many':>9}{'memory':>9}"
    )
    total: Counter[str] = Counter()
    limit = Limit(args.worlds, args.games, args.judge, args.many, args.minutes)
    for _, of in hiding:
        figures = of_a_game(of, limit, args.seed, native=not args.python)
        total += figures.counts
        print(told(of, figures), flush=True)
    print(
        f"{total['contradicted']} of {total['worlds']} contradicted; "
        f"none in {100 * total['none'] / total['calls']:.1f} % of calls"
    )
    sys.exit(bool(total["contradicted"]))


if __name__ == "__main__":
    main()
