"""Functions that are small and cannot go wrong are written where they are called."""

from collections.abc import Callable, Container, Sequence

from attrs import define, field

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.symbols import Local, RoutineSymbol
from rulesrun.dsl.core.walking import parts, walk
from rulesrun.dsl.semantics import value_types as t

MOST_NODES = 40
"""A larger function stays one."""

_NEVER_FAIL = (
    core.Const,
    core.Get,
    core.Compare,
    core.Not,
    core.And,
    core.Or,
    core.If,
    core.IsNone,
    core.IsKind,
    core.Negative,
    core.Empty,
    core.In,
    core.For,
    core.When,
)

_CERTAIN_PRIMS = ("step", "ray", "min", "max", "abs", "size", "rotated")
"""Functions that have a value for all arguments but none."""


@define(eq=False)
class Inlining:
    """Which functions can be written where they are called.

    Only those that cannot go wrong: a fault belongs to its own line. `values` is what
    they give, and `sizes` of how many nodes that is, with all that they call.
    """

    program: Core
    values: dict[RoutineSymbol, core.Expr] = field(factory=dict)
    sizes: dict[RoutineSymbol, int] = field(factory=dict)

    def look_at(self, routine: RoutineSymbol) -> None:
        """Note down a function; those that it calls come before it."""
        match _unmarked(self.program.routines[routine].body):
            case [stmt.Return(value=value)] if value is not None:
                size = self._size(value)
            case _:
                return
        if size <= MOST_NODES and is_safe(value, self.values):
            self.values[routine], self.sizes[routine] = value, size

    def _size(self, value: core.Expr) -> int:
        size = 0
        for node in walk(value):
            size += 1
            if isinstance(node, core.Call):
                if self.of(node, lambda _: False) is None:
                    return MOST_NODES + 1
                size += self.sizes[node.routine]
        return size

    def of(
        self, node: core.Call, is_named: Callable[[object], bool]
    ) -> core.Expr | None:
        """What a call is worth as an expression of the parameters; none if it stays one.

        Nothing is worked out more often than before, but for what has a name (`is_named`)
        and what is looked up at once.
        """
        value = self.values.get(node.routine)
        if value is None:
            return None
        unsafe = 0
        for param, arg in zip(node.routine.params, node.args, strict=True):
            if isinstance(arg, core.Get | core.Const) or is_named(arg):
                continue
            if not is_safe(arg, self.values):
                unsafe += 1
                if unsafe > 1 or not _is_asked(value, param):
                    return None  # its fault would come in another order, or never
            uses = sum(
                isinstance(n, core.Get) and n.local is param for n in walk(value)
            )
            if uses > (2 if _is_near(arg) else 1):
                return None
        return value


def _is_asked(node: object, local: Local) -> bool:
    """Whether a local is read in any case where an expression is worked out."""
    inside: Sequence[object]
    match node:
        case core.Get(local=other):
            return other is local
        case core.And(left=first) | core.Or(left=first) | core.If(test=first):
            inside = [first]
        case core.Lookup(keys=keys):
            inside = keys
        case core.Fold(clauses=(core.For(of=of), *_)):
            inside = [of]
        case core.Fold() | core.Walk() | core.After():
            return False
        case _:
            inside = parts(node)
    return any(_is_asked(part, local) for part in inside)


def _is_near(node: core.Expr) -> bool:
    """Whether a value is looked up at once, by a local."""
    return isinstance(node, core.Field) and isinstance(node.of, core.Get)


def stepwise(program: Core, node: core.Call) -> list[stmt.SetLocal | core.Expr] | None:
    """What a call that is asked whether it holds comes to, step by step; none if not.

    A step gives a local its value, or is a condition: where one holds, the call does
    not. The last one is what it comes to then.
    """
    steps = list[stmt.SetLocal | core.Expr]()
    body = _unmarked(program.routines[node.routine].body)
    if not body or sum(1 for s in body for _ in walk(s)) > 2 * MOST_NODES:
        return None
    *before, last = body
    for statement in before:
        match statement:
            case stmt.SetLocal(value=value) if is_safe(value):
                steps.append(statement)
            case stmt.Choice(branches=(branch,), otherwise=()) if is_safe(branch.test):
                match _unmarked(branch.body):
                    case [stmt.Return(value=core.Const(value=False))]:
                        steps.append(branch.test)
                    case _:
                        return None
            case _:
                return None
    match last:
        case stmt.Return(value=end) if end is not None and is_safe(end):
            return [*steps, end]
        case _:
            return None


def _unmarked(block: stmt.Block) -> list[stmt.Stmt]:
    return [statement for statement in block if not isinstance(statement, stmt.Mark)]


def is_safe(node: object, functions: Container[RoutineSymbol] = ()) -> bool:
    """Whether an expression gives a value whatever the state is.

    So do calls of these functions.
    """
    match node:
        case core.Read(variable=variable, keys=keys):
            safe = all(
                not isinstance(kind, t.IntType | t.OptionalType)
                for kind in (*(k.type for k in variable.keys), *(k.type for k in keys))
            )
        case core.Fold(kind=kind, otherwise=otherwise):
            safe = kind in ("any", "all") or (kind == "first" and otherwise is not None)
        case core.Field(of=of):
            safe = not isinstance(of.type, t.OptionalType)
        case core.Binary(op=op, type=kind):
            safe = isinstance(kind, t.IntType) and op in ("+", "-", "*")
        case core.Index(of=of, key=key):
            safe = _has_all(of.type, key.type)
        case core.MakeBundle(pairs=((one, _),)):
            safe = not isinstance(one.type, t.OptionalType)
        case core.Prim(name=name, args=args):
            plain = not any(isinstance(arg.type, t.OptionalType) for arg in args)
            safe = plain and name in _CERTAIN_PRIMS
        case core.Call(routine=routine):
            safe = routine in functions
        case core.Range(low=core.Const(), high=core.Const()):
            safe = True
        case _:
            safe = isinstance(node, _NEVER_FAIL)
    return safe and all(is_safe(part, functions) for part in parts(node))


def _has_all(kind: t.Type, key: t.Type) -> bool:
    """Whether a collection has something, if only none, for each key of a type."""
    if isinstance(kind, t.BundleType):
        return isinstance(key, t.EnumType)
    return isinstance(kind, t.GridType) and not isinstance(key, t.OptionalType)
