"""Scripts of games: what the lines of one say, and what is wrong with them."""

from __future__ import annotations

import re
import sys

import attrs
import click
from attrs import Factory, define, frozen

from rulesrun.cli.output.harmless import ours
from rulesrun.cli.output.problems import PROBLEMS, Problem, Unusable
from rulesrun.cli.output.terminal import coloured
from rulesrun.cli.playing.settings import RANDOM, read_options, read_seats
from rulesrun.dsl.checks.scenarios import check_scenarios
from rulesrun.dsl.compile import Program
from rulesrun.dsl.languages.spoken import in_every_language
from rulesrun.dsl.problems.diagnostics import Diagnostic, Severity
from rulesrun.dsl.problems.nearest import did_you_mean
from rulesrun.dsl.problems.render import render_full
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.constants import Fixed
from rulesrun.dsl.semantics.declarations import with_scenario
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.build import drawn
from rulesrun.dsl.syntax.parse import parse
from rulesrun.dsl.text import lines_of
from rulesrun.interpreter.runtime.keyboard import plain

BEFORE = 'language 2\nscenario "script":\n'
"""What the expectations of a script are put under, to be read as those of scenarios."""

FIRST_WORDS = "players seed option seat random chance note show expect player".split()


@frozen
class Chosen:
    """A choice: of the player at a seat, from 1, or of whoever is to choose."""

    line: int
    seat: int | None
    choice: str


@frozen
class AtRandom:
    """So many choices by chance, whoever is to choose; none for all to the end."""

    line: int
    number: int | None


@frozen
class Chance:
    """What the next draws bring, in order."""

    line: int
    results: tuple[str, ...]


@frozen
class Note:
    """A remark that the transcript shows."""

    line: int
    text: str


@frozen
class Show:
    """The whole position is to be shown."""

    line: int


@frozen
class Expected:
    """An expectation, read as a line of a scenario."""

    line: int
    text: str
    step: nodes.ScenarioStep | None = None


Step = Chosen | AtRandom | Chance | Note | Show | Expected


@define
class Script:
    """A script: how the game is set up, and what happens in it."""

    path: str
    text: str
    players: int | None = None
    seed: int | None = None
    options: list[str] = Factory(list)
    seats: list[str] = Factory(list)
    steps: list[Step] = Factory(list)
    heads: dict[str, int] = Factory(dict)

    def line(self, number: int) -> str:
        """A line of the script."""
        return lines_of(self.text)[number - 1].strip()

    def problem(self, line: int, message: str) -> Problem:
        """What is wrong with a line, with the line itself."""
        return Problem(f"{self.path}:{line}: {message}\n  {line} | {self.line(line)}")


# ---- reading -------------------------------------------------------------------------


def read_script(text: str, path: str) -> Script:
    """The lines of a script; raises Problem for the first that says nothing known."""
    script = Script(path, text.removeprefix("\ufeff"))
    for number, row in enumerate(lines_of(script.text), 1):
        line = _without_comment(row).strip()
        if line:
            _read_line(script, number, line)
    if not script.steps:
        raise Problem(f"{path}:1: the script holds no choices")
    return script


def _without_comment(row: str) -> str:
    return re.sub(r'("[^"]*")|#.*', lambda match: match[1] or "", row)


def _read_line(script: Script, number: int, line: str) -> None:
    text = plain(line) if not line.startswith(("note", "expect")) else line
    word, _, rest = text.partition(" ")
    rest = rest.strip()
    if word in ("players", "seed", "option", "seat") and "=" not in word:
        if script.steps:
            raise script.problem(number, f"`{word}` belongs before the first choice")
        _read_head(script, number, word, rest)
        return
    player = "|".join(map(re.escape, in_every_language("player", "value")))
    spoken = re.fullmatch(rf"(?:{player}) *(\d{{1,3}}) *:(.*)", text)
    if spoken:
        script.steps.append(Chosen(number, int(spoken[1]), spoken[2].strip()))
    elif word == "expect":
        script.steps.append(Expected(number, line))
    elif word == "note":
        script.steps.append(Note(number, rest.strip('"')))
    elif line == "show":
        script.steps.append(Show(number))
    elif word.rstrip(":") == "chance":
        script.steps.append(_read_chance(script, number, line))
    elif word == "random":
        script.steps.append(_read_random(script, number, rest))
    else:
        script.steps.append(Chosen(number, None, line))


def _read_head(script: Script, number: int, word: str, rest: str) -> None:
    if word in script.heads and word in ("players", "seed"):
        raise script.problem(number, f"`{word}` is said twice")
    script.heads.setdefault(word, number)
    if word in ("players", "seed"):
        if not (rest.isascii() and rest.isdecimal() and len(rest) < 19):
            raise script.problem(number, f"a number belongs after `{word}`")
        setattr(script, word, int(rest))
    elif word == "option":
        script.options.append(rest)
    else:
        script.seats.append(rest)


def _read_random(script: Script, number: int, rest: str) -> AtRandom:
    if rest in ("", "1"):
        return AtRandom(number, 1)
    if rest == "to end":
        return AtRandom(number, None)
    if rest.isascii() and rest.isdecimal() and len(rest) < 9:
        return AtRandom(number, int(rest))
    raise script.problem(number, "write  random 5  for five choices, or  random to end")


def _read_chance(script: Script, number: int, line: str) -> Chance:
    results = drawn(line.removeprefix("chance").lstrip(" :"))
    if "" in results:
        raise script.problem(
            number, "name what the next draws bring, in order:  chance: 6, 2"
        )
    return Chance(number, results)


# ---- against the rules ---------------------------------------------------------------


def script_options(script: Script, program: Program) -> dict[str, Fixed]:
    """The options that a script sets; raises Problem."""
    try:
        return read_options(program, script.options)
    except Unusable as error:
        raise script.problem(script.heads["option"], error.message) from error


def free_seats(script: Script, players: int) -> frozenset[int]:
    """The seats, from 1, whose choices are left to chance; raises Problem.

    They are those said to be random; where every choice says whose it is, those that
    no choice names as well.
    """
    for step in script.steps:
        if (
            isinstance(step, Chosen)
            and step.seat is not None
            and not 1 <= step.seat <= players
        ):
            raise script.problem(
                step.line, f"there is no player {step.seat}: {players} are playing"
            )
    try:
        seats = read_seats(script.seats, players, default="script")
    except Unusable as error:
        raise script.problem(script.heads["seat"], error.message) from error
    free = {s for s, kind in enumerate(seats.kinds, 1) if kind == RANDOM}
    named = {step.seat for step in script.steps if isinstance(step, Chosen)}
    if named and None not in named:
        free |= set(range(1, players + 1)) - {seat for seat in named if seat}
    return frozenset(free)


def read_expectations(script: Script, program: Program) -> None:
    """Read what is expected against the rules; faulty lines are shown, and end all."""
    expected = {s.line: s for s in script.steps if isinstance(s, Expected)}
    if not expected:
        return
    lines = [""] * max(expected)
    for number, step in expected.items():
        lines[number - 1] = f"    {step.text}"
    parsed = parse(BEFORE + "\n".join(lines) + "\n", script.path)
    diagnostics = list(parsed.diagnostics)
    decls = parsed.file.declarations if parsed.file else ()
    for decl in decls:
        if not isinstance(decl, nodes.ScenarioDecl):
            continue
        world = with_scenario(program.world, decl)
        diagnostics += world.diagnostics
        diagnostics += check_scenarios(world, lambda name: None)
        steps = {own_line(step.span): step for step in decl.steps}
        script.steps = [
            attrs.evolve(s, step=steps.get(s.line)) if isinstance(s, Expected) else s
            for s in script.steps
        ]
    errors = [d for d in diagnostics if d.severity is Severity.ERROR]
    if errors:
        _show(script, errors)
        raise click.exceptions.Exit(PROBLEMS)


def own_line(span: Span) -> int:
    """The line of the script that a place in the scenario stands on."""
    return span.line - BEFORE.count("\n")


def _show(script: Script, errors: list[Diagnostic]) -> None:
    colour = coloured(sys.stderr)
    rows = lines_of(script.text)
    for error in errors:
        line = own_line(error.span)
        shift = len(rows[line - 1]) - len(rows[line - 1].lstrip()) - 4
        span = error.span
        here = Span(
            span.path,
            line,
            max(1, span.column + shift),
            own_line(span) + span.end_line - span.line,
            max(1, span.end_column + shift),
        )
        own = attrs.evolve(error, span=here)
        text = render_full(own, {script.path: script.text}, colour)
        click.echo(ours(text) + "\n", err=True)


def hint_at_word(line: str) -> str:
    """A hint where the first word of a line is nearly one that scripts know."""
    hint = did_you_mean(line.split(" ")[0].rstrip(":"), FIRST_WORDS)
    return f"; {hint}" if hint else ""
