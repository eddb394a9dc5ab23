"""Who is still in the game, in the core: players pass over who has left."""

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import folding
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.context import Context
from rulesrun.dsl.core.symbols import Local, Variable
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t

PLAYERS = t.ListType(t.PLAYER)


def _left(context: Context) -> Variable:
    assert context.world.left is not None
    return context.variable(context.world.left)


def when_left(context: Context, player: core.Expr, span: Span) -> core.Read:
    """The how manieth a player has left the game, or none."""
    left = _left(context)
    return core.Read(left, (player,), type=left.type, span=span)


def is_in(context: Context, player: core.Expr, span: Span) -> core.Expr:
    """Whether a player is still in the game."""
    return folding.is_none(when_left(context, player, span), span)


def those_in(context: Context, of: core.Expr, span: Span) -> core.Expr:
    """The players of a collection who are still in the game."""
    each = context.fresh("each", t.PLAYER)
    one = core.Get(each, type=t.PLAYER, span=span)
    clauses = (core.For(each, of), core.When(is_in(context, one, span)))
    return core.Fold("list", clauses, one, type=PLAYERS, span=span)


def beside(context: Context, of: core.Expr, name: str, span: Span) -> core.Expr:
    """Who sits to the left or to the right of a player, among those who are still in.

    It is the player, in or out, where nobody else is left.
    """
    own, each = (context.fresh(n, t.PLAYER) for n in ("own", "each"))
    me, one = (core.Get(n, type=t.PLAYER, span=span) for n in (own, each))
    others = core.Prim("others", (me,), type=PLAYERS, span=span)
    alone = core.Make((me,), type=PLAYERS, span=span)
    pair = (others, alone) if name == "left" else (alone, others)
    round_ = core.Binary("+", *pair, type=PLAYERS, span=span)
    same = folding.compare("==", one, me, span)
    counts = folding.either(is_in(context, one, span), same, span)
    clauses = (core.Given(own, of), core.For(each, round_), core.When(counts))
    kind = "first" if name == "left" else "last"
    return core.Fold(kind, clauses, one, type=t.PLAYER, span=span)


def leave(context: Context, player: core.Expr, span: Span) -> list[stmt.Stmt]:
    """A player leaves; who has left already does not leave again."""
    who, each = (context.fresh(n, t.PLAYER) for n in ("who", "each"))
    me, one = (core.Get(n, type=t.PLAYER, span=span) for n in (who, each))
    setting, left = context.setting, _left(context)
    ends = (0, setting.participants - 1)
    first, last = (core.Const(n, type=t.PLAYER, span=span) for n in ends)
    all_ = core.Range(first, last, type=PLAYERS, span=span)
    gone = folding.negation(is_in(context, one, span), span)
    before = core.Fold(
        "count", (core.For(each, all_), core.When(gone)), type=t.INT, span=span
    )
    number = core.Binary("+", before, folding.number(1, span), type=t.INT, span=span)
    written: stmt.Block = (stmt.Write(stmt.Place(left, (me,)), number, span=span),)
    test = is_in(context, me, span)
    return [
        stmt.SetLocal(who, player, span=span),
        stmt.Choice((stmt.Branch(test, written),), span=span),
    ]


def standing(context: Context, player: core.Expr, span: Span) -> core.Expr:
    """How far a player has come before anything else is compared: who stayed is before all
    who left, and who left later before who left sooner.
    """
    stayed = folding.number(context.setting.participants + 1, span)
    moment = when_left(context, player, span)
    return core.If(folding.is_none(moment, span), stayed, moment, type=t.INT, span=span)


def standing_of(context: Context, team: Local, span: Span) -> core.Expr:
    """That of a team: of the one who has come the farthest."""
    each = context.fresh("each", t.PLAYER)
    one = core.Get(each, type=t.PLAYER, span=span)
    whole = core.Get(team, type=team.type, span=span)
    item = standing(context, one, span)
    return core.Fold("most", (core.For(each, whole),), item, type=t.INT, span=span)
