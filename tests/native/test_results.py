"""How games end: together, in teams, alone; what that means, and what thinkers make of it."""

import pytest
from compiling import program_of, small
from engines import compare

from rulesrun.agents.players import player_of
from rulesrun.agents.proving import can_be_proved
from rulesrun.agents.rewards import by_places
from rulesrun.cli.messages.words import Words
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.transcript import result_line
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.native.build import NoCompiler, compiler
from rulesrun.interpreter.outcomes import victories

TOGETHER = """\
language 2

game rescue "Rescue":
    players 1..3
    estimate afloat

state:
    leaks "leaks": 0..9 = 2
    rows "rows": 0..20

function afloat() = 3 * rows - leaks

action bail(p: player) "Bail":
    require leaks > 0 "the boat is dry"
    leaks -= 1

action row(p: player) "Row":
    rows += 1
    leaks += 1

action sing(p: player) "Sing":
    leaks += 1

play:
    let p = player 1
    while rows < 4:
        turn p:
            p chooses one of:
                bail(p)
                row(p)
                sing(p)
        if leaks > 4: everybody loses
        p = p.left
    everybody wins
"""

TEAMS = """\
language 2

game pairs "Pairs":
    players 4
    teams by it.seat mod 2

each player:
    points "points": 0..20
    mates "mates": 0..4

play:
    for each p in players:
        p chooses n in 1..5
        p.points = n
        p.mates = size(p.team)
    if player 1.points == 5: player 2 wins
    if player 1.points == 4: player 2 loses
    rank teams by most sum(it.points) then least size(it)
"""


def played(game: Game, *choices: str) -> Position:
    position = game.start(1)
    for choice in choices:
        position.choose(next(o for o in position.options if choice in str(o)))
    assert position.over
    return position


def ended(game: Game, *choices: str) -> str:
    return result_line(played(game, *choices), Labels(game, Words()))


@pytest.mark.parametrize("players", [1, 2, 3])
def test_all_win_or_lose_together(players: int) -> None:
    game = Game(program_of(TOGETHER), players)
    won = played(game, *"bail bail row row row row".split())
    lost = played(game, "sing", "sing", "sing")

    assert (won.ranking, won.outcomes) == ((1,) * players, ("won",) * players)
    assert (lost.ranking, lost.outcomes) == ((2,) * players, ("lost",) * players)
    assert (by_places(won), by_places(lost)) == ([1.0] * players, [-1.0] * players)
    assert victories(game.lowered.core, won.ranking or ()) == [1.0] * players
    assert not can_be_proved(game)


def test_it_is_told_who_won() -> None:
    program = program_of(TOGETHER)
    winning, losing = "bail bail row row row row".split(), ["sing"] * 3

    assert ended(Game(program, 2), *winning) == "Everybody wins."
    assert ended(Game(program, 2), *losing) == "Everybody loses."
    assert ended(Game(program, 1), *losing) == "player 1 loses."
    teams = Game(program_of(TEAMS), 4)
    assert ended(teams, "5", "1", "1", "1") == "player 2, player 4 win as a team."


@pytest.mark.parametrize(
    ("chosen", "places"),
    [
        ("5 1 1 1", (2, 1, 2, 1)),
        ("4 5 5 5", (1, 2, 1, 2)),
        ("1 2 3 5", (2, 1, 2, 1)),
        ("3 1 2 4", (1, 1, 1, 1)),
    ],
)
def test_teams_share_their_places(chosen: str, places: tuple[int, ...]) -> None:
    position = played(Game(program_of(TEAMS), 4), *chosen.split())

    assert position.ranking == places
    drawn = len(set(places)) == 1
    assert position.outcomes == tuple(
        "drawn" if drawn else "won" if place == 1 else "lost" for place in places
    )


def test_a_team_is_all_of_its_players() -> None:
    game = Game(program_of(TEAMS), 4)
    position = played(game, "1", "1", "1", "1")
    mates = next(s for s in game.layout.families if s.name == "mates")
    base = game.layout.families[mates].base

    assert list(position.state[base : base + 4]) == [2, 2, 2, 2]


@pytest.mark.parametrize(
    ("rules", "players"), [(TOGETHER, 2), (TOGETHER, 1), (TEAMS, 4)]
)
def test_both_engines_end_alike(rules: str, players: int) -> None:
    try:
        compiler()
    except NoCompiler as missing:
        pytest.skip(str(missing))

    assert compare(Game(program_of(rules), players), 20) > 0


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("players", [1, 2])
def test_thinkers_work_for_what_all_share(players: int, native: bool) -> None:
    """By chance the boat goes down in most games; they win all."""
    game = Game(program_of(TOGETHER), players)
    if native and game.engine is None:
        pytest.skip("there is no compiler")
    won = 0
    for seed in range(3):
        thinker = player_of("thinker:60", game, seed, native=native)
        position = game.start(seed)
        while not position.over:
            position.play(position.raw[thinker.choose(position)])
        won += position.outcomes == ("won",) * players

    assert won == 3


def test_of_a_hidden_team_nobody_may_be_told() -> None:
    """A choice among one's team would tell who is in it."""
    hidden = TEAMS.replace("teams by it.seat mod 2", "teams by it.party").replace(
        "    mates", "    party: 1..2, seen by owner\n    mates"
    )
    asked = hidden.replace("        p.points = n\n", "        p.points = n\n" + ASKED)

    assert "hidden-in-offer" not in {d.code for d in small(hidden).diagnostics}
    assert "hidden-in-offer" in {d.code for d in small(asked).diagnostics}


ASKED = """\
        p chooses q in p.team
        q.points += 1
"""


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("teams by it", None),
        ("teams by it.seat > 2", None),
        ("teams by [it]", "wrong-type"),
        ("teams by ite", "unknown-name"),
    ],
)
def test_what_teams_can_be_told_apart_by(line: str, code: str | None) -> None:
    codes = {
        d.code for d in small(TEAMS.replace("teams by it.seat mod 2", line)).diagnostics
    }

    assert (code in codes) if code else not codes


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (
            "function afloat(n: 1..3) = n",
            "must be given something that is not known here",
        ),
        ("function afloat() = rows > 2", "gives no number"),
    ],
)
def test_an_estimate_is_a_number_of_a_player_or_of_the_game(
    function: str, message: str
) -> None:
    rules = TOGETHER.replace("function afloat() = 3 * rows - leaks", function)

    assert any(message in d.message for d in small(rules).diagnostics)
