"""`rulesrun list`: the shipped games."""

from __future__ import annotations

import click

from rulesrun.cli.games import games
from rulesrun.cli.streams import printed
from rulesrun.cli.terminal import pad, width
from rulesrun.cli.tongues import chosen_language, language_option
from rulesrun.cli.words import Words
from rulesrun.dsl.spoken import languages


@click.command("list")
@language_option
def command(language: str | None) -> None:
    """List the games that come with rulesrun, by the names that commands know."""
    found = games()
    known = {*languages(), *(code for one in found for code in one.game.languages)}
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
