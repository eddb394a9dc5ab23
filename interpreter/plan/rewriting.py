"""Plans made anew with other expressions: what every pass changes them by."""

from collections.abc import Callable

from attrs import evolve

from rulesrun.interpreter.plan import nodes as ir

Change = Callable[[ir.Expr], ir.Expr | None]
"""What stands in place of an expression; none where that is to be seen inside of it."""


def rewritten(x: ir.Expr, change: Change) -> ir.Expr:
    """An expression with others in it, `change` being asked of the outermost first."""
    result = change(x)
    if result is not None:
        return result
    match x:
        case ir.Slot(at=at) | ir.Look(at=at):
            inner = rewritten(at, change)
            return x if inner is at else evolve(x, at=inner)
        case ir.Reached(start=start, through=through):
            return evolve(
                x, start=rewritten(start, change), through=rewritten(through, change)
            )
        case ir.Op(args=args) | ir.Call(args=args):
            parts = tuple(rewritten(a, change) for a in args)
            same = all(a is b for a, b in zip(parts, args, strict=True))
            return x if same else evolve(x, args=parts)
        case _:
            return x


def with_others(s: ir.Stmt, change: Change) -> ir.Stmt:
    """A statement with others in the expressions that it evaluates itself."""

    def new(x: ir.Expr) -> ir.Expr:
        return rewritten(x, change)

    match s:
        case ir.Let(value=x) | ir.Held(value=x):
            return evolve(s, value=new(x))
        case ir.If(test=x):
            return evolve(s, test=new(x))
        case ir.Each(of=x):
            return evolve(s, of=new(x))
        case ir.Put(at=at, value=x):
            return evolve(s, at=new(at), value=new(x))
        case ir.Keep(at=at, old=old, value=x):
            return evolve(s, at=new(at), old=new(old), value=new(x))
        case ir.Return(value=ir.Expr() as x):
            return evolve(s, value=new(x))
        case ir.Placed(player=ir.Expr() as x):
            return evolve(s, player=new(x))
        case ir.Do(args=args) | ir.Carry(args=args):
            return evolve(s, args=tuple(map(new, args)))
        case ir.Offer(values=args) | ir.Rank(values=args):
            return evolve(s, values=tuple(map(new, args)))
        case ir.Draw(low=low, high=high):
            return evolve(s, low=new(low), high=new(high))
        case ir.Ask(offered=ir.Expr() as x):
            return evolve(s, offered=new(x))
        case _:
            return s


def with_bodies(
    s: ir.Stmt, change: Callable[[list[ir.Stmt]], list[ir.Stmt]]
) -> ir.Stmt:
    """A statement with other blocks inside of it."""
    match s:
        case ir.If(then=then, other=other):
            return evolve(s, then=change(then), other=change(other))
        case ir.Each(body=body) | ir.Repeat(body=body):
            return evolve(s, body=change(body))
        case _:
            return s


def replaced(block: list[ir.Stmt], old: ir.Expr, new: ir.Expr) -> list[ir.Stmt]:
    """A block with an expression in place of another one, wherever it stands."""

    def change(x: ir.Expr) -> ir.Expr | None:
        return new if x == old else None

    def inside(inner: list[ir.Stmt]) -> list[ir.Stmt]:
        return [with_bodies(with_others(s, change), inside) for s in inner]

    return inside(block)
