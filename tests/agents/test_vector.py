"""Many games at once: in each of them what the single game shows, step by step."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from compiling import program_of, shipped

from rulesrun.agents.actions import Actions
from rulesrun.agents.observation import Observer
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.native.build import NoCompiler, compiler
from rulesrun.interpreter.setup import WrongSetup

np: Any = pytest.importorskip("numpy", reason="NumPy is not installed")
vector: Any = pytest.importorskip("rulesrun.agents.vector")

try:
    compiler()
except NoCompiler as error:
    pytest.skip(str(error), allow_module_level=True)

GAMES = [
    ("connect_four", 2, 60),
    ("classics/kuhn_poker", 2, 20),
    ("classics/liars_dice", 2, 20),
    ("classics/backgammon", 2, 40),
    ("kingdom_builder", 3, 30),
    ("alhambra", 3, 40),
    ("architects", 2, 40),
    ("keyflower", 3, 60),
    ("lanterns", 3, 20),
]
LANTERNS = Path(__file__).parents[1] / "cli/games/lanterns.rules"


class Single:
    """The same games one by one, in Python."""

    def __init__(self, game: Game, count: int, seed: int) -> None:
        self.actions, self.observer = Actions(game), Observer(game)
        self.game, self.seeds = game, [seed + number for number in range(count)]
        self.positions = [game.start(seed) for seed in self.seeds]

    def act(self, number: int, action: int) -> tuple[int, ...] | None:
        """Do it; gives the places if the game ends, and begins it anew."""
        position = self.positions[number]
        position.play(self.actions.raw(position, action))
        if not position.over:
            return None
        self.seeds[number] += len(self.seeds)
        self.positions[number] = self.game.start(self.seeds[number])
        return position.ranking

    def seen(self, position: Position) -> Any:
        """What the player to choose sees."""
        assert position.player is not None
        seen = self.observer.bytes(position, position.player)
        return np.frombuffer(bytes(seen), np.uint8)


@pytest.mark.parametrize(("name", "players", "steps"), GAMES, ids=lambda x: str(x))
def test_each_game_is_as_it_is_alone(name: str, players: int, steps: int) -> None:
    own = name == "lanterns"
    program = program_of(LANTERNS.read_text("utf-8")) if own else shipped(name)
    game, count = Game(program, players), 3
    alone = Single(game, count, 5)
    chance = Random(1)
    with vector.VectorGames(game, count, threads=2) as games:
        batch = games.reset(seed=5)
        for _ in range(steps):
            chosen = []
            for number, position in enumerate(alone.positions):
                possible = list(alone.actions.options(position))
                assert possible == list(np.flatnonzero(batch.masks[number]))
                assert batch.players[number] == position.player
                seen = alone.seen(position)
                assert np.array_equal(batch.observations[number], seen)
                chosen.append(chance.choice(possible))
            batch = games.step(np.array(chosen))
            for number, action in enumerate(chosen):
                places = alone.act(number, action)
                assert batch.done[number] == (places is not None)
                if places is None:
                    assert not batch.rewards[number].any()
                else:
                    best = min(places or (1,))
                    top = places.index(best) if places else 0
                    assert batch.rewards[number][top] == batch.rewards[number].max()
                    assert abs(batch.rewards[number].sum()) < 1e-6


def test_what_is_not_possible_changes_nothing() -> None:
    game = Game(shipped("connect_four"), 2)
    with vector.VectorGames(game, 2) as games:
        before = games.reset().masks.copy()
        for wrong in (-2, games.actions.size, 10**9):
            with pytest.raises(ValueError, match="game 1 cannot do action"):
                games.step(np.array([np.flatnonzero(before[0])[0], wrong]))
        with pytest.raises(ValueError, match="one action for each of 2 games"):
            games.step(np.array([1]))

        assert np.array_equal(games.batch.masks, before)


@pytest.mark.parametrize(("count", "threads"), [(0, 1), (-3, 1), (4, 0)])
def test_no_games_or_threads(count: int, threads: int) -> None:
    with pytest.raises(ValueError, match="at least one game and one thread"):
        vector.VectorGames(Game(shipped("tic_tac_toe"), 2), count, threads)


def test_seeds_begin_at_0() -> None:
    games = vector.VectorGames(Game(shipped("tic_tac_toe"), 2), 2)
    with games, pytest.raises(WrongSetup, match="from 0 on, not -1"):
        games.reset(seed=-1)


def test_a_game_may_wait_while_others_go_on() -> None:
    game = Game(shipped("classics/liars_dice"), 2)
    with vector.VectorGames(game, 2) as games, vector.VectorGames(game, 2) as both:
        batch = games.reset(seed=3)
        seen, mask = batch.observations[1].copy(), batch.masks[1].copy()
        first = both.reset(seed=3).drawn.copy()
        for _ in range(3):
            batch = games.step(np.array([batch.drawn[0], vector.HOLD]))
            assert np.array_equal(batch.observations[1], seen)
            assert np.array_equal(batch.masks[1], mask)
            assert not batch.done[1]
        held = games.step(np.array([vector.HOLD, first[1]]))
        whole = both.step(first)
        assert np.array_equal(held.observations[1], whole.observations[1])


@pytest.mark.parametrize(
    "name", ["tic_tac_toe", "classics/kuhn_poker", "classics/liars_dice"]
)
def test_the_last_observation_is_what_a_seat_saw_at_the_end(name: str) -> None:
    game, count = Game(shipped(name), 2), 4
    alone = Single(game, count, 9)
    ended = 0
    with vector.VectorGames(game, count, finals=True) as games:
        batch = games.reset(seed=9)
        batch.eyes[:] = [0, 1, 0, 1]
        for _ in range(60):
            chosen = batch.drawn.copy()
            positions = list(alone.positions)
            batch = games.step(chosen)
            for number, action in enumerate(chosen.tolist()):
                alone.act(number, action)
                if batch.done[number]:
                    ended += 1
                    row = alone.observer.bytes(positions[number], number % 2)
                    assert batch.finals[number].tobytes() == bytes(row)
    assert ended > 4


def test_long_games_are_cut_off() -> None:
    game = Game(shipped("connect_four"), 2)
    with vector.VectorGames(game, 4, longest=3) as games:
        batch = games.reset(seed=1)
        cut = []
        for _ in range(7):
            batch = games.step(batch.masks.argmax(1))
            cut.append(bool(batch.cut.all()))

    assert cut == [False, False, True, False, False, True, False]


def test_an_action_is_drawn_inside() -> None:
    game = Game(shipped("connect_four"), 2)
    with vector.VectorGames(game, 50) as games:
        batch = games.reset(seed=1)
        first = set(batch.drawn.tolist())
        for _ in range(60):
            assert batch.masks[np.arange(50), batch.drawn].all()
            assert (
                1 <= batch.masks.sum(axis=1).min() <= batch.masks.sum(axis=1).max() <= 7
            )
            batch = games.step(batch.drawn)
    assert 7 == len(first)  # each of the options is drawn


def test_what_is_not_wanted_is_not_written() -> None:
    game = Game(shipped("connect_four"), 2)
    ended = []
    for observe, mask in ((True, True), (False, True), (True, False), (False, False)):
        with vector.VectorGames(game, 8, observe=observe, mask=mask) as games:
            batch = games.reset(seed=3)
            assert batch.observations.shape[1] == (games.observed if observe else 0)
            assert batch.masks.shape[1] == (games.actions.size if mask else 0)
            done = 0
            for _ in range(100):
                batch = games.step()
                done += int(batch.done.sum())
                assert not batch.rewards[~batch.done].any()
                assert set(batch.players.tolist()) <= {0, 1}
            ended.append(done)
            if not mask:
                wrong = "without masks only" if observe else "drawn inside"
                with pytest.raises(ValueError, match=wrong):
                    games.step(np.zeros(8))
    assert ended[0] == ended[1]
    assert min(ended) > 20
