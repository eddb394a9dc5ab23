"""Several threads look ahead in one compiled game."""

import pytest

import rulesrun
from rulesrun.agents.kinds import is_timed
from rulesrun.agents.players import ThinkingPlayer, player_of
from rulesrun.agents.search import LEAST_TRIED, NativeSearch
from rulesrun.cli.playing.settings import let_think
from rulesrun.interpreter.game import Game

TRIES = 8 * LEAST_TRIED


@pytest.fixture
def game() -> Game:
    return rulesrun.load("connect_four", players=2)


def search_with(game: Game, threads: int) -> NativeSearch:
    """A search of its own in a game."""
    if game.engine is None:
        pytest.skip("there is no C compiler")
    game.threads = threads
    return NativeSearch(game, game.engine)


def test_options_are_worth_the_same_in_any_number_of_threads(game: Game) -> None:
    states, numbers = [game.start(1).state], list(range(7))
    one, two, three = (
        search_with(game, n).look_ahead(states, numbers, TRIES, 12, 5)
        for n in (1, 2, 3)
    )
    assert one == two == three


def test_threads_share_the_continuations(game: Game) -> None:
    states, numbers = [game.start(1).state], list(range(7))

    def visits(threads: int, many: int) -> list[int]:
        rows = search_with(game, threads).tree(states, numbers, many, 60, 5)
        return [row.visits for row in rows]

    assert sum(visits(3, TRIES + 1)) == TRIES + 1
    assert visits(3, TRIES) == visits(3, TRIES)
    assert visits(8, LEAST_TRIED) == visits(1, LEAST_TRIED)  # too few to be shared
    assert visits(2, TRIES) != visits(1, TRIES)


@pytest.mark.parametrize("name", ["alhambra", "connect_four"])
def test_a_thinker_chooses_the_same_with_as_many_threads(name: str) -> None:
    game = rulesrun.load(name, players=2)
    search_with(game, 2)
    position = game.start(3)
    chosen = {player_of("thinker:300", game, 1).choose(position) for _ in range(3)}
    assert len(chosen) == 1


def test_what_is_proved_in_one_thread_counts(game: Game) -> None:
    position = game.start(1)
    for option in (0, 6, 0, 6, 0, 5):  # three of seat 0 in the first column
        position.choose(option)
    search_with(game, 2)
    thinker = player_of("thinker:400", game, 1)
    assert isinstance(thinker, ThinkingPlayer)
    assert thinker.choose(position) == 0


@pytest.mark.parametrize(
    ("kind", "timed"),
    [
        ("thinker:2s", True),
        ("thinker:500ms:weigh", True),
        ("thinker:500", False),
        ("thinker:forget", False),
        ("thinker", False),
        ("random", False),
        ("mine.py:choose", False),
    ],
)
def test_who_has_a_time(kind: str, timed: bool) -> None:
    assert is_timed(kind) is timed


def test_players_with_a_time_have_all_threads(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 6)
    let_think(game, None, ["human", "thinker:500"])
    assert game.threads == 1
    let_think(game, None, ["human", "thinker:1s"])
    assert game.threads == 6
    let_think(game, 3, ["human", "thinker:500"])
    assert game.threads == 3
