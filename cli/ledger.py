"""`rulesrun ledger`: where the points of a recorded game come from."""

from __future__ import annotations

from collections.abc import Iterator

import click

from rulesrun.cli.labels import Labels
from rulesrun.cli.problems import Problem
from rulesrun.cli.reasons import paragraph_lines
from rulesrun.cli.records import load_log
from rulesrun.cli.replay import find_rules, game_of, run
from rulesrun.cli.settings import read_view, view_option
from rulesrun.cli.streams import printed
from rulesrun.cli.terminal import bold, columns, cut
from rulesrun.cli.tongues import language_option
from rulesrun.cli.why import check_number
from rulesrun.cli.words import words_for
from rulesrun.interpreter.accounts import Account, accounts
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.reckoning import lines_at


def account_lines(
    position: Position, labels: Labels, viewer: int | None, *, full: bool
) -> Iterator[str]:
    """Each counter as a table: a line of the rules in a row, a participant in a column.

    What the viewer may not know is left out. With `full` the line and the paragraphs that
    it cites are told, too.
    """
    for account in accounts(position, viewer):
        yield from _account(position, account, labels, full)


def _account(
    position: Position, account: Account, labels: Labels, full: bool
) -> Iterator[str]:
    words = labels.words
    seats = range(position.game.layout.participants)
    title = words.label(account.labels, account.name)
    if account.kind:
        title += f" ({words.listed(account.kind)})"
    rows = [[bold(title), *(labels.player(seat) for seat in seats)]]
    for source in account.sources:
        where = words.say("set")
        if source.span is not None:
            cites = (f"@{cite}" for cite in source.cites)
            line = f"{source.span.path}:{source.span.line}"
            where = words.name(" ".join([line, *cites]))
        amounts = ["-" if n == 0 else labels.number(n) for n in source.amounts]
        rows.append([f"  {where}", *amounts])
    rows.append([f"  {words.say('sum')}", *map(labels.number, account.totals)])
    lines = words.table(rows)
    yield lines[0]
    for line, source in zip(lines[1:-1], account.sources, strict=True):
        yield line
        if full and source.span is not None:
            program = position.game.program
            for written in lines_at(program, source.span)[:2]:
                yield cut(f"      {words.name(written)}", columns())
            yield from paragraph_lines(program, words, source.cites)
    yield lines[-1]


@click.command("ledger")
@click.argument("log", metavar="LOG")
@click.option(
    "--to", type=click.IntRange(0), metavar="N", help="Only the first N choices."
)
@click.option("--full", is_flag=True, help="Show the rules and the paragraphs as well.")
@click.option(
    "--rules", metavar="FILE", help="The rules, if they are not found by name."
)
@language_option
@view_option
def command(
    log: str,
    to: int | None,
    full: bool,
    rules: str | None,
    language: str | None,
    view: str,
) -> None:
    """Say where the counters of a recorded game come from, by line of the rules.

    Counters declared `ledger` are listed with the lines of the rules that changed
    them; the amounts add up to what each player has.
    """
    recorded = load_log(log)
    program = find_rules(recorded, log, rules)
    words = words_for(program, language)
    check_number(recorded, log, to, words)
    labels = Labels(game_of(program, recorded, log), words)
    viewer = read_view(view, labels.game.players)
    same = program.is_of(recorded.rules)
    position = run(labels.game, recorded, log, to, None, states=same, viewer=viewer)
    lines = list(account_lines(position, labels, viewer, full=full))
    if not lines:
        hidden = " that all may know; see --view" if any(accounts(position)) else ""
        raise Problem(f"{program.path} declares no counter as `ledger`{hidden}")
    with printed(words.persian):
        for line in lines:
            click.echo(line)
