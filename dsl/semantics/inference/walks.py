"""Types of what goes over many things: quantifiers, and ways over boards and grids."""

from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.geometry import missing_part, steps_by
from rulesrun.dsl.semantics.guards import Members
from rulesrun.dsl.semantics.inference.typer import Typer
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.symbols import BoardSymbol
from rulesrun.dsl.syntax import nodes

UNJOINED = (t.ComponentType, t.EnumType, t.PlayerType)
"""Types of what has no neighbours."""

STEPPED = (t.CellType, t.PlaceType, *UNJOINED)
"""Types of what a way may lead over."""


def type_of_quantified(infer: Typer, node: nodes.Quantified) -> t.Type:
    """The type of `count`, `some`, `no`, `all`, `the`, `any` and `first`."""
    inner = infer.bound(node.binder)
    if node.having:
        inner.guard = Members(node.binder, node.having[-1].by.span)
    for ordering in node.having:
        inner.number(ordering.by)
    bound = infer.world.local(node.binder)
    item = bound.type
    if not node.having and node.binder.where is None:
        bound.used = True
    inner.close()
    if node.having and node.kind not in ("the", "any", "all", "first"):
        infer.world.report(
            "wrong-type",
            node.span,
            f"`{node.kind}` cannot be combined with `having`",
            hint="use `the` for the only one, `any` for one of them, `all` for all that "
            "are tied",
        )
    match node.kind:
        case "count":
            return t.INT
        case "some" | "no":
            return t.BOOL
        case "all":
            return t.ListType(item)
        case "first":
            return t.OptionalType(item) if item is not t.UNKNOWN else t.UNKNOWN
        case _:
            return item


def type_of_reach(infer: Typer, node: nodes.Reach) -> t.Type:
    """The type of the cells that can be reached."""
    item = _walk(infer, node)
    if node.limit is not None:
        infer.number(node.limit)
    return t.ListType(item)


def type_of_steps(infer: Typer, node: nodes.Steps) -> t.Type:
    """The type of the number of steps."""
    item = _walk(infer, node)
    if item is not t.UNKNOWN:
        infer.want(node.goal, item)
    return t.OptionalType(t.INT)


def _walk(infer: Typer, node: nodes.Reach | nodes.Steps) -> t.Type:
    """The type of what a walk leads over."""
    item = infer.collection(node.within)
    if isinstance(item, STEPPED):
        start = infer.expr(node.start, item)
        if not t.fits(start, item) and not (
            t.element(start) is not None and t.fits(t.element(start) or t.UNKNOWN, item)
        ):
            infer.refuse(node.start, start, item)
    elif not isinstance(item, t.UnknownType):
        text = "a way leads over cells, components, players or values, not over {}"
        infer.world.report("wrong-type", node.within.span, text.format(item))
        item = t.UNKNOWN
    _check_relation(infer, node.within, node.stepping, item)
    if node.stepping is not None:
        check_stepping(infer, node.within, node.stepping, item)
    return item


def _check_relation(
    infer: Typer, within: nodes.Expr, stepping: nodes.Stepping | None, item: t.Type
) -> None:
    """What has no neighbours needs to be told what a step is."""
    if stepping is None and isinstance(item, UNJOINED):
        infer.world.report(
            "wrong-type",
            within.span,
            f"{t.with_article(item)} lies beside no other, so no step leads on",
            mark="no neighbours",
            hint="say what a step is:  stepping a to b where ...",
        )


def check_stepping(
    infer: Typer,
    within: nodes.Expr,
    steps: nodes.Stepping,
    item: t.Type,
) -> None:
    """Type the condition of a step."""
    inner = infer.nested()
    side: t.Type | None = t.UNKNOWN
    if isinstance(item, t.CellType | t.PlaceType):
        side = steps_by(infer.world, item)
        if side is None and steps.side is not None:
            _report_by(infer, steps.side, item)
    if steps.side is not None and (
        steps.among is not None or isinstance(item, UNJOINED)
    ):
        infer.world.report(
            "unknown-name",
            steps.side.span,
            "nothing lies between the two ends of such a step",
            hint=f"leave it out:  stepping {steps.source.text} to {steps.target.text}",
        )
        side = t.UNKNOWN
    if steps.among is not None:
        reached = infer.nested()
        reached.bind(infer.world.local(steps.source), item)
        reached.assume_member(steps.source.text, steps.source.span, within)
        there = reached.collection(steps.among)
        if not isinstance(there, t.UnknownType) and not t.fits(there, item):
            infer.refuse(steps.among, there, item)
    names: list[tuple[nodes.Named, t.Type]] = [
        (steps.source, item),
        (steps.target, item),
    ]
    if steps.side is not None:
        names.append((steps.side, side or t.UNKNOWN))
    for name, kind in names:
        inner.bind(infer.world.local(name), kind)
    for named in (steps.source, steps.target):
        inner.assume_member(named.text, named.span, within)
    if steps.cost is not None:
        inner.number(steps.cost)
    if steps.where is not None:
        inner.condition(steps.where, "where")


def _report_by(infer: Typer, name: nodes.Named, item: t.Type) -> None:
    """`by s` between corners whose sides are not declared, or the reverse."""
    assert isinstance(item, t.CellType)
    board = infer.world.get(BoardSymbol, item.board)
    shape = board.shape if board else ""
    other = {"sides": "corners", "graph": "links"}.get(shape, "sides")
    line = missing_part(infer.world, item, other)
    infer.world.report(
        "unknown-name",
        name.span,
        f"what is passed between these {board.shape if board else 'cells'} is not declared",
        hint=f"declare it:  {line}" if line else None,
    )


def _without_cost(infer: Typer, cost: nodes.Expr, what: str, hint: str) -> None:
    """`costing` where nothing depends on what a step costs."""
    message = f"{what}, whatever a step costs"
    infer.world.report("wrong-type", cost.span, message, hint=hint)


def _check_trail_cost(infer: Typer, steps: nodes.Stepping, item: t.Type) -> None:
    """What is summed along a trail is a number of each side or link on it."""
    assert steps.cost is not None
    a, b = steps.source.text, steps.target.text
    board = (
        infer.world.get(BoardSymbol, item.board)
        if isinstance(item, t.CellType)
        else None
    )
    if board is not None and board.shape not in ("links", "sides"):
        _without_cost(
            infer,
            steps.cost,
            "a trail over places counts its steps",
            "go over the links instead, which have the length:  longest trail in (all k "
            f"in ROADS where ...) stepping {a} to {b} costing {b}.length",
        )
        return
    others = {a, steps.side.text if steps.side else ""}
    for name in each(steps.cost, nodes.Name):
        if name.text in others:
            infer.world.report(
                "wrong-type",
                name.span,
                f"along a trail each counts by itself, and here `{name.text}` is named",
                mark=f"not `{b}`",
                hint=f"ask only `{b}`, where the step leads",
            )


def type_of_longest(
    infer: Typer, node: nodes.LongestLoop | nodes.LongestTrail
) -> t.Type:
    """The type of the cells of a round trip or a trail."""
    what = "loop" if isinstance(node, nodes.LongestLoop) else "trail"
    text = f"a {what} leads over cells, and these are {{}}"
    item = _ground(infer, node.within, node.stepping, text)
    among = node.stepping.among if node.stepping is not None else None
    if among is not None:
        infer.world.report(
            "wrong-type",
            among.span,
            f"a {what} leads from neighbour to neighbour",
            hint="leave `in` out",
        )
    cost = node.stepping.cost if node.stepping is not None else None
    if cost is not None and what == "loop":
        text = "a loop passes as many places as it can"
        _without_cost(infer, cost, text, "take the price away")
    elif cost is not None and node.stepping is not None:
        _check_trail_cost(infer, node.stepping, item)
    return t.ListType(item)


def type_of_regions(infer: Typer, node: nodes.Regions) -> t.Type:
    """The type of the groups of cells that hang together."""
    text = "regions are made of cells, components, players or values, not of {}"
    item = _ground(infer, node.of, node.stepping, text, STEPPED)
    _check_relation(infer, node.of, node.stepping, item)
    if node.stepping is not None and node.stepping.cost is not None:
        text = "regions hang together"
        _without_cost(infer, node.stepping.cost, text, "take the price away")
    return t.ListType(t.ListType(item))


def _ground(
    infer: Typer,
    within: nodes.Expr,
    stepping: nodes.Stepping | None,
    message: str,
    kinds: tuple[type[t.Type], ...] = (t.CellType, t.PlaceType),
) -> t.Type:
    item = infer.collection(within)
    if not isinstance(item, (*kinds, t.UnknownType)):
        infer.world.report("wrong-type", within.span, message.format(item))
        item = t.UNKNOWN
    if stepping is not None:
        check_stepping(infer, within, stepping, item)
    return item
