"""Kingdom Builder: its scenarios, whole games, what is never lost, and its picture."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rulesrun.cli.labels import Labels
from rulesrun.cli.pictures import Picture
from rulesrun.cli.words import Words
from rulesrun.dsl.compile import Compilation, Program, compile_rules
from rulesrun.dsl.constants import Fixed
from rulesrun.dsl.narrowing import walk
from rulesrun.dsl.nodes import Cite, ScenarioDecl
from rulesrun.dsl.value_types import ComponentType, ZoneType
from rulesrun.interpreter.game import Game, Position, WrongSetup
from rulesrun.interpreter.layout import BOX
from rulesrun.interpreter.scenarios import run_scenario
from rulesrun.interpreter.views import view

RULES = Path(__file__).parents[2] / "rules"
RULEBOOK = (RULES / "kingdom_builder" / "rulebook.md").read_text("utf-8")
ALL = 40
"""The settlements of a player."""


@cache
def compiled(name: str) -> Compilation:
    path = RULES / f"{name}.rules"

    def read(file: str) -> str | None:
        found = path.parent / file
        return found.read_text("utf-8") if found.is_file() else None

    return compile_rules(path.read_text("utf-8"), str(path), read)


@cache
def program(name: str = "kingdom_builder") -> Program:
    found = compiled(name).program
    assert found is not None, compiled(name).diagnostics
    return found


@cache
def game(players: int, name: str = "kingdom_builder", **options: Fixed) -> Game:
    return Game(program(name), players, options)


def scenarios() -> list[ScenarioDecl]:
    return program("tests/kingdom_builder").world.scenarios


# ---- the rules file ------------------------------------------------------------


def test_nothing_is_wrong_with_the_rules_and_every_label_is_there() -> None:
    assert () == compiled("kingdom_builder").diagnostics
    assert () == compiled("tests/kingdom_builder").diagnostics


def test_every_paragraph_that_states_a_rule_is_cited() -> None:
    stated = re.findall(r"^(KB-\d+)\.(.*)$", RULEBOOK, re.MULTILINE)
    wanted = {name for name, text in stated if not text.endswith("{no rule}")}
    nodes = walk(program().world.file.declarations)
    cited = {node.paragraph for node in nodes if isinstance(node, Cite)}

    assert 91 == len(stated)
    assert wanted - cited == set()
    assert {c for c in cited if c.startswith("KB-")} <= {name for name, _ in stated}


@pytest.mark.parametrize(
    "decl", [pytest.param(decl, id=decl.title) for decl in scenarios()]
)
def test_scenario(decl: ScenarioDecl) -> None:
    def game_for(players: int, options: dict[str, Fixed]) -> Game:
        return game(players, "tests/kingdom_builder", **options)

    outcome = run_scenario(program("tests/kingdom_builder"), decl, game_for)

    assert outcome.message is None, outcome


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"top_left": 1, "bottom_right": 1}, "there is only one of each quadrant"),
        ({"first_goal": 0, "third_goal": 0}, "only one of each Kingdom Builder card"),
        (
            {"first_game": True, "top_left": 4},
            "the suggested first game has its own quadr",
        ),
        (
            {"first_game": True, "second_goal": 4},
            "the suggested first game has its own card",
        ),
    ],
)
def test_options_that_do_not_go_together(
    options: dict[str, Fixed], reason: str
) -> None:
    with pytest.raises(WrongSetup, match=reason):
        Game(program(), 2, options)


def test_chosen_quadrants_and_cards_need_not_be_all() -> None:
    Game(program(), 2, {"top_left": 1, "bottom_right": 2, "first_goal": 0}).start(1)


# ---- whole games ---------------------------------------------------------------


def steps(position: Position, seed: int) -> Iterator[tuple[int, str]]:
    """A game in which every kind of move is equally likely, whatever its options."""
    chooser = random.Random(seed)
    while not position.over:
        player = position.player
        assert player is not None
        kinds: dict[str, list[str]] = {}
        for option in position.options:
            kinds.setdefault(option.name.split()[0].split("=")[0], []).append(
                option.name
            )
        choice = chooser.choice(kinds[chooser.choice(list(kinds))])
        yield player, choice
        position.choose(choice)


def turns(position: Position, seed: int) -> Iterator[str]:
    """What is chosen, with a line for each turn."""
    turn: tuple[int, int] | None = None
    line = ""
    for player, choice in steps(position, seed):
        if turn != (position.turns, player):
            if line:
                yield line
            turn, line = (position.turns, player), f"{player + 1}:"
        words = re.sub(r"\b\w+=", "", choice.removeprefix("build "))
        line += f" {words};"
    yield line


@pytest.mark.parametrize("players", [2, 3, 4])
def test_golden_game(players: int, snapshot_txt: SnapshotAssertion) -> None:
    position = game(players).start(players)
    seen = [s for s in view(position, None).seen if s.name == "goals"]
    labels = Labels(game(players), Words())
    lines = [f"{players} players, seed {players}: {labels.content(seen[0])}"]
    lines += turns(position, players)
    gold = [s.value for s in view(position, None).seen if s.name == "gold"]
    lines.append(f"gold {', '.join(map(str, gold))}")
    lines.append(f"places {', '.join(map(str, position.ranking or ()))}")

    assert snapshot_txt == "\n".join(lines) + "\n"


class Places:
    """Where the values of each variable lie in a state."""

    def __init__(self, played: Game) -> None:
        self.families = {
            (symbol.name, str(symbol.owner)): range(
                family.base, family.base + family.size
            )
            for symbol, family in played.layout.families.items()
        }
        self.zones = [BOX] + [
            family.base + at
            for symbol, family in played.layout.families.items()
            if isinstance(symbol.type, ZoneType)
            and isinstance(symbol.type.item, ComponentType)
            for at in range(family.size)
        ]

    def of(self, position: Position, name: str, owner: object = None) -> list[object]:
        return [position.state[slot] for slot in self.families[name, str(owner)]]


def check_conservation(position: Position, places: Places) -> None:
    """Every component lies in one place, and nobody's settlements are lost."""
    layout, state = position.game.layout, position.state
    found: dict[int, int] = {}
    for slot in places.zones:
        held = state[slot]
        for component in (held,) if isinstance(held, int) else held or ():
            assert component not in found
            found[component] = slot
    assert {
        n: state[layout.locations + n] for n in range(len(layout.components))
    } == found

    houses = Counter(places.of(position, "house", "cell of land"))
    supply = places.of(position, "supply", "player")
    lifted = places.of(position, "lifted", "player")
    for player in range(position.game.players):
        held = (supply[player], lifted[player])
        assert houses[player] + sum(n for n in held if isinstance(n, int)) == ALL


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [11, 12])
def test_nothing_is_lost_and_the_game_ends(players: int, seed: int) -> None:
    position = game(players).start(seed)
    places = Places(game(players))
    last, round_over = None, False
    for player, _ in steps(position, seed):
        check_conservation(position, places)
        if player == 0 and last not in (None, 0):
            assert not round_over  # nobody had used up the supply in the round before
        last = player
        round_over = 0 in places.of(position, "supply", "player")
    check_conservation(position, places)
    gold = [s.value for s in view(position, None).seen if s.name == "gold"]

    assert 0 in places.of(position, "supply", "player")
    assert position.ranking == tuple(1 + sum(g > mine for g in gold) for mine in gold)


# ---- its picture at the terminal -------------------------------------------------


def board(position: Position, language: str | None = None) -> list[str]:
    labels = Labels(position.game, Words(language))
    return Picture(position, position.player, labels).lines()


def test_the_board_has_the_letters_of_the_map_and_marks_what_can_be_chosen() -> None:
    position = game(2, first_game=True).start(4)
    lines = board(position)
    chosen = {str(option).split("=")[1] for option in position.options}
    marked = set()
    for line in lines[1:21]:
        row, *cells = line.split()
        marked |= {f"{row},{c}" for c, text in enumerate(cells) if text.endswith("+")}
        drawn = "".join(text[0] for text in cells)
        half = "tavern paddock oasis farm".split()[int(row) // 10 * 2 :]
        quadrants = RULES / "kingdom_builder" / "quadrants"
        rows = [(quadrants / f"{q}.txt").read_text().split() for q in half[:2]]
        assert drawn == rows[0][int(row) % 10] + rows[1][int(row) % 10]

    assert [str(column) for column in range(20)] == lines[0].split()
    assert chosen == marked
    assert lines[1].startswith("   0  ")
    assert lines[2].startswith("   1    ")  # half a hex to the right
    legend = " ".join(" ".join(lines[21:24]).split())
    for part in (
        "G = Grass",
        "K = Castle",
        "· = location tiles",
        "+ = can be chosen now",
    ):
        assert part in legend


def test_owners_and_terrains_stay_in_sight_after_a_choice() -> None:
    position = game(2, first_game=True).start(4)
    before = view(position, 0)
    chosen = str(position.options[0])
    position.choose(chosen)
    labels = Labels(position.game, Words())
    lines = Picture(position, 0, labels, before=before).lines()
    row, column = map(int, chosen.split("=")[1].split(","))
    cell = lines[1 + row].split()[1 + column]

    assert re.fullmatch("[GFTCD]1", cell)
    assert "K" in "".join(lines[1:21])
    assert "1 = settlement (player 1)" in " ".join(lines)


def test_colours_change_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    position = game(2, first_game=True).start(4)
    position.choose(0)
    bare = board(position)
    monkeypatch.setattr("rulesrun.cli.drawings.coloured", lambda _: True)
    painted = board(position)

    assert painted != bare
    assert bare[:24] == [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in painted[:24]]


def test_the_board_in_persian_runs_from_left_to_right() -> None:
    position = game(2, first_game=True).start(4)
    for line in board(position, "fa")[:21]:
        assert line[0] == "\u2066"
        assert line[-1] == "\u2069"
    assert "G = چمنزار" in "\n".join(board(position, "fa"))
