"""The numbers of actions, as C: what `Actions` says."""

from __future__ import annotations

from collections.abc import Sequence

from rulesrun.agents.actions import Actions, span_of
from rulesrun.dsl.semantics import value_types as t


def array(name: str, values: Sequence[int], kind: str = "int") -> str:
    """A table in C."""
    listed = ", ".join(map(str, values)) or "0"
    return f"static const {kind} {name}[{max(1, len(values))}] = {{{listed}}};"


def actions_in_c(actions: Actions) -> str:
    """The tables by which options are numbered."""
    layout = actions.game.layout
    items, first, size, count, params = (list[int]() for _ in range(5))
    low, spans, nothing = (list[int]() for _ in range(3))
    for decision in actions.game.module.core.decisions:
        items.append(len(first))
        for number in range(len(decision.items)):
            block = actions.blocks[decision.number, number]
            first.append(block.first)
            size.append(block.size)
            params.append(len(low))
            count.append(-1 if block.kinds is None else len(block.kinds))
            for kind in block.kinds or ():
                span = span_of(layout, kind)
                assert span is not None
                low.append(span.start)
                spans.append(len(span))
                nothing.append(_nothing(kind))
    most = max(len(d.items) for d in actions.game.module.core.decisions)
    return "\n".join(
        (
            f"#define ACTIONS {actions.size}",
            f"#define MOST_ITEMS {most}",
            f"#define AS_THEY_COME {int(-1 in count)}",
            f"#define MOST_PARAMS {max([1, *count])}",
            array("ACTION_ITEM", items),
            array("ACTION_FIRST", first),
            array("ACTION_SIZE", size),
            array("ACTION_COUNT", count),
            array("ACTION_PARAM", params),
            array("PARAM_LOW", low),
            array("PARAM_SIZE", spans),
            array("PARAM_NONE", nothing),
        )
    )


def _nothing(kind: t.Type) -> int:
    """Whether a parameter can be none: as a number (2), or as anything else (1)."""
    if not isinstance(kind, t.OptionalType):
        return 0
    return 2 if isinstance(kind.item, t.IntType) else 1
