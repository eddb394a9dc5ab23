"""Files that say how a game looks."""

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from compiling import RULES, program_of, shipped
from tables import CARDS, page, served, table

from rulesrun.cli.main import main
from rulesrun.cli.output.problems import Unusable
from rulesrun.cli.web.looks import Looks, looks_beside
from rulesrun.interpreter.game import Game
from rulesrun.table.declared import declared


@pytest.mark.parametrize(
    "path", sorted(RULES.rglob("looks.toml")), ids=lambda path: path.parent.name
)
def test_looks_of_shipped_games(path: Path) -> None:
    rules = path.parent.with_suffix(".rules")
    name = str(rules.relative_to(RULES).with_suffix(""))
    assert looks_beside(rules, shipped(name).world).folder == path.parent


def test_without_a_file_there_are_colours_all_the_same(tmp_path: Path) -> None:
    result = looks_beside(tmp_path / "cards.rules", program_of(CARDS).world)
    assert result.colour("Suit", "red", 0) == "#c0392f"
    assert result.colour("Suit", "spades", 1) != result.colour("Suit", "hearts", 2)
    assert result.symbol("Suit", "red") == ""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[colours", "not TOML"),
        ("[colors]", 'no part \\[colors\\]; did you mean "colours"'),
        ("colours = 1", "with lines below it"),
        ("[colours]\nred = 1", "text in quotes"),
        ('[colours]\nred = "red"', "write a colour as"),
        ('[colours]\nredd = "#112233"', 'did you mean "red"'),
        ('[symbols]\nred = "flowr"', 'at most 3 signs; did you mean "flower"'),
        ('[pictures]\nCard = "../a.png"', "a picture is a PNG"),
        ('[pictures]\nCard = "a.png"', "there is no file 'a.png'"),
        ('[pieces]\nman = "sphere"', "a shape is"),
        ('[pieces]\nman = "pawn"', "no pieces are called so"),
        ('[tracks]\nmen = "facing"', "no row of numbered places is called so"),
        ('[tracks]\nmen = "apart"', 'write "facing"'),
        ('[sides]\nroads = "river"', "no field with sides is called so"),
        (
            '[sides]\nroads = "moat"',
            "drawn as road, river, wall, city, field, not 'moat'",
        ),
        ('[places]\nlayy = "red"', 'no action is called so; did you mean "lay"'),
        ("[points]\nCA-1 = 2", "text in quotes"),
        ('[points]\nCA-1 = "cards"', "no line of the rules cites it"),
        (
            '[points.fa]\nCA-1 = "کارت"',
            "points.fa\\] CA-1: no line of the rules cites it",
        ),
        ('[places]\nlay = "redd"', "called 'redd'; did you mean \"red\""),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards/looks.toml").write_text(text, "utf-8")
    with pytest.raises(Unusable, match=message):
        looks_beside(tmp_path / "cards.rules", program_of(CARDS).world)


def test_pictures_of_kinds_and_of_single_cards(tmp_path: Path) -> None:
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards/back.svg").write_text("<svg/>")
    (tmp_path / "cards/looks.toml").write_text(
        '[pictures]\nCard = "back.svg"\n[colours]\n"Suit.blue" = "#010203"\n'
        '"player 1" = "#040506"\n'
    )
    result = looks_beside(tmp_path / "cards.rules", program_of(CARDS).world)
    assert result.picture("Card", "anything") == "back.svg"
    assert result.colour("Suit", "blue", 0) == "#010203"
    assert result.seat(0) == "#040506"


def test_looks_say_what_points_are_for_in_each_language() -> None:
    rules = RULES / "kingdom_builder.rules"
    result = looks_beside(rules, shipped("kingdom_builder").world)
    assert result.point(["E-1", "KB-58"], None) == "Kingdom Builder cards"
    assert result.point(["KB-58"], "en") == "Kingdom Builder cards"
    assert result.point(["KB-58"], "fa") == "کارت‌های سازنده‌ی پادشاهی"
    assert result.point(["KB-58"], "de") is None


def test_validate_checks_the_looks(tmp_path: Path) -> None:
    rules, folder = tmp_path / "cards.rules", tmp_path / "cards"
    rules.write_text(CARDS, "utf-8")
    folder.mkdir()
    (folder / "looks.toml").write_text('[pictures]\nCard = "card.png"\n')
    ran = CliRunner().invoke(main, ["validate", str(rules)])
    assert ran.exit_code == 2
    assert "there is no file 'card.png'" in ran.output
    assert "1 file checked" in ran.output
    (folder / "card.png").write_bytes(b"")
    assert CliRunner().invoke(main, ["validate", str(rules)]).exit_code == 0


def test_names_of_the_rules_are_not_shown_where_there_are_labels() -> None:
    labelled = CARDS.replace("choose card in", 'choose card "a card" fa "کارتی" in')
    made = Game(program_of(labelled.replace('shown "shown" fa "رو شده"', "shown")), 2)
    laid = table(made)
    with (
        served(laid) as client,
        page(client, laid.links.tokens[0]) as one,
        page(client, laid.links.tokens[0], "fa") as persian,
    ):
        [lay, _] = one.scene["question"]["items"]
        assert lay["parts"][0]["label"] == "a card"
        assert persian.scene["question"]["items"][0]["parts"][0]["label"] == "کارتی"
        inner = {f["name"] for f in one.game["families"] if f["inner"]}
        assert inner == {"shown"}


TILES = """\
language 2

game tiles "Tiles":
    players 2..3
    languages en

tile Tile "tile":
    from_players: 2..3 or none
    makes "makes": int by flipped
    fits "fits": list of int

supply:
    1 Tile from "tiles.csv"

state:
    row "row": row of Tile

each Tile:
    flipped "flipped": bool

play:
    move all t in Tile to row
    for each p in players: p chooses t in row
    nobody wins
"""


def test_what_is_printed_on_a_tile() -> None:
    files = {"tiles.csv": "from_players,makes,fits\n2,1 / 3,1 2\n"}
    laid = table(Game(program_of(TILES, files), 2))
    labels = next(iter(laid.labels.values()))
    data: Any = declared(labels, Looks())
    fields = data["kinds"]["Tile"]["fields"]
    assert {name: one["sort"] for name, one in fields.items()} == {
        "makes": "text",
        "fits": "list",
    }
    [face] = data["faces"].values()
    assert face["fields"] == [["makes", "1 / 3"], ["fits", "1, 2"]]
