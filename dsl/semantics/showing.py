"""What is shown to players, and to whom: `show V to E`."""

from __future__ import annotations

from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.audiences import is_audience
from rulesrun.dsl.semantics.inference.infer import Inference
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.dsl.syntax import nodes


def check_show(infer: Inference, node: nodes.Show) -> None:
    """Report what is neither a variable nor components, and who is no player."""
    kind = infer.expr(node.what)
    if kind is not t.UNKNOWN and not is_place(infer, node.what) and not _is_held(kind):
        infer.world.report(
            "wrong-type",
            node.what.span,
            f"what is shown is a variable, a zone or components, and this is "
            f"{t.with_article(kind)}",
            mark=str(kind),
            hint="name what lies hidden, such as  show p.plan,  show top(deck)  or  "
            "show p.hand to q",
        )
    if node.to is not None:
        _check_hearers(infer, node.to)


def check_announcement(infer: Inference, node: nodes.Announce) -> None:
    """Report what is no single value that could stand in a text, and who is no player."""
    for value in node.values:
        kind = infer.expr(value)
        if kind is t.UNKNOWN:
            continue
        if t.element(kind) is not None or isinstance(kind, t.TupleType | t.EdgeType):
            infer.world.report(
                "wrong-type",
                value.span,
                f"a text holds single values, and `{value.text}` is {t.with_article(kind)}",
                mark=str(kind),
                hint="name one of them, or their number, by  let  in a line before",
            )
    if node.to is not None:
        _check_hearers(infer, node.to)


def _check_hearers(infer: Inference, to: nodes.Expr) -> None:
    everybody = isinstance(to, nodes.Name) and to.text in (
        "everyone",
        "everybody",
        "all",
    )
    if everybody and id(to) not in infer.world.refs:
        infer.world.report(
            "unknown-name",
            to.span,
            "what is told to everybody is told without `to`",
            mark="all of them?",
            hint="leave it out, or name a player or players",
        )
        return
    who = infer.expr(to)
    if who is not t.UNKNOWN and not is_audience(who):
        infer.world.report(
            "wrong-type",
            to.span,
            f"things are shown to players, and this is {t.with_article(who)}",
            mark=str(who),
            hint="write a player or players, or leave it out to show it to all",
        )


def check_sees(infer: Inference, node: nodes.ExpectSees) -> None:
    """Report who is no player, and what is no variable and no zone."""
    infer.want(node.player, t.PLAYER)
    kind = infer.expr(node.what)
    if kind is not t.UNKNOWN and not is_place(infer, node.what):
        infer.world.report(
            "wrong-type",
            node.what.span,
            f"a player sees a variable or a zone, and this is {t.with_article(kind)}",
            mark=str(kind),
            hint="name it, such as  expect p sees q.hand",
        )


def is_place(infer: Inference, node: nodes.Expr) -> bool:
    """Whether an expression names one variable or zone."""
    if not isinstance(infer.world.refs.get(id(node)), VariableSymbol):
        return False
    of = node.of if isinstance(node, nodes.Attribute) else None
    kind = None if of is None else infer.world.types.get(id(of))
    return kind is None or t.element(kind) is None


def _is_held(kind: t.Type) -> bool:
    match kind:
        case t.OptionalType(item) | t.SetType(item) | t.ListType(item):
            return isinstance(item, t.ComponentType)
        case _:
            return isinstance(kind, t.ComponentType)
