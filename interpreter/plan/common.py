"""Common subexpressions: what is asked more than once is worked out once.

Within a statement, sets that occur in it twice. Along a block, calls that are asked again
before what they read can have changed: so what `while can drop(p)` has looked for is what
the decision that follows offers.
"""

from collections.abc import Callable, Sequence

from attrs import evolve

from rulesrun.interpreter.plan import nodes as ir
from rulesrun.interpreter.plan.effects import Effects
from rulesrun.interpreter.plan.rewriting import (
    replaced,
    rewritten,
    with_bodies,
    with_others,
)
from rulesrun.interpreter.plan.totality import total

Fresh = Callable[[ir.Shape], ir.Var]


# ---- within a statement -------------------------------------------------------------


def within_statements(block: Sequence[ir.Stmt], fresh: Fresh) -> list[ir.Stmt]:
    """Sets that occur twice in one statement get names before it."""
    stmts: list[ir.Stmt] = []
    for s in block:
        s = with_bodies(s, lambda inner: within_statements(inner, fresh))
        shared = _shared(ir.looked_at(s))
        names: dict[ir.Expr, ir.Var] = {}

        def named(
            x: ir.Expr,
            s: ir.Stmt = s,
            shared: set[ir.Expr] = shared,
            names: dict[ir.Expr, ir.Var] = names,
        ) -> ir.Expr | None:
            if x not in shared:
                return None
            if x not in names:
                inner = rewritten(x, lambda y: None if y is x else named(y))
                names[x] = fresh(ir.shape_of(x))
                stmts.append(ir.Let(names[x], inner, span=s.span))
            return names[x]

        stmts.append(with_others(s, named) if shared else s)
    return stmts


def _shared(roots: Sequence[ir.Expr]) -> set[ir.Expr]:
    """The largest sets that occur more than once, if they can be worked out before."""
    counts: dict[ir.Expr, int] = {}

    def count(x: ir.Expr) -> None:
        if _is_work(x):
            counts[x] = counts.get(x, 0) + 1
            if counts[x] > 1:
                return
        for inner in ir.operands(x):
            count(inner)

    for root in roots:
        count(root)
    return {x for x, times in counts.items() if times > 1 and total(x)}


def _is_work(x: ir.Expr) -> bool:
    if ir.shape_of(x).kind != "bits":
        return False
    return isinstance(x, ir.Op) or (
        isinstance(x, ir.Slot) and not isinstance(x.at, ir.Num)
    )


# ---- along a block ------------------------------------------------------------------


def along_block(block: list[ir.Stmt], effects: Effects, fresh: Fresh) -> list[ir.Stmt]:
    """Calls that are asked again before anything that they read changes get names."""
    for i, s in enumerate(block):
        if isinstance(s, ir.Each | ir.Repeat):
            continue
        for x in ir.looked_at(s):
            for call in (n for n in ir.expressions(x) if isinstance(n, ir.Call)):
                reads = effects.expression(call).reads
                times, changed = _asked_again(block[i:], call, reads, effects)
                first = _is_asked_first(call, ir.looked_at(s))
                if times > 1 and first and not changed:
                    var = fresh(call.shape)
                    rest = replaced(block[i:], call, var)
                    named = ir.Let(var, call, span=s.span)
                    return [*block[:i], named, *along_block(rest, effects, fresh)]
    return [
        with_bodies(s, lambda inner: along_block(inner, effects, fresh)) for s in block
    ]


def _is_asked_first(call: ir.Call, roots: Sequence[ir.Expr]) -> bool:
    """Whether a call is asked in any case, nothing that can be a fault being asked before."""
    x = roots[0]
    while x != call:
        inner = ir.operands(x)
        if not inner:
            return False
        x = inner[0]
    return True


def _asked_again(
    block: Sequence[ir.Stmt], call: ir.Call, reads: set[str], effects: Effects
) -> tuple[int, bool]:
    """How often it is asked before what it reads changes, and whether that happens."""
    times = 0
    for s in block:
        times += sum(n == call for x in ir.looked_at(s) for n in ir.expressions(x))
        if effects.statement(s).writes & reads:
            return times, True
        if isinstance(s, ir.Each | ir.Repeat):
            inner = effects.block([s])
            if inner.writes & reads:
                return times, True
        changed = False
        for inside in ir.bodies(s):
            more, ends = _asked_again(inside, call, reads, effects)
            times += more
            changed |= ends
        if changed:
            return times, True
    return times, False


# ---- what is known to be offered ----------------------------------------------------


def offered(
    block: list[ir.Stmt], effects: Effects, present: frozenset[ir.Expr] = frozenset()
) -> list[ir.Stmt]:
    """Decisions keep what they offer only where it is known that it is something.

    `present` are expressions that give something now.
    """
    stmts: list[ir.Stmt] = []
    for s in block:
        then = other = present
        match s:
            case ir.Ask(offered=ir.Expr() as x) if x not in present:
                s = ir.Ask(s.decision, None, span=s.span)
            case ir.If(test=ir.Op(op="any", args=(x,))):
                then = present | {x}
            case ir.If(test=ir.Op(op="none", args=(x,))):
                other = present | {x}
        match s:
            case ir.If():
                s = evolve(
                    s,
                    then=offered(s.then, effects, then),
                    other=offered(s.other, effects, other),
                )
            case ir.Each() | ir.Repeat():
                s = with_bodies(s, lambda inner: offered(inner, effects))
        stmts.append(s)
        writes = effects.block([s]).writes
        present = frozenset(
            x for x in present if not effects.expression(x).reads & writes
        )
    return stmts
