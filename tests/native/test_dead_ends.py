"""Options that lead to nothing are left out, in every engine, where there is such a one."""

from pathlib import Path

import pytest
from compiling import program_of
from engines import compare

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.build import NoCompiler, compiler

try:
    compiler()
except NoCompiler as missing:
    pytest.skip(str(missing), allow_module_level=True)

MARKET = """\
language 1

game market "Market":
    players 2

card Card "card":
    value: 1..3
    named "card {{value}}"

supply:
    3 of each Card

state:
    deck "deck": deck of Card
    row "row": row of Card
    taken: 0..99

each player:
    held "held": hand of Card

event took(p: player)

action take(p: player) "Take":
    choose number in 1..2
    taken += number
    raise took(p)

when took(p) and taken > 1:
    p chooses card in row "Take a card"
    move card to p.held

play:
    move Card to deck
    draw {row} from deck to row
    repeat 5 times:
        player 1 chooses one of "Your turn":
            take(player 1)
            option rest "Rest":
                taken += 1
    rank players by most size(it.held)
"""


@pytest.mark.parametrize("row", [0, 1, 2])
def test_taking_is_offered_while_there_is_something_to_take(row: int) -> None:
    game = Game(program_of(MARKET.format(row=row)), 2)
    compare(game, 20)

    offered = []
    state, options = game.machine.start(0)
    while options:
        offered.append([values for item, values in options if item == 0])
        options = game.machine.resume(state, options[-1])
    assert offered[0] == ([(1,), (2,)] if row else [(1,)])
    assert offered[1] == ([(1,), (2,)] if row else [])


def test_whoever_can_only_pass_in_the_open_is_asked_by_neither_engine() -> None:
    text = Path(__file__).parents[1].joinpath("cli/games/scouts.rules")
    compare(Game(program_of(text.read_text("utf-8")), 3), 20)
