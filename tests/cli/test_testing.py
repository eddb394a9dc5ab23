import json
from pathlib import Path
from xml.etree import ElementTree

import pytest
from running import ROOT, rulesrun
from syrupy.assertion import SnapshotAssertion

TESTS = "tests/cli/games/tests/plots.rules"


def test_failures(snapshot_txt: SnapshotAssertion) -> None:
    assert rulesrun("test", TESTS).text == snapshot_txt


def test_selected() -> None:
    ran = rulesrun("test", TESTS, "-k", "MONEY")
    assert ran.code == 0
    assert ran.out.endswith("1 passed, 4 left out\n")


def test_none_selected() -> None:
    ran = rulesrun("test", TESTS, "-k", "nothing of the kind")
    assert ran.code == 2
    assert "no scenarios with 'nothing of the kind' in the title" in ran.err


def test_a_game_is_tested_by_the_files_beside_it() -> None:
    ran = rulesrun("test", "tests/cli/games/plots.rules")
    assert f"{TESTS} ..FFF" in ran.out


def test_folders() -> None:
    assert f"{TESTS} ..FFF" in rulesrun("test", "tests/cli/games").out


def test_faulty_file(tmp_path: Path, snapshot_txt: SnapshotAssertion) -> None:
    path = tmp_path / "faulty.rules"
    path.write_text("language 1\n\ngame faulty:\n    players 2\n\nplay:\n    do x\n")
    assert rulesrun("test", path).text == snapshot_txt


def test_nothing_to_test(tmp_path: Path) -> None:
    path = tmp_path / "game.rules"
    path.write_text("language 1\n\ngame one:\n    players 2\n\nplay:\n    pass\n")
    assert rulesrun("test", path).code == 2
    assert rulesrun("test", tmp_path / "nowhere").code == 2
    (tmp_path / "empty").mkdir()
    assert rulesrun("test", tmp_path / "empty").code == 2


def test_what_is_reached_is_not_told_beside_faulty_files(tmp_path: Path) -> None:
    (tmp_path / "faulty.rules").write_text(
        (ROOT / "tests" / "bad" / "unknown-name.rules").read_text("utf-8"), "utf-8"
    )
    ran = rulesrun("test", ROOT / "rules" / "auction.rules", tmp_path, "--coverage")

    assert ran.code == 1
    assert "what no scenario reaches is not told: there is a faulty file" in ran.out
    assert "never reached" not in ran.out
    assert "unknown-name" in ran.err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_what_came_of_each_scenario_as_json(jobs: str) -> None:
    faulty = "tests/bad/unknown-name.rules"
    ran = rulesrun("test", faulty, TESTS, "--format", "json", "-j", jobs)
    result = json.loads(ran.out)

    assert ran.code == 1
    assert ran.err.strip() == "3 failed, 2 passed, 1 faulty file"
    assert [(one["file"], one["line"], one["status"]) for one in result] == [
        (faulty, 11, "error"),
        (TESTS, 5, "passed"),
        (TESTS, 14, "passed"),
        (TESTS, 22, "failed"),
        (TESTS, 27, "failed"),
        (TESTS, 33, "failed"),
    ]
    assert result[0]["code"] == "unknown-name"
    assert result[3]["title"] == "waiting is free"
    assert result[3]["message"] == "player 2 is to act, not player 1"
    assert result[4]["details"][-1] == "size(player 1.hand) is 2"
    assert all(one["seconds"] >= 0 for one in result)


def test_what_came_of_each_scenario_as_junit() -> None:
    odd = (ROOT / "rules" / "tic_tac_toe.rules").read_text("utf-8")
    odd += '\nscenario "a <b> & none":\n    expect player_count == 3\n'
    ran = rulesrun("test", TESTS, "-", "--format", "junit", typed=odd)
    whole = ElementTree.fromstring(ran.out)

    assert ran.code == 1
    assert {k: whole.get(k) for k in ("tests", "failures", "errors")} == {
        "tests": "6",
        "failures": "4",
        "errors": "0",
    }
    cases = {case.get("name"): case for case in whole.iter("testcase")}
    case = cases["waiting is free"]
    assert (case.get("file"), case.get("line")) == (TESTS, "22")
    failure = case.find("failure")
    assert failure is not None
    assert failure.get("message") == "player 2 is to act, not player 1"
    assert "22 | expect player 1 to act" in (failure.text or "")
    assert cases["too little money"].find("failure") is None
    assert any(name and name.startswith("a <b> & ") for name in cases)


def test_other_forms_tell_nothing_but_scenarios() -> None:
    ran = rulesrun("test", TESTS, "--format", "json", "--coverage")

    assert ran.code == 2
    assert "leave out --format" in ran.err
    none = rulesrun("test", TESTS, "--format", "json", "-k", "nothing of the kind")
    assert (json.loads(none.out), none.code) == ([], 2)
