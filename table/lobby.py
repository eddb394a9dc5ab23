"""A lobby: tables that anybody may open, found in a list on disk, most of them asleep."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from attrs import Factory, define, field, frozen

from rulesrun.cli.files.compiling import load_program
from rulesrun.cli.files.games import games
from rulesrun.cli.files.shipped import shipped
from rulesrun.cli.files.sources import find_path
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.problems import Problem, Unusable
from rulesrun.cli.playing.logfile import LogFile
from rulesrun.cli.playing.records import resume
from rulesrun.cli.playing.session import Session
from rulesrun.cli.playing.settings import (
    HUMAN,
    RANDOM,
    Seats,
    fresh_seed,
    make_game,
    read_options,
)
from rulesrun.cli.web.looks import looks_beside
from rulesrun.dsl.analysis.fixed import player_counts
from rulesrun.dsl.compile import Program
from rulesrun.dsl.limits import Limits
from rulesrun.interpreter.game import Game
from rulesrun.table.about import about
from rulesrun.table.clock import keep_time
from rulesrun.table.links import Links
from rulesrun.table.notices import Notices, send_notices, turn_of
from rulesrun.table.register import Register, Row, Stand
from rulesrun.table.seating import clean_name, keep_links
from rulesrun.table.simultaneous import kept_beside
from rulesrun.table.sitting import Table
from rulesrun.table.sleeping import Refused, Sleepers, stand_of
from rulesrun.table.wire import Rate
from rulesrun.table.words import lobby_words

KINDS = (HUMAN, "thinker:500", "greedy", RANDOM)
"""Who may sit at a table that is opened here."""

CLOCKS: Mapping[str, float | None] = {
    "": None,
    "15m": 900.0,
    "12h": 43_200.0,
    "3d": 259_200.0,
}
"""The times for a choice that a table may have, in seconds."""

MOST_KEPT = 20_000
"""So many tables a list has at most."""

MOST_LISTED = 200

NEW_TABLES = 0.5, 20.0
"""So many tables may be opened: in a second over time, and at once."""


@frozen
class Wanted:
    """A table that somebody wants to open, as the page says it."""

    game: str
    players: int
    options: Mapping[str, str]
    kinds: tuple[str, ...]
    clock: str
    listed: bool
    name: str


@define(eq=False)
class Lobby:
    """The tables of a folder; `only` is the one game that may be played, if it is one.

    `link` gives the address of the page behind a token, and `hooks` where notices go.
    """

    folder: Path
    register: Register
    limits: Limits
    pace: float
    only: str | None = None
    hooks: Mapping[int | None, str] = Factory(dict)
    link: Callable[[str], str] = str
    offered: frozenset[str] = field(init=False)
    """The games that may be played here, as they are asked for."""
    sleepers: Sleepers = field(init=False)
    _programs: dict[str, Program] = Factory(dict)
    _games: dict[tuple[str, int, tuple[tuple[str, str], ...]], Game] = Factory(dict)
    _titles: dict[str, list[dict[str, str]]] = Factory(dict)
    _making: threading.RLock = Factory(threading.RLock)
    _rate: Rate = Factory(lambda: Rate(per_second=NEW_TABLES[0], at_once=NEW_TABLES[1]))

    # ---- games -------------------------------------------------------------------------

    def __attrs_post_init__(self) -> None:
        self.offered = frozenset(shipped() if self.only is None else (self.only,))
        self.sleepers = Sleepers(self.register, self._laid)

    def titles(self, language: str) -> list[dict[str, str]]:
        """The games that may be played here, and what they are called."""
        words = Words(language)
        if self.only is not None:
            declared = self.program(self.only).world.game
            assert declared is not None
            title = words.label(declared.labels, declared.name)
            return [{"name": self.only, "title": title}]
        if language not in self._titles:
            self._titles[language] = [
                {
                    "name": one.name,
                    "title": words.label(one.labels(language), one.game.name),
                }
                for one in games()
            ]
        return self._titles[language]

    def program(self, name: str) -> Program:
        """The rules of a game that may be played here; raises Refused or a problem."""
        if name not in self.offered:
            raise Refused("no such game")
        with self._making:
            if name not in self._programs:
                self._programs[name] = load_program(name, self.limits)
            return self._programs[name]

    def _game(self, name: str, players: int, options: Mapping[str, str]) -> Game:
        key = (name, players, tuple(sorted(options.items())))
        program = self.program(name)
        with self._making:
            if key not in self._games:
                texts = [f"{option}={value}" for option, value in options.items()]
                chosen = read_options(program, texts)
                self._games[key] = make_game(program, players, chosen)
            return self._games[key]

    # ---- opening -----------------------------------------------------------------------

    async def open(self, wanted: Wanted) -> Row:
        """A new table at which whoever opens it sits; raises Refused."""
        if not self._rate.allows():
            raise Refused("too many")
        return await self.sleepers.work(lambda: self._opened(wanted))

    def _opened(self, wanted: Wanted) -> Row:
        name = clean_name(wanted.name)
        if not name:
            raise Refused("no name")
        if self.register.count() >= MOST_KEPT:
            raise Refused("full")
        program = self.program(wanted.game)
        if (
            wanted.players not in player_counts(program.world)
            or wanted.clock not in CLOCKS
        ):
            raise Refused("not so")
        kinds = wanted.kinds[: wanted.players]
        if len(kinds) < wanted.players or not set(kinds) <= set(KINDS):
            raise Refused("not so")
        if HUMAN not in kinds:
            raise Refused("nobody")
        game = self._game(wanted.game, wanted.players, wanted.options)
        seat = kinds.index(HUMAN)
        row = self.register.add(
            Row(
                secrets.token_urlsafe(18),
                wanted.game,
                wanted.players,
                wanted.options,
                _told(program, wanted),
                Links.fresh(Seats(kinds)).named(seat, name),
                wanted.listed,
                CLOCKS[wanted.clock],
                frozenset({seat}),
            )
        )
        try:
            session = Session.begin(game, fresh_seed())
            path = self.folder / row.log
            LogFile.create(path, session.log, force=False).close()
        except (Problem, Unusable):
            self.register.remove(row.number)
            raise
        over, turn = session.position.over, session.position.player
        self.register.note([Stand(row.number, 0, turn, over, None)])
        return row

    async def sit(self, row: Row, seat: int, name: str) -> str:
        """Let somebody sit at a free seat; the word in the link. Raises Refused."""
        called = clean_name(name)
        if not called:
            raise Refused("no name")
        if seat not in row.links.people:
            raise Refused("taken")
        one = await self.sleepers.wake(row.number)
        if not await self.sleepers.work(lambda: self.register.take(row.number, seat)):
            raise Refused("taken")
        async with one.table.record.lock:
            await keep_links(one.table, one.table.links.named(seat, called))
        return one.table.links.tokens[seat]

    # ---- waking ------------------------------------------------------------------------

    async def door(self, token: str) -> tuple[Table, int] | None:
        """The table behind a link, woken, and whose eyes the link gives.

        Raises Refused where it cannot be woken.
        """
        door = self.register.door(token)
        if door is None:
            return None
        one = await self.sleepers.wake(door[0])
        return one.table, door[1]

    def _laid(self, number: int) -> tuple[Row, Table]:
        row = self.register.by_number(number)
        game = self._game(row.game, row.players, row.options)
        path = self.folder / row.log
        session = resume(game, str(path))
        session.file = LogFile.take_up(path, session.log)
        if session.position.over:
            session.log.ranking = session.position.ranking or ()
            session.file.finish(session.log.ranking)
        looks = looks_beside(find_path(row.game), game.program.world)
        table = Table.lay(session, row.links, looks, self.pace)
        table.made = kept_beside(path, row.players, session.log.entries)
        table.keeper = partial(self.register.keep_links, number)
        table.begin_again = partial(self._begin_again, table, row)
        table.lobby = True
        if row.clock is not None:
            table.attendants.append(partial(keep_time, table, row.clock))
        if self.hooks:

            def link(seat: int) -> str:
                return self.link(table.links.tokens[seat])

            turn = turn_of(table)
            seen = None if turn is None or not row.choices else turn[1]
            notices = Notices(self.hooks, link)
            table.attendants.append(
                partial(send_notices, table, notices, notified=seen)
            )
        return row, table

    def _begin_again(self, table: Table, row: Row) -> Session:
        """Another game at a table; raises Unusable or Problem."""
        session = Session.begin(table.session.game, fresh_seed())
        stem, again = Path(row.log).stem, 2
        while (self.folder / f"{stem}-{again}.log").exists():
            again += 1
        path = self.folder / f"{stem}-{again}.log"
        session.file = LogFile.create(path, session.log, force=False)
        self.register.keep_log(row.number, path.name)
        return session

    # ---- telling -----------------------------------------------------------------------

    def listed(self, also: Iterable[str], language: str) -> list[dict[str, Any]]:
        """The tables that everybody may see, and those that somebody knows by their ids."""
        own = {
            name: row for name in also if (row := self.register.by_id(name)) is not None
        }
        rows = [row for row in self.register.listed(MOST_LISTED) if row.id not in own]
        listed = [self._listed(row, language) for row in rows]
        return [
            *(one for one in listed if not one["over"]),
            *(self._listed(row, language) for row in own.values()),
        ]

    def _listed(self, row: Row, language: str) -> dict[str, Any]:
        one = self.sleepers.awake.get(row.number)
        links = row.links if one is None else one.table.links
        stand = Stand(row.number, row.choices, row.turn, row.over, row.due)
        stand = stand if one is None else stand_of(one)
        texts = row.texts.get(language) or next(iter(row.texts.values()))
        return {
            "id": row.id,
            **texts,
            "players": row.players,
            "seats": [
                {**seat, "taken": at in row.taken or at not in links.people}
                for at, seat in enumerate(links.told())
            ],
            "choices": stand.choices,
            "turn": stand.turn,
            "over": stand.over,
            "until": stand.due,
            "clock": next(
                (name for name, time_ in CLOCKS.items() if time_ == row.clock), ""
            ),
            "listed": row.listed,
            "watch": links.watch,
        }


def _told(program: Program, wanted: Wanted) -> dict[str, dict[str, Any]]:
    """What a table is called in each language of its game, and its options in words."""
    by_language = {}
    for language, texts in about(program, lobby_words)["told"].items():
        chosen = [
            [option["label"], dict(option["values"]).get(value, value)]
            for option in texts["options"]
            if (value := wanted.options.get(option["name"])) is not None
        ]
        by_language[language] = {"title": texts["title"], "options": chosen}
    return by_language
