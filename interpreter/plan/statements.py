"""From statements of the core that ask for no choice, and heads of actions, to the plan."""

from collections.abc import Callable, Sequence

from attrs import define

from rulesrun.dsl.core import expressions as ex
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.symbols import Local, RoutineSymbol
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.plan import nodes as ir
from rulesrun.interpreter.plan.expressions import Unfit, is_cells
from rulesrun.interpreter.plan.folds import Folds
from rulesrun.interpreter.runtime.layout import TURN, TURNS
from rulesrun.interpreter.runtime.name_mangling import spelled


@define(eq=False)
class Statements(Folds):
    """Lowers what asks for no choice.

    `loops` is how many loops of the plan are around, `left` the block that follows the
    loop of blocks around, if there is one.
    """

    loops: int = 0
    left: int | None = None
    returns: ir.Shape | None = None
    in_frame: bool = False

    def block(self, block: Sequence[stmt.Stmt]) -> None:
        """Statements one after another."""
        for s in block:
            before = len(self.out)
            self.statement(s)
            self.spanned(before, s.span)

    def nested(self, block: Sequence[stmt.Stmt]) -> list[ir.Stmt]:
        """Statements as a block of their own."""
        return self.inside(lambda: self.block(block))

    def statement(self, s: stmt.Stmt) -> None:
        """One statement that asks for no choice."""
        match s:
            case stmt.Mark():
                pass
            case stmt.SetLocal(local=local, value=value):
                self.assign(local, self.e(value))
            case stmt.Write():
                self.write(s)
            case stmt.Choice(branches=branches, otherwise=otherwise):
                self.branches(branches, otherwise)
            case stmt.ForEach():
                self.for_each(s)
            case stmt.Break() if self.loops or self.left is None:
                self.out.append(ir.Break())
            case stmt.Break() if self.left is not None:
                self.out.append(ir.Jump(self.left))
            case stmt.Continue() if self.loops:
                self.out.append(ir.Continue())
            case stmt.Return(value=value):
                self.back(value)
            case stmt.Carry(routine=routine, args=args):
                arguments = tuple(self.number(arg) for arg in args)
                self.out.append(ir.Do(self.routine(routine), arguments))
            case stmt.BeginTurn(player=player):
                self.begin_turn(self.number(player))
            case stmt.Announce(text=text, values=(), to=None):
                self.out.append(ir.Announce(text))
            case stmt.Rank(local=local, by=(order,), team=None, standing=None) if (
                order.most
            ):
                values = []
                for seat in range(self.layout.players):
                    self.names[local] = ir.Num(seat)
                    values.append(self.number(order.by))
                self.out.append(ir.Rank(tuple(values)))
            case stmt.Outcome(player=player, place=place, others=others, team=None):
                who = None if player is None else self.number(player)
                self.out.append(ir.Placed(who, place, others))
            case stmt.EndGame():
                self.out.append(ir.Over())
            case _:
                raise Unfit(f"the statement {type(s).__name__}")

    def assign(self, local: Local, value: ir.Expr) -> None:
        """A local gets a value."""
        place = self.names.get(local)
        if isinstance(place, ir.Slot):
            if ir.shape_of(value) != ir.NUM:
                raise Unfit("a set that is kept while the game waits")
            self.out.append(ir.Put(place.row, ir.Num(0), value))
            return
        var = (
            place if isinstance(place, ir.Var) else self.var(local, ir.shape_of(value))
        )
        if var.shape != ir.shape_of(value):
            raise Unfit("a name of two shapes")
        self.out.append(ir.Let(var, value))

    def write(self, s: stmt.Write) -> None:
        """A variable gets a value, which is looked at first where that is needed."""
        variable = s.to.variable
        row, value = self.row(variable), self.number(s.value)
        if s.held is not None:
            value = self.named(value)
            optional = isinstance(s.value.type, t.OptionalType)
            self.out.append(
                ir.Held(value, s.held.low, s.held.high, variable.name, optional)
            )
        here = len(self.out)
        at = self.at(s.to.keys, variable.keys)
        if len(self.out) > here:
            raise Unfit("a place that takes statements")
        if row.name in self.wanted:
            sets = self.sets_of(variable)
            assert sets is not None
            at, value = self.named(at), self.named(value)
            old = self.named(ir.Slot(row, at))
            may = (
                isinstance(variable.type, t.OptionalType),
                isinstance(s.value.type, t.OptionalType),
            )
            self.out.append(ir.Keep(sets, at, old, value, may))
        self.out.append(ir.Put(row, at, value))

    def branches(self, branches: Sequence[stmt.Branch], rest: stmt.Block) -> None:
        """`if ... else if ... else`."""
        if not branches:
            self.block(rest)
            return
        first = branches[0]
        test = self.e(first.test)
        then = self.nested(first.body)
        other = self.inside(lambda: self.branches(branches[1:], rest))
        self.out.append(ir.If(test, then, other, span=first.test.span))

    def for_each(self, s: stmt.ForEach) -> None:
        """A loop over a collection as it is at the beginning."""
        over = self.collection(s.of)
        place = self.names.get(s.local)
        framed = place if isinstance(place, ir.Slot) else None
        if framed is None:
            var = self.var(s.local, self.item_shape(over))
        else:
            var = self.fresh()

        def body() -> None:
            if framed is not None:
                self.out.append(ir.Put(framed.row, ir.Num(0), var))
            if s.test is None:
                self.block(s.body)
                return
            test = self.e(s.test)
            self.out.append(ir.If(test, self.nested(s.body), span=s.test.span))

        self.loops += 1
        self.out.append(ir.Each(var, over, self.inside(body)))
        self.loops -= 1

    def back(self, value: ex.Expr | None) -> None:
        """A routine ends."""
        returned = None if value is None else self.e(value)
        if returned is not None and ir.shape_of(returned) != self.returns:
            raise Unfit(f"a function that gives {ir.shape_of(returned).kind}")
        self.out.append(ir.Return(returned))

    def begin_turn(self, player: ir.Expr) -> None:
        """The turn of a player begins."""
        turn = self.plan.rows.setdefault("turn", ir.Row("turn", "header", TURN))
        turns = self.plan.rows.setdefault("turns", ir.Row("turns", "header", TURNS))
        more = ir.Op("+", (ir.Slot(turns, ir.Num(0)), ir.Num(1)))
        self.out += [ir.Put(turn, ir.Num(0), player), ir.Put(turns, ir.Num(0), more)]

    # ---- routines -------------------------------------------------------------------

    def apart(
        self,
        params: Sequence[Local],
        write: Callable[[], None],
        returns: ir.Shape | None,
    ) -> tuple[tuple[ir.Var, ...], list[ir.Stmt]]:
        """A function's parameters and statements, written apart from what is around."""
        around = self.names, self.out, self.loops, self.left, self.returns
        self.names, self.loops, self.left, self.returns = {}, 0, None, returns
        try:
            parameters = tuple(self.param(local) for local in params)
            return parameters, self.inside(write)
        finally:
            self.names, self.out, self.loops, self.left, self.returns = around

    def param(self, local: Local) -> ir.Var:
        """A parameter."""
        shape = ir.NUM
        if is_cells(local.type):
            shape = ir.Shape("bits", self.cells(local.type))
        elif self.values(local.type) is None and isinstance(local.type, t.ListType):
            raise Unfit(f"a parameter of {local.type}")
        return self.var(local, shape)

    def routine(self, symbol: RoutineSymbol) -> str:
        """The name of a routine that asks for no choice, which is lowered with it."""
        kind = "do" if symbol.kind == "action" else symbol.kind
        name = spelled(kind, name=symbol.name)
        if name in self.plan.routines:
            return name
        shape = None
        if symbol.returns is not None:
            cells = is_cells(symbol.returns)
            shape = ir.Shape("bits", self.cells(symbol.returns)) if cells else ir.NUM
        lowered = ir.Routine(name, (), shape, [], symbol.span)
        self.plan.routines[name] = lowered
        body = self.core.routines[symbol].body
        lowered.params, lowered.body = self.apart(
            symbol.params, lambda: self.block(body), shape
        )
        return name

    # ---- heads ----------------------------------------------------------------------

    def head(self, symbol: RoutineSymbol) -> tuple[str, ir.Shape]:
        """What gives the options of an action: a set, or a list of options."""
        name = spelled("head", name=symbol.name)
        result = self.plan.routines.get(name)
        if result is None:
            action = self.core.actions[symbol]
            for line in action.head:
                if isinstance(line, stmt.Select) and (line.several or line.prefer):
                    raise Unfit("a choice of several, or what is preferred")
            result = self.head_of_one(name, action) or self.head_of_many(name, action)
            self.plan.routines[name] = result
        assert result.shape is not None
        return name, result.shape

    def clauses_of(self, line: stmt.Select) -> tuple[ex.Clause, ...]:
        """What is chosen, as clauses of a fold."""
        tests = (ex.When(c.test) for c in (*line.where, *line.require))
        return ex.For(line.local, line.of), *tests

    def head_of_one(self, name: str, action: stmt.Action) -> ir.Routine | None:
        """One choice of a cell: a set."""
        match action.head:
            case (stmt.Select(local=local) as line,) if isinstance(
                local.type, t.CellType
            ):
                pass
            case _:
                return None
        span = line.domain.span
        own = ex.Get(local, type=local.type, span=span)
        kind = t.ListType(local.type)
        whole = ex.Fold("list", self.clauses_of(line), own, type=kind, span=span)
        shape = ir.Shape("bits", len(self.board(local.type).names))

        def body() -> None:
            members = self.bits(whole)
            self.out.append(ir.Return(members, span=span))

        try:
            params, block = self.apart(action.params, body, shape)
        except Unfit:
            return None
        return ir.Routine(name, params, shape, block, action.symbol.span)

    def head_of_many(self, name: str, action: stmt.Action) -> ir.Routine:
        """Every other head: its options one by one, as nested loops."""
        chosen: list[ir.Expr] = []
        room = 1

        def lines(rest: Sequence[stmt.HeadLine]) -> None:
            nonlocal room
            if not rest:
                self.out.append(ir.Offer(tuple(chosen)))
                return
            line = rest[0]
            match line:
                case stmt.Select():
                    size = self.sizes.of(line.of)
                    if size is None:
                        raise Unfit("a choice among nobody knows how many")
                    room *= size
                    over = self.collection(line.of)
                    if ir.shape_of(over).kind != "list":
                        raise Unfit("a choice of cells beside others")
                    var = self.var(line.local)
                    chosen.append(var)
                    tests = [c.test for c in (*line.where, *line.require)]
                    body = self.inside(lambda: conditions(tests, rest[1:]))
                    self.out.append(ir.Each(var, over, body, span=line.domain.span))
                case _:
                    raise Unfit(f"{type(line).__name__} in a head")

        def conditions(tests: Sequence[ex.Expr], rest: Sequence[stmt.HeadLine]) -> None:
            if not tests:
                lines(rest)
                return
            test = self.e(tests[0])
            inner = self.inside(lambda: conditions(tests[1:], rest))
            self.out.append(ir.If(test, inner, span=tests[0].span))

        params, block = self.apart(
            action.params, lambda: lines(action.head), ir.OPTIONS
        )
        if room > self.layout.world.limits.options:
            raise Unfit("more options than may be listed")
        return ir.Routine(name, params, ir.OPTIONS, block, action.symbol.span)
