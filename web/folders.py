"""The files of a page, written into a folder."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rulesrun.cli.files.writing import (
    Over,
    anything,
    check_file,
    make_folder,
    nothing,
    write_file,
)
from rulesrun.web.export import Site


def write_site(site: Site, folder: Path, force: bool) -> None:
    """Write the files of a page, with a pack of them for a disk; raises Unusable."""
    texts = {**site.texts, "pack.js": site.pack().encode()}
    write_files(texts, folder, anything if force else nothing)


def write_files(texts: Mapping[str, bytes], folder: Path, over: Over) -> None:
    """Write files by their places, the page itself last; raises Unusable."""
    names = sorted(texts, key=lambda name: name == "index.html")
    for name in names:
        check_file(folder / name, over)
    for name in names:
        make_folder((folder / name).parent)
        write_file(folder / name, texts[name], over, lasting=False)
