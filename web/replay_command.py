"""`rulesrun replay`: a recorded game, shown, verified, or written as a page."""

from __future__ import annotations

from pathlib import Path

import click
from attrs import evolve

from rulesrun.cli.bounds import bounded
from rulesrun.cli.files.sources import display_path, find_path
from rulesrun.cli.files.writing import anything, check_file, nothing, write_file
from rulesrun.cli.messages.tongues import language_option
from rulesrun.cli.messages.translating import tell as tell_line
from rulesrun.cli.messages.words import Words, words_for
from rulesrun.cli.output.problems import Problem
from rulesrun.cli.output.streams import printed
from rulesrun.cli.playing.recorded import find_rules, game_of, run
from rulesrun.cli.playing.records import load_log
from rulesrun.cli.playing.retelling import tell
from rulesrun.cli.playing.session import Session
from rulesrun.cli.playing.settings import read_view, view_option
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.web.looks import looks_beside
from rulesrun.dsl.limits import Limits
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.logs import Log


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
    "--html",
    "page",
    metavar="FILE",
    help="Write a page with every position and a slider, for any browser: one file.",
)
@click.option("--force", is_flag=True, help="Write over a page that is there already.")
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
    page: str | None,
    force: bool,
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
    if page is not None and (verify or review):
        raise click.UsageError("--html writes a page, and neither verifies nor reviews")
    if page is not None:
        check_file(Path(page), anything if force else nothing)
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
    if page is not None:
        text = _page(game, recorded, name, to, viewer, labels.words, states=not other)
        write_file(Path(page), text, anything if force else nothing)
        tell_line(f"wrote {display_path(Path(page))}")
        return
    with printed(labels.words.persian):
        tell(game, recorded, name, to, labels, viewer, states=not other)
        if review:
            from rulesrun.cli.playing.review import review_lines

            click.echo()
            for line in review_lines(game, recorded, labels, viewer, to):
                click.echo(line)
    if other:
        raise Problem(f"{name}: every choice is still possible under these rules")


def _page(
    game: Game,
    log: Log,
    name: str,
    to: int | None,
    viewer: int | None,
    words: Words,
    *,
    states: bool,
) -> str:
    """A recorded game as a page, as far as it goes; raises Problem or Unusable."""
    from rulesrun.web.recording import recording

    position = run(game, log, name, to, None, states=states, words=words, viewer=viewer)
    program = game.program
    looks = looks_beside(find_path(program.path), program.world)
    played = evolve(log, entries=list(log.entries[:to]))
    session = Session(game, log.seed, position, played)
    return recording(session, looks, viewer, words.language or "en")
