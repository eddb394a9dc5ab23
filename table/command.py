"""`rulesrun serve`: a table in the browser.

More than 400 lines: the options of the command and what each of them does.
"""

from __future__ import annotations

import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import click
from attrs import evolve, frozen

from rulesrun.cli.bounds import bounded
from rulesrun.cli.files.compiling import load_program
from rulesrun.cli.files.sources import find_path
from rulesrun.cli.messages.tongues import spoken
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.problems import Problem, Unusable
from rulesrun.cli.playing.logfile import LogFile
from rulesrun.cli.playing.recorded import find_rules, game_of
from rulesrun.cli.playing.records import load_log, resume
from rulesrun.cli.playing.session import Session
from rulesrun.cli.playing.settings import (
    HUMAN,
    beginning,
    fresh_seed,
    highest_seat,
    let_think,
    make_game,
    read_options,
    read_seats,
    say_if_slow,
    threads_option,
)
from rulesrun.cli.web.looks import looks_beside
from rulesrun.dsl.analysis.fixed import player_counts
from rulesrun.dsl.compile import Program
from rulesrun.dsl.limits import Limits
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.reports.views import view
from rulesrun.table.addresses import (
    bound,
    code_of,
    is_for_others,
    link_to,
    reached_at,
)
from rulesrun.table.clock import keep_time, read_time
from rulesrun.table.links import Links, links_beside
from rulesrun.table.lobby_command import MOST_PLAYERS, open_lobby
from rulesrun.table.misfits import Misfit, taken_over
from rulesrun.table.notices import Notices, read_hooks, send_notices
from rulesrun.table.simultaneous import kept_beside
from rulesrun.table.sitting import Table
from rulesrun.table.workbench import Workbench, go_on_with

PACE = 0.8
"""Seconds before each choice of a player who is no person: others want to see it."""

MOST_TABLES = 500


@frozen
class Wanted:
    """What the command line asks for."""

    game: str | None
    players: int | None
    seed: int | None
    seats: tuple[str, ...]
    options: tuple[str, ...]
    log: str | None
    force: bool
    resume: str | None
    tables: int
    pace: float
    watch: bool
    limits: Limits


def laid(wanted: Wanted) -> list[Table]:
    """The tables that are asked for, each with its log; raises Unusable or Problem."""
    if wanted.resume is not None:
        return [_taken_up(wanted, wanted.resume)]
    if wanted.game is None:
        raise Unusable("name the rules of a game, or a log:  --resume LOG")
    program = load_program(wanted.game, wanted.limits)
    counts = player_counts(program.world)
    least = max(counts[0], highest_seat(wanted.seats))
    number = least if wanted.players is None else wanted.players
    options = read_options(program, wanted.options)
    game = make_game(program, number, options, trace=wanted.watch)
    seats = read_seats(wanted.seats, number, HUMAN)
    say_if_slow(game, seats.kinds, Words(spoken()))
    looks = looks_beside(find_path(wanted.game), program.world)
    result = []
    for at in range(wanted.tables):
        seed = fresh_seed() if wanted.seed is None else wanted.seed + at
        session = Session.begin(game, seed)
        links = Links.fresh(seats)
        links = links.with_design() if wanted.watch else links
        path = _log_path(wanted, program, at)
        session.file = LogFile.create(path, session.log, force=wanted.force)
        links.write(path, force=wanted.force)
        table = _watched(wanted, Table.lay(session, links, looks, wanted.pace))
        _let_begin_again(table)
        _recall(table)
        result.append(table)
    return result


def _recall(table: Table) -> None:
    """Go through the set-up for each person now, so that nobody waits for that when all
    come at once.
    """
    for seat in table.links.people:
        view(table.session.position, seat, recalled=True)


def _let_begin_again(table: Table) -> None:
    """Let those at a table play the same once more, with a log beside the first one."""
    if table.workbench is not None:
        return
    file = table.session.file
    assert file is not None
    folder = file.path.parent

    def begin() -> Session:
        game = table.session.game
        session = Session.begin(game, fresh_seed())
        path = _free_path(folder, game.program)
        session.file = LogFile.create(path, session.log, force=False)
        table.links.write(path)
        return session

    table.begin_again = begin


def _watched(wanted: Wanted, table: Table) -> Table:
    """The table, with the designer's side if that is asked for."""
    if wanted.watch:
        path = wanted.game or table.session.game.program.path
        table.workbench = Workbench(table, path, wanted.limits)
    return table


def _free_path(folder: Path, program: Program) -> Path:
    """A name for a log that no file has."""
    number = 1
    while (folder / f"{program.name}-{number}.log").exists():
        number += 1
    return folder / f"{program.name}-{number}.log"


def _log_path(wanted: Wanted, program: Program, at: int) -> Path:
    """Where the log of a table is kept: a name that is free, unless one is given."""
    if wanted.log is None:
        return _free_path(Path(), program)
    path = Path(wanted.log)
    return path if at == 0 else path.with_name(f"{path.stem}-{at + 1}{path.suffix}")


def _taken_up(wanted: Wanted, name: str) -> Table:
    """The table of a log, as it was when it was left."""
    values = (wanted.players, wanted.seed, wanted.log, *wanted.options)
    if any(value is not None for value in values) or wanted.tables != 1:
        raise Unusable(
            "--resume takes players, options and seed from the log; leave them out"
        )
    log = load_log(name)
    hint = f"rulesrun serve FILE --resume {name}"
    program = find_rules(log, name, wanted.game, wanted.limits, hint)
    game = game_of(program, log, name)
    if wanted.watch:
        game = Game(program, game.players, game.options, trace=True)
    misfit: Misfit | None = None
    if wanted.watch and not program.is_of(log.rules):
        was = Session.begin(game, log.seed)
        was.log = log
        session, misfit = taken_over(program, was, log.entries)
        was.file = LogFile.take_up(Path(name), log)
        go_on_with(was, session)
    else:
        session = resume(game, name)
        session.file = LogFile.take_up(Path(name), session.log)
    stored = links_beside(Path(name), game.players)
    links = stored
    if links is None or wanted.seats:
        seats = read_seats(wanted.seats, game.players, HUMAN)
        links = Links.fresh(seats) if stored is None else evolve(stored, seats=seats)
    links = links.with_design() if wanted.watch else links
    if links != stored:
        links.write(Path(name))
    if session.position.over and session.file is not None:
        session.log.ranking = session.position.ranking or ()
        session.file.finish(session.log.ranking)
    looks = looks_beside(find_path(wanted.game or program.path), program.world)
    table = _watched(wanted, Table.lay(session, links, looks, wanted.pace))
    table.made = kept_beside(Path(name), game.players, session.log.entries)
    _let_begin_again(table)
    if isinstance(table.workbench, Workbench) and misfit is not None:
        table.workbench.misfit, table.workbench.wished = misfit, list(log.entries)
    return table


def links_of(table: Table, host: str, port: int) -> list[tuple[str, str]]:
    """Who gets which link."""
    links, people = table.links, table.links.people
    labels = next(iter(table.labels.values()))
    rows = []
    for seat, kind in enumerate(links.seats.kinds):
        link = link_to(host, port, links.tokens[seat])
        who = labels.player(seat)
        name = links.name(seat)
        rows.append(
            (f"{who}, {name}" if name else who, link if seat in people else f"({kind})")
        )
    rows.append(("to watch", link_to(host, port, links.watch)))
    if links.design is not None and table.workbench is not None:
        rows.append(("to design", link_to(host, port, links.design)))
    return rows


def _let_notices_go(table: Table, hooks: tuple[str, ...], host: str, port: int) -> None:
    """Tell those whose turn it is by their hooks; raises Unusable."""
    addresses = read_hooks(hooks, table.session.game.players)
    if addresses:

        def link(seat: int) -> str:
            return link_to(host, port, table.links.tokens[seat])

        notices = Notices(addresses, link)
        table.attendants.append(partial(send_notices, table, notices))


def show_codes(table: Table, host: str, port: int) -> None:
    """Print the link of each person as a code that a phone reads."""
    labels = next(iter(table.labels.values()))
    for seat in table.links.people:
        click.echo(f"\n{labels.player(seat)}")
        click.echo(code_of(link_to(host, port, table.links.tokens[seat])))


@click.command("serve")
@click.argument("game", metavar="FILE", required=False)
@beginning("people everywhere", "", "the game's name and a number")
@click.option(
    "--resume",
    "resumed",
    metavar="LOG",
    help="Go on where a log ends, by the same links.",
)
@click.option(
    "--tables",
    type=click.IntRange(1, MOST_TABLES),
    default=1,
    show_default=True,
    metavar="N",
    help="So many tables of the game, each with links and a log of its own.",
)
@click.option(
    "--lobby",
    "folder",
    metavar="DIR",
    help="Let everybody open tables on the first page, of FILE or of any shipped game; "
    "they are kept in DIR, and sleep there while nobody looks.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    metavar="ADDRESS",
    help="Where to listen; 0.0.0.0 lets in whoever can reach this machine.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="0 takes any that is free.",
)
@click.option(
    "--clock",
    metavar="TIME",
    help="The time for each choice, such as 15m, 12h or 3d; then a thinking player goes "
    "on for that seat, until it is taken back.",
)
@click.option(
    "--hook",
    "hooks",
    multiple=True,
    metavar="[SEAT=]URL",
    help="Where to post a notice (JSON with `text` and `link`) when it is the turn of "
    "somebody who does not look; may be given for each seat.",
)
@click.option(
    "--qr/--no-qr",
    "codes",
    default=None,
    help="Print each link also as a code that phones read; without either, so it is "
    "where others can come in and the output is a terminal.",
)
@click.option(
    "--pace",
    type=click.FloatRange(0, 60),
    default=PACE,
    show_default=True,
    metavar="SECONDS",
    help="How long players who are no persons wait before each choice.",
)
@click.option(
    "--watch",
    is_flag=True,
    help="Show each save of the rules at once, with their problems and scenarios; a link "
    "of its own sees everything and chooses for everybody.",
)
@threads_option
@bounded
def command(
    game: str | None,
    players: int | None,
    seed: int | None,
    seats: tuple[str, ...],
    options: tuple[str, ...],
    log: str | None,
    force: bool,
    resumed: str | None,
    tables: int,
    folder: str | None,
    host: str,
    port: int,
    clock: str | None,
    hooks: tuple[str, ...],
    codes: bool | None,
    pace: float,
    watch: bool,
    threads: int | None,
    limits: Limits,
) -> None:
    """Play a game in the browser, with others, or watch it.

    Prints a link for each seat and one to watch; whoever has a link sees what may be
    known there, and nothing else. Every choice is in the log before anybody is shown it:
    --resume LOG goes on where it ends. Ctrl-C closes the tables.
    """
    try:
        from rulesrun.table.serving import run
    except ImportError as error:
        raise Unusable(
            f"the table needs {error.name}, which is not installed: "
            "pip install 'rulesrun[table]'"
        ) from error
    seconds = None if clock is None else read_time(clock)
    read_hooks(hooks, MOST_PLAYERS)  # what is written wrongly, before there is a log
    wanted = Wanted(
        game,
        players,
        seed,
        seats,
        options,
        log,
        force,
        resumed,
        tables,
        pace,
        watch,
        limits,
    )
    if folder is not None:
        values = (players, seed, log, resumed, clock, *seats, *options)
        if any(value is not None for value in values) or tables != 1 or watch or force:
            raise Unusable(
                "--lobby lets people say how they play; it takes FILE, --host, --port, "
                "--hook, --pace and limits"
            )
        open_lobby(Path(folder), game, host, port, hooks, pace, limits, codes)
        return
    result: list[Table] = []
    try:
        with closing(bound(host, port)) as listening:
            result = laid(wanted)
            actual = listening.getsockname()[1]
            reached = reached_at(host)
            if codes is None:
                codes = is_for_others(host) and sys.stdout.isatty() and len(result) == 1
            for table in result:
                let_think(table.session.game, threads, table.links.seats.kinds)
                if seconds is not None:
                    table.attendants.append(partial(keep_time, table, seconds))
                _let_notices_go(table, hooks, reached, actual)
            for number, table in enumerate(result, 1):
                if len(result) > 1:
                    click.echo(f"table {number}")
                for who, link in links_of(table, reached, actual):
                    click.echo(f"  {who:<10}  {link}")
                if codes:
                    show_codes(table, reached, actual)
                if table.session.file is not None:
                    click.echo(f"  log         {table.session.file.path}")
            if clock is not None:
                click.echo(
                    f"  clock       {clock} for each choice; then a thinking player goes "
                    "on for that seat"
                )
            click.echo("Ctrl-C closes the table.")
            sys.stdout.flush()  # whoever starts this in the background waits for the links
            run(result, listening, host)
    except KeyboardInterrupt:
        click.echo()
    finally:
        for table in result:
            table.session.close()
    broken = [table.trouble for table in result if table.trouble is not None]
    if broken:
        raise Problem(broken[0])
    for table in result:
        if table.session.file is not None and not table.session.position.over:
            click.echo(
                f"go on with:  rulesrun serve --resume {table.session.file.path}"
            )
