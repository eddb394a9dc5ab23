"""What the workers of a playground are: an editor's server, a table, trials, a thinker.

Each worker has the files of the game that is written; what the editor's has checked goes
to the others as a program. Whoever calls this is a script of the page; everything that
comes and goes is text.
"""

from __future__ import annotations

import importlib
import json
import pkgutil
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import cattrs
import pygls
from attrs import define

from rulesrun.cli.files.starter import starter
from rulesrun.interpreter.game import Game
from rulesrun.table.story import labels_of
from rulesrun.web.bench import Room
from rulesrun.web.mind import Thinker
from rulesrun.web.project import Post, unpacked
from rulesrun.web.trying import Trying
from rulesrun.web.writing import Editor

NAME = "my_game"
"""What the game is called that one begins with."""

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"processId": None, "rootUri": None, "capabilities": {}},
}
"""What a text editor says first."""


def prepare() -> None:
    """Do once what every worker would do: read rules, with whatever that loads."""
    for library in (pygls, cattrs):
        for walk_package in pkgutil.walk_packages(
            library.__path__, f"{library.__name__}."
        ):
            with suppress(ImportError):
                importlib.import_module(walk_package.name)
    importlib.import_module("click._textwrap")
    instance = Editor(lambda message: None)
    instance.hear({"do": "lsp", "text": json.dumps(INITIALIZE)})
    instance.hear({"do": "project", "main": f"{NAME}.rules", "files": starter(NAME)})
    checked = instance.checked(1)
    assert checked is not None
    game = Game(unpacked(checked["program"]), 2)
    labels_of(game)
    game.start(0)


def _sender(post: Callable[[str], Any]) -> Post:
    def send(message: dict[str, Any]) -> None:
        post(json.dumps(message, ensure_ascii=False))

    return send


def editor(post: Callable[[str], Any]) -> Callable[[str], None]:
    """The language server; gives what hears the page."""
    instance = Editor(_sender(post))
    return lambda text: instance.hear(json.loads(text))


def trials(post: Callable[[str], Any]) -> Callable[[str], None]:
    """Who tries things out; gives what hears the page."""
    instance = Trying(_sender(post))
    return lambda text: instance.hear(json.loads(text))


def screen(
    post: Callable[[str], Any], ask: Callable[[str], Awaitable[str]] | None
) -> Callable[[str], Awaitable[None]]:
    """The table; gives what hears the page."""
    instance = Room(_sender(post), ask)

    async def hear(text: str) -> None:
        await instance.hear(json.loads(text))

    return hear


@define
class _Thinking:
    thinker: Thinker | None = None

    def answer(self, text: str) -> str:
        """The answer of whoever thinks; none before there are rules, or under others."""
        if self.thinker is None:
            return ""
        if json.loads(text).get("rules") != self.thinker.program.digest:
            return ""
        return self.thinker.answer(text)


THINKING = _Thinking()


def thinker(*_: Any) -> Callable[[str], str]:
    """A player who thinks, in plain Python; gives what answers a question."""
    return THINKING.answer


def take(text: str) -> None:
    """Think under other rules from now on."""
    message = json.loads(text)
    THINKING.thinker = Thinker(unpacked(message["program"]))
