"""Who has left the game: what lies in the state for it where rules let players leave.

`p leaves` keeps for `p` the how manieth has left. Nobody declares that variable, and rules
cannot name it: `players` and what is worked out from it pass over who is out. People see
it like any other variable of a player.
"""

from __future__ import annotations

from rulesrun.dsl.languages.spoken import labels_of
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.dsl.semantics.world import Declaring
from rulesrun.dsl.syntax import nodes

NAME = "left_the_game"
MOST = 12
LABELS = labels_of("left the game as number", "value")


def declare_departures(world: Declaring) -> None:
    """Note for each player when he or she has left, where anybody can."""
    lines = each(world.file.declarations, nodes.Leaves)
    if not lines:
        return
    place = lines[0].span
    variable = nodes.Variable(
        span=place,
        name=NAME,
        name_span=place,
        keys=(),
        labels=LABELS,
        type=nodes.TypeNode(span=place, base="int"),
    )
    kind = t.OptionalType(t.IntType(1, MOST))
    world.left = VariableSymbol(NAME, place, variable, t.PLAYER, (), kind, used=True)
    world.variables.append(world.left)


def is_of_players(node: nodes.Expr) -> bool:
    """Whether a collection is made of those who are still in, however it is narrowed."""
    match node:
        case nodes.Name(text="players"):
            return True
        case nodes.Call(name="clockwise" | "others"):
            return True
        case nodes.Quantified(kind="all", binder=binder):
            return is_of_players(binder.of)
        case _:
            return False
