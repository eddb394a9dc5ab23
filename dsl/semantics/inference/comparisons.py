"""Types of tests and of arithmetic, and what is wrong with their two sides."""

from rulesrun.dsl.problems.diagnostics import Label, Remedy
from rulesrun.dsl.problems.remedies import (
    near,
    write,
)
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.geometry import enum_of_spaces
from rulesrun.dsl.semantics.inference.typer import Typer, without_quotes
from rulesrun.dsl.semantics.symbols import (
    BoardSymbol,
    ComponentSymbol,
    FieldSymbol,
    VariableSymbol,
)
from rulesrun.dsl.semantics.value_types import (
    BOOL,
    INT,
    UNKNOWN,
    BundleType,
    ComponentType,
    GridType,
    ListType,
    NoneType,
    OpenType,
    OptionalType,
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
    spelled,
    with_article,
    without_none,
)
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted


def _space_of(infer: Typer, node: nodes.Expr, kind: Type, other: Type) -> Remedy | None:
    """A space beside the value of the enum that it is."""
    if without_none(other) != enum_of_spaces(infer.world, without_none(kind)):
        return None
    return write(node.span, f"{quoted(node)}.value", "  for the value of a space")


def type_of_compare(infer: Typer, node: nodes.Compare) -> Type:
    """The type of a comparison, whose two sides must go together."""
    left = infer.expr(node.left, None)
    ambiguous = isinstance(
        node.left, nodes.Name | nodes.Text | nodes.SetOf | nodes.ListOf
    )
    right = infer.expr(node.right, infer.plain(left, node.left))
    if ambiguous and not fits(left, right) and not fits(right, left):
        with infer.world.told.trial():
            left = infer.expr(node.left, infer.plain(right, node.right))
    left, right = infer.plain(left, node.left), infer.plain(right, node.right)
    if fits(left, right) or fits(right, left):
        settle(left, right)
    if node.op in ("==", "!="):
        if not (
            fits(left, right)
            or fits(right, left)
            or common(without_none(left), without_none(right)) is not None
            or _same_items(infer, left, right)
        ):
            infer.world.report(
                "not-comparable",
                node.span,
                f"{with_article(left)} and {with_article(right)} are never equal",
                hint=without_quotes(left, node.right)
                or without_quotes(right, node.left)
                or _space_of(infer, node.left, left, right)
                or _space_of(infer, node.right, right, left)
                or "compare two values of one kind",
            )
        return BOOL
    bundles = [kind for kind in map(_as_bundle, (left, right)) if kind is not None]
    wanted: Type = bundles[0] if bundles and node.op in (">=", "<=") else INT
    for side, kind in ((node.left, left), (node.right, right)):
        if not fits(_as_bundle(kind) or kind, wanted):
            infer.refuse(side, kind, wanted)
    return BOOL


def _as_bundle(kind: Type) -> BundleType | None:
    """The bundle that a value is: `a >= b` says of two that one covers the other."""
    whole = bundle_of(kind) or kind
    return whole if isinstance(whole, BundleType) else None


def _same_items(infer: Typer, left: Type, right: Type) -> bool:
    a, b = element(left), element(right)
    return a is not None and b is not None and common(a, b) is not None


def type_of_member(infer: Typer, node: nodes.Member) -> Type:
    """The type of `item in of`."""
    if isinstance(node.item, nodes.Name | nodes.Text):
        inside = _inside(infer, node)
        item = element(inside)
        if isinstance(inside, UnknownType):
            item = UNKNOWN
        given = infer.expr(node.item, item)
    else:
        given = infer.expr(node.item)
        inside = infer.expr(node.of, ListType(given))
        item = element(inside)
    if item is None:
        infer.world.report(
            "wrong-type",
            node.of.span,
            f"a collection is needed after `in`, and this is {with_article(inside)}",
        )
    elif common(without_none(infer.plain(given, node.item)), item) is None:
        infer.world.report(
            "not-comparable",
            node.span,
            f"{with_article(given)} is never in {with_article(inside)}",
            hint=_what_it_holds(infer, node, given, inside),
        )
    else:
        settle(item, without_none(infer.plain(given, node.item)))
    return BOOL


def _inside(infer: Typer, node: nodes.Member) -> Type:
    """The type of the collection, by what is looked for where it is not clear alone.

    Each of the two can settle what the other means: `wood in p.goods`, where several
    enums have wood, and `s in {northeast, south}`, where `s` is a side.
    """
    told = infer.world.told
    with told.trial() as alone:
        inside = infer.expr(node.of)
    if alone.problems and isinstance(node.of, nodes.SetOf | nodes.ListOf):
        with told.trial() as settled:
            inside = infer.expr(node.of, ListType(infer.expr(node.item)))
        if not settled.problems:
            told.keep(settled)
            return inside
        inside = infer.expr(node.of)  # what it says alone is what is told
    else:
        told.keep(alone)
    return inside


def _what_it_holds(infer: Typer, node: nodes.Member, given: Type, inside: Type) -> str:
    """What to write where what is looked for is never in a collection."""
    grid = without_none(inside)
    if isinstance(grid, GridType):
        item = without_none(infer.plain(given, node.item))
        if common(item, grid.item) is not None:
            return (
                "the places of a grid are in it; for what lies there write  "
                f"{quoted(node.item)} in components({quoted(node.of)})"
            )
    return "look for a value of the kind that the collection holds"


def check_testable(infer: Typer, of: nodes.Expr, span: Span) -> None:
    """Report a test for none of what is never none."""
    kind = infer.expr(of)
    if isinstance(kind, OptionalType | NoneType) or is_unclear(kind):
        return
    if isinstance(kind, ZoneType) and kind.kind == "space":
        return
    if of in infer.facts:
        return
    symbol = infer.world.refs.get(id(of))
    if isinstance(symbol, BoardSymbol):
        return  # on a smaller board it may lie beyond the border
    hint = "leave the test out"
    if element(kind) is not None:
        hint = "`is empty` tests a collection"
    elif isinstance(symbol, VariableSymbol | FieldSymbol):
        if not infer.world.told.first(("never none", symbol)):
            return
        hint += (
            f", or declare it as  {symbol.name}: {spelled(kind)} or none  if it can be"
        )
    infer.world.report(
        "not-comparable",
        span,
        f"`{quoted(of)}` is never none: it is {with_article(kind)}",
        labels=[Label(symbol.span, "declared here")]
        if isinstance(symbol, VariableSymbol | FieldSymbol) and symbol.span
        else [],
        hint=hint,
    )


def check_emptiable(infer: Typer, of: nodes.Expr) -> None:
    """Report a test for emptiness of what holds nothing."""
    kind = infer.expr(of)
    if isinstance(kind, ZoneType | UnknownType) or element(kind) is not None:
        return
    if of in infer.facts:
        return
    infer.world.report(
        "wrong-type",
        of.span,
        f"only a collection can be empty, and this is {with_article(kind)}",
        hint="`is none` tests a value that may be missing",
    )


def type_of_is_type(infer: Typer, node: nodes.IsType) -> Type:
    """The type of `of is Name`, a test for one kind of component."""
    kind = infer.plain(infer.expr(node.of), node.of)
    symbol = infer.world.names.get(node.name.text)
    if not isinstance(symbol, ComponentSymbol):
        local = infer.world.in_sight(node.name).names.get(node.name.text)
        hint: Remedy | None
        if (
            local is not None
            or symbol is not None
            or node.name.text in infer.world.values
        ):
            sign = "!=" if node.negated else "=="
            hint = write(node.span, f"{quoted(node.of)} {sign} {node.name.text}")
        else:
            hint = near(
                node.name.text,
                (c.name for c in infer.world.each(ComponentSymbol)),
                node.name.span,
            )
        kinds = [c.name for c in infer.world.each(ComponentSymbol)]
        if not infer.world.excuses(node.name.text, kinds, "component", "card", "tile"):
            infer.world.report(
                "unknown-type",
                node.name.span,
                f"`{node.name.text}` is not a kind of card or tile",
                hint=hint,
            )
        return BOOL
    inner = without_none(kind)
    if isinstance(inner, ComponentType) and node.name.text not in inner.names:
        infer.world.report(
            "not-comparable", node.span, f"a {inner} is never a {node.name.text}"
        )
    return BOOL


def type_of_arithmetic(
    infer: Typer,
    node: nodes.Arithmetic,
    op: str,
    left: nodes.Expr,
    right: nodes.Expr,
    expected: Type | None,
) -> Type:
    """The type of a sum, a difference or a product: of numbers, bundles or sets."""
    kind = infer.plain(infer.expr(left, expected), left)
    if op in ("+", "-") and isinstance(kind, ListType | SetType | BundleType):
        other = infer.want(right, kind)
        return kind if not isinstance(other, UnknownType) else UNKNOWN
    if op in ("+", "-") and isinstance(kind, OpenType):
        other = infer.plain(infer.expr(right), right)
        if not fits(kind, other):
            infer.refuse(right, other, kind)
            return UNKNOWN
        settle(kind, other)
        return kind
    if op == "*" and isinstance(kind, BundleType):
        infer.number(right)
        return kind
    if op in ("+", "-") and isinstance(kind, ZoneType):
        wanted = ListType(kind.item)
        infer.want(right, wanted)
        return wanted
    if isinstance(kind, UnknownType):
        infer.expr(right)
        return UNKNOWN
    good = fits(kind, INT)
    if not good:
        infer.refuse(left, kind, INT)
    good = infer.number(right) and good
    if op == "mod" and constant_int(infer.world, right) == 0:
        infer.world.report("out-of-range", right.span, "nothing can be divided by 0")
    return INT if good else UNKNOWN


def type_of_conditional(
    infer: Typer,
    node: nodes.Conditional,
    then: nodes.Expr,
    test: nodes.Expr,
    otherwise: nodes.Expr,
    expected: Type | None,
) -> Type:
    """The type of `then if test else otherwise`, which both values must have."""
    infer.condition(test)
    yes, no = infer.nested(), infer.nested()
    yes.assume(test)
    no.assume(test, holds=False)
    a = yes.plain(yes.expr(then, expected), then)
    b = no.plain(no.expr(otherwise, expected), otherwise)
    joint = common(a, b)
    settle(a, b)
    if joint is None:
        infer.world.report(
            "wrong-type",
            node.span,
            f"one of these is {with_article(a)} and the other {with_article(b)}",
            hint="both arms must give a value of one kind",
        )
        return UNKNOWN
    return joint
