"""Plays games with both engines in step, and compares them after every choice.

    python tests/native/engines.py [--games 20] [--seed 0] [--options 3] [--sanitize]
        [--fewest] [GAME ...]
    python tests/native/engines.py --random 2000 [--seed 1]

Of each shipped game (or of those that are named), for every number of players and so many
choices of its options: the same
options in the same order, the same state slot by slot, there and back, the same
announcements, ledger and result. The first difference is an error. With `--sanitize`
the compiled games watch their memory and arithmetic (`make sanitize`), and where something is
hidden, worlds are sought in them, too.

With `--random` as many random rules are carried out instead (`random_rules.py`), in both
engines, the evaluator and a reading of their own, and as many games of other random rules
are played in both engines (`random_games.py`); ends with status 1 if anything differs.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rulesrun.dsl.compile import Program
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.constants import Fixed
from rulesrun.dsl.semantics.symbols import OptionSymbol
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.memory.memory import NoWorld
from rulesrun.interpreter.memory.worlds import Effort
from rulesrun.interpreter.native.build import FLAGS
from rulesrun.interpreter.native.engine import ASK, OVER, Engine, Showed
from rulesrun.interpreter.reports.views import memory_at, worlds
from rulesrun.interpreter.runtime.layout import DECISION, FRAMES, LEDGER, NEWS
from rulesrun.interpreter.runtime.showing import Shown
from rulesrun.interpreter.setup import WrongSetup

sys.path.insert(0, str(Path(__file__).parents[1]))
from compiling import shipped

RULES = Path(__file__).parents[2] / "rules"
LONGEST = 3000
"""After so many choices a game counts as compared."""


SHARES, WORLDS = (0.3, 0.6, 0.95), 3
"""How far a game has come where worlds are sought, and how many for each seat."""

SEARCHED = Effort(settled=4_000, repaired=20)
"""What is done for one: enough for all that is tried to be tried."""


class Difference(AssertionError):
    """The two engines do not agree."""


def names() -> Iterator[str]:
    """The shipped games, by their paths below the folder `rules`."""
    for path in sorted(RULES.rglob("*.rules")):
        inner = path.relative_to(RULES)
        if "tests" not in inner.parts[:-1]:
            yield inner.with_suffix("").as_posix()


SANITIZED = (
    *FLAGS,
    "-O1",
    "-g",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-fno-omit-frame-pointer",
)
"""How to compile so that every wrong step in memory or arithmetic ends the program."""


def option_sets(program: Program, number: int) -> Iterator[dict[str, Fixed]]:
    """The options as they are by default, then so many choices of values for some of them."""
    yield {}
    chooser = random.Random(number)
    options = list(program.world.each(OptionSymbol))
    for _ in range(number if options else 0):
        some = [o for o in options if chooser.random() < 0.5] or options[:1]
        yield {o.name: chooser.choice(_values(program, o.type)) for o in some}


def _values(program: Program, kind: t.Type) -> list[Fixed]:
    match kind:
        case t.OptionalType(inner):
            return [None, *_values(program, inner)]
        case t.BoolType():
            return [False, True]
        case t.EnumType(enum):
            return [value.index for value in program.world.enum(enum).values]
        case t.IntType(int(low), int(high)):
            return list(range(low, high + 1))
        case t.PlayerType():
            return [0]
        case _:
            raise AssertionError(f"values of {kind} are not known here")


def compare(
    game: Game, games: int, seed: int = 0, flags: tuple[str, ...] = FLAGS
) -> int:
    """Play so many games; gives how many choices were compared. Raises Difference.

    So many random games are then played inside of the compiled game, too.
    """
    engine = Engine(game.module, flags)
    engine.random_games(10 * games, 1, seed, LONGEST)
    return sum(_one(game, engine, seed + number) for number in range(games))


def seek_worlds(game: Game, seed: int, flags: tuple[str, ...]) -> tuple[int, int]:
    """Look for worlds of every seat in a game that is compiled with these flags.

    Gives how many were replayed, and how many were found; none where they are sought in
    Python, as in games that show variables.
    """
    game._engine = Engine(game.module, flags), "watched"
    chooser, position = random.Random(seed), game.start(seed)
    way = [position.copy()]
    while not position.over and len(way) < LONGEST:
        position.play(position.raw[int(chooser.random() * len(position.raw))])
        way.append(position.copy())
    replays = made = 0
    for share in SHARES:
        for seat in range(game.players):
            here = way[int((len(way) - 1) * share)]
            if memory_at(here, seat).compiled is None:
                continue
            try:
                for world in worlds(here, seat, WORLDS, seed, SEARCHED):
                    replays, made = replays + world.replays, made + 1
            except NoWorld as none:
                replays += none.replays
    return replays, made


def _one(game: Game, engine: Engine, seed: int) -> int:
    machine = game.machine
    chooser = random.Random(seed)
    compiled = engine.new()
    engine.log()
    state, options = machine.start(seed)
    status = engine.start(compiled, seed)
    ledger: list[Any] = []
    for choices in range(LONGEST):
        where = f"{game!r}, seed {seed}, after {choices} choices"
        if status not in (ASK, OVER):
            raise Difference(f"{where}: a fault, {engine.message()}")
        readable_options = engine.readable_options(state[DECISION])
        if readable_options != list(options):
            raise Difference(
                f"{where}: options {options[:9]} and {readable_options[:9]}"
            )
        news, entries = engine.news()
        ledger += entries
        same(where, "news", tuple(map(told, state[NEWS])), tuple(news))
        same(where, "ledger", state[LEDGER], tuple(ledger))
        same_state(where, game, state, engine.to_python(compiled))
        if choices % 11 == 0:
            copy = engine.from_state(state)
            same_state(f"{where}, brought over", game, state, engine.to_python(copy))
            engine.list_options(compiled)
        if not options:
            return choices
        number = int(chooser.random() * len(options))
        options = machine.resume(state, options[number])
        status = engine.choose(compiled, number)
    return LONGEST


def told(one: Any) -> Any:
    """A piece of news, as the compiled game tells it."""
    if not isinstance(one, Shown):
        return one
    lying = tuple((c.component, c.slot) for c in one.components)
    return Showed(one.to, one.slot, lying)


def same(where: str, what: str, ours: object, theirs: object) -> None:
    if ours != theirs:
        raise Difference(f"{where}: {what} {ours} and {theirs}")


def same_state(
    where: str, game: Game, ours: Sequence[Any], theirs: Sequence[Any]
) -> None:
    """Compare all slots, and of the frames what can still be read; raises Difference."""
    frames = zip(frames_of(game, ours), frames_of(game, theirs), strict=True)
    for a, b in frames:
        if a != b:
            raise Difference(f"{where}: frames {a} and {b}")
    for slot in range(FRAMES + 1, game.layout.size):
        if slot != LEDGER and ours[slot] != theirs[slot]:
            raise Difference(f"{where}: slot {slot} {ours[slot]} and {theirs[slot]}")


def frames_of(game: Game, state: Sequence[Any]) -> list[tuple[Any, ...]]:
    """The frames, without the locals that have not been set yet."""
    live = game.module.live
    result = []
    for depth, (procedure, at, values) in enumerate(state[FRAMES]):
        top = depth + 1 == len(state[FRAMES])
        alive = live.at_decision[at] if top else live.at_block[procedure][at]
        kept = {p: v for p, v in enumerate(values) if p in alive and v not in _UNSET}
        result.append((procedure, at, kept))
    return result


_UNSET: tuple[object, ...] = (None, 0, (), {})


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=20, dest="count")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--options", type=int, default=0, help="choices of them")
    parser.add_argument("--sanitize", action="store_true")
    parser.add_argument("--fewest", action="store_true", help="players, that is")
    parser.add_argument("--random", type=int, default=0, metavar="RULES")
    given = parser.parse_args()
    if given.random:
        sys.exit(_random(given.seed, given.random))
    flags = SANITIZED if given.sanitize else FLAGS
    for name in set(given.games) - set(names()):
        parser.error(f"there is no game {name}; there are {', '.join(names())}")
    for name in given.games or names():
        program = shipped(name)
        declared = program.world.game
        assert declared is not None
        low, high = declared.players
        high = low if given.fewest else high
        for players in range(low, high + 1):
            for options in option_sets(program, given.options):
                begin = time.perf_counter()
                try:
                    game = Game(program, players, options)
                    game.start(given.seed)
                except (WrongSetup, GameFault) as error:  # these do not go together
                    print(f"{name:24} {players} players{_told(options)}: {error}")
                    continue
                choices = compare(game, given.count, given.seed, flags)
                if given.sanitize and game.hides:
                    replays, made = seek_worlds(game, given.seed, flags)
                    print(f"{name:24} {made} worlds, by {replays} replays")
                spent = time.perf_counter() - begin
                print(
                    f"{name:24} {players} players{_told(options)}: {given.count} games,"
                    f" {choices} choices, no difference ({spent:.1f} s)",
                    flush=True,
                )


def _random(seed: int, rules: int) -> int:
    """Carry out random rules; gives the status to end with."""
    from random_games import try_games
    from random_rules import try_out

    outcome = try_out(seed, rules, progress=lambda line: print(line, flush=True))
    try_games(seed, rules, outcome, progress=lambda line: print(line, flush=True))
    for result in (*outcome.differences, *outcome.uncompiled):
        print(f"\n{result}")
    print(outcome)
    return int(bool(outcome.differences or outcome.uncompiled))


def _told(options: Mapping[str, Fixed]) -> str:
    return "".join(f", {name}={value}" for name, value in options.items())


if __name__ == "__main__":
    main()
