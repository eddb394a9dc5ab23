"""The pages of the documentation, as they come with the package."""

from __future__ import annotations

from importlib.resources import files

import click

from rulesrun.cli.output.problems import Unusable
from rulesrun.cli.web.tries import checked_address, with_links
from rulesrun.dsl.problems.nearest import did_you_mean
from rulesrun.dsl.text import counted

LANGUAGE = "language"
"""The reference of the language."""


def pages() -> dict[str, str]:
    """The texts of the pages by their names, such as `designers`; Markdown."""
    result = (f for f in files("rulesrun.docs").iterdir() if f.name.endswith(".md"))
    by_name = sorted(result, key=lambda file: file.name)
    return {f.name.removesuffix(".md"): f.read_text("utf-8") for f in by_name}


def show_page(name: str, playground: str | None = None) -> None:
    """Let a page be read: leafed through at a terminal, printed elsewhere.

    Its examples link to a playground, if there is one. Raises Unusable where there is no
    page of that name.
    """
    texts = pages()
    text = texts.get(name.removesuffix(".md"))
    if text is None:
        hint = did_you_mean(name, texts) or "`rulesrun docs --pages` lists them"
        raise Unusable(f"there is no page {name!r}; {hint}")
    if playground is not None:
        text = with_links(text, checked_address(playground))
    click.echo_via_pager(text)


def list_pages() -> None:
    """Print the names of the pages, each with its heading."""
    texts = pages()
    size = max(map(len, texts))
    for name, text in texts.items():
        heading = text.partition("\n")[0].lstrip("# ").replace("`", "")
        click.echo(f"{name:{size}}  {heading}")
    click.echo(f"{counted(len(texts), 'page')}; `rulesrun docs --page NAME` shows one")
