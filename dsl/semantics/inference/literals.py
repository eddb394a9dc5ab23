"""Types of values put together: texts, lists, sets, bundles, grids and folds over them."""

from rulesrun.dsl.builtins import FUNCTIONS
from rulesrun.dsl.problems.diagnostics import Label
from rulesrun.dsl.problems.remedies import (
    near,
)
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.guards import Members
from rulesrun.dsl.semantics.inference.typer import Typer
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted
from rulesrun.dsl.syntax.vocabulary import LARGEST


def type_of_text(infer: Typer, node: nodes.Text, expected: t.Type | None) -> t.Type:
    """The type of a text, which is a component where one is wanted."""
    wanted = None if expected is None else t.without_none(expected)
    if isinstance(wanted, t.ComponentType):
        return wanted
    if isinstance(wanted, t.ZoneType) and isinstance(wanted.item, t.ComponentType):
        return wanted.item
    if isinstance(wanted, t.PlaceType | t.CellType):
        return wanted
    return t.TEXT


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
    infer: Typer, node: nodes.ListOf | nodes.SetOf, expected: t.Type | None
) -> t.Type:
    """The type of `{}` or `[]`: the one that is expected, or what use will show."""
    braces = isinstance(node, nodes.SetOf)
    open_ = t.OpenType(braces=braces)
    kind: t.Type = open_ if braces else t.ListType(open_)
    infer.world.opened.pop(id(node), None)
    wanted = None if expected is None else t.without_none(expected)
    item = None if wanted is None else t.element(wanted)
    if wanted is not None and t.is_unclear(wanted):
        return wanted if isinstance(wanted, t.OpenType) else kind
    if wanted is not None and braces and open_.may_be(wanted):
        return t.bundle_of(wanted) or wanted
    if item is not None:
        return t.SetType(item) if braces else t.ListType(item)
    infer.world.opened[id(node)] = (node, open_)
    return kind


def type_of_items(
    infer: Typer, items: tuple[nodes.Expr, ...], expected: t.Type | None
) -> t.Type:
    """The type that all items have."""
    wanted = None if expected is None else t.element(t.without_none(expected))
    result: t.Type | None = None
    for item in items:
        kind = infer.expr(item, wanted)
        if isinstance(kind, t.ZoneType) and kind.kind == "space":
            kind = infer.facts.get(item, t.space_value(kind.item))
        if result is None:
            result = kind
            continue
        joint = t.common(result, kind)
        if joint is None:
            infer.world.report(
                "wrong-type",
                item.span,
                f"the others are {result}, and this is {t.with_article(kind)}",
            )
            return t.UNKNOWN
        t.settle(result, kind)
        result = t.settled(joint)
    return result or t.UNKNOWN


def type_of_comprehension(
    infer: Typer,
    item: nodes.Expr,
    binders: tuple[nodes.Binder, ...],
    expected: t.Type | None,
) -> t.Type:
    """The type of the items of a comprehension."""
    inner = infer
    scopes = [inner := inner.bound(binder) for binder in binders]
    wanted = None if expected is None else t.element(t.without_none(expected))
    inner.guard = Members(binders[-1])
    result = inner.expr(item, wanted)
    if isinstance(result, t.ZoneType):
        if result.kind == "space":
            result = inner.facts.get(item, t.space_value(result.item))
        elif result.kind == "stock":
            result = t.stock_value(result.item)
    for scope in reversed(scopes):
        scope.close()
    return result


def _with_brackets(node: nodes.Fold) -> str:
    """The same function of a list, which any function may be given."""
    items = nodes.ListFor(
        span=node.span, item=node.item, binder=node.binder, more=node.more
    )
    return f"{node.name}({quoted(items)})"


def type_of_fold(infer: Typer, node: nodes.Fold) -> t.Type:
    """The type of a function of a comprehension, such as `sum(c.value for c in cards)`."""
    kinds = ("sum", "most", "least", "size", "distinct", "first", "last")
    if node.name not in kinds:
        functions = FUNCTIONS if node.name not in FUNCTIONS else kinds
        infer.world.report(
            "unknown-function",
            node.name_span,
            f"`{node.name}` cannot be used with `for`",
            hint=near(node.name, functions, node.name_span)
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
        if not t.fits(result, t.INT):
            infer.refuse(node.item, result, t.INT)
        return t.INT
    if node.name == "size":
        return t.INT
    return t.SetType(result) if node.name == "distinct" else result


def type_of_bundle(
    infer: Typer, node: nodes.BundleOf, expected: t.Type | None
) -> t.Type:
    """The type of `{wood: 2}`."""
    wanted = None if expected is None else t.bundle_of(t.without_none(expected))
    enum: str | None = wanted.enum if wanted is not None else None
    seen: dict[str, nodes.Expr] = {}
    for key, amount in node.pairs:
        infer.number(amount)
        text = quoted(key)
        kind = infer.plain(infer.expr(key, t.EnumType(enum) if enum else None), key)
        if isinstance(kind, t.OptionalType):
            kind = infer.want(key, kind.item)
        if isinstance(kind, t.EnumType) and enum in (None, kind.name):
            enum = kind.name
        elif isinstance(kind, t.EnumType):
            infer.world.report("wrong-type", key.span, f"`{text}` is no {enum}")
        elif not t.is_unclear(kind):
            infer.world.report(
                "wrong-type",
                key.span,
                f"a bundle counts the values of an enum, and `{text}` is "
                f"{t.with_article(kind)}",
                mark=str(kind),
            )
        if text in seen and isinstance(kind, t.EnumType):
            infer.world.report(
                "duplicate-name",
                key.span,
                f"this bundle counts `{text}` twice",
                labels=[Label(seen[text].span, "first here")],
                hint="write one number for it",
            )
        seen[text] = key
    return t.BundleType(enum) if enum else t.UNKNOWN


def type_of_grid(infer: Typer, node: nodes.Expr) -> t.Type:
    """The type of a grid; what is none is reported."""
    kind = infer.expr(node)
    if isinstance(kind, t.GridType | t.UnknownType):
        return kind
    infer.world.report(
        "wrong-type",
        node.span,
        f"a grid is needed here, and this is {t.with_article(kind)}",
    )
    return t.UNKNOWN


def type_of_grid_of(
    infer: Typer, node: nodes.GridOf, expected: t.Type | None
) -> t.Type:
    """The type of a grid as it is written down."""
    wanted = None if expected is None else t.without_none(expected)
    if isinstance(wanted, t.GridType):
        for at, component in node.pairs:
            infer.want(at, t.PlaceType(wanted.shape))
            infer.want(component, wanted.item)
        return wanted
    if not isinstance(wanted, t.UnknownType):
        infer.world.report(
            "wrong-type", node.span, "no grid is meant here for these to lie on"
        )
    return t.UNKNOWN


def type_of_grid_with(infer: Typer, node: nodes.GridWith) -> t.Type:
    """The type of a grid with one component more."""
    kind = type_of_grid(infer, node.grid)
    if isinstance(kind, t.GridType):
        infer.want(node.component, kind.item)
        infer.want(node.at, t.PlaceType(kind.shape))
    return kind
