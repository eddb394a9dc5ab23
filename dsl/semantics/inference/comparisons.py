"""Types of tests and of arithmetic, and what is wrong with their two sides."""

from rulesrun.dsl.problems.diagnostics import Label, Remedy
from rulesrun.dsl.problems.remedies import (
    near,
    write,
)
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.geometry import enum_of_spaces
from rulesrun.dsl.semantics.inference.typer import Typer, without_quotes
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted


def _space_of(
    infer: Typer, node: nodes.Expr, kind: t.Type, other: t.Type
) -> Remedy | None:
    """A space beside the value of the enum that it is."""
    if t.without_none(other) != enum_of_spaces(infer.world, t.without_none(kind)):
        return None
    return write(node.span, f"{quoted(node)}.value", "  for the value of a space")


def type_of_compare(infer: Typer, node: nodes.Compare) -> t.Type:
    """The type of a comparison, whose two sides must go together."""
    left = infer.expr(node.left, None)
    ambiguous = isinstance(
        node.left, nodes.Name | nodes.Text | nodes.SetOf | nodes.ListOf
    )
    right = infer.expr(node.right, infer.plain(left, node.left))
    if ambiguous and not t.fits(left, right) and not t.fits(right, left):
        with infer.world.told.trial():
            left = infer.expr(node.left, infer.plain(right, node.right))
    left, right = infer.plain(left, node.left), infer.plain(right, node.right)
    if t.fits(left, right) or t.fits(right, left):
        t.settle(left, right)
    if node.op in ("==", "!="):
        if not (
            t.fits(left, right)
            or t.fits(right, left)
            or t.common(t.without_none(left), t.without_none(right)) is not None
            or _same_items(infer, left, right)
        ):
            infer.world.report(
                "not-comparable",
                node.span,
                f"{t.with_article(left)} and {t.with_article(right)} are never equal",
                hint=without_quotes(left, node.right)
                or without_quotes(right, node.left)
                or _space_of(infer, node.left, left, right)
                or _space_of(infer, node.right, right, left)
                or "compare two values of one kind",
            )
        return t.BOOL
    bundles = [kind for kind in map(_as_bundle, (left, right)) if kind is not None]
    wanted: t.Type = bundles[0] if bundles and node.op in (">=", "<=") else t.INT
    for side, kind in ((node.left, left), (node.right, right)):
        if not t.fits(_as_bundle(kind) or kind, wanted):
            infer.refuse(side, kind, wanted)
    return t.BOOL


def _as_bundle(kind: t.Type) -> t.BundleType | None:
    """The bundle that a value is: `a >= b` says of two that one covers the other."""
    whole = t.bundle_of(kind) or kind
    return whole if isinstance(whole, t.BundleType) else None


def _same_items(infer: Typer, left: t.Type, right: t.Type) -> bool:
    a, b = t.element(left), t.element(right)
    return a is not None and b is not None and t.common(a, b) is not None


def type_of_member(infer: Typer, node: nodes.Member) -> t.Type:
    """The type of `item in of`."""
    if isinstance(node.item, nodes.Name | nodes.Text):
        inside = _inside(infer, node)
        item = t.element(inside)
        if isinstance(inside, t.UnknownType):
            item = t.UNKNOWN
        item_type = infer.expr(node.item, item)
    else:
        item_type = infer.expr(node.item)
        inside = infer.expr(node.of, t.ListType(item_type))
        item = t.element(inside)
    if item is None:
        infer.world.report(
            "wrong-type",
            node.of.span,
            f"a collection is needed after `in`, and this is {t.with_article(inside)}",
        )
    elif t.common(t.without_none(infer.plain(item_type, node.item)), item) is None:
        infer.world.report(
            "not-comparable",
            node.span,
            f"{t.with_article(item_type)} is never in {t.with_article(inside)}",
            hint=_what_it_holds(infer, node, item_type, inside),
        )
    else:
        t.settle(item, t.without_none(infer.plain(item_type, node.item)))
    return t.BOOL


def _inside(infer: Typer, node: nodes.Member) -> t.Type:
    """The type of the collection, by what is looked for where it is not clear alone.

    Each of the two can settle what the other means: `wood in p.goods`, where several
    enums have wood, and `s in {northeast, south}`, where `s` is a side.
    """
    report = infer.world.told
    with report.trial() as alone:
        inside = infer.expr(node.of)
    if alone.problems and isinstance(node.of, nodes.SetOf | nodes.ListOf):
        with report.trial() as settled:
            inside = infer.expr(node.of, t.ListType(infer.expr(node.item)))
        if not settled.problems:
            report.keep(settled)
            return inside
        inside = infer.expr(node.of)  # what it says alone is what is told
    else:
        report.keep(alone)
    return inside


def _what_it_holds(
    infer: Typer, node: nodes.Member, item_type: t.Type, inside: t.Type
) -> str:
    """What to write where what is looked for is never in a collection."""
    grid = t.without_none(inside)
    if isinstance(grid, t.GridType):
        item = t.without_none(infer.plain(item_type, node.item))
        if t.common(item, grid.item) is not None:
            return (
                "the places of a grid are in it; for what lies there write  "
                f"{quoted(node.item)} in components({quoted(node.of)})"
            )
    return "look for a value of the kind that the collection holds"


def check_testable(infer: Typer, of: nodes.Expr, span: Span) -> None:
    """Report a test for none of what is never none."""
    kind = infer.expr(of)
    if isinstance(kind, t.OptionalType | t.NoneType) or t.is_unclear(kind):
        return
    if isinstance(kind, t.ZoneType) and kind.kind == "space":
        return
    if of in infer.facts:
        return
    symbol = infer.world.refs.get(id(of))
    if isinstance(symbol, sym.BoardSymbol):
        return  # on a smaller board it may lie beyond the border
    hint = "leave the test out"
    if t.element(kind) is not None:
        hint = "`is empty` tests a collection"
    elif isinstance(symbol, sym.VariableSymbol | sym.FieldSymbol):
        if not infer.world.told.first(("never none", symbol)):
            return
        hint += f", or declare it as  {symbol.name}: {t.spelled(kind)} or none  if it can be"
    infer.world.report(
        "not-comparable",
        span,
        f"`{quoted(of)}` is never none: it is {t.with_article(kind)}",
        labels=[Label(symbol.span, "declared here")]
        if isinstance(symbol, sym.VariableSymbol | sym.FieldSymbol) and symbol.span
        else [],
        hint=hint,
    )


def check_emptiable(infer: Typer, of: nodes.Expr) -> None:
    """Report a test for emptiness of what holds nothing."""
    kind = infer.expr(of)
    if isinstance(kind, t.ZoneType | t.UnknownType) or t.element(kind) is not None:
        return
    if of in infer.facts:
        return
    infer.world.report(
        "wrong-type",
        of.span,
        f"only a collection can be empty, and this is {t.with_article(kind)}",
        hint="`is none` tests a value that may be missing",
    )


def type_of_is_type(infer: Typer, node: nodes.IsType) -> t.Type:
    """The type of `of is Name`, a test for one kind of component."""
    kind = infer.plain(infer.expr(node.of), node.of)
    symbol = infer.world.names.get(node.name.text)
    if not isinstance(symbol, sym.ComponentSymbol):
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
                (c.name for c in infer.world.each(sym.ComponentSymbol)),
                node.name.span,
            )
        kinds = [c.name for c in infer.world.each(sym.ComponentSymbol)]
        if not infer.world.excuses(node.name.text, kinds, "component", "card", "tile"):
            infer.world.report(
                "unknown-type",
                node.name.span,
                f"`{node.name.text}` is not a kind of card or tile",
                hint=hint,
            )
        return t.BOOL
    inner = t.without_none(kind)
    if isinstance(inner, t.ComponentType) and node.name.text not in inner.names:
        infer.world.report(
            "not-comparable", node.span, f"a {inner} is never a {node.name.text}"
        )
    return t.BOOL


def type_of_arithmetic(
    infer: Typer,
    node: nodes.Arithmetic,
    op: str,
    left: nodes.Expr,
    right: nodes.Expr,
    expected: t.Type | None,
) -> t.Type:
    """The type of a sum, a difference or a product: of numbers, bundles or sets."""
    kind = infer.plain(infer.expr(left, expected), left)
    if op in ("+", "-") and isinstance(kind, t.ListType | t.SetType | t.BundleType):
        other = infer.want(right, kind)
        return kind if not isinstance(other, t.UnknownType) else t.UNKNOWN
    if op in ("+", "-") and isinstance(kind, t.OpenType):
        other = infer.plain(infer.expr(right), right)
        if not t.fits(kind, other):
            infer.refuse(right, other, kind)
            return t.UNKNOWN
        t.settle(kind, other)
        return kind
    if op == "*" and isinstance(kind, t.BundleType):
        infer.number(right)
        return kind
    if op in ("+", "-") and isinstance(kind, t.ZoneType):
        wanted = t.ListType(kind.item)
        infer.want(right, wanted)
        return wanted
    if isinstance(kind, t.UnknownType):
        infer.expr(right)
        return t.UNKNOWN
    good = t.fits(kind, t.INT)
    if not good:
        infer.refuse(left, kind, t.INT)
    good = infer.number(right) and good
    if op == "mod" and constant_int(infer.world, right) == 0:
        infer.world.report("out-of-range", right.span, "nothing can be divided by 0")
    return t.INT if good else t.UNKNOWN


def type_of_conditional(
    infer: Typer,
    node: nodes.Conditional,
    then: nodes.Expr,
    test: nodes.Expr,
    otherwise: nodes.Expr,
    expected: t.Type | None,
) -> t.Type:
    """The type of `then if test else otherwise`, which both values must have."""
    infer.condition(test)
    yes, no = infer.nested(), infer.nested()
    yes.assume(test)
    no.assume(test, holds=False)
    a = yes.plain(yes.expr(then, expected), then)
    b = no.plain(no.expr(otherwise, expected), otherwise)
    joint = t.common(a, b)
    t.settle(a, b)
    if joint is None:
        infer.world.report(
            "wrong-type",
            node.span,
            f"one of these is {t.with_article(a)} and the other {t.with_article(b)}",
            hint="both arms must give a value of one kind",
        )
        return t.UNKNOWN
    return joint
