"""Small changes of product code: where they can be made, and how they are made.

A change is made in a tree of a module, in the body of one function or method, and never
in a file: what runs is given the code of the changed function. Changes are called by
where they are and what they do, not by their line, so that a list of them stays true
while other lines come and go. Those that are chosen by chance change an operator, a
number or a truth value; those that are listed put any source in the place of another.
"""

import ast
import hashlib
from collections.abc import Callable, Iterator, Sequence
from copy import copy
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
        statement: Where the statement begins that it is in.
        begin: Where the function begins.
    """

    path: str
    function: str
    before: str
    after: str
    nth: int
    line: int
    statement: int
    begin: int

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
    """The changes that can be made to a node, as what puts something into a field of it."""
    match node:
        case ast.Compare(ops=ops):
            for at, op in enumerate(ops):
                if type(op) in COMPARISONS:
                    other = COMPARISONS[type(op)]()
                    yield _field("ops", [*ops[:at], other, *ops[at + 1 :]])
        case ast.BoolOp(op=op):
            yield _field("op", ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not()):
            yield _field("op", ast.UAdd())
        case ast.BinOp(op=sign) if type(sign) in SIGNS and not _is_text(node):
            yield _field("op", SIGNS[type(sign)]())
        case ast.Constant(value=bool(value)):
            yield _field("value", not value)
        case ast.Constant(value=int(value)):
            yield _field("value", value + 1)
        case ast.Call(func=ast.Name(id=name)) if name in CALLS:
            yield _field("func", ast.Name(CALLS[name], ast.Load()))
        case ast.AugAssign(op=sign) if type(sign) in SIGNS and not _is_text(node.value):
            yield _field("op", SIGNS[type(sign)]())


def _field(name: str, value: object) -> Edit:
    return lambda node: setattr(node, name, value)


def _is_text(node: ast.AST) -> bool:
    """Whether something is put together that cannot be counted with: any test notices."""
    if isinstance(node, ast.BinOp):
        return _is_text(node.left) or _is_text(node.right)
    text = isinstance(node, ast.Constant) and isinstance(node.value, str | None)
    return text or isinstance(node, ast.JoinedStr | ast.Dict | ast.List | ast.ListComp)


def _within(function: ast.FunctionDef) -> Iterator[tuple[ast.AST, int]]:
    """What of a function is changed, and the line of its statement.

    Not its types, its texts, or what it takes for granted.
    """
    pending: list[tuple[ast.AST, int]] = [(node, 0) for node in function.body[::-1]]
    while pending:
        node, line = pending.pop()
        if isinstance(node, ast.JoinedStr | ast.Assert | ast.arguments | ast.Raise):
            continue
        if isinstance(node, ast.MatchValue):
            continue
        if isinstance(node, ast.keyword) and node.arg == "strict":
            continue  # that two things are as long as each other is taken for granted
        if isinstance(node, ast.stmt):
            line = node.lineno
        yield node, line
        for name, inside in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list"):
                continue
            if name == "args" and _is_about_types(node):
                continue
            parts = inside if isinstance(inside, list) else [inside]
            pending += [(p, line) for p in parts[::-1] if isinstance(p, ast.AST)]


def _is_about_types(node: ast.AST) -> bool:
    """Whether a call names types, which nobody counts with."""
    names = ("isinstance", "issubclass", "cast")
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in names
    )


def _functions(tree: ast.AST, above: str = "") -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from _functions(node, f"{above}{node.name}.")
        elif isinstance(node, ast.FunctionDef) and node.name not in UNTOUCHED:
            yield f"{above}{node.name}", node


def spans_of(path: str) -> list[tuple[str, int, int]]:
    """The functions of a module: the name, the first line and the last of each."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return [
        (name, function.lineno, function.end_lineno or function.lineno)
        for name, function in _functions(tree)
    ]


@frozen
class _Place:
    """A change that can be made in a tree: the node and the line of its statement."""

    node: ast.AST
    edit: Edit
    before: str
    after: str
    nth: int
    statement: int

    def change(self, path: str, name: str, function: ast.FunctionDef) -> Change:
        line = getattr(self.node, "lineno", self.statement)
        return Change(
            path,
            name,
            self.before,
            self.after,
            self.nth,
            line,
            self.statement,
            function.lineno,
        )


def _places(function: ast.FunctionDef) -> Iterator[_Place]:
    """Every change of a function that could be chosen by chance."""
    met: dict[tuple[str, str], int] = {}
    for node, statement in _within(function):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            continue
        for edit in _edits(node):
            changed = copy(node)
            edit(changed)
            before, after = ast.unparse(node), _shown(changed)
            nth = met.get((before, after), 0)
            met[before, after] = nth + 1
            yield _Place(node, edit, before, after, nth, statement)


def _shown(node: ast.AST) -> str:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.UAdd):
        return ast.unparse(node.operand)
    return ast.unparse(node)


def changes_of(path: str) -> list[Change]:
    """All changes of a module that could be chosen by chance."""
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return [
        place.change(path, name, function)
        for name, function in _functions(tree)
        for place in _places(function)
    ]


def written(name: str) -> Change:
    """A change by its name, which may put any source in the place of another.

    Raises LookupError if that source does not stand there.
    """
    where, _, what = name.partition(": ")
    path, _, wanted = where.partition(" ")
    before, _, after = what.partition(" => ")
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    for function_name, function in _functions(tree):
        if function_name == wanted:
            after, mark, nth = after.rpartition(" #")
            if not mark or not nth.isdigit():
                after, nth = what.partition(" => ")[2], "0"
            place = _place_of(function, _plainly(before), after, int(nth))
            return place.change(path, wanted, function)
    raise LookupError(name)


def _place_of(function: ast.FunctionDef, before: str, after: str, nth: int) -> _Place:
    left = nth
    for place in _places(function):
        if (place.before, place.after, place.nth) == (before, after, nth):
            return place
    for node, statement in _within(function):
        kinds = ast.expr | ast.stmt | ast.pattern
        if isinstance(node, kinds) and ast.unparse(node) == before:
            if not left:
                return _Place(
                    node, lambda n: _put(n, after), before, after, nth, statement
                )
            left -= 1
    raise LookupError(f"{before} => {after}")


def _plainly(source: str) -> str:
    """Source as `ast` writes it."""
    try:
        return ast.unparse(ast.parse(source, mode="eval"))
    except SyntaxError:
        return ast.unparse(ast.parse(source))


def _put(node: ast.AST, source: str) -> None:
    """Make of a node what a source says, in its place in the tree."""
    made: ast.AST
    if isinstance(node, ast.pattern):
        (match,) = ast.parse(f"match _:\n case {source}: pass").body
        made = match.cases[0].pattern  # type: ignore[attr-defined]
    else:
        (made,) = ast.parse(source).body
        if isinstance(node, ast.expr):
            assert isinstance(made, ast.Expr)
            made = made.value
    keep = {"lineno", "col_offset", "end_lineno", "end_col_offset"}
    for name in [name for name in vars(node) if name not in keep]:
        delattr(node, name)
    node.__class__ = made.__class__
    for name, value in ast.iter_fields(made):
        setattr(node, name, value)


def changed_code(change: Change) -> CodeType:
    """The code of the changed function."""
    file = ROOT / change.path
    tree = ast.parse(file.read_text("utf-8"))
    for name, function in _functions(tree):
        if name == change.function:
            place = _place_of(function, change.before, change.after, change.nth)
            place.edit(place.node)
            _plain(place.node)
            ast.fix_missing_locations(tree)
            whole = compile(tree, str(file), "exec")
            return _code_of(whole, name)
    raise LookupError(change.name)


def _plain(node: ast.AST) -> None:
    """Lets what is not negated any more be true or false, as it was negated."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.UAdd):
        inner = node.operand
        node.op = ast.Not()
        node.operand = ast.UnaryOp(ast.Not(), inner)


def _code_of(whole: CodeType, name: str) -> CodeType:
    result = whole
    for part in name.split("."):
        inner = [c for c in result.co_consts if isinstance(c, CodeType)]
        result = next(c for c in inner if c.co_name == part)
    return result


def sample(paths: Sequence[str], count: int, seed: int, most: int = 2) -> list[Change]:
    """So many changes of some modules by chance, at most so many in each function."""
    result = sorted(
        (change for path in paths for change in changes_of(path)),
        key=lambda change: change.order(seed),
    )
    taken: list[Change] = []
    places: dict[tuple[str, str], int] = {}
    for change in result:
        place = change.path, change.function
        if places.setdefault(place, 0) < most:  # spread over the functions of a part
            places[place] += 1
            taken.append(change)
    return taken[:count]
