"""The designer's side of a table: each save of the rules is on it at once.

The game goes on under the new rules as far as its choices still fit. Those that do not
are kept, and tried again at the next save, until somebody chooses anew.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

from attrs import Factory, define, frozen

from rulesrun.cli.files.checking import check
from rulesrun.cli.files.compiling import compile_source
from rulesrun.cli.files.sources import display_path as shown_path
from rulesrun.cli.files.sources import find_path, find_source
from rulesrun.cli.files.stamps import SECONDS, stamps
from rulesrun.cli.files.test_files import own_scenarios, tests_beside
from rulesrun.cli.files.writing import logs, write_file
from rulesrun.cli.messages.translating import lines_in, problem_on_page
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.problems import Problem, Unusable, our_fault
from rulesrun.cli.playing.session import Session
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.web.looks import looks_beside
from rulesrun.dsl.compile import Compilation, Program
from rulesrun.dsl.limits import Limits
from rulesrun.dsl.problems.diagnostics import Diagnostic, Severity
from rulesrun.dsl.syntax import nodes
from rulesrun.interpreter.game import Game, WrongSetup
from rulesrun.interpreter.logs import Entry, new_log
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.runtime.support import RuleFault
from rulesrun.interpreter.testing.scenarios import Games, position_of, run_scenario
from rulesrun.table.background import THREADS, apart, thought
from rulesrun.table.comparison import Versus, versus
from rulesrun.table.misfits import Misfit, cause_of, taken_over
from rulesrun.table.record import NotNow
from rulesrun.table.sheets import change_cell, change_rows, sheet_data, sheets_of
from rulesrun.table.sitting import Table
from rulesrun.table.values import Plain, shown

BEFORE = ".before"
"""Behind the name of a log: how it was before some of its choices did not fit any more."""


COMPARING = 60.0 if THREADS else 10.0
"""So many seconds games are played to compare rules, where they take long."""


@frozen
class Scenario:
    """A scenario with what was said of it; `failure` is none where it holds."""

    title: str
    program: Program
    decl: nodes.ScenarioDecl
    failure: str | None


Told = Callable[[Words], str]
"""A problem, told in the language of whoever reads it."""


@define(eq=False)
class Workbench:
    """Watches the files of a game for a table.

    `wished` are the choices of the game, also those that do not fit the present rules.
    """

    table: Table
    file: str
    limits: Limits
    problems: tuple[Told, ...] = ()
    valid: bool = True
    scenarios: tuple[Scenario, ...] = ()
    misfit: Misfit | None = None
    wished: list[Entry] = Factory(list)
    aside: Session | None = None
    before: Game | None = None
    """The game under the rules before the last change of them."""
    versus: Versus | None = None
    comparing: bool = False
    _comparison: asyncio.Future[None] | None = None
    _found: tuple[Diagnostic, ...] = ()
    _files: frozenset[Path] = frozenset()
    _seen: dict[Path, tuple[int, int] | None] = Factory(dict)

    # ---- watching ----------------------------------------------------------------------

    async def watch(self) -> None:
        """Look at the files again and again, as long as the table is open."""
        while True:
            now = stamps(self._files | self._known())
            if now != self._seen:
                self._seen = now
                try:
                    await self.look()
                except Exception as error:  # the last resort: it goes on watching
                    self.problems, self.valid = (_message(our_fault(error)),), False
                    self.table.tell_again()
            await asyncio.sleep(SECONDS)

    def _known(self) -> frozenset[Path]:
        path = find_path(self.file)
        beside = (path, path.with_suffix("") / "looks.toml", *tests_beside(path))
        return frozenset(Path(os.path.abspath(one)) for one in beside)

    async def look(self) -> None:
        """Check the rules, go on under them, and run the scenarios."""
        try:
            compilation, result = await apart(partial(check, self.file, self.limits))
        except Unusable as error:
            self.problems, self.valid = (_message(error.message),), False
            self.table.tell_again()
            return
        self._files = _files_of(self.file, compilation)
        self._found = tuple(result)
        sources = compilation.sources
        self.problems = tuple(partial(problem_on_page, one, sources) for one in result)
        self.valid = not any(d.severity is Severity.ERROR for d in result)
        program = compilation.program
        if program is not None and program.world.game is not None:
            await self._go_on(program)
        self.table.tell_again()
        if program is not None:
            self.scenarios = await apart(
                lambda: tuple(_ran(self.file, program, self.limits))
            )
            self.table.tell_again()

    # ---- the game under new rules --------------------------------------------------------

    async def _go_on(self, program: Program) -> None:
        """Take the game up under other rules, unless it is on the table already."""
        looks = self.table.looks
        try:
            looks = looks_beside(find_path(self.file), program.world)
        except Unusable as error:
            self.problems += (_message(error.message),)
        if self.aside is None:
            self._note_wishes()
        session = self.aside or self.table.session
        if program.digest == session.game.program.digest and looks == self.table.looks:
            return
        try:
            again, misfit = await apart(
                partial(taken_over, program, session, tuple(self.wished))
            )
        except (WrongSetup, GameFault, Problem) as error:
            self.problems += (_message(str(error)),)
            self.valid = False
            return
        try:
            go_on_with(session, again)
        except Unusable as error:
            self.problems += (_message(error.message),)
            return
        self.misfit, self.aside = misfit, None
        if program.digest != session.game.program.digest:
            self.before, self.versus = session.game, None
        await self.table.lay_anew(again, looks)

    async def compare(self) -> None:
        """Begin to play games under the rules before the last change and now.

        Raises NotNow where there are no such rules, or it is done already.
        """
        old, new = self.before, self.table.session.game
        if old is None or self.comparing:
            raise NotNow("stale")
        self.comparing = True
        self._comparison = asyncio.ensure_future(self._compare(old, new))

    async def _compare(self, old: Game, new: Game) -> None:
        self.table.tell_again()
        try:
            result = await thought(partial(versus, old, new, seconds=COMPARING))
            if self.before is old:  # nobody has saved meanwhile
                self.versus = result
        except (GameFault, RuleFault) as error:
            self.problems += (_message(str(error)),)
        finally:
            self.comparing = False
            self.table.tell_again()

    def _note_wishes(self) -> None:
        """What has been chosen; the choices that did not fit only until somebody goes on."""
        entries = self.table.session.log.entries
        fitted = [entry.choice for entry in self.wished[: len(entries)]]
        if self.misfit is None or [entry.choice for entry in entries] != fitted:
            self.wished = list(entries)

    # ---- scenarios on the table ------------------------------------------------------------

    async def put(self, title: str) -> None:
        """Put the position of a scenario on the table; raises NotNow."""
        wanted = next((s for s in self.scenarios if s.title == title), None)
        if wanted is None:
            raise NotNow("stale")
        games = Games(wanted.program, trace=True)
        try:
            position = await apart(
                partial(position_of, wanted.program, wanted.decl, games)
            )
        except (WrongSetup, GameFault) as error:
            raise NotNow("faulty rules", str(error)) from error
        if self.aside is None:
            self._note_wishes()
            self.aside = self.table.session
        seed = wanted.decl.seed
        session = Session(position.game, seed, position, new_log(position, seed))
        await self.table.lay_anew(session, self.table.looks)

    async def back(self) -> None:
        """Go on with the game; raises NotNow."""
        if self.aside is None:
            raise NotNow("stale")
        session, self.aside = self.aside, None
        await self.table.lay_anew(session, self.table.looks)

    # ---- tables --------------------------------------------------------------------------

    async def sheet(self, name: str, language: str) -> dict[str, Plain]:
        """A table of the rules as a sheet, in a language; raises NotNow."""
        program, words = self.table.session.game.program, Words(language)
        work = partial(sheet_data, program, self.file, name, self._found, words)
        return await apart(work)

    async def cell(
        self, name: str, line: int, column: int, was: str, text: str
    ) -> None:
        """Write a cell of a table of the rules; raises NotNow."""
        program = self.table.session.game.program
        work = partial(change_cell, program, self.file, name, line, column, was, text)
        await apart(work)

    async def row(self, name: str, line: int, was: list[str], *, adds: bool) -> None:
        """Write a row of a table once more, or take it away; raises NotNow."""
        program, file = self.table.session.game.program, self.file
        await apart(partial(change_rows, program, file, name, line, was, adds=adds))

    def tables(self) -> list[str]:
        """The tables of the rules that can be changed here, by their files."""
        return [one.name for one in sheets_of(self.table.session.game.program)]

    # ---- telling ---------------------------------------------------------------------------

    def data(self, language: str | None = None) -> dict[str, Plain]:
        """What the designer is told in a language: of the rules, and of no game."""
        words = Words(language)
        result: dict[str, Plain] = {
            "valid": self.valid,
            "problems": [shown(problem(words)) for problem in self.problems],
            "scenarios": [
                {
                    "title": one.title,
                    "failure": one.failure and shown(lines_in(one.failure, words)),
                }
                for one in self.scenarios
            ],
            "aside": self.aside is not None,
            "tables": list(self.tables()),
        }
        if self.misfit is not None:
            labels = Labels(self.table.session.game, words)
            result["misfit"] = {
                "number": self.misfit.number,
                "player": shown(labels.player(self.misfit.entry.player - 1)),
                "choice": shown(self.misfit.entry.choice),
                "why": shown(lines_in(self.misfit.why, words)),
                **cause_of(self.misfit, words),
            }
        if self.versus is not None:
            result["versus"] = self.versus.data(language)
        result["comparing"] = self.comparing
        result["compares"] = self.before is not None
        return result


def _message(text: str) -> Told:
    """A message that is told line by line, as far as a language goes."""
    return partial(lines_in, text)


def go_on_with(session: Session, again: Session) -> None:
    """Keep the log of a session for what has become of it; raises Unusable.

    Where choices are missing from it now, the log as it was is kept beside it.
    """
    if session.file is None:
        return
    if len(session.log.entries) > len(again.log.entries):
        path = session.file.path
        write_file(path.with_name(path.name + BEFORE), session.log.text(), logs)
    again.file = session.file
    again.file.begin_again(again.log)


def _files_of(file: str, compilation: Compilation) -> frozenset[Path]:
    source = find_source(file)
    names_read = (*compilation.texts, *compilation.translations)
    names = (name for name in names_read if name != source.path)
    return frozenset(
        Path(os.path.abspath(one)) for one in (source.folder / name for name in names)
    )


def _ran(file: str, program: Program, limits: Limits) -> Iterator[Scenario]:
    """The scenarios of the rules and of the tests beside them, carried out."""
    path = find_path(file)
    yield from _scenarios(program, own_scenarios(program, shown_path(path)))
    for tests in tests_beside(path):
        try:
            further = compile_source(find_source(str(tests)), limits).program
        except Unusable:
            continue
        if further is not None and further.world.game is not None:
            yield from _scenarios(further, own_scenarios(further, shown_path(tests)))


def _scenarios(
    program: Program, decls: Iterable[nodes.ScenarioDecl]
) -> Iterator[Scenario]:
    games = Games(program)
    for decl in decls:
        outcome = run_scenario(program, decl, games)
        failure = None
        if outcome.message is not None:
            where = outcome.where or outcome.span
            failure = "\n".join([f"{where}: {outcome.message}", *outcome.details])
        yield Scenario(decl.title, program, decl, failure)
