"""Functions of a cell or a card alone are worked out before the game in C."""

from alike import play_alike
from compiling import program_of

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.program import compile_to_c

RULES = """language 2

game quarters "Quarters":
    players 2

board field: square 6 x 6 named algebraic

each cell of field:
    mark "mark": player or none

card Note "note":
    number "number": 1..6
    named "{number}"

supply:
    1 of each Note

state:
    notes "notes": deck of Note, shuffled
    seen "seen": list of int
    places "places": list of cell
    shown "shown": row of Note

each player:
    held "held": area of Note

play:
    let p = player 1
    repeat 8 times:
        turn p: p must put(p)
        p = p.left
    rank players by most marks(it)

action put(p: player) "Put":
    choose c "where" in field
        where c.mark is none  "taken"
        where quarter_of(c) != wanted(p)  "wrong quarter"
    c.mark = p
    if notes is not empty:
        draw 1 from notes to p.held
    for each n in p.left.held:
        if within(n, p) or c.row == 2: move n to shown
    for each n in Note:
        let note = n if n.number != 3 else none
        seen += [1 if note in mine(p) or within(n, p.left) else 0]
    for each q in 0..5:
        seen += [in_quarter(p, q)]
    seen += [count x in field where x.mark is none and odd(x)]
    seen += [count x in field where part(x) == 2 or part(x) == c.row]
    let own = first x in field where x.mark == p
    seen += [quarter_of(own) if own is not none else 9]
    seen += [sum(weight(n) for n in notes), share(c, 3) if c.row > 0 else 0]
    places += all x in field where far_from(x) == c.column

function mine(p: player) -> list of Note = p.held + shown
function within(n: Note, p: player) -> bool = n in mine(p)
function wanted(p: player) -> int = (count c in field where c.mark == p) mod 4
function marks(p: player) -> int = sum(in_quarter(p, q) for q in 0..3)
function in_quarter(p: player, q: int) -> int =
    count c in field where c.mark == p and quarter_of(c) == q
function quarter_of(c: cell) = 2 * (c.row / 3 rounded down) + c.column / 3 rounded down
function odd(c: cell) -> bool = (c.row + c.column) mod 2 == 1
function part(c: cell) -> int or none = none if c.row == c.column else c.row - c.column
function far_from(c: cell) -> int = size(c.neighbours) - 2
function weight(n: Note) -> int = n.number * 3000000000 mod 11 + 4000000000
function share(c: cell, n: int) -> int = n / c.row rounded down
"""


def test_both_engines_agree() -> None:
    play_alike(RULES, 2, games=5)


def test_they_are_tables() -> None:
    text = compile_to_c(Game(program_of(RULES), 2).module).text

    assert "VALUES_OF_quarter_of[36]" in text
    assert "VALUES_OF_weight[6]" in text
    assert "SETS_BY_0" in text
    assert "(S->where[" in text  # what lies in one of two zones
    assert "VALUES_OF_share" not in text  # it divides by 0 in the first row
