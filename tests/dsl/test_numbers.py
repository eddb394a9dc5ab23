"""Between which numbers values lie, as it is known before any game."""

from itertools import product

import pytest
from compiling import program_of

from rulesrun.dsl.analysis.bounds import Ranges
from rulesrun.dsl.core.expressions import Call, Range
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.sizes import Sizes
from rulesrun.dsl.core.walking import walk
from rulesrun.dsl.semantics.symbols import FunctionSymbol
from rulesrun.dsl.syntax import nodes
from rulesrun.interpreter.evaluator.perform import Performer
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.runtime.effects import bound_to
from rulesrun.interpreter.runtime.support import RuleFault

RULES = """\
language 1

game small "Small":
    players 2

enum Good:
    wood
    salt

piece cube of Good "cube": 12
piece man "man": 3 for each player
table fees (n: 1..3 -> fee: int, grade: int, more: int or none):
    1 | 4 | 2 | 7
    2 | 9 | 3 | none
    3 | 5 | 1 | 8
table rare (n: 1..3 -> fee: int), otherwise 20:
    1 | 4
table rows (n: 1..3 -> fee: int, grade: int), otherwise 20:
    1 | 4 | 5

state:
    far: int
    near: 2..6
    mine "mine": stock of cube = {wood: 6, salt: 6}

each player:
    men "men": stock of man = 3

amount toll(n: 1..3) = n - 2
adjust toll(n) when far > 3 order 1: result + fees[n].fee
adjust toll(n) when far > 5 order 2: max(result, 0)

amount bounded(n: 1..3) = far, at least 0, at most 9

function lowest(n: 1..3) -> int:
    let low = n - 1
    if far > 2:
        low = 7
    return low - near

function alone(n: 1..3) -> int:
    let low = 9
    if far > 2:
        low = 1
    else if far > 1:
        pass
    return low

function both(n: 1..3) -> int:
    let low = 9
    if far > 2:
        low = 1
    else:
        low = 3
    return low

function longer(n: 1..3) -> int:
    let sum = n + 0
    for each _i in 1..far:
        sum += 1
    return sum

function asked(n: 1..3) -> int = {value}

play:
    for each i in 1..3:
        let far_off = lowest(i) + longer(i) + alone(i) + both(i)
        for each j in 1..(asked(i) + toll(i) + bounded(i) + far_off):
            far += j + mine[wood] + player 1.men
    rank players by most far
"""


def core_of(value: str) -> Core:
    return Game(program_of(RULES.replace("{value}", value)), 2).lowered.core


@pytest.mark.parametrize(
    ("value", "bounds"),
    [
        ("n", (1, 3)),
        ("near", (2, 6)),
        ("far", (None, None)),
        ("-near", (-6, -2)),
        ("n - near", (-5, 1)),
        ("mine[wood]", (0, 12)),
        ("player 1.men", (0, 6)),
        ("min(far, near)", (None, 6)),
        ("max(far, near)", (2, None)),
        ("near if far > 3 else 9", (2, 9)),
        ("fees[n].fee", (4, 9)),
        ("fees[n].grade", (1, 3)),
        ("rare[n]", (4, 20)),
        ("rows[n].fee", (None, None)),
        ("fees[n].more otherwise 0", (None, None)),
        ("alone(n)", (1, 9)),
        ("both(n)", (1, 3)),
        ("toll(n)", (-1, 10)),
        ("bounded(n)", (0, 9)),
        ("lowest(n)", (-6, 5)),
        ("longer(n)", (None, None)),
        ("size(mine)", (0, None)),
        ("size(mine - {wood: 3})", (None, None)),
        ("far * near", (None, None)),
    ],
)
def test_the_bounds_of_a_number(
    value: str, bounds: tuple[int | None, int | None]
) -> None:
    core = core_of(value)
    numbers = Sizes(core).numbers
    (call,) = (
        node
        for node in walk(core.routines[core.play].body)
        if isinstance(node, Call) and node.routine.name == "asked"
    )

    assert numbers.of(call) == bounds


def test_a_range_is_as_long_as_its_bounds_allow() -> None:
    core = core_of("n")
    sizes = Sizes(core)
    result = [
        sizes.of(node)
        for node in walk(core.routines[core.play].body)
        if isinstance(node, Range)
    ]

    assert result == [3, None]


OPERANDS = ("a", "b", "c", "(-2)", "abs(a)")
FORMS = (
    "{} + {}",
    "{} - {}",
    "{} * {}",
    "{} / {} rounded down",
    "{} / {} rounded up",
    "{} mod {}",
    "min({}, {})",
    "max({}, {})",
)


def test_bounds_hold_whatever_the_variables_are() -> None:
    texts = [f.format(x, y) for f in FORMS for x in OPERANDS for y in OPERANDS]
    texts += [f"({text}) - a" for text in texts[::7]]
    functions = "\n".join(f"function f{n}() -> int = {t}" for n, t in enumerate(texts))
    calls = "\n".join(f"    total = f{n}()" for n in range(len(texts)))
    game = Game(
        program_of(
            "language 1\n\ngame held:\n    players 2\n\nstate:\n    a: -3..3\n"
            "    b: -1..2\n    c: 2147483646..2147483649\n    total: int\n\n"
            f"{functions}\n\nplay:\n{calls}\n    rank players by most total\n"
        ),
        2,
    )
    core, layout = game.lowered.core, game.layout
    numbers = Sizes(core).numbers
    matching = [n for n in walk(core.routines[core.play].body) if isinstance(n, Call)]
    bounds = {call.routine.name: [numbers.of(call)] for call in matching}
    ranges = Ranges(layout.world)
    for function in layout.world.each(FunctionSymbol):
        (given,) = function.decl.body
        assert isinstance(given, nodes.Return)
        assert given.value is not None
        bounds[function.name].append(ranges.of(given.value))
    assert len(bounds) == len(texts)
    performer = Performer(core, layout, bound_to(layout))
    at = {symbol.name: family.base for symbol, family in layout.families.items()}
    state = list(layout.initial)
    evaluator = performer.evaluator(state)
    for a, b, c in product(range(-3, 4), range(-1, 3), (2147483646, 2147483649)):
        state[at["a"]], state[at["b"]], state[at["c"]] = a, b, c
        for call in matching:
            try:
                value = evaluator.value(call, {})
            except RuleFault:
                continue
            for low, high in bounds[call.routine.name]:
                text = texts[int(call.routine.name[1:])]
                assert low is None or low <= value, (text, a, b, c, value, low)
                assert high is None or value <= high, (text, a, b, c, value, high)
