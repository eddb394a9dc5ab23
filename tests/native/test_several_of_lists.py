"""Several of a list: numbers, cells and values, some of them more than once."""

from alike import play_alike

RULES = """
language 2

game several "Several of lists":
    players 2

enum Good "good": wood, wool, salt

board land "land": square 4 x 4

state:
    n "n": int
    xs: list of int
    goods: set of Good

each cell of land:
    stone "stone": player or none

play:
    xs = [4, 5, 6, 5, 3000000000, 5, 3000000000]
    player 1 chooses z from xs, at most 3
    n += sum(z)
    player 1 chooses y from [x for x in xs where x > 4], at least 1, at most 2
    n += sum(y)
    player 2 chooses cells from land, exactly 2
        where it.stone is none
    for each c in cells: c.stone = player 2
    player 1 chooses gs from [wood, salt, wood, wood], at most 2
    goods = {g for g in gs}
    player 2 chooses ps from [player 1, player 2, player 1], at most 2
    n += size(ps)
    player 1 chooses ws from (all c in land where c.stone is none), at most 1
    n += size(ws)
    nobody wins
"""


def test_equal_ones_are_one_choice_in_both_engines() -> None:
    play_alike(RULES, 2, games=20)
