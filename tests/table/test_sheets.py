"""Tables of rules as sheets: types, problems, and cells changed in the file."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from rulesrun.cli.files.compiling import load_program
from rulesrun.cli.playing.logfile import LogFile
from rulesrun.cli.playing.session import Session
from rulesrun.cli.playing.settings import Seats
from rulesrun.cli.web.looks import Looks
from rulesrun.dsl.limits import DEFAULT
from rulesrun.interpreter.game import Game
from rulesrun.table.links import Links
from rulesrun.table.record import NotNow
from rulesrun.table.sitting import Table
from rulesrun.table.workbench import Workbench

RULES = """\
language 2

game small "Small":
    players 2

enum Suit: red, blue

card Card "card":
    suit "suit": Suit
    worth "worth": 1..3

supply:
    2 Card from "small/cards.csv"

table wage(suit: Suit -> coins: int) from "small/wage.csv"

each player:
    points "points": int

play:
    player 1.points += wage[red]
    rank players by most it.points
"""

CARDS = 'name,suit,worth\r\n"one, first",red,1\r\n\r\ntwo,blue,2\r\n'


class Desk:
    """A designer's table, with the files of its game."""

    def __init__(self, folder: Path) -> None:
        self.rules, self.cards = folder / "small.rules", folder / "small" / "cards.csv"
        self.cards.parent.mkdir()
        self.rules.write_text(RULES, "utf-8")
        self.cards.write_bytes(CARDS.encode())
        self.cards.with_name("wage.csv").write_text(
            "suit,coins\nred,3\nblue,4\n", "utf-8"
        )
        program = load_program(str(self.rules), DEFAULT)
        session = Session.begin(Game(program, 2, trace=True), 3)
        session.file = LogFile.create(folder / "a.log", session.log, force=False)
        links = Links.fresh(Seats(("human", "human"))).with_design()
        self.table = Table.lay(session, links, Looks())
        self.bench = Workbench(self.table, str(self.rules), DEFAULT)
        self.look()

    def look(self) -> None:
        asyncio.run(self.bench.look())

    def sheet(self, name: str = "small/cards.csv") -> Any:
        return asyncio.run(self.bench.sheet(name, "en"))

    def cell(self, line: int, column: int, was: str, text: str) -> None:
        asyncio.run(self.bench.cell("small/cards.csv", line, column, was, text))
        self.look()

    def row(self, act: str, line: int, *cells: str) -> None:
        asyncio.run(
            self.bench.row("small/cards.csv", line, list(cells), adds=act == "add")
        )
        self.look()


@pytest.fixture(name="desk")
def _desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_cells_have_the_types_of_the_rules(desk: Desk) -> None:
    assert desk.bench.data("en")["tables"] == ["small/cards.csv", "small/wage.csv"]
    sheet = desk.sheet()
    assert sheet["columns"] == [
        {"name": "name", "type": "text"},
        {"name": "suit", "type": "Suit", "values": ["red", "blue"]},
        {"name": "worth", "type": "number 1..3"},
    ]
    assert sheet["rows"] == [[2, ["one, first", "red", "1"]], [4, ["two", "blue", "2"]]]
    assert sheet["problems"] == []
    wage = desk.sheet("small/wage.csv")
    assert [one["type"] for one in wage["columns"]] == ["Suit", "number"]


def test_a_cell_is_changed_and_nothing_else(desk: Desk) -> None:
    desk.cell(4, 2, "2", "3")
    assert desk.cards.read_bytes() == CARDS.replace("blue,2", "blue,3").encode()
    desk.cell(2, 0, "one, first", 'the "first", really')
    assert b'"the ""first"", really",red,1\r\n' in desk.cards.read_bytes()
    assert desk.bench.valid


def test_a_row_is_written_once_more_and_taken_away(desk: Desk) -> None:
    desk.row("add", 4, "two", "blue", "2")
    assert desk.cards.read_bytes() == (CARDS + "two,blue,2\r\n").encode()
    desk.cell(5, 0, "two", "three")
    assert [cells[0] for _, cells in desk.sheet()["rows"]] == [
        "one, first",
        "two",
        "three",
    ]
    desk.row("drop", 2, "one, first", "red", "1")
    assert desk.cards.read_bytes() == (
        b"name,suit,worth\r\n\r\ntwo,blue,2\r\nthree,blue,2\r\n"
    )
    desk.row("drop", 4, "three", "blue", "2")
    with pytest.raises(NotNow):  # the last one
        desk.row("drop", 3, "two", "blue", "2")
    with pytest.raises(NotNow):  # the header
        desk.row("add", 1, "name", "suit", "worth")
    with pytest.raises(NotNow):  # what somebody else has changed meanwhile
        desk.row("drop", 3, "two", "blue", "3")


def test_a_last_line_without_an_end_keeps_none(desk: Desk) -> None:
    desk.cards.write_text("name,suit,worth\none,red,1\ntwo,blue,2", "utf-8")
    desk.look()
    desk.row("add", 3, "two", "blue", "2")
    assert desk.cards.read_text("utf-8").endswith("two,blue,2\ntwo,blue,2")
    desk.row("drop", 4, "two", "blue", "2")
    assert desk.cards.read_text("utf-8") == "name,suit,worth\none,red,1\ntwo,blue,2"


def test_what_is_wrong_stands_at_its_line(desk: Desk) -> None:
    desk.cell(4, 2, "2", "9")
    assert not desk.bench.valid
    sheet = desk.sheet()
    ((line, why),) = sheet["problems"]
    assert line == 4
    assert "9" in why
    assert sheet["rows"][1][1][2] == "9"
    assert desk.sheet("small/wage.csv")["problems"] == []
    desk.cell(4, 2, "9", "1")
    assert desk.bench.valid


@pytest.mark.parametrize(
    ("line", "column", "was", "text"),
    [
        (4, 2, "1", "3"),  # somebody else has changed it
        (4, 7, "2", "3"),
        (3, 0, "", "3"),
        (99, 0, "", "3"),
        (4, 2, "2", "3\n4"),
    ],
)
def test_what_is_not_written(
    desk: Desk, line: int, column: int, was: str, text: str
) -> None:
    with pytest.raises(NotNow):
        desk.cell(line, column, was, text)
    assert desk.cards.read_bytes() == CARDS.encode()


@pytest.mark.parametrize("name", ["small.rules", "../small/cards.csv", "a.log", ""])
def test_no_other_file_is_read_or_written(desk: Desk, name: str) -> None:
    with pytest.raises(NotNow):
        desk.sheet(name)
    with pytest.raises(NotNow):
        asyncio.run(desk.bench.cell(name, 1, 0, "", "x"))
