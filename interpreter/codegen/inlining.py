"""Functions that are one small expression are written where they are called."""

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.statements import Mark, Return
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
)


def inlined(program: Core, node: core.Call) -> core.Expr | None:
    """What a call is worth as an expression of the parameters; none if it stays a call.

    Only what cannot go wrong, and calls nothing itself, is written elsewhere: a fault
    belongs to its own line. And nothing is worked out more often than before.
    """
    body = [s for s in program.routines[node.routine].body if not isinstance(s, Mark)]
    if len(body) != 1 or not isinstance(body[0], Return) or body[0].value is None:
        return None
    value = body[0].value
    if sum(1 for _ in walk(value)) > MOST_NODES or not _is_safe(value):
        return None
    for param, arg in zip(node.routine.params, node.args, strict=True):
        if isinstance(arg, core.Get | core.Const):
            continue
        uses = sum(isinstance(n, core.Get) and n.local is param for n in walk(value))
        if uses > 1:
            return None
    return value


def _is_safe(node: object) -> bool:
    """Whether an expression gives a value whatever the state is."""
    match node:
        case core.Read(variable=variable):
            safe = all(not isinstance(key.type, IntType) for key in variable.keys)
        case core.Field(of=of):
            safe = not isinstance(of.type, OptionalType)
        case core.Binary(op=op, type=kind):
            safe = isinstance(kind, IntType) and op in ("+", "-", "*")
        case core.Prim(name=name, args=args):
            plain = not any(isinstance(arg.type, OptionalType) for arg in args)
            safe = plain and name in ("step", "min", "max", "abs")
        case _:
            safe = isinstance(node, _NEVER_FAIL)
    return safe and all(_is_safe(part) for part in parts(node))
