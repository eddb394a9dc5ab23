"""The server of tables: who gets in, what goes through, and what is kept."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from attrs import Factory, define
from compiling import program_of
from starlette.websockets import WebSocketDisconnect
from tables import CARDS, HOST, OURS, game, page, served, table

from rulesrun.cli.output.problems import Unusable
from rulesrun.cli.playing.logfile import LogFile
from rulesrun.cli.playing.records import resume
from rulesrun.cli.web.looks import Looks
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.logs import read_log
from rulesrun.table import wire
from rulesrun.table.background import OwnMind
from rulesrun.table.hearing import Asked, Hearing
from rulesrun.table.links import Links, links_beside
from rulesrun.table.server import MOST_BESIDE, PAGE
from rulesrun.table.sitting import Table
from rulesrun.table.telling import tell
from rulesrun.table.wire import AT_ONCE, MOST_BYTES


def test_pages_are_found_by_their_links_alone() -> None:
    laid = table(game())
    with served(laid) as client:
        entry = client.get(f"/t/{laid.links.tokens[0]}")
        assert entry.status_code == 200
        assert "script-src 'self'" in entry.headers["content-security-policy"]
        assert entry.headers["referrer-policy"] == "no-referrer"
        assert (
            client.get("/page/table.js")
            .headers["content-type"]
            .startswith("text/javascript")
        )
        for missing in (
            *("/", "/t/guess", f"/t/{laid.links.tokens[0]}/picture/a.png"),
            *("/page/..%2fserver.py", "/page/server.py", "/page/%2fetc%2fpasswd"),
        ):
            assert client.get(missing).status_code == 404


def test_links_cannot_be_guessed_and_differ() -> None:
    laid = table(game(players=3))
    tokens = [*laid.links.tokens, laid.links.watch]
    assert len(set(tokens)) == 4
    assert all(len(token) >= 24 for token in tokens)


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        (HOST, None),
        (HOST, "http://elsewhere.example"),
        (HOST, "http://127.0.0.1:9999"),
        ("elsewhere.example", "http://elsewhere.example"),
        ("[", "http://["),
    ],
)
def test_only_pages_of_this_server_are_heard(host: str, origin: str | None) -> None:
    laid = table(game())
    headers = {"host": host, **({"origin": origin} if origin else {})}
    with served(laid) as client:
        del client.headers["origin"]
        with (
            pytest.raises((WebSocketDisconnect, ValueError)),
            client.websocket_connect(
                f"/t/{laid.links.watch}/live", headers=headers
            ) as socket,
        ):
            socket.receive_text()


def test_a_choice_is_seen_by_all_and_was_in_the_log_before(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    laid = table(game(), log)
    with served(laid) as client:
        first, second = laid.links.tokens
        with (
            page(client, first) as one,
            page(client, second, "fa") as other,
            page(client, laid.links.watch) as watching,
        ):
            assert one.game["seat"] == 0
            assert other.game["words"]["undo"] == "برگرداندن حرکت"
            assert "question" not in other.scene
            assert "question" not in watching.scene
            scene = one.choose()
            assert len(read_log(log.read_text("utf-8")).entries) == 1
            assert scene["at"] == 1
            assert other.follow()["story"][-1]["player"] == 0
            assert "question" in other.scene
            assert watching.follow()["at"] == 1


def test_what_cannot_be_done_is_told() -> None:
    laid = table(game())
    with (
        served(laid) as client,
        page(client, laid.links.tokens[0]) as one,
        page(client, laid.links.tokens[1]) as other,
    ):
        told = other.ask(do="choose", at=0, option=0)
        assert told == {
            "kind": "problem",
            "message": "It is not your turn to choose.",
        }
        for at, option in ((1, 0), (0, 99)):
            told = one.ask(do="choose", at=at, option=option)
            assert told["message"] == "The game has gone on; look again."
        told = one.ask(do="undo", at=0)
        assert told["message"] == "nothing has been chosen yet"


def test_taking_back() -> None:
    made = game("tic_tac_toe")
    laid = table(made)
    with served(laid) as client, page(client, laid.links.tokens[0]) as one:
        one.choose(4)
        told = one.ask(do="undo", at=1)
        assert told["message"] == "It is not your turn to choose."
    laid = table(game("kingdom_builder"), seed=1)
    token = laid.links.tokens[laid.session.position.player or 0]
    with served(laid) as client, page(client, token) as one:
        before = one.scene
        one.choose(0)
        after = one.ask(do="undo", at=1)
        assert after["seen"] == before["seen"]
        assert after["story"] == before["story"] == []


def test_why_not_with_the_value_and_the_paragraph() -> None:
    laid = table(game("alhambra"), seed=7)
    token = laid.links.tokens[laid.session.position.player or 0]
    with served(laid) as client, page(client, token) as one:
        answer = one.ask(do="why", key="enum:Currency:0", picks=[])
        assert answer["key"] == "enum:Currency:0"
        [reason] = answer["reasons"]
        assert reason["why"] == "that is too little money"
        assert reason["paragraphs"][0][1]
        assert "place" not in reason
        for odd in (
            "",
            "x",
            "component:1:nobody",
            "cell:land:1",
            "enum:Currency:9",
        ):
            assert one.ask(do="why", key=odd, picks=["?"])["reasons"] == []


@define
class SlowMind(OwnMind):
    """Answers once it is let, and counts who goes away meanwhile."""

    let: threading.Event = Factory(threading.Event)
    left: int = 0

    async def tell(self, kind: str, hearing: Hearing, asked: Asked) -> dict[str, Any]:
        """What is asked for, once it may be told."""
        try:
            while not self.let.is_set():
                await asyncio.sleep(0.01)
        except asyncio.CancelledError:
            self.left += 1
            raise
        return await super().tell(kind, hearing, asked)


def test_a_hint_holds_up_no_choice_and_ends_with_its_page() -> None:
    laid = table(game("tic_tac_toe"))
    laid.mind = mind = SlowMind()
    with served(laid) as client, page(client, laid.links.tokens[0]) as one:
        mark = one.scene["question"]["mark"]
        one.say(do="hint")
        assert one.choose(0)["at"] == 1
        mind.let.set()
        assert one.hear()["mark"] == mark != one.scene.get("question", {}).get("mark")
        mind.let.clear()
        with page(client, laid.links.tokens[1]) as other:
            for _ in range(MOST_BESIDE + 1):
                other.say(do="hint")
            assert other.hears_nothing()
        assert client.get("/").status_code == 404  # the page is gone by now
        assert mind.left == MOST_BESIDE


def test_hints_and_points() -> None:
    laid = table(game("tic_tac_toe"))
    with served(laid) as client, page(client, laid.links.tokens[0]) as one:
        hint = one.ask(do="hint")
        assert hint["mark"] == one.scene["question"]["mark"]
        hints = hint["hints"]
        assert len(hints) == 3
        assert all(0 <= number < 9 for number, *_ in hints)
    laid = table(game())
    with served(laid) as client, page(client, laid.links.tokens[0]) as one:
        one.choose(0)
        [account] = one.ask(do="ledger")["accounts"]
        assert account["totals"][0] == account["rows"][0]["amounts"][0] > 0
        row = account["rows"][0]
        assert set(row) == {"label", "amounts", "rules", "parts"}
        assert sum(part["amounts"][0] for part in row["parts"]) == row["amounts"][0]


@pytest.mark.parametrize(
    ("name", "language"), [("architects", "en"), ("alhambra", "fa")]
)
def test_points_are_told_by_paragraph_and_once(name: str, language: str) -> None:
    laid = table(game(name), seed=2)
    while not laid.session.position.over:
        laid.session.choose(laid.session.by_chance())
    told: Any = tell("ledger", laid.hearing(0, language))
    for account in told["accounts"]:
        labels = [row["label"] for row in account["rows"]]
        assert len(set(labels)) == len(labels)
        assert not any(".rules" in label or "@" in label for label in labels)
        for seat, total in enumerate(account["totals"]):
            assert sum(row["amounts"][seat] for row in account["rows"]) == total
        for row in account["rows"]:
            for seat, amount in enumerate(row["amounts"]):
                parts = [part["amounts"][seat] for part in row.get("parts", ())]
                assert not parts or sum(parts) == amount
    [account] = told["accounts"]
    told_for = {p["label"] for row in account["rows"] for p in row.get("parts", ())}
    if name == "architects":
        assert {"Church", "Smithy"} & told_for
    if name == "alhambra":
        assert {"دور اول امتیازدهی", "دور سوم امتیازدهی؛ برج"} <= told_for
        [account] = told["accounts"]
        for_tiles = "امتیاز ساختمان‌ها بر حسب نوع، دور امتیازدهی و رتبه"
        assert for_tiles in [row["label"] for row in account["rows"]]
    scene: Any = tell("scene", laid.hearing(0, language))
    best = scene["ranking"].index(1)
    points = scene["results"][0]["values"][: laid.session.game.players]
    assert points[best] == max(points)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        "[" * 5000,
        '{"do": "nothing"}',
        '{"do": ["choose"]}',
        '{"do": "choose", "at": true, "option": 0}',
        '{"do": "choose", "at": 0, "option": -1}',
        '{"do": "why", "key": 1, "picks": []}',
        '{"do": "why", "key": "' + "x" * 300 + '", "picks": []}',
        json.dumps({"do": "hint", "x": "y" * MOST_BYTES}),
    ],
)
def test_nonsense_ends_the_connection(text: str) -> None:
    laid = table(game())
    with served(laid) as client:
        with page(client, laid.links.tokens[0]) as one:
            one.socket.send_text(text)
            with pytest.raises(WebSocketDisconnect):
                one.hear()
        with page(client, laid.links.tokens[0]) as again:
            assert again.scene["at"] == 0


def test_too_many_messages_end_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wire, "PER_SECOND", 0.0)  # however slow this machine is
    laid = table(game())
    with served(laid) as client, page(client, laid.links.watch) as one:
        many = range(int(AT_ONCE) + 20)
        for _ in many:
            one.say(do="ledger")
        with pytest.raises(WebSocketDisconnect):
            [one.hear() for _ in many]


def test_seats_of_chance_play_a_whole_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wire, "PER_SECOND", 1e9)
    log = tmp_path / "a.log"
    laid = table(game("alhambra", 3), log, 5, ("human", "random", "random"))
    with served(laid) as client, page(client, laid.links.tokens[0]) as one:
        while not one.scene["over"]:
            if "question" in one.scene:
                one.say(
                    do="choose",
                    at=one.scene["at"],
                    option=one.scene["at"] % len(one.scene["question"]["options"]),
                )
            one.follow()
        assert sorted(one.scene["ranking"])[0] == 1
    laid.session.close()
    kept = read_log(log.read_text("utf-8"))
    assert kept.ranking == laid.session.position.ranking


def test_a_table_is_taken_up_by_the_same_links(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    made = game()
    laid = table(made, log)
    laid.links.write(log)
    with served(laid) as client, page(client, laid.links.tokens[0]) as one:
        one.choose(1)
    laid.session.close()
    log.write_bytes(log.read_bytes() + b'{"player": 2, "cho')  # killed while writing
    session = resume(made, str(log))
    session.file = LogFile.take_up(log, session.log)
    links = links_beside(log, 2)
    assert links == laid.links
    again = Table.lay(session, links, Looks())
    with served(again) as client, page(client, links.tokens[1]) as other:
        assert other.scene["at"] == 1
        assert [one["player"] for one in other.scene["story"]] == [0]
        other.choose(0)
    again.session.close()
    assert len(read_log(log.read_text("utf-8")).entries) == 2


def test_links_that_are_none(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    assert links_beside(log, 2) is None
    for text in ("", "[]", "{}", '{"seats": 1}', '{"seats": [{}], "watch": ""}'):
        (tmp_path / "a.log.links").write_text(text)
        with pytest.raises(Unusable, match="not links"):
            links_beside(log, 2)
    (tmp_path / "a.log.links").unlink()
    Links.fresh(table(game()).links.seats).write(log)
    with pytest.raises(Unusable, match="another number of players"):
        links_beside(log, 3)


def test_a_log_without_the_end_of_its_last_line_is_gone_on_with(tmp_path: Path) -> None:
    log = tmp_path / "a.log"
    made = game()
    laid = table(made, log)
    with served(laid) as client, page(client, laid.links.tokens[0]) as one:
        one.choose(0)
    laid.session.close()
    log.write_bytes(log.read_bytes().rstrip(b"\n"))
    session = resume(made, str(log))
    session.file = LogFile.take_up(log, session.log)
    session.choose(session.position.options[0])
    session.file.take_back()
    assert len(resume(made, str(log)).log.entries) == 1
    session.file.add(session.log.entries[-1])
    session.close()
    assert len(resume(made, str(log)).log.entries) == 2


def test_faulty_rules_leave_the_table_as_it_was() -> None:
    text = CARDS.replace(
        "p.points += card.worth", "p.points = 6 / (card.worth - 1) rounded down"
    )
    laid = table(Game(program_of(text), 2), seed=2)
    with served(laid) as client, page(client, laid.links.tokens[0]) as one:
        question = one.scene["question"]
        ones = [
            number
            for number, option in enumerate(question["options"])
            if len(option) > 1 and " 1" in question["values"][option[1]]["label"]
        ]
        told = one.ask(do="choose", at=0, option=ones[0])
        assert "the rules go wrong" in told["message"]
        other = next(n for n in range(len(question["options"])) if n not in ones)
        assert one.choose(other)["at"] == 1
        assert len(one.scene["story"]) == 1


def test_the_page_makes_no_markup_of_texts() -> None:
    for path in PAGE.glob("*.js"):
        text = path.read_text("utf-8")
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacent|document\.write", text
        )
        assert "https:" not in text.replace('"https:" ? "wss"', "")
    page_text = (PAGE / "table.html").read_text("utf-8")
    assert not re.search(r"<script(?! type=\"module\" src=\"/page/)", page_text)
    assert OURS["origin"] not in page_text


FAULTY = """\
language 1

game faulty "Faulty":
    players 2

each player:
    number "number": 0..9, seen by owner = 7

action add(p: player, q: player) "Add":
    q.number += 5

play:
    for each p in players:
        p chooses one of:
            add(p, p.left)
            option rest "Rest":
                pass
    nobody wins
"""


def test_what_is_told_of_a_fault_hides_what_is_hidden() -> None:
    laid = table(Game(program_of(FAULTY), 2))
    with served(laid) as client, page(client, laid.links.tokens[0]) as one:
        told = one.ask(do="choose", at=0, option=0)["message"]
        assert "the rules go wrong" in told
        assert "12" not in told
        one.choose(1)
    everything = table(Game(program_of(FAULTY), 2))
    everything.links = everything.links.with_design()
    assert everything.links.design is not None
    with served(everything) as client, page(client, everything.links.design) as one:
        assert "12" in one.ask(do="choose", at=0, option=0)["message"]
