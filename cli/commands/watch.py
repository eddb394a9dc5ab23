"""`rulesrun watch`: after each change of the rules, what is different from before."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import click
from attrs import Factory, define, evolve, frozen

from rulesrun.cli.bounds import bounded
from rulesrun.cli.files.compiling import compile_source
from rulesrun.cli.files.sources import display_path, find_path, find_source
from rulesrun.cli.files.stamps import SECONDS, stamps
from rulesrun.cli.files.test_files import own_scenarios, tests_beside
from rulesrun.cli.messages.progress import counting
from rulesrun.cli.messages.translating import tell
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.problems import Problem, Unusable
from rulesrun.cli.playing.scripted import Given, prepare
from rulesrun.dsl.compile import Compilation
from rulesrun.dsl.limits import DEFAULT, Limits
from rulesrun.dsl.problems.render import render_short
from rulesrun.dsl.text import counted
from rulesrun.interpreter.setups import setup_problems
from rulesrun.interpreter.testing.scenarios import Games, Outcome, run_scenario


@frozen
class Outcomes:
    """What came out of one run: problems, scenarios by title, and the script.

    `files` are those that were read, which are looked at for changes.
    """

    problems: dict[str, str] = Factory(dict)
    scenarios: dict[str, str | None] = Factory(dict)
    script: str | None = None
    files: frozenset[Path] = frozenset()


# ---- one run -------------------------------------------------------------------------


def look(file: str, script: str | None, limits: Limits = DEFAULT) -> Outcomes:
    """Check the rules, run their scenarios, and play the script."""
    path = find_path(file)
    outcomes = Outcomes()
    files = {path}
    compilation = _compile(path, outcomes, files, limits)
    program = compilation.program if compilation is not None else None
    if program is not None:
        for diagnostic in setup_problems(program):
            _add(outcomes, diagnostic.message, render_short(diagnostic))
        _scenarios(path, compilation, outcomes)
    for tests in tests_beside(path):
        files.add(tests)
        further = _compile(tests, outcomes, files, limits)
        if further is not None:
            _scenarios(tests, further, outcomes)
    outcome = None
    if script is not None:
        files.add(Path(script))
        outcome = _script(file, script, limits) if program is not None else "not played"
    whole = frozenset(Path(os.path.abspath(one)) for one in files)
    return Outcomes(outcomes.problems, outcomes.scenarios, outcome, whole)


def _compile(
    path: Path, outcomes: Outcomes, files: set[Path], limits: Limits
) -> Compilation | None:
    try:
        source = find_source(str(path))
    except Unusable as error:
        _add(outcomes, f"{path}: {error.message}", error.message)
        return None
    compilation = compile_source(source, limits)
    files.update(
        source.folder / name
        for name in (*compilation.texts, *compilation.translations)
        if name != source.path
    )
    for diagnostic in compilation.diagnostics:
        key = f"{diagnostic.span.path} {diagnostic.code} {diagnostic.message}"
        _add(outcomes, key, render_short(diagnostic))
    return compilation


def _add(outcomes: Outcomes, key: str, line: str) -> None:
    """Note a problem; where it stands does not matter for whether it is the same."""
    at, number = key, 2
    while at in outcomes.problems and outcomes.problems[at] != line:
        at, number = f"{key} ({number})", number + 1
    outcomes.problems[at] = line


def _scenarios(path: Path, compilation: Compilation | None, outcomes: Outcomes) -> None:
    program = compilation.program if compilation is not None else None
    if program is None or program.world.game is None:
        return
    game_for = Games(program)
    own = own_scenarios(program, display_path(path))
    for decl in counting(own, len(own), "scenarios"):
        outcome = run_scenario(program, decl, game_for)
        outcomes.scenarios[f"{display_path(path)}: {decl.title}"] = _failure(outcome)


def _failure(outcome: Outcome) -> str | None:
    if outcome.message is None:
        return None
    where = outcome.where if outcome.where and outcome.where.path else outcome.span
    details = "".join(f"\n        {detail}" for detail in outcome.details)
    return f"{where}: {outcome.message}{details}"


def _script(file: str, script: str, limits: Limits) -> str:
    """How the script ended, in one text; its course is left out."""
    compilation = compile_source(find_source(file), limits)
    assert compilation.program is not None
    try:
        wanted = Given(None, None, (), ())
        session, scripted = prepare(
            compilation.program, script, wanted, Words(), full=False
        )
        scripted.transcript.out = lambda line: None
        scripted.play()
    except (Problem, Unusable) as error:
        return f"stops: {error.message}"
    position = session.position
    number = counted(len(session.log.entries), "choice")
    if not position.over:
        return f"ends after {number}, the game is not over; state {position.digest()}"
    places = ", ".join(map(str, position.ranking or ()))
    return f"ends after {number}, places {places}; state {position.digest()}"


# ---- what is different ---------------------------------------------------------------


def differences(before: Outcomes | None, after: Outcomes) -> Iterator[str]:
    """What has changed between two runs; of the first run everything that is wrong."""
    old = before or Outcomes()
    for key, line in old.problems.items():
        if key not in after.problems:
            yield f"  gone: {line}"
    for key, line in after.problems.items():
        if key not in old.problems:
            yield f"  new:  {line}"
    for title, failure in after.scenarios.items():
        was = old.scenarios.get(title, "")
        if failure is None and was:
            yield f"  passes again: {title}"
        elif failure is None and was == "" and before is not None:
            yield f"  new, passes: {title}"
        elif failure is not None and was is None:
            yield f"  fails now: {title}\n      {failure}"
        elif failure is not None and was == "":
            yield f"  fails: {title}\n      {failure}"
        elif failure is not None and failure != was:
            yield f"  fails in another way: {title}\n      {failure}"
    runs = bool(after.scenarios) or not after.problems
    for title in old.scenarios:
        if title not in after.scenarios and runs:
            yield f"  no longer there: {title}"
    if after.script != old.script:
        yield "  script: " + str(after.script).replace("\n", "\n      ")


def summary(outcomes: Outcomes) -> str:
    """How things stand."""
    failed = sum(failure is not None for failure in outcomes.scenarios.values())
    passed = len(outcomes.scenarios) - failed
    parts = [
        counted(len(outcomes.problems), "problem") if outcomes.problems else "valid"
    ]
    parts += [f"{failed} failed"] if failed else []
    return ", ".join([*parts, f"{passed} passed"])


# ---- watching ------------------------------------------------------------------------


@define
class Watch:
    """Looks at the files of a game again and again."""

    file: str
    script: str | None
    limits: Limits = DEFAULT
    before: Outcomes | None = None
    seen: dict[Path, tuple[int, int] | None] = Factory(dict)

    def inputs(self) -> frozenset[Path]:
        """The file itself and its tests: what is known before anything is read."""
        path = find_path(self.file)
        return frozenset(Path(os.path.abspath(p)) for p in (path, *tests_beside(path)))

    def report(self) -> None:
        """Run everything, and print what is different from the last time."""
        files = self.before.files if self.before is not None else self.inputs()
        stamped = stamps(files)  # what is written while we run is seen the next time
        now = look(self.file, self.script, self.limits)
        self.seen = {**stamps(now.files), **stamped}
        for line in differences(self.before, now):
            tell(line)
        tell(summary(now))
        if self.before is not None and not now.scenarios:
            # faulty rules run no scenario: then compare with the last ones that ran
            now = evolve(
                now, scenarios=self.before.scenarios, script=self.before.script
            )
        self.before = now

    def changed(self) -> list[Path]:
        """The files that were written since the last report, and new files of tests."""
        assert self.before is not None
        watched = self.before.files | self.inputs()
        stamped = stamps(watched)
        return sorted(p for p in watched if stamped[p] != self.seen.get(p))


@click.command("watch")
@click.argument("file", metavar="FILE")
@click.option("--script", metavar="SCRIPT", help="Play that script each time, too.")
@click.option("--once", is_flag=True, help="Do it once, and end.")
@bounded
def command(file: str, script: str | None, once: bool, limits: Limits) -> None:
    """Check rules whenever a file of them is saved, and show what is different.

    All texts that the rules name are watched, and the files of tests beside them.
    Ctrl-C ends it.
    """
    find_source(file)
    if script is not None and not Path(script).is_file():
        raise Unusable(f"cannot read the script {script}: there is no such file")
    watch = Watch(file, script, limits)
    try:
        watch.report()
        while not once:
            time.sleep(SECONDS)
            changed = watch.changed()
            if changed:
                click.echo(f"\n{', '.join(map(display_path, changed))}")
                watch.report()
    except KeyboardInterrupt:
        click.echo()
