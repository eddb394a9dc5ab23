"""Straight lines of cells all of which are in a set, found for all lines at once."""

from collections.abc import Sequence
from itertools import pairwise

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.walking import mentions
from rulesrun.interpreter.native.certain import NoMask
from rulesrun.interpreter.native.masks import Mask, Masker, set_table
from rulesrun.interpreter.native.universes import Universe, literal, universe_of
from rulesrun.interpreter.native.writer import Function

C = str

MOST_STRIDES = 8
"""Lines in more directions are gone through one by one."""

MOST_IN_TABLE = 8_192
"""A table of the lines by cell has no more words; else their beginnings are asked for."""


def strides(lines: Sequence[Sequence[int]]) -> dict[int, int] | None:
    """By the distance of its cells, the first cells of lines as a set of bits.

    None where the cells of a line are not all as far apart as the first two.
    """
    result: dict[int, int] = {}
    for line in map(sorted, lines):
        by = line[1] - line[0] if len(line) > 1 else 1
        if any(b - a != by for a, b in pairwise(line)):
            return None
        result[by] = result.get(by, 0) | 1 << line[0]
    return result if len(result) <= MOST_STRIDES else None


def run_of(w: int, name: C, by: int, length: int) -> C:
    """Where a run of members begins that are `by` apart, as a set: in doubling steps."""
    lines, reached = [], 1
    while reached < length:
        more = min(reached, length - reached)
        moved = f"bits{w}_moved(t_, {by * more})"
        lines.append(f"t_ = bits{w}_and(t_, {moved});")
        reached += more
    return f"({{ B{w} t_ = {name}; {' '.join(lines)} t_; }})"


def some_line(f: Function, node: core.Fold, first: core.For) -> C:
    """Whether there is a line all of whose cells pass a test, or whether in all lines one does.

    Raises NoMask where that is not what a fold over lines asks, or the test cannot be
    worked out for all cells at once.
    """
    of, item = first.of, node.item
    if node.kind == "any" and len(node.clauses) == 2:
        (_, when) = node.clauses
        if not isinstance(item, core.Const) or not item.value:
            raise NoMask
        assert isinstance(when, core.When)
        item = when.test
    if not isinstance(of, core.Prim) or not isinstance(item, core.Fold):
        raise NoMask
    if {"any": "all", "all": "any"}.get(node.kind) != item.kind:
        raise NoMask
    passing, universe = _passing(f, first, item)
    length = of.args[-1]
    assert isinstance(length, core.Const)
    assert isinstance(length.value, int)
    w, n = universe.words, f.unit.fresh()
    board_lines = getattr(f.unit.layout.boards[universe.board], of.name)(length.value)
    begin = ""
    if of.name == "lines":
        result = strides(board_lines)
        if result is None:
            raise NoMask
        starts = {by: literal(w, cells) for by, cells in result.items()}
    else:
        if universe.size * w * MOST_STRIDES > MOST_IN_TABLE:
            some = _through(of.name, board_lines, w, length.value, n)
            begin = f"int c{n} = {f.e(of.args[0])}; "
            test = (
                f"({{ {begin}B{w} m{n} = {passing.code}; {' | '.join(some) or '0'}; }})"
            )
            return test if node.kind == "any" else f"!{test}"
        by_cell = [strides(lines) for lines in board_lines]
        every = {by for cell in by_cell if cell is not None for by in cell}
        if None in by_cell or len(every) > MOST_STRIDES:
            raise NoMask
        starts = {}
        for by in sorted(every):
            table = f"STARTS_{of.name}_{universe.board}_{length.value}_{by}"
            set_table(f, table, w, [(cell or {}).get(by, 0) for cell in by_cell])
            starts[by] = f"{table}[c{n}]"
        begin = f"int c{n} = {f.e(of.args[0])}; "
    some = [
        f"bits{w}_any(bits{w}_and({run_of(w, f'm{n}', by, length.value)}, {cells}))"
        for by, cells in starts.items()
    ]
    test = f"({{ {begin}B{w} m{n} = {passing.code}; {' | '.join(some) or '0'}; }})"
    return test if node.kind == "any" else f"!{test}"


def _through(
    name: str,
    board_lines: Sequence[Sequence[Sequence[int]]],
    w: int,
    length: int,
    n: int,
) -> list[C]:
    """Tests for lines that a cell lies on, or begins, by where the lines begin.

    They look from the cell back at where such a line would begin, so no table holds
    the lines of each cell. Raises NoMask where lines are not told apart so.
    """
    every = strides([line for lines in board_lines for line in lines])
    back = range(length) if name == "lines_through" else sorted({0, length - 1})
    if every is None:
        raise NoMask
    for cell, lines in enumerate(board_lines):
        result = {
            (line[1] - line[0] if len(line) > 1 else 1, line[0])
            for line in map(sorted, lines)
        }
        wanted = {
            (by, cell - by * k)
            for by, cells in every.items()
            for k in back
            if cell >= by * k and cells >> (cell - by * k) & 1
        }
        if result != wanted:
            raise NoMask
    first = f"int k_ = 0; k_ < {length}; k_ += {back[1] - back[0] if length > 1 else 1}"
    return [
        f"({{ B{w} s_ = bits{w}_and({run_of(w, f'm{n}', by, length)}, "
        f"{literal(w, cells)}); int r_ = 0; for ({first}) r_ |= c{n} >= {by} * k_ && "
        f"bits{w}_has(s_, c{n} - {by} * k_); r_; }})"
        for by, cells in every.items()
    ]


def _passing(f: Function, first: core.For, item: core.Fold) -> tuple[Mask, Universe]:
    """The cells that a line must have, all of them."""
    match item.clauses:
        case (core.For(local, core.Get(local=line)), *rest) if line is first.local:
            pass
        case _:
            raise NoMask
    tests = [clause.test for clause in rest if isinstance(clause, core.When)]
    universe = universe_of(f, local.type)
    if universe is None or item.item is None or len(tests) != len(rest):
        raise NoMask
    if any(mentions(part, first.local) for part in (*tests, item.item)):
        raise NoMask
    f.unit.bits.add(universe.words)
    masker = Masker(f, universe, local)
    met = masker.constant(universe.full)
    for test in tests:
        met = masker.both(met, masker.holds(test))
        masker = masker.after(test)
    wanted = masker.holds(item.item)
    if item.kind == "all":
        wanted = masker.negated(wanted)
    result = masker.negated(masker.both(met, wanted))
    if result.faults:
        raise NoMask
    return result, universe
