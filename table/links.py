"""The links to a table: one for each seat, one to watch; nobody can guess them.

They are kept beside the log, for nobody else's eyes, so that the same links lead to the
game again when it is taken up.
"""

from __future__ import annotations

import json
import secrets
from pathlib import Path

from attrs import Factory, evolve, frozen

from rulesrun.cli.files.sources import read_file
from rulesrun.cli.files.writing import write_file
from rulesrun.cli.output.problems import Unusable
from rulesrun.cli.playing.settings import HUMAN, Seats
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER
from rulesrun.table.values import Plain, shown

SUFFIX = ".links"

LONGEST_NAME = 24
"""A name of somebody has at most so many letters."""


def fresh_token() -> str:
    """A word that nobody can guess."""
    return secrets.token_urlsafe(18)


@frozen
class Links:
    """Who sits where, the words in the links of the seats, and in that to watch."""

    seats: Seats
    tokens: tuple[str, ...]
    watch: str = Factory(fresh_token)
    design: str | None = None
    names: tuple[str, ...] = ()
    lent: frozenset[int] = frozenset()
    """The seats of people for whom somebody else plays until they come back."""

    @classmethod
    def fresh(cls, seats: Seats) -> Links:
        """New links for some seats."""
        return cls(seats, tuple(fresh_token() for _ in seats.kinds))

    def with_design(self) -> Links:
        """The same, with a link for the designer, who sees and chooses everything."""
        return self if self.design else evolve(self, design=fresh_token())

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that have links, whoever plays for them now."""
        return tuple(sorted({*self.seats.humans, *self.lent}))

    def name(self, seat: int) -> str:
        """What whoever sits there is called; nothing where nobody has said so."""
        return self.names[seat] if seat < len(self.names) else ""

    def named(self, seat: int, name: str) -> Links:
        """The same, with a name for whoever sits there."""
        names = [self.name(one) for one in range(len(self.tokens))]
        names[seat] = name
        return evolve(self, names=tuple(names) if any(names) else ())

    def given(self, seat: int, kind: str) -> Links:
        """The same, with a seat of a person played by somebody of a kind from now on."""
        kinds = list(self.seats.kinds)
        kinds[seat] = kind
        lent = self.lent - {seat} if kind == HUMAN else self.lent | {seat}
        return evolve(self, seats=Seats(tuple(kinds)), lent=lent)

    def told(self) -> list[Plain]:
        """Who sits where, as everybody may know."""
        return [
            {"name": shown(self.name(seat)), "kind": kind, "lent": seat in self.lent}
            for seat, kind in enumerate(self.seats.kinds)
        ]

    @property
    def viewers(self) -> dict[str, int | None]:
        """By token, whose eyes it gives: a seat's, an onlooker's, none of the designer."""
        result: dict[str, int | None] = {self.watch: ONLOOKER}
        result |= {self.tokens[seat]: seat for seat in self.people}
        return result | ({self.design: None} if self.design else {})

    # ---- on disk -----------------------------------------------------------------------

    def text(self) -> str:
        """The links as they are kept."""
        seats = [
            {
                "kind": kind,
                "token": token,
                "name": self.name(seat),
                "lent": seat in self.lent,
            }
            for seat, (kind, token) in enumerate(
                zip(self.seats.kinds, self.tokens, strict=True)
            )
        ]
        data: dict[str, object] = {"rulesrun table": 1, "seats": seats}
        data |= {"watch": self.watch, "design": self.design}
        return json.dumps(data, indent=1) + "\n"

    def write(self, log: Path, *, force: bool = False) -> None:
        """Keep them beside a log; raises Unusable."""
        write_file(_beside(log), self.text(), _links, force=force, mode=0o600)


def _beside(log: Path) -> Path:
    return log.with_name(log.name + SUFFIX)


def _links(data: bytes) -> bool:
    """Links may be written over by others."""
    return data.startswith(b'{\n "rulesrun table": 1')


def links_beside(log: Path, players: int) -> Links | None:
    """The links that were kept beside a log, if there are any; raises Unusable."""
    path = _beside(log)
    if not path.is_file():
        return None
    try:
        result = links_of_text(read_file(path))
    except (
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        RecursionError,
    ) as error:
        raise Unusable(
            f"{path}: these are not links to a table; without the file there will be new ones"
        ) from error
    if len(result.tokens) != players or not all(result.tokens):
        raise Unusable(f"{path}: these links are for another number of players")
    return result


def links_of_text(text: str) -> Links:
    """Links as they were kept.

    Raises ValueError, KeyError, TypeError, AttributeError or RecursionError for others.
    """
    data = json.loads(text)
    seats = data["seats"]
    kinds = tuple(str(seat["kind"]) for seat in seats)
    tokens = tuple(str(seat["token"]) for seat in seats)
    design = data.get("design")
    names = tuple(str(seat.get("name", ""))[:LONGEST_NAME] for seat in seats)
    return Links(
        Seats(kinds),
        tokens,
        str(data["watch"]),
        design and str(design),
        names if any(names) else (),
        frozenset(at for at, seat in enumerate(seats) if seat.get("lent")),
    )
