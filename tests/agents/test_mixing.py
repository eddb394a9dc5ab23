"""Players that mix: near to an equilibrium, in both engines, and only where it is wanted."""

from random import Random

import pytest
from compiling import program_of, shipped

from rulesrun.agents.mixing import Mixer, NativeMixer, PythonMixer, mixer_of, mixes
from rulesrun.agents.players import ThinkingPlayer, Thought, player_of, taken
from rulesrun.interpreter.game import Game, Position

DECLINE, BET = 0, 1
KUHN = "classics/kuhn_poker"


def dealt(game: Game, card: str, path: tuple[int, ...] = ()) -> Position:
    """A position of Kuhn poker in which whoever is to choose holds a card."""
    for seed in range(100):
        position = game.start(seed=seed)
        for number in path:
            position.choose(number)
        seat = position.player
        assert seat is not None
        if position.seen_by(seat).hand[seat] == (card,):
            return position
    raise AssertionError(card)


def share_of_bets(game: Game, mixer: Mixer, card: str, *path: int) -> float:
    """How often a mixer bets with a card, after some choices."""
    position = dealt(game, card, path)
    result = mixer.mixed(position, [position.state], 300, Random(1))
    assert result is not None
    assert sum(share.share for share in result) == pytest.approx(1)
    return result[BET].share


@pytest.mark.parametrize("native", [True, False])
def test_kuhn_poker_is_played_near_to_an_equilibrium(native: bool) -> None:
    """The equilibria: Kuhn, *Simplified Two-Person Poker*, 1950."""
    game = Game(shipped(KUHN), 2)
    mixer = mixer_of(game, native=native)
    assert isinstance(mixer, NativeMixer if native else PythonMixer)
    bluffs = share_of_bets(game, mixer, "1")
    assert bluffs < 0.45
    assert share_of_bets(game, mixer, "2") < 0.1
    assert share_of_bets(game, mixer, "3") > bluffs
    after_bet = [share_of_bets(game, mixer, card, BET) for card in "123"]
    assert after_bet == pytest.approx([0, 1 / 3, 1], abs=0.15)
    after_pass = [share_of_bets(game, mixer, card, DECLINE) for card in "123"]
    assert after_pass == pytest.approx([1 / 3, 0, 1], abs=0.15)


def test_a_thinker_takes_what_it_mixes_as_often_as_it_says() -> None:
    game = Game(shipped(KUHN), 2)
    position = dealt(game, "1", (DECLINE,))
    player = player_of("thinker:500", game, seed=3)
    made = [player.choose(position.copy()) for _ in range(200)]
    assert 40 < made.count(BET) < 95
    again = player_of("thinker:500", game, seed=3)
    assert made[:20] == [again.choose(position.copy()) for _ in range(20)]


def test_what_is_certain_is_not_drawn() -> None:
    thoughts = [Thought(0, 0.5, 3), Thought(1, 0.4, 9), Thought(2, 0.1, 0)]
    assert taken(thoughts, Random(1)).number == 1


def test_in_a_time_and_in_worlds_it_mixes_too() -> None:
    game = Game(shipped("classics/leduc_poker"), 2)
    position = game.start(seed=1)
    for kind in ("thinker:50ms", "thinker:200:forget"):
        player = player_of(kind, game, seed=1)
        assert isinstance(player, ThinkingPlayer)
        thoughts = player.think(position)
        assert sum(thought.share or 0.0 for thought in thoughts) == pytest.approx(1)
    mixer = mixer_of(game)
    mixed = mixer.mixed(position, [position.state], 50, Random(1), remembers=False)
    plain = PythonMixer(game)
    other = plain.mixed(position, [position.state], 300, Random(1), remembers=False)
    assert mixed is not None
    assert other is not None
    assert len(mixed) == len(other) == len(position.raw)


def test_in_long_games_a_tree_is_searched() -> None:
    game = Game(shipped("classics/hearts"), 4)
    position = game.start(seed=1)
    while position.decision_plan.secret:
        position.choose(0)
    for native in (True, False):
        mixer = mixer_of(game, native=native)
        mixed = mixer.mixed(position, [position.state], 20, Random(1), remembers=False)
        assert mixed is None
    player = player_of("thinker:60", game, seed=1)
    assert isinstance(player, ThinkingPlayer)
    assert all(thought.share is None for thought in player.think(position))


def test_only_games_with_secrets_and_a_payoff_are_mixed() -> None:
    assert mixes(Game(shipped("classics/leduc_poker"), 2))
    assert not mixes(Game(shipped("connect_four"), 2))
    open_game = program_of(
        "language 2\ngame dice:\n    players 2\neach player:\n    payoff: int\n"
        "play:\n    player 1 chooses n in 1..3\n    player 1.payoff = n\n"
        "    rank players by most it.payoff\n"
    )
    assert not mixes(Game(open_game, 2))


def test_walks_go_through_long_games_with_many_options() -> None:
    """Each of 400 choices of 9,000 options needs room while others are tried below it."""
    game = Game(
        program_of("""language 2

game long "Long":
    players 2

card Card "card":
    value "value": 1..3

supply:
    1 of each Card

state:
    deck "deck": deck of Card, shuffled
    total "total": int

each player:
    hand "hand": hand of Card
    payoff "payoff": int

play:
    for each p in players: draw 1 from deck to p.hand
    player 1 chooses bet in 0..1
    repeat 200 times:
        for each p in players:
            p chooses n in 1..9000
            total += n mod 2
    player 1.payoff = bet + total mod 3
    player 2.payoff = 0 - player 1.payoff
    rank players by most it.payoff
"""),
        2,
    )
    position = game.start(seed=1)
    mixer = mixer_of(game)
    assert isinstance(mixer, NativeMixer)
    shares = mixer.mixed(position, [position.state], 20, Random(1))
    assert shares is not None
    assert sum(share.share for share in shares) == pytest.approx(1)
