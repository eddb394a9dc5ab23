"""Comparisons of the rows or columns of cells that lie a known step apart."""

from attrs import frozen

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.core.walking import mentions
from rulesrun.interpreter.codegen.tables import steps
from rulesrun.interpreter.native.certain import NoMask, small
from rulesrun.interpreter.native.writer import Function

C = str

FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


@frozen
class Comparison:
    """What a comparison comes to: `axis op number rest`, of the row or column of a cell.

    Without an `axis` it is `0 op number rest`, the same for all cells. `rest` are
    other numbers of C with their signs; where it is empty, all is known.
    """

    axis: str
    op: str
    number: int
    rest: C

    def holds(self, left: int) -> bool:
        """Whether it holds for a row or column, where there is no rest."""
        right = self.number
        match self.op:
            case "==":
                return left == right
            case "!=":
                return left != right
            case "<":
                return left < right
            case ">":
                return left > right
            case "<=":
                return left <= right
            case _:
                return left >= right


@frozen
class _Sum:
    """The row or column of the cell, or neither (`axis` is empty), plus `more`, plus
    other numbers with their signs that are the same for all cells."""

    axis: str = ""
    more: int = 0
    terms: tuple[tuple[str, core.Expr], ...] = ()


def compared(f: Function, board: str, each: Local, node: core.Compare) -> Comparison:
    """A comparison of the rows or columns of cells that lie a known step from `each`.

    Raises NoMask where it is another, or some number in it might be a fault.
    """
    if not board:
        raise NoMask
    left, right = (_sum(f, board, each, side) for side in (node.left, node.right))
    op = node.op
    if not left.axis:
        left, right, op = right, left, FLIPPED.get(op, op)
    if not left.axis or right.axis not in ("", left.axis):
        raise NoMask
    negative = [(_other(sign), term) for sign, term in left.terms]
    rest = "".join(f" {sign} ({f.e(term)})" for sign, term in (*right.terms, *negative))
    return Comparison("" if right.axis else left.axis, op, right.more - left.more, rest)


def _other(sign: str) -> str:
    return "+" if sign == "-" else "-"


def _sum(f: Function, board: str, each: Local, node: core.Expr) -> _Sum:
    """A number taken apart."""
    match node:
        case core.Const(value=int(value)):
            return _Sum(more=value)
        case core.Sized(of=of):
            return _sum(f, board, each, of)
        case core.Binary(op="+" | "-" as sign, left=left, right=right):
            a, b = (_sum(f, board, each, side) for side in (left, right))
            if b.axis and (a.axis or sign == "-"):
                raise NoMask
            terms = [(s if sign == "+" else _other(s), term) for s, term in b.terms]
            more = b.more if sign == "+" else -b.more
            return _Sum(a.axis or b.axis, a.more + more, (*a.terms, *terms))
        case core.Field(of=of, name="row" | "column" as name) if mentions(of, each):
            return _Sum(name, _leads(f, board, each, of, name))
    if mentions(node, each) or not small(f, node, 0):
        raise NoMask
    return _Sum(terms=(("+", node),))


def _leads(f: Function, board: str, each: Local, node: core.Expr, name: str) -> int:
    """How many rows or columns further a step leads, from wherever there is one."""
    match node:
        case core.Get(local=local) if local is each:
            return 0
        case core.Prim(
            name="step", args=(core.Get(local=local), core.Const(value=int(side)))
        ) if local is each:
            geometry = f.unit.layout.boards[board]
            numbers = geometry.row_of if name == "row" else geometry.column_of
            row = steps(f.unit.layout, board)[side]
            result = {
                numbers[to] - numbers[i] for i, to in enumerate(row) if to is not None
            }
            if len(result) == 1:
                return result.pop()
    raise NoMask
