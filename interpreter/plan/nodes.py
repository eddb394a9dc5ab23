"""The plan: a small statement language between the typed core and what is printed.

Values have one of few shapes: a number (truth, players, cells and values of enums are
numbers, none is one of its own), a set of cells as bits, a row of a table. Expressions
change nothing, draw nothing and hold no statement: what must be done first stands before
them, in order. Nodes are compared by what they are, and keep their hash.

More than 400 lines: the whole language stands in one place.
"""

from collections.abc import Iterator
from typing import Any

from attrs import Factory, define, field, frozen

from rulesrun.dsl.core import statements as core
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.value_types import Type


@frozen(cache_hash=True)
class Shape:
    """What a value is kept as.

    `num`: a number; `bits`: a set of so many (`size`) members at most; `list`: a row of a
    table of numbers, or a range; `sets`: a row of a table of sets; `options`: what a head
    gives that is no set.
    """

    kind: str
    size: int = 0


NUM = Shape("num")
OPTIONS = Shape("options")


@frozen(cache_hash=True)
class Row:
    """Values of one shape that lie side by side in the state or in a frame.

    `kind` is `variable` (a declared one), `sets` (the values of the variable `of` once
    more: set v holds the keys for which it is v, the last one those for which it is
    none), `frame` (a local of a routine that asks), or `header` (whose turn it is).
    `base` is where the first one lies in that place. `initial` is the value of the
    variable before the game.
    """

    name: str
    kind: str
    base: int
    count: int = 1
    shape: Shape = NUM
    of: "Row | None" = None
    initial: int | None = None


# ---- expressions -----------------------------------------------------------------


@frozen(cache_hash=True)
class Expr:
    """An expression."""


@frozen(cache_hash=True)
class Num(Expr):
    """A number that is known, or none."""

    value: int | None


@frozen(cache_hash=True)
class Truth(Expr):
    """A truth that is known."""

    value: bool


@frozen(cache_hash=True)
class Bits(Expr):
    """A set that is known."""

    value: int
    size: int


@frozen(cache_hash=True)
class Var(Expr):
    """A local."""

    name: str
    shape: Shape = NUM


@frozen(cache_hash=True)
class Chosen(Expr):
    """One of the values that were chosen; only where an option is carried out."""

    number: int


@frozen(cache_hash=True)
class Slot(Expr):
    """One value of a row."""

    row: Row
    at: Expr


@frozen(cache_hash=True)
class Look(Expr):
    """An item of a table that is worked out before the game."""

    table: str
    at: Expr
    shape: Shape = NUM


@frozen(cache_hash=True)
class Reached(Expr):
    """A set with all that steps lead to, over members of `through`.

    `table` says by cell where a step leads.
    """

    start: Expr
    through: Expr
    table: str
    shape: Shape


@frozen(cache_hash=True)
class Op(Expr):
    """An operator (see the tables of the printers); `word` is what a fault calls it."""

    op: str
    args: tuple[Expr, ...]
    shape: Shape = NUM
    word: str = ""


@frozen(cache_hash=True)
class Call(Expr):
    """The value of a routine that asks for no choice and changes nothing."""

    routine: str
    args: tuple[Expr, ...]
    shape: Shape = NUM


# ---- statements ------------------------------------------------------------------


@define(eq=False)
class Stmt:
    """A statement; `span` is its place in the rules."""

    span: Span | None = field(default=None, kw_only=True)


@define(eq=False)
class Let(Stmt):
    """A local gets a value."""

    var: Var
    value: Expr


@define(eq=False)
class Held(Stmt):
    """A number that a variable called `word` is to hold lies in its range, or: a fault."""

    value: Expr
    low: int | None
    high: int | None
    word: str
    optional: bool


@define(eq=False)
class Put(Stmt):
    """A value of a row changes."""

    row: Row
    at: Expr
    value: Expr


@define(eq=False)
class Keep(Stmt):
    """The sets of a variable follow it: at a key it held `old`, and is to hold `value`.

    `maybe` says of both whether they may be none.
    """

    row: Row
    at: Expr
    old: Expr
    value: Expr
    maybe: tuple[bool, bool]


@define(eq=False)
class If(Stmt):
    """One of two ways."""

    test: Expr
    then: list[Stmt]
    other: list[Stmt] = Factory(list)


@define(eq=False)
class Each(Stmt):
    """For each number of a range, member of a set (upwards) or item of a row of a table."""

    var: Var
    of: Expr
    body: list[Stmt]


@define(eq=False)
class Repeat(Stmt):
    """Again and again, until a `Break`."""

    body: list[Stmt]


@define(eq=False)
class Break(Stmt):
    """The innermost loop ends."""


@define(eq=False)
class Continue(Stmt):
    """The innermost loop goes on with its next pass."""


@define(eq=False)
class Tick(Stmt):
    """One step of work is done: what a limit counts."""


@define(eq=False)
class Return(Stmt):
    """The routine ends, perhaps with a value."""

    value: Expr | None


@define(eq=False)
class Do(Stmt):
    """A routine that asks for no choice is carried out."""

    routine: str
    args: tuple[Expr, ...]


@define(eq=False)
class Draw(Stmt):
    """A number from `low` to `high` is drawn by chance; `type` is what it is to people."""

    var: Var
    low: Expr
    high: Expr
    type: Type


@define(eq=False)
class Offer(Stmt):
    """One option more of the head of an action: the values it would choose."""

    values: tuple[Expr, ...]


@define(eq=False)
class Rank(Stmt):
    """The players get their places by these values, the greatest first."""

    values: tuple[Expr, ...]


@define(eq=False)
class Placed(Stmt):
    """A player gets a place, and the others another one; without a player all share it."""

    player: Expr | None
    place: int
    others: int


@define(eq=False)
class Over(Stmt):
    """The game is over."""


@define(eq=False)
class Announce(Stmt):
    """Something is told to everybody; `text` is its number."""

    text: int


@define(eq=False)
class Jump(Stmt):
    """A block of a routine that asks ends; it goes on in another one."""

    block: int


@define(eq=False)
class Carry(Stmt):
    """Another routine that asks is carried out, and then the block `after`."""

    procedure: int
    args: tuple[Expr, ...]
    after: int
    source: core.Carry


@define(eq=False)
class Back(Stmt):
    """A routine that asks ends."""


@define(eq=False)
class Ask(Stmt):
    """The game stops for a decision; `offered` is what it is known to offer, if it is."""

    decision: int
    offered: Expr | None = None


LEAVES = (Break, Continue, Return, Over, Jump, Carry, Back, Ask)
"""Nothing that follows one of these is come to."""


# ---- a whole game ----------------------------------------------------------------


@define(eq=False)
class Routine:
    """A routine that asks for no choice; without a `shape` it gives no value."""

    name: str
    params: tuple[Var, ...]
    shape: Shape | None
    body: list[Stmt]
    span: Span | None


@define(eq=False)
class Item:
    """What a decision offers.

    `offered` is what its head gives (bits or options); none for a single option.
    With a `test`, before which comes `when`, it is offered only where that holds. `pick`
    follows the choice; `apart` says that the block it leads to is one of its own.
    """

    offered: Expr | None
    when: list[Stmt]
    test: Expr | None
    pick: list[Stmt]
    span: Span
    apart: bool = False


@define(eq=False)
class Decision:
    """A decision: of whom, in which routine; `otherwise` is a block."""

    number: int
    procedure: int
    player: Expr
    items: list[Item]
    otherwise: int | None
    after: int
    span: Span


@define(eq=False)
class Procedure:
    """A routine that asks, cut into blocks.

    `rows` are the places of its frame, `loops` by block the loop it stands in, `heads`
    the blocks with which a loop begins, `after` by the id of a statement of the core that
    stops the block that follows it.
    """

    name: str
    rows: list[Row]
    blocks: list[list[Stmt]] = Factory(list)
    loops: dict[int, Span] = Factory(dict)
    heads: set[int] = Factory(set)
    after: dict[int, int] = Factory(dict)


@define(eq=False)
class Plan:
    """A whole game.

    `tail` is what follows the last choice, if it ranks the players by the state alone.
    """

    players: int
    rows: dict[str, Row] = Factory(dict)
    tables: dict[str, Any] = Factory(dict)
    routines: dict[str, Routine] = Factory(dict)
    procedures: list[Procedure] = Factory(list)
    decisions: list[Decision] = Factory(list)
    tail: list[Stmt] | None = None

    @property
    def sets(self) -> list[Row]:
        """The rows that hold variables once more, as sets."""
        return [row for row in self.rows.values() if row.kind == "sets"]


# ---- going through a plan --------------------------------------------------------


def shape_of(x: Expr) -> Shape:
    """What an expression gives."""
    match x:
        case Slot(row=row):
            return row.shape
        case Bits(size=size):
            return Shape("bits", size)
        case Var(shape=shape) | Look(shape=shape) | Op(shape=shape) | Call(shape=shape):
            return shape
        case Reached(shape=shape):
            return shape
        case _:
            return NUM


def operands(x: Expr) -> tuple[Expr, ...]:
    """The expressions directly inside of one."""
    match x:
        case Slot(at=at) | Look(at=at):
            return (at,)
        case Reached(start=start, through=through):
            return start, through
        case Op(args=args) | Call(args=args):
            return args
        case _:
            return ()


def expressions(x: Expr) -> Iterator[Expr]:
    """An expression and all inside of it, the outer before the inner."""
    yield x
    for inner in operands(x):
        yield from expressions(inner)


def looked_at(s: Stmt) -> tuple[Expr, ...]:
    """The expressions that a statement evaluates itself, in order."""
    match s:
        case Let(value=x) | Held(value=x) | If(test=x) | Each(of=x):
            return (x,)
        case Put(at=at, value=x):
            return (at, x)
        case Keep(at=at, old=old, value=x):
            return (at, old, x)
        case Return(value=None) | Placed(player=None):
            return ()
        case Return(value=Expr() as x) | Placed(player=Expr() as x):
            return (x,)
        case Do(args=args) | Offer(values=args) | Rank(values=args) | Carry(args=args):
            return args
        case Draw(low=low, high=high):
            return (low, high)
        case Ask(offered=Expr() as offered):
            return (offered,)
        case _:
            return ()


def bodies(s: Stmt) -> tuple[list[Stmt], ...]:
    """The blocks of statements inside of one."""
    match s:
        case If(then=then, other=other):
            return then, other
        case Each(body=body) | Repeat(body=body):
            return (body,)
        case _:
            return ()


def statements(block: list[Stmt]) -> Iterator[Stmt]:
    """All statements of a block, the outer before the inner."""
    for s in block:
        yield s
        for inner in bodies(s):
            yield from statements(inner)
