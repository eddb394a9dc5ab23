"""What a condition proves of a name holds wherever that name stands."""

import pytest
from compiling import small

RULES = """\
language 1

game small:
    players 2

enum Good "good": wood, wool

card Coin "coin":
    value: 1..3

supply:
    1 of each Coin

piece ware of Good "ware": 4

state:
    bank "bank": stock of ware = {wood: 2, wool: 2}
    want "wanted": Good or none = wood
    slot "slot": space of Coin
    purse "purse": row of Coin
    number "number": int
    leader "leader": player or none

each player:
    wares "wares": stock of ware
    points "points": int

event paid(p: player, g: Good)

when paid(p, g):
    p.points += size({g: 1})

function worth(g: Good) -> int = 2 * size({g: 2})

rule give(p: player, g: Good):
    move {g: 1} from bank to p.wares

action take(p: player, g: Good) "Take":
    require bank[g] > 0
    move {g: 1} from bank to p.wares

rule change:
    want = none
    leader = player 1
    move first(Coin) to slot
    move Coin to purse
    raise paid(player 1, wood)
    do give(player 1, wool)
    number = worth(wood)
    player 1 chooses one of:
        take(player 1, wool) when bank[wool] > 0
        otherwise:
            pass

play:
    do change
    do day
    nobody wins

rule day:
"""


def problems(body: str) -> list[str]:
    text = RULES + "".join(f"    {line}\n" for line in body.split("\n"))
    return [d.message for d in small(text).diagnostics if d.severity.value == "error"]


PLACES = [
    "move {g: 1} from bank to player 1.wares",
    "number = size({g: number, wool: 1})",
    "number = bank[g]",
    "number = worth(g)",
    "do give(player 1, g)",
    "raise paid(player 1, g)",
    "number = player 1.points after give(player 1, g)",
    "if can take(player 1, g):\n        number = 1",
    "player 1 must take(player 1, g)\n        otherwise:\n            pass",
    "let b = {g: 1} + {wood: 1}\n    number = b[g]",
    "for each x in [g, wood]:\n        number = worth(x)",
    "number = 1 if covers({wood: 2}, {g: 1}) else worth(g)",
    "number = sum(worth(g) for p in players)",
    "number = most({g: p.points}[g] for p in players)",
]


@pytest.mark.parametrize("place", PLACES)
def test_it_reaches_every_place_where_a_name_stands(place: str) -> None:
    assert problems(f"let g = want\nif g is not none:\n    {place}") == []


@pytest.mark.parametrize("place", PLACES)
def test_without_a_test_it_may_be_none(place: str) -> None:
    (result,) = problems(f"let g = want\nif number == 0:\n    {place}")

    assert result.endswith("` may be none here")


@pytest.mark.parametrize(
    "test",
    [
        "if want is not none:",
        "if want != none:",
        "if none != want:",
        "if want == wood:",
        "if want in [wood, wool]:",
        "if want == wood or want == wool:",
        "if want in {wood} or want is not none and number > 2:",
        "if not (want != wood):",
        "while want is not none and number > 3:",
        "for each p in players where want is not none:",
    ],
)
def test_what_proves_it(test: str) -> None:
    assert problems(f"{test}\n    number = worth(want)") == []


@pytest.mark.parametrize(
    "test",
    [
        "if want == wood or number > 3:",
        "if want != wood:",
        "if want not in [wood]:",
        "if not (want == wood and number > 2):",
        "if want is none or number > 2:",
    ],
)
def test_what_does_not_prove_it(test: str) -> None:
    assert problems(f"{test}\n    number = worth(want)") != []


REPEAT = """\
repeat:
    {line}
    want = wool
until want is not none
number = worth(want)"""

WHILE = """\
while want is none:
    {line}
    want = wool
number = worth(want)"""


@pytest.mark.parametrize("loop", [REPEAT, WHILE])
def test_after_a_loop_its_condition_is_known(loop: str) -> None:
    assert problems(loop.format(line="number += 1")) == []


@pytest.mark.parametrize("loop", [REPEAT, WHILE])
def test_unless_the_loop_is_left_in_the_middle(loop: str) -> None:
    (result,) = problems(loop.format(line="if number > 2:\n        stop"))

    assert result.startswith("`want` may be none here")


def test_another_value_of_the_same_name_is_not_known() -> None:
    first = "if number == 0:\n    return\nelse:\n    let g = want\n"
    first += "    if g is none:\n        return"

    (result,) = problems(
        f"{first}\n    number = worth(g)\nlet g = want\ndo give(player 1, g)"
    )

    assert result.startswith("`g` may be none here")


SCENARIO = """
scenario "one after the other":
    expect {first}
    {then}
    expect slot.value == 1
"""


@pytest.mark.parametrize(
    ("first", "then", "number"),
    [
        ("slot is not none", "expect number == 0", 0),
        ("number == 0", "expect number == 0", 1),
        ("slot is not none", "start day", 1),
    ],
)
def test_what_a_scenario_has_found_is_known_until_something_happens(
    first: str, then: str, number: int
) -> None:
    text = f"{RULES}    number = 0\n{SCENARIO.format(first=first, then=then)}"

    result = [d.code for d in small(text).diagnostics if d.severity.value == "error"]

    assert ["not-tested-for-none"] * number == result
