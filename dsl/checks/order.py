"""Handlers and adjustments that answer to the same moment: which comes first."""

from collections.abc import Iterator, Sequence

from attrs import frozen

from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes


@frozen
class _Part:
    """One handler or adjustment: where it is, its stated order, and when it acts.

    `only` are the parameters, by number and field, that must have one certain value.
    """

    span: Span
    order: int | None
    only: dict[tuple[int, str], str]

    def meets(self, other: "_Part") -> bool:
        """Whether both can act on one occasion."""
        return not any(other.only.get(n, text) != text for n, text in self.only.items())


def check_order(world: World, read: Read) -> Iterator[Diagnostic]:
    """Every order that matters is stated."""
    for event in world.each(sym.EventSymbol):
        handlers = [
            _Part(h.decl.event_span, h.decl.order, _only(world, h.decl.test, h.params))
            for h in event.handlers
        ]
        yield from _clashes(handlers, f"happen at `{event.name}`", "when", event.name)
    for amount in world.each(sym.AmountSymbol):
        parts = [
            _Part(a.decl.amount_span, a.decl.order, _only(world, a.decl.when, a.params))
            for a in amount.adjustments
        ]
        yield from _clashes(parts, f"adjust `{amount.name}`", "adjust", amount.name)


def _only(
    world: World, test: nodes.Expr | None, params: Sequence[sym.LocalSymbol]
) -> dict[tuple[int, str], str]:
    """The parameters that a condition ties to one card or one value of an enum."""
    result: dict[tuple[int, str], str] = {}
    match test:
        case nodes.And(left=left, right=right):
            result = _only(world, left, params) | _only(world, right, params)
        case nodes.Compare(op="==", left=left, right=value):
            name = left.of if isinstance(left, nodes.Attribute) else left
            field = left.name if isinstance(left, nodes.Attribute) else ""
            symbol, constant = world.refs.get(id(name)), world.refs.get(id(value))
            for number, param in enumerate(params):
                if symbol is not param:
                    continue
                if isinstance(value, nodes.Text):
                    result[number, field] = value.value
                elif isinstance(constant, sym.ValueSymbol):
                    result[number, field] = constant.name
        case _:
            pass
    return result


def _clashes(
    parts: Sequence[_Part], what: str, word: str, name: str
) -> Iterator[Diagnostic]:
    unstated = [p for p in parts if p.order is None and _meeting(p, parts)]
    if unstated:
        last = unstated[-1]
        yield _clash(
            last,
            _meeting(last, parts),
            f"several things {what}, and nothing says which comes first",
            f"say of each of them, as in  {word} {name}(...) order as written:",
        )
        return
    written = [p for p in parts if p.order == nodes.AS_WRITTEN]
    numbered = [p for p in parts if p.order not in (None, nodes.AS_WRITTEN)]
    mixed = [p for p in written if _meeting(p, numbered)]
    if mixed:
        yield _clash(
            mixed[-1],
            _meeting(mixed[-1], numbered),
            f"several things {what}, some with a number and some as they are written",
            "say of all of them  order as written,  or number them all",
        )
    for order in dict.fromkeys(part.order for part in numbered):
        same = [part for part in parts if part.order == order]
        clashing = [part for part in same if _meeting(part, same)]
        if order is not None and clashing:
            yield _clash(
                clashing[-1],
                _meeting(clashing[-1], same),
                f"several things {what} with order {order}, and nothing says which "
                "comes first",
                "give each of them a number of its own",
            )


def _meeting(part: _Part, parts: Sequence[_Part]) -> list[_Part]:
    return [
        other
        for other in parts
        if other.span != part.span and part.meets(other)  # cases stand in their order
    ]


def _clash(part: _Part, others: Sequence[_Part], message: str, hint: str) -> Diagnostic:
    return problem(
        "handler-order",
        part.span,
        message,
        mark="this one",
        labels=tuple(Label(other.span, "or this one") for other in others),
        hint=hint,
    )
