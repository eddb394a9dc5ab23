"""Connections as they come in: how many at once, from where, and for how long in silence.

Whoever sends no whole request for some seconds is closed. If there is no room for
somebody new, the one that has been without a page of a table for longest makes room;
pages that look at a table are never closed for others.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from attrs import Factory, define, field

try:
    import resource
except ImportError:  # a system without such limits
    resource = None  # type: ignore[assignment]

SILENT = 10.0
"""Seconds after which a connection is closed that has not sent a whole request."""

SLOW = 60.0
"""Seconds that an answer may take to be read."""

BURST = 64
"""At most so many connections are accepted at once, before any of them is counted."""

BESIDE = 64
"""Files that are open beside connections and logs, such as those that are served."""

FEWEST, MOST = 16, 4000
"""So many connections there may be, however few or many files may be open."""

Peer = tuple[Any, ...]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]


def most_connections(logs: int) -> int:
    """How many connections fit below the number of files that this process may open."""
    if resource is None:
        return MOST // 8
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + logs + BESIDE + 2 * BURST
    if soft < wanted:
        high = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (high, hard))
            soft = high
        except (ValueError, OSError):  # some systems allow less than they say
            pass
    return max(FEWEST, min(MOST, soft - logs - BESIDE - 2 * burst(soft)))


def burst(files: int | None = None) -> int:
    """How many connections may be accepted at once where so many files may be open."""
    if files is None:
        files = resource.getrlimit(resource.RLIMIT_NOFILE)[0] if resource else 512
    return max(4, min(BURST, files // 8))


@define(eq=False)
class Connection:
    """A connection that is open; `timer` ends it unless something happens before."""

    transport: asyncio.BaseTransport
    address: str
    is_page: bool = False
    timer: asyncio.TimerHandle | None = None

    def allow(self, seconds: float | None) -> None:
        """End it after so many seconds from now, or never."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None
        if seconds is not None:
            loop = asyncio.get_running_loop()
            self.timer = loop.call_later(seconds, self.end)

    def end(self) -> None:
        """Close it without waiting for anything."""
        abort = getattr(self.transport, "abort", self.transport.close)
        abort()


@define(eq=False)
class Gate:
    """Lets at most `most` connections in, and from one address a quarter of them.

    Pages that look at a table count for all connections, and for no address: they came
    by a link, and the table counts them.
    """

    most: int
    silent: float = SILENT
    slow: float = SLOW
    _open: dict[Peer, Connection] = Factory(dict)
    _counts: Counter[str] = Factory(Counter)
    each: int = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.each = max(FEWEST // 2, self.most // 4)

    # ---- connections -------------------------------------------------------------------

    def enter(self, transport: asyncio.BaseTransport) -> None:
        """Count a new connection, and make room for it."""
        peer = _peer(transport)
        one = Connection(transport, str(peer[0]) if peer else "")
        if self._counts[one.address] >= self.each:
            self._make_room(one.address)
        elif len(self._open) >= self.most:
            self._make_room(None)
        if len(self._open) >= self.most:
            one.end()
        self._open[peer] = one
        self._counts[one.address] += 1
        one.allow(self.silent)

    def leave(self, transport: asyncio.BaseTransport) -> None:
        """Forget a connection that is closed."""
        self._forget(_peer(transport), transport)

    def _forget(self, peer: Peer, transport: asyncio.BaseTransport) -> None:
        one = self._open.get(peer)
        if one is None or one.transport is not transport:
            return
        one.allow(None)
        del self._open[peer]
        if not one.is_page:
            self._uncount(one.address)

    def _uncount(self, address: str) -> None:
        self._counts[address] -= 1
        if self._counts[address] <= 0:
            del self._counts[address]

    def _make_room(self, address: str | None) -> None:
        """End the connection that has waited for longest, perhaps of an address."""
        for peer, one in self._open.items():
            if not one.is_page and address in (None, one.address):
                self._forget(peer, one.transport)
                one.end()
                return

    # ---- what they ask for -------------------------------------------------------------

    def around(self, app: App) -> App:
        """An application whose connections are counted here."""

        async def counted(scope: Scope, receive: Receive, send: Send) -> None:
            client = scope.get("client")
            one = self._open.get(tuple(client)) if client else None
            if one is None or scope["type"] == "lifespan":
                await app(scope, receive, send)
                return
            one.allow(self.slow)
            is_page = False

            async def sent(message: MutableMapping[str, Any]) -> None:
                nonlocal is_page
                if message["type"] == "websocket.accept" and not is_page:
                    is_page = one.is_page = True
                    one.allow(None)  # from here on it is asked whether it is there
                    self._uncount(one.address)
                await send(message)

            try:
                await app(scope, receive, sent)
            finally:
                if not is_page:
                    one.allow(self.silent)

        return counted

    def kept_by(self, base: type[asyncio.Protocol]) -> type[asyncio.Protocol]:
        """A protocol of the server whose connections are counted here."""
        gate = self

        class Counted(base):  # type: ignore[misc, valid-type]  # known when it runs
            def connection_made(self, transport: asyncio.BaseTransport) -> None:
                gate.enter(transport)
                super().connection_made(transport)

            def connection_lost(self, error: Exception | None) -> None:
                gate.leave(self.transport)
                super().connection_lost(error)

        return Counted

    def left_by(self, base: type[asyncio.Protocol]) -> type[asyncio.Protocol]:
        """A protocol that takes over connections which are counted here already."""
        gate = self

        class Left(base):  # type: ignore[misc, valid-type]  # known when it runs
            def connection_lost(self, error: Exception | None) -> None:
                gate.leave(self.transport)
                super().connection_lost(error)

        return Left


def _peer(transport: asyncio.BaseTransport) -> Peer:
    """Who is at the other end, as requests name them: the address and the port."""
    name = transport.get_extra_info("peername")
    return tuple(name[:2]) if isinstance(name, tuple | list) else (str(id(transport)),)
