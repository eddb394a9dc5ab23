"""Whether a routine would do anything at all: `discard_surplus` with few cards does not.

What is asked is an expression, so that whoever carries out rules need not begin with what
has nothing to do. It holds just where some statement would be come to that does something:
what stands before it has then changed nothing, and each condition is asked in its turn.
"""

from collections.abc import Mapping

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import folding
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.program import Routine
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.core.walking import used_locals, walk
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.value_types import BOOL

Given = Mapping[Local, core.Expr]


def does_anything(routine: Routine, carried: stmt.Carry) -> core.Expr:
    """Whether a routine does anything where it is carried out.

    True where it is not known to do nothing. Only arguments that are values or locals are
    put in: others are not to be worked out twice.
    """
    params = routine.symbol.params
    values = {
        param: arg
        for param, arg in zip(params, carried.args, strict=True)
        if isinstance(arg, core.Const | core.Get)
    }
    result = _block(routine.body, carried.span, values, frozenset(params) - set(values))
    bound = {node.local for node in walk(result) if isinstance(node, core.For)}
    if draws(result) or not used_locals(result) <= bound | used_locals(carried):
        return folding.truth(True, carried.span)
    return result


def draws(tree: object) -> bool:
    """Whether something is drawn by chance where a tree is worked out."""
    return any(isinstance(n, core.Prim) and n.name == "random" for n in walk(tree))


def _block(
    block: stmt.Block, span: Span, values: Given, unknown: frozenset[Local]
) -> core.Expr:
    result: core.Expr = folding.truth(False, span)
    for node in reversed(block):
        if not isinstance(node, stmt.Mark):
            one = _statement(node, values, unknown)
            if not _is(result, True):
                result = folding.either(one, result, node.span)
    return result


def _statement(node: stmt.Stmt, values: Given, unknown: frozenset[Local]) -> core.Expr:
    always = folding.truth(True, node.span)
    match node:
        case stmt.Choice(branches=branches, otherwise=otherwise):
            if any(used_locals(branch.test) & unknown for branch in branches):
                return always
            result = _block(otherwise, node.span, values, unknown)
            for branch in reversed(branches):
                body = _block(branch.body, node.span, values, unknown)
                test = folding.settled(branch.test, values)
                result = _either(test, body, result, node.span)
            return result
        case stmt.Loop(before=before) if before is not None:
            return (
                always
                if used_locals(before) & unknown
                else folding.settled(before, values)
            )
        case stmt.ForEach(local=local, of=of, test=test, body=body):
            inner = _block(body, node.span, values, unknown)
            decidable = not used_locals((of, test)) & unknown
            if (
                not decidable
                or _is(inner, False)
                or (test is None and _is(inner, True))
            ):
                return always
            conditions = (
                () if test is None else (core.When(folding.settled(test, values)),)
            )
            items = core.For(local, folding.settled(of, values))
            return folding.some((items, *conditions), inner, node.span)
        case _:
            return always


def _either(
    test: core.Expr, then: core.Expr, otherwise: core.Expr, span: Span
) -> core.Expr:
    """What one of two blocks does: which, a condition says."""
    if _is(then, True) and _is(otherwise, True):
        return then
    if _is(otherwise, False):
        return folding.both(test, then, span)
    if _is(then, False):
        return folding.both(folding.negation(test, span), otherwise, span)
    return folding.conditional(test, then, otherwise, BOOL, span)


def _is(of: core.Expr, value: bool) -> bool:
    return isinstance(of, core.Const) and of.value is value
