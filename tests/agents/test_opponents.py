"""Players that think: they find what is there to find, and know only what they may."""

from random import Random

import pytest
from compiling import program_of, shipped

from rulesrun.agents.outcomes import Point
from rulesrun.agents.patience import (
    EARLY,
    GAMES,
    Patience,
    length_by_chance,
)
from rulesrun.agents.players import (
    GreedyPlayer,
    Player,
    RandomPlayer,
    ThinkingPlayer,
    UnknownPlayer,
    player_of,
)
from rulesrun.agents.search import search_of
from rulesrun.agents.worlds import believed
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.reports.views import resample, view

ENGINES = pytest.mark.parametrize("native", [True, False], ids=["native", "python"])


def play(position: Position, players: list[Player]) -> tuple[int, ...]:
    """A whole game between players; gives the places."""
    while not position.over:
        assert position.player is not None
        number = players[position.player].choose(position)
        position.play(position.raw[number])
    assert position.ranking is not None
    return position.ranking


@ENGINES
def test_a_thinker_does_not_lose_tic_tac_toe(native: bool) -> None:
    game = Game(shipped("tic_tac_toe"), 2)
    for seed in range(4):
        thinker = player_of("thinker:400", game, seed, native=native)
        seat = seed % 2
        players: list[Player] = [RandomPlayer(Random(seed)), RandomPlayer(Random(seed))]
        players[seat] = thinker

        places = play(game.start(seed), players)

        assert places[seat] == 1


@ENGINES
def test_the_same_seed_gives_the_same_choices(native: bool) -> None:
    game = Game(shipped("connect_four"), 2)
    position = game.start(3)

    def choice(seed: int) -> int:
        return player_of("thinker:60", game, seed, native=native).choose(position)

    assert choice(5) == choice(5)
    assert len({choice(seed) for seed in range(12)}) > 1


def test_a_greedy_player_takes_what_is_worth_most() -> None:
    program = program_of(
        """
        language 1
        game plums "Plums":
            players 1..2
        each player:
            plums: 0..99
        play:
            for each p in players:
                p chooses n in 1..6
                p.plums += n * (7 - n)
            do rank_all
        rule rank_all:
            rank players by most it.plums
        """.replace("\n        ", "\n")
    )
    game = Game(program, 2)

    chosen = GreedyPlayer(game, Random(1), native=False).choose(game.start(1))

    assert chosen in (2, 3)  # three or four: twelve plums


WIDE = """language 1

game wide "Wide":
    players 1

each player:
    plums: 0..9999

play:
    for each p in players:
        p chooses n in 1..60
        p.plums += n * (61 - n)
        p chooses m in 1..2
        p.plums += m
    do rank_all

rule rank_all:
    rank players by most it.plums
"""


@ENGINES
def test_only_what_is_expected_to_be_good_is_followed(native: bool) -> None:
    game = Game(program_of(WIDE), 1)
    search = search_of(game, native=native)
    prior = [n * (61 - n) / 930 for n in range(1, 61)]

    tree = search.tree([game.start(1).state], range(60), 16, 4, 3, prior)
    visits, values = [one.visits for one in tree], [one.worth for one in tree]

    followed = [number for number, times in enumerate(visits) if times]
    assert sum(visits) == 16
    assert set(followed) <= set(range(26, 34))  # the eight in the middle
    assert values[:3] == prior[:3]


LUCK = """language 1

game luck "Luck":
    players 2

each player:
    plums: 0..9999

play:
    let p = random(players)
    p chooses n in 1..16
    p.plums += n
    for each q in players:
        q.plums += random(1..200)
    do rank_all

rule rank_all:
    rank players by most it.plums
"""


@ENGINES
def test_what_is_luck_for_all_options_alike_speaks_for_none(native: bool) -> None:
    """One plum more is found behind two hundred by luck: all options have the same."""
    game = Game(program_of(LUCK), 2)

    for seed in range(3):
        thinker = player_of("thinker:200", game, seed, native=native)
        assert thinker.choose(game.start(seed)) == 15
        greedy = player_of("greedy", game, seed, native=native)
        assert greedy.choose(game.start(seed)) == 15


@ENGINES
def test_of_options_that_are_as_good_each_is_taken_at_times(native: bool) -> None:
    game = Game(program_of(LUCK.replace("+= n", "+= (n - 1) / 4 rounded down")), 2)
    position = game.start(1)

    for kind in ("greedy", "thinker:16"):
        chosen = {
            player_of(kind, game, seed, native=native).choose(position)
            for seed in range(40)
        }
        assert chosen <= {12, 13, 14, 15}
        assert len(chosen) > 1


@ENGINES
def test_the_better_half_is_followed_again(native: bool) -> None:
    game = Game(program_of(LUCK), 2)
    search = search_of(game, native=native)

    tree = search.tree([game.start(1).state], range(16), 160, 1, 3, [0.5] * 16)
    visits = [one.visits for one in tree]

    assert visits[14] == visits[15] == 40
    assert sorted(visits) == [2] * 8 + [7] * 4 + [18] * 2 + [40] * 2


ONCE = """language 1

game once "Once":
    players 2

each player:
    plums: 0..9

play:
    for each p in players:
        p chooses n in 1..3
        p.plums = n
    do rank_all

rule rank_all:
    rank players by most it.plums
"""


@ENGINES
def test_a_search_ends_where_the_game_does(native: bool) -> None:
    """Long before all continuations are spent there is nothing new to choose."""
    game = Game(program_of(ONCE), 2)

    thinker = player_of("thinker:200", game, 1, native=native)

    assert thinker.choose(game.start(1)) == 2


MINE = """language 1

game mine "Mine":
    players 2

each player:
    gold: int

play:
    let digging = true
    repeat:
        for each p in players where digging:
            turn p:
                p chooses one of "Turn":
                    option dig "Dig":
                        p.gold += 3
                    option close "Close the mine":
                        p.gold -= 1
                        digging = false
    until not digging
    do rank_all

rule rank_all:
    rank players by most it.gold
"""


@ENGINES
@pytest.mark.parametrize("kind", ["thinker:12", "greedy"])
def test_every_game_ends_where_going_on_always_seems_better(
    kind: str, native: bool
) -> None:
    game = Game(program_of(MINE), 2)
    players = [player_of(kind, game, seed, native=native) for seed in range(2)]
    position = game.start(1)

    while not position.over and position.choices_made < 5 * EARLY:
        assert position.player is not None
        number = players[position.player].choose(position)
        assert number == 0 or position.choices_made > EARLY
        position.play(position.raw[number])

    assert position.over


def test_what_lasts_long_is_measured_on_the_game_itself() -> None:
    game = Game(shipped("classics/backgammon"), 2)
    lengths = [length_by_chance(game, seed) for seed in range(GAMES)]
    position, patience, chance = game.start(1), Patience(game), Random(3)

    position.choices_made = max(lengths)
    assert patience.hurried(position, chance) is None
    position.choices_made *= 2
    hurried = [patience.hurried(position, chance) for _ in range(100)]

    assert 10 <= sum(number is None for number in hurried) <= 40


HIDDEN = [
    "classics/kuhn_poker",
    "classics/leduc_poker",
    "classics/goofspiel",
    "alhambra",
]


@pytest.mark.parametrize("name", HIDDEN)
def test_what_is_hidden_changes_no_choice(name: str) -> None:
    """The same seed and the same view give the same choice in any world."""
    game = Game(shipped(name), 2)
    chance = Random(4)
    position = game.start(11)
    compared = 0
    for _ in range(12):
        while not position.over and len(position.raw) < 2:
            position.play(position.raw[0])
        if position.over:
            break
        player = position.player
        assert player is not None
        chosen = []
        for seed in range(3):
            other = resample(position, player, seed)
            assert view(other, player) == view(position, player)
            thinker = player_of("thinker:40", game, 9)
            assert isinstance(thinker, ThinkingPlayer)
            thinker.horizon.value, thinker.horizon.is_measured = 0, True
            chosen.append(thinker.choose(other))
            compared += 1
        assert len(set(chosen)) == 1
        position.play(position.raw[chance.randrange(len(position.raw))])
    assert compared >= 3


def test_worlds_do_not_hold_the_real_chance() -> None:
    game = Game(shipped("alhambra"), 3)
    position = game.start(5)

    states = believed(position, Random(1), 4).states

    assert len({str(state) for state in states}) == 4


@pytest.mark.parametrize(
    "kind", ["clever", "thinker:", "thinker:0", "thinker:5m", "random:3", "thinker:-1"]
)
def test_a_kind_that_is_none(kind: str) -> None:
    game = Game(shipped("tic_tac_toe"), 2)

    with pytest.raises(UnknownPlayer, match="there is no player"):
        player_of(kind, game, 1)


def test_every_draw_is_a_point_of_its_own() -> None:
    """All ways through the deals of Kuhn poker, each as likely."""
    game = Game(shipped("classics/kuhn_poker"), 2)
    hands = set()
    pending = [Point.begin(game)]
    while pending:
        point = pending.pop()
        if point.position is None:
            pending += [point.after(number) for number in range(point.count)]
        else:
            state = point.position.state
            hands.add(tuple(str(part) for part in state[13:]))

    assert len(hands) == 6
