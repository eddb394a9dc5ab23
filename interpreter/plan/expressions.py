"""From expressions of the core to those of the plan, and what must be done before them.

More than 400 lines: one case after another for all kinds of expressions.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Any

from attrs import Factory, define, field

from rulesrun.dsl.core import expressions as ex
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.folding import settled
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.sizes import Sizes
from rulesrun.dsl.core.symbols import KeyRange, Local, RoutineSymbol, Variable
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.codegen.addresses import family_of
from rulesrun.interpreter.codegen.tables import rays, steps
from rulesrun.interpreter.plan import nodes as ir
from rulesrun.interpreter.plan.bitsets import Env
from rulesrun.interpreter.plan.totality import total
from rulesrun.interpreter.runtime.boards import Board
from rulesrun.interpreter.runtime.layout import Layout
from rulesrun.interpreter.runtime.name_mangling import spelled

MOST_CELLS = 16_384
"""A larger board is too large for sets that are written down."""

MOST_ROWS = 256
"""A larger board has no tables of a set, or of lines, for each cell."""

MOST_WORK = 100_000
"""A game that takes more steps to lower has conditions that multiply: it is not."""

SMALL = 40
"""A function of no more nodes is written where it is called."""

FEW = 6
"""A function of no more statements is read as one expression."""

Names = dict[Local, ir.Expr]

LinesByCell = Sequence[Sequence[Sequence[int]]]


class Unfit(Exception):
    """A game has something that the plan does not know yet; the message says what."""


def is_cells(kind: t.Type) -> bool:
    """Whether values of a type are collections of cells."""
    return isinstance(kind, t.ListType | t.SetType) and isinstance(
        kind.item, t.CellType
    )


@define(eq=False)
class Expressions:
    """Lowers expressions to `out`.

    `wanted` are the variables that are kept as sets once more, as far as that is known;
    `asked` those for which that was asked.
    """

    core: Core
    layout: Layout
    wanted: Set[str] = frozenset()
    plan: ir.Plan = field(init=False)
    sizes: Sizes = field(init=False)
    out: list[ir.Stmt] = Factory(list)
    asked: set[str] = Factory(set)
    names: Names = Factory(dict)
    count: int = 0
    work: int = 0
    numbers: dict[Variable, int] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.plan = ir.Plan(self.layout.players)
        self.sizes = Sizes(self.core)
        self.numbers = {v: n for n, v in enumerate(self.core.variables)}

    def spend(self) -> None:
        """One step more has been made; raises Unfit where these are too many."""
        self.work += 1
        if self.work > MOST_WORK:
            raise Unfit("conditions that multiply")

    # ---- names --------------------------------------------------------------------

    def fresh(self, shape: ir.Shape = ir.NUM) -> ir.Var:
        """A local of our own."""
        self.count += 1
        return ir.Var(f"t{self.count}", shape)

    def var(self, local: Local, shape: ir.Shape = ir.NUM) -> ir.Var:
        """The local of a name of the rules."""
        name = spelled("v", name=local.name)
        if any(isinstance(x, ir.Var) and x.name == name for x in self.names.values()):
            name = spelled("v", local.id, name=local.name)
        var = self.names[local] = ir.Var(name, shape)
        return var

    def named(self, x: ir.Expr) -> ir.Expr:
        """A value that may be asked for again and again."""
        if isinstance(x, ir.Var | ir.Num | ir.Truth | ir.Bits):
            return x
        result = self.fresh(ir.shape_of(x))
        self.out.append(ir.Let(result, x))
        return result

    def inside(self, write: Callable[[], object]) -> list[ir.Stmt]:
        """What is written meanwhile, as a block of its own."""
        before, self.out = self.out, []
        try:
            write()
            return self.out
        finally:
            self.out = before

    def table(self, name: str, values: Any) -> str:
        """A table under a name."""
        self.plan.tables.setdefault(name, values)
        return name

    # ---- the state ----------------------------------------------------------------

    def board(self, kind: t.Type) -> Board:
        """The board of a type of cell."""
        if not isinstance(kind, t.CellType):
            raise Unfit(f"cells of {kind}")
        result = self.layout.boards[kind.board]
        if len(result.names) > MOST_CELLS:
            raise Unfit("a board of that size")
        return result

    def board_of_tables(self, kind: t.Type) -> Board:
        """A board with so few cells that there may be a set for each of them."""
        result = self.board(kind)
        if len(result.names) > MOST_ROWS:
            raise Unfit("sets for each cell of a board of that size")
        return result

    def steps(self, kind: t.Type) -> Sequence[Sequence[int | None]]:
        """By direction and cell, the cell on that side."""
        assert isinstance(kind, t.CellType)
        return steps(self.layout, kind.board)

    def row(self, variable: Variable) -> ir.Row:
        """Where the values of a variable lie."""
        if variable not in self.numbers or variable.zone is not None:
            raise Unfit(f"the zone {variable.name}")
        kind = variable.type
        if self.values(kind) is None and not (
            isinstance(kind, t.IntType) or isinstance(t.without_none(kind), t.CellType)
        ):
            raise Unfit(f"a variable of {variable.type}")
        family = family_of(self.layout, variable)
        assert family is not None
        initial = self.layout.initial[family.base]
        name = f"x{self.numbers[variable]}_{variable.name}"
        row = ir.Row(
            name,
            "variable",
            family.base,
            family.size,
            initial=None if initial is None else int(initial),  # type: ignore[call-overload]
        )
        return self.plan.rows.setdefault(name, row)

    def values(self, kind: t.Type) -> int | None:
        """How many values a type has whose values are numbered; none for others."""
        match t.without_none(kind):
            case t.PlayerType():
                return self.core.participants
            case t.EnumType(name):
                return self.core.enums[name]
            case t.BoolType():
                return 2
            case _:
                return None

    def sets_of(self, variable: Variable) -> ir.Row | None:
        """The sets of keys of a variable, by its value; the last of none."""
        count = self.values(variable.type)
        if len(variable.keys) != 1 or count is None or variable.zone is not None:
            return None
        if not isinstance(variable.keys[0].type, t.CellType):
            return None
        of = self.row(variable)
        self.asked.add(of.name)
        name = f"{of.name}_is"
        base = sum(row.count for row in self.plan.sets)
        row = ir.Row(name, "sets", base, count + 1, ir.Shape("bits", of.count), of)
        return self.plan.rows.setdefault(name, row)

    def at(self, keys: Sequence[ex.Expr], ranges: Sequence[KeyRange]) -> ir.Expr:
        """The place of these keys in a row."""
        parts = [self.needed(key) for key in keys]
        num: ir.Expr = ir.Num(0)
        step = 1
        for part, key in reversed(list(zip(parts, ranges, strict=True))):
            one = self.times(self.sum(part, ir.Num(-key.first)), step)
            num = self.sum(one, num)
            step *= key.size
        return num

    def sum(self, a: ir.Expr, b: ir.Expr) -> ir.Expr:
        """Two numbers added up."""
        match a, b:
            case ir.Num(value=int() as x), ir.Num(value=int() as y):
                return ir.Num(x + y)
            case ir.Num(value=0), _:
                return b
            case _, ir.Num(value=0):
                return a
        return ir.Op("+", (a, b))

    def times(self, a: ir.Expr, by: int) -> ir.Expr:
        """A number so many times."""
        if isinstance(a, ir.Num) and a.value is not None:
            return ir.Num(a.value * by)
        return a if by == 1 else ir.Op("*", (a, ir.Num(by)))

    # ---- functions ----------------------------------------------------------------

    def body_of(self, routine: RoutineSymbol) -> ex.Expr | None:
        """The body of a function as one expression, if it is one."""

        def of(body: Sequence[stmt.Stmt]) -> ex.Expr | None:
            body = [s for s in body if not isinstance(s, stmt.Mark)]
            match body:
                case [stmt.Return(value=value)]:
                    return value
                case [stmt.SetLocal(local=local, value=value), *rest]:
                    inner = of(rest)
                    if inner is None or local not in inner.used:
                        return None  # it may be a fault all the same
                    return settled(inner, {local: value})
                case [stmt.Choice(branches=(branch,), otherwise=()), *rest]:
                    x, y = of(branch.body), of(rest)
                    if x is None or y is None:
                        return None
                    return ex.If(branch.test, x, y, type=x.type, span=x.span)
                case _:
                    return None

        body = self.core.routines[routine].body
        few = sum(not isinstance(s, stmt.Mark) for s in body) <= FEW
        return of(body) if few else None

    def routine(self, symbol: RoutineSymbol) -> str:
        """The name of a routine that asks for no choice, which is lowered with it."""
        raise NotImplementedError

    def head(self, symbol: RoutineSymbol) -> tuple[str, ir.Shape]:
        """The name of what gives the options of an action, and what it gives."""
        raise NotImplementedError

    def total_term(self, node: ex.Expr, env: Env) -> ir.Expr | None:
        """An expression that does not name a cell, if it is total and needs no statement."""
        fixed = {k: v for k, v in env.items() if isinstance(v, ir.Expr)}
        result = self.pure(node, fixed)
        return result if result is not None and total(result) else None

    def pure(
        self, node: ex.Expr, bindings: Mapping[Local, ir.Expr] | None = None
    ) -> ir.Expr | None:
        """An expression that needs no statement before it; none if it needs one."""
        before, self.names = self.names, {**self.names, **(bindings or {})}
        try:
            result: list[ir.Expr] = []
            needed = self.inside(lambda: result.append(self.e(node)))
            return None if needed else result[0]
        except Unfit:
            return None
        finally:
            self.names = before

    def call(self, node: ex.Call) -> ir.Expr:
        """A function, written here if it is small."""
        args = [self.e(arg) for arg in node.args]
        inner = self.body_of(node.routine)
        if inner is not None and all(map(total, args)):
            bindings = dict(zip(node.routine.params, args, strict=True))
            result = self.pure(inner, bindings)
            if result is not None and total(result):
                if sum(1 for _ in ir.expressions(result)) <= SMALL:
                    return result
        name = self.routine(node.routine)
        shape = self.plan.routines[name].shape
        assert shape is not None
        for param, arg in zip(self.plan.routines[name].params, args, strict=True):
            if param.shape != ir.shape_of(arg):
                raise Unfit(f"a function of {ir.shape_of(arg).kind}")
        return ir.Call(name, tuple(args), shape)

    # ---- expressions --------------------------------------------------------------

    def both(self, left: ex.Expr, right: ex.Expr) -> tuple[ir.Expr, ir.Expr]:
        """Two values, left before right.

        Where the right one needs statements, the left one is named before them.
        """
        a, here = self.e(left), len(self.out)
        b = self.e(right)
        if len(self.out) > here and not isinstance(
            a, ir.Var | ir.Num | ir.Truth | ir.Bits
        ):
            var = self.fresh(ir.shape_of(a))
            self.out.insert(here, ir.Let(var, a))
            a = var
        return a, b

    def number(self, node: ex.Expr) -> ir.Expr:
        """An expression that gives a number."""
        result = self.e(node)
        if ir.shape_of(result) != ir.NUM:
            raise Unfit(f"a number that is {ir.shape_of(result).kind}")
        return result

    def needed(self, node: ex.Expr) -> ir.Expr:
        """A number that must not be none."""
        result = self.number(node)
        may = isinstance(node.type, t.OptionalType)
        return ir.Op("some", (result,)) if may else result

    def e(self, node: ex.Expr) -> ir.Expr:
        """The value of an expression; what must be done before is written to `out`."""
        self.spend()
        match node:
            case ex.Const():
                return self.const(node)
            case ex.Get(local=local):
                if local not in self.names:
                    raise Unfit(f"the name {local.name} here")
                return self.names[local]
            case ex.Read(variable=variable, keys=keys):
                return ir.Slot(self.row(variable), self.at(keys, variable.keys))
            case ex.Field() | ex.Prim():
                return self.geometry(node)
            case ex.Not(of=of):
                return self.negation(self.e(of))
            case ex.And(left=left, right=right):
                return self.short("and", left, right)
            case ex.Or(left=left, right=right):
                return self.short("or", left, right)
            case ex.If():
                return self.choice(node)
            case ex.Compare(op=op, left=left, right=right):
                a, b = self.both(left, right)
                sides = (left.type, right.type)
                maybe = [isinstance(kind, t.OptionalType) for kind in sides]
                if any(isinstance(t.without_none(kind), t.IntType) for kind in sides):
                    if any(maybe):
                        raise Unfit("numbers that may be none")
                return self.comparison(op, a, b, (maybe[0], maybe[1]))
            case ex.IsNone(of=of) if not isinstance(t.without_none(of.type), t.IntType):
                return ir.Op("==", (self.number(of), ir.Num(None)))
            case ex.Negative(of=of) if isinstance(node.type, t.IntType):
                return ir.Op("neg", (self.number(of),))
            case ex.Binary(op=op, left=left, right=right) if isinstance(
                node.type, t.IntType
            ) and op in ("+", "-", "*", "/", "mod"):
                if isinstance(left.type, t.OptionalType | t.NoneType) or isinstance(
                    right.type, t.OptionalType | t.NoneType
                ):
                    raise Unfit("numbers that may be none")
                return self.arithmetic(op, *self.both(left, right))
            case ex.Sized(of=of) if isinstance(of.type, t.IntType):
                return ir.Op("sized", (self.e(of),))
            case ex.InRange(of=of, low=low, high=high, name=name):
                return ir.Op(
                    "in_range", (self.e(of), ir.Num(low), ir.Num(high)), ir.NUM, name
                )
            case ex.Call():
                return self.call(node)
            case ex.Can(action=action, args=args):
                name, shape = self.head(action)
                arguments = tuple(self.number(arg) for arg in args)
                return ir.Op("any", (ir.Call(name, arguments, shape),))
        return self.collected(node)

    def collected(self, node: ex.Expr) -> ir.Expr:
        """The value of an expression that makes a collection, or is made of one."""
        match node:
            case ex.Empty(of=of):
                return ir.Op("none", (self.bits(of),))
            case ex.In(item=item, of=of) if not isinstance(item.type, t.OptionalType):
                at, members = self.both(item, of)
                if ir.shape_of(members).kind == "bits":
                    return ir.Op("has", (members, at))
                if ir.shape_of(members).kind == "list" and is_cells(of.type):
                    return self.among(at, members)
            case ex.Convert(of=of) if is_cells(node.type):
                return self.bits(of)
            case ex.Range() if is_cells(node.type):
                return self.all_cells(node)
            case ex.Fold():
                return self.fold(node)
            case ex.Make(items=items) if isinstance(node.type, t.SetType):
                return self.cell_set(node.type.item, items)
            case ex.Walk(kind="reach", limit=None):
                return self.reach(node)
        raise Unfit(f"{type(node).__name__} {getattr(node, 'name', '')}".strip())

    def const(self, node: ex.Const) -> ir.Expr:
        """What is known."""
        match node.type, node.value:
            case kind, int() as value if is_cells(kind):
                return ir.Bits(value, self.cells(kind))
            case t.BoolType(), value:
                return ir.Truth(bool(value))
            case _, int() | None as value:
                return ir.Num(value)
        raise Unfit("a text")

    def cells(self, kind: t.Type) -> int:
        """How many cells the board has of which a type is a collection."""
        assert isinstance(kind, t.ListType | t.SetType)
        return len(self.board(kind.item).names)

    def among(self, at: ir.Expr, row: ir.Expr) -> ir.Expr:
        """Whether a row of a table holds a number."""
        at, result, x = self.named(at), self.fresh(), self.fresh()
        ends: list[ir.Stmt] = [ir.Let(result, ir.Truth(True)), ir.Break()]
        self.out += [
            ir.Let(result, ir.Truth(False)),
            ir.Each(x, row, [ir.If(ir.Op("==", (x, at)), ends)]),
        ]
        return result

    def bits(self, node: ex.Expr) -> ir.Expr:
        """An expression that gives a set of cells."""
        result = self.e(node)
        if ir.shape_of(result).kind == "list" and is_cells(node.type):
            cells, x = self.fresh(ir.Shape("bits", self.cells(node.type))), self.fresh()
            self.out += [
                ir.Let(cells, ir.Bits(0, cells.shape.size)),
                ir.Each(
                    x, result, [ir.Let(cells, ir.Op("with", (cells, x), cells.shape))]
                ),
            ]
            return cells
        if ir.shape_of(result).kind != "bits":
            raise Unfit(f"a set that is {ir.shape_of(result).kind}")
        return result

    def all_cells(self, node: ex.Range) -> ir.Expr:
        """All cells of a board."""
        count = self.cells(node.type)
        match node:
            case ex.Range(low=ex.Const(value=0), high=ex.Const(value=high)):
                if high == count - 1:
                    return ir.Bits((1 << count) - 1, count)
        raise Unfit("some cells of a board")

    def cell_set(self, kind: t.Type, items: Sequence[ex.Expr]) -> ir.Expr:
        """A set of cells, one by one."""
        shape = ir.Shape("bits", len(self.board(kind).names))
        bits: ir.Expr = ir.Bits(0, shape.size)
        for item in items:
            if isinstance(item.type, t.OptionalType):
                raise Unfit("a set of what may be none")
            bits = ir.Op("with", (bits, self.number(item)), shape)
        return bits

    def negation(self, a: ir.Expr) -> ir.Expr:
        """The opposite of a truth."""
        match a:
            case ir.Truth(value=value):
                return ir.Truth(not value)
            case ir.Op(op="not", args=(inner,)):
                return inner
            case ir.Op(op="any" | "none" as op, args=args):
                return ir.Op("none" if op == "any" else "any", args)
            case ir.Op(op="==" | "!=" as op, args=args):
                return ir.Op("!=" if op == "==" else "==", args)
        return ir.Op("not", (a,))

    def comparison(
        self, op: str, a: ir.Expr, b: ir.Expr, maybe: tuple[bool, bool] = (False, False)
    ) -> ir.Expr:
        """Two numbers compared."""
        if ir.shape_of(a) != ir.NUM or ir.shape_of(b) != ir.NUM:
            raise Unfit("collections compared")
        if op not in ("==", "!=") and (maybe[0] or maybe[1]):
            raise Unfit("numbers that may be none")
        match op, a, b:
            case "==" | "!=", ir.Num(value=x), ir.Num(value=y):
                return ir.Truth((x == y) == (op == "=="))
        return ir.Op(op, (a, b))

    def arithmetic(self, op: str, a: ir.Expr, b: ir.Expr) -> ir.Expr:
        """Two numbers made one."""
        match op, a, b:
            case "+", _, _:
                return self.sum(a, b)
            case "-", ir.Num(value=int() as x), ir.Num(value=int() as y):
                return ir.Num(x - y)
            case "-", _, ir.Num(value=0):
                return a
        return ir.Op(op, (a, b))

    def short(self, op: str, left: ex.Expr, right: ex.Expr) -> ir.Expr:
        """`and`, `or`: the right side is asked only where that is needed."""
        a, b = self.e(left), self.pure(right)
        if isinstance(a, ir.Truth) and b is not None:
            return b if a.value == (op == "and") else a
        if b is not None:
            return ir.Op(op, (a, b))
        var = self.fresh()
        self.out.append(ir.Let(var, a))
        more = self.inside(lambda: self.out.append(ir.Let(var, self.e(right))))
        self.out.append(
            ir.If(var, more) if op == "and" else ir.If(ir.Op("not", (var,)), more)
        )
        return var

    def choice(self, node: ex.If) -> ir.Expr:
        """`a if P else b`."""
        test = self.e(node.test)
        a, b = self.pure(node.then), self.pure(node.otherwise)
        if isinstance(test, ir.Truth):
            return self.e(node.then if test.value else node.otherwise)
        if a is not None and b is not None:
            if ir.shape_of(a) != ir.shape_of(b):
                raise Unfit("values of two shapes")
            return a if a == b else ir.Op("if", (test, a, b), ir.shape_of(a))
        var = self.fresh(
            ir.Shape("bits", self.cells(node.type)) if is_cells(node.type) else ir.NUM
        )
        self.out.append(
            ir.If(
                test,
                self.inside(lambda: self.out.append(ir.Let(var, self.e(node.then)))),
                self.inside(
                    lambda: self.out.append(ir.Let(var, self.e(node.otherwise)))
                ),
            )
        )
        return var

    # ---- boards and chance ----------------------------------------------------------

    def geometry(self, node: ex.Field | ex.Prim) -> ir.Expr:
        """What is known of players and boards, looked up; and chance."""
        match node:
            case ex.Field(of=of, name="left" | "right" as name) if isinstance(
                of.type, t.PlayerType
            ):
                by, n = (1 if name == "left" else -1), self.layout.players
                beside = tuple((p + by) % n for p in range(n))
                at = self.needed(of)
                if self.core.participants != n:
                    raise Unfit("players beside neutral ones")
                if isinstance(at, ir.Num) and isinstance(at.value, int):
                    return ir.Num(beside[at.value])
                return ir.Look(self.table(name.upper(), beside), at)
            case ex.Field(of=of, name="row" | "column" as name) if isinstance(
                of.type, t.CellType
            ):
                board = self.board(of.type)
                values = board.row_of if name == "row" else board.column_of
                label = spelled(name.upper(), name=of.type.board)
                return ir.Look(self.table(label, values), self.needed(of))
            case ex.Field(
                of=of, name="neighbours" | "around" | "diagonals" as name
            ) if isinstance(of.type, t.CellType):
                near = self.board(of.type).beside(name)
                label = spelled(name.upper(), name=of.type.board)
                if len(near) > MOST_ROWS:
                    table = self.table(f"{label}_list", near)
                    return ir.Look(table, self.needed(of), ir.Shape("list"))
                masks = tuple(sum(1 << x for x in row) for row in near)
                shape = ir.Shape("bits", len(near))
                return ir.Look(self.table(label, masks), self.needed(of), shape)
            case ex.Prim(name="step", args=(cell, side)) if isinstance(
                t.without_none(cell.type), t.CellType
            ):
                return self.by_side("STEP", t.without_none(cell.type), cell, side)
            case ex.Prim(name="ray", args=(cell, side)) if isinstance(
                cell.type, t.CellType
            ):
                return self.by_side("RAY", cell.type, cell, side)
            case ex.Prim(
                name="lines_through" | "lines_from" as name,
                args=(cell, ex.Const(value=int() as length)),
            ) if isinstance(cell.type, t.CellType):
                board = self.board_of_tables(cell.type)
                lines: LinesByCell = getattr(board, name)(length)
                all_masks = tuple(
                    tuple(sum(1 << x for x in line) for line in row) for row in lines
                )
                kind = name.removeprefix("lines_").upper()
                label = spelled(kind, length, name=cell.type.board)
                shape = ir.Shape("sets", len(board.names))
                return ir.Look(self.table(label, all_masks), self.needed(cell), shape)
            case ex.Prim(name="size", args=(of,)):
                return ir.Op("size", (self.bits(of),))
            case ex.Prim(name="random", args=(ex.Range(low=low, high=high),)):
                a, b = self.both(low, high)
                var = self.fresh()
                self.out.append(ir.Draw(var, a, b, node.type))
                return var
        raise Unfit(f"{type(node).__name__} {node.name}")

    def by_side(
        self, kind: str, board: t.Type, cell: ex.Expr, side: ex.Expr
    ) -> ir.Expr:
        """The step from a cell to a side, or the ray: one flat table."""
        assert isinstance(board, t.CellType)
        result = steps if kind == "STEP" else rays
        by_way: Sequence[Sequence[Any]] = result(self.layout, board.board)
        flat = tuple(x for row in by_way for x in row)
        label = self.table(spelled(kind, name=board.board), flat)
        at, way = self.both(cell, side)
        if isinstance(cell.type, t.OptionalType):
            at = ir.Op("some", (at,))
        if isinstance(side.type, t.OptionalType):
            raise Unfit("a side that may be none")
        place = self.sum(self.times(way, len(by_way[0])), at)
        return ir.Look(label, place, ir.NUM if kind == "STEP" else ir.Shape("list"))

    # ---- what is lowered elsewhere ------------------------------------------------

    def fold(self, node: ex.Fold) -> ir.Expr:
        """A loop over collections."""
        raise NotImplementedError

    def reach(self, node: ex.Walk) -> ir.Expr:
        """All that can be reached."""
        raise NotImplementedError

    # ---- collections to go through ------------------------------------------------

    def item_shape(self, over: ir.Expr) -> ir.Shape:
        """What the items of a collection are."""
        shape = ir.shape_of(over)
        return ir.Shape("bits", shape.size) if shape.kind == "sets" else ir.NUM

    def collection(self, of: ex.Expr) -> ir.Expr:
        """What a loop goes through: a range, a set or a row of a table."""
        match of:
            case ex.Range(low=low, high=high) if not is_cells(of.type):
                if not isinstance(of.type, t.ListType) or self.sizes.of(of) is None:
                    raise Unfit("a range of no known size")
                return ir.Op("range", self.both(low, high), ir.Shape("list"))
        result = self.e(of)
        if ir.shape_of(result).kind not in ("bits", "list", "sets"):
            raise Unfit("a loop over something else")
        return result

    def spanned(self, before: int, span: Span) -> None:
        """Gives what has been written since the place that it has none of."""
        for s in self.out[before:]:
            s.span = s.span or span
