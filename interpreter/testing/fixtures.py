"""What a scenario says is given: components and pieces where it wants them.

Nothing is lost and nothing is made. A component comes from where it lies, of several
alike from where nobody looks, and what lay there before goes into the box. Pieces come
from those that are out of the game, then from where the game begins with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import Factory, define, field, frozen

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.value_types import element
from rulesrun.interpreter.evaluator.forms import items
from rulesrun.interpreter.evaluator.perform import Run
from rulesrun.interpreter.explain.reckoning import text_at
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import in_words
from rulesrun.interpreter.runtime.layout import BOX, NEWS, Layout, State
from rulesrun.interpreter.runtime.pieces import Kind, PieceCount
from rulesrun.interpreter.runtime.support import TOO_GREAT, GameOver, RuleFault


class WrongFixture(Exception):
    """What is given cannot be so; `span` is the place that says it."""

    def __init__(self, message: str, span: Span, *details: str) -> None:
        super().__init__(message)
        self.message = message
        self.span = span
        self.details = details


@frozen
class Loss:
    """A component that what is given took from a zone where its place is empty now."""

    component: int
    slot: int
    span: Span


@define(eq=False)
class Fixture:
    """Carries out what is given, block by block, on the states of one game.

    `losses` are the components that the last block took from where so many lie.
    """

    game: Game
    losses: list[Loss] = Factory(list)
    _placed: set[int] = Factory(set)
    _given: set[int] = Factory(set)

    def carry_out(
        self, body: stmt.Block, state: State, local: dict[Local, Any]
    ) -> None:
        """Carry out a block; `local` is what the locals of the scenario hold.

        Raises WrongFixture, also where the rules that it carries out go wrong.
        """
        self._placed.clear()
        self._given.clear()
        self.losses.clear()
        performer = self.game.performer
        run = _Given(performer, performer.evaluator(state), local, fixture=self)
        news = state[NEWS]
        try:
            run.block(body)
        except GameOver:
            message = "what is given ends the game"
            raise WrongFixture(message, body[0].span) from None
        except (RuleFault, *TOO_GREAT) as error:
            span = run.at or body[0].span
            message = f"this cannot be done: {in_words(error)}"
            raise WrongFixture(message, span) from error
        finally:
            state[NEWS] = news  # what was told before stays the last that was
        self.losses = [loss for loss in self.losses if loss.slot not in self._given]

    # ---- cards and tiles ------------------------------------------------------------

    def put(self, run: Run, node: stmt.Write) -> None:
        """Let components lie in a zone; what lay there goes into the box."""
        state, slot = run.evaluator.state, run.slot(node.to)
        below = self.game.layout.zone_kinds[slot] in ("deck", "pile")
        parts = [(item, run.value(item)) for item in named_items(_written_value(node))]
        self._empty(state, slot, node)
        result = []
        for item, value in parts:
            several = element(item.type) is not None
            for component in items(item.type, value) if several else (value,):
                result.append(self._copy_of(state, component, item))
        tools = self.game.performer.tools
        for component in result:
            self._note(state, component, node.span)
            tools["move"](state, component, BOX)
        try:
            tools["move_all"](state, result, slot, below)  # the first named lies on top
        except RuleFault as fault:
            raise WrongFixture(str(fault), node.span) from fault

    def lay(self, run: Run, node: stmt.Write) -> None:
        """Let components lie at places of a grid."""
        state, slot, value = (
            run.evaluator.state,
            run.slot(node.to),
            _written_value(node),
        )
        wanted = run.value(value)
        self._empty(state, slot, node)
        for place, component in (wanted or {}).items():
            result = self._copy_of(state, component, value)
            self._note(state, result, node.span)
            try:
                self.game.performer.tools["place"](state, result, slot, place)
            except RuleFault as fault:
                raise WrongFixture(str(fault), node.span) from fault

    def _empty(self, state: State, slot: int, node: stmt.Write) -> None:
        self._given.add(slot)
        if node.change == "-":
            message = "here one says what lies there, not what does not"
            raise WrongFixture(message, node.span)
        held = state[slot]
        if node.change is not None or held is None:
            return
        before = held.values() if isinstance(held, dict) else held
        lay_there = (held,) if isinstance(held, int) else tuple(before)
        for component in lay_there:
            self.game.performer.tools["move"](state, component, BOX)
            self._placed.discard(component)

    def _note(self, state: State, component: int, span: Span) -> None:
        """Keep in mind that a component leaves a zone that had it in its place."""
        layout = self.game.layout
        slot = state[layout.locations + component]
        if slot != BOX and _holds_so_many(layout, slot):
            self.losses.append(Loss(component, slot, span))

    def _copy_of(self, state: State, component: int | None, item: core.Expr) -> int:
        """The copy of a component to take, which this block has not put anywhere."""
        layout = self.game.layout
        if component is None:
            text = text_at(self.game.program, item.span)
            message = f"there is no such component: {text}"
            raise WrongFixture(message, item.span)
        wanted = layout.components[component]
        alike = [c.number for c in layout.components if c.face == wanted.face]
        free = [c for c in alike if c not in self._placed]
        if not free:
            number = "is only one" if len(alike) == 1 else f"are only {len(alike)}"
            raise WrongFixture(f"there {number} of {wanted.name}", item.span)
        places = {c: state[layout.locations + c] for c in free}
        result = min(free, key=lambda c: (_looked_at(layout, places[c]), c))
        self._placed.add(result)
        return result

    # ---- pieces ---------------------------------------------------------------------

    def balance(self, run: Run, node: stmt.Write, before: Any) -> None:
        """Let the pieces that a zone has got come from elsewhere."""
        state, slot = run.evaluator.state, run.slot(node.to)
        self._given.add(slot)
        count = PieceCount.of(self.game.layout)
        had, has = count.lying(slot, before), count.lying(slot, state[slot])
        if min(has.values(), default=0) < 0:
            message = f"there cannot be {min(has.values())} pieces"
            raise WrongFixture(message, node.span)
        for kind, amount in has.items():
            if amount > had.get(kind, 0):
                self._bring(state, count, kind, node)

    def _bring(
        self, state: State, count: PieceCount, kind: Kind, node: stmt.Write
    ) -> None:
        """Take away elsewhere what there is too much of."""
        more = count.number(state, kind) - count.declared(kind)
        for slot in count.slots(kind):
            if more <= 0:
                return
            if slot not in self._given:
                more -= count.take(state, slot, kind, more)
        if more > 0:
            raise WrongFixture(count.only(kind), node.span)


@define(eq=False)
class _Given(Run):
    """Carries out what is given; what is put into zones goes through a Fixture."""

    fixture: Fixture = field(kw_only=True)
    at: Span | None = None

    def statement(self, node: stmt.Stmt) -> str | None:
        """One statement; none asks for a choice."""
        self.at = node.span
        match node:
            case stmt.Decide() | stmt.Best():
                message = "nobody chooses anything in what is given"
                raise WrongFixture(message, node.span)
            case stmt.Carry(routine=routine) if routine.asks:
                message = f"`{routine.name}` asks for choices, and nobody chooses here"
                hint = f"write  start {routine.name}  after what is given"
                raise WrongFixture(message, node.span, hint)
            case stmt.Write(to=to) if to.variable.zone is not None:
                if to.variable.zone.counts:
                    before = self.evaluator.state[self.slot(to)]
                    super().statement(node)
                    self.fixture.balance(self, node, before)
                elif to.variable.zone.kind == "grid":
                    self.fixture.lay(self, node)
                else:
                    self.fixture.put(self, node)
                return None
            case _:
                return super().statement(node)


def _written_value(node: stmt.Write) -> core.Expr:
    """What a line says that lies somewhere, or lies there too."""
    value = node.value
    return value.right if node.change and isinstance(value, core.Binary) else value


def named_items(value: core.Expr) -> Sequence[core.Expr]:
    """The parts of what is put somewhere, each a component or several of them."""
    if isinstance(value, core.Convert):
        value = value.of
    if isinstance(value, core.Make):
        return value.items
    nothing = isinstance(value, core.Const) and value.value is None
    return () if nothing else (value,)


def _looked_at(layout: Layout, slot: int) -> int:
    """How much the place of a component matters: least where nobody looks."""
    if slot == BOX or layout.zone_kinds[slot] in ("bag", "deck"):
        return 0
    return 2 if _holds_so_many(layout, slot) else 1


def _holds_so_many(layout: Layout, slot: int) -> bool:
    """Whether a zone is there for a fixed number of components."""
    if layout.zone_kinds[slot] == "space":
        return True
    return any(
        symbol.decl.capacity is not None
        for symbol, family in layout.families.items()
        if family.base <= slot < family.base + family.size
    )
