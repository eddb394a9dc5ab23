"""Calls of the functions of the language in the core."""

from collections.abc import Callable, Mapping, Sequence

from rulesrun.dsl.core import folding
from rulesrun.dsl.core.builtins import BUILTINS
from rulesrun.dsl.core.context import Context, item_type
from rulesrun.dsl.core.expressions import Const, Expr, Fold, Prim
from rulesrun.dsl.semantics.value_types import BundleType
from rulesrun.dsl.syntax import nodes

_OVER = {
    "sum": "sum",
    "most": "most",
    "least": "least",
    "first": "first",
    "top": "first",
}
"""What is made of all items of a collection, and the fold that does it."""

_LISTS = frozenset({"random", "reversed", "position", "last"})
"""The functions whose first value is a list, whatever collection is given."""

_BOARDS = frozenset({"lines", "border", "cell_at"})
"""The functions whose first value is a board, which their type says."""

_NUMBERS: Mapping[str, Callable[..., int]] = {"min": min, "max": max, "abs": abs}

_OTHER_NAMES = {"bottom": "last", "neighbours": "grid_neighbours"}


def builtin(context: Context, node: nodes.Call, args: Sequence[Expr]) -> Expr:
    """A call of a function of the language."""
    name = _OTHER_NAMES.get(node.name, node.name)
    kind, span = context.type_of(node), node.span
    if node.name in _OVER:
        each = context.fresh("each", item_type(args[0].type))
        return folding.over(_OVER[node.name], args[0], each, kind, span)
    if name == "distinct":
        return folding.fitted(args[0], kind)
    if name == "size" and isinstance(args[0], Fold) and args[0].kind == "list":
        return Fold("count", args[0].clauses, type=kind, span=span)
    if name == "last" and isinstance(args[0], Fold) and args[0].kind == "list":
        return Fold("last", args[0].clauses, args[0].item, type=kind, span=span)
    if name in _LISTS:
        args = (folding.as_list(args[0]), *args[1:])
    if name == "shared" and not isinstance(args[0].type, BundleType):
        args = (args[0], folding.fitted(args[1], args[0].type))
    if name in _BOARDS:
        args = args[1:]
    known = [a.value for a in args if isinstance(a, Const) and isinstance(a.value, int)]
    if name in _NUMBERS and len(known) == len(args):
        return folding.number(_NUMBERS[name](*known), span)
    assert name in BUILTINS, f"no function {name}"
    return Prim(name, tuple(args), type=kind, span=span)
