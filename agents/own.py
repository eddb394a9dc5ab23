"""Players of one's own: a function or a class in a file of Python, `file.py:choose`.

    def choose(turn):
        return max(turn.options, key=lambda option: option.name.startswith("buy"))

`Turn` is all that such a player is given: what may be chosen, what the seat sees, and, when
it is asked for, a world that fits what the seat has seen and is another one in all else. What
is not asked for is not looked for, as that takes time.
"""

from __future__ import annotations

import hashlib
import inspect
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from importlib.util import module_from_spec, spec_from_file_location
from operator import index
from pathlib import Path
from random import Random
from types import CodeType, ModuleType
from typing import Any, SupportsIndex

from attrs import define, field

from rulesrun.agents.kinds import OWN
from rulesrun.agents.worlds import A_WORLD
from rulesrun.dsl.problems.nearest import did_you_mean
from rulesrun.interpreter.game import Game, Option, Position
from rulesrun.interpreter.knowledge.seen import SeenBy
from rulesrun.interpreter.memory.memory import NoWorld
from rulesrun.interpreter.memory.worlds import DEALT
from rulesrun.interpreter.reports.views import dealt, memory_at, worlds

Choice = Option | str | int
"""What a player may answer: an option, its name, or its number."""

MOST_SAID = 200
"""So many letters of what a fault says are told."""


class OwnFault(RuntimeError):
    """A player of one's own cannot be loaded, or went wrong.

    The message has the file and the line. `place` is only these, for those who may not
    know what the player knows.
    """

    def __init__(self, message: str, place: str) -> None:
        super().__init__(message)
        self.place = place

    def __reduce__(self) -> tuple[Any, ...]:
        return OwnFault, (str(self), self.place)


@define(eq=False, repr=False)
class Turn:
    """What a player is given who is to choose.

    Attributes:
        options: What may be chosen, in a stable order.
        seen: What the seat sees, as `Position.seen_by` gives it.
        seat: Whose turn it is to choose: a seat, from 0.
        game: The game: its rules, its number of players, its options.
        choices_made: How many choices have been made in the game before this one.
        chance: Where chances of the player's own come from, so that games can be had again.
        position: A world as the seat may take it to be: all is as the seat saw it, and
            what it cannot know is as it may be, chance to come, too. It can be copied and
            played on. It is looked for when it is asked for.
        kind: How the world was found: `exact` and `near` fit all that the seat has seen,
            `dealt` only what lies open now, where no other was found.
    """

    seat: int
    game: Game
    options: tuple[Option, ...]
    choices_made: int
    chance: Random
    _seen: Callable[[], SeenBy]
    _world: Callable[[Random], tuple[Position, str]]
    """A world, by a chance."""
    _seed: int

    @classmethod
    def of(cls, position: Position, seat: int, chance: Random) -> Turn:
        """That of a seat which is to choose in a position."""
        here = position.copy()
        return cls(
            seat,
            here.game,
            here.options,
            here.choices_made,
            chance,
            lambda: here.seen_by(seat),
            lambda drawn: world_of(here, seat, drawn),
            chance.getrandbits(62),
        )

    @cached_property
    def seen(self) -> SeenBy:
        """What the seat sees."""
        return self._seen()

    @property
    def position(self) -> Position:
        """A world as the seat may take it to be."""
        return self._first[0]

    @property
    def kind(self) -> str:
        """How that world was found."""
        return self._first[1]

    @cached_property
    def _first(self) -> tuple[Position, str]:
        return self._world(Random(self._seed))

    def worlds(self, count: int) -> list[Position]:
        """So many worlds as the seat may take them to be."""
        return [self._world(self.chance)[0] for _ in range(count)]

    def __repr__(self) -> str:
        return f"<Turn of player {self.seat + 1} with {len(self.options)} options>"


def world_of(position: Position, seat: int, chance: Random) -> tuple[Position, str]:
    """The position as a seat may take it to be, with other chance to come, and its kind."""
    try:
        result = next(worlds(position, seat, 1, chance.getrandbits(62), A_WORLD))
    except NoWorld:
        memory = memory_at(position, seat)
        return dealt(position, seat, chance.getrandbits(62), memory), DEALT
    return result.position, result.kind


@define(eq=False)
class OwnPlayer:
    """A player from a file of one's own.

    A function is called for each choice. Of a class one object is made for each seat and
    game, without arguments or with the game, and its method `choose` is called.

    Raises OwnFault where the file or the name in it is of no use.
    """

    full = ""
    kind: str
    game: Game
    chance: Random
    _path: Path = field(init=False)
    _made: Any = field(init=False)
    _seated: dict[int, Callable[[Turn], Choice]] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self._path, self._made = loaded(self.kind)

    def new_game(self) -> None:
        """Forget what objects of a class remember of a game."""
        self._seated = {}

    def choose(self, position: Position) -> int:
        """The number of an option; raises OwnFault where the player goes wrong."""
        seat = position.player
        assert seat is not None
        turn = Turn.of(position, seat, self.chance)
        try:
            answer = self._at(seat)(turn)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # SystemExit, too, and what asyncio cancels with
            raise fault_of(error, self.kind, self._path) from error
        return self._number(turn.options, answer)

    def _at(self, seat: int) -> Callable[[Turn], Choice]:
        if seat not in self._seated:
            self._seated[seat] = _ready(self._made, self.game)
        return self._seated[seat]

    def _number(self, options: Sequence[Option], answer: object) -> int:
        if isinstance(answer, Option):
            answer = answer.name
        names = [option.name for option in options]
        if isinstance(answer, str):
            if answer in names:
                return names.index(answer)
            hint = did_you_mean(answer, names) or f"there is, for example, {names[0]!r}"
            raise self._wrong(f"{answer[:MOST_SAID]!r} cannot be chosen now; {hint}")
        number = -1
        if isinstance(answer, SupportsIndex) and not isinstance(answer, bool):
            with suppress(TypeError):  # an array of several numbers
                number = index(answer)
        if 0 <= number < len(options):
            return number
        try:
            text = repr(answer)[:MOST_SAID]
        except Exception:  # an answer of one's own may not even say what it is
            text = f"an object of {type(answer).__name__}"
        raise self._wrong(
            f"{text} was chosen; an option, its name or its number from 0 to "
            f"{len(options) - 1} is wanted"
        )

    def _wrong(self, message: str) -> OwnFault:
        line = _line_of(self._made)
        place = f"{self._path.name}:{line}" if line else self._path.name
        where = f"{self._path}:{line}" if line else f"{self._path}"
        return OwnFault(f"{where}: the player {self.kind} went wrong: {message}", place)


def loaded(kind: str) -> tuple[Path, Any]:
    """The file of a player of one's own, and what it calls by that name.

    Raises OwnFault.
    """
    match = OWN.fullmatch(kind)
    if match is None:
        raise OwnFault(f"a player of your own is file.py:choose, not {kind!r}", kind)
    path, name = Path(match["path"]), match["name"]
    module = _module(path, kind)
    target = getattr(module, name, None)
    if target is None:
        public = [n for n, v in vars(module).items() if callable(v) and n[0] != "_"]
        hint = did_you_mean(name, public) or f"it has {', '.join(public) or 'none'}"
        raise OwnFault(f"{path} has no function or class {name!r}; {hint}", path.name)
    if not callable(target) and not callable(getattr(target, "choose", None)):
        raise OwnFault(f"{path}: {name!r} is neither a function nor a class", path.name)
    if inspect.iscoroutinefunction(getattr(target, "choose", target)):
        message = f"{name!r} is `async`, and is called as it is: leave that word out"
        raise OwnFault(f"{path}: {message}", path.name)
    if inspect.isclass(target) and not callable(getattr(target, "choose", None)):
        message = f"the class {name!r} has no method `choose(self, turn)`"
        raise OwnFault(f"{path}: {message}", path.name)
    return path, target


_MODULES: dict[Path, tuple[str, ModuleType]] = {}
"""Files that have been carried out, with what stood in them then."""


def _module(path: Path, kind: str) -> ModuleType:
    full = path.resolve()
    digest = digest_of(path)
    if full in _MODULES and _MODULES[full][0] == digest:
        return _MODULES[full][1]
    name = f"rulesrun_player_{hashlib.sha256(str(full).encode()).hexdigest()[:12]}"
    spec = spec_from_file_location(name, full)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[name] = module  # classes that are pickled look for it there
    sys.path.insert(0, str(full.parent))  # as for a script, what lies beside can be had
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        del sys.modules[name]
        raise
    except BaseException as error:
        del sys.modules[name]
        raise fault_of(error, kind, path) from error
    finally:
        sys.path.remove(str(full.parent))
    _MODULES[full] = (digest, module)
    return module


def digest_of(path: Path) -> str:
    """What a file holds, in short; raises OwnFault where it cannot be read."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise OwnFault(f"cannot read {path}: {why}", path.name) from error


def fault_of(error: BaseException, kind: str, path: Path) -> OwnFault:
    """What went wrong in a player of one's own, with the last line of its file there."""
    line = None
    if isinstance(error, SyntaxError) and error.filename:
        if Path(error.filename).resolve() == path.resolve():
            line = error.lineno
    for frame in traceback.extract_tb(error.__traceback__):
        if Path(frame.filename).resolve() == path.resolve():
            line = frame.lineno
    try:
        what = error.msg if isinstance(error, SyntaxError) else str(error)
    except Exception:  # an exception of one's own may not even say what it is
        what = ""
    message = " ".join(what.split())[:MOST_SAID]
    error_text = (
        f"{type(error).__name__}: {message}" if message else type(error).__name__
    )
    where = f"{path}:{line}" if line else str(path)
    place = f"{path.name}:{line}" if line else path.name
    return OwnFault(f"{where}: the player {kind} went wrong: {error_text}", place)


def _ready(target: Any, game: Game) -> Callable[[Turn], Choice]:
    """What is called for a choice: the function, or the method of a new object."""
    if inspect.isclass(target):
        takes = inspect.signature(target).parameters.values()
        wanted = [
            p
            for p in takes
            if p.default is p.empty and p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)
        ]
        target = target(*[game] if wanted else [])
    choose: Callable[[Turn], Choice] = getattr(target, "choose", target)
    return choose


def _line_of(target: Any) -> int | None:
    """The first line of the function, or of the method that chooses."""
    result = getattr(target, "choose", target)
    code = getattr(result, "__code__", None)
    return code.co_firstlineno if isinstance(code, CodeType) else None
