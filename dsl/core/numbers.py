"""Between which numbers the value of an expression lies, where that is known of a core.

Of a local it is what it is ever given; in functions and amounts, whose lines come one
after another, what it has been given last. Where there is no bound the answer is none.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import define, field

from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.expressions import (
    Binary,
    Call,
    Const,
    Expr,
    Field,
    Fold,
    For,
    Get,
    If,
    Index,
    InRange,
    Lookup,
    Negative,
    Prim,
    Range,
    Reached,
    Read,
    Sized,
)
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.symbols import Local, RoutineSymbol, Table
from rulesrun.dsl.core.walking import walk
from rulesrun.dsl.semantics.intervals import (
    ANY,
    Bounds,
    absolute,
    any_of,
    declared,
    extreme,
    negative,
    product,
    quotient,
    remainder,
    total,
)
from rulesrun.dsl.semantics.value_types import BundleType, without_none

Known = Mapping[Local, Bounds]
"""What locals lie between at some line, where that is more than of all lines."""

Giver = Expr | stmt.Select | For | stmt.ForEach | None
"""What gives a local its value; none where nothing is known of it."""


@define(eq=False)
class Numbers:
    """Bounds for the numbers of one core.

    `givers` are all that ever gives a local its value, `size` says how many items a
    collection can have at most.
    """

    core: Core
    givers: Mapping[Local, Sequence[Giver]]
    size: Callable[[Expr], int | None]
    _known: dict[Local | RoutineSymbol, Bounds] = field(factory=dict)

    def of(self, node: Expr, local_bounds: Known | None = None) -> Bounds:
        """The bounds of a number."""
        local_bounds = local_bounds or {}
        match node:
            case Const(value=bool()):
                return ANY
            case Const(value=int(value)):
                return value, value
            case Get(local=local):
                return (
                    local_bounds[local] if local in local_bounds else self._local(local)
                )
            case Read(variable=variable):
                if variable.zone is not None and variable.zone.kind == "stock":
                    return 0, variable.zone.pieces
                return declared(variable.type)
            case Index(of=Read(variable=variable)) if variable.zone is not None:
                kinds = variable.zone.kind == "kinds"
                return (0, variable.zone.pieces) if kinds else ANY
            case Field(of=Lookup(table=table, otherwise=None), name=name):
                return _column(table, name)
            case Field():
                return declared(node.type)
            case Lookup(table=table) if len(table.values) == 1:
                result = _column(table, table.values[0][0])
                if node.otherwise is None:
                    return result
                return any_of((result, self.of(node.otherwise, local_bounds)))
            case Negative(of=of):
                return negative(self.of(of, local_bounds))
            case Binary(op="+" | "-" as op, left=left, right=right):
                added = self.of(right, local_bounds)
                return total(
                    self.of(left, local_bounds), added if op == "+" else negative(added)
                )
            case Binary(op="*", left=left, right=right):
                return product(
                    self.of(left, local_bounds), self.of(right, local_bounds)
                )
            case Binary(op="/" | "/up" as op, left=left, right=right):
                parts = self.of(left, local_bounds), self.of(right, local_bounds)
                return quotient(*parts, up=op == "/up")
            case Binary(op="mod", left=left, right=right):
                return remainder(
                    self.of(left, local_bounds), self.of(right, local_bounds)
                )
            case Prim(name="abs", args=(of,)):
                return absolute(self.of(of, local_bounds))
            case Prim(name="min" | "max", args=args):
                return extreme(node.name, [self.of(arg, local_bounds) for arg in args])
            case Prim(name="size", args=(of,)):
                if isinstance(without_none(of.type), BundleType):
                    return (0, None) if isinstance(of, Read) else ANY  # added up
                return 0, self.size(of)
            case If(then=then, otherwise=otherwise):
                return any_of(
                    (self.of(then, local_bounds), self.of(otherwise, local_bounds))
                )
            case Sized(of=of) | Reached(of=of):
                return self.of(of, local_bounds)
            case InRange(of=of, low=low, high=high):
                return low, high
            case Fold(kind="count"):
                return 0, None
            case Call(routine=routine) if routine.kind in ("function", "amount"):
                return self._returned(routine)
            case _:
                return ANY

    # ---- locals -----------------------------------------------------------------------

    def _local(self, local: Local) -> Bounds:
        if local not in self._known:
            self._known[local] = ANY  # of what is given to itself, nothing is known
            givers = self.givers.get(local, ())
            self._known[local] = any_of([self._bounds_from(giver) for giver in givers])
        return self._known[local]

    def _bounds_from(self, giver: Giver) -> Bounds:
        match giver:
            case stmt.Select(several=False, of=of) | For(of=of) | stmt.ForEach(of=of):
                return self.items(of)
            case stmt.Select() | For() | stmt.ForEach() | None:
                return ANY
            case _:
                return self.of(giver)

    def items(self, of: Expr) -> Bounds:
        """The bounds of each number of a collection."""
        match of:
            case Range(low=low, high=high):
                return self.of(low)[0], self.of(high)[1]
            case _:
                return ANY

    # ---- functions ----------------------------------------------------------------------

    def _returned(self, routine: RoutineSymbol) -> Bounds:
        if routine not in self._known:
            self._known[routine] = ANY
            bounds: list[Bounds] = []
            self._block(self.core.routines[routine].body, {}, bounds)
            self._known[routine] = any_of(bounds)
        return self._known[routine]

    def _block(
        self, block: stmt.Block, local_bounds: dict[Local, Bounds], bounds: list[Bounds]
    ) -> None:
        for statement in block:
            self._statement(statement, local_bounds, bounds)

    def _statement(
        self, node: stmt.Stmt, local_bounds: dict[Local, Bounds], bounds: list[Bounds]
    ) -> None:
        match node:
            case stmt.SetLocal(local=local, value=value):
                local_bounds[local] = self.of(value, local_bounds)
            case stmt.Return(value=value) if value is not None:
                bounds.append(self.of(value, local_bounds))
            case stmt.Choice(branches=branches, otherwise=otherwise):
                bodies = [*(branch.body for branch in branches), otherwise]
                self._one_of(bodies, local_bounds, bounds)
            case stmt.Switch(cases=cases, otherwise=otherwise):
                self._one_of(
                    [*(case.body for case in cases), otherwise], local_bounds, bounds
                )
            case stmt.ForEach(body=body) | stmt.Loop(body=body):
                for inner in walk(body):
                    if isinstance(inner, stmt.SetLocal):
                        local_bounds[inner.local] = ANY  # of one of the rounds before
                self._block(body, dict(local_bounds), bounds)
            case _:
                pass

    def _one_of(
        self,
        bodies: Iterable[stmt.Block],
        local_bounds: dict[Local, Bounds],
        bounds: list[Bounds],
    ) -> None:
        after = []
        for body in bodies:
            inner = dict(local_bounds)
            self._block(body, inner, bounds)
            after.append(inner)
        for local in set[Local]().union(*after):
            local_bounds[local] = any_of([inner.get(local, ANY) for inner in after])


def _column(table: Table, name: str) -> Bounds:
    """The least and the greatest number of a column."""
    at = [column for column, _ in table.values].index(name)
    held = [row[at] for row in table.rows.values()]
    numbers = [value for value in held if isinstance(value, int)]
    return (min(numbers), max(numbers)) if len(numbers) == len(held) > 0 else ANY
