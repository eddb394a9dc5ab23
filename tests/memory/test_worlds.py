"""Worlds fit what a seat has seen, are even, and do not lean to what is really so."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Hashable
from random import Random
from typing import Any

import pytest
from judged import (
    Case,
    by_chance,
    game,
    hands,
    held,
    of_calls,
    of_equals,
    of_fills,
    of_hearts,
    of_hints,
    of_look,
    of_spies,
    of_suits,
)
from models import evenness

from rulesrun.interpreter.game import BrokenSave, Position
from rulesrun.interpreter.knowledge.secrecy import ONLOOKER
from rulesrun.interpreter.memory.chain import Chain
from rulesrun.interpreter.memory.memory import NoWorld
from rulesrun.interpreter.memory.replaying import replay
from rulesrun.interpreter.memory.worlds import EXACT, NEAR, Effort
from rulesrun.interpreter.reports.views import (
    dealt,
    memory_at,
    resample,
    view,
    worlds,
)

BASES = (10**6, 7 * 10**6)
"""Seeds of worlds are counted from each of these."""

CASES = [
    of_suits(1, 1, 0),
    of_suits(2, 3, 1),
    of_suits(5, 4, 2),
    of_look(1),
    of_equals(2, 0),
    of_equals(3, 0),
    of_equals(4, 0),
    *map(of_calls, range(4)),
    of_spies(1, 2, 0),
    of_spies(3, 3, 1),
    of_spies(4, 4, 2),
]


def found(case: Case, number: int) -> Counter[Any]:
    """So many worlds of a case from each base, each of a seed of its own."""
    seeds = (base + n for base in BASES for n in range(number))
    return Counter(case.look(resample(case.position, case.seat, s)) for s in seeds)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_worlds_that_can_be_and_evenly(case: Case) -> None:
    even, impossible = evenness(found(case, 100), case.ways)

    assert not impossible
    assert even > 1e-4
    assert {EXACT} == {w.kind for w in worlds(case.position, case.seat, 5, 3)}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_what_lies_open_says_too_little(case: Case) -> None:
    """The model notices: what is dealt without a memory contradicts it, or is uneven."""
    old = Counter(case.look(dealt(case.position, case.seat, s)) for s in range(200))
    even, impossible = evenness(old, case.ways)

    assert impossible or even < 1e-4 or len(case.ways) == len(old)


@pytest.mark.parametrize("case", CASES[::3], ids=lambda case: case.name)
def test_changed_worlds_are_as_even(case: Case) -> None:
    """A chain that begins with a world of its own, after changes that were taken."""
    memory, counts = memory_at(case.position, case.seat), Counter[Any]()
    for seed in range(150):
        rng = Random(BASES[0] + seed)
        start = replay(memory, rng, pins=memory.pins)
        while not start.fits:
            start = replay(memory, rng, pins=memory.pins)
        chain = Chain(memory, rng, start)
        for _ in range(80):
            chain.step()
        state = chain.world.state
        counts[case.look(Position(case.position.game, state, ()))] += 1
    even, impossible = evenness(counts, case.ways)

    assert not impossible
    assert even > 1e-4


def test_copies_that_were_mixed_by_a_choice_in_secret() -> None:
    """Of cards that look alike one is offered: not each card is as likely to be chosen."""
    for case in (of_equals(7, 2), of_equals(2, 2)):
        even, impossible = evenness(found(case, 100), case.ways)

        assert not impossible
        assert even > 1e-4


@pytest.mark.parametrize("seed", [1, 2, 4, 10])
def test_the_order_in_which_cards_were_drawn_until_it_was_enough(seed: int) -> None:
    """By any of the ways by which the cards that are seen now can have come."""
    case = of_fills(seed)
    even, impossible = evenness(found(case, 80), case.ways)

    assert not impossible
    assert even > 1e-4
    assert {NEAR} == {w.kind for w in worlds(case.position, case.seat, 3, 3)}


@pytest.mark.parametrize("seed", range(4, 10))
def test_what_hints_say_of_cards_is_no_more_than_they_say(seed: int) -> None:
    """Which cards can lie at a place is found out by trying them one by one."""
    case = of_hints(seed)
    memory = memory_at(case.position, case.seat)
    memory.narrow(range(1, len(memory.stops)))
    even, impossible = evenness(found(case, 100), case.ways)

    assert not impossible
    assert even > 1e-4


@pytest.mark.parametrize("seed", [1, 2])
def test_of_more_cards_than_are_tried_at_a_hint_all_can_lie_there(seed: int) -> None:
    """Of three weights out of sixty it was told whether they are heavy."""
    position = game("scales", 2).start(seed)
    position.play(position.raw[0])
    number = 120
    counts = [Counter[Hashable]() for _ in range(3)]
    for world in (next(worlds(position, 0, 1, n)) for n in range(number)):
        for place, name in enumerate(held(world.position, "hand", 0)):
            counts[place][int(name.split()[1])] += 1
    really = [int(name.split()[1]) for name in held(position, "hand", 0)]
    for own, count in zip(really, counts, strict=True):
        half = range(31, 61) if own > 30 else range(1, 31)
        ways: Counter[Hashable] = Counter(dict.fromkeys(half, 1))
        even, impossible = evenness(count, ways)
        assert not impossible
        assert even > 1e-4


# ---- Hearts --------------------------------------------------------------------------------


def test_hearts_as_the_model_counts_it() -> None:
    """Nobody holds what they have shown not to hold, and cards lie where they should.

    Where they really lie counts as any other place: worlds do not lean to the truth.
    """
    really, should, cheating, dealt_wrong = 0.0, 0.0, 0.0, 0
    deviations: list[float] = []
    checked, number = 0, 16
    for seed in range(100, 124):
        deal = of_hearts(seed, 16 + seed % 12)
        if deal is None:
            continue
        exact = deal.model.shares(sorted(deal.hidden), deal.sizes)
        counts: Counter[Any] = Counter()
        made = list(worlds(deal.position, 0, number, BASES[0] + seed))
        for world in made:
            for which, seat in hands(world.position).items():
                assert deal.model.may_hold(seat, which)
                counts[which, seat] += 1
                really += deal.hidden[which] == seat
        for which, seat in hands(dealt(deal.position, 0, seed)).items():
            dealt_wrong += not deal.model.may_hold(seat, which)
        for which, of in exact.items():
            should += number * of[deal.hidden[which]]
            deviations += [
                (counts[which, seat] - number * share) ** 2
                / (number * share * (1 - share))
                for seat, share in of.items()
                if 0.01 < share < 0.99
            ]
        cheating += _from_the_truth(deal.position, deal.hidden)
        checked += len(deal.hidden) * number
    mean = sum(deviations) / len(deviations)

    assert checked > 800
    assert 0.65 < mean < 1.5
    assert abs(really - should) / checked < 0.06
    assert dealt_wrong
    assert cheating * number / checked > should / checked + 0.15  # and it would show


def _from_the_truth(position: Position, hidden: dict[Any, int]) -> int:
    """How many hidden cards stay where they really are, if a chain begins there."""
    memory = memory_at(position, 0)
    rng = Random(5)
    truth = replay(memory, rng, memory.events)
    assert truth.fits
    chain = Chain(memory, rng, truth)
    for _ in range(10):
        chain.step()
    other = hands(Position(position.game, chain.world.state, ()))
    return sum(hidden[which] == seat for which, seat in other.items())


# ---- every game ------------------------------------------------------------------------------

SMALL = [("suits", 3, 5), ("look", 2, 3), ("spies", 5, 3), ("dishes", 3, 16)]
SHIPPED = [
    ("classics/kuhn_poker", 2, 1),
    ("classics/leduc_poker", 2, 3),
    ("classics/liars_dice", 2, 1),
    ("classics/goofspiel", 2, 9),
    ("classics/hearts", 4, 22),
    ("auction", 3, 12),
    ("gallery/spread", 3, 16),
    ("gallery/vizier", 3, 12),
    ("gallery/bandits", 5, 12),
    ("gallery/weavers", 4, 12),
    ("gallery/rails", 3, 12),
    ("gallery/stories", 3, 12),
    ("alhambra", 2, 12),
    ("keyflower", 2, 8),
]
"""`make worlds` looks at all of them, and further on."""


@pytest.mark.parametrize(("name", "players", "choices"), [*SMALL, *SHIPPED])
def test_the_real_events_fit_for_every_seat(
    name: str, players: int, choices: int
) -> None:
    position = by_chance(name, players, choices, 11)
    for seat in (ONLOOKER, *range(players if len(position.state) < 200 else 1)):
        memory = memory_at(position, seat)
        assert memory.line is position.line  # else memory would begin here
        again = replay(memory, Random(1), memory.events)
        assert again.fits
        assert again.reached == choices + 1 or position.over


@pytest.mark.parametrize(("name", "players", "choices"), [*SMALL, *SHIPPED])
def test_a_world_is_the_same_to_whom_it_is_for(
    name: str, players: int, choices: int
) -> None:
    """The view, the options by their numbers, and all that was seen on the way."""
    position = by_chance(name, players, choices, 11)
    seat = position.player or 0
    memory = memory_at(position, seat)
    differs = 0
    for world in worlds(position, seat, 2, 5, Effort(accepted=2, proposed=10)):
        other = world.position
        assert view(position, seat) == view(other, seat)
        assert list(position.raw) == list(other.raw) or position.player != seat
        differs += other.digest() != position.digest()
        twin = memory_at(other, seat)
        assert twin.stops == memory.stops
        assert twin.steps == memory.steps
        assert twin.recorder.is_even == memory.recorder.is_even
        other.play(other.raw[0])
    assert differs


def test_the_hand_that_was_passed_on_is_with_the_neighbour() -> None:
    position = game("dishes", 3).start(4)
    for _ in range(3):
        before = sorted(held(position, "hand", 0))
        option = position.options[0]
        if position.player == 0:
            before.remove(option.name.partition("=")[2])
            mine = before
        position.choose(option)
    for seed in range(20):
        assert mine == sorted(held(resample(position, 0, seed), "hand", 1))
    assert any(
        mine != sorted(held(dealt(position, 0, seed), "hand", 1)) for seed in range(20)
    )
    followed = memory_at(position, 0)
    for seed in range(20):  # the hand is followed, so it stays where it was passed to
        other = dealt(position, 0, seed, followed)
        assert mine == sorted(held(other, "hand", 1))


def test_the_same_seed_gives_the_same_worlds() -> None:
    position = by_chance("classics/hearts", 4, 20, 11)
    one, two = (
        [w.position.digest() for w in worlds(position, 0, 4, 9)] for _ in range(2)
    )

    assert one == two
    assert one[0] != resample(position, 0, 10).digest()


def test_no_world_in_the_time_given() -> None:
    position = by_chance("classics/hearts", 4, 30, 11)
    with pytest.raises(NoWorld, match="no world was found in 0 tries"):
        next(worlds(position, 0, 1, 1, Effort(choices=0)))
    assert str(pickle.loads(pickle.dumps(NoWorld(3)))) == str(NoWorld(3))


# ---- the line ------------------------------------------------------------------------------


def test_a_game_that_hides_nothing_has_no_line() -> None:
    position = game("tic_tac_toe", 2).start(1)
    position.choose(0)

    assert position.line is None
    assert "line" not in position.save()


def test_copies_pickles_and_saves_remember() -> None:
    position = by_chance("classics/leduc_poker", 2, 2, 11)
    worlds_ = [w.position.digest() for w in worlds(position, 0, 3, 1)]
    for other in (
        position.copy(),
        pickle.loads(pickle.dumps(position)),
        position.game.load(json.loads(json.dumps(position.save()))),
    ):
        assert other.remembers == position.remembers == 2
        assert worlds_ == [w.position.digest() for w in worlds(other, 0, 3, 1)]


def test_a_world_can_be_saved_and_remembers_itself() -> None:
    position = by_chance("suits", 3, 4, 11)
    other = resample(position, 1, 3)
    again = position.game.load(json.loads(json.dumps(other.save())))

    assert again.remembers == 4
    assert again.digest() == other.digest()
    assert resample(again, 1, 5).digest() == resample(other, 1, 5).digest()


def test_undo_takes_the_choice_out_of_the_line() -> None:
    position = game("kingdom_builder", 2).start(3)
    position.choose(0)
    line = position.line
    position.choose(0)
    assert position.remembers == 2
    position.undo()

    assert position.line is line


def test_memory_begins_with_a_save_without_choices() -> None:
    position = by_chance("suits", 3, 4, 11)
    saved = position.save()
    del saved["line"], saved["digest"]
    again = position.game.load(saved)

    assert again.remembers == 0
    kinds = {w.kind for w in worlds(again, 0, 3, 1)}
    assert kinds == {"dealt"}
    again.play(again.raw[0])
    assert again.remembers == 1
    assert resample(again, 0, 1) is not None


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda line: line["choices"].pop(), "do not lead to where it stands"),
        (lambda line: line.update(seed=99), "do not lead to where it stands"),
        (lambda line: line.update(choices=7), "cannot be made"),
        (lambda line: line.pop("seed"), "cannot be made"),
        (lambda line: line.update(scripted={"x": 1}), "cannot be made"),
    ],
)
def test_a_changed_line_is_refused(change: Any, says: str) -> None:
    saved = by_chance("suits", 3, 4, 11).save()
    del saved["digest"]
    change(saved["line"])
    with pytest.raises(BrokenSave, match=says):
        game("suits", 3).load(saved)


def test_a_position_that_was_changed_by_hand_has_no_memory() -> None:
    position = by_chance("suits", 3, 4, 11)
    memory = memory_at(position, 0)
    slot = next(s for s in range(len(position.state)) if s == 5)
    position.state[slot] = 0 if position.state[slot] != 0 else 1

    assert memory.line.root.state is None
    assert memory_at(position, 0).line.root.state is not None
