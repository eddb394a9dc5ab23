"""Runs the server of some tables until it is stopped."""

from __future__ import annotations

import socket
from collections.abc import Sequence

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from uvicorn.protocols.websockets.auto import AutoWebSocketsProtocol

from rulesrun.table.gate import Gate, burst, most_connections
from rulesrun.table.lobby import Lobby
from rulesrun.table.reporting import report_sparingly
from rulesrun.table.server import Hall
from rulesrun.table.sitting import Table
from rulesrun.table.sleeping import MOST_AWAKE
from rulesrun.table.wire import MOST_BYTES

WAITING = 512
"""So many connections may wait until they are accepted."""


def run(
    tables: Sequence[Table],
    listening: socket.socket,
    host: str,
    lobby: Lobby | None = None,
) -> None:
    """Serve the tables, and those of a lobby, on a socket until Ctrl-C."""
    gate = Gate(most_connections(len(tables) if lobby is None else MOST_AWAKE))
    report_sparingly()
    names = frozenset({"localhost", host, socket.gethostname()})
    server_of(Hall(tables, names, lobby), gate).run(sockets=[listening])


class Server(uvicorn.Server):
    """A server that accepts few connections at once, while many wait for it."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets)
        for one in sockets or ():
            one.listen(WAITING)


def server_of(hall: Hall, gate: Gate) -> uvicorn.Server:
    """The server of a hall, whose connections come in by a gate."""
    sockets = AutoWebSocketsProtocol
    assert isinstance(sockets, type)
    config = uvicorn.Config(
        gate.around(hall.app()),
        http=gate.kept_by(AutoHTTPProtocol),
        ws=gate.left_by(sockets),
        interface="asgi3",
        log_config=None,
        log_level="warning",
        access_log=False,
        lifespan="on",
        server_header=False,
        proxy_headers=False,
        ws_max_size=2 * MOST_BYTES,
        ws_max_queue=8,
        backlog=burst(),
        timeout_keep_alive=20,
        timeout_graceful_shutdown=1,
    )
    return Server(config)
