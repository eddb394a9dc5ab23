"""Files of edition 1: how they go over to edition 2, and what they mean until then."""

from __future__ import annotations

from collections.abc import Callable

from compiling import small

from rulesrun.dsl.compile import Compilation
from rulesrun.interpreter.editions import crossing, is_earlier
from rulesrun.interpreter.game import Game

OLD = """language 1

game old "Old":
    players 2

enum Good "good": wood, salt

enum Guild "guild":
    function worth(p: player, bonus: int) -> int = 0  # nothing
    function rich() -> bool
    weavers "Weavers":  # who weave
        worth = 2 * p.points + bonus  # each
        # they are
        rich = true
    idlers "Idlers":
        rich = (false or
            me == weavers)

card Order "order":
    value: 1..4

supply:
    1 of each Order

board yard: square 3 x 4

names p: player

state:
    orders: deck of Order

each player:
    hand: row of Order
    goods: bundle of Good
    points "points": 0..99

event scored(p)

when scored(p) order 1:
    if p.points > 2: return
    p.points += 1

when scored(p) order 2: p.points += 10

event ended(p)

when ended(p):
    if p.points > 2: return
    p.points += 1

function lead(p, q: player) = p.points - q.points
function ahead(a: player, b: player) = a.points - b.points

rule r(p):
    p chooses cards from p.hand, at most 2
    p chooses others from p.hand, at least 1
        where it not in cards
        otherwise: return
    move cards + others to orders
    if covers(p.goods, {wood: 1}) and cell_at(yard, 1, 1) is not none: pass
    else: p.goods += {wood: 1}
    p.points += size(distinct(players.points))
    let q = p.left
    if lead(q) > 3: raise scored
    let a = p
    if ahead(q) > 3: raise ended
    for each g in Guild where rich(g): p.points += worth(g, p, 1)

play:
    move Order to orders
    draw 2 from orders to player 1.hand
    do r(player 1)
    nobody wins
"""

NEW = (
    OLD.replace("language 1", "language 2")
    .replace(
        OLD[OLD.index("    function worth") : OLD.index("card Order")],
        """\
    weavers "Weavers"  # who weave
        # they are
    idlers "Idlers"

function worth(me: Guild, p: player, bonus: int) -> int by me, otherwise 0:
    weavers: 2 * p.points + bonus  # each

function rich(me: Guild) -> bool by me:
    weavers: true
    idlers: (false or
            me == weavers)

""",
    )
    .replace("covers(p.goods, {wood: 1})", "(p.goods >= {wood: 1})")
    .replace("cell_at(yard, 1, 1)", "yard[1, 1]")
    .replace(": pass", ": nothing")
    .replace(
        "size(distinct(players.points))", "size({each for each in players.points})"
    )
    .replace("ahead(q)", "ahead(a, q)")
)


def compiled(text: str) -> Compilation:
    return small(text)


def test_all_of_a_file_is_rewritten() -> None:
    result = crossing(OLD, compiled)

    assert NEW == result.text
    assert result.crossed
    assert 13 == result.made
    assert [] == [d for d in small(NEW).diagnostics if d.severity.value == "error"]


def test_what_a_person_decides_is_listed() -> None:
    result = crossing(OLD, compiled)
    lines = OLD.split("\n")

    assert [
        "    if p.points > 2: return",
        "    p chooses cards from p.hand, at most 2",
    ] == [lines[one.span.line - 1] for one in result.open]
    assert lines.index("    if p.points > 2: return") + 1 == result.open[0].span.line


def test_a_file_that_needs_a_person_first_stays_as_it_is() -> None:
    text = OLD.replace("size(distinct(players.points))", 'section(yard["1,1"], 1, 1)')
    result = crossing(text, compiled)

    assert text == result.text
    assert not result.crossed
    assert ["no function is called `section`"] == [one.message for one in result.open]


def test_a_file_with_mistakes_is_not_touched() -> None:
    text = OLD.replace("p.points += 10", "p.pints += 10")

    assert text == crossing(text, compiled).text


def test_which_files_are_earlier_ones() -> None:
    assert is_earlier(OLD)
    assert not is_earlier(NEW)
    assert is_earlier("# a comment\n\nlanguage 1  # and another\n")
    assert not is_earlier("game small:\n")


def played(text: str, choose: Callable[[int, int], int]) -> list[str]:
    program = small(text).program
    assert program is not None
    position = Game(program, 2).start(3)
    taken: list[str] = []
    while not position.over:
        option = position.options[choose(len(taken), len(position.options))]
        taken.append(f"{option.name} {option}")
        position.choose(option)
    return taken


def test_both_are_played_alike() -> None:
    for seed in range(12):

        def choose(at: int, many: int, seed: int = seed) -> int:
            return (seed * 7 + at * 3) % many

        assert played(OLD, choose) == played(NEW, choose)


def test_files_of_both_editions_go_together() -> None:
    text = 'language 2\n\ninclude "old.rules"\n\nrule s(p): do r(p)\n'
    result = small(text, {"old.rules": OLD})

    assert ["unused-name"] == sorted({d.code for d in result.diagnostics})


def test_a_word_of_edition_2_may_be_a_name_before() -> None:
    rules = """language 1

game idle "Idle":
    players 2

rule nothing: pass

play:
    do nothing
    nobody wins
"""
    assert small(rules).program is not None

    later = small(rules.replace("language 1", "language 2"))
    assert "reserved-word" in {d.code for d in later.diagnostics}
