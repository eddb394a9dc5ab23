"""Types of values put together: texts, lists, sets, bundles, grids and folds over them."""

from rulesrun.dsl.builtins import FUNCTIONS
from rulesrun.dsl.problems.diagnostics import Label
from rulesrun.dsl.problems.remedies import (
    near,
)
from rulesrun.dsl.semantics.guards import Members
from rulesrun.dsl.semantics.inference.typer import Typer
from rulesrun.dsl.semantics.value_types import (
    INT,
    TEXT,
    UNKNOWN,
    BundleType,
    CellType,
    ComponentType,
    EnumType,
    GridType,
    ListType,
    OpenType,
    OptionalType,
    PlaceType,
    SetType,
    Type,
    UnknownType,
    ZoneType,
    bundle_of,
    common,
    element,
    fits,
    is_unclear,
    settle,
    settled,
    space_value,
    stock_value,
    with_article,
    without_none,
)
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted
from rulesrun.dsl.syntax.vocabulary import LARGEST


def type_of_text(infer: Typer, node: nodes.Text, expected: Type | None) -> Type:
    """The type of a text, which is a component where one is wanted."""
    wanted = None if expected is None else without_none(expected)
    if isinstance(wanted, ComponentType):
        return wanted
    if isinstance(wanted, ZoneType) and isinstance(wanted.item, ComponentType):
        return wanted.item
    if isinstance(wanted, PlaceType | CellType):
        return wanted
    return TEXT


def refuse_large(infer: Typer, node: nodes.Int) -> None:
    """Report a number with too many digits."""
    infer.world.report(
        "out-of-range",
        node.span,
        f"a number has at most {len(str(LARGEST))} digits",
        mark=f"{len(str(abs(node.value)))} digits",
        hint="count in thousands, or in whatever is large enough",
    )


def type_of_empty(
    infer: Typer, node: nodes.ListOf | nodes.SetOf, expected: Type | None
) -> Type:
    """The type of `{}` or `[]`: the one that is expected, or what use will show."""
    braces = isinstance(node, nodes.SetOf)
    open_ = OpenType(braces=braces)
    kind: Type = open_ if braces else ListType(open_)
    infer.world.opened.pop(id(node), None)
    wanted = None if expected is None else without_none(expected)
    item = None if wanted is None else element(wanted)
    if wanted is not None and is_unclear(wanted):
        return wanted if isinstance(wanted, OpenType) else kind
    if wanted is not None and braces and open_.may_be(wanted):
        return bundle_of(wanted) or wanted
    if item is not None:
        return SetType(item) if braces else ListType(item)
    infer.world.opened[id(node)] = (node, open_)
    return kind


def type_of_items(
    infer: Typer, items: tuple[nodes.Expr, ...], expected: Type | None
) -> Type:
    """The type that all items have."""
    wanted = None if expected is None else element(without_none(expected))
    result: Type | None = None
    for item in items:
        kind = infer.expr(item, wanted)
        if isinstance(kind, ZoneType) and kind.kind == "space":
            kind = infer.facts.get(item, space_value(kind.item))
        if result is None:
            result = kind
            continue
        joint = common(result, kind)
        if joint is None:
            infer.world.report(
                "wrong-type",
                item.span,
                f"the others are {result}, and this is {with_article(kind)}",
            )
            return UNKNOWN
        settle(result, kind)
        result = settled(joint)
    return result or UNKNOWN


def type_of_comprehension(
    infer: Typer,
    item: nodes.Expr,
    binders: tuple[nodes.Binder, ...],
    expected: Type | None,
) -> Type:
    """The type of the items of a comprehension."""
    inner = infer
    scopes = [inner := inner.bound(binder) for binder in binders]
    wanted = None if expected is None else element(without_none(expected))
    inner.guard = Members(binders[-1])
    result = inner.expr(item, wanted)
    if isinstance(result, ZoneType):
        if result.kind == "space":
            result = inner.facts.get(item, space_value(result.item))
        elif result.kind == "stock":
            result = stock_value(result.item)
    for scope in reversed(scopes):
        scope.close()
    return result


def _with_brackets(node: nodes.Fold) -> str:
    """The same function of a list, which any function may be given."""
    items = nodes.ListFor(
        span=node.span, item=node.item, binder=node.binder, more=node.more
    )
    return f"{node.name}({quoted(items)})"


def type_of_fold(infer: Typer, node: nodes.Fold) -> Type:
    """The type of a function of a comprehension, such as `sum(c.value for c in cards)`."""
    kinds = ("sum", "most", "least", "size", "distinct", "first", "last")
    if node.name not in kinds:
        known = FUNCTIONS if node.name not in FUNCTIONS else kinds
        infer.world.report(
            "unknown-function",
            node.name_span,
            f"`{node.name}` cannot be used with `for`",
            hint=near(node.name, known, node.name_span)
            or f"put the list in brackets:  {_with_brackets(node)}",
        )
    result = type_of_comprehension(infer, node.item, (node.binder, *node.more), None)
    if node.otherwise is not None:
        infer.want(node.otherwise, result)
        if node.name not in ("most", "least", "first", "last"):
            infer.world.report(
                "wrong-count",
                node.otherwise.span,
                f"`{node.name}` has a value for nothing at all, too",
                hint="leave `otherwise` out",
            )
    if node.name in ("sum", "most", "least"):
        if not fits(result, INT):
            infer.refuse(node.item, result, INT)
        return INT
    if node.name == "size":
        return INT
    return SetType(result) if node.name == "distinct" else result


def type_of_bundle(infer: Typer, node: nodes.BundleOf, expected: Type | None) -> Type:
    """The type of `{wood: 2}`."""
    wanted = None if expected is None else bundle_of(without_none(expected))
    enum: str | None = wanted.enum if wanted is not None else None
    seen: dict[str, nodes.Expr] = {}
    for key, amount in node.pairs:
        infer.number(amount)
        said = quoted(key)
        kind = infer.plain(infer.expr(key, EnumType(enum) if enum else None), key)
        if isinstance(kind, OptionalType):
            kind = infer.want(key, kind.item)
        if isinstance(kind, EnumType) and enum in (None, kind.name):
            enum = kind.name
        elif isinstance(kind, EnumType):
            infer.world.report("wrong-type", key.span, f"`{said}` is no {enum}")
        elif not is_unclear(kind):
            infer.world.report(
                "wrong-type",
                key.span,
                f"a bundle counts the values of an enum, and `{said}` is "
                f"{with_article(kind)}",
                mark=str(kind),
            )
        if said in seen and isinstance(kind, EnumType):
            infer.world.report(
                "duplicate-name",
                key.span,
                f"this bundle counts `{said}` twice",
                labels=[Label(seen[said].span, "first here")],
                hint="write one number for it",
            )
        seen[said] = key
    return BundleType(enum) if enum else UNKNOWN


def type_of_grid(infer: Typer, node: nodes.Expr) -> Type:
    """The type of a grid; what is none is reported."""
    kind = infer.expr(node)
    if isinstance(kind, GridType | UnknownType):
        return kind
    infer.world.report(
        "wrong-type",
        node.span,
        f"a grid is needed here, and this is {with_article(kind)}",
    )
    return UNKNOWN


def type_of_grid_of(infer: Typer, node: nodes.GridOf, expected: Type | None) -> Type:
    """The type of a grid as it is written down."""
    wanted = None if expected is None else without_none(expected)
    if isinstance(wanted, GridType):
        for at, component in node.pairs:
            infer.want(at, PlaceType(wanted.shape))
            infer.want(component, wanted.item)
        return wanted
    if not isinstance(wanted, UnknownType):
        infer.world.report(
            "wrong-type", node.span, "no grid is meant here for these to lie on"
        )
    return UNKNOWN


def type_of_grid_with(infer: Typer, node: nodes.GridWith) -> Type:
    """The type of a grid with one component more."""
    kind = type_of_grid(infer, node.grid)
    if isinstance(kind, GridType):
        infer.want(node.component, kind.item)
        infer.want(node.at, PlaceType(kind.shape))
    return kind
