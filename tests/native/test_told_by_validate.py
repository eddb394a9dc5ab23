"""What is not compiled is told by `validate`, and plays in Python."""

from pathlib import Path

from click.testing import CliRunner

from rulesrun.cli.main import main

RULES = """language 1

game deep "Deep":
    players 2

state:
    past: list of list of list of int
    total "total": int

play:
    player 1 chooses n in 1..3
    past = past + [[[n]]]
    total = size(past)
    nobody wins
"""


def test_it_is_told_once_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "deep.rules"
    file.write_text(RULES, "utf-8")

    plain, strict, json = (
        CliRunner().invoke(main, ["validate", str(file), *more])
        for more in ([], ["--strict"], ["--format", "json"])
    )
    played = CliRunner().invoke(main, ["simulate", str(file), "--games", "3"])

    assert plain.stderr.count("played in Python: ") == 1
    assert "cannot be compiled yet" in plain.stderr
    assert plain.exit_code == strict.exit_code == json.exit_code == 0
    assert json.stdout == "[]\n"
    assert "3 games played, none went wrong" in played.stdout


def test_nothing_is_told_of_what_is_compiled() -> None:
    invoke = CliRunner().invoke(main, ["validate", "connect_four", "alhambra"])

    assert (invoke.exit_code, invoke.stderr) == (0, "")
