"""What runs in the workers of a page: a game at a screen, or a player who thinks.

Whoever calls this is a script of the page; everything that comes and goes is text.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

from attrs import define

from rulesrun.agents.measured import learn
from rulesrun.cli.files.compiling import compile_source
from rulesrun.cli.files.sources import find_path, find_source
from rulesrun.cli.output.problems import Problem
from rulesrun.cli.web.looks import Looks, looks_beside
from rulesrun.dsl.analysis.fixed import player_counts
from rulesrun.dsl.compile import Program
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.setup import WrongSetup
from rulesrun.table.declared import declared
from rulesrun.table.story import labels_of
from rulesrun.web.engines import offer
from rulesrun.web.mind import FarMind, Thinker
from rulesrun.web.screen import Screen


@define
class Prepared:
    """The rules of a page, read once for all its workers."""

    program: Program
    looks: Looks
    games: dict[int, Game]


PREPARED: list[Prepared] = []
"""What was read when the page was made: kept in the memory that it starts from."""


def prepare(path: str, measured: Mapping[str, float] | None = None) -> None:
    """Read the rules of a page, and make the game for each number of players.

    Args:
        path: The rules.
        measured: What thinkers would measure first, as `agents.measured.known` gives it.

    Raises Problem where the rules are faulty.
    """
    learn(measured or {})
    compilation = compile_source(find_source(path))
    if compilation.program is None:
        raise Problem(f"{path}: these rules have errors")
    looks = looks_beside(find_path(path), compilation.program.world)
    program = compilation.program
    games = {}
    for players in player_counts(program.world):
        with suppress(GameFault, WrongSetup):  # whoever begins it is told
            games[players] = _made(program, players, looks)
    PREPARED[:] = [Prepared(program, looks, games)]


def _made(program: Program, players: int, looks: Looks) -> Game:
    """A game with all that a page makes of it before anybody chooses."""
    game = Game(program, players)
    for labels in labels_of(game).values():
        declared(labels, looks)
    game.start(0)
    _ = game.watched
    return game


def screen(
    post: Callable[[str], Any], ask: Callable[[str], Awaitable[str]] | None
) -> Callable[[str], Awaitable[None]]:
    """A game at a screen; gives what hears the page.

    Args:
        post: Takes messages to the page.
        ask: Asks the worker where players think; none where they think here.
    """
    prepared = PREPARED[0]

    def send(message: dict[str, Any]) -> None:
        post(json.dumps(message, ensure_ascii=False))

    instance = Screen(prepared.program, prepared.looks, send, games=prepared.games)
    if ask is not None:
        instance.mind = FarMind(ask)

    async def hear(text: str) -> None:
        await instance.hear(json.loads(text))

    return hear


def thinker(
    digests: str = "", begin: Any = None, copied: Any = None
) -> Callable[[str], str]:
    """A player who thinks; gives what answers a question.

    Args:
        digests: The compiled games that the page has, apart by blanks.
        begin: Begins one of them; see `engines.offer`.
        copied: Makes a value of the scripts from one of Python.
    """
    if digests:
        offer(digests.split(), begin, copied)
    return Thinker(PREPARED[0].program, dict(PREPARED[0].games)).answer
