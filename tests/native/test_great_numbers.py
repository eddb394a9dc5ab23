"""Numbers of 18 digits mean the same to both engines, wherever they are kept."""

import pytest
from alike import NEEDS_COMPILER, ends_alike
from compiling import program_of

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.engine import Engine

pytestmark = NEEDS_COMPILER

TOO_LARGE = "this would be a number of more than 18 digits"

PROBES: dict[str, tuple[str, str]] = {
    "a list": ("many = [n, 3000000000] + [most([n, 3000000000])]", ""),
    "what is made of a list": ("many = reversed([k * 3000000000 for k in 1..3])", ""),
    "an item": (
        "great = [1, 5000000000][2] - position([1, 5000000000], 5000000000)",
        "",
    ),
    "a list of lists": ("rows = [[3000000000, n], [n]]", ""),
    "a set": ("several = {3000000000, 0 - 3000000000, n}", ""),
    "a bundle": ("held = {wood: 3000000000, salt: n} * 5", ""),
    "what a bundle has": ("great = size({wood: 3000000000, salt: 3000000000})", ""),
    "a range": (
        "level = 4294967296 + n",
        "`level` would be 4294967297, and it is at most 9",
    ),
    "a constant": (
        "level = -3 / 2 rounded down if n > 0 else 1",
        "`level` would be -2",
    ),
    "a key": (
        "kept[4294967296 + n] = 1",
        "`kept` goes from 0 to 4, and this is 4294967297",
    ),
    "a key beyond 32 bits": ("far[2147483647 + n] = n", ""),
    "a key beyond 32 bits downwards": ("below[0 - 2147483648 - n] += n", ""),
    "a key beyond those beyond 32 bits": (
        "far[2147483649 + n] = n",
        "`far` goes from 2147483646 to 2147483649, and this is 2147483650",
    ),
    "a row": ("great = fee[4294967296 + n]", "`fee` has no row for 4294967297"),
    "an item far out": ("great = many[4294967296 + n]", "there is no item 4294967297"),
    "none": ("maybe = 0 - 32768", ""),
    "none that was": ("maybe = none", ""),
    "none out of a condition": ("maybe = none if n == 1 else 7", ""),
    "a ledger": ("player 1.points += 3000000000 * n", ""),
    "a product": ("great = 1000000000 * 1000000000 * n", TOO_LARGE),
    "a product in between": (
        "flag = most([n, 9000000000]) * 9000000000 > 3",
        TOO_LARGE,
    ),
    "just beyond": ("great = 999999999999999999 + 3", TOO_LARGE),
    "just beyond by a little that is drawn": (
        "great = 999999999999999999 + random(1..3)",
        TOO_LARGE,
    ),
    "just beyond downwards": ("great = -999999999999999999 - 3", TOO_LARGE),
    "just beyond in a list": ("many = [999999999999999999 + 3]", TOO_LARGE),
    "just beyond in a bundle": ("held = {wood: 999999999999999999 + 3}", TOO_LARGE),
    "just beyond by a name": (
        "let most_of = 999999999999999999\n        great = most_of + 3",
        TOO_LARGE,
    ),
    "a sum": ("great = sum(900000000000000000 for _k in 1..20)", TOO_LARGE),
    "a sum that comes back": (
        "great = sum(k * 900000000000000000 for k in [1, 1, 0 - 1, 0 - 1])",
        "",
    ),
    "a division": (
        "great = (0 - 7) / 2 rounded up + (0 - 7) mod 4 + 7 mod (0 - n - 3)",
        "",
    ),
    "a great division": ("great = 0 - 999999999999999999 / (0 - 7) rounded up", ""),
    "a draw": ("great = random(3000000000..3000000003)", ""),
    "a decision": ("player 1 chooses m in [7, 3000000000]\n        great = m", ""),
    "several of a list": (
        "player 1 chooses some from [7, 3000000000], at least 1\n        many = some",
        "",
    ),
    "rounds": ("repeat 4294967296 - 4294967294 times:\n            great += 1", ""),
    "a column": ("great = most(c.worth for c in Coin)", ""),
}


def rules() -> str:
    probes = "".join(
        f"    if n == {number}:\n        {probe}\n"
        for number, (probe, _) in enumerate(PROBES.values(), 1)
    )
    return f"""language 1

game great "Great numbers":
    players 2

enum Good: wood, salt

card Coin "coin":
    worth "worth": int

supply:
    1 of Coin(3000000000)
    2 of Coin(1)

table fee (n: int -> due: int):
    1 | 3000000000

state:
    many "many": list of int
    rows "rows": list of list of int
    several "several": set of int
    held "held": bundle of Good
    maybe "maybe": int or none
    level "level": 0..9
    great "great": int
    unit "unit": int
    flag "flag": bool
    kept[0..4] "kept": int
    far[2147483646..2147483649] "far": int
    below[-2147483650..-2147483647] "below": 0..3

each player:
    points: int, ledger

play:
    player 1 chooses pick in 1..{len(PROBES)}
    repeat 1 times:  # so that no check before play knows what `n` is
        unit += 1
    let n = unit
    let probe = pick
{probes.replace("n == ", "probe == ")}    player 2 chooses _end in 1..2
    rank players by most it.points
"""


@pytest.fixture(scope="module")
def both() -> tuple[Game, Engine]:
    game = Game(program_of(rules()), 2)
    return game, Engine(game.module)


@pytest.mark.parametrize("number", range(len(PROBES)), ids=list(PROBES))
def test_numbers_are_the_same(both: tuple[Game, Engine], number: int) -> None:
    fault = list(PROBES.values())[number][1]

    said = ends_alike(*both, [number])

    assert (fault in said) if fault else not said
