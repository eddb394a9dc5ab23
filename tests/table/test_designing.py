"""The designer's side: saves are on the table at once."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from compiling import program_of
from tables import CARDS, page, served

from rulesrun.cli.main import main
from rulesrun.cli.playing.logfile import LogFile
from rulesrun.cli.playing.session import Session
from rulesrun.cli.playing.settings import Seats
from rulesrun.cli.web.looks import Looks
from rulesrun.dsl.limits import DEFAULT
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.logs import read_log
from rulesrun.table import serving
from rulesrun.table.links import Links
from rulesrun.table.record import NotNow
from rulesrun.table.sitting import Table
from rulesrun.table.workbench import Workbench

SCENARIOS = """
scenario "one card is laid":
    players 2
    seed 3
    player 1: lay card=card red 2
    expect player 1.points == 2

scenario "this does not hold":
    players 2
    seed 3
    player 1: rest
    expect player 1.points == 2
"""


class Desk:
    """A designer with a game of two."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "cards.rules"
        self.log = folder / "a.log"
        self.save(CARDS + SCENARIOS)
        game = Game(program_of(CARDS + SCENARIOS), 2, trace=True)
        session = Session.begin(game, 3)
        session.file = LogFile.create(self.log, session.log, force=False)
        links = Links.fresh(Seats(("human", "human"))).with_design()
        self.table = Table.lay(session, links, Looks())
        self.bench = Workbench(self.table, str(self.file), DEFAULT)
        self.table.workbench = self.bench

    def save(self, text: str) -> None:
        self.file.write_text(text, "utf-8")

    def look(self) -> dict[str, Any]:
        """What is on the workbench after the files were looked at."""
        self.run(self.bench.look())
        return self.bench.data()

    def choose(self, *names: str) -> None:
        for name in names:
            position = self.table.session.position
            number = [option.name for option in position.options].index(name)
            at = len(self.table.session.log.entries)
            self.run(self.table.choose(None, at, number))

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        asyncio.run(work)


@pytest.fixture(name="desk")
def _desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def test_problems_and_scenarios(desk: Desk) -> None:
    result = desk.look()
    assert result["valid"]
    [passed, failed] = result["scenarios"]
    assert passed == {"title": "one card is laid", "failure": None}
    assert "cards.rules" in failed["failure"]
    desk.save(CARDS.replace("p.points", "p.pionts"))
    result = desk.look()
    assert not result["valid"]
    assert "did you mean" in result["problems"][0]
    assert desk.table.session.game.program.world.names["lay"]
    persian = desk.bench.data("fa")["problems"][0].split("\n")
    assert "خطا" in persian[0]
    assert persian[1].startswith("\u2066")
    assert "منظورتان" in persian[-1]


def test_what_failed_is_told_in_persian(desk: Desk) -> None:
    desk.look()
    [_, failed] = desk.bench.data("fa")["scenarios"]
    assert not re.search("[a-z]{2,} [a-z]{2,}", failed["failure"].partition("\n")[0])
    desk.choose("rest", "rest", "lay card=card red 2")
    desk.save(CARDS.replace("it.worth < 3", "it.worth < 2"))
    desk.look()
    assert "بازیکن ۱" in desk.bench.data("fa")["misfit"]["player"]


def test_the_game_goes_on_under_new_rules(desk: Desk) -> None:
    desk.look()
    desk.choose("lay card=card red 2", "rest")
    desk.save((CARDS + SCENARIOS).replace("+= card.worth", "+= 10 * card.worth"))
    result = desk.look()
    assert "misfit" not in result
    session = desk.table.session
    assert len(session.log.entries) == 2
    assert session.position.save()
    kept = read_log(desk.log.read_text("utf-8"))
    assert kept.rules == session.game.program.digest
    assert [entry.choice for entry in kept.entries] == ["lay card=card red 2", "rest"]
    assert desk.table.edition == 1


def test_a_choice_that_does_not_fit_is_told_and_tried_again(desk: Desk) -> None:
    desk.look()
    desk.choose("rest", "rest", "lay card=card red 2")
    desk.save(CARDS.replace("it.worth < 3", "it.worth < 2"))
    result = desk.look()
    assert result["misfit"]["number"] == 3
    assert "threes are kept" in result["misfit"]["why"]
    assert len(desk.table.session.log.entries) == 2
    before = read_log(desk.log.with_name("a.log.before").read_text("utf-8"))
    assert len(before.entries) == 3
    desk.save(CARDS + "\n# again\n")
    assert "misfit" not in desk.look()
    assert len(desk.table.session.log.entries) == 3


def test_going_on_forgets_what_did_not_fit(desk: Desk) -> None:
    desk.look()
    desk.choose("rest", "rest", "lay card=card red 2")
    desk.save(CARDS.replace("it.worth < 3", "it.worth < 2"))
    desk.look()
    desk.choose("rest")
    desk.save(CARDS + "\n# again\n")
    desk.look()
    choices = [entry.choice for entry in desk.table.session.log.entries]
    assert choices == ["rest", "rest", "rest"]


def test_a_scenario_on_the_table_and_back(desk: Desk) -> None:
    desk.look()
    desk.choose("rest")
    desk.run(desk.bench.put("one card is laid"))
    assert desk.bench.data()["aside"]
    session = desk.table.session
    assert session.file is None
    assert session.position.player == 1
    desk.choose("rest")
    assert len(read_log(desk.log.read_text("utf-8")).entries) == 1
    desk.run(desk.bench.back())
    assert len(desk.table.session.log.entries) == 1
    for wrong in (desk.bench.back(), desk.bench.put("no such scenario")):
        with pytest.raises(NotNow):
            desk.run(wrong)


def test_only_the_designer_is_told_and_may_put(desk: Desk) -> None:
    links = desk.table.links
    assert links.design is not None
    with served(desk.table) as client, page(client, links.tokens[0]) as player:
        assert player.game["seat"] == 0
        told = player.ask(do="back")
        while told["kind"] != "problem":  # the rules have been looked at meanwhile
            told = player.hear()
        assert told["message"] == "It is not your turn to choose."


def test_the_lines_behind_a_choice(desk: Desk) -> None:
    desk.choose("lay card=card red 2")
    scene = desk.table.hearing(None, "en")
    changes = [change.name for change in scene.changes]
    assert any("points" in name for name in changes)


def test_a_game_is_taken_up_under_rules_that_have_changed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.choose("rest", "rest", "lay card=card red 2")
    desk.table.session.close()
    desk.save(CARDS.replace("it.worth < 3", "it.worth < 2"))
    result: list[Table] = []
    monkeypatch.setattr(serving, "run", lambda tables, *_: result.extend(tables))
    args = ["serve", str(desk.file), "--resume", str(desk.log), "--port", "0"]
    assert CliRunner().invoke(main, args).exit_code == 1
    ran = CliRunner().invoke(main, [*args, "--watch"])
    assert ran.exit_code == 0, ran.output
    assert "to design" in ran.output
    [table] = result
    assert len(table.session.log.entries) == 2
    assert table.workbench is not None
    assert "threes are kept" in table.workbench.data()["misfit"]["why"]
