"""Calls of the functions of the language in the core."""

from collections.abc import Callable, Mapping, Sequence

from rulesrun.dsl.builtins import FUNCTIONS
from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import folding
from rulesrun.dsl.core.context import Context, item_type
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.syntax import nodes

_NUMBERS: Mapping[str, Callable[..., int]] = {"min": min, "max": max, "abs": abs}


def _place_of(
    context: Context, node: nodes.Call, grid: core.Expr, what: core.Expr
) -> core.Expr:
    """The place of a grid where something lies, or none."""
    assert isinstance(grid.type, t.GridType)
    span, place = node.span, t.PlaceType(grid.type.shape)
    wanted, at = context.fresh("wanted", what.type), context.fresh("at", place)
    there = core.Get(at, type=place, span=span)
    lies = core.Index(grid, there, type=t.OptionalType(grid.type.item), span=span)
    same = core.Compare(
        "==", lies, core.Get(wanted, type=what.type, span=span), type=t.BOOL, span=span
    )
    once = core.Make((what,), type=t.ListType(what.type), span=span)
    clauses = (core.For(wanted, once), core.For(at, grid), core.When(same))
    kind = context.type_of(node)
    none = core.Const(None, type=kind, span=span)
    return core.Fold("first", clauses, there, (), none, type=kind, span=span)


def builtin(context: Context, node: nodes.Call, args: Sequence[core.Expr]) -> core.Expr:
    """A call of a function of the language."""
    function = FUNCTIONS[node.name]
    name = function.core or function.name
    kind, span = context.type_of(node), node.span
    if function.fold == "set":
        return folding.fitted(args[0], kind)
    if function.fold:
        each = context.fresh("each", item_type(args[0].type))
        return folding.over(function.fold, args[0], each, kind, span)
    if name == "size" and isinstance(args[0], core.Fold) and args[0].kind == "list":
        return core.Fold("count", args[0].clauses, type=kind, span=span)
    match name, args:
        case "size", (
            core.Range(
                low=core.Const(value=int(low)), high=core.Const(value=int(high))
            ),
        ):
            return folding.number(max(high - low + 1, 0), span)
    if name == "last" and isinstance(args[0], core.Fold) and args[0].kind == "list":
        return core.Fold("last", args[0].clauses, args[0].item, type=kind, span=span)
    if name == "position" and isinstance(args[0].type, t.GridType):
        return _place_of(context, node, *args)
    if function.first == "list":
        args = (folding.as_list(args[0]), *args[1:])
    if name == "shared" and not isinstance(args[0].type, t.BundleType):
        args = (args[0], folding.fitted(args[1], args[0].type))
    if function.first == "board":
        args = args[1:]
    numbers = [
        a.value for a in args if isinstance(a, core.Const) and isinstance(a.value, int)
    ]
    if name in _NUMBERS and len(numbers) == len(args):
        return folding.number(_NUMBERS[name](*numbers), span)
    return core.Prim(name, tuple(args), type=kind, span=span)
