"""Loops over cells or components as operations on sets of bits.

A set of cells (of one board) or of components is one bit each. A condition on the
element of a loop is worked out for all elements at once where it asks only for what is
kept or known as such sets: variables of few values by their cells or components (a set
for each value, kept up to date in the state), fields of components, rows and columns,
steps in one direction, neighbours, what lies in a zone. A condition that might be a
fault somewhere is left to the loop, so nothing changes but the time.

More than 400 lines because a condition and a collection are worked out by each other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from attrs import define, evolve, frozen

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.symbols import Local, Variable
from rulesrun.dsl.core.walking import mentions
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.codegen.tables import rays, steps
from rulesrun.interpreter.native import positions
from rulesrun.interpreter.native.addresses import address
from rulesrun.interpreter.native.certain import (
    DEEP,
    NoMask,
    in_one,
    inlined,
    safe,
    substituted,
)
from rulesrun.interpreter.native.universes import (
    Universe,
    key_universe,
    literal,
    universe_of,
    values_of,
)
from rulesrun.interpreter.native.writer import Function

C = str

FEW_VALUES = 16
"""A loop over more values is not written out."""


MOST_SETS = 64
"""Of more values no table has the set of each."""

_TOUCHING = ("cells", "corners", "sides", "links")
"""Fields of places of which those of another board are touched."""


# ---- conditions -------------------------------------------------------------------------


@frozen
class Mask:
    """Where a condition holds: its C; the set itself where it is known; where it faults."""

    code: C
    known: int | None = None
    faults: int = 0


@define
class Masker:
    """Writes sets of the elements for which something holds."""

    f: Function
    universe: Universe
    each: Local
    depth: int = 0
    present: tuple[core.Expr, ...] = ()
    """What is known not to be none where it is asked."""

    # ---- what a condition is made of -----------------------------------------------------

    def constant(self, bits: int) -> Mask:
        """A set that is known."""
        bits &= self.universe.full
        return Mask(literal(self.universe.words, bits), bits)

    def where(self, test: Callable[[int], bool]) -> Mask:
        """The elements that pass a test, known now."""
        return self.constant(sum(1 << i for i in range(self.universe.size) if test(i)))

    def is_each(self, node: core.Expr) -> bool:
        """Whether a node is the element itself."""
        return isinstance(node, core.Get) and node.local is self.each

    def closed(self, node: core.Expr) -> bool:
        """Whether a node does not depend on the element."""
        return not mentions(node, self.each)

    def safely(self, node: core.Expr) -> C:
        """A value that is the same for all elements, and certainly no fault."""
        if not self.closed(node) or not safe(self.f, node):
            raise NoMask
        return self.f.e(node)

    # ---- conditions ------------------------------------------------------------------------

    def holds(self, node: core.Expr) -> Mask:
        """The elements for which a condition holds; raises NoMask."""
        if isinstance(node, core.Const):
            return self.constant(self.universe.full if node.value else 0)
        if self.closed(node):
            return self.only_if(self.safely(node))
        match node:
            case core.Not(of=of):
                return self.negated(self.holds(of))
            case core.And(left=left, right=right):
                return self.both(self.holds(left), self.after(left).holds(right))
            case core.If(test=test, then=then, otherwise=otherwise):
                mask = self.holds(test)
                return self.either(
                    self.both(mask, self.after(test).holds(then)),
                    self.both(self.negated(mask), self.holds(otherwise)),
                )
            case core.Or(left=left, right=right):
                return self.either(self.holds(left), self.holds(right))
            case core.Compare():
                return self.compared(node)
            case core.IsNone(of=of):
                return self.missing(of)
            case core.IsKind(of=of, kind=kind) if self.is_each(of):
                span = self.f.unit.layout.spans[kind]
                return self.where(lambda i: i in span)
            case core.Read() | core.Field():
                return self.equal(node, 1, "1")
            case core.In(item=item, of=of):
                return self.member(item, of)
            case core.Fold(
                kind="any" | "all" as kind,
                clauses=(
                    core.For(local, core.Range(core.Const(), core.Const()) as values),
                    *_,
                ),
            ):
                return self.some_value(node, kind, local, values)
            case core.Fold(kind="any" | "all" as kind):
                return self.neighbours(node, kind)
            case core.Call():
                return self.inside(node)
            case _:
                raise NoMask

    def inside(self, node: core.Call) -> Mask:
        """What a function says that only names values, asks and returns."""
        if self.depth > DEEP:
            raise NoMask
        return evolve(self, depth=self.depth + 1).holds(in_one(self.f, node))

    def after(self, test: core.Expr) -> Masker:
        """What is asked where a test holds."""
        match test:
            case core.And(left=left, right=right):
                return self.after(left).after(right)
            case core.Not(of=core.IsNone(of=of)):
                return evolve(self, present=(*self.present, of))
            case _:
                return self

    def some_value(
        self, node: core.Fold, kind: str, local: Local, values: core.Range
    ) -> Mask:
        """Those for which something holds of one of a few values, or of all."""
        match values.low, values.high:
            case core.Const(value=int(low)), core.Const(value=int(high)):
                pass
            case _:
                raise NoMask
        if high - low >= FEW_VALUES or node.item is None:
            raise NoMask
        tests = [c.test for c in node.clauses[1:] if isinstance(c, core.When)]
        if len(tests) + 1 != len(node.clauses):
            raise NoMask
        result = self.constant(0)
        for value in range(low, high + 1):
            binding: dict[Local, core.Expr] = {local: evolve(values.low, value=value)}
            mask, inner = self.constant(self.universe.full), self
            for test in tests:
                test = substituted(test, binding)
                mask = self.both(mask, inner.holds(test))
                inner = inner.after(test)
            item = inner.holds(substituted(node.item, binding))
            mask = self.both(mask, item if kind == "any" else self.negated(item))
            result = self.either(result, mask)
        return result if kind == "any" else self.negated(result)

    def negated(self, a: Mask) -> Mask:
        """Those for which it does not hold."""
        w, full = self.universe.words, self.universe.full
        if a.known is not None:
            return evolve(self.constant(full & ~a.known), faults=a.faults)
        return Mask(f"bits{w}_less({literal(w, full)}, {a.code})", None, a.faults)

    def both(self, a: Mask, b: Mask) -> Mask:
        """Those for which both hold; the second is not asked where the first fails."""
        full = self.universe.full
        reached = full if a.known is None else a.known
        faults = a.faults | (b.faults & reached)
        if a.known is not None and b.known is not None:
            return evolve(self.constant(a.known & b.known), faults=faults)
        for one, other in ((a, b), (b, a)):
            if one.known == full:
                return evolve(other, faults=faults)
        if a.known == 0:
            return evolve(a, faults=faults)
        code = f"bits{self.universe.words}_and({a.code}, {b.code})"
        return Mask(code, None, faults)

    def either(self, a: Mask, b: Mask) -> Mask:
        """Those for which one holds; the second is not asked where the first does."""
        reached = self.universe.full & ~(a.known or 0)
        faults = a.faults | (b.faults & reached)
        if a.known is not None and b.known is not None:
            return evolve(self.constant(a.known | b.known), faults=faults)
        for one, other in ((a, b), (b, a)):
            if one.known == 0:
                return evolve(other, faults=faults)
        if a.known == self.universe.full:
            return evolve(a, faults=faults)
        code = f"bits{self.universe.words}_or({a.code}, {b.code})"
        return Mask(code, None, faults)

    def compared(self, node: core.Compare) -> Mask:
        """A comparison of places, or with what is the same for all elements."""
        with suppress(NoMask):
            return self.placed(node)
        left, right, op = node.left, node.right, node.op
        if self.closed(left):
            left, right, op = right, left, positions.FLIPPED.get(op, op)
        if not self.closed(right):
            raise NoMask
        if op in ("==", "!="):
            value = right.value if isinstance(right, core.Const) else None
            constant = isinstance(right, core.Const)
            number = int(value) if isinstance(value, bool | int) else None
            if constant and value is None:
                result = self.missing(left)
            elif constant and number is None:
                raise NoMask
            else:
                result = self.equal(
                    left, number, "" if constant else self.safely(right)
                )
            return result if op == "==" else self.negated(result)
        numbers = self.numbers(left)
        if not isinstance(right, core.Const) or not isinstance(right.value, int):
            raise NoMask
        limit = right.value
        tests = {
            "<": lambda i: numbers[i] < limit,
            ">": lambda i: numbers[i] > limit,
            "<=": lambda i: numbers[i] <= limit,
            ">=": lambda i: numbers[i] >= limit,
        }
        return self.where(tests[op])

    def placed(self, node: core.Compare) -> Mask:
        """A comparison of the rows or columns of cells; raises NoMask."""
        result = positions.compared(self.f, self.universe.board, self.each, node)
        if not result.axis:
            if result.rest:
                return self.only_if(f"(0 {result.op} {result.number}{result.rest})")
            return self.constant(self.universe.full if result.holds(0) else 0)
        if not result.rest:
            numbers = self.axis(result.axis)
            return self.where(lambda i: result.holds(numbers[i]))
        if result.op not in ("==", "!="):
            raise NoMask
        mask = self.in_line(result.axis, f"{result.number}{result.rest}")
        return mask if result.op == "==" else self.negated(mask)

    def numbers(self, node: core.Expr) -> Sequence[int]:
        """A number that is known for every element."""
        if isinstance(node, core.Field) and self.is_each(node.of):
            if not self.universe.board:
                values = [
                    c.fields.get(node.name) for c in self.f.unit.layout.components
                ]
                result = [v for v in values if isinstance(v, int)]
                if len(result) == len(values):
                    return result
        return [v for v in self.worked_out(node) if v is not None]

    def equal(self, node: core.Expr, value: int | None, code: C) -> Mask:
        """Those of which something is a certain value: known, or else worked out."""
        w = self.universe.words
        match node:
            case core.Get() if self.is_each(node):
                if value is not None:
                    return self.constant(1 << value)
                return Mask(f"bits{w}_one({code})")
            case core.Read(variable=variable, keys=(key,)):
                return self.with_value(variable, key, value, code)
            case core.Field(of=of, name="row" | "column" as name) if (
                self.universe.board and self.is_each(of)
            ):
                numbers = self.axis(name)
                if value is not None:
                    return self.where(lambda i: numbers[i] == value)
                return self.in_line(name, code)
            case core.Field(of=of, name=name) if self.is_each(of):
                return self.component_field(node, name, value, code)
            case _:
                return self.static(node, value, code)

    def static(self, node: core.Expr, value: int | None, code: C) -> Mask:
        """Those of which something is a certain value that depends on them alone."""
        values = self.worked_out(node)
        if value is not None:
            return self.where(lambda i: values[i] == value)
        numbers = [v for v in values if v is not None]
        if not code or not numbers or len(numbers) < len(values):
            raise NoMask  # both might be none
        low, count = min(numbers), max(numbers) - min(numbers) + 1
        if count > MOST_SETS:
            raise NoMask
        sets = [
            sum(1 << i for i, v in enumerate(values) if v == low + n)
            for n in range(count)
        ]
        table = self.table(self.f.unit.numbered("SETS_BY", tuple(sets)), sets)
        return Mask(f"bits{self.universe.words}_row({table}, {count}, {code} - {low})")

    def worked_out(self, node: core.Expr) -> Sequence[int | None]:
        """By element, what depends on it alone; raises NoMask."""
        if not self.universe.board:
            raise NoMask
        values = self.f.unit.statics.values(node, self.each)
        if values is None or not all(v is None or isinstance(v, int) for v in values):
            raise NoMask
        return values

    def axis(self, name: str) -> Sequence[int]:
        """By cell, its row or column."""
        board = self.f.unit.layout.boards[self.universe.board]
        return board.row_of if name == "row" else board.column_of

    def in_line(self, name: str, number: C) -> Mask:
        """The cells of a row or column."""
        numbers = self.axis(name)
        count = max(numbers) + 1
        table = self.table(
            f"CELLS_{self.universe.board}_BY_{name}",
            [
                sum(1 << i for i, x in enumerate(numbers) if x == n)
                for n in range(count)
            ],
        )
        return Mask(f"bits{self.universe.words}_row({table}, {count}, {number})")

    def only_if(self, test: C) -> Mask:
        """All elements, or none."""
        w, full = self.universe.words, self.universe.full
        return Mask(f"bits{w}_if({test}, {literal(w, full)})")

    def component_field(
        self, node: core.Field, name: str, value: int | None, code: C
    ) -> Mask:
        """Components with a certain value in a field."""
        kind = t.without_none(node.type)
        if self.universe.board or not isinstance(
            kind, t.BoolType | t.EnumType | t.PlayerType | t.IntType
        ):
            raise NoMask
        values = [c.fields.get(name) for c in self.f.unit.layout.components]
        if any(v is not None and not isinstance(v, bool | int) for v in values):
            raise NoMask
        if value is not None:
            return self.where(lambda i: values[i] is not None and values[i] == value)
        count = self.f.unit.sizes.domain(kind)
        if isinstance(kind, t.IntType) or count is None or count > 256:
            raise NoMask
        if isinstance(node.type, t.OptionalType):
            raise NoMask  # both might be none
        sets = [
            sum(1 << i for i, v in enumerate(values) if v is not None and v == n)
            for n in range(count)
        ]
        table = self.table(f"HAVING_{name}", sets)
        return Mask(f"bits{self.universe.words}_row({table}, {count}, {code})")

    def with_value(
        self, variable: Variable, key: core.Expr, value: int | None, code: C
    ) -> Mask:
        """Those where a variable has a certain value; `code` is empty for none."""
        unit = self.f.unit
        count = values_of(unit, variable)
        if count is None or key_universe(unit, variable) != self.universe:
            raise NoMask
        if value is not None and not 0 <= value < count:
            raise NoMask
        unit.mirrors[variable] = count
        unit.bits.add(self.universe.words)
        name = f"S->sets_{unit.families[variable]}"
        if value is not None:
            result = f"{name}[{value}]"
        elif not code:
            result = f"{name}[{count}]"
        else:
            result = f"{name}[set_of({code}, {count})]"
        if self.is_each(key):
            if isinstance(key.type, t.OptionalType):
                raise NoMask
            return Mask(result)
        if isinstance(key, core.Fold):
            if key not in self.present:
                raise NoMask
            return self.first_along(key, result)
        return self.stepped(key, result)

    def first_along(self, node: core.Fold, wanted: C | None) -> Mask:
        """Those from which the first cell of a ray that passes a test is a wanted one."""
        match node:
            case core.Fold(
                kind="first",
                clauses=(core.For(local, core.Prim(name="ray") as ray), *rest),
                item=core.Get(local=place),
                otherwise=core.Const(value=None),
            ) if place is local and all(isinstance(c, core.When) for c in rest):
                pass
            case _:
                raise NoMask
        tests = [c.test for c in rest if isinstance(c, core.When)]
        if any(mentions(test, self.each) for test in tests):
            raise NoMask
        by, there = self.step(evolve(ray, name="step"))
        inner, passing = evolve(self, each=local), self.constant(self.universe.full)
        for test in tests:
            passing = self.both(passing, inner.holds(test))
        if passing.faults:
            raise NoMask
        w, n = self.universe.words, self.f.unit.fresh()
        board = self.f.unit.layout.boards[self.universe.board]
        rounds = max(*board.row_of, *board.column_of).bit_length()
        result = f"t{n}" if wanted is None else f"bits{w}_and(t{n}, {wanted})"
        rest_of = f"bits{w}_less({literal(w, self.universe.full)}, t{n})"
        return Mask(
            f"({{ B{w} t{n} = {passing.code}; bits{w}_first_along({result}, {rest_of}, "
            f"{literal(w, there)}, {by}, {rounds}); }})"
        )

    def stepped(self, key: core.Expr, result: C) -> Mask:
        """Those from which one step leads into a set; there must be such a step."""
        by, there = self.step(key)
        w = self.universe.words
        code = f"bits{w}_and(bits{w}_moved({result}, {by}), {literal(w, there)})"
        return Mask(code, None, self.universe.full & ~there)

    def step(self, node: core.Expr) -> tuple[int, int]:
        """How far a step in a known direction leads, and where there is one."""
        match node:
            case core.Prim(name="step", args=(cell, core.Const(value=int(side)))) if (
                self.universe.board and self.is_each(cell)
            ):
                row = steps(self.f.unit.layout, self.universe.board)[side]
                by = {to - i for i, to in enumerate(row) if to is not None}
                if len(by) == 1:
                    return by.pop(), sum(
                        1 << i for i, to in enumerate(row) if to is not None
                    )
        raise NoMask

    def missing(self, node: core.Expr) -> Mask:
        """Those for which something is none."""
        match node:
            case core.Read(variable=variable, keys=(key,)) if isinstance(
                variable.type, t.OptionalType
            ):
                return self.with_value(variable, key, None, "")
            case core.Fold(kind="first"):
                return self.negated(self.first_along(node, None))
            case core.Prim(name="step"):
                _, there = self.step(node)
                return self.constant(self.universe.full & ~there)
            case core.Field(of=of, name=name) if (
                self.is_each(of) and not self.universe.board
            ):
                values = [c.fields.get(name) for c in self.f.unit.layout.components]
                return self.where(lambda i: values[i] is None)
            case _:
                raise NoMask

    def member(self, item: core.Expr, of: core.Expr) -> Mask:
        """Those of which something is in a collection."""
        if self.is_each(item):
            if isinstance(item.type, t.OptionalType) or not self.closed(of):
                raise NoMask
            return source(self.f, of, ordered=False, universe=self.universe)
        if isinstance(of, core.Make) and all(
            isinstance(x, core.Const) and isinstance(x.value, int) for x in of.items
        ):
            result = self.constant(0)
            for x in of.items:
                assert isinstance(x, core.Const)
                assert isinstance(x.value, int)
                result = self.either(result, self.equal(item, int(x.value), ""))
            return result
        raise NoMask

    def neighbours(self, node: core.Fold, kind: str) -> Mask:
        """Those with a neighbour for which something holds, or with all such."""
        match node.clauses:
            case (core.For(local, core.Field(of=of, name=name)), *rest) if (
                self.universe.board
                and self.is_each(of)
                and name in ("neighbours", "around", "diagonals", *_TOUCHING)
            ):
                pass
            case _:
                raise NoMask
        there = universe_of(self.f, local.type)
        if there is None or there.words != self.universe.words:
            raise NoMask
        inner = evolve(self, each=local, universe=there)
        assert node.item is not None
        parts = [node.item, *(c.test for c in rest if isinstance(c, core.When))]
        if len(parts) != len(rest) + 1:
            raise NoMask
        if any(not inner.closed(p) and mentions(p, self.each) for p in parts):
            raise NoMask
        if any(mentions(p, self.each) for p in parts):
            raise NoMask
        passing = inner.holds(parts[0])
        if kind == "all":
            passing = inner.negated(passing)
        for part in parts[1:]:
            passing = inner.both(inner.holds(part), passing)
        if passing.faults:
            raise NoMask
        w, back = self.universe.words, name
        if name not in _TOUCHING and self.f.unit.layout.boards[there.board].one_way:
            raise NoMask
        if name in _TOUCHING:  # by what lies there, the elements that it touches
            back = _part(self.f, self.universe.board)
        table = beside(self.f, there.board, back, w)
        mask = Mask(f"bits{w}_beside({passing.code}, {table})")
        return mask if kind == "any" else self.negated(mask)

    def table(self, name: str, sets: Sequence[int]) -> C:
        """A constant array of sets."""
        return set_table(self.f, name, self.universe.words, sets)


MOST_WORDS = 300_000
"""A table of sets has no more words: it would take longer to compile than it saves."""


def set_table(f: Function, name: str, w: int, sets: Sequence[int]) -> C:
    """A constant array of sets; raises NoMask where it would be too large."""
    if len(sets) * w > MOST_WORDS:
        raise NoMask
    f.unit.bits.add(w)
    inner = (literal(w, s)[len(f"(B{w})") :] for s in sets)
    return f.unit.table(name, f"B{w}", inner)


def beside(f: Function, board: str, name: str, w: int) -> C:
    """By cell, the cells beside it as a set of so many words."""
    lists = f.unit.layout.boards[board].beside(name)
    sets = [sum(1 << c for c in cells) for cells in lists]
    return set_table(f, f"SETS_{name}_{board}", w, sets)


def _part(f: Function, board: str) -> str:
    """What the places of a board are called by those that they touch."""
    shape = f.unit.layout.boards[board].shape
    return shape if shape in _TOUCHING else "cells"


# ---- collections -------------------------------------------------------------------------


def source(
    f: Function,
    node: core.Expr,
    *,
    ordered: bool = True,
    universe: Universe | None = None,
    depth: int = 0,
) -> Mask:
    """A collection as a set; raises NoMask.

    Where the order or the number of the items counts (`ordered`), only one that is gone
    through upwards, each item once.
    """
    kind = t.without_none(node.type)
    if not isinstance(kind, t.ListType | t.SetType):
        raise NoMask
    own = universe_of(f, kind.item)
    if own is None or (universe is not None and universe != own):
        raise NoMask
    w = own.words
    f.unit.bits.add(w)
    each = Masker(f, own, Local(0, "each", kind.item))
    match node:
        case core.Range(core.Const(value=int(low)), core.Const(value=int(high))):
            return each.where(lambda i: low <= i <= high)
        case core.Make(items=items) if not items:
            return each.constant(0)
        case core.Read(variable=variable) if (
            variable.zone is not None and variable.zone.kind in ("hand", "area", "bag")
        ):
            return Mask(zone_set(f, node))
        case core.Prim(name="components", args=(core.Read(variable=variable) as grid,)):
            if variable.zone is not None and variable.zone.kind == "grid":
                return Mask(zone_set(f, grid))
        case core.Convert(of=of):
            return source(f, of, ordered=ordered, universe=own, depth=depth)
        case core.Field(of=cell, name=name):
            if isinstance(cell.type, t.CellType) and own.board:
                return Mask(f"{beside(f, cell.type.board, name, w)}[{f.e(cell)}]")
        case core.Get(local=local) if local in f.lines and not ordered:
            return Mask(f.lines[local])
        case core.Prim(name="ray", args=(cell, side)) if not ordered:
            if isinstance(cell.type, t.CellType):
                table = ray_sets(f, own)
                return Mask(f"{table}[({f.e(side)}) * {own.size} + {f.e(cell)}]")
        case core.Binary(op="+", left=left, right=right) if not ordered:
            a = source(f, left, ordered=False, universe=own, depth=depth)
            b = source(f, right, ordered=False, universe=own, depth=depth)
            return each.either(a, b)
        case core.Fold(kind="list", clauses=(core.For(local, of), *rest), item=item):
            tests = [c.test for c in rest if isinstance(c, core.When)]
            plain = isinstance(item, core.Get) and item.local is local
            if plain and len(tests) == len(rest):
                result, left_over = filtered(f, local, of, tests, ordered, depth)
                if not left_over:
                    return result
        case core.Call() if depth <= DEEP:
            return source(
                f, inlined(f, node), ordered=ordered, universe=own, depth=depth + 1
            )
    if isinstance(kind, t.SetType) and f.kind(kind).name == "bits":
        if isinstance(node, core.Get | core.Read | core.Binary | core.Make):
            return Mask(f.e(node))
    raise NoMask


def zone_set(f: Function, node: core.Read) -> C:
    """What lies in a zone, as the state keeps it."""
    variable = node.variable
    base = f.unit.zone_sets[None if variable.symbol is None else variable]
    if variable.symbol is None:
        return f"S->zone_sets[{base}]"
    return f"S->zone_sets[{base} + {address(f, variable, node.keys)}]"


def ray_sets(f: Function, universe: Universe) -> C:
    """By direction and cell, the cells to the border as a set."""
    sets = [
        sum(1 << c for c in row)
        for side in rays(f.unit.layout, universe.board)
        for row in side
    ]
    return set_table(f, f"SETS_ray_{universe.board}", universe.words, sets)


def filtered(
    f: Function,
    local: Local,
    of: core.Expr,
    tests: Sequence[core.Expr],
    ordered: bool = True,
    depth: int = 0,
) -> tuple[Mask, list[core.Expr]]:
    """The items that pass the first of some conditions, and those that are left over."""
    universe = universe_of(f, local.type)
    if universe is None or isinstance(local.type, t.OptionalType):
        raise NoMask
    result = source(f, of, ordered=ordered, universe=universe, depth=depth)
    masker = Masker(f, universe, local, depth)
    reached = universe.full if result.known is None else result.known
    for position, test in enumerate(tests):
        try:
            mask = masker.holds(test)
        except NoMask:
            return result, list(tests[position:])
        if mask.faults & reached:
            return result, list(tests[position:])
        result = masker.both(result, evolve(mask, faults=0))
    return result, []
