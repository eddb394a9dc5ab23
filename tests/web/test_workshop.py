"""What the workers of a playground do: check, go on under other rules, try out."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulesrun.cli.files.starter import starter
from rulesrun.cli.hosting import failing_setups
from rulesrun.web import project, writing
from rulesrun.web.bench import Room
from rulesrun.web.trying import Trying
from rulesrun.web.writing import Editor

FILES = starter("my_game")
MAIN = "my_game.rules"


@pytest.fixture(autouse=True)
def work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The files of the game lie in a folder of this test."""
    for module in (project, writing):
        monkeypatch.setattr(module, "WORK", tmp_path / "work")
    before = Path.cwd()
    yield
    os.chdir(before)


def test_one_project_after_another_is_laid_out(monkeypatch: pytest.MonkeyPatch) -> None:
    remove = shutil.rmtree

    def as_in_a_browser(folder: Path) -> None:
        assert not Path.cwd().is_relative_to(folder)
        remove(folder)

    monkeypatch.setattr("rulesrun.web.project.shutil.rmtree", as_in_a_browser)
    files = project.Project()
    for main in ("one.rules", "two.rules"):
        assert files.hear({"do": "project", "main": main, "files": {main: "game"}})
        assert [path.name for path in project.WORK.iterdir()] == [main]
        assert Path.cwd() == project.WORK


class Heard(list[dict[str, Any]]):
    """What a page hears."""

    def __call__(self, message: dict[str, Any]) -> None:
        self.append(json.loads(json.dumps(message)))

    def last(self, kind: str) -> dict[str, Any]:
        return next(one for one in reversed(self) if one["kind"] == kind)


def laid(files: dict[str, str]) -> dict[str, Any]:
    return {"do": "project", "main": MAIN, "files": files}


def checked(files: dict[str, str], language: str = "en") -> dict[str, Any]:
    """What the editor says of some files."""

    async def run() -> dict[str, Any]:
        heard = Heard()
        editor = Editor(heard, language)
        editor.hear(laid(files))
        editor.check(1)
        return heard.last("checked")

    return asyncio.run(run())


def with_change(old: str, new: str) -> dict[str, str]:
    assert old in FILES[MAIN]
    return {**FILES, MAIN: FILES[MAIN].replace(old, new)}


def test_the_game_to_begin_with_has_no_problems() -> None:
    result = checked(FILES)
    assert result["problems"] == []
    assert result["about"]["told"]["en"]["title"] == "My game"
    assert len(result["tests"]) == 1


def test_a_problem_is_told_once_with_its_place_in_the_language_of_the_page() -> None:
    result = checked(with_change("size(offer) < 3", "size(ofer) < 3"), "fa")
    assert "program" not in result
    (problem,) = result["problems"]
    assert (problem["path"], problem["line"], problem["error"]) == (MAIN, 43, True)
    assert "هیچ" in problem["message"] or "نیست" in problem["message"]


def test_a_file_of_a_link_cannot_leave_the_folder(tmp_path: Path) -> None:
    checked({**FILES, "../outside.md": "x", "/outside.md": "x"})
    assert not (tmp_path / "outside.md").exists()


def test_the_table_goes_on_under_other_rules() -> None:
    before = checked(FILES)
    after = checked(with_change('"Take a gem"', '"Grab a gem"'))

    async def run() -> None:
        heard = Heard()
        room = Room(heard, None)
        await room.hear(laid(FILES))
        await room.hear({"do": "take", **before})
        await room.hear(
            {"do": "begin", "players": 2, "seats": ["human"] * 2, "seed": 1}
        )
        await room.hear({"do": "look", "language": "en"})
        for _ in range(20):
            await asyncio.sleep(0)
        said = {"do": "choose", "at": 0, "option": 0}
        await room.hear({"do": "say", "text": json.dumps(said)})
        await room.hear({"do": "take", **after})
        assert room.desk is not None
        table = room.desk.table
        assert table is not None
        assert len(table.session.log.entries) == 1
        assert table.session.game.program.digest == heard.last("about")["digest"]
        position = table.session.position
        told = table.labels["en"].choice_text(position, position.options[0])
        assert told.startswith("Grab a gem")
        room.desk.close()

    asyncio.run(run())


def test_scenarios_are_tried_and_shown_at_the_table() -> None:
    result = checked(with_change("p.points += 3", "p.points += 4"))
    heard = Heard()
    worker = Trying(heard)
    programs = [result["program"], *result["tests"]]
    worker.hear({"do": "scenarios", "number": 7, "programs": programs})
    tried = heard.last("tried")["scenarios"]
    assert [one["failure"] is None for one in tried] == [True, True, True, False]
    assert tried[3]["path"] == "tests/my_game.rules"

    async def run() -> None:
        room = Room(Heard(), None)
        await room.hear(laid(FILES))
        await room.hear({"do": "take", **result})
        await room.hear({"do": "tried", "scenarios": tried})
        assert room.desk is not None
        shown = [one.failure is None for one in room.desk.scenarios]
        assert shown == [True, True, True, False]

    asyncio.run(run())


def test_commands_print_what_they_print_elsewhere() -> None:
    heard = Heard()
    worker = Trying(heard)
    worker.hear(laid(FILES))
    worker.hear({"do": "run", "arguments": ["test", "--coverage", MAIN]})
    assert heard.last("ran")["status"] == 0
    assert "4 passed" in heard.last("ran")["text"]
    worker.hear({"do": "run", "arguments": ["test", "nothing.rules"]})
    assert heard.last("ran")["status"] == 2
    assert "nothing.rules" in heard.last("ran")["text"]


def test_work_of_the_editor_is_done_and_packed() -> None:
    result = checked(FILES)
    program = project.unpacked(result["program"])
    heard = Heard()
    for work in (failing_setups, len):
        text = project.packed((work, program, ()))
        Trying(heard).hear({"do": "work", "number": 3, "work": text})
    done = [project.unpacked(one["found"]) for one in heard]
    assert done[0] == ()
    assert done[1].startswith("went wrong: ")
