"""Observations with a memory: what `seen_by` tells of what a player cannot look into."""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from compiling import program_of, shipped

from rulesrun.agents.observation import Observer, called
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.knowledge.seen import Hidden, SeenFamily
from rulesrun.interpreter.native.build import NoCompiler, compiler

np: Any = pytest.importorskip("numpy", reason="NumPy is not installed")

TESTS = Path(__file__).parents[1]
DISHES = str(TESTS / "memory/games/dishes.rules")
GAMES = [
    ("dishes", 2),
    ("peeks", 2),
    ("suits", 3),
    ("classics/hearts", 4),
    ("architects", 3),
    ("gallery/spread", 3),
]


def game(name: str, players: int) -> Game:
    for folder in ("memory", "cli"):
        path = TESTS / folder / "games" / f"{name}.rules"
        if path.exists():
            return Game(program_of(path.read_text("utf-8")), players)
    return Game(shipped(name), players)


def recalled_by_observation(observer: Observer, row: Any) -> Counter[tuple[str, str]]:
    """How many cards of which look are known to lie in which hidden zone."""
    counts: Counter[tuple[str, str]] = Counter()
    for cards in observer.recalled_cards:
        block = next(b for b in observer.blocks if b.name == f"{cards.kind} recalled")
        for (n, column), byte in np.ndenumerate(block.of(row)):
            unit = cards.units[cards.rows.index(n)]
            if byte:
                counts[block.axes[0][n], block.axes[1][column]] = byte // unit
    return counts


def recalled_by_view(position: Position, seat: int) -> Counter[tuple[str, str]]:
    """The same as `seen_by` tells it."""
    made, seen = position.game, position.seen_by(seat)
    hidden = made.machine.secrecy.slots(seat, position.state)
    counts: Counter[tuple[str, str]] = Counter()
    for symbol, family in made.layout.variables.items():
        for slot in range(family.base, family.base + family.size):
            kind = made.layout.zone_kinds[slot]
            if slot not in hidden or kind is None or kind.startswith("piece"):
                continue
            value = seen[symbol.name]
            if isinstance(value, SeenFamily):
                keys = made.reading.slots(symbol.name) or {}
                value = value[next(k for k, read in keys.items() if read.at == slot)]
            zone = called(made, symbol, family.indexes(slot), seat)
            if isinstance(value, Hidden):
                value = value.known
            for name in value if isinstance(value, tuple) else [value] if value else []:
                counts[name, zone] += 1
    return counts


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_an_observation_remembers_what_seen_by_tells(name: str, players: int) -> None:
    made = game(name, players)
    plain, observer = Observer(made), Observer(made, memory=True)
    assert observer.now == plain.size < observer.size
    position, chance, known, values = made.start(2), Random(3), 0, 0
    for number in range(70):
        if position.over:
            break
        if number % 7 == 3:
            for seat in range(players):
                row = np.frombuffer(bytes(observer.bytes(position, seat)), np.uint8)
                assert bytes(row[: plain.size]) == bytes(plain.bytes(position, seat))
                recalled = recalled_by_observation(observer, row)
                assert recalled == recalled_by_view(position, seat)
                known += recalled.total()
                values += int(row[plain.size :].any())
        position.play(position.raw[chance.randrange(len(position.raw))])
    assert known or values


def test_a_variable_that_was_shown() -> None:
    made = game("peeks", 2)
    observer, position = Observer(made, memory=True), made.start(4)
    for choice in ("n=2", "n=3"):
        position.choose(choice)
    (values,) = observer.recalled_values
    for seat in range(2):
        row = np.frombuffer(bytes(observer.bytes(position, seat)), np.uint8)
        of = values.block.of(row)
        for n in range(2):
            shown = position.seen_by(seat).bid[(seat + n) % 2]
            assert of[n].tolist() == [255, *(255 * (m == shown) for m in range(5))]


def test_where_nothing_is_hidden_it_is_the_same() -> None:
    made = Game(shipped("connect_four"), 2)
    assert Observer(made, memory=True).describe() == Observer(made).describe()


def test_pettingzoo_and_gymnasium_remember() -> None:
    pettingzoo: Any = pytest.importorskip("rulesrun.agents.pettingzoo")
    gymnasium: Any = pytest.importorskip("rulesrun.agents.gymnasium")
    chance = Random(1)
    env = pettingzoo.env(DISHES, 2, memory=True)
    env.reset(seed=1)
    observer = Observer(env.game, memory=True)
    remembered = 0
    for _ in range(8):
        agent = env.agent_selection
        seen = env.observe(agent)
        assert seen in env.observation_space(agent)
        seat = env.possible_agents.index(agent)
        wanted = observer.array(env.position, seat)
        assert np.array_equal(seen["observation"], wanted)
        remembered += wanted[observer.now :].any()
        env.step(chance.choice(list(np.flatnonzero(seen["action_mask"]))))
    assert env.state() in env.state_space
    assert remembered

    alone = gymnasium.RulesEnv(DISHES, seat=0, memory=True, structured=True)
    seen, info = alone.reset(seed=3)
    remembered = over = 0
    while not over:
        seen, _, over, _, info = alone.step(int(info["action_mask"].argmax()))
        assert seen in alone.observation_space
        remembered += seen["Dish recalled"].any()
    assert remembered


def test_many_games_remember_as_each_does_alone() -> None:
    vector: Any = pytest.importorskip("rulesrun.agents.vector")
    try:
        compiler()
    except NoCompiler as error:
        pytest.skip(str(error))
    made = game("dishes", 2)
    chance, count, ends = np.random.default_rng(1), 3, 0
    with vector.VectorGames(made, count, finals=True, memory=True) as games:
        observer, batch = games.observer, games.reset(seed=5)
        seeds = [5 + n for n in range(count)]
        alone = [made.start(seed) for seed in seeds]
        for step in range(60):
            for n, position in enumerate(alone):
                wanted = observer.bytes(position, position.player)
                assert bytes(batch.observations[n]) == bytes(wanted)
            wishes = batch.masks * chance.random(batch.masks.shape)
            actions = wishes.argmax(axis=1)
            actions[step % count] = vector.HOLD if step % 4 else actions[step % count]
            held = actions.copy()
            batch = games.step(actions)
            for n, position in enumerate(alone):
                if held[n] == vector.HOLD:
                    continue
                position.play(games.actions.raw(position, int(held[n])))
                assert batch.done[n] == position.over
                if position.over:
                    final = observer.bytes(position, int(batch.eyes[n]))
                    assert bytes(batch.finals[n]) == bytes(final)
                    ends += 1
                    seeds[n] += count
                    alone[n] = made.start(seeds[n])
    assert ends
    with pytest.raises(ValueError, match="is told in observations"):
        vector.VectorGames(made, 1, observe=False, memory=True)
