"""Which decisions are known to have an option, and which are not: a line apart."""

import pytest
from compiling import small

GAME = """\
language 1

game market "Market":
    players 2..4

enum Colour: red, blue

card Coin "coin":
    colour: Colour
    value: 1..9

supply:
    2 of each Coin

state:
    bag "bag": bag of Coin
    row "row": row of Coin
    heap "heap": 0..9

each player:
    purse "purse": hand of Coin

play:
    move Coin to bag
    for each p in players:
        draw 3 from bag to p.purse
        do test(p)

rule test(p: player):
"""

REST = """
rule spend(p: player):
    move p.purse to bag
    draw 1 from bag to row

action give(p: player) "Give a coin":
    choose coin in p.purse
    move coin to p.left.purse

action give_red(p: player) "Give a red coin":
    choose coin in p.purse
        where coin.colour == red
    move coin to p.left.purse

action give_two(p: player) "Give two coins":
    choose coins from p.purse, exactly 2
    move coins to p.left.purse

action give_and_take(p: player) "Give a coin and choose another":
    choose coin in p.purse
    move coin to p.left.purse
    p chooses other in row
    move other to p.purse

action lose(p: player) "Lose a coin":
    require heap > 1
    choose q in players
        where has_red(q)
    heap -= 1
    do turn_out(q)

rule turn_out(q: player):
    if has_red(q):
        q chooses coin in q.purse
            where coin.colour == red
        move coin to bag

function has_red(q: player) = some c in q.purse where c.colour == red

condition is_rich(q: player) "too poor" = size(q.purse) > 1

action pay(p: player) "Pay":
    require heap > 2
    heap -= 1
"""

CHOOSE = "p chooses coin in p.purse\nmove coin to bag"
CHOOSE_RED = "p chooses coin in p.purse\n    where it.colour == red\nmove coin to bag"
CHOOSE_TWO = "p chooses coins from p.purse, exactly 2\nmove coins to bag"
CHOOSE_HEAP = "p chooses coins from p.purse, exactly {}\nmove coins to bag"
ONE_OF = "p chooses one of:\n    {}(p)"


def indented(text: str, by: int = 4) -> str:
    return "".join(f"{' ' * by}{line}\n" for line in text.splitlines())


def after(test: str, choice: str) -> str:
    return f"if {test}:\n{indented(choice)}"


def unless(test: str, choice: str, end: str = "return") -> str:
    return f"if {test}:\n    {end}\n{choice}"


SURE = {
    "test": after("p.purse is not empty", CHOOSE),
    "size": after("size(p.purse) > 0", CHOOSE),
    "other way round": after("0 < size(p.purse)", CHOOSE),
    "count": after("(count c in p.purse where c.colour == red) >= 2", CHOOSE_RED),
    "some": after("some c in p.purse where c.colour == red", CHOOSE_RED),
    "more than is needed": after(
        "some c in p.purse where c.colour == red and c.value > 3", CHOOSE_RED
    ),
    "both": after("heap > 2 and p.purse is not empty", CHOOSE),
    "return": unless("p.purse is empty", CHOOSE),
    "none of two": unless("heap > 2 or p.purse is empty", CHOOSE),
    "not every": unless("every c in p.purse has c.colour != red", CHOOSE_RED),
    "no": unless("no c in p.purse where c.colour == red", CHOOSE_RED),
    "member": after("first(row) in p.purse", CHOOSE),
    "two of two": after("size(p.purse) >= 2", CHOOSE_TWO),
    "while": f"while p.purse is not empty:\n{indented(CHOOSE)}",
    "after a loop": "while p.purse is empty:\n    draw 1 from bag to p.purse\n"
    + CHOOSE,
    "after repeat": (
        "repeat:\n    draw 1 from bag to p.purse\nuntil p.purse is not empty\n" + CHOOSE
    ),
    "for each where": (
        "for each q in players where q.purse is not empty:\n"
        "    p chooses coin in q.purse\n    move coin to bag"
    ),
    "let": (
        "let reds = all c in p.purse where c.colour == red\nif reds is not empty:\n"
        "    heap = 3\n    p chooses coin in reds\n    move coin to bag"
    ),
    "tied": (
        "for each tied in standings of q in players by most size(q.purse):\n"
        "    p chooses q in tied\n    heap = q.seat"
    ),
    "menu": after("p.purse is not empty", ONE_OF.format("give")),
    "menu with a condition": after(
        "some c in p.purse where c.colour == red", ONE_OF.format("give_red")
    ),
    "menu that can": after("can give_red(p)", ONE_OF.format("give_red")),
    "must after can": after("can give_red(p)", "p must give_red(p)"),
    "must after can, nested": after("heap > 2", after("can pay(p)", "p must pay(p)")),
    "must after expect": "expect can pay(p)\np must pay(p)",
    "must unless it cannot": unless("not can pay(p)", "p must pay(p)"),
    "must after can of another choice": after("can lose(p)", "p must lose(p)"),
    "as a function says": after("has_red(p)", CHOOSE_RED),
    "as a condition says": unless("not (is_rich(p) and heap > 2)", CHOOSE),
    "at most a number that is known": (
        "expect size(p.purse) >= 1 and heap >= 1\n"
        "p chooses coins from p.purse, at least 1, at most heap\nmove coins to bag"
    ),
    "at most a number that is greater": (
        "if 0 < heap and p.purse is not empty:\n"
        "    p chooses coins from p.purse, at least 1, at most heap\n    move coins to bag"
    ),
    "computed": after("size(p.purse) >= heap - 1", CHOOSE_HEAP.format("heap - 1")),
    "computed, other way round": after(
        "heap - 1 < size(p.purse)", CHOOSE_HEAP.format("heap - 1")
    ),
    "computed, as many": after("heap == size(p.purse)", CHOOSE_HEAP.format("heap")),
    "computed, unless": unless("size(p.purse) < heap", CHOOSE_HEAP.format("heap")),
    "computed, with a name": "let n = min(heap, size(p.purse))\n"
    + CHOOSE_HEAP.format("n"),
    "computed, a name that is tested": "let n = heap + 1\n"
    + after("size(p.purse) >= n", CHOOSE_HEAP.format("n")),
    "computed, of some": after(
        "(count c in p.purse where c.colour == red) >= heap",
        CHOOSE_HEAP.format("heap").replace("\n", "\n    where it.colour == red\n", 1),
    ),
    "one or the other": (
        "p chooses one of:\n    option a when heap > 2:\n        pass\n"
        "    option b when heap <= 2:\n        pass"
    ),
}

UNSURE = {
    "computed, untested": CHOOSE_HEAP.format("heap"),
    "computed, another number": after(
        "size(p.purse) >= heap - 1", CHOOSE_HEAP.format("heap")
    ),
    "computed, the contrary": after("size(p.purse) < heap", CHOOSE_HEAP.format("heap")),
    "computed, another collection": after(
        "size(p.left.purse) >= heap", CHOOSE_HEAP.format("heap")
    ),
    "computed, fewer pass": after(
        "size(p.purse) >= heap",
        CHOOSE_HEAP.format("heap").replace("\n", "\n    where it.colour == red\n", 1),
    ),
    "computed, changed": after(
        "size(p.purse) >= heap", f"heap = heap + 3\n{CHOOSE_HEAP.format('heap')}"
    ),
    "computed, a name set anew": (
        "let n = min(heap, size(p.purse))\nn = n + 1\n" + CHOOSE_HEAP.format("n")
    ),
    "nothing": CHOOSE,
    "another collection": after("p.left.purse is not empty", CHOOSE),
    "the contrary": after("p.purse is empty", CHOOSE),
    "perhaps": after("heap > 2 or p.purse is not empty", CHOOSE),
    "either of two": unless("heap > 2 and p.purse is empty", CHOOSE),
    "no leaving": unless("p.purse is empty", CHOOSE, "pass"),
    "too few": after("p.purse is not empty", CHOOSE_TWO),
    "another condition": after("some c in p.purse where c.colour == blue", CHOOSE_RED),
    "less than is needed": after("p.purse is not empty", CHOOSE_RED),
    "changed by a move": after(
        "p.purse is not empty", f"move p.purse to bag\n{CHOOSE}"
    ),
    "changed by a rule": after("p.purse is not empty", f"do spend(p)\n{CHOOSE}"),
    "changed by a menu": after(
        "p.purse is not empty", f"{ONE_OF.format('give')}\n{CHOOSE}"
    ),
    "changed in a loop": after(
        "p.purse is not empty", f"repeat 2 times:\n{indented(CHOOSE)}"
    ),
    "another player": after(
        "p.purse is not empty", f"let q = p\nq = q.left\n{CHOOSE.replace('p.', 'q.')}"
    ),
    "a name set anew": (
        "let q = p\nif q.purse is not empty:\n    q = q.left\n"
        "    p chooses coin in q.purse\n    move coin to bag"
    ),
    "a loop that is left": (
        "while p.purse is empty:\n    draw 1 from bag to p.purse\n"
        f"    if heap > 2:\n        stop\n{CHOOSE}"
    ),
    "repeat from the beginning": (f"repeat:\n{indented(CHOOSE)}until p.purse is empty"),
    "a menu with a condition": after("p.purse is not empty", ONE_OF.format("give_red")),
    "a menu of too many": after("p.purse is not empty", ONE_OF.format("give_two")),
    "a menu with a requirement": ONE_OF.format("pay"),
    "a choice inside": after("p.purse is not empty", ONE_OF.format("give_and_take")),
    "a choice inside, after can": after(
        "can give_and_take(p)", "p must give_and_take(p)"
    ),
    "must after can of another": after("can pay(p.left)", "p must pay(p)"),
    "as a function says of another": after("has_red(p.left)", CHOOSE_RED),
    "at most a number that may be 0": (
        "expect size(p.purse) >= 1 and heap >= 0\n"
        "p chooses coins from p.purse, at least 1, at most heap\nmove coins to bag"
    ),
    "neither one nor the other": (
        "p chooses one of:\n    option a when heap > 2:\n        pass\n"
        "    option b when heap < 2:\n        pass"
    ),
}


def warnings(body: str) -> list[str]:
    text = GAME + indented(body) + REST
    result = small(text).diagnostics
    assert not [d for d in result if d.severity.value == "error"], result
    return [d.code for d in result if d.code == "may-be-empty"]


@pytest.mark.parametrize("body", SURE.values(), ids=SURE)
def test_sure(body: str) -> None:
    assert [] == warnings(body)


@pytest.mark.parametrize("body", UNSURE.values(), ids=UNSURE)
def test_unsure(body: str) -> None:
    assert ["may-be-empty"] == warnings(body)
