"""What holds for each shipped game: nothing wrong, every paragraph cited, scenarios hold.

That every move of the classics is right is shown in `tests/differential`, by another
engine.
"""

import re
from functools import cache
from pathlib import Path

import pytest
from compiling import RULES, compiled, shipped

from rulesrun.cli.files.shipped import shows
from rulesrun.dsl.data.rulebook import read_rulebook
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.constants import Fixed
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.syntax.nodes import (
    Choose,
    Cite,
    ConditionDecl,
    Prefer,
    Require,
    ScenarioDecl,
    Where,
)
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.testing.paragraphs import gap_of, sources_of, usages
from rulesrun.interpreter.testing.scenarios import run_scenario

GAMES = sorted(
    path.relative_to(RULES).with_suffix("").as_posix()
    for path in RULES.rglob("*.rules")
    if path.parent.name != "tests"
)

REASONED = Choose | ConditionDecl | Prefer | Require | Where


def scenarios_of(name: str) -> str:
    """The file with the scenarios of a game."""
    return (Path(name).parent / "tests" / Path(name).name).as_posix()


def titles_of(name: str) -> list[str]:
    """What the scenarios of a file are called, read without compiling it."""
    text = (RULES / f"{name}.rules").read_text("utf-8")
    return re.findall(r'^scenario "([^"]+)"', text, re.MULTILINE)


def cases(name: str, title: str) -> list[ScenarioDecl]:
    """The scenario of that title, or one for each of its rows."""
    return [
        decl
        for decl in shipped(name).world.scenarios
        if decl.title == title or decl.title.startswith(f"{title}: ")
    ]


@cache
def game(name: str, players: int, options: tuple[tuple[str, Fixed], ...]) -> Game:
    return Game(shipped(name), players, dict(options))


@pytest.mark.parametrize("name", GAMES)
def test_no_line_is_long(name: str) -> None:
    """Of more than a hundred characters."""
    lines = (RULES / f"{name}.rules").read_text("utf-8").splitlines()

    assert [line for line in lines if len(line) > 100] == []


@pytest.mark.parametrize("name", GAMES)
def test_nothing_is_wrong_with_the_rules_and_every_label_is_there(name: str) -> None:
    assert () == compiled(name).diagnostics
    assert () == compiled(scenarios_of(name)).diagnostics


@pytest.mark.parametrize("name", GAMES)
def test_no_reason_is_written_twice(name: str) -> None:
    """Two actions that ask for the same share a condition or a head."""
    told: dict[str, set[Span]] = {}
    for node in walk(shipped(name).world.file.declarations):
        if isinstance(node, REASONED) and node.reason.text is not None:
            told.setdefault(node.reason.text, set()).add(node.span)

    assert {} == {reason: spans for reason, spans in told.items() if len(spans) > 1}


@pytest.mark.parametrize(
    ("name", "numbers", "count"),
    [
        ("alhambra", r"AL-\d+", 114),
        ("architects", r"AR-E?\d+", 236),
        ("auction", r"R-\d+", 13),
        ("gallery/bandits", r"BA-\d+", 12),
        ("gallery/carpet", r"CA-\d+", 15),
        ("gallery/cellars", r"CE-\d+", 16),
        ("gallery/chestnuts", r"CH-\d+", 14),
        ("gallery/djinns", r"DJ-\d+", 19),
        ("gallery/furrows", r"FU-\d+", 10),
        ("gallery/keepers", r"KE-\d+", 36),
        ("gallery/nine_lines", r"NL-\d+", 12),
        ("gallery/oasis", r"OA-\d+", 18),
        ("gallery/pledge", r"PL-\d+", 15),
        ("gallery/rails", r"RA-\d+", 17),
        ("gallery/spread", r"SP-\d+", 18),
        ("gallery/stories", r"ST-\d+", 18),
        ("gallery/terrace", r"TE-\d+", 18),
        ("gallery/vizier", r"VI-\d+", 17),
        ("gallery/weavers", r"WE-\d+", 16),
        ("island", r"IS-\d+", 30),
        ("keyflower", r"(?:KF|C)-\d+", 235),
        ("kingdom_builder", r"KB-\d+", 91),
    ],
)
def test_every_paragraph_that_states_a_rule_is_cited(
    name: str, numbers: str, count: int
) -> None:
    rulebook = (RULES / name / "rulebook.md").read_text("utf-8")
    stated = re.findall(rf"^({numbers})\.(.*)$", rulebook, re.MULTILINE)
    wanted = {number for number, text in stated if not text.endswith("{no rule}")}
    nodes = walk(shipped(name).world.file.declarations)
    cited = {node.paragraph for node in nodes if isinstance(node, Cite)}

    assert count == len(stated)
    assert set() == wanted - cited
    assert {c for c in cited if re.fullmatch(numbers, c)} <= {n for n, _ in stated}


LARGE = ("alhambra", "architects", "keyflower", "kingdom_builder")
GALLERY = tuple(name for name in GAMES if name.startswith("gallery/"))


@pytest.mark.parametrize("name", [*LARGE, *GALLERY])
def test_every_rule_and_every_example_is_cited_by_a_scenario(name: str) -> None:
    """Every clarification, too, but for those that state no rule."""
    paragraphs = read_rulebook((RULES / name / "rulebook.md").read_text("utf-8"))
    scenarios = shipped(scenarios_of(name)).world.scenarios
    cited = {
        node.paragraph for node in walk(tuple(scenarios)) if isinstance(node, Cite)
    }

    assert [] == [
        p.number
        for p in paragraphs
        if (p.states_rule or "xample:" in p.text) and p.number not in cited
    ]


def test_the_list_says_what_each_game_of_the_gallery_shows() -> None:
    result = shows()

    assert sorted(GALLERY) == sorted(result)
    assert all({"en", "fa"} == said.keys() for said in result.values())


@pytest.mark.parametrize("name", LARGE)
def test_all_that_the_books_hold_is_covered(name: str) -> None:
    """Rules and tables by rules, examples by scenarios, notes by paragraphs."""
    result = usages(shipped(name))
    for scenario in shipped(scenarios_of(name)).world.scenarios:
        for number in {n.paragraph for n in walk(scenario) if isinstance(n, Cite)}:
            result[number].tests += 1

    units = sources_of(shipped(name))

    assert len(units) > 20
    assert [] == [(u.place, u.note, gap) for u in units if (gap := gap_of(u, result))]


@pytest.mark.parametrize(
    ("name", "title"),
    [
        pytest.param(file, title, id=f"{Path(file).name}, {title}")
        for file in map(scenarios_of, GAMES)
        for title in titles_of(file)
    ],
)
def test_scenario(name: str, title: str) -> None:
    assert cases(name, title)
    for decl in cases(name, title):
        outcome = run_scenario(
            shipped(name),
            decl,
            lambda n, options: game(name, n, tuple(options.items())),
        )

        assert None is outcome.message, "\n".join(
            [f"{outcome.where}: {outcome.message}", *outcome.details]
        )


@pytest.mark.parametrize("name", GAMES)
def test_scenario_titles_tell_them_apart(name: str) -> None:
    titles = [
        scenario.title for scenario in shipped(scenarios_of(name)).world.scenarios
    ]

    assert len(titles) == len(set(titles))
    file = scenarios_of(name)
    run = {case.title for title in titles_of(file) for case in cases(file, title)}
    assert run == set(titles)
