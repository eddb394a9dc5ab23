"""`rulesrun language-server`: what editors ask about rules files while they are written."""

from __future__ import annotations

import sys
from importlib.metadata import version
from typing import BinaryIO, cast

import click

from rulesrun.cli.hosting import Files
from rulesrun.cli.output.problems import Unusable

MISSING = """the language server needs pygls, which comes with the extra `editor`:
    pip install 'rulesrun[editor]'"""


@click.command("language-server")
@click.option("--stdio", is_flag=True, help="As always: by way of input and output.")
def command(stdio: bool) -> None:
    """Answer an editor: problems, names, paragraphs and more, as rules are written.

    Editors start this themselves and speak with it over its input and output;
    `rulesrun docs --page editors` says how VS Code, Neovim and Helix are told to.
    """
    try:
        from rulesrun.language_server.server import make_server
    except ImportError as error:
        raise Unusable(MISSING) from error
    requests, replies = sys.__stdin__, sys.__stdout__
    if requests is None or replies is None:
        raise Unusable("the language server needs an input and an output")
    if requests.isatty():
        click.echo("waiting for an editor; Ctrl-C stops", err=True)
    server, _ = make_server(Files(), version("rulesrun"))
    server.start_io(cast(BinaryIO, requests.buffer), cast(BinaryIO, replies.buffer))
