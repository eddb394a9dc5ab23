"""How much work a piece of the core may be, as far as that is known beforehand.

What is known to be little is not counted in play. Rules and functions do not call
themselves, and the sizes of boards, enums and zones are known, so for most of a game an
upper bound of its work can be worked out; the rest is metered.
"""

from collections.abc import Iterable, Sequence

from attrs import define, field

from rulesrun.dsl.core import expressions as ex
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.sizes import Sizes
from rulesrun.dsl.core.symbols import RoutineSymbol
from rulesrun.dsl.core.walking import parts, walk
from rulesrun.dsl.limits import Limits
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.circles import inner_first

LITTLE = 300_000.0
"""Up to so many small operations, some hundredths of a second, nothing is counted."""

LISTED = 100.0
"""So many items a list is taken to have whose length is not known.

It may have more, up to the limit for collections. What is done for each item of such a
list and for each item of another one inside is always counted; so what is not counted
is wrong by one such factor, not by the product of several.
"""

UNSURE = 0.5
"""Added to a bound that stands on such a list: all others are whole numbers."""

TINY = 64
"""A loop of so few rounds is not counted where what is counted stands inside of it."""

QUICK = 100
"""What is done with each item up to which a whole loop is counted at once."""


@define(eq=False)
class Costs:
    """Upper bounds for one core, in small operations."""

    core: Core
    limits: Limits
    sizes: Sizes = field(init=False)
    uses: dict[RoutineSymbol, list[tuple[object, RoutineSymbol]]] = field(init=False)
    """By routine, the nodes that stand for another one, with that one."""
    _known: dict[int, tuple[object, float]] = field(factory=dict)
    _routines: dict[RoutineSymbol, float] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.sizes = Sizes(self.core)
        self.uses = {
            symbol: [
                (node, node.routine)
                for node in walk(routine.body)
                if isinstance(node, ex.Call | ex.After | stmt.Carry)
            ]
            for symbol, routine in self.core.routines.items()
        }
        for symbol in inner_first(self.uses):
            self.routine(symbol)  # in this order, none waits for a chain of others

    # ---- collections --------------------------------------------------------

    def size(self, node: ex.Expr) -> float:
        """How many items a collection has at most."""
        result = self.sizes.of(node)
        if result is not None:
            return float(result)
        match node:
            case ex.Reached(of=of) | ex.Convert(of=of):
                return self.size(of)
            case ex.Range():
                return float("inf")
            case ex.If(then=then, otherwise=otherwise):
                return max(self.size(then), self.size(otherwise))
            case ex.Fold(kind="list" | "set", clauses=clauses):
                number = 1.0
                for clause in clauses:
                    if isinstance(clause, ex.For):
                        number = product(number, self.size(clause.of))
                return number
            case _:
                return LISTED + UNSURE

    def is_large(self, node: ex.Expr) -> bool:
        """Whether a collection may have more items than one can have.

        Lists of unknown length are held to that number where they are made.
        """
        number = self.size(node)
        unsure = False
        match node:
            case ex.Binary(left=left, right=right):
                number = total((self.size(left), self.size(right)))
                unsure = is_unsure(number)
            case ex.Fold(clauses=clauses):
                fors = [c for c in clauses if isinstance(c, ex.For)]
                unsure = is_unsure(number) and len(fors) > 1
            case _:
                pass
        return unsure or number > self.limits.collection

    # ---- work ---------------------------------------------------------------

    def of(self, tree: object) -> float:
        """The work of an expression, a statement, a block or several of them.

        What is metered counts as `LITTLE`, so that what is around it is metered as well.
        """
        if isinstance(tree, tuple | list):
            return total(map(self.of, tree))
        if tree is None:
            return 0
        cached = self._known.get(id(tree))
        if cached is None:  # kept with its node, so that no other node gets its number
            cached = self._known[id(tree)] = tree, self._work(tree)
        return cached[1]

    def _work(self, node: object) -> float:
        match node:
            case ex.Fold(clauses=clauses, item=item, by=by, otherwise=otherwise):
                inner = self.of((item, *by))
                return total((self.of(otherwise), self.clauses(clauses, inner)))
            case ex.Walk(within=within, step=step):
                around = self._parts(node)
                cells = isinstance(t.element(within.type), t.CellType | t.PlaceType)
                if step is not None and step.among is None and not cells:
                    around = self.loop(within, around)
                return total((around, self.loop(within, product(8, around))))
            case stmt.ForEach(of=of, test=test, body=body):
                return self.loop(of, self.of((test, body)))
            case stmt.Loop(times=ex.Const(value=int(times)), body=body):
                return capped(product(max(times, 0), 1 + self.of(body)))
            case stmt.Loop() | stmt.Decide() | stmt.Best():
                return LITTLE
            case ex.Call(routine=routine) | stmt.Carry(routine=routine):
                return total((self.routine(routine), self._parts(node)))
            case ex.After(routine=routine):
                return total((self.routine(routine), self._parts(node)))
            case ex.Can(action=action):
                head = capped(self.head(self.core.actions[action].head))
                return total((head, self._parts(node)))
            case _:
                return 1 + self._parts(node)

    def _parts(self, node: object) -> float:
        return total(map(self.of, parts(node)))

    def loop(self, of: ex.Expr, inner: float) -> float:
        """A loop over a collection, with so much work for each item."""
        number = self.size(of)
        whole = product(number, 1 + inner)
        return total((self.of(of), whole if is_little(number, whole) else LITTLE))

    def clauses(self, clauses: Sequence[ex.Clause], inner: float) -> float:
        """Loops inside each other, and what is done for each item of the innermost."""
        for clause in reversed(clauses):
            match clause:
                case ex.For(of=of):
                    inner = self.loop(of, inner)
                case ex.Given(value=value):
                    inner = total((inner, self.of(value)))
                case ex.When(test=test):
                    inner = total((inner, self.of(test)))
        return inner

    def routine(self, symbol: RoutineSymbol) -> float:
        """What a call of that routine costs at most."""
        cached = self._routines.get(symbol)
        if cached is None:
            self._routines[symbol] = LITTLE  # in case of a circle
            cached = self._routines[symbol] = capped(self.body(symbol))
        return cached

    def body(self, symbol: RoutineSymbol) -> float:
        """The work of all that a routine does."""
        return self.of(self.core.routines[symbol].body)

    def head(self, head: Sequence[object]) -> float:
        """The work of listing the options of an action."""
        inner = 1.0
        for line in reversed(head):
            match line:
                case stmt.Select(several=True):
                    return LITTLE
                case stmt.Select(of=of):
                    tests = (c.test for c in (*line.where, *line.require, *line.prefer))
                    inner = self.loop(of, total((inner, self.of(list(tests)))))
                case ex.Given(value=value):
                    inner = total((inner, self.of(value)))
                case stmt.Condition(test=test):
                    inner = total((inner, self.of(test)))
        return inner

    def options(self, head: Sequence[object]) -> float:
        """How many options a head gives at most."""
        result = 1.0
        for line in head:
            if isinstance(line, stmt.Select):
                result *= float("inf") if line.several else self.size(line.of)
        return result

    # ---- what is to be metered ----------------------------------------------

    def meter(self, of: ex.Expr, inner: float) -> str | None:
        """What counts the items of a collection that is gone through; none if nothing does.

        `inner` is the work for each of them.
        """
        number = self.size(of)
        if is_little(number, product(number, 1 + inner)):
            return None
        return "stepped" if inner > QUICK else "counted"

    def is_long(self, of: ex.Range) -> bool:
        """Whether a range may be of more numbers than one goes through uncounted."""
        return self.size(of) > LITTLE

    def is_little_loop(self, of: ex.Expr, each: ex.Expr) -> bool:
        """Whether an expression is worked out for each item of a collection uncounted."""
        number = self.size(of)
        return is_little(number, product(number, 1 + self.of(each)))

    def whole(self, of: ex.Expr, code: str) -> str:
        """A collection that is kept, looked at where it may be too large."""
        return f"whole({code})" if self.is_large(of) else code

    def is_much(self, symbol: RoutineSymbol) -> bool:
        """Whether the calls of a routine are counted."""
        return self.body(symbol) > LITTLE


def total(works: Iterable[float]) -> float:
    """The bound of several works one after another."""
    result = list(works)
    whole = sum(map(floor_of, result))
    return whole + UNSURE if any(map(is_unsure, result)) else whole


def product(times: float, work: float) -> float:
    """The bound of a work done so many times."""
    if is_unsure(times) and is_unsure(work):
        return float("inf")
    whole = floor_of(times) * floor_of(work)
    return whole + UNSURE if is_unsure(times) or is_unsure(work) else whole


def is_little(number: float, whole: float) -> bool:
    """Whether a loop of so many rounds, and of so much work in all, is not counted."""
    if whole <= LITTLE:
        return True
    return number <= TINY and not is_unsure(number) and whole <= TINY * LITTLE


def capped(work: float) -> float:
    """What is counted, as what is around it sees it."""
    return work if work <= LITTLE else LITTLE


def is_unsure(work: float) -> bool:
    """Whether a bound stands on a list of unknown length."""
    return work < LITTLE and work % 1 != 0


def floor_of(work: float) -> float:
    """A bound without the mark that it is unsure."""
    return work - UNSURE if is_unsure(work) else work
