"""Links into a playground: what they hold, and where they stand."""

from __future__ import annotations

import base64
import html
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulesrun.cli.files.starter import starter
from rulesrun.cli.main import main
from rulesrun.cli.web.tries import link_to
from rulesrun.dsl.compile import compile_rules
from rulesrun.interpreter.game import Game

ADDRESS = "https://example.org/playground/"


def inside(link: str) -> Any:
    text = link.partition("#text=")[2]
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return json.loads(zlib.decompress(data, wbits=-15))


def test_a_link_holds_all_files() -> None:
    files = starter("my_game")
    link = link_to(ADDRESS, "my_game.rules", files)

    assert inside(link) == {"main": "my_game.rules", "files": files}
    assert re.fullmatch(r"[A-Za-z0-9_-]+", link.partition("#text=")[2])


def test_the_page_of_a_game_links_to_it(tmp_path: Path) -> None:
    run = ["docs", "--playground", ADDRESS, "-o", str(tmp_path)]

    assert CliRunner().invoke(main, [*run, "tic_tac_toe"]).exit_code == 0
    page = (tmp_path / "tic_tac_toe.html").read_text("utf-8")
    assert f'<a href="{ADDRESS}#game=tic_tac_toe">' in page

    own = tmp_path / "own"
    for name, text in starter("gems").items():
        (own / name).parent.mkdir(parents=True, exist_ok=True)
        (own / name).write_text(text, "utf-8")
    assert CliRunner().invoke(main, [*run, str(own / "gems.rules")]).exit_code == 0
    page = (tmp_path / "gems.html").read_text("utf-8")
    match = re.search(f'<a href="({ADDRESS}[^"]*)">', page)
    assert match is not None
    assert inside(html.unescape(match[1])) == {
        "main": "gems.rules",
        "files": starter("gems"),
    }


def test_examples_of_the_reference_can_be_played() -> None:
    ran = CliRunner().invoke(main, ["docs", "--language", "--playground", ADDRESS])
    assert ran.exit_code == 0
    links = re.findall(r"\[Try it\]\((.*?)\)", ran.output)
    assert len(links) > 5
    for link in links:
        told = inside(link)
        files = told["files"]
        result = compile_rules(files[told["main"]], told["main"], files.get)
        assert result.program is not None
        assert result.program.world.game is not None
        Game(result.program, result.program.world.game.players[0]).start(1)


@pytest.mark.parametrize("address", ["javascript:alert(1)", 'x"y', "ftp://a/b", "a b"])
def test_other_addresses_are_refused(address: str) -> None:
    ran = CliRunner().invoke(main, ["docs", "--language", "--playground", address])
    assert ran.exit_code == 2
    assert "a playground has an address" in ran.output
