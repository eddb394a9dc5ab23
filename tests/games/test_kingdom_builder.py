"""Kingdom Builder: whole games, what is never lost, and its picture."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from compiling import RULES, shipped
from conservation import check_components
from playing import golden, steps, values
from syrupy.assertion import SnapshotAssertion

from rulesrun.cli.messages.words import Words
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.pictures import Picture
from rulesrun.dsl.semantics.constants import Fixed
from rulesrun.interpreter.game import Game, Position, WrongSetup
from rulesrun.interpreter.reports.views import view

ALL = 40
"""The settlements of a player."""


@cache
def game(players: int, **options: Fixed) -> Game:
    return Game(shipped("kingdom_builder"), players, options)


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
        Game(shipped("kingdom_builder"), 2, options)


def test_chosen_quadrants_and_cards_need_not_be_all() -> None:
    game(2, top_left=1, bottom_right=2, first_goal=0).start(1)


# ---- whole games ---------------------------------------------------------------


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
    labels = Labels(game(players), Words())
    (goals,) = (s for s in view(position, None).seen if s.name == "goals")
    title = f"{players} players, seed {players}: {labels.content(goals)}"

    assert snapshot_txt == golden(title, turns(position, players), position, "gold")


class Places:
    """Where the values of each variable lie in a state."""

    def __init__(self, played: Game) -> None:
        self.families = {
            (symbol.name, str(symbol.owner)): range(
                family.base, family.base + family.size
            )
            for symbol, family in played.layout.families.items()
        }

    def of(self, position: Position, name: str, owner: object = None) -> list[object]:
        return [position.state[slot] for slot in self.families[name, str(owner)]]


def check_conservation(position: Position, places: Places) -> None:
    """Every component lies in one place, and nobody's settlements are lost."""
    check_components(position)
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
    gold = values(position, "gold")

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
        ": = location tiles",
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
    monkeypatch.setattr("rulesrun.cli.screen.drawings.coloured", lambda _: True)
    painted = board(position)

    assert painted != bare
    assert bare[:24] == [re.sub(r"\x1b\[[0-9;]*m", "", line) for line in painted[:24]]


def test_the_board_in_persian_runs_from_left_to_right() -> None:
    position = game(2, first_game=True).start(4)
    for line in board(position, "fa")[:21]:
        assert line[:3] == "  \u2066"
        assert line[-1] == "\u2069"
    assert "چ = چمنزار" in "\n".join(board(position, "fa"))
