"""What lies in a state and is never declared: what rules give, and pieces in the box.

Also how often a rule that may carry itself out is under way inside itself, and whether an
event has been prevented.

    rule draw_one(p: player) -> Card: ...      let c = do draw_one(p)
    move 2 from bank to box

A rule can stop for choices, and so its value lies in the state until whoever carried the
rule out names it. Between two choices nobody can look there: it is named, and taken away,
at once. Pieces in the box are out of the game; they are counted, so that none is lost.
"""

from __future__ import annotations

from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.world import Declared, Declaring
from rulesrun.dsl.semantics.written_types import resolve_type
from rulesrun.dsl.syntax import nodes


def give_result(world: Declaring, rule: sym.RuleSymbol) -> None:
    """Note what a rule gives, if it gives anything, and where that lies meanwhile."""
    decl = rule.decl
    if decl.returns is None:
        return
    rule.returns = resolve_type(world, decl.returns)
    kind = unbounded(rule.returns)
    inner = kind.item if isinstance(kind, t.OptionalType) else kind
    if isinstance(inner, t.GridType | t.EdgeType | t.TupleType | t.ZoneType):
        world.report(
            "wrong-type",
            decl.returns.span,
            f"a rule cannot give a {inner}",
            hint="let it be a single value, a component, or a list or set of them",
        )
    rule.result = _undeclared(world, rule, "result", kind, decl.returns)


def count_depth(world: Declaring, rule: sym.RuleSymbol) -> None:
    """Note where it is counted how often a rule is under way, if it says how deep it goes."""
    if rule.decl.deepest is not None:
        written = nodes.TypeNode(span=rule.decl.span, base="int")
        rule.depth = _undeclared(world, rule, "depth", t.INT, written)


def note_cancelled(world: Declaring, event: sym.EventSymbol) -> None:
    """Note where it lies whether an event has been prevented, until that is asked."""
    if event.cancelled is None:
        written = nodes.TypeNode(span=event.decl.span, base="bool")
        event.cancelled = _undeclared(world, event, "cancelled", t.BOOL, written)


def _undeclared(
    world: Declaring,
    of: sym.RuleSymbol | sym.EventSymbol,
    what: str,
    kind: t.Type,
    written: nodes.TypeNode,
) -> sym.VariableSymbol:
    """A variable of the state that belongs to a rule or an event."""
    name = f"{of.name}_{what}"
    variable = nodes.Variable(
        span=of.decl.span,
        name=name,
        name_span=of.decl.name_span,
        keys=(),
        labels=nodes.NO_LABELS,
        type=written,
    )
    symbol = sym.VariableSymbol(name, of.span, variable, None, (), kind, used=True)
    world.results.append(symbol)
    return symbol


def boxed(world: Declared, piece: t.PieceType, place: Span) -> sym.VariableSymbol:
    """The stock of the pieces of a kind that are out of the game, of each owner."""
    declared = world.get(sym.PieceSymbol, piece.name)
    owned = declared is not None and declared.decl.each is not None
    name = f"{piece.name}_box"
    of = nodes.Named(span=place, text=piece.name)
    variable = nodes.Variable(
        span=place,
        name=name,
        name_span=place,
        keys=(),
        labels=nodes.NO_LABELS,
        type=nodes.ZoneNode(span=place, kind="stock", names=(of,)),
    )
    kind = t.ZoneType("stock", piece)
    return sym.VariableSymbol(
        name, None, variable, t.PLAYER if owned else None, (), kind, used=True
    )


def unbounded(kind: t.Type) -> t.Type:
    """A type without the range of a number, which a result only promises."""
    match kind:
        case t.IntType():
            return t.INT
        case t.OptionalType(t.IntType()):
            return t.OptionalType(t.INT)
        case _:
            return kind
