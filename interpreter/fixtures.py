"""What a scenario says is given: components and pieces where it wants them.

Nothing is lost and nothing is made. A component comes from where it lies, of several
alike from where nobody looks, and what lay there before goes into the box. Pieces come
from those that are out of the game, then from where the game begins with them.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from attrs import Factory, define, frozen

from rulesrun.dsl import nodes
from rulesrun.dsl.quoting import quoted
from rulesrun.dsl.spans import Span
from rulesrun.dsl.symbols import VariableSymbol
from rulesrun.dsl.value_types import GridType, PieceType, ZoneType
from rulesrun.interpreter.expressions import Env, Expressions
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.layout import BOX, NEWS, Layout, State
from rulesrun.interpreter.pieces import Kind, PieceCount
from rulesrun.interpreter.procedures import Plan, Writer
from rulesrun.interpreter.support import GameOver, RuleFault
from rulesrun.interpreter.suspension import Suspension


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
    expressions: Expressions
    env: Env
    losses: list[Loss] = Factory(list)
    _placed: set[int] = Factory(set)
    _given: set[int] = Factory(set)
    _assigned: list[nodes.Assign] = Factory(list)

    def carry_out(
        self,
        body: nodes.Block,
        state: State,
        frame: list[Any],
        surroundings: Callable[[], dict[str, Any]],
    ) -> None:
        """Carry out a block; `frame` holds the locals of the scenario.

        What the code may call by name is asked for once the code is written. Raises
        WrongFixture, also where the rules that it carries out go wrong.
        """
        self._placed.clear()
        self._given.clear()
        self.losses.clear()
        module = self.game.module
        plan = Plan(self.expressions, Suspension(self.game.program.world))
        plan.announcements, plan.ledger = module.announcements, module.ledger
        writer = FixtureWriter(plan, self.env, self.game, len(frame))
        writer.block(body)
        self._assigned = writer.assigned
        frame += [None] * (len(writer.kinds) - len(frame))
        text = f"def given(S, L):\n{writer.out.text()}"
        own = {"put": self._put, "lay": self._lay, "balance": self._balance}
        names = surroundings() | own
        exec(compile(text, GIVEN, "exec"), names)  # the text is our own
        told = state[NEWS]
        try:
            names["given"](state, frame)
        except WrongFixture:
            raise
        except GameOver:
            message = "what is given ends the game"
            raise WrongFixture(message, body[0].span) from None
        except Exception as error:
            span = _place(error, writer) or body[0].span
            raise WrongFixture(f"this cannot be done: {error}", span) from error
        finally:
            state[NEWS] = told  # what was told before stays the last that was
        self.losses = [loss for loss in self.losses if loss.slot not in self._given]

    # ---- cards and tiles ------------------------------------------------------------

    def _put(self, state: State, slot: int, values: Sequence[Any], number: int) -> None:
        """Let components lie in a zone; what lay there goes into the box."""
        node = self._assigned[number]
        below = self.game.layout.zone_kinds[slot] in ("deck", "pile")
        items = named_items(node.value)
        self._empty(state, slot, node)
        found = []
        for value, item in zip(values, items, strict=True):
            several = isinstance(value, Iterable)
            for component in value if several else (value,):
                found.append(self._copy_of(state, component, item))
        for component in found:
            self._note(state, component, node.span)
            self.game.module.names["move"](state, component, BOX)
        names = self.game.module.names
        try:
            names["move_all"](state, found, slot, below)  # the first named lies on top
        except RuleFault as fault:
            raise WrongFixture(str(fault), node.span) from fault

    def _lay(self, state: State, slot: int, value: Any, number: int) -> None:
        """Let components lie at places of a grid."""
        node = self._assigned[number]
        self._empty(state, slot, node)
        for place, component in (value or {}).items():
            found = self._copy_of(state, component, node.value)
            self._note(state, found, node.span)
            try:
                self.game.module.names["place"](state, found, slot, place)
            except RuleFault as fault:
                raise WrongFixture(str(fault), node.span) from fault

    def _empty(self, state: State, slot: int, node: nodes.Assign) -> None:
        self._given.add(slot)
        if node.op == "-=":
            message = "here one says what lies there, not what does not"
            raise WrongFixture(message, node.target.span)
        held = state[slot]
        if node.op != "=" or held is None:
            return
        before = held.values() if isinstance(held, dict) else held
        lay_there = (held,) if isinstance(held, int) else tuple(before)
        for component in lay_there:
            self.game.module.names["move"](state, component, BOX)
            self._placed.discard(component)

    def _note(self, state: State, component: int, span: Span) -> None:
        """Keep in mind that a component leaves a zone that had it in its place."""
        layout = self.game.layout
        slot = state[layout.locations + component]
        if slot != BOX and _holds_so_many(layout, slot):
            self.losses.append(Loss(component, slot, span))

    def _copy_of(self, state: State, component: int | None, item: nodes.Expr) -> int:
        """The copy of a component to take, which this block has not put anywhere."""
        layout = self.game.layout
        if component is None:
            message = f"there is no such component: {quoted(item)}"
            raise WrongFixture(message, item.span)
        shown = layout.components[component]
        alike = [c.number for c in layout.components if c.face == shown.face]
        free = [c for c in alike if c not in self._placed]
        if not free:
            number = "is only one" if len(alike) == 1 else f"are only {len(alike)}"
            raise WrongFixture(f"there {number} of {shown.name}", item.span)
        places = {c: state[layout.locations + c] for c in free}
        found = min(free, key=lambda c: (_looked_at(layout, places[c]), c))
        self._placed.add(found)
        return found

    # ---- pieces ---------------------------------------------------------------------

    def _balance(self, state: State, slot: int, before: Any, number: int) -> None:
        """Let the pieces that a zone has got come from elsewhere."""
        node = self._assigned[number]
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
        self, state: State, count: PieceCount, kind: Kind, node: nodes.Assign
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


GIVEN = "<given>"
"""What stands for a file in the places of the code of what is given."""


class FixtureWriter(Writer):
    """Writes what is given; what is put into zones goes through a Fixture."""

    def __init__(self, plan: Plan, env: Env, game: Game, slots: int) -> None:
        super().__init__(plan, env, locals_in_frame=True)
        self.kinds = [None] * slots
        self.game = game
        self.assigned: list[nodes.Assign] = []

    def statement(self, node: nodes.Stmt) -> None:
        """One statement; none asks for a choice."""
        if isinstance(node, nodes.Choose | nodes.Menu | nodes.Best):
            raise WrongFixture("nobody chooses anything in what is given", node.span)
        if isinstance(node, nodes.Do | nodes.Raise):
            symbol = self.write_expr.world.refs[id(node)]
            if symbol in self.game.module.procedures:
                message = f"`{node.name}` asks for choices, and nobody chooses here"
                hint = f"write  start {node.name}  after what is given"
                raise WrongFixture(message, node.span, hint)
        super().statement(node)

    def _assign(self, node: nodes.Assign) -> None:
        symbol = self.write_expr.world.refs.get(id(node.target))
        kind = symbol.type if isinstance(symbol, VariableSymbol) else None
        if not isinstance(kind, ZoneType | GridType):
            super()._assign(node)
            return
        number = len(self.assigned)
        self.assigned.append(node)
        slot = self.write_expr.zone_slot(node.target, self.env)
        if isinstance(kind, ZoneType) and isinstance(kind.item, PieceType):
            self.emit(f"before = S[{slot}]", node.span)
            super()._assign(node)
            self.emit(f"balance(S, {slot}, before, {number})", node.span)
        elif isinstance(kind, GridType):
            self.emit(f"lay(S, {slot}, {self.code(node.value)}, {number})", node.span)
        else:
            codes = ", ".join(self.code(item) for item in named_items(node.value))
            self.emit(f"put(S, {slot}, [{codes}], {number})", node.span)


def named_items(value: nodes.Expr) -> Sequence[nodes.Expr]:
    """The parts of what is put somewhere, each a component or several of them."""
    if isinstance(value, nodes.ListOf | nodes.SetOf):
        return value.items
    return () if isinstance(value, nodes.NoneValue) else (value,)


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


def _place(error: Exception, writer: Writer) -> Span | None:
    """The line of what is given at which something went wrong."""
    for frame in traceback.extract_tb(error.__traceback__):
        if frame.filename == GIVEN and frame.lineno and frame.lineno > 1:
            return writer.out.spans[frame.lineno - 2]
    return None
