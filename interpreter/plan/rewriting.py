"""Plans made anew with other expressions: what every pass changes them by."""

from collections.abc import Callable

from attrs import evolve

from rulesrun.interpreter.plan.nodes import (
    Ask,
    Call,
    Carry,
    Do,
    Draw,
    Each,
    Expr,
    Held,
    If,
    Keep,
    Let,
    Look,
    Offer,
    Op,
    Placed,
    Put,
    Rank,
    Reached,
    Repeat,
    Return,
    Slot,
    Stmt,
)

Change = Callable[[Expr], Expr | None]
"""What stands in place of an expression; none where that is to be seen inside of it."""


def rewritten(x: Expr, change: Change) -> Expr:
    """An expression with others in it, `change` being asked of the outermost first."""
    result = change(x)
    if result is not None:
        return result
    match x:
        case Slot(at=at) | Look(at=at):
            inner = rewritten(at, change)
            return x if inner is at else evolve(x, at=inner)
        case Reached(start=start, through=through):
            return evolve(
                x, start=rewritten(start, change), through=rewritten(through, change)
            )
        case Op(args=args) | Call(args=args):
            parts = tuple(rewritten(a, change) for a in args)
            same = all(a is b for a, b in zip(parts, args, strict=True))
            return x if same else evolve(x, args=parts)
        case _:
            return x


def with_others(s: Stmt, change: Change) -> Stmt:
    """A statement with others in the expressions that it evaluates itself."""

    def new(x: Expr) -> Expr:
        return rewritten(x, change)

    match s:
        case Let(value=x) | Held(value=x):
            return evolve(s, value=new(x))
        case If(test=x):
            return evolve(s, test=new(x))
        case Each(of=x):
            return evolve(s, of=new(x))
        case Put(at=at, value=x):
            return evolve(s, at=new(at), value=new(x))
        case Keep(at=at, old=old, value=x):
            return evolve(s, at=new(at), old=new(old), value=new(x))
        case Return(value=Expr() as x):
            return evolve(s, value=new(x))
        case Placed(player=Expr() as x):
            return evolve(s, player=new(x))
        case Do(args=args) | Carry(args=args):
            return evolve(s, args=tuple(map(new, args)))
        case Offer(values=args) | Rank(values=args):
            return evolve(s, values=tuple(map(new, args)))
        case Draw(low=low, high=high):
            return evolve(s, low=new(low), high=new(high))
        case Ask(offered=Expr() as x):
            return evolve(s, offered=new(x))
        case _:
            return s


def with_bodies(s: Stmt, change: Callable[[list[Stmt]], list[Stmt]]) -> Stmt:
    """A statement with other blocks inside of it."""
    match s:
        case If(then=then, other=other):
            return evolve(s, then=change(then), other=change(other))
        case Each(body=body) | Repeat(body=body):
            return evolve(s, body=change(body))
        case _:
            return s


def replaced(block: list[Stmt], old: Expr, new: Expr) -> list[Stmt]:
    """A block with an expression in place of another one, wherever it stands."""

    def change(x: Expr) -> Expr | None:
        return new if x == old else None

    def inside(inner: list[Stmt]) -> list[Stmt]:
        return [with_bodies(with_others(s, change), inside) for s in inner]

    return inside(block)
