"""How fast every shipped game runs: one table, medians of alternating rounds.

    python tests/bench/run.py [--rounds 5] [--against | --threads | --growth] [GAME ...]

Rates are random playouts in a second of processor time. With `--against`, the games that
also exist as plain Python (contenders.py) and in OpenSpiel, where it is installed, are
played by each of them in turn, and the medians of the ratios in each round are shown.
`--threads` shows what two threads bring to players who think (thinking.py), `--growth` what
larger boards and more cards cost (growth.py).
"""

import argparse
import importlib
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import contenders

from rulesrun.dsl.compile import Program, compile_rules
from rulesrun.interpreter.game import Game

RULES = Path(__file__).parents[2] / "rules"
SECONDS = 0.4
"""How long one measurement of a game lasts, at least."""


def load(path: Path) -> Program:
    """Compile a shipped game."""

    def read(name: str) -> str | None:
        result = path.parent / name
        return result.read_text("utf-8") if result.is_file() else None

    compiled = compile_rules(path.read_text("utf-8"), str(path), read)
    assert compiled.program is not None, compiled.diagnostics
    return compiled.program


def playouts(game: Game, seed: int) -> tuple[float, float]:
    """Random games for a while: games and decisions in a second."""
    machine = game.machine
    chooser = random.Random(seed)
    games = decisions = 0
    begin = time.process_time()
    while time.process_time() - begin < SECONDS:
        state, options = machine.start(seed + games)
        while options:
            options = machine.resume(
                state, options[int(chooser.random() * len(options))]
            )
            decisions += 1
        games += 1
    spent = time.process_time() - begin
    return games / spent, decisions / spent


def copy_time(game: Game) -> float:
    """Microseconds for a copy of a state in the middle of a game."""
    machine = game.machine
    chooser = random.Random(1)
    state, options = machine.start(1)
    for _ in range(30):
        if len(options) < 1:
            break
        following = machine.resume(state, options[int(chooser.random() * len(options))])
        if not following:
            break
        options = following
    times = 20_000
    begin = time.process_time()
    for _ in range(times):
        state.copy()
    return (time.process_time() - begin) / times * 1e6


def table(names: list[str], rounds: int) -> None:
    """The table of all games."""
    rows: dict[str, list[tuple[float, float]]] = {}
    facts: dict[str, tuple[int, float, float, float]] = {}
    games: dict[str, Game] = {}
    for name in names:
        path = RULES / f"{name}.rules"
        begin = time.process_time()
        program = load(path)
        checked = time.process_time()
        declared = program.world.game
        assert declared is not None
        game = Game(program, min(max(declared.players[0], 3), declared.players[1]))
        assert game.machine is not None
        ready = time.process_time()
        games[name] = game
        rows[name] = []
        facts[name] = (
            game.players,
            (checked - begin) * 1e3,
            (ready - checked) * 1e3,
            copy_time(game),
        )
    for number in range(rounds):
        for name, game in games.items():
            rows[name].append(playouts(game, 1000 * number))
    head = f"{'game':<24}{'players':>8}{'games/s':>12}{'decisions/s':>14}"
    print(f"{head}{'copy us':>10}{'check ms':>11}{'build ms':>11}")
    for name, measured in rows.items():
        players, check, build, copy = facts[name]
        per_game = statistics.median(m[0] for m in measured)
        rate = statistics.median(m[1] for m in measured)
        line = f"{name:<24}{players:>8}{per_game:>12,.1f}{rate:>14,.0f}"
        print(f"{line}{copy:>10.2f}{check:>11.0f}{build:>11.0f}")


def against(rounds: int) -> None:
    """Our games against the same games elsewhere, in the same run."""
    print()
    print(f"{'game':<20}{'contender':<16}{'games/s':>12}{'ours/theirs':>14}")
    for name, path in contenders.GAMES.items():
        game = Game(load(RULES / f"{path}.rules"), 2)
        machine = game.machine

        def ours(seed: int, machine: object = machine) -> None:
            contenders.play_ours(machine, seed)

        runs: dict[str, Callable[[int], None]] = {"rulesrun": ours}
        runs |= contenders.of(name)
        rates: dict[str, list[float]] = {label: [] for label in runs}
        for number in range(rounds):
            for label, run in runs.items():
                begin, played = time.process_time(), 0
                while time.process_time() - begin < SECONDS:
                    run(1000 * number + played)
                    played += 1
                rates[label].append(played / (time.process_time() - begin))
        for label, measured in rates.items():
            rate = statistics.median(measured)
            pairs = zip(rates["rulesrun"], measured, strict=True)
            ratio = statistics.median(own / other for own, other in pairs)
            print(f"{name:<20}{label:<16}{rate:>12,.0f}{ratio:>14.2f}")


def main() -> None:
    """Read the options and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("games", nargs="*")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--against", action="store_true")
    parser.add_argument("--threads", action="store_true")
    parser.add_argument("--growth", action="store_true")
    given = parser.parse_args()
    if given.growth:
        importlib.import_module("growth").growth(given.games)
        return
    if given.threads:
        importlib.import_module("thinking").threads(given.rounds)
        return
    known = sorted(
        str(p.relative_to(RULES).with_suffix(""))
        for p in RULES.rglob("*.rules")
        if "tests" not in p.parts
    )
    table(given.games or known, given.rounds)
    if given.against:
        against(given.rounds)
        native = importlib.import_module("native")
        native.against(given.rounds)


if __name__ == "__main__":
    main()
