"""A world played from its beginning, and where it first contradicts a memory."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from random import Random
from typing import Any

from attrs import define, field

from rulesrun.interpreter.codegen.generate import PLAY
from rulesrun.interpreter.knowledge.dealing import Deal
from rulesrun.interpreter.knowledge.domains import Dice
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.memory.compiled import OWN, SECRET, CompiledReplay
from rulesrun.interpreter.memory.memory import Memory
from rulesrun.interpreter.memory.sights import begun
from rulesrun.interpreter.memory.stops import Step
from rulesrun.interpreter.memory.tape import Contradiction, Pins, Tape
from rulesrun.interpreter.runtime.choice_history import Event
from rulesrun.interpreter.runtime.layout import (
    DECISION,
    FORCED,
    SEED,
    RawOption,
    State,
)


@define(eq=False)
class Replay:
    """How far a world went.

    Attributes:
        reached: So many stops looked as the seat saw them.
        refused: Whether then an open choice of another was not possible.
        likeness: How much of the next stop looked as it did, from 0 to 1.
        tape: Its events.
        state: Where it stands, at the first contradiction or at the end.
        options: The options there.
        choices: The raw options that were chosen.
        root: The state that it began with, where the root of the line is a state.
        fits: Whether nothing contradicts the memory.
        apart: How many stops were not as the seat saw them, or were not come to.
        ended: Whether it stands at a stop.
    """

    tape: Tape
    state: State
    root: State | None
    reached: int = 0
    refused: bool = False
    likeness: float = 0.0
    fits: bool = False
    apart: int = 0
    ended: bool = False
    options: Sequence[RawOption] = ()
    choices: list[RawOption] = field(factory=list)

    @property
    def progress(self) -> float:
        """How far it went, to be compared."""
        return self.reached + (0.5 if self.refused else self.likeness)

    @property
    def weight(self) -> float:
        """By how much such a world is more likely than the guide makes it."""
        return self.tape.weight

    @property
    def events(self) -> list[Event]:
        """What happened in it in secret."""
        return self.tape.events


AnyReplay = Replay | CompiledReplay


def replay(
    memory: Memory,
    rng: Random,
    prefix: Sequence[Event] = (),
    pins: Pins | None = None,
    retry: int = 0,
    root: State | None = None,
    choices: Sequence[RawOption] = (),
    stops: int | None = None,
    lenient: bool = False,
) -> AnyReplay:
    """Play a world: events as they are given, then as `pins` guide them.

    With `retry`, what is drawn between two stops is drawn again, so often, where the
    second stop does not look as it did. `root` is the state to begin with, where the
    line begins with one; else it is dealt. `choices` are options to be taken, of those that
    people cannot tell apart, in place of those of the real game. Behind so many `stops` it
    ends, where that is said. If it is `lenient`, it goes on where a stop looks otherwise, as
    long as the choices are possible.
    """
    watched, machine = memory.watched, memory.watched.machine
    dice = Dice(rng.getrandbits(62))
    if memory.line.root.state is not None and root is None:
        secrecy = watched.machine.secrecy
        other = Dice(rng.getrandbits(62))
        root = Deal(secrecy, memory.line.root.state, memory.seat, other).deal()
    compiled = memory.compiled
    if compiled is not None:
        replayed = compiled.replay(
            dice.seed,
            prefix,
            pins=pins,
            retry=retry,
            root=root,
            choices=choices,
            stops=stops,
            lenient=lenient,
        )
        if replayed is not None:
            return replayed
    tape = Tape(watched, memory.eyes, dice, prefix, pins)
    tape.takes_copies, tape.is_lenient = bool(choices), lenient
    world = Replay(tape, begun(watched, memory.line.root, root), root)
    world.state[SEED], world.state[FORCED] = tape, ()
    checkpoint: tuple[Any, ...] | None = None
    left, here = retry, 0
    last = stops or len(memory.stops)
    world.apart = last
    while True:
        world.ended = False
        try:
            step = memory.steps[here - 1] if here else None
            if step is None:
                if root is None:
                    play = machine.module.procedures[PLAY]
                    world.options = machine.begin(world.state, play, [])
                else:
                    world.options = machine.options(world.state)
                    if not world.options and world.state[DECISION] is not None:
                        raise Contradiction
            else:
                at = here - 1
                if world.state[DECISION] != step.decision:
                    raise Contradiction
                wanted = choices[at] if choices else step.option
                for slot, face, number in memory.recorder.copies.get(at, ()):
                    alike = sum(watched.faces[c] == face for c in world.state[slot])
                    tape.weight /= max(1, comb(alike, number))
                at_stop = world.state, world.options, world.tape
                is_exact = bool(choices)
                option = choice_of(memory, *at_stop, step, wanted, is_exact=is_exact)
                if option is None:
                    world.refused = step.kind != OWN
                    return world
                world.choices.append(option)
                world.options = machine.resume(world.state, option)
            world.ended = True
            looks = memory.looks_as(here, world.state, world.options, tape)
            if not lenient:
                likeness = 0.0 if looks else memory.likeness(here, world.state)
                world.likeness = likeness
        except (Contradiction, GameFault):
            looks, world.likeness = False, 0.0
        if looks or (lenient and world.ended):
            world.apart -= looks
            world.reached += world.apart == last - here - 1
            tape.stop = here
            here += 1
            if here == last:
                world.fits = not world.apart
                return world
            tape.seen.clear()
            if retry:
                left = retry
                checkpoint = (
                    world.state.copy(),
                    world.options,
                    tape.mark(),
                    len(world.choices),
                )
            continue
        if (
            not left
            or checkpoint is None
            or len(tape.events) <= max(checkpoint[2][0], len(prefix))
        ):
            return world
        left -= 1
        world.state, world.options = checkpoint[0].copy(), checkpoint[1]
        del world.choices[checkpoint[3] :]
        tape.back(checkpoint[2])


def choice_of(
    memory: Memory,
    state: State,
    options: Sequence[RawOption],
    tape: Tape,
    step: Step,
    wanted: RawOption | None = None,
    *,
    is_exact: bool = False,
) -> RawOption | None:
    """The option of a step in a world; none where it is not possible.

    It is the one that is wanted, where one is, else that of the real game. Not `is_exact`, it
    may be another one that people cannot tell apart.
    """
    if step.kind == SECRET:
        return tape.chooses(state, options)
    wanted = step.option if wanted is None else wanted
    assert wanted is not None
    offered = memory.watched.listed(state, wanted, options, is_exact=is_exact)
    return wanted if offered is not None and is_exact else offered
