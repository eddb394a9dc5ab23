"""Types of calls: the functions of the language and those that the file declares.

More than 400 lines because every function of the language has its own rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from rulesrun.dsl import nodes
from rulesrun.dsl.diagnostics import Label
from rulesrun.dsl.nearest import did_you_mean
from rulesrun.dsl.symbols import (
    ActionSymbol,
    AmountSymbol,
    BoardSymbol,
    FunctionSymbol,
    LocalSymbol,
    RuleSymbol,
)
from rulesrun.dsl.value_types import (
    BOOL,
    INT,
    PLAYER,
    SIDES,
    UNKNOWN,
    BundleType,
    CellType,
    EdgeType,
    EnumType,
    GridType,
    ListType,
    OptionalType,
    PlaceType,
    SetType,
    Type,
    UnknownType,
    bundle_of,
    fits,
    without_none,
)
from rulesrun.dsl.vocabulary import OTHER_FUNCTIONS
from rulesrun.dsl.words import FUNCTIONS

if TYPE_CHECKING:
    from rulesrun.dsl.infer import Inference

Args = tuple[nodes.Expr, ...]
Rule = Callable[["Inference", nodes.Call, "Type | None"], Type]


def type_of_call(infer: Inference, node: nodes.Call, expected: Type | None) -> Type:
    """The type of a call; unknown functions and wrong arguments are reported."""
    symbol = infer.world.names.get(node.name)
    if isinstance(symbol, FunctionSymbol | AmountSymbol):
        symbol.used = True
        infer.world.refs[id(node)] = symbol
        check_arguments(infer, node, symbol.params, node.args)
        if isinstance(symbol, AmountSymbol):
            return INT
        return symbol.returns or UNKNOWN
    rule = _RULES.get(node.name)
    if rule is None:
        _unknown_function(infer, node)
        for arg in node.args:
            infer.expr(arg)
        return UNKNOWN
    least, most, _ = _SHAPES[node.name]
    if not least <= len(node.args) <= most:
        infer.world.report(
            "wrong-count",
            node.span,
            f"`{node.name}` is written  {FUNCTIONS[node.name].partition(':')[0]}",
            hint=f"the {'greatest' if node.name == 'max' else 'smallest'} of a collection "
            f"is  {'most' if node.name == 'max' else 'least'}(S)"
            if node.name in ("min", "max") and len(node.args) == 1
            else FUNCTIONS[node.name],
        )
        for arg in node.args:
            infer.expr(arg)
        return UNKNOWN
    return rule(infer, node, expected)


def check_arguments(
    infer: Inference,
    node: nodes.Call
    | nodes.Do
    | nodes.Raise
    | nodes.MenuAction
    | nodes.Start
    | nodes.Can
    | nodes.After,
    params: tuple[LocalSymbol, ...],
    args: Args,
) -> None:
    """Each argument against its parameter."""
    if len(params) != len(args):
        names = f" ({', '.join(p.name for p in params)})" if params else ""
        wanted = (
            f"{len(params) or 'no'} {'value' if len(params) == 1 else 'values'}{names}"
        )
        symbol = infer.world.names.get(node.name)
        span = symbol.span if symbol else None
        infer.world.report(
            "wrong-count",
            node.name_span,
            f"`{node.name}` takes {wanted}, and {len(args)} "
            f"{'is' if len(args) == 1 else 'are'} given",
            labels=[Label(span, "declared here")] if span else [],
        )
        for arg in args:
            infer.expr(arg)
        return
    for param, arg in zip(params, args, strict=True):
        infer.want(arg, param.type, f"`{param.name}` of `{node.name}`")


def _unknown_function(infer: Inference, node: nodes.Call) -> None:
    name = node.name
    if name in infer.world.broken:
        return
    symbol = infer.world.names.get(name)
    if symbol is not None:
        what = symbol.what
        hint = None
        if isinstance(symbol, RuleSymbol):
            hint = f"carry it out in a line of its own:  do {name}(...)"
        elif isinstance(symbol, ActionSymbol):
            hint = "offer it in a menu:  p chooses one of:"
        infer.world.report(
            "unknown-function",
            node.name_span,
            f"`{name}` is {'an' if what[0] in 'aeiou' else 'a'} {what}, "
            "and a function is needed here",
            hint=hint,
        )
        return
    known = [s.name for s in infer.world.each(FunctionSymbol)]
    known += [s.name for s in infer.world.each(AmountSymbol)]
    infer.world.report(
        "unknown-function",
        node.name_span,
        f"no function is called `{name}`",
        mark="unknown",
        labels=infer.world.meant(name, known),
        hint=did_you_mean(name, [*known, *FUNCTIONS]) or _said_otherwise(name),
    )


def _said_otherwise(name: str) -> str | None:
    """How the language says what other languages have a function for."""
    said = OTHER_FUNCTIONS.get(name.lower())
    return f"write  {said}" if said else None


# ---- the functions of the language -----------------------------------------


def _size(infer: Inference, node: nodes.Call, expected: Type | None) -> Type:
    infer.collection(node.args[0])
    return INT


def _numbers(infer: Inference, node: nodes.Call, expected: Type | None) -> Type:
    item = infer.collection(node.args[0])
    if not fits(item, INT):
        infer.world.report(
            "wrong-type", node.args[0].span, f"`{node.name}` needs numbers, not {item}"
        )
    return INT


def _arithmetic(infer: Inference, node: nodes.Call, expected: Type | None) -> Type:
    for arg in node.args:
        infer.number(arg)
    return INT


def _one_of(infer: Inference, node: nodes.Call, expected: Type | None) -> Type:
    if node.name == "random":
        _chance(infer, node)
    wanted = None if expected is None else ListType(expected)
    return infer.collection(node.args[0], wanted)


def _chance(infer: Inference, node: nodes.Call) -> None:
    if infer.pure:
        infer.world.report(
            "cannot-change",
            node.span,
            "chance plays no part in a condition, a function or the head of an action",
            hint="let a rule draw first, and look at what it drew",
        )


def _reversed(infer: Inference, node: nodes.Call, expected: Type | None) -> Type:
    return ListType(infer.collection(node.args[0]))


def _distinct(infer: Inference, node: nodes.Call, expected: Type | None) -> Type:
    return SetType(infer.collection(node.args[0]))


def _players(infer: Inference, node: nodes.Call, expected: Type | None) -> Type:
    infer.want(node.args[0], PLAYER)
    return ListType(PLAYER)


def _grid_argument(infer: Inference, node: nodes.Call) -> GridType | None:
    kind = infer.expr(node.args[0])
    if isinstance(kind, GridType):
        return kind
    if not isinstance(kind, UnknownType):
        infer.world.report(
            "wrong-type",
            node.args[0].span,
            f"`{node.name}` needs a growing grid, and this is a {kind}",
        )
    return None


def _places(infer: Inference, node: nodes.Call, expected: Type | None) -> Type:
    grid = _grid_argument(infer, node)
    shape = grid.shape if grid else "square"
    if len(node.args) == 2:
        infer.want(node.args[1], PlaceType(shape))
    return ListType(PlaceType(shape))


def _outline(infer: Inference, node: nodes.Call, expected: Type | None) -> Type:
    grid = _grid_argument(infer, node)
    return ListType(ListType(EdgeType(grid.shape if grid else "square")))


def _components(infer: Inference, node: nodes.Call, expected: Type | None) -> Type:
    grid = _grid_argument(infer, node)
    return ListType(grid.item) if grid else UNKNOWN


def _sides_of(infer: Inference, kind: Type) -> Type:
    if isinstance(kind, PlaceType):
        return SIDES[kind.shape]
    if isinstance(kind, CellType):
        board = infer.world.get(BoardSymbol, kind.board)
        square = board is not None and board.shape == "square"
        return EnumType("Direction") if square else EnumType("HexSide")
    return UNKNOWN


def _cell_argument(
    infer: Inference,
    node: nodes.Call,
    position: int = 0,
    expected: Type | None = None,
) -> Type:
    arg = node.args[position]
    kind = infer.expr(arg, expected)
    if isinstance(kind, OptionalType) and isinstance(kind.item, CellType | PlaceType):
        infer.want(arg, kind.item)
        return kind.item
    if not isinstance(kind, CellType | PlaceType | UnknownType):
        infer.want(arg, PlaceType("square"))
        return UNKNOWN
    return kind


def _step(infer: Inference, node: nodes.Call, expected: Type | None) -> Type:
    kind = _cell_argument(infer, node, expected=expected)
    infer.want(node.args[1], _sides_of(infer, kind))
    return OptionalType(kind) if isinstance(kind, CellType) else kind


def _ray(infer: Inference, node: nodes.Call, expected: Type | None) -> Type:
    kind = _cell_argument(infer, node)
    infer.want(node.args[1], _sides_of(infer, kind))
    return ListType(kind)


def _toward(infer: Inference, node: nodes.Call, expected: Type | None) -> Type:
    kind = _cell_argument(infer, node)
    infer.want(node.args[1], kind)
    return OptionalType(_sides_of(infer, kind))


def _board_argument(infer: Inference, node: nodes.Call) -> Type:
    arg = node.args[0]
    if isinstance(arg, nodes.Name):
        board = infer.world.get(BoardSymbol, arg.text)
        if board is not None:
            infer.expr(arg)
            return CellType(board.name)
    kind = infer.expr(arg)
    if not isinstance(kind, UnknownType):
        infer.world.report(
            "wrong-type", arg.span, f"`{node.name}` needs the name of a board"
        )
    return UNKNOWN


def _lines(infer: Inference, node: nodes.Call, expected: Type | None) -> Type:
    if node.name == "lines":
        kind = _board_argument(infer, node)
    else:
        kind = _cell_argument(infer, node)
    infer.number(node.args[1])
    return ListType(ListType(kind))


def _distance(infer: Inference, node: nodes.Call, expected: Type | None) -> Type:
    kind = _cell_argument(infer, node)
    infer.want(node.args[1], kind)
    return INT


def _border(infer: Inference, node: nodes.Call, expected: Type | None) -> Type:
    return ListType(_board_argument(infer, node))


def _cell_at(infer: Inference, node: nodes.Call, expected: Type | None) -> Type:
    kind = _board_argument(infer, node)
    infer.number(node.args[1])
    infer.number(node.args[2])
    return OptionalType(kind)


def _section(infer: Inference, node: nodes.Call, expected: Type | None) -> Type:
    _cell_argument(infer, node)
    infer.number(node.args[1])
    infer.number(node.args[2])
    return INT


def _place_at(infer: Inference, node: nodes.Call, expected: Type | None) -> Type:
    infer.number(node.args[0])
    infer.number(node.args[1])
    place = None if expected is None else without_none(expected)
    return place if isinstance(place, PlaceType) else PlaceType("square")


def _covers(infer: Inference, node: nodes.Call, expected: Type | None) -> Type:
    kind = infer.expr(node.args[0])
    kind = bundle_of(kind) or kind
    if not isinstance(kind, BundleType | UnknownType):
        infer.world.report(
            "wrong-type",
            node.args[0].span,
            f"`covers` compares two bundles, and this is a {kind}",
        )
    infer.want(node.args[1], kind)
    return BOOL


def _shared(infer: Inference, node: nodes.Call, expected: Type | None) -> Type:
    kind = infer.expr(node.args[0], expected)
    kind = bundle_of(kind) or kind
    if not isinstance(kind, BundleType | SetType | ListType | UnknownType):
        infer.world.report(
            "wrong-type",
            node.args[0].span,
            f"`shared` needs two sets or two bundles, and this is a {kind}",
        )
    infer.want(node.args[1], kind)
    return kind


def _rotated(infer: Inference, node: nodes.Call, expected: Type | None) -> Type:
    kind = infer.expr(node.args[0], expected)
    side = kind.item if isinstance(kind, SetType) else kind
    turning = ("Side", "HexSide", "Direction")
    turns = isinstance(side, EnumType) and side.name in turning
    if not turns and not isinstance(side, UnknownType):
        infer.world.report(
            "wrong-type",
            node.args[0].span,
            f"only a side or a set of sides can be rotated, and this is a {kind}",
        )
        kind = UNKNOWN
    infer.number(node.args[1])
    return kind


def _position(infer: Inference, node: nodes.Call, expected: Type | None) -> Type:
    item = infer.collection(node.args[0])
    infer.want(node.args[1], item)
    return INT


_SHAPES: Mapping[str, tuple[int, int, Rule]] = {
    "size": (1, 1, _size),
    "shared": (2, 2, _shared),
    "rotated": (2, 2, _rotated),
    "sum": (1, 1, _numbers),
    "most": (1, 1, _numbers),
    "least": (1, 1, _numbers),
    "min": (2, 9, _arithmetic),
    "max": (2, 9, _arithmetic),
    "abs": (1, 1, _arithmetic),
    "first": (1, 1, _one_of),
    "last": (1, 1, _one_of),
    "top": (1, 1, _one_of),
    "bottom": (1, 1, _one_of),
    "random": (1, 1, _one_of),
    "reversed": (1, 1, _reversed),
    "distinct": (1, 1, _distinct),
    "clockwise": (1, 1, _players),
    "others": (1, 1, _players),
    "neighbours": (2, 2, _places),
    "frontier": (1, 1, _places),
    "enclosed": (1, 1, _places),
    "outline": (1, 1, _outline),
    "components": (1, 1, _components),
    "step": (2, 2, _step),
    "ray": (2, 2, _ray),
    "toward": (2, 2, _toward),
    "lines": (2, 2, _lines),
    "lines_through": (2, 2, _lines),
    "lines_from": (2, 2, _lines),
    "distance": (2, 2, _distance),
    "border": (1, 1, _border),
    "cell_at": (3, 3, _cell_at),
    "section": (3, 3, _section),
    "place_at": (2, 2, _place_at),
    "covers": (2, 2, _covers),
    "position": (2, 2, _position),
}
_RULES: Mapping[str, Rule] = {name: shape[2] for name, shape in _SHAPES.items()}
