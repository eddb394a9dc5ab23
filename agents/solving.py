"""What a whole game is worth: all positions that can be reached, worked back from the ends.

    solution = solve(position, most=10_000_000)

For games of two players without chance and without anything hidden. Retrograde
analysis, as in Thompson, Retrograde Analysis of Certain Endgames (1986).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import suppress

from attrs import frozen

from rulesrun.agents.proving import can_be_proved, key_of, worth_at_end
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.native.engine import Engine, NoRoom
from rulesrun.interpreter.native.seeded import no_room
from rulesrun.interpreter.runtime.layout import COUNTER, State

MOST = 10_000_000
"""So many positions are gone through at most."""

STEP = 20_000
"""After so many positions it is told how many there are by now."""


class Unsolvable(ValueError):
    """A game cannot be solved; the message says why."""


@frozen
class Value:
    """What a position is worth to whoever is to choose: 1 a win, -1 a loss, 0 neither.

    `distance` is how many choices a win or a loss takes, if whoever wins hurries and the
    other one does not.
    """

    value: int
    distance: int


@frozen
class Solution:
    """A position with all that can follow it.

    `options` are what the choices lead to, in the order of the options and as seen by
    whoever is to choose now. `lost`, `even`, `won` count all positions as the first seat
    sees them; `longest` is the longest that a win takes.
    """

    value: Value
    options: tuple[Value, ...]
    positions: int
    lost: int
    even: int
    won: int
    longest: int


def solve(
    position: Position,
    most: int = MOST,
    *,
    native: bool = True,
    progress: Callable[[int], None] = lambda count: None,
) -> Solution:
    """The value of a position; `progress` hears how many positions have been met.

    Raises Unsolvable where the game is of another kind, where there are more positions
    than `most`, or where the rules go wrong on the way.
    """
    game = position.game
    if not can_be_proved(game):
        raise Unsolvable(
            "only games of two players against each other in which nothing is hidden are solved"
        )
    if position.over:
        raise Unsolvable("the game is over there")
    engine = game.machine_code if native else None
    if engine is not None:
        with suppress(NoRoom):  # then Python has
            return _native(engine, position, most, progress)
    return _in_python(position, most, progress)


def _full(most: int) -> Unsolvable:
    return Unsolvable(
        f"there are more than {most:,} positions; --positions lets there be more"
    )


CHANCE = "chance is drawn on the way, so that no choice has a certain value"


def _native(
    engine: Engine, position: Position, most: int, progress: Callable[[int], None]
) -> Solution:
    lib, ffi = engine.lib, engine.ffi
    solver = lib.game_solve_begin(engine.from_state(position.state), most)
    try:
        status = 0
        while not status:
            status = int(lib.game_solve_more(solver, STEP))
            progress(int(lib.game_solve_count(solver)))
        if status == 2:
            raise Unsolvable(CHANCE)
        if status == 3 and no_room(engine):
            raise NoRoom(engine.message())
        if status == 3:
            raise Unsolvable(f"the rules go wrong on the way: {engine.message()}")
        if status == 4:
            raise _full(most)
        lib.game_solve_back(solver)
        count = len(position.raw)
        values, far = ffi.new("int8_t[]", count + 1), ffi.new("int32_t[]", count + 1)
        every = ffi.new("long long[4]")
        lib.game_solve_result(solver, count, values, far, every)
        rows = zip(
            ffi.unpack(values, count + 1), ffi.unpack(far, count + 1), strict=True
        )
        sign = -1 if position.player else 1
        first, *rest = [Value(sign * value, distance) for value, distance in rows]
        positions = int(lib.game_solve_count(solver))
        lost, even, won, longest = map(int, ffi.unpack(every, 4))
        return Solution(first, tuple(rest), positions, lost, even, won, longest)
    finally:
        lib.game_solve_end(solver)


def _in_python(
    position: Position, most: int, progress: Callable[[int], None]
) -> Solution:
    machine, game = position.game.machine, position.game
    numbers = {key_of(position.state): 0}
    states: deque[tuple[int, State]] = deque([(0, position.state)])
    values: list[int | None] = [None]
    actors, after = [position.player or 0], [list[int]()]
    while states:
        number, state = states.popleft()
        for option in machine.options(state):
            then = state.copy()
            try:
                options = machine.resume(then, option)
            except GameFault as fault:
                raise Unsolvable(f"the rules go wrong on the way: {fault}") from fault
            if then[COUNTER] != state[COUNTER]:
                raise Unsolvable(CHANCE)
            to = numbers.setdefault(key_of(then), len(values))
            after[number].append(to)
            if to < len(values):
                continue
            if len(values) >= most:
                raise _full(most)
            values.append(None if options else worth_at_end(then))
            actors.append(Position(game, then, options).player or 0)
            after.append([])
            if options:
                states.append((to, then))
            if len(values) % STEP == 0:
                progress(len(values))
    far = _worked_back(values, actors, after)
    sign = -1 if position.player else 1
    result = [Value(sign * (values[n] or 0), far[n]) for n in (0, *after[0])]
    counts = [sum((value or 0) == one for value in values) for one in (-1, 0, 1)]
    lost, even, won = counts
    return Solution(
        result[0], tuple(result[1:]), len(values), lost, even, won, max(far)
    )


def _worked_back(
    values: list[int | None], actors: list[int], after: list[list[int]]
) -> list[int]:
    """Give values to all that lead to a win or a loss; gives how far these are."""
    before: list[list[int]] = [[] for _ in values]
    for number, reached in enumerate(after):
        for to in reached:
            before[to].append(number)
    left = [len(reached) for reached in after]
    far = [0] * len(values)
    queue = deque(number for number, value in enumerate(values) if value)
    while queue:
        done = queue.popleft()
        for number in before[done]:
            if values[number] is not None:
                continue
            left[number] -= 1
            good = 1 if actors[number] == 0 else -1
            if values[done] == good or not left[number]:
                values[number], far[number] = values[done], far[done] + 1
                queue.append(number)
    return far
