"""Expectations that cannot fail: they hold whatever the rules do."""

from collections.abc import Iterator

from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic
from rulesrun.dsl.semantics.constants import NotFixed, evaluate
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.dsl.semantics.value_types import IntType
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

Bounds = tuple[int | None, int | None]
"""The least and the greatest that a number can be, as far as it is bounded."""


def check_expectations(world: World, read: Read) -> Iterator[Diagnostic]:
    """Every scenario of the file itself expects something that could be otherwise."""
    for decl in world.file.declarations:
        if isinstance(decl, nodes.AlwaysDecl) and decl.span.path == world.file.path:
            yield from _could_fail(world, decl.test)
    for scenario in world.scenarios:
        if scenario.span.path != world.file.path:
            continue
        if all(_only_prepares(step) for step in scenario.steps):
            yield problem(
                "expects-nothing",
                scenario.span,
                "this scenario expects nothing and chooses nothing",
                hint="say what should have become of it:  expect ...",
            )
        for step in scenario.steps:
            if isinstance(step, nodes.Expect | nodes.Always):
                yield from _could_fail(world, step.test)


def _could_fail(world: World, test: nodes.Expr) -> Iterator[Diagnostic]:
    if settled(world, test):
        yield problem(
            "expects-nothing",
            test.span,
            "this holds whatever the rules do",
            mark="always true",
            hint="expect something that the rules could get wrong",
        )


def _only_prepares(step: nodes.ScenarioStep) -> bool:
    return isinstance(step, nodes.Given | nodes.Start | nodes.Chance | nodes.Let)


def settled(world: World, test: nodes.Expr) -> bool | None:
    """Whether a condition always holds, or never; none where the game decides."""
    match test:
        case nodes.Not(of=of):
            result = settled(world, of)
            return None if result is None else not result
        case nodes.And(left=left, right=right):
            return _both(settled(world, left), settled(world, right), dominant=False)
        case nodes.Or(left=left, right=right):
            return _both(settled(world, left), settled(world, right), dominant=True)
        case nodes.Compare(op=op, left=left, right=right):
            if left == right:
                return op in ("==", "<=", ">=")
            return _fixed(world, test) or _within(
                op, _bounds(world, left), _bounds(world, right)
            )
        case _:
            return _fixed(world, test)


def _both(a: bool | None, b: bool | None, *, dominant: bool) -> bool | None:
    if dominant in (a, b):
        return dominant
    return None if None in (a, b) else not dominant


def _fixed(world: World, test: nodes.Expr) -> bool | None:
    try:
        value = evaluate(world, test, {})
    except (NotFixed, ZeroDivisionError):
        return None
    return value if isinstance(value, bool) else None


def _bounds(world: World, node: nodes.Expr) -> Bounds:
    """The bounds of a number that the rules are held to."""
    if isinstance(node, nodes.Call) and node.name == "size":
        return 0, None
    symbol = world.refs.get(id(node))
    if isinstance(symbol, VariableSymbol):
        kind = symbol.type
        return (kind.low, kind.high) if isinstance(kind, IntType) else (None, None)
    try:
        value = evaluate(world, node, {})
    except (NotFixed, ZeroDivisionError):
        return None, None
    if isinstance(value, bool) or not isinstance(value, int):
        return None, None
    return value, value


def _within(op: str, left: Bounds, right: Bounds) -> bool | None:
    """What a comparison of numbers in these bounds always comes to."""
    if op in (">", ">="):
        return _within({">": "<", ">=": "<="}[op], right, left)
    (low, high), (other_low, other_high) = left, right
    if op == "<" and None not in (high, other_low):
        return high < other_low or None  # type: ignore[operator]
    if op == "<=" and None not in (high, other_low):
        return high <= other_low or None  # type: ignore[operator]
    if op == "!=":
        apart = None not in (high, other_low) and high < other_low  # type: ignore[operator]
        apart |= None not in (low, other_high) and other_high < low  # type: ignore[operator]
        return apart or None
    return None
