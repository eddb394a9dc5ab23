"""What a condition of steps comes to for two cells, as far as that is plain without a game.

A value is a number, a truth, a cell (row and column), or none where nothing is known. Of
variables that rules only set for cells that they name, it is known for which cells they are
still what they began with.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from attrs import define, evolve, field

from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.lattice import cell_name
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

Cell = tuple[int, int]
Pair = tuple[Cell, Cell]
Value = int | bool | Cell | None

NOWHERE: Cell = (-1, -1)
"""Where no cell lies."""

DEEPEST = 6
"""So many functions are looked into, one in another."""

MOST_ITEMS = 50
"""A loop through more is not gone through."""

MOST_ROUNDS = 400
"""So often the rounds of loops in loops are gone through."""


def _plain(value: object) -> Value:
    return value if isinstance(value, int) else None


@define(eq=False)
class Worth:
    """Works expressions out on one board; `known` are names with their values.

    `options` are values of the game's options, by their names.
    """

    world: World
    board: sym.BoardSymbol
    rows: int
    columns: int
    known: dict[str, Value] = field(factory=dict)
    options: Mapping[str, int] = field(factory=dict)
    depth: int = DEEPEST
    _written: dict[sym.VariableSymbol, frozenset[Pair] | None] = field(factory=dict)
    _looked_up: dict[sym.TableSymbol, dict[Any, tuple[object, ...]]] = field(
        factory=dict
    )

    @cached_property
    def _named(self) -> dict[str, Cell]:
        naming = self.board.decl.naming
        return {
            cell_name(naming, row, column, self.rows): (row, column)
            for row in range(self.rows)
            for column in range(self.columns)
        }

    def truth(self, of: nodes.Expr, **bindings: Value) -> bool | None:
        """Whether a condition holds; none where that is not plain."""
        result = evolve(
            self,
            known={**self.known, **bindings},
            written=self._written,
            looked_up=self._looked_up,
        ).of(of)
        return result if isinstance(result, bool) else None

    def of(self, of: nodes.Expr) -> Value:
        """What an expression comes to."""
        match of:
            case nodes.Int(value=value) | nodes.Bool(value=value):
                return value
            case nodes.Text(value=text):
                kind = self.world.types.get(id(of), t.UNKNOWN)
                named = isinstance(t.without_none(kind), t.CellType)
                return self._named.get(text) if named else None
            case nodes.Name(text=text):
                return self.known[text] if text in self.known else self._constant(of)
            case nodes.Attribute(of=nodes.Index() as row, name=name) if isinstance(
                table := self.world.refs.get(id(row)), sym.TableSymbol
            ):
                names = [column for column, _ in table.values]
                result = self._row(table, row.keys)
                return None if result is None else _plain(result[names.index(name)])
            case nodes.Attribute(of=inner, name="row" | "column" as name):
                cell = self.of(inner)
                if isinstance(cell, tuple) and cell != NOWHERE:
                    return cell[name == "column"]
                return None
            case nodes.Not(of=inner):
                held = self.of(inner)
                return not held if isinstance(held, bool) else None
            case nodes.And(left=left, right=right):
                both = (self.of(left), self.of(right))
                return False if False in both else None if None in both else True
            case nodes.Or(left=left, right=right):
                both = (self.of(left), self.of(right))
                return True if True in both else None if None in both else False
            case nodes.Conditional() if type(of) is nodes.Conditional:
                test = self.of(of.test)
                if isinstance(test, bool):
                    return self.of(of.then if test else of.otherwise)
                then = self.of(of.then)
                return then if then == self.of(of.otherwise) else None
            case nodes.Negative() | nodes.Arithmetic():
                return self._number(of)
            case nodes.Compare(op=op, left=left, right=right):
                return self._compared(op, left, right)
            case nodes.Member(item=item, of=whole, negated=negated):
                within = self._member(self.of(item), whole)
                return within if within is None else within != negated
            case nodes.Index(of=whole, keys=keys):
                return self._indexed(of, whole, keys)
            case nodes.Quantified(kind="some" | "no" as kind, binder=binder):
                some = self._some(binder, binder.where)
                return some if some is None else some == (kind == "some")
            case nodes.Every(binder=nodes.Binder(where=None) as binder, holds=holds):
                another = self._some(binder, nodes.Not(span=of.span, of=holds))
                return another if another is None else not another
            case nodes.Call(name=name, args=args):
                return self._called(name, args)
            case _:
                return None

    def _some(self, binder: nodes.Binder, test: nodes.Expr | None) -> bool | None:
        """Whether a test holds for one of some numbers."""
        items = self.items(binder.of)
        if items is None or test is None:
            return None
        held = [self.truth(test, **{binder.name: item}) for item in items]
        return True if True in held else None if None in held else False

    def items(self, of: nodes.Expr) -> list[Value] | None:
        """What a loop goes through, where that is a few values."""
        match of:
            case nodes.RangeOf(low=low, high=high):
                a, b = self.of(low), self.of(high)
                plain = isinstance(a, int) and isinstance(b, int) and b - a < MOST_ITEMS
                return list(range(a, b + 1)) if plain else None  # type: ignore[arg-type, operator]
            case nodes.ListOf(items=items) | nodes.SetOf(items=items):
                result = [self.of(item) for item in items]
                return None if None in result else result
            case _:
                return None

    def _row(
        self, table: sym.TableSymbol, keys: tuple[nodes.Expr, ...]
    ) -> tuple[object, ...] | None:
        """What stands in a table for some keys, where those are plain."""
        result = tuple(self.of(key) for key in keys)
        if None in result:
            return None
        if table not in self._looked_up:
            self._looked_up[table] = dict(table.rows)
        row = self._looked_up[table].get(result)
        if row is None and table.decl.default is not None:
            return (self.of(table.decl.default),) * len(table.values)
        return row

    def _constant(self, of: nodes.Expr) -> Value:
        match self.world.refs.get(id(of)):
            case sym.ValueSymbol(index=index):
                return index
            case sym.OptionSymbol(name=name):
                return self.options.get(name)
            case sym.ConstantSymbol(decl=decl):
                return self.of(decl.value)
        return None

    def _number(self, of: nodes.Negative | nodes.Arithmetic) -> Value:
        if isinstance(of, nodes.Negative):
            number = self.of(of.of)
            return -number if isinstance(number, int) else None
        a, b = self.of(of.left), self.of(of.right)
        if not isinstance(a, int) or not isinstance(b, int):
            return None
        match of.op:
            case "+":
                return a + b
            case "-":
                return a - b
            case "*":
                return a * b
            case _:
                return a % b if b else None

    def _compared(self, op: str, left: nodes.Expr, right: nodes.Expr) -> bool | None:
        a, b = self.of(left), self.of(right)
        if isinstance(left, nodes.SetOf) and isinstance(right, nodes.SetOf):
            one, other = self.items(left), self.items(right)
            if one is None or other is None:
                return None
            return (set(one) == set(other)) == (op == "==")
        if op in ("==", "!="):
            for side, cell in ((left, b), (right, a)):
                goes = self._goes_to(side, cell)
                if goes is False:
                    return op == "!="
        if a is None or b is None:
            return None
        if op in ("==", "!="):
            return (a == b) == (op == "==")
        if not isinstance(a, int) or not isinstance(b, int):
            return None
        return {"<": a < b, "<=": a <= b, ">": a > b}.get(op, a >= b)

    def _member(self, item: Value, whole: nodes.Expr) -> bool | None:
        if isinstance(whole, nodes.RangeOf):
            match self.of(whole.low), item, self.of(whole.high):
                case int(low), int(number), int(high):
                    return low <= number <= high
            return None
        if isinstance(whole, nodes.ListOf | nodes.SetOf):
            items = [self.of(one) for one in whole.items]
            if item is None:
                return None
            return True if item in items else None if None in items else False
        if self._goes_to(whole, item) is False:
            return False
        return None

    def _indexed(
        self, of: nodes.Expr, whole: nodes.Expr, keys: tuple[nodes.Expr, ...]
    ) -> Value:
        result = [self.of(key) for key in keys]
        if self.world.refs.get(id(whole)) is self.board:
            if len(result) == 1:
                return result[0]
            row, column = result
            if not isinstance(row, int) or not isinstance(column, int):
                return None
            inside = 0 <= row < self.rows and 0 <= column < self.columns
            return (row, column) if inside else NOWHERE
        symbol = self.world.refs.get(id(of))
        if isinstance(symbol, sym.TableSymbol) and len(symbol.values) == 1:
            values = self._row(symbol, keys)
            return None if values is None else _plain(values[0])
        if not isinstance(symbol, sym.VariableSymbol) or symbol.type != t.BOOL:
            return None
        written = self.written(symbol)
        if len(result) != 2 or None in result or written is None:
            return None
        return None if tuple(result) in written else False

    def _called(self, name: str, args: tuple[nodes.Expr, ...]) -> Value:
        values = [self.of(arg) for arg in args]
        plain = [value for value in values if isinstance(value, int)]
        if name in ("abs", "min", "max"):
            if len(plain) < len(values):
                return None
            if name == "abs":
                return abs(plain[0])
            return min(plain) if name == "min" else max(plain)
        if name == "distance" and self.board.shape == "square":
            match values:
                case (int(a), int(b)), (int(c), int(d)):
                    return abs(a - c) + abs(b - d)
            return None
        function = self.world.get(sym.FunctionSymbol, name)
        if function is None or len(args) != len(function.params) or not self.depth:
            return None
        names = (param.name for param in function.params)
        inner = evolve(
            self,
            known=dict(zip(names, values, strict=True)),
            depth=self.depth - 1,
            written=self._written,
            looked_up=self._looked_up,
        )
        return inner._returned(function.decl.body)

    def _returned(self, body: nodes.Block) -> Value:
        """What a function gives whose lines name values, ask, and return."""
        for line in body:
            match line:
                case nodes.Let(name=name, value=value):
                    self.known[name] = self.of(value)
                case nodes.Return(value=value) if value is not None:
                    return self.of(value)
                case nodes.If(branches=branches, otherwise=otherwise):
                    for test, block in branches:
                        held = self.of(test)
                        if not isinstance(held, bool):
                            return None
                        if held:
                            otherwise = block
                            break
                    if otherwise:
                        return self._returned(otherwise)
                case _:
                    return None
        return None

    # ---- variables that are set for a few cells ------------------------------------------

    def _goes_to(self, of: nodes.Expr, cell: Value) -> bool | None:
        """Whether a variable of one cell may hold another; none where nothing is known."""
        symbol = self.world.refs.get(id(of))
        if not isinstance(symbol, sym.VariableSymbol) or not isinstance(cell, tuple):
            return None
        match of:
            case nodes.Index(of=nodes.Name(), keys=(key,)):
                start = self.of(key)
            case nodes.Attribute(of=owner):
                start = self.of(owner)
            case _:
                return None
        written = self.written(symbol)
        if written is None or not isinstance(start, tuple):
            return None
        return (start, cell) in written

    def written(self, symbol: sym.VariableSymbol) -> frozenset[Pair] | None:
        """The pairs of cells that rules set a variable for; none where they name none."""
        if symbol not in self._written:
            self._written[symbol] = None
            pairs = [
                pair
                for line in each(self.world.file.declarations, nodes.Assign)
                if self.world.refs.get(id(line.target)) is symbol
                for pair in self._pairs(line)
            ]
            fixed_pairs = [pair for pair in pairs if pair is not None]
            if fixed_pairs == pairs and fixed_pairs and symbol.decl.initial is None:
                self._written[symbol] = frozenset(fixed_pairs)
        return self._written[symbol]

    @cached_property
    def _loops(self) -> dict[int, list[nodes.ForEach]]:
        """The loops that a line stands in, by its identity, from the outermost on."""
        result: dict[int, list[nodes.ForEach]] = {}
        for loop in each(self.world.file.declarations, nodes.ForEach):
            for line in each(loop.body, nodes.Assign):
                result.setdefault(id(line), []).append(loop)
        return result

    def _pairs(self, line: nodes.Assign) -> Iterator[Pair | None]:
        """What a line sets, in each round of the loops that it stands in."""
        rounds: list[dict[str, Value]] = [{}]
        loops = self._loops.get(id(line), [])
        for loop in sorted(loops, key=lambda loop: (loop.span.line, loop.span.column)):
            further = []
            for values in rounds:
                items = self._inside(values).items(loop.binder.of)
                items = [None] if items is None else items
                further += [{**values, loop.binder.name: item} for item in items]
            rounds = further
            if len(rounds) > MOST_ROUNDS:
                yield None
                return
        for values in rounds:
            yield from self._set_by(line, self._inside(values))

    def _inside(self, values: dict[str, Value]) -> "Worth":
        return evolve(
            self, known=values, written=self._written, looked_up=self._looked_up
        )

    def _set_by(self, line: nodes.Assign, plain: "Worth") -> Iterator[Pair | None]:
        match line.target:
            case nodes.Index(of=nodes.Name(), keys=keys):
                result = [plain.of(key) for key in keys]
            case nodes.Attribute(of=owner):
                result = [plain.of(owner)]
            case _:
                result = []
        match line.value:
            case nodes.ListOf(items=items) | nodes.SetOf(items=items):
                values = list(items)
            case nodes.NoneValue():
                values = []
            case _:
                values = [line.value]
        match result:
            case (tuple() as start, tuple() as end):
                yield start, end
            case (tuple() as start,):
                for value in values:
                    cell = plain.of(value)
                    yield (start, cell) if isinstance(cell, tuple) else None
            case _:
                yield None
