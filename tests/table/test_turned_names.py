"""Names that depend on a variable of the component show the value that counts now."""

import re
from typing import Any

import pytest
from compiling import program_of
from tables import page, served, standing, table

from rulesrun.cli.messages.words import Words
from rulesrun.cli.screen.choices import Choices
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.pictures import Picture
from rulesrun.interpreter.explain.refusals import Refusal, find_choice
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.testing.scenarios import Games, run_scenario
from rulesrun.table.keys import name_of

ROADS = """\
language 2

game roads "Roads":
    players 2

enum Quarter "quarter": top_up, right_up, head_down, left_up

tile Road "road":
    kind "kind": text
    spot "spot": text by turn
    named "{kind} {spot}"

supply:
    2 Road from "roads.csv"

state:
    street "street": row of Road

each Road:
    turn: Quarter

action rotate(p: player) "Turn":
    choose r in street
    choose t in Quarter
        where t != r.turn
    r.turn = t

play:
    move Road to street
    repeat 2 times:
        for each p in players:
            turn p: p must rotate(p)
    nobody wins

scenario "typed as people see it":
    player 1: rotate long n, right up
    expect Road("long n+e").turn == right_up
    expect refused player 2: rotate r=long e t=right_up
    player 2: rotate r=long e t=head_down
    expect Road("long n+e").turn == head_down
"""

CSV = "kind,spot\nlong,n / e / s / w\nshort,north / east / south / west\n"


def roads() -> Game:
    rules = ROADS.replace("n+e", "n+e+s+w")
    return Game(program_of(rules, {"roads.csv": CSV}), 2)


def seen(game: Game, position: Any) -> str:
    labels = Labels(game, Words("en")).at(position)
    return "\n".join(Picture(position, None, labels).lines())


def test_at_the_terminal() -> None:
    made = roads()
    position = made.start(seed=1)
    labels = Labels(made, Words("en"))
    assert "long n," in seen(made, position)

    raw = find_choice(position, "rotate long n, right up")
    (option,) = (one for one in position.options if one.raw == raw)
    assert labels.choice_text(position, option) == "Turn: long n · right up"
    position.choose(option)

    assert "long e," in seen(made, position)
    assert "long n" not in seen(made, position)
    assert labels.option(position, position.options[0]).startswith("Turn: long e")
    listed = "\n".join(Choices(position, labels.at(position)).listed(100))
    assert "long e · head down" in listed
    assert "long n" not in listed
    assert not isinstance(find_choice(position, "rotate long e left up"), Refusal)
    assert isinstance(find_choice(position, "rotate r=long s t=left_up"), Refusal)


def test_in_scenarios() -> None:
    program = roads().program
    (decl,) = program.world.scenarios

    assert run_scenario(program, decl, Games(program)).message is None


def test_at_the_table() -> None:
    laid = table(roads())
    with served(laid) as client, page(client, laid.links.tokens[0]) as one:
        faces = {name: face["label"] for name, face in one.game["faces"].items()}
        number = next(
            n for n, o in enumerate(laid.session.position.options)
            if o.name.endswith("t=right_up") and "long" in o.name
        )  # fmt: skip
        said = [value["label"] for value in one.scene["question"]["values"]]
        assert {"long n", "short north"} < set(said)
        scene = one.choose(number)

        keys = [key for key in standing(one.game, scene) if key.startswith("component")]
        told = [faces[key.split(":", 2)[2]] for key in keys]
        assert told == ["long e", "short north"]
        assert "long n" in str(scene["story"])
        assert "n, e, s, w" not in str(scene["story"])


@pytest.mark.parametrize(
    "key", ["component:0:long n+e+s+w", "component:0:long n+e+s+w|1"]
)
def test_keys_of_the_page_are_read_again(key: str) -> None:
    position = roads().start(seed=1)
    (kind,) = {s.type for s in position.decision_plan.items[0].chosen if s.name == "r"}

    assert name_of(position, kind, key) == "long n+e+s+w"
    assert name_of(position, kind, re.sub("long", "wide", key)) is None
