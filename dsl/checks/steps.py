"""Conditions of steps that are never asked: only cells beside each other are."""

from collections.abc import Iterator

from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.symbols import BoardSymbol, FunctionSymbol
from rulesrun.dsl.semantics.value_types import UNKNOWN, CellType, element
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

Walk = (
    nodes.Reach | nodes.Steps | nodes.Regions | nodes.LongestLoop | nodes.LongestTrail
)
FAR = "a step leads to a cell beside the one where it begins, and no farther"
PLACES = frozenset({"row", "column"})


def check_steps(world: World, read: Read) -> Iterator[Diagnostic]:
    """Walks ask `stepping` of neighbours alone: not of roads, nor round the border."""
    walks = each(
        world.file.declarations,
        nodes.Reach,
        nodes.Steps,
        nodes.Regions,
        nodes.LongestLoop,
        nodes.LongestTrail,
    )
    for walk in walks:
        if not isinstance(walk, Walk) or walk.stepping is None:
            continue
        ground = walk.of if isinstance(walk, nodes.Regions) else walk.within
        item = element(world.types.get(id(ground), UNKNOWN))
        if not isinstance(item, CellType) or item.board is None:
            continue
        board = world.get(BoardSymbol, item.board)
        if board is None:
            continue
        if board.shape == "graph":
            yield _without_neighbours(walk.stepping, board)
            continue
        if board.shape in ("square", "hex", "flat hex", "rhombus"):
            if _never_holds(world, walk.stepping, board.shape):
                yield _too_far(walk.stepping)
                continue
        wraps = _around(world, walk.stepping)
        if wraps is not None:
            yield _beyond(walk.stepping, wraps)


def _without_neighbours(stepping: nodes.Stepping, board: BoardSymbol) -> Diagnostic:
    return problem(
        "never-stepped",
        stepping.where.span,
        f"this is never asked: the cells of {board.name} lie beside no others",
        mark="never asked",
        labels=(Label(board.span, "declared here"),) if board.span else (),
        hint="keep what has been reached in a set, and add to it in a loop what a way "
        "leads to",
    )


def _too_far(stepping: nodes.Stepping) -> Diagnostic:
    return problem(
        "never-stepped",
        stepping.where.span,
        "this holds for no two cells that lie beside each other, so no step is made",
        mark="never so",
        hint=FAR,
    )


def _beyond(stepping: nodes.Stepping, wraps: nodes.Expr) -> Diagnostic:
    return problem(
        "never-stepped",
        wraps.span,
        "this is never asked of two cells at opposite borders",
        mark="goes round the border",
        labels=(Label(stepping.where.span, "asked of cells beside each other"),)
        if stepping.where.span != wraps.span
        else (),
        hint=FAR,
    )


def _around(world: World, stepping: nodes.Stepping) -> nodes.Expr | None:
    """Where a row or column of one end is that of the other `mod` something."""
    ends = frozenset({stepping.source.text, stepping.target.text})
    return _wrapping(world, stepping.where, ends, 3)


def _wrapping(
    world: World, tree: nodes.Expr, ends: frozenset[str], depth: int
) -> nodes.Expr | None:
    for compare in each(tree, nodes.Compare):
        for one, other in (
            (compare.left, compare.right),
            (compare.right, compare.left),
        ):
            if compare.op == "==" and _is_wrapped(one, ends):
                if _is_wrapped(other, ends):
                    continue  # both are only told apart by their rows or columns
                if _places(other, ends) and _places(one, ends) != _places(other, ends):
                    return compare
    for call in each(tree, nodes.Call) if depth else ():
        function = world.get(FunctionSymbol, call.name)
        given = {arg.text for arg in call.args if isinstance(arg, nodes.Name)}
        if function is None or not given >= ends:
            continue
        named = {
            param.name: arg.text
            for param, arg in zip(function.params, call.args, strict=False)
            if isinstance(arg, nodes.Name) and arg.text in ends
        }
        for line in function.decl.body:
            if isinstance(line, nodes.Return) and line.value is not None:
                if _wrapping(world, line.value, frozenset(named), depth - 1):
                    return call
    return None


def _is_wrapped(of: nodes.Expr, ends: frozenset[str]) -> bool:
    return any(m.op == "mod" and _places(m, ends) for m in each(of, nodes.Arithmetic))


def _places(of: nodes.Expr, ends: frozenset[str]) -> frozenset[str]:
    """The ends whose row or column an expression looks at."""
    return frozenset(
        a.of.text
        for a in each(of, nodes.Attribute)
        if a.name in PLACES and isinstance(a.of, nodes.Name) and a.of.text in ends
    )


# ---- what can hold of no two cells beside each other --------------------------------

Cell = tuple[int, int]
Known = dict[str, Cell | int]

SQUARE: tuple[Cell, ...] = ((-1, 0), (1, 0), (0, -1), (0, 1))
HEXES: tuple[Cell, ...] = (*SQUARE, (-1, -1), (-1, 1), (1, -1), (1, 1))
"""From a cell to those that may lie beside it, whichever rows are shifted."""

SAMPLED = range(1, 9)
"""The rows and columns from which steps are tried."""


def _never_holds(world: World, stepping: nodes.Stepping, shape: str) -> bool:
    """Whether a condition is plainly false for every two cells beside each other."""
    ways = SQUARE if shape == "square" else HEXES
    for row in SAMPLED:
        for column in SAMPLED:
            for down, right in ways:
                known: Known = {
                    stepping.source.text: (row, column),
                    stepping.target.text: (row + down, column + right),
                }
                if _worth(world, stepping.where, known, 3) is not False:
                    return False
    return True


def _worth(world: World, of: nodes.Expr, known: Known, depth: int) -> int | bool | None:
    """What a plain computation with rows and columns comes to; none if it is no such."""

    def worth(inner: nodes.Expr) -> int | bool | None:
        return _worth(world, inner, known, depth)

    match of:
        case nodes.Int(value=value) | nodes.Bool(value=value):
            return value
        case nodes.Name(text=text):
            found = known.get(text)
            return None if isinstance(found, tuple) else found
        case nodes.Attribute(of=nodes.Name(text=text), name="row" | "column" as name):
            cell = known.get(text)
            return cell[name == "column"] if isinstance(cell, tuple) else None
        case nodes.Not(of=inner):
            held = worth(inner)
            return None if held is None else not held
        case nodes.And(left=left, right=right):
            both = (worth(left), worth(right))
            return False if False in both else None if None in both else True
        case nodes.Or(left=left, right=right):
            both = (worth(left), worth(right))
            return True if True in both else None if None in both else False
        case nodes.Negative(of=inner):
            number = worth(inner)
            return None if number is None else -number
        case nodes.Arithmetic(op=op, left=left, right=right):
            a, b = worth(left), worth(right)
            if a is None or b is None or (op == "mod" and b <= 0):
                return None
            return {"+": a + b, "-": a - b, "*": a * b}.get(op, a % b if b else 0)
        case nodes.Compare(op=op, left=left, right=right):
            a, b = worth(left), worth(right)
            if a is None or b is None:
                return None
            asked = {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b}
            return asked.get(op, a >= b)
        case nodes.Call(name="abs" | "min" | "max" as name, args=args):
            numbers = [worth(arg) for arg in args]
            if None in numbers:
                return None
            plain = [n for n in numbers if n is not None]
            return (
                abs(plain[0])
                if name == "abs"
                else (min if name == "min" else max)(plain)
            )
        case nodes.Call(name=name, args=args) if depth:
            return _called(world, name, args, known, depth - 1)
        case _:
            return None


def _called(
    world: World, name: str, args: tuple[nodes.Expr, ...], known: Known, depth: int
) -> int | bool | None:
    function = world.get(FunctionSymbol, name)
    if function is None or len(args) != len(function.params):
        return None
    match function.decl.body:
        case (nodes.Return(value=value),) if value is not None:
            inner: Known = {}
            for param, arg in zip(function.params, args, strict=True):
                held = known.get(arg.text) if isinstance(arg, nodes.Name) else None
                held = _worth(world, arg, known, depth) if held is None else held
                if held is not None:
                    inner[param.name] = held
            return _worth(world, value, inner, depth)
        case _:
            return None
