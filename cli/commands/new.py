"""`rulesrun new`: a small game that works, to begin from."""

from __future__ import annotations

import re
from pathlib import Path

import click

from rulesrun.cli.files.sources import display_path
from rulesrun.cli.files.starter import starter
from rulesrun.cli.files.variant import variant_files
from rulesrun.cli.files.writing import write_new_files
from rulesrun.cli.messages.translating import tell
from rulesrun.cli.output.problems import Unusable
from rulesrun.cli.output.terminal import cut
from rulesrun.dsl.builtins import FUNCTIONS
from rulesrun.dsl.syntax.words import BUILTIN_NAMES, RESERVED

_NAME = re.compile(r"[a-z][a-z0-9_]*")


def check_name(name: str) -> None:
    """Refuse a name that no game can have; raises Unusable."""
    if not _NAME.fullmatch(name) or len(name) > 60:
        raise Unusable(
            f"a game cannot be called {cut(repr(name), 60)}: write small Latin letters, "
            "digits and _, such as my_game"
        )
    if name in RESERVED or name in BUILTIN_NAMES or name in FUNCTIONS:
        raise Unusable(
            f"{name!r} is a word of the language itself; choose another name"
        )


@click.command("new")
@click.argument("name", metavar="NAME")
@click.option(
    "-o",
    "folder",
    default=".",
    metavar="DIR",
    help="Where to write it.  [default: here]",
)
@click.option(
    "--from",
    "game",
    metavar="GAME",
    help="Begin with a copy of that game, its texts and its scenarios.",
)
def command(name: str, folder: str, game: str | None) -> None:
    """Write a small working game, its rulebook and its scenarios, ready to be changed.

    With --from it is a variant: a copy of another game under that name. Nothing that is
    there already is written over.
    """
    check_name(name)
    root = Path(folder)
    texts = {root / path: text for path, text in starter(name).items()}
    if game is not None:
        texts = variant_files(game, name, root)
    write_new_files(texts)
    for path in texts:
        tell(f"wrote {display_path(path)}")
    rules = display_path(root / f"{name}.rules")
    tell("now try:")
    click.echo(f"    rulesrun test {rules}")
    click.echo(f"    rulesrun play {rules}")
