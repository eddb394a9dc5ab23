"""The open files of an editor, what it has been told of them, and what is under way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

from attrs import Factory, define, field
from lsprotocol import types as lsp
from pygls import uris
from pygls.exceptions import JsonRpcContentModified
from pygls.lsp.server import LanguageServer

from rulesrun.dsl.problems.diagnostics import Diagnostic
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.text import lines_of
from rulesrun.language_server import answers
from rulesrun.language_server.analysis import Analysis, Workspace
from rulesrun.language_server.completion import Offered
from rulesrun.language_server.places import column_of, range_of
from rulesrun.language_server.trying import Trials

P = TypeVar("P")
R = TypeVar("R")

DELAY = 0.1
"""So many seconds after the last letter, problems are looked for."""

GRACE = 0.005
"""So many seconds a question waits, in case that what is typed next makes it idle."""


@define(eq=False)
class Session:
    """The open files of an editor, and what it has been told."""

    server: LanguageServer
    workspace: Workspace
    trials: Trials = field(init=False)
    outcomes: dict[tuple[str, str], str] = Factory(dict)
    offered: dict[str, Offered] = Factory(dict)
    _uris: dict[str, str] = Factory(dict)
    _told: dict[str, set[str]] = Factory(dict)
    _setups: dict[str, tuple[Analysis, tuple[Diagnostic, ...]]] = Factory(dict)
    _changes: dict[str, int] = Factory(dict)
    _setting_up: dict[str, asyncio.Future[Any]] = Factory(dict)
    _waiting: dict[str, asyncio.TimerHandle] = Factory(dict)

    def __attrs_post_init__(self) -> None:
        self.trials = self.workspace.host.trials()

    # ---- files ---------------------------------------------------------------

    def path_of(self, uri: str) -> str:
        """The path of a file that an editor names."""
        result = uris.to_fs_path(uri)
        if result is None or not uri.startswith("file:"):
            result = str(Path.cwd() / uri.rpartition("/")[2].rpartition(":")[2])
        path = Path(result).as_posix()
        self._uris.setdefault(path, uri)
        return path

    def uri_of(self, path: str) -> str:
        """What the editor calls a file."""
        return self._uris.get(path) or uris.from_fs_path(path) or path

    def lines_at(self, path: str) -> list[str]:
        """The lines of a file as it is now."""
        return lines_of(self.workspace.text(path) or "")

    def place(self, path: str, at: lsp.Position) -> tuple[int, int]:
        """Our line and column."""
        lines = self.lines_at(path)
        row = lines[at.line] if at.line < len(lines) else ""
        return at.line + 1, column_of(row, at.character)

    def location(self, span: Span) -> lsp.Location:
        """A place as the editor is told of it."""
        lines = self.lines_at(span.path)
        return lsp.Location(self.uri_of(span.path), range_of(lines, span))

    def put(self, uri: str) -> None:
        """A file has been opened or changed."""
        path = self.path_of(uri)
        text = self.server.workspace.get_text_document(uri).source
        self._changes[path] = self._changes.get(path, 0) + 1
        touched = {path, *self.workspace.touched_by(path)}
        self.workspace.put(path, text)
        for other in touched:
            self.outcomes = {k: v for k, v in self.outcomes.items() if k[0] != other}
            self.look_later(other)

    def close(self, uri: str) -> None:
        """A file has been closed."""
        path = self.path_of(uri)
        self.workspace.close(path)
        for published in self._told.pop(path, set()):
            self._publish(published, [])

    def if_current(self, answer: Callable[[P], R]) -> Callable[[P], Awaitable[R]]:
        """The same answer, if by the time it is due the text is still the same.

        An editor that types on while an answer is worked out asks again; what it asked
        before is dropped, so that questions never pile up.
        """

        @wraps(answer)
        async def answered(params: P) -> R:
            path = self.path_of(params.text_document.uri)  # type: ignore[attr-defined]
            version = self._changes.get(path)
            await asyncio.sleep(GRACE)
            if self._changes.get(path) != version:
                raise JsonRpcContentModified("the text has changed since")
            return answer(params)

        return answered

    # ---- problems ------------------------------------------------------------

    def look_later(self, path: str) -> None:
        """Look for problems as soon as nothing is typed for a moment."""
        waiting = self._waiting.pop(path, None)
        if waiting is not None:
            waiting.cancel()
        loop = asyncio.get_running_loop()
        self._waiting[path] = loop.call_later(DELAY, self.look, path)

    def look(self, path: str) -> None:
        """Tell the editor what is wrong with a file."""
        analysis = self.workspace.analysis(path)
        if analysis is None or path not in self.workspace.opened:
            return
        of, further = self._setups.get(path, (None, ()))
        diagnostics = answers.diagnostics(
            analysis, self.uri_of, further if of is analysis else ()
        )
        own = {p for p in diagnostics if p == path or p not in self.workspace.opened}
        for other in own | self._told.get(path, set()):
            self._publish(other, diagnostics.get(other, []) if other in own else [])
        self._told[path] = own

    async def set_up(self, path: str) -> None:
        """Look elsewhere whether the game can be set up, and tell if not."""
        analysis = self.workspace.analysis(path)
        if analysis is None or analysis.compilation.program is None:
            return
        work = self.workspace.host.setting_up()
        before = self._setting_up.pop(path, None)
        if before is not None:
            before.cancel()  # if it has not begun
        running = self.trials.run(work, analysis.compilation.program)
        self._setting_up[path] = task = asyncio.ensure_future(running)
        try:
            result = await task
        except asyncio.CancelledError:
            return
        if isinstance(result, tuple) and result:
            self._setups[path] = analysis, result
            self.look(path)

    def _publish(self, path: str, diagnostics: list[lsp.Diagnostic]) -> None:
        self.server.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(self.uri_of(path), diagnostics)
        )

    # ---- lenses --------------------------------------------------------------

    async def try_out(
        self, work: Callable[..., str], uri: str, what: str | int
    ) -> str | None:
        """Run something of a file; what came out is shown, and kept in its lens."""
        path = self.path_of(uri)
        analysis = self.workspace.analysis(path)
        if analysis is None or analysis.compilation.program is None:
            text = "correct the errors of the file first"
        else:
            program, version = analysis.compilation.program, self._changes.get(path)
            text = await self.trials.run(work, program, what)
            if self._changes.get(path) == version:
                self.outcomes[path, str(what)] = text
                self.server.workspace_code_lens_refresh(None)
        failed = text.startswith(("failed", "went wrong", "not done", "correct"))
        kind = lsp.MessageType.Warning if failed else lsp.MessageType.Info
        self.server.window_show_message(lsp.ShowMessageParams(kind, text))
        return text
