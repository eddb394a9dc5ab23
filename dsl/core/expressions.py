"""The core's expressions, and what holds of its whole tree.

Every class stands for one thing that a target must be able to do; its docstring says
exactly what. Two trees are equal when they mean the same: places do not count, locals
and other symbols are compared by identity. More than 400 lines because what a target
needs to know stands in one place.

**Types.** `type` of an expression is one of `dsl.value_types`, without `ZoneType`,
`PieceType` and `UnknownType` (but for the items of a collection that is always empty,
of which nothing is known). `NoneType` is the type of `none` where nothing says more. A
value of a type is also one of that type `or none`, a component of one kind one of
several kinds, a number in a range a number; no node says so. Nothing else is converted
without a `Convert`.

**Values.** How they are kept is up to the target. What can be seen of it is this:

- numbers are whole; division is rounded down;
- players count from 0 in the order of the seats (neutral participants follow), values
  of enums from 0 as declared, cells row by row from 0, components from 0 in the order
  of their kinds and of the supply. A `Const` of these types holds that number;
- the places of a growing grid are whole numbers, too, ascending in reading order;
- a collection is gone through in its own order. That of a list is its order. A set goes
  upwards: by the numbers above, numbers by size, texts by their characters, tuples by
  their first items that differ. A bundle as a collection is the kinds of which it has
  any, upwards, each once; a grid the places where something lies, upwards;
- reading a zone gives: of a deck, pile or row a list in its order (top first), of a
  hand, area, bag and the box a list upwards, of a space its component or none, of a
  post the owner or none, of a stock a number, of `kinds` a bundle, of a grid a grid;
- values never change. What a local, or a loop that is under way, holds stays as it is
  whatever happens to the variable that it was read from.

**Evaluation.** From left to right, arguments before what takes them. `And`, `Or`, `If`
and folds evaluate no more than is said there. Expressions change nothing and draw no
chance, with one exception: `Prim("random", ...)`, which stands only in routines that
are no functions or amounts, and never inside a `Walk` or head. It draws each time it is
worked out, in a `Fold` for each item; a place whose keys it draws stands once.

**Faults.** Where a docstring says "fault", the game stops there with a message and the
place of the statement; nothing of it can be caught. Faults are also: a component,
cell, player or other value that is none where one is needed (`Field`, keys, ...).
"""

from functools import cached_property

from attrs import field, frozen

from rulesrun.dsl.core.symbols import Local, RoutineSymbol, Table, Variable
from rulesrun.dsl.core.walking import CoreNode
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.value_types import Type


@frozen(eq=False, repr=False)
class Expression(CoreNode):
    """What every expression has: its type, and its place in the rules."""

    type: Type = field(kw_only=True)
    span: Span = field(kw_only=True, eq=False, repr=False)


# ---- values ----------------------------------------------------------------


@frozen(eq=False, repr=False)
class Const(Expression):
    """A value that is known: a number, truth, text, none, or a number by its type."""

    value: int | bool | str | None


@frozen(eq=False, repr=False)
class Get(Expression):
    """What a local holds. It has been set before."""

    local: Local

    @cached_property
    def used(self) -> frozenset[Local]:
        """That local."""
        return frozenset((self.local,))


@frozen(eq=False, repr=False)
class Read(Expression):
    """What a variable of the state holds, one value for each of its keys."""

    variable: Variable
    keys: "tuple[Expr, ...]" = ()


@frozen(eq=False, repr=False)
class Field(Expression):
    """A fixed property of a value; the type of `of` says of what.

    - component: `name` and its declared fields (of several kinds: one that all have,
      or none for those that have not);
    - player: `left`, `right` (players only, round the table), `seat` (from 1);
    - cell: `row`, `column` (from 0), `neighbours`, `around`, `diagonals` (lists,
      upwards), and of the boards that belong together `cells`, `corners`, `sides`;
    - place of a grid: `x`, `y`;
    - edge: `at` (the place), `side`;
    - side (`Side`, `HexSide`, `FlatSide`, `Direction`): `opposite`;
    - row of a table: its value columns.
    """

    of: "Expr"
    name: str


@frozen(eq=False, repr=False)
class Lookup(Expression):
    """A row of a table, or its value where the table has one value column only.

    Without such a row it is `otherwise`, which is evaluated only then; without one of
    those either, a fault ("`wage` has no row for ...").
    """

    table: Table
    keys: "tuple[Expr, ...]"
    otherwise: "Expr | None" = None


@frozen(eq=False, repr=False)
class Fail(Expression):
    """A fault with this message, where a value should have been."""

    message: str


# ---- operators ---------------------------------------------------------------


@frozen(eq=False, repr=False)
class Negative(Expression):
    """`-a`."""

    of: "Expr"


@frozen(eq=False, repr=False)
class Binary(Expression):
    """Arithmetic; the type of the node says of what.

    - numbers: `+ - *`, `/` (rounded down), `/up` (rounded up), `mod` (with the sign of
      the divisor); dividing by 0 is a fault;
    - bundles: `+` and `-` kind by kind (below 0, too), `*` with a number on the right;
    - lists: `+` one behind the other; `-` without the first occurrence of each item of
      the right side;
    - sets: `+` union, `-` difference.
    """

    op: str
    left: "Expr"
    right: "Expr"


@frozen(eq=False, repr=False)
class Compare(Expression):
    """`==`, `!=`, `<`, `<=`, `>`, `>=`; the last four of numbers only.

    Both sides are of one type, or one may be none. Equal are: collections with the same
    items (lists in the same order), the same component (not one that looks like it:
    that is `Prim("same_face")`), grids with the same components at the same places.
    """

    op: str
    left: "Expr"
    right: "Expr"


@frozen(eq=False, repr=False)
class Not(Expression):
    """`not P`."""

    of: "Expr"


@frozen(eq=False, repr=False)
class And(Expression):
    """`P and Q`; Q is evaluated only where P holds."""

    left: "Expr"
    right: "Expr"


@frozen(eq=False, repr=False)
class Or(Expression):
    """`P or Q`; Q is evaluated only where P does not hold."""

    left: "Expr"
    right: "Expr"


@frozen(eq=False, repr=False)
class If(Expression):
    """`a if P else b`; only one of the two is evaluated."""

    test: "Expr"
    then: "Expr"
    otherwise: "Expr"


@frozen(eq=False, repr=False)
class IsNone(Expression):
    """Whether a value is none."""

    of: "Expr"


@frozen(eq=False, repr=False)
class IsKind(Expression):
    """Whether a component is of that kind; none is of no kind."""

    of: "Expr"
    kind: str


@frozen(eq=False, repr=False)
class Empty(Expression):
    """Whether a list, set, bundle or grid has nothing in it."""

    of: "Expr"


@frozen(eq=False, repr=False)
class In(Expression):
    """Whether a collection has an item; of a bundle, whether it has any of that kind.

    An item that is none is in no set and no bundle; in a list it may be.
    """

    item: "Expr"
    of: "Expr"


@frozen(eq=False, repr=False)
class Index(Expression):
    """One item.

    Of a list by its position from 1 (outside: a fault), of a tuple by a `Const` from 1,
    of a bundle by the kind how many, of a grid by the place the component or none.
    """

    of: "Expr"
    key: "Expr"


# ---- collections ---------------------------------------------------------------


@frozen(eq=False, repr=False)
class Range(Expression):
    """The values from `low` to `high`, both ends included; empty if `high` is less.

    A list of the type's items: `1..n`, all players, the cells of a board, the values of
    an enum, the components of a kind. It may be kept as the two numbers.
    """

    low: "Expr"
    high: "Expr"


@frozen(eq=False, repr=False)
class Make(Expression):
    """A tuple, list or set of these items; the type says which."""

    items: "tuple[Expr, ...]"


@frozen(eq=False, repr=False)
class MakeBundle(Expression):
    """So many of each kind: pairs of a kind and a number, added up; none of the others."""

    pairs: "tuple[tuple[Expr, Expr], ...]"


@frozen(eq=False, repr=False)
class MakeGrid(Expression):
    """A grid: pairs of a place and the component there."""

    pairs: "tuple[tuple[Expr, Expr], ...]"


@frozen(eq=False, repr=False)
class Convert(Expression):
    """A collection as one of another kind with the same items, in its order.

    From a set, bundle (its kinds), grid (its places) or list to a list, or to a set.
    """

    of: "Expr"


@frozen(eq=False, repr=False)
class For(CoreNode):
    """`for x in S`: once for each item, in the order of the collection."""

    local: Local
    of: "Expr"


@frozen(eq=False, repr=False)
class Given(CoreNode):
    """`let x = E`: names a value for what follows."""

    local: Local
    value: "Expr"


@frozen(eq=False, repr=False)
class When(CoreNode):
    """`where P`: only where the condition holds."""

    test: "Expr"


Clause = For | Given | When


@frozen(eq=False, repr=False)
class Order(CoreNode):
    """By what is ranked: the greatest number first (`most`), or the smallest."""

    most: bool
    by: "Expr"


@frozen(eq=False, repr=False)
class Fold(Expression):
    """The one loop over collections: what is made of all ways through the clauses.

    The clauses are nested loops, outermost first; each sees the locals of those before
    it. For each way through, `item` is evaluated. `kind` says what comes of it:

    - `any`: whether `item` (a truth) holds once; ends there. `all`: whether it always
      holds; ends at the first exception;
    - `count`: how many ways there are (no `item`);
    - `sum`: of numbers. `most`, `least`: the greatest or smallest number; where there
      is none `otherwise`, else a fault;
    - `first`, `last`: an item; where there is none `otherwise`, else a fault. `first`
      ends there;
    - `list`: the items in order, as often as they come. `set`: each once;
    - `only`: the one item, or with `by` the one that comes first by it; a fault where
      there is none, and where there are several;
    - `best`: the first of the items that come first by `by` (where the first numbers
      are equal the second ones count, and so on); where there is none `otherwise`, else
      a fault. `ties`: all of those, a list. `by` sees the locals of the clauses and is
      evaluated with them, once for each item;
    - `standings`: a list of lists, the groups of items with equal `by`, best first;
    - `run`: the items are truths in a ring: how many in a row hold, at most.

    `otherwise` is evaluated only where it counts, and sees no local of the clauses.
    """

    kind: str
    clauses: tuple[Clause, ...]
    item: "Expr | None" = None
    by: tuple[Order, ...] = ()
    otherwise: "Expr | None" = None


@frozen(eq=False, repr=False)
class Step(CoreNode):
    """Which steps can be made from `source` to `target` on that `side`.

    A step leads to neighbours, or to those `among` which the target is, a collection that
    knows the source. It counts as many as its `cost` says, else as one; less than 0 is a
    fault. On square boards `diagonal` ones are asked, too, if that is said.
    """

    source: Local
    target: Local
    side: Local
    test: "Expr"
    cost: "Expr | None" = None
    among: "Expr | None" = None
    diagonal: bool = False


@frozen(eq=False, repr=False)
class Walk(Expression):
    """Walks over cells of a board or places of a grid, from each to those beside it.

    Components, players and values have no neighbours: of these a step leads to any, or to
    those among which the step says.

    On square boards there are four directions, eight if the step is `diagonal`; on hexes
    six, on grids the sides of their shape; named spaces without links have no steps.
    A corner has a step along each of its sides, and that side is what the test knows
    the step by; a side has a step past each of its ends to every side that begins there,
    known by that corner. So are steps over named spaces known by their links, and those
    over links by the space where they meet; a link of one way gives a step one way between
    spaces, but between links it is like the others. `within` is the collection of cells
    that may be entered; a step must lie inside of it and pass the test. Without a test all
    steps to `neighbours` are made.

    - `reach`: all that can be reached from `start` (a collection; those outside of
      `within` do not count), a list upwards, the start included. In `limit` steps or
      fewer, if that is given. An edge is tried from the cells that were found first,
      its sides in the order of their enum;
    - `steps`: the fewest steps to `goal`, none if there is no way;
    - `loop`: the cells of a round trip that makes no step twice and passes the most
      different ones, a list upwards; only steps that can be made both ways count. Of
      several such trips it is that of `interpreter.loops`, where there are too many to
      look at, a fault;
    - `trail`: the cells along the longest way that makes no step twice, in its order;
      of sides, along the longest way that leads over none twice: one that comes to a side
      at one end leaves it at the other; so of links. There the cost of a side counts for
      each along the way, the first included, and the longest is the one that costs most.
      Only steps that can be made both ways count. Of several it is that of
      `interpreter.trails`, where there are too many, a fault;
    - `regions`: the connected groups of `within`, lists upwards, in the order of their
      first cells. Only steps that can be made both ways connect.
    """

    kind: str
    within: "Expr"
    start: "Expr | None" = None
    goal: "Expr | None" = None
    limit: "Expr | None" = None
    step: Step | None = None

    @property
    def straight(self) -> bool:
        """Whether no step is asked that leads to a diagonal."""
        return self.step is None or not self.step.diagonal


# ---- calls ---------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Call(Expression):
    """The value of a function or an amount."""

    routine: RoutineSymbol
    args: "tuple[Expr, ...]"


@frozen(eq=False, repr=False)
class Prim(Expression):
    """A function of the language that a target brings along: see `builtins`."""

    name: str
    args: "tuple[Expr, ...]"


@frozen(eq=False, repr=False)
class Can(Expression):
    """Whether the head of an action has an option now (what follows it does not count).

    `args` are those of the action itself.
    """

    action: RoutineSymbol
    args: "tuple[Expr, ...]"


@frozen(eq=False, repr=False)
class After(Expression):
    """What `value` would be if a rule that asks for nothing had been carried out.

    The arguments belong to the state as it is. Nothing is announced; where the rule
    ends the game, it has been carried out as far as that; where it draws by chance, the
    value cannot be known (which stops the looking ahead that asked for it, else it is a
    fault).
    """

    value: "Expr"
    routine: RoutineSymbol
    args: "tuple[Expr, ...]"


@frozen(eq=False, repr=False)
class InRange(Expression):
    """A number that is a key of `name`, which must lie between `low` and `high`.

    Else a fault ("`rows` goes from 1 to 3, and this is 4"). Keys without it are proved to
    lie in their range.
    """

    of: "Expr"
    low: int
    high: int
    name: str


@frozen(eq=False, repr=False)
class Sized(Expression):
    """A number (or none, or a bundle) that could be beyond all measure: then a fault.

    The limit is `vocabulary.LARGEST`, upwards and downwards. Numbers without it cannot
    come there by any game.
    """

    of: "Expr"


@frozen(eq=False, repr=False)
class Reached(Expression):
    """The value of `of`; it tells that a condition is met, where rules are traced.

    Only a core that is lowered for tracing has such nodes: around conditions that are no
    statements, and around what adjusts an amount.
    """

    of: "Expr"
    place: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False)
class Offered(Expression):
    """The set of what a player may choose now as `name` of an item (none: of a value).

    `stated` are conditions on what else is chosen. In expectations of scenarios only.
    """

    name: str
    item: str | None
    stated: tuple["Expr", ...] = ()


Expr = (
    Const
    | Get
    | Read
    | Field
    | Lookup
    | Fail
    | Negative
    | Binary
    | Compare
    | Not
    | And
    | Or
    | If
    | IsNone
    | IsKind
    | Empty
    | In
    | Index
    | Range
    | Make
    | MakeBundle
    | MakeGrid
    | Convert
    | Fold
    | Walk
    | Call
    | Prim
    | Can
    | After
    | InRange
    | Sized
    | Reached
    | Offered
)
