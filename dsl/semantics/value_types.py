"""The types of the language: what a value is, and what fits where.

More than 400 lines: the types, and the one relation between any two of them.
"""

from attrs import Factory, frozen


@frozen
class IntType:
    """Whole numbers; `low` and `high` bound what a variable may hold."""

    low: int | None = None
    high: int | None = None

    def __str__(self) -> str:
        if self.low is None or self.high is None:
            return "number"
        return f"number {self.low}..{self.high}"


@frozen
class BoolType:
    """True or false."""

    def __str__(self) -> str:
        return "yes-or-no value"


@frozen
class TextType:
    """A text."""

    def __str__(self) -> str:
        return "text"


@frozen
class EnumType:
    """One of the values of an enum."""

    name: str

    def __str__(self) -> str:
        return self.name


@frozen
class PlayerType:
    """A participant of the game."""

    def __str__(self) -> str:
        return "player"


@frozen
class ComponentType:
    """A card or a tile of one of these kinds, sorted by name."""

    names: tuple[str, ...]

    def __str__(self) -> str:
        return " or ".join(self.names)


@frozen
class PieceType:
    """Interchangeable pieces, only counted; `kinds` names the enum that tells them apart."""

    name: str
    kinds: str | None = None

    def __str__(self) -> str:
        return self.name


@frozen
class CellType:
    """A cell of a fixed board."""

    board: str

    def __str__(self) -> str:
        return f"cell of {self.board}"


@frozen
class PlaceType:
    """A place of a growing grid of that shape."""

    shape: str

    def __str__(self) -> str:
        return f"place of a {self.shape} grid"


@frozen
class EdgeType:
    """One side of a component on a growing grid: `.at` and `.side`."""

    shape: str

    def __str__(self) -> str:
        return "edge"


@frozen
class ListType:
    """Values in order."""

    item: "Type"

    def __str__(self) -> str:
        return f"list of {plural(self.item)}"


@frozen
class SetType:
    """Values without order, each once."""

    item: "Type"

    def __str__(self) -> str:
        return f"set of {plural(self.item)}"


@frozen
class BundleType:
    """So many of each value of an enum."""

    enum: str

    def __str__(self) -> str:
        return f"bundle of {self.enum}"


@frozen
class TupleType:
    """Several values together."""

    items: tuple["Type", ...]

    def __str__(self) -> str:
        return "(" + ", ".join(map(str, self.items)) + ")"


@frozen
class RowType:
    """The value columns of a table row."""

    table: str

    def __str__(self) -> str:
        return f"row of {self.table}"


@frozen
class GridType:
    """A growing grid of components."""

    shape: str
    item: ComponentType

    def __str__(self) -> str:
        return f"{self.shape} grid of {self.item}"


ORDERED = ("deck", "pile", "row")
"""Zones whose components lie in an order."""


@frozen
class ZoneType:
    """A place for components (or, for `stock` and `space`, for pieces)."""

    kind: str
    item: ComponentType | PieceType

    def __str__(self) -> str:
        return f"{self.kind} of {self.item}"


@frozen
class OptionalType:
    """A value or none."""

    item: "Type"

    def __str__(self) -> str:
        return f"{self.item} or none"


@frozen
class NoneType:
    """`none` alone."""

    def __str__(self) -> str:
        return "none"


@frozen
class UnknownType:
    """What an error has made unknown: fits everywhere, so one typo is one message."""

    def __str__(self) -> str:
        return "unknown"


@frozen(eq=False)
class OpenType(UnknownType):
    """What an empty literal holds, which is not known yet: its first use settles it.

    Unlike what an error has made unknown, it must be known in the end. `braces` says that
    it is all of `{}`, which may be a set, a bundle or a grid; else it is what a list holds.
    """

    braces: bool = False
    found: "list[Type]" = Factory(list)

    def may_be(self, kind: "Type") -> bool:
        """Whether it can turn out to be of that type."""
        if not self.braces or isinstance(kind, UnknownType):
            return True
        kind = without_none(kind)
        return isinstance(kind, SetType | GridType) or bundle_of(kind) is not None

    def __str__(self) -> str:
        return "empty set or bundle" if self.braces else "unknown"


Type = (
    IntType
    | BoolType
    | TextType
    | EnumType
    | PlayerType
    | ComponentType
    | PieceType
    | CellType
    | PlaceType
    | EdgeType
    | ListType
    | SetType
    | BundleType
    | TupleType
    | RowType
    | GridType
    | ZoneType
    | OptionalType
    | NoneType
    | UnknownType
)

INT = IntType()
BOOL = BoolType()
TEXT = TextType()
PLAYER = PlayerType()
NONE = NoneType()
UNKNOWN = UnknownType()
SIDES = {"square": EnumType("Side"), "hex": EnumType("HexSide")}


def plural(kind: Type) -> str:
    """The type's name for several of it; the names that a game gives stay as they are."""
    match kind:
        case EnumType() | ComponentType() | PieceType() | TupleType() | UnknownType():
            return str(kind)
        case OptionalType(item):
            return f"{plural(item)} or none"
        case IntType(low, high) if low is not None and high is not None:
            return f"numbers {low}..{high}"
        case _:
            first, of, rest = str(kind).partition(" of ")
            return f"{first}s{of}{rest}"


def with_article(kind: Type) -> str:
    """The type's name for one of it, as a sentence needs it."""
    if isinstance(kind, NoneType | TupleType):
        return str(kind)
    text = str(kind)
    return f"{article(text)} {text}"


def article(word: str) -> str:
    """The article that stands before a word."""
    return "an" if word[:1].lower() in tuple("aeiou") else "a"


def spelled(kind: Type) -> str:
    """The type as a rule file writes it."""
    match kind:
        case IntType(low, high):
            return "int" if low is None or high is None else f"{low}..{high}"
        case BoolType():
            return "bool"
        case PlaceType(shape):
            return "place" if shape == "square" else f"{shape} place"
        case ListType(item):
            return f"list of {spelled(item)}"
        case SetType(item):
            return f"set of {spelled(item)}"
        case TupleType(items):
            return "(" + ", ".join(map(spelled, items)) + ")"
        case OptionalType(item):
            return f"{spelled(item)} or none"
        case UnknownType():
            return "..."
        case _:
            return str(kind)


def without_none(kind: Type) -> Type:
    """The type after a test for none."""
    return kind.item if isinstance(kind, OptionalType) else kind


def element(kind: Type) -> Type | None:
    """The type of what a collection holds; none if it is no collection."""
    match kind:
        case ListType(item) | SetType(item):
            return item
        case ZoneType("stock", PieceType(_, str(kinds))):
            return EnumType(kinds)
        case ZoneType(zone, item):
            return None if zone in ("stock", "space") else item
        case GridType(shape, _):
            return PlaceType(shape)
        case BundleType(enum):
            return EnumType(enum)
        case UnknownType():
            return UNKNOWN
        case _:
            return None


def fits(actual: Type, wanted: Type) -> bool:
    """Whether a value of the first type may stand where the second is wanted."""
    match actual, wanted:
        case OpenType(), _:
            return actual.may_be(wanted)
        case _, OpenType():
            return wanted.may_be(actual)
        case (UnknownType(), _) | (_, UnknownType()):
            return True
        case IntType(), IntType():
            return True
        case NoneType(), OptionalType():
            return True
        case OptionalType(a), OptionalType(b):
            return fits(a, b)
        case a, OptionalType(b):
            return fits(a, b)
        case ComponentType(few), ComponentType(many):
            return set(few) <= set(many)
        case ZoneType("space", item), _ if not isinstance(wanted, ZoneType):
            return fits(space_value(item), wanted)
        case ZoneType("stock", PieceType() as item), _ if not isinstance(
            wanted, ZoneType
        ):
            return fits(stock_value(item), wanted)
        case ZoneType(_, item), ListType(other) | SetType(other):
            return fits(item, other)
        case ListType(a), ListType(b):
            return fits(a, b)
        case SetType(a), SetType(b):
            return fits(a, b)
        case TupleType(a), TupleType(b):
            return len(a) == len(b) and all(map(fits, a, b))
        case _:
            return actual == wanted


def settled(kind: Type) -> Type:
    """The type with all that has become known of empty literals in it."""
    match kind:
        case OpenType(found=[kind_known, *_]):
            return settled(kind_known)
        case ListType(item):
            return ListType(settled(item))
        case SetType(item):
            return SetType(settled(item))
        case OptionalType(item):
            return OptionalType(settled(item))
        case TupleType(items):
            return TupleType(tuple(map(settled, items)))
        case _:
            return kind


def settle(one: Type, other: Type) -> None:
    """Let each of two types that fit tell what is open in the other."""
    one, other = settled(one), settled(other)
    match one, other:
        case OpenType(), _ if one is not other:
            if one.may_be(other):
                plain = without_none(other)
                one.found.append((bundle_of(plain) or plain) if one.braces else other)
        case _, OpenType() if one is not other:
            settle(other, one)
        case (OptionalType(), _) | (_, OptionalType()):
            settle(without_none(one), without_none(other))
        case TupleType(items), TupleType(others) if len(items) == len(others):
            for a, b in zip(items, others, strict=True):
                settle(a, b)
        case (ListType() | SetType() | ZoneType(), ListType() | SetType() | ZoneType()):
            inner, wanted = element(one), element(other)
            if inner is not None and wanted is not None:
                settle(inner, wanted)
        case _:
            pass


def is_unclear(kind: Type) -> bool:
    """Whether an error hides a part of the type."""
    match kind:
        case UnknownType():
            return True
        case ListType(item) | SetType(item) | OptionalType(item):
            return is_unclear(item)
        case TupleType(items):
            return any(map(is_unclear, items))
        case _:
            return False


def space_value(item: ComponentType | PieceType) -> Type:
    """What reading a space gives: its component, or the owner of its piece, or none."""
    return OptionalType(PLAYER if isinstance(item, PieceType) else item)


def stock_value(item: ComponentType | PieceType) -> Type:
    """What reading a stock gives: how many, or how many of each kind."""
    if isinstance(item, PieceType) and item.kinds is not None:
        return BundleType(item.kinds)
    return INT


def bundle_of(kind: Type) -> BundleType | None:
    """The bundle that a value of that type is or holds: a bundle, or a stock of kinds."""
    if isinstance(kind, BundleType):
        return kind
    if isinstance(kind, ZoneType) and kind.kind == "stock":
        value = stock_value(kind.item)
        return value if isinstance(value, BundleType) else None
    return None


def common(first: Type, second: Type) -> Type | None:
    """The type that both fit, for the two arms of a condition and for lists."""
    if isinstance(first, UnknownType):
        return second if fits(first, second) else None
    if isinstance(second, UnknownType):
        return first if fits(second, first) else None
    if isinstance(first, IntType) and isinstance(second, IntType):
        return INT
    if isinstance(first, NoneType):
        return (
            second
            if isinstance(second, OptionalType | NoneType)
            else OptionalType(second)
        )
    if isinstance(second, NoneType):
        return common(second, first)
    if isinstance(first, OptionalType) or isinstance(second, OptionalType):
        inner = common(without_none(first), without_none(second))
        return None if inner is None else OptionalType(inner)
    if isinstance(first, ComponentType) and isinstance(second, ComponentType):
        return ComponentType(tuple(sorted({*first.names, *second.names})))
    if fits(first, second):
        return second
    if fits(second, first):
        return first
    return None
