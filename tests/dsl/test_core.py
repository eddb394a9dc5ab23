"""What checked rules become in the core."""

import pytest
from compiling import RULES, program_of, shipped
from syrupy.assertion import SnapshotAssertion

from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.expressions import Const, Expr, Expression, Fold, If, Sized
from rulesrun.dsl.core.frames import frame_of
from rulesrun.dsl.core.printing import print_core
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.sizes import Sizes
from rulesrun.dsl.core.symbols import Local, RoutineSymbol
from rulesrun.dsl.core.walking import walk
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.lowering import core_of
from rulesrun.interpreter.runtime.layout import make_layout
from rulesrun.interpreter.runtime.naming import Names

GAMES = sorted(
    str(path.relative_to(RULES).with_suffix(""))
    for path in RULES.rglob("*.rules")
    if "tests" not in path.parts
)


def core_for(rules: str, players: int = 2, **options: int) -> Core:
    """The core of a small game."""
    text = f"language 1\n\ngame small:\n    players 2..4\n\n{rules}"
    return core_of(make_layout(program_of(text), players, options))


def lets(core: Core) -> dict[str, Expr]:
    """What the play of a small game names."""
    body = core.routines[core.play].body
    return {s.local.name: s.value for s in walk(body) if isinstance(s, stmt.SetLocal)}


READ = [
    "connect_four",
    *(f"classics/{name}" for name in "goofspiel hearts oware pig".split()),
]


@pytest.mark.parametrize("name", READ, ids=[name.split("/")[-1] for name in READ])
def test_the_core_of_a_game_can_be_read(
    name: str, snapshot_txt: SnapshotAssertion
) -> None:
    game = shipped(name).world.game
    assert game is not None
    layout = make_layout(shipped(name), game.players[0])
    lines = list(print_core(core_of(layout), Names(layout).written))
    if name != "connect_four":  # one that shows the places in the rules is enough
        lines = [line.partition("  # ")[0] for line in lines]

    assert snapshot_txt == "\n".join(lines) + "\n"


NUMBERED = """
event rung(p: player)

when rung(p) order 2:
    p chooses a in 1..2
    total += a

when rung(p) and total > 0 for each q in players where q != p order 1:
    let b = q.seat
    q chooses c in 1..b

state:
    total: int

action ring(p: player):
    choose n in 1..3
    let twice = 2 * n
    require twice > 2
    raise rung(p)

rule quiet(p: player):
    let c = total
    for each q in players:
        total += c + q.seat

rule loud(p: player):
    let first_of_all = total
    for each q in players:
        let d = q.seat + first_of_all
        repeat 2 times:
            do quiet(q)
            q chooses e in 1..3
                otherwise:
                    let f = d
                    total += f
            if e is not none:
                total += e
        while total > 99:
            let g = total
            p chooses one of:
                ring(p) when total > 3
                option lower:
                    let h = g
                    total -= h
                option leave:
                    p may choose i in 1..3
                    total -= 0 if i is none else i
                otherwise:
                    let j = d
                    total -= j
        repeat:
            p may ring(p)
        until total > 4

play:
    for each p in players:
        if total > 3:
            do loud(p)
        else:
            do quiet(p)
        let k = total
        total += k
    rank players by most total
"""


def test_what_stands_in_saved_games_is_numbered_as_ever() -> None:
    """Saves and positions hold numbers of procedures, decisions and places of frames."""
    core = core_for(NUMBERED)
    frames = {
        symbol.name: [local.name for local in places(core, symbol)]
        for symbol in core.procedures
    }
    assert {
        "rung": ["p", "-", "-", "q", "b", "c", "a"],
        "ring": ["p", "n", "twice"],
        "loud": [
            *["p", "first_of_all", "-", "-", "q", "d", "-", "e", "f", "g"],
            *["j", "h", "i"],
        ],
        "play": ["-", "-", "p", "k"],
    } == frames
    assert [
        ["c"],
        ["a"],
        ["e"],
        ["ring", "lower", "leave"],
        ["i", "pass"],
        ["ring", "pass"],
    ] == [[item.name for item in decision.items] for decision in core.decisions]


def places(core: Core, symbol: RoutineSymbol) -> list[Local]:
    """The locals of a frame in the order of their places; `-` is what a loop keeps."""
    frame = frame_of(symbol, core.routines[symbol].body)
    result = [Local(0, "-", t.INT)] * frame.size
    for local, place in frame.places.items():
        result[place] = local
    return result


@pytest.mark.parametrize("name", GAMES)
def test_every_expression_of_a_shipped_game_has_a_type(name: str) -> None:
    program = shipped(name)
    assert program.world.game is not None
    core = core_of(make_layout(program, program.world.game.players[1]))
    trees: list[object] = [routine.body for routine in core.routines.values()]
    trees += [action.head for action in core.actions.values()]
    unclear = [
        node
        for tree in trees
        for node in walk(tree)
        if isinstance(node, Expression)
        if isinstance(node.type, t.UnknownType | t.ZoneType)
    ]

    assert [] == unclear


def test_what_is_fixed_before_the_game_is_worked_out() -> None:
    core = core_for("""
option long: bool = false
constant limit = 3 + 2

play:
    let a = limit * player_count
    let b = 1 if long else min(2, limit)
    let c = player_count == 3 and not long
    rank players by most a + b + (1 if c else 0)
""")
    result = lets(core)

    assert [10, 2, False] == [
        value.value if isinstance(value, Const) else value for value in result.values()
    ]
    assert not any(isinstance(n, If) for n in walk(result["b"]))


def test_a_menu_keeps_what_an_option_rules_out() -> None:
    """Items are numbered: what is never offered keeps its number."""
    core = core_for("""
option long: bool = false

play:
    player 1 chooses one of:
        option stop:
            pass
        option go_on when long:
            pass
    nobody wins
""")
    (decision,) = core.decisions

    assert isinstance(decision, stmt.Decide)
    assert ["stop", "go_on"] == [item.name for item in decision.items]
    assert isinstance(decision.items[1].when, Const)
    assert decision.items[1].when.value is False


def test_folds_are_made_of_comprehensions_together() -> None:
    core = core_for("""
state:
    numbers: list of int

play:
    numbers = [1, 2, 3]
    let total = sum([2 * n for n in numbers where n > 1])
    let many = size(all n in numbers where n > 1)
    let there = (all n in numbers where n > 1) is not empty
    rank players by most total + many + (1 if there else 0)
""")
    result = lets(core)
    folds = [v.of if isinstance(v, Sized) else v for v in result.values()]
    kinds = [value.kind for value in folds if isinstance(value, Fold)]

    assert ["sum", "count", "any"] == kinds
    for value in folds:
        assert 1 == sum(isinstance(n, Fold) for n in walk(value))


OF_AN_ENUM = """
enum Guild:
    function worth(n: int) -> int = 0
    weavers:
        worth = 2 * n
    salters:
        worth = n
    idlers
"""
BY_CASES = """
enum Guild: weavers, salters, idlers

function worth(g: Guild, n: int) -> int by g, otherwise 0:
    weavers: 2 * n
    salters: n
"""


@pytest.mark.parametrize("rules", [OF_AN_ENUM, BY_CASES], ids=["enum", "cases"])
def test_functions_by_cases_are_switches(rules: str) -> None:
    core = core_for(
        f"{rules}\nplay:\n    rank players by most worth(weavers, it.seat)\n"
    )
    routine = next(r for r in core.routines.values() if r.symbol.name == "worth")
    (switch,) = (node for node in routine.body if isinstance(node, stmt.Switch))

    assert [(0,), (1,)] == [tuple(v.value for v in c.values) for c in switch.cases]
    assert any(isinstance(node, stmt.Return) for node in switch.otherwise)


def test_a_range_is_asked_for_where_it_is_not_proved() -> None:
    core = core_for("""
state:
    n: 0..9
    m: 0..9 or none

play:
    n = 9
    n = n + 1
    m = none
    n += 2
    rank players by most n + (0 if m is none else 1)
""")
    body = core.routines[core.play].body
    writes = [node for node in body if isinstance(node, stmt.Write)]

    assert [None, stmt.Held(0, 9), None, stmt.Held(0, 9)] == [
        write.held for write in writes
    ]
    assert [None, None, None, "+"] == [write.change for write in writes]


BOUNDS = """
enum Good: wood, wool, salt

card Order:
    good: Good

tile Hut:
    good: Good

supply:
    4 of each Order
    1 of Hut(wood)
    1 of Hut(wool)

board land: square 3 x 4

table rows (n: 1..2 -> goods: list of int):
    1 | 1 2
    2 | 1 2 3 4

table longer (n: 1..9 -> goods: list of int), otherwise [1, 2, 3, 4, 5, 6]:
    1 | 1 2

state:
    maybe: Good or none
    camp: square grid of Hut
    orders: deck of Order
    offer: row of Order, at most 5
    gates: set of Good
    few: list of int
    many: list of int
    wide: row of Order, at most 500
    narrow: row of Order, at most 7

each player:
    hand: hand of Order

rule grow:
    few = [1, 2, 3]
    many += [1]

play:
    do grow
    let a = size(offer)
    let of_orders = all o in orders where o.good == wood
    let of_offer = offer
    let of_gates = gates
    let of_few = few
    let of_many = many
    let of_both = few + [4, 5]
    let of_either = few if size(offer) > 2 else [1]
    let of_which = few if size(offer) > 2 else many
    let of_neither = many if size(offer) > 2 else few
    let of_pairs = [1 for x in offer for y in gates]
    let of_cells = all c in land where c.row == 1
    let of_players = clockwise(player 1)
    let of_range = [n for n in 1..size(offer)]
    let of_less = few - [2]
    let of_set = {o.good for o in offer}
    let of_maybe = {maybe if k > 1 else none for k in many}
    let of_pairs_of = {(g, m) for g in Good for m in [true, false]}
    let of_rowed = rows[1]
    let of_defaulted = longer[size(offer)]
    let of_turned = reversed(few)
    let of_grown = camp with first(Hut) at origin
    let of_cut = camp without origin
    rank players by most a
"""


def test_collections_are_bounded_where_the_declarations_bound_them() -> None:
    core = core_for(BOUNDS)
    sizes = Sizes(core)
    bounds = {
        name: sizes.of(value)
        for name, value in lets(core).items()
        if name.startswith("of_")
    }

    assert {
        "of_orders": 12,
        "of_offer": 5,
        "of_gates": 3,
        "of_few": 3,
        "of_many": None,
        "of_both": 5,
        "of_either": 3,
        "of_which": None,
        "of_neither": None,
        "of_pairs": 15,
        "of_cells": 12,
        "of_players": 2,
        "of_range": 5,
        "of_less": 3,
        "of_set": 3,
        "of_maybe": 4,
        "of_pairs_of": 6,
        "of_rowed": 4,
        "of_defaulted": 6,
        "of_turned": 3,
        "of_grown": 3,
        "of_cut": 2,
    } == bounds
    by_name = {v.name: sizes.of_variable(v) for v in core.variables}
    assert {
        "maybe": None,
        "camp": 2,
        "orders": 12,
        "offer": 5,
        "gates": 3,
        "few": 3,
        "many": None,
        "wide": 12,
        "narrow": 7,
        "hand": 12,
    } == by_name


def test_empty_braces_take_the_type_of_what_they_are_put_into() -> None:
    core = core_for("""
enum Good: wood, wool

state:
    gates: set of Good

play:
    gates = {}
    rank players by most size(gates)
""")
    body = core.routines[core.play].body
    (write,) = (node for node in body if isinstance(node, stmt.Write))

    assert isinstance(write.value.type, t.SetType)
    assert str(write.value.type.item) == "Good"
