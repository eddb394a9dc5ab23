"""What a condition proves about collections: that they hold something, and what."""

from collections.abc import Iterable, Mapping

import attrs
from attrs import frozen

from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.semantics.symbols import AmountSymbol, FunctionSymbol, LocalSymbol
from rulesrun.dsl.semantics.value_types import IntType, ZoneType, bundle_of
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes

Tests = frozenset[nodes.Expr]


@frozen
class Fact:
    """At least so many members of a collection satisfy all the tests (of `it`)."""

    of: nodes.Expr
    tests: Tests = frozenset()
    least: int = 1

    @property
    def trees(self) -> tuple[nodes.Expr, ...]:
        """What it is about."""
        return (self.of, *self.tests)


Facts = frozenset[Fact]
NOTHING: Facts = frozenset()
FLIPPED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


# ---- expressions -------------------------------------------------------------


def replaced(tree: nodes.Expr, names: Mapping[str, nodes.Expr]) -> nodes.Expr:
    """The expression with other expressions in place of some of its names."""
    return _replaced(tree, names)  # type: ignore[return-value]


def _replaced(tree: object, names: Mapping[str, nodes.Expr]) -> object:
    match tree:
        case nodes.Name(text=text):
            return names.get(text, tree)
        case nodes.Node():
            changes = {
                a.name: _replaced(getattr(tree, a.name), names)
                for a in tree.__attrs_attrs__
                if a.name != "span"
            }
            return attrs.evolve(tree, **changes)  # type: ignore[arg-type]
        case tuple():
            return tuple(_replaced(part, names) for part in tree)
        case _:
            return tree


def conjuncts(test: nodes.Expr | None, name: str | None = None) -> Tests:
    """The parts of a condition that are joined by `and`, the name being `it`."""
    if test is None:
        return frozenset()
    if isinstance(test, nodes.And):
        return conjuncts(test.left, name) | conjuncts(test.right, name)
    if name is None:
        return frozenset({test})
    return frozenset({replaced(test, {name: nodes.It(span=test.span)})})


def negated(test: nodes.Expr) -> nodes.Expr:
    """The condition that holds where this one does not."""
    match test:
        case nodes.Not(of=of):
            return of
        case nodes.IsNone() | nodes.IsEmpty() | nodes.IsType() | nodes.Member():
            return attrs.evolve(test, negated=not test.negated)
        case nodes.Compare(op=op):
            return attrs.evolve(test, op=OPPOSITE[op])
        case nodes.Quantified(kind="some" | "no" as kind):
            return attrs.evolve(test, kind="no" if kind == "some" else "some")
        case _:
            return nodes.Not(span=test.span, of=test)


# ---- what a condition proves -------------------------------------------------


def proved(world: World, test: nodes.Expr, holds: bool = True) -> Facts:
    """What is known to hold something where the test holds (or where it does not)."""
    match test:
        case nodes.Not(of=of):
            return proved(world, of, not holds)
        case nodes.And(left=left, right=right):
            a, b = proved(world, left, holds), proved(world, right, holds)
            return a | b if holds else a & b
        case nodes.Or(left=left, right=right):
            a, b = proved(world, left, holds), proved(world, right, holds)
            return a & b | {Fact(test)} if holds else a | b
        case nodes.IsEmpty(of=of, negated=no) if no == holds:
            return frozenset({Fact(of)})
        case nodes.Member(of=of, negated=no) if no != holds:
            return frozenset({Fact(of)})
        case nodes.Quantified(kind="some" | "no" as kind) if (kind == "some") == holds:
            return _some(test.binder, 1)
        case nodes.Every(binder=binder, holds=every) if not holds:
            other = conjuncts(negated(every), binder.name)
            tests = conjuncts(binder.where, binder.name) | other
            return frozenset({Fact(binder.of, tests)})
        case nodes.Can() if holds:
            return frozenset({Fact(test)})
        case nodes.Compare(op=op, left=left, right=right):
            op = op if holds else OPPOSITE[op]
            facts = _counted(world, op, left, right)
            facts |= _counted(world, FLIPPED[op], right, left)
            facts |= _above(world, op, left, right)
            facts |= _above(world, FLIPPED[op], right, left)
            return facts | _no_less(op, left, right)
        case nodes.Call():
            inner = _inside(world, test)
            return NOTHING if inner is None else proved(world, inner, holds)
        case _:
            return NOTHING


def _above(world: World, op: str, one: nodes.Expr, number: nodes.Expr) -> Facts:
    """What is known where something is greater than a number that is fixed."""
    n = constant_int(world, number)
    if n is None or op != ">":
        return NOTHING
    return frozenset({no_less(one, nodes.Int(span=number.span, value=n + 1))})


def _inside(world: World, call: nodes.Call) -> nodes.Expr | None:
    """What a function of a single value says of what it is given, as far as that is safe.

    It is not where a name could mean something else here than in the function: one that it
    binds itself, or a value of an enum like which some local is called.
    """
    function = world.refs.get(id(call)) or world.names.get(call.name)
    if not isinstance(function, FunctionSymbol):
        return None
    params = [param.name for param in function.params]
    match function.decl.body:
        case (nodes.Return(value=value),) if value is not None:
            pass
        case _:
            return None
    if len(params) != len(call.args):
        return None
    bound = {n.name for n in walk(value) if isinstance(n, nodes.Binder)}
    values = (names_in((value,)) - set(params) - bound) & world.values.keys()
    if bound & names_in(call.args):
        return None
    locals_ = (s for s in world.refs.values() if isinstance(s, LocalSymbol))
    if values and any(local.name in values for local in locals_):
        return None
    return replaced(value, dict(zip(params, call.args, strict=True)))


def _no_less(op: str, left: nodes.Expr, right: nodes.Expr) -> Facts:
    """What a comparison says of two numbers, as `a >= b`, whichever way it is written."""
    sides = {
        ">": [(left, right)],
        ">=": [(left, right)],
        "<": [(right, left)],
        "<=": [(right, left)],
        "==": [(left, right), (right, left)],
    }
    return frozenset(no_less(a, b) for a, b in sides.get(op, ()))


def no_less(one: nodes.Expr, other: nodes.Expr) -> Fact:
    """That a number is not less than another."""
    return Fact(nodes.Compare(span=one.span, op=">=", left=one, right=other))


def _some(binder: nodes.Binder, least: int) -> Facts:
    return frozenset({Fact(binder.of, conjuncts(binder.where, binder.name), least)})


def _counted(world: World, op: str, count: nodes.Expr, number: nodes.Expr) -> Facts:
    """What is known where a count is compared with a number."""
    n = lowest(world, number)
    if n is None:
        return NOTHING
    least = {">": n + 1, ">=": n, "==": n}.get(op, 0)
    if op == "!=" and constant_int(world, number) == 0:
        least = 1
    if least < 1:
        return NOTHING
    match count:
        case nodes.Call(name="size", args=(of,)):
            return frozenset({Fact(of, frozenset(), least)})
        case nodes.Quantified(kind="count", binder=binder):
            return _some(binder, least)
        case _:
            return NOTHING


def lowest(world: World, of: nodes.Expr) -> int | None:
    """A number that an expression is never below, as far as that is plain to see."""
    number = constant_int(world, of)
    if number is not None:
        return number
    match of:
        case nodes.Call(name="size") | nodes.Quantified(kind="count"):
            return 0
        case nodes.Call(name="min" | "max" as name, args=args):
            bounds = [lowest(world, arg) for arg in args]
            known = [bound for bound in bounds if bound is not None]
            if name == "max":
                return max(known, default=None)
            return min(known) if len(known) == len(bounds) else None
        case nodes.Division(left=left, right=right):
            above, below = lowest(world, left), lowest(world, right)
            return 0 if above is not None and below and min(above, below) >= 0 else None
        case nodes.Call(name=name) if amount := world.get(AmountSymbol, name):
            return _lowest_amount(world, amount)
        case nodes.Index(of=inner) if _is_bundle(world, inner):
            return 0
        case nodes.Arithmetic(op="+" | "*" as op, left=left, right=right):
            a, b = lowest(world, left), lowest(world, right)
            if a is None or b is None or min(a, b) < 0:
                return None
            return a + b if op == "+" else a * b
        case _:
            match world.types.get(id(of)):
                case IntType(int() as low, _):
                    return low
                case ZoneType("stock", _):
                    return 0
                case _:
                    return None


def _lowest_amount(world: World, amount: AmountSymbol) -> int | None:
    """What an amount is never below: its bound, or its value where nothing lowers it."""
    if amount.decl.least is not None:
        return constant_int(world, amount.decl.least)
    if amount.decl.most is not None:
        return None
    for adjustment in amount.adjustments:
        match adjustment.decl.value:
            case nodes.Arithmetic(op="+", left=nodes.Name(text="result"), right=more):
                added = constant_int(world, more)
                if added is None or added < 0:
                    return None
            case _:
                return None
    return constant_int(world, amount.decl.value)


def _is_bundle(world: World, of: nodes.Expr) -> bool:
    kind = world.types.get(id(of))
    return kind is not None and bundle_of(kind) is not None


def names_in(trees: Iterable[nodes.Expr]) -> set[str]:
    """The names that some expressions mention."""
    found = walk(tuple(trees))
    return {node.text for node in found if isinstance(node, nodes.Name)}
