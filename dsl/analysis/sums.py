"""Whether a number is never below another, as far as sums and comparisons show.

A number is written as a sum of terms, each an expression, with how often it counts. Its
least value follows from what the terms lie between, and from sums that are known not to be
negative, which may be taken off it.
"""

from collections.abc import Iterator, Mapping

from attrs import define, field, frozen

from rulesrun.dsl.analysis.bounds import Ranges
from rulesrun.dsl.analysis.emptiness import size_of
from rulesrun.dsl.analysis.facts import Fact, Facts, proved
from rulesrun.dsl.analysis.lower_bounds import kind_of, lowest
from rulesrun.dsl.semantics.intervals import Bounds, declared
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.dsl.semantics.value_types import without_none
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes

DEEPEST = 3
"""So many facts, one after the other, are used for one proof."""

MOST_FACTS = 60
"""More comparisons than stand before any line that people write."""


@frozen
class Sum:
    """`constant`, and each term so many times."""

    terms: Mapping[nodes.Expr, int]
    constant: int = 0

    def plus(self, other: "Sum", times: int = 1) -> "Sum":
        """The sum of both, the other one so many times."""
        terms = dict(self.terms)
        for term, count in other.terms.items():
            terms[term] = terms.get(term, 0) + times * count
        nonzero = {term: count for term, count in terms.items() if count}
        return Sum(nonzero, self.constant + times * other.constant)

    def instead(self, term: nodes.Expr, other: "Sum") -> "Sum":
        """The same with a sum in place of a term."""
        rest = {t: n for t, n in self.terms.items() if t != term}
        return Sum(rest, self.constant).plus(other, self.terms[term])


def room(world: World, of: nodes.Expr) -> int | None:
    """How many a collection holds at most, if that is plain to see."""
    if isinstance(of, nodes.ListOf | nodes.SetOf):
        return len(of.items)
    symbol = world.refs.get(id(of))
    if isinstance(symbol, VariableSymbol) and symbol.decl.capacity is not None:
        return constant_int(world, symbol.decl.capacity)
    return None


@define(eq=False)
class Sums:
    """Compares the numbers of a world; what they lie between is worked out once."""

    world: World
    ranges: Ranges = field(init=False)
    _known: dict[Fact, Sum | None] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        self.ranges = Ranges(self.world)

    def of(self, node: nodes.Expr) -> Sum:
        """A number as a sum."""
        number = constant_int(self.world, node)
        if number is not None:
            return Sum({}, number)
        match node:
            case nodes.Arithmetic(op="+", left=left, right=right):
                return self.of(left).plus(self.of(right))
            case nodes.Arithmetic(op="-", left=left, right=right):
                return self.of(left).plus(self.of(right), -1)
            case nodes.Negative(of=of):
                return Sum({}).plus(self.of(of), -1)
            case nodes.Arithmetic(op="*", left=left, right=right):
                for times, other in ((left, right), (right, left)):
                    number = constant_int(self.world, times)
                    if number is not None:
                        return Sum({}).plus(self.of(other), number)
                return Sum({node: 1})
            case _:
                return Sum({node: 1})

    def no_less(self, one: nodes.Expr, other: nodes.Expr, facts: Facts) -> bool:
        """Whether a number is never below another where the facts hold."""
        rest = self.of(one).plus(self.of(other), -1)
        return self._is_natural(rest, facts, DEEPEST)

    def is_some(self, want: Fact, facts: Facts) -> bool:
        """Whether a collection is certain to hold so much, by its size."""
        if want.tests:
            return False
        size = nodes.Call(
            span=want.of.span, name="size", name_span=want.of.span, args=(want.of,)
        )
        least = nodes.Int(span=want.of.span, value=want.least)
        return self.no_less(size, least, facts)

    def _is_natural(self, rest: Sum, facts: Facts, depth: int) -> bool:
        """Whether a sum is never negative."""
        least = self._least(rest, facts)
        if least is not None and least >= 0:
            return True
        if self._holds_each(rest, facts, depth):
            return True
        if depth == 0:
            return False
        return any(
            self._is_natural(other, facts, depth - 1)
            for other in self._no_greater(rest, facts)
        ) or any(
            all(self._is_natural(way, extended, depth - 1) for way, extended in ways)
            for ways in self._ways(rest, facts)
        )

    def _holds_each(self, rest: Sum, facts: Facts, depth: int) -> bool:
        """Whether what is left is a bundle, and so many of each kind that are in it."""
        if rest.constant or sorted(rest.terms.values()) != [-1, 1]:
            return False
        by_count = {count: term for term, count in rest.terms.items()}
        match by_count[-1]:
            case nodes.BundleOf(pairs=pairs):
                return all(
                    self._is_natural(
                        self.of(
                            nodes.Index(span=key.span, of=by_count[1], keys=(key,))
                        ).plus(self.of(amount), -1),
                        facts,
                        depth,
                    )
                    for key, amount in pairs
                )
            case _:
                return False

    def _least(self, rest: Sum, facts: Facts) -> int | None:
        """A number that a sum is never below, from its terms alone."""
        total = rest.constant
        for term, count in rest.terms.items():
            low, high = self.bounds(term, facts)
            end = low if count > 0 else high
            if end is None:
                return None
            total += count * end
        return total

    def _no_greater(self, rest: Sum, facts: Facts) -> Iterator[Sum]:
        """Sums that are known not to be greater than this one."""
        for term, count in rest.terms.items():
            match term:
                case (
                    nodes.Call(name="min" as name, args=args)
                    | nodes.Call(name="max" as name, args=args)
                ) if (name == "max") == (count > 0):
                    for arg in args:
                        yield rest.instead(term, self.of(arg))
                case nodes.Division(left=left, right=right, up=False) if count < 0:
                    by, low = constant_int(self.world, right), self.bounds(left, facts)
                    if by is not None and by > 0 and low[0] is not None and low[0] >= 0:
                        yield rest.instead(term, self.of(left))
                case nodes.Call(name="shared", args=args) if count < 0:
                    for arg in args:
                        yield rest.instead(term, self.of(arg))
                case _:
                    pass
        compared = [fact for fact in facts if isinstance(fact.of, nodes.Compare)]
        for fact in compared[:MOST_FACTS]:
            bound = self._compared(fact)
            if bound is not None and any(
                n * rest.terms.get(term, 0) > 0 for term, n in bound.terms.items()
            ):
                yield rest.plus(bound, -1)

    def _compared(self, fact: Fact) -> Sum | None:
        """The sum that a comparison says is not negative."""
        if fact not in self._known:
            of = fact.of
            self._known[fact] = (
                self.of(of.left).plus(self.of(of.right), -1)
                if isinstance(of, nodes.Compare) and of.op == ">="
                else None
            )
        return self._known[fact]

    def _ways(self, rest: Sum, facts: Facts) -> Iterator[list[tuple[Sum, Facts]]]:
        """What a sum comes to where one of its terms is one thing or another."""
        for term, count in rest.terms.items():
            match term:
                case nodes.Conditional(then=then, test=test, otherwise=otherwise):
                    yield [
                        (rest.instead(term, self.of(value)), facts | extra)
                        for value, extra in (
                            (then, proved(self.world, test)),
                            (otherwise, proved(self.world, test, False)),
                        )
                    ]
                case (
                    nodes.Call(name="min" as name, args=args)
                    | nodes.Call(name="max" as name, args=args)
                ) if (name == "min") == (count > 0):
                    yield [(rest.instead(term, self.of(arg)), facts) for arg in args]
                case _:
                    pass

    def bounds(self, term: nodes.Expr, facts: Facts) -> Bounds:
        """Between which numbers a term lies, from what it is and from the facts."""
        low, high = self._own(term)
        least = [n for n in (low, lowest(self.world, term)) if n is not None]
        match term:
            case nodes.Call(name="size", args=(of,)):
                least.append(size_of(self.world, facts, of))
                most = room(self.world, of)
                high = most if high is None else high
            case nodes.Quantified(kind="count"):
                least.append(0)
            case _:
                least += [f.least for f in facts if f.of == term and not f.tests]
        return max(least, default=None), high

    def _own(self, term: nodes.Expr) -> Bounds:
        result = self.ranges.of(term)
        if result != (None, None) or id(term) in self.world.refs:
            return result
        kind = kind_of(self.world, term)
        return declared(without_none(kind)) if kind is not None else result
