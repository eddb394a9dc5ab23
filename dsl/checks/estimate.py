"""The rule or function by which thinkers judge a game before its end."""

from collections.abc import Iterator

from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes


def check_estimate(world: World, read: Read) -> Iterator[Diagnostic]:
    """It ranks players or gives a number, whatever is under way."""
    line = world.game.estimate if world.game is not None else None
    rule = world.refs.get(id(line))
    if line is not None and isinstance(rule, sym.FunctionSymbol):
        yield from _function(line, rule)
    if line is None or not isinstance(rule, sym.RuleSymbol):
        return
    ranks = [node for node in walk(rule.decl.body) if isinstance(node, nodes.Rank)]
    if not ranks:
        yield problem(
            "wrong-type",
            line.name_span,
            f"the rule `{rule.name}` ranks no players",
            mark="no estimate",
            hint=f"let `{rule.name}` say who is ahead:  rank players by most ...",
        )
    elif any(not isinstance(p.type, t.PlayerType) for p in rule.params):
        yield problem(
            "wrong-type",
            line.name_span,
            f"`{rule.name}` must be given something that is not known here",
            mark="no estimate",
            hint="let it take nothing, or the player whose turn it is",
        )
    else:
        yield from _names_of_the_rule(world, ranks[0])


def _function(
    line: nodes.Estimate, function: sym.FunctionSymbol
) -> Iterator[Diagnostic]:
    """It gives a number, of a player or of the game."""
    params = [param.type for param in function.params]
    if params not in ([], [t.PLAYER]):
        yield problem(
            "wrong-type",
            line.name_span,
            f"`{function.name}` must be given something that is not known here",
            mark="no estimate",
            hint="let it take nothing, or one player",
        )
    elif not isinstance(function.returns, t.IntType | t.UnknownType):
        yield problem(
            "wrong-type",
            line.name_span,
            f"`{function.name}` gives no number",
            mark="no estimate",
            hint="let it give a number: the more, the better for the players",
        )


def _names_of_the_rule(world: World, rank: nodes.Rank) -> Iterator[Diagnostic]:
    """By what players are ranked is looked at when the rule is over."""
    by = rank.by[0].by
    for node in walk(by):
        symbol = world.refs.get(id(node))
        if not isinstance(symbol, sym.LocalSymbol) or not isinstance(node, nodes.Name):
            continue
        declared = symbol.span
        if node.text == "it" or declared is None:
            continue
        if not by.span.line <= declared.line <= by.span.end_line:
            yield problem(
                "wrong-type",
                node.span,
                f"`{node.text}` is known only while the rule is carried out",
                mark="not known afterwards",
                labels=(Label(declared, "named here"),),
                hint="rank by variables of the game, such as  most it.points",
            )
            return
