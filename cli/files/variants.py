"""The options of a game with the values that they can have."""

from __future__ import annotations

from rulesrun.cli.files.compiling import compile_source
from rulesrun.cli.files.sources import find_source
from rulesrun.cli.output.problems import Unusable
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.symbols import OptionSymbol


def variants_of(game: str) -> list[str]:
    """The options of a game as the rules declare them, each with each of its values."""
    try:
        program = compile_source(find_source(game)).program
    except Unusable:
        return []
    if program is None:
        return []
    world = program.world

    def values(kind: t.Type) -> list[str]:
        match kind:
            case t.OptionalType(inner):
                return [*values(inner), "none"]
            case t.BoolType():
                return ["yes", "no"]
            case t.EnumType(enum):
                return [value.name for value in world.enum(enum).values]
            case t.PlayerType():
                assert world.game is not None
                return [f"player {n + 1}" for n in range(world.game.players[1])]
            case _:
                return [""]

    return [f"{o.name}={v}" for o in world.each(OptionSymbol) for v in values(o.type)]
