"""Nothing that is hidden lies where it really does more often than counting says.

Hands are passed on, to the left or the right, and which is decided in secret: in half of the
worlds that fit what somebody has seen it was the left, whichever it was.
"""

from collections import Counter

import pytest
from compiling import program_of

from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.reports.views import worlds

BEGIN = """language 2

# Hands are passed on, to the left or the right.
game winds "Winds":
    players 3

card Card "card":
    value "value": 1..9
    named "card {value}"

card Wind "wind":
    left "left": bool
    named "{left}"

supply:
    1 of each Card
    1 of each Wind

state:
    deck "deck": deck of Card, shuffled
    winds "winds": deck of Wind, shuffled
    lying "lying": area of Wind, secret
    gone "gone": area of Wind, secret
    wind "wind": bool, secret
    left "to the left": bool, secret
    heard "heard": int

each player:
    hand "hand": hand of Card
    passing "passing": hand of Card, secret
    tokens "tokens": hand of Wind
    next "next": player or none, seen by owner
    turned "turned": bool, seen by owner
    points "points": int

names p: player

action wait(p) "Wait": nothing

play:
    for each p in players: draw 2 from deck to p.hand
    DECIDE
    for each p in players: move p.hand to p.passing
    left = LEFT
    for each p in players:
        if left:
            move p.passing to p.left.hand
        else:
            move p.passing to p.right.hand
    for each p in players:
        turn p:
            p chooses one of:
                wait(p)
    rank players by most it.points
"""

WAYS = {
    "a variable": (
        ["player 1 secretly chooses n in 0..1 'Wind'", "wind = n == 1"],
        "wind",
    ),
    "a variable of a player": (
        ["player 1 secretly chooses n in 0..1 'Wind'", "player 1.turned = n == 1"],
        "player 1.turned",
    ),
    "a player": (
        [
            "player 1 secretly chooses q in others(player 1) 'Next'",
            "player 1.next = q",
        ],
        "player 1.next == player 1.left",
    ),
    "several choices": (
        [
            "player 1 secretly chooses n in 0..1 'Wind'",
            "player 3 secretly chooses m in 0..1 'Wind'",
            "wind = n == m",
        ],
        "wind",
    ),
    "a card chosen": (
        [
            "draw 2 from winds to player 1.tokens",
            "player 1 secretly chooses t in player 1.tokens 'Wind'",
            "move t to lying",
        ],
        "some w in lying where w.left",
    ),
    "a card drawn": (["draw 1 from winds to lying"], "some w in lying where w.left"),
    "a card that is gone": (
        ["draw 1 from winds to gone"],
        "some w in gone where w.left",
    ),
    "chance": (["wind = random(0..1) == 1"], "wind"),
    "a choice that somebody has heard of": (
        [
            "player 1 secretly chooses n in 0..1 'Wind'",
            "wind = n == 1",
            "heard = heard + 3",
        ],
        "wind",
    ),
}


def winds(way: str) -> Game:
    """The game in which it is decided in that way."""
    decide, left = WAYS[way]
    lines = "\n    ".join(decide).replace("'", '"')
    text = BEGIN.replace("DECIDE", lines).replace("LEFT", left)
    return Game(program_of(text), 3)


@pytest.mark.parametrize("way", WAYS)
def test_what_was_decided_in_secret_is_as_likely_the_other_way(way: str) -> None:
    game = winds(way)
    counts: Counter[tuple[bool, bool]] = Counter()
    each = 6
    for seed in range(12):
        position = game.start(seed)
        chosen = seed
        while position.decision_plan.secret:
            chosen, at = divmod(chosen, len(position.options))
            position.choose(position.options[at])
        real = _went_left(position)
        for world in worlds(position, 1, each, 10**6 + seed):
            counts[real, _went_left(world.position)] += 1
    for real in (False, True):
        number = counts[real, False] + counts[real, True]
        assert number >= each
        lean = counts[real, real] - number / 2
        assert abs(lean) < 3.6 * (number / 4) ** 0.5, counts


def _went_left(position: Position) -> bool:
    return bool(position.seen_by(None).left)
