"""`rulesrun playground`: a page on which games are written and played."""

from __future__ import annotations

from pathlib import Path

import click

from rulesrun.cli.bounds import unbounded_memory
from rulesrun.cli.files.sources import display_path
from rulesrun.cli.files.writing import anything, check_file, nothing
from rulesrun.cli.messages.translating import tell
from rulesrun.web.folders import write_files
from rulesrun.web.playground import playground


@click.command("playground")
@click.option("-o", "folder", metavar="DIR", required=True, help="Where to write it.")
@click.option("--force", is_flag=True, help="Write over a page that is there already.")
def command(folder: str, force: bool) -> None:
    """Write a page on which games are written, tried out and played, without a server.

    It has an editor with completion, problems and fixes, the table beside it, and all
    shipped games to begin from. Put the folder on any host of files; nothing is asked of
    any other machine. Making it needs Node.js and npm, and a network once.
    """
    target = Path(folder)
    first = target / "index.html"
    over = anything if force else nothing
    check_file(first, over)
    with unbounded_memory():
        site = playground()
    write_files(site.texts, target, over)
    tell(f"wrote {display_path(first)}")
    tell("it needs a host of files, such as:")
    click.echo(f"    python3 -m http.server -d {display_path(target)}")
