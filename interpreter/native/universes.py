"""What the bits of a set stand for, and of which variables the state keeps such sets."""

from attrs import frozen

from rulesrun.dsl.core.symbols import Variable
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.native.types import words
from rulesrun.interpreter.native.writer import Function, Unit

C = str

MOST_VALUES = 16
"""A variable of more values has no sets."""

MOST_BYTES = 1024
"""Nor has one whose sets would be larger."""


@frozen
class Universe:
    """What the bits stand for: the cells of a board, or (`board` is empty) components."""

    board: str
    size: int

    @property
    def words(self) -> int:
        """How many words such a set has."""
        return words(self.size)

    @property
    def full(self) -> int:
        """Everything, as a number."""
        return (1 << self.size) - 1


def universe_of(f: Function, kind: t.Type) -> Universe | None:
    """The universe of a type of elements."""
    match t.without_none(kind):
        case t.CellType(board):
            return Universe(board, f.unit.core.cells[board])
        case t.ComponentType():
            return Universe("", len(f.unit.layout.components))
        case _:
            return None


def literal(count: int, bits: int) -> C:
    """A known set."""
    parts = (f"{bits >> (64 * w) & (2**64 - 1):#x}ull" for w in range(count))
    return f"(B{count}){{{{{', '.join(parts)}}}}}"


# ---- sets that the state keeps ---------------------------------------------------------


def values_of(unit: Unit, variable: Variable) -> int | None:
    """How many values a variable has of which sets are kept; none where none are."""
    if len(variable.keys) != 1 or (variable.zone and variable.zone.kind != "post"):
        return None
    universe = key_universe(unit, variable)
    kind = t.without_none(variable.type)
    if universe is None or not isinstance(kind, t.BoolType | t.EnumType | t.PlayerType):
        return None
    count = unit.sizes.domain(kind)
    if count is None or count > MOST_VALUES:
        return None
    return count if universe.words * 8 * (count + 1) <= MOST_BYTES else None


def key_universe(unit: Unit, variable: Variable) -> Universe | None:
    """What the bits stand for in the sets of a variable."""
    match variable.keys[0].type:
        case t.CellType(board):
            return Universe(board, unit.core.cells[board])
        case t.ComponentType():
            return Universe("", len(unit.layout.components))
        case _:
            return None


def words_of(unit: Unit, variable: Variable) -> int:
    """How many words the sets of a variable have."""
    universe = key_universe(unit, variable)
    assert universe is not None
    return universe.words
