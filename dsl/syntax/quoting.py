"""Expressions as messages quote them."""

from collections.abc import Iterable

from rulesrun.dsl.syntax import nodes

# How tightly an expression holds together, from `or` to what needs no brackets.
OPEN, OR, AND, NOT, COMPARED, GRID, RANGE, SUM, PRODUCT, NEGATIVE, ATOM = range(11)


def quoted(node: nodes.Expr) -> str:
    """An expression as a designer would write it, as far as it is short.

    Three dots stand for what is left out; what has none means what the expression means.
    """
    return _said(node)[0]


def _said(node: nodes.Expr) -> tuple[str, int]:  # noqa: C901 - one case a kind of node
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
        case nodes.Can(name=name, args=args):
            return f"can {name}({_listed(args)})", ATOM
        case nodes.Offered(name=name, of=of, stated=stated):
            more = "".join(
                f" {quoted(s.left)}={_within(s.right, ATOM)}" for s in stated
            )
            said = f"options {name} of {of}{more}" if of else f"options of {name}"
            return said, ATOM
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
            said = ", ".join(f"{quoted(key)}: {quoted(n)}" for key, n in pairs)
            return f"{{{said}}}", ATOM
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
        case _:
            return "...", ATOM


def _within(node: nodes.Expr, level: int) -> str:
    """The expression where only what holds so tightly may stand without brackets."""
    text, own = _said(node)
    return text if own >= level else f"({text})"


def _listed(items: Iterable[nodes.Expr]) -> str:
    return ", ".join(map(quoted, items))
