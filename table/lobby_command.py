"""`rulesrun serve --lobby`: a first page on which everybody opens tables."""

from __future__ import annotations

import sys
from contextlib import closing
from functools import partial
from pathlib import Path

import click

from rulesrun.cli.files.compiling import load_program
from rulesrun.cli.files.writing import make_folder
from rulesrun.dsl.limits import Limits
from rulesrun.table.addresses import bound, code_of, is_for_others, link_to, reached_at
from rulesrun.table.notices import read_hooks

MOST_PLAYERS = 99
"""No game takes more."""

LIST = "tables.db"
"""The list of the tables of a lobby, in its folder."""


def open_lobby(
    folder: Path,
    game: str | None,
    host: str,
    port: int,
    hooks: tuple[str, ...],
    pace: float,
    limits: Limits,
    codes: bool | None,
) -> None:
    """Serve a lobby until Ctrl-C; raises Unusable or Problem."""
    from rulesrun.table.lobby import Lobby
    from rulesrun.table.register import Register
    from rulesrun.table.serving import run

    if game is not None:
        load_program(game, limits)  # what is wrong with it, before anybody comes
    make_folder(folder)
    with (
        closing(bound(host, port)) as listening,
        closing(Register(folder / LIST)) as register,
    ):
        actual, reached = listening.getsockname()[1], reached_at(host)
        lobby = Lobby(
            folder,
            register,
            limits,
            pace,
            game,
            read_hooks(hooks, MOST_PLAYERS),
            partial(link_to, reached, actual),
        )
        first = link_to(reached, actual)
        click.echo(f"  lobby       {first}")
        if codes is None:
            codes = is_for_others(host) and sys.stdout.isatty()
        if codes:
            click.echo(code_of(first))
        click.echo("Ctrl-C closes the lobby; its tables are kept.")
        sys.stdout.flush()
        try:
            run([], listening, host, lobby)
        except KeyboardInterrupt:
            click.echo()
