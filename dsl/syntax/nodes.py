"""The tree of a rule file: one frozen class for each construct of the language.

Two trees are equal when they mean the same, wherever they stand: spans do not count.
The classes stand in the order of `grammar.lark`; more than 400 lines because the
language is one thing and its tree is best read in one place.
"""

import re
from functools import cache, cached_property
from typing import Any

from attrs import field, frozen

from rulesrun.dsl.alike import Alike
from rulesrun.dsl.problems.spans import Span


@frozen(kw_only=True, eq=False, repr=False)
class Node(Alike):
    """What every node has: the place it was written at."""

    span: Span = field(eq=False, repr=False)

    @cached_property
    def inside(self) -> tuple["Node", ...]:
        """All nodes within this one, the outer before the inner."""
        result: list[Node] = []
        pending: list[object] = [self]
        while pending:
            part = pending.pop()
            if isinstance(part, tuple):
                pending += part[::-1]
                continue
            if not isinstance(part, Node):
                continue
            result.append(part)
            kind: Any = type(part)
            for name in parts_of(kind):
                inner = getattr(part, name)
                if isinstance(inner, Node) or (isinstance(inner, tuple) and inner):
                    pending.append(inner)
        return tuple(result[1:])

    @cached_property
    def by_kind(self) -> dict[type["Node"], list["Node"]]:
        """This node and all within it, in the same order, by their classes."""
        result: dict[type[Node], list[Node]] = {}
        for node in (self, *self.inside):
            result.setdefault(type(node), []).append(node)
        return result


@cache
def parts_of(kind: Any) -> tuple[str, ...]:
    """The fields that may hold further nodes, the last one first."""
    names = [a.name for a in kind.__attrs_attrs__ if not a.name.endswith("span")]
    return tuple(reversed(names))


@frozen(kw_only=True, eq=False, repr=False)
class Labels(Alike):
    """What people see in place of a name: the default text and its translations.

    `forms` are the texts for one place only, such as `history`, by language and place.
    """

    text: str | None = None
    translations: tuple[tuple[str, str], ...] = ()
    forms: tuple[tuple[tuple[str, str], str], ...] = ()

    def in_language(self, language: str) -> str | None:
        """The text in that language, else the default one."""
        return dict(self.translations).get(language, self.text)

    def form(self, place: str, language: str | None) -> str | None:
        """The text for that place, if there is one of its own."""
        return dict(self.forms).get((language or "en", place))


NO_LABELS = Labels()


@frozen(kw_only=True, eq=False, repr=False)
class Cite(Node):
    """A paragraph of the rulebook, such as AL-12."""

    paragraph: str


@frozen(kw_only=True, eq=False, repr=False)
class Named(Node):
    """A word that names something."""

    text: str


# ---- types -----------------------------------------------------------------


@frozen(kw_only=True, eq=False, repr=False)
class TypeNode(Node):
    """A type as written: `base` is a word of the language or `name`."""

    base: str
    name: str | None = None
    name_span: Span | None = field(default=None, eq=False, repr=False)
    low: "Expr | None" = None
    high: "Expr | None" = None
    inner: tuple["TypeNode", ...] = ()
    others: tuple["TypeNode", ...] = ()
    optional: bool = False


@frozen(kw_only=True, eq=False, repr=False)
class ZoneNode(Node):
    """A place for components: `hand of Money`."""

    kind: str
    names: tuple[Named, ...]


@frozen(kw_only=True, eq=False, repr=False)
class Param(Node):
    """A parameter with its type; `labels` what a column of a table is called.

    One without a type has that of its name.
    """

    name: str
    type: TypeNode | None
    labels: Labels = NO_LABELS


# ---- expressions -----------------------------------------------------------


@frozen(kw_only=True, eq=False, repr=False)
class Int(Node):
    """A number."""

    value: int


@frozen(kw_only=True, eq=False, repr=False)
class Text(Node):
    """A text between quotes; where a component is expected, its name."""

    value: str


@frozen(kw_only=True, eq=False, repr=False)
class Bool(Node):
    """`true` or `false`."""

    value: bool


@frozen(kw_only=True, eq=False, repr=False)
class NoneValue(Node):
    """`none`."""


@frozen(kw_only=True, eq=False, repr=False)
class Name(Node):
    """A name in use."""

    text: str


@frozen(kw_only=True, eq=False, repr=False)
class It(Node):
    """`it`: the candidate that a `where` looks at."""


@frozen(kw_only=True, eq=False, repr=False)
class PlayerAt(Node):
    """`player 2`: a seat, counted from 1."""

    seat: int


@frozen(kw_only=True, eq=False, repr=False)
class Attribute(Node):
    """`card.value`."""

    of: "Expr"
    name: str
    name_span: Span = field(eq=False, repr=False)


@frozen(kw_only=True, eq=False, repr=False)
class Index(Node):
    """`market[slot]`."""

    of: "Expr"
    keys: tuple["Expr", ...]


@frozen(kw_only=True, eq=False, repr=False)
class Call(Node):
    """`total(p)`."""

    name: str
    name_span: Span = field(eq=False, repr=False)
    args: tuple["Expr", ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class Binder(Node):
    """`x in S where P`."""

    name: str
    name_span: Span = field(eq=False, repr=False)
    of: "Expr"
    where: "Expr | None" = None


@frozen(kw_only=True, eq=False, repr=False)
class Ordering(Node):
    """`most E` or `least E`."""

    most: bool
    by: "Expr"


@frozen(kw_only=True, eq=False, repr=False)
class Fold(Node):
    """`most(E for x in S where P, otherwise 0)`; `more` are the further `for` parts."""

    name: str
    name_span: Span = field(eq=False, repr=False)
    item: "Expr"
    binder: Binder
    more: tuple[Binder, ...] = ()
    otherwise: "Expr | None" = None


@frozen(kw_only=True, eq=False, repr=False)
class TupleOf(Node):
    """`(1, 2)`."""

    items: tuple["Expr", ...]


@frozen(kw_only=True, eq=False, repr=False)
class ListOf(Node):
    """`[1, 2]`."""

    items: tuple["Expr", ...]


@frozen(kw_only=True, eq=False, repr=False)
class SetOf(Node):
    """`{north, east}`."""

    items: tuple["Expr", ...]


@frozen(kw_only=True, eq=False, repr=False)
class ListFor(Node):
    """`[E for x in S where P for y in T]`."""

    item: "Expr"
    binder: Binder
    more: tuple[Binder, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class SetFor(Node):
    """`{E for x in S where P for y in T}`."""

    item: "Expr"
    binder: Binder
    more: tuple[Binder, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class GridOf(Node):
    """`{"0,-1": "tower-09-ne"}`: components by their places on a growing grid."""

    pairs: tuple[tuple["Text", "Expr"], ...]


@frozen(kw_only=True, eq=False, repr=False)
class BundleOf(Node):
    """`{wood: 2, stone: 1}`."""

    pairs: tuple[tuple["Expr", "Expr"], ...]


@frozen(kw_only=True, eq=False, repr=False)
class Not(Node):
    """`not P`."""

    of: "Expr"


@frozen(kw_only=True, eq=False, repr=False)
class And(Node):
    """`P and Q`."""

    left: "Expr"
    right: "Expr"


@frozen(kw_only=True, eq=False, repr=False)
class Or(Node):
    """`P or Q`."""

    left: "Expr"
    right: "Expr"


@frozen(kw_only=True, eq=False, repr=False)
class Compare(Node):
    """`a < b`."""

    op: str
    left: "Expr"
    right: "Expr"


@frozen(kw_only=True, eq=False, repr=False)
class Member(Node):
    """`x in S` and `x not in S`."""

    item: "Expr"
    of: "Expr"
    negated: bool


@frozen(kw_only=True, eq=False, repr=False)
class IsNone(Node):
    """`x is none` and `x is not none`."""

    of: "Expr"
    negated: bool


@frozen(kw_only=True, eq=False, repr=False)
class IsEmpty(Node):
    """`S is empty` and `S is not empty`."""

    of: "Expr"
    negated: bool


@frozen(kw_only=True, eq=False, repr=False)
class IsType(Node):
    """`card is Money` and `card is not Money`."""

    of: "Expr"
    name: Named
    negated: bool


@frozen(kw_only=True, eq=False, repr=False)
class GridWith(Node):
    """`yard with tile at c`: the grid as it would be."""

    grid: "Expr"
    component: "Expr"
    at: "Expr"


@frozen(kw_only=True, eq=False, repr=False)
class GridWithout(Node):
    """`yard without c`: the grid as it would be."""

    grid: "Expr"
    at: "Expr"


@frozen(kw_only=True, eq=False, repr=False)
class RangeOf(Node):
    """`1..n`, both ends included."""

    low: "Expr"
    high: "Expr"


@frozen(kw_only=True, eq=False, repr=False)
class Arithmetic(Node):
    """`a + b`, with `+`, `-`, `*` or `mod`."""

    op: str
    left: "Expr"
    right: "Expr"


@frozen(kw_only=True, eq=False, repr=False)
class Division(Node):
    """`a / b rounded down`."""

    left: "Expr"
    right: "Expr"
    up: bool


@frozen(kw_only=True, eq=False, repr=False)
class Negative(Node):
    """`-a`."""

    of: "Expr"


@frozen(kw_only=True, eq=False, repr=False)
class Conditional(Node):
    """`a if P else b`."""

    then: "Expr"
    test: "Expr"
    otherwise: "Expr"


@frozen(kw_only=True, eq=False, repr=False)
class Instead(Conditional):
    """`a otherwise b`: a if a is not none else b, which it is kept as."""


@frozen(kw_only=True, eq=False, repr=False)
class Quantified(Node):
    """`count`, `some`, `no`, `all`, `the` or `first` `x in S having ... where P`."""

    kind: str
    binder: Binder
    having: tuple[Ordering, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class Every(Node):
    """`every x in S has P`."""

    binder: Binder
    holds: "Expr"


@frozen(kw_only=True, eq=False, repr=False)
class Standings(Node):
    """`standings of p in players by most E`: groups of ties, best first."""

    binder: Binder
    by: tuple[Ordering, ...]


@frozen(kw_only=True, eq=False, repr=False)
class LongestRun(Node):
    """`longest run e in loop where P`: how many in a row, the loop being closed."""

    binder: Binder


@frozen(kw_only=True, eq=False, repr=False)
class Runs(Node):
    """`runs of x in L where P`: the parts of a list, in order, in which it holds."""

    binder: Binder


@frozen(kw_only=True, eq=False, repr=False)
class Stepping(Node):
    """`stepping x to y by s in S costing E where P`: the steps that can be made, their price.

    `in` names what a step may lead to, else it leads to neighbours, where there are any.
    Without `where` all can be made; without `costing` each counts as one.
    """

    source: Named
    target: Named
    side: Named | None
    among: "Expr | None" = None
    cost: "Expr | None" = None
    where: "Expr | None" = None


@frozen(kw_only=True, eq=False, repr=False)
class Reach(Node):
    """`reach from a in S stepping ...`: what can be reached, else from side to side.

    With a limit (`within 3`), in no more than so many steps.
    """

    start: "Expr"
    limit: "Expr | None" = None
    within: "Expr"
    stepping: Stepping | None = None


@frozen(kw_only=True, eq=False, repr=False)
class Steps(Node):
    """`steps from a to b in S stepping ...`: the fewest that lead there, else none."""

    start: "Expr"
    goal: "Expr"
    within: "Expr"
    stepping: Stepping | None = None


@frozen(kw_only=True, eq=False, repr=False)
class LongestLoop(Node):
    """`longest loop in S stepping ...`: the cells of the round trip that passes the most.

    A round trip comes back to where it began and makes no step twice.
    """

    within: "Expr"
    stepping: Stepping | None = None


@frozen(kw_only=True, eq=False, repr=False)
class LongestTrail(Node):
    """`longest trail in S stepping ...`: the longest way that makes no step twice."""

    within: "Expr"
    stepping: Stepping | None = None


@frozen(kw_only=True, eq=False, repr=False)
class Can(Node):
    """`can capture(p)`: whether an action has a candidate now."""

    name: str
    name_span: Span = field(eq=False, repr=False)
    args: tuple["Expr", ...]


@frozen(kw_only=True, eq=False, repr=False)
class Offered(Node):
    """`options c of build tile="Inn"`, `options of c`: the values of c offered now.

    `of` is the action, none where a choice of its own is meant; `stated` says what else
    is chosen, each `x == E`. Scenarios only.
    """

    name: str
    of: str | None = None
    stated: tuple["Compare", ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class After(Node):
    """`E after advance(p, c)`: what E would be if that rule had been carried out."""

    of: "Expr"
    name: str
    name_span: Span = field(eq=False, repr=False)
    args: tuple["Expr", ...]


@frozen(kw_only=True, eq=False, repr=False)
class Regions(Node):
    """`regions of S stepping ...`: the connected groups of cells."""

    of: "Expr"
    stepping: Stepping | None = None


@frozen(kw_only=True, eq=False, repr=False)
class Cancelled(Node):
    """Whether the event that was raised last has been prevented; written nowhere."""

    name: str
    name_span: Span = field(eq=False, repr=False)
    args: tuple["Expr", ...] = ()


Expr = (
    Int
    | Text
    | Bool
    | NoneValue
    | Name
    | It
    | PlayerAt
    | Attribute
    | Index
    | Call
    | Fold
    | TupleOf
    | ListOf
    | SetOf
    | ListFor
    | SetFor
    | BundleOf
    | GridOf
    | Not
    | And
    | Or
    | Compare
    | Member
    | IsNone
    | IsEmpty
    | IsType
    | GridWith
    | GridWithout
    | RangeOf
    | Arithmetic
    | Division
    | Negative
    | Conditional
    | Quantified
    | Every
    | Standings
    | LongestRun
    | Runs
    | LongestLoop
    | LongestTrail
    | Reach
    | Steps
    | Regions
    | Can
    | Offered
    | After
    | Cancelled
)

# ---- statements -------------------------------------------------------------


@frozen(kw_only=True, eq=False, repr=False)
class Statement(Node):
    """What every statement has: the paragraphs that it transcribes."""

    cites: tuple[Cite, ...] = ()


Block = tuple["Stmt", ...]


@frozen(kw_only=True, eq=False, repr=False)
class Let(Statement):
    """`let exact = ...`: names a value."""

    name: str
    name_span: Span = field(eq=False, repr=False)
    value: Expr


@frozen(kw_only=True, eq=False, repr=False)
class Assign(Statement):
    """`x = e`, `x += e` or `x -= e`."""

    target: Expr
    op: str
    value: Expr


@frozen(kw_only=True, eq=False, repr=False)
class If(Statement):
    """`if P: ... else if Q: ... else: ...`."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block = ()


@frozen(kw_only=True, eq=False, repr=False)
class ForEach(Statement):
    """`for each x in S where P: ...`.

    `for each x in S at once: ...`: all rounds see the state as it was before the first.
    """

    binder: Binder
    body: Block
    at_once: bool = False


@frozen(kw_only=True, eq=False, repr=False)
class While(Statement):
    """`while P: ...`."""

    test: Expr
    body: Block


@frozen(kw_only=True, eq=False, repr=False)
class RepeatUntil(Statement):
    """`repeat: ... until P`."""

    body: Block
    until: Expr


@frozen(kw_only=True, eq=False, repr=False)
class RepeatTimes(Statement):
    """`repeat 3 times: ...`."""

    times: Expr
    body: Block


@frozen(kw_only=True, eq=False, repr=False)
class Stop(Statement):
    """`stop`: leaves the innermost loop."""


@frozen(kw_only=True, eq=False, repr=False)
class Next(Statement):
    """`next`: goes on with the next pass of the innermost loop."""


@frozen(kw_only=True, eq=False, repr=False)
class Pass(Statement):
    """`pass`: nothing happens."""


@frozen(kw_only=True, eq=False, repr=False)
class Return(Statement):
    """`return e`: the value of a function, or the end of a rule."""

    value: Expr | None


@frozen(kw_only=True, eq=False, repr=False)
class Do(Statement):
    """`do refill`: carries out a rule."""

    name: str
    name_span: Span = field(eq=False, repr=False)
    args: tuple[Expr, ...]


@frozen(kw_only=True, eq=False, repr=False)
class LetDone(Statement):
    """`let c = do draw_one(p)`: carries out a rule and names what it gives."""

    name: str
    name_span: Span = field(eq=False, repr=False)
    rule: Do


@frozen(kw_only=True, eq=False, repr=False)
class Raise(Statement):
    """`raise built(p, h)`: says that an event happens.

    Where it is `prevented`, the lines that follow say what is done then.
    """

    name: str
    name_span: Span = field(eq=False, repr=False)
    args: tuple[Expr, ...]
    prevented: bool = False


@frozen(kw_only=True, eq=False, repr=False)
class Cancel(Statement):
    """`cancel`: the event ends, and has been prevented; in handlers alone."""


@frozen(kw_only=True, eq=False, repr=False)
class Destination(Node):
    """Where components go: a zone, its top or bottom, or a cell of a grid."""

    zone: Expr
    end: str | None
    at: Expr | None


@frozen(kw_only=True, eq=False, repr=False)
class Move(Statement):
    """`move cards to p.hand`."""

    what: Expr
    to: Destination


@frozen(kw_only=True, eq=False, repr=False)
class MovePieces(Statement):
    """`move 2 from p.supply to h.house`: interchangeable pieces; `up to` so many."""

    count: Expr
    source: Expr
    to: Destination
    up_to: bool = False


@frozen(kw_only=True, eq=False, repr=False)
class Draw(Statement):
    """`draw 2 from bag to p.hand`: from the top, or at random out of a bag; `up to`."""

    count: Expr
    source: Expr
    to: Destination
    up_to: bool = False


@frozen(kw_only=True, eq=False, repr=False)
class Shuffle(Statement):
    """`shuffle deck`."""

    zone: Expr


@frozen(kw_only=True, eq=False, repr=False)
class Turn(Statement):
    """`turn p: ...`: the turn of a player, named in logs and views."""

    player: Expr
    body: Block


@frozen(kw_only=True, eq=False, repr=False)
class Phase(Statement):
    """`phase "Spring": ...`: a named part of the game."""

    labels: Labels
    body: Block


@frozen(kw_only=True, eq=False, repr=False)
class Show(Statement):
    """`show V to E`: players get to know a variable, or what components are; all of them
    without `to`."""

    what: Expr
    to: Expr | None = None
    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class Announce(Statement):
    """`announce "First scoring"`: told to everybody, or to those whom `to` names.

    `values` are the names that stand in braces in the text, each once.
    """

    labels: Labels
    values: tuple[Name, ...] = ()
    to: Expr | None = None


@frozen(kw_only=True, eq=False, repr=False)
class Expectation(Statement):
    """`expect size(p.hand) >= 2` in a rule: always so, or the rules are wrong."""

    test: Expr


@frozen(kw_only=True, eq=False, repr=False)
class ExpectSees(Statement):
    """`expect p sees q.hand`: always so, or the rules are wrong."""

    player: Expr
    what: Expr


@frozen(kw_only=True, eq=False, repr=False)
class Rank(Statement):
    """`rank players by most it.points`; `it` is the player.

    `rank teams by most sum(it.points)`: `it` is all players of a team. With `rank
    participants`, who has left the game is ranked like who has stayed (`left_too`).
    """

    by: tuple[Ordering, ...]
    teams: bool = False
    left_too: bool = False


@frozen(kw_only=True, eq=False, repr=False)
class EndGame(Statement):
    """`end game`: nothing more happens."""


@frozen(kw_only=True, eq=False, repr=False)
class Leaves(Statement):
    """`p leaves`: from there on `players` does not hold `p`, and `p` is asked nothing."""

    player: Expr


@frozen(kw_only=True, eq=False, repr=False)
class Wins(Statement):
    """`p wins`, `p loses`, `nobody wins`: the game ends, with that result.

    `everybody wins` and `everybody loses`: all of them together, `player` being none.
    """

    player: Expr | None
    loses: bool = False
    everybody: bool = False


@frozen(kw_only=True, eq=False, repr=False)
class Best(Statement):
    """`best for p by E: ...`: the choices inside are made as well as possible."""

    player: Expr
    by: Expr
    body: Block


@frozen(kw_only=True, eq=False, repr=False)
class Where(Node):
    """`where P "reason"`: a condition on the candidates of a choice."""

    test: Expr
    reason: Labels
    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class Require(Node):
    """`require P "reason"`: a condition on what has been chosen so far."""

    test: Expr
    reason: Labels
    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class Prefer(Node):
    """`prefer P`: if possible."""

    test: Expr
    reason: Labels
    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class StandIn(Node):
    """`2 wool for salt when E`: so many of one kind may be paid for one of another.

    `any` among the kinds is all of them.
    """

    number: int
    given: tuple[Named, ...]
    wanted: tuple[Named, ...]
    when: Expr | None
    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class Price(Node):
    """A part of a price: a bundle, or so many of some `kinds` (`any`: of all)."""

    amount: Expr
    kinds: tuple[Named, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class Exchange(Node):
    """`with exchange(p)`: the substitution that a payment may use."""

    name: str
    name_span: Span = field(eq=False, repr=False)
    args: tuple[Expr, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class Paying(Node):
    """`paying tile.cost and 2 of any with exchange(p)`: what is chosen pays for that."""

    prices: tuple[Price, ...]
    exchange: Exchange | None


@frozen(kw_only=True, eq=False, repr=False)
class Choose(Statement):
    """One choice: a candidate of a collection, or several of them.

    `several` says which; `least` and `most` bound the number, `paying` says a price.
    `called` is what people read for the name of what is chosen.
    `player` is none in the head of an action, whose first parameter chooses. `reason` is
    told to whoever names something that is no candidate. `asks_alone` says that whoever
    can only take none is asked all the same, as in edition 1. `passing` is what is done
    where somebody passes.
    """

    player: Expr | None
    name: str
    name_span: Span = field(eq=False, repr=False)
    of: Expr
    called: Labels = NO_LABELS
    several: bool = False
    least: Expr | None = None
    most: Expr | None = None
    secret: bool = False
    optional: bool = False
    labels: Labels = NO_LABELS
    reason: Labels = NO_LABELS
    where: tuple[Where, ...] = ()
    require: tuple[Require, ...] = ()
    prefer: tuple[Prefer, ...] = ()
    paying: Paying | None = None
    otherwise: Block | None = None
    otherwise_span: Span | None = field(default=None, eq=False, repr=False)
    asks_alone: bool = False
    passing: Block | None = None


@frozen(kw_only=True, eq=False, repr=False)
class MenuAction(Node):
    """An action that a menu offers; `bare` if no brackets stand behind its name.

    `then` is what is done behind it, which stands nowhere in the rules.
    """

    name: str
    name_span: Span = field(eq=False, repr=False)
    args: tuple[Expr, ...]
    when: Expr | None
    bare: bool = False
    then: Block = ()
    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class MenuOption(Node):
    """A labelled alternative of a menu; `unsaid` if it stands nowhere in the rules."""

    name: str
    name_span: Span = field(eq=False, repr=False)
    labels: Labels
    when: Expr | None
    body: Block
    unsaid: bool = False
    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class Menu(Statement):
    """`p chooses one of: ...`; `passing` is what is done where somebody passes."""

    player: Expr
    secret: bool
    optional: bool
    labels: Labels
    items: tuple[MenuAction | MenuOption, ...]
    passing: Block | None = None
    otherwise: Block | None = None
    otherwise_span: Span | None = field(default=None, eq=False, repr=False)


@frozen(kw_only=True, eq=False, repr=False)
class Anybody(Statement):
    """`anybody q in S may accept(q)`: asked in order, until one has done it.

    `menu` is what each of them is asked; behind it the name is the one who did, or none.
    `otherwise` is done where nobody can do it.
    """

    binder: Binder
    menu: Menu
    otherwise: Block | None = None


Stmt = (
    Let
    | LetDone
    | Assign
    | If
    | ForEach
    | While
    | RepeatUntil
    | RepeatTimes
    | Stop
    | Next
    | Pass
    | Return
    | Do
    | Raise
    | Move
    | MovePieces
    | Draw
    | Shuffle
    | Turn
    | Phase
    | Announce
    | Show
    | Expectation
    | ExpectSees
    | Rank
    | EndGame
    | Wins
    | Leaves
    | Cancel
    | Best
    | Choose
    | Menu
    | Anybody
)

# ---- declarations -----------------------------------------------------------


@frozen(kw_only=True, eq=False, repr=False)
class Declaration(Node):
    """What every declaration has: the paragraphs that it transcribes."""

    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class Language(Declaration):
    """`language 2`: the edition of the language that the file is written in."""

    edition: int


@frozen(kw_only=True, eq=False, repr=False)
class Include(Declaration):
    """`include "nim.rules"`: the declarations of another file, as if they stood here."""

    name: str
    name_span: Span = field(eq=False, repr=False)


@frozen(kw_only=True, eq=False, repr=False)
class Estimate(Node):
    """`estimate quick_count`: how thinkers judge a game that is not over.

    It is a rule that ranks the players, or a function that gives a number: of a player, or
    one that all players share.
    """

    name: str
    name_span: Span = field(eq=False, repr=False)


@frozen(kw_only=True, eq=False, repr=False)
class Teams(Node):
    """`teams by it.seat mod 2`: players for whom it is the same win together."""

    by: Expr


@frozen(kw_only=True, eq=False, repr=False)
class Game(Declaration):
    """`game nim "Nim": ...`."""

    name: str
    labels: Labels
    players: tuple[int, int]
    rulebook: str | None
    rulebook_span: Span | None = field(eq=False, repr=False)
    languages: tuple[str, ...]
    players_span: Span | None = field(default=None, eq=False, repr=False)
    require: tuple[Require, ...] = ()
    estimate: Estimate | None = None
    teams: Teams | None = None


@frozen(kw_only=True, eq=False, repr=False)
class OptionDecl(Declaration):
    """`option zero_places "...": bool = true`: a variant of the game."""

    name: str
    name_span: Span = field(eq=False, repr=False)
    labels: Labels
    type: TypeNode
    default: Expr


@frozen(kw_only=True, eq=False, repr=False)
class EnumCase(Node):
    """`worth = 3` under a value: what a function of the enum gives for it."""

    name: str
    name_span: Span = field(eq=False, repr=False)
    value: Expr
    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class EnumFunction(Node):
    """`function worth(p: player) -> int`: each value of the enum says it, or `default`."""

    name: str
    name_span: Span = field(eq=False, repr=False)
    params: tuple[Param, ...]
    returns: TypeNode
    default: Expr | None
    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class EnumValue(Node):
    """One value of an enum; `cells` are those of the column that it is read from."""

    name: str
    labels: Labels
    cells: tuple[Span, ...] = ()
    cites: tuple[Cite, ...] = ()
    cases: tuple[EnumCase, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class EnumDecl(Declaration):
    """`enum Currency: florin, dirham`.

    Attributes:
        column: The column of `csv` that names the values; they are read before all else.
    """

    name: str
    name_span: Span = field(eq=False, repr=False)
    labels: Labels
    values: tuple[EnumValue, ...]
    functions: tuple[EnumFunction, ...] = ()
    column: Named | None = None
    csv: Text | None = None


@frozen(kw_only=True, eq=False, repr=False)
class FieldDecl(Node):
    """A field of a component.

    Attributes:
        by: The variable of each component that says which of several values counts.
    """

    name: str
    labels: Labels
    type: TypeNode
    by: Named | None = None
    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class ComponentDecl(Declaration):
    """`card Money: ...` or `tile Building: ...`: components with identity."""

    kind: str
    name: str
    name_span: Span = field(eq=False, repr=False)
    labels: Labels
    fields: tuple[FieldDecl, ...]
    named: Text | None
    shown: Labels = NO_LABELS


@frozen(kw_only=True, eq=False, repr=False)
class PieceDecl(Declaration):
    """`piece trader: 8 for each player`: interchangeable pieces.

    `kinds` names an enum, as in `piece worker of Colour: 140`: the pieces of a kind are
    interchangeable.
    """

    name: str
    name_span: Span = field(eq=False, repr=False)
    labels: Labels
    count: Expr
    each: Named | None
    kinds: Named | None = None


@frozen(kw_only=True, eq=False, repr=False)
class BoardDecl(Declaration):
    """`board land: hex 20 x 20`, `board town: spaces Place`, `board ends: corners of land`.

    `shape` is one of rows and columns (square, hex, flat hex, rhombus), `spaces`,
    `corners`, `sides` or `links`; `whole` is the board whose corners, sides or links they
    are, `csv` the file of the links.
    """

    name: str
    name_span: Span = field(eq=False, repr=False)
    labels: Labels
    shape: str
    rows: Expr | None = None
    columns: Expr | None = None
    naming: str | None = None
    spaces: Named | None = None
    whole: Named | None = None
    csv: Text | None = None


@frozen(kw_only=True, eq=False, repr=False)
class SupplyLine(Node):
    """One line of the supply: so many components, and where their fields come from.

    Exactly one of `csv`, `each` (one of every combination of its fields) and `args`
    (the fields as given) says which.
    """

    count: Expr
    component: Named
    csv: Text | None = None
    each: bool = False
    args: tuple[Expr, ...] = ()
    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class Supply(Declaration):
    """`supply: ...`: every component of the box, declared once."""

    lines: tuple[SupplyLine, ...]


@frozen(kw_only=True, eq=False, repr=False)
class TableRow(Node):
    """A row of a table: the cells, each a sequence of values."""

    cells: tuple[tuple[Expr, ...], ...]
    cell_spans: tuple[Span, ...] = field(eq=False, repr=False)
    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class TableDecl(Declaration):
    """`table prize (place: 1..3 -> points: int): ...`."""

    name: str
    name_span: Span = field(eq=False, repr=False)
    labels: Labels
    keys: tuple[Param, ...]
    values: tuple[Param, ...]
    default: Expr | None
    rows: tuple[TableRow, ...]
    csv: Text | None


@frozen(kw_only=True, eq=False, repr=False)
class MapLetter(Node):
    """`W = water`: what a letter of a map stands for."""

    letter: str
    value: Expr
    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class MapDecl(TableDecl):
    """`map coast (row: 0..1, column: 0..2 -> ground: Ground): ...`: a table, drawn.

    The last two keys are the row and the column. The map is drawn in `file`, whose
    name may hold `{key}` for the keys before them, or in `drawn`, row by row.
    """

    letters: tuple[MapLetter, ...]
    file: Text | None
    drawn: tuple[Text, ...]


@frozen(kw_only=True, eq=False, repr=False)
class Neutral(Declaration):
    """`neutral dummy when P`: a participant that is no player."""

    name: str
    name_span: Span = field(eq=False, repr=False)
    labels: Labels
    when: Expr | None


@frozen(kw_only=True, eq=False, repr=False)
class Key(Node):
    """What a family of variables is indexed by."""

    kind: str
    name: str | None = None
    name_span: Span | None = field(default=None, eq=False, repr=False)
    low: Expr | None = None
    high: Expr | None = None


@frozen(kw_only=True, eq=False, repr=False)
class Variable(Node):
    """A variable or a zone of the state.

    `seen_by` are the players who see it: the name `owner` or `others`, or an expression
    in which `owner` stands for whatever the variable belongs to. With `kinds_known` only
    the number is hidden: which kinds of pieces there are any of is known to all.
    """

    name: str
    name_span: Span = field(eq=False, repr=False)
    keys: tuple[Key, ...]
    labels: Labels
    type: TypeNode | ZoneNode
    secret: bool = False
    seen_by: Expr | None = None
    kinds_known: bool = False
    capacity: Expr | None = None
    ledger: bool = False
    shuffled: bool = False
    turned: Named | None = None
    initial: Expr | None = None
    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class StateDecl(Declaration):
    """`state: ...` (no owner), `each player: ...`, `each cell of land: ...`."""

    owner: Key | None
    variables: tuple[Variable, ...]


@frozen(kw_only=True, eq=False, repr=False)
class NamesDecl(Declaration):
    """`names p, q: player`: what parameters of these names are."""

    names: tuple[Named, ...]
    type: TypeNode


@frozen(kw_only=True, eq=False, repr=False)
class ConstantDecl(Declaration):
    """`constant hand_limit = 6`."""

    name: str
    name_span: Span = field(eq=False, repr=False)
    value: Expr


@frozen(kw_only=True, eq=False, repr=False)
class Cases(Node):
    """`by t, otherwise 0:` of a function: what the lines below it are about.

    `keys` are what they name, line by line. Where nothing counts for what they do not
    name, the last line needs no test: `last` is the one that it would have. `lines` are
    the places of the lines.
    """

    by: Expr
    keys: tuple[tuple[Expr, ...], ...]
    last: Expr | None
    lines: tuple[Span, ...] = field(default=(), eq=False, repr=False)


@frozen(kw_only=True, eq=False, repr=False)
class FunctionDecl(Declaration):
    """`function total(p: player) -> int = ...`: a value, changing nothing.

    One whose body is a single value need not say what it `returns`.
    `of_enum` says that it was put together from what the values of an enum say; its
    first parameter `me` is the value. `cases` are those of a function with a line for
    each of several cards or values; its body asks for one after the other.
    """

    name: str
    name_span: Span = field(eq=False, repr=False)
    params: tuple[Param, ...]
    returns: TypeNode | None
    body: Block
    of_enum: bool = False
    cases: Cases | None = None


@frozen(kw_only=True, eq=False, repr=False)
class ConditionDecl(FunctionDecl):
    """`condition fits(t: Tile) "it does not fit" = ...`: what is told where it fails."""

    reason: Labels


@frozen(kw_only=True, eq=False, repr=False)
class ShownDecl(FunctionDecl):
    """`shown wealth(p: player) "wealth" = ...`: a function whose values people see."""

    labels: Labels


@frozen(kw_only=True, eq=False, repr=False)
class RuleDecl(Declaration):
    """`rule refill: ...`: what happens; one that `returns` a value gives it to `let`.

    `deepest` is how many of it may be under way inside one another, where it may carry
    itself out.
    """

    name: str
    name_span: Span = field(eq=False, repr=False)
    params: tuple[Param, ...]
    returns: TypeNode | None = None
    labels: Labels
    deepest: Expr | None = None
    body: Block


@frozen(kw_only=True, eq=False, repr=False)
class SharedHead(Statement):
    """`head placing(p, tile)`: the lines of a shared head, in an action."""

    name: str
    name_span: Span = field(eq=False, repr=False)
    args: tuple[Expr, ...]


HeadLine = Choose | Require | Let | SharedHead


@frozen(kw_only=True, eq=False, repr=False)
class HeadDecl(Declaration):
    """`head placing(p: player, tile: Building): ...`: what several actions begin with."""

    name: str
    name_span: Span = field(eq=False, repr=False)
    params: tuple[Param, ...]
    lines: tuple[HeadLine, ...]


@frozen(kw_only=True, eq=False, repr=False)
class SubstitutionDecl(Declaration):
    """`substitution exchange(p: player) of Good: ...`: what stands for what in payments."""

    name: str
    name_span: Span = field(eq=False, repr=False)
    params: tuple[Param, ...]
    of: Named
    lines: tuple[StandIn, ...]


@frozen(kw_only=True, eq=False, repr=False)
class ActionDecl(Declaration):
    """`action buy(p: player) "Buy": ...`: what a player may choose to do.

    `head` is one move with named parameters, `body` what it changes. Once names are
    collected, the lines of shared heads stand in it; `shared` says before which.
    """

    name: str
    name_span: Span = field(eq=False, repr=False)
    params: tuple[Param, ...]
    labels: Labels
    head: tuple[HeadLine, ...]
    body: Block
    shared: tuple[tuple[int, SharedHead], ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class EventDecl(Declaration):
    """`event built(p: player, h: cell)`."""

    name: str
    name_span: Span = field(eq=False, repr=False)
    params: tuple[Param, ...]
    labels: Labels


BRACES = re.compile(r"\{([A-Za-z_]\w*)\}")
"""The names in braces of a text."""

AS_WRITTEN = -1
"""In place of a number: in the order in which such lines stand."""


@frozen(kw_only=True, eq=False, repr=False)
class HandlerDecl(Declaration):
    """`when built(p, h) and P for each t in p.tiles: ...`.

    Attributes:
        params: What it calls what the event takes; none if as the event does.
        order: By what those of one event follow one another; none if it says nothing.
        ends_event: Whether `return` leaves the whole event, as in edition 1, and not
            this handler alone.
    """

    event: str
    event_span: Span = field(eq=False, repr=False)
    params: tuple[Named, ...] | None
    test: Expr | None
    each: Binder | None
    order: int | None
    body: Block
    ends_event: bool = False


@frozen(kw_only=True, eq=False, repr=False)
class HandlerCases(Declaration):
    """`when built(p, t) by t: ...`: a handler for each line, in that order."""

    handlers: tuple[HandlerDecl, ...]


@frozen(kw_only=True, eq=False, repr=False)
class AmountDecl(Declaration):
    """`amount tax(p: player) = ..., at least 0`: a number that cards may adjust.

    `least` and `most` bound the result, once all have adjusted it.
    """

    name: str
    name_span: Span = field(eq=False, repr=False)
    params: tuple[Param, ...]
    value: Expr
    least: Expr | None = None
    most: Expr | None = None


@frozen(kw_only=True, eq=False, repr=False)
class AdjustDecl(Declaration):
    """`adjust tax(p) when P: result - 1`; for its parameters, see `HandlerDecl`."""

    amount: str
    amount_span: Span = field(eq=False, repr=False)
    params: tuple[Named, ...] | None
    each: Binder | None
    when: Expr | None
    order: int | None
    value: Expr


@frozen(kw_only=True, eq=False, repr=False)
class Play(Declaration):
    """`play: ...`: the course of the game."""

    body: Block


@frozen(kw_only=True, eq=False, repr=False)
class AlwaysDecl(Declaration):
    """`always P`, of whole games: from their beginning on, after every choice."""

    test: Expr


@frozen(kw_only=True, eq=False, repr=False)
class AnyTimeDecl(Declaration):
    """`at any time anybody q in S may act(q)`: asked before each menu of a turn."""

    asked: Anybody


@frozen(kw_only=True, eq=False, repr=False)
class Chance(Node):
    """`chance: 6, red`: what the next draws bring, in order."""

    results: tuple[str, ...]


@frozen(kw_only=True, eq=False, repr=False)
class ScenarioChoice(Node):
    """`player 1: buy slot=florin cards={florin 5}`."""

    seat: int
    choice: str


@frozen(kw_only=True, eq=False, repr=False)
class ExpectRefused(Node):
    """`expect refused player 1: take because "..."`."""

    seat: int
    choice: str
    because: str | None


@frozen(kw_only=True, eq=False, repr=False)
class ExpectOffered(Node):
    """`expect offered player 1: take`."""

    seat: int
    choice: str


@frozen(kw_only=True, eq=False, repr=False)
class ExpectOnly(Node):
    """`expect only offered player 1: take | buy slot=florin`."""

    seat: int
    choices: tuple[str, ...]


@frozen(kw_only=True, eq=False, repr=False)
class ExpectAnnounced(Node):
    """`expect announced "First scoring"`."""

    texts: tuple[str, ...]
    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class ExpectToAct(Node):
    """`expect player 1 to act`."""

    seat: int
    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class ExpectSeen(Node):
    """`expect hidden from player 2: player 1.hand`, `expect shown to player 1: ...`."""

    seat: int
    of: Expr
    hidden: bool
    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class ExpectOver(Node):
    """`expect game over`."""

    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class ExpectRuleOver(Node):
    """`expect rule over`: the rule that was started has ended, and not the game."""

    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class Expect(Node):
    """`expect P`."""

    test: Expr
    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class Always(Node):
    """`always P`: from here on, after every choice."""

    test: Expr
    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class RandomChoices(Node):
    """`random 20`: so many choices by chance, or fewer where the game ends."""

    times: int
    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class Given(Node):
    """`given: ...`: changes to the state before the choices."""

    body: Block
    cites: tuple[Cite, ...] = ()


@frozen(kw_only=True, eq=False, repr=False)
class Start(Node):
    """`start turn(player 1)`: the rule that is carried out instead of `play`.

    Attributes:
        in_play: Whether what follows it in the course of play follows here, too.
    """

    name: str
    name_span: Span = field(eq=False, repr=False)
    args: tuple[Expr, ...]
    in_play: bool = False
    cites: tuple[Cite, ...] = ()


ScenarioStep = (
    Given
    | Start
    | Chance
    | ScenarioChoice
    | ExpectRefused
    | ExpectOffered
    | ExpectOnly
    | ExpectAnnounced
    | ExpectToAct
    | ExpectSeen
    | ExpectOver
    | ExpectRuleOver
    | Expect
    | Always
    | RandomChoices
    | Let
)


@frozen(kw_only=True, eq=False, repr=False)
class Begins(Node):
    """`from "..."`: the position that a scenario begins from."""

    title: str


@frozen(kw_only=True, eq=False, repr=False)
class ScenarioDecl(Declaration):
    """`scenario "...": ...`: a test in the language of the rules.

    `cases` are the scenarios that it stands for, if it is one for each row of values; of its
    steps the first ones are `taken` from a position, or name such values.
    """

    title: str
    players: int | None
    seed: int
    options: tuple[tuple[Named, Expr], ...]
    steps: tuple[ScenarioStep, ...]
    begins: Begins | None = None
    cases: tuple["ScenarioDecl", ...] = ()
    taken: int = 0
    players_span: Span | None = field(default=None, eq=False, repr=False)
    seed_span: Span | None = field(default=None, eq=False, repr=False)


@frozen(kw_only=True, eq=False, repr=False)
class PositionDecl(Declaration):
    """`position "...": ...`: what scenarios can begin from, written like one of them."""

    title: str
    title_span: Span = field(eq=False, repr=False)
    lines: ScenarioDecl


Decl = (
    Language
    | Include
    | Game
    | OptionDecl
    | EnumDecl
    | ComponentDecl
    | PieceDecl
    | BoardDecl
    | Supply
    | TableDecl
    | Neutral
    | StateDecl
    | NamesDecl
    | ConstantDecl
    | FunctionDecl
    | ConditionDecl
    | ShownDecl
    | RuleDecl
    | HeadDecl
    | ActionDecl
    | EventDecl
    | HandlerDecl
    | HandlerCases
    | SubstitutionDecl
    | AmountDecl
    | AdjustDecl
    | Play
    | AlwaysDecl
    | AnyTimeDecl
    | PositionDecl
    | ScenarioDecl
)


@frozen(kw_only=True, eq=False, repr=False)
class RuleFile(Alike):
    """A whole file: its declarations in order."""

    path: str
    declarations: tuple[Decl, ...]

    @cached_property
    def earlier(self) -> frozenset[str]:
        """The files of it that are written in an earlier edition, by their paths."""
        heads = (d for d in self.declarations if isinstance(d, Language))
        return frozenset(d.span.path for d in heads if d.edition == 1)
