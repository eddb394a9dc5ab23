"""The web server of tables: pages, and a connection for each seat that is looked at."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from pathlib import Path
from urllib.parse import urlsplit

import anyio
from attrs import Factory, define, field
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from rulesrun.interpreter.knowledge.secrecy import ONLOOKER
from rulesrun.table.parts import Part, Parts
from rulesrun.table.robots import play_on
from rulesrun.table.sitting import Table
from rulesrun.table.viewing import View
from rulesrun.table.wire import Nonsense, Rate, read_message

PAGE = Path(__file__).parent / "page"

TYPES = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".avif": "image/avif",
}

MOST_VIEWS, MOST_WATCHING = 8, 24
"""So many pages may look at one table at the same time: for each seat, and to watch."""

LOOK_AFTER = 2.0
"""Seconds until it is seen again whether the logs of the tables are still there."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}

TOO_MANY, REFUSED = 1013, 1008
"""Why a connection is closed, as WebSockets say it."""


@define(eq=False)
class Hall:
    """Some tables, found by the words in their links; `names` are those of this machine."""

    tables: Iterable[Table]
    names: frozenset[str] = frozenset({"localhost"})
    _doors: dict[str, tuple[Table, int | None]] = field(init=False)
    _views: Counter[str] = Factory(Counter)
    _parts: Parts = Factory(lambda: Parts(PAGE))

    def __attrs_post_init__(self) -> None:
        self._doors = {
            token: (table, viewer)
            for table in self.tables
            for token, viewer in table.links.viewers.items()
        }

    # ---- pages -------------------------------------------------------------------------

    async def page(self, request: Request) -> Response:
        """The page of a seat."""
        if request.path_params["token"] not in self._doors:
            return _nothing()
        return _file(PAGE / "table.html")

    async def part(self, request: Request) -> Response:
        """A script or a style of the page."""
        name = request.path_params["name"]
        part = self._parts.find(name)
        return _nothing() if part is None else _part(part, name, request)

    async def picture(self, request: Request) -> Response:
        """A picture that the looks of a game name."""
        door = self._doors.get(request.path_params["token"])
        name = request.path_params["name"]
        if door is None or door[0].looks.folder is None:
            return _nothing()
        if name not in door[0].looks.pictures.values():
            return _nothing()
        return _file(door[0].looks.folder / name)

    async def nothing(self, request: Request) -> Response:
        """What somebody sees who has no link."""
        return _nothing()

    # ---- connections -------------------------------------------------------------------

    def is_ours(self, socket: WebSocket) -> bool:
        """Whether a connection comes from a page of this server, by a name of its own."""
        host = socket.headers.get("host", "")
        try:
            origin = urlsplit(socket.headers.get("origin", ""))
        except ValueError:
            return False
        return bool(host) and origin.netloc == host and self._is_named(host)

    def _is_named(self, host: str) -> bool:
        """Whether a host is an address or a name that this server was given."""
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
        door = self._doors.get(token)
        if door is None or not self.is_ours(socket):
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
            playing = [asyncio.create_task(play_on(t)) for t in self.tables]
            playing.append(asyncio.create_task(self._look_after()))
            playing += [
                asyncio.create_task(attend())
                for table in self.tables
                for attend in table.attendants
            ]
            playing += [
                asyncio.create_task(table.workbench.watch())
                for table in self.tables
                if table.workbench is not None
            ]
            try:
                yield
            finally:
                for task in playing:
                    task.cancel()
                await asyncio.gather(*playing, return_exceptions=True)

        return Starlette(
            routes=[
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

    def __attrs_post_init__(self) -> None:
        self.view = View(self.table, self.viewer, self.language, self._send)

    async def run(self) -> None:
        """Tell what happens, and hear what is said, until the page goes away."""
        async with anyio.create_task_group() as group:

            async def until_gone(task: Callable[[], Awaitable[None]]) -> None:
                with contextlib.suppress(WebSocketDisconnect):
                    await task()
                group.cancel_scope.cancel()

            group.start_soon(until_gone, self.view.tell)
            group.start_soon(until_gone, self._hear)

    async def _send(self, text: str) -> None:
        try:
            await self.socket.send_text(text)
        except RuntimeError as error:  # it has been closed from this side
            raise WebSocketDisconnect from error

    async def _hear(self) -> None:
        while True:
            received = await self.socket.receive()
            if received["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(received.get("code", 1005))
            if not self.rate.allows():
                await self.socket.close(REFUSED)
                return
            try:
                asked = read_message(received.get("text"))
            except Nonsense:
                await self.socket.close(REFUSED)
                return
            await self.view.do(asked)


def _nothing() -> Response:
    text = "There is no table here. Ask whoever has opened one for a link.\n"
    return PlainTextResponse(text, 404, HEADERS)


def _part(part: Part, name: str, request: Request) -> Response:
    """A file of the page, packed where that is understood; nothing if it is known."""
    kind = TYPES.get(Path(name).suffix)
    if kind is None:
        return _nothing()
    headers = {**HEADERS, "Cache-Control": "no-cache", "ETag": part.tag}
    headers["Vary"] = "Accept-Encoding"
    if request.headers.get("if-none-match") == part.tag:
        return Response(status_code=304, headers=headers)
    data = part.plain
    if part.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        data = part.packed
    return Response(data, headers=headers, media_type=kind)


def _file(path: Path) -> Response:
    """A file of a kind that pages are made of; nothing for any other."""
    kind = TYPES.get(path.suffix)
    if kind is None or not path.is_file():
        return _nothing()
    headers = dict(HEADERS)
    if path.suffix == ".svg":  # a picture, and no page with scripts
        headers["Content-Security-Policy"] = (
            "default-src 'none'; style-src 'unsafe-inline'"
        )
    return FileResponse(path, headers=headers, media_type=kind)
