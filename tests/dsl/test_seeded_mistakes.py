"""Mistakes put into a complete game: each gives one fitting message, at its line."""

import pytest
from attrs import frozen
from compiling import RULES, beside

from rulesrun.dsl.compile import Compilation, compile_rules
from rulesrun.dsl.problems.codes import CATALOGUE
from rulesrun.dsl.problems.diagnostics import Severity
from rulesrun.dsl.problems.remedies import applied

ALHAMBRA = RULES / "alhambra.rules"
GAME = ALHAMBRA.read_text("utf-8")


@frozen
class Mistake:
    """Some words of the game, what they are made to be, and what is to be found.

    The problem is expected on the line of the changed words, or `below` it.
    """

    right: str
    wrong: str
    code: str
    says: str
    below: int = 0


MISTAKES = [
    # the form of lines
    Mistake("language 2", "language 3", "unknown-edition", "not known"),
    Mistake("players 2..6 ", "playrs 2..6 ", "unknown-statement", "playrs"),
    Mistake("rule refill:", "rule refill", "missing-colon", "`:`"),
    Mistake('"price": 0', '"price: 0', "unclosed-text", "quotation"),
    Mistake("(2 if player_count", "((2 if player_count", "unclosed-bracket", "closed"),
    Mistake(
        '"where" in frontier(p.palace)  ',
        '"where" from frontier(p.palace',
        "unclosed-bracket",
        "closed",
    ),
    Mistake(
        "scoring == 1:\n        ann",
        "scoring = 1:\n        ann",
        "equals-in-condition",
        "`=`",
    ),
    Mistake("/ 5 rounded down", "/ 5", "division-without-rounding", "rounded"),
    Mistake("action take(", "acton take(", "unknown-declaration", "acton"),
    Mistake(
        "        shuffle piles", "        shufle piles", "unknown-statement", "shufle"
    ),
    Mistake(
        "            keep(p)\n", "              keep(p)\n", "bad-indentation", "deeper"
    ),
    # names
    Mistake("move card to due ", "move card to deu ", "unknown-name", "`deu`"),
    Mistake("p.points += longest", "p.point += longest", "unknown-field", "`point`"),
    Mistake("it.currency ==", "it.curency ==", "unknown-field", "`curency`"),
    Mistake("do refill\n", "do refil\n", "unknown-rule", "`refil`"),
    Mistake("            take(p)", "            tkae(p)", "unknown-action", "`tkae`"),
    Mistake("every s in Side has", "every s in Sides has", "unknown-name", "`Sides`"),
    Mistake(
        "longest_wall(p.palace)",
        "longest_wal(p.palace)",
        "unknown-function",
        "`longest_wal`",
    ),
    Mistake(": Kind or none", ": Kinds or none", "unknown-type", "`Kinds`"),
    Mistake(
        '    florin "florin"',
        '    dirham "florin"',
        "duplicate-name",
        "`dirham`",
        below=1,
    ),
    Mistake(
        "else m.value) for m in p.hand where m.",
        "else bag.value) for bag in p.hand where bag.",
        "shadowed-name",
        "`bag`",
    ),
    # values
    Mistake("further_action = false", "further_action = 0", "wrong-type", "yes-or-no"),
    Mistake("do score(3)", "do score(4)", "out-of-range", "4"),
    Mistake("do score(3)", "do score(3, 1)", "wrong-count", "2 are given"),
    Mistake(
        '"value": 1..9',
        '"value": 9..1',
        "empty-range",
        "between 9 and 1",
    ),
    Mistake(
        "until some space in Currency where market[space] is none",
        "until some space in Currency where space is none",
        "not-comparable",
        "never none",
    ),
    Mistake(
        "if dummy is not none:\n        draw 6",
        "if player_count == 2:\n        draw 6",
        "not-tested-for-none",
        "`dummy`",
        below=1,
    ),
    Mistake(
        "move Money to draw_pile", "move Money to bag", "wrong-type", "does not belong"
    ),
    Mistake("further_action = sum", "p.hand = sum", "cannot-change", "`hand`"),
    Mistake(
        "where b.kind is not none to bag",
        "where b.kind == florin to bag",
        "not-comparable",
        "never equal",
    ),
    # the course of the game
    Mistake(
        "return size(reached) == size(palace)",
        "let same = size(reached)",
        "no-value",
        "`all_reached`",
        below=-3,
    ),
    Mistake(
        "    move cards to p.hand  ",
        "    move cards to p.hand\n    require p.hand is empty ",
        "late-choice",
        "`take`",
        below=1,
    ),
    Mistake(
        "    do score(3) ",
        "    do end_of_game(next_player) ",
        "recursive",
        "`end_of_game`",
    ),
    # tables, components, players, the rulebook
    Mistake(
        "alhambra/scoring.csv",
        "alhambra/scorings.csv",
        "unreadable-table",
        "scorings.csv",
    ),
    Mistake("54 Building", "53 Building", "count-mismatch", "54"),
    Mistake(
        '6 Building from "alhambra/fountains.csv"',
        '108 Money from "alhambra/buildings.csv"',
        "missing-column",
        "`currency`",
    ),
    Mistake("players 2..6", "players 6..2", "bad-player-count", "6 and 2"),
    Mistake(
        "alhambra/rulebook.md",
        "alhambra/rulesbook.md",
        "unreadable-rulebook",
        "rulesbook.md",
    ),
    Mistake(
        "@AL-101 @AL-114",
        "@AL-101 @AL-140",
        "unknown-paragraph",
        "AL-140",
    ),
]


def check(text: str) -> Compilation:
    return compile_rules(text, ALHAMBRA.name, beside(ALHAMBRA))


def test_the_game_itself_is_right() -> None:
    assert () == check(GAME).diagnostics


@pytest.mark.parametrize(
    "mistake", MISTAKES, ids=lambda m: f"{m.code}, {m.wrong.strip()}"
)
def test_one_mistake_one_message(mistake: Mistake) -> None:
    assert mistake.right in GAME
    before = GAME[: GAME.index(mistake.right)]
    wrong = GAME.replace(mistake.right, mistake.wrong, 1)
    compilation = check(wrong)

    (result,) = [d for d in compilation.diagnostics if d.severity is Severity.ERROR]

    assert mistake.code == result.code
    assert mistake.says in result.message
    if not result.span.path.endswith(".csv"):
        assert before.count("\n") + 1 + mistake.below == result.span.line
    assert compilation.program is None
    if result.edits and all(edit.span.path == ALHAMBRA.name for edit in result.edits):
        assert check(applied(wrong, result.edits)).diagnostics == ()


def test_they_are_of_many_kinds() -> None:
    codes = {mistake.code for mistake in MISTAKES}

    assert len(MISTAKES) >= 25
    assert len(codes) >= 25
    assert codes <= set(CATALOGUE)
