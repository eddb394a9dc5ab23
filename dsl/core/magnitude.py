"""Which numbers could grow without end: they are looked at wherever they are kept.

Numbers have a limit, so that a rule that doubles one again and again is told at its
line. Adding a small number to another cannot reach it in any game, and costs nothing.
"""

from rulesrun.dsl.core.expressions import (
    Binary,
    Const,
    Expr,
    Field,
    Fold,
    For,
    Get,
    If,
    InRange,
    Lookup,
    Negative,
    Prim,
    Reached,
    Read,
)
from rulesrun.dsl.semantics.value_types import BundleType, IntType, without_none


def is_small(node: Expr) -> bool:
    """Whether a number stays small whatever happens: it has a range, or counts things."""
    match node:
        case Const() | Fold(kind="count") | Lookup():
            return True
        case Prim(name="size" | "distance" | "section" | "position"):
            return True
        case Fold(kind="sum", item=item) if item is not None:
            return is_small(item)
        case Prim(name="min" | "max" | "abs", args=args):
            return all(map(is_small, args))
        case Binary(op="mod", right=right):
            return is_small(right)
        case Binary(op="/" | "/up", left=left):
            return is_small(left)
        case Binary(left=left, right=right):
            return is_small(left) and is_small(right)
        case Negative(of=of) | Reached(of=of) | InRange(of=of):
            return is_small(of)
        case If(then=then, otherwise=otherwise):
            return is_small(then) and is_small(otherwise)
        case Field():
            return True  # fixed before the game begins
        case Read(variable=variable):
            kind = without_none(variable.type)
            return isinstance(kind, IntType) and None not in (kind.low, kind.high)
        case _:
            return False


def grows(node: Expr) -> bool:
    """Whether a number, or one in a bundle, could be much greater than its parts."""
    match node:
        case Binary() if isinstance(without_none(node.type), BundleType):
            return True
        case Binary(op="+" | "-", left=left, right=right):
            if is_small(right):
                return grows(left)
            return not is_small(left) or grows(right)
        case Binary(op="*"):
            return not is_small(node)
        case Binary(left=left) | Negative(of=left) | Reached(of=left):
            return grows(left)
        case If(then=then, otherwise=otherwise):
            return grows(then) or grows(otherwise)
        case Prim(name="min" | "max" | "abs", args=args):
            return any(map(grows, args))
        case Fold(kind="sum", clauses=(For(of=Get()),)):
            return True
        case Fold(kind="sum"):
            return not is_small(node)
        case _:
            return False
