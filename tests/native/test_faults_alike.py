"""A fault has the place, the sentence and the values of Python, whichever engine finds it."""

import pytest
from alike import NEEDS_COMPILER, ends_alike
from compiling import program_of

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.engine import Engine

pytestmark = NEEDS_COMPILER

PROBES = {
    # one after another on a line: from left to right, the value before its place
    "[unit][unit + 8] + most(empty)": ("n = [unit][unit + 8] + most(empty)", "no item 9"),
    "the other way round": ("n = most(empty) + [unit][unit + 8]", "`most` of an empty"),
    "[unit][most(empty)]": ("n = first(empty) + [unit][most(empty)]", "none to take"),
    "first(empty)[most(empty)]": ("n = [first(empty)][most(empty)]", "none to take"),
    "min": ("n = min([unit][unit + 8], most(empty))", "no item 9"),
    "a call": ("n = added([unit][unit + 8], most(empty))", "no item 9"),
    "a list": ("xs = [most(empty), [unit][unit + 8]]", "`most` of an empty"),
    "a bundle": ("held = {wood: most(empty), salt: [unit][unit + 8]}", "`most` of an empty"),
    "a comparison": ("flag = [unit][unit + 8] > most(empty)", "no item 9"),
    "equal lists": ("flag = [most(empty)] == [[unit][unit + 8]]", "`most` of an empty"),
    "in": ("flag = [unit][unit + 8] in [most(empty)]", "no item 9"),
    "position": ("n = position([most(empty)], [unit][unit + 8])", "`most` of an empty"),
    "a value and its key": ("kept[unit + 6] = most(empty)", "`most` of an empty"),
    "a range and its key": ("small[unit + 6] = unit + 90", "`small` would be 91"),
    "a key that is read first": ("kept[unit + 6] += most(empty)", "`kept` goes from 0 to 4"),
    "a range and a search": ("first(spare).mark = unit + 90", "`mark` would be 91"),
    "a ledger": ("player 1.points += most(empty)", "`most` of an empty"),
    "a card and its place": ("move first(spare) to rows[unit + 6]", "none to take"),
    "cards and their place": ("move [first(spare)] to rows[unit + 6]", "none to take"),
    "a number and a zone": ("draw most(empty) from deck to rows[unit + 6]", "`most` of"),
    "two zones": ("draw unit from rows[unit + 6] to rows[unit + 7]", "this is 7"),
    "pieces and stocks": ("move {wood: most(empty)} from box_of[unit + 6] to wares", "`most`"),
    "two stocks": ("move {wood: unit} from box_of[unit + 6] to box_of[unit + 7]", "this is 7"),
    "pieces drawn": ("draw most(empty) from box_of[unit + 6] to wares", "`most` of an empty"),
    # what is asked for twice has a name in Python, and its fault no other place
    "the ends of a range": (
        "player 2 chooses m in both[unit, unit + 8]..max(kept[unit + 6], kept[unit + 6])",
        "`both` goes from 1 to 3",
    ),
    "a value used by a loop": (
        "n = sum(m for m in most(empty)..max(kept[unit + 6], kept[unit + 6]))", "`most` of"
    ),
    "a condition that asks twice": (
        "player 2 chooses m in 1..5\n"
        "            where m > fee[unit + 8] and m < fee[unit + 8]\n"
        "            where fee[unit + 8] > 2", "`fee` has no row for 9"
    ),
    "a range and its condition": (
        "player 2 chooses m in max(unit, position([1, 2], unit + 8))..5\n"
        "            where m > max(unit, position([1, 2], unit + 8))",
        "`position` looks for what is not",
    ),
    # each kind once
    "a key": ("n = kept[unit + 6]", "`kept` goes from 0 to 4, and this is 7"),
    "two keys": ("n = both[unit + 6, unit + 8]", "`both` goes from 1 to 3, and this is 7"),
    "a row": ("n = fee[unit + 8]", "`fee` has no row for 9"),
    "a row of two": ("n = wage[unit + 8, unit]", "`wage` has no row for (9, 1)"),
    "division": ("n = 7 / (unit - 1) rounded up", "nothing can be divided by 0"),
    "remainder": ("n = 7 mod (unit - 1)", "nothing can be divided by 0"),
    "none": ("n = kept[7 if nobody is none else 3]", "`kept` goes from 0 to 4"),
    "a fold in a condition": ("if some g in Good where amount[g] > least(empty): n = 1", ""),
    "a fold of a key": ("kept[unit] += first([c.mark for c in spare])", "none to take"),
    "a bundle too small": ("held -= {wood: unit + 8}", "more is taken from `held`"),
    "the only one": ("n = (the g in Good where amount[g] == 0) == wood", ""),
    "a card that is not there": ("first(spare).mark = unit", "none to take"),
    "moving nothing": ("move top(heap) to spare", "none to take"),
    "drawing too much": ("draw unit + 8 from deck to spare", "the deck is empty"),
    "pieces too many": ("move unit + 8 from player 1.men to player 1.pool", "9 are to be"),
    "pieces below none": ("move unit - 8 from player 1.men to player 1.pool", "-7 pieces"),
    "a full zone": ("draw unit + 2 from deck to pair", "holds at most 2"),
    "a space that is taken": ("draw 1 from deck to gap\n        draw 1 from deck to gap", ""),
    "what is expected": ("expect unit > 3", "what is expected here does not hold"),
    "a condition of a loop": ("for each c in deck where c.mark == first(empty): n = 1", "none"),
    "a condition of a loop that asks": (
        "for each p in players where most(empty) > p.seat:\n"
        "            p chooses m in 1..2\n            n += m", "`most` of an empty"
    ),
    "a condition": ("if unit > 0 and first(empty) > 0: n = 1", "none to take"),
    "a loop until": ("repeat:\n            n = 1\n        until most(empty) > 0", "`most` of"),
    "a loop while": ("while most(empty) > n: n = 1", "`most` of an empty"),
    "so many times": ("repeat first(empty) times: n = 1", "none to take"),
    "nothing to choose": ("player 2 chooses _m in 5..unit", "there is nothing to choose"),
    "the best by chance": (
        "best for player 1 by n:\n            n += random(1..3)", "where chance plays a part"
    ),
    "the best for another": (
        "best for player 1 by n:\n            player 2 chooses m in 1..3\n"
        "            n += m", "somebody else is to choose"
    ),
}  # fmt: skip


def rules() -> str:
    probes = "".join(
        f"    if probe == {number}:\n        {probe}\n"
        for number, (probe, _) in enumerate(PROBES.values(), 1)
    )
    probes = probes.replace(
        "n = (the g in Good where amount[g] == 0) == wood",
        "flag = (the g in Good where amount[g] == 0) == wood",
    )
    return f"""language 1

game alike "Faults told alike":
    players 2

enum Good: wood, salt

card Order "order":
    worth "worth": 1..4

supply:
    4 of Order(2)

piece man "man": 3 for each player
piece ware of Good "ware": 4

table fee (n: int -> due: int):
    1 | 3

table wage (n: int, m: int -> due: int):
    1 | 1 | 3

state:
    n "n": int
    unit "unit": int = 1
    flag "flag": bool
    nobody "nobody": player or none
    empty "empty": list of int
    xs "xs": list of int
    held "held": bundle of Good = {{wood: 1}}
    amount[Good] "amount": int
    kept[0..4] "kept": int
    both[1..3, 1..3] "both": int
    small[0..4] "small": 0..9
    deck "deck": deck of Order
    heap "heap": pile of Order
    spare "spare": row of Order
    pair "pair": row of Order, at most 2
    gap "gap": space of Order
    rows[0..2] "rows": row of Order
    wares "wares": stock of ware = {{wood: 2, salt: 2}}
    box_of[0..2] "box": stock of ware

each player:
    points "points": int, ledger
    men "men": stock of man = 3
    pool "pool": stock of man

each Order:
    mark "mark": 0..9

function added(a: int, b: int) -> int = a + b + n

play:
    move Order to deck
    player 1 chooses pick in 1..{len(PROBES)}
    let probe = pick
{probes}    player 2 chooses _end in 1..2
    rank players by most it.points
"""


@pytest.fixture(scope="module")
def both() -> tuple[Game, Engine]:
    game = Game(program_of(rules()), 2)
    return game, Engine(game.module)


@pytest.mark.parametrize("number", range(len(PROBES)), ids=list(PROBES))
def test_a_fault_is_told_alike(both: tuple[Game, Engine], number: int) -> None:
    expected = list(PROBES.values())[number][1]

    said = ends_alike(*both, [number])

    assert said
    assert expected in said
