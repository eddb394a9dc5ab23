from pathlib import Path

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
