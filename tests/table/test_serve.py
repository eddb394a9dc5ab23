"""`rulesrun serve`: what it is asked for, and what it refuses."""

from __future__ import annotations

import socket
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tables import CARDS

from rulesrun.cli.main import main
from rulesrun.cli.playing.logfile import LogFile
from rulesrun.interpreter.logs import read_log
from rulesrun.table import serving
from rulesrun.table.sitting import Table


@pytest.fixture(name="served")
def _served(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[Table]:
    """The tables of a command that ends at once instead of serving them."""
    result: list[Table] = []
    monkeypatch.setattr(serving, "run", lambda tables, *_: result.extend(tables))
    monkeypatch.chdir(tmp_path)
    return result


def serve(*args: str) -> Result:
    return CliRunner().invoke(main, ["serve", "--port", "0", *args])


def test_links_are_printed_and_kept_beside_the_log(
    served: list[Table], tmp_path: Path
) -> None:
    ran = serve("tic_tac_toe", "--seat", "2=random")
    assert ran.exit_code == 0, ran.output
    [table] = served
    assert f"/t/{table.links.tokens[0]}" in ran.output
    assert table.links.tokens[1] not in ran.output
    assert f"/t/{table.links.watch}" in ran.output
    assert "rulesrun serve --resume tic_tac_toe-1.log" in ran.output
    assert (tmp_path / "tic_tac_toe-1.log.links").stat().st_mode & 0o077 == 0
    again = serve("--resume", "tic_tac_toe-1.log")
    assert again.exit_code == 0, again.output
    assert served[1].links == table.links
    another = serve("tic_tac_toe", "--clock", "3d")
    assert another.exit_code == 0
    assert "3d for each choice" in another.output
    assert "3d" not in again.output
    assert (tmp_path / "tic_tac_toe-2.log").exists()


def test_only_this_machine_is_let_in_unless_told(
    served: list[Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    hosts: list[str] = []

    def run(_: list[Table], listening: socket.socket, __: str) -> None:
        hosts.append(listening.getsockname()[0])

    monkeypatch.setattr(serving, "run", run)
    assert serve("tic_tac_toe").exit_code == 0
    assert serve("tic_tac_toe", "--host", "0.0.0.0").exit_code == 0
    assert hosts == ["127.0.0.1", "0.0.0.0"]


BUSY = """\
language 1

game busy "Busy":
    players 2

state:
    n "rounds": int

play:
    repeat 3000000 times:
        n += 1
    for each p in players:
        p chooses one of:
            option rest "Rest":
                pass
    nobody wins
"""


def test_rules_of_others_are_held_to_little_work(
    served: list[Table], tmp_path: Path
) -> None:
    (tmp_path / "busy.rules").write_text(BUSY, "utf-8")
    assert serve("busy.rules").exit_code == 0
    ran = serve("busy.rules", "--untrusted")
    assert ran.exit_code == 1
    assert "2,000,000" in ran.output
    assert len(served) == 1


def test_several_tables(served: list[Table], tmp_path: Path) -> None:
    ran = serve("tic_tac_toe", "--tables", "3", "--log", "club.log", "--seed", "5")
    assert ran.exit_code == 0, ran.output
    assert len({table.links.watch for table in served}) == 3
    logs = sorted(tmp_path.glob("*.log"))
    assert [log.name for log in logs] == ["club-2.log", "club-3.log", "club.log"]
    assert {read_log(log.read_text("utf-8")).seed for log in logs} == {5, 6, 7}


@pytest.mark.parametrize(
    ("args", "message"),
    [
        ((), "name the rules of a game"),
        (("nothing",), "nothing"),
        (("tic_tac_toe", "--players", "9"), "players"),
        (("tic_tac_toe", "--seat", "2=robot"), "robot"),
        (("tic_tac_toe", "--seat", "4=human"), "not for 4"),
        (("tic_tac_toe", "--log", "."), "folder"),
        (("--resume", "missing.log"), "missing.log"),
        (("--resume", "x.log", "--players", "2"), "leave them out"),
        (("tic_tac_toe", "--host", "203.0.113.77"), "cannot listen"),
        (("tic_tac_toe", "--clock", "soon"), "write a time such as"),
        (("tic_tac_toe", "--hook", "here"), "write an address such as"),
    ],
)
def test_wrong_usage(served: list[Table], args: tuple[str, ...], message: str) -> None:
    ran = serve(*args)
    assert ran.exit_code == 2
    assert message in ran.output
    assert not served
    assert not list(Path().glob("*.log"))


def test_a_log_of_a_table_that_is_open_is_not_taken_up(served: list[Table]) -> None:
    pytest.importorskip("fcntl")
    assert serve("tic_tac_toe").exit_code == 0
    [table] = served
    path = Path("tic_tac_toe-1.log")
    with closing(LogFile.take_up(path, table.session.log)):
        ran = serve("--resume", str(path))
    assert ran.exit_code == 2
    assert "under way" in ran.output


def test_a_port_that_is_taken(served: list[Table]) -> None:
    with closing(socket.socket()) as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        ran = CliRunner().invoke(main, ["serve", "tic_tac_toe", "--port", port])
    assert ran.exit_code == 2
    assert f"cannot listen on 127.0.0.1 port {port}" in ran.output
    assert not list(Path().glob("*.log"))


def test_rules_that_are_elsewhere_are_named_before_the_log(
    served: list[Table], tmp_path: Path
) -> None:
    (tmp_path / "own.rules").write_text(CARDS, "utf-8")
    assert serve("own.rules").exit_code == 0
    served[0].session.close()
    (tmp_path / "there").mkdir()
    (tmp_path / "own.rules").rename(tmp_path / "there/own.rules")
    [log] = tmp_path.glob("*.log")
    ran = serve("--resume", log.name)
    assert ran.exit_code == 2
    assert f"rulesrun serve FILE --resume {log.name}" in ran.output
    assert serve("there/own.rules", "--resume", log.name).exit_code == 0
