"""An action is tried out before it is offered only where it might not come to its end."""

import random

import pytest
from compiling import program_of, shipped

from rulesrun.dsl.core.expressions import Not
from rulesrun.dsl.core.statements import Item
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.runtime.layout import DECISION

CARDS = """\
language 1

game small "Small":
    players 2

card Card "card":
    value: 1..3
    named "card {{value}}"

supply:
    1 of each Card
"""

RULES = (
    CARDS
    + """
state:
    deck "deck": deck of Card

each player:
    held "held": hand of Card
    coins: 0..9

amount limit(p: player) = 2{bound}
adjust limit(p) when p.coins > 3: {adjusted}

action take(p: player):
    require deck is not empty
    do draw_one(p)

rule draw_one(p: player):
    if {test}:
        p chooses old in p.held
        move old to bottom of deck
    draw 1 from deck to p.held

play:
    move Card to deck
    player 1 chooses one of:
        take(player 1)
        otherwise:
            pass
    rank players by most it.coins
"""
)


def tried_out(test: str, bound: str = "", adjusted: str = "result + 1") -> bool:
    text = RULES.format(test=test, bound=bound, adjusted=adjusted)
    decisions = Game(program_of(text), 2).lowered.core.decisions
    (item,) = (i for d in decisions for i in d.items if i.name == "take")
    return item.look_ahead


@pytest.mark.parametrize(
    "test",
    [
        "p.held is not empty",
        "size(p.held) >= 2",
        "size(p.held) > p.coins",
        "size(p.held) >= limit(p)",
        "limit(p) <= size(p.held)",
    ],
)
def test_what_is_proved_is_not_tried_out(test: str) -> None:
    assert not tried_out(test)


@pytest.mark.parametrize(
    ("test", "more"),
    [
        ("p.coins > 2", {}),
        ("size(p.held) >= p.coins", {}),
        ("size(deck) >= 2", {}),
        ("size(p.held) >= limit(p)", {"adjusted": "result - 2"}),
        ("size(p.held) >= limit(p)", {"adjusted": "p.coins"}),
        ("size(p.held) >= limit(p)", {"bound": ", at least 0"}),
        ("size(p.held) >= limit(p)", {"bound": ", at most 0"}),
    ],
)
def test_what_is_not_proved_is_tried_out(test: str, more: dict[str, str]) -> None:
    assert tried_out(test, **more)


def test_a_range_that_nothing_is_held_to_proves_nothing() -> None:
    text = RULES.format(test="size(p.held) >= least", bound="", adjusted="result + 1")
    text = text.replace("draw_one(p: player)", "draw_one(p: player, least: 1..3)")
    text = text.replace("do draw_one(p)", "do draw_one(p, p.coins)")

    assert Game(program_of(text), 2).start(0).over  # by way of the `otherwise`


def test_an_amount_with_a_bound_may_be_lowered() -> None:
    assert not tried_out(
        "size(p.held) >= limit(p)", bound=", at least 1", adjusted="result - 2"
    )


KNOWN = (
    CARDS.replace("1 of each", "3 of each")
    + """
state:
    deck "deck": deck of Card
    row "row": row of Card
    turns: 0..99

each player:
    held "held": hand of Card
    coins: 0..99
    met: 0..99

event taken(p: player)

action take(p: player):
    require size(p.held) >= needed(p)
    {between}
    p chooses old from p.held, exactly needed(p)
    move old to bottom of deck

action swap(p: player):
    {between}
    raise taken(p)

amount needed(p: player) = 1
adjust needed(p) when p.coins > 50: 2

when taken(p) and turns > 1 order 1:
    {first}
when taken(p) and turns > 0 order 2:
    {second}
    p chooses new in row
    move new to p.held

rule count_up(p: player):
    turns += 1
    raise counted(p)

event counted(p: player)
when counted(p):
    p.left.met += 1

rule draw_one(p: player):
    draw 1 from deck to p.held

rule lay_one_back:
    draw 1 from row to deck

play:
    move Card to deck
    draw 2 from deck to row
    for each p in players:
        draw 2 from deck to p.held
    repeat 4 times:
        player 1 chooses one of:
            take(player 1)
            swap(player 1)
            option rest:
                turns += 1
            otherwise:
                stop
    rank players by most it.coins then most it.met
"""
)


def known(between: str = "pass", first: str = "pass", second: str = "pass") -> Game:
    text = KNOWN.format(between=between, first=first, second=second)
    return Game(program_of(text), 2)


def item_of(game: Game, name: str) -> Item:
    decisions = game.lowered.core.decisions
    (item,) = (i for d in decisions for i in d.items if i.name == name)
    return item


@pytest.mark.parametrize("between", ["pass", "turns += 1", "do count_up(p)"])
def test_what_was_required_still_holds_where_it_is_not_touched(between: str) -> None:
    assert not item_of(known(between), "take").look_ahead


@pytest.mark.parametrize(
    "between",
    [
        "move p.held to deck",
        "do draw_one(p)",
        "p.coins += 1",
        "if turns > 3: draw 1 from deck to p.left.held",
    ],
)
def test_what_was_required_may_have_changed(between: str) -> None:
    between = between.replace(": ", ":\n        ")
    assert item_of(known(between), "take").look_ahead


@pytest.mark.parametrize(
    "more", [{}, {"between": "do count_up(p)"}, {"first": "p.coins += 1"}]
)
def test_where_there_is_something_to_choose_nothing_is_tried(
    more: dict[str, str],
) -> None:
    item = item_of(known(**more), "swap")
    assert item.look_ahead
    assert isinstance(item.sure, Not)


@pytest.mark.parametrize(
    "more",
    [
        {"between": "draw 1 from row to deck"},
        {"first": "move row to deck"},
        {"second": "do lay_one_back"},
        {"first": "p chooses other in p.held"},
    ],
)
def test_what_there_is_may_be_taken_away_on_the_way(more: dict[str, str]) -> None:
    item = item_of(known(**more), "swap")
    assert item.look_ahead
    assert item.sure is None


def test_what_there_is_stays_where_cards_come_out_of_another_zone() -> None:
    assert isinstance(item_of(known(second="do draw_one(p)"), "swap").sure, Not)


def test_where_a_card_has_just_come_nothing_is_tried() -> None:
    game = known(between="draw 1 from deck to row")
    assert not item_of(game, "swap").look_ahead


def test_where_nothing_is_tried_nothing_is_a_dead_end() -> None:
    machine = Game(shipped("architects"), 3).machine
    tried = 0
    for seed in range(4):
        chooser = random.Random(seed)
        state, options = machine.start(seed)
        while options:
            decision = machine.decisions[state[DECISION]]
            for item in decision.look_ahead - decision.to_try(state):
                for option in options:
                    if option[0] == item:
                        tried += 1
                        assert machine.stuck(state, option.__eq__) is None
            options = machine.resume(state, chooser.choice(options))
    assert tried > 20


def test_a_local_may_be_called_like_a_value() -> None:
    text = KNOWN.format(between="do give(p.left)", first="pass", second="pass")
    text = text.replace("action take(", "enum Colour: red, blue\n\naction take(")
    text = text.replace("    coins: 0..99\n", "    coins: 0..99\n    worn: Colour\n")
    text += """
rule give(red: player):
    red chooses new in red.held
    turns += new.value
"""
    item = item_of(Game(program_of(text), 2), "swap")
    assert item.look_ahead
    assert item.sure is None
