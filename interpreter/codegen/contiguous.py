"""Loops that read one variable after another: together they are a slice of the state."""

from collections.abc import Sequence

from attrs import frozen

from rulesrun.dsl.analysis.secrecy import has_secrets
from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.symbols import Variable
from rulesrun.dsl.core.walking import mentions
from rulesrun.interpreter.codegen.addresses import family_of, slot
from rulesrun.interpreter.codegen.expressions import Code, Expressions


@frozen
class _Read:
    """What such a loop reads: a variable, by its last key; the other keys stay the same."""

    variable: Variable
    keys: Sequence[core.Expr]
    first: int
    size: int


def contiguous(w: Expressions, node: core.Fold) -> Code | None:
    """The values that a loop reads, as a slice; none if they do not lie side by side."""
    match node:
        case core.Fold(
            clauses=(core.For(local=local, of=of),),
            item=core.Read(variable=variable, keys=(*keys, core.Get(local=index))),
            by=(),
        ) if index is local and not any(mentions(key, local) for key in keys):
            family = family_of(w.layout, variable)
        case _:
            return None
    symbol = variable.symbol
    if family is None or symbol is None or has_secrets(symbol) or w.slices is not None:
        return None
    if w.module.costs.is_large(node) or w.module.trace or w.before(of):
        return None
    return _slice(w, of, _Read(variable, keys, family.offsets[-1], family.sizes[-1]))


def _slice(w: Expressions, of: core.Expr, source: _Read) -> Code | None:
    """The slice for the numbers that `of` gives; none if those are not known."""
    match of:
        case core.Range(
            low=core.Const(value=int(low)), high=core.Const(value=int(high))
        ):
            if not source.first <= low <= high < source.first + source.size:
                return None
            keys = [w.code(key) for key in source.keys]
            ends = (
                slot(w.layout, source.variable, [*keys, x]) for x in (low, high + 1)
            )
            return f"S[{':'.join(ends)}]"
        case core.If(test=test, then=then, otherwise=otherwise):
            either, other = _slice(w, then, source), _slice(w, otherwise, source)
            if either is None or other is None:
                return None
            return f"({either} if {w.code(test)} else {other})"
        case core.Call():
            value = w.module.inlining.of(of, lambda _: False)
            if value is None:
                return None
            inner = w.inner()
            for param, arg in zip(of.routine.params, of.args, strict=True):
                inner.scope.written[param] = w.code(arg)
            return _slice(inner, value, source)
        case _:
            return None


def never_empty(node: core.Fold) -> bool:
    """Whether a loop has at least one round, known beforehand."""
    match node.clauses:
        case (
            core.For(
                of=core.Range(
                    low=core.Const(value=int(low)), high=core.Const(value=int(high))
                )
            ),
        ):
            return low <= high
        case _:
            return False
