"""Types of what gives variables and names another value."""

from rulesrun.dsl.problems.diagnostics import Label, Remedy
from rulesrun.dsl.problems.remedies import change, write
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.inference.infer import Inference
from rulesrun.dsl.semantics.world import Typing
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted


def check_range(
    world: Typing, value: nodes.Expr, kind: t.Type, symbol: sym.Symbol | None = None
) -> None:
    """Report a constant that lies outside the range it is meant for."""
    kind = t.without_none(kind)
    if not isinstance(kind, t.IntType):
        return
    number = constant_int(world, value)
    if number is None:
        return
    low, high = kind.low, kind.high
    if (low is not None and number < low) or (high is not None and number > high):
        world.report(
            "out-of-range",
            value.span,
            f"`{symbol.name}` goes from {low} to {high}, and this is {number}"
            if symbol is not None
            else f"{number} is outside {low}..{high}",
            mark="outside",
            labels=[Label(symbol.span, "declared here")]
            if symbol is not None and symbol.span
            else [],
            hint="widen the range where it is declared, or use another value",
        )


def check_assign(infer: Inference, node: nodes.Assign) -> None:
    """What is set can be set, and to a value like that."""
    infer.setting = node.target if node.op == "=" else None
    kind = infer.expr(node.target)
    infer.setting = None
    symbol = infer.world.refs.get(id(node.target))
    if infer.scenario and isinstance(kind, t.ZoneType | t.GridType):
        wanted: t.Type = kind  # what a scenario puts there
        if isinstance(kind, t.ZoneType):
            wanted = t.ListType(kind.item)
            if kind.kind == "space":
                wanted = t.space_value(kind.item)
            elif kind.kind == "stock":
                wanted = t.stock_value(kind.item)
        result = infer.expr(node.value, wanted)
        if not t.fits(result, wanted) and not _listed(result, wanted):
            infer.want(node.value, wanted)
        infer.forget_state()
        return
    if isinstance(symbol, sym.LocalSymbol):
        if symbol.constant:
            infer.world.report(
                "cannot-change",
                node.target.span,
                f"`{symbol.name}` keeps its value",
                labels=[Label(symbol.span, "bound here")] if symbol.span else [],
                hint="name the new value with  let other = ...",
            )
        infer.forget_local(symbol.name)
        _value(infer, node, kind)
        symbol.type = t.settled(symbol.type)
        return
    if isinstance(symbol, sym.VariableSymbol):
        if isinstance(node.target, nodes.Attribute) and symbol.owner is not None:
            owner = infer.world.types.get(id(node.target.of), t.UNKNOWN)
            if t.element(owner) == symbol.owner != t.UNKNOWN:
                _of_several(infer, node, node.target, owner)
                return
        if isinstance(kind, t.ZoneType) and kind.kind != "stock":
            infer.world.report(
                "cannot-change",
                node.span,
                f"`{symbol.name}` is {'an' if kind.kind == 'area' else 'a'} "
                f"{kind.kind}, and components only come and go by `move`",
                hint=_moved(node, kind, infer.expr(node.value)),
            )
            return
        infer.changes(node, f"sets `{symbol.name}`")
        kind = symbol.type
        _value(infer, node, kind)
        infer.forget_variable(lambda s: s is symbol)
        if node.op == "=" and isinstance(kind, t.OptionalType):
            assigned = infer.world.types.get(id(node.value))
            if assigned is not None and t.fits(assigned, kind.item):
                infer.facts[node.target] = kind.item
        return
    hint = "only variables of the state and names made by `let` can"
    if isinstance(node.target, nodes.Index):
        owner = infer.world.types.get(id(node.target.of), t.UNKNOWN)
        if t.bundle_of(owner) is not None:
            _one_amount(infer, node, node.target, owner)
            return
        if isinstance(owner, t.ListType):
            whole = quoted(node.target.of)
            hint = f"the whole list can, as in  {whole} = {whole} + [...]"
    if isinstance(node.target, nodes.Name) and node.target.text == "players":
        hint = "a player is out of the game with  p leaves"
    if not isinstance(kind, t.UnknownType):
        infer.world.report(
            "cannot-change",
            node.target.span,
            f"`{symbol.name}` is a {symbol.what}, and keeps its value"
            if symbol is not None
            else "this cannot be given another value",
            hint=hint,
        )
    infer.expr(node.value)


def _of_several(
    infer: Inference, node: nodes.Assign, target: nodes.Attribute, owner: t.Type
) -> None:
    """`players.points += 1`, which says it of all of them at once."""
    infer.expr(node.value)
    item = "p" if t.element(owner) == t.PLAYER else "x"
    infer.world.report(
        "cannot-change",
        target.span,
        f"this is the `{target.name}` of several at once: {t.with_article(owner)}",
        hint=f"change one after the other:  for each {item} in {quoted(target.of)}:"
        f"  with  {item}.{target.name} {node.op} {quoted(node.value)}  under it",
    )


def _one_amount(
    infer: Inference, node: nodes.Assign, target: nodes.Index, owner: t.Type
) -> None:
    """`p.goods[wood] += 2`: a bundle is changed by another bundle."""
    whole, key = quoted(target.of), quoted(target.keys[0])
    amount = quoted(node.value)
    first, line = "", ""
    if not isinstance(target.keys[0], nodes.Name):
        name = "g" if "g" not in infer.world.in_sight(target).names else "counted"
        line = f"let {name} = {key}\n{' ' * (node.span.column - 1)}"
        first, key = f"let {name} = {key}  and then  ", name
    op = node.op
    if op == "=":
        op, amount = "+=", f"{amount} - {whole}[{key}]"
    change_ = f"{whole} {op} {{{key}: {amount}}}"
    hint: str | Remedy = change(f"write  {first}{change_}", node.span, line + change_)
    if isinstance(owner, t.ZoneType):
        hint = f"write  {first}move {{{key}: 1}} from {whole} to ...  or the other way"
    infer.expr(node.value)
    infer.world.report(
        "cannot-change",
        target.span,
        f"one amount of {t.with_article(owner)} is not changed by itself",
        hint=hint,
    )


def _value(infer: Inference, node: nodes.Assign, kind: t.Type) -> None:
    if isinstance(kind, t.ZoneType):
        kind = t.stock_value(kind.item)
    if node.op != "=":
        if not isinstance(kind, t.IntType | t.UnknownType) and t.element(kind) is None:
            target = quoted(node.target)
            infer.expr(node.value)
            infer.world.report(
                "wrong-type",
                node.target.span,
                f"`{node.op}` counts, and `{target}` is {t.with_article(kind)}",
                mark=str(kind),
                hint=write(
                    node.span, f"{target} = {target}.left", "  for the next player"
                )
                if kind == t.PLAYER
                else f"give it another value with  {target} = ...",
            )
            return
        infer.want(node.value, t.INT if isinstance(kind, t.IntType) else kind)
        return
    result = infer.expr(node.value, kind)
    if t.fits(result, kind):
        t.settle(result, kind)
    else:
        name = quoted(node.target).rpartition(".")[2]
        hint = f"write another value, or declare it as  {name}: {t.spelled(result)}"
        lasting = not isinstance(
            result, t.ZoneType | t.GridType | t.RowType | t.NoneType
        )
        infer.refuse(node.value, result, kind, "", hint if lasting else None)
    check_range(infer.world, node.value, kind, infer.world.refs.get(id(node.target)))


def _moved(node: nodes.Assign, zone: t.ZoneType, assigned: t.Type) -> Remedy:
    """How components get to a zone that cannot be set by `=`."""
    target, value = quoted(node.target), node.value
    components = isinstance(t.element(assigned) or assigned, t.ComponentType)
    match value:
        case nodes.ListOf(items=()) | nodes.SetOf(items=()):
            return write(node.span, f"move {target} to box", "  to empty it")
        case nodes.Text():
            named = f"x.name == {quoted(value)}"
        case nodes.ListOf(items=items) | nodes.SetOf(items=items) if all(
            isinstance(item, nodes.Text) for item in items
        ):
            named = f"x.name in {quoted(value)}"
        case nodes.ListOf(items=(one,)) | nodes.SetOf(items=(one,)) if components:
            return write(node.span, f"move {quoted(one)} to {target}")
        case _ if components:
            return write(node.span, f"move {quoted(value)} to {target}")
        case _:
            return Remedy(f"move something there:  move ... to {target}")
    if len(zone.item.names if isinstance(zone.item, t.ComponentType) else ()) != 1:
        return Remedy(f"say which ones go there:  move all x in S where P to {target}")
    moved = f"all x in {zone.item} where {named}"
    return write(node.span, f"move {moved} to {target}")


def _listed(result: t.Type, wanted: t.Type) -> bool:
    a, b = t.element(result), t.element(wanted)
    return a is not None and b is not None and t.fits(a, b)
