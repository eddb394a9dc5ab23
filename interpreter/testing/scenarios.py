"""Scenarios: tests in the language of the rules, carried out and reported.

More than 400 lines because it is one `match` over the lines of a scenario.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from attrs import Factory, define, evolve, frozen

from rulesrun.dsl.checks.fixtures import ASKING, CHOOSING
from rulesrun.dsl.compile import Program
from rulesrun.dsl.core.expressions import Expr
from rulesrun.dsl.core.statements import Block
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.constants import Fixed, NotFixed, evaluate
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.syntax import nodes
from rulesrun.interpreter.evaluator.evaluate import Evaluator, Values
from rulesrun.interpreter.explain.refusals import Refusal, find_choice, matching
from rulesrun.interpreter.game import Game, Option, Position, Refused, WrongSetup
from rulesrun.interpreter.knowledge.shown import Unknown
from rulesrun.interpreter.machine import ALONE, GameFault, in_words
from rulesrun.interpreter.reports.tracing import slot_name
from rulesrun.interpreter.reports.views import knows
from rulesrun.interpreter.runtime.chance import draw
from rulesrun.interpreter.runtime.choice_history import Line, Root
from rulesrun.interpreter.runtime.layout import (
    ACTOR,
    DECISION,
    FRAMES,
    NEWS,
    PHASE,
    RESULT,
    SEED,
    Frames,
    State,
)
from rulesrun.interpreter.runtime.name_mangling import spelled
from rulesrun.interpreter.runtime.support import (
    TOO_GREAT,
    GameOver,
    RuleFault,
    WrongDraw,
)
from rulesrun.interpreter.testing.course import come_to
from rulesrun.interpreter.testing.fixtures import Fixture, Loss, WrongFixture
from rulesrun.interpreter.testing.invariants import why_not
from rulesrun.interpreter.testing.outdated import changing, outdated
from rulesrun.interpreter.testing.questions import unreadable

BY_CHANCE = 1 << 40
"""Where the draws for choices by chance begin: far behind those of any game."""


@frozen
class Outcome:
    """How a scenario went: `message` is none where it holds.

    `notes` say, with their places, what is true of its fixture though nobody wrote it.
    """

    title: str
    span: Span
    message: str | None = None
    details: tuple[str, ...] = ()
    where: Span | None = None
    notes: tuple[tuple[Span, str], ...] = ()


class Failed(Exception):
    """A scenario does not hold."""

    def __init__(self, message: str, span: Span, details: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.details = details


GameFor = Callable[[int, dict[str, Fixed]], Game]
"""Gives the game for a number of players and options; may remember the last ones."""


@define
class Games:
    """The games of a program, each made once for a number of players and options."""

    program: Program
    trace: bool = False
    _made: dict[object, Game] = Factory(dict)

    def __call__(self, players: int, options: dict[str, Fixed]) -> Game:
        """The game for so many players, with those options."""
        key = (players, *sorted(options.items()))
        if key not in self._made:
            self._made[key] = Game(self.program, players, options, trace=self.trace)
        return self._made[key]


def run_scenario(
    program: Program, decl: nodes.ScenarioDecl, game_for: GameFor
) -> Outcome:
    """Carry out one scenario."""
    notes: list[tuple[Span, str]] = []
    outcome = _outcome(program, decl, game_for, notes)
    remarks = tuple(f"{span}: {note}" for span, note in notes)
    details = outcome.details + (remarks if outcome.message is not None else ())
    return evolve(outcome, details=details, notes=tuple(notes))


def positions_of(
    program: Program, decl: nodes.ScenarioDecl, game_for: GameFor
) -> Iterator[Position]:
    """Where the game stands in a scenario: at first, and after each line that holds.

    It is the same position each time, carried on. Raises WrongSetup or GameFault where
    it does not come to a position at all.
    """
    declared = program.world.game
    assert declared is not None
    options = _options(program, decl)
    game = game_for(decl.players or declared.players[0], options)
    run = Run(game, game.start(decl.seed))
    yield run.position
    with suppress(Failed, GameFault):
        for step in decl.steps:
            _carry_out(run, step)
            if run.spoilt is None:
                yield run.position


def position_of(
    program: Program, decl: nodes.ScenarioDecl, game_for: GameFor
) -> Position:
    """Where the game stands at the end of a scenario, or at its first line that fails.

    Raises WrongSetup or GameFault where it does not come to a position at all.
    """
    *_, last = positions_of(program, decl, game_for)
    return last


def _outcome(
    program: Program,
    decl: nodes.ScenarioDecl,
    game_for: GameFor,
    notes: list[tuple[Span, str]],
) -> Outcome:
    declared = program.world.game
    assert declared is not None
    players = decl.players or declared.players[0]
    try:
        options = _options(program, decl)
        game = game_for(players, options)
        run = Run(game, game.start(decl.seed), notes)
        for step in decl.steps:
            _carry_out(run, step)
        left = run.position.scripted_chance
        if left:
            raise Failed(f"never drawn: {', '.join(left)}", decl.steps[-1].span)
    except Failed as failure:
        return Outcome(
            decl.title, decl.span, failure.message, failure.details, failure.span
        )
    except WrongSetup as error:
        return Outcome(decl.title, decl.span, f"the game cannot be set up: {error}")
    except GameFault as fault:
        trail = tuple(f"from {span}" for span in reversed(fault.trail))
        where = fault.span
        if isinstance(fault.__cause__, WrongDraw):
            chance_spans = [
                step.span for step in decl.steps if isinstance(step, nodes.Chance)
            ]
            where, trail = chance_spans[-1], (f"drawn at {fault.span}", *trail)
        return Outcome(decl.title, decl.span, fault.message, trail, where)
    return Outcome(decl.title, decl.span)


def _carry_out(run: Run, step: nodes.ScenarioStep) -> None:
    try:
        run.step(step)
    except (RuleFault, *TOO_GREAT) as fault:  # in a rule that asks for no choice
        places = run.game.machine.places(fault) or [step.span]
        raise GameFault(in_words(fault), places[-1], places[:-1]) from fault


def _outdated(
    game: Game, before: State, after: State, block: Block, *, started: bool
) -> list[tuple[Span, str]]:
    """What is said of names that keep values which what is given has made wrong.

    `started` says that nothing has been chosen since the last `start`.
    """
    notes = []
    for result in outdated(game, before, after):
        note = (
            f"`{result.name}` was named before this, and is still {result.value}, "
            f"not {result.instead}"
        )
        if started:
            note += ": write `given` before `start`"
        elif result.rule:
            note += f": begin with  start {result.rule}"
        notes.append((changing(block, result.read), note))
    return notes


def _options(program: Program, decl: nodes.ScenarioDecl) -> dict[str, Fixed]:
    options: dict[str, Fixed] = {}
    for name, value in decl.options:
        option = program.world.get(sym.OptionSymbol, name.text)
        assert option is not None
        try:
            options[name.text] = evaluate(program.world, value, {})
        except NotFixed as error:
            raise Failed("an option needs a fixed value", error.node.span) from error
    return options


class Run:
    """Carries the lines of a scenario out, or those of a script, on a position."""

    def __init__(
        self,
        game: Game,
        position: Position,
        notes: list[tuple[Span, str]] | None = None,
    ) -> None:
        self.game = game
        self.position = position
        self.lowered = game.lowered
        self.local: dict[Local, Any] = {}
        self.fixture = Fixture(game)
        self.notes = [] if notes is None else notes
        self.spoilt: str | None = None
        self.started = False
        self.at_first = False
        self.always: list[nodes.Always] = []
        self.outdated: list[tuple[Span, str]] = []
        self.seed = position.state[SEED]
        self.chances = 0
        self.line: Span  # of the step that is carried out

    def step(self, step: nodes.ScenarioStep) -> None:
        """Carry out one line."""
        self.line = step.span
        if self.spoilt is not None and not isinstance(step, nodes.Given | nodes.Start):
            message = "after what is given, nothing can be chosen any more"
            raise Failed(message, step.span, (self.spoilt,))
        self.game.machine.meter.reset()
        if isinstance(step, ASKING) or each(step, nodes.Offered):
            self.notes += self.outdated
            self.outdated = []
        if isinstance(step, CHOOSING):
            self.at_first = False
        match step:
            case nodes.Given(body=body):
                self._arrange(body)
            case nodes.Start():
                self._start(step)
            case nodes.Chance(results=results):
                self.position.script_chance(*results)
            case nodes.ScenarioChoice(seat=seat, choice=choice):
                self._choose(seat, choice, step.span)
                self._hold(f"player {seat}: {choice}")
            case nodes.RandomChoices(times=times):
                self._choose_by_chance(times, step.span)
            case nodes.Let(value=value):
                local = self.lowered.context.bound(step)
                self.local[local] = self._worth(
                    self.lowered.expression(value, local.type)
                )
            case nodes.Always():
                self.always.append(step)
                self._expect(step.test)
            case nodes.ExpectRefused():
                self._refused(step)
            case nodes.ExpectOffered(seat=seat, choice=choice):
                self._to_act(seat, step.span)
                self._offered(choice, step.span)
            case nodes.ExpectOnly():
                self._only(step)
            case nodes.ExpectAnnounced(texts=texts):
                announcements = self.position.announced_to(None)
                called = self._called
                announced = tuple(
                    one.text(one.labels.text or "", called) for one in announcements
                )
                if announced != texts:
                    listed = ", ".join(f'"{text}"' for text in announced) or "nothing"
                    raise Failed(f"{listed} was announced", step.span)
            case nodes.ExpectToAct(seat=seat):
                self._to_act(seat, step.span)
            case nodes.ExpectSeen():
                self._seen(step)
            case nodes.ExpectOver():
                self._over(step.span)
            case nodes.ExpectRuleOver():
                self._rule_over(step.span)
            case nodes.Expect(test=test):
                self._expect(test)

    def _called(self, kind: t.Type, value: Any) -> str:
        """A value as rules write it, in what is announced."""
        if value is None:
            return "none"
        name = self.game.names.name(t.without_none(kind), value)
        seat = t.without_none(kind) == t.PLAYER and value < self.game.players
        return f"player {name}" if seat else name

    # ---- given --------------------------------------------------------------

    def _arrange(self, body: nodes.Block) -> None:
        state = self.position.state
        before, block = state.copy(), self.lowered.block(body)
        try:
            self.fixture.carry_out(block, state, self.local)
        except WrongFixture as error:
            raise Failed(error.message, error.span, error.details) from error
        self.notes += [
            (loss.span, self._loss_text(loss)) for loss in self.fixture.losses
        ]
        result = _outdated(self.game, before, state, block, started=self.at_first)
        self.outdated = result or self.outdated
        self._again()

    def _loss_text(self, loss: Loss) -> str:
        name = self.game.layout.components[loss.component].name
        place = slot_name(self.game, loss.slot)
        return f"{name} is taken from {place}, and nothing is given in its place"

    def _again(self) -> None:
        """The options of the present decision, after something was changed."""
        position = self.position
        position.past.clear()
        position._options = None
        self._remembers_from_here()
        self.spoilt = None
        if not position.over:
            try:
                position.raw = self.game.machine.options(position.state)
            except (RuleFault, *TOO_GREAT) as fault:
                position.raw = []
                self.spoilt = in_words(fault)  # a `start` may follow: right for that

    # ---- choices ------------------------------------------------------------

    def _start(self, step: nodes.Start) -> None:
        rule = self.game.program.world.refs[id(step)]
        assert isinstance(rule, sym.RuleSymbol)
        args = [
            self._worth(arg) for arg in self.lowered.arguments(step.args, rule.params)
        ]
        position = self.position
        state = position.state
        self.spoilt = None
        self.outdated = []
        self.started = True
        self.at_first = True
        state[FRAMES], state[DECISION], state[ACTOR] = (), None, None
        state[RESULT], state[NEWS] = None, ()
        number = self.game.module.procedures.get(rule)
        rest: Frames = (ALONE,)
        if step.in_play:
            if number is None:
                raise Failed(
                    f"{step.name} asks for no choice: play cannot begin there",
                    step.span,
                )
            course = come_to(self.game, self.seed, number, args)
            if course is None:
                raise Failed(f"play never reaches {step.name} this way", step.span)
            rest, state[PHASE] = course.rest, course.phase
        self._count_depths(rest, number)
        if number is None:
            with suppress(GameOver):
                self._rule(rule)(state, *args)
                state[FRAMES] = (ALONE,)
            state[RESULT] = state[RESULT] or ()
            position.raw = []
        else:
            position.raw = self.game.machine.begin(state, number, args, rest)
        position._options = None
        position.past.clear()
        self._remembers_from_here()

    def _count_depths(self, rest: Frames, started: int | None) -> None:
        """How deep each rule is that may carry itself out: so many frames of it lie below."""
        under_way = [procedure for procedure, at, _ in rest if at is not None]
        under_way += [] if started is None else [started]
        module, layout = self.game.module, self.game.layout
        for rule in self.game.program.world.each(sym.RuleSymbol):
            if rule.depth is not None:
                count = under_way.count(module.procedures.get(rule, -1))
                slot = layout.families[rule.depth].base
                self.position.state[slot] = max(0, count - 1)

    def _remembers_from_here(self) -> None:
        """What was seen before belongs to another game."""
        if self.game.hides:
            state = self.position.state
            self.position.line = Line(Root(state[SEED], state=state.copy()))

    def _rule(self, rule: sym.RuleSymbol) -> Callable[..., None]:
        """What carries a rule out that asks for nothing."""
        code: Callable[..., None]
        code = self.game.module.names[spelled("rule", name=rule.name)]
        return code

    def _to_act(self, seat: int, span: Span) -> None:
        position = self.position
        if position.over:
            over = "the rule that was started" if self._alone else "the game"
            raise Failed(f"{over} is over; player {seat} was expected to act", span)
        actor = position.player
        if actor != seat - 1:
            assert actor is not None
            raise Failed(
                f"player {actor + 1} is to act, not player {seat}", span, self._now()
            )

    @property
    def _alone(self) -> bool:
        """Whether what is over is a rule that was started, and not the game."""
        return self.position.over and self.position.state[FRAMES] != ()

    def _over(self, span: Span) -> None:
        if not self.position.over:
            raise Failed("the game is not over", span, self._now())
        if self._alone:
            hint = "write  expect rule over"
            raise Failed("only the rule that was started is over", span, (hint,))

    def _rule_over(self, span: Span) -> None:
        if not self.position.over:
            message = "the rule is not over" if self.started else "no rule was started"
            raise Failed(message, span, self._now())
        if not self._alone:
            hint = "write  expect game over"
            raise Failed("the whole game is over", span, (hint,))

    def _choose(self, seat: int, choice: str, span: Span) -> None:
        self._to_act(seat, span)
        try:
            self.position.choose(choice)
        except Refused as error:
            refusal = error.refusal
            raise Failed(
                f"this is refused: {refusal.message}", span, _near(refusal)
            ) from error

    def _choose_by_chance(self, times: int, span: Span) -> None:
        """So many choices, each option alike; of one seed they are always the same."""
        position = self.position
        if position.over:
            raise Failed("the game is over; there is nothing to choose", span)
        for _ in range(times):
            if position.over:
                return
            options = position.options
            chosen = options[draw(self.seed, BY_CHANCE + self.chances, len(options))]
            text = f"player {(position.player or 0) + 1}: {chosen.name}"
            self.chances += 1
            position.choose(chosen)
            self._hold(text)

    def _hold(self, choice: str) -> None:
        """What always holds, after a choice."""
        for line in self.always:
            self._expect(line.test, (f"after  {choice}",))

    def _refused(self, step: nodes.ExpectRefused) -> None:
        self._to_act(step.seat, step.span)
        fitting = matching(self.position, step.choice)
        if fitting:
            raise Failed("this is not refused", step.span, _listed(fitting))
        problem = unreadable(self.position, step.choice)
        if problem is not None:
            raise Failed(f"this cannot be read: {problem}", step.span, self._now())
        if step.because is None:
            return
        result = find_choice(self.position, step.choice)
        assert isinstance(result, Refusal)
        if step.because not in (result.message, result.reason.text):
            because = f"it is refused because: {result.message}"
            raise Failed("it is refused for another reason", step.span, (because,))

    def _offered(self, choice: str, span: Span) -> list[Option]:
        """The options that a choice fits, which need not be given whole."""
        fitting = matching(self.position, choice)
        if not fitting:
            result = find_choice(self.position, choice)
            assert isinstance(result, Refusal)
            raise Failed(f"it is not offered: {result.message}", span, _near(result))
        return fitting

    def _values_offered(
        self, item: str | None, name: str, fits: Callable[[Values], bool]
    ) -> list[Any]:
        """What the options of the present decision choose by that name, if they fit."""
        plans = [] if self.position.over else self.position.decision_plan.items
        if not any(
            symbol.name == name
            for plan in plans
            if (plan.name == item if item else plan.kind == "value")
            for symbol in plan.chosen
        ):
            what = f"`{name}` of `{item}`" if item else f"`{name}`"
            message = f"nobody is to choose {what} now"
            raise Failed(message, self.line, self._now())
        result = []
        for number, values in self.position.raw:
            plan = plans[number]
            if plan.name != item if item else plan.kind != "value":
                continue
            chosen = dict(zip(plan.chosen, values, strict=True))
            result += [
                value
                for symbol, value in chosen.items()
                if symbol.name == name and value is not None and fits(chosen)
            ]
        return result

    def _only(self, step: nodes.ExpectOnly) -> None:
        self._to_act(step.seat, step.span)
        expected: set[Option] = set()
        for choice in step.choices:
            expected.update(self._offered(choice, step.span))
        more = [o for o in self.position.options if o not in expected]
        if more:
            raise Failed("more is offered than that", step.span, _listed(more))

    # ---- expectations -------------------------------------------------------

    def _expect(self, test: nodes.Expr, after: tuple[str, ...] = ()) -> None:
        condition = self.lowered.expression(test)
        if self._worth(condition):
            return
        details = why_not(self.game, self._evaluator(), test, condition, self.local)
        raise Failed("this does not hold", test.span, (*details, *after))

    def _seen(self, step: nodes.ExpectSeen) -> None:
        if self._is_hidden(step) != step.hidden:
            other = "can see that" if step.hidden else "cannot see that"
            raise Failed(f"player {step.seat} {other}", step.of.span)

    def _is_hidden(self, step: nodes.ExpectSeen) -> bool:
        """Whether a player cannot know what is in a place, or a value that is shown."""
        if isinstance(step.of, nodes.Call):
            return self._is_not_shown(step.of, step.seat)
        place = self.lowered.place(step.of)
        assert place is not None
        symbol = place.variable.symbol
        assert symbol is not None
        try:
            slot = self._slot(step.of)
        except RuleFault:
            raise Failed("there is no such place", step.of.span) from None
        return not knows(self.position, step.seat - 1, slot)

    def _is_not_shown(self, of: nodes.Call, seat: int) -> bool:
        symbol = self.game.program.world.refs[id(of)]
        assert isinstance(symbol, sym.ShownSymbol)
        arguments = self.lowered.arguments(of.args, symbol.params)
        args = [self._evaluator().value(arg, self.local) for arg in arguments]
        displays = self.game.layout.shown.items()
        variable = next(seen for seen, worked_out in displays if worked_out is symbol)
        try:
            self.position.working(seat - 1).value(variable, args)
        except Unknown:
            return True
        return False

    def _evaluator(self) -> Evaluator:
        """Works out what scenarios ask of the position as it is."""
        performer = self.game.performer
        return performer.evaluator(self.position.state, self._values_offered)

    def _slot(self, zone: nodes.Expr) -> int:
        place = self.lowered.place(zone)
        assert place is not None
        return self._evaluator().slot(place.variable, place.keys, self.local)

    def _value(self, node: nodes.Expr) -> Any:
        return self._worth(self.lowered.expression(node))

    def _worth(self, node: Expr) -> Any:
        try:
            return self._evaluator().value(node, self.local)
        except (RuleFault, *TOO_GREAT) as error:
            message = f"this cannot be evaluated: {in_words(error)}"
            raise Failed(message, self.line) from error

    def _now(self) -> tuple[str, ...]:
        if self.position.over:
            return ()
        return ("possible now:", *_listed(self.position.options))


def _listed(options: Sequence[Option]) -> tuple[str, ...]:
    lines = [f"    {o.name}" for o in options[:6]]
    more = [f"    and {len(options) - 6} more"] if len(options) > 6 else []
    return (*lines, *more)


def _near(refusal: Refusal) -> tuple[str, ...]:
    result = [f"possible: {name}" for name in refusal.nearest]
    if refusal.span is not None:
        cites = "".join(f" @{c}" for c in refusal.cites)
        result.insert(0, f"the rule is at {refusal.span}{cites}")
    return tuple(result)
