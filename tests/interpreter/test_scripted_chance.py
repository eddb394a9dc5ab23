"""Chance as a script or a scenario says it comes out: dice, bags, stocks, players."""

import pytest
from compiling import program_of

from rulesrun.interpreter.game import Game, NothingToUndo, Position
from rulesrun.interpreter.logs import Entry, new_log, read_log, record, replay
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.runtime.support import WrongDraw
from rulesrun.interpreter.testing.scenarios import run_scenario

RULES = """\
language 1

game fair "Fair":
    players 3

enum Colour "colour": red, blue

card Pawn "pawn":
    side: 1..2
    named "player pawn {side}"

card Ticket "ticket":
    number: 1..4
    named "ticket {number}"

piece ball of Colour "ball": 6

board land "land": square 2 x 2

supply:
    1 of each Ticket
    1 of each Pawn

state:
    tickets "tickets": bag of Ticket
    pawns "pawns": bag of Pawn
    urn "urn": stock of ball, secret = {red: 1, blue: 5}
    deck "deck": deck of Ticket
    drawn "drawn": row of Ticket or Pawn
    taken "taken": stock of ball
    die "die": 0..6
    lucky "lucky": player
    where_to "where": cell of land

play:
    move Ticket to tickets
    move Pawn to pawns
    repeat 3 times:
        player 1 chooses one of:
            option turn_it "Turn the wheel":
                do wheel
            option mix "Mix":
                move tickets to deck
                shuffle deck
                die = random(1..6)
            option draw_pawn "Draw a pawn":
                draw 1 from pawns to drawn
    rank players by most 0

rule wheel:
    die = random(1..6)
    draw 1 from tickets to drawn
    draw 2 from urn to taken
    lucky = random(players)
    where_to = random(land)
"""
PROGRAM = program_of(RULES)
WHEEL = ("4", "ticket 3", "blue", "red", "player 2", "1,0")


def begun() -> Position:
    return Game(PROGRAM, 3).start(5)


def seen(position: Position) -> dict[str, object]:
    families = position.game.layout.families
    return {s.name: position.state[f.base] for s, f in families.items()}


def test_each_kind_of_draw_brings_what_is_said() -> None:
    position = begun()
    position.script_chance(*WHEEL)
    position.choose("turn_it")

    result = seen(position)
    assert (4, (1, 1), 1, 2) == tuple(
        result[name] for name in ("die", "taken", "lucky", "where_to")
    )
    names = position.game.layout.components
    assert ["ticket 3"] == [names[n].name for n in position.state[_slot("drawn")]]
    assert () == position.scripted_chance


def _slot(name: str) -> int:
    return next(
        f.base for s, f in begun().game.layout.families.items() if s.name == name
    )


def test_a_card_may_be_called_like_a_player() -> None:
    position = begun()
    position.script_chance("player pawn 2")
    position.choose("draw_pawn")

    (pawn,) = position.state[_slot("drawn")]
    assert "player pawn 2" == position.game.layout.components[pawn].name


def test_what_is_not_said_is_left_to_chance_and_shuffles_always_are() -> None:
    plain, scripted = begun(), begun()
    scripted.script_chance("6")
    for position in (plain, scripted):
        position.choose("mix")

    slot = _slot("deck")
    assert plain.state[slot] == scripted.state[slot]
    assert 6 == scripted.state[_slot("die")]


@pytest.mark.parametrize(
    ("results", "message"),
    [
        (("7",), "`7` was to be drawn next, and what can be drawn is 1, 2, 3, 4, 5, 6"),
        (("4", "ticket 9"), "is ticket 1, ticket 2, ticket 3, ticket 4"),
        (("4", "ticket 1", "red", "red"), "`red` was to be drawn next, and what can"),
    ],
)
def test_what_cannot_be_drawn(results: tuple[str, ...], message: str) -> None:
    position = begun()
    position.script_chance(*results)
    before = position.state.copy()

    with pytest.raises(GameFault, match=message.replace(".", r"\.")) as raised:
        position.choose("turn_it")
    assert isinstance(raised.value.__cause__, WrongDraw)
    assert before == position.state


def test_a_scripted_draw_cannot_be_undone() -> None:
    position = begun()
    position.script_chance(*WHEEL)
    position.choose("turn_it")

    with pytest.raises(NothingToUndo, match="chance has been drawn"):
        position.undo()


def test_it_is_kept_in_saves_and_logs() -> None:
    game = Game(PROGRAM, 3)
    position = game.start(5)
    log = new_log(position, 5)
    position.script_chance(*WHEEL)
    saved = game.load(position.save())
    for choice, chance in (("turn_it", WHEEL), ("mix", ())):
        saved.choose(choice)
        position.choose(choice)
        log.entries.append(record(position, 0, choice, chance))

    assert saved.state == position.state
    again, difference = replay(game, read_log(log.text()))
    assert None is difference
    assert again.state == position.state


def test_it_is_kept_in_saves_that_begin_with_a_state() -> None:
    game = Game(PROGRAM, 3)
    without = game.start(5).save()
    del without["line"], without["digest"]
    position = game.load(without)
    position.script_chance(*WHEEL)
    saved = game.load(position.save())
    for each in (position, saved):
        each.choose("turn_it")

    assert saved.state == position.state
    assert 4 == saved.state[_slot("die")]


def test_a_log_with_a_draw_that_cannot_be() -> None:
    game = Game(PROGRAM, 3)
    log = new_log(game.start(5), 5)
    log.entries.append(Entry(1, "mix", "", 2, ("9",)))
    _, difference = replay(game, log)

    assert difference is not None
    assert 2 == difference.line
    assert difference.message.startswith("`9` was to be drawn next")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("chance: 4, ticket 3\n    player 1: turn_it\n    expect die == 4", None),
        ("chance: 2  # the die\n    player 1: mix\n    expect die == 2", None),
        ("chance: 2, 3\n    player 1: mix", "never drawn: 3"),
        (
            "chance: ticket 3\n    player 1: mix",
            "`ticket 3` was to be drawn next, and what can be drawn is "
            "1, 2, 3, 4, 5, 6",
        ),
    ],
)
def test_in_a_scenario(lines: str, message: str | None) -> None:
    program = program_of(f'{RULES}\nscenario "tried":\n    {lines}\n')
    (decl,) = program.world.scenarios
    result = run_scenario(program, decl, lambda n, options: Game(program, n, options))

    assert message == result.message
