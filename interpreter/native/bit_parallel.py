"""Loops and folds that are worked out for all items at once, as sets of bits."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.core.walking import used_locals
from rulesrun.dsl.semantics.value_types import ListType
from rulesrun.interpreter.codegen.tables import rays
from rulesrun.interpreter.native.certain import NoMask, safe
from rulesrun.interpreter.native.lines import some_line
from rulesrun.interpreter.native.masks import MOST_WORDS, filtered, set_table
from rulesrun.interpreter.native.universes import Universe, universe_of
from rulesrun.interpreter.native.writer import Function

C = str


def tests_after(clauses: Sequence[core.Clause]) -> Iterator[core.Expr]:
    """The conditions that follow a loop directly."""
    for clause in clauses:
        if not isinstance(clause, core.When):
            return
        yield clause.test


def loop(
    f: Function, local: Local, of: core.Expr, tests: Sequence[core.Expr]
) -> tuple[C, C, int] | None:
    """A loop over those items that pass some conditions, and how many it has seen to."""
    try:
        result, left = filtered(f, local, of, tests)
    except NoMask:
        return None
    if len(left) == len(tests) and isinstance(of, core.Range):
        return None
    universe = universe_of(f, local.type)
    assert universe is not None
    w, n = universe.words, f.unit.fresh()
    name = f.local(local)
    return (
        f"{{ B{w} m{n} = {result.code}; EACH_BIT({w}, {name}, m{n}) {{",
        "} }",
        len(tests) - len(left),
    )


def fold(f: Function, node: core.Fold) -> C | None:
    """A fold that is worked out for all items at once; none where it is not."""
    try:
        return _fold(f, node)
    except NoMask:
        return None


def _fold(f: Function, node: core.Fold) -> C:
    first = node.clauses[0]
    tests = list(tests_after(node.clauses[1:]))
    if not isinstance(first, core.For) or len(tests) + 1 != len(node.clauses):
        raise NoMask
    if node.kind in ("any", "all"):
        result = _lines(f, node, first, tests)
        if result is not None:
            return result
    universe = universe_of(f, first.local.type)
    if universe is None:
        raise NoMask
    w = universe.words
    match node.kind:
        case "any" | "all":
            assert node.item is not None
            item = (
                node.item
                if node.kind == "any"
                else core.Not(node.item, type=node.item.type, span=node.item.span)
            )
            mask, left = filtered(f, first.local, first.of, [*tests, item], False)
            if left:
                raise NoMask
            test = f"bits{w}_any({mask.code})"
            return test if node.kind == "any" else f"(!{test})"
        case "count":
            mask, left = filtered(f, first.local, first.of, tests)
            if left:
                raise NoMask
            return f"bits{w}_size({mask.code})"
        case "list":
            value = node.item
            if not isinstance(value, core.Get) or value.local is not first.local:
                raise NoMask
            mask, left = filtered(f, first.local, first.of, tests)
            if left:
                raise NoMask
            room = f.room("int", universe.size)
            return f"bits{w}_list({mask.code}, {room})"
        case "first":
            return _first(f, node, first, tests, universe)
        case _:
            raise NoMask


def _first(
    f: Function,
    node: core.Fold,
    first: core.For,
    tests: Sequence[core.Expr],
    universe: Universe,
) -> C:
    """The first cell of a ray."""
    item = node.item
    of = first.of
    plain = isinstance(item, core.Get) and item.local is first.local
    if not plain or not isinstance(node.otherwise, core.Const):
        raise NoMask
    if not isinstance(of, core.Prim) or of.name != "ray":
        raise NoMask
    mask, left = filtered(f, first.local, of, tests, False)
    if left:
        raise NoMask
    down = [
        any(row[0] > row[-1] for row in side if row)
        for side in rays(f.unit.layout, universe.board)
    ]
    table = f.unit.table(
        f"DOWN_{universe.board}", "unsigned char", [int(d) for d in down]
    )
    w = universe.words
    return (
        f"bits{w}_first({mask.code}, {table}[{f.e(of.args[1])}], {f.e(node.otherwise)})"
    )


def _lines(
    f: Function, node: core.Fold, first: core.For, tests: Sequence[core.Expr]
) -> C | None:
    """Whether something holds of a line of cells."""
    of = first.of
    if not isinstance(of, core.Prim) or of.name not in (
        "lines",
        "lines_through",
        "lines_from",
    ):
        return None
    length = of.args[-1]
    if not isinstance(length, core.Const) or not isinstance(length.value, int):
        return None
    if length.value < 1 or (len(of.args) == 2 and not safe(f, of.args[0])):
        return None
    with suppress(NoMask):
        return some_line(f, node, first)
    item = node.item
    if node.kind == "any" and isinstance(item, core.Const) and item.value:
        item = tests[0] if len(tests) == 1 else item
    elif tests:
        return None
    if not isinstance(item, core.Fold) or item.kind not in ("any", "all"):
        return None
    kind = of.type
    assert isinstance(kind, ListType)
    universe = universe_of(f, kind.item.item)  # type: ignore[union-attr]
    assert universe is not None
    w, n = universe.words, f.unit.fresh()
    f.unit.bits.add(w)
    board_lines = getattr(f.unit.layout.boards[universe.board], of.name)(length.value)
    many = len(board_lines) if of.name == "lines" else sum(map(len, board_lines))
    if many * w > MOST_WORDS // 4:
        return None
    table = f"SETS_{of.name}_{universe.board}_{length.value}"
    if of.name == "lines":
        sets = board_lines
        begin, end = "0", str(len(board_lines))
        opening = ""
    else:
        sets = [line for lines in board_lines for line in lines]
        at = [0]
        for lines in board_lines:
            at.append(at[-1] + len(lines))
        where = f.unit.table(f"{table}_of", "int", at)
        opening = f"int c{n} = {f.e(of.args[0])}; "
        begin, end = f"{where}[c{n}]", f"{where}[c{n} + 1]"
    set_table(f, table, w, [sum(1 << c for c in line) for line in sets])
    f.lines[first.local] = f"{table}[i{n}]"
    try:
        test = fold(f, item)
    finally:
        del f.lines[first.local]
    if test is None or first.local in used_locals(item) - {first.local}:
        return None
    result, test = ("1", test) if node.kind == "any" else ("0", f"!({test})")
    start = "0" if node.kind == "any" else "1"
    return (
        f"({{ int r{n} = {start}; {opening}for (int i{n} = {begin}; i{n} < {end}; "
        f"i{n}++) if ({test}) {{ r{n} = {result}; break; }} r{n}; }})"
    )
