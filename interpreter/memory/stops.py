"""What happened between two stops of a game and what was seen at each, as a seat knows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from rulesrun.interpreter.memory.disclosed import Secrets
from rulesrun.interpreter.memory.recording import Recorder
from rulesrun.interpreter.memory.tape import Tape
from rulesrun.interpreter.memory.watched import Eyes, Watched
from rulesrun.interpreter.runtime.choice_history import Event
from rulesrun.interpreter.runtime.layout import RawOption, State


class Step(NamedTuple):
    """A choice, as the seat knows it: of one in secret of another nothing is known.

    `key` is the option as people tell it apart, `option` the very one.
    """

    kind: str
    decision: int
    key: RawOption | None
    option: RawOption | None


class Stop(NamedTuple):
    """What the seat saw: then, and between the stop before and this one."""

    sight: tuple[Any, ...]
    moves: tuple[tuple[int, int, int], ...]


class Remembered(Protocol):
    """What is asked of a memory while it is made; see `Memory` for what it means."""

    watched: Watched
    eyes: Eyes
    recorder: Recorder
    seat: int
    state: State
    options: Sequence[RawOption]
    stops: list[Stop]
    steps: list[Step]
    secrets: Secrets | None

    @property
    def events(self) -> list[Event]:
        """What really happened in secret."""

    def at_the_beginning(self) -> State:
        """The state before anything has happened."""

    def looks_as(
        self, number: int, state: State, options: Sequence[RawOption], tape: Tape
    ) -> bool:
        """Whether the seat would have seen the same at a stop."""
