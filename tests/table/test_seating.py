"""What those who sit at a table can do beside playing: names, a stand-in, once more."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from tables import game, page, served, table

from rulesrun.cli.main import main
from rulesrun.interpreter.logs import read_log
from rulesrun.table import addresses, serving
from rulesrun.table.links import links_beside
from rulesrun.table.seating import clean_name
from rulesrun.table.sitting import Table


def test_names_are_seen_by_all_and_kept(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    laid = table(game(), log)
    laid.links.write(log)
    with (
        served(laid) as client,
        page(client, laid.links.tokens[0]) as one,
        page(client, laid.links.watch) as watching,
    ):
        assert [seat["name"] for seat in one.scene["seats"]] == ["", ""]
        one.scene = one.ask(do="name", name="  <b>Ada</b>\n\u202e " + "x" * 60)
        name = "<b>Ada</b> " + "x" * 13
        assert one.scene["seats"][0]["name"].strip("\u2068\u2069") == name
        watching.follow()
        assert watching.scene["seats"] == one.scene["seats"]
        told = watching.ask(do="name", name="Eve")
        assert told["kind"] == "problem"
    kept = links_beside(log, 2)
    assert kept == laid.links
    assert kept.name(0) == name
    laid.session.close()


def test_names_are_one_line_that_can_be_seen() -> None:
    assert clean_name("\u200b\x00 ") == ""
    assert clean_name("مریم\u200cجان") == "مریم جان"


def test_a_seat_is_lent_and_taken_back_while_the_game_goes_on(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    laid = table(game(), log)
    laid.links.write(log)
    first, second = laid.links.tokens
    with (
        served(laid) as client,
        page(client, first) as one,
        page(client, second) as other,
    ):
        one.say(do="give", kind="random")
        while one.scene["at"] < 1:
            one.follow()
        assert other.scene["at"] == 0
        while other.scene["at"] < 1:
            other.follow()
        assert other.scene["seats"][0] == {"name": "", "kind": "random", "lent": True}
        kept = links_beside(log, 2)
        assert kept is not None
        assert kept.viewers == laid.links.viewers  # the link still leads there
        one.say(do="give", kind="human")
        while one.scene["seats"][0]["lent"]:
            one.follow()
        other.choose(0)
        while one.scene["at"] < 2:
            one.follow()
        assert "question" in one.scene
        for kind in ("thinker:99999", "../mine.py:choose", ""):
            assert one.ask(do="give", kind=kind)["kind"] == "problem"
    laid.session.close()


def test_once_more_is_another_game_by_the_same_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    links = []

    def play(tables: list[Table], *_: object) -> None:
        [laid] = tables
        links.append(laid.links)
        first, second = laid.links.tokens
        with (
            served(laid) as client,
            page(client, first) as one,
            page(client, second) as other,
        ):
            assert one.ask(do="again")["kind"] == "problem"
            for at in range(7):  # then the first one has a row
                sits, waits = (one, other) if at % 2 == 0 else (other, one)
                sits.choose(0)
                waits.follow()
            assert one.scene["ranking"] == [1, 2]
            one.say(do="again")
            while one.scene["over"]:
                one.follow()
            assert one.scene["at"] == 0
            assert "question" in one.scene

    monkeypatch.setattr(serving, "run", play)
    ran = CliRunner().invoke(main, ["serve", "tic_tac_toe", "--seed", "1"])
    assert ran.exit_code == 0, (ran.output, ran.exception)
    assert "--resume tic_tac_toe-2.log" in ran.output
    logs = [Path(f"tic_tac_toe-{number}.log") for number in (1, 2)]
    before, after = (read_log(log.read_text("utf-8"), whole=False) for log in logs)
    assert (len(before.entries), before.ranking) == (7, (1, 2))
    assert (len(after.entries), after.ranking) == (0, None)
    assert [links_beside(log, 2) for log in logs] == links * 2


def test_parts_of_the_page_are_packed_and_asked_for_once() -> None:
    laid = table(game())
    with served(laid) as client:
        first = client.get("/page/table.js")
        assert first.headers["content-encoding"] == "gzip"
        known = {"if-none-match": first.headers["etag"]}
        again = client.get("/page/table.js", headers=known)
        assert (again.status_code, again.content) == (304, b"")
        plain = client.get("/page/table.js", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == first.text
        total = 0
        for name in ("table.css", "table.js", "faces.js", "boards.js", "zones.js"):
            part = client.get(f"/page/{name}")
            total += int(part.headers["content-length"])
            assert int(part.headers["content-length"]) < len(part.content) * 0.5
        assert total < 40_000


def test_links_say_where_others_find_this_machine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(serving, "run", lambda *_: None)
    ran = CliRunner().invoke(main, ["serve", "tic_tac_toe", "--host", "0.0.0.0"])
    assert ran.exit_code == 0, ran.output
    assert "//0.0.0.0" not in ran.output
    assert f"http://{addresses.reached_at('0.0.0.0')}:" in ran.output
    assert addresses.reached_at("192.0.2.7") == "192.0.2.7"
    assert addresses.link_to("::1", 80, "x") == "http://[::1]:80/t/x"
    assert addresses.is_for_others("0.0.0.0")
    assert addresses.is_for_others("192.0.2.7")
    assert not addresses.is_for_others("127.0.0.1")
    assert not addresses.is_for_others("localhost")


def test_a_code_for_each_person(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("segno")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(serving, "run", lambda *_: None)
    args = ["serve", "tic_tac_toe", "--seat", "2=random", "--port", "0", "--qr"]
    ran = CliRunner().invoke(main, args)
    assert ran.exit_code == 0, ran.output
    assert ran.output.count("\nplayer 1\n") == 1
    assert "\nplayer 2\n" not in ran.output
    assert "▀" in ran.output
