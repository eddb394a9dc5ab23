import pytest
from running import PLOTS, rulesrun

from rulesrun.cli import main as cli
from rulesrun.cli.main import COMMANDS
from rulesrun.dsl.problems.codes import CATALOGUE


def test_list() -> None:
    ran = rulesrun("list")
    assert ran.code == 0
    lines = ran.out.splitlines()
    assert any(line.split("  ")[0].strip() == "tic_tac_toe" for line in lines)
    games = [line for line in lines[:-1] if not line.startswith(" ")]
    assert f"{len(games)} games" == lines[-1]


def test_list_in_persian() -> None:
    assert "الحمرا" in rulesrun("list", "--lang", "fa").out


def test_explain_a_code() -> None:
    ran = rulesrun("explain", "empty-file")
    assert ran.code == 0
    assert ran.out.startswith("empty-file (error)\n")


def test_explain_all() -> None:
    ran = rulesrun("explain")
    assert ran.out.endswith(f"{len(CATALOGUE)} codes\n")


def test_explain_a_misspelt_code() -> None:
    ran = rulesrun("explain", "error[unknwon-name]")
    assert ran.code == 2
    assert 'did you mean "unknown-name"' in ran.err


@pytest.mark.parametrize("stage", ["tokens", "tree", "names", "plan"])
def test_debug(stage: str) -> None:
    ran = rulesrun("debug", stage, PLOTS)
    assert (0, "") == (ran.code, ran.err)
    assert len(ran.out.splitlines()) > 15


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    ran = rulesrun(name, "--help")
    assert (0, "") == (ran.code, ran.err)
    assert ran.out.startswith(f"Usage: rulesrun {name}")


def test_misspelt_command() -> None:
    ran = rulesrun("vaildate", PLOTS)
    assert ran.code == 2
    assert 'did you mean "validate"?' in ran.err


def test_a_fault_of_ours_is_said_to_be_one(monkeypatch: pytest.MonkeyPatch) -> None:
    from click.testing import CliRunner

    def broken() -> None:
        raise KeyError("lost")

    monkeypatch.setattr("rulesrun.cli.commands.shelf.games", broken)
    result = CliRunner().invoke(cli.main, ["list"])
    assert result.exit_code == 3
    assert "This is a fault of rulesrun" in result.stderr
    assert "KeyError: 'lost'" in result.stderr
    assert "Please report it" in result.stderr
    assert "Traceback" not in result.stderr
