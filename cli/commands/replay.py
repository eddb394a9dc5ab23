"""`rulesrun replay`: a recorded game, shown or verified."""

from __future__ import annotations

import click

from rulesrun.cli.bounds import bounded
from rulesrun.cli.messages.tongues import language_option
from rulesrun.cli.messages.words import words_for
from rulesrun.cli.output.problems import Problem
from rulesrun.cli.output.streams import printed
from rulesrun.cli.output.terminal import columns
from rulesrun.cli.playing.recorded import find_rules, game_of, run
from rulesrun.cli.playing.records import load_log
from rulesrun.cli.playing.settings import read_view, view_option
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.pictures import Picture
from rulesrun.cli.screen.transcript import Transcript, end_lines
from rulesrun.dsl.limits import Limits
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.logs import Entry, Log


@click.command("replay")
@click.argument("log", metavar="LOG")
@click.option(
    "--to",
    type=click.IntRange(0),
    metavar="N",
    help="Stop after N choices, and show the position.",
)
@click.option("--verify", is_flag=True, help="Say only whether all is as recorded.")
@click.option(
    "--review",
    is_flag=True,
    help="Then tell after which choices a thinking player would have expected less.",
)
@click.option(
    "--rules", metavar="FILE", help="The rules, if they are not found by name."
)
@language_option
@view_option
@bounded
def command(
    log: str,
    to: int | None,
    verify: bool,
    review: bool,
    rules: str | None,
    language: str | None,
    view: str,
    limits: Limits,
) -> None:
    """Show a recorded game, or verify that the rules still lead to the same states.

    A log that was edited, cut off, or made under other rules is followed as far as it
    fits; the message names the line of the log, and the status is 1.
    """
    if verify and review:
        raise click.UsageError("--verify tells only whether all is as recorded")
    name = log
    recorded = load_log(name)
    program = find_rules(recorded, name, rules, limits)
    other = not program.is_of(recorded.rules)
    message = (
        f"{name}:1: this game was played under other rules than {program.path} "
        f"({recorded.rules}, not {program.digest})"
    )
    if other and verify:
        raise Problem(message)
    game = game_of(program, recorded, name)
    labels = Labels(game, words_for(program, language))
    viewer = read_view(view, game.players)
    if verify:
        position = run(game, recorded, name, to, None, states=True, viewer=viewer)
        number = len(recorded.entries[:to])
        key = "verified, over" if position.over else "verified"
        with printed(labels.words.persian):
            click.echo(labels.words.say(key, name=name, n=number))
        return
    if other:
        click.echo(message, err=True)
    with printed(labels.words.persian):
        tell(game, recorded, name, to, labels, viewer, states=not other)
        if review:
            from rulesrun.cli.playing.review import review_lines

            click.echo()
            for line in review_lines(game, recorded, labels, viewer, to):
                click.echo(line)
    if other:
        raise Problem(f"{name}: every choice is still possible under these rules")


def tell(
    game: Game,
    log: Log,
    name: str,
    to: int | None,
    labels: Labels,
    viewer: int | None,
    *,
    states: bool,
) -> None:
    """Print what happens in a recorded game, as far as the viewer may know it."""
    transcript = Transcript(labels, viewer)
    begun = False

    def each(position: Position, entry: Entry) -> None:
        nonlocal begun
        if begun:
            transcript.follow(position)
        else:
            transcript.begin(position, log.seed)
            begun = True
        option = next((o for o in position.options if o.name == entry.choice), None)
        if option is not None:
            transcript.choice(position, option)

    try:
        position = run(
            game, log, name, to, each, states=states, words=labels.words, viewer=viewer
        )
    except Problem:
        transcript.flush()
        raise
    if not begun:
        transcript.begin(position, log.seed)
    else:
        transcript.follow(position)
    transcript.flush()
    click.echo()
    if position.over:
        for line in end_lines(position, labels, viewer):
            click.echo(line)
        return
    for line in Picture(position, viewer, labels.at(position), columns()).lines():
        click.echo(line)
    click.echo()
    assert position.player is not None
    number = len(log.entries[:to])
    who = labels.player(position.player)
    click.echo(labels.words.say("so far", n=number, who=who))
