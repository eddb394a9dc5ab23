"""Pieces: moved between stocks and spaces, never lost, never recoloured."""

from collections.abc import Callable
from typing import Any

import pytest
from compiling import program_of

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.runtime.layout import make_layout
from rulesrun.interpreter.runtime.pieces import miscounted, owned_stocks

Ended = Callable[..., dict[str, Any]]

BOARD = """
piece man: 3 for each player
piece coin: 5
board field: square 1 x 3

state:
    bank: stock of coin = 5

each cell of field:
    man_here: space of man

each player:
    supply: stock of man = 3
    prison[player]: stock of man
    purse: stock of coin, at most 2

"""
RULES = "language 1\n\ngame small:\n    players 2\n" + BOARD


def test_pieces_keep_their_owner(ended: Ended) -> None:
    rules = f"""{BOARD}
play:
    let a = player 1
    let b = player 2
    for each c in field:
        if c.column < 2:
            move 1 from a.supply to c.man_here
    for each c in field:
        if c.man_here is none:
            move 1 from b.supply to c.man_here
    for each c in field:
        if c.column == 0:
            move 1 from c.man_here to b.prison[a]
    move 2 from bank to a.purse
    rank players by most 0
"""
    result = ended(rules)

    assert [None, 0, 1] == result["man_here"]
    assert [1, 2] == result["supply"]
    assert [0, 0, 1, 0] == result["prison"]  # player 2 holds one of player 1
    assert [2, 0] == result["purse"]
    assert 3 == result["bank"]


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ("move 4 from a.supply to a.prison[a]", "there are 3"),
        ("move 3 from bank to a.purse", "holds at most 2"),
        ("move 1 from a.supply to b.supply", "player 1 does not belong in the supply"),
        ("move 1 from c.man_here to a.supply", "there is no piece"),
        ("move 2 from a.supply to c.man_here", "room for one piece"),
    ],
)
def test_what_cannot_be_moved_changes_nothing(move: str, message: str) -> None:
    body = ["let a = player 1", "let b = player 2", "let c = first(field)", move]
    used = ["a.supply -= 0 * (a.seat + b.seat + c.column)", "rank players by most 0"]
    text = RULES + "\nplay:\n" + "".join(f"    {line}\n" for line in [*body, *used])
    program = program_of(text)

    with pytest.raises(GameFault, match=message):
        Game(program, 2).start(0)


def test_every_piece_is_counted() -> None:
    text = RULES + "\nplay:\n    move 1 from bank to bank\n    rank players by most 0\n"
    layout = make_layout(program_of(text), 2)
    state = list(layout.initial)
    bases = {symbol.name: family.base for symbol, family in layout.families.items()}

    assert miscounted(layout, state) is None

    state[bases["supply"] + 1] = 2
    assert "2 mans of player 2" in str(miscounted(layout, state))

    state[bases["man_here"]] = 1
    assert miscounted(layout, state) is None

    state[bases["purse"]] = 1
    assert "6 coins" in str(miscounted(layout, state))


def test_a_stock_belongs_to_the_last_player_of_its_keys() -> None:
    text = RULES + "\nplay:\n    rank players by most 0\n"
    layout = make_layout(program_of(text), 2)
    bases = {symbol.name: family.base for symbol, family in layout.families.items()}
    prison = bases["prison"]
    owners = owned_stocks(layout)

    assert [0, 1, 0, 1] == [owners[prison + i] for i in range(4)]
    assert bases["purse"] not in owners


@pytest.mark.parametrize(
    "piece", ["piece peg: 5", "piece peg: 5 for each player", "piece peg of Hue: 2"]
)
def test_pieces_that_lie_nowhere_are_not_missed(piece: str) -> None:
    rules = "enum Hue: red, blue\n\nstate:\n    n: int\n\nplay:\n    n = 1\n"
    game = "language 1\n\ngame g:\n    players 2\n\n"
    layout = make_layout(program_of(f"{game}{piece}\n\n{rules}    nobody wins\n"), 2)

    assert miscounted(layout, list(layout.initial)) is None
