"""`rulesrun list`: the shipped games, and what one must know to begin one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from rulesrun.cli.files.compiling import load_program
from rulesrun.cli.files.games import games
from rulesrun.cli.files.shipped import shows
from rulesrun.cli.files.sources import find_path
from rulesrun.cli.files.variants import variants_of
from rulesrun.cli.messages.tongues import chosen_language, language_option
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.streams import printed
from rulesrun.cli.output.terminal import columns, folded, pad, width
from rulesrun.dsl.compile import Program
from rulesrun.dsl.languages.spoken import languages
from rulesrun.dsl.semantics.symbols import OptionSymbol
from rulesrun.dsl.semantics.value_types import IntType
from rulesrun.dsl.syntax import nodes


@click.command("list")
@click.argument("game", required=False, metavar="[GAME]")
@language_option
def command(game: str | None, language: str | None) -> None:
    """List the games that come with rulesrun, by the names that commands know.

    Of one GAME, also a rules file, tell for how many it is, its options with their values,
    its languages, and where its files are.
    """
    result = games()
    codes = {*languages(), *(code for one in result for code in one.game.languages)}
    words = Words(chosen_language(language, sorted(codes)))
    if game is not None:
        program = load_program(game)
        with printed(words.persian):
            for line in about(program, find_path(game), words):
                click.echo(line)
        return
    rows = []
    for one in result:
        seats = seats_of(one.game, words)
        title = words.label(one.labels(words.language), one.game.name)
        spoken = words.name(", ".join(one.game.languages))
        rows.append(
            (words.name(one.name), seats, f"{title} ({spoken})" if spoken else title)
        )
    sizes = [max((width(row[at]) for row in rows), default=0) for at in range(2)]
    showing = shows()
    with printed(words.persian):
        for listed, row in zip(result, rows, strict=True):
            click.echo(f"{pad(row[0], sizes[0])}  {pad(row[1], sizes[1])}  {row[2]}")
            lines = showing.get(listed.name, {})
            if text := lines.get(words.language or "en") or lines.get("en"):
                for part in folded(text, columns() - 4):
                    click.echo(f"    {part}")
        click.echo(words.say("games", n=len(rows)))


def seats_of(game: nodes.Game, words: Words) -> str:
    """For how many a game is."""
    low, high = game.players
    return words.say("seats, one" if low == high else "seats", low=low, high=high)


def about(program: Program, path: Path, words: Words) -> Iterator[str]:
    """What somebody must know of a game who wants to begin one."""
    declared = program.world.game
    assert declared is not None
    yield words.label(declared.labels, declared.name)
    yield f"  {seats_of(declared, words)}"
    values: dict[str, list[str]] = {}
    for text in variants_of(str(path)):
        name, _, value = text.partition("=")
        values.setdefault(name, []).append(value)
    for option in program.world.each(OptionSymbol):
        choices = "|".join(values[option.name])
        if isinstance(option.type, IntType):
            choices = f"{option.type.low}..{option.type.high}"
        label = words.label(option.decl.labels, option.name)
        yield f"  {words.name(f'--option {option.name}={choices}')}  {words.part(label)}"
    if declared.languages:
        yield f"  {words.name('--lang ' + '|'.join(declared.languages))}"
    yield f"  {words.name(str(path))}"
    for name in sorted(program.texts):
        if name != program.path:
            yield f"  {words.name(str(path.parent / name))}"
