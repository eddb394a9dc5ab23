"""Conditions on a cell asked of all cells at once: from a condition to a set of bits.

A term that depends on the cell alone is a table of its values by cell (`Image`): a step, a
step of a step, a row or a column need no rule each. The cells whose step lies in a set are
that set moved by each distance that occurs, within a mask. What is asked here is asked of
cells that no rule would ask, so all of it must be total.

More than 400 lines: one way of asking, for every form of condition and of term.
"""

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Protocol

from attrs import Factory, define, frozen

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.symbols import Local, RoutineSymbol, Variable
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.plan import nodes as ir
from rulesrun.interpreter.plan.totality import total
from rulesrun.interpreter.runtime.boards import Board

MOST_MOVES = 16
"""A term whose values lie at more distances is not asked of all cells at once."""

MOST_VALUES = 16
"""So many values of a range are asked one after another."""


@frozen
class Image:
    """By cell, the value of a term."""

    values: tuple[int | None, ...]

    @property
    def single(self) -> int | None:
        """The one value of all cells."""
        return self.values[0] if len(set(self.values)) == 1 else None


@frozen
class Along:
    """The first cell on the way to a side that is in the set `stop`, else none.

    The way makes steps of `distance` from the cells of `has`, at most `longest`.
    """

    distance: int
    has: int
    stop: ir.Expr
    longest: int


Term = ir.Expr | Image | Along
Env = Mapping[Local, Term]


class Lowering(Protocol):
    """What a condition is lowered with."""

    def spend(self) -> None:
        """One step more has been made; raises where these are too many."""

    def board(self, kind: t.Type) -> Board:
        """The board of a type of cell."""

    def steps(self, kind: t.Type) -> Sequence[Sequence[int | None]]:
        """By direction and cell, the cell on that side."""

    def sets_of(self, variable: Variable) -> ir.Row | None:
        """The sets of cells that a variable is kept as once more, if it can be."""

    def body_of(self, routine: RoutineSymbol) -> core.Expr | None:
        """The body of a function as one expression, if it is one."""

    def total_term(self, node: core.Expr, env: Env) -> ir.Expr | None:
        """An expression that does not name the cell, if it is total."""


@define(eq=False)
class AllCells:
    """Asks conditions of all cells of a board, in place of a local."""

    lowering: Lowering
    local: Local
    inside: dict[ir.Expr, ir.Expr] = Factory(dict)
    """By a set, a larger one that it lies in."""

    @property
    def cells(self) -> int:
        """How many there are."""
        return len(self.lowering.board(self.local.type).names)

    @property
    def shape(self) -> ir.Shape:
        """Of the sets."""
        return ir.Shape("bits", self.cells)

    @property
    def here(self) -> Image:
        """The cell itself, by cell."""
        return Image(tuple(range(self.cells)))

    # ---- sets, worked out where they are known ----------------------------------

    def constant(self, value: int) -> ir.Bits:
        """A set that is known."""
        return ir.Bits(value, self.cells)

    @property
    def full(self) -> ir.Expr:
        """All cells."""
        return self.constant((1 << self.cells) - 1)

    @property
    def empty(self) -> ir.Expr:
        """No cell."""
        return self.constant(0)

    def both(self, a: ir.Expr, b: ir.Expr) -> ir.Expr:
        """What is in two sets."""
        if isinstance(a, ir.Bits) and isinstance(b, ir.Bits):
            return self.constant(a.value & b.value)
        for x, y in ((a, b), (b, a)):
            if self.inside.get(x) == y or x == self.empty or y == self.full:
                return x
            match x, y:
                case _, ir.Op(op="if", args=(test, self.full, self.empty)):
                    return self.chosen(test, x, self.empty)
                case ir.Bits(value=mask), ir.Op(
                    op="&", args=(ir.Bits(value=other), rest)
                ):
                    return self.both(self.constant(mask & other), rest)
        for x, y in ((a, b), (b, a)):
            if isinstance(x, ir.Op) and x.op == "~":
                return ir.Op("&~", (y, self.unmasked(x.args[0], y)), self.shape)
        return ir.Op("&", (a, b), self.shape)

    def unmasked(self, a: ir.Expr, around: ir.Expr) -> ir.Expr:
        """A set without a mask in which all lies that it is taken from."""
        match a, around:
            case ir.Op(op="&", args=(ir.Bits(value=mask), inner)), ir.Op(
                op="&", args=(ir.Bits(value=outer), _)
            ) if not outer & ~mask:
                return inner
        return a

    def either(self, a: ir.Expr, b: ir.Expr) -> ir.Expr:
        """What is in one of two sets."""
        for x, y in ((a, b), (b, a)):
            if x == self.empty or y == self.full:
                return y
            match x, y:
                case ir.Bits(), ir.Op(op="~", args=(inner,)):
                    return self.other(self.both(self.other(x), inner))
        return ir.Op("|", (a, b), self.shape)

    def other(self, a: ir.Expr) -> ir.Expr:
        """What is not in a set."""
        match a:
            case ir.Bits(value=value):
                return self.constant(((1 << self.cells) - 1) & ~value)
            case ir.Op(op="~", args=(inner,)):
                return inner
            case ir.Op(op="|", args=(x, y)) if any(
                isinstance(z, ir.Bits) or (isinstance(z, ir.Op) and z.op == "~")
                for z in (x, y)
            ):
                return self.both(self.other(x), self.other(y))
        return ir.Op("~", (a,), self.shape)

    def chosen(self, test: ir.Expr, a: ir.Expr, b: ir.Expr) -> ir.Expr:
        """One of two sets."""
        if isinstance(test, ir.Truth):
            return a if test.value else b
        return a if a == b else ir.Op("if", (test, a, b), self.shape)

    def moved(self, a: ir.Expr, by: int) -> ir.Expr:
        """The members less `by`; those beyond the ends are in it or not."""
        if by == 0 or a == self.empty:
            return a
        match a:
            case ir.Bits(value=value):
                result = value >> by if by > 0 else value << -by
                return self.constant(result & ((1 << self.cells) - 1))
            case ir.Op(op="~", args=(inner,)):
                return ir.Op("~", (self.moved(inner, by),), self.shape)
        return ir.Op(">>" if by > 0 else "<<", (a, ir.Num(abs(by))), self.shape)

    def before(self, a: ir.Expr, pairs: Sequence[tuple[int, int]]) -> ir.Expr | None:
        """The cells c for which some pair (c, x) has x in the set."""
        masks: dict[int, int] = {}
        for c, x in pairs:
            masks[x - c] = masks.get(x - c, 0) | 1 << c
        if len(masks) > MOST_MOVES:
            return None
        parts = [
            self.both(self.constant(mask), self.moved(a, by))
            for by, mask in sorted(masks.items())
        ]
        return reduce(self.either, parts, self.empty)

    def spread(self, a: ir.Expr, word: str) -> ir.Expr | None:
        """The cells beside a member."""
        near = self.lowering.board(self.local.type).beside(word)
        return self.before(a, [(x, c) for c, row in enumerate(near) for x in row])

    # ---- conditions ---------------------------------------------------------------

    def where(self, node: core.Expr, env: Env) -> ir.Expr | None:
        """The cells for which a condition holds; none where it has no such form."""
        self.lowering.spend()
        if isinstance(node, core.Const):
            return self.full if node.value else self.empty
        if not any(isinstance(env.get(k), Image | Along) for k in node.used):
            return self.everywhere(node, env)
        match node:
            case core.Not(of=of):
                a = self.where(of, env)
                return None if a is None else self.other(a)
            case core.And(left=left, right=right) | core.Or(left=left, right=right):
                a, b = self.where(left, env), self.where(right, env)
                if a is None or b is None:
                    return None
                join = self.both if isinstance(node, core.And) else self.either
                return join(a, b)
            case core.If(test=test, then=then, otherwise=otherwise):
                return self.one_of(
                    test, self.where(then, env), self.where(otherwise, env), env
                )
            case core.Compare(op="==" | "!=" as op, left=left, right=right):
                a = self.equal(left, right, env) or self.equal(right, left, env)
                return a if a is None or op == "==" else self.other(a)
            case core.Compare(op=op, left=left, right=right):
                return self.compared(op, left, right, env)
            case core.IsNone(of=of):
                return self.none(of, env)
            case core.Read(variable=variable, keys=(key,)):
                at, sets = self.term(key, env), self.lowering.sets_of(variable)
                if sets is None or not isinstance(at, Image | Along):
                    return None
                return self.there(ir.Slot(sets, ir.Num(1)), at)
            case core.Call(routine=routine, args=args):
                inner = self.called(routine, args, env)
                return inner and self.where(*inner)
            case core.Fold(kind="any" | "all" as kind, clauses=clauses, item=item):
                return (
                    None if item is None else self.quantified(kind, clauses, item, env)
                )
        return None

    def everywhere(self, node: core.Expr, env: Env) -> ir.Expr | None:
        """A condition that does not name the cell at all."""
        a = self.lowering.total_term(node, env)
        return a and self.chosen(a, self.full, self.empty)

    def one_of(
        self, test: core.Expr, a: ir.Expr | None, b: ir.Expr | None, env: Env
    ) -> ir.Expr | None:
        """Members of one of two sets, as a condition says for each cell."""
        where = self.where(test, env)
        if where is None or a is None or b is None:
            return None
        match where:
            case ir.Op(op="if", args=(condition, x, y)) if (x, y) == (
                self.full,
                self.empty,
            ):
                return self.chosen(condition, a, b)
        return self.either(self.both(where, a), self.both(self.other(where), b))

    def called(
        self, routine: RoutineSymbol, args: Sequence[core.Expr], env: Env
    ) -> tuple[core.Expr, Env] | None:
        """The body of a function, and what its parameters are."""
        inner = self.lowering.body_of(routine)
        terms = [self.term(a, env) for a in args]
        bindings = {
            param: term
            for param, term in zip(routine.params, terms, strict=True)
            if term is not None
        }
        return (
            None if inner is None or len(bindings) < len(terms) else (inner, bindings)
        )

    def quantified(
        self, kind: str, clauses: Sequence[core.Clause], item: core.Expr, env: Env
    ) -> ir.Expr | None:
        """The cells for which something holds of some, or of all, of a collection."""
        if not clauses:
            return self.where(item, env)
        first, rest = clauses[0], clauses[1:]
        match first:
            case core.When(test=test):
                a, b = self.where(test, env), self.quantified(kind, rest, item, env)
                if a is None or b is None:
                    return None
                return (
                    self.both(a, b) if kind == "any" else self.either(self.other(a), b)
                )
            case core.Given(local=local, value=value):
                term = self.term(value, env)
                if term is None:
                    return None
                return self.quantified(kind, rest, item, {**env, local: term})
            case core.For(
                local=local, of=core.Range(low=core.Const(), high=core.Const()) as of
            ):
                return self.each_value(kind, local, of, (rest, item), env)
            case core.For(local=local, of=core.Field(of=of, name=word)) if word in (
                "neighbours",
                "around",
                "diagonals",
            ):
                return self.beside(kind, local, (of, word), (rest, item), env)
        return None

    def each_value(
        self,
        kind: str,
        local: Local,
        of: core.Range,
        inner: tuple[Sequence[core.Clause], core.Expr],
        env: Env,
    ) -> ir.Expr | None:
        """The values of a known range one after another: sides, players."""
        assert isinstance(of.low, core.Const)
        assert isinstance(of.high, core.Const)
        low, high = of.low.value, of.high.value
        if not isinstance(low, int) or not isinstance(high, int):
            return None
        if high - low >= MOST_VALUES:
            return None
        parts = []
        for value in range(low, high + 1):
            bindings = {**env, local: Image((value,) * self.cells)}
            part = self.quantified(kind, *inner, bindings)
            if part is None:
                return None
            parts.append(part)
        if kind == "any":
            return reduce(self.either, parts, self.empty)
        return reduce(self.both, parts, self.full)

    def beside(
        self,
        kind: str,
        local: Local,
        of: tuple[core.Expr, str],
        inner: tuple[Sequence[core.Clause], core.Expr],
        env: Env,
    ) -> ir.Expr | None:
        """The cells beside which something holds."""
        at = self.term(of[0], env)
        if not isinstance(at, Image) or not isinstance(local.type, t.CellType):
            return None
        near = self.lowering.board(local.type).beside(of[1])
        if len(near) != self.cells:
            return None
        clauses, item = inner
        if kind == "all":
            item = core.Not(item, type=item.type, span=item.span)
        there = AllCells(self.lowering, local)
        fixed = {k: v for k, v in env.items() if isinstance(v, ir.Expr)}
        a = there.quantified("any", clauses, item, {**fixed, local: there.here})
        if a is None:
            return None
        pairs = [
            (c, x)
            for c, at_c in enumerate(at.values)
            if at_c is not None
            for x in near[at_c]
        ]
        result = self.before(a, pairs)
        return result if kind == "any" or result is None else self.other(result)

    def equal(self, left: core.Expr, right: core.Expr, env: Env) -> ir.Expr | None:
        """The cells for which a term that names the cell equals another one."""
        match left:
            case core.Read(variable=variable, keys=(key,)) if isinstance(
                t.without_none(key.type), t.CellType
            ):
                return self.holding(variable, key, right, env)
            case core.Call(routine=routine, args=args):
                inner, value = self.called(routine, args, env), self.term(right, env)
                if inner is None or value is None:
                    return None
                local = Local(-1, "given", right.type)
                here = core.Get(local, type=right.type, span=right.span)
                return self.equal(inner[0], here, {**inner[1], local: value})
            case core.If(test=test, then=then, otherwise=otherwise):
                a, b = self.equal(then, right, env), self.equal(otherwise, right, env)
                return self.one_of(test, a, b, env)
        return self.compared("==", left, right, env)

    def compared(
        self, op: str, left: core.Expr, right: core.Expr, env: Env
    ) -> ir.Expr | None:
        """The cells for which two known numbers compare so."""
        a, b = self.image(left, env), self.image(right, env)
        if a is None or b is None:
            return None
        ways = {
            "==": lambda x, y: x == y,
            "<": lambda x, y: x < y,
            "<=": lambda x, y: x <= y,
            ">": lambda x, y: x > y,
            ">=": lambda x, y: x >= y,
        }
        if op != "==" and (None in a.values or None in b.values):
            return None
        return self.constant(
            sum(
                1 << c
                for c, (x, y) in enumerate(zip(a.values, b.values, strict=True))
                if ways[op](x, y)
            )
        )

    def holding(
        self, variable: Variable, key: core.Expr, right: core.Expr, env: Env
    ) -> ir.Expr | None:
        """The cells for which the variable of a cell holds a value."""
        at, value = self.term(key, env), self.term(right, env)
        sets = self.lowering.sets_of(variable)
        if isinstance(value, Image) and value.single is not None:
            value = ir.Num(value.single)
        if sets is None or not isinstance(value, ir.Expr) or not total(value):
            return None
        if isinstance(right.type, t.OptionalType) or not isinstance(at, Image | Along):
            return None
        return self.there(ir.Slot(sets, value), at)

    def there(self, a: ir.Expr, at: Image | Along) -> ir.Expr | None:
        """The cells whose term lies in a set."""
        if isinstance(at, Image):
            pairs = [(c, x) for c, x in enumerate(at.values) if x is not None]
            return self.before(a, pairs)
        result = self.along(self.both(at.stop, a), at)
        self.inside[result] = self.along(at.stop, at)
        return result

    def along(self, goal: ir.Expr, at: Along) -> ir.Expr:
        """The cells from which a way leads, over cells that do not stop it, to a goal."""
        has = self.constant(at.has)
        through = self.both(has, self.other(at.stop))
        rounds = at.longest.bit_length()
        reached = ir.Op(
            "along", (goal, through, ir.Num(at.distance), ir.Num(rounds)), self.shape
        )
        return self.both(has, self.moved(reached, at.distance))

    def none(self, of: core.Expr, env: Env) -> ir.Expr | None:
        """The cells for which a term is none."""
        match of:
            case core.Read(variable=variable, keys=(key,)):
                at, sets = self.term(key, env), self.lowering.sets_of(variable)
                if isinstance(at, Image | Along) and sets is not None:
                    return self.there(ir.Slot(sets, ir.Num(sets.count - 1)), at)
        at = self.term(of, env)
        match at:
            case Image(values=values):
                return self.constant(
                    sum(1 << c for c, x in enumerate(values) if x is None)
                )
            case Along(stop=stop):
                return self.other(self.along(stop, at))
        return None

    # ---- terms --------------------------------------------------------------------

    def image(self, node: core.Expr, env: Env) -> Image | None:
        """A term as its values by cell."""
        match self.term(node, env):
            case Image() as ready:
                return ready
            case ir.Num(value=value):
                return Image((value,) * self.cells)
        return None

    def term(self, node: core.Expr, env: Env) -> Term | None:
        """Values by cell, the first cell along a way, or what does not name the cell."""
        match node:
            case core.Const(value=int() as value) if not isinstance(value, bool):
                return ir.Num(value)
            case core.Get(local=local):
                return env.get(local)
            case core.Prim(name="step", args=(cell, side)):
                return self.stepped(cell, side, env)
            case core.Field(of=of, name="row" | "column" as name) if isinstance(
                of.type, t.CellType
            ):
                at, geometry = self.term(of, env), self.lowering.board(of.type)
                by = geometry.row_of if name == "row" else geometry.column_of
                if isinstance(at, Image) and by:
                    return Image(tuple(None if x is None else by[x] for x in at.values))
            case core.Fold(
                kind="first",
                otherwise=core.Const(value=None),
                item=core.Get(local=item),
                clauses=(
                    core.For(local=x, of=core.Prim(name="ray", args=(cell, side))),
                    core.When(test=test),
                ),
            ) if item is x:
                return self.first_on_ray(x, (cell, side), test, env)
            case core.Binary(op="+" | "-" as op, left=left, right=right):
                a, b = self.image(left, env), self.image(right, env)
                if a is not None and b is not None:
                    return Image(
                        tuple(
                            None
                            if x is None or y is None
                            else x + y
                            if op == "+"
                            else x - y
                            for x, y in zip(a.values, b.values, strict=True)
                        )
                    )
            case core.If(test=test, then=then, otherwise=otherwise):
                cells = self.where(test, env)
                if cells in (self.full, self.empty):
                    return self.term(then if cells == self.full else otherwise, env)
            case core.Call(routine=routine, args=args):
                inner = self.called(routine, args, env)
                if inner is not None:
                    images = [self.image(a, env) for a in args]
                    known_args = dict(zip(routine.params, images, strict=True))
                    if args and None not in images:
                        return self.term(inner[0], {**inner[1], **known_args})  # type: ignore[dict-item]
        if any(isinstance(env.get(k), Image | Along) for k in node.used):
            return None
        return self.lowering.total_term(node, env)

    def stepped(self, cell: core.Expr, side: core.Expr, env: Env) -> Image | None:
        """The cell on a side that is known."""
        kind = t.without_none(cell.type)
        at, way = self.term(cell, env), self.image(side, env)
        if not isinstance(at, Image) or way is None or way.single is None:
            return None
        if not isinstance(kind, t.CellType):
            return None
        step = self.lowering.steps(kind)[way.single]
        return Image(tuple(None if x is None else step[x] for x in at.values))

    def first_on_ray(
        self, local: Local, ray: tuple[core.Expr, core.Expr], test: core.Expr, env: Env
    ) -> Along | None:
        """The first cell on the way to a side that is known, for which something holds."""
        at, way = self.term(ray[0], env), self.image(ray[1], env)
        if at != self.here or way is None or way.single is None:
            return None
        step = self.lowering.steps(local.type)[way.single]
        distances = {x - c for c, x in enumerate(step) if x is not None}
        there = AllCells(self.lowering, local)
        fixed = {k: v for k, v in env.items() if isinstance(v, ir.Expr)}
        stop = there.where(test, {**fixed, local: there.here})
        if stop is None or len(distances) != 1:
            return None
        has = sum(1 << c for c, x in enumerate(step) if x is not None)
        return Along(distances.pop(), has, stop, _longest(step))


def _longest(step: Sequence[int | None]) -> int:
    """How many steps can be made one after another."""
    result = 0
    for start in range(len(step)):
        at: int | None = start
        steps = -1
        while at is not None and steps <= len(step):
            at, steps = step[at], steps + 1
        result = max(result, steps)
    return result
