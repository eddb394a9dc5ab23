"""Those who sit at a table and are no persons."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import click
from attrs import evolve

from rulesrun.agents.own import OwnFault
from rulesrun.cli.playing.settings import HUMAN, RANDOM
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.runtime.support import RuleFault
from rulesrun.table.audience import EVERYBODY
from rulesrun.table.record import NotNow
from rulesrun.table.reporting import LOG
from rulesrun.table.sitting import Table


async def play_on(table: Table) -> None:
    """Choose for all seats that are no persons', as long as the table is open."""
    async with table.record.lock:
        with suppress(NotNow):
            await table.catch_up()  # what was chosen ahead before a restart
    while True:
        news, version = table.audience.news(EVERYBODY), table.audience.version
        kind = _who_chooses(table)
        if kind == HUMAN:
            await news.wait()
            continue
        await asyncio.sleep(table.pace)
        name = await _chosen(table, table.session.position.copy(), kind)
        if name is None:
            continue
        async with table.record.lock:
            if version == table.audience.version:
                try:
                    await table.carry_on(name, ONLOOKER)
                    await table.catch_up()
                except NotNow as error:
                    if table.record.unwritten is None:
                        table.stop(error.message)


def _who_chooses(table: Table) -> str:
    """The kind of the player who is to choose; HUMAN where nobody is."""
    position = table.session.position
    if position.over or table.trouble is not None or position.player is None:
        return HUMAN
    kinds = table.links.seats.kinds
    return kinds[position.player] if position.player < len(kinds) else HUMAN


async def _chosen(table: Table, position: Position, kind: str) -> str | None:
    """The name of what a player of a kind chooses; none where that goes wrong."""
    session = evolve(table.session, position=position)
    if position.over:
        return None
    if kind == RANDOM:
        return session.by_chance().name
    try:
        name = await table.mind.choose(session, kind)
        if session.full:
            LOG.warning("players think in Python, many times slower: %s", session.full)
        return name
    except (GameFault, RuleFault) as fault:
        table.stop(str(fault))
    except OwnFault as fault:  # what it says may be its seat's secret
        click.echo(str(fault), err=True)
        table.stop(f"a player's program went wrong: {fault.place}")
    return None
