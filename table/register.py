"""The list of the tables of a lobby, on disk: what each is, who sits there, its links.

SQLite keeps it, so that a table that nobody looks at is some rows and a log, and nothing in
memory. What is chosen stands in the log of each table; here stands what leads to it.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from attrs import define, evolve, field, frozen

from rulesrun.cli.output.problems import Unusable
from rulesrun.table.links import Links, links_of_text

VERSION = 1

SCHEMA = """
create table tables (
    number integer primary key, id text unique not null, game text not null,
    players integer not null, options text not null, texts text not null,
    log text not null, links text not null, taken text not null, listed integer not null,
    clock real, begun real not null, changed real not null, choices integer not null,
    turn integer, over integer not null, due real
);
create table doors (token text primary key, number integer not null, viewer integer not null);
create index listed_tables on tables (listed, over, changed);
create index due_tables on tables (due) where due is not null;
"""


@frozen
class Row:
    """A table of the list; `number` is 0 until it stands there.

    `texts` is what it is called, with its options in words, by language; `taken` are the
    seats at which somebody sits; `clock` the seconds for each choice, and `due` when those
    of the present one are over, in seconds since 1970; `turn` who is to choose.
    """

    id: str
    game: str
    players: int
    options: Mapping[str, str]
    texts: Mapping[str, Mapping[str, Any]]
    links: Links
    listed: bool
    clock: float | None = None
    taken: frozenset[int] = frozenset()
    number: int = 0
    log: str = ""
    begun: float = 0.0
    changed: float = 0.0
    choices: int = 0
    turn: int | None = None
    over: bool = False
    due: float | None = None


@frozen
class Stand:
    """Where the game of a table stands, as far as the list says so."""

    number: int
    choices: int
    turn: int | None
    over: bool
    due: float | None


@define(eq=False)
class Register:
    """The list in a file; used by one process at a time, by any of its threads."""

    path: Path
    _lock: threading.RLock = field(factory=threading.RLock, init=False)
    _base: sqlite3.Connection = field(init=False)

    def __attrs_post_init__(self) -> None:
        try:
            self._base = sqlite3.connect(
                self.path, check_same_thread=False, timeout=0.2
            )
            self._base.row_factory = sqlite3.Row
            self._base.execute("pragma locking_mode = exclusive")
            self._base.execute("pragma journal_mode = wal")
            (version,) = self._base.execute("pragma user_version").fetchone()
            if version == 0:
                with self._base:
                    self._base.executescript(SCHEMA)
                    self._base.execute(f"pragma user_version = {VERSION}")
            elif version != VERSION:
                raise Unusable(f"{self.path}: this list is of another version")
            with self._base:  # nobody else may use it from now on
                self._base.execute("delete from doors where number < 0")
        except sqlite3.Error as error:
            raise Unusable(f"{self.path}: {_why(error)}") from error

    def close(self) -> None:
        """Leave the file."""
        self._base.close()

    # ---- changing ----------------------------------------------------------------------

    def add(self, row: Row) -> Row:
        """A new table, with a number and the name of its log; raises Unusable."""
        now = time.time()
        with self._lock, _writing(self.path), self._base as base:
            cursor = base.execute(
                "insert into tables (id, game, players, options, texts, log, links, taken, "
                "listed, clock, begun, changed, choices, turn, over, due) "
                "values (?, ?, ?, ?, ?, '', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(row.id, row.game, row.players, json.dumps(dict(row.options))),
                    *(json.dumps(row.texts), row.links.text(), _seats(row.taken)),
                    *(row.listed, row.clock, now, now, row.choices, row.turn),
                    *(row.over, row.due),
                ),
            )
            number = cursor.lastrowid
            assert number is not None
            log = f"{row.game.rsplit('/', 1)[-1]}-{number}.log"
            base.execute("update tables set log = ? where number = ?", (log, number))
            base.executemany(
                "insert into doors values (?, ?, ?)",
                [(t, number, v) for t, v in row.links.viewers.items()],
            )
        return evolve(row, number=number, log=log, begun=now, changed=now)

    def remove(self, number: int) -> None:
        """Forget a table that could not be laid."""
        with self._lock, _writing(self.path), self._base as base:
            base.execute("delete from tables where number = ?", (number,))
            base.execute("delete from doors where number = ?", (number,))

    def keep_links(self, number: int, links: Links) -> None:
        """Keep who sits where; raises Unusable."""
        self._set(number, links=links.text())

    def keep_log(self, number: int, log: str) -> None:
        """Keep where the log lies; raises Unusable."""
        self._set(number, log=log)

    def note(self, stands: Iterable[Stand]) -> None:
        """Note where games stand; raises Unusable."""
        now = time.time()
        with self._lock, _writing(self.path), self._base as base:
            base.executemany(
                "update tables set choices = ?, turn = ?, over = ?, due = ?, changed = ? "
                "where number = ?",
                [(s.choices, s.turn, s.over, s.due, now, s.number) for s in stands],
            )

    def take(self, number: int, seat: int) -> bool:
        """Let somebody sit at a seat; whether it was free. Raises Unusable."""
        with self._lock, _writing(self.path), self._base as base:
            record = base.execute(
                "select taken from tables where number = ?", (number,)
            ).fetchone()
            taken = frozenset(json.loads(record["taken"]))
            if seat in taken:
                return False
            base.execute(
                "update tables set taken = ? where number = ?",
                (_seats({*taken, seat}), number),
            )
        return True

    def leave(self, number: int, seat: int) -> None:
        """Let a seat be free again that was taken in vain; raises Unusable."""
        row = self.by_number(number)
        self._set(number, taken=_seats(row.taken - {seat}))

    def _set(self, number: int, **values: object) -> None:
        wanted = ", ".join(f"{name} = ?" for name in values)
        with self._lock, _writing(self.path), self._base as base:
            base.execute(
                f"update tables set {wanted} where number = ?",
                (*values.values(), number),
            )

    # ---- looking -----------------------------------------------------------------------

    def door(self, token: str) -> tuple[int, int] | None:
        """The number of the table behind a link, and whose eyes it gives."""
        doors = self._all("select number, viewer from doors where token = ?", (token,))
        return (doors[0]["number"], doors[0]["viewer"]) if doors else None

    def by_number(self, number: int) -> Row:
        """The table with a number, which there is."""
        (record,) = self._all("select * from tables where number = ?", (number,))
        return _row(record)

    def by_id(self, name: str) -> Row | None:
        """The table with an id, if there is one."""
        records = self._all("select * from tables where id = ?", (name,))
        return _row(records[0]) if records else None

    def listed(self, most: int) -> list[Row]:
        """The tables that everybody may see and that are not over, the newest first."""
        rows = self._all(
            "select * from tables where listed and not over order by changed desc limit ?",
            (most,),
        )
        return list(map(_row, rows))

    def due(self, now: float, apart: Collection[int]) -> list[int]:
        """The tables, by number, at which the time for a choice is over."""
        rows = self._all("select number from tables where due < ? and not over", (now,))
        return [row["number"] for row in rows if row["number"] not in apart]

    def count(self) -> int:
        """How many tables there are."""
        return int(self._all("select count(*) as n from tables", ())[0]["n"])

    def _all(self, query: str, values: Iterable[object]) -> list[sqlite3.Row]:
        with self._lock:
            return self._base.execute(query, tuple(values)).fetchall()


def _seats(seats: Iterable[int]) -> str:
    return json.dumps(sorted(seats))


def _row(record: sqlite3.Row) -> Row:
    plain = ("id", "game", "players", "clock", "number", "log", "begun", "changed")
    return Row(
        **{name: record[name] for name in (*plain, "choices", "turn", "due")},
        options=json.loads(record["options"]),
        texts=json.loads(record["texts"]),
        links=links_of_text(record["links"]),
        taken=frozenset(json.loads(record["taken"])),
        listed=bool(record["listed"]),
        over=bool(record["over"]),
    )


def _why(error: sqlite3.Error) -> str:
    text = str(error)
    if "locked" in text:
        return "another server uses this list"
    return text


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """Whatever SQLite cannot write is Unusable."""
    try:
        yield
    except sqlite3.Error as error:
        raise Unusable(f"{path}: {_why(error)}") from error
