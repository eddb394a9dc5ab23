"""Carries a game on from one decision to the next.

Where a game stands is data in its state: the frames of the procedures that are under
way, and the number of the decision that is waited for. `start` and `resume` run until
the next decision or the end.

More than 400 lines because looking ahead and `best for` run on in the same loop, and all
of it fails in the same words.
"""

import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

from attrs import frozen

from rulesrun.dsl.core.lower_decisions import NOTHING
from rulesrun.dsl.problems.spans import Span
from rulesrun.interpreter.codegen.generate import PLAY
from rulesrun.interpreter.codegen.module import FOUND, Exploration, Module
from rulesrun.interpreter.evaluator.offers import Offers, offered
from rulesrun.interpreter.evaluator.perform import Performer
from rulesrun.interpreter.exploration import Explorer
from rulesrun.interpreter.knowledge.secrecy import Secrecy
from rulesrun.interpreter.runtime.chance import Seed
from rulesrun.interpreter.runtime.ending import Begins, UntilNext
from rulesrun.interpreter.runtime.layout import (
    ACTOR,
    DECISION,
    FORCED,
    FRAMES,
    NEWS,
    PHASE,
    PROBE,
    RESULT,
    SEED,
    TURNS,
    Frames,
    RawOption,
    State,
)
from rulesrun.interpreter.runtime.metering import Circles, TooMuch
from rulesrun.interpreter.runtime.name_mangling import spelled
from rulesrun.interpreter.runtime.showing import announced
from rulesrun.interpreter.runtime.subsets import Many
from rulesrun.interpreter.runtime.support import (
    FAULTS,
    GameOver,
    RuleFault,
    Unforeseeable,
)
from rulesrun.interpreter.runtime.veils import Unseen

ALONE = (0, None, ())
"""The frame below a rule that is carried out by itself; it stays when the rule has ended."""


class GameFault(Exception):
    """The rules went wrong while a game was played.

    `span` is the line of the rules, `trail` the lines that led there, outermost first.
    The message may tell what is hidden from some; `message_to` tells what one may know.
    """

    def __init__(self, message: str, span: Span | None, trail: Sequence[Span]) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.trail = tuple(trail)
        self.hides: Callable[[int], bool] | None = None

    def message_to(self, player: int | None) -> str:
        """What went wrong, as a player (a seat, or none who may know all) may know it."""
        if player is not None and self.hides is not None and self.hides(player):
            return "in what is hidden; whoever may know everything is told more"
        return self.message

    def __reduce__(self) -> tuple[Any, ...]:
        return _fault_again, (self.message, self.span, self.trail, self.__cause__)


def _fault_again(
    message: str, span: Span | None, trail: tuple[Span, ...], cause: Any
) -> GameFault:
    fault = GameFault(message, span, trail)
    fault.__cause__ = cause  # says whether the rules or a script are wrong
    return fault


@frozen(eq=False)
class Decision:
    """A decision with its compiled functions.

    `look_ahead` are the items that are looked ahead at, `sure` says of some of them where
    that need not be.
    """

    number: int
    who: Any
    options: Any
    picks: tuple[Any, ...]
    look_ahead: frozenset[int]
    sure: tuple[tuple[int, Any], ...]
    otherwise: int | None
    declines: Callable[[RawOption], bool]
    span: Span
    plain: bool
    """Whether its options are what its function lists: nothing is tried or counted."""

    def to_try(self, state: State) -> frozenset[int]:
        """The items that are looked ahead at in a state."""
        sure = {item for item, holds in self.sure if holds(state)}
        return self.look_ahead - sure if sure else self.look_ahead


class Machine:
    """Runs the procedures of one module."""

    def __init__(self, module: Module) -> None:
        self.module = module
        names = module.names
        self.decisions = [
            Decision(
                number,
                names[spelled("who", number)],
                names[spelled("options", number)],
                tuple(
                    names[spelled("pick", number, i)]
                    for i in range(len(plan.node.items))
                ),
                frozenset(
                    i for i, item in enumerate(plan.node.items) if item.look_ahead
                ),
                tuple(
                    (i, names[spelled("sure", number, i)])
                    for i, item in enumerate(plan.node.items)
                    if item.sure is not None
                ),
                plan.otherwise,
                plan.node.declines,
                plan.node.span,
                plan.node.is_plain,
            )
            for number, plan in enumerate(module.decisions)
        ]
        self.picks = [decision.picks for decision in self.decisions]
        self.secrecy = Secrecy(module)
        self.meter = module.meter
        self._counts = not module.marks  # every condition is passed by in a traced game

    # ---- from outside -------------------------------------------------------

    def start(self, seed: Seed) -> tuple[State, Sequence[RawOption]]:
        """A new state at its first decision."""
        state = self.initial.copy()
        state[SEED] = seed
        return state, self._begun(state, self.module.procedures[PLAY], [])

    @cached_property
    def initial(self) -> State:
        """The state before a game."""
        return self.revived(self.module.layout.initial)

    def revived(self, values: Sequence[Any]) -> State:
        """A state under way, from the values of its slots."""
        return [*values, *self.module.sets(values), ()]

    def renew(self, state: State) -> None:
        """Make anew what a state holds once more, where others have changed its slots."""
        state[self.module.layout.size : -1] = self.module.sets(state)

    def begin(
        self, state: State, procedure: int, args: list[Any], rest: Frames = ()
    ) -> Sequence[RawOption]:
        """Carry out a procedure in place of whatever was under way, and then the rest.

        With ALONE as the rest its end is not that of the game.
        """
        self.renew(state)
        return self._begun(state, procedure, args, rest)

    def _begun(
        self, state: State, procedure: int, args: list[Any], rest: Frames = ()
    ) -> Sequence[RawOption]:
        self.meter.reset()
        state[FRAMES], state[NEWS] = rest, ()
        frame = args + [None] * (self.module.sizes[procedure] - len(args))
        return self._guarded(state, rest, procedure, frame, 0)

    def resume(self, state: State, option: RawOption) -> Sequence[RawOption]:
        """Carry on with a chosen option until the next decision or the end.

        The state is changed in place; gives the options of the new decision. Raises
        ValueError where the game is over.
        """
        if state[DECISION] is None:
            raise ValueError("the game is over")  # no fault of the rules
        state[NEWS] = ()
        try:
            self.meter.begin()
            return self.carry_on(state, option)
        except (RuleFault, GameOver, *FAULTS) as error:
            return self._failed(state, error)

    def is_foreseen(self, state: State, option: RawOption) -> bool:
        """Whether whoever chooses can know all that follows, up to the next decision.

        That is so where no chance is drawn, and where nothing is looked at, by whatever
        line, that he or she cannot know.
        """
        trial = self._foreseen(state, state[FRAMES])
        try:
            self.carry_on(trial, option)
        except GameOver:
            return True
        except (Unforeseeable, RuleFault, *FAULTS):
            return False
        return True

    def as_far_as_foreseen(self, state: State, option: RawOption) -> State:
        """What a choice makes of a state, as far as whoever chooses can know it.

        It ends before the first chance, before anything is looked at that he or she cannot
        know, such as the hand of whoever chooses next, and before the next turn or phase,
        or what is announced. What is hidden is veiled.
        """
        trial = UntilNext(self._foreseen(state, state[FRAMES]))
        with suppress(Unforeseeable, Begins, RuleFault, GameOver, *FAULTS):
            self.carry_on(trial, option)
        return trial

    def before_next(
        self, state: State, option: RawOption, after: State, passed: int = 0
    ) -> State:
        """What a choice that has been carried out had made before something else began.

        That is the next turn or phase, or what was announced to everybody.

        Args:
            state: The state in which it was chosen.
            option: What was chosen.
            after: The state at the next decision; it is given back where none has begun.
            passed: So many announcements are passed by.
        """
        is_same = state[TURNS] == after[TURNS] and after[PHASE] is None
        if is_same and announced(after[NEWS]) <= passed:
            return after
        trial = UntilNext(state, passed)
        self.meter.begin()
        try:
            self.carry_on(trial, option)
        except (Begins, GameOver):
            return trial
        return after

    def hides(self, state: State, option: RawOption, message: str, player: int) -> bool:
        """Whether a fault after a choice may tell what a player cannot know."""
        if not self.secrecy.slots(player, state) and not self.secrecy.pending.anything:
            return False
        trial = self.secrecy.veiled(state, player, state[FRAMES])
        try:
            self.carry_on(trial, option)
        except (RuleFault, *FAULTS) as error:
            try:
                self._failed(trial, error)
            except GameFault as fault:
                return fault.message != message
        except (Unforeseeable, GameOver):
            return True
        return True

    def _foreseen(
        self, state: State, frames: Frames, player: int | None = None
    ) -> State:
        """A copy to be tried out on: without chance, and without what is hidden."""
        who: int = state[ACTOR] if player is None else player
        trial = self.secrecy.veiled(state, who, frames)
        trial[FORCED] = PROBE
        return trial

    def options(self, state: State) -> Sequence[RawOption]:
        """The options of the decision that the state waits for, computed again."""
        self.meter.reset()
        self.renew(state)
        if state[DECISION] is None:
            return []
        rest, _, frame = waiting(state)
        return self._possible(state, rest, frame, self.decisions[state[DECISION]])

    # ---- the loop -----------------------------------------------------------

    def _guarded(
        self, state: State, rest: Frames, procedure: int, frame: list[Any], step: Any
    ) -> Sequence[RawOption]:
        try:
            return self.run(state, rest, procedure, frame, step)
        except (RuleFault, GameOver, *FAULTS) as error:
            return self._failed(state, error)

    def run(
        self,
        state: State,
        rest: Frames,
        procedure: int,
        frame: list[Any],
        step: Any,
        floor: int = -1,
        *,
        unlisted: bool = False,
    ) -> Sequence[RawOption]:
        """Run on from a block; faults and the end of the game are raised.

        Where the frames are down to `floor` it stops and gives no options. With
        `unlisted` it also stops at every decision before its options are listed.
        """
        all_blocks, sizes = self.module.blocks, self.module.sizes
        blocks = all_blocks[procedure]
        tick = self.meter.tick
        circles: Circles | None = None
        last = -1
        options: Sequence[RawOption]
        while True:
            if step.__class__ is int and step >= 0:  # most are
                if step <= last:  # back to where a loop begins
                    tick()
                    span = self.module.heads_of_loops[procedure].get(step)
                    if span is not None:
                        circles = circles or Circles()
                        circles.round(state, rest, (procedure, frame, step), span)
                last = step
                step = blocks[step](state, frame)
            elif step is None:
                if not rest:
                    self._returned(state)
                    return []
                if len(rest) <= floor:
                    return []
                procedure, step, values = rest[-1]
                rest = rest[:-1]
                frame = list(values)
                blocks = all_blocks[procedure]
                last = -1
            elif step.__class__ is tuple:
                tick()
                callee, args, after = step
                if after <= last:  # it begins again when it comes back from there
                    span = self.module.heads_of_loops[procedure].get(after)
                    if span is not None:
                        circles = circles or Circles()
                        circles.round(state, rest, (procedure, frame, after), span)
                rest = (*rest, (procedure, after, tuple(frame)))
                procedure = callee
                frame = args + [None] * (sizes[procedure] - len(args))
                blocks = all_blocks[procedure]
                last = 0
                step = blocks[0](state, frame)
            elif step.__class__ is Exploration:
                if step is FOUND:
                    state[DECISION] = None
                    state[FRAMES] = (*rest, (procedure, -1, tuple(frame)))
                    return []
                step = self._explored(state, rest, procedure, frame, step)
            elif step.__class__ is list:
                number, options = step
                state[DECISION] = number
                state[FRAMES] = (*rest, (procedure, number, tuple(frame)))
                return [] if unlisted else options
            else:
                number = -1 - step
                decision = self.decisions[number]
                options = []
                if not unlisted:
                    options = self._possible(state, rest, frame, decision)
                if options or unlisted or decision.otherwise is None:
                    state[DECISION] = number
                    state[ACTOR] = decision.who(state, frame)
                    state[FRAMES] = (*rest, (procedure, number, tuple(frame)))
                    if not options and floor < 0 and not unlisted:
                        raise RuleFault(NOTHING)
                    return options
                step = decision.otherwise

    # ---- choices to be made as well as possible ----------------------------------

    def list_options(self, state: State) -> Sequence[RawOption]:
        """The options of a decision where there are any; else the state goes on.

        There it goes on with what happens otherwise, up to the next decision.
        """
        rest, procedure, frame = waiting(state)
        decision = self.decisions[state[DECISION]]
        options = self._possible(state, rest, frame, decision)
        if not options:
            if decision.otherwise is None:
                raise RuleFault(NOTHING)
            self.run(state, rest, procedure, frame, decision.otherwise, unlisted=True)
        return options

    def carry_on(
        self, state: State, option: RawOption, *, unlisted: bool = False
    ) -> Sequence[RawOption]:
        """Like `resume`, but faults and the end of the game are raised.

        With `unlisted` the options of the next decision are not listed.
        """
        frames = state[FRAMES]
        procedure, _, values = frames[-1]
        frame = list(values)
        item, chosen = option
        step = self.picks[state[DECISION]][item](state, frame, chosen)
        rest = frames[:-1]
        if not unlisted:  # as in `run`, where most games are
            options: Sequence[RawOption] = ()
            if step.__class__ is list:
                number, options = step
                state[DECISION] = number
                state[FRAMES] = (*rest, (procedure, number, tuple(frame)))
                return options
            if step.__class__ is int and step < 0:
                decision = self.decisions[-1 - step]
                if decision.plain:
                    options = decision.options(state, frame)
                if options:
                    state[DECISION] = decision.number
                    state[ACTOR] = decision.who(state, frame)
                    state[FRAMES] = (*rest, (procedure, decision.number, tuple(frame)))
                    return options
        return self.run(state, rest, procedure, frame, step, unlisted=unlisted)

    def _explored(
        self,
        state: State,
        rest: Frames,
        procedure: int,
        frame: list[Any],
        exploration: Exploration,
    ) -> int:
        """Carry out a block of choices in the best way; gives the block after it."""
        player = exploration.who(state, frame)
        slot = exploration.gained and exploration.gained(state, frame)
        trial = self._foreseen(state, (*rest, (procedure, -1, tuple(frame))), player)
        explorer = Explorer(self, exploration, trial.copy(), player, slot, len(rest))
        try:
            way = explorer.way(trial)
        except Unforeseeable as error:
            if state[FORCED] == PROBE:
                raise  # it is only being tried
            about = "it depends on what the player cannot know"
            if not isinstance(error, Unseen):
                about = "chance plays a part"
            fault = RuleFault(f"what is best cannot be found out where {about}")
            fault.span = exploration.span
            raise fault from None
        except RuleFault as fault:
            if isinstance(fault, TooMuch) or not self.places(fault):
                fault.span = exploration.span
            raise
        self.run(state, rest, procedure, frame.copy(), exploration.inside)
        for option in way:
            self.carry_on(state, option)
        frame[:] = state[FRAMES][-1][2]
        return exploration.after

    def _possible(
        self, state: State, rest: Frames, frame: list[Any], decision: Decision
    ) -> Sequence[RawOption]:
        options: Sequence[RawOption]
        try:
            self.meter.counts = self._counts
            options = decision.options(state, frame)
        except Many:
            return self._counted(state, rest, frame, decision)
        finally:
            self.meter.counts = False
        ahead = decision.look_ahead and decision.to_try(state)
        if ahead and any(option[0] in ahead for option in options):
            trial = self._before(state, rest, frame, decision)
            options = [
                option
                for option in options
                if option[0] not in ahead
                or self._dead_end(trial, decision, option) is None
            ]
        if len(options) == 1 and decision.declines(options[0]):
            return []
        return options

    def _counted(
        self, state: State, rest: Frames, frame: list[Any], decision: Decision
    ) -> Offers:
        """The options of a decision that has too many to list them."""
        plan, apart = self.module.decisions[decision.number], decision.to_try(state)
        local = self.performer.locals_in(plan.procedure, frame)
        result = offered(self.performer.evaluator(state), plan.node, local, apart)
        if apart:
            trial = self._before(state, rest, frame, decision)
            result = (
                bunch
                for bunch in result
                if bunch.item not in apart
                or self._dead_end(trial, decision, bunch.first) is None
            )
        options = Offers(tuple(result))
        if len(options) > self.meter.limits.options:
            raise self.meter.too_many_options(len(options))
        return options

    @cached_property
    def performer(self) -> Performer:
        """What works out what the generated code does not tell."""
        return Performer.of(self.module.core, self.module.layout)

    def _before(
        self, state: State, rest: Frames, frame: list[Any], decision: Decision
    ) -> State:
        """A state to try the options of a decision out on."""
        procedure = self.module.decisions[decision.number].procedure
        frames = (*rest, (procedure, decision.number, tuple(frame)))
        return self._foreseen(state, frames, decision.who(state, frame))

    def stuck(self, state: State, wanted: Callable[[RawOption], bool]) -> int | None:
        """The decision at which a wanted option, not offered for that, leaves nothing."""
        self.meter.reset()
        rest, _, frame = waiting(state)
        decision = self.decisions[state[DECISION]]
        trial = self._before(state, rest, frame, decision)
        for option in decision.options(state, frame):
            if wanted(option) and option[0] in decision.look_ahead:
                end = self._dead_end(trial, decision, option)
                if end is not None:
                    return end
        return None

    def _dead_end(
        self, before: State, decision: Decision, option: RawOption
    ) -> int | None:
        """The decision without an option to which an action leads; none if it does not.

        Where it comes to chance, or to what whoever chooses cannot know, it does not.
        """
        trial = before.copy()
        rest, procedure, frame = waiting(before)
        try:
            step = decision.picks[option[0]](trial, frame, option[1])
            if step.__class__ is not tuple:
                return None
            callee, args, after = step
            inner = (*rest, (procedure, after, tuple(frame)))
            started = args + [None] * (self.module.sizes[callee] - len(args))
            trial[DECISION] = None
            options = self.run(trial, inner, callee, started, 0, len(inner))
            return None if options else trial[DECISION]
        except (Unforeseeable, GameOver):
            return None

    def _returned(self, state: State) -> None:
        """The last procedure has come to its end, and with it the game, or a rule alone."""
        bottom = state[FRAMES][:1]
        self._end(state)
        if bottom == (ALONE,):
            state[FRAMES] = bottom

    def _end(self, state: State) -> None:
        state[FRAMES] = ()
        state[DECISION] = None
        state[ACTOR] = None
        if state[RESULT] is None:
            state[RESULT] = ()

    def _failed(self, state: State, error: BaseException) -> Sequence[RawOption]:
        if isinstance(error, GameOver):
            self._end(state)
            return []
        places = self.places(error)
        message = in_words(error)
        span = getattr(error, "span", None)
        if span is not None:
            places.append(span)
        stopped = state[FRAMES][-1] if state[FRAMES] else None
        if not places and stopped is not None and state[DECISION] is not None:
            places = [self.decisions[state[DECISION]].span]
        raise GameFault(message, places[-1] if places else None, places[:-1]) from error

    def places(self, error: BaseException) -> list[Span]:
        """The lines of the rules that an error passed through, outermost first."""
        spans: list[Span] = []
        for frame in traceback.extract_tb(error.__traceback__):
            if frame.filename == self.module.file_name and frame.lineno:
                span = self.module.spans[frame.lineno - 1]
                if span is not None and (not spans or spans[-1] != span):
                    spans.append(span)
        return spans


def waiting(state: State) -> tuple[Frames, int, list[Any]]:
    """Where a game waits: the frames below, the procedure on top and its locals."""
    frames = state[FRAMES]
    procedure, _, values = frames[-1]
    return frames[:-1], procedure, list(values)


def in_words(error: BaseException) -> str:
    """What a designer is told of an error in the carrying out of rules."""
    match error:
        case RuleFault():
            return str(error)
        case MemoryError():
            return "there is not enough memory for this"
        case OverflowError():
            return "a number is too large here"
        case RecursionError():
            return "too many rules or functions carry out one another here"
        case _:
            return f"the rules cannot be carried out here ({error})"


assert sys.version_info >= (3, 11)
