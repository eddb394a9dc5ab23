"""Short programs whose meaning might surprise: in all three ways to run rules.

Each is an action without choices of one game, so that it is carried out by the code that
is made of the rules, by the compiled game and by the core as it stands, and must end in the
same state.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from compiling import program_of
from engines import same_state

from rulesrun.interpreter.evaluator.perform import Performer
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.lowering import core_of
from rulesrun.interpreter.native.build import NoCompiler, compiler
from rulesrun.interpreter.native.engine import Engine
from rulesrun.interpreter.runtime.effects import bound_to
from rulesrun.interpreter.runtime.layout import DECISION
from rulesrun.interpreter.runtime.name_mangling import spelled

HEAD = """language {edition}

game small "Small":
    players 3

enum Good "good": wood, salt, wool

card Order "order":
    value: 1..4

tile House "house":
    cost: 1..3
    named "house {{cost}}"

supply:
    1 of each Order
    1 of each House

state:
    orders: deck of Order
    offer: row of Order
    discards: pile of Order
    n: int
    at: place
    queue: list of Good
    street: square grid of House
    comb: hex grid of House

each player:
    points: int

constant best_goods = {{wood, salt}}

board yard: square 3 x 4

play:
    move Order to orders
    player 1 chooses one of:
        {actions}
    nobody wins
"""

GUARDED = """
event scored(p: player)

when scored(p) order 1:
    if p.points > 2: return
    p.points += 1

when scored(p) order 2: p.points += 10
"""

IN_ROUNDS = """
event rounds(p: player)

when rounds(p) for each q in players order 1:
    if q.seat == 2: return
    q.points += 1

when rounds(p) order 2: p.points += 10
"""

TWO_EDITIONS = {
    "guarded": "raise scored(p)",
    "guard": "p.points = 3\nraise scored(p)",
    "in_rounds": "raise rounds(p)",
}
"""Bodies of actions that mean something else in edition 1."""

RULES = """
event next_round(p: player)

when next_round(p) for each q in players order 1:
    if q.seat == 2: next
    q.points += 1

when next_round(p) order 2:
    if p.points > 0: next
    p.points += 100

when next_round(p) order 3: p.points += 10

event in_loops(p: player)

when in_loops(p) order 1:
    for each q in players:
        for each m in 1..3:
            if m == 2 and q.seat == 2: return
            q.points += 1
    p.points += 1000

when in_loops(p) for each q in players order 2:
    repeat 2 times:
        if q == p: return
        q.points += 10
    q.points += 100
"""

NOW: dict[str, tuple[str, Mapping[str, Any]]] = {
    "guarded": (TWO_EDITIONS["guarded"], {"points": [11, 0, 0]}),
    "guard": (TWO_EDITIONS["guard"], {"points": [13, 0, 0]}),
    "in_rounds": (TWO_EDITIONS["in_rounds"], {"points": [11, 0, 1]}),
    "next_in_rounds": ("raise next_round(p)", {"points": [11, 0, 1]}),
    "return_in_loops": ("raise in_loops(p)", {"points": [3, 121, 120]}),
}
"""The body of an action, and some variables after it."""

NOW |= {
    # a set written out has a size
    "size_of_a_set": ("p.points = size({wood, salt})", {"points": [2, 0, 0]}),
    "size_of_an_enum": ("p.points = size({g for g in Good})", {"points": [3, 0, 0]}),
    "size_of_a_constant": ("p.points = size(best_goods)", {"points": [2, 0, 0]}),
    "size_of_one": ("p.points = size({wood})", {"points": [1, 0, 0]}),
    "size_of_equals": ("p.points = size({wood, wood, salt})", {"points": [2, 0, 0]}),
    "size_of_players": ("p.points = size({player 1, player 3})", {"points": [2, 0, 0]}),
    # a loop keeps its collection, and asks `where` anew
    "where_anew": (
        "for each q in players where q.points == 0:\n"
        "    for each r in players: r.points += 1",
        {"points": [1, 1, 1]},
    ),
    "where_before": (
        "for each q in (all q in players where q.points == 0):\n"
        "    for each r in players: r.points += 1",
        {"points": [3, 3, 3]},
    ),
    # to move a deck keeps its order, to draw or to move card by card turns it round
    "moved": ("move orders to discards\nn = top(discards).value", {"n": 1}),
    "drawn": ("draw 4 from orders to discards\nn = top(discards).value", {"n": 4}),
    "one_by_one": (
        "for each c in orders: move c to discards\nn = top(discards).value",
        {"n": 4},
    ),
    # what edition 2 says in one way
    "covered": ("if {wood: 2, salt: 1} >= {wood: 1}: n = 1", {"n": 1}),
    "not_covered": ("if {wood: 2} >= {wood: 1, salt: 1}: n = 1", {"n": 0}),
    "covered_by": ("if {wood: 1} <= {wood: 1, salt: 1}: n = 1", {"n": 1}),
    "runs": (
        "n = most(size(r) for r in runs of k in [1, 2, 0, 3, 4, 5] where k > 0)",
        {"n": 3},
    ),
    "longest_run_goes_round": (
        "n = longest run k in [1, 2, 0, 3, 4, 5] where k > 0",
        {"n": 5},
    ),
    "cell": ('n = 1 if yard[1, 2] == yard["1,2"] else 0', {"n": 1}),
    "beyond": ("n = 1 if yard[3, 0] is none else 0", {"n": 1}),
    "until": (
        "turns of q from player 2 until n == 5:\n    n += 1\n    q.points += n",
        {"points": [3, 1 + 4, 2 + 5], "n": 5},
    ),
    "until_sees_whose_turn_it_was": (
        "turns of q from player 3 until q == player 2: q.points += 1",
        {"points": [1, 1, 1]},
    ),
    "next_in_turns": (
        "turns of q from p until n > 4:\n"
        "    n += 1\n"
        "    if q.seat == 2: next\n"
        "    q.points += 1",
        {"points": [2, 0, 2], "n": 6},
    ),
}

NOW |= {
    # the value so many further round its enum
    "rotated": (
        "queue = [rotated(wood, 1), rotated(wool, 1), rotated(salt, -2), rotated(wood, 7)]",
        {"queue": (1, 0, 2, 1)},
    ),
    "rotated_by_a_choice": (
        "let g = wool if n > 0 else salt\nqueue = [rotated(g if n == 0 else wood, n - 1)]",
        {"queue": (0,)},
    ),
    "rotated_sides": (
        "let sides = {Side.north, Side.west}\n"
        "n = 1 if rotated(sides, 1) == {Side.east, Side.north} else 0",
        {"n": 1},
    ),
    # where stands before having, or behind it: the test comes first
    "where_then_having": (
        "n = the k in [3, 9, 4] where k < 9 having most k",
        {"n": 4},
    ),
    "having_then_where": (
        "n = the k in [3, 9, 4] having most k where k < 9",
        {"n": 4},
    ),
    "all_where_having": (
        "n = sum(all k in [3, 9, 9, 4] where k > 3 having most k)",
        {"n": 18},
    ),
    "each_having": (
        "player 2.points = 5\nplayer 3.points = 5\n"
        "for each q in players having most q.points: q.points += 1",
        {"points": [0, 6, 6]},
    ),
    "each_where_having": (
        "player 2.points = 5\nplayer 3.points = 4\n"
        "for each q in players where q.seat != 2 having most q.points: q.points = 0",
        {"points": [0, 5, 0]},
    ),
    "each_having_is_asked_once": (
        "for each q in players having least q.points:\n"
        "    for each r in players where r.seat > q.seat: r.points += 1",
        {"points": [0, 1, 2]},
    ),
    "sum_having": (
        "n = sum(k for k in [1, 5, 5, 2] where k < 9 having most k)",
        {"n": 10},
    ),
    # where something lies on a grid, and what lies at two numbers
    "place_of": (
        'move "house 2" to street at place_at(2, -1)\nmove "house 3" to street at origin\n'
        "at = position(street, first(House)) otherwise place_at(9, 9)\n"
        "n = 0 if position(street, first(House)) is none else 1",
        {"n": 0},
    ),
    "place_found": (
        'move "house 2" to street at place_at(2, -1)\nmove "house 3" to street at origin\n'
        'let c = position(street, "house 2")\n'
        "n = 10 * c.x + c.y if c is not none else 99",
        {"n": 19},
    ),
    "by_two_numbers": (
        'move "house 2" to street at place_at(2, -1)\nlet t = street[2, -1]\n'
        "n = t.cost if t is not none and street[0, 0] is none else 9",
        {"n": 2},
    ),
    "by_two_numbers_of_hexes": (
        'move "house 3" to comb at step(origin, east)\nlet c = step(origin, east)\n'
        "n = 0 if comb[c.x, c.y] is none else 1",
        {"n": 1},
    ),
}

NOW |= {
    # sizes of what is written out, put together, and left over
    "size_of_both": ("n = size({wood} + {salt, wood})", {"n": 2}),
    "size_of_the_rest": ("n = size(best_goods - {salt})", {"n": 1}),
    "size_of_shared": ("n = size(shared({wood, wool}, best_goods))", {"n": 1}),
    "size_of_nothing": ("n = size({g for g in Good where g in []})", {"n": 0}),
    # what a loop asks anew, and what it does not
    "counted_anew": (
        "for each q in players where (count r in players where r.points > 0) < 2:\n"
        "    q.points += 1",
        {"points": [1, 1, 0]},
    ),
    "collection_once": (
        "queue = [wood, salt]\nfor each g in queue: queue += [g]",
        {"queue": (0, 1, 0, 1)},
    ),
    "filtered_first": (
        "for each q in [r for r in players where r.points == 0]:\n"
        "    for each r in players: r.points += 1",
        {"points": [3, 3, 3]},
    ),
    # decks and piles: what comes to lie on top
    "drawn_to_the_bottom": (
        "draw 2 from orders to bottom of discards\nn = top(discards).value",
        {"n": 1},
    ),
    "moved_to_the_bottom": (
        "draw 1 from orders to discards\nmove orders to bottom of discards\n"
        "n = 10 * top(discards).value + bottom(discards).value",
        {"n": 14},
    ),
    "turned_twice": (
        "draw 4 from orders to discards\nfor each c in discards: move c to orders\n"
        "n = top(orders).value",
        {"n": 1},
    ),
    # one after another is the only time there is
    "one_after_another": (
        "for each q in players: q.points = 4\n"
        "for each q in players:\n"
        "    q.left.points += q.points / 2 rounded down\n"
        "    q.points -= q.points / 2 rounded down",
        {"points": [5, 3, 4]},
    ),
    # what has no order has that of the supply or the enum
    "in_the_order_of_the_enum": (
        "for each g in {wool, wood, salt}: queue += [g]",
        {"queue": (0, 1, 2)},
    ),
    "players_begin_with_the_first": (
        "let k = 0\nfor each q in players:\n    k += 1\n    q.points = k",
        {"points": [1, 2, 3]},
    ),
    "clockwise_begins_with_whom_one_says": (
        "let k = 0\nfor each q in clockwise(player 2):\n    k += 1\n    q.points = k",
        {"points": [3, 1, 2]},
    ),
    # inside brackets an expression goes on below
    "before_in": (
        "n = (count k\n    in [1, 2, 3] where k > 1)",
        {"n": 2},
    ),
    "before_has": (
        "if (every k in [1, 2]\n    has k > 0): n = 1",
        {"n": 1},
    ),
    "before_where_and_having": (
        "n = (the k in [1, 2, 3]\n    where k < 3\n    having most k)",
        {"n": 2},
    ),
}

BEFORE: Mapping[str, Mapping[str, Any]] = {
    "guarded": {"points": [11, 0, 0]},
    "guard": {"points": [3, 0, 0]},
    "in_rounds": {"points": [1, 0, 0]},
}
"""The same in edition 1."""


def _text(edition: int, rules: str, bodies: Mapping[str, str]) -> str:
    actions = "\n        ".join(bodies)
    parts = [HEAD.format(edition=edition, actions=actions), rules]
    for name, body in bodies.items():
        lines = "".join(f"    {line}\n" for line in body.splitlines())
        parts.append(f'\naction {name}(p: player) "{name}":\n{lines}')
    return "".join(parts)


def written(edition: int) -> str:
    """A game with an action for each of them that the edition has."""
    if edition == 1:
        return _text(edition, GUARDED + IN_ROUNDS, TWO_EDITIONS)
    bodies = {name: body for name, (body, _) in NOW.items()}
    return _text(edition, GUARDED + IN_ROUNDS + RULES, bodies)


@cache
def after(edition: int) -> dict[str, dict[str, Any]]:
    """The variables after each action; an error where the three ways do not agree."""
    bodies = TWO_EDITIONS if edition == 1 else NOW
    game = Game(program_of(written(edition)), 3)
    engine = _engine(game)
    result = {}
    for number, name in enumerate(bodies):
        position = game.start(0)
        _by_the_core(game, name, position.state)
        position.choose(number)
        if engine is not None:
            compiled = engine.new()
            engine.start(compiled, 0)
            engine.choose(compiled, number)
            same_state(name, game, position.state, engine.to_python(compiled))
        result[name] = dict(_variables(game, position.state))
    return result


def _variables(game: Game, state: Any) -> Any:
    for symbol, family in game.layout.families.items():
        values = state[family.base : family.base + family.size]
        yield symbol.name, list(values) if symbol.all_keys else values[0]


def _by_the_core(game: Game, name: str, before: Any) -> None:
    core = core_of(game.layout)
    performer = Performer(core, game.layout, bound_to(game.layout))
    items = {item.name: item for item in core.decisions[before[DECISION]].items}
    action = items[name].action
    assert action is not None
    made, performed = before.copy(), before.copy()
    game.module.names[spelled("do", name=name)](made, 0)
    performer.call(performer.evaluator(performed), action.symbol, [0])
    assert made == performed, name


def _engine(game: Game) -> Engine | None:
    try:
        compiler()
    except NoCompiler:
        return None
    return Engine(game.module)


@pytest.mark.parametrize("name", NOW)
def test_it_means_what_it_reads_as(name: str) -> None:
    result, expected = after(2)[name], NOW[name][1]

    assert expected == {variable: result[variable] for variable in expected}


@pytest.mark.parametrize("name", BEFORE)
def test_in_edition_1_it_means_what_it_meant(name: str) -> None:
    result, expected = after(1)[name], BEFORE[name]

    assert expected == {variable: result[variable] for variable in expected}
