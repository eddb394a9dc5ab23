"""A recorded game, told as it went."""

from __future__ import annotations

import click

from rulesrun.cli.output.problems import Problem
from rulesrun.cli.output.terminal import columns
from rulesrun.cli.playing.recorded import run
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.pictures import Picture
from rulesrun.cli.screen.transcript import Transcript, end_lines
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.logs import Entry, Log


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
