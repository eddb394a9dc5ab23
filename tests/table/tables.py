"""Tables for tests, and pages that look at them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from compiling import program_of, shipped
from starlette.testclient import TestClient, WebSocketTestSession

from rulesrun.cli.playing.logfile import LogFile
from rulesrun.cli.playing.session import Session
from rulesrun.cli.playing.settings import Seats
from rulesrun.cli.web.looks import Looks
from rulesrun.interpreter.game import Game
from rulesrun.table.links import Links
from rulesrun.table.server import Hall
from rulesrun.table.sitting import Table

HOST = "127.0.0.1:8000"
OURS = {"host": HOST, "origin": f"http://{HOST}"}

Message = Mapping[str, Any]

CARDS = """\
language 1

game cards "Cards <b>bold</b>" fa "کارت‌ها":
    players 2..3
    languages en, fa

enum Suit:
    red "red" fa "قرمز"
    blue "blue" fa "آبی"

card Card "card" fa "کارت":
    suit "suit" fa "خال": Suit
    worth "worth" fa "عدد": 1..3

supply:
    2 of each Card

state:
    stack "stack" fa "دسته": deck of Card
    shown "shown" fa "رو شده": row of Card

each player:
    hand "hand" fa "دست": hand of Card
    points "points" fa "امتیاز": int, ledger

action lay(p: player) "Play a card" fa "بازی کردن کارت":
    choose card in p.hand
        where it.worth < 3
            "threes are kept" fa "سه‌ها می‌مانند"
    p.points += card.worth
    move card to shown

rule setup:
    move Card to stack
    shuffle stack
    for each p in players:
        draw 4 from stack to p.hand

play:
    do setup
    repeat 2 times:
        for each p in players:
            p chooses one of:
                lay(p)
                option rest "Rest" fa "استراحت":
                    pass
    rank players by most it.points
"""


def game(name: str = "cards", players: int = 2) -> Game:
    """A game, a small one of these tests or a shipped one."""
    return Game(program_of(CARDS) if name == "cards" else shipped(name), players)


def table(
    made: Game, log: Path | None = None, seed: int = 3, kinds: tuple[str, ...] = ()
) -> Table:
    """A table of a game, with people everywhere unless it is said otherwise."""
    session = Session.begin(made, seed)
    if log is not None:
        session.file = LogFile.create(log, session.log, force=False)
    links = Links.fresh(Seats(kinds or ("human",) * made.players))
    return Table.lay(session, links, Looks())


def standing(game: Message, scene: Message) -> list[str]:
    """The keys of what stands on the page of somebody who is told this."""
    result = [f"player:{seat}" for seat in range(len(game["participants"]))]
    for name, board in game["boards"].items():
        result += [f"cell:{name}:{at}" for at in range(len(board["names"]))]
    seen = iter(scene["seen"])
    for family in game["families"]:
        stands = family.get("stands") or [[]]
        sort = family["type"]["sort"]
        for at in range(family["size"]):
            value = next(seen)
            result += [key for key in stands[at % len(stands)] if key]
            if (family["owner"] or {}).get("sort") == "enum":
                owner = f"{family['owner']['enum']}:{at // len(stands)}"
                result.append(f"enum:{owner}")
            if family["sort"].startswith("piece") or not isinstance(value, list):
                continue
            if sort in ("zone", "grid"):
                names = [one[1] for one in value] if sort == "grid" else value
                result += [f"component:{family['base'] + at}:{name}" for name in names]
    return list(dict.fromkeys(result))


class Page:
    """A page that looks at a table, as the browser's does."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.game = self.hear()
        self.scene = self.hear()

    def hear(self) -> Message:
        """The next message."""
        message: Message = json.loads(self.socket.receive_text())
        return message

    def say(self, **message: object) -> None:
        """Send a message."""
        self.socket.send_text(json.dumps(message))

    def ask(self, **message: object) -> Message:
        """Send a message; what comes back."""
        self.say(**message)
        return self.hear()

    def choose(self, number: int = 0) -> Message:
        """Choose an option; the scene after it."""
        self.say(**self.choice(number))
        self.scene = self.hear()
        return self.scene

    def choice(self, number: int) -> Message:
        """The message that chooses an option of the question that is asked."""
        mark = self.scene["question"]["mark"]
        return {"do": "choose", "at": self.scene["at"], "option": number, "mark": mark}

    def hears_nothing(self) -> bool:
        """Whether nothing has been told since; what was asked before has been answered."""
        self.say(do="ledger")
        return bool(self.hear()["kind"] == "ledger")

    def follow(self) -> Message:
        """The next scene; what else is told, such as that a choice came late, passes by."""
        while "over" not in (hear := self.hear()):
            pass
        self.scene = hear
        return self.scene


@contextmanager
def served(*tables: Table) -> Iterator[TestClient]:
    """The server of some tables."""
    base = f"http://{HOST}"
    with TestClient(Hall(tables).app(), base_url=base, headers=OURS) as client:
        yield client


@contextmanager
def page(client: TestClient, token: str, language: str = "en") -> Iterator[Page]:
    """The page behind a link."""
    with client.websocket_connect(
        f"/t/{token}/live?lang={language}", headers=OURS
    ) as socket:
        yield Page(socket)
