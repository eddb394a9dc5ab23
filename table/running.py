"""Runs the server of some tables until it is stopped."""

from __future__ import annotations

import socket
from collections.abc import Sequence

import uvicorn

from rulesrun.table.server import Hall
from rulesrun.table.sitting import Table
from rulesrun.table.wire import MOST_BYTES


def run(tables: Sequence[Table], listening: socket.socket, host: str) -> None:
    """Serve the tables on a socket until Ctrl-C."""
    names = frozenset({"localhost", host, socket.gethostname()})
    config = uvicorn.Config(
        Hall(tables, names).app(),
        log_level="warning",
        access_log=False,
        lifespan="on",
        server_header=False,
        ws_max_size=2 * MOST_BYTES,
        ws_max_queue=8,
        limit_concurrency=4000,
        timeout_keep_alive=20,
        timeout_graceful_shutdown=1,
    )
    uvicorn.Server(config).run(sockets=[listening])
