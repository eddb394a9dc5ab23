"""The public face of a game: start it, look at the decision, choose, copy, undo, save.

game = Game(program, players=3)
position = game.start(seed=7)
while not position.over:
    position.choose(random.choice(position.options))
print(position.ranking)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from functools import cached_property, partial
from typing import Any, SupportsIndex

from attrs import Factory, define

from rulesrun.interpreter.components import Component, Components
from rulesrun.interpreter.evaluator.offers import Offers
from rulesrun.interpreter.explain.refusals import Refusal, find_choice
from rulesrun.interpreter.inspection import Decision, Option, Standing
from rulesrun.interpreter.knowledge.recalled import Recalled
from rulesrun.interpreter.knowledge.seen import SeenBy, seen_by
from rulesrun.interpreter.knowledge.shown import Working
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.memory.sights import recalled_in
from rulesrun.interpreter.parts import PartialChoice, begun
from rulesrun.interpreter.prepared import Prepared
from rulesrun.interpreter.runtime.choice_history import Line, Root
from rulesrun.interpreter.runtime.layout import (
    ACTOR,
    COUNTER,
    FORCED,
    NEWS,
    REVEALS,
    RawOption,
    State,
)
from rulesrun.interpreter.saves import BrokenSave, from_save, to_save
from rulesrun.interpreter.setup import WrongSetup, brief, whole_number, whole_seed

__all__ = [
    "BrokenSave",
    "Decision",
    "Game",
    "NothingToUndo",
    "Option",
    "Position",
    "Refused",
    "WrongSetup",
]


MOST_NEAREST = 5
"""So many choices that are possible are named where one is not."""


class Refused(ValueError):
    """A choice that is not possible now; `refusal` says why, and what is possible."""

    def __init__(self, refusal: Refusal) -> None:
        possible = ", ".join(f'"{name}"' for name in refusal.nearest[:MOST_NEAREST])
        message = refusal.message
        super().__init__(f"{message}; possible: {possible}" if possible else message)
        self.refusal = refusal

    def __reduce__(self) -> tuple[Any, ...]:
        return Refused, (self.refusal,)


class NothingToUndo(ValueError):
    """The last choice cannot be taken back; the message says why, `kind` in a word."""

    def __init__(self, message: str, kind: str) -> None:
        super().__init__(message)
        self.kind = kind


@define(eq=False, repr=False, slots=False)  # what is made once is kept beside
class Game(Prepared):
    """A game for a number of players and a choice of options, ready to be started.

    Options are given by name. A value of an enum is its name or its place among the
    values, from 0; a player is `"player 2"`, or a seat, from 0. A game never changes:
    any number of positions of it can be played, in several threads too. Pickled, it
    is its rules, its players and its options, and is made anew from them.

    Raises WrongSetup for a number of players or an option that the game has not.
    """

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"<Game {self.program.name} for {self.players} players{chosen}>"

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Game, (self.program, self.players, self.options, self.trace)

    def start(self, seed: int = 0) -> Position:
        """A new position at its first decision; the seed fixes every chance.

        Raises WrongSetup for a seed that is no whole number from 0 on.
        """
        state, raw = self.machine.start(whole_seed(seed))
        line = Line(Root(seed)) if self.hides else None
        return Position(self, state, raw, line=line)

    @cached_property
    def components(self) -> Components:
        """Cards, tiles and other components by their names, with what is printed on them."""
        return Components(self.names)

    def component(self, name: str) -> Component:
        """The component of that name; raises KeyError where there is none."""
        return self.components[name]

    def load(self, saved: Mapping[str, Any]) -> Position:
        """The position that `Position.save` gave; raises BrokenSave.

        So it does for a game of other rules, another number of players or other
        options, and for a save that has been damaged in whatever way. Of a save without
        the choices that led there, memory begins with it: `remembers` is 0.
        """
        state, raw, line = from_save(self, saved)
        return Position(self, state, raw, line=line)


DRAWN_BY: list[Callable[[Position], str]] = []
"""What draws positions for notebooks; whoever can draw puts it there."""


@define(eq=False, repr=False)
class Position(Standing):
    """Where a game stands. `choose` changes it; copies are cheap and independent.

    What the modules `copy` and `pickle` make of it can also be undone as far as the
    position itself; that of `copy()` cannot.
    """

    game: Game
    state: State
    raw: Sequence[RawOption]
    past: list[tuple[State, Sequence[RawOption], RawOption]] = Factory(list)
    choices_made: int = 0
    """So many choices have led here from the beginning, or from a save that was loaded."""
    line: Line | None = None
    """The choices that memory follows from; none where nothing is hidden, or remembered."""
    _options: tuple[Option, ...] | None = None

    def __repr__(self) -> str:
        name = self.game.program.name
        if self.player is None:
            return f"<Position of {name}: the game is over>"
        count = len(self.raw)
        many = f"{count:,} option{'' if count == 1 else 's'}"
        return f"<Position of {name}: player {self.player + 1} has {many}>"

    def _repr_html_(self) -> str | None:
        """All that lies there, hidden or not, as a notebook shows it."""
        return DRAWN_BY[0](self) if DRAWN_BY else None

    def __copy__(self) -> Position:
        past = self.past.copy()
        return Position(
            self.game, self.state.copy(), self.raw, past, self.choices_made, self.line
        )

    def __deepcopy__(self, memo: object) -> Position:
        return copy(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return Position, (
            self.game,
            self.state,
            self.raw,
            self.past,
            self.choices_made,
            self.line,
        )

    @property
    def remembers(self) -> int:
        """So many choices before this position are remembered by who took part in them.

        It is 0 in games that hide nothing, where nothing need be remembered.
        """
        return 0 if self.line is None else self.line.length

    def seen_by(self, player: int | None) -> SeenBy:
        """What a player (a seat, from 0) sees now, as plain values; none sees all.

        So is what the player knows of what lies hidden, because it was seen or shown and
        has been followed since. The first question for anything hidden costs as much as
        the player's memory takes to go on by the choices since it was last asked.

        Raises ValueError where there is no such player.
        """
        game, line = self.game, self.line
        secrecy = game.machine.secrecy

        def recall(state: State, seat: int) -> Recalled:
            return recalled_in(game.watched, line, state, seat)

        return seen_by(
            game.reading, game.performer, secrecy, self.state, player, recall
        )

    def component(self, name: str) -> Component:
        """What `Game.component` gives: what is printed, whatever the position is."""
        return self.game.component(name)

    def working(self, player: int | None) -> Working:
        """Works out what is shown to a player (a seat, ONLOOKER; none knows all)."""
        game = self.game
        return Working(game.performer, game.machine.secrecy, self.state, player)

    def parts(self) -> PartialChoice:
        """A choice of which nothing is said yet, to be made part by part."""
        return begun(self)

    # ---- changing -----------------------------------------------------------

    def choose(self, choice: Option | str | SupportsIndex) -> None:
        """Carry on with an option: itself, its name, or its number (from 0).

        Raises Refused where the choice is not possible now, GameFault where the
        rules go wrong.
        """
        raw = self._raw(choice)
        before = (self.state.copy(), self.raw, raw)
        line = self.line
        if line is not None:
            line = line.then(self.state, raw)
        try:
            self.raw = self.game.machine.resume(self.state, raw)
        except BaseException as error:
            self.state = before[0]
            if isinstance(error, GameFault):
                error.hides = partial(
                    self.game.machine.hides, before[0].copy(), raw, error.message
                )
            raise
        self.past.append(before)
        self.choices_made += 1
        self.line = line
        self._options = None

    def play(self, raw: RawOption) -> None:
        """Carry on with a raw option, keeping nothing to undo: for simulations."""
        line = self.line
        if line is not None:
            line = line.then(self.state, raw)
        self.raw = self.game.machine.resume(self.state, raw)
        self.line = line
        self.choices_made += 1
        self._options = None

    def _raw(self, choice: Option | str | SupportsIndex) -> RawOption:
        if isinstance(choice, Option):
            if isinstance(self.raw, Offers) and choice.name == self._called(choice.raw):
                if choice.raw in self.raw:
                    return choice.raw
            if choice in self.options:  # the very same: no other is equal to it
                return choice.raw
            offered = [(option.raw, option.name) for option in self.options]
            if (choice.raw, choice.name) in offered:
                return choice.raw
            choice = choice.name
        if isinstance(choice, str):
            result = find_choice(self, choice)
            if isinstance(result, Refusal):
                raise Refused(result)
            return result
        number = whole_number(choice)
        if number is None:
            text = brief(choice)
            message = f"a choice is an option, its name or its number, not {text}"
            raise Refused(Refusal(message))
        if not 0 <= number < len(self.raw):
            raise Refused(Refusal(f"there is no option {number}"))
        return self.raw[number]

    def script_chance(self, *results: str) -> None:
        """Say what the next draws bring, in order, by the names of what is drawn.

        Shuffles go on being left to chance. Where a draw cannot bring what it should,
        the choice that led to it raises GameFault.
        """
        self.state[FORCED] += results

    @property
    def scripted_chance(self) -> tuple[str, ...]:
        """What the next draws are still to bring."""
        result: tuple[str, ...] = self.state[FORCED]
        return result

    def copy(self) -> Position:
        """An independent position at the same point; nothing before it can be undone."""
        state = self.state.copy()
        return Position(self.game, state, self.raw, [], self.choices_made, self.line)

    def undo(self) -> None:
        """Take the last choice back.

        Raises NothingToUndo at the beginning, and where a chance, another player's
        choice, or anything lies between that the player could not know before.
        """
        if not self.past:
            raise NothingToUndo("nothing has been chosen yet", "nothing to undo")
        state, raw, chosen = self.past[-1]
        if state[COUNTER] != self.state[COUNTER]:
            raise NothingToUndo("chance has been drawn since that choice", "chance")
        if state[REVEALS] != self.state[REVEALS]:
            raise NothingToUndo(
                "a hidden card has been revealed since that choice", "reveal"
            )
        if state[ACTOR] != self.state[ACTOR]:
            raise NothingToUndo("another player is already choosing", "other player")
        if self.shown_to(None) or not self.game.machine.is_foreseen(state, chosen):
            message = "that choice revealed something hidden"
            raise NothingToUndo(message, "known")
        self.past.pop()
        self.state, self.raw = state, raw
        self.choices_made -= 1
        self.line = self.line and self.line.before
        self.state[NEWS] = ()
        self._options = None

    # ---- keeping ------------------------------------------------------------

    def save(self) -> dict[str, Any]:
        """The position as plain data for JSON, in the middle of an action too.

        In games that hide anything the choices that led here are saved, too.
        """
        return to_save(self.game, self.state, self.line)
