"""`expect p sees V`: taken for granted in what is offered, and held to in play."""

import pytest
from alike import ends_alike, play_alike
from compiling import program_of, small

from rulesrun.interpreter.evaluator.perform import Performer
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.native.build import NoCompiler, compiler
from rulesrun.interpreter.native.engine import Engine
from rulesrun.interpreter.runtime.effects import bound_to
from rulesrun.interpreter.runtime.support import RuleFault

RULES = """\
language 2

game sees "Sees":
    players 3

card Card "card":
    value "value": 1..4
    named "card {value}"

supply:
    3 of each Card

state:
    deck "deck": deck of Card, shuffled
    lit "lit": player or none

each player:
    hand "hand": hand of Card
    note "note": 0..4, seen by lit
    clues "clues": row of Card, seen by others
    diary "diary": 0..4, seen by owner
    fate "fate": 0..4, secret
    points "points": int

names p: player

rule look(p):
    let q = p.left
    LINES
    p chooses n in 0..4 "Guess"
        where n <= WHAT
        otherwise: return
    p.points += n

play:
    for each p in players:
        draw 1 from deck to p.hand
        draw 1 from deck to p.clues
        p.note = random(0..4)
        p.diary = p.note
        p.fate = p.note
    for each p in players:
        lit = WHO
        do look(p)
    rank players by most it.points
"""


def rules(lines: str, what: str = "q.note", who: str = "p") -> str:
    text = RULES.replace("LINES", lines.replace("\n", "\n    "))
    return text.replace("WHAT", what).replace("WHO", who)


def codes(text: str) -> list[str]:
    return [d.code for d in small(text).diagnostics]


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        ("expect p sees q.note", "q.note"),
        ("expect p sees p.left.note", "p.left.note"),
        ("expect p sees q.note\nlet more = 1", "q.note + more - 1"),
        ("expect p sees q.note\nexpect p sees q.diary", "max(q.note, q.diary)"),
        ("expect p sees q.clues", "size(all c in q.clues where c.value > 2)"),
    ],
)
def test_what_is_expected_may_be_offered(lines: str, what: str) -> None:
    assert "hidden-in-offer" not in codes(rules(lines, what))
    without = [line for line in lines.split("\n") if not line.startswith("expect")]
    assert "hidden-in-offer" in codes(rules("\n".join(without) or "expect true", what))


@pytest.mark.parametrize(
    ("lines", "what"),
    [
        ("let more = 1", "q.note + more - 1"),
        ("expect p sees q.diary", "q.note"),
        ("expect q sees q.note", "q.note"),
        ("expect p sees q.note", "p.left.left.note"),
        ("expect p sees q.note\nlit = none", "q.note"),
        ("expect p sees q.note\nq = p.left.left", "q.note"),
        ("if p.points > 0:\n    expect p sees q.note", "q.note"),
    ],
)
def test_what_is_not_expected_may_not(lines: str, what: str) -> None:
    assert "hidden-in-offer" in codes(rules(lines, what))


@pytest.mark.parametrize("line", ["expect p sees 3", "expect 4 sees q.note"])
def test_players_see_variables_and_zones(line: str) -> None:
    assert "wrong-type" in codes(rules(line))


def test_both_engines_play_where_it_holds() -> None:
    lines = "expect p sees q.note\nexpect p sees p.hand\nexpect p sees q.clues"
    play_alike(rules(lines), 3, games=4)


FAILS = [
    ("q.note", "none"),
    ("q.note", "p.left"),
    ("p.clues", "p"),
    ("q.hand", "p"),
    ("q.diary", "p"),
    ("p.fate", "p"),
    ("deck", "p"),
]


ASKED = """player 1 chooses one of "Go on?":
            option go "Go":
                nothing
        """
"""So that setting up the game does not fail."""


@pytest.mark.parametrize(("what", "who"), FAILS)
def test_the_game_stops_where_it_does_not_hold(what: str, who: str) -> None:
    """In all engines, at the line."""
    try:
        compiler()
    except NoCompiler as missing:
        pytest.skip(str(missing))
    text = rules(f"expect p sees {what}", "p.points + 4", who)
    program = program_of(text.replace("do look(p)", ASKED + "do look(p)"))
    game = Game(program, 3)
    line = 1 + text[: text.index("expect p sees")].count("\n")
    assert f":{line}:" in ends_alike(game, Engine(game.module), [0])

    core, layout = game.lowered.core, game.layout
    performer = Performer(core, layout, bound_to(layout))
    (routine,) = (r for r in core.routines if r.name == "look")
    with pytest.raises(RuleFault, match="expected"):
        performer.call(performer.evaluator(game.start(1).state.copy()), routine, [0])


def test_scenarios_have_words_of_their_own() -> None:
    text = rules("expect p sees q.note") + (
        '\nscenario "asked":\n    players 3\n    given:\n        lit = player 1\n'
        "    expect player 1 sees player 2.note\n"
    )
    (result,) = small(text).diagnostics

    assert result.hint == "write `expect shown to player 1: player 2.note`"
