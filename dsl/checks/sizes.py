"""Sizes that cannot be right, and values that are not fixed in time."""

from collections.abc import Iterator

from rulesrun.dsl.analysis.fixed import Cases, Setting, fixed, outside, settings
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.value_types import IntType, without_none
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes

MOST_CELLS = 10_000
MOST_DEEP = 199
"""So often a rule may be under way inside itself."""


def check_sizes(world: World, read: Read) -> Iterator[Diagnostic]:
    """Boards, families and zones of an impossible size; what is not fixed in time."""
    all_settings = settings(world)
    for board in world.each(sym.BoardSymbol):
        yield from _board(world, board, all_settings)
    for variable in world.variables:
        yield from _variable(world, variable, all_settings)
    for rule in world.each(sym.RuleSymbol):
        if rule.decl.deepest is not None:
            yield from _depth(world, rule.decl.deepest, all_settings)
    for option in world.each(sym.OptionSymbol):
        yield from fixed(world, option.decl.default, [{}], f"`{option.name}`")
    for neutral in world.each(sym.NeutralSymbol):
        if neutral.decl.when is not None:
            what = f"whether `{neutral.name}` takes part"
            yield from fixed(world, neutral.decl.when, all_settings, what)


def _board(
    world: World, board: sym.BoardSymbol, all_settings: list[Setting]
) -> Iterator[Diagnostic]:
    rows, columns = board.decl.rows, board.decl.columns
    if rows is None or columns is None:
        return
    sizes: list[Cases] = []
    for side, word in ((rows, "rows"), (columns, "columns")):
        result = yield from fixed(world, side, all_settings, f"the number of {word}")
        small = outside(result, 1)
        if small is not None:
            yield problem(
                "board-size",
                side.span,
                f"a board cannot have {small[0]} {word}{small[1]}",
                mark=f"{small[0]} {word}",
                hint="a board has one row and one column at least",
            )
            return
        sizes.append(result)
    for (_, high), (_, wide) in zip(*sizes, strict=False):
        if isinstance(high, int) and isinstance(wide, int) and high * wide > MOST_CELLS:
            yield problem(
                "board-size",
                rows.span.to(columns.span),
                f"a board of {high * wide:,} cells is more than anyone can play on",
                mark=f"more than {MOST_CELLS:,} cells",
                hint="take a smaller board",
            )
            return


def _variable(
    world: World, variable: sym.VariableSymbol, all_settings: list[Setting]
) -> Iterator[Diagnostic]:
    decl = variable.decl
    for key in variable.keys:
        if key.low is not None and key.high is not None:
            yield from _family(world, key.low, key.high, all_settings)
    if decl.capacity is not None:
        result = yield from fixed(
            world, decl.capacity, all_settings, "what a zone can hold"
        )
        small = outside(result, 1)
        if small is not None:
            yield problem(
                "out-of-range",
                decl.capacity.span,
                f"`{decl.name}` could hold nothing{small[1]}",
                mark=f"at most {small[0]}",
                hint="let it hold 1 at least, or leave `at most` out",
            )
    if decl.initial is not None:
        what = f"what `{decl.name}` begins with"
        result = yield from fixed(world, decl.initial, all_settings, what)
        yield from _initial(world, variable, decl.initial, result)


def _depth(
    world: World, deepest: nodes.Expr, all_settings: list[Setting]
) -> Iterator[Diagnostic]:
    """How deep a rule may go: a number that is fixed and not too great."""
    result = yield from fixed(world, deepest, all_settings, "how deep a rule may go")
    other = outside(result, 1, MOST_DEEP)
    if other is not None:
        yield problem(
            "out-of-range",
            deepest.span,
            f"a rule cannot go {other[0]} deep{other[1]}",
            mark=f"{other[0]}",
            hint=f"take a number from 1 to {MOST_DEEP}",
        )


def _family(
    world: World, low: nodes.Expr, high: nodes.Expr, all_settings: list[Setting]
) -> Iterator[Diagnostic]:
    lows = yield from fixed(world, low, all_settings, "how many there are")
    highs = yield from fixed(world, high, all_settings, "how many there are")
    for (setting, a), (_, b) in zip(lows, highs, strict=False):
        if isinstance(a, int) and isinstance(b, int) and a > b:
            varies = len({v for _, v in (*lows, *highs)}) > 2
            players = f" with {setting['player_count']} players" if varies else ""
            yield problem(
                "empty-range",
                low.span.to(high.span),
                f"nothing lies between {a} and {b}{players}",
                mark="empty",
                hint="let the range hold something for every number of players"
                if varies
                else "write the smaller number first",
            )
            return


def _initial(
    world: World, variable: sym.VariableSymbol, initial: nodes.Expr, cases: Cases
) -> Iterator[Diagnostic]:
    """A first value that only some numbers of players take out of its range."""
    kind = without_none(variable.type)
    if not isinstance(kind, IntType) or constant_int(world, initial) is not None:
        return
    if kind.low is not None and kind.high is not None:
        other = outside(cases, kind.low, kind.high)
        if other is not None:
            yield problem(
                "out-of-range",
                initial.span,
                f"{other[0]} is outside {kind.low}..{kind.high}{other[1]}",
                mark=f"{other[0]}{other[1]}",
                hint="widen the range of the variable, or begin with another value",
            )
