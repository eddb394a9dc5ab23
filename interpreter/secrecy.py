"""Who can know what is in a variable, or lies in a zone: how it is declared says it."""

from collections.abc import Sequence
from typing import Any

from rulesrun.dsl.symbols import VariableSymbol
from rulesrun.dsl.value_types import PLAYER, ZoneType


def is_hidden(symbol: VariableSymbol, indexes: Sequence[Any], player: int) -> bool:
    """Whether a player (a seat, from 0) cannot know it.

    It belongs to the player who is first among its keys: `indexes` are their values.
    """
    if not has_secrets(symbol):
        return False
    if not _is_private(symbol):
        return True
    pairs = zip(symbol.all_keys, indexes, strict=True)
    return next((at for key, at in pairs if key.type == PLAYER), None) != player


def has_secrets(symbol: VariableSymbol) -> bool:
    """Whether there is anybody who cannot know it."""
    face_down = isinstance(symbol.type, ZoneType) and symbol.type.kind in _FACE_DOWN
    return symbol.decl.secret or face_down or _is_private(symbol)


def _is_private(symbol: VariableSymbol) -> bool:
    """Whether the player whom it belongs to can know it, and nobody else."""
    hand = isinstance(symbol.type, ZoneType) and symbol.type.kind == "hand"
    return not symbol.decl.secret and (symbol.decl.owner_only or hand)


_FACE_DOWN = ("deck", "bag")
