"""A lobby: tables that people open, find, sit down at, leave asleep and wake again."""

from __future__ import annotations

import asyncio
import os
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient
from tables import HOST, OURS, page

from rulesrun.cli.main import main
from rulesrun.cli.output.problems import Unusable
from rulesrun.dsl.limits import DEFAULT
from rulesrun.interpreter.logs import read_log
from rulesrun.table.entrance import PAGE
from rulesrun.table.lobby import Lobby, Wanted
from rulesrun.table.register import Register, Stand
from rulesrun.table.server import Hall
from rulesrun.table.sleeping import Refused
from rulesrun.table.words import LOBBY, lobby_words

NEW = {
    "game": "tic_tac_toe",
    "players": 2,
    "options": {},
    "seats": ["human", "human"],
    "clock": "",
    "listed": True,
    "name": "Ada",
}


def lobby_in(folder: Path, **more: Any) -> Lobby:
    return Lobby(folder, Register(folder / "tables.db"), DEFAULT, 0.0, **more)


@contextmanager
def entered(lobby: Lobby) -> Iterator[TestClient]:
    app = Hall([], lobby=lobby).app()
    with TestClient(app, base_url=f"http://{HOST}", headers=OURS) as client:
        yield client
    lobby.register.close()


def opened(client: TestClient, **more: object) -> Mapping[str, Any]:
    answer = client.post("/lobby/open", json={**NEW, **more})
    assert answer.status_code == 200, answer.text
    result: Mapping[str, Any] = answer.json()
    return result


def listed(client: TestClient, *also: str) -> list[Mapping[str, Any]]:
    result: list[Mapping[str, Any]] = client.get(
        f"/lobby/tables?also={','.join(also)}"
    ).json()["tables"]
    return result


def test_somebody_opens_a_table_and_another_one_sits_down(tmp_path: Path) -> None:
    with entered(lobby_in(tmp_path)) as client:
        assert "lobby.js" in client.get("/").text
        assert listed(client) == []
        made = opened(client)
        (one,) = listed(client)
        assert one["title"] == "Tic-tac-toe"
        assert [seat["taken"] for seat in one["seats"]] == [True, False]
        wanted = {"id": one["id"], "seat": 1, "name": "Eve"}
        sat = client.post("/lobby/sit", json=wanted).json()
        again = client.post("/lobby/sit", json=wanted | {"name": "Mallory"})
        assert again.status_code == 409
        assert again.json()["problem"] == LOBBY["taken"]
        with page(client, made["token"]) as ada, page(client, sat["token"]) as eve:
            names = [seat["name"].strip("\u2068\u2069") for seat in ada.scene["seats"]]
            assert names == ["Ada", "Eve"]
            assert ada.scene["lobby"]
            ada.choose(0)
            assert "question" in eve.follow()
        assert listed(client)[0]["choices"] == 1


def test_a_table_that_is_not_listed_is_found_by_who_is_invited(tmp_path: Path) -> None:
    with entered(lobby_in(tmp_path)) as client:
        made = opened(client, listed=False)
        assert listed(client) == []
        (one,) = listed(client, made["id"], "nobody")
        assert one["id"] == made["id"]
        assert client.get(f"/join/{made['id']}").status_code == 200
        assert client.get("/join/nobody").status_code == 404
        told = str(one)
        assert made["token"] not in told


def test_what_a_page_may_not_say(tmp_path: Path) -> None:
    with entered(lobby_in(tmp_path)) as client:
        for wrong, key in (
            ({"game": "../../etc/passwd"}, "no such game"),
            ({"seats": ["human", "mine.py:choose"]}, "not so"),
            ({"seats": ["human"]}, "not so"),
            ({"seats": ["random", "random"]}, "nobody"),
            ({"players": 3}, "not so"),
            ({"players": True}, "not so"),
            ({"clock": "1s"}, "not so"),
            ({"name": " \u200b"}, "no name"),
            ({"listed": "yes"}, "not so"),
        ):
            answer = client.post("/lobby/open", json={**NEW, **wrong})
            assert (answer.status_code, answer.json()["problem"]) == (409, LOBBY[key])
        option = client.post("/lobby/open", json={**NEW, "options": {"nothing": "1"}})
        assert "nothing" in option.json()["problem"]
        assert client.post("/lobby/open", content=b"{" * 9000).status_code == 409
        elsewhere = {"host": HOST, "origin": "http://elsewhere.example"}
        assert (
            client.post("/lobby/open", json=NEW, headers=elsewhere).status_code == 404
        )
        other = {"host": "elsewhere.example"}
        assert client.get("/lobby/tables", headers=other).status_code == 404
        assert listed(client) == []
        assert not list(tmp_path.glob("*.log"))


def test_so_many_tables_are_opened_at_once(tmp_path: Path) -> None:
    with entered(lobby_in(tmp_path)) as client:
        kinds = {client.post("/lobby/open", json=NEW).status_code for _ in range(30)}
        assert kinds == {200, 409}
        assert len(listed(client)) <= 25


def test_tables_sleep_and_wake_where_they_were(tmp_path: Path) -> None:
    lobby = lobby_in(tmp_path)
    late = [0.0]
    lobby.sleepers.clock = lambda: late[0]

    async def tended() -> None:
        await lobby.sleepers.tend_now()

    with entered(lobby) as client:
        made = opened(client)
        assert not lobby.sleepers.awake
        with page(client, made["token"]) as ada:
            ada.say(do="name", name="Ada L.")
            ada.follow()
            ada.choose(4)
            late[0] += 1000
            assert client.portal is not None
            client.portal.call(tended)
            assert len(lobby.sleepers.awake) == 1  # somebody looks
        late[0] += 30
        client.portal.call(tended)
        assert len(lobby.sleepers.awake) == 1
        late[0] += 1000
        client.portal.call(tended)
        assert not lobby.sleepers.awake
        (one,) = listed(client)
        assert (one["choices"], one["turn"]) == (1, 1)
        with page(client, made["token"]) as ada:
            assert ada.scene["at"] == 1
            assert ada.scene["seats"][0]["name"].strip("\u2068\u2069") == "Ada L."


def test_a_list_is_there_after_a_restart(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with entered(lobby_in(tmp_path)) as client:
        made = opened(client, seats=["human", "random"])
        with page(client, made["token"]) as ada:
            ada.choose(0)
            while ada.scene["at"] < 2:
                ada.follow()
    with entered(lobby_in(tmp_path)) as client:
        assert listed(client)[0]["choices"] == 2
        with page(client, made["token"]) as ada:
            assert ada.scene["at"] == 2
            ada.choose(0)
    log = next(tmp_path.glob("*.log")).read_text("utf-8")
    assert len(read_log(log).entries) >= 3
    assert "written anew" not in caplog.text


def test_the_time_for_a_choice_passes_while_a_table_sleeps(tmp_path: Path) -> None:
    lobby = lobby_in(tmp_path)
    with entered(lobby) as client:
        made = opened(client, clock="15m")
        with page(client, made["token"]) as ada:
            ada.choose(0)
    lobby = lobby_in(tmp_path)
    row = lobby.register.by_id(made["id"])
    assert row is not None
    assert row.due is not None
    assert 800 < row.due - time.time() <= 900
    log = tmp_path / row.log
    os.utime(log, (time.time() - 2000, time.time() - 2000))
    number = row.number
    lobby.register.note([Stand(number, 1, 1, over=False, due=time.time() - 5)])
    with entered(lobby) as client:
        end = time.monotonic() + 30
        while listed(client)[0]["choices"] < 2 and time.monotonic() < end:
            time.sleep(0.05)
        assert listed(client)[0]["seats"][1]["lent"]


def test_another_game_is_begun_at_the_same_table(tmp_path: Path) -> None:
    with entered(lobby_in(tmp_path)) as client:
        made = opened(client, seats=["human", "random"])
        with page(client, made["token"]) as ada:
            while not ada.scene["over"]:
                if "question" in ada.scene:
                    ada.choose(0)
                else:
                    ada.follow()
            assert listed(client) == []
            ada.say(do="again")
            ada.hear()
            assert not ada.follow()["over"]
    with (
        entered(lobby_in(tmp_path)) as client,
        page(client, made["token"]) as ada,
    ):
        assert not ada.scene["over"]
        assert len(list(tmp_path.glob("*.log"))) == 2


def test_where_all_are_awake_nobody_is_let_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulesrun.table.sleeping.MOST_AWAKE", 1)
    lobby = lobby_in(tmp_path)
    late = [0.0]
    lobby.sleepers.clock = lambda: late[0]
    with entered(lobby) as client:
        first, second = opened(client), opened(client)
        with page(client, first["token"]):
            late[0] += 100
            answer = client.get(f"/t/{second['token']}")
            assert (answer.status_code, answer.text.strip()) == (
                503,
                LOBBY["all awake"],
            )
        late[0] += 100
        assert client.get(f"/t/{second['token']}").status_code == 200
        assert len(lobby.sleepers.awake) == 1


def test_a_log_that_cannot_be_played_again_is_told(tmp_path: Path) -> None:
    with entered(lobby_in(tmp_path)) as client:
        made = opened(client)
        log = next(tmp_path.glob("*.log"))
        log.write_text("{}\n", "utf-8")
        answer = client.get(f"/t/{made['token']}")
        assert answer.status_code == 503
        assert "cannot be opened" in answer.text


def test_one_server_has_a_list_alone(tmp_path: Path) -> None:
    register = Register(tmp_path / "tables.db")
    with pytest.raises(Unusable, match="another server"):
        Register(tmp_path / "tables.db")
    register.close()
    (tmp_path / "other.db").write_bytes(b"something else" * 100)
    with pytest.raises(Unusable):
        Register(tmp_path / "other.db")


def test_only_one_game_is_offered_where_one_is_named(tmp_path: Path) -> None:
    lobby = lobby_in(tmp_path, only="tic_tac_toe")
    with entered(lobby) as client:
        assert [one["title"] for one in client.get("/lobby/words").json()["games"]] == [
            "Tic-tac-toe"
        ]
        other = client.post("/lobby/open", json={**NEW, "game": "alhambra"})
        assert other.json()["problem"] == LOBBY["no such game"]


def test_rules_with_errors_are_told(tmp_path: Path) -> None:
    rules = tmp_path / "broken.rules"
    rules.write_text("language 2\n\ngame broken:\n    players 2\n", "utf-8")
    with entered(lobby_in(tmp_path, only=str(rules))) as client:
        answer = client.get(f"/lobby/game?game={rules}")
        assert answer.json()["problem"] == LOBBY["faulty rules"]


def test_options_are_told_in_words(tmp_path: Path) -> None:
    lobby = lobby_in(tmp_path)
    wanted = Wanted("alhambra", 2, {}, ("human", "greedy"), "", listed=True, name="A")

    async def made() -> None:
        row = await lobby.open(wanted)
        assert set(row.texts) == {"en", "fa"}
        with pytest.raises(Refused):
            await lobby.sit(row, 1, "Eve")

    asyncio.run(made())
    lobby.register.close()


def test_the_first_page_says_what_is_there_in_both_languages() -> None:
    text = (PAGE / "lobby.js").read_text("utf-8")
    said = set(re.findall(r'say\("([^"]+)"', text)) | {"to the table", "go on"}
    said |= {key for key in LOBBY if key.startswith("clock ")}
    said |= {"human", "thinker:500", "greedy", "random", "yes", "no", "none"}
    said |= {"taken", "gone", "no such game", "not so", "nobody", "too many", "full"}
    said |= {"all awake", "faulty", "faulty rules", "no name"}
    persian = lobby_words("fa")
    assert said == set(LOBBY)
    for key, english in LOBBY.items():
        assert persian[key] != english, key


def test_what_the_command_takes(tmp_path: Path) -> None:
    run = CliRunner().invoke
    wrong = run(main, ["serve", "--lobby", str(tmp_path / "a"), "--players", "3"])
    assert wrong.exit_code == 2
    assert "--lobby lets people say how they play" in wrong.output
    assert not (tmp_path / "a").exists()
    none = run(main, ["serve", "no_such_game", "--lobby", str(tmp_path / "a")])
    assert none.exit_code == 2
    assert not (tmp_path / "a").exists()
