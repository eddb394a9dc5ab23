"""The options of a head, one after another, in the order of its lines."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.expressions import Given
from rulesrun.dsl.semantics.value_types import BundleType
from rulesrun.interpreter.evaluator.evaluate import Evaluator, Values
from rulesrun.interpreter.evaluator.forms import items
from rulesrun.interpreter.runtime.metering import Meter
from rulesrun.interpreter.runtime.subsets import Looking, Looks, sub_bundles, subsets


def options(
    evaluator: Evaluator, head: Sequence[stmt.HeadLine], local: Values
) -> Iterator[Values]:
    """The options of a head, each with what its locals hold."""
    if not head:
        yield local
        return
    line, *rest = head
    match line:
        case stmt.Select():
            for inner in _preferred(evaluator, line, local):
                yield from options(evaluator, rest, inner)
        case stmt.Condition(test=test):
            if evaluator.truth(test, local):
                yield from options(evaluator, rest, local)
        case Given(local=name, value=value):
            inner = {**local, name: evaluator.value(value, local)}
            yield from options(evaluator, rest, inner)


def _preferred(
    evaluator: Evaluator, line: stmt.Select, local: Values
) -> Iterator[Values]:
    """The candidates of one line that no others are preferred to."""
    result = _several(evaluator, line, local) if line.several else None
    if result is None:
        result = _single(evaluator, line, local)
    if not line.prefer:
        yield from result
        return
    candidates = list(result)
    tests = [preference.test for preference in line.prefer]
    better = [c for c in candidates if all(evaluator.truth(t, c) for t in tests)]
    yield from better or candidates


def looks(evaluator: Evaluator, line: stmt.Select, local: Values) -> Looking | None:
    """By what candidates that are one option are told; none where each is one."""
    faces: Sequence[int] = evaluator.scene.tools["FACE"]
    if not line.alike or not line.apart:
        return faces if line.alike else None

    def look(component: int) -> tuple[Any, ...]:
        inner = {**local, line.candidate: component}
        return faces[component], *(evaluator.value(e, inner) for e in line.apart)

    return Looks(look)


def _single(evaluator: Evaluator, line: stmt.Select, local: Values) -> Iterator[Values]:
    values = evaluator.items(line.of, local)
    if line.alike:
        values = evaluator.scene.tools["one_of_each"](
            values, looks(evaluator, line, local)
        )
    for value in values:
        inner = {**local, line.local: value}
        conditions = (*line.where, *line.require)
        if all(evaluator.truth(condition.test, inner) for condition in conditions):
            yield inner


def _several(
    evaluator: Evaluator, line: stmt.Select, local: Values
) -> Iterator[Values]:
    def fits(value: Any) -> bool:
        inner = {**local, line.candidate: value}
        return all(evaluator.truth(where.test, inner) for where in line.where)

    have = evaluator.value(line.of, local)
    least = 0 if line.least is None else evaluator.value(line.least, local)
    most = None if line.most is None else evaluator.value(line.most, local)
    meter = Meter(evaluator.scene.layout.world.limits)
    choices: Iterable[Any]
    if isinstance(line.local.type, BundleType):
        there = [n if fits(kind) else 0 for kind, n in enumerate(have)]
        choices = sub_bundles(meter, there, least, most)
    else:
        candidates = tuple(v for v in items(line.of.type, have) if fits(v))
        choices = subsets(meter, candidates, least, most, looks(evaluator, line, local))
    for choice in choices:
        inner = {**local, line.local: choice}
        if all(evaluator.truth(r.test, inner) for r in line.require):
            yield inner
