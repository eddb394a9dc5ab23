"""Compiled games against the same games elsewhere, in one run and on one core.

The unit is processor time, so that what else the machine does counts less.
"""

import ctypes
import importlib
import os
import platform
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import contenders
from run import RULES, load

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.build import NoCompiler, compiler
from rulesrun.interpreter.native.engine import Engine

SECONDS = 0.3
"""How long one measurement lasts, at least."""

HEAVY = ("alhambra", "kingdom_builder", "architects", "keyflower")

ROLLOUTS = {
    "classics/hex": "hex(board_size=11)",
    "classics/oware": "oware",
    "classics/checkers": "checkers",
    "classics/backgammon": "backgammon",
}
"""The games that OpenSpiel plays inside of C++, by our names."""


def measured(run: Callable[[int], None]) -> float:
    """How many games a second of processor time brings; `run` plays so many."""
    count = 1
    while True:
        begin = time.process_time()
        run(count)
        spent = time.process_time() - begin
        if spent >= SECONDS:
            return count / spent
        count = max(count + 1, int(count * min(20, 1.2 * SECONDS / max(spent, 1e-4))))


def one_by_one(play: Callable[[int], None]) -> Callable[[int], None]:
    """Games that are played one after another."""

    def run(count: int) -> None:
        for seed in range(count):
            play(seed)

    return run


def compiled(engine: Engine) -> Callable[[int], None]:
    """Random games inside of the compiled game."""

    def run(count: int) -> None:
        played = engine.lib.game_random(count, 1, 10**6, engine.ffi.NULL)
        assert played == count, engine.message()

    return run


def rollouts(name: str) -> Callable[[int], None] | None:
    """OpenSpiel's own random games from the beginning, where it is installed."""
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        return None
    game = pyspiel.load_game(ROLLOUTS[name])
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])

    def run(count: int) -> None:  # a search of one step, whose end is played out
        evaluator = pyspiel.RandomRolloutEvaluator(count, 1)
        pyspiel.MCTSBot(game, evaluator, 2.0, 1, 100, False, 1, False).step(state)

    return run


def bit_boards(folder: str) -> ctypes.CDLL:
    """The games of bitboards.c, compiled as ours are."""
    built = Path(folder) / "bitboards.so"
    source = Path(__file__).with_name("bitboards.c")
    flags = ("-O3", "-march=native", "-shared", "-fPIC")
    subprocess.run([*compiler(), *flags, str(source), "-o", str(built)], check=True)
    return ctypes.CDLL(str(built))


def by_bits(library: ctypes.CDLL, name: str) -> Callable[[int], None] | None:
    """Random games on boards of bits, where they are written."""
    play = getattr(library, name.rpartition("/")[2], None)
    if play is None:
        return None
    play.argtypes, play.restype = [ctypes.c_longlong], ctypes.c_longlong

    def run(count: int) -> None:
        assert play(count) >= count

    return run


def side_by_side(
    runs: dict[str, Callable[[int], None]], rounds: int
) -> dict[str, float]:
    """Medians of alternating rounds."""
    rates: dict[str, list[float]] = {label: [] for label in runs}
    for _ in range(rounds):
        for label, run in runs.items():
            rates[label].append(measured(run))
    return {label: statistics.median(result) for label, result in rates.items()}


def cold(engine: Engine) -> float:
    """Seconds of processor time to compile a game that has not been compiled before."""
    before = os.environ.get("XDG_CACHE_HOME")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = folder
        begin = os.times()
        Engine(engine.module)
        spent = sum(os.times()[:4]) - sum(begin[:4])
    del os.environ["XDG_CACHE_HOME"]
    if before is not None:
        os.environ["XDG_CACHE_HOME"] = before
    return spent


def copying(engine: Engine) -> float:
    """Microseconds for a copy of a state, inside of C."""
    state, to = engine.new(), engine.new()
    engine.start(state, 1)
    times = 1_000_000
    begin = time.process_time()
    engine.lib.game_copies(to, state, times)
    return (time.process_time() - begin) / times * 1e6


def threads(engine: Engine) -> float:
    """How much more two threads do than one, each by its own processor time.

    So it is what two idle cores would bring, less what the threads take from each other:
    by the clock it says nothing on a machine that others use, too.
    """

    def play(count: int) -> float:
        begin = time.thread_time()
        engine.lib.game_random(count, 1, 10**6, engine.ffi.NULL)
        return time.thread_time() - begin

    count = 1
    while (one := play(count)) < SECONDS:
        count *= 4
    with ThreadPoolExecutor(2) as pool:
        return 2 * one / max(pool.map(play, [count, count]))


def game_of(name: str) -> Game:
    """A game of three players, where three can play."""
    program = load(RULES / f"{name}.rules")
    declared = program.world.game
    assert declared is not None
    low, high = declared.players
    return Game(program, min(max(low, 3), high))


def table(rounds: int) -> None:
    """Print all of it."""
    print()
    print(f"native, {machine()}")
    head = f"{'game':<22}{'contender':<18}{'native/s':>12}{'theirs/s':>14}{'ratio':>8}"
    print(f"{head}{'state B':>9}{'copy us':>9}{'cold s':>8}{'2 threads':>11}")
    folder = tempfile.TemporaryDirectory()
    boards = bit_boards(folder.name)
    hand = {path: label for label, path in contenders.GAMES.items()}
    for name in (*hand, *HEAVY, *ROLLOUTS):
        game = game_of(name)
        engine = Engine(game.module)

        def generated(seed: int, game: Game = game) -> None:
            contenders.play_ours(game.machine, seed)

        runs = {"native": compiled(engine)}
        if name in hand:
            runs["hand-written"] = one_by_one(contenders.by_hand(hand[name]))
        runs["our Python"] = one_by_one(generated)
        if (bits := by_bits(boards, name)) is not None:
            runs["bit boards in C"] = bits
        if name in ROLLOUTS and (theirs := rollouts(name)) is not None:
            runs["OpenSpiel in C++"] = theirs
        rates = side_by_side(runs, rounds)
        facts = (
            f"{engine.lib.game_size():>9}{copying(engine):>9.3f}{cold(engine):>8.1f}"
            f"{threads(engine):>11.2f}"
        )
        own = rates.pop("native")
        for label, rate in rates.items():
            line = f"{name:<22}{label:<18}{own:>12,.0f}{rate:>14,.1f}{own / rate:>8.1f}"
            print(line + facts, flush=True)
            facts = ""


def machine() -> str:
    """The processor, and the versions of what takes part."""
    model = platform.processor() or platform.machine()
    described = Path("/proc/cpuinfo")
    if described.is_file():
        for line in described.read_text("utf-8").splitlines():
            if line.partition(":")[0].strip() == "model name":
                model = line.partition(":")[2].strip()
                break
    command = compiler()
    result = shutil.which(command[0])
    told = subprocess.run(
        [*command, "--version"], capture_output=True, text=True, check=False
    ).stdout.splitlines()
    try:
        spiel = f", OpenSpiel {version('open_spiel')}"
    except PackageNotFoundError:
        spiel = ""
    first = told[0] if told else str(result)
    python = f"Python {platform.python_version()}"
    return f"{model}, {os.cpu_count()} cores, {python}, {first}{spiel}"


def against(rounds: int) -> None:
    """The table, or why there is none."""
    try:
        compiler()
    except NoCompiler as missing:
        print(f"\nnative: {missing}")
        return
    table(rounds)
