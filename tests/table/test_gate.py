"""Who is let in: silence, crowds, and requests that no browser sends."""

from __future__ import annotations

import json
import logging
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

import pytest
from starlette.websockets import WebSocketDisconnect
from tables import OURS, game, page, served, table
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from rulesrun.table import gate, server
from rulesrun.table.gate import Gate
from rulesrun.table.reporting import HEARD, SECONDS, Handler, Sparing, report_sparingly
from rulesrun.table.server import Hall
from rulesrun.table.serving import server_of
from rulesrun.table.sitting import Table

PATIENCE = 30.0


@contextmanager
def running(laid: Table, let_in: Gate) -> Iterator[int]:
    """A server on a port of its own, in a thread."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(64)
        port = int(listening.getsockname()[1])
        serving = server_of(Hall([laid]), let_in)
        thread = threading.Thread(target=serving.run, args=([listening],))
        thread.start()
        try:
            end = time.monotonic() + PATIENCE
            while not serving.started:
                assert time.monotonic() < end
                time.sleep(0.01)
            yield port
        finally:
            serving.should_exit = True
            thread.join()


def is_closed(one: socket.socket) -> bool:
    """Whether the other end closes a connection."""
    one.settimeout(PATIENCE)
    try:
        while one.recv(1 << 16):
            pass
    except ConnectionError:
        pass
    except TimeoutError:
        return False
    return True


def asked(port: int, text: bytes) -> bytes:
    """The first line of the answer to a request; nothing where it is closed."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as one:
        one.sendall(text)
        try:
            return one.recv(1 << 16).split(b"\r\n")[0]
        except ConnectionError:
            return b""


def received(one: ClientConnection) -> Iterator[object]:
    """What comes by a connection, and at last the code with which it is closed."""
    try:
        while True:
            yield one.recv(PATIENCE)
    except ConnectionClosed as closed:
        yield closed.rcvd and closed.rcvd.code


WHY = '{"do": "why", "key": "KEY", "picks": []}'
PLAIN = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"GET",
        PLAIN[:-2],
        PLAIN,
        PLAIN + PLAIN[:5],
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nab",
    ],
)
def test_silent_connections_are_closed(text: bytes) -> None:
    with (
        running(table(game()), Gate(40, silent=0.2)) as port,
        socket.create_connection(("127.0.0.1", port)) as one,
    ):
        one.sendall(text)
        assert is_closed(one)


def test_a_crowd_of_connections_keeps_nobody_out() -> None:
    laid = table(game())
    let_in = Gate(20, silent=PATIENCE)
    with running(laid, let_in) as port, ExitStack() as left:
        address = f"ws://127.0.0.1:{port}/t/{laid.links.tokens[0]}/live"
        seat = left.enter_context(
            connect(address, origin=Origin(f"http://127.0.0.1:{port}"))
        )
        assert json.loads(seat.recv())["kind"] == "game"
        crowd = [
            left.enter_context(socket.create_connection(("127.0.0.1", port)))
            for _ in range(60)
        ]
        assert is_closed(crowd[0])  # those who came first and said nothing
        assert len(let_in._open) <= let_in.each + 1
        assert asked(port, PLAIN).startswith(b"HTTP/1.1 404")
        scene = json.loads(seat.recv())
        seat.send(
            json.dumps(
                {
                    "do": "choose",
                    "at": 0,
                    "option": 0,
                    "mark": scene["question"]["mark"],
                }
            )
        )
        assert json.loads(seat.recv())["at"] == 1


def test_there_are_fewer_connections_than_files(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    resource = pytest.importorskip("resource")
    for files in (256, 1024, 20000):
        limits = {"now": (files, files)}
        monkeypatch.setattr(resource, "getrlimit", lambda _, has=limits: has["now"])
        monkeypatch.setattr(resource, "setrlimit", lambda *_: None)
        for logs in (1, 100):
            most = gate.most_connections(logs)
            assert most + logs + 2 * gate.burst() < max(files, 16 + logs + 130)
            assert most >= 16


def test_watchers_lock_no_player_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_WATCHING", 2)
    laid = table(game())
    watch, (first, second) = laid.links.watch, laid.links.tokens
    with served(laid) as client, page(client, watch), page(client, watch):
        with pytest.raises(WebSocketDisconnect):
            client.websocket_connect(f"/t/{watch}/live", headers=OURS).__enter__()
        with page(client, first) as one, page(client, second):
            one.choose(0)


def test_the_pages_of_a_seat_are_counted_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(server, "MOST_VIEWS", 2)
    laid = table(game())
    first, second = laid.links.tokens
    with served(laid) as client, page(client, first), page(client, first):
        with pytest.raises(WebSocketDisconnect):
            client.websocket_connect(f"/t/{first}/live", headers=OURS).__enter__()
        with page(client, second), page(client, laid.links.watch):
            pass


@pytest.mark.parametrize(
    "path",
    [
        "/page/" + "x" * 5000,
        "/page/%00",
        "/t/%ff/live",
        "/t/" + "x" * 3000,
        "//x/../%2e",
    ],
)
def test_odd_paths_lead_nowhere(path: str) -> None:
    with served(table(game())) as client:
        assert client.get(path).status_code == 404


def test_odd_messages_end_the_connection_and_nothing_else() -> None:
    laid = table(game())
    token = laid.links.tokens[0]
    with served(laid) as client:
        for text in ("\\ud800", "a\\udfff"):
            with page(client, token) as one:
                one.socket.send_text(WHY.replace("KEY", text))
                with pytest.raises(WebSocketDisconnect):
                    one.hear()
        with page(client, token) as one:
            one.socket.send_bytes(b"\x00\xff")
            with pytest.raises(WebSocketDisconnect):
                one.hear()
        with page(client, token) as again:
            again.choose(0)


def test_nothing_ends_in_a_traceback(capfd: pytest.CaptureFixture[str]) -> None:
    laid = table(game())
    token = laid.links.tokens[0]
    before = {name: logging.getLogger(name).handlers[:] for name in HEARD}
    report_sparingly()
    live = f"GET /t/{token}/live HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://[\r\n"
    live += "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    live += "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    try:
        with running(laid, Gate(40)) as port:
            address = f"ws://127.0.0.1:{port}/t/{token}/live"
            assert asked(port, live.encode()).startswith(b"HTTP/1.1 403")
            for text in (
                b"\x00\r\n\r\n",
                b"GET /\xff HTTP/1.1\r\n\r\n",
                b"GET / HTTP/9\r\n\r\n",
            ):
                for _ in range(20):
                    asked(port, text)
            for sent in (
                b"\x00",
                WHY.replace("KEY", "\\ud800"),
                "[" * 9000,
            ):
                with connect(address, origin=Origin(f"http://127.0.0.1:{port}")) as one:
                    one.send(sent)
                    *_, code = received(one)
                    assert code in (1008, 1009)
    finally:
        for name, handlers in before.items():
            logging.getLogger(name).handlers[:] = handlers
            logging.getLogger(name).propagate = True
    printed = capfd.readouterr().err
    assert "Traceback" not in printed
    lines = printed.splitlines()
    assert len(lines) == len(set(lines)) < 6, printed


def test_the_same_is_said_once_a_minute() -> None:
    now, told = [0.0], list[str]()
    sparing = Sparing(lambda: now[0], told.append)
    for _ in range(1000):
        sparing.tell("it fails")
        sparing.tell("so does this")
    assert told == ["it fails", "so does this"]
    now[0] = SECONDS
    sparing.tell("it fails")
    assert told[2:] == ["it fails (999 more times since it was said last)"]


def test_faults_are_said_without_a_traceback() -> None:
    told: list[str] = []
    logger = logging.Logger("some")
    logger.addHandler(Handler(Sparing(say=told.append)))
    for _ in range(3):
        try:
            try:
                json.loads("{")
            except ValueError as error:
                raise ExceptionGroup("several", [error]) from None
        except ExceptionGroup:
            logger.exception("it failed")
    [text] = told
    assert "This is a fault of rulesrun" in text
    assert "JSONDecodeError" in text
