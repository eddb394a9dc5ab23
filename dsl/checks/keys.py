"""Keys of variables that are worked out, where it is known that they lie outside."""

from collections.abc import Iterator

from rulesrun.dsl.analysis.bounds import Ranges
from rulesrun.dsl.analysis.fixed import Setting, cases, settings
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.constants import NotFixed
from rulesrun.dsl.semantics.intervals import Bounds
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.semantics.value_types import IntType
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted


def check_keys(world: World, read: Read) -> Iterator[Diagnostic]:
    """Keys that are worked out lie in the ranges of their variables."""
    if not any(isinstance(k.type, IntType) for v in world.variables for k in v.keys):
        return
    all_settings = settings(world)
    ranges = Ranges(world)
    for decl in (*world.file.declarations, *world.derived):
        tree = walk(decl)
        for node in tree:
            symbol = world.refs.get(id(node))
            if not isinstance(node, nodes.Index) or not isinstance(
                symbol, sym.VariableSymbol
            ):
                continue
            for key, family in zip(node.keys, symbol.keys, strict=False):
                whole = _family(world, family, all_settings)
                if whole is None or constant_int(world, key) is not None:
                    continue  # of those that are written down it is told elsewhere
                yield from _key(world, ranges, tree, key, whole, symbol)


def _family(
    world: World, family: sym.FamilyKey, all_settings: list[Setting]
) -> tuple[int, int] | None:
    """The widest range that a key can have with any number of players."""
    if family.low is None or family.high is None:
        return None
    try:
        lows = [
            v for _, v in cases(world, family.low, all_settings) if isinstance(v, int)
        ]
        highs = [
            v for _, v in cases(world, family.high, all_settings) if isinstance(v, int)
        ]
    except NotFixed:
        return None
    return (min(lows), max(highs)) if lows and highs else None


def _key(
    world: World,
    ranges: Ranges,
    tree: list[nodes.Node],
    key: nodes.Expr,
    whole: tuple[int, int],
    symbol: sym.VariableSymbol,
) -> Iterator[Diagnostic]:
    low, high = whole
    least, most = result = ranges.of(key)
    declared = f"`{symbol.name}` goes from {low} to {high}"
    labels = (Label(symbol.span, "declared here"),) if symbol.span else ()
    if (least is not None and least > high) or (most is not None and most < low):
        yield problem(
            "out-of-range",
            key.span,
            f"{declared}, and `{quoted(key)}` is {_spoken(result)}",
            mark="outside",
            labels=labels,
            hint="look at one that is there, or widen the range",
        )
        return
    outside = [n for n in (least, most) if n is not None and not low <= n <= high]
    if outside and _runs_through_a_range(world, ranges, key):
        if not _is_tested(world, tree, key):
            yield problem(
                "may-be-out-of-range",
                key.span,
                f"{declared}, and `{quoted(key)}` may be {outside[0]}",
                mark="may lie outside",
                labels=labels,
                hint=f"let it run from {low} to {high}, or test it first",
            )


def _spoken(bounds: Bounds) -> str:
    low, high = bounds
    if low == high:
        return str(low)
    if high is None:
        return f"{low} or more"
    return f"{high} or less" if low is None else f"one of {low}..{high}"


def _symbols(world: World, tree: object) -> set[sym.Symbol]:
    result = (world.refs.get(id(node)) for node in walk(tree))
    return {s for s in result if isinstance(s, sym.LocalSymbol | sym.VariableSymbol)}


def _runs_through_a_range(world: World, ranges: Ranges, key: nodes.Expr) -> bool:
    """Whether a key hangs only on names that stand for each number of a range."""
    result = _symbols(world, key)
    return bool(result) and all(map(ranges.is_range, result))


def _is_tested(world: World, tree: list[nodes.Node], key: nodes.Expr) -> bool:
    """Whether anything is compared with what the key depends on."""
    wanted = _symbols(world, key)
    keys = {
        id(part)
        for node in tree
        if isinstance(node, nodes.Index)
        for part in walk(node.keys)
    }
    return any(
        id(part) not in keys and world.refs.get(id(part)) in wanted
        for node in tree
        if isinstance(node, nodes.Compare | nodes.Member)
        for part in walk(node)
    )
