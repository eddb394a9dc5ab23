"""What is secret of a variable or a zone: how it is declared says it."""

from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.dsl.semantics.value_types import GridType, PieceType, ZoneType

_FACE_DOWN = ("deck", "bag")


def has_secrets(symbol: VariableSymbol) -> bool:
    """Whether there is anybody who cannot know what is in it."""
    face_down = isinstance(symbol.type, ZoneType) and symbol.type.kind in _FACE_DOWN
    return symbol.decl.secret or face_down or is_private(symbol)


def is_private(symbol: VariableSymbol) -> bool:
    """Whether the player whom it belongs to can know it, and nobody else."""
    hand = isinstance(symbol.type, ZoneType) and symbol.type.kind == "hand"
    return not symbol.decl.secret and (symbol.decl.owner_only or hand)


def number_is_known(symbol: VariableSymbol) -> bool:
    """Whether all know how much lies there, even if not what."""
    match symbol.type:
        case ZoneType("stock", PieceType(_, str())):
            hidden = symbol.decl.kinds_known or not symbol.decl.secret
            return not hidden or not has_secrets(symbol)
        case ZoneType("stock", _):
            return not has_secrets(symbol)  # the number is all there is to know
        case ZoneType() | GridType():
            return True
        case _:
            return not has_secrets(symbol)
