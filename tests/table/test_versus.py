"""What a change of the rules does to games by chance, beside the edit."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from compiling import program_of
from tables import CARDS, page, served

from rulesrun.cli.playing.logfile import LogFile
from rulesrun.cli.playing.session import Session
from rulesrun.cli.playing.settings import Seats
from rulesrun.cli.web.looks import Looks
from rulesrun.dsl.limits import DEFAULT
from rulesrun.interpreter.game import Game
from rulesrun.table.comparison import Measure, Versus, versus
from rulesrun.table.links import Links
from rulesrun.table.sitting import Table
from rulesrun.table.workbench import Workbench

TWICE = CARDS.replace("p.points += card.worth", "p.points += 2 * card.worth")
FIRST = CARDS.replace(
    "p.points += card.worth", "p.points += card.worth + (5 if p == player 1 else 0)"
)


def of(text: str) -> Game:
    return Game(program_of(text), 2)


def measures(result: Versus) -> Mapping[tuple[str, int | None], Measure]:
    return {(one.kind, one.seat): one for one in result.measures}


def test_the_same_rules_do_not_differ() -> None:
    result = versus(of(CARDS), of(CARDS), 40, seconds=60)
    assert result.games == 40
    assert not any(one.differs for one in result.measures)
    assert all(one.old == one.new for one in result.measures)
    assert {one.kind for one in result.measures} == {"wins", "choices", "points"}


def test_what_a_change_does_is_found() -> None:
    doubled = measures(versus(of(CARDS), of(TWICE), 40, seconds=60))
    points = doubled["points", 0]
    assert points.new == 2 * points.old
    assert points.differs
    assert not doubled["choices", None].differs
    better = measures(versus(of(CARDS), of(FIRST), 60, seconds=60))
    assert better["wins", 0].differs
    assert better["wins", 0].new > better["wins", 0].old
    assert better["wins", 1].new < better["wins", 1].old


def test_games_that_take_long_are_fewer() -> None:
    late = iter(range(1000))
    result = versus(of(CARDS), of(TWICE), 100, seconds=3, clock=lambda: next(late))
    assert result.games == 4


def test_games_that_go_wrong_are_told() -> None:
    wrong = CARDS.replace(
        "p.points += card.worth", "p.points += 6 / (card.worth - 1) rounded down"
    )
    result = measures(versus(of(CARDS), of(wrong), 30, seconds=60))
    assert result["faults", None].old == 0
    assert result["faults", None].new > 0


class Designed:
    """A designer's table, whose rules are a file."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "cards.rules"
        self.file.write_text(CARDS, "utf-8")
        session = Session.begin(Game(program_of(CARDS), 2, trace=True), 3)
        session.file = LogFile.create(folder / "a.log", session.log, force=False)
        links = Links.fresh(Seats(("human", "human"))).with_design()
        self.table = Table.lay(session, links, Looks())
        self.bench = Workbench(self.table, str(self.file), DEFAULT)
        self.table.workbench = self.bench

    def saved(self, text: str) -> dict[str, Any]:
        self.file.write_text(text, "utf-8")
        asyncio.run(self.bench.look())
        return self.bench.data("en")

    def choose(self, name: str) -> None:
        options = self.table.session.position.options
        number = [option.name for option in options].index(name)
        at = len(self.table.session.log.entries)
        asyncio.run(self.table.choose(None, at, number))


def test_the_button_plays_games_under_both_rules(tmp_path: Path) -> None:
    desk = Designed(tmp_path)
    assert not desk.saved(CARDS)["compares"]
    assert desk.saved(TWICE)["compares"]
    assert desk.table.links.design is not None
    with served(desk.table) as client:
        with page(client, desk.table.links.tokens[0]) as seat:
            seat.say(do="compare")
            while seat.hear()["kind"] != "problem":
                pass
        with client.websocket_connect(
            f"/t/{desk.table.links.design}/live",
            headers={"origin": "http://127.0.0.1:8000"},
        ) as socket:
            socket.send_json({"do": "compare"})
            told: Any = {}
            while "versus" not in told:
                told = socket.receive_json()
    assert told["versus"]["games"] == 200
    assert any(one["differs"] for one in told["versus"]["measures"])
    assert "versus" not in desk.saved(CARDS)
    desk.table.session.close()


def test_a_misfit_says_that_the_question_has_become_another(tmp_path: Path) -> None:
    desk = Designed(tmp_path)
    desk.saved(CARDS)
    desk.choose("rest")
    desk.choose("rest")
    first = '    for each p in players:\n        p chooses n in 1..2 "A number"\n'
    asked = CARDS.replace("    repeat 2 times:", f"{first}    repeat 2 times:")
    told = desk.saved(asked)["misfit"]
    assert told["number"] == 1
    assert "Play a card" in told["then"]
    assert told["then"] != told["now"]
    desk.table.session.close()


def test_a_misfit_says_since_when_the_games_differ(tmp_path: Path) -> None:
    desk = Designed(tmp_path)
    desk.saved(CARDS)
    first = desk.table.session.position.options[0].name
    desk.choose(first)
    desk.choose("rest")
    desk.choose("rest")
    fewer = TWICE.replace("repeat 2 times", "repeat 1 times")
    told = desk.saved(fewer)["misfit"]
    assert (told["number"], told["differs"]) == (3, 1)
    assert "now" not in told
    desk.table.session.close()
