"""The states that a line of choices leads through, made anew."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulesrun.interpreter.codegen.generate import PLAY
from rulesrun.interpreter.memory.recording import Recorder
from rulesrun.interpreter.memory.sights import begun
from rulesrun.interpreter.memory.watched import Watched
from rulesrun.interpreter.runtime.choice_history import Line
from rulesrun.interpreter.runtime.layout import (
    COUNTER,
    FORCED,
    SEED,
    RawOption,
    State,
)


def states_on(
    watched: Watched, line: Line
) -> Iterator[tuple[State, Sequence[RawOption], RawOption | None]]:
    """Each state on a line, its options, and the choice made there; none at the end."""
    machine, root = watched.machine, line.root
    state = begun(watched, root, root.state)
    recorder = Recorder(watched, watched.eyes(0), root.seed, root.events)
    if root.state is None:
        state[SEED] = recorder
        options = machine.begin(state, machine.module.procedures[PLAY], [])
    else:
        options = machine.options(state)
    for link in line.since(None) or []:
        choice = link.choice
        assert choice is not None
        yield _plain(state, root.seed), _with(watched, state, options, choice), choice
        recorder.seed, state[SEED] = link.seed, recorder
        state[FORCED] = link.scripted
        if isinstance(link.seed, tuple):  # settled results, counted from each choice on
            state[COUNTER] = 0
        options = machine.resume(state, choice)
    yield _plain(state, root.seed), options, None


def _with(
    watched: Watched, state: State, options: Sequence[RawOption], choice: RawOption
) -> Sequence[RawOption]:
    """The options, with the choice in place of one that people cannot tell apart."""
    if choice in options:
        return options
    listed = watched.listed(state, choice, options)
    return [choice if option == listed else option for option in options]


def _plain(state: State, seed: object) -> State:
    plain = state.copy()
    plain[SEED] = seed
    return plain
