"""Announcements with values: what they say, in each language, and who hears them."""

import pytest
from alike import hold_scenarios, play_alike
from compiling import program_of, small

from rulesrun.cli.messages.words import Words
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.transcript import Transcript
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER
from rulesrun.table.story import Story

RULES = """\
language 2

game bids "Bids" fa "پیشنهادها":
    players 2..4
    languages en, fa

enum Cloth "cloth" fa "پارچه": linen, fine_wool "fine wool" fa "پشم نرم"

card Order "order" fa "سفارش":
    cloth "cloth" fa "پارچه": Cloth
    named "{cloth} order" fa "سفارش {cloth}"

supply:
    3 of each Order

board land "land" fa "زمین": square 2 x 2

state:
    orders "orders" fa "سفارش‌ها": deck of Order, shuffled
    offer "offer" fa "عرضه": row of Order
    best "best" fa "بهترین": 0..9
    leader "leader" fa "پیشتاز": player or none
    lit: cell of land

each player:
    plan "plan" fa "نقشه": 0..9, seen by owner

play:
    draw 1 from orders to offer
    for each p in players:
        p secretly chooses n "plan" fa "نقشه" in 1..3
        p.plan = n
        announce "{p} has chosen" fa "{p} انتخاب کرد"
        let own = p.plan
        announce "You chose {own}, and lead: {leader}" fa "{own}، پیشتاز: {leader}" to p
        p chooses m "bid" fa "پیشنهاد" in 1..3
        let more = m > best
        if more: leader = p
        best = m
        let card = first(offer)
        let wool = fine_wool
        announce "{p} bids {m} for {card}" fa "{p}: {m} {card}" to others(p)
        announce "{wool}, {lit}, {more}" fa "{wool} {lit} {more}" to others(p)
    rank players by most it.plan

scenario "what is announced":
    given:
        offer = {"linen order"}
    player 1: n=3
    expect announced "player 1 has chosen", "You chose 3, and lead: none"
    player 1: m=2
    expect announced "player 1 bids 2 for linen order", "fine_wool, 0,0, yes"
"""


def played(game: Game, *choices: str) -> Position:
    position = game.start(1)
    for choice in choices:
        position.choose(next(o for o in position.options if choice in str(o)))
    return position


@pytest.mark.parametrize("players", [2, 3])
def test_engines_agree(players: int) -> None:
    play_alike(RULES, players, games=4)


def test_scenarios_name_what_is_announced() -> None:
    hold_scenarios(RULES)


def test_only_those_hear_it_whom_it_is_for() -> None:
    game = Game(program_of(RULES), 3)
    labels = Labels(game, Words())
    position = played(game, "3")

    def heard(seat: int | None) -> list[str]:
        return [labels.announced(one) for one in position.announced_to(seat)]

    assert heard(0) == ["player 1 has chosen", "You chose 3, and lead: -"]
    assert heard(1) == heard(2) == heard(ONLOOKER) == ["player 1 has chosen"]
    assert heard(None) == heard(0)
    assert [one.to for one in position.announcements] == [None]


def test_the_table_tells_it_in_each_language_to_those_who_hear_it() -> None:
    game = Game(program_of(RULES), 2)
    story = Story({lang: Labels(game, Words(lang)) for lang in ("en", "fa")})
    position = game.start(1)
    for choice in ("2", "1"):
        option = next(o for o in position.options if choice in str(o))
        story.choice(position, option)
        position.choose(option)
        story.follow(position)

    def news(seat: int | None, language: str) -> list[str]:
        return [str(p["news"]) for p in story.told(seat, language) if "news" in p]

    assert [line for line in news(1, "en") if "bids 1" in line]
    assert not [line for line in news(0, "en") if "bids" in line]
    assert [line for line in news(0, "en") if "You chose 2" in line]
    assert not [line for line in news(1, "en") if "You chose" in line]
    assert not [
        line for line in news(ONLOOKER, "en") if "You chose" in line or "bids" in line
    ]
    assert [line for line in news(1, "fa") if "پشم نرم" in line]


def test_the_terminal_tells_it_to_those_who_hear_it() -> None:
    game = Game(program_of(RULES), 2)
    for viewer, hears in ((0, True), (1, False)):
        lines: list[str] = []
        transcript = Transcript(Labels(game, Words()), viewer, out=lines.append)
        position = game.start(1)
        option = next(o for o in position.options if "2" in str(o))
        transcript.choice(position, option)
        position.choose(option)
        transcript.follow(position)
        assert any("You chose 2" in line for line in lines) == hears
        assert any("player 1 has chosen" in line for line in lines)


def test_a_name_that_nothing_has_is_told_once() -> None:
    rules = RULES.replace("{p} bids {m} for", "{p} bids {much} for")

    codes = [problem.code for problem in small(rules).diagnostics]
    assert codes.count("unknown-name") == 1
    assert "wrong-type" not in codes
