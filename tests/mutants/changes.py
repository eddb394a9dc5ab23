"""Small changes of product code: where they can be made, and how they are made.

A change is made in a tree of a module, in the body of one function or method, and never
in a file: what runs is given the code of the changed function. Changes are called by
where they are and what they do, not by their line, so that a list of them stays true
while other lines come and go.
"""

import ast
import hashlib
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from pathlib import Path
from types import CodeType

from attrs import frozen

ROOT = Path(__file__).parents[2] / "src" / "rulesrun"

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
SIGNS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
UNTOUCHED = ("__repr__", "__str__", "__reduce__")
"""Functions that say what a value looks like, and nothing of what rules mean."""


@frozen
class Change:
    """One small change.

    Attributes:
        path: The module, below the package.
        function: The function or method that it is in.
        before: The source of what is changed, in one line.
        after: What becomes of it.
        nth: Which of several such places in the function, from 0.
        line: Where it is now.
    """

    path: str
    function: str
    before: str
    after: str
    nth: int
    line: int

    @property
    def name(self) -> str:
        """What it is called, wherever in the file it is."""
        nth = f" #{self.nth}" if self.nth else ""
        return f"{self.path} {self.function}: {self.before} => {self.after}{nth}"

    def order(self, seed: int) -> str:
        """Something by which changes are in a random order, the same as long as they are."""
        return hashlib.sha256(f"{seed} {self.name}".encode()).hexdigest()


Edit = Callable[[ast.AST], None]


def _edits(node: ast.AST) -> Iterator[Edit]:
    """The changes that can be made to a node, as what makes them in a copy of it."""
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                if type(op) in COMPARISONS:
                    yield lambda n, at=at, op=op: n.ops.__setitem__(  # type: ignore[misc]
                        at, COMPARISONS[type(op)]()
                    )
        case ast.BoolOp(op=op):
            other = ast.Or if isinstance(op, ast.And) else ast.And
            yield lambda n: setattr(n, "op", other())
        case ast.UnaryOp(op=ast.Not()):
            yield lambda n: setattr(n, "op", ast.UAdd())
        case ast.BinOp(op=sign) if type(sign) in SIGNS:
            if not _is_text(node):
                yield lambda n: setattr(n, "op", SIGNS[type(sign)]())
        case ast.Constant(value=bool(value)):
            yield lambda n: setattr(n, "value", not value)
        case ast.Constant(value=int(value)):
            yield lambda n: setattr(n, "value", value + 1)
        case ast.Call(func=ast.Name(id=name)) if name in CALLS:
            yield lambda n: setattr(n.func, "id", CALLS[name])  # type: ignore[attr-defined]
        case ast.AugAssign(op=sign) if type(sign) in SIGNS:
            yield lambda n: setattr(n, "op", SIGNS[type(sign)]())


def _is_text(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    return any(
        isinstance(side, ast.JoinedStr | ast.Dict)
        or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in sides
    )


def _within(function: ast.AST) -> Iterator[ast.AST]:
    """What of a function is changed: not its types, its texts, or what it takes for granted."""
    pending: list[ast.AST] = list(ast.iter_child_nodes(function))[::-1]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.JoinedStr | ast.Assert | ast.arguments | ast.Raise):
            continue
        if isinstance(node, ast.MatchValue):
            continue
        yield node
        for name, inside in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list"):
                continue
            parts = inside if isinstance(inside, list) else [inside]
            pending += [part for part in parts[::-1] if isinstance(part, ast.AST)]


def _functions(tree: ast.AST, above: str = "") -> Iterator[tuple[str, ast.AST]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{above}{node.name}.")
        elif isinstance(node, ast.FunctionDef) and node.name not in UNTOUCHED:
            yield f"{above}{node.name}", node


def _places(function: ast.AST) -> Iterator[tuple[ast.AST, Edit, str, str, int]]:
    """Every change of a function: the node, what changes it, before, after, and which."""
    met: dict[tuple[str, str], int] = {}
    for node in _within(function):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        for edit in _edits(node):
            copy = deepcopy(node)
            edit(copy)
            before, after = ast.unparse(node), _shown(copy)
            nth = met.get((before, after), 0)
            met[before, after] = nth + 1
            yield node, edit, before, after, nth


def _shown(node: ast.AST) -> str:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.UAdd):
        return ast.unparse(node.operand)
    return ast.unparse(node)


def changes_of(path: str) -> list[Change]:
    """All changes that can be made in a module."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return [
        Change(path, name, before, after, nth, getattr(node, "lineno", 0))
        for name, function in _functions(tree)
        for node, _, before, after, nth in _places(function)
    ]


def changed_code(change: Change) -> tuple[CodeType, int]:
    """The code of the changed function, and the line that the function begins at."""
    file = ROOT / change.path
    tree = ast.parse(file.read_text("utf-8"))
    for name, function in _functions(tree):
        if name != change.function:
            continue
        for node, edit, before, after, nth in _places(function):
            if (before, after, nth) == (change.before, change.after, change.nth):
                edit(node)
                _plain(node)
                ast.fix_missing_locations(tree)
                whole = compile(tree, str(file), "exec")
                return _code_of(whole, name), _first_line(function)
    raise LookupError(change.name)


def _plain(node: ast.AST) -> None:
    """Lets what is not negated any more be true or false, as it was negated."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.UAdd):
        inner = node.operand
        node.op = ast.Not()
        node.operand = ast.UnaryOp(ast.Not(), inner)


def _first_line(function: ast.AST) -> int:
    assert isinstance(function, ast.FunctionDef)
    lines = [function.lineno, *(d.lineno for d in function.decorator_list)]
    return min(lines)


def _code_of(whole: CodeType, name: str) -> CodeType:
    found = whole
    for part in name.split("."):
        inner = [c for c in found.co_consts if isinstance(c, CodeType)]
        found = next(c for c in inner if c.co_name == part)
    return found


def sample(paths: Sequence[str], count: int, seed: int, most: int = 2) -> list[Change]:
    """So many changes of some modules by chance, at most so many in each function."""
    found = sorted(
        (change for path in paths for change in changes_of(path)),
        key=lambda change: change.order(seed),
    )
    taken: list[Change] = []
    places: dict[tuple[str, str], int] = {}
    for change in found:
        place = change.path, change.function
        if places.setdefault(place, 0) < most:  # spread over the functions of a part
            places[place] += 1
            taken.append(change)
    return taken[:count]
