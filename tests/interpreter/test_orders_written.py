"""What answers to one event, or adjusts one amount, in the order in which it stands."""

from compiling import small

from rulesrun.dsl.compile import compile_rules
from rulesrun.interpreter.game import Game

RULES = """language 1

game nim "Nim":
    players 2

state:
    heap: int = 5

event taken(n: int)

amount cost(n: int) = n

adjust cost order as written: result + 2
adjust cost order as written: result * 3

when taken(n) order as written: heap += n
when taken(n) by heap_kind() order as written:
    few: heap += 1
    many: heap = heap * 10
{more}
enum Kind: few, many

function heap_kind() -> Kind = many if heap > 6 else few

play:
    raise taken(2)
    heap += cost(1)
    if heap < 0: nobody wins
    player 1 wins
"""


def heap(text: str, files: dict[str, str] | None = None) -> int:
    result = compile_rules(text, "nim.rules", (files or {}).get)
    assert result.program is not None, result.diagnostics
    return int(Game(result.program, 2).start(1).seen_by(None).heap)


def test_they_follow_as_they_stand() -> None:
    after = "when taken(n) order as written: heap = heap - n\n"
    assert heap(RULES.format(more=after)) == (5 + 2) * 10 - 2 + (1 + 2) * 3


def test_they_follow_as_the_files_stand() -> None:
    first = 'include "first.rules"\n'
    text = RULES.format(more="").replace("event taken(n: int)\n", first)
    files = {
        "first.rules": "language 1\n\nevent taken(n: int)\n\n"
        "when taken(n) order as written: heap = 0\n"
    }
    assert heap(text, files) == 0 + 2 + 1 + (1 + 2) * 3


def test_numbers_do_not_stand_beside_them() -> None:
    result = small(RULES.format(more="when taken(n) order 1: heap = heap - n\n"))
    assert {problem.code for problem in result.diagnostics} == {"handler-order"}


def test_each_of_them_says_it() -> None:
    result = small(RULES.format(more="when taken(n): heap = heap - n\n"))
    assert {problem.code for problem in result.diagnostics} == {"handler-order"}
