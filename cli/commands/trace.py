"""`rulesrun trace`: what the rulebook says, and whether the rules do it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from rulesrun.cli.bounds import bounded
from rulesrun.cli.files.compiling import compile_source, load_program
from rulesrun.cli.files.sources import display_path, find_path, find_source, text_of
from rulesrun.cli.files.test_files import tests_beside
from rulesrun.cli.files.writing import make_folder, pages, sums, write_file
from rulesrun.cli.messages.progress import counting
from rulesrun.cli.messages.tongues import spoken
from rulesrun.cli.messages.translating import tell
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.problems import PROBLEMS, Problem, Unusable
from rulesrun.cli.output.streams import along
from rulesrun.cli.output.terminal import table
from rulesrun.cli.playing.records import as_problem, load_log
from rulesrun.cli.playing.session import describe_fault
from rulesrun.cli.web.trace_page import Traced, trace_page
from rulesrun.dsl.analysis.fixed import player_counts
from rulesrun.dsl.compile import Program
from rulesrun.dsl.data.sources import COLUMNS, KINDS
from rulesrun.dsl.limits import Limits
from rulesrun.interpreter.game import Game, WrongSetup
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.testing.paragraphs import (
    Usage,
    count_games,
    count_log,
    count_scenarios,
    gap_of,
    sources_of,
    usages,
)

SHOWN = 70
"""How much of a paragraph's text is shown."""


@click.command("trace")
@click.argument("file", metavar="FILE")
@click.argument("logs", nargs=-1, metavar="[LOG]...")
@click.option(
    "--games",
    type=click.IntRange(0, 1_000_000),
    default=0,
    metavar="N",
    help="Also play N random games.",
)
@click.option("--all", "whole", is_flag=True, help="Show every paragraph, in a table.")
@click.option(
    "--sources", is_flag=True, help="Say what of the sources stands in no paragraph."
)
@click.option(
    "--accept", is_flag=True, help="Keep the present texts as the known ones."
)
@click.option("--html", metavar="FILE", help="Write it as a page.")
@click.option("--force", is_flag=True, help="Write over a file that is there already.")
@bounded
def command(
    file: str,
    logs: tuple[str, ...],
    games: int,
    whole: bool,
    sources: bool,
    accept: bool,
    html: str | None,
    force: bool,
    limits: Limits,
) -> None:
    """Compare the rules with the paragraphs of their rulebook.

    Lists paragraphs that no rule cites, that are cited but that no scenario and no
    game has reached, that no scenario cites, and that have changed since --accept was
    last given. Recorded games (LOG) count like random ones. The page of --html shows
    every paragraph, with the rules that cite it, and needs no network. With --sources,
    the sentences, examples and tables of the books that `sources.csv` beside the
    rulebook lists are followed to paragraphs, rules and scenarios.
    """
    program = load_program(file, limits)
    result = usages(program, spoken())
    if not result:
        raise Problem(
            f"{program.path} names no rulebook with numbered paragraphs; write "
            'rulebook "FILE.md" below `game`'
        )
    tests = _tested(file, program, result, limits)
    recorded = _count_logs(program, logs, result)
    played = 0
    try:
        random = count_games(program, result, games, player_counts(program.world))
        for number in counting(random, games, "games"):
            played = number
    except KeyboardInterrupt:
        tell(f"stopped: {games} random games were to be played", err=True)
    if whole:
        _show_table(result)
    changed = _changed(result, _accepted_digests(file))
    bad = _show_findings(result, changed)
    if sources:
        bad |= _show_sources(program, result)
    rules = sum(u.paragraph.states_rule for u in result.values())
    tell(
        f"{len(result)} paragraphs, {rules} of them rules; "
        f"{tests} scenarios and {recorded + played} games looked at"
    )
    if html is not None:
        traced = Traced(program, result, frozenset(changed), tests, recorded + played)
        write_file(Path(html), trace_page(traced, Words(spoken())), pages, force=force)
        tell(f"wrote {display_path(Path(html))}")
    if accept and played == games:
        _keep(file, result)
    if bad or played < games:
        raise click.exceptions.Exit(PROBLEMS)


def _count_logs(
    program: Program, logs: tuple[str, ...], results: dict[str, Usage]
) -> int:
    """Play recorded games again; raises Problem for any that does not fit."""
    for name in logs:
        log = load_log(name)
        if log.game != program.name:
            raise Problem(f"{name}:1: this is a game of {log.game!r}")
        try:
            game = Game(program, log.players, dict(log.options), trace=True)
            difference = count_log(game, log, results)
        except WrongSetup as error:
            raise Problem(f"{name}:1: {error}") from error
        except GameFault as fault:
            raise Problem(f"{name}: {describe_fault(fault)}") from fault
        if difference is not None:
            raise Problem(f"{name}:{difference.line}: {difference.message}")
        if log.damage is not None:
            raise as_problem(name, log.damage)
    return len(logs)


def _tested(
    file: str, program: Program, results: dict[str, Usage], limits: Limits
) -> int:
    """Run the scenarios of the game's own file and of the files of tests beside it."""
    count = _run(program, results)
    for path in tests_beside(find_path(file)):
        compilation = compile_source(find_source(str(path)), limits)
        if compilation.program is not None:
            inner = usages(compilation.program)
            count += _run(compilation.program, inner)
            for number, usage in inner.items():
                if number in results:
                    results[number].scenarios += usage.scenarios
                    results[number].tests += usage.tests
    return count


def _run(program: Program, results: dict[str, Usage]) -> int:
    """Run the scenarios of a file; how many there are."""
    number = len(program.world.scenarios)
    for _ in counting(count_scenarios(program, results), number, "scenarios"):
        pass
    return number


# ---- what is shown ---------------------------------------------------------------


def _show_table(results: dict[str, Usage]) -> None:
    words = Words(spoken())
    holds = words.say("traced: holds")
    rows = [
        [
            words.name(number),
            words.say("traced: rule") if usage.paragraph.states_rule else "-",
            words.listed(words.number(c.span.line) for c in usage.citations[:6]),
            holds if usage.fixed else words.number(usage.scenarios),
            holds if usage.fixed else words.number(usage.games),
            words.prose(_short(usage.paragraph.text)),
        ]
        for number, usage in results.items()
    ]
    heads = ("paragraph", "", "lines", "scenarios", "games", "text")
    head = [words.say(f"traced: {name}") if name else "" for name in heads]
    for line in table([head, *rows], flush=words.persian):
        click.echo(along(line, words.persian))
    click.echo()


def _changed(result: dict[str, Usage], accepted: dict[str, str]) -> list[str]:
    """The paragraphs that are not as they were accepted."""
    return [
        number
        for number, usage in result.items()
        if accepted.get(number, usage.paragraph.digest) != usage.paragraph.digest
    ]


def _show_findings(results: dict[str, Usage], numbers: list[str]) -> bool:
    """The lists; whether a rule is not cited, or a paragraph has changed."""
    rules = [u for u in results.values() if u.paragraph.states_rule]
    uncited = [u for u in rules if not u.citations]
    unreached = [u for u in rules if u.citations and not u.reached]
    changed = [results[number] for number in numbers]
    lists = [
        ("Rules that nothing cites", uncited),
        ("Cited, but never reached", unreached),
        ("Changed since they were last accepted", changed),
    ]
    if any(u.tests for u in rules):  # else the scenarios of this game cite nothing
        untested = [u for u in rules if u.citations and not (u.fixed or u.tests)]
        lists.insert(2, ("Rules that no scenario cites", untested))
    for title, listed in lists:
        tell(f"{title}: {len(listed) or 'none'}")
        for usage in listed:
            tell(f"  {usage.paragraph.number:<8}{_short(usage.paragraph.text)}")
    return bool(uncited or changed)


def _show_sources(program: Program, results: Mapping[str, Usage]) -> bool:
    """What of each book stands where; whether something of one is nowhere."""
    units = sources_of(program)
    if not units:
        raise Problem(
            f"{program.path} has no list of sources; write it beside the rulebook, as "
            f"sources.csv, with the columns {','.join(COLUMNS)}"
        )
    gaps = [(unit, gap) for unit in units if (gap := gap_of(unit, results)) is not None]
    lacking = {unit.line for unit, _ in gaps}
    words = Words(spoken())
    heads = ("source", *KINDS, "covered")
    rows = []
    for book in dict.fromkeys(unit.source for unit in units):
        own = [unit for unit in units if unit.source == book]
        counts = [sum(unit.kind == kind for unit in own) for kind in KINDS]
        covered = sum(unit.line not in lacking for unit in own)
        shares = f"{words.number(covered)}/{words.number(len(own))}"
        rows.append([words.name(book), *map(words.number, counts), shares])
    head = [words.say(f"traced: {name}") for name in heads]
    for line in table([head, *rows], flush=words.persian):
        click.echo(along(line, words.persian))
    tell(f"Not covered: {len(gaps) or 'none'}")
    for unit, gap in gaps:
        tell(f"  {unit.place}: {gap}")
    return bool(gaps)


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else text[: SHOWN - 1].rstrip() + "…"


# ---- the texts that were accepted --------------------------------------------------


def _sums(file: str) -> Path:
    path = find_path(file)
    return path.with_suffix("") / "rulebook.sums"


def _accepted_digests(file: str) -> dict[str, str]:
    try:
        lines = text_of(_sums(file)).splitlines()
    except (OSError, Unusable):
        return {}
    pairs = [line.split() for line in lines]
    return {pair[0]: pair[1] for pair in pairs if len(pair) == 2}


def _keep(file: str, results: dict[str, Usage]) -> None:
    path = _sums(file)
    lines = [f"{n} {u.paragraph.digest}\n" for n, u in results.items()]
    make_folder(path.parent)
    write_file(path, "".join(lines), sums)
    tell(f"kept in {path}")
