"""A compiled game for Python: states, options, faults, and whole games at once."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

from attrs import define, field, frozen

from rulesrun.dsl.core.statements import Decide
from rulesrun.dsl.value_types import (
    BoolType,
    BundleType,
    EdgeType,
    ListType,
    SetType,
    TextType,
    Type,
    without_none,
)
from rulesrun.interpreter.codegen.addresses import family_of
from rulesrun.interpreter.codegen.module import Module
from rulesrun.interpreter.layout import (
    ACTOR,
    BOX,
    COUNTER,
    DECISION,
    FRAMES,
    PHASE,
    RESULT,
    REVEALS,
    SEED,
    TURN,
    TURNS,
    Layout,
)
from rulesrun.interpreter.native.build import FLAGS, loaded
from rulesrun.interpreter.native.described import Kept, Program
from rulesrun.interpreter.native.faults import sentence
from rulesrun.interpreter.native.program import compile_to_c

NONE = -32768
NO_PLACE = -(2**31)
ASK, OVER, FAULT = 1, 2, 3

MOST_CHOICES = 1_000_000
"""A random game that takes longer is left unfinished."""


class GameFault(RuntimeError):
    """A random game went wrong: that with this seed, after so many choices."""

    def __init__(self, seed: int, choices: int, message: str) -> None:
        super().__init__(message)
        self.seed = seed
        self.choices = choices


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


@define(eq=False)
class Engine:
    """A compiled game, perhaps with more C.

    Raises `Unsupported` where the game cannot be compiled, and `NoCompiler`.
    """

    module: Module
    flags: tuple[str, ...] = FLAGS
    added: Added | None = None
    program: Program = field(init=False)
    lib: Any = field(init=False)
    ffi: Any = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.program = compile_to_c(self.module)
        text, declared = self.program.text, ""
        if self.added is not None:
            text = f"{text}\n{self.added.text(self.program)}\n"
            declared = self.added.declares
        self.lib, self.ffi = loaded(text, self.flags, declared)
        values = list(self.from_python([*self.layout.initial, ()]))
        self.lib.game_initial(self.ffi.new("int[]", values))

    @property
    def layout(self) -> Layout:
        """Where everything lies in the states of the other engine."""
        return self.module.layout

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

    def told(self) -> tuple[list[int], list[tuple[int, int, int]]]:
        """What has been announced, and has gone into the ledger, since the last call."""
        used = self.lib.game_logged()
        found = self.ffi.unpack(self.lib.game_log_data(), used) if used else []
        self.lib.game_log(1)
        news, ledger = [], []
        for at in range(0, used, 4):
            what, a, b, c = found[at : at + 4]
            if what == 0:
                news.append(a)
            else:
                ledger.append((a, b, c))
        return news, ledger

    def fault(self) -> tuple[int, ...]:
        """What went wrong: its number, three values, and the number of its place."""
        out = self.ffi.new("int[5]")
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
            found = pool.map(lambda part: self._apart(part[0], part[1], most), parts)
            return [game for part in found for game in part]

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
        code, a, b, c, line = self.fault()
        said = sentence(self.program, self.layout, code, (a, b, c))
        place = self.program.spans[line]
        return said if place is None else f"{place}: {said}"

    # ---- options -------------------------------------------------------------------------

    def readable(self, decision: int, data: Sequence[int]) -> RawOption:
        """An option as the other engine has it."""
        item = data[0]
        numbers = iter(data[1:])
        chosen = self.module.core.decisions[decision].items[item].chosen
        return item, tuple(self._chosen(local.type, numbers) for local in chosen)

    def _chosen(self, kind: Type, numbers: Iterator[int]) -> Any:
        match kind:
            case ListType(item):
                return tuple(_scalar(item, next(numbers)) for _ in range(next(numbers)))
            case BundleType(enum):
                count = self.module.core.enums[enum]
                return tuple(next(numbers) for _ in range(count))
            case _:
                return _scalar(kind, next(numbers))

    # ---- states --------------------------------------------------------------------------

    def exported(self, state: Any) -> list[int]:
        """All numbers of a state."""
        room = 4096
        while True:
            out = self.ffi.new("int[]", room)
            used = int(self.lib.game_export(state, out, room))
            if used <= room:
                return list(self.ffi.unpack(out, used))
            room = used

    def to_python(self, state: Any) -> list[Any]:
        """The state as the other engine has it; locals that nobody reads are none."""
        numbers = iter(self.exported(state))
        made: list[Any] = list(self.layout.initial)
        decision, actor, turn, phase, turns, reveals, has_result, depth = (
            next(numbers) for _ in range(8)
        )
        seed = _wide(next(numbers), next(numbers))
        counter = _wide(next(numbers), next(numbers))
        result = tuple(next(numbers) for _ in range(self.layout.players))
        stack = [(next(numbers), next(numbers)) for _ in range(depth)]
        frames = [
            [self._value(kept, numbers) for kept in frame]
            for frame in self.program.frames
        ]
        for variable, kept in self.program.variables:
            family = family_of(self.layout, variable)
            assert family is not None
            zone = variable.zone
            if zone is not None and zone.kind in ("hand", "area", "bag"):
                continue
            for slot in range(family.base, family.base + family.size):
                made[slot] = self._value(kept, numbers)
        where = [next(numbers) for _ in self.layout.components]
        loose: dict[int, list[int]] = {}
        for component, slot in enumerate(where):
            made[self.layout.locations + component] = slot
            loose.setdefault(slot, []).append(component)
        for slot, kind in enumerate(self.layout.zone_kinds):
            if kind in ("hand", "area", "bag"):
                made[slot] = tuple(loose.get(slot, ()))
        made[BOX] = tuple(loose.get(BOX, ()))
        over = depth == 0
        made[FRAMES] = () if over else tuple(self._frames(stack, frames))
        made[DECISION] = None if over else decision
        made[ACTOR] = None if over else actor
        made[SEED], made[COUNTER] = seed, counter
        made[TURN] = None if turn == NONE else turn
        made[TURNS], made[REVEALS] = turns, reveals
        made[PHASE] = None if phase == NONE else phase
        made[RESULT] = (None, result, ())[has_result]
        return made

    def _frames(
        self, stack: Sequence[tuple[int, int]], frames: Sequence[Sequence[Any]]
    ) -> Iterator[tuple[Any, ...]]:
        live = self.module.live
        for procedure, pc in stack:
            found = self.program.resumes[procedure][pc - 1]
            if found.what == "decision" and isinstance(found.node, Decide):
                at, alive = found.node.number, live.at_decision[found.node.number]
            else:
                at = self.module.resumes[procedure][id(found.node)]
                alive = live.at_block[procedure][at]
            values = tuple(
                value if place in alive else None
                for place, value in enumerate(frames[procedure])
            )
            yield procedure, at, values

    def _value(self, kept: Kept, numbers: Iterator[int]) -> Any:
        kind = kept.type
        match kept.kind.name:
            case "int" if kept.row:
                return next(numbers)
            case "int":
                return self._scalar(kind, next(numbers))
            case "list":
                inner = without_none(kind)
                assert isinstance(inner, ListType | SetType)
                found = tuple(
                    self._scalar(inner.item, next(numbers))
                    for _ in range(next(numbers))
                )
                return frozenset(found) if isinstance(inner, SetType) else found
            case "lists":
                count = next(numbers)
                at = [next(numbers) for _ in range(count + 1)]
                flat = [next(numbers) for _ in range(at[-1])]
                lists = [tuple(flat[a:b]) for a, b in pairwise(at)]
                return frozenset(lists) if isinstance(kind, SetType) else tuple(lists)
            case "bits":
                mask = 0
                for word in range(kept.kind.size):
                    mask |= _wide(next(numbers), next(numbers)) << (64 * word)
                return mask
            case "bundle":
                return tuple(next(numbers) for _ in range(kept.kind.size))
            case _:
                count = next(numbers)
                pairs = [(next(numbers), next(numbers)) for _ in range(count)]
                return dict(pairs)

    def _scalar(self, kind: Type, number: int) -> Any:
        inner = without_none(kind)
        if isinstance(inner, TextType) and number != NONE:
            return self.program.texts[number]
        if isinstance(inner, EdgeType):
            return number >> 3, number & 7
        return _scalar(kind, number)

    def from_state(self, state: Sequence[Any]) -> Any:
        """A state of the other engine as one of this one."""
        made = self.new()
        numbers = self.ffi.new("int[]", list(self.from_python(state)))
        self.lib.game_import(made, numbers)
        return made

    def from_python(self, state: Sequence[Any]) -> Iterator[int]:
        """The numbers of a state of the other engine."""
        stack, frames = self._standing(state)
        result = state[RESULT]
        yield -1 if state[DECISION] is None else state[DECISION]
        for slot in (ACTOR, TURN, PHASE):
            yield NONE if state[slot] is None else state[slot]
        yield state[TURNS]
        yield state[REVEALS]
        yield 0 if result is None else 1 if result else 2
        yield len(stack)
        yield from _halves(state[SEED])
        yield from _halves(state[COUNTER])
        yield from result or (0,) * self.layout.players
        for procedure, pc in stack:
            yield procedure
            yield pc
        for number, frame in enumerate(self.program.frames):
            values = frames.get(number, (None,) * len(frame))
            for kept, value in zip(frame, values, strict=True):
                yield from self._numbers(kept, value)
        for variable, kept in self.program.variables:
            family = family_of(self.layout, variable)
            assert family is not None
            zone = variable.zone
            if zone is not None and zone.kind in ("hand", "area", "bag"):
                continue
            for slot in range(family.base, family.base + family.size):
                yield from self._numbers(kept, state[slot])
        for component in range(len(self.layout.components)):
            yield state[self.layout.locations + component]

    def _standing(
        self, state: Sequence[Any]
    ) -> tuple[list[tuple[int, int]], dict[int, Sequence[Any]]]:
        stack, frames = [], {}
        for depth, (procedure, at, values) in enumerate(state[FRAMES]):
            top = depth + 1 == len(state[FRAMES])
            resumes = self.program.resumes[procedure]
            pc = 0
            for position, found in enumerate(resumes):
                if top and found.what == "decision" and isinstance(found.node, Decide):
                    if found.node.number == at:
                        pc = position + 1
                elif not top and found.what == "call":
                    if self.module.resumes[procedure].get(id(found.node)) == at:
                        pc = position + 1
            stack.append((procedure, pc))
            frames[procedure] = values
        return stack, frames

    def _numbers(self, kept: Kept, value: Any) -> Iterator[int]:
        kind = without_none(kept.type)
        match kept.kind.name:
            case "int":
                yield self._number(kept.type, value)
            case "list":
                items = sorted(value) if isinstance(value, frozenset) else value or ()
                assert isinstance(kind, ListType | SetType)
                yield len(items)
                for item in items:
                    yield self._number(kind.item, item)
            case "lists":
                items = sorted(value) if isinstance(value, frozenset) else value or ()
                yield len(items)
                at = 0
                yield at
                for item in items:
                    at += len(item)
                    yield at
                for item in items:
                    yield from item
            case "bits":
                mask = value or 0
                if isinstance(mask, tuple | frozenset):
                    mask = sum(1 << member for member in mask)
                for word in range(kept.kind.size):
                    yield from _halves(mask >> (64 * word) & (2**64 - 1))
            case "bundle":
                yield from value or (0,) * kept.kind.size
            case _:
                pairs = sorted((value or {}).items())
                yield len(pairs)
                for at, what in pairs:
                    yield at
                    yield what

    def _number(self, kind: Type, value: Any) -> int:
        if value is None:
            return NONE
        if isinstance(value, str):
            return self.program.texts.index(value) if value in self.program.texts else 0
        if isinstance(without_none(kind), EdgeType):
            return int(value[0]) << 3 | int(value[1])
        return int(value)


def _scalar(kind: Type, number: int) -> Any:
    if number in (NONE, NO_PLACE):
        return None
    return bool(number) if isinstance(without_none(kind), BoolType) else number


def _wide(low: int, high: int) -> int:
    return (low & 0xFFFFFFFF) | (high & 0xFFFFFFFF) << 32


def _halves(value: int) -> tuple[int, int]:
    return _signed(value & 0xFFFFFFFF), _signed(value >> 32 & 0xFFFFFFFF)


def _signed(value: int) -> int:
    return value - 2**32 if value >= 2**31 else value
