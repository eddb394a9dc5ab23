"""A compiled game for Python: states, options, faults, and whole games at once."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import RLock
from typing import Any, NamedTuple

from attrs import define, field, frozen

from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.codegen.module import Module
from rulesrun.interpreter.native.build import FLAGS, loaded
from rulesrun.interpreter.native.description import Program
from rulesrun.interpreter.native.faults import sentence
from rulesrun.interpreter.native.program import compile_to_c
from rulesrun.interpreter.native.sandbox import Bounds, sandboxed
from rulesrun.interpreter.native.states import States, scalar
from rulesrun.interpreter.native.wasm import Library
from rulesrun.interpreter.runtime.layout import (
    Layout,
)
from rulesrun.interpreter.runtime.showing import Announced
from rulesrun.interpreter.runtime.support import bits

ASK, OVER, FAULT = 1, 2, 3

MOST_CHOICES = 1_000_000
"""A random game that takes longer is left unfinished."""


CAPACITY = 32
"""The number of the fault that a compiled game has no more room (`runtime.h`)."""


class NoRoom(RuntimeError):
    """A compiled game needs more room than it has: Python plays on, in the game of `seed`.

    That is no fault of the rules; the message says what there is too much of.
    """

    def __init__(self, message: str, seed: int = 0) -> None:
        super().__init__(message)
        self.seed = seed


class GameFault(RuntimeError):
    """A random game went wrong: that with this seed, after so many choices.

    `endless` tells that its rules go round without end: when and where that is seen hangs
    on the engine, and Python tells it.
    """

    def __init__(
        self, seed: int, choices: int, message: str, *, endless: bool = False
    ) -> None:
        super().__init__(message)
        self.seed = seed
        self.choices = choices
        self.endless = endless


@frozen
class RandomGame:
    """What came of a random game.

    `choices` is how many were made; `places` the place of each player (0 where nobody
    was ranked), none where the game was left unfinished.
    """

    choices: int
    places: tuple[int, ...] | None


RawOption = tuple[int, tuple[Any, ...]]


@frozen
class Added:
    """C that is compiled with a game, made for it, and what it `declares` to the host."""

    text: Callable[[Program], str]
    declares: str


def announcement_at(log: Sequence[int], at: int) -> Announced:
    """The announcement that begins at a place of the log of a compiled game."""
    _, text, seats, count = log[at : at + 4]
    rows = range(at + 4, at + 4 + 4 * count, 4)
    values = (None if log[row + 2] else log[row + 1] for row in rows)
    return Announced(text, tuple(values), None if seats < 0 else frozenset(bits(seats)))


class Showed(NamedTuple):
    """What was shown: to which seats (all, if none), which slot, or components and where."""

    to: frozenset[int] | None
    slot: int | None
    lying: tuple[tuple[int, int], ...]


@define(eq=False)
class Engine:
    """A compiled game, perhaps with more C; with `bounds` it runs in a sandbox.

    In a sandbox each call may raise OutOfBounds, and there is one thread. Raises
    `Unsupported` where the game cannot be compiled, and `NoCompiler`.
    """

    module: Module
    flags: tuple[str, ...] = FLAGS
    added: Added | None = None
    bounds: Bounds | None = None
    program: Program = field(init=False)
    states: States = field(init=False)
    lib: Any = field(init=False)
    ffi: Any = field(init=False)
    ended: bool = field(default=False, init=False)
    """Whether its sandbox was ended, and is of no use any more."""
    alone: RLock = field(factory=RLock, init=False)
    """Held by whoever plays in its sandbox."""

    def __attrs_post_init__(self) -> None:
        self.program = compile_to_c(self.module)
        self.states = States(self.program)
        text, declared = self.program.text, ""
        if self.added is not None:
            text = f"{text}\n{self.added.text(self.program)}\n"
            declared = self.added.declares
        option = "int64_t" if self.program.options_are_wide else "int"
        declared = f"typedef {option} opt;\n{declared}"
        if self.bounds is not None:
            self.lib, self.ffi = sandboxed(text, self.bounds)
        else:
            self.lib, self.ffi = loaded(text, self.flags, declared)
        values = self.from_python([*self.layout.initial, ()])
        self.lib.game_initial(self.ffi.new("int64_t[]", values))

    @property
    def layout(self) -> Layout:
        """Where everything lies in the states of the other engine."""
        return self.module.layout

    @property
    def shares_memory(self) -> bool:
        """Whether Python can hand structures over: a module of WebAssembly takes numbers."""
        return not isinstance(self.lib, Library)

    def new(self) -> Any:
        """Room for a state."""
        return self.ffi.new("char[]", int(self.lib.game_size()))

    def start(self, state: Any, seed: int) -> int:
        """A new game; gives ASK, OVER or FAULT."""
        return int(self.lib.game_start(state, seed % 2**64))

    def choose(self, state: Any, number: int) -> int:
        """Carry on with an option of those listed last, by its number."""
        return int(self.lib.game_choose_number(state, number))

    def options(self) -> list[list[int]]:
        """The options listed last."""
        lib = self.lib
        count, used = lib.game_option_count(), lib.game_option_used()
        if not count:
            return []
        data = self.ffi.unpack(lib.game_option_data(), used)
        starts = [*self.ffi.unpack(lib.game_option_starts(), count), used]
        return [data[a:b] for a, b in pairwise(starts)]

    def list_options(self, state: Any) -> int:
        """List the options of a state; gives how many there are."""
        return int(self.lib.game_options(state))

    def readable_options(self, decision: int | None) -> list[RawOption]:
        """The options listed last, as the other engine has them."""
        if decision is None:
            return []
        return [self.readable(decision, data) for data in self.options()]

    def log(self) -> None:
        """From now on keep what is announced, and what goes into the ledger."""
        self.lib.game_log(1)

    def news(self) -> tuple[list[int | Showed | Announced], list[tuple[int, int, int]]]:
        """What has been announced or shown, and has gone into the ledger, since the last
        call.
        """
        used = self.lib.game_logged()
        result = self.ffi.unpack(self.lib.game_log_data(), used) if used else []
        self.lib.game_log(1)
        news: list[int | Showed | Announced] = []
        ledger = []
        for at in range(0, used, 4):
            what, a, b, c = result[at : at + 4]
            if what == 0:
                news.append(a)
            elif what == 1:
                ledger.append((a, b, c))
            elif what == 2:
                rows = range(at + 4, at + 4 + 4 * c, 4)
                seats = None if b < 0 else frozenset(bits(b))
                lying = tuple((result[row + 1], result[row + 2]) for row in rows)
                news.append(Showed(seats, None if a < 0 else a, lying))
            elif what == 4:
                news.append(announcement_at(result, at))
        return news, ledger

    def fault(self) -> tuple[int, ...]:
        """What went wrong: its number, three values, the number of its place, and keys."""
        out = self.ffi.new("int64_t[13]")
        self.lib.game_fault(out)
        return tuple(out)

    def random_games(
        self, games: int, threads: int = 1, seed: int = 0, most: int = MOST_CHOICES
    ) -> list[RandomGame]:
        """Whole random games with the seeds from `seed` on, on some threads at once.

        A game ends after `most` choices at the latest. Raises GameFault.
        """
        threads = max(1, min(threads, games))
        ends = [games * part // threads for part in range(threads + 1)]
        parts = [(seed + a, b - a) for a, b in pairwise(ends)]
        if threads == 1:
            return self._random_games(*parts[0], most)
        with ThreadPoolExecutor(threads) as pool:
            result = pool.map(lambda part: self._apart(part[0], part[1], most), parts)
            return [game for part in result for game in part]

    def _apart(self, seed: int, games: int, most: int) -> list[RandomGame]:
        try:
            return self._random_games(seed, games, most)
        finally:
            self.lib.game_done()

    def _random_games(self, seed: int, games: int, most: int) -> list[RandomGame]:
        width = self.layout.players + 1
        out = self.ffi.new("int[]", max(1, games * width))
        played = int(self.lib.game_random(games, seed % 2**64, most, out))
        if played < games:
            raise GameFault(seed + played, out[played * width], self.message())
        numbers = self.ffi.unpack(out, games * width) if games else []
        rows = (numbers[at : at + width] for at in range(0, len(numbers), width))
        return [
            RandomGame(abs(row[0]), tuple(row[1:]) if row[0] >= 0 else None)
            for row in rows
        ]

    def message(self) -> str:
        """What went wrong last, as the other engine says it, with its place."""
        code, a, b, c, line, *keys = self.fault()
        text = sentence(self.program, self.layout, code, (a, b, c, *keys))
        place = self.program.spans[line]
        return text if place is None else f"{place}: {text}"

    # ---- options -------------------------------------------------------------------------

    def readable(self, decision: int, data: Sequence[int]) -> RawOption:
        """An option as the other engine has it."""
        item = data[0]
        numbers = iter(data[1:])
        chosen = self.module.core.decisions[decision].items[item].chosen
        return item, tuple(self._chosen(local.type, numbers) for local in chosen)

    def _chosen(self, kind: t.Type, numbers: Iterator[int]) -> Any:
        match kind:
            case t.ListType(item):
                return tuple(scalar(item, next(numbers)) for _ in range(next(numbers)))
            case t.BundleType(enum):
                count = self.module.core.enums[enum]
                return tuple(next(numbers) for _ in range(count))
            case _:
                return scalar(kind, next(numbers))

    # ---- states --------------------------------------------------------------------------

    def exported(self, state: Any) -> list[int]:
        """All numbers of a state."""
        room = 4096
        while True:
            out = self.ffi.new("int64_t[]", room)
            used = int(self.lib.game_export(state, out, room))
            if used <= room:
                return list(self.ffi.unpack(out, used))
            room = used

    def to_python(self, state: Any) -> list[Any]:
        """The state as the other engine has it; locals that nobody reads are none."""
        return self.states.to_python(self.exported(state))

    def from_state(self, state: Sequence[Any]) -> Any:
        """A state of the other engine as one of this one; raises NoRoom."""
        result = self.new()
        self.carry_over(state, result)
        return result

    def carry_over(self, state: Sequence[Any], to: Any) -> None:
        """Bring a state of the other engine to some room of this one; raises NoRoom."""
        numbers = self.ffi.new("int64_t[]", self.from_python(state))
        room = int(self.lib.game_import(to, numbers))
        if room:
            values = (room, 0, 0)
            raise NoRoom(sentence(self.program, self.layout, CAPACITY, values))

    def from_python(self, state: Sequence[Any]) -> list[int]:
        """The numbers of a state of the other engine."""
        return self.states.from_python(state)
