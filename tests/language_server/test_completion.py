"""What is offered while a line is being typed, by the types that are known there."""

from pathlib import Path

import pytest
from opened import Opened, opened_in

from rulesrun.language_server.completion import completions

IN_PLAY = "    shuffle coins\n"
IN_HEAD = "    choose tile in offer\n    choose cards from p.hand, at least 1\n"


@pytest.fixture
def game(tmp_path: Path) -> Opened:
    return opened_in(tmp_path)


def offered(game: Opened, after: str, typed: str) -> dict[str, str]:
    """The names offered behind what is typed in a new line, best first, with details."""
    game.change(after, f"{after}{typed}\n")
    line, column = game.place(f"{after}{typed}|")
    offered = completions(game.workspace, game.rules, line, column)
    result = [one.item for one in offered]
    ordered = sorted(result, key=lambda item: item.sort_text or item.label)
    return {item.label: item.detail or "" for item in ordered}


@pytest.mark.parametrize(
    ("typed", "name", "detail"),
    [
        ("    let x = player 1.", "hand", "hand: hand of Coin"),
        ("    if player 1.", "points", "points: int"),
        ("    if size(player 1.", "farm", "farm: square grid of Plot"),
        ("    while player 1.po", "points", "points: int"),
        ("    for each x in offer.", "worth", "worth: 0..3"),
        ("    let x = count t in Plot where t.", "crop", "crop: Crop or none"),
        ("    move top(coins).", "value", "value: 1..3"),
        ("    let x = Crop.", "wheat", "wheat: Crop"),
        ("    player 1.", "left", "left: player"),
        ("    draw 2 from co", "coins", "coins: deck of Coin"),
        ("    let x = 3 / ", "sum", "sum(S), sum(E for x in S)"),
        ("    do ", "", ""),
        ("    let x = first(offer).crop == ", "beans", "beans: Crop"),
        ("    let x: ", "", ""),
    ],
)
def test_in_a_rule(game: Opened, typed: str, name: str, detail: str) -> None:
    result = offered(game, IN_PLAY, typed)
    if name:
        assert result[name] == detail


def test_what_fits_comes_first(game: Opened) -> None:
    result = offered(game, IN_PLAY, "    let x = first(offer).crop == ")
    assert list(result)[:2] == ["beans", "wheat"]


def test_locals_and_candidates(game: Opened) -> None:
    result = offered(game, IN_HEAD, "        where it.value > ti")
    assert result["tile"] == "tile: Plot"
    assert result["it"] == "it: Coin"
    assert result["p"] == "p: player"


def test_types_and_paragraphs(game: Opened) -> None:
    assert {"Crop", "int", "Coin"} <= offered(game, "state:\n", "    best: ").keys()
    assert {"PL-1", "PL-6"} <= offered(game, IN_PLAY, "    shuffle bag  @PL").keys()


def test_words_at_the_beginning(game: Opened) -> None:
    assert {"let", "for", "draw", "bag"} <= offered(game, IN_PLAY, "    ").keys()
    assert {"rule", "action", "scenario"} <= offered(game, "play:\n", "\n").keys() | {
        one.item.label
        for one in completions(game.workspace, game.rules, *game.place("|play:"))
    }


@pytest.mark.parametrize("typed", ["    # p.", '    announce "p.', "    let x = 'p"])
def test_nothing_in_texts_and_comments(game: Opened, typed: str) -> None:
    result = offered(game, IN_PLAY, typed)
    assert not result or "'" in typed
