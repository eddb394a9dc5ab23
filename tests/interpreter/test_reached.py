"""Which paragraphs scenarios and games come to, what sources lack, what no test reaches."""

import pytest
from compiling import program_of

from rulesrun.dsl.data.rulebook import Paragraph
from rulesrun.dsl.data.sources import Unit
from rulesrun.dsl.problems.spans import Span
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.logs import Entry, new_log
from rulesrun.interpreter.testing.coverage import (
    BRANCH,
    STATEMENT,
    FileCoverage,
    Point,
)
from rulesrun.interpreter.testing.paragraphs import (
    Usage,
    count_games,
    count_log,
    count_scenarios,
    gap_of,
    rulebook_of,
    sources_of,
    usages,
)

RULES = """language 1

game cited "Cited":
    players 2
    rulebook "book.md"

each player:
    points "points": int

action take(p: player) "Take":
    choose n in 1..2                                                        @B-1
    p.points += n                                                           @B-2

rule double(p: player):
    p.points = p.points * 2                                                 @B-3

play:
    for each p in players:
        p must take(p)
        if p.points > 5: do double(p)
    rank players by most it.points                                          @B-4

scenario "one takes two":                                                   @B-2
    player 1: take 2
    expect player 1.points == 2

scenario "the other takes one":                                             @B-2
    player 1: take 2
    player 2: take 1
    expect winners == [player 1]
"""

BOOK = """# The book

B-1. Each player takes one or two.

B-2. It counts as it is.

B-3. More than five are doubled.

B-4. Who has most wins.

B-5. Have fun. {no rule}
"""


def test_what_scenarios_and_games_come_to() -> None:
    program = program_of(RULES, {"book.md": BOOK})
    result = usages(program)

    assert list(count_scenarios(program, result)) == [1, 2]
    assert list(count_games(program, result, 3, [2])) == [1, 2, 3]
    assert {
        name: (usage.scenarios, usage.games, usage.tests)
        for name, usage in result.items()
    } == {
        "B-1": (2, 3, 0),
        "B-2": (2, 3, 2),
        "B-3": (0, 0, 0),
        "B-4": (1, 3, 0),
        "B-5": (0, 0, 0),
    }
    assert [name for name, usage in result.items() if not usage.reached] == [
        "B-3",
        "B-5",
    ]


def _paragraph(states_rule: bool) -> Paragraph:
    return Paragraph("B-1", "text", 1, "", states_rule, "")


@pytest.mark.parametrize(
    ("kind", "paragraphs", "states_rule", "tests", "gap"),
    [
        ("rule", (), True, 0, "it stands in no paragraph"),
        ("rule", ("B-9",), True, 0, "it stands in no paragraph"),
        ("rule", ("B-1",), True, 3, "no rule cites its paragraph"),
        ("table", ("B-1",), True, 3, "no rule cites its paragraph"),
        ("rule", ("B-1",), False, 0, None),
        ("table", ("B-9", "B-1"), False, 0, None),
        ("example", ("B-1",), True, 0, "no scenario cites its paragraph"),
        ("example", ("B-1",), False, 0, "no scenario cites its paragraph"),
        ("example", ("B-1",), True, 1, None),
        ("note", ("B-1",), True, 0, None),
    ],
)
def test_what_a_sentence_of_a_source_lacks(
    kind: str, paragraphs: tuple[str, ...], states_rule: bool, tests: int, gap: str
) -> None:
    unit = Unit("001", "p.1", "1", kind, paragraphs, "", 1)  # type: ignore[arg-type]
    usage = Usage(_paragraph(states_rule), tests=tests)

    assert gap_of(unit, {"B-1": usage}) == gap


def test_how_much_of_a_file_was_reached() -> None:
    spans = [Span("a.rules", line, 1, line, 2) for line in range(1, 5)]
    points = [
        Point(STATEMENT, spans[0], 2, "never"),
        Point(STATEMENT, spans[1], 1, "never"),
        Point(STATEMENT, spans[1], 0, "never"),
        Point(STATEMENT, spans[2], 0, "never"),
        Point(BRANCH, spans[0], 0, "never true"),
        Point(BRANCH, spans[3], 1, "never false"),
    ]
    file_coverage = FileCoverage("a.rules", points)

    assert (file_coverage.of(STATEMENT), file_coverage.of(BRANCH)) == ((2, 4), (1, 2))
    assert file_coverage.lines == {1: 2, 2: 0, 3: 0}
    assert file_coverage.missing == {1: ("never true",), 2: ("never",), 3: ("never",)}


def test_rules_without_a_rulebook_have_no_paragraphs() -> None:
    program = program_of(
        'language 1\n\ngame small "Small":\n    players 2\n\nplay:\n    nobody wins\n'
    )
    assert rulebook_of(program) == rulebook_of(program, "fa") == ()
    assert sources_of(program) == ()
    assert usages(program) == {}


SOURCES = """source,page,sentence,kind,paragraphs,note
001,p.1,1,rule,B-1,
001,p.2,2,example,B-2 B-3,twice
"""


def test_paragraphs_in_another_language_with_their_places() -> None:
    files = {
        "book.md": BOOK,
        "book.fa.md": "# کتاب\n\nB-1. یک یا دو.\n\nB-9. هیچ.\n",
        "sources.csv": SOURCES,
    }
    program = program_of(
        RULES.replace("    players 2\n", "    players 2\n    languages en, fa\n"), files
    )
    english, persian = rulebook_of(program), rulebook_of(program, "fa")

    assert [p.number for p in english] == [p.number for p in persian]
    assert [p.number for p in english] == ["B-1", "B-2", "B-3", "B-4", "B-5"]
    assert [p.text for p in persian][:2] == ["یک یا دو.", english[1].text]
    assert [p.source for p in english] == [
        "001 p.1, 1",
        "001 p.2, 2",
        "001 p.2, 2",
        "",
        "",
    ]
    assert [unit.paragraphs for unit in sources_of(program)] == [
        ("B-1",),
        ("B-2", "B-3"),
    ]


def test_recorded_games_count_as_games() -> None:
    program = program_of(RULES, {"book.md": BOOK})
    game = Game(program, 2, trace=True)
    position = game.start(1)
    log = new_log(position, 1)
    for player in (1, 2):
        log.entries.append(Entry(player, position.options[1].name, "", 1))
        position.choose(1)
    result = usages(program)

    assert count_log(game, log, result) is None
    assert {name for name, usage in result.items() if usage.games} == {
        "B-1",
        "B-2",
        "B-4",
    }
    log.entries.append(Entry(1, "take n=1", "", 7))
    difference = count_log(game, log, result)
    assert difference is not None
    assert (difference.line, result["B-2"].games) == (7, 2)
