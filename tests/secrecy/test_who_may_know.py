"""Who may know what, case by case: counts, choices, reasons, and what is veiled."""

import re
from functools import cache
from typing import Any

import pytest
from compiling import program_of

from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER, known_count, may_hear
from rulesrun.interpreter.knowledge.seen import Hidden
from rulesrun.interpreter.reports.views import dealt, view
from rulesrun.interpreter.runtime.layout import FRAMES
from rulesrun.interpreter.runtime.veils import Unseen, Veil

RULES = """\
language 1

game veils "Veils":
    players 2

enum Good "good": wood, wool

card Card "card":
    value: 1..4
    named "card {value}"

card Hut "hut":
    size: 1..2

piece ware of Good "ware": 18
piece coin "coin": 9

supply:
    2 of each Card
    1 of Hut(1)
    1 of Hut(2)

state:
    deck "deck": deck of Card
    row "row": row of Card
    vault "vault": space of Card, secret
    cellar "cellar": space of Card, secret
    camp "camp": square grid of Hut, secret
    store "store": stock of ware, secret
    bank "bank": stock of ware = {wood: 9, wool: 9}
    chest "chest": stock of coin = 9
    plot: 0..9, secret
    trap: bool, secret
    maybe: Good or none, secret
    marked: Card or none, secret
    lucky: set of Good, secret
    numbers: list of 1..6, secret
    wares: bundle of Good, secret
    pair: (Good, bool), secret

each player:
    hand "hand": hand of Card
    purse "purse": stock of coin, seen by owner
    points: 0..9, seen by owner
    at: 0..9

play:
    move Card to deck
    draw 2 from deck to row
    draw 1 from deck to vault
    for each p in players:
        draw 1 from deck to p.hand
        move 2 from chest to p.purse
    move {wood: 2, wool: 1} from bank to store
    move first(Hut) to camp at origin
    plot = random(0..9)
    trap = random(1..2) == 1
    numbers = [random(1..6), 6, 6]
    wares = {wood: 3, wool: 1}
    player 1 chooses one of:
        step(player 1)
        play_card(player 1)
    player 1 secretly chooses kept in 1..9
    player 2 chooses n in 1..kept
    nobody wins

action step(p: player) "Step":
    choose n in 1..4 "how far"
        where n > p.at
        where n < 4 "too far"
    p.at = n

action play_card(p: player) "Play":
    choose c in p.hand "which card"
        where c.value > 4 "too low"
    p.at = c.value
"""


@cache
def game() -> Game:
    return Game(program_of(RULES), 2)


@pytest.fixture(scope="module", name="position")
def _position() -> Position:
    return game().start(3)


COUNTS: dict[str, int | None] = {
    "deck": 3,
    "vault": 1,
    "cellar": 0,
    "camp": None,
    "store": 3,
    "plot": None,
    "trap": None,
    "maybe": None,
    "marked": None,
    "lucky": None,
    "numbers": None,
    "wares": None,
    "pair": None,
}


@pytest.mark.parametrize("name", COUNTS)
def test_how_much_of_what_is_hidden_is_known(position: Position, name: str) -> None:
    seen = getattr(position.seen_by(1), name)

    assert seen == Hidden(COUNTS[name])


def test_of_pieces_of_one_kind_the_number_is_what_is_hidden(position: Position) -> None:
    assert position.seen_by(1).purse[0] == Hidden(None)
    assert position.seen_by(1).purse[1] == 2
    assert position.seen_by(1).hand[0] == Hidden(1)
    assert position.seen_by(1).points[0] == Hidden(None)
    counts = {s.name: s.count for s in view(position, 1).seen if not s.hidden}
    assert (counts["chest"], counts["bank"], counts["row"]) == (5, 15, 2)


HEARD = [
    # chooser, who hears, in secret, whether they may
    (0, 0, True, True),
    (0, 1, True, False),
    (0, ONLOOKER, True, False),
    (0, None, True, True),
    (0, 1, False, True),
    (0, ONLOOKER, False, True),
]


@pytest.mark.parametrize(("chooser", "player", "secret", "may"), HEARD)
def test_who_may_hear_what_was_chosen(
    chooser: int, player: int | None, secret: bool, may: bool
) -> None:
    assert may_hear(chooser, player, secret=secret) is may


@pytest.mark.parametrize(
    ("condition", "player", "may"),
    [
        ("n < 4", 0, True),
        ("n < 4", 1, True),
        ("n < 4", ONLOOKER, True),
        ("c.value > 4", 0, True),
        ("c.value > 4", None, True),
        ("c.value > 4", 1, False),
        ("c.value > 4", ONLOOKER, False),
    ],
)
def test_who_may_hear_a_reason(
    position: Position, condition: str, player: int | None, may: bool
) -> None:
    """It stands in the line of a condition, and tells the values in it."""
    decision, secrecy = position.decision_plan, game().machine.secrecy
    tests = [c.test for i in decision.items for c in conditions(i)]
    (line,) = [t.span for t in tests if condition in RULES.split("\n")[t.span.line - 1]]

    assert secrecy.may_hear_why(0, player, decision, line) is may


def conditions(item: Any) -> list[Any]:
    return [c for line in item.action.head for c in getattr(line, "where", ())]


def test_nothing_can_be_looked_up_behind_a_veil(position: Position) -> None:
    state = position.state
    veiled = game().machine.secrecy.veiled(state, 1, state[FRAMES])
    families = {s.name: f.base for s, f in game().layout.families.items()}

    for name in ("plot", "trap", "lucky", "numbers", "wares", "pair", "store", "camp"):
        with pytest.raises(Unseen):
            len(veiled[families[name]])
    for name in ("maybe", "marked"):  # not even that there is none
        assert isinstance(veiled[families[name]], Veil)
    assert len(veiled[families["deck"]]) == 3
    assert veiled[families["cellar"]] is None  # how many lie there is known
    for card in state[families["deck"]]:
        with pytest.raises(Unseen):
            assert veiled[game().layout.locations + card] == families["vault"]
        assert veiled[game().layout.locations + card] != families["row"]


def test_what_is_dealt_anew_is_as_much_as_before(position: Position) -> None:
    worlds = [dealt(position, 1, seed).seen_by(None) for seed in range(60)]

    assert {world.trap for world in worlds} == {True, False}
    assert {sum(world.wares.values()) for world in worlds} == {4}
    assert {world.wares["wood"] for world in worlds} == {0, 1, 2, 3, 4}
    assert {len(world.numbers) for world in worlds} == {3}
    assert {n for world in worlds for n in world.numbers} == {1, 2, 3, 4, 5, 6}
    assert {world.pair for world in worlds} >= {("wood", False), ("wool", True)}
    assert {sum(world.store.values()) for world in worlds} == {3}


def test_what_is_shown_has_a_count() -> None:
    """Of what is not hidden it is how much lies there, of a space 0 or 1."""
    result = {s.name: s for s in game().layout.families}
    cases = [("store", (2, 1), 3), ("vault", 4, 1), ("vault", None, 0), ("chest", 5, 5)]
    for name, value, count in cases:
        assert known_count(result[name], value, hidden=False) == count


# ---- where the state says who sees what ------------------------------------------------

LIGHTS = """\
language 2

game lights "Lights":
    players 3

enum Camp "camp": loyal, spy

state:
    lit: player or none
    cave: 0..9, seen by lit = 7
    chest: 0..9, seen by first([q for q in players where q.points > 2]) = 8
    open_: 0..9 = 9

each player:
    camp: Camp, seen by all q in players where q.camp == spy or q == owner
    points: 0..9
    mark: 0..3, seen by owner.left

play:
    player 1 chooses lamp in players
    lit = lamp
    player 1.camp = loyal
    player 2.camp = spy
    player 3.camp = loyal
    player 1 chooses n in 1..9
    for each p in players:
        p.points = n
        p.camp = spy
    player 1 chooses _end in 1..2
    rank players by most it.points
"""

SEATS = (ONLOOKER, 0, 1, 2)


@cache
def lights() -> Game:
    return Game(program_of(LIGHTS), 3)


def who_sees(position: Position) -> dict[str, list[list[int]]]:
    """The seats that see each of the slots of a name, an onlooker among them."""
    secrecy, state = lights().machine.secrecy, position.state
    result = {}
    for symbol, family in lights().layout.families.items():
        slots = range(family.base, family.base + family.size)
        hidden = {seat: secrecy.slots(seat, state) for seat in SEATS}
        result[symbol.name] = [
            [seat for seat in SEATS if slot not in hidden[seat]] for slot in slots
        ]
        for slot in slots:
            for seat in SEATS:
                is_hidden = slot in hidden[seat]
                assert secrecy.is_hidden(slot, seat, state) == is_hidden
            assert not secrecy.is_hidden(slot, None, state)
    return result


def test_the_state_says_who_sees_it() -> None:
    position = lights().start(1)
    everybody = [ONLOOKER, 0, 1, 2]
    always = {
        "lit": [everybody],
        "open_": [everybody],
        "points": [everybody] * 3,
        "mark": [[1], [2], [0]],
    }

    # Nobody holds the light, and of nobody's points there is a first.
    loyal = {"cave": [[]], "chest": [[]], "camp": [[0], [1], [2]]}
    assert who_sees(position) == always | loyal

    position.choose("lamp=player 3")  # the one spy is player 2
    one = {"cave": [[2]], "chest": [[]], "camp": [[0, 1], [1], [1, 2]]}
    assert who_sees(position) == always | one

    position.choose("n=3")  # all are spies, so all see all, and so does who looks on
    all_ = {"cave": [[2]], "chest": [[0]], "camp": [everybody] * 3}
    assert who_sees(position) == always | all_

    assert position.seen_by(2).cave == 7
    assert position.seen_by(0).cave == Hidden(None)
    assert position.seen_by(0).chest == 8
    assert position.seen_by(None).camp[1] == "spy"


def test_who_can_look_into_the_same_whatever_happens() -> None:
    alike, varying = game().machine.secrecy, lights().machine.secrecy

    assert varying.see_the_same([])
    assert varying.see_the_same([2])
    assert not varying.see_the_same([0, 1])  # it depends on who holds the light
    assert alike.see_the_same([1])
    assert not alike.see_the_same([0, 1])  # each sees the own hand alone

    nothing_owned = Game(program_of(LIGHTS.replace(", seen by owner.left", "")), 3)
    assert not nothing_owned.machine.secrecy.see_the_same([0, 1])
    shown = re.sub(r", seen by .*?(?= = \d|$)", "", LIGHTS, flags=re.MULTILINE)
    open_ = Game(program_of(shown), 3)
    assert open_.machine.secrecy.see_the_same([0, 1, 2])
