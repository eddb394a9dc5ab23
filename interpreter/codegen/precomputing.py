"""What depends on the board and the box alone is worked out before the game.

`choose target in c.around where target.row == c.row + ahead(p)` asks nothing of the
state: for each player and cell it is a fixed row of cells.
"""

from collections.abc import Sequence, Set
from itertools import product
from math import prod
from typing import Any

from attrs import define, field

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.numbers import Numbers
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.symbols import Local, RoutineSymbol
from rulesrun.dsl.core.walking import used_locals, walk
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.evaluator.evaluate import Evaluator
from rulesrun.interpreter.evaluator.perform import Performer
from rulesrun.interpreter.runtime.layout import Layout
from rulesrun.interpreter.runtime.support import RuleFault

MOST_ROWS = 4_096
"""No table has more rows."""

MOST_LOOKED_AT = 40_000
"""No more candidates are looked at for all tables together."""

_ASKS_THE_STATE = (core.Read, core.Can, core.After, core.Offered, core.Fail)


Table = tuple[list[Local], Any]
"""The locals that a table goes by, and its rows."""

LONGEST = 2_000
"""A range of more numbers is none that is gone through beforehand."""


FEW = 64
"""A range between numbers out of other ranges is gone through where those have no more."""


def _is_small(node: core.Expr, few: Set[Local]) -> bool:
    """Whether a collection is a range of few numbers, whatever stands in `few` is."""
    match node:
        case core.Range(
            low=core.Const(value=int(low)), high=core.Const(value=int(high))
        ):
            return high - low < LONGEST
        case core.Range(low=low, high=high):
            return _is_near(low, few) and _is_near(high, few)
        case _:
            return False


def _is_near(node: core.Expr, few: Set[Local]) -> bool:
    """Whether a number is small: it is fixed, or comes out of a short range."""
    match node:
        case core.Const(value=int(value)):
            return abs(value) <= FEW
        case core.Get(local=local):
            return local in few
        case core.Binary(op="+" | "-", left=left, right=right):
            return _is_near(left, few) and _is_near(right, few)
        case _:
            return False


def among_few(local: Local, of: core.Expr) -> frozenset[Local]:
    """A local that runs through a short range of small numbers, if it does."""
    match of:
        case core.Range(low=core.Const() as low, high=core.Const() as high):
            near = _is_near(low, frozenset()) and _is_near(high, frozenset())
            return frozenset({local} if near else ())
        case _:
            return frozenset()


@define(eq=False)
class Statics:
    """Tables of candidates that are known beforehand."""

    program: Core
    layout: Layout
    looked_at: int = 0
    _performer: Performer | None = None
    _known: dict[RoutineSymbol, bool] = field(factory=dict)
    _tables: dict[object, tuple[object, Table | None]] = field(factory=dict)

    def is_static(self, node: core.Expression, few: Set[Local] = frozenset()) -> bool:
        """Whether an expression depends on nothing but its locals.

        Those in `few` run through short ranges.
        """
        for part in walk(node):
            if isinstance(part, core.For):
                few = few | among_few(part.local, part.of)
        for part in walk(node):
            if isinstance(part, _ASKS_THE_STATE):
                return False
            if isinstance(part, core.Range) and not _is_small(part, few):
                return False
            if isinstance(part, core.Prim) and part.name in ("random", "winners"):
                return False
            if isinstance(part, core.Call) and not self.is_plain(part.routine):
                return False
        return True

    def is_plain(self, routine: RoutineSymbol) -> bool:
        """Whether what a function gives depends on nothing but its arguments."""
        if routine not in self._known:
            self._known[routine] = False
            body = self.program.routines[routine].body
            kinds = (stmt.Mark, stmt.Return, stmt.SetLocal, stmt.Switch)
            self._known[routine] = all(isinstance(s, kinds) for s in body) and all(
                self.is_static(part)
                for part in walk(body)
                if isinstance(part, core.Expression)
            )
        return self._known[routine]

    def table(
        self, local: Local, of: core.Expr, tests: Sequence[core.Expr]
    ) -> Table | None:
        """By the values of some locals, the candidates that pass the tests.

        Gives the locals, and for each of their values (outermost first) a tuple of what
        follows; none where that is no finite thing, or something in it may go wrong.
        """
        key = local, id(of), tuple(map(id, tests))
        if key not in self._tables:  # kept with what these numbers are of
            self._tables[key] = (of, *tests), self._table(local, of, tests)
        return self._tables[key][1]

    def values(self, node: core.Expr, local: Local) -> tuple[Any, ...] | None:
        """What an expression is worth, by the value of the one local that it depends on.

        None where it depends on anything else, or may go wrong.
        """
        key = local, id(node)
        if key not in self._tables:
            self._tables[key] = node, self._values(node, local)
        return self._tables[key][1]

    def _values(self, node: core.Expr, local: Local) -> tuple[Any, ...] | None:
        span = self.span(local.type)
        if span is None or len(span) > MOST_ROWS or not self.is_static(node):
            return None
        inner = {c.local for c in walk(node) if isinstance(c, core.For | core.Given)}
        if used_locals(node) - inner != {local}:
            return None
        try:
            self._spend(len(span))
            evaluator = self._evaluator()
            return tuple(evaluator.value(node, {local: value}) for value in span)
        except (RuleFault, ArithmeticError, LookupError, TypeError, ValueError):
            return None

    def _evaluator(self) -> Evaluator:
        if self._performer is None:
            self._performer = Performer.of(self.program, self.layout)
        return self._performer.evaluator([])

    def _spend(self, items: int) -> None:
        self.looked_at += items
        if self.looked_at > MOST_LOOKED_AT:
            raise RuleFault("that is too much to calculate beforehand")

    def _table(
        self, local: Local, of: core.Expr, tests: Sequence[core.Expr]
    ) -> Table | None:
        free = used_locals(of).union(*(used_locals(test) for test in tests)) - {local}
        inner = {
            clause.local
            for node in (of, *tests)
            for clause in walk(node)
            if isinstance(clause, core.For | core.Given)
        }
        keys = sorted(free - inner, key=lambda x: x.id)
        spans = [self.span(key.type) for key in keys]
        if None in spans or prod(len(s) for s in spans if s is not None) > MOST_ROWS:
            return None
        try:
            return keys, self._rows(keys, {}, local, of, tests)
        except (RuleFault, ArithmeticError, LookupError, TypeError, ValueError):
            return None

    def _rows(
        self,
        keys: Sequence[Local],
        values: dict[Local, Any],
        local: Local,
        of: core.Expr,
        tests: Sequence[core.Expr],
    ) -> Any:
        if not keys:
            evaluator = self._evaluator()
            items = evaluator.items(of, values)
            self._spend(len(items))
            return tuple(
                item
                for item in items
                if all(evaluator.truth(test, {**values, local: item}) for test in tests)
            )
        span = self.span(keys[0].type)
        assert span is not None
        before = (None,) * span.start
        rows = (
            self._rows(keys[1:], {**values, keys[0]: value}, local, of, tests)
            for value in span
        )
        return (*before, *rows)

    def has_all_rows(self, node: core.Lookup, numbers: Numbers) -> bool:
        """Whether a table has a row for whatever is looked up in it."""
        spans = []
        for key in node.keys:
            span = self.span(key.type)
            if isinstance(key.type, t.IntType):
                low, high = numbers.of(key)
                if low is not None and high is not None and low <= high:
                    span = range(low, high + 1)
            if span is None or isinstance(key.type, t.PlayerType):
                return False  # a seat that nobody plays may take part
            spans.append(span)
        few = prod(map(len, spans)) <= MOST_ROWS
        return few and all(row in node.table.rows for row in product(*spans))

    def span(self, kind: t.Type) -> range | None:
        """All values of a type, if they are few and known beforehand."""
        match kind:
            case t.BoolType():
                return range(2)
            case t.EnumType(name):
                return range(self.program.enums[name])
            case t.PlayerType():
                return range(self.program.players)
            case t.CellType(board):
                return range(self.program.cells[board])
            case t.ComponentType(names):
                spans = [self.program.components[name] for name in names]
                return range(min(s.start for s in spans), max(s.stop for s in spans))
            case _:
                return None
