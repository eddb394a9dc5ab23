"""The few lines of Python that a researcher begins with."""

from pathlib import Path

import pytest

import rulesrun
from rulesrun.interpreter.game import WrongSetup


def test_a_shipped_game_by_name() -> None:
    position = rulesrun.load("tic_tac_toe", players=2).start(seed=7)
    while not position.over:
        position.choose(position.options[0])

    assert position.ranking is not None
    assert sorted(position.ranking) in ([1, 1], [1, 2])


def test_a_file_by_path(tmp_path: Path) -> None:
    file = tmp_path / "toss.rules"
    file.write_text(
        'language 1\ngame toss "Toss":\n    players 2\n'
        "play:\n    rank players by most random(1..6)\n",
        "utf-8",
    )
    position = rulesrun.load(str(file), players=2).start(seed=1)

    assert position.over
    assert position.ranking is not None


def test_faulty_rules_are_shown(tmp_path: Path) -> None:
    file = tmp_path / "faulty.rules"
    file.write_text("language 1\nplay:\n    do nothing\n", "utf-8")

    with pytest.raises(rulesrun.FaultyRules, match="no rule is called `nothing`"):
        rulesrun.load(str(file), players=2)


def test_no_such_game() -> None:
    with pytest.raises(OSError, match="alhambra"):
        rulesrun.load("alhambar", players=3)


def test_wrong_number_of_players() -> None:
    with pytest.raises(WrongSetup, match="2 players"):
        rulesrun.load("tic_tac_toe", players=3)


def test_notebooks_draw_positions() -> None:
    position = rulesrun.load("tic_tac_toe", players=2).start(seed=1)
    position.choose("put c=1,1")
    drawn = position._repr_html_()
    assert drawn is not None
    assert "&lt;Position of tic_tac_toe: player 2 has 8 options&gt;" in drawn
    assert 9 == drawn.count('class="ground"')
    assert 1 == drawn.count('class="man"')
    assert "<pre" in drawn
    assert "  1  + 1 +\n" in drawn
    map_of_colours = rulesrun.load("kingdom_builder", players=2).start(seed=1)
    assert "Canyon</bdi>" in (map_of_colours._repr_html_() or "")
    hidden = rulesrun.load("classics/kuhn_poker", players=2).start(seed=1)
    card = hidden.seen_by(1).hand[1][0]
    assert card in (hidden._repr_html_() or "").split("player 2")[-1]
