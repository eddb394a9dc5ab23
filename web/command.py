"""`rulesrun export`: a game as a page without a server."""

from __future__ import annotations

import re
from pathlib import Path

import click

from rulesrun.cli.bounds import bounded, unbounded_memory
from rulesrun.cli.files.compiling import load_program
from rulesrun.cli.files.sources import display_path
from rulesrun.cli.files.writing import (
    anything,
    check_file,
    make_folder,
    nothing,
    write_file,
)
from rulesrun.cli.messages.translating import tell
from rulesrun.cli.output.problems import Problem, Unusable
from rulesrun.dsl.limits import Limits
from rulesrun.interpreter.machine import GameFault
from rulesrun.web.export import Subject, single, site_of
from rulesrun.web.folders import write_site

MOST_SINGLE = 30_000_000
"""A page in one file may have so many bytes."""


@click.command("export")
@click.argument("game", metavar="FILE")
@click.option("-o", "folder", metavar="DIR", required=True, help="Where to write it.")
@click.option(
    "--single", "one", is_flag=True, help="Write one file instead of a folder."
)
@click.option("--force", is_flag=True, help="Write over a page that is there already.")
@bounded
def command(game: str, folder: str, one: bool, force: bool, limits: Limits) -> None:
    """Write a game as a page that plays in any browser, without a server.

    The folder can be put on any host of files, or opened from a disk: index.html begins
    it. Nothing is asked of any other machine. Making it needs Node.js and npm, and a
    network once.
    """
    program = load_program(game, limits)
    over = anything if force else nothing
    target = Path(folder)
    name = f"{re.sub(r'[^a-z0-9_]', '_', program.name)}.html"
    first = target / (name if one else "index.html")
    check_file(first, over)
    try:
        with unbounded_memory():
            site = site_of(Subject.of(game, program))
    except GameFault as fault:
        raise Problem(str(fault)) from fault
    if one:
        text = single(site)
        if len(text.encode()) > MOST_SINGLE:
            raise Unusable(
                f"as one file the page would have {len(text) / 1e6:.1f} MB, more than "
                f"{MOST_SINGLE // 1_000_000}; leave --single out"
            )
        make_folder(target)
        write_file(first, text, over)
        tell(f"wrote {display_path(first)}")
        return
    write_site(site, target, over is anything)
    tell(f"wrote {display_path(first)}")
