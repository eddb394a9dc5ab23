"""What commands take: folders, `-`, files of other kinds, games to begin a variant of."""

import json
from contextlib import chdir
from pathlib import Path

import pytest
from click.testing import CliRunner
from running import PLOTS, rulesrun

from rulesrun import load
from rulesrun.cli.files.kinds import KINDS, kind_of
from rulesrun.cli.files.shipped import shipped_folder
from rulesrun.cli.main import main

RULES = """\
language 1

game small "Small":
    players 2

play:
    rank players by most 1
"""
UNTRUSTED = [
    "docs",
    "ledger",
    "play",
    "replay",
    "test",
    "trace",
    "validate",
    "watch",
    "why",
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with rules in it, and with others that are not looked at."""
    (tmp_path / "inner").mkdir()
    (tmp_path / ".hidden").mkdir()
    (tmp_path / "a.rules").write_text(RULES)
    (tmp_path / "inner" / "b.rules").write_text(RULES.replace("small", "other"))
    (tmp_path / ".hidden" / "c.rules").write_text("nothing\n")
    return tmp_path


def test_of_a_folder_all_rules_are_checked(folder: Path) -> None:
    assert rulesrun("validate", folder).out == "2 files checked: no problems\n"
    assert rulesrun("fmt", "--check", folder).out == "2 files read, 0 would change\n"
    ran = rulesrun("validate", folder / ".hidden" / "..", folder / "inner")
    assert ran.out == "3 files checked: no problems\n"


def test_a_folder_without_rules(tmp_path: Path) -> None:
    for command in ("validate", "fmt", "test"):
        ran = rulesrun(command, tmp_path)
        assert (2, True) == (ran.code, "there are no rules files in" in ran.err)


def test_the_rules_beside_a_folder_of_that_name_are_offered(folder: Path) -> None:
    """As `rulesrun new gems` lays them: gems.rules and the folder gems."""
    (folder / "a").mkdir()
    for command in ("list", "play", "validate", "fmt", "test", "docs", "trace"):
        rest = ("-o", folder) if command == "docs" else ()
        ran = rulesrun(command, folder / "a", *rest)
        assert (2, True) == (ran.code, 'did you mean "TMP/a.rules"?' in ran.err), ran
    for lang, said in (("en", "a folder"), ("fa", "پوشه است")):
        assert said in rulesrun("list", folder / "a", "--lang", lang).err
    with chdir(folder):
        (folder / "a").rmdir()
        other = CliRunner().invoke(main, ["--lang", "en", "list", "inner/b"])
        named = CliRunner().invoke(main, ["--lang", "en", "play", "a"])
    assert 'no file inner/b; did you mean "inner/b.rules"?' in other.stderr
    assert 'did you mean "a.rules"?' in named.stderr


@pytest.mark.parametrize("command", ["validate", "test"])
def test_rules_from_the_input(command: str) -> None:
    text = RULES + '\nscenario "it is over":\n    expect game over\n'
    assert rulesrun(command, "-", typed=text).code == 0
    ran = rulesrun(command, "-", typed=text.replace("rank", "rnk"))
    assert ran.code == 1
    assert "-:7:" in ran.err


def test_what_is_formatted_goes_to_the_output() -> None:
    ran = rulesrun("fmt", "-", typed=RULES.replace("players 2", "players   2"))
    assert ran.text == f"exit status 0\n--- output ---\n{RULES}"
    assert rulesrun("fmt", "-", "--check", typed=RULES).code == 0


def test_tests_of_the_folder_one_is_in(folder: Path) -> None:
    scenario = '\nscenario "it is over":\n    expect game over\n'
    (folder / "inner" / "b.rules").write_text(RULES + scenario)
    with chdir(folder):
        result = CliRunner().invoke(main, ["test"], prog_name="rulesrun")
    assert "inner/b.rules .\n\n1 passed\n" == result.stdout


FAILING = (
    RULES
    + '\nscenario "one":\n    expect size(players) == 3\n'
    + '\nscenario "two":\n    expect size(players) == 3\n'
)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_jobs_first_and_durations(folder: Path, jobs: str) -> None:
    (folder / "a.rules").write_text(FAILING)
    (folder / "inner" / "b.rules").write_text(
        RULES + '\nscenario "of b":\n    expect game over\n'
    )
    ran = rulesrun("test", folder, "-j", jobs, "--durations", 2)
    assert ran.code == 1
    assert "2 failed, 1 passed" in ran.out
    assert ran.out.count(" s  TMP/") == 2
    first = rulesrun("test", folder / "a.rules", "-j", jobs, "-x")
    assert "1 failed, 0 passed" in first.out
    assert rulesrun("test", folder, "-j", 2, "--coverage").code == 2


def test_exact_changes_are_made(tmp_path: Path) -> None:
    rules = tmp_path / "a.rules"
    wrong = Path(PLOTS).read_text("utf-8").replace("tile.worth", "tile.wort")
    for name in ("plots.csv", "plots.md"):
        (tmp_path / name).write_text((Path(PLOTS).parent / name).read_text("utf-8"))
    rules.write_text(wrong, "utf-8")
    assert rulesrun("validate", rules).code == 1
    ran = rulesrun("validate", "--fix", rules)
    assert ran.code == 0, ran.err
    assert 'did you mean "worth"?' in ran.out
    assert rules.read_text("utf-8") == Path(PLOTS).read_text("utf-8")
    assert "changed" not in rulesrun("validate", "--fix", rules).out


def test_what_is_told_of_a_game() -> None:
    told = rulesrun("list", "kingdom_builder", "--lang", "en").out
    assert "2 to 4 players" in told
    assert "--option first_game=yes|no" in told
    assert "rules/kingdom_builder/rulebook.md" in told


def test_a_variant_begins_with_all_that_belongs_to_the_game(tmp_path: Path) -> None:
    assert rulesrun("new", "mine", "--from", "auction", "-o", tmp_path).code == 0
    assert rulesrun("validate", tmp_path / "mine.rules").code == 0
    assert "game mine" in (tmp_path / "mine.rules").read_text("utf-8")
    assert '"mine/rulebook.md"' in (tmp_path / "mine.rules").read_text("utf-8")
    assert "2 passed, 4 left out" in rulesrun("test", tmp_path, "-k", "bid").out
    again = rulesrun("new", "mine", "--from", "auction", "-o", tmp_path)
    assert again.code == 2
    assert again.err.endswith("is there already\n"), "there is no --force"
    assert rulesrun("new", "other", "--from", "nowhere", "-o", tmp_path).code == 2


def test_a_variant_speaks_and_looks_as_its_game_does(tmp_path: Path) -> None:
    assert rulesrun("new", "isle", "--from", "island", "-o", tmp_path).code == 0
    names = {path.name for path in (tmp_path / "isle").iterdir()}
    assert names == {path.name for path in (shipped_folder() / "island").iterdir()}
    rules = tmp_path / "isle.rules"
    assert "no problems" in rulesrun("validate", rules).out
    strict = rulesrun("validate", "--strict", rules)
    ours = rulesrun("validate", "--strict", shipped_folder() / "island.rules")
    assert (0, ours.out) == (strict.code, strict.out), "no warnings, and the same notes"
    told = rulesrun("translate", rules, "--to", "fa", "--check")
    assert (0, "") == (told.code, told.err)
    assert "isle.rules:" in (tmp_path / "isle" / "fa.po").read_text("utf-8")
    trace = rulesrun("trace", rules).out
    assert "Changed since they were last accepted: none" in trace


LOG = '{"rulesrun": 1, "game": "a", "rules": "", "players": 2, "options": {}, "seed": 1}\n'
OTHERS = {
    "log": LOG,
    "page": "<!DOCTYPE html>\n",
    "save": '{"game": "a", "rules": "0f", "players": 2, "options": {}, "state": []}',
    "rules": f"# about\n\n{RULES}",
    "catalogue": '# small\nmsgid ""\nmsgstr ""\n',
    "rulebook": "# Small\n\nR-1. The game is for two.\n",
    "table": "name,cost\na,1\n",
    "text": "# Small\n\nA game for two.\n",
    "script": "# a game\nplayers 2\nplayer 1: pass\n",
}


def test_saved_positions_are_known() -> None:
    position = load("tic_tac_toe", players=2).start(1)
    for indent in (None, 2):
        assert kind_of(json.dumps(position.save(), indent=indent)) == "save"


@pytest.mark.parametrize("kind", KINDS)
def test_files_of_another_kind_are_known(kind: str, tmp_path: Path) -> None:
    assert kind == "text" or kind_of(OTHERS[kind]) == kind
    path = tmp_path / ("given.md" if kind == "text" else "given.txt")
    path.write_text(OTHERS[kind])
    for wanted, args in {
        "rules": ("validate", path),
        "log": ("replay", path),
        "script": ("play", PLOTS, "--script", path),
    }.items():
        ran = rulesrun(*args)
        if kind != wanted:
            assert (2, True) == (ran.code, f"{path.name} is a" in ran.err), ran.err
    assert "rulesrun replay" in rulesrun("play", path).err or kind != "log"


@pytest.mark.parametrize("command", UNTRUSTED)
def test_what_reads_rules_can_be_held_to_little_work(command: str) -> None:
    assert "--untrusted" in rulesrun(command, "--help").out
