"""Which files rules may read, and what is said of those that they may not."""

from pathlib import Path

import pytest
from running import rulesrun

SCENARIO = """\
language 1
include "NAME"

scenario "it begins":
    expect player_count > 1
"""


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim", "classics/nim", "alhambra"])
def test_a_shipped_game_is_included_by_name(tmp_path: Path, name: str) -> None:
    file = tmp_path / "mine.rules"
    file.write_text(SCENARIO.replace("NAME", name))

    ran = rulesrun("test", file)

    assert ran.code == 0, ran.text


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("../../../../far.rules", "in their own folder and up to two folders above it"),
        ("notes.doc", "files that end in .rules, .csv, .md, .txt"),
        ("alhambr", 'no shipped game of that name; did you mean "alhambra"?'),
        ("gone.rules", "the name counts from the folder of this file"),
    ],
)
def test_what_may_not_be_read_is_said_as_that(
    tmp_path: Path, name: str, says: str
) -> None:
    file = tmp_path / "mine.rules"
    file.write_text(SCENARIO.replace("NAME", name))

    ran = rulesrun("validate", file)

    assert ran.code == 1
    assert says in ran.err
