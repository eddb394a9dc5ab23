"""A game as a film: its positions as they were seen, its points, and the page of a log."""

from __future__ import annotations

import base64
import gzip
import json
import re
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner
from compiling import program_of
from tables import game, page, served, table

from rulesrun.cli.main import main
from rulesrun.cli.messages.words import Words
from rulesrun.cli.playing.session import Session
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.transcript import final_lines
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER
from rulesrun.table.hearing import Hearing
from rulesrun.table.story import labels_of, retold
from rulesrun.table.telling import tell


def heard(session: Session, viewer: int | None, language: str = "en") -> Hearing:
    labels = labels_of(session.game)
    at = labels[language].at(session.position)
    return Hearing(session, at, viewer, retold(session, labels))


def positions(film: Mapping[str, Any]) -> list[list[Any]]:
    """What is seen in each position of a film."""
    result: list[list[Any]] = []
    for frame in film["frames"]:
        now = list(frame["seen"]) if "seen" in frame else list(result[-1])
        for number, value in frame.get("changes", ()):
            now[number] = value
        result.append(now)
    return result


@pytest.mark.parametrize(
    ("name", "viewer"),
    [("alhambra", 1), ("cards", 0), ("cards", ONLOOKER), ("cards", None)],
)
def test_a_film_shows_what_was_seen_while_the_game_was_played(
    name: str, viewer: int | None
) -> None:
    session, chance = Session.begin(game(name), 4), Random(1)
    seen = []
    for _ in range(25):
        if session.position.over:
            break
        seen.append(tell("scene", heard(session, viewer)))
        session.choose(chance.choice(session.position.options))
    seen.append(tell("scene", heard(session, viewer)))
    film = tell("film", heard(session, viewer))
    assert positions(film) == [scene["seen"] for scene in seen]
    for frame, scene in zip(film["frames"], seen, strict=True):
        told = film["story"][: frame["story"]]
        assert told[-40:] == scene["story"]
        assert frame["actor"] == scene["actor"]


def test_points_on_the_way_add_up() -> None:
    session, chance = Session.begin(game("auction", 3), 4), Random(1)
    while not session.position.over:
        session.choose(chance.choice(session.position.options))
    film = tell("film", heard(session, 0))
    (points,) = (one for one in film["points"] if one["label"] == "points")
    assert len(points["values"]) == len(film["frames"]) == len(session.log.entries) + 1
    given = [frame["gained"] for frame in film["frames"] if "gained" in frame]
    assert given
    sums = [
        sum(r["amounts"][seat] for rows in given for r in rows) for seat in range(3)
    ]
    assert sums == points["values"][-1]


def test_a_game_that_does_not_follow_from_its_log_is_one_position() -> None:
    session = Session.begin(game(), 3)
    other = Session.begin(game(), 4)
    other.choose(other.position.options[0])
    session.log.entries[:] = other.log.entries
    assert len(tell("film", heard(session, None))["frames"]) == 1


def test_a_film_is_for_games_that_are_over() -> None:
    laid = table(game())
    with served(laid) as client, page(client, laid.links.tokens[0]) as one:
        assert one.ask(do="film")["kind"] == "problem"
        while not one.scene["over"]:
            seat = one.scene["actor"]
            with page(client, laid.links.tokens[seat]) as asked:
                asked.choose(0)
            one.follow()
        film = one.ask(do="film")
        assert film["kind"] == "film"
        assert positions(film)[-1] == one.scene["seen"]


TIED = """\
language 2

game tied "Tied":
    players 2

each player:
    points "points": int, ledger
    coins "coins": int
    gems "gems": int

play:
    for each p in players:
        p chooses one of:
            option rich "Rich":
                p.coins = 2
            option poor "Poor":
                p.points = {poor}
                p.gems = 1
    rank players by most it.points then most it.coins then least it.gems
"""


def ended(text: str, *choices: str) -> tuple[Session, list[str]]:
    session = Session.begin(Game(program_of(text), 2), 1)
    for choice in choices:
        session.choose(next(o for o in session.position.options if o.name == choice))
    labels = Labels(session.game, Words("en"))
    return session, final_lines(session.position, labels, 0)


def test_what_decides_a_tie_is_told() -> None:
    session, lines = ended(TIED.format(poor=0), "poor", "rich")
    assert lines[-1] == "That was a tie; who has more decides: coins."
    assert "coins" in lines[1]
    assert "gems" not in lines[1]
    scene = tell("scene", heard(session, 0))
    assert scene["results"][-1] == {"label": "coins", "values": [0, 2]}
    assert "coins" in scene["verdict"]


@pytest.mark.parametrize("choices", [("poor", "rich"), ("rich", "rich")])
def test_no_tie_is_told_where_none_was_decided(choices: tuple[str, str]) -> None:
    _, lines = ended(TIED.format(poor=3), *choices)
    assert "tie" not in lines[-1]


def packed_files(page: str) -> dict[str, bytes]:
    """The files in a page of one file."""
    match = re.search(r"rulesrunPack = (\{.*?\});\n", page)
    assert match is not None
    return {
        name: gzip.decompress(base64.b85decode(text.replace(".", "<")))
        for name, text in json.loads(match[1]).items()
    }


def test_a_recorded_game_becomes_a_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    session = Session.begin(game("classics/goofspiel"), 2)
    while not session.position.over:
        session.choose(session.by_chance())
    Path("a.log").write_text(session.log.text(), "utf-8")
    run = CliRunner().invoke
    assert run(main, ["replay", "a.log", "--html", "a.html"]).exit_code == 0
    told = packed_files(Path("a.html").read_text("utf-8"))
    messages = {m["kind"]: m for m in json.loads(told["told/en.json"])["told"]}
    assert {"game", "scene", "film", "rulebook", "ledger"} <= set(messages)
    assert len(messages["film"]["frames"]) == len(session.log.entries) + 1
    assert "question" not in messages["scene"]
    again = run(main, ["replay", "a.log", "--html", "a.html"])
    assert again.exit_code == 2
    assert "a.html" in again.output
    wrong = run(main, ["replay", "a.log", "--html", "b.html", "--verify"])
    assert wrong.exit_code == 2
    assert not Path("b.html").exists()
