"""The options of a decision that has too many of them to list: counted, and by number."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Any, overload

from attrs import frozen

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.core.walking import mentions
from rulesrun.dsl.semantics.value_types import BundleType
from rulesrun.interpreter.evaluator.evaluate import Evaluator, Values
from rulesrun.interpreter.evaluator.forms import items
from rulesrun.interpreter.evaluator.heads import looks, options
from rulesrun.interpreter.runtime.layout import RawOption
from rulesrun.interpreter.runtime.subsets import grouped
from rulesrun.interpreter.runtime.ways import Selections, TooManySums, Wanted, Ways


@frozen
class Bunch:
    """Options of one item that begin with the same values.

    It is one option, or one for each of the `selections`, which are the last value.
    """

    item: int
    values: tuple[Any, ...]
    selections: Selections | None = None

    @property
    def count(self) -> int:
        """How many options it is."""
        return 1 if self.selections is None else self.selections.count

    @property
    def first(self) -> RawOption:
        """The first of them."""
        return self.nth(0)

    def nth(self, number: int) -> RawOption:
        """The option of that number, from 0."""
        if self.selections is None:
            return self.item, self.values
        return self.item, (*self.values, self.selections.nth(number))

    def holds(self, option: RawOption) -> bool:
        """Whether it is one of them."""
        item, values = option
        if self.selections is None:
            return option == (self.item, self.values)
        if item != self.item or not values or values[:-1] != self.values:
            return False
        return self.selections.holds(values[-1])


@frozen(eq=False, repr=False, slots=False)
class Offers(Sequence[RawOption]):
    """Options in their order, none of which is written down before it is asked for."""

    bunches: tuple[Bunch, ...]

    def __repr__(self) -> str:
        return f"<{len(self):,} options>"

    @cached_property
    def _ends(self) -> list[int]:
        return list(accumulate(bunch.count for bunch in self.bunches))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __iter__(self) -> Iterator[RawOption]:
        for bunch in self.bunches:
            for number in range(bunch.count):
                yield bunch.nth(number)

    def __contains__(self, option: object) -> bool:
        match option:
            case (int(item), tuple(values)):
                return any(bunch.holds((item, values)) for bunch in self.bunches)
            case _:
                return False

    @overload
    def __getitem__(self, at: int) -> RawOption: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[RawOption]: ...
    def __getitem__(self, at: int | slice) -> RawOption | Sequence[RawOption]:
        if isinstance(at, slice):
            return [self._nth(number) for number in range(*at.indices(len(self)))]
        return self._nth(at + len(self) if at < 0 else at)

    def _nth(self, number: int) -> RawOption:
        if not 0 <= number < len(self):
            raise IndexError(number)
        at = bisect_right(self._ends, number)
        bunch = self.bunches[at]
        return bunch.nth(number - (self._ends[at] - bunch.count))


def offered(
    evaluator: Evaluator, decision: stmt.Decide, local: Values, apart: frozenset[int]
) -> Iterator[Bunch]:
    """The options of a decision, in their order; `local` are the names of the asking rule.

    Those of the items `apart` are told one by one, all others together where they can be
    counted.
    """
    for number, item in enumerate(decision.items):
        if item.when is None or evaluator.truth(item.when, local):
            together = number not in apart
            yield from _bunches(evaluator, number, item, local, together=together)


def _bunches(
    evaluator: Evaluator, number: int, item: stmt.Item, local: Values, *, together: bool
) -> Iterator[Bunch]:
    head: Sequence[stmt.HeadLine] = item.head
    if item.action is not None:
        head = item.action.head
        args = [evaluator.value(arg, local) for arg in item.args]
        local = dict(zip(item.action.params, args, strict=True))
    chosen = item.chosen
    last = head[-1] if head else None
    if together and isinstance(last, stmt.Select) and is_counted(last):
        for option in options(evaluator, head[:-1], local):
            values = tuple(option[each] for each in chosen[:-1])
            selections = _selections(evaluator, last, option)
            if selections is None:
                whole = options(evaluator, head[-1:], option)
                yield from (
                    Bunch(number, (*values, each[last.local])) for each in whole
                )
            elif selections.count:
                yield Bunch(number, values, selections)
        return
    for option in options(evaluator, head, local):
        yield Bunch(number, tuple(option[each] for each in chosen))


# ---- choices of several things that can be counted -----------------------------------


def is_counted(line: stmt.Select) -> bool:
    """Whether choices of several things are bound by how many and how much alone."""
    if not line.several or line.prefer:
        return False
    if isinstance(line.local.type, BundleType):
        return not line.require
    return all(size_bound(line.local, test) is not None for test in line.rest)


def size_bound(local: Local, test: core.Expr) -> tuple[str, core.Expr] | None:
    """How the number of things compares with what, if that is what a test asks."""
    match test:
        case core.Compare(
            op=op, left=core.Prim(name="size", args=(core.Get(local=of),)), right=right
        ) if of is local and op != "!=" and not mentions(right, local):
            return op, right
        case _:
            return None


def _selections(
    evaluator: Evaluator, line: stmt.Select, local: Values
) -> Selections | None:
    """The choices that fit; none where to count them takes too long."""

    def fits(value: Any) -> bool:
        inner = {**local, line.candidate: value}
        return all(evaluator.truth(where.test, inner) for where in line.where)

    def bound(node: core.Expr | None) -> Any:
        return None if node is None else evaluator.value(node, local)

    have = evaluator.value(line.of, local)
    least, most = bound(line.least) or 0, bound(line.most)
    if isinstance(line.local.type, BundleType):
        there = [n if fits(kind) else 0 for kind, n in enumerate(have)]
        total = sum(there)
        wanted = Wanted(least, total if most is None else min(most, total))
        return _counted(there, None, wanted, None)
    candidates = tuple(v for v in items(line.of.type, have) if fits(v))
    most = len(candidates) if most is None else min(most, len(candidates))
    for test in line.rest:
        op, right = size_bound(line.local, test) or ("", None)
        value = bound(right)
        if op in (">=", ">", "=="):
            least = max(least, value + (op == ">"))
        if op in ("<=", "<", "=="):
            most = min(most, value - (op == "<"))
    groups = grouped(candidates, looks(evaluator, line, local))
    low = high = None
    heavy = None
    if line.sums is not None:
        low, high = bound(line.sums.low), bound(line.sums.high)
        name, cards = line.sums.name, evaluator.layout.components
        heavy = [cards[group[0]].fields[name] for group in groups]
    sizes = [len(group) for group in groups]
    return _counted(sizes, heavy, Wanted(least, most, low, high), groups)


def _counted(
    sizes: Sequence[int],
    heavy: Sequence[Any] | None,
    wanted: Wanted,
    groups: tuple[tuple[int, ...], ...] | None,
) -> Selections | None:
    try:
        return Selections(Ways.of(sizes, heavy, wanted), groups)
    except TooManySums:
        return None
