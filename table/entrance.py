"""The first page of a lobby: which tables are open, and what makes one."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, Protocol

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from rulesrun.cli.messages.words import Words
from rulesrun.dsl.languages.spoken import languages
from rulesrun.table.about import about
from rulesrun.table.answers import data_of, nothing_here, page_file, part_of
from rulesrun.table.background import apart
from rulesrun.table.lobby import CLOCKS, KINDS, Lobby, Wanted
from rulesrun.table.parts import Parts
from rulesrun.table.sleeping import Refused
from rulesrun.table.wire import MOST_BYTES
from rulesrun.table.words import lobby_words

PAGE = Path(__file__).parent / "lobby_page"

MOST_ALSO = 100
"""So many tables somebody may ask about that are not listed."""

ENGLISH = "en"


class Doorman(Protocol):
    """Knows which pages are those of this server, and by which names it is asked."""

    def is_ours(self, connection: HTTPConnection) -> bool:
        """Whether something comes from a page of this server."""

    def is_named(self, connection: HTTPConnection) -> bool:
        """Whether the server is asked for by a name of its own."""


def told_refusal(error: Refused, language: str = ENGLISH) -> str:
    """Why something is not possible, in a language."""
    return lobby_words(language)[error.key].replace("{why}", error.why)


Answers = Callable[[Request, str], Awaitable[Any]]


def entrance_to(doorman: Doorman, lobby: Lobby) -> list[BaseRoute]:
    """What a server answers beside what it answers for tables."""
    parts = Parts(PAGE)

    async def first(request: Request) -> Response:
        return page_file(PAGE / "lobby.html")

    async def joined(request: Request) -> Response:
        if lobby.register.by_id(request.path_params["id"]) is None:
            return nothing_here()
        return page_file(PAGE / "lobby.html")

    async def part(request: Request) -> Response:
        name = request.path_params["name"]
        file = parts.find(name)
        return nothing_here() if file is None else part_of(file, name, request)

    async def words_in(request: Request, language: str) -> Any:
        spoken = languages()
        return {
            "language": language,
            "languages": list(spoken),
            "direction": "rtl" if Words(language).persian else "ltr",
            "words": dict(lobby_words(language)),
            "games": await apart(lambda: lobby.titles(language)),
            "kinds": KINDS,
            "clocks": list(CLOCKS),
        }

    async def tables(request: Request, language: str) -> Any:
        also = request.query_params.get("also", "").split(",")[:MOST_ALSO]
        return {"tables": await apart(lambda: lobby.listed(also, language))}

    async def game(request: Request, language: str) -> Any:
        name = request.query_params.get("game", "")
        program = await lobby.sleepers.work(lambda: lobby.program(name))
        about_game = about(program, lobby_words)
        by_language = about_game["told"]
        here = by_language[
            language if language in by_language else about_game["languages"][0]
        ]
        return {
            "players": about_game["players"],
            "seats": here["seats"],
            "counts": here["counts"],
            "options": here["options"],
        }

    async def opened(request: Request, language: str) -> Any:
        row = await lobby.open(_wanted(await _message(request)))
        return {
            "id": row.id,
            "token": row.links.tokens[min(row.taken)],
            "seat": min(row.taken),
        }

    async def sat(request: Request, language: str) -> Any:
        message = await _message(request)
        row = lobby.register.by_id(_text(message, "id"))
        if row is None:
            raise Refused("gone")
        seat = message.get("seat")
        if not isinstance(seat, int) or isinstance(seat, bool):
            raise Refused("not so")
        token = await lobby.sit(row, seat, _text(message, "name"))
        return {"id": row.id, "token": token, "seat": seat}

    def answered(answers: Answers, writes: bool) -> Callable[[Request], Any]:
        async def answer(request: Request) -> Response:
            allowed = doorman.is_ours if writes else doorman.is_named
            if not allowed(request):
                return nothing_here()
            language = request.query_params.get("lang", ENGLISH)
            language = language if language in languages() else ENGLISH
            try:
                return data_of(await answers(request, language))
            except Refused as error:
                return data_of({"problem": told_refusal(error, language)}, 409)

        return answer

    def route(path: str, answers: Answers, method: str = "GET") -> Route:
        return Route(path, answered(answers, method == "POST"), methods=[method])

    return [
        Route("/", first),
        Route("/join/{id}", joined),
        Route("/lobby-page/{name}", part),
        route("/lobby/words", words_in),
        route("/lobby/tables", tables),
        route("/lobby/game", game),
        route("/lobby/open", opened, "POST"),
        route("/lobby/sit", sat, "POST"),
    ]


async def _message(request: Request) -> Mapping[str, Any]:
    """What a page says: a small object; raises Refused."""
    text = b""
    async for piece in request.stream():
        text += piece
        if len(text) > MOST_BYTES:
            raise Refused("not so")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refused("not so") from error
    if not isinstance(data, dict):
        raise Refused("not so")
    return data


def _text(message: Mapping[str, Any], name: str) -> str:
    value = message.get(name)
    if not isinstance(value, str):
        raise Refused("not so")
    return value


def _wanted(message: Mapping[str, Any]) -> Wanted:
    """A table as a page wants it, of the right types; raises Refused."""
    players, options, kinds = (
        message.get("players"),
        message.get("options"),
        message.get("seats"),
    )
    fits = (
        isinstance(players, int)
        and not isinstance(players, bool)
        and isinstance(options, dict)
        and all(isinstance(value, str) for value in options.values())
        and isinstance(kinds, list)
        and all(isinstance(kind, str) for kind in kinds)
        and isinstance(message.get("listed"), bool)
    )
    if not fits:
        raise Refused("not so")
    assert isinstance(players, int)
    assert isinstance(options, dict)
    assert isinstance(kinds, list)
    game, clock, name = (_text(message, key) for key in ("game", "clock", "name"))
    listed = message["listed"] is True
    return Wanted(game, players, options, tuple(kinds), clock, listed, name)
