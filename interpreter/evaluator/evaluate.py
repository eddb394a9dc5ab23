"""What an expression of the core is worth in a state, worked out directly.

No code is made: explanations, conditions in scenarios and refusals ask here, and tests
hold generated code against it. It is slow, and says the same.

More than 400 lines: one case a kind of expression, as everywhere the core is read.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rulesrun.dsl.core.expressions import (
    After,
    And,
    Binary,
    Call,
    Can,
    Clause,
    Compare,
    Const,
    Convert,
    Empty,
    Expr,
    Fail,
    Field,
    Fold,
    For,
    Get,
    Given,
    If,
    In,
    Index,
    InRange,
    IsKind,
    IsNone,
    Lookup,
    Make,
    MakeBundle,
    MakeGrid,
    Negative,
    Not,
    Offered,
    Or,
    Order,
    Prim,
    Range,
    Reached,
    Read,
    Sized,
    Walk,
    When,
)
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.symbols import Local, RoutineSymbol, Variable
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.evaluator.forms import collected, is_bits, is_empty, items
from rulesrun.interpreter.evaluator.primitives import (
    PRIMITIVES,
    Scene,
    opposite,
    walked,
)
from rulesrun.interpreter.runtime import grids
from rulesrun.interpreter.runtime.layout import BOX
from rulesrun.interpreter.runtime.support import (
    RuleFault,
    divided,
    in_range,
    only_of,
    remainder,
    sized_bundle,
    sized_or_none,
)
from rulesrun.interpreter.runtime.traversal import (
    groups_joined,
    item_steps,
    walk_items,
)
from rulesrun.interpreter.runtime.veils import looked

Values = Mapping[Local, Any]
"""What locals hold."""

OfferedValues = Callable[[str | None, str, Callable[[Values], bool]], Sequence[Any]]
"""From the name of an item and of what it chooses to the values that are offered.

The last one says whether all that an option chooses is as it is asked for.
"""


class Evaluator:
    """Evaluates expressions in one state of a layout.

    Args:
        scene: The state and how it is laid out; expressions do not change it, but for
            chance that is drawn.
        routines: Carries out what calls need: `call` for a value, `can` for options,
            `after` for what would be.
        offered: Gives what is offered now, in a scenario.
    """

    def __init__(
        self,
        scene: Scene,
        routines: "Routines",
        offered: OfferedValues | None = None,
    ) -> None:
        self.scene = scene
        self.layout = scene.layout
        self.state = scene.state
        self.routines = routines
        self.offered = offered

    # ---- variables ------------------------------------------------------------------

    def slot(self, variable: Variable, keys: Sequence[Expr], local: Values) -> int:
        """The slot of one variable of a family; a key outside is a fault."""
        if variable.symbol is None:
            return BOX
        family = self.layout.families[variable.symbol]
        slot = family.base
        for key, bounds, stride in zip(
            keys, variable.keys, family.strides, strict=True
        ):
            value = self.value(key, local)
            if value is None:
                raise RuleFault(f"`{variable.name}` of none does not exist")
            at = value - bounds.first
            if not 0 <= at < bounds.size:
                raise RuleFault(f"there is no `{variable.name}` of {value}")
            slot += at * stride
        return slot

    # ---- expressions ----------------------------------------------------------------

    def truth(self, node: Expr, local: Values) -> bool:
        """Whether a condition holds."""
        return bool(self.value(node, local))

    def items(self, node: Expr, local: Values) -> Sequence[Any]:
        """The items of a collection, in its order."""
        return items(node.type, self.value(node, local))

    def value(self, node: Expr, local: Values) -> Any:  # noqa: C901 - one case a kind of node
        """What an expression is worth, with what the locals hold."""
        match node:  # what is met most often comes first
            case Get(local=name):
                return local[name]
            case Const(value=value):
                return value
            case Read(variable=variable, keys=keys):
                value = self.state[self.slot(variable, keys, local)]
                return looked(value) if variable.zone is None else value
            case Compare():
                return self._compare(node, local)
            case Field(of=of, name=name_):
                return self._field(
                    t.without_none(of.type), name_, self.value(of, local)
                )
            case And(left=left, right=right):
                return self.truth(left, local) and self.truth(right, local)
            case Not(of=of):
                return not self.truth(of, local)
            case Empty(of=of):
                return is_empty(of.type, self.value(of, local))
            case Prim(name=name_, args=args):
                arguments = [self.value(arg, local) for arg in args]
                return PRIMITIVES[name_](self.scene, node, arguments)
            case Call(routine=routine, args=args):
                arguments = [self.value(arg, local) for arg in args]
                return self.routines.call(self, routine, arguments)
            case Binary():
                return self._binary(node, local)
            case Or(left=left, right=right):
                return self.truth(left, local) or self.truth(right, local)
            case IsNone(of=of):
                value = self.value(of, local)
                public = isinstance(of, Read)  # that a space is taken is known to all
                return (value if public else looked(value)) is None
            case Fold():
                return self._fold(node, local)
            case Lookup():
                return self._lookup(node, local)
            case Fail(message=message):
                raise RuleFault(message)
            case Negative(of=of):
                return -self.value(of, local)
            case If(test=test, then=then, otherwise=otherwise):
                chosen = then if self.truth(test, local) else otherwise
                return self.value(chosen, local)
            case IsKind(of=of, kind=kind):
                component = looked(self.value(of, local))
                return component is not None and component in self.layout.spans[kind]
            case In(item=item, of=of):
                return self._is_in(looked(self.value(item, local)), of, local)
            case Index(of=of, key=key):
                whole = looked(self.value(of, local))
                return self._index(of, whole, looked(self.value(key, local)))
            case Range(low=low, high=high):
                return range(self.value(low, local), self.value(high, local) + 1)
            case Make(items=parts):
                return collected(node.type, [self.value(i, local) for i in parts])
            case MakeBundle():
                return self._bundle(node, local)
            case MakeGrid(pairs=pairs):
                return {self.value(a, local): self.value(c, local) for a, c in pairs}
            case Convert(of=of):
                return collected(node.type, self.items(of, local))
            case Walk():
                return self._walk(node, local)
            case Can(action=action, args=args):
                arguments = [self.value(arg, local) for arg in args]
                return self.routines.can(self, action, arguments)
            case After(value=later, routine=rule, args=args):
                arguments = [self.value(arg, local) for arg in args]
                return self.routines.after(self, rule, arguments).value(later, local)
            case InRange(of=of, low=low_, high=high_, name=name_):
                return in_range(self.value(of, local), low_, high_, name_)
            case Sized(of=of):
                result = self.value(of, local)
                if isinstance(result, tuple):
                    return sized_bundle(result)
                return sized_or_none(result)
            case Reached(of=of):
                return self.value(of, local)
            case Offered(name=name_, item=item_, stated=stated):
                assert self.offered is not None

                def fits(chosen: Values) -> bool:
                    whole = {**local, **chosen}
                    return all(self.truth(test, whole) for test in stated)

                result = self.offered(item_, name_, fits)
                inner = t.element(node.type)
                if isinstance(inner, t.SetType):
                    result = [
                        one if isinstance(one, int) else collected(inner, one)
                        for one in result
                    ]
                return collected(node.type, result)

    # ---- fields and items -------------------------------------------------------------

    def _field(self, owner: t.Type, name: str, value: Any) -> Any:
        match owner, name:
            case t.ComponentType(), _:
                return self.layout.components[value].fields.get(name)
            case t.PlayerType(), "seat":
                return value + 1
            case t.PlayerType(), "left" | "right":
                if value >= self.layout.players:
                    raise RuleFault("only players sit beside somebody")
                return (value + (1 if name == "left" else -1)) % self.layout.players
            case t.CellType(board), "row" | "column":
                lattice = self.layout.boards[board]
                return (lattice.row_of if name == "row" else lattice.column_of)[value]
            case t.CellType(board), _:
                return self.layout.boards[board].beside(name)[value]
            case t.PlaceType(), _:
                return grids.coordinates(value)["xy".index(name)]
            case t.EdgeType(), _:
                return value[("at", "side").index(name)]
            case t.EnumType(enum), _:
                return opposite(enum, value)
            case t.RowType(table), _:
                names = [n for n, _ in self._columns(table)]
                return value[names.index(name)]
            case _:
                raise AssertionError(f"no field {name} of {owner}")

    def _columns(self, table: str) -> Sequence[tuple[str, t.Type]]:
        symbol: Any = self.layout.world.names[table]
        columns: Sequence[tuple[str, t.Type]] = symbol.values
        return columns

    def _lookup(self, node: Lookup, local: Values) -> Any:
        keys = tuple(looked(self.value(key, local)) for key in node.keys)
        row = node.table.rows.get(keys)
        if row is not None:
            return row[0] if len(node.table.values) == 1 else row
        if node.otherwise is not None:
            return self.value(node.otherwise, local)
        row_key = keys[0] if len(keys) == 1 else keys
        raise RuleFault(f"`{node.table.name}` has no row for {row_key}")

    def _index(self, of: Expr, value: Any, key: Any) -> Any:
        match t.without_none(of.type):
            case t.GridType():
                return value.get(key)
            case t.BundleType():
                return value[key]
            case _:
                if 1 <= key <= len(value):
                    return value[key - 1]
                raise RuleFault(f"there is no item {key} among {len(value)}")

    def _is_in(self, item: Any, of: Expr, local: Values) -> bool:
        if isinstance(of, Read) and of.variable.zone is not None and item is not None:
            if not of.variable.zone.counts and of.variable.zone.kind != "grid":
                slot = self.slot(of.variable, of.keys, local)
                return bool(self.state[self.layout.locations + item] == slot)
        value, kind = self.value(of, local), t.without_none(of.type)
        if isinstance(kind, t.BundleType):
            return item is not None and value[item] > 0
        if is_bits(kind):
            return item is not None and bool(value >> item & 1)
        if item is None and isinstance(value, range):
            return False  # else Python looks for it at each number
        return item in value

    # ---- operators --------------------------------------------------------------------

    def _binary(self, node: Binary, local: Values) -> Any:
        a, b = self.value(node.left, local), self.value(node.right, local)
        kind = t.without_none(node.type)
        match kind, node.op:
            case t.BundleType(), "*":
                return tuple(amount * b for amount in a)
            case t.BundleType(), op:
                pairs = zip(a, b, strict=True)
                return tuple(x + y if op == "+" else x - y for x, y in pairs)
            case t.ListType(), "+":
                return (*a, *b)
            case t.ListType(), "-":
                rest = list(a)
                for item in b:
                    if item in rest:
                        rest.remove(item)
                return tuple(rest)
            case t.SetType(), op:
                mine, others = items(kind, a), set(items(kind, b))
                if op == "+":
                    return collected(kind, [*mine, *others])
                return collected(kind, [item for item in mine if item not in others])
            case _, "+":
                return a + b
            case _, "-":
                return a - b
            case _, "*":
                return a * b
            case _, "mod":
                return remainder(a, b)
            case _, "/":
                return divided(a, b)
            case _:
                return -divided(-a, b)

    def _compare(self, node: Compare, local: Values) -> bool:
        a, b = self.value(node.left, local), self.value(node.right, local)
        match node.op:
            case "==" | "!=":
                if isinstance(a, range) or isinstance(b, range):
                    a, b = tuple(a), tuple(b)
                return bool((a == b) == (node.op == "=="))
            case "<":
                return bool(a < b)
            case "<=":
                return bool(a <= b)
            case ">":
                return bool(a > b)
            case _:
                return bool(a >= b)

    def _bundle(self, node: MakeBundle, local: Values) -> tuple[int, ...]:
        assert isinstance(node.type, t.BundleType)
        amounts = [0] * len(self.layout.world.enum(node.type.enum).values)
        for kind, amount in node.pairs:
            amounts[self.value(kind, local)] += self.value(amount, local)
        return tuple(amounts)

    # ---- loops --------------------------------------------------------------------------

    def ways(self, clauses: Sequence[Clause], local: Values) -> Iterator[Values]:
        """All ways through some clauses, each with what the locals hold there."""
        if not clauses:
            yield local
            return
        first, *rest = clauses
        match first:
            case For(local=name, of=of):
                for item in self.items(of, local):
                    yield from self.ways(rest, {**local, name: item})
            case Given(local=name, value=value):
                yield from self.ways(rest, {**local, name: self.value(value, local)})
            case When(test=test):
                if self.truth(test, local):
                    yield from self.ways(rest, local)

    def _fold(self, node: Fold, local: Values) -> Any:
        ways = self.ways(node.clauses, local)
        if node.kind == "count":
            return sum(1 for _ in ways)
        assert node.item is not None
        if node.by:
            return self._ranked(node, local, ways)
        item = node.item
        result = (self.value(item, way) for way in ways)
        match node.kind:
            case "any":
                return any(result)
            case "all":
                return all(result)
            case "sum":
                return sum(result)
            case "list" | "set":
                return collected(node.type, result)
            case "run":
                return grids.longest_run([bool(flag) for flag in result])
            case "first":
                for value in result:
                    return value
                return self._otherwise(node, local)
        values = list(result)
        if not values:
            return self._otherwise(node, local)
        match node.kind:
            case "only":
                return only_of(values)
            case "last":
                return values[-1]
            case "most":
                return max(values)
            case _:
                return min(values)

    def _otherwise(self, node: Fold, local: Values) -> Any:
        if node.otherwise is not None:
            return self.value(node.otherwise, local)
        if node.kind in ("most", "least"):
            raise RuleFault(f"`{node.kind}` of an empty collection has no value")
        raise RuleFault("there is none to take: the collection is empty")

    def _ranked(self, node: Fold, local: Values, ways: Iterator[Values]) -> Any:
        assert node.item is not None
        keyed = [(self.key(node.by, way), self.value(node.item, way)) for way in ways]
        if node.kind == "standings":
            groups: dict[Any, list[Any]] = {}
            for key, value in keyed:
                groups.setdefault(key, []).append(value)
            return tuple(tuple(groups[key]) for key in sorted(groups, reverse=True))
        top = max((key for key, _ in keyed), default=None)
        tied = tuple(value for key, value in keyed if key == top)
        if node.kind == "ties":
            return tied
        if node.kind == "only":
            return only_of(tied)
        return tied[0] if tied else self._otherwise(node, local)

    def key(self, by: Sequence[Order], local: Values) -> tuple[int, ...]:
        """By what something is ranked, the greater the better."""
        numbers = ((order.most, self.value(order.by, local)) for order in by)
        return tuple(number if most else -number for most, number in numbers)

    def _walk(self, node: Walk, local: Values) -> Any:
        within = self.items(node.within, local)
        step = node.step

        def fits(a: int, b: int, side: int) -> bool:
            if step is None:
                return True
            inner = {**local, step.source: a, step.target: b, step.side: side}
            return self.truth(step.test, inner)

        def cost(a: int, b: int, side: int) -> int:
            assert step is not None
            assert step.cost is not None
            inner = {**local, step.source: a, step.target: b, step.side: side}
            return int(self.value(step.cost, inner))

        start = () if node.start is None else self.items(node.start, local)
        limit = None if node.limit is None else self.value(node.limit, local)
        goal = None if node.goal is None else self.value(node.goal, local)
        tests = fits, None if step is None or step.cost is None else cost
        if step is not None and (step.among is not None or has_no_neighbours(node)):
            source, whole = step.source, step.among

            def among(a: int) -> Sequence[Any]:
                assert whole is not None
                return self.items(whole, {**local, source: a})

            beside = None if whole is None else among
            if node.kind == "regions":
                return groups_joined(within, item_steps(within, beside, fits))
            result = walk_items(start, within, beside, fits, limit, tests[1])
            if node.kind == "steps":
                return None if goal is None else result.get(goal)
            return tuple(sorted(result))
        return walked(self.layout, node, within, tuple(start), goal, limit, tests)


def has_no_neighbours(node: Walk) -> bool:
    """Whether a walk leads over what lies beside nothing: components, players, values."""
    return not isinstance(t.element(node.within.type), t.CellType | t.PlaceType)


class Routines:
    """How an evaluator gets the value of what it calls."""

    core: Core

    def call(
        self, evaluator: Evaluator, routine: RoutineSymbol, args: Sequence[Any]
    ) -> Any:
        """The value of a function or an amount."""
        raise NotImplementedError

    def can(
        self, evaluator: Evaluator, action: RoutineSymbol, args: Sequence[Any]
    ) -> bool:
        """Whether the head of an action has an option."""
        raise NotImplementedError

    def after(
        self, evaluator: Evaluator, rule: RoutineSymbol, args: Sequence[Any]
    ) -> Evaluator:
        """An evaluator of the state as a rule would leave it."""
        raise NotImplementedError
