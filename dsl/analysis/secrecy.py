"""What is secret of a variable or a zone: how it is declared says it."""

from enum import Enum

from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.audiences import OWNER, word_of
from rulesrun.dsl.semantics.symbols import VariableSymbol

_FACE_DOWN = ("deck", "bag")


class Audience(Enum):
    """Who can know what is in a variable; for `SOME` an expression says it."""

    EVERYBODY = "everybody"
    NOBODY = "nobody"
    OWNER = "owner"
    OTHERS = "others"
    SOME = "some"


def audience(symbol: VariableSymbol) -> Audience:
    """Who can know what is in a variable."""
    decl = symbol.decl
    zone = symbol.type.kind if isinstance(symbol.type, t.ZoneType) else None
    if decl.secret:
        return Audience.NOBODY
    if decl.seen_by is not None:
        word = word_of(decl)
        if word is None:
            return Audience.SOME
        return Audience.OWNER if word == OWNER else Audience.OTHERS
    if zone in _FACE_DOWN:
        return Audience.NOBODY
    return Audience.OWNER if zone == "hand" else Audience.EVERYBODY


def has_secrets(symbol: VariableSymbol) -> bool:
    """Whether there may be anybody who cannot know what is in it."""
    return audience(symbol) is not Audience.EVERYBODY


def number_is_known(symbol: VariableSymbol) -> bool:
    """Whether all know how much lies there, even if not what."""
    match symbol.type:
        case t.ZoneType("stock", t.PieceType(_, str())):
            hidden = symbol.decl.kinds_known or not symbol.decl.secret
            return not hidden or not has_secrets(symbol)
        case t.ZoneType("stock", _):
            return not has_secrets(symbol)  # the number is all there is to know
        case t.ZoneType() | t.GridType():
            return True
        case _:
            return not has_secrets(symbol)
