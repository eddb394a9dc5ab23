"""Who sees a variable, where an expression says it: a function of what it belongs to.

`seen by all q in players where q.side == owner.side` is a function with a parameter
`owner`. `owner` and `others` alone need none.
"""

from __future__ import annotations

from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.world import Declaring, World
from rulesrun.dsl.syntax import nodes

OWNER, OTHERS = "owner", "others"
"""What stands behind `seen by`, where no expression does."""


def word_of(decl: nodes.Variable) -> str | None:
    """The word that says who sees a variable; none where an expression or nothing does."""
    match decl.seen_by:
        case nodes.Name(text=text) if text in (OWNER, OTHERS):
            return text
        case _:
            return None


def owner_key(variable: sym.VariableSymbol) -> int | None:
    """Which of its keys says to whom or what a variable belongs: a player, if there is one."""
    players = (at for at, key in enumerate(variable.all_keys) if key.type == t.PLAYER)
    return next(players, None if variable.owner is None else 0)


def declare_audiences(world: Declaring) -> None:
    """Make the function of each variable for which an expression says who sees it."""
    for number, variable in enumerate(world.variables):
        decl = variable.decl
        if decl.seen_by is None or word_of(decl) is not None:
            continue
        name = f"audience_{number}_{variable.name}"
        while name in world.names:
            name += "_"
        value = decl.seen_by
        function = nodes.FunctionDecl(
            span=value.span,
            name=name,
            name_span=value.span,
            params=(),
            returns=None,
            body=(nodes.Return(span=value.span, value=value),),
        )
        at = owner_key(variable)
        params: tuple[sym.LocalSymbol, ...] = ()
        if at is not None:
            owner = sym.LocalSymbol(OWNER, decl.name_span, variable.all_keys[at].type)
            owner.used = True
            params = (owner,)
        symbol = sym.AudienceSymbol(name, value.span, function, params, used=True)
        variable.audience = world.names[name] = symbol
        world.derived.append(function)


def check_audience(world: World, audience: sym.AudienceSymbol) -> None:
    """Report what is no player and no collection of players."""
    kind = audience.returns or t.UNKNOWN
    if kind is not t.UNKNOWN and not is_audience(kind):
        world.report(
            "wrong-type",
            audience.decl.span,
            f"players see a variable, and this is a {kind}",
            mark=str(kind),
            hint="write a player or players, such as  all q in players where ..",
        )


def is_audience(kind: t.Type) -> bool:
    """Whether values of a type are a player, perhaps none, or players."""
    match kind:
        case t.OptionalType(item) | t.SetType(item) | t.ListType(item):
            return item == t.PLAYER
        case _:
            return kind == t.PLAYER
