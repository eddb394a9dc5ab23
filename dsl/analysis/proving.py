"""Whether something holds, or certainly does not, where facts do."""

from attrs import define, field

from rulesrun.dsl.analysis.emptiness import holds
from rulesrun.dsl.analysis.facts import IT, Fact, Facts, proved, replaced, so, within
from rulesrun.dsl.analysis.lower_bounds import kind_of
from rulesrun.dsl.analysis.sums import Sums, room
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.symbols import EnumSymbol
from rulesrun.dsl.semantics.value_types import EnumType
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes


@define(eq=False)
class Prover:
    """Proves facts of a world by others."""

    world: World
    sums: Sums = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.sums = Sums(self.world)

    def proves(self, want: Fact, facts: Facts) -> bool:
        """Whether something holds where the facts do."""
        if want in facts or holds(self.world, facts, want):
            return True
        match want.of:
            case nodes.Compare(op=">=", left=left, right=right):
                return self.sums.no_less(left, right, facts)
            case nodes.Member(item=item, of=nodes.ListOf(items=items), negated=False):
                return item in items
            case _ if want.tests and want.least == 1:
                return self._has_witness(want, facts)
            case _:
                return self.sums.is_some(want, facts)

    def refutes(self, want: Fact, facts: Facts) -> bool:
        """Whether something certainly does not hold where the facts do."""
        match want.of:
            case nodes.Compare(op=">=", left=left, right=right):
                less = nodes.Negative(span=left.span, of=left)
                least = nodes.Arithmetic(span=left.span, op="+", left=right, right=less)
                one = nodes.Int(span=left.span, value=1)
                refuted = self.sums.no_less(least, one, facts)
            case nodes.Member(item=item, of=nodes.ListOf(items=items), negated=False):
                numbers = [constant_int(self.world, one) for one in (item, *items)]
                constant = None not in numbers
                refuted = constant and numbers[0] not in numbers[1:]
            case nodes.RangeOf(low=low, high=high) if not want.tests:
                a, b = (constant_int(self.world, end) for end in (low, high))
                refuted = a is not None and b is not None and a > b
            case of:
                empty = nodes.IsEmpty(span=of.span, of=of, negated=False)
                most = room(self.world, of)
                full = most is not None and most < want.least
                refuted = want.least > 0 and (so(empty) in facts or full)
        return refuted and not self.proves(want, facts)

    def _has_witness(self, want: Fact, facts: Facts) -> bool:
        """Whether something that has a name is a member that passes the tests."""
        trees = (*want.tests, *(fact.of for fact in facts))
        for named in dict.fromkeys(each(trees, nodes.Name)):
            if self._is_member(named, want.of, facts) and all(
                self._is_true(replaced(test, {IT: named}), facts) for test in want.tests
            ):
                return True
        return False

    def _is_member(self, named: nodes.Name, of: nodes.Expr, facts: Facts) -> bool:
        match of:
            case nodes.RangeOf(low=low, high=high):
                return self.sums.no_less(named, low, facts) and self.sums.no_less(
                    high, named, facts
                )
            case nodes.Name(text=text) if isinstance(
                self.world.names.get(text), EnumSymbol
            ):
                return kind_of(self.world, named) == EnumType(text)
            case _:
                return so(within(named, of)) in facts

    def _is_true(self, test: nodes.Expr, facts: Facts) -> bool:
        """Whether a condition is certain to hold."""
        match test:
            case nodes.And(left=left, right=right):
                return self._is_true(left, facts) and self._is_true(right, facts)
            case nodes.Or(left=left, right=right):
                return self._is_true(left, facts) or self._is_true(right, facts)
            case nodes.Member(
                item=item,
                of=nodes.SetOf(items=items) | nodes.ListOf(items=items),
                negated=False,
            ):
                return item in items
            case nodes.Compare(op="==", left=left, right=right) if left == right:
                return True
            case nodes.Compare(op=op):
                proven = proved(self.world, test)
                return op != "!=" and all(self.proves(fact, facts) for fact in proven)
            case _:
                return so(test) in facts
