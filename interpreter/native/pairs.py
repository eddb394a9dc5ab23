"""Choices of a cell and then of one beside it: for all cells at once, side by side."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.semantics.value_types import CellType, OptionalType
from rulesrun.interpreter.codegen.tables import steps
from rulesrun.interpreter.native import masks, universes
from rulesrun.interpreter.native.certain import NoMask, substituted
from rulesrun.interpreter.native.masks import Mask, Masker
from rulesrun.interpreter.native.universes import Universe
from rulesrun.interpreter.native.writer import Function

C = str


@frozen
class Pairs:
    """The options of a head that chooses a cell, then one beside it.

    `sides` are, for each side on which the second can lie, how far away that is and
    the first cells of such options: sets of C that `opening` declares.
    """

    universe: Universe
    opening: C
    sides: tuple[tuple[int, C], ...]

    def size(self, of: C) -> C:
        """How many options there are on a side."""
        return f"bits{self.universe.words}_size({of})"

    def drawn(self) -> C:
        """Draws one of them."""
        w, last = self.universe.words, len(self.sides) - 1
        counts = " ".join(
            f"int n{i}_ = {self.size(of)};" for i, (_, of) in enumerate(self.sides)
        )
        total = " + ".join(f"n{i}_" for i in range(len(self.sides)))
        picking = ""
        for i, (by, of) in enumerate(self.sides):
            there = f"a_ = bits{w}_nth({of}, k_); by_ = {by};"
            less = f" k_ -= n{i}_; "
            test = "" if i == last else f"if (k_ < n{i}_) "
            picking += f"{test}{{ {there} }}" + ("" if i == last else f" else {{{less}")
        return (
            f"{self.opening} {counts} int n_ = {total}; if (!n_) return 0; "
            f"int k_ = below(x_, n_), a_, by_; {picking}{' }' * last} "
            "run->one[0] = a_; run->one[1] = a_ + by_; run->item = 0; "
            "run->values = run->one; return n_;"
        )

    def any(self) -> C:
        """Whether there is one at all."""
        w = self.universe.words
        some = " | ".join(f"bits{w}_any({of})" for _, of in self.sides)
        return f"{self.opening} return {some};"

    def loop(self, first: C, second: C) -> tuple[C, C]:
        """A loop over all of them, upwards."""
        w = self.universe.words
        either = self.sides[0][1]
        for _, of in self.sides[1:]:
            either = f"bits{w}_or({either}, {of})"
        table = ", ".join(str(by) for by, _ in self.sides)
        sets = ", ".join(of for _, of in self.sides)
        count = len(self.sides)
        return (
            f"{{ {self.opening} B{w} every_ = {either}; "
            f"B{w} from_[{count}] = {{{sets}}}; static const int far_[] = {{{table}}}; "
            f"EACH_BIT({w}, {first}, every_) {{ for (int s_ = 0; s_ < {count}; s_++) {{ "
            f"if (!bits{w}_has(from_[s_], {first})) continue; "
            f"int {second} = {first} + far_[s_];",
            "} } }",
        )


def pairs_of(f: Function, head: Sequence[stmt.HeadLine]) -> Pairs | None:
    """The options of a head as pairs; none where it is another."""
    try:
        return _pairs_of(f, head)
    except NoMask:
        return None


def _pairs_of(f: Function, head: Sequence[stmt.HeadLine]) -> Pairs:
    selects = [line for line in head if isinstance(line, stmt.Select)]
    if len(selects) != 2 or not isinstance(head[0], stmt.Select):
        raise NoMask
    first, second = selects
    if any(s.several or s.alike or s.prefer for s in selects):
        raise NoMask
    place = list(head).index(second)
    outer = [*_tests(first), *_conditions(head[1:place])]
    inner = [*_tests(second), *_conditions(head[place + 1 :])]
    of, universe = second.of, universes.universe_of(f, first.local.type)
    if universe is None or not universe.board:
        raise NoMask
    if universes.universe_of(f, second.local.type) != universe:
        raise NoMask
    if isinstance(second.local.type, OptionalType):
        raise NoMask
    match of:
        case core.Field(
            of=core.Get(local=local), name="neighbours" | "around" | "diagonals" as name
        ) if local is first.local:
            pass
        case _:
            raise NoMask
    start, left = masks.filtered(f, first.local, first.of, outer)
    if left:
        raise NoMask
    w, n = universe.words, f.unit.fresh()
    masker = Masker(f, universe, first.local)
    opening = f"B{w} from{n}_ = {start.code};"
    sides: list[tuple[int, Mask]] = []
    for by, there, to in _sides(f, universe, name, first.local, second):
        passing = masker.both(Mask(f"from{n}_"), masker.constant(there))
        reached, inside = there, masker
        for test in inner:
            test = substituted(test, {second.local: to})
            holds = inside.holds(test)
            if holds.faults & reached:
                raise NoMask
            passing = inside.both(passing, evolve(holds, faults=0))
            inside = inside.after(test)
        if passing.known != 0:
            sides.append((by, passing))
    if not sides:
        raise NoMask
    named = []
    for i, (by, mask) in enumerate(sides):
        opening += f" B{w} side{n}_{i} = {mask.code};"
        named.append((by, f"side{n}_{i}"))
    return Pairs(universe, opening, tuple(named))


def _sides(
    f: Function, universe: Universe, name: str, first: Local, second: stmt.Select
) -> list[tuple[int, int, core.Expr]]:
    """By side, upwards: how far a step leads, from which cells, and the step itself.

    Raises NoMask unless each cell beside another is one such step away.
    """
    layout = f.unit.layout
    if layout.boards[universe.board].by:  # corners and sides have no directions
        raise NoMask
    beside = getattr(layout.boards[universe.board], name)
    pairs = {(c, to) for c, cells in enumerate(beside) for to in cells}
    span = second.of.span
    cell = core.Get(first, type=CellType(universe.board), span=span)
    result = []
    for side, row in enumerate(steps(layout, universe.board)):
        ways = {
            (c, to) for c, to in enumerate(row) if to is not None and to in beside[c]
        }
        if not ways:
            continue
        by = {to - c for c, to in ways}
        if len(by) != 1 or not ways <= pairs:
            raise NoMask
        if len(ways) != sum(to is not None for to in row):
            raise NoMask
        pairs -= ways
        number = core.Const(side, type=second.of.type, span=span)
        step = core.Prim("step", (cell, number), type=cell.type, span=span)
        result.append((by.pop(), sum(1 << c for c, _ in ways), step))
    if pairs:
        raise NoMask
    return sorted(result, key=lambda side: side[0])


def _tests(line: stmt.Select) -> list[core.Expr]:
    tests = [c.test for c in (*line.where, *line.require)]
    if line.candidate is line.local:
        return tests
    of = line.domain.span
    chosen = core.Get(line.local, type=line.local.type, span=of)
    return [substituted(test, {line.candidate: chosen}) for test in tests]


def _conditions(lines: Sequence[stmt.HeadLine]) -> list[core.Expr]:
    if not all(isinstance(line, stmt.Condition) for line in lines):
        raise NoMask
    return [line.test for line in lines if isinstance(line, stmt.Condition)]
