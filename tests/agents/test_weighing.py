"""Worlds weighed by what others chose in them, and thinkers without a memory."""

from pathlib import Path
from random import Random

import pytest
from compiling import program_of

from rulesrun.agents.kinds import is_player, way_of
from rulesrun.agents.players import ThinkingPlayer, UnknownPlayer, player_of
from rulesrun.agents.search import search_of
from rulesrun.agents.weighing import likelihood, weighed
from rulesrun.agents.worlds import believed
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.reports.views import worlds

BETTING = """language 2
game betting:
    players 2

card Card:
    value: 1..6

supply:
    1 of each Card

state:
    pack: deck of Card
    bold: bool = false
    answer: bool = false

each player:
    hand: hand of Card

play:
    move Card to pack
    shuffle pack
    for each p in players:
        draw 1 from pack to p.hand
    player 1 chooses one of:
        option bet:
            bold = true
        option check:
            bold = false
    player 2 chooses one of:
        option yes:
            answer = true
        option no:
            answer = false
    rank players by most worth(it)

function worth(p: player) -> int =
    (the c in p.hand).value if bold else 0
"""

DISHES = Path(__file__).parents[1] / "memory" / "games" / "dishes.rules"


def test_ways_of_thinkers() -> None:
    """They are said last, with or without a number."""
    for kind in ("thinker:weigh", "thinker:200:forget", "thinker:2s:weigh"):
        assert is_player(kind)
    for kind in ("thinker:", "thinker:200:", "thinker:forget:200", "greedy:weigh"):
        assert not is_player(kind)
    assert way_of("200:weigh") == ("200", "weigh")
    assert way_of("200") == ("200", "")
    game = Game(program_of(BETTING), 2)
    with pytest.raises(UnknownPlayer, match="thinker:500:weigh"):
        player_of("thinker:500:wiegh", game, 1)


def card(position: Position, seat: int) -> int:
    """The number on the card that a seat holds."""
    return int(str(position.seen_by(None).hand[seat][0])[-1])


def test_who_bets_is_taken_to_have_a_better_card() -> None:
    """It is possible with any card, but who looks ahead bets with such."""
    game = Game(program_of(BETTING), 2)
    position = next(p for p in map(game.start, range(50)) if card(p, 1) == 3)
    position.choose("bet")
    looks, chance = search_of(game, native=False), Random(1)
    result = list(worlds(position, 1, 60, 1))
    assert {one.kind for one in result} == {"exact"}
    is_better = [card(one.position, 0) > 3 for one in result]
    after = weighed(looks, result, 60, 1, chance)
    share = sum(card(one.position, 0) > 3 for one in after) / 60
    assert 0.4 < sum(is_better) / 60 < 0.75 < 0.85 < share
    for one, better in zip(result, is_better, strict=True):
        assert (likelihood(looks, one.position, 1, chance) > -0.7) == better
    thinker = player_of("thinker:60:weigh", game, 1, native=False)
    assert isinstance(thinker, ThinkingPlayer)
    thinker.choose(position)
    assert set(thinker.kinds) == {"exact"}


def test_a_thinker_without_a_memory_deals() -> None:
    """What it passed on lies anywhere then."""
    game = Game(program_of(DISHES.read_text("utf-8")), 2)
    position, chance = game.start(1), Random(1)
    for _ in range(4):
        position.play(position.raw[chance.randrange(len(position.raw))])
    held = believed(position, Random(1), 4, 200, remembers=False)
    assert held.kinds == {"dealt": 4}
    assert set(believed(position, Random(1), 4, 200).kinds) == {"exact"}
