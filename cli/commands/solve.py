"""`rulesrun solve`: what a small game is worth, and which choices are best."""

from __future__ import annotations

from pathlib import Path

import click

from rulesrun.agents.solving import MOST, Solution, Unsolvable, Value, solve
from rulesrun.cli.bounds import bounded
from rulesrun.cli.files.compiling import load_program
from rulesrun.cli.messages.progress import waiting
from rulesrun.cli.messages.tongues import language_option
from rulesrun.cli.messages.words import Words, words_for
from rulesrun.cli.output.problems import Problem
from rulesrun.cli.output.streams import printed
from rulesrun.cli.playing.recorded import check_number, find_rules, game_of, run
from rulesrun.cli.playing.records import load_log, split_place
from rulesrun.cli.playing.session import Session
from rulesrun.cli.playing.settings import MOST_SEED, make_game, read_options
from rulesrun.cli.screen.labels import Labels
from rulesrun.dsl.analysis.fixed import player_counts
from rulesrun.dsl.limits import Limits
from rulesrun.interpreter.game import Position

SHOWN = 20
"""So many options are listed, the best ones first."""


@click.command("solve")
@click.argument("place", metavar="FILE|LOG[@N]")
@click.option("--players", type=int, metavar="N", help="How many play.")
@click.option(
    "--seed",
    type=click.IntRange(0, MOST_SEED),
    default=1,
    show_default=True,
    help="The seed of the game, for what is drawn before its first choice.",
)
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="A variant of the game.",
)
@click.option(
    "--rules", metavar="FILE", help="The rules, if they are not found by name."
)
@click.option(
    "--positions",
    type=click.IntRange(1, 1_000_000_000),
    default=MOST,
    show_default=True,
    metavar="N",
    help="Go through so many positions at most.",
)
@language_option
@bounded
def command(
    place: str,
    players: int | None,
    seed: int,
    options: tuple[str, ...],
    rules: str | None,
    positions: int,
    language: str | None,
    limits: Limits,
) -> None:
    """Solve a small game: who wins if nobody errs, how soon, and by which choices.

    All positions that can be reached from the beginning (or from a point of a recorded
    game, LOG@N: after N choices) are gone through, each once, and worked back from the
    ends. For games of two players without chance and without anything hidden.
    """
    name, number = split_place(place)
    if Path(name).suffix == ".log" or number is not None:
        log = load_log(name)
        program = find_rules(log, name, rules, limits)
        words = words_for(program, language)
        check_number(log, name, number, words)
        game = game_of(program, log, name)
        same = program.is_of(log.rules)
        position = run(game, log, name, number, None, states=same)
    else:
        program = load_program(place, limits)
        words = words_for(program, language)
        count = players if players is not None else player_counts(program.world)[0]
        chosen = read_options(program, options)
        game = make_game(program, count, chosen, language=words.language)
        position = Session.begin(game, seed).position
    try:
        with waiting(words.say("thinking")):
            solution = solve(position, positions)
    except Unsolvable as error:
        raise Problem(str(error)) from error
    with printed(words.persian):
        _show(position, solution, Labels(game, words))


def _show(position: Position, solution: Solution, labels: Labels) -> None:
    words = labels.words
    assert position.player is not None
    who = labels.player(position.player)
    click.echo(words.say("solved", n=solution.positions))
    click.echo(f"{who}: {_value_text(solution.value, words)}")
    best = (solution.value.value, _hurry(solution.value))
    order = sorted(
        range(len(solution.options)),
        key=lambda n: (solution.options[n].value, _hurry(solution.options[n])),
        reverse=True,
    )
    rows = []
    for number in order[:SHOWN]:
        value = solution.options[number]
        far = Value(value.value, value.distance + 1 if value.value else 0)
        mark = "*" if (value.value, _hurry(far)) == best else ""
        option = position.options[number]
        rows.append([mark, labels.option(position, option), _value_text(far, words)])
    click.echo()
    for line in words.table([["", words.say("solved choice"), ""], *rows]):
        click.echo(f"  {line}")
    if len(order) > SHOWN:
        click.echo(words.say("solved more", n=len(order) - SHOWN))


def _hurry(value: Value) -> int:
    """More is better: a win soon, a loss late."""
    return -value.value * value.distance


def _value_text(value: Value, words: Words) -> str:
    key = ("solved loss", "solved even", "solved win")[value.value + 1]
    return words.say(key, n=value.distance)
