"""Worlds in machine code are those of Python: the same seeds, the same replays."""

from random import Random
from typing import Any

import pytest
from judged import game
from sights import stops_seen

from rulesrun.interpreter.game import Position
from rulesrun.interpreter.memory.chain import Chain, exchanged, exchanged_events
from rulesrun.interpreter.memory.compiled import CompiledReplay, Exchange
from rulesrun.interpreter.memory.memory import Memory
from rulesrun.interpreter.memory.replaying import AnyReplay, replay
from rulesrun.interpreter.native.build import NoCompiler, compiler
from rulesrun.interpreter.reports.views import memory_at, resample, view, worlds
from rulesrun.interpreter.runtime.layout import COUNTER, FRAMES, SEED

GAMES = [
    ("suits", 3),
    ("dishes", 2),
    ("look", 2),
    ("classics/hearts", 4),
    ("gallery/rails", 3),
    ("gallery/stories", 3),  # a card is shown that was in a hand
    ("gallery/chestnuts", 3),  # and a whole hand
    ("gallery/vizier", 4),  # a component is told of
]


@pytest.fixture(autouse=True)
def _compiles() -> None:
    try:
        compiler()
    except NoCompiler as missing:
        pytest.skip(str(missing))


def reached(name: str, players: int, seed: int, share: float) -> Position:
    """A game by chance, after a share of its choices."""
    of = game(name, players)
    assert of.engine is not None
    position, chance = of.start(seed), Random(seed)
    way = [position.copy()]
    while not position.over:
        position.play(position.raw[chance.randrange(len(position.raw))])
        way.append(position.copy())
    return way[int((len(way) - 1) * share)]


def plain(memory: Memory, seed: int, **more: Any) -> AnyReplay:
    """The same in Python."""
    compiled, memory._compiled = memory._compiled, False
    try:
        return replay(memory, Random(seed), **more)
    finally:
        memory._compiled = compiled


def same(one: AnyReplay, other: AnyReplay) -> None:
    """Whether two replays are the same, in all that can be told of them."""
    assert isinstance(one, CompiledReplay)
    assert not isinstance(other, CompiledReplay)
    ours, theirs = (
        (result.reached, result.refused, result.fits) for result in (one, other)
    )
    assert ours == theirs
    assert [e[:3] for e in one.events] == [e[:3] for e in other.events]
    assert one.weight == pytest.approx(other.weight)
    assert one.choices == other.choices
    if one.fits:
        states = [list(result.state) for result in (one, other)]
        for state in states:
            state[SEED] = state[COUNTER] = 0
            state[FRAMES] = [frame[:2] for frame in state[FRAMES]]
        assert states[0] == states[1]


@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.parametrize("share", [0.4, 1.0])
def test_replays_are_the_same(name: str, players: int, share: float) -> None:
    """Guided ones, such with chance drawn again, and those by events that are given."""
    here = reached(name, players, 3, share)
    for seat in range(players):
        memory = memory_at(here, seat)
        pins = memory.pins
        for seed in range(4):
            again = 12 * (seed % 2)
            made = replay(memory, Random(seed), pins=pins, retry=again)
            same(made, plain(memory, seed, pins=pins, retry=again))
            given = made.events[: len(made.events) // (1 + seed % 3)]
            again_made = replay(memory, Random(seed), given)
            same(again_made, plain(memory, seed, prefix=given))


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_components_change_places_as_in_python(name: str, players: int) -> None:
    """In worlds that fit and in such that do not, up to the end and as far as choices go."""
    memory = memory_at(reached(name, players, 3, 0.6), 0)
    assert memory.compiled is not None
    world = replay(memory, Random(0), memory.events)
    chain, stops = Chain(memory, Random(1), world), len(memory.stops)
    others = 0
    for seed in range(60):
        change = chain.change(world, ())
        if change is None:
            continue
        assert isinstance(change, Exchange)
        proposal = exchanged_events(memory.watched, world.events, change)
        made = exchanged(memory, Random(seed), world, change)
        assert (made is None) == (proposal is None)
        if made is None or proposal is None:
            continue
        others += 1
        same(made, plain(memory, seed, prefix=proposal.events))
        how: dict[str, Any] = {"pins": memory.pins, "stops": stops, "lenient": True}
        lenient = exchanged(memory, Random(seed), world, change, **how)
        assert lenient is not None
        other = plain(memory, seed, prefix=proposal.events, **how)
        assert (lenient.reached, lenient.apart) == (other.reached, other.apart)
        assert lenient.fits == other.fits == made.fits
    assert others


def test_without_the_guide_most_worlds_fail_at_the_same_stop() -> None:
    """What contradicts is found where Python finds it."""
    here = reached("classics/hearts", 4, 5, 0.5)
    memory = memory_at(here, 1)
    fits = []
    for seed in range(20):
        made = replay(memory, Random(seed))
        same(made, plain(memory, seed))
        fits.append(made.fits)
    assert not all(fits)


def test_memory_goes_on_in_machine_code() -> None:
    """A game that is played on is not begun again; its digests are those from anew."""
    of = game("classics/hearts", 4)
    assert of.engine is not None
    position, chance = of.start(8), Random(8)
    going = None
    for _ in range(24):
        position.play(position.raw[chance.randrange(len(position.raw))])
        memory = memory_at(position, 2)
        assert memory.compiled is not None
        assert going is None or memory.compiled is going
        going = memory.compiled
    anew = memory_at(of.load(position.save()), 2).compiled
    assert going is not None
    assert anew is not None
    assert anew._sights == going._sights
    assert anew._moves == going._moves


def test_a_seed_gives_one_world_whichever_engine() -> None:
    """Whether a game is compiled says nothing of what is dealt."""
    here = reached("classics/hearts", 4, 2, 0.5)
    memory = memory_at(here, 0)
    made = resample(here, 0, 11)
    memory._compiled = False
    other = resample(here, 0, 11)
    assert view(other, None) == view(made, None)
    assert stops_seen(other, 3) == memory_at(made, 3).stops


@pytest.mark.parametrize(("seed", "share"), [(1, 0.5), (3, 0.85)])
def test_a_world_is_found_where_each_hand_told_what_it_is_worth(
    seed: int, share: float
) -> None:
    """In machine code; components change places until each stop looks right."""
    here = reached("gallery/stories", 4, seed, share)
    for seat in range(4):
        (world,) = worlds(here, seat, 1, seed)
        assert view(world.position, seat) == view(here, seat)
        assert stops_seen(world.position, seat) == memory_at(here, seat).stops


@pytest.mark.parametrize("name", ["classics/kuhn_poker", "classics/goofspiel"])
def test_a_world_remembers_itself(name: str) -> None:
    """Its own choices lead to it, though it keeps fewer locals than Python."""
    here = reached(name, 2, 1, 0.5)
    assert here.line is not None
    other = resample(here, 0, 5)
    assert stops_seen(other, 0) == memory_at(here, 0).stops
    assert other.remembers == len(memory_at(other, 0).steps) > 0
