"""Folds and walks: as sets where conditions can be asked of all cells, else as loops."""

from collections.abc import Sequence
from functools import reduce
from itertools import pairwise

from attrs import define

from rulesrun.dsl.core import expressions as ex
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.core.walking import CoreNode, mentions
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.plan import nodes as ir
from rulesrun.interpreter.plan.bitsets import AllCells, Env
from rulesrun.interpreter.plan.expressions import (
    MOST_ROWS,
    Expressions,
    LinesByCell,
    Unfit,
    is_cells,
)
from rulesrun.interpreter.plan.totality import total
from rulesrun.interpreter.runtime.name_mangling import spelled

WIDE = 500
"""On larger boards, walks go from cell to cell, and not from set to set."""

MANY_LINES = 3
"""Fewer lines through a cell are looked at one by one."""

MOST_STEPS = 4
"""Lines that lie in more ways are looked at one by one."""


@define(eq=False)
class Folds(Expressions):
    """Lowers folds and walks."""

    def reach(self, node: ex.Walk) -> ir.Expr:
        """All that can be reached, where a step is allowed by where it leads."""
        kind = node.within.type
        if not is_cells(kind) or node.start is None:
            raise Unfit("a walk over a grid")
        assert isinstance(kind, t.ListType | t.SetType)
        target = node.step.target if node.step else Local(-1, "cell", kind.item)
        every, step = AllCells(self, target), node.step
        match node.start:
            case ex.Make(items=items):
                inside = self.e(node.within)
                start = self.cell_set(kind.item, items)
            case _:
                inside, start = self.both(node.within, node.start)
        if ir.shape_of(inside).kind != "bits" or ir.shape_of(start).kind != "bits":
            raise Unfit("a walk in another collection")
        if step is not None and (step.cost is not None or step.among is not None):
            raise Unfit("a walk whose steps have a price, or lead to what is named")
        word, through = "neighbours", every.full
        if step is not None:
            if mentions(step.test, step.source) or mentions(step.test, step.side):
                raise Unfit("a walk by its steps")
            word = "neighbours" if node.straight else "around"
            allowed = every.where(step.test, {**self.names, target: every.here})
            if allowed is None:
                raise Unfit("a walk of another form")
            through = allowed
        allowed = every.both(inside, through)
        begins = every.both(inside, start)
        near = None
        if every.cells <= WIDE:
            allowed = self.named(allowed)
            result = self.fresh(every.shape)
            near = every.spread(result, word)
        if near is None:
            assert isinstance(target.type, t.CellType)
            label = spelled("BESIDE", name=f"{target.type.board}_{word}")
            rows = self.board(target.type).beside(word)
            self.out.append(ir.Tick())
            return ir.Reached(begins, allowed, self.table(label, rows), every.shape)
        last = self.fresh(every.shape)
        more = every.either(result, every.both(allowed, near))
        ends = ir.If(ir.Op("same", (last, result)), [ir.Break()])
        self.out += [
            ir.Let(result, begins),
            ir.Repeat([ir.Let(last, more), ends, ir.Let(result, last)]),
        ]
        return result

    # ---- folds --------------------------------------------------------------------

    def members(self, node: ex.Fold) -> ir.Expr | None:
        """What a fold goes through, as a set of cells for which its conditions hold."""
        first, *rest = node.clauses
        if not isinstance(first, ex.For) or not isinstance(
            first.local.type, t.CellType
        ):
            return None
        every = AllCells(self, first.local)
        env: Env = {**self.names, first.local: every.here}
        item = node.item if node.kind in ("any", "all") else None
        if item is None:
            item = ex.Const(True, type=t.BoolType(), span=node.span)
        if node.kind == "all":
            item = ex.Not(item, type=item.type, span=item.span)
        test = every.quantified("any", rest, item, env)
        if test is None:
            return None
        of = self.e(first.of)
        return every.both(of, test) if ir.shape_of(of).kind == "bits" else None

    def fold(self, node: ex.Fold) -> ir.Expr:
        """A loop over collections, as a set where that can be."""
        clauses, item = node.clauses, node.item
        fors = [c for c in clauses if isinstance(c, ex.For)]
        if not fors or not isinstance(clauses[0], ex.For):
            raise Unfit("a fold without a collection")
        own = isinstance(item, ex.Get) and item.local is fors[0].local
        if len(fors) == 1 and (node.kind in ("any", "all", "count") or own):
            here = len(self.out)
            result = self.members(node)
            if result is not None:
                match node.kind:
                    case "any":
                        return ir.Op("any", (result,))
                    case "all":
                        return ir.Op("none", (result,))
                    case "count":
                        return ir.Op("size", (result,))
                    case "list" | "set":
                        return result
                    case "first" if self.is_none(node.otherwise):
                        return ir.Op("first", (result,))
            del self.out[here:]
        result = self.lines(node)
        return self.loop(node) if result is None else result

    def lines(self, node: ex.Fold) -> ir.Expr | None:
        """Whether a condition holds of all cells of some line through a cell.

        Where there are many lines: by the cells with which runs of cells begin for which it
        holds, side by side.
        """
        match node:
            case ex.Fold(
                kind="any",
                clauses=(
                    ex.For(
                        local=line,
                        of=ex.Prim(
                            name="lines_through" | "lines_from" as name,
                            args=(cell, ex.Const(value=int() as length)),
                        ),
                    ),
                    *rest,
                ),
                item=item,
            ):
                pass
            case _:
                return None
        tests = [c.test for c in rest if isinstance(c, ex.When)]
        if item is not None and not isinstance(item, ex.Const):
            tests.append(item)
        match tests:
            case [
                ex.Fold(
                    kind="all",
                    clauses=(ex.For(local=each, of=ex.Get(local=of)),),
                    item=CoreNode() as test,
                )
            ] if of is line and isinstance(cell.type, t.CellType):
                pass
            case _:
                return None
        kind = name.removeprefix("lines_").upper()
        rows: LinesByCell = getattr(self.board(cell.type), name)(length)
        steps = sorted({b - a for row in rows for at in row for a, b in pairwise(at)})
        even = all(len({b - a for a, b in pairwise(at)}) == 1 for r in rows for at in r)
        if max(map(len, rows)) < MANY_LINES or not even:
            return None
        if len(rows) > MOST_ROWS:
            label = spelled(kind, length, name=cell.type.board)
            return self.line_by_line(label, rows, steps, cell, each, test)
        if len(steps) > MOST_STEPS:
            return None
        every = AllCells(self, each)
        holds = every.where(test, {**self.names, each: every.here})
        if holds is None:
            return None
        at, all_of = self.named(self.needed(cell)), self.named(holds)
        parts: list[ir.Expr] = []
        for step in steps:
            run, so_many = all_of, 1
            while so_many < length:
                more = min(so_many, length - so_many)
                run = self.named(every.both(run, every.moved(run, more * step)))
                so_many += more
            starts = tuple(
                sum(1 << at[0] for at in row if at[1] - at[0] == step) for row in rows
            )
            label = spelled(kind, length, step, name=cell.type.board)
            look = ir.Look(self.table(label, starts), at, every.shape)
            parts.append(every.both(run, look))
        return ir.Op("any", (reduce(every.either, parts),))

    def line_by_line(
        self,
        label: str,
        rows: LinesByCell,
        steps: Sequence[int],
        cell: ex.Expr,
        each: Local,
        test: ex.Expr,
    ) -> ir.Expr | None:
        """The same on a large board, where a line is a cell and a step, and not a set.

        By step and cell, tables say how many steps before the cell its lines begin, at least
        and at most.
        """
        cells, length = len(rows), next(len(at) for row in rows for at in row)
        least, most = [0] * (len(steps) * cells), [-1] * (len(steps) * cells)
        for number, step in enumerate(steps):
            for c, row in enumerate(rows):
                back = sorted(
                    (c - at[0]) // step for at in row if at[1] - at[0] == step
                )
                if back:
                    place = number * cells + c
                    least[place], most[place] = back[0], back[-1]
                    if back != list(range(back[0], back[-1] + 1)):
                        return None
        at = self.named(self.needed(cell))
        result, way, back_by, x = (self.fresh() for _ in range(4))
        here = self.sum(self.times(way, cells), at)
        begin = ir.Look(self.table(f"{label}_least", tuple(least)), here)
        end = ir.Look(self.table(f"{label}_most", tuple(most)), here)
        step_by = ir.Look(self.table(f"{label}_steps", tuple(steps)), way)
        first = ir.Op("-", (at, ir.Op("*", (back_by, step_by))))
        line = ir.Op("line", (first, step_by, ir.Num(length)), ir.Shape("list"))
        self.names[each] = x
        conditions: list[ir.Expr] = []
        before = self.inside(lambda: conditions.append(self.e(test)))
        if before or not total(conditions[0]):
            return None
        fails = ir.If(
            self.negation(conditions[0]),
            [ir.Let(result, ir.Truth(False)), ir.Break()],
            span=test.span,
        )
        ends = ir.If(result, [ir.Break()])
        self.out += [
            ir.Let(result, ir.Truth(False)),
            ir.Each(
                way,
                ir.Op("range", (ir.Num(0), ir.Num(len(steps) - 1)), ir.Shape("list")),
                [
                    ir.Each(
                        back_by,
                        ir.Op("range", (begin, end), ir.Shape("list")),
                        [
                            ir.Let(result, ir.Truth(True)),
                            ir.Each(x, line, [fails]),
                            ends,
                        ],
                    ),
                    ends,
                ],
            ),
        ]
        return result

    def is_none(self, node: ex.Expr | None) -> bool:
        """Whether an expression stands for none."""
        return isinstance(node, ex.Const) and node.value is None

    def loop(self, node: ex.Fold) -> ir.Expr:
        """A fold as loops: what is found so far is a local."""
        kind = node.kind
        start: dict[str, ir.Expr] = {
            "any": ir.Truth(False),
            "all": ir.Truth(True),
            "count": ir.Num(0),
            "sum": ir.Num(0),
            "first": ir.Num(None),
        }
        first: ir.Expr
        if kind in start:
            first = start[kind]
        elif kind in ("list", "set") and is_cells(node.type):
            first = ir.Bits(0, self.cells(node.type))
        else:
            raise Unfit(f"the fold {kind}")
        if kind == "list" or (kind == "first" and not self.is_none(node.otherwise)):
            raise Unfit(f"the fold {kind} of another form")
        result = self.fresh(ir.shape_of(first))
        self.out.append(ir.Let(result, first))
        self.clauses(node, list(node.clauses), result, first)
        return result

    def clauses(
        self, node: ex.Fold, clauses: list[ex.Clause], result: ir.Var, start: ir.Expr
    ) -> None:
        """The loops and conditions of a fold, outermost first."""
        if not clauses:
            self.fold_item(node, result)
            return
        first, rest = clauses[0], clauses[1:]
        match first:
            case ex.Given(local=local, value=value):
                self.names[local] = self.named(self.e(value))
                self.clauses(node, rest, result, start)
            case ex.When(test=test):
                condition = self.e(test)
                inner = self.inside(lambda: self.clauses(node, rest, result, start))
                self.out.append(ir.If(condition, inner, span=test.span))
            case ex.For(local=local, of=of):
                over = self.collection(of)
                var = self.var(local, self.item_shape(over))
                body = self.inside(lambda: self.clauses(node, rest, result, start))
                if node.kind in ("any", "all", "first") and self.has_loop(body):
                    done = self.comparison("!=", result, start)
                    if isinstance(start, ir.Truth):
                        done = result if not start.value else ir.Op("not", (result,))
                    body.append(ir.If(done, [ir.Break()]))
                self.out.append(ir.Each(var, over, body, span=node.span))

    def has_loop(self, block: Sequence[ir.Stmt]) -> bool:
        """Whether a block holds a loop, so that ending that one does not end all."""
        return any(
            isinstance(s, ir.Each)
            or (
                isinstance(s, ir.If)
                and (self.has_loop(s.then) or self.has_loop(s.other))
            )
            for s in block
        )

    def fold_item(self, node: ex.Fold, var: ir.Var) -> None:
        """What is done in the innermost loop of a fold."""
        item = None if node.item is None else self.e(node.item)
        match node.kind, item:
            case "any" | "all" as kind, ir.Expr():
                some = kind == "any"
                ends: list[ir.Stmt] = [ir.Let(var, ir.Truth(some)), ir.Break()]
                test = item if some else self.negation(item)
                self.out += ends if test == ir.Truth(True) else [ir.If(test, ends)]
            case "count", _:
                self.out.append(ir.Let(var, ir.Op("+", (var, ir.Num(1)))))
            case "sum", ir.Expr():
                self.out.append(ir.Let(var, ir.Op("+", (var, item))))
            case "first", ir.Expr():
                self.out += [ir.Let(var, item), ir.Break()]
            case "set", ir.Expr():
                self.out.append(ir.Let(var, ir.Op("with", (var, item), var.shape)))
