"""What scenarios say is given: nothing is lost, and nothing is made."""

import pytest
from compiling import program_of

from rulesrun.cli.messages.translating import lines_in
from rulesrun.cli.messages.words import Words
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.testing.scenarios import Games, Outcome, run_scenario

RULES = """\
language 1

game shop "Shop":
    players 2..3

enum Good "good": wood, wool

card Coin "coin":
    value "value": 1..3
    named "coin {value}"

tile Stone "stone":
    weight "weight": 1..4
    named "stone {weight}"

supply:
    2 of each Coin
    1 of each Stone

piece ware of Good "ware": 10
piece hut "hut": 4 for each player
piece bead "bead": 6

board land "land": square 2 x 2

state:
    bank "bank": stock of ware = {wood: 6, wool: 4}
    beads "beads": stock of bead = 6
    bowl "bowl": stock of bead
    deck "deck": deck of Coin
    row1 "row": row of Coin, at most 2
    shelf[1..2] "shelf": space of Stone
    discards "discards": pile of Coin
    met "met": int
    spot: cell of land

each player:
    hand "hand": hand of Coin
    yard "yard": square grid of Stone
    wares "wares": stock of ware
    huts "huts": stock of hut = 4
    away "away": stock of hut
    points "points": int, ledger

each cell of land:
    hut: space of hut

play:
    do deal
    player 1 chooses n in 1..2
    announce "Chosen"
    met = n
    player 2 chooses m in 1..2
    met = m
    rank players by most it.points

rule deal:
    move Coin to deck
    draw 2 from deck to row1
    move (the s in Stone where s.weight == 1) to shelf[1]
    move (the s in Stone where s.weight == 2) to shelf[2]

rule ask:
    player 1 chooses n in 1..2
    met = n

rule tell:
    announce "Told"
    player 1.points += 2

rule finish:
    player 1 wins
"""


def outcome(lines: str) -> Outcome:
    """How a scenario of these lines goes."""
    body = "".join(f"    {line}\n" for line in lines.strip().splitlines())
    program = program_of(f'{RULES}\nscenario "tried":\n{body}')
    (decl,) = program.world.scenarios
    return run_scenario(program, decl, Games(program))


def holds(lines: str) -> Outcome:
    result = outcome(lines)

    assert None is result.message, (result.message, result.details, result.where)
    return result


def fails(lines: str, message: str, line: str | None = None) -> Outcome:
    result = outcome(lines)

    assert message == result.message
    if line is not None:
        assert result.where is not None
        written = lines.strip().splitlines()
        first = len(RULES.splitlines()) + 3
        assert line == written[result.where.line - first].strip()
    return result


# ---- pieces -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("player 1.wares = {wood: 7}", "there are only 6 of ware wood"),
        ("player 1.wares = {wool: 11}", "there are only 4 of ware wool"),
        ("player 1.wares += {wool: 5}", "there are only 4 of ware wool"),
        ("player 2.away = 5", "there are only 4 of hut for player 2"),
        ("bowl = 7", "there are only 6 of bead"),
        ("bowl -= 1", "there cannot be -1 pieces"),
    ],
)
def test_more_pieces_than_there_are(line: str, message: str) -> None:
    fails(f"given:\n    met = 1\n    {line}", message, line)


def test_no_piece_is_given_to_two() -> None:
    fails(
        """
given:
    player 1.wares = {wood: 4}
    for each p in players where p != player 1:
        p.wares = {wood: 3}
""",
        "there are only 6 of ware wood",
        "p.wares = {wood: 3}",
    )
    fails(
        """
given:
    for each c in land:
        c.hut = player 1
    player 1.away = 1
""",
        "there are only 4 of hut for player 1",
        "player 1.away = 1",
    )


def test_pieces_come_from_where_the_game_begins_with_them() -> None:
    holds("""
given:
    player 1.wares = {wood: 2, wool: 1}
    bowl = 2
    spot.hut = player 2
    player 2.away = 1
expect bank == {wood: 4, wool: 3} and beads == 4
expect player 2.huts == 2 and player 1.huts == 4
given:
    player 1.wares = {wood: 6}
expect bank == {wool: 3} and size(player 2.wares) == 0
given:
    player 2.wares = {wood: 6}
expect bank == {wool: 3} and size(player 1.wares) == 0
given:
    bank = {wood: 6, wool: 4}  # all that there are, the last from the last stock
expect size(player 2.wares) == 0
""")


def test_pieces_that_are_out_of_the_game_come_first() -> None:
    holds("""
given:
    bank = {wood: 2}
    player 1.wares = {wood: 4, wool: 4}
expect bank == {wood: 2}
given:
    player 1.huts = 1
    player 1.away = 3
expect player 1.huts == 1
given:
    spot.hut = player 1
    spot.hut = player 2
    player 1.away = 3
expect player 2.huts == 3
""")


# ---- components ---------------------------------------------------------------------


def test_components_come_from_where_nobody_looks() -> None:
    for seed in range(1, 9):
        result = holds(f"""
seed {seed}
given:
    player 1.hand = {{"coin 1", "coin 2"}}
expect size(row1) == 2 or size(row1) == 1
""")
        holds(f"seed {seed}\nexpect size(row1) == 2")
        taken = [note for _, note in result.notes]
        assert all("is taken from row1" in note for note in taken), taken


TAKEN = {
    # where the two coins lie, and what is there once one of them was taken
    'discards = ["coin 1"]': "size(discards) == 1",  # the other was out of the game
    'discards = ["coin 1"]\n    deck = ["coin 1"]': "size(discards) == 1",
    'discards = ["coin 1"]\n    row1 = ["coin 1"]': "size(row1) == 1",
    'row1 = ["coin 1"]\n    discards = ["coin 1"]': "size(row1) == 1",
    'deck = ["coin 1"]\n    row1 = ["coin 1"]': "size(row1) == 1",
    'row1 = ["coin 1"]\n    deck = ["coin 1"]': "size(row1) == 1",
    'row1 = ["coin 1"]': "size(row1) == 1",
    'player 2.hand = {"coin 1"}\n    row1 = ["coin 1"]': "size(player 2.hand) == 0",
    'discards = ["coin 1"]\n    player 2.hand = {"coin 1"}': (
        "size(discards) + size(player 2.hand) == 1"
    ),
}


@pytest.mark.parametrize("lies", TAKEN)
def test_of_several_alike_that_comes_which_nobody_misses(lies: str) -> None:
    result = holds(f"""
given:
    deck = []
    row1 = []
    discards = []
    {lies}
given:
    player 1.hand = {{"coin 1"}}
expect size(player 1.hand) == 1
expect {TAKEN[lies]}
""")
    assert result.notes == ()


def test_a_card_that_leaves_its_place_empty_is_told() -> None:
    result = holds("""
given:
    player 1.yard = {"0,0": "stone 1"}
expect shelf[1] is none
""")
    assert ["stone 1 is taken from shelf[1], and nothing is given in its place"] == [
        note for _, note in result.notes
    ]
    result = fails(
        'given:\n    player 1.yard = {"0,0": "stone 1"}\nexpect shelf[1] is not none',
        "this does not hold",
    )
    assert "stone 1 is taken from shelf[1]" in result.details[-1]


def test_nothing_is_told_where_another_is_given_in_its_place() -> None:
    result = holds("""
given:
    player 1.yard = {"0,0": "stone 1", "1,0": "stone 3"}
    shelf[1] = "stone 4"
    discards = ["coin 1", "coin 1", "coin 2", "coin 2"]
    row1 = ["coin 3"]
expect shelf[1] == "stone 4"
expect size(row1) == 1
""")
    assert () == result.notes


def test_what_is_put_is_worked_out_before_anything_moves() -> None:
    holds("""
given:
    deck = ["coin 1", "coin 2", "coin 3"]
    deck = reversed(all c in deck where c.value > 1)
expect deck == ["coin 3", "coin 2"]
""")


def test_components_are_put_under_conditions_and_in_loops() -> None:
    holds("""
given:
    if size(players) == 2:
        player 1.hand = {"coin 1"}
    else:
        player 1.hand = {"coin 2"}
    repeat 2 times:
        player 2.hand += {"coin 3"}
expect player 1.hand == {"coin 1"}
expect size(player 2.hand) == 2
expect every c in player 2.hand has c in player 2.hand and c not in deck
expect size(deck) + size(row1) == 3
""")


# ---- what rules do there ------------------------------------------------------------


def test_what_is_given_announces_nothing() -> None:
    holds("""
given:
    do tell
    announce "Something else"
expect announced nothing
player 1: 1
expect announced "Chosen"
given:
    do tell
expect announced "Chosen"
""")


def test_points_are_entered_at_their_lines() -> None:
    program = program_of(
        f'{RULES}\nscenario "tried":\n'
        "    given:\n        player 1.points += 3\n    expect player 1.points == 3\n"
    )
    (decl,) = program.world.scenarios
    games = Games(program)

    assert None is run_scenario(program, decl, games).message
    ledger = games(2, {}).lowered.core.ledger
    assert RULES.count("\n") + 4 == ledger[-1].span.line


def test_nobody_chooses_in_what_is_given() -> None:
    fails(
        "given:\n    do ask",
        "`ask` asks for choices, and nobody chooses here",
        "do ask",
    )
    fails("given:\n    do finish", "what is given ends the game", "do finish")


def test_what_goes_wrong_is_told_at_its_line() -> None:
    fails(
        "given:\n    met = 1\n    draw 7 from deck to discards\n    met = 2",
        "this cannot be done: the deck is empty, and one more is to be drawn",
        "draw 7 from deck to discards",
    )


def test_any_number_of_names() -> None:
    lines = "\n".join(f"    let n{i} = {i}" for i in range(45))
    total = " + ".join(f"n{i}" for i in range(45))
    holds(f"given:\n{lines}\n    met = {total}\nexpect met == {sum(range(45))}")


def test_a_game_is_made_once() -> None:
    program = program_of(RULES)
    games = Games(program)

    assert games(2, {}) is games(2, {})
    assert games(3, {}) is not games(2, {})
    assert isinstance(games(2, {}), Game)


LATE = """\
language 1

game late "Late":
    players 2

card Card "card":
    value "value": 1..9
    named "card {value}"

supply:
    1 of each Card

each player:
    hand "hand": hand of Card

state:
    stack "stack": deck of Card, shuffled
    drawn "drawn": space of Card
    most "most": 1..3 = 1

play:
    for each p in players: draw 2 from stack to p.hand
    draw 1 from stack to drawn
    let other = most
    turn player 1: do act(player 1, most)
    if other > 2: nobody wins

rule act(p: player, up_to: int):
    let t = the c in Card where c == drawn
    let gone = up_to
    let values = [c.value for c in p.hand]
    let over = gone + 1
    p chooses n in 1..9
        where n == t.value or n in values or n == over
    if n > 1: p wins

scenario "late":
    given:
        drawn = "card 1"
        player 1.hand = {"card 2", "card 3"}
        most = 3
    player 1: n=2
"""


def test_names_that_keep_what_they_were_are_told() -> None:
    notes = {span.line: note for span, note in outcome_of(LATE).notes}

    assert set(notes) == {39, 40, 41}
    assert "`t` was named before this" in notes[39]
    assert notes[39].endswith("not card 1: begin with  start act(...)")
    assert "`values` was named before this" in notes[40]
    assert notes[41] == "`other` was named before this, and is still 1, not 3"
    assert "آغاز کنید" in lines_in(notes[39], Words("fa"))


def test_behind_start_they_are_told_to_stand_before_it() -> None:
    started = LATE.replace(
        'scenario "late":\n', 'scenario "late":\n    start act(player 1, 1)\n'
    )
    notes = {span.line: note for span, note in outcome_of(started).notes}

    assert set(notes) == {40, 41}
    assert notes[40].endswith("not card 1: write `given` before `start`")
    assert "بنویسید" in lines_in(notes[40], Words("fa"))


@pytest.mark.parametrize(
    "rest",
    [
        "    start act(player 1, most)\n    player 1: n=2\n",
        "    expect most == 3\n    start act(player 1, most)\n    player 1: n=3\n",
        "    expect most == 3 and size(player 1.hand) == 2\n",
    ],
)
def test_names_that_nobody_needs_any_more_are_not_told(rest: str) -> None:
    outcome = outcome_of(LATE.replace("    player 1: n=2\n", rest))

    assert outcome.notes == ()


def outcome_of(text: str) -> Outcome:
    """How the only scenario of a text went."""
    program = program_of(text)
    (scenario,) = program.world.scenarios
    return run_scenario(program, scenario, Games(program))
