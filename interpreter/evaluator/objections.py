"""Why a choice is none: the first line of the rules that stands against some values.

The lines are gone through as for options, one after another; each that does not hold is
an objection, and the first one counts.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.expressions import Expr, Given
from rulesrun.dsl.core.symbols import Local, Reason
from rulesrun.dsl.semantics.value_types import BundleType
from rulesrun.interpreter.evaluator.evaluate import Evaluator, Values
from rulesrun.interpreter.evaluator.forms import items


class Missing:
    """What stands for a value that was not given: it is nowhere to be chosen."""


MISSING = Missing()

NOT_OFFERED = -1
"""The number of the objection that an item is not offered at all."""


@frozen(eq=False)
class Objection:
    """A line that does not hold.

    Attributes:
        number: How far the choice came: the lines before it hold.
        reason: What the rules say about it; none where the item is not offered.
        local: What the locals hold there.
        select: The choice that the line belongs to, if what is chosen is not there to
            choose, or too few or too many are chosen.
        test: The condition; of a choice of several, of each member: `member` is the
            first for which it does not hold.
        counted: How many are chosen, where they are too few or too many; `test` is then
            the bound.
    """

    number: int
    reason: Reason | None
    local: Values
    select: stmt.Select | None = None
    test: Expr | None = None
    member: Local | None = None
    counted: int | None = None

    @property
    def is_domain(self) -> bool:
        """Whether what is chosen is not there to choose."""
        return self.select is not None and self.counted is None


def objection(
    evaluator: Evaluator, item: stmt.Item, local: Values, values: Sequence[Any]
) -> Objection | None:
    """The first objection against an item with these values; none if all holds.

    Where a value is MISSING, that is an objection of its own.
    """
    if item.when is not None and not evaluator.truth(item.when, local):
        return Objection(NOT_OFFERED, None, local, test=item.when)
    head, inner = item.head, dict(local)
    if item.action is not None:
        pairs = zip(item.action.params, item.args, strict=True)
        inner = {param: evaluator.value(arg, local) for param, arg in pairs}
        head = item.action.head
    chosen = dict(zip(item.chosen, values, strict=True))
    for number, result in enumerate(_lines(evaluator, head, inner, chosen)):
        if result is not None:
            return Objection(
                number,
                result.reason,
                result.local,
                result.select,
                result.test,
                result.member,
                result.counted,
            )
    return None


def is_elsewhere(
    evaluator: Evaluator, item: stmt.Item, local: Values, values: Sequence[Any]
) -> bool:
    """Whether one of the values is not where an action lets one choose it from, whatever
    stands against the action before that.
    """
    if item.action is None:
        return False
    pairs = zip(item.action.params, item.args, strict=True)
    inner = {param: evaluator.value(arg, local) for param, arg in pairs}
    chosen = dict(zip(item.chosen, values, strict=True))
    for result in _lines(evaluator, item.action.head, inner, chosen):
        if result is not None and result.is_domain:
            assert result.select is not None
            return chosen[result.select.local] is not MISSING
    return False


def _lines(
    evaluator: Evaluator,
    head: Sequence[stmt.HeadLine],
    local: dict[Local, Any],
    chosen: Mapping[Local, Any],
) -> Iterator[Objection | None]:
    """For each condition of a head, what stands against it, if anything does."""
    for line in head:
        match line:
            case Given(local=name, value=value):
                local[name] = evaluator.value(value, local)
            case stmt.Condition():
                yield _unless(evaluator, line, local)
            case stmt.Select(several=True):
                yield from _several(evaluator, line, local, chosen[line.local])
            case stmt.Select():
                yield from _single(evaluator, line, local, chosen[line.local])


def _unless(
    evaluator: Evaluator, condition: stmt.Condition, local: Values
) -> Objection | None:
    if evaluator.truth(condition.test, local):
        return None
    return Objection(0, condition.reason, dict(local), test=condition.test)


def _single(
    evaluator: Evaluator, line: stmt.Select, local: dict[Local, Any], value: Any
) -> Iterator[Objection | None]:
    if value is MISSING or value not in evaluator.items(line.of, local):
        yield Objection(0, line.domain, dict(local), line)
    local[line.local] = value
    yield None
    for condition in (*line.where, *line.require):
        yield _unless(evaluator, condition, local)
    tests = [condition.test for condition in (*line.where, *line.require)]
    for preference in line.prefer:
        result = _unless(evaluator, preference, local)
        if result is not None and not any(
            all(
                evaluator.truth(test, {**local, line.local: other})
                for test in (*tests, preference.test)
            )
            for other in evaluator.items(line.of, local)
        ):
            result = None
        yield result


def _several(
    evaluator: Evaluator, line: stmt.Select, local: dict[Local, Any], value: Any
) -> Iterator[Objection | None]:
    have = evaluator.value(line.of, local)
    if value is MISSING:
        yield Objection(0, line.domain, dict(local), line)
        return
    if isinstance(line.local.type, BundleType):
        members: Sequence[Any] = [kind for kind, n in enumerate(value) if n]
        number = sum(value)
        there = all(a >= b for a, b in zip(have, value, strict=True))
    else:
        members, number = value, len(value)
        there = set(value) <= set(items(line.of.type, have))
    yield None if there else Objection(0, line.domain, dict(local), line)
    local[line.local] = value
    for where in line.where:
        yield _each(evaluator, line, where, local, members)
    for bound, sign in ((line.least, 1), (line.most, -1)):
        if bound is None:
            continue
        limit = evaluator.value(bound, local)
        enough = (number - limit) * sign >= 0
        yield (
            None
            if enough
            else Objection(0, line.domain, dict(local), line, bound, counted=number)
        )
    for condition in line.require:
        yield _unless(evaluator, condition, local)


def _each(
    evaluator: Evaluator,
    line: stmt.Select,
    where: stmt.Condition,
    local: Values,
    members: Sequence[Any],
) -> Objection | None:
    for member in members:
        inner = {**local, line.candidate: member}
        if not evaluator.truth(where.test, inner):
            return Objection(
                0, where.reason, inner, test=where.test, member=line.candidate
            )
    return None


def candidates(evaluator: Evaluator, result: Objection) -> list[Any]:
    """The values that the rules would let one choose where none was given."""
    line = result.select
    assert line is not None
    have = evaluator.value(line.of, result.local)
    if not line.several:
        return list(items(line.of.type, have))
    if isinstance(line.local.type, BundleType):
        kinds = range(len(have))
        one_kind = [tuple(n * (i == k) for i, n in enumerate(have)) for k in kinds]
        return list(dict.fromkeys([tuple(have), *one_kind, (0,) * len(have)]))
    members = list(items(line.of.type, have))
    fitting = [
        member
        for member in members
        if all(
            evaluator.truth(where.test, {**result.local, line.candidate: member})
            for where in line.where
        )
    ]
    sets = [tuple(fitting or members), *((member,) for member in fitting), ()]
    return list(dict.fromkeys(sets))
