"""How large numbers can become: where that is beyond all measure they are looked at.

Numbers have a limit, `LARGEST`, so that a rule that doubles one again and again is told
at its line, and every target can work them out in 64 bits. What is kept (in a variable, a
local, an item of a collection, an argument) is looked at where it could be beyond the
limit. Adding a small number to one that is kept brings it there in no game, or a little
beyond it, and costs nothing. What is only on its way may be a few times as large; an
operation of which more could come is looked at, too.
"""

from collections.abc import Mapping

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.syntax.vocabulary import LARGEST

SMALL = 10**9
"""So much can be added to what is kept without a look at it."""

KEPT = LARGEST + 10**15
"""What is kept is no larger, upwards or downwards: a game adds no more to it unseen."""

MOST = 2**62 - 1
"""Sums of two such numbers, and what is below them, have room in 64 bits."""

MANY = 10**9
"""A game goes through no more items at once."""


Known = Mapping[Local, int]
"""How large what locals hold can be, where that is less than of anything that is kept."""

NOTHING: Known = {}

FEW = 4
"""The amounts of a bundle of more kinds are looked at when they are added up."""


def magnitude(node: core.Expr, local_magnitudes: Known = NOTHING) -> int:  # noqa: C901 - one case a kind of node
    """No number that a node gives is larger, upwards or downwards.

    Of a bundle that is no amount, of a collection no item; `local_magnitudes` has those of
    locals.
    """

    def of(part: core.Expr) -> int:
        return magnitude(part, local_magnitudes)

    match node:
        case core.Const(value=int(value)):
            return abs(value)
        case core.Get(local=local):
            return local_magnitudes.get(local, KEPT)
        case core.Sized():
            return LARGEST
        case core.Fold(kind="count" | "run"):
            return MANY
        case core.Fold(kind="sum", item=item) if item is not None:
            return MANY * of(item)
        case core.Fold(kind="most" | "least" | "first" | "last" | "best" | "only"):
            parts = [part for part in (node.item, node.otherwise) if part is not None]
            return max(map(of, parts))
        case core.Fold(item=item) if item is not None:
            return of(item)
        case core.Prim(name="size", args=(whole,)):
            return _size(whole, of(whole))
        case core.Prim(name="min" | "max" | "abs" | "shared", args=args):
            return max(map(of, args))
        case core.Prim(name="random" | "last" | "reversed", args=(whole,)):
            return of(whole)
        case core.Prim(name=name):
            return MANY if name in _COUNTING else KEPT
        case core.Binary(op="mod", right=right):
            return of(right)
        case core.Binary(op="/" | "/up", left=left):
            return of(left)
        case core.Binary(op="*", left=left, right=right):
            return of(left) * of(right)
        case core.Binary(left=left, right=right):
            if not isinstance(t.without_none(node.type), t.IntType | t.BundleType):
                return max(of(left), of(right))
            return of(left) + of(right)
        case core.Negative(of=part) | core.Reached(of=part) | core.Convert(of=part):
            return of(part)
        case core.InRange(low=low, high=high):
            return max(abs(low), abs(high))
        case core.If(then=then, otherwise=otherwise):
            return max(of(then), of(otherwise))
        case core.Range(low=low, high=high):
            return max(of(low), of(high))
        case core.Make(items=items):
            return max(map(of, items), default=0)
        case core.MakeBundle(pairs=pairs):
            return sum(of(amount) for _, amount in pairs)
        case core.Index(of=part):
            return of(part)
        case core.Lookup() | core.Field():
            return _of_type(node)
        case core.Read(variable=variable):
            if variable.zone is not None and variable.zone.pieces is not None:
                return variable.zone.pieces
            return _of_type(node)
        case _:
            return KEPT


_COUNTING = ("size", "distance", "section", "position")


def _size(whole: core.Expr, most: int) -> int:
    """How many there are in a collection; a bundle is one of a few kinds."""
    return FEW * most if isinstance(t.without_none(whole.type), t.BundleType) else MANY


def _of_type(node: core.Expr) -> int:
    """What the type of a variable or field that is held to it tells."""
    match node:
        case core.Read(variable=variable):
            kind = t.without_none(variable.type)
        case _:
            kind = t.without_none(node.type)
    if isinstance(kind, t.IntType) and kind.low is not None and kind.high is not None:
        return max(abs(kind.low), abs(kind.high))
    return KEPT


def grows(node: core.Expr, local_magnitudes: Known = NOTHING) -> bool:
    """Whether a number that is kept, or one in a bundle, is to be looked at.

    What is below KEPT has no part in it that is kept, so all of it is known.
    """
    if isinstance(node, core.Sized):
        return False
    most = magnitude(node, local_magnitudes)
    return most > KEPT + 4 * SMALL or LARGEST < most < KEPT


def is_beyond(node: core.Expr, local_magnitudes: Known = NOTHING) -> bool:
    """Whether what comes of an operation is to be looked at, even if it is not kept."""
    return magnitude(node, local_magnitudes) > MOST
