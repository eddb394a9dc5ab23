"""What names stand for: one class for each kind of thing that can be declared."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar

from attrs import define, field, frozen

from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.syntax import nodes


@define(eq=False)
class Symbol:
    """A declared name: where, as what, and whether anything uses it."""

    name: str
    span: Span | None
    _used: bool = field(default=False, kw_only=True)

    what = "name"
    noted: ClassVar[set["Symbol"] | None] = None

    @property
    def used(self) -> bool:
        """Whether anything uses it."""
        return self._used

    @used.setter
    def used(self, used: bool) -> None:
        self._used = used
        if Symbol.noted is not None:
            Symbol.noted.add(self)


@contextmanager
def noting_uses() -> Iterator[set[Symbol]]:
    """The symbols that are used meanwhile, as far as they are gone through."""
    outer, Symbol.noted = Symbol.noted, set()
    try:
        yield Symbol.noted
    finally:
        Symbol.noted = outer


@define(eq=False)
class EnumSymbol(Symbol):
    """An enum with its values in order."""

    values: tuple["ValueSymbol", ...] = ()
    labels: nodes.Labels = nodes.NO_LABELS

    what = "enum"


@define(eq=False)
class ValueSymbol(Symbol):
    """A value of an enum."""

    enum: str
    index: int
    labels: nodes.Labels = nodes.NO_LABELS

    what = "value"


@define(eq=False)
class FieldSymbol(Symbol):
    """A field of a component.

    Attributes:
        type: What is printed: a list, where one of several values counts.
        by: The variable that says which one.
    """

    type: t.Type
    labels: nodes.Labels = nodes.NO_LABELS
    by: nodes.Named | None = None

    what = "field"

    @property
    def one(self) -> t.Type:
        """What the field of a component is at one time."""
        if self.by is not None and isinstance(self.type, t.ListType):
            return self.type.item
        return self.type


@define(eq=False)
class ComponentSymbol(Symbol):
    """A kind of card or tile."""

    decl: nodes.ComponentDecl
    fields: dict[str, FieldSymbol] = field(factory=dict)

    what = "component"


@define(eq=False)
class PieceSymbol(Symbol):
    """A kind of piece."""

    decl: nodes.PieceDecl

    what = "piece"


@frozen
class Link:
    """A link between two spaces, by their numbers; `one_way` leads only from `a` to `b`."""

    a: int
    b: int
    one_way: bool = False


@define(eq=False)
class BoardSymbol(Symbol):
    """A fixed board; of one of corners, sides or links, `shape` says of which.

    Attributes:
        links: Of a board of links, their ends, in the order of the file.
        begun: By the name of a variable of links, what it begins with for each.
        points: Of a board of named spaces, where they lie, to the right and down, where a
            file says so.
    """

    decl: nodes.BoardDecl
    shape: str
    links: list[Link] = field(factory=list)
    begun: dict[str, list[object]] = field(factory=dict)
    points: tuple[tuple[int, int], ...] = ()

    @property
    def whole(self) -> str | None:
        """The board whose corners, sides or links these are."""
        return self.decl.whole.text if self.decl.whole else None

    what = "board"


@define(eq=False)
class TableSymbol(Symbol):
    """A table: typed key columns and value columns."""

    decl: nodes.TableDecl
    keys: tuple[tuple[str, t.Type], ...] = ()
    values: tuple[tuple[str, t.Type], ...] = ()
    rows: "list[tuple[tuple[object, ...], tuple[object, ...]]]" = field(factory=list)
    places: list[Span] = field(factory=list)

    what = "table"


@define(eq=False)
class OptionSymbol(Symbol):
    """A variant of the game that is fixed before it begins."""

    decl: nodes.OptionDecl
    type: t.Type

    what = "option"


@define(eq=False)
class NeutralSymbol(Symbol):
    """A participant that is no player."""

    decl: nodes.Neutral

    what = "participant"


@frozen
class FamilyKey:
    """One index of a family of variables; a range counts from `low` to `high`."""

    type: t.Type
    low: nodes.Expr | None = None
    high: nodes.Expr | None = None


@define(eq=False)
class VariableSymbol(Symbol):
    """A variable or zone of the state; `owner` is the first of its keys, if any.

    `audience` gives who sees it, where an expression says that.
    """

    decl: nodes.Variable
    owner: t.PlayerType | t.CellType | t.EnumType | t.Type | None
    keys: tuple[FamilyKey, ...]
    type: t.Type
    audience: "AudienceSymbol | None" = None

    what = "variable"

    @property
    def all_keys(self) -> tuple[FamilyKey, ...]:
        """The owner's key, where there is one, and the further keys."""
        return self.keys if self.owner is None else (FamilyKey(self.owner), *self.keys)


@define(eq=False)
class ConstantSymbol(Symbol):
    """A named value that never changes; its type is none until it is looked at."""

    decl: nodes.ConstantDecl
    type: t.Type | None = None

    what = "constant"


@define(eq=False)
class LocalSymbol(Symbol):
    """A parameter, a `let`, or the variable of a loop or a quantifier.

    `labels` are what people read for the name of something that is chosen.
    """

    type: t.Type
    constant: bool = True
    labels: nodes.Labels = nodes.NO_LABELS

    what = "name"


@define(eq=False)
class FunctionSymbol(Symbol):
    """A function."""

    decl: nodes.FunctionDecl
    params: tuple[LocalSymbol, ...] = ()
    returns: t.Type | None = None

    what = "function"


@define(eq=False)
class ConditionSymbol(FunctionSymbol):
    """A condition: a function that says yes or no; its declaration says why not."""

    what = "condition"


@define(eq=False)
class ShownSymbol(FunctionSymbol):
    """A function whose values people see, one for each of what it can be given."""

    what = "shown value"


@define(eq=False)
class AudienceSymbol(FunctionSymbol):
    """The expression that says who sees a variable, as a function of its owner."""

    what = "audience"


@define(eq=False)
class RuleSymbol(Symbol):
    """A rule; one that gives a value keeps it in `result` until it is named.

    One that may carry itself out counts in `depth` how often it is under way.
    """

    decl: nodes.RuleDecl
    params: tuple[LocalSymbol, ...] = ()
    returns: t.Type | None = None
    result: VariableSymbol | None = None
    depth: VariableSymbol | None = None

    what = "rule"


@define(eq=False)
class HeadSymbol(Symbol):
    """A head that actions share."""

    decl: nodes.HeadDecl
    params: tuple[LocalSymbol, ...] = ()

    what = "head"


@define(eq=False)
class SubstitutionSymbol(Symbol):
    """What may be paid for what."""

    decl: nodes.SubstitutionDecl
    params: tuple[LocalSymbol, ...] = ()

    what = "substitution"


@define(eq=False)
class ActionSymbol(Symbol):
    """An action; `chosen` are the names that its head chooses, in order."""

    decl: nodes.ActionDecl
    params: tuple[LocalSymbol, ...] = ()
    chosen: tuple[LocalSymbol, ...] = ()

    what = "action"


@define(eq=False)
class EventSymbol(Symbol):
    """An event and what is done when it happens.

    Where a handler may prevent it, `cancelled` is where that lies until it is asked.
    """

    decl: nodes.EventDecl
    params: tuple[LocalSymbol, ...] = ()
    handlers: list["HandlerSymbol"] = field(factory=list)
    cancelled: VariableSymbol | None = None

    what = "event"


@define(eq=False)
class HandlerSymbol(Symbol):
    """One handler of an event."""

    decl: nodes.HandlerDecl
    params: tuple[LocalSymbol, ...] = ()
    each: LocalSymbol | None = None

    what = "handler"


@define(eq=False)
class AmountSymbol(Symbol):
    """An amount and its adjustments."""

    decl: nodes.AmountDecl
    params: tuple[LocalSymbol, ...] = ()
    adjustments: list["AdjustSymbol"] = field(factory=list)

    what = "amount"


@define(eq=False)
class AdjustSymbol(Symbol):
    """One adjustment of an amount."""

    decl: nodes.AdjustDecl
    params: tuple[LocalSymbol, ...] = ()
    each: LocalSymbol | None = None
    result: LocalSymbol | None = None

    what = "adjustment"
