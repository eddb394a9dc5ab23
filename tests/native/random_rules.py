"""Random rules in all engines: Python, the compiled game, the evaluator, and a reading.

Each rule is carried out once in each of them, from the same state; what comes of it, or
the fault that ends it, must be the same. The reading (`tests/fuzz/reading.py`) knows no
core, so it is held against the others by values and by what faults say.
"""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "fuzz"))

import reading
from alike import ends_alike
from compiling import small
from engines import Difference
from outcomes import QUICK, Outcome

from rulesrun.interpreter.evaluator.perform import Performer
from rulesrun.interpreter.game import Game, NothingToUndo
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.native.build import NoCompiler
from rulesrun.interpreter.native.engine import Engine
from rulesrun.interpreter.native.types import Unsupported
from rulesrun.interpreter.runtime.effects import bound_to
from rulesrun.interpreter.runtime.layout import State
from rulesrun.interpreter.runtime.support import RuleFault

TOGETHER = 20
"""So many rules are compiled at once."""


def try_out(
    seed: int, rules: int, progress: Callable[[str], None] = lambda _: None
) -> Outcome:
    """Carry out so many random rules that hold no mistake, from a seed on.

    `progress` is given a line now and then.
    """
    outcome = Outcome()
    valid = _valid(seed, outcome)
    left = rules
    while left > 0:
        batch = [next(valid) for _ in range(min(left, TOGETHER))]
        left -= len(batch)
        together(batch, outcome)
        progress(f"{rules - left} of {rules}: {outcome}")
    return outcome


def _valid(seed: int, outcome: Outcome) -> Iterator[tuple[int, reading.Lines]]:
    number = seed * 1_000_000
    while True:
        lines = reading.probe(number)
        if small(reading.program([lines])).program is not None:
            yield number, lines
        else:
            outcome.counts["refused by the checker"] += 1
        number += 1


def together(batch: Sequence[tuple[int, reading.Lines]], outcome: Outcome) -> None:
    """Carry out some rules of one game, and note what comes of them."""
    program = small(reading.program([lines for _, lines in batch])).program
    assert program is not None
    game = Game(program, 2)
    try:
        engine: Engine | None = Engine(game.module, QUICK)
    except (NoCompiler, Unsupported) as why:
        outcome.uncompiled.append(f"{[number for number, _ in batch]}: {why}")
        engine = None
    for at, (number, lines) in enumerate(batch):
        try:
            outcome.counts[_tried(game, engine, at, lines)] += 1
        except Difference as difference:
            outcome.differences.append(f"rule {number}: {difference}\n{_shown(lines)}")


def _shown(lines: reading.Lines) -> str:
    return "\n".join(lines.text)


def _tried(game: Game, engine: Engine | None, at: int, lines: reading.Lines) -> str:
    """Carry out one of the rules of a game everywhere; gives how it ended."""
    choices = [1, 2, at]
    state, options = game.machine.start(1)
    for number in choices[:-1]:
        options = game.machine.resume(state, options[number])
    before = state.copy()
    expected, values = _read(game, before, lines)
    said = ""
    try:
        game.machine.resume(state, options[at])
    except GameFault as fault:
        said = fault.message
        if fault.span is None:
            raise Difference(f"a fault without a place: {said}") from None
    if engine is not None:
        ends_alike(game, engine, choices)
    evaluated(game, before, at, said, state)
    if not said:
        _undone(game, choices)
    if expected is None:
        return "too large on the way"
    if expected != said:
        raise Difference(
            f"read: {expected or 'no fault'}, and Python: {said or 'none'}"
        )
    if not said:
        for slot, value in values:
            if state[slot] != value:
                raise Difference(f"read: {value} in slot {slot}, Python: {state[slot]}")
    return "with a fault" if said else "carried out"


def _undone(game: Game, choices: Sequence[int]) -> None:
    """A choice is taken back, and a copy knows nothing of what was chosen after it."""
    position = game.start(1)
    for number in choices[:-1]:
        position.play(position.raw[number])
    copy = position.copy()
    kept = copy.state.copy()
    position.play(position.raw[choices[-1]])
    if copy.state != kept:
        raise Difference("a copy has changed with what it was copied from")
    with suppress(NothingToUndo):
        position.undo()
        if position.state != kept:
            raise Difference("what is taken back leaves something behind")


def evaluated(game: Game, before: State, at: int, said: str, after: State) -> None:
    """What the evaluator makes of it."""
    core = game.lowered.core
    performer = Performer(core, game.layout, bound_to(game.layout))
    copy = before.copy()
    (routine,) = (r for r in core.routines if r.name == f"probe_{at + 1}")
    result = ""
    try:
        performer.call(performer.evaluator(copy), routine, [])
    except RuleFault as fault:
        result = str(fault)
    if result != said:
        raise Difference(f"the evaluator: {result or 'no fault'}, and Python: {said}")
    for family in () if said else game.layout.families.values():
        span = slice(family.base, family.base + family.size)
        if copy[span] != after[span]:
            raise Difference(f"the evaluator: {copy[span]}, and Python: {after[span]}")


def _read(
    game: Game, state: State, lines: reading.Lines
) -> tuple[str | None, list[tuple[int, Any]]]:
    """What a rule says (none where a number is too large), and slots with their values."""
    families = {symbol.name: family for symbol, family in game.layout.families.items()}
    values: dict[Any, Any] = {}
    places: dict[Any, int] = {}
    for name in ("va", "vb", "vc", "vf", "vg", "vog", "vmaybe", "vxs", "vgs", "vbg"):
        places[name] = families[name].base
    for name in ("vm", "vk", "silver", "fine", "mark", "rank1"):
        for key in range(families[name].size):
            places[name, key] = families[name].base + key
    for name, slot in places.items():
        values[name] = state[slot]
    values["vgs"] = frozenset[int]()
    heap, spare = (tuple(state[families[name].base]) for name in ("heap", "spare"))
    here = reading.Here(values, heap, spare)
    try:
        lines.do(here)
    except reading.Beyond:
        return None, []
    except reading.Fault as fault:
        return str(fault), []
    here.values["vgs"] = sum(1 << good for good in here.values["vgs"])
    return "", [(slot, here.values[name]) for name, slot in places.items()]
