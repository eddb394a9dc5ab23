"""Functions that are small and cannot go wrong are written where they are called."""

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.statements import Block, Choice, Mark, Return, SetLocal, Stmt
from rulesrun.dsl.core.walking import parts, walk
from rulesrun.dsl.semantics.value_types import IntType, OptionalType

MOST_NODES = 30
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
    core.For,
    core.When,
)


def inlined(program: Core, node: core.Call) -> core.Expr | None:
    """What a call is worth as an expression of the parameters; none if it stays a call.

    Only what cannot go wrong, and calls nothing itself, is written elsewhere: a fault
    belongs to its own line. And nothing is worked out more often than before.
    """
    body = _unmarked(program.routines[node.routine].body)
    if len(body) != 1 or not isinstance(body[0], Return) or body[0].value is None:
        return None
    value = body[0].value
    if sum(1 for _ in walk(value)) > MOST_NODES or not is_safe(value):
        return None
    for param, arg in zip(node.routine.params, node.args, strict=True):
        if isinstance(arg, core.Get | core.Const):
            continue
        uses = sum(isinstance(n, core.Get) and n.local is param for n in walk(value))
        if uses > 1:
            return None
    return value


def stepwise(program: Core, node: core.Call) -> list[SetLocal | core.Expr] | None:
    """What a call that is asked whether it holds comes to, step by step; none if not.

    A step gives a local its value, or is a condition: where one holds, the call does
    not. The last one is what it comes to then.
    """
    steps = list[SetLocal | core.Expr]()
    body = _unmarked(program.routines[node.routine].body)
    if not body or sum(1 for s in body for _ in walk(s)) > 2 * MOST_NODES:
        return None
    *before, last = body
    for statement in before:
        match statement:
            case SetLocal(value=value) if is_safe(value):
                steps.append(statement)
            case Choice(branches=(branch,), otherwise=()) if is_safe(branch.test):
                match _unmarked(branch.body):
                    case [Return(value=core.Const(value=False))]:
                        steps.append(branch.test)
                    case _:
                        return None
            case _:
                return None
    match last:
        case Return(value=end) if end is not None and is_safe(end):
            return [*steps, end]
        case _:
            return None


def _unmarked(block: Block) -> list[Stmt]:
    return [statement for statement in block if not isinstance(statement, Mark)]


def is_safe(node: object) -> bool:
    """Whether an expression gives a value whatever the state is."""
    match node:
        case core.Read(variable=variable, keys=keys):
            safe = all(
                not isinstance(kind, IntType | OptionalType)
                for kind in (*(k.type for k in variable.keys), *(k.type for k in keys))
            )
        case core.Fold(kind=kind, otherwise=otherwise):
            safe = kind in ("any", "all") or (kind == "first" and otherwise is not None)
        case core.Field(of=of):
            safe = not isinstance(of.type, OptionalType)
        case core.Binary(op=op, type=kind):
            safe = isinstance(kind, IntType) and op in ("+", "-", "*")
        case core.Prim(name=name, args=args):
            plain = not any(isinstance(arg.type, OptionalType) for arg in args)
            safe = plain and name in ("step", "ray", "min", "max", "abs")
        case _:
            safe = isinstance(node, _NEVER_FAIL)
    return safe and all(is_safe(part) for part in parts(node))
