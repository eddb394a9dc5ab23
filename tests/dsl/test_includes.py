"""Files that take in others: what is told where one of them cannot be meant or read."""

import pytest
from compiling import small

GAME = """\
language 1

game nim "Nim":
    players 2

state:
    heap "heap": 0..9 = 9

play:
    heap -= 1
"""
SCENARIOS = """\
language 1
include "NAME"

scenario "everything that only the game can say":
    option long = true
    given:
        player 1.hand = {"wood 1"}
        market[wood] = "Tower"
        player 1.goods += {wood: 1}
        for each c in land:
            move 1 from player 1.wares to c.tent
        if wealth(player 1) > toll[wood]:
            do fill(player 2)
    start fill(player 1)
    player 1: build x=2
    player 2: slot=wood
    expect refused player 1: build because "no"
    expect offered player 1: build
    expect player 1.points == 3 and can build(player 1)
    expect options h of build is empty
    expect hidden from player 1: player 2.hand
"""


def test_a_file_of_the_same_name_in_the_folder_above_is_meant() -> None:
    found = small(SCENARIOS.replace("NAME", "small.rules"), {"../small.rules": GAME})

    assert ["recursive-include"] == [d.code for d in found.diagnostics]
    assert 'did you mean "../small.rules"?' == found.diagnostics[0].hint


def test_without_such_a_file_the_line_is_to_be_removed() -> None:
    found = small(SCENARIOS.replace("NAME", "small.rules"))

    assert ["recursive-include"] == [d.code for d in found.diagnostics]
    assert "remove this line" == found.diagnostics[0].hint


@pytest.mark.parametrize("name", ["nim.rules", "../nim.rules"])
def test_nothing_follows_from_a_file_that_is_not_there(name: str) -> None:
    found = small(SCENARIOS.replace("NAME", name))

    assert ["unreadable-table"] == [d.code for d in found.diagnostics]


def test_a_title_may_stand_in_two_files() -> None:
    scenario = 'scenario "one is taken":\n    expect heap == 8\n'
    text = f'language 1\ninclude "nim.rules"\n\n{scenario}'

    assert () == small(text, {"nim.rules": f"{GAME}\n{scenario}"}).diagnostics
