"""Two collections that should be the same: what is missing from one, and what too many."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.evaluator.evaluate import Evaluator, Values


def compared(
    evaluator: Evaluator,
    test: core.Expr,
    local: Values,
    written: Callable[[t.Type, Any], str],
) -> list[str]:
    """What the left side of `a == b` lacks, and has too many of; nothing of other tests."""
    match test:
        case core.Compare(op="==", left=left, right=right):
            sides = (left, right)
        case core.Prim(name="same_faces" | "same_faces_in_order", args=(left, right)):
            sides = (left, right)
        case _:
            return []
    names: list[Counter[str]] = []
    for side in sides:
        item = t.element(side.type)
        if item is None or not isinstance(side.type, t.ListType | t.SetType):
            return []
        items = evaluator.items(side, local)
        names.append(Counter(written(item, value) for value in items))
    have, wanted = names
    result = {"missing": wanted - have, "too many": have - wanted}
    return [f"{word}: {_listed(more)}" for word, more in result.items() if more]


def _listed(names: Counter[str]) -> str:
    return ", ".join(f"{n} × {name}" if n > 1 else name for name, n in names.items())
