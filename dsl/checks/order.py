"""Handlers and adjustments that answer to the same moment: which comes first."""

from collections.abc import Iterator, Sequence

from attrs import frozen

from rulesrun.dsl.codes import problem
from rulesrun.dsl.collect import World
from rulesrun.dsl.diagnostics import Diagnostic, Label
from rulesrun.dsl.spans import Span
from rulesrun.dsl.symbols import AmountSymbol, EventSymbol
from rulesrun.dsl.tables import Read


@frozen
class _Part:
    """One handler or adjustment: where it is, and its stated order."""

    span: Span
    order: int | None


def check_order(world: World, read: Read) -> Iterator[Diagnostic]:
    """Every order that matters is stated."""
    for event in world.each(EventSymbol):
        handlers = [_Part(h.decl.event_span, h.decl.order) for h in event.handlers]
        yield from _clashes(handlers, f"happens at `{event.name}`", "when", event.name)
    for amount in world.each(AmountSymbol):
        parts = [_Part(a.decl.amount_span, a.decl.order) for a in amount.adjustments]
        yield from _clashes(parts, f"adjusts `{amount.name}`", "adjust", amount.name)


def _clashes(
    parts: Sequence[_Part], what: str, word: str, name: str
) -> Iterator[Diagnostic]:
    if len(parts) < 2:
        return
    unstated = [part for part in parts if part.order is None]
    if unstated:
        last = unstated[-1]
        yield _clash(
            last,
            [part for part in parts if part is not last],
            f"nothing says whether this or the other {what} first",
            f"number them, as in  {word} {name}(...) order 1:",
        )
        return
    for order in dict.fromkeys(part.order for part in parts):
        same = [part for part in parts if part.order == order]
        if len(same) > 1:
            yield _clash(
                same[-1],
                same[:-1],
                f"two things have order {order}, and nothing says which {what} first",
                "give each of them a number of its own",
            )


def _clash(part: _Part, others: Sequence[_Part], message: str, hint: str) -> Diagnostic:
    return problem(
        "handler-order",
        part.span,
        message,
        mark="this one",
        labels=tuple(Label(other.span, "or this one") for other in others),
        hint=hint,
    )
