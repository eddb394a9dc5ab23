"""The language server of a playground, and what becomes of the texts that are written."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any

from attrs import Factory, define, field

from rulesrun.cli.hosting import Files
from rulesrun.cli.messages.translating import lines_in, problem_on_page
from rulesrun.cli.messages.words import Words
from rulesrun.dsl.compile import Program
from rulesrun.dsl.problems.diagnostics import Severity
from rulesrun.language_server.analysis import Analysis
from rulesrun.language_server.server import make_server
from rulesrun.language_server.session import Session
from rulesrun.language_server.trying import SECONDS, TOO_LONG, T
from rulesrun.table.about import about
from rulesrun.web.project import WORK, Post, Project, packed, short, unpacked
from rulesrun.web.words import shell_words


@define
class FarTrials:
    """Has work done by another worker, through the page: Trials."""

    post: Post
    _waiting: dict[int, asyncio.Future[str]] = field(factory=dict, init=False)
    _last: int = field(default=0, init=False)

    async def run(
        self, work: Callable[..., T], program: Program, *what: str | int
    ) -> T | str:
        """What comes out of some work, or why nothing does, in a sentence."""
        self._last += 1
        number = self._last
        self._waiting[number] = asyncio.get_running_loop().create_future()
        text = packed((work, program, what))
        self.post({"kind": "work", "number": number, "work": text})
        try:
            result = await asyncio.wait_for(self._waiting[number], SECONDS)
        except TimeoutError:
            return TOO_LONG
        finally:
            self._waiting.pop(number, None)
        return unpacked(result) if result else TOO_LONG

    def answer(self, number: int, text: str) -> None:
        """What came out; nothing where whoever tried was ended."""
        waiting = self._waiting.get(number)
        if waiting is not None and not waiting.done():
            waiting.set_result(text)

    def stop(self) -> None:
        """The page ends what takes too long."""


@define
class PageFiles(Files):
    """The files of a playground: the host of its language server."""

    post: Post
    far: FarTrials = field(init=False)

    def trials(self) -> FarTrials:
        """Where scenarios and games are tried out: in another worker."""
        self.far = FarTrials(self.post)
        return self.far


@define(eq=False)
class Editor:
    """The language server, and what becomes of the texts: problems, or a program."""

    post: Post
    language: str | None = None
    project: Project = Factory(Project)
    session: Session = field(init=False)
    host: PageFiles = field(init=False)
    _hear: Callable[[str], None] = field(init=False)
    _setting_up: asyncio.Future[None] | None = field(default=None, init=False)

    def __attrs_post_init__(self) -> None:
        self.host = PageFiles(self.post)
        server, self.session = make_server(self.host, version("rulesrun"))
        protocol = server.protocol
        protocol.set_writer(self, include_headers=False)

        def hear(text: str) -> None:
            message = json.loads(text, object_hook=protocol.structure_message)
            protocol.handle_message(message)

        self._hear = hear

    def write(self, data: bytes) -> None:
        """A message of the server to the editor, in the language of the page."""
        text = data.decode("utf-8")
        if '"textDocument/publishDiagnostics"' in text:
            message, words = json.loads(text), Words(self.language)
            for one in message["params"]["diagnostics"]:
                one["message"] = lines_in(one["message"], words)
            text = json.dumps(message)
        self.post({"kind": "lsp", "text": text})

    def close(self) -> None:
        """Nothing is left open."""

    def hear(self, message: dict[str, Any]) -> None:
        """Do what the page asks for."""
        if self.project.hear(message):
            for name in message.get("files", (message.get("path"),)):
                self.session.workspace.forget(str(WORK / name))
            for path in self.session.workspace.opened:
                self.session.look_later(path)
            return
        match message:
            case {"do": "lsp", "text": str(text)}:
                self._hear(text)
            case {"do": "language", "language": str(language)}:
                self.language = language
                for path in self.session.workspace.opened:
                    self.session.look_later(path)
            case {"do": "check", "number": int(number)}:
                self.check(number)
            case {"do": "worked", "number": int(number), "found": str(text)}:
                self.host.far.answer(number, text)

    def check(self, number: int) -> None:
        """Tell what is wrong with the rules, or what has become of them."""
        answer = self.checked(number)
        if answer is None:
            return
        if "program" in answer:
            path = str(self.project.path)
            self._setting_up = asyncio.ensure_future(self.session.set_up(path))
        self.post(answer)

    def checked(self, number: int) -> dict[str, Any] | None:
        """What `check` tells; none where there are no rules."""
        workspace = self.session.workspace
        path = str(self.project.path)
        analysis = workspace.analysis(path)
        if analysis is None:
            return None
        own = analysis.compilation
        problems = list(_problems(analysis, self.language))
        tests = []
        for name in self.host.tests_of(path):
            result = workspace.analysis(name)
            if result is None:
                continue
            problems += _problems(result, self.language)
            if result.compilation.program is not None:
                tests.append(packed(result.compilation.program))
        answer: dict[str, Any] = {
            "kind": "checked",
            "number": number,
            "problems": [
                one for at, one in enumerate(problems) if one not in problems[:at]
            ],
        }
        program = own.program
        if program is not None and program.world.game is not None:
            answer |= {
                "program": packed(program),
                "tests": tests,
                "about": about(program, shell_words),
            }
        return answer


def _problems(analysis: Analysis, language: str | None) -> Iterator[dict[str, Any]]:
    """The problems of a file as they are listed."""
    words = Words(language)
    compilation = analysis.compilation
    for one in compilation.diagnostics:
        yield {
            "path": short(one.span.path),
            "line": one.span.line,
            "column": one.span.column,
            "error": one.severity is Severity.ERROR,
            "message": lines_in(one.message, words),
            "text": short(problem_on_page(one, compilation.sources, words)),
        }
