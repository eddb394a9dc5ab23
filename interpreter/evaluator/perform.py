"""Carries out what the core says, statement by statement, without making code of it.

What asks for a choice is left to the machine; the rest is done here: functions that an
expression calls, what a scenario gives, heads of actions, what would be after a rule.
"""

from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from typing import Any

from attrs import Factory, define

from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.expressions import Expr, Order
from rulesrun.dsl.core.frames import Frame, frame_of
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.symbols import Local, RoutineSymbol
from rulesrun.dsl.semantics.value_types import BundleType
from rulesrun.interpreter.evaluator.evaluate import (
    Evaluator,
    OfferedValues,
    Routines,
)
from rulesrun.interpreter.evaluator.forms import settled
from rulesrun.interpreter.evaluator.heads import options
from rulesrun.interpreter.evaluator.primitives import Scene, Tools
from rulesrun.interpreter.runtime.effects import bound_to
from rulesrun.interpreter.runtime.layout import (
    FORCED,
    FRAMES,
    NEWS,
    PHASE,
    PROBE,
    RESULT,
    TURN,
    TURNS,
    Layout,
    State,
)
from rulesrun.interpreter.runtime.metering import UNBOUNDED, Meter, Rounds
from rulesrun.interpreter.runtime.support import (
    GameOver,
    bounded,
    held,
    placed,
    ranks,
)

BREAK, CONTINUE, RETURN = "break", "continue", "return"
"""How a block can end before its end."""


@define(eq=False, repr=False)
class Performer(Routines):
    """Carries out the routines of one core on states of one layout."""

    core: Core
    layout: Layout
    tools: Tools
    _frames: dict[int, Frame] = Factory(dict)

    @classmethod
    def of(cls, core: Core, layout: Layout) -> "Performer":
        """With the tools of the layout."""
        return cls(core, layout, bound_to(layout))

    def evaluator(
        self, state: State, offered: OfferedValues | None = None
    ) -> Evaluator:
        """Evaluates expressions in a state, with these routines."""
        return Evaluator(Scene(self.layout, state, self.tools), self, offered)

    def locals_of(self, state: State) -> dict[Local, Any]:
        """What the locals of the innermost routine hold where the game waits."""
        procedure, _, values = state[FRAMES][-1]
        return self.locals_in(procedure, values)

    def locals_in(self, procedure: int, values: Sequence[Any]) -> dict[Local, Any]:
        """What the locals of a routine hold, whose frame holds these values."""
        places = self._frame(procedure).places
        return {local: values[place] for local, place in places.items()}

    def names_at(self, procedure: int, places: Collection[int]) -> set[Local]:
        """The locals of a routine that stand at some places of its frame."""
        every = self._frame(procedure).places.items()
        return {local for local, place in every if place in places}

    def _frame(self, procedure: int) -> Frame:
        frame = self._frames.get(procedure)
        if frame is None:
            symbol = self.core.procedures[procedure]
            frame = frame_of(symbol, self.core.routines[symbol].body)
            self._frames[procedure] = frame
        return frame

    # ---- what expressions call ------------------------------------------------------

    def call(
        self, evaluator: Evaluator, routine: RoutineSymbol, args: Sequence[Any]
    ) -> Any:
        """The value of a function or an amount; a rule or an event is carried out."""
        local: dict[Local, Any] = {
            param: settled(param.type, arg)
            for param, arg in zip(routine.params, args, strict=True)
        }
        run = self.run(evaluator, local)
        run.block(self.core.routines[routine].body)
        return run.result

    def run(self, evaluator: Evaluator, local: dict[Local, Any]) -> "Run":
        """What carries out the statements of a routine."""
        return Run(self, evaluator, local)

    def can(
        self, evaluator: Evaluator, action: RoutineSymbol, args: Sequence[Any]
    ) -> bool:
        """Whether the head of an action has an option."""
        head = self.core.actions[action]
        local = dict(zip(head.params, args, strict=True))
        return any(True for _ in options(evaluator, head.head, local))

    def after(
        self, evaluator: Evaluator, rule: RoutineSymbol, args: Sequence[Any]
    ) -> Evaluator:
        """An evaluator of the state as a rule would leave it."""
        trial = evaluator.state.copy()
        trial[FORCED] = PROBE
        result = self.evaluator(trial, evaluator.offered)
        with suppress(GameOver):
            self.call(result, rule, args)
        return result


# ---- statements -------------------------------------------------------------------


@define(eq=False)
class Run:
    """Carries out statements that ask for nothing; `result` is what was returned."""

    performer: Performer
    evaluator: Evaluator
    local: dict[Local, Any]
    result: Any = None

    def value(self, node: Expr) -> Any:
        """What an expression is worth here."""
        return self.evaluator.value(node, self.local)

    def slot(self, place: stmt.Place) -> int:
        """The slot that is named."""
        return self.evaluator.slot(place.variable, place.keys, self.local)

    def block(self, block: stmt.Block) -> str | None:
        """Statements one after another; how the block ended, if before its end."""
        for statement in block:
            ended = self.statement(statement)
            if ended is not None:
                return ended
        return None

    def statement(self, node: stmt.Stmt) -> str | None:
        """One statement."""
        match node:
            case stmt.Choice(branches=branches, otherwise=otherwise):
                for branch in branches:
                    if self.value(branch.test):
                        return self.block(branch.body)
                return self.block(otherwise)
            case stmt.Switch(of=of, cases=cases, otherwise=otherwise):
                wanted = self.value(of)
                for case in cases:
                    if any(value.value == wanted for value in case.values):
                        return self.block(case.body)
                return self.block(otherwise)
            case stmt.ForEach():
                return self._for_each(node)
            case stmt.Loop():
                return self._loop(node)
            case stmt.Break():
                return BREAK
            case stmt.Continue():
                return CONTINUE
            case stmt.Return(value=value):
                if value is not None:
                    self.result = settled(value.type, self.value(value))
                return RETURN
            case _:
                self._straight(node)
                return None

    def _for_each(self, node: stmt.ForEach) -> str | None:
        for item in tuple(self.evaluator.items(node.of, self.local)):
            self.local[node.local] = item
            if node.test is not None and not self.value(node.test):
                continue
            ended = self.block(node.body)
            if ended == BREAK:
                return None
            if ended == RETURN:
                return ended
        return None

    def _loop(self, node: stmt.Loop) -> str | None:
        state = self.evaluator.state
        again = Rounds(Meter(self.performer.layout.world.limits), state).again
        times = None if node.times is None else self.value(node.times)
        for number in UNBOUNDED if times is None else range(1, times + 1):
            # counted rounds differ from each other, whatever they do
            again(number, times and number, *self.local.items())
            if node.before is not None and not self.value(node.before):
                return None
            ended = self.block(node.body)
            if ended == BREAK:
                return None
            if ended == RETURN:
                return ended
            if ended is None and node.until is not None and self.value(node.until):
                return None
        return None

    def _straight(self, node: stmt.Stmt) -> None:
        state, tools = self.evaluator.state, self.evaluator.scene.tools
        match node:
            case stmt.Mark():
                pass
            case stmt.SetLocal(local=local, value=value):
                self.local[local] = settled(local.type, self.value(value))
            case stmt.Write(to=to, value=value, held=limits):
                result = settled(value.type, self.value(value))
                slot = self.slot(to)
                state[slot] = _looked_at(result, limits, to.variable.name)
            case stmt.Enter(to=to, amount=amount, line=line):
                number = self.value(amount)
                tools["enter"](state, self.slot(to), number, line)
            case stmt.Carry(routine=routine, args=args):
                arguments = [self.value(arg) for arg in args]
                self.performer.call(self.evaluator, routine, arguments)
            case stmt.Move(what=what, to=target):
                moved = self.value(what)
                if target.at is None:
                    tools["move"](state, moved, self.slot(target), target.bottom)
                else:
                    slot = self.slot(target)
                    tools["place"](state, moved, slot, self.value(target.at))
            case stmt.MoveAll(what=what, to=target):
                cards = tuple(self.evaluator.items(what, self.local))
                tools["move_all"](state, cards, self.slot(target), target.bottom)
            case stmt.MoveApart(shifts=shifts):
                tools["move_apart"](state, tuple(self._apart(shifts)))
            case stmt.MovePieces(count=count, source=source, to=to):
                moved = self.value(count)
                kinds = isinstance(count.type, BundleType)
                tool = tools["move_kinds" if kinds else "move_pieces"]
                tool(state, moved, self.slot(source), self.slot(to))
            case stmt.Draw():
                self._draw(node)
            case stmt.Shuffle(zone=zone):
                tools["shuffle_zone"](state, self.slot(zone))
            case stmt.BeginTurn(player=player):
                state[TURN] = self.value(player)
                state[TURNS] += 1
            case stmt.BeginPhase(text=text):
                state[PHASE] = text
            case stmt.Announce(text=text, values=(), to=None):
                state[NEWS] += (text,)
            case stmt.Announce(text=text, values=values, to=hearers):
                told_to = None if hearers is None else self.value(hearers)
                tools["tell"](state, text, [self.value(v) for v in values], told_to)
            case stmt.Show(what=subject, to=to):
                shown_to = None if to is None else self.value(to)
                if isinstance(subject, stmt.Place):
                    tools["show"](state, self.slot(subject), shown_to)
                else:
                    tools["show_components"](state, self.value(subject), shown_to)
            case stmt.Rank(local=local, by=by, team=team, standing=standing):
                first = () if standing is None else (Order(True, standing),)
                keys = [
                    self.evaluator.key((*first, *by), {**self.local, local: player})
                    for player in range(self.performer.core.players)
                ]
                teams = () if team is None else self._teams(local, team)
                state[RESULT] = ranks(keys, teams)
            case stmt.Outcome(player=None, others=others):
                state[RESULT] = (others,) * self.performer.core.players
            case stmt.Outcome(
                player=player, place=place, others=others, local=each, team=team
            ):
                assert player is not None
                players = self.performer.core.players
                teams = range(players)
                if each is not None and team is not None:
                    teams = self._teams(each, team)
                state[RESULT] = placed(self.value(player), place, others, teams)
            case stmt.EndGame():
                raise GameOver
            case stmt.Decide() | stmt.Best():
                raise AssertionError("a choice needs a procedure")
            case _:
                raise AssertionError(f"{type(node).__name__} is no plain statement")

    def _teams(self, each: Local, team: Expr) -> Sequence[Any]:
        """What tells the teams apart, for each player."""
        players = range(self.performer.core.players)
        return [self.evaluator.value(team, {**self.local, each: p}) for p in players]

    def _apart(
        self, shifts: Sequence[stmt.Shift]
    ) -> Iterator[tuple[Sequence[Any], int, bool]]:
        """What moves where, for each way through the clauses."""
        for shift in shifts:
            for local in self.evaluator.ways(shift.clauses, self.local):
                cards = tuple(self.evaluator.items(shift.what, local))
                to = shift.to
                slot = self.evaluator.slot(to.variable, to.keys, local)
                yield cards, slot, to.bottom

    def _draw(self, node: stmt.Draw) -> None:
        state, tools = self.evaluator.state, self.evaluator.scene.tools
        count, source = self.value(node.count), self.slot(node.source)
        target: stmt.Target = node.to
        slot = self.slot(target)
        zone = node.source.variable.zone
        if zone is not None and zone.kind == "kinds":
            tools["draw_kinds"](state, count, source, slot)
        elif target.at is not None:
            place = self.value(target.at)
            tools["draw_place"](state, count, source, slot, place)
        else:
            tools["draw_some"](state, count, source, slot, target.bottom)


def _looked_at(value: Any, limits: stmt.Held | None, name: str) -> Any:
    """A value that a variable may hold, else a fault."""
    if limits is None or value is None:
        return value
    if isinstance(value, tuple):
        return held(value, name)
    return bounded(value, limits.low, limits.high, name)
