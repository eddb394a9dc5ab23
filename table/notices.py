"""A notice to who is to choose and is not looking: a message to an address of theirs."""

from __future__ import annotations

import asyncio
import json
import urllib.request
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from urllib.parse import urlsplit

from attrs import frozen

from rulesrun.cli.output.problems import Unusable, reason
from rulesrun.table.audience import EVERYBODY
from rulesrun.table.background import apart
from rulesrun.table.reporting import LOG
from rulesrun.table.sitting import Table

WAIT = 5.0
"""Seconds that somebody has to look before a notice is sent."""

PATIENCE = 10.0
"""Seconds that the other end has to answer."""

Send = Callable[[str, bytes], None]


@frozen
class Notices:
    """Where notices go: by seat, from 0, or for all others; `link` gives a seat's page."""

    addresses: Mapping[int | None, str]
    link: Callable[[int], str]

    def address(self, seat: int) -> str | None:
        """Where a notice for a seat goes, if anywhere."""
        return self.addresses.get(seat, self.addresses.get(None))


def read_hooks(texts: Iterable[str], players: int) -> dict[int | None, str]:
    """Addresses as they are typed, `URL` or `2=URL`; raises Unusable."""
    result: dict[int | None, str] = {}
    for text in texts:
        head, equals, rest = text.partition("=")
        seat = int(head) - 1 if equals and head.isdecimal() else None
        address = text if seat is None else rest
        try:
            parts = urlsplit(address)
        except ValueError:
            parts = urlsplit("")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise Unusable(
                f"--hook {text}: write an address such as https://ntfy.sh/my-table, or "
                "2=https://... for player 2"
            )
        if seat is not None and not 0 <= seat < players:
            raise Unusable(f"--hook {text}: there is no player {head}")
        result[seat] = address
    return result


def message(table: Table, seat: int, link: str) -> bytes:
    """What is sent: a sentence, and what it is made of. Nothing of the game itself."""
    labels = next(iter(table.labels.values()))
    who = table.links.name(seat) or labels.player(seat)
    text = f"{labels.title}: it is the turn of {who}. {link}"
    data = {"text": text, "game": labels.title, "player": seat + 1, "link": link}
    return json.dumps(data, ensure_ascii=False).encode()


def post(address: str, data: bytes) -> None:
    """Send a message; raises OSError."""
    headers = {"Content-Type": "application/json; charset=utf-8"}
    request = urllib.request.Request(address, data, headers, method="POST")
    with urllib.request.urlopen(request, timeout=PATIENCE):
        pass


async def send_notices(
    table: Table, notices: Notices, send: Send = post, notified: int | None = None
) -> None:
    """Tell each seat that is to choose and does not look, once for each of its turns.

    `notified` is the seat that has been notified of the present turn already, if one has.
    """
    while True:
        news, turn = table.audience.news(EVERYBODY), turn_of(table)
        seat = None if turn is None else turn[1]
        if seat is None or seat == notified or table.looking[seat]:
            notified = notified if seat == notified else None
            await news.wait()
            continue
        await asyncio.sleep(WAIT)
        if turn_of(table) != turn or table.looking[seat]:
            continue
        notified = seat
        address = notices.address(seat)
        if address is not None:
            data = message(table, seat, notices.link(seat))
            try:
                await apart(partial(send, address, data))
            except OSError as error:
                LOG.warning("no notice can be sent to %s: %s", address, reason(error))


def turn_of(table: Table) -> tuple[int, int] | None:
    """After how many choices which person is to choose; none where nobody is."""
    position = table.session.position
    if position.over or table.trouble is not None or position.player is None:
        return None
    if position.player not in table.links.seats.humans:
        return None
    return len(table.session.log.entries), position.player
