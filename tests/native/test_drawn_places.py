"""A place that is drawn by chance is drawn once, though it is looked at and changed."""

import pytest
from alike import play_alike
from compiling import program_of

from rulesrun.interpreter.game import Game

HEAD = """
language 2

game drawn "Drawn places":
    players 2

enum Good "good": wood, wool, salt

piece cube of Good "cube": 45
piece cow "cow": 27

card Order "order":
    value "value": 1..4

supply:
    2 of each Order

state:
    x[1..3] "x": int
    y[1..3, 1..3] "y": 0..90 = 40
    b[1..3] "b": bundle of Good
    l[1..3] "l": list of int
    m[Good] "m": int
    fine[1..3] "fine": -9..900
    reserve: stock of cube = {wood: 15, wool: 15, salt: 15}
    herd: stock of cow = 27
    pool[1..3] "pool": stock of cube
    mine "mine": stock of cube
    cows[1..3] "cows": stock of cow
    heap[1..3] "heap": deck of Order
    out "out": row of Order

each player:
    points "points": int, ledger
    coins[1..3] "coins": int

each Order:
    mark "mark": 0..90

play:
    move Order to heap[1]
    draw 2 from heap[1] to heap[2]
    draw 2 from heap[1] to heap[3]
    for each i in 1..3:
        move {wood: 5, wool: 5, salt: 5} from reserve to pool[i]
        move 9 from herd to cows[i]
    repeat 4 times:
        player 1 chooses _n in 1..2
"""

LINES = (
    "x[random(1..3)] += random(1..10)",
    "x[random(1..3)] -= 1",
    "x[x[random(1..3)] mod 3 + 1] += 1",
    "y[random(1..3), random(1..3)] += random(0..3)",
    "b[random(1..3)] += {wood: 1}",
    "l[random(1..3)] += [random(1..10)]",
    "m[random(Good)] += 1",
    "fine[random(1..3)] += random(1..4)",
    "random(players).points += random(1..4)",
    "random(players).coins[random(1..3)] += 2",
    "random(Order).mark += 1",
    "move up to {wood: 9} from pool[random(1..3)] to mine",
    "move up to 3 from cows[random(1..3)] to cows[random(1..3)]",
    "move pool[random(1..3)] to mine",
    "draw up to 1 from pool[random(1..3)] to mine",
    "draw up to 2 from heap[random(1..3)] to out",
    "draw up to random(0..2) from pool[random(1..3)] to pool[random(1..3)]",
    "draw up to random(0..1) from heap[random(1..3)] to heap[random(1..3)]",
    "x[1] = random(1..6) * 10 - random(1..6)",
)


def test_it_is_the_same_in_both_engines() -> None:
    lines = "".join(f"        {line}\n" for line in LINES)
    play_alike(f"{HEAD}{lines}    rank players by most it.points\n", 2, games=10)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_added_is_added_to_what_was_there(seed: int) -> None:
    program = program_of(
        f"{HEAD}        x[1] = 10\n        x[2] = 200\n        x[3] = 3000\n"
        "        x[random(1..3)] += 5\n        player 2 chooses _end in 1..2\n    nobody wins\n"
    )
    game = Game(program, 2)
    position = game.start(seed)
    position.play(position.raw[0])
    (x,) = (f for symbol, f in game.layout.families.items() if symbol.name == "x")
    assert position.state[x.base : x.base + 3] in (
        [15, 200, 3000],
        [10, 205, 3000],
        [10, 200, 3005],
    )
