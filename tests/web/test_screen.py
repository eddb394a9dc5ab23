"""A game at one screen: who sees what, what is kept, and who thinks elsewhere."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
from compiling import program_of, shipped

from rulesrun.agents import horizon
from rulesrun.cli.playing.session import Session
from rulesrun.cli.web.looks import Looks
from rulesrun.dsl.compile import Program
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.logs import read_log
from rulesrun.table.background import OwnMind
from rulesrun.web import mind
from rulesrun.web.mind import FarMind, Thinker
from rulesrun.web.screen import Screen

CLOCK = "rulesrun.agents.horizon.time.process_time"

HANDS = """\
language 1

game hands "Hands" fa "دست‌ها":
    players 2..3
    languages en, fa

card Card "card" fa "کارت":
    worth "worth" fa "عدد": 1..9

supply:
    1 of each Card

state:
    stack "stack" fa "دسته": deck of Card
    shown "shown" fa "رو شده": row of Card

each player:
    hand "hand" fa "دست": hand of Card
    points "points" fa "امتیاز": int, ledger

action lay(p: player) "Play a card" fa "بازی کردن کارت":
    choose card in p.hand
    p.points += card.worth
    move card to shown

play:
    move Card to stack
    shuffle stack
    for each p in players:
        draw 3 from stack to p.hand
    repeat 3 times:
        for each p in players:
            p chooses one of:
                lay(p)
    rank players by most it.points
"""


class Page:
    """What a page hears, by its kinds."""

    def __init__(self, program: Program, **options: Any) -> None:
        self.heard: list[dict[str, Any]] = []
        self.screen = Screen(program, Looks(), self.hear, pace=0, **options)

    def hear(self, message: dict[str, Any]) -> None:
        self.heard.append(json.loads(json.dumps(message)))

    async def say(self, **said: Any) -> None:
        """Say something, and wait until all that follows by itself has happened."""
        await self.screen.hear(said)
        for _ in range(20):
            await asyncio.sleep(0)

    def last(self, kind: str) -> dict[str, Any]:
        return next(one for one in reversed(self.heard) if one["kind"] == kind)

    @property
    def scene(self) -> dict[str, Any]:
        """Where the game stands, as it was told last."""
        told = [json.loads(one["text"]) for one in self.heard if one["kind"] == "tell"]
        result = [one for one in told if one["kind"] == "scene"][-1]
        assert isinstance(result, dict)
        return result

    async def choose(self, option: int) -> None:
        said = {"do": "choose", "at": self.scene["at"], "option": option}
        await self.say(do="say", text=json.dumps(said))


def unmarked(scene: dict[str, Any]) -> dict[str, Any]:
    """A scene without what tells a question of one sitting from those of others."""
    result = {
        k: v for k, v in scene.items() if k not in ("version", "undo", "question")
    }
    return result | {"options": scene["question"]["options"]}


def hands() -> Program:
    return program_of(HANDS)


def test_what_one_person_knows_is_covered_until_that_one_looks() -> None:
    async def play() -> None:
        page = Page(hands())
        await page.say(do="begin", players=2, seats=["human", "human"], seed=3)
        await page.say(do="look", language="fa")
        assert page.last("cover")["label"] == "بازیکن ۱"
        assert "question" not in page.scene  # nobody's eyes: what all may know
        table = page.screen.table
        assert table is not None
        while not table.session.position.over:
            seat = table.session.position.player
            covered = json.dumps(page.scene["seen"])
            await page.say(do="uncover")
            assert page.scene["question"]["options"]
            assert json.dumps(page.scene["seen"]) != covered
            before = len(page.heard)
            await page.choose(0)
            assert table.session.position.player != seat
            # from here on nobody hears what only the one knew who has chosen
            told = [
                json.loads(m["text"])
                for m in page.heard[before:]
                if m["kind"] == "tell"
            ]
            assert [m["seat"] for m in told if m["kind"] == "game"] in ([-1], [])
        page.screen.close()

    asyncio.run(play())


def test_an_answer_uncovers_nothing() -> None:
    async def play() -> None:
        page = Page(hands())
        await page.say(do="begin", players=2, seats=["human", "human"], seed=3)
        await page.say(do="look", language="en")
        await page.say(do="say", text=json.dumps({"do": "ledger"}))
        assert page.last("tell")["covered"]
        await page.say(do="uncover")
        assert not page.last("tell")["covered"]
        page.screen.close()

    asyncio.run(play())


def test_without_secrets_nothing_is_covered() -> None:
    async def play() -> None:
        page = Page(shipped("tic_tac_toe"))
        await page.say(do="begin", players=2, seats=["human", "human"], seed=1)
        await page.say(do="look", language="en")
        for _ in range(3):
            await page.choose(0)
        assert not [m for m in page.heard if m["kind"] == "cover"]
        assert page.scene["question"]
        page.screen.close()

    asyncio.run(play())


def test_what_the_page_keeps_goes_on_as_it_was() -> None:
    async def play() -> None:
        page = Page(hands())
        await page.say(
            do="begin", players=3, seats=["human", "random", "random"], seed=5
        )
        await page.say(do="look", language="en")
        await page.choose(1)
        await asyncio.sleep(0.05)
        kept = page.last("kept")["kept"]
        assert kept["choices"] == 3
        again = Page(hands())
        await again.say(do="take up", kept=kept)
        await again.say(do="look", language="en")
        assert unmarked(again.scene) == unmarked(page.scene)
        for one in (page, again):
            one.screen.close()

    asyncio.run(play())


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ({"do": "begin", "players": 9}, "Hands is for 2 to 3 players"),
        ({"do": "begin", "players": 2, "seats": ["cat"]}, "nobody of the kind 'cat'"),
        ({"do": "take up", "kept": {"log": "nonsense"}}, "log"),
        ({"do": "take up", "kept": {"log": ""}}, "the log is empty"),
    ],
)
def test_what_cannot_be_is_told(said: dict[str, Any], message: str) -> None:
    page = Page(hands())
    asyncio.run(page.screen.hear(said))
    assert message in page.last("wrong")["message"]


def test_players_elsewhere_choose_what_they_would_here() -> None:
    program = shipped("tic_tac_toe")
    thinker = Thinker(program)
    asked = []

    async def ask(text: str) -> str:
        asked.append(text)
        return thinker.answer(text)

    async def play() -> str:
        page = Page(program, mind=FarMind(ask))
        await page.say(do="begin", players=2, seats=["thinker:20", "greedy"], seed=4)
        await page.say(do="look", language="en")
        table = page.screen.table
        assert table is not None
        while not table.session.position.over:
            await asyncio.sleep(0.01)
        await page.say()
        kept: str = page.last("kept")["kept"]["log"]
        page.screen.close()
        return kept

    log = asyncio.run(play())
    session = Session.begin(Game(program, 2), 4)
    while not session.position.over:
        kind = ("thinker:20", "greedy")[session.position.player or 0]
        session.choose(session.position.options[int_of(session, kind)])
    assert asked
    assert log == session.log.text()


def int_of(session: Session, kind: str) -> int:
    """The number of the option that a player of a kind chooses."""
    chosen = session.chosen_by(kind)
    return next(
        n for n, o in enumerate(session.position.options) if o.name == chosen.name
    )


def test_who_thinks_on_a_page_does_not_measure_for_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(horizon, "measured", lambda game, name: None)
    monkeypatch.setattr(horizon, "keep", lambda game, name, value: None)
    monkeypatch.setattr(mind, "MEASURING", 20)
    clock = iter(range(10**9))
    monkeypatch.setattr(CLOCK, lambda: next(clock))
    program = shipped("tic_tac_toe")
    session = Session.begin(Game(program, 2), 4)
    thinker, spent = Thinker(program), []

    async def ask(text: str) -> str:
        return thinker.answer(text)

    for _ in range(4):
        before = next(clock)
        name = asyncio.run(FarMind(ask).choose(session, "thinker:60"))
        spent.append(next(clock) - before)
        session.choose(next(o for o in session.position.options if o.name == name))
    assert all(1 < seconds < 30 for seconds in spent)


def test_a_hint_from_elsewhere_is_that_from_here() -> None:
    program = shipped("tic_tac_toe")
    thinker = Thinker(program)

    async def ask(text: str) -> str:
        return thinker.answer(text)

    async def hints(page: Page) -> Any:
        await page.say(do="begin", players=2, seats=["human", "human"], seed=1)
        await page.say(do="look", language="en")
        await page.choose(random.Random(0).randrange(9))
        await page.say(do="say", text=json.dumps({"do": "hint"}))
        for _ in range(200):
            told = [json.loads(m["text"]) for m in page.heard if m["kind"] == "tell"]
            result = [m for m in told if m["kind"] == "hint"]
            if result:
                break
            await asyncio.sleep(0.02)
        page.screen.close()
        return result[-1]["hints"]

    far = asyncio.run(hints(Page(program, mind=FarMind(ask))))
    near = asyncio.run(hints(Page(program)))
    assert far == near
    assert far


def test_a_log_of_a_page_is_one_of_ours() -> None:
    page = Page(shipped("tic_tac_toe"))
    asyncio.run(page.screen.hear({"do": "begin", "players": 2, "seed": 7}))
    log = read_log(page.last("kept")["kept"]["log"])
    assert (log.game, log.players, log.seed) == ("tic_tac_toe", 2, 7)
    page.screen.close()


def test_a_fault_of_whoever_thinks_is_told() -> None:
    class Broken(OwnMind):
        async def choose(self, session: Session, kind: str) -> str:
            raise FileNotFoundError("sets.h")

    async def play() -> Page:
        page = Page(shipped("tic_tac_toe"), mind=Broken())
        await page.say(do="begin", players=2, seats=["greedy", "human"], seed=4)
        await page.say(do="look", language="en")
        page.screen.close()
        return page

    assert "FileNotFoundError: sets.h" in asyncio.run(play()).last("wrong")["message"]
