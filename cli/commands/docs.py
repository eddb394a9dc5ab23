"""`rulesrun docs`: the rulebook and the rules as a page; and our own documentation."""

from __future__ import annotations

import re
from pathlib import Path

import click
from attrs import frozen

from rulesrun.cli.bounds import bounded
from rulesrun.cli.files.compiling import load_program
from rulesrun.cli.files.games import games
from rulesrun.cli.files.shipped import shows
from rulesrun.cli.files.sources import display_path, find_path, text_of
from rulesrun.cli.files.test_files import tests_beside
from rulesrun.cli.files.writing import make_folder, write_file
from rulesrun.cli.messages.tongues import chosen_language, language_option
from rulesrun.cli.messages.translating import tell
from rulesrun.cli.messages.words import Words, words_for
from rulesrun.cli.output.problems import Problem
from rulesrun.cli.playing.settings import make_game
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.web.book import book
from rulesrun.cli.web.book_parts import Parts
from rulesrun.cli.web.figures import Figures
from rulesrun.cli.web.gallery import Shown, gallery, picture
from rulesrun.cli.web.looks import looks_beside
from rulesrun.cli.web.manual import LANGUAGE, list_pages, show_page
from rulesrun.cli.web.rules_text import RulesText
from rulesrun.cli.web.tries import checked_address, link_to_game
from rulesrun.dsl.analysis.fixed import player_counts
from rulesrun.dsl.languages.spoken import languages
from rulesrun.dsl.limits import Limits
from rulesrun.interpreter.machine import GameFault


@click.command("docs")
@click.argument("file", metavar="FILE", required=False)
@click.option("-o", "folder", metavar="DIR", help="Where to write it.")
@click.option(
    "--language",
    "page",
    flag_value=LANGUAGE,
    help="Show the reference of the language instead.",
)
@click.option(
    "--gallery",
    "whole",
    is_flag=True,
    help="Write the pages of the gallery, and one that shows all of them.",
)
@click.option("--page", metavar="NAME", help="Show another page of the documentation.")
@click.option("--pages", "listed", is_flag=True, help="List those pages.")
@click.option(
    "--playground",
    "address",
    metavar="URL",
    help="Link to that playground, where what is shown can be changed and played.",
)
@language_option
@click.option("--force", is_flag=True, help="Write over a page that is there already.")
@bounded
def command(
    file: str | None,
    folder: str | None,
    page: str | None,
    whole: bool,
    listed: bool,
    address: str | None,
    language: str | None,
    force: bool,
    limits: Limits,
) -> None:
    """Write a page with the rulebook beside the rules, and all that is in the box.

    Each paragraph stands beside the rules that cite it, with the scenarios that test it.
    Components, maps and boards are drawn; the colours are those of looks.toml. The page
    needs no network; it is called after the game, with the language at its end where it
    is not that of the rules.
    """
    if page is not None or listed:
        if file is not None or folder is not None:
            raise click.UsageError("pages of the documentation are shown, not written")
        if address is not None and page != LANGUAGE:
            raise click.UsageError(
                "--playground belongs to the page of a game, or to --language"
            )
        return list_pages() if listed else show_page(page or LANGUAGE, address)
    if whole and file is not None:
        raise click.UsageError("--gallery is about all of its games: no FILE")
    if file is None and not whole:
        raise click.UsageError(
            "which FILE? `rulesrun docs --language` shows the reference of the language"
        )
    if folder is None:
        raise click.UsageError("write it where? `-o DIR` says so")
    address = None if address is None else checked_address(address)
    if whole:
        _write_gallery(Path(folder), language, address, limits, force=force)
        return
    assert file is not None
    document = _game_page(file, language, address, limits)
    path = Path(folder) / document.name
    make_folder(path.parent)
    write_file(path, document.text, force=force)
    tell(f"wrote {display_path(path)}")


@frozen
class _Made:
    """The page of a game: the name of its file, its text, and what it is made of."""

    name: str
    text: str
    parts: Parts


def _game_page(
    file: str, language: str | None, address: str | None, limits: Limits
) -> _Made:
    """The page of a game; raises Problem where there can be none."""
    program = load_program(file, limits)
    words = words_for(program, language)
    try:
        game = make_game(program, player_counts(program.world)[-1], {})
        begun = game.start(1) if game.layout.boards else None
        tests = [(str(t), text_of(t)) for t in tests_beside(find_path(file))]
        labels, looks = (
            Labels(game, words),
            looks_beside(find_path(file), program.world),
        )
        link = None if address is None else link_to_game(address, file)
        text = book(labels, looks, tests, begun, link)
    except GameFault as fault:
        raise Problem(str(fault)) from fault
    ending = f".{words.language}" if words.language else ""
    name = re.sub(r"\W", "_", program.name)
    parts = Parts(labels, Figures(labels, looks), RulesText.of(program, {}), begun)
    return _Made(f"{name}{ending}.html", text, parts)


def _write_gallery(
    folder: Path,
    language: str | None,
    address: str | None,
    limits: Limits,
    *,
    force: bool,
) -> None:
    """The pages of all games of the gallery, and the one that leads to them."""
    make_folder(folder)
    words = Words(chosen_language(language, languages()))
    listed = []
    texts = shows()
    for one in (game for game in games() if game.name in texts):
        document = _game_page(one.name, language, address, limits)
        write_file(folder / document.name, document.text, force=force)
        own = document.parts.labels.words
        lines = texts[one.name]
        line = lines.get(own.language or "en") or lines["en"]
        title = own.label(one.labels(own.language), one.game.name)
        low, high = one.game.players
        key = "seats, one" if low == high else "seats"
        seats = words.say(key, low=low, high=high)
        listed.append(Shown(title, seats, line, document.name, picture(document.parts)))
    ending = f".{words.language}" if words.language else ""
    path = folder / f"gallery{ending}.html"
    write_file(path, gallery(listed, words), force=force)
    tell(f"wrote {display_path(path)}")
