"""Common subexpressions: what is asked more than once is worked out once.

Within a statement, sets that occur in it twice. Along a block, calls that are asked again
before what they read can have changed: so what `while can drop(p)` has looked for is what
the decision that follows offers.
"""

from collections.abc import Callable, Sequence

from attrs import evolve

from rulesrun.interpreter.plan.effects import Effects
from rulesrun.interpreter.plan.nodes import (
    Ask,
    Call,
    Each,
    Expr,
    If,
    Let,
    Num,
    Op,
    Repeat,
    Shape,
    Slot,
    Stmt,
    Var,
    bodies,
    expressions,
    looked_at,
    operands,
    shape_of,
)
from rulesrun.interpreter.plan.rewriting import (
    replaced,
    rewritten,
    with_bodies,
    with_others,
)
from rulesrun.interpreter.plan.totality import total

Fresh = Callable[[Shape], Var]


# ---- within a statement -------------------------------------------------------------


def within_statements(block: Sequence[Stmt], fresh: Fresh) -> list[Stmt]:
    """Sets that occur twice in one statement get names before it."""
    stmts: list[Stmt] = []
    for s in block:
        s = with_bodies(s, lambda inner: within_statements(inner, fresh))
        shared = _shared(looked_at(s))
        names: dict[Expr, Var] = {}

        def named(
            x: Expr,
            s: Stmt = s,
            shared: set[Expr] = shared,
            names: dict[Expr, Var] = names,
        ) -> Expr | None:
            if x not in shared:
                return None
            if x not in names:
                inner = rewritten(x, lambda y: None if y is x else named(y))
                names[x] = fresh(shape_of(x))
                stmts.append(Let(names[x], inner, span=s.span))
            return names[x]

        stmts.append(with_others(s, named) if shared else s)
    return stmts


def _shared(roots: Sequence[Expr]) -> set[Expr]:
    """The largest sets that occur more than once, if they can be worked out before."""
    counts: dict[Expr, int] = {}

    def count(x: Expr) -> None:
        if _is_work(x):
            counts[x] = counts.get(x, 0) + 1
            if counts[x] > 1:
                return
        for inner in operands(x):
            count(inner)

    for root in roots:
        count(root)
    return {x for x, times in counts.items() if times > 1 and total(x)}


def _is_work(x: Expr) -> bool:
    if shape_of(x).kind != "bits":
        return False
    return isinstance(x, Op) or (isinstance(x, Slot) and not isinstance(x.at, Num))


# ---- along a block ------------------------------------------------------------------


def along_block(block: list[Stmt], effects: Effects, fresh: Fresh) -> list[Stmt]:
    """Calls that are asked again before anything that they read changes get names."""
    for i, s in enumerate(block):
        if isinstance(s, Each | Repeat):
            continue
        for x in looked_at(s):
            for call in (n for n in expressions(x) if isinstance(n, Call)):
                reads = effects.expression(call).reads
                times, changed = _asked_again(block[i:], call, reads, effects)
                first = _is_asked_first(call, looked_at(s))
                if times > 1 and first and not changed:
                    var = fresh(call.shape)
                    rest = replaced(block[i:], call, var)
                    named = Let(var, call, span=s.span)
                    return [*block[:i], named, *along_block(rest, effects, fresh)]
    return [
        with_bodies(s, lambda inner: along_block(inner, effects, fresh)) for s in block
    ]


def _is_asked_first(call: Call, roots: Sequence[Expr]) -> bool:
    """Whether a call is asked in any case, nothing that can be a fault being asked before."""
    x = roots[0]
    while x != call:
        inner = operands(x)
        if not inner:
            return False
        x = inner[0]
    return True


def _asked_again(
    block: Sequence[Stmt], call: Call, reads: set[str], effects: Effects
) -> tuple[int, bool]:
    """How often it is asked before what it reads changes, and whether that happens."""
    times = 0
    for s in block:
        times += sum(n == call for x in looked_at(s) for n in expressions(x))
        if effects.statement(s).writes & reads:
            return times, True
        if isinstance(s, Each | Repeat):
            inner = effects.block([s])
            if inner.writes & reads:
                return times, True
        changed = False
        for inside in bodies(s):
            more, ends = _asked_again(inside, call, reads, effects)
            times += more
            changed |= ends
        if changed:
            return times, True
    return times, False


# ---- what is known to be offered ----------------------------------------------------


def offered(
    block: list[Stmt], effects: Effects, known: frozenset[Expr] = frozenset()
) -> list[Stmt]:
    """Decisions keep what they offer only where it is known that it is something.

    `known` are expressions that give something now.
    """
    stmts: list[Stmt] = []
    for s in block:
        then = other = known
        match s:
            case Ask(offered=Expr() as x) if x not in known:
                s = Ask(s.decision, None, span=s.span)
            case If(test=Op(op="any", args=(x,))):
                then = known | {x}
            case If(test=Op(op="none", args=(x,))):
                other = known | {x}
        match s:
            case If():
                s = evolve(
                    s,
                    then=offered(s.then, effects, then),
                    other=offered(s.other, effects, other),
                )
            case Each() | Repeat():
                s = with_bodies(s, lambda inner: offered(inner, effects))
        stmts.append(s)
        writes = effects.block([s]).writes
        known = frozenset(x for x in known if not effects.expression(x).reads & writes)
    return stmts
