"""The core's statements and decisions; `expressions` says what holds of the whole tree.

Statements are carried out one after another. Faults leave the state as it is there. A
routine that asks stops at a decision and goes on from there: what its locals hold is
kept. More than 400 lines because what a target needs to know stands in one place.
"""

from typing import Any

from attrs import field, frozen

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.symbols import Local, Reason, RoutineSymbol, Variable
from rulesrun.dsl.core.walking import CoreNode
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.value_types import BundleType
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.nodes import Labels


@frozen(eq=False, repr=False)
class Statement(CoreNode):
    """What every statement has: its place, and the paragraphs that it transcribes."""

    span: Span = field(kw_only=True, eq=False, repr=False)
    cites: tuple[str, ...] = field(default=(), kw_only=True, eq=False, repr=False)


Block = tuple["Stmt", ...]


@frozen(eq=False, repr=False)
class Place(CoreNode):
    """One variable of a family: where something goes to or comes from.

    Keys are evaluated when the statement's other values have been.
    """

    variable: Variable
    keys: tuple[core.Expr, ...] = ()


@frozen(eq=False, repr=False)
class Target(Place):
    """Where components go: a zone, its bottom end, or a place `at` of a grid.

    Onto a deck or pile they go on top, onto a row at its end; `bottom` is the other end
    of a deck or pile, and the end of a row, too. All kinds of zones are static.
    """

    bottom: bool = False
    at: core.Expr | None = None


@frozen(eq=False, repr=False)
class Mark(Statement):
    """A line of the rules is reached; told only where rules are traced."""


@frozen(eq=False, repr=False)
class SetLocal(Statement):
    """A local gets a value, the first or another one."""

    local: Local
    value: core.Expr


@frozen(eq=False, repr=False)
class Held(CoreNode):
    """What a variable may hold: numbers from `low` to `high`, or a bundle (see `Write`)."""

    low: int | None = None
    high: int | None = None


@frozen(eq=False, repr=False)
class Write(Statement):
    """A variable gets a value.

    With `held` it is looked at first: a number outside of the range is a fault
    ("`silver` would be 12, and it is at most 9"), none passes; of a bundle, less than
    none of a kind is one ("more is taken from `basket` than there is"). Without `held`
    it is proved, or anything goes. `change` is `+` or `-` where the value is that of
    the variable plus or minus something: then `value` is that `Binary`, whose left side
    reads this very variable, with equal keys.
    """

    to: Place
    value: core.Expr
    held: Held | None = None
    change: str | None = None


@frozen(eq=False, repr=False)
class Enter(Statement):
    """A number is added to a variable that keeps account of it (no range is looked at).

    If it is not 0, a line goes into the ledger: variable, number, and `line`, an index
    into `Core.ledger`; `about` is what that is for, in a core that gives credit for it.
    """

    to: Place
    amount: core.Expr
    line: int
    about: core.Expr | None = None


@frozen(eq=False, repr=False)
class Branch(CoreNode):
    """`if P: ...`, one way among several."""

    test: core.Expr
    body: Block


@frozen(eq=False, repr=False)
class Choice(Statement):
    """`if ... else if ... else`: the first branch whose test holds, else `otherwise`."""

    branches: tuple[Branch, ...]
    otherwise: Block = ()


@frozen(eq=False, repr=False)
class Case(CoreNode):
    """What is done for these values."""

    values: tuple[core.Const, ...]
    body: Block


@frozen(eq=False, repr=False)
class Switch(Statement):
    """The case that has the value of `of`, else `otherwise`; no value occurs twice.

    Made of functions by cases whose lines only give a value.
    """

    of: core.Expr
    cases: tuple[Case, ...]
    otherwise: Block = ()


@frozen(eq=False, repr=False)
class ForEach(Statement):
    """`for each x in S where P`: S is evaluated once, P in each pass before the body."""

    local: Local
    of: core.Expr
    test: core.Expr | None
    body: Block


@frozen(eq=False, repr=False)
class Loop(Statement):
    """Every other loop. `times` is evaluated once (0 or less: no pass).

    A pass: `before` must hold, else the loop ends; the body; then the loop ends if
    `until` holds. At most one of the three is given. `Continue` goes on with the next
    pass: `before` is asked again, `until` is not. `PASSES` passes (100,000) without
    `times` and without a decision are a fault.
    """

    body: Block
    times: core.Expr | None = None
    before: core.Expr | None = None
    until: core.Expr | None = None


@frozen(eq=False, repr=False)
class Break(Statement):
    """The innermost loop ends."""


@frozen(eq=False, repr=False)
class Continue(Statement):
    """The innermost loop goes on with its next pass."""


@frozen(eq=False, repr=False)
class Return(Statement):
    """The routine ends: a function with its value, a rule without one.

    In a handler it is the handler that ends, but where `whole` says that it is the event.
    """

    value: core.Expr | None = None
    whole: bool = False


@frozen(eq=False, repr=False)
class Carry(Statement):
    """A rule or an event is carried out; `routine.asks` says whether it can stop."""

    routine: RoutineSymbol
    args: tuple[core.Expr, ...]


@frozen(eq=False, repr=False)
class Move(Statement):
    """One component goes from wherever it lies to the target. None is a fault.

    So is a target that holds `capacity` already, a space that is taken, a place of a
    grid where something lies. Leaving a deck or bag counts as revealing something.
    """

    what: core.Expr
    to: Target


@frozen(eq=False, repr=False)
class MoveAll(Statement):
    """A collection of components goes to the target, all taken out before any is put in.

    They lie in a row or at a bottom end in their order; on a deck or pile so that the
    first one is on top.
    """

    what: core.Expr
    to: Target


@frozen(eq=False, repr=False)
class Shift(CoreNode):
    """For each way through the clauses (see `Fold`), components and where they go.

    The target is no place of a grid.
    """

    clauses: tuple[core.Clause, ...]
    what: core.Expr
    to: Target
    span: Span = field(eq=False, repr=False)


@frozen(eq=False, repr=False)
class MoveApart(Statement):
    """Components go each to a place of its own, all taken out before any is put in.

    What moves and where to is worked out before anything moves; one component that would
    move twice is a fault. Those of one way lie as by `MoveAll`, the ways one after another.
    """

    shifts: tuple[Shift, ...]


@frozen(eq=False, repr=False)
class MovePieces(Statement):
    """Pieces go from one stock or post to another.

    `count` is a number, or a bundle where `source` and `to` are `kinds`. Less than 0,
    more than lie there, more than `capacity` or than one on a post is a fault, and so
    is a piece of one player in the stock of another (`Zone.owner_key`).
    """

    count: core.Expr
    source: Place
    to: Place


@frozen(eq=False, repr=False)
class Draw(Statement):
    """So many are drawn, one after another (0 or less: nothing happens).

    From the top of a deck or pile (the first of a row, hand or area), by chance from a
    bag, or by chance from `kinds` (then `to` is `kinds`, too, and each piece is as
    likely as the others). An empty source is a fault, and so is a component of a kind
    that the target does not hold; then what is a fault for `Move`.
    """

    count: core.Expr
    source: Place
    to: Target


@frozen(eq=False, repr=False)
class Shuffle(Statement):
    """The components of a zone come into an order by chance (Fisher-Yates, from the end)."""

    zone: Place


@frozen(eq=False, repr=False)
class BeginTurn(Statement):
    """The turn of a player begins; what follows belongs to it until the next one."""

    player: core.Expr


@frozen(eq=False, repr=False)
class BeginPhase(Statement):
    """A named part of the game begins; `text` is an index into `Core.texts`."""

    text: int


@frozen(eq=False, repr=False)
class Announce(Statement):
    """Something is told to everybody, or to a collection of players.

    `text` is an index into `Core.texts`; `values` stand for the names in braces there, in
    the order of `Core.spoken`.
    """

    text: int
    values: tuple[core.Expr, ...] = ()
    to: core.Expr | None = None


@frozen(eq=False, repr=False)
class Show(Statement):
    """Players get to know what a variable is, or what components are.

    `what` is a variable, or a collection of components. `to` is a collection of players;
    all are shown it where there is none. Nothing of the state changes that counts.
    """

    what: Place | core.Expr
    to: core.Expr | None


@frozen(eq=False, repr=False)
class Rank(Statement):
    """Every player (no neutral one) gets a place by `by`; ties share it (1, 1, 3).

    Where `team` is given, players for whom it is equal are one team, and as many are
    before a player as teams are. `standing` is compared before all else, the greatest
    first. This is the result so far; the game goes on.
    """

    local: Local
    by: tuple[core.Order, ...]
    team: core.Expr | None = None
    standing: core.Expr | None = None


@frozen(eq=False, repr=False)
class Outcome(Statement):
    """The result: a player gets `place`, everybody else `others`. An `EndGame` follows.

    Without a player all share `others`; `together` says that it is one result for all
    of them, so that to share place 1 is to win. Where `team` is given, everybody for whom it is
    what it is for the player shares `place`; `local` is each of them.
    """

    player: core.Expr | None
    place: int
    others: int
    local: Local | None = None
    team: core.Expr | None = None
    together: bool = False


@frozen(eq=False, repr=False)
class EndGame(Statement):
    """Nothing more happens in this game."""


@frozen(eq=False, repr=False)
class Best(Statement):
    """The decisions inside `body` are made for `player` so that `by` comes out greatest.

    Of equal ways the first is taken. `number` counts these statements in a core. `by`
    is evaluated where the body has come to its end. `gained` says that `by` reads a
    variable that the body only adds to and does not look at; `changes` are the
    variables that the body can change, none if it may be any.
    """

    player: core.Expr
    by: core.Expr
    body: Block
    number: int
    gained: bool
    changes: frozenset[Variable] | None = field(repr=False)


# ---- decisions -------------------------------------------------------------------


@frozen(eq=False, repr=False)
class Condition(CoreNode):
    """A condition on a choice, and what is told where it does not hold."""

    test: core.Expr
    reason: Reason


@frozen(eq=False, repr=False)
class SumBound(CoreNode):
    """The sum of a field (never negative) of what is chosen lies between the two.

    Each bound may be missing. They see no local of this choice.
    """

    name: str
    low: core.Expr | None
    high: core.Expr | None


@frozen(eq=False, repr=False)
class Select(CoreNode):
    """One choice in a head: candidates of a collection.

    **One of them** (`several` is false): for each item of `of`, in its order, bound to
    `local`: all of `where`, then all of `require` must hold. Where `alike`, of
    components that look alike, and for which none of `apart` differs, only the first
    counts (before any condition is looked at); so only where all lie in one zone, and
    rules do not ask at which place of it.

    **Several** (`several`): `candidate` is bound to each item of `of`; those for which
    all of `where` hold can be chosen from. `local` is bound to each choice of at least
    `least` (missing: 0) and at most `most` (missing: all) of them, a list in the order
    of `of`. Choices come in this order: with the first candidate before without it, and
    so on for the others; where `alike`, such candidates are one group (in the order
    of their first), of which as many as possible come first, and the first ones of a
    group stand for any of it. Of a bundle, `local` is a bundle of at most as
    many of each kind, `where` says of which kinds (`candidate`), and most of the first
    kinds come first. Then all of `require` must hold for `local`.

    `sums` and `rest` are the same requirements in a form for building choices: `local`
    fits when it meets `sums` and all of `rest`. `least` and `most` see no local of this
    choice; `require` sees `local`, `where` and `apart`, which are plain values, see
    `candidate` (which is `local` where one is chosen).

    **Preferences**: of the candidates (or choices) for which all of that holds, those
    for which all of `prefer` hold, if there are any.

    `domain` is told to whoever names something that is not in `of` (or too few or too
    many).
    """

    local: Local
    candidate: Local
    of: core.Expr
    several: bool
    alike: bool
    domain: Reason
    least: core.Expr | None = None
    most: core.Expr | None = None
    where: tuple[Condition, ...] = ()
    require: tuple[Condition, ...] = ()
    prefer: tuple[Condition, ...] = ()
    sums: SumBound | None = None
    rest: tuple[core.Expr, ...] = ()
    apart: tuple[core.Expr, ...] = ()


HeadLine = Select | Condition | core.Given
"""A line of a head. An option of a head is one way through its lines, in order: nested
loops, the first line outermost. A `Condition` must hold; `Given` names a value."""


@frozen(eq=False)
class Action:
    """The head of an action. `symbol` is the routine of its body.

    `params` are those of the action itself, `chosen` the locals of its `Select` lines;
    `symbol.params` are both, one after the other. What `Given` lines name is evaluated
    again at the beginning of the body.
    """

    symbol: RoutineSymbol
    labels: Labels
    params: tuple[Local, ...]
    head: tuple[HeadLine, ...]

    @property
    def chosen(self) -> tuple[Local, ...]:
        """What the head chooses, in order."""
        return tuple(line.local for line in self.head if isinstance(line, Select))


@frozen(eq=False, repr=False)
class Item(CoreNode):
    """One thing that a decision offers.

    - `action`: the options of the head of `action`, with `args` for its parameters;
      the chosen one is carried out with what was chosen, then `body`;
    - `option`: one option; `body` is carried out;
    - `value`: the options of `head`, one `Select`; what was chosen is in its local,
      which what follows the decision goes on to use;
    - `pass`: one option that carries out `body`, which is mostly nothing. After a `value`
      item its local is none, or an empty list or bundle where several could be chosen.

    With `when`, there are options only where that holds. `look_ahead`: what follows the
    choice might come to a decision without an option; options for which that would be
    so are left out (see the machine: only `action` items whose routine asks are tried).
    It cannot where `sure` holds, which is asked before the choice and names no local.
    """

    kind: str
    name: str
    labels: Labels
    span: Span = field(eq=False, repr=False)
    cites: tuple[str, ...] = ()
    when: core.Expr | None = None
    action: Action | None = None
    args: tuple[core.Expr, ...] = ()
    head: tuple[HeadLine, ...] = ()
    body: Block = ()
    look_ahead: bool = False
    sure: core.Expr | None = None

    @property
    def chosen(self) -> tuple[Local, ...]:
        """The locals of what this item chooses, in order."""
        head = self.action.head if self.action is not None else self.head
        return tuple(line.local for line in head if isinstance(line, Select))


@frozen(eq=False, repr=False)
class Decide(Statement):
    """The game stops, and `player` takes one of the options.

    Options are those of the items in their order. Where there is none, or only that of
    `pass`, `otherwise` is carried out if there is one (and then the statements after the
    decision). Else, where there is none, it is a fault. Where it `declines_alone`, to take
    none of its several candidates counts like `pass`. `number` counts the decisions of
    a core. `secret`: the others do not see what was chosen. `source` is the decision as
    it is written.
    """

    number: int
    player: core.Expr
    items: tuple[Item, ...]
    otherwise: Block | None
    secret: bool
    labels: Labels
    source: nodes.Choose | nodes.Menu = field(eq=False, repr=False)
    declines_alone: bool = False

    @property
    def passing(self) -> int | None:
        """The item that is not offered alone: something else is carried out then."""
        if self.declines_alone:
            return 0
        if self.otherwise is None or not self.items or self.items[-1].kind != "pass":
            return None
        return len(self.items) - 1

    def declines(self, option: tuple[int, tuple[Any, ...]]) -> bool:
        """Whether an option is the one that is not offered alone."""
        number, values = option
        if number != self.passing:
            return False
        if self.items[number].kind == "pass":
            return True
        (local,) = self.items[number].chosen
        (value,) = values
        return not (any(value) if isinstance(local.type, BundleType) else value)

    @property
    def is_plain(self) -> bool:
        """Whether its options are what heads list: nothing is tried, or counted unlisted."""
        return self.passing is None and not any(
            item.look_ahead
            or any(
                isinstance(line, Select) and line.several
                for line in (item.action or item).head
            )
            for item in self.items
        )


Stmt = (
    Mark
    | SetLocal
    | Write
    | Enter
    | Choice
    | Switch
    | ForEach
    | Loop
    | Break
    | Continue
    | Return
    | Carry
    | Move
    | MoveAll
    | MoveApart
    | MovePieces
    | Draw
    | Shuffle
    | BeginTurn
    | BeginPhase
    | Announce
    | Show
    | Rank
    | Outcome
    | EndGame
    | Best
    | Decide
)
