"""How many items a collection can have at most, where the declarations bound it.

Zones are bounded by their capacity and by the components of their kinds, sets by the
values there are, lists by how they are made and by all that is ever put into them.
Where no bound is found the answer is none: a target must then be ready for any number.
"""

from collections.abc import Iterable, Iterator
from math import prod

from attrs import define, field

from rulesrun.dsl.builtins import CORE
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.expressions import After as AfterRule
from rulesrun.dsl.core.expressions import (
    Binary,
    Call,
    Can,
    Const,
    Convert,
    Expr,
    Fold,
    For,
    Get,
    Given,
    If,
    Lookup,
    Make,
    MakeBundle,
    MakeGrid,
    Prim,
    Range,
    Reached,
    Read,
    Sized,
    Step,
    Walk,
)
from rulesrun.dsl.core.numbers import Numbers
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.symbols import Local, RoutineSymbol, Variable
from rulesrun.dsl.core.walking import walk
from rulesrun.dsl.semantics import value_types as t

Bound = int | None
"""So many at most; none where nothing is known."""

LARGEST = 1_000_000
"""A bound beyond that is none."""


@define(eq=False)
class Sizes:
    """Bounds for the collections of one core."""

    core: Core
    numbers: Numbers = field(init=False)
    _locals: dict[Local, list[Expr | stmt.Select]] = field(init=False)
    _runs: dict[Local, list[For | stmt.ForEach | None]] = field(init=False)
    _writes: dict[Variable, list[stmt.Write]] = field(init=False)
    _known: dict[object, Bound] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self._locals, self._runs, self._writes = {}, {}, {}
        for node in everything(self.core):
            match node:
                case (
                    stmt.SetLocal(local=local, value=value)
                    | Given(local=local, value=value)
                ):
                    self.bind(local, value)
                case stmt.Select(local=local):
                    self._locals.setdefault(local, []).append(node)
                case (
                    Call(routine=routine, args=args)
                    | stmt.Carry(routine=routine, args=args)
                ):
                    self._call(routine, args)
                case AfterRule(routine=routine, args=args):
                    self._call(routine, args)
                case Can(action=routine, args=args):
                    self._call(routine, args)
                case stmt.Item(action=action, args=args) if action is not None:
                    self._call(action.symbol, args)
                case For(local=local) | stmt.ForEach(local=local):
                    self._runs.setdefault(local, []).append(node)
                case Step(source=source, target=target, side=side):
                    for local in (source, target, side):
                        self._runs.setdefault(local, []).append(None)
                case stmt.Write(to=to):
                    self._writes.setdefault(to.variable, []).append(node)
                case _:
                    pass
        givers = {
            local: (*self._locals.get(local, ()), *self._runs.get(local, ()))
            for local in self._locals.keys() | self._runs.keys()
        }
        self.numbers = Numbers(self.core, givers, self.of)

    def bind(self, local: Local, value: Expr) -> None:
        """A local can hold the value of an expression."""
        self._locals.setdefault(local, []).append(value)

    def _call(self, routine: RoutineSymbol, args: Iterable[Expr]) -> None:
        for local, value in zip(routine.params, args, strict=False):
            self.bind(local, value)

    # ---- types --------------------------------------------------------------------

    def domain(self, kind: t.Type) -> Bound:
        """How many values there are of a type."""
        core = self.core
        match kind:
            case t.BoolType():
                return 2
            case t.EnumType(name):
                return core.enums[name]
            case t.PlayerType():
                return core.participants
            case t.CellType(board):
                return core.cells[board]
            case t.ComponentType(names):
                return sum(len(core.components[name]) for name in names)
            case t.IntType(int(low), int(high)):
                return high - low + 1
            case t.OptionalType(item):
                inner = self.domain(item)
                return None if inner is None else inner + 1
            case t.TupleType(items):
                return _product(map(self.domain, items))
            case _:
                return None

    def of_type(self, kind: t.Type) -> Bound:
        """How many items any collection of a type can have."""
        match t.without_none(kind):
            case t.SetType(item):
                return _sane(self.domain(item))
            case t.BundleType(enum):
                return self.core.enums[enum]
            case _:
                return None

    # ---- variables and locals -------------------------------------------------------

    def of_variable(self, variable: Variable) -> Bound:
        """How many items a variable of the state can hold; none if it is no collection."""
        kind = t.without_none(variable.type)
        zone = variable.zone
        if zone is not None and not zone.counts:
            if zone.kind == "space":
                return None
            there = sum(len(self.core.components[name]) for name in zone.holds)
            return there if zone.capacity is None else min(there, zone.capacity)
        if not isinstance(kind, t.ListType):
            return self.of_type(kind)
        return self._once(variable, self._written(variable))

    def of_local(self, local: Local) -> Bound:
        """How many items a local can hold."""
        by_type = self.of_type(local.type)
        if by_type is not None or not _is_collection(local.type):
            return by_type
        if (
            local not in self._locals
        ):  # an item of a collection, of which nothing is known
            return None
        return self._once(local, map(self._bound_to, self._locals[local]))

    def _written(self, variable: Variable) -> Iterator[Bound]:
        for write in self._writes.get(variable, ()):
            if write.change != "-":
                yield self.of(write.value)

    def _bound_to(self, value: Expr | stmt.Select) -> Bound:
        if isinstance(value, stmt.Select):
            most = value.most.value if isinstance(value.most, Const) else None
            there = self.of(value.of)
            return _least(there, most if isinstance(most, int) else None)
        return self.of(value)

    def _once(self, key: object, bounds: Iterable[Bound]) -> Bound:
        """The greatest of some bounds; none for what is bounded by itself."""
        if key not in self._known:
            self._known[key] = None
            self._known[key] = _greatest(bounds)
        return self._known[key]

    # ---- expressions ------------------------------------------------------------------

    def of(self, node: Expr) -> Bound:
        """How many items the value of an expression can have."""
        return _sane(_least(self._of(node), self.of_type(node.type)))

    def _of(self, node: Expr) -> Bound:
        match node:
            case Get(local=local):
                return self.of_local(local)
            case Read(variable=variable):
                return self.of_variable(variable)
            case Range(low=low, high=high):
                first, last = self.numbers.of(low)[0], self.numbers.of(high)[1]
                if first is None or last is None:
                    return None
                return max(0, last - first + 1)
            case Make(items=items):
                return len(items)
            case MakeBundle(pairs=pairs) | MakeGrid(pairs=pairs):
                return len(pairs)
            case Convert(of=of):
                return self.of(of)
            case Reached(of=of) | Sized(of=of):
                return self.of(of)
            case If(then=then, otherwise=otherwise):
                return _greatest((self.of(then), self.of(otherwise)))
            case Binary(op="-", left=left):
                return self.of(left)
            case Binary(op="+", left=left, right=right):
                a, b = self.of(left), self.of(right)
                return None if a is None or b is None else a + b
            case Fold(kind="list" | "set" | "ties" | "standings"):
                return self._ways(node)
            case Walk(kind="reach" | "regions" | "loop", within=within):
                return self.of(within)
            case Walk(kind="trail", within=within):
                there = self.of(within)
                return None if there is None else 4 * there + 1
            case Call(routine=routine):
                returned = (
                    line.value
                    for line in walk(self.core.routines[routine].body)
                    if isinstance(line, stmt.Return)
                )
                bounds = (self.of(v) for v in returned if v is not None)
                return self._once(routine, bounds)
            case Lookup():
                return self._looked_up(node)
            case Prim():
                return self._prim(node)
            case _:
                return None

    def _ways(self, node: Fold) -> Bound:
        """How often one comes through all the clauses."""
        bounds = (self.of(c.of) for c in node.clauses if isinstance(c, For))
        return _product(bounds)

    def _looked_up(self, node: Lookup) -> Bound:
        if len(node.table.values) != 1 or not isinstance(node.type, t.ListType):
            return None
        held = [row[0] for row in node.table.rows.values()]
        bounds = [len(value) for value in held if isinstance(value, tuple)]
        if node.otherwise is not None:
            return _greatest((*bounds, self.of(node.otherwise)))
        return _greatest(bounds)

    def _prim(self, node: Prim) -> Bound:
        first = self.of(node.args[0]) if node.args else None
        match CORE[node.name].size:
            case "first":
                return first
            case "one more":
                return None if first is None else first + 1
            case "players":
                return self.core.players
            case "cells":
                return self._cells(node.type)
            case "lines":
                cells = self._cells(node.type)
                return None if cells is None else cells * 8
            case "sides":
                return self._sides(node.type)
            case "frontier":
                return None if first is None else first * self._sides(node.type)
            case _:
                return None

    def _cells(self, kind: t.Type) -> Bound:
        while isinstance(kind, t.ListType):
            kind = kind.item
        return self.domain(kind) if isinstance(kind, t.CellType) else None

    def _sides(self, kind: t.Type) -> int:
        square = kind == t.ListType(t.PlaceType("square"))
        return 4 if square else 6


def everything(core: Core) -> Iterator[object]:
    """Every node of the bodies and heads of a core."""
    for routine in core.routines.values():
        yield from walk(routine.body)
    for action in core.actions.values():
        yield from walk(action.head)


def _is_collection(kind: t.Type) -> bool:
    return isinstance(t.without_none(kind), t.ListType | t.GridType)


def _product(bounds: Iterable[Bound]) -> Bound:
    result = list(bounds)
    if any(bound is None for bound in result):
        return None
    return prod(bound for bound in result if bound is not None)


def _greatest(bounds: Iterable[Bound]) -> Bound:
    result = list(bounds)
    if any(bound is None for bound in result):
        return None
    return max((bound for bound in result if bound is not None), default=0)


def _least(a: Bound, b: Bound) -> Bound:
    if a is None or b is None:
        return b if a is None else a
    return min(a, b)


def _sane(bound: Bound) -> Bound:
    return None if bound is None or bound > LARGEST else bound
