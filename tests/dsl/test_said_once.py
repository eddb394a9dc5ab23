"""What is said once: what names are, who takes an action of a menu, several paragraphs."""

import pytest
from compiling import program_of, small

from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.symbols import FunctionSymbol
from rulesrun.dsl.semantics.value_types import spelled
from rulesrun.dsl.syntax.nodes import Cite
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.reports.views import view

START = """\
language 1

game test "Test":
    players 2
    rulebook "test.md"

each player:
    points "points": int

"""
RULES = """\
names p: player
names n, more: int

action rest(p) "Rest": p.points += worth(p, 1, 2)                           @T-1

action work(p) "Work":
    choose n in 1..3
    if n > 2: p.points += n
    else if n == 2: pass
    else: p.points -= 1

function worth(p, n, more) -> int = n + more + p.points

play:
    player 2 chooses one of:                                                @T-8..11
        rest, work
"""
BOOK = {"test.md": "".join(f"T-{n}. Something.\n" for n in range(1, 13))}


def told(rules: str) -> list[tuple[str, str]]:
    result = small(START + rules, BOOK)
    return [(d.code, d.message) for d in result.diagnostics]


def test_what_a_name_is_is_said_once() -> None:
    assert [] == told(RULES)


def test_an_action_without_brackets_is_of_whoever_chooses() -> None:
    position = Game(program_of(START + RULES, BOOK), 2).start(1)
    names = [option.name for option in position.options]
    assert ["rest", "work n=1", "work n=2", "work n=3"] == names
    position.choose(position.options[3])

    points = [s.value for s in view(position, None).seen if s.name == "points"]
    assert [0, 3] == points


def test_paragraphs_in_a_row_are_all_cited() -> None:
    declarations = program_of(START + RULES, BOOK).world.file.declarations
    cited = {cite.paragraph for cite in each(declarations, Cite)}

    assert {"T-1", "T-8", "T-9", "T-10", "T-11"} == cited


FUNCTIONS = """\
function twice(p: player) = 2 * half(p)
function half(p: player) = p.points / 2 rounded down
function ahead() = all p in players where twice(p) > 3
function leading() = first p in players where p in ahead()
function nobody_leads() =
    leading() is none

play:
    player 1.points = twice(player 2)
    if nobody_leads(): nobody wins
"""


def test_what_a_single_value_is_need_not_be_said() -> None:
    given = START + FUNCTIONS
    world = program_of(given, BOOK).world
    result = {
        f.name: spelled(f.returns) for f in world.each(FunctionSymbol) if f.returns
    }

    assert {
        "twice": "int",
        "half": "int",
        "ahead": "list of player",
        "leading": "player or none",
        "nobody_leads": "bool",
    } == result
    assert Game(program_of(given, BOOK), 2).start(1).over


@pytest.mark.parametrize(
    ("before", "after", "code"),
    [
        ("p.points / 2", "p.poinst / 2", "unknown-field"),
        ("2 * half(p)", "2 * half(p, p)", "wrong-count"),
        ("= 2 * half(p)", "= []", "wrong-type"),
        ("p.points / 2 rounded down", "twice(p)", "recursive"),
        ("twice(player 2)", "leading()", "wrong-type"),
    ],
)
def test_a_mistake_in_a_function_is_told_once(
    before: str, after: str, code: str
) -> None:
    assert before in FUNCTIONS
    result = told(FUNCTIONS.replace(before, after))

    assert [code] == [one for one, _ in result if one != "unused-name"], result


@pytest.mark.parametrize(
    ("before", "after", "code", "said"),
    [
        ("names p: player\n", "", "unknown-type", "it is not said what `p` is"),
        ("more: int", "more, no_more: int", "unused-name", "`no_more`"),
        ("more: int", "n: int", "duplicate-name", "twice what `n` is"),
        ("names n", "names players, n", "reserved-word", "`players`"),
        ("p: player", "p: Player", "unknown-type", "`Player`"),
        ("@T-8..11", "@T-11..8", "syntax", "no paragraphs"),
        ("@T-8..11", "@T-8..888", "syntax", "more than 100"),
        ("@T-8..11", "@T-8..13", "unknown-paragraph", "T-13"),
        ("rest, work", "rest, wrok", "unknown-action", "`wrok`"),
        ("else: p.points", "else: if n > 1: p.points", "syntax", "lines of its own"),
    ],
)
def test_what_is_wrong_is_told(before: str, after: str, code: str, said: str) -> None:
    assert before in RULES
    result = told(RULES.replace(before, after, 1))

    assert [code] == [one for one, _ in result][:1], result
    assert any(said in message for _, message in result)
