"""What the core's nodes refer to: locals, variables of the state, tables, routines.

Symbols are equal only to themselves. None of them knows a slot of a state: where a
variable lies is the business of a target.
"""

from collections.abc import Mapping

from attrs import field, frozen

from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.value_types import Type
from rulesrun.dsl.syntax.nodes import Labels


@frozen(eq=False)
class Local:
    """A name inside of one routine, head or expression.

    `id` is unique in the whole core, `name` only what a reader sees: two locals may be
    called alike. What the head of an action chooses or names is a local of its body,
    too; otherwise a local belongs to one routine. `symbol` is the name of the rules that
    it stands for, if any. `secret` says that it may hold what was chosen in secret: then
    asking whether it is none is to look at it.
    """

    id: int
    name: str
    type: Type
    symbol: sym.LocalSymbol | None = None
    secret: bool = False

    def __repr__(self) -> str:
        return f"{self.name}.{self.id}"


@frozen
class KeyRange:
    """One key of a family of variables: `size` values from `first` on.

    `type` is the type of the key: a player (participants count), a cell, an enum, one
    kind of component, or a number.
    """

    type: Type
    first: int
    size: int


@frozen
class Zone:
    """That a variable is a place for components or pieces, and what kind of place.

    `kind` is one of

    - `deck`, `pile` (a list, the top first; what is put there goes on top), `row` (a
      list; at the end),
    - `hand`, `area`, `bag` (kept in the order of the components' numbers),
    - `space` (one component or none),
    - `grid` (components by place),
    - `stock` (a number of pieces), `kinds` (a stock of pieces of several kinds: a
      bundle), `post` (a space for pieces: the owner of the one that lies there, or
      none).

    `holds` are the kinds of components that may lie there (the name of the piece for
    the last three), `capacity` how many at most. The pieces of a stock belong to the
    player who is its key number `owner_key`, from 0; with none to nobody. There are at
    most so many `pieces` of one kind.
    """

    kind: str
    holds: tuple[str, ...]
    capacity: int | None = None
    owner_key: int | None = None
    pieces: int | None = None

    @property
    def counts(self) -> bool:
        """Whether pieces lie there, which are only counted."""
        return self.kind in ("stock", "kinds", "post")

    @property
    def has_order(self) -> bool:
        """Whether components lie there in an order that means something."""
        return self.kind in ("deck", "pile", "row")


@frozen(eq=False)
class Variable:
    """A family of variables of the state, one for each combination of its keys.

    `type` is that of the value that reading one of them gives (see `expressions`). `symbol`
    is the declaration; none for the box.
    """

    name: str
    type: Type
    keys: tuple[KeyRange, ...]
    zone: Zone | None
    ledger: bool
    symbol: sym.VariableSymbol | None

    def __repr__(self) -> str:
        return self.name


@frozen(eq=False)
class Table:
    """A table with its rows: the values of the value columns by those of the keys."""

    name: str
    keys: tuple[tuple[str, Type], ...]
    values: tuple[tuple[str, Type], ...]
    rows: Mapping[tuple[object, ...], tuple[object, ...]] = field(repr=False)

    def __repr__(self) -> str:
        return self.name


RoutineDeclaration = (
    sym.FunctionSymbol
    | sym.AmountSymbol
    | sym.EventSymbol
    | sym.RuleSymbol
    | sym.ActionSymbol
)


@frozen(eq=False)
class RoutineSymbol:
    """What can be called or carried out.

    `kind` is `function`, `amount` (both give a value, of type `returns`), `event`,
    `rule`, `action` (its body: the parameters are those of the action and then what
    its head chose) or `play`. `asks` says that it can stop for a decision, itself or in
    what it carries out. `declared` is the declaration, none for `play`. Nothing calls
    itself, not even through others, but rules that say how deep: `deepest` is how many
    of one may be under way inside one another, and every way from a routine back to
    itself leads through such a rule, by `Carry` and by actions that are chosen.
    """

    kind: str
    name: str
    params: tuple[Local, ...]
    returns: Type | None
    asks: bool
    declared: RoutineDeclaration | None
    span: Span | None = field(default=None, repr=False)
    deepest: int | None = field(default=None, repr=False)

    def __repr__(self) -> str:
        return f"{self.kind} {self.name}"


@frozen
class Reason:
    """What is told where a condition does not hold, with the rules that say so."""

    text: Labels
    span: Span
    cites: tuple[str, ...] = ()
