"""`rulesrun ledger`: where the points of a recorded game come from."""

from __future__ import annotations

import click
from attrs import evolve

from rulesrun.cli.bounds import bounded
from rulesrun.cli.messages.tongues import language_option
from rulesrun.cli.messages.words import words_for
from rulesrun.cli.output.problems import Problem
from rulesrun.cli.output.streams import printed
from rulesrun.cli.playing.recorded import check_number, find_rules, game_of, run
from rulesrun.cli.playing.records import load_log
from rulesrun.cli.playing.settings import read_view, view_option
from rulesrun.cli.screen.account_lines import account_lines
from rulesrun.cli.screen.labels import Labels
from rulesrun.dsl.limits import Limits
from rulesrun.interpreter.reports.accounts import accounts
from rulesrun.interpreter.reports.credits import credited


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
@bounded
def command(
    log: str,
    to: int | None,
    full: bool,
    rules: str | None,
    language: str | None,
    view: str,
    limits: Limits,
) -> None:
    """Say where the counters of a recorded game come from, by line of the rules.

    Counters declared `ledger` are listed with the lines of the rules that changed
    them; the amounts add up to what each player has. Below a line stand the cards that
    points were given for, as far as all can know them.
    """
    recorded = load_log(log)
    program = find_rules(recorded, log, rules, limits)
    words = words_for(program, language)
    check_number(recorded, log, to, words)
    labels = Labels(game_of(program, recorded, log), words)
    viewer = read_view(view, labels.game.players)
    same = program.is_of(recorded.rules)
    position = run(labels.game, recorded, log, to, None, states=same, viewer=viewer)
    entries = recorded.entries if to is None else recorded.entries[:to]
    position = credited(position, evolve(recorded, entries=entries))
    lines = list(account_lines(position, labels, viewer, full=full))
    if not lines:
        none = f"{program.path} declares no counter as `ledger`"
        if any(accounts(position)):
            raise Problem(f"{none} that all may know; see --view")
        raise Problem(f"{none}; write one as `points: int, ledger`")
    with printed(words.persian):
        for line in lines:
            click.echo(line)
