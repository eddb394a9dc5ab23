"""Tries one rules file out: check, tell, format, play, run its scenarios."""

import contextlib
import random
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType

from attrs import frozen

from rulesrun.dsl.compile import Compilation, Program, compile_rules
from rulesrun.dsl.limits import Limits
from rulesrun.dsl.problems.render import render_full, render_json, render_short
from rulesrun.dsl.semantics.constants import Fixed
from rulesrun.dsl.syntax.format import format_rules
from rulesrun.interpreter.game import Game, Position, WrongSetup
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.setups import setup_problems
from rulesrun.interpreter.testing.scenarios import run_scenario

LIMITS = Limits(
    steps=300_000,
    collection=5_000,
    options=5_000,
    seconds=2,
    megabytes=1_000,
    kilobytes=300,
)

CHOICES = 300
"""So many choices of a game are made."""

SCENARIOS = 12
"""So many scenarios of a file are run, whichever come first."""

HANG = 10.0
"""Seconds of work after which one step of all this counts as hanging."""

INTERNAL = "the rules cannot be carried out here"
"""How a fault begins that the interpreter did not foresee."""


@frozen
class Finding:
    """What went wrong: its kind, and all that is known of it."""

    kind: str
    details: str


class Hang(BaseException):
    """A step takes too long."""


@frozen
class Tried:
    """What came of a file: how far it went, and what was found."""

    stage: str
    choices: int
    scenarios: int
    seconds: float
    finding: Finding | None


@contextlib.contextmanager
def _watched(seconds: float) -> Iterator[None]:
    def stop(signum: int, frame: FrameType | None) -> None:
        raise Hang

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def read_beside(path: Path) -> Callable[[str], str | None]:
    """Reads the files that a rules file names."""

    def read(name: str) -> str | None:
        file = path.parent / name
        try:
            return file.read_text("utf-8") if file.is_file() else None
        except (OSError, ValueError):
            return None

    return read


class _Try:
    def __init__(self, text: str, path: Path) -> None:
        self.text = text
        self.path = path
        self.stage = "check"
        self.choices = 0
        self.scenarios = 0

    def run(self) -> None:
        with _watched(HANG):
            compilation = compile_rules(
                self.text, self.path.name, read_beside(self.path), LIMITS
            )
        self.stage = "tell"
        self.tell(compilation)
        self.stage = "format"
        with _watched(HANG), contextlib.suppress(ValueError):
            format_rules(self.text)
        program = compilation.program
        if program is None or program.world.game is None:
            return
        self.stage = "set up"
        with _watched(2 * HANG):
            result = list(setup_problems(program))
        for one in result:
            render_full(one, compilation.sources)
            if INTERNAL in one.message:
                raise AssertionError(one.message)
        self.stage = "play"
        low, high = program.world.game.players
        for players in {low, high}:
            self.play(program, players)
        self.stage = "scenarios"
        self.run_scenarios(program)
        self.stage = "done"

    def tell(self, compilation: Compilation) -> None:
        with _watched(HANG):
            for one in compilation.diagnostics:
                render_full(one, compilation.sources)
                render_short(one)
            render_json(list(compilation.diagnostics))

    def play(self, program: Program, players: int) -> None:
        chance = random.Random(1)
        with contextlib.suppress(GameFault, WrongSetup):
            with _watched(HANG):
                try:
                    position = Game(program, players).start(1)
                except GameFault as fault:
                    _internal(fault)
                    raise
            began = time.monotonic()
            for _ in range(CHOICES):
                if position.over or not position.raw:
                    break
                if time.monotonic() - began > HANG / 2:
                    break
                with _watched(HANG):
                    self.choose(position, chance)
                self.choices += 1

    def choose(self, position: Position, chance: random.Random) -> None:
        options = position.options
        try:
            position.choose(options[int(chance.random() * len(options))])
        except GameFault as fault:
            _internal(fault)
            raise

    def run_scenarios(self, program: Program) -> None:
        games: dict[object, Game] = {}

        def game_for(players: int, options: dict[str, Fixed]) -> Game:
            key = (players, *sorted(options.items()))
            if key not in games:
                games[key] = Game(program, players, options)
            return games[key]

        own = [s for s in program.world.scenarios if s.span.path == self.path.name]
        for scenario in own[:SCENARIOS]:
            with _watched(HANG):
                outcome = run_scenario(program, scenario, game_for)
            self.scenarios += 1
            if outcome.message and INTERNAL in outcome.message:
                raise AssertionError(outcome.message)


def _internal(fault: GameFault) -> None:
    if INTERNAL in fault.message:
        raise AssertionError(fault.message) from fault


def try_out(text: str, path: Path) -> Tried:
    """All that one file is put through."""
    began = time.monotonic()
    trial = _Try(text, path)
    finding = None
    try:
        trial.run()
    except Hang as error:
        place = _places(error)
        finding = Finding(f"hang in {trial.stage}, {place}", _trace(error))
    except RecursionError as error:
        finding = Finding(f"RecursionError in {trial.stage}", _trace(error))
    except Exception as error:
        cause = error.__cause__ or error
        while cause.__cause__ is not None:
            cause = cause.__cause__
        kind = f"{type(cause).__name__} in {trial.stage}, {_places(cause)}"
        finding = Finding(kind, f"{error}\n{_trace(cause)}")
    spent = time.monotonic() - began
    return Tried(trial.stage, trial.choices, trial.scenarios, spent, finding)


def _places(error: BaseException) -> str:
    """The innermost places of an error in our code, whichever rules they carry out."""
    frames = [
        f for f in traceback.extract_tb(error.__traceback__) if "fuzz" not in f.filename
    ]
    ours = [
        f for f in frames if "rulesrun" in f.filename and "<rules" not in f.filename
    ]
    inner = frames[-1] if frames else None
    last = f"{Path(ours[-1].filename).name}:{ours[-1].name}" if ours else "?"
    if inner is not None and inner.filename.startswith("<rules"):
        return f"{last}, generated code ({type(error).__name__}: {_short(error)})"
    return last


def _short(error: BaseException) -> str:
    return "".join(c for c in str(error)[:60] if not c.isdigit())


def _trace(error: BaseException) -> str:
    lines = traceback.format_exception(error)
    return "".join(lines)[-3000:]
