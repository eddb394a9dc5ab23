"""Types of expressions: every operation checked.

One class walks one expression at a time and notes, for each node, its type
(`World.types`). What names stand for it reads in `World.refs`, where `resolve` has
written it; what fields stand for it adds there. The interpreter reads nothing else.
"""

from attrs import define

from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.guards import NOWHERE
from rulesrun.dsl.semantics.inference.access import type_of_attribute, type_of_index
from rulesrun.dsl.semantics.inference.calls import type_of_call
from rulesrun.dsl.semantics.inference.comparisons import (
    check_emptiable,
    check_testable,
    type_of_arithmetic,
    type_of_compare,
    type_of_conditional,
    type_of_is_type,
    type_of_member,
)
from rulesrun.dsl.semantics.inference.literals import (
    refuse_large,
    type_of_bundle,
    type_of_comprehension,
    type_of_empty,
    type_of_fold,
    type_of_grid,
    type_of_grid_of,
    type_of_grid_with,
    type_of_items,
    type_of_text,
)
from rulesrun.dsl.semantics.inference.names import type_of_it, type_of_name
from rulesrun.dsl.semantics.inference.offers import (
    type_of_after,
    type_of_can,
    type_of_offered,
)
from rulesrun.dsl.semantics.inference.typer import Typer
from rulesrun.dsl.semantics.inference.walks import (
    type_of_longest,
    type_of_quantified,
    type_of_reach,
    type_of_regions,
    type_of_steps,
)
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.vocabulary import LARGEST


@define(eq=False)
class Inference(Typer):
    """Types expressions in one body; one case for each kind of expression."""

    def kind_of(self, node: nodes.Expr, expected: t.Type | None) -> t.Type:  # noqa: C901 - one case a kind of node
        """The type of an expression by its kind."""
        match node:
            case nodes.Int(value=value):
                if abs(value) > LARGEST:
                    refuse_large(self, node)
                return t.INT
            case nodes.Bool():
                return t.BOOL
            case nodes.Text():
                return type_of_text(self, node, expected)
            case nodes.NoneValue():
                return t.NONE
            case nodes.Name():
                return type_of_name(self, node, expected)
            case nodes.It():
                return type_of_it(self, node)
            case nodes.PlayerAt():
                return t.PLAYER
            case nodes.Attribute():
                return type_of_attribute(self, node)
            case nodes.Index():
                return type_of_index(self, node)
            case nodes.Call():
                return type_of_call(self, node, expected)
            case nodes.Fold():
                return type_of_fold(self, node)
            case nodes.TupleOf(items=items):
                wanted: tuple[t.Type | None, ...] = (None,) * len(items)
                if isinstance(expected, t.TupleType) and len(expected.items) == len(
                    items
                ):
                    wanted = expected.items
                pairs = zip(items, wanted, strict=True)
                return t.TupleType(tuple(self.expr(i, w) for i, w in pairs))
            case nodes.ListOf(items=()) | nodes.SetOf(items=()):
                return type_of_empty(self, node, expected)
            case nodes.ListOf(items=items):
                return t.ListType(type_of_items(self, items, expected))
            case nodes.SetOf(items=items):
                return t.SetType(type_of_items(self, items, expected))
            case nodes.ListFor(item=item, binder=binder, more=more):
                return t.ListType(
                    type_of_comprehension(self, item, (binder, *more), expected)
                )
            case nodes.SetFor(item=item, binder=binder, more=more):
                return t.SetType(
                    type_of_comprehension(self, item, (binder, *more), expected)
                )
            case nodes.BundleOf():
                return type_of_bundle(self, node, expected)
            case nodes.GridOf():
                return type_of_grid_of(self, node, expected)
            case nodes.Not(of=of):
                self.condition(
                    of, guard=self.guard
                )  # `not` has to stand behind the test
                return t.BOOL
            case nodes.And(left=left, right=right):
                self.condition(left)
                inner = self.nested()
                inner.assume(left)
                inner.condition(right)
                return t.BOOL
            case nodes.Or(left=left, right=right):
                self.condition(left)
                inner = self.nested()
                inner.assume(left, holds=False)
                inner.condition(right)
                return t.BOOL
            case nodes.Compare():
                return type_of_compare(self, node)
            case nodes.Member():
                return type_of_member(self, node)
            case nodes.IsNone(of=of):
                check_testable(self, of, node.span)
                return t.BOOL
            case nodes.IsEmpty(of=of):
                check_emptiable(self, of)
                return t.BOOL
            case nodes.IsType():
                return type_of_is_type(self, node)
            case nodes.GridWith():
                return type_of_grid_with(self, node)
            case nodes.GridWithout(grid=grid, at=at):
                kind = type_of_grid(self, grid)
                if isinstance(kind, t.GridType):
                    self.want(at, t.PlaceType(kind.shape))
                return kind
            case nodes.RangeOf(low=low, high=high):
                self.number(low)
                self.number(high)
                a, b = constant_int(self.world, low), constant_int(self.world, high)
                if a is not None and b is not None and a > b:
                    self.world.report(
                        "empty-range",
                        node.span,
                        f"nothing lies between {a} and {b}",
                        hint="write the smaller number first",
                    )
                return t.ListType(t.INT)
            case nodes.Arithmetic(op=op, left=left, right=right):
                return type_of_arithmetic(self, node, op, left, right, expected)
            case nodes.Division(left=left, right=right):
                good = self.number(left)
                good = self.number(right) and good
                if constant_int(self.world, right) == 0:
                    self.world.report(
                        "out-of-range", right.span, "nothing can be divided by 0"
                    )
                return t.INT if good else t.UNKNOWN
            case nodes.Negative(of=of):
                return t.INT if self.number(of) else t.UNKNOWN
            case nodes.Conditional(then=then, test=test, otherwise=otherwise):
                return type_of_conditional(self, node, then, test, otherwise, expected)
            case nodes.Quantified():
                return type_of_quantified(self, node)
            case nodes.Every(binder=binder, holds=holds):
                inner = self.bound(binder)
                inner.condition(holds, "has")
                inner.close()
                return t.BOOL
            case nodes.Standings(binder=binder, by=by):
                inner = self.bound(binder)
                inner.guard = NOWHERE
                for ordering in by:
                    inner.number(ordering.by)
                ranked = self.world.local(binder).type
                inner.close()
                return t.ListType(t.ListType(ranked))
            case nodes.LongestRun(binder=binder):
                inner = self.bound(binder)
                inner.close()
                return t.INT
            case nodes.Runs(binder=binder):
                inner = self.bound(binder)
                inner.close()
                return t.ListType(t.ListType(self.world.local(binder).type))
            case nodes.Reach():
                return type_of_reach(self, node)
            case nodes.Steps():
                return type_of_steps(self, node)
            case nodes.LongestLoop() | nodes.LongestTrail():
                return type_of_longest(self, node)
            case nodes.Can():
                return type_of_can(self, node)
            case nodes.Offered():
                return type_of_offered(self, node)
            case nodes.After():
                return type_of_after(self, node, expected)
            case nodes.Regions():
                return type_of_regions(self, node)
            case nodes.Cancelled():
                return t.BOOL
