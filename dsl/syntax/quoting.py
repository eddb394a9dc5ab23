"""Expressions as messages quote them."""

from collections.abc import Iterable
from typing import assert_never

from rulesrun.dsl.syntax import nodes

# How tightly an expression holds together, from `or` to what needs no brackets.
OPEN, OR, AND, NOT, COMPARED, GRID, RANGE, SUM, PRODUCT, NEGATIVE, ATOM = range(11)


def quoted(node: nodes.Expr) -> str:
    """An expression as a designer would write it, on one line: it means the same."""
    return _text_and_level(node)[0]


def _text_and_level(node: nodes.Expr) -> tuple[str, int]:  # noqa: C901 - one case a kind of node
    """The expression as text, and how tightly that text holds together."""
    match node:
        case nodes.Name(text=text):
            return text, ATOM
        case nodes.It():
            return "it", ATOM
        case nodes.Int(value=value):
            return str(value), ATOM if value >= 0 else NEGATIVE
        case nodes.Text(value=text):
            return f'"{text}"', ATOM
        case nodes.Bool(value=value):
            return "true" if value else "false", ATOM
        case nodes.NoneValue():
            return "none", ATOM
        case nodes.PlayerAt(seat=seat):
            return f"player {seat}", ATOM
        case nodes.Attribute(of=of, name=name):
            return f"{_within(of, ATOM)}.{name}", ATOM
        case nodes.Index(of=of, keys=keys):
            return f"{_within(of, ATOM)}[{_listed(keys)}]", ATOM
        case nodes.Call(name=name, args=args):
            return f"{name}({_listed(args)})", ATOM
        case nodes.Cancelled(name=name):
            return f"`{name}` is cancelled", ATOM
        case nodes.Can(name=name, args=args):
            return f"can {name}({_listed(args)})", ATOM
        case nodes.Offered(name=name, of=of, stated=stated):
            more = "".join(
                f" {quoted(s.left)}={_within(s.right, ATOM)}" for s in stated
            )
            wording = f"options {name} of {of}{more}" if of else f"options of {name}"
            return wording, ATOM
        case nodes.Instead(then=then, otherwise=instead):
            sides = f"{_within(then, ATOM)} otherwise {_within(instead, NEGATIVE)}"
            return sides, NEGATIVE
        case nodes.TupleOf(items=items):
            return f"({_listed(items)})", ATOM
        case nodes.ListOf(items=items):
            return f"[{_listed(items)}]", ATOM
        case nodes.SetOf(items=items):
            return f"{{{_listed(items)}}}", ATOM
        case nodes.BundleOf(pairs=pairs):
            wording = ", ".join(f"{quoted(key)}: {quoted(n)}" for key, n in pairs)
            return f"{{{wording}}}", ATOM
        case nodes.Negative(of=of):
            return f"-{_within(of, NEGATIVE)}", NEGATIVE
        case nodes.Arithmetic(op=op, left=left, right=right):
            level = SUM if op in ("+", "-") else PRODUCT
            return f"{_within(left, level)} {op} {_within(right, level + 1)}", level
        case nodes.Division(left=left, right=right, up=up):
            sides = f"{_within(left, PRODUCT)} / {_within(right, NEGATIVE)}"
            return f"{sides} rounded {'up' if up else 'down'}", PRODUCT
        case nodes.RangeOf(low=low, high=high):
            return f"{_within(low, SUM)}..{_within(high, SUM)}", RANGE
        case nodes.Compare(op=op, left=left, right=right):
            return f"{_within(left, GRID)} {op} {_within(right, GRID)}", COMPARED
        case nodes.Member(item=item, of=of, negated=no):
            word = "not in" if no else "in"
            return f"{_within(item, GRID)} {word} {_within(of, GRID)}", COMPARED
        case nodes.IsNone(of=of, negated=no):
            return f"{_within(of, GRID)} is {'not ' * no}none", COMPARED
        case nodes.IsEmpty(of=of, negated=no):
            return f"{_within(of, GRID)} is {'not ' * no}empty", COMPARED
        case nodes.IsType(of=of, name=kind, negated=no):
            return f"{_within(of, GRID)} is {'not ' * no}{kind.text}", COMPARED
        case nodes.Not(of=of):
            return f"not {_within(of, NOT)}", NOT
        case nodes.And(left=left, right=right):
            return f"{_within(left, AND)} and {_within(right, NOT)}", AND
        case nodes.Or(left=left, right=right):
            return f"{_within(left, OR)} or {_within(right, AND)}", OR
        case nodes.Fold(name=name, otherwise=default):
            more = f", otherwise {quoted(default)}" if default else ""
            return f"{name}({_gone_through(node)}{more})", ATOM
        case nodes.ListFor():
            return f"[{_gone_through(node)}]", ATOM
        case nodes.SetFor():
            return f"{{{_gone_through(node)}}}", ATOM
        case nodes.GridOf(pairs=pairs):
            wording = ", ".join(f"{quoted(at)}: {quoted(one)}" for at, one in pairs)
            return f"{{{wording}}}", ATOM
        case nodes.GridWith(grid=grid, component=one, at=at):
            tile, place = _within(one, RANGE), _within(at, RANGE)
            return f"{_within(grid, GRID)} with {tile} at {place}", GRID
        case nodes.GridWithout(grid=grid, at=at):
            return f"{_within(grid, GRID)} without {_within(at, RANGE)}", GRID
        case nodes.Conditional(then=then, test=test, otherwise=instead):
            first = f"{_within(then, OR)} if {_within(test, OR)}"
            return f"{first} else {quoted(instead)}", OPEN
        case nodes.After(of=of, name=name, args=args):
            return f"{_within(of, OR)} after {name}({_listed(args)})", OPEN
        case nodes.Quantified(kind=kind, binder=binder, having=having):
            wording = f"{kind} {binder.name} in {_within(binder.of, OR)}"
            if not having:
                return wording + _such_that(binder), OPEN
            if binder.where is not None:
                wording += f" where {_within(binder.where, OR)}"
            return f"{wording} having {_ordered(having)}", OPEN
        case nodes.Every(binder=binder, holds=holds):
            where = f" where {_within(binder.where, OR)}" if binder.where else ""
            group = f"{binder.name} in {_within(binder.of, OR)}{where}"
            return f"every {group} has {quoted(holds)}", OPEN
        case nodes.Standings(binder=binder, by=by):
            group = f"{binder.name} in {_within(binder.of, OR)}"
            return f"standings of {group} by {_ordered(by)}", OPEN
        case nodes.LongestRun(binder=binder):
            return f"longest run {_bound(binder)}", OPEN
        case nodes.Runs(binder=binder):
            return f"runs of {_bound(binder)}", OPEN
        case (
            nodes.LongestLoop()
            | nodes.LongestTrail()
            | nodes.Reach()
            | nodes.Steps()
            | nodes.Regions()
        ):
            return _walked(node), OPEN
        case _:
            assert_never(node)


Walk = (
    nodes.LongestLoop | nodes.LongestTrail | nodes.Reach | nodes.Steps | nodes.Regions
)


def _walked(node: Walk) -> str:
    stepping = node.stepping
    suffix = ""
    if stepping:
        by = f" by {stepping.side.text}" if stepping.side else ""
        steps = f"{stepping.source.text} to {stepping.target.text}{by}"
        suffix = f" stepping {steps}"
        if stepping.among:
            suffix += f" in {_within(stepping.among, GRID)}"
        if stepping.cost:
            suffix += f" costing {_within(stepping.cost, SUM)}"
        if stepping.where:
            suffix += f" where {quoted(stepping.where)}"
    match node:
        case nodes.Regions(of=of):
            return f"regions of {_within(of, OR)}{suffix}"
        case nodes.LongestLoop(within=ground):
            way = "longest loop"
        case nodes.LongestTrail(within=ground):
            way = "longest trail"
        case nodes.Reach(start=start, limit=limit, within=ground):
            steps = f" within {_within(limit, SUM)}" if limit else ""
            way = f"reach from {_within(start, GRID)}{steps}"
        case nodes.Steps(start=start, goal=goal, within=ground):
            way = f"steps from {_within(start, GRID)} to {_within(goal, GRID)}"
    return f"{way} in {_within(ground, GRID)}{suffix}"


def _gone_through(node: nodes.Fold | nodes.ListFor | nodes.SetFor) -> str:
    binders = "".join(f" for {_bound(each)}" for each in (node.binder, *node.more))
    return quoted(node.item) + binders


def _bound(binder: nodes.Binder) -> str:
    return f"{binder.name} in {_within(binder.of, OR)}{_such_that(binder)}"


def _such_that(binder: nodes.Binder) -> str:
    return f" where {quoted(binder.where)}" if binder.where else ""


def _ordered(orderings: Iterable[nodes.Ordering]) -> str:
    return " then ".join(
        f"{'most' if each.most else 'least'} {_within(each.by, OR)}"
        for each in orderings
    )


def _within(node: nodes.Expr, level: int) -> str:
    """The expression where only what holds so tightly may stand without brackets."""
    text, own = _text_and_level(node)
    return text if own >= level else f"({text})"


def _listed(items: Iterable[nodes.Expr]) -> str:
    return ", ".join(map(quoted, items))
