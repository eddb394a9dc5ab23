"""`rulesrun list`: the shipped games, and which of them a log is of."""

from __future__ import annotations

import re
from pathlib import Path

import click
from attrs import frozen

from rulesrun.cli.shipped import shipped
from rulesrun.cli.sources import read_file
from rulesrun.cli.streams import printed
from rulesrun.cli.terminal import pad, width
from rulesrun.cli.tongues import chosen_language, language_option
from rulesrun.cli.words import LANGUAGES, Words
from rulesrun.dsl import nodes
from rulesrun.dsl.parse import parse
from rulesrun.dsl.text import with_plain_ends

_GAME = re.compile(r"^game\b.*\n(?:(?:[ \t].*)?\n)*", re.MULTILINE)
"""The block that says which game it is: all that has to be read for a list."""


@frozen
class Shipped:
    """A shipped game: how it is asked for, and what it says of itself."""

    name: str
    path: Path
    game: nodes.Game


def games() -> list[Shipped]:
    """The shipped games, in the order of their names."""
    found = []
    for name, path in shipped().items():
        text = with_plain_ends(read_file(path)) + "\n"
        block = _GAME.search(text)
        if block is None:
            continue
        parsed = parse(f"language 1\n{block[0]}", str(path))
        declared = parsed.file.declarations if parsed.file else ()
        found += [Shipped(name, path, d) for d in declared if isinstance(d, nodes.Game)]
    return found


def path_of_game(identifier: str) -> Path | None:
    """The shipped rules of the game with that identifier."""
    likely = [p for n, p in shipped().items() if n.rsplit("/", 1)[-1] == identifier]
    if len(likely) == 1:
        return likely[0]
    for one in games():
        if one.game.name == identifier:
            return one.path
    return None


@click.command("list")
@language_option
def command(language: str | None) -> None:
    """List the games that come with rulesrun, by the names that commands know."""
    found = games()
    known = {*LANGUAGES, *(code for one in found for code in one.game.languages)}
    words = Words(chosen_language(language, sorted(known)))
    rows = []
    for one in found:
        low, high = one.game.players
        key = "seats, one" if low == high else "seats"
        seats = words.say(key, low=low, high=high)
        title = words.label(one.game.labels, one.game.name)
        spoken = words.name(", ".join(one.game.languages))
        rows.append(
            (words.name(one.name), seats, f"{title} ({spoken})" if spoken else title)
        )
    sizes = [max((width(row[at]) for row in rows), default=0) for at in range(2)]
    with printed(words.persian):
        for row in rows:
            click.echo(f"{pad(row[0], sizes[0])}  {pad(row[1], sizes[1])}  {row[2]}")
        click.echo(words.say("games", n=len(rows)))
