"""Conditions on what the player who chooses cannot know."""

from collections.abc import Iterator

from rulesrun.dsl import nodes
from rulesrun.dsl.codes import problem
from rulesrun.dsl.diagnostics import Diagnostic, Label
from rulesrun.dsl.narrowing import walk
from rulesrun.dsl.secrecy import is_private
from rulesrun.dsl.sight import Look, Scope, Sight
from rulesrun.dsl.symbols import ActionSymbol, LocalSymbol, Symbol, VariableSymbol
from rulesrun.dsl.tables import Read
from rulesrun.dsl.world import World


def check_knowledge(world: World, read: Read) -> Iterator[Diagnostic]:
    """What is offered, and what is best, depends on what the player may know."""
    sight = Sight(world)
    told: set[int] = set()
    for node in walk(world.file.declarations):
        match node:
            case nodes.Best():
                yield from _best(sight, node)
            case nodes.Menu():
                yield from _menu(sight, node, told)
            case nodes.Choose(player=player) if player is not None:
                yield from _choice(sight, node, Scope(me=player), told)
            case _:
                pass


def _menu(sight: Sight, menu: nodes.Menu, told: set[int]) -> Iterator[Diagnostic]:
    scope = Scope(me=menu.player)
    for item in menu.items:
        if item.when is not None:
            what = f"whether `{item.name}` is offered"
            yield from _condition(sight, item.when, scope, what, told)
        action = sight.world.refs.get(id(item))
        if not isinstance(item, nodes.MenuAction) or not isinstance(
            action, ActionSymbol
        ):
            continue
        pairs = list(zip(action.params, item.args, strict=False))
        known: dict[Symbol, tuple[nodes.Expr, Scope] | None]
        known = {param: (arg, scope) for param, arg in pairs}
        me = menu.player if isinstance(menu.player, nodes.PlayerAt) else None
        mine = frozenset(param for param, arg in pairs if sight.is_me(arg, scope))
        inner = Scope(me=me, mine=mine, known=known)
        for line in action.decl.head:
            if isinstance(line, nodes.Require):
                what = f"whether `{action.name}` is offered"
                yield from _condition(sight, line.test, inner, what, told)
            elif isinstance(line, nodes.Choose):
                yield from _choice(sight, line, inner, told)


def _choice(
    sight: Sight, choice: nodes.Choose, scope: Scope, told: set[int]
) -> Iterator[Diagnostic]:
    what = f"what can be chosen as `{choice.name}`"
    conditions = [choice.of, *(part.test for part in choice.where)]
    conditions += [part.test for part in choice.require]
    conditions += [part.test for part in choice.prefer]
    conditions += [bound for bound in (choice.least, choice.most) if bound is not None]
    for condition in conditions:
        yield from _condition(sight, condition, scope, what, told)


def _condition(
    sight: Sight, condition: nodes.Expr, scope: Scope, what: str, told: set[int]
) -> Iterator[Diagnostic]:
    look = sight.look(condition, scope)
    if look is None or id(condition) in told:
        return
    told.add(id(condition))
    yield problem(
        "hidden-in-offer",
        condition.span,
        f"{what} hangs on {_called(look)}, which the player cannot know",
        mark="tells something hidden",
        labels=_labels(look, condition),
        hint="ask for it in what follows the choice, where it may come out, "
        "or let it be seen",
    )


def _best(sight: Sight, best: nodes.Best) -> Iterator[Diagnostic]:
    look = sight.look((best.by, best.body), Scope(me=best.player))
    if look is None:
        return
    yield problem(
        "hidden-in-best",
        best.by.span,
        f"what is best hangs on {_called(look)}, which the player cannot know",
        mark="cannot be found out",
        labels=_labels(look, best.by),
        hint="let the player choose, without `best for`",
    )


def _called(look: Look) -> str:
    return f"`{look.symbol.name}`"


def _labels(look: Look, condition: nodes.Expr) -> tuple[Label, ...]:
    inside = any(node is look.node for node in walk(condition))
    places = [] if inside else [Label(look.node.span, "looked at here")]
    symbol = look.symbol
    if isinstance(symbol, LocalSymbol):
        text = "chosen in secret here"
    else:
        assert isinstance(symbol, VariableSymbol)
        text = "seen by its owner alone" if is_private(symbol) else "seen by nobody"
    if symbol.span is not None:
        places.append(Label(symbol.span, text))
    return tuple(places)
