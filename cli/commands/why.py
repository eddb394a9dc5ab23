"""`rulesrun why`: why something could not be chosen at a point of a recorded game."""

from __future__ import annotations

import click

from rulesrun.cli.bounds import bounded
from rulesrun.cli.messages.tongues import language_option
from rulesrun.cli.messages.words import words_for
from rulesrun.cli.output.streams import printed
from rulesrun.cli.playing.recorded import check_number, find_rules, game_of, run
from rulesrun.cli.playing.records import load_log, split_place
from rulesrun.cli.screen.answers import why_lines
from rulesrun.cli.screen.labels import Labels
from rulesrun.dsl.limits import Limits
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.runtime.keyboard import plain


@click.command("why")
@click.argument("place", metavar="LOG[@N]")
@click.argument("choice", nargs=-1, metavar="[CHOICE]...")
@click.option(
    "--rules", metavar="FILE", help="The rules, if they are not found by name."
)
@language_option
@bounded
def command(
    place: str,
    choice: tuple[str, ...],
    rules: str | None,
    language: str | None,
    limits: Limits,
) -> None:
    """Say why something cannot be chosen in a recorded game, after N choices.

    Names the first condition that fails, the values in it, its line and the paragraphs
    of the rulebook that it cites. Of a choice that is given by half, the way to
    complete it that comes furthest is looked at. Without a choice, all that cannot be
    chosen at all is listed with its first reason.
    """
    name, number = split_place(place)
    log = load_log(name)
    program = find_rules(log, name, rules, limits)
    words = words_for(program, language)
    check_number(log, name, number, words)
    labels = Labels(game_of(program, log, name), words)
    same = program.is_of(log.rules)
    position = run(labels.game, log, name, number, None, states=same)
    with printed(words.persian):
        _answer(position, labels, plain(" ".join(choice)).strip())


def _answer(position: Position, labels: Labels, text: str) -> None:
    """Print why a choice is none, or which options it fits."""
    if position.player is not None:
        who = labels.player(position.player)
        click.echo(f"{who}: {labels.words.typed(text)}" if text else f"{who}:")
    for line in why_lines(position, labels, text):
        click.echo(line)
