"""The table of a playground: the rules come from the editor beside it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from attrs import Factory, define, evolve

from rulesrun.cli.files.test_files import own_scenarios
from rulesrun.dsl.compile import Program
from rulesrun.dsl.limits import DEFAULT
from rulesrun.table.about import about
from rulesrun.table.sitting import Bench, Table
from rulesrun.table.values import Plain
from rulesrun.table.workbench import Scenario, Workbench
from rulesrun.web.mind import FarMind
from rulesrun.web.project import Post, Project, short, unpacked
from rulesrun.web.screen import Screen
from rulesrun.web.words import shell_words


@define(eq=False)
class Desk(Screen):
    """A table at which the rules are written: all cards are open, all scenarios there."""

    file: str = ""
    problems: tuple[str, ...] = ()
    written: tuple[Scenario, ...] = ()
    scenarios: tuple[Scenario, ...] = ()
    """Those of `written` that have been tried out."""

    def bench(self, table: Table) -> Bench:
        """What the designer works at."""
        return PageBench(table, self.file, self)

    def eyes(self) -> int | None:
        """Who writes the rules sees everything."""
        self.covered = False
        return None


class PageBench(Workbench):
    """A workbench that is told of its rules, scenarios and problems by the page."""

    def __init__(self, table: Table, file: str, desk: Desk) -> None:
        super().__init__(table, file, DEFAULT)
        self.desk = desk

    async def watch(self) -> None:
        """There is nothing to watch: the page tells of every change."""

    async def take(self, program: Program) -> None:
        """Go on under other rules."""
        self.problems, self.valid = (), True
        await self._go_on(program)
        self.table.tell_again()

    def tables(self) -> list[str]:
        """None: the editor beside the table has the files."""
        return []

    def data(self, language: str | None = None) -> dict[str, Plain]:
        """What the designer is told in a language."""
        self.scenarios = self.desk.scenarios
        result = super().data(language)
        problems = result["problems"]
        assert isinstance(problems, list)
        problems += self.desk.problems
        result["valid"] = self.valid and not self.desk.problems
        return result


@define(eq=False)
class Room:
    """Has the table of the game that is written, once there is one."""

    post: Post
    ask: Callable[[str], Awaitable[str]] | None
    project: Project = Factory(Project)
    desk: Desk | None = None

    async def hear(self, message: dict[str, Any]) -> None:
        """Do what the page asks for."""
        if self.project.hear(message):
            if message["do"] == "project" and self.desk is not None:
                self.desk.close()
                self.desk = None
            return
        match message:
            case {"do": "take", "program": str(program), "tests": list(tests)}:
                await self.take(unpacked(program), [unpacked(one) for one in tests])
            case {"do": "problems", "problems": list(problems)}:
                if self.desk is not None:
                    self.desk.problems = tuple(map(str, problems))
                    self._tell_again()
            case {"do": "tried", "scenarios": list(results)}:
                self._tried({(r["path"], r["title"]): r["failure"] for r in results})
            case _ if self.desk is not None:
                await self.desk.hear(message)

    async def take(self, program: Program, tests: list[Program]) -> None:
        """Go on under other rules."""
        looks = self.project.looks(program)
        if self.desk is None:
            self.desk = Desk(program, looks, self.post, file=str(self.project.path))
            if self.ask is not None:
                self.desk.mind = FarMind(self.ask)
        desk = self.desk
        desk.program, desk.looks, desk.games, desk.problems = program, looks, {}, ()
        desk.scenarios = ()
        desk.written = tuple(
            Scenario(decl.title, one, decl, None)
            for one in (program, *tests)
            for decl in own_scenarios(one, one.path)
        )
        self.post({"kind": "about", **about(program, shell_words)})
        table = desk.table
        if table is not None and isinstance(table.workbench, PageBench):
            await table.workbench.take(program)

    def _tried(self, results: dict[tuple[str, str], str | None]) -> None:
        if self.desk is None:
            return
        scenarios = {
            (short(one.program.path), one.title): one for one in self.desk.written
        }
        self.desk.scenarios = tuple(
            evolve(scenarios[key], failure=failure)
            for key, failure in results.items()
            if key in scenarios
        )
        self._tell_again()

    def _tell_again(self) -> None:
        if self.desk is not None and self.desk.table is not None:
            self.desk.table.tell_again()
