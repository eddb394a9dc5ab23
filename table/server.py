"""The web server of tables: pages, and a connection for each seat that is looked at."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping
from pathlib import Path
from urllib.parse import urlsplit

import anyio
from attrs import Factory, define, field
from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from rulesrun.interpreter.knowledge.secrecy import ONLOOKER
from rulesrun.table.answers import nothing_here, page_file, part_of, sorry
from rulesrun.table.attending import attend, leave
from rulesrun.table.entrance import entrance_to, told_refusal
from rulesrun.table.lobby import Lobby
from rulesrun.table.parts import Parts
from rulesrun.table.sitting import SLOW, Table
from rulesrun.table.sleeping import Refused
from rulesrun.table.viewing import View
from rulesrun.table.wire import Nonsense, Rate, read_message

PAGE = Path(__file__).parent / "page"

MOST_BESIDE = 2
"""So many things that take long may be asked about at once by one page; more are not heard."""

MOST_VIEWS, MOST_WATCHING = 8, 24
"""So many pages may look at one table at the same time: for each seat, and to watch."""

LOOK_AFTER = 2.0
"""Seconds until it is seen again whether the logs of the tables are still there."""

TOO_MANY, REFUSED = 1013, 1008
"""Why a connection is closed, as WebSockets say it."""


@define(eq=False)
class Hall:
    """Some tables, found by the words in their links; `names` are those of this machine.

    With a lobby, its tables are found as well, and woken.
    """

    tables: Iterable[Table]
    names: frozenset[str] = frozenset({"localhost"})
    lobby: Lobby | None = None
    _doors: dict[str, tuple[Table, int | None]] = field(init=False)
    _views: Counter[str] = Factory(Counter)
    _parts: Parts = Factory(lambda: Parts(PAGE))

    def __attrs_post_init__(self) -> None:
        self._doors = {
            token: (table, viewer)
            for table in self.tables
            for token, viewer in table.links.viewers.items()
        }

    async def door(self, token: str) -> tuple[Table, int | None] | None:
        """The table behind a link, and whose eyes the link gives; raises Refused."""
        door = self._doors.get(token)
        if door is None and self.lobby is not None:
            return await self.lobby.door(token)
        return door

    # ---- pages -------------------------------------------------------------------------

    async def page(self, request: Request) -> Response:
        """The page of a seat."""
        try:
            if await self.door(request.path_params["token"]) is None:
                return nothing_here()
        except Refused as error:
            return sorry(told_refusal(error))
        return page_file(PAGE / "table.html")

    async def part(self, request: Request) -> Response:
        """A script or a style of the page."""
        name = request.path_params["name"]
        part = self._parts.find(name)
        return nothing_here() if part is None else part_of(part, name, request)

    async def picture(self, request: Request) -> Response:
        """A picture that the looks of a game name."""
        try:
            door = await self.door(request.path_params["token"])
        except Refused as error:
            return sorry(told_refusal(error))
        name = request.path_params["name"]
        if door is None or door[0].looks.folder is None:
            return nothing_here()
        if name not in door[0].looks.pictures.values():
            return nothing_here()
        return page_file(door[0].looks.folder / name)

    async def nothing(self, request: Request) -> Response:
        """What somebody sees who has no link."""
        return nothing_here()

    # ---- connections -------------------------------------------------------------------

    def is_ours(self, connection: HTTPConnection) -> bool:
        """Whether a connection comes from a page of this server, by a name of its own."""
        host = connection.headers.get("host", "")
        try:
            origin = urlsplit(connection.headers.get("origin", ""))
        except ValueError:
            return False
        return bool(host) and origin.netloc == host and self.is_named(connection)

    def is_named(self, connection: HTTPConnection) -> bool:
        """Whether the server is asked for by an address or a name that it was given."""
        host = connection.headers.get("host", "")
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        with contextlib.suppress(ValueError):
            ipaddress.ip_address(name)
            return True
        return name in self.names

    async def live(self, socket: WebSocket) -> None:
        """A page that looks at a table, for as long as it does."""
        token = socket.path_params["token"]
        try:
            door = await self.door(token) if self.is_ours(socket) else None
        except Refused:
            await socket.close(TOO_MANY)
            return
        if door is None:
            await socket.close(REFUSED)
            return
        table, viewer = door
        most = MOST_WATCHING if viewer == ONLOOKER else MOST_VIEWS
        if self._views[token] >= most:
            await socket.close(TOO_MANY)
            return
        self._views[token] += 1
        table.looking[viewer] += 1
        try:
            await socket.accept()
            language = table.language(socket.query_params.get("lang", ""))
            await Connected(socket, table, viewer, language).run()
        finally:
            table.looking[viewer] -= 1
            self._views[token] -= 1
            if not self._views[token]:
                del self._views[token]

    async def _look_after(self) -> None:
        """See again and again whether the logs of the tables are still there."""
        while True:
            await asyncio.sleep(LOOK_AFTER)
            for table in self.tables:
                await table.look_after()

    # ---- the whole ---------------------------------------------------------------------

    def app(self) -> Starlette:
        """The server as what runs it wants it."""

        @contextlib.asynccontextmanager
        async def open_tables(app: Starlette) -> AsyncIterator[None]:
            tasks = [asyncio.create_task(self._look_after())]
            for table in self.tables:
                tasks += attend(table)
            if self.lobby is not None:
                tasks.append(asyncio.create_task(self.lobby.sleepers.tend()))
            try:
                yield
            finally:
                await leave(tasks)
                if self.lobby is not None:
                    await self.lobby.sleepers.close()

        entrance = [] if self.lobby is None else entrance_to(self, self.lobby)
        return Starlette(
            routes=[
                *entrance,
                Route("/t/{token}", self.page),
                Route("/t/{token}/picture/{name}", self.picture),
                Route("/page/{name}", self.part),
                WebSocketRoute("/t/{token}/live", self.live),
                Route("/{rest:path}", self.nothing),
            ],
            lifespan=open_tables,
        )


@define(eq=False)
class Connected:
    """The connection of one page that looks at a table."""

    socket: WebSocket
    table: Table
    viewer: int | None
    language: str
    rate: Rate = Factory(Rate)
    view: View = field(init=False)
    _beside: int = field(default=0, init=False)

    def __attrs_post_init__(self) -> None:
        self.view = View(self.table, self.viewer, self.language, self._send)

    async def run(self) -> None:
        """Tell what happens, and hear what is said, until the page goes away."""
        async with anyio.create_task_group() as group:

            async def until_gone(
                task: Callable[[], Awaitable[None]], *, ends: bool = True
            ) -> None:
                try:
                    await task()
                except WebSocketDisconnect:
                    ends = True
                if ends:
                    group.cancel_scope.cancel()

            async def beside(message: Mapping[str, object]) -> None:
                self._beside += 1
                try:
                    await until_gone(lambda: self.view.do(message), ends=False)
                finally:
                    self._beside -= 1

            def take_up(message: Mapping[str, object]) -> None:
                if self._beside < MOST_BESIDE:
                    group.start_soon(beside, message)

            group.start_soon(until_gone, self.view.tell)
            group.start_soon(until_gone, lambda: self._hear(take_up))

    async def _send(self, text: str) -> None:
        try:
            await self.socket.send_text(text)
        except RuntimeError as error:  # it has been closed from this side
            raise WebSocketDisconnect from error

    async def _hear(self, take_up: Callable[[Mapping[str, object]], None]) -> None:
        """Do what is said, one after the other; what takes long holds up nothing, and ends
        when the page goes away.
        """
        while True:
            received = await self.socket.receive()
            if received["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(received.get("code", 1005))
            if not self.rate.allows():
                await self.socket.close(REFUSED)
                return
            try:
                message = read_message(received.get("text"))
            except Nonsense:
                await self.socket.close(REFUSED)
                return
            if message["do"] in SLOW:
                take_up(message)
            else:
                await self.view.do(message)
