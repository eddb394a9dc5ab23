"""What those who sit at a table can do beside playing: names, a stand-in, once more."""

from __future__ import annotations

import unicodedata
from functools import partial
from pathlib import Path

from rulesrun.cli.output.problems import Problem, Unusable
from rulesrun.cli.playing.settings import HUMAN, RANDOM
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER
from rulesrun.table.background import apart
from rulesrun.table.links import LONGEST_NAME, Links
from rulesrun.table.record import NotNow
from rulesrun.table.sitting import Table

STAND_INS = ("thinker", "greedy", RANDOM)
"""Who may play for somebody."""


def clean_name(text: str) -> str:
    """A name on one line, without what cannot be seen, and not too long."""
    seen = (c if unicodedata.category(c)[0] not in "CZ" else " " for c in text)
    return " ".join("".join(seen).split())[:LONGEST_NAME].strip()


async def name(table: Table, viewer: int | None, text: str) -> None:
    """Call whoever sits at a seat by a name; raises NotNow."""
    seat = _own_seat(table, viewer)
    async with table.record.lock:
        await keep_links(table, table.links.named(seat, clean_name(text)))


async def give(table: Table, viewer: int | None, kind: str) -> None:
    """Let somebody else play for a seat, or play for oneself again; raises NotNow."""
    seat = _own_seat(table, viewer)
    if kind != HUMAN and kind not in STAND_INS:
        raise NotNow("stale")
    async with table.record.lock:
        await keep_links(table, table.links.given(seat, kind))


async def again(table: Table, viewer: int | None) -> None:
    """Begin another game of the same, when one is over; raises NotNow."""
    _own_seat(table, viewer)
    before = table.session
    if not before.position.over or table.begin_again is None:
        raise NotNow("stale")
    try:
        session = await apart(table.begin_again)
    except Unusable as error:
        raise NotNow("unwritten", error.message) from error
    except Problem as error:
        raise NotNow("faulty rules", error.message) from error
    if table.session is not before:  # somebody else has asked for it just now
        session.close()
        raise NotNow("stale")
    await table.lay_anew(session, table.looks)
    before.close()


def _own_seat(table: Table, viewer: int | None) -> int:
    if viewer is None or viewer == ONLOOKER or viewer not in table.links.people:
        raise NotNow("not yours")
    return viewer


async def keep_links(table: Table, links: Links) -> None:
    """Keep links where they are kept, then let everybody know; raises NotNow."""
    file, keep = table.session.file, table.keeper
    if keep is None and file is not None:
        keep = partial(_beside, file.path)
    if keep is not None:
        try:
            await apart(partial(keep, links))
        except Unusable as error:
            raise NotNow("unkept", error.message) from error
    table.links = links
    table.tell_again()


def _beside(path: Path, links: Links) -> None:
    links.write(path)
