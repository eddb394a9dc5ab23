"""How values are kept in C.

Numbers, truth, and all that has a number (players, cells, values of enums, components,
texts) are an `int`, none among them `NONE`; a place of a grid is one whose none is
`NOPLACE`, an edge is its place times 8 and its side. Sets of what has few values are
bits, bundles arrays in a struct. Lists, sets of anything else, and lists of lists are
looked at (`V`, `VV`) where they lie; lists of bundles are lists of lists of amounts. A
grid is its places and components, upwards.
"""

from attrs import frozen

from rulesrun.dsl.core.program import Core
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.value_types import (
    BoolType,
    BundleType,
    CellType,
    ComponentType,
    EdgeType,
    EnumType,
    GridType,
    IntType,
    ListType,
    NoneType,
    OptionalType,
    PlaceType,
    PlayerType,
    RowType,
    SetType,
    TextType,
    TupleType,
    Type,
    UnknownType,
    without_none,
)


class Unsupported(Exception):
    """What cannot be compiled yet; the whole game then runs in Python."""

    def __init__(self, what: str, span: Span | None = None) -> None:
        super().__init__(what)
        self.span = span


@frozen
class Kind:
    """A way in which values are kept: `int`, `bits`, `bundle`, `list`, `lists`, `grid`.

    `size` is how many words bits have, or how many kinds a bundle; of `lists` how many
    amounts each of its items has, where those are bundles.
    """

    name: str
    size: int = 0

    @property
    def c(self) -> str:
        """The type in C of such a value."""
        match self.name:
            case "int":
                return "int"
            case "bits":
                return f"B{self.size}"
            case "bundle":
                return f"N{self.size}"
            case "list":
                return "V"
            case "lists":
                return "VV"
            case _:
                return "const G *"


INTEGER = Kind("int")


def words(count: int) -> int:
    """How many 64-bit words a set of so many values needs."""
    return max(1, (count + 63) // 64)


def kind_of(core: Core, kind: Type) -> Kind:
    """How values of a type are kept; raises Unsupported."""
    match without_none(kind):
        case (
            IntType()
            | BoolType()
            | TextType()
            | EnumType()
            | PlayerType()
            | CellType()
            | ComponentType()
            | PlaceType()
            | EdgeType()
            | RowType()
            | NoneType()
            | UnknownType()
        ):
            return INTEGER
        case SetType(item) if universe(core, item) is not None:
            return Kind("bits", words(universe(core, item) or 0))
        case BundleType(enum):
            return Kind("bundle", core.enums[enum])
        case GridType():
            return Kind("grid")
        case ListType(item) | SetType(item):
            inner = kind_of(core, item)
            if inner.name == "int":
                return Kind("list")
            if inner.name == "bundle":
                return Kind("lists", inner.size)
            if inner.name == "list":
                return Kind("lists")
        case TupleType():
            pass
    raise Unsupported(f"values that are {kind}")


def universe(core: Core, item: Type) -> int | None:
    """How many values a set of bits can be made of; none if such sets are lists."""
    match item:
        case EnumType(name):
            return core.enums[name]
        case PlayerType():
            return core.participants
        case CellType(board):
            return core.cells[board]
        case ComponentType():
            return components(core)
        case _:
            return None


def components(core: Core) -> int:
    """How many components there are in all."""
    return sum(len(span) for span in core.components.values())


def none_of(kind: Type) -> str:
    """The C of none among values of a type."""
    return "NOPLACE" if isinstance(without_none(kind), PlaceType) else "NONE"


def stored(kind: Type) -> str:
    """The smallest C type in which a state keeps an `int` of that type."""
    match kind:
        case IntType(int(low), int(high)) if low >= -128 and high <= 127:
            return "int8_t"
        case IntType(int(low), int(high)) if low >= -32767 and high <= 32767:
            return "int16_t"
        case IntType() | OptionalType(item=IntType(low=None)) | TextType():
            return "int32_t"
        case BoolType():
            return "int8_t"
        case PlayerType():
            return "int8_t"
        case PlaceType() | OptionalType(item=PlaceType()) | EdgeType():
            return "int32_t"
        case _:
            return "int16_t"
