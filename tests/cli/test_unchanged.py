"""Rules files that have been checked are checked again only where something has changed."""

import shutil
from pathlib import Path

import pytest
from running import PLOTS, ROOT, rulesrun

from rulesrun.cli import validation
from rulesrun.cli.files import compiling
from rulesrun.cli.files.cache import Kept
from rulesrun.dsl.compile import compile_rules

CLEAN = "1 file checked: no problems"


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of a game of several files, checked as for users, with a cache of its own."""
    kept = Kept(tmp_path / "checked.json")
    monkeypatch.setattr("rulesrun.cli.files.unchanged.keeper", lambda name: kept)
    monkeypatch.setattr(compiling, "compile_rules", compile_rules)
    game = tmp_path / "game"
    game.mkdir()
    for file in (ROOT / PLOTS).parent.glob("plots.*"):
        shutil.copy(file, game)
    return game / "plots.rules"


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are checked."""
    result: list[str] = []
    check_whole = validation.check_whole

    def noted(given: str, *args: object, **how: object) -> validation.Checked:
        result.append(Path(given).name)
        return check_whole(given, *args, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(validation, "check_whole", noted)
    return result


def test_a_file_that_has_not_changed_is_not_checked_again(
    rules: Path, checks: list[str]
) -> None:
    first = rulesrun("validate", rules)
    assert (first.code, first.out.strip()) == (0, CLEAN)
    assert rulesrun("validate", rules) == first
    assert rulesrun("validate", rules.parent) == first
    assert checks == ["plots.rules"]
    rulesrun("validate", rules, "--limit", "steps=4000000")
    rulesrun("validate", rules, "--format", "json")  # of which less is asked
    assert checks == ["plots.rules"] * 3


@pytest.mark.parametrize("name", ["plots.rules", "plots.csv", "plots.md"])
def test_a_changed_text_is_seen(name: str, rules: Path, checks: list[str]) -> None:
    rulesrun("validate", rules)
    file = rules.parent / name
    file.write_text(file.read_text("utf-8") + "\n", "utf-8")
    rulesrun("validate", rules)
    assert checks == ["plots.rules"] * 2
    rulesrun("validate", rules)
    assert checks == ["plots.rules"] * 2


def test_a_missing_table_is_seen(rules: Path) -> None:
    assert rulesrun("validate", rules).code == 0
    (rules.parent / "plots.csv").unlink()
    assert rulesrun("validate", rules).code == 1


def test_files_that_appear_are_seen(rules: Path, checks: list[str]) -> None:
    assert rulesrun("validate", rules).code == 0
    folder = rules.with_suffix("")
    folder.mkdir()
    (folder / "looks.toml").write_text("[colors]\n")
    ran = rulesrun("validate", rules)
    assert (ran.code, "there is no part [colors]" in ran.err) == (2, True)
    (folder / "looks.toml").unlink()
    (folder / "de.po").write_text("no catalogue")
    assert "de.po" in rulesrun("validate", rules).err
    assert checks == ["plots.rules"] * 3


def test_what_is_wrong_is_told_again(rules: Path, checks: list[str]) -> None:
    rules.write_text(rules.read_text("utf-8").replace("points", "pionts", 1), "utf-8")
    first = rulesrun("validate", rules)
    assert first.code == 1
    assert rulesrun("validate", rules) == first
    assert checks == ["plots.rules"] * 2


def test_another_rulesrun_checks_again(
    rules: Path, checks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rulesrun("validate", rules)
    monkeypatch.setattr("rulesrun.cli.files.unchanged.fingerprint", lambda: "other")
    rulesrun("validate", rules)
    assert checks == ["plots.rules"] * 2


@pytest.mark.parametrize("text", ["", "{", "[]", '{"of": 3}', '{"files": {}}'])
def test_what_is_damaged_is_as_if_nothing_had_been_kept(
    text: str, rules: Path, checks: list[str]
) -> None:
    rulesrun("validate", rules)
    (rules.parents[1] / "checked.json").write_text(text)
    assert rulesrun("validate", rules).out.strip() == CLEAN
    assert checks == ["plots.rules"] * 2
