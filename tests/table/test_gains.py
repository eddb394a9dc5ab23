"""What an entry of the history says that it gave, and to whom it says that."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from compiling import program_of
from tables import CARDS, game, table

from rulesrun.cli.playing.session import Session
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER
from rulesrun.table.gains import as_seen, expected, gains
from rulesrun.table.hearing import Hearing
from rulesrun.table.story import labels_of, retold
from rulesrun.table.telling import tell


def entry(hearing: Hearing, at: int = -1) -> Any:
    """An entry of the history, as somebody is told of it."""
    scene: Any = tell("scene", hearing)
    return [one for one in scene["story"] if "told" in one][at]


def test_points_and_a_card_that_is_seen_by_all() -> None:
    laid = table(game())
    option = laid.session.position.options[0]
    laid.record.choice(option.name, None)
    worth = entry(laid.hearing(0, "en"))["gave"][0]
    assert worth[0] == "points"
    assert worth[2] == 0
    assert worth[3] in (1, 2)
    for viewer in (0, 1, None):
        one = entry(laid.hearing(viewer, "fa"))
        assert one["gave"] == [worth]
        [key] = one["keys"]
        assert key.startswith("component:")


HANDS = CARDS.replace(
    "    move card to shown\n",
    "    move card to shown\n    draw 1 from stack to p.hand\n",
).replace("draw 4 from", "draw 1 from")


def test_a_card_that_others_do_not_see_is_counted_for_them() -> None:
    laid = table(Game(program_of(HANDS), 2))
    before = laid.session.position.state.copy()
    option = laid.session.position.options[0]
    while option.name == "rest":
        laid = table(Game(program_of(HANDS), 2), seed=laid.session.log.seed + 1)
        before = laid.session.position.state.copy()
        option = laid.session.position.options[0]
    laid.record.choice(option.name, None)
    labels = next(iter(laid.labels.values()))
    result = gains(labels, before, option.raw, laid.session.position.state)
    own = {name: change for name, _, _, change in as_seen(result, 0)["gave"]}
    others = {name: change for name, _, _, change in as_seen(result, 1)["gave"]}
    assert isinstance(own["hand"], list)
    assert "hand" not in others  # one has gone, and one has come
    assert not any(
        one in key for key in as_seen(result, 1)["keys"] for one in own["hand"]
    )


def test_what_is_drawn_is_no_expectation() -> None:
    position = table(Game(program_of(HANDS), 2)).session.position
    labels = next(iter(labels_of(position.game).values()))
    for option in position.options:
        if option.name != "rest":
            result = as_seen(expected(labels, position, option), position.player)
            assert [name for name, *_ in result["gave"]] == ["points"]


@pytest.mark.parametrize("name", ["alhambra", "architects", "keyflower", "island"])
def test_a_game_taken_up_again_tells_the_same(name: str) -> None:
    laid = table(game(name))
    for _ in range(12):
        position = laid.session.position
        laid.record.choice(position.options[-1].name, None)
    session: Session = laid.session
    again = evolve(laid.hearing(0, "en"), story=retold(session, laid.labels))
    assert (
        tell("scene", again)["story"] == tell("scene", laid.hearing(0, "en"))["story"]
    )
    assert any(
        one.get("gave") for one in tell("scene", again)["story"] if "told" in one
    )


def test_a_hint_says_what_its_choices_would_give() -> None:
    laid = table(game())
    result: Any = tell("hint", laid.hearing(0, "en"))
    gave = {number: given.get("gave", []) for number, _, given in result["hints"]}
    options = laid.session.position.options
    for number, changes in gave.items():
        is_rest = options[number].name == "rest"
        assert bool(changes) != is_rest
    assert result["least"] <= min(worth for _, worth, _ in result["hints"])


def test_a_hand_that_is_passed_on_and_a_card_laid_down_are_no_gains() -> None:
    laid = table(game("gallery/spread", 3))
    for _ in range(12):  # of nine cards each, more than three are passed on every time
        position = laid.session.position
        laid.record.choice(position.options[0].name, None)
    for viewer in (0, 1, 2, ONLOOKER):
        scene: Any = tell("scene", laid.hearing(viewer, "en"))
        gave = [one for part in scene["story"] for one in part.get("gave", [])]
        assert {name for name, *_ in gave} <= {"place", "hand"}
        for name, _, _, change in gave:
            if name == "hand":  # a tray that was used goes back there
                assert change in (["tray"], {"count": 1})


ROUNDS = """\
language 2

game rounds "Rounds":
    players 2
    languages en

state:
    weeks "weeks": int

each player:
    coins "coins": int
    turns "turns": int
    income "income": int

names p: player

play:
    repeat 3 times:
        phase "Work":
            weeks += 1
            for each p in players: p.income += 1
            for each p in players:
                p chooses one of:
                    option earn "Earn":
                        p.coins += 2
                    option lend "Lend":
                        p.coins += 1
                        p chooses one of:
                            option more "More":
                                p.coins += 1
        for each p in players:
            turn p:
                p.turns += 1
                p chooses one of:
                    option sell "Sell":
                        p.coins += 3
    rank players by most it.coins
"""


def test_what_the_next_turn_or_phase_begins_with_is_no_gain() -> None:
    laid = table(Game(program_of(ROUNDS), 2))
    labels = next(iter(laid.labels.values()))
    gave, hoped = [], []
    for choice in ("earn", "lend", "more", "sell", "sell", "earn"):
        position = laid.session.position
        option = next(one for one in position.options if one.name == choice)
        given = as_seen(expected(labels, position, option), position.player)
        hoped.append([(name, more) for name, _, _, more in given["gave"]])
        laid.record.choice(option.name, None)
        gained = entry(laid.hearing(1, "en"))["gave"]
        gave.append([(name, more) for name, _, _, more in gained])
    earn, lend, sell = [("coins", 2)], [("coins", 1)], [("coins", 3)]
    assert gave == [earn, lend, lend, sell, sell, earn]
    assert gave == hoped


def test_turns_that_are_counted_are_no_gain_of_the_storytellers() -> None:
    laid = table(game("gallery/stories"))
    for _ in range(30):
        laid.record.choice(laid.session.position.options[0].name, None)
    scene: Any = tell("scene", laid.hearing(0, "en"))
    gave = [one for part in scene["story"] for one in part.get("gave", [])]
    assert gave
    assert "turns_taken" not in {name for name, *_ in gave}


BIDS = """language 1

game bids "Bids":
    players 2

each player:
    mark "mark": 0..6
    notes[1..3] "notes": 0..6
    coins "coins": int

play:
    for each p in players:
        turn p:
            p chooses n in 1..6
            p.mark = n
            p.notes[2] = n
            p.coins += 1
"""


def test_a_number_that_is_only_set_is_told_as_it_is_now() -> None:
    laid = table(Game(program_of(BIDS), 2))
    laid.record.choice(laid.session.position.options[4].name, None)
    gave = [
        (name, change) for name, _, _, change in entry(laid.hearing(1, "en"))["gave"]
    ]
    assert gave == [("mark", {"value": 5}), ("coins", 1)]


def test_what_weavers_are_told_is_no_gain() -> None:
    laid = table(game("gallery/weavers"))
    told = [
        o for o in laid.session.position.options if o.name.startswith("tell_number")
    ]
    laid.record.choice(told[0].name, None)
    given = entry(laid.hearing(1, "en"))
    assert "number_told" not in {name for name, *_ in given.get("gave", [])}
    assert any(key.startswith("at:number_told:") for key in given["keys"])


SCORINGS = """language 1

game scorings "Scorings":
    players 2

each player:
    coins "coins": int
    points "points": int, ledger

play:
    repeat 2 times:
        for each p in players:
            turn p:
                p chooses n in 1..6
                p.coins += n
                announce "First scoring"
                for each q in players: q.points += q.coins
                announce "Second scoring"
                for each q in players: q.points += 1
"""


def test_what_is_given_after_an_announcement_is_told_of_that() -> None:
    laid = table(Game(program_of(SCORINGS), 2))
    option = laid.session.position.options[3]
    hoped = as_seen(expected(laid.labels["en"], laid.session.position, option), 0)
    laid.record.choice(option.name, None)
    for viewer in (0, 1, None):
        scene: Any = tell("scene", laid.hearing(viewer, "en"))
        gave = [
            (one.get("news"), [(name, owner, n) for name, _, owner, n in one["gave"]])
            for one in scene["story"]
        ]
        assert gave == [
            (None, [("coins", 0, 4)]),
            ("First scoring", [("points", 0, 4)]),
            ("Second scoring", [("points", 0, 1), ("points", 1, 1)]),
        ]
    assert [change[0] for change in hoped["gave"]] == ["coins"]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_where_all_win_as_one_what_is_everybodys_is_told(viewer: int | None) -> None:
    """What a thread was that somebody has woven without seeing it, and that it was a knot."""
    laid = table(game("gallery/weavers"))
    weave = next(o for o in laid.session.position.options if o.name.startswith("weave"))
    laid.record.choice(weave.name, None)
    gave = {
        name: change for name, _, _, change in entry(laid.hearing(viewer, "en"))["gave"]
    }
    woven = gave.get("carpet") or gave["basket"]
    assert len(woven) == 1
    assert ("knots" in gave) == ("basket" in gave)
    assert "spool" not in gave


def test_what_lies_on_a_tile_is_told_of_who_has_the_tile() -> None:
    """Whoever uses a tile in Keyflower learns what it produced, and where that lies."""
    laid = table(game("keyflower"))
    hearing = laid.hearing(0, "en")
    told: Any = tell("game", hearing)
    goods = next(one for one in told["families"] if one["name"] == "goods")
    for _ in range(200):
        position = laid.session.position
        uses = [o for o in position.options if o.name.startswith("use ")]
        option = (uses or position.options)[0]
        laid.record.choice(option.name, None)
        scene: Any = tell("scene", laid.hearing(1, "en"))
        last = [one for one in scene["story"] if "told" in one][-1]
        made = [one for one in last.get("gave", []) if one[0] == "goods"]
        if made:
            [(_, slot, owner, change), *_] = made
            assert owner in (0, 1)
            assert sum(change) > 0
            assert goods["owners"][slot - goods["base"]]
            return
    raise AssertionError("nothing was produced")
