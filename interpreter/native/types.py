"""How values are kept in C.

Numbers are a `num` of 64 bits, none among them `NONUM`. Truth, and all that has a number
(players, cells, values of enums, components, texts), is an `int`, none among them `NONE`;
a place of a grid is one whose none is `NOPLACE`, an edge is its place times 8 and its
side. Sets of what has few values are bits, bundles arrays in a struct. Lists, sets of
anything else, and lists of lists are looked at where they lie: as `V` and `VV`, those of
numbers as `W` and `WW`. Lists of bundles are lists of lists of amounts. A grid is its
places and components, upwards.
"""

from attrs import frozen

from rulesrun.dsl.core.program import Core
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t


class Unsupported(Exception):
    """What cannot be compiled yet; the whole game then runs in Python."""

    def __init__(self, what: str, span: Span | None = None) -> None:
        super().__init__(what)
        self.span = span


@frozen
class Kind:
    """A way in which values are kept: `int`, `bits`, `bundle`, `list`, `lists`, `grid`.

    `size` is how many words bits have, or how many kinds a bundle; of `lists` how many
    amounts each of its items has, where those are bundles. `wide` are numbers, and lists
    of such. `few` is a bundle of pieces, of which there are few, in the state.
    """

    name: str
    size: int = 0
    wide: bool = False
    few: bool = False

    @property
    def c(self) -> str:
        """The type in C of such a value."""
        match self.name:
            case "int":
                return self.item
            case "bits":
                return f"B{self.size}"
            case "bundle":
                return f"{'P' if self.few else 'N'}{self.size}"
            case "list":
                return "W" if self.wide else "V"
            case "lists":
                return "WW" if self.wide else "VV"
            case _:
                return "const G *"

    @property
    def item(self) -> str:
        """The type in C of a single value, of such ones or in such lists."""
        return "num" if self.wide else "int"

    def call(self, function: str) -> str:
        """The name of a function of `lists.h` for such lists."""
        word = "wide" if self.wide else "list"
        several = self.name == "lists" and function not in ("at", "standings")
        return f"{word}{'s' if several else ''}_{function}"

    @property
    def zero(self) -> str:
        """A value of C that stands for none of another meaning."""
        return "0" if self.name in ("int", "grid") else f"({self.c}){{0}}"


INTEGER = Kind("int")
NUMBER = Kind("int", wide=True)


def words(count: int) -> int:
    """How many 64-bit words a set of so many values needs."""
    return max(1, (count + 63) // 64)


def kind_of(core: Core, kind: t.Type) -> Kind:
    """How values of a type are kept; raises Unsupported."""
    match t.without_none(kind):
        case t.IntType():
            return NUMBER
        case (
            t.BoolType()
            | t.TextType()
            | t.EnumType()
            | t.PlayerType()
            | t.CellType()
            | t.ComponentType()
            | t.PlaceType()
            | t.EdgeType()
            | t.RowType()
            | t.NoneType()
            | t.UnknownType()
        ):
            return INTEGER
        case t.SetType(item) if universe(core, item) is not None:
            return Kind("bits", words(universe(core, item) or 0))
        case t.BundleType(enum):
            return Kind("bundle", core.enums[enum])
        case t.GridType():
            return Kind("grid")
        case t.ListType(item) | t.SetType(item):
            inner = kind_of(core, item)
            if inner.name == "int":
                return Kind("list", wide=inner.wide)
            if inner.name == "bundle":
                return Kind("lists", inner.size, wide=True)
            if inner.name == "list":
                return Kind("lists", wide=inner.wide)
        case t.TupleType():
            pass
    raise Unsupported(f"values that are {kind}")


def universe(core: Core, item: t.Type) -> int | None:
    """How many values a set of bits can be made of; none if such sets are lists."""
    match item:
        case t.EnumType(name):
            return core.enums[name]
        case t.PlayerType():
            return core.participants
        case t.CellType(board):
            return core.cells[board]
        case t.ComponentType():
            return components(core)
        case _:
            return None


def components(core: Core) -> int:
    """How many components there are in all."""
    return sum(len(span) for span in core.components.values())


def none_of(kind: t.Type) -> str:
    """The C of none among values of a type."""
    match t.without_none(kind):
        case t.PlaceType():
            return "NOPLACE"
        case t.IntType():
            return "NONUM"
        case _:
            return "NONE"


def stored(kind: t.Type) -> str:
    """The smallest C type in which a state keeps an `int` of that type."""
    match kind:
        case t.IntType(int(low), int(high)) if low >= -(2**7) and high < 2**7:
            return "int8_t"
        case t.IntType(int(low), int(high)) if low >= -(2**15) and high < 2**15:
            return "int16_t"
        case t.IntType(int(low), int(high)) if low >= -(2**31) and high < 2**31:
            return "int32_t"
        case t.IntType() | t.OptionalType(item=t.IntType()):
            return "num"
        case t.TextType():
            return "int32_t"
        case t.BoolType():
            return "int8_t"
        case t.PlayerType():
            return "int8_t"
        case t.PlaceType() | t.OptionalType(item=t.PlaceType()) | t.EdgeType():
            return "int32_t"
        case _:
            return "int16_t"


def holds_components(kind: t.Type | None) -> bool:
    """Whether values of a type are components, or hold some."""
    match kind:
        case t.OptionalType(item) | t.ListType(item) | t.SetType(item):
            return holds_components(item)
        case t.ComponentType():
            return True
        case t.TupleType() | None:
            return False
        case _:
            return isinstance(
                getattr(kind, "item", None), t.ComponentType
            )  # zone, grid
