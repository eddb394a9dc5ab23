"""`rulesrun simulate`: many random games, and what comes out of them.

More than 400 lines: the options of a study and those of a simulation stand side by side.
"""

from __future__ import annotations

import multiprocessing
import signal
import time
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from itertools import islice
from pathlib import Path

import click
from attrs import define

from rulesrun.cli.bounds import bounded
from rulesrun.cli.files.compiling import load_program
from rulesrun.cli.messages.progress import Progress
from rulesrun.cli.messages.tongues import spoken
from rulesrun.cli.messages.translating import tell
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.problems import PROBLEMS, Unusable
from rulesrun.cli.output.streams import in_direction
from rulesrun.cli.output.terminal import bold
from rulesrun.cli.paying import pays
from rulesrun.cli.playing.logfile import LogFile
from rulesrun.cli.playing.session import Session
from rulesrun.cli.playing.settings import MOST_SEED, make_game, read_options
from rulesrun.cli.study.options import StudyOptions, study_options
from rulesrun.cli.trials import (
    Fault,
    Results,
    likely,
    play_compiled,
    play_games,
)
from rulesrun.dsl.analysis.fixed import player_counts
from rulesrun.dsl.compile import Program
from rulesrun.dsl.limits import DEFAULT, Limits
from rulesrun.dsl.semantics.constants import Fixed
from rulesrun.dsl.text import counted
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.choosing import ENGINES, NoEngine, engine_for
from rulesrun.interpreter.native.engine import Engine, NoRoom
from rulesrun.interpreter.runtime import chance
from rulesrun.interpreter.testing.invariants import always_of
from rulesrun.studies.interrupts import interrupts_wait

LONG, MOST_OF = 1.0, 0.5
"""A line behind `always` that takes more seconds, and more of all, is told of."""

MOST_KINDS = 5
"""How many kinds of faults are shown; the others are counted."""


@define
class Trials:
    """Games to be played: which game, with or without checks, by how many processes."""

    given: str
    check: bool
    jobs: int
    engine: str = "python"

    def run(self, game: Game, seeds: range) -> Results:
        """Play a game once for each seed.

        Where the person interrupts it, what came out so far is `interrupted`.
        """
        results = Results(game.players)
        try:
            engine = self.compiled(game)
        except KeyboardInterrupt:
            results.interrupted = True
            return results
        started = time.perf_counter()
        progress = Progress(len(seeds))
        results.told = progress.add
        try:
            if engine is not None:
                seeds = self._compiled(game, engine, seeds, results)
            if seeds and self.jobs == 1:
                play_games(game, seeds, check=self.check, results=results)
            elif seeds:
                for part in self._parts(game, seeds):
                    results.add(part)
        except KeyboardInterrupt:
            results.interrupted = True
        finally:
            progress.hide()
        results.seconds = time.perf_counter() - started
        return results

    def compiled(self, game: Game) -> Engine | None:
        """The compiled game, if one is to play; says why Python does where it must."""
        if self.engine == "python":
            return None
        try:
            engine, why = engine_for(game.module, self.engine)
        except NoEngine as error:
            raise Unusable(f"--engine {self.engine}: {error}") from error
        if engine is None:
            tell(f"  played in Python: {why}", err=True)
        return engine

    def _compiled(
        self, game: Game, engine: Engine, seeds: range, results: Results
    ) -> range:
        """Play the compiled game; gives the seeds of the games that are left to Python."""
        try:
            threads = self.jobs if engine.bounds is None else 1
            play_compiled(game, engine, seeds, threads, results)
        except NoRoom as full:
            tell(
                f"  played in Python from seed {full.seed} on: the compiled game has no "
                f"more room ({full})",
                err=True,
            )
            return seeds[seeds.index(full.seed) :]
        return range(0)

    def _parts(self, game: Game, seeds: range) -> Iterator[Results]:
        size = max(1, min(MOST_IN_PART, len(seeds) // (self.jobs * 4)))
        parts = (seeds[at : at + size] for at in range(0, len(seeds), size))
        pending: deque[Future[Results]] = deque()
        pool = ProcessPoolExecutor(self.jobs, None, _prepare, (game, self.check))
        before = multiprocessing.active_children()
        try:
            with interrupts_wait():  # by the processes, from their beginning
                first = islice(parts, self.jobs * 4)
                pending.extend(pool.submit(_work, part) for part in first)
            while pending:
                yield pending.popleft().result()
                pending.extend(pool.submit(_work, part) for part in islice(parts, 1))
        except BrokenProcessPool as error:
            raise Unusable(
                "a process that shared the work was ended from outside; fewer --jobs "
                "need less memory"
            ) from error
        finally:
            if pending:
                for process in multiprocessing.active_children():
                    if process not in before:
                        process.terminate()
            pool.shutdown()


HOW = {"python": "in Python", "sandbox": "compiled, in a sandbox"}
"""What the first line says of the engine; else that it is compiled."""

MOST_IN_PART = 10
"""How many games are handed to a process at once: so many are lost if it is ended."""

_worker: dict[str, tuple[Game, bool]] = {}
"""In a process that shares the work: the game, and whether to check."""


def _prepare(game: Game, check: bool) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _worker["game"] = (game, check)


def _work(seeds: range) -> Results:
    game, check = _worker["game"]
    return play_games(game, seeds, check=check)


# ---- what is shown -------------------------------------------------------------------


def show(results: Results) -> None:
    """Print what came out for one number of players."""
    games = results.games
    if not games:
        return
    seconds = max(results.seconds, 1e-9)
    _show_asking(results)
    click.echo()
    tell(bold(f"{results.players} players"))
    tell(
        f"  {counted(games, 'game')}, {results.decisions / games:.1f} decisions each, "
        f"the longest {results.longest} (seed {results.longest_seed})"
    )
    tell(
        f"  {games / seconds:.1f} games and {results.decisions / seconds:.0f} "
        "decisions a second"
    )
    if results.counters:
        words = Words(spoken())
        rows = [["", *(words.say(key) for key in ("mean", "least", "most"))]]
        for name, values in results.counters.items():
            mean = f"{sum(values) / len(values):.1f}"
            numbers = map(words.number, (mean, min(values), max(values)))
            rows.append([name, *numbers])
        for line in words.table(rows):
            click.echo(in_direction(f"  {line}"))
    tell(f"  {who_won(results, games)}")


def who_won(results: Results, games: int) -> str:
    """How often each seat won; a game won together in one number, with its interval."""
    if results.together:
        low, high = likely(results.wins[0] / games, games)
        return f"won {100 * results.wins[0] / games:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
    if not any(results.wins):
        return "no winners"
    shares = [
        f"seat {s} {100 * w / games:.1f} %" for s, w in enumerate(results.wins, 1)
    ]
    return f"won by {', '.join(shares)}"


def _show_asking(results: Results) -> None:
    """Tell of lines that stand behind `always` and take most of the time."""
    for place, seconds in results.asking.items():
        if seconds > LONG and seconds > MOST_OF * results.seconds:
            share = 100 * seconds / max(results.seconds, seconds)
            tell(
                f"  {share:.0f} % of the time goes into the `always` at {place}",
                err=True,
            )


def show_faults(trials: Trials, faults: list[Fault], options: tuple[str, ...]) -> None:
    """Print what went wrong, each kind once, and how to see it again."""
    further = "".join(f" --option {text}" for text in options)
    further += " --check" if trials.check else ""
    further += " --engine native" if trials.engine == "native" else ""
    kinds: dict[str, list[Fault]] = {}
    for fault in faults:
        kinds.setdefault(fault.message, []).append(fault)
    for message, alike in list(kinds.items())[:MOST_KINDS]:
        first = min(alike, key=lambda fault: fault.decisions)
        details = "".join(f"    {detail}\n" for detail in first.details)
        tell(
            f"{message}\n{details}"
            f"    in {counted(len(alike), 'game')}, soonest with {first.players} players "
            f"and seed {first.seed}, after {counted(first.decisions, 'decision')}\n"
            f"    again: rulesrun simulate {trials.given} --players {first.players} "
            f"--seed {first.seed} --games 1{further}",
            err=True,
        )
    if len(kinds) > MOST_KINDS:
        more = counted(len(kinds) - MOST_KINDS, "other kind")
        tell(f"and {more} of faults", err=True)


def keep_log(path: str, games: list[Game], faults: list[Fault], *, force: bool) -> None:
    """Write down the choices of the game that went wrong soonest; raises Unusable."""
    first = min(faults, key=lambda fault: fault.decisions)
    game = next(game for game in games if game.players == first.players)

    session = Session.begin(game, first.seed)
    session.file = LogFile.create(Path(path), session.log, force=force)
    for number in range(first.decisions):
        options = session.position.options
        robots = first.seed ^ chance.ROBOTS
        session.choose(options[chance.draw(robots, number, len(options))])
    session.close()
    click.echo(Words(spoken()).say("log kept", name=path))


def wanted_counts(program: Program, text: str | None) -> list[int]:
    """The numbers of players that are asked for."""
    if text is None or text == "all":
        return list(player_counts(program.world))
    if not (text.isascii() and text.isdecimal() and len(text) < 4):
        raise Unusable(f"--players is a number or `all`, not {text!r}")
    return [int(text)]


def _games(program: Program, chosen: dict[str, Fixed], counts: list[int]) -> list[Game]:
    """The game for each number of players but those that it refuses, unless it is all."""
    games: list[Game] = []
    refused: dict[int, Unusable] = {}
    for count in counts:
        try:
            games.append(make_game(program, count, chosen))
        except Unusable as error:
            refused[count] = error
    if not games:
        raise refused[counts[0]]
    for count, why in refused.items():
        tell(f"not with {count} players: {why.format_message()}", err=True)
    return games


def _engine(
    wanted: str, games: list[Game], number: int, jobs: int, *, check: bool, held: bool
) -> tuple[str, str]:
    """What is to play, and why it is Python where that has to be said.

    Only Python can `check` after each choice; what is `held` to limits plays in Python or
    in a sandbox.
    """
    if check or always_of(games[0]):
        compiled = wanted in ("native", "sandbox")
        return "python", "compiled games cannot be checked" if compiled else ""
    if wanted != "auto":
        return wanted, ""
    pays_off, why = pays(games, number, jobs, sandbox=held)
    if held:
        return "sandbox" if pays_off else "python", ""
    return "auto" if pays_off else "python", why


@click.command("simulate")
@click.argument("game", metavar="FILE")
@click.option(
    "--games",
    "number",
    type=click.IntRange(1, 10_000_000),
    show_default="100",
    help="How many, for each number of players, or in each arm of a study.",
)
@click.option(
    "--players", metavar="N|all", help="How many play.  [default: all; in a study: few]"
)
@click.option(
    "--seed",
    type=click.IntRange(0, MOST_SEED),
    default=1,
    show_default=True,
    help="The seed of the first game.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A variant of the game; with several values (a,b) they are compared.",
)
@click.option(
    "--check",
    is_flag=True,
    help="Check after every choice that each component is in exactly one place.",
)
@click.option(
    "--log",
    metavar="FILE",
    help="Keep the game that goes wrong soonest as a log, for `replay` and `why`.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 256),
    show_default="1; in a study: one for each core",
    help="How many processes (of a compiled game threads) share the work.",
)
@click.option(
    "--engine",
    type=click.Choice(ENGINES),
    show_default="auto",
    help="What plays: Python, the game compiled, the same in a sandbox, or what pays.",
)
@bounded
@study_options
def command(
    game: str,
    number: int | None,
    players: str | None,
    seed: int,
    options: tuple[str, ...],
    check: bool,
    log: str | None,
    jobs: int | None,
    engine: str | None,
    limits: Limits,
    study: StudyOptions,
) -> None:
    """Play many games, and measure them.

    Without more, everybody chooses at random. The games have the seeds from --seed on.
    The status is 1 if any game goes wrong: a dead end, a fault of the rules, no end,
    something that is not so though it stands behind `always`, or with --check a component
    out of place.

    With seats, arms to compare, or a folder for the results it is a study: who wins and
    why, with intervals, pictures, and every game in tables (docs/studies.md).
    """
    if study.is_wanted or any("," in text for text in options):
        if check or log or limits != DEFAULT:
            raise Unusable(
                "a study has no --check and no --log, and keeps to the limits that "
                "there are"
            )
        study.carry_out(game, number, players, seed, options, jobs, engine)
        return
    number, jobs, engine = number or 100, jobs or 1, engine or "auto"
    if engine == "native" and limits != DEFAULT:
        raise Unusable(
            "limits are kept in Python and in a sandbox: leave out --engine, or the limits"
        )
    program = load_program(game, limits)
    chosen = read_options(program, options)
    games = _games(program, chosen, wanted_counts(program, players))
    engine, why = _engine(
        engine, games, number, jobs, check=check, held=limits != DEFAULT
    )
    trials = Trials(game, check, jobs, engine)
    declared = program.world.game
    assert declared is not None
    title = Words(spoken()).label(declared.labels, declared.name)
    each = " for each number of players" if len(games) > 1 else ""
    seeds = range(seed, seed + number)
    wording = f"seed {seed}" if number == 1 else f"seeds {seed} to {seeds[-1]}"
    how = HOW.get(engine, "compiled")
    tell(f"{title}: {counted(number, 'random game')}{each}, {wording}, {how}")
    if why:
        tell(f"  played in Python: {why}", err=True)
    faults: list[Fault] = []
    played, interrupted = 0, False
    for one in games:
        if not interrupted:
            results = trials.run(one, seeds)
            show(results)
            faults += results.faults
            played += results.games
            interrupted = results.interrupted
    click.echo()
    show_faults(trials, faults, options)
    if log is not None and faults:
        keep_log(log, games, faults, force=study.force)
    went = f"{len(faults)} went wrong" if faults else "none went wrong"
    tell(f"{counted(played, 'game')} played, {went}")
    if interrupted:
        tell(f"stopped: {number * len(games)} were to be played", err=True)
    if faults or interrupted:
        raise click.exceptions.Exit(PROBLEMS)
