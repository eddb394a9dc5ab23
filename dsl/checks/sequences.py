"""What has no order is not asked for its first, and what has no top not for that."""

from collections.abc import Iterator, Mapping

from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.problems.remedies import write
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.symbols import LocalSymbol, VariableSymbol
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted

ENDS = frozenset({"top", "bottom"})
ASKED = ENDS | {"first", "last", "position"}

Values = Mapping[LocalSymbol, nodes.Expr]
"""What names stand for that keep their values."""


def check_sequences(world: World, read: Read) -> Iterator[Diagnostic]:
    """Where the first, the last or a position is meant, there is an order."""
    trees = (*world.file.declarations, *world.scenarios)
    calls = [
        call
        for call in each(trees, nodes.Call)
        if call.name in ASKED and call.args and id(call) not in world.refs
    ]
    values = _values(world, trees) if calls else {}
    reported = set()
    for call in calls:
        if call.span in reported or call.span.path in world.file.earlier:
            continue
        reported.add(call.span)
        whole = _without_order(world, values, call.args[0])
        if whole is not None:
            yield _no_first(world, call, whole)
        elif call.name in ENDS and not _may_have_top(_type(world, call.args[0])):
            yield _no_top(call)


def _values(world: World, trees: tuple[nodes.Node, ...]) -> Values:
    changed = {world.refs.get(id(line.target)) for line in each(trees, nodes.Assign)}
    lets = [(world.refs.get(id(let)), let.value) for let in each(trees, nodes.Let)]
    return {
        symbol: value
        for symbol, value in lets
        if isinstance(symbol, LocalSymbol) and symbol not in changed
    }


def _type(world: World, of: nodes.Expr) -> t.Type:
    return t.without_none(world.types.get(id(of), t.UNKNOWN))


def _without_order(world: World, values: Values, of: nodes.Expr) -> nodes.Expr | None:
    """What has no order: the expression itself, or what its items come out of."""
    symbol = world.refs.get(id(of))
    if isinstance(symbol, LocalSymbol) and symbol in values:
        return _without_order(world, values, values[symbol])
    match of:
        case nodes.Quantified(kind="all", binder=binder) | nodes.ListFor(binder=binder):
            return _without_order(world, values, binder.of)
        case _:
            pass
    match _type(world, of):
        case (
            t.ZoneType("hand" | "area" | "bag" | "stock") | t.SetType() | t.BundleType()
        ):
            return of
        case _:
            return None


def _may_have_top(kind: t.Type) -> bool:
    return isinstance(kind, t.UnknownType) or (
        isinstance(kind, t.ZoneType) and kind.kind in ("deck", "pile")
    )


def _no_first(world: World, call: nodes.Call, whole: nodes.Expr) -> Diagnostic:
    of, symbol = call.args[0], world.refs.get(id(whole))
    labels: tuple[Label, ...] = ()
    if isinstance(symbol, VariableSymbol) and symbol.span is not None:
        labels = (Label(symbol.span, "declared here"),)
    if call.name == "position":
        hint = "keep them in a row or a list, whose order the rules say"
    else:
        among = f"x in {quoted(of)}"
        if isinstance(of, nodes.Quantified):
            among = quoted(of).removeprefix("all ")
        hint = (
            f"write  any {among}  if it does not matter which, "
            "else say which:  the x in ... having most ..."
        )
    return problem(
        "no-order",
        call.span,
        f"`{quoted(whole)}` has no order, so there is no `{call.name}` of it",
        mark="no order",
        labels=labels,
        hint=hint,
    )


def _no_top(call: nodes.Call) -> Diagnostic:
    end = "first" if call.name == "top" else "last"
    instead = f"{end}({quoted(call.args[0])})"
    return problem(
        "no-order",
        call.span,
        f"only decks and piles have a {call.name}",
        mark="no deck, and no pile",
        hint=write(call.span, instead),
    )
