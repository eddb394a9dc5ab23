"""Which collections are certain to hold something."""

from rulesrun.dsl.analysis.facts import Fact, Facts, conjuncts
from rulesrun.dsl.analysis.lower_bounds import lowest
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes


def holds(world: World, facts: Facts, wanted: Fact) -> bool:
    """Whether it is certain that so many members satisfy the tests."""
    if wanted.least <= 0:
        return True
    if not wanted.tests and size_of(world, facts, wanted.of) >= wanted.least:
        return True
    return any(
        fact.of == wanted.of
        and wanted.tests <= fact.tests
        and wanted.least <= fact.least
        for fact in facts
    )


def size_of(world: World, facts: Facts, of: nodes.Expr) -> int:
    """How many members a collection has at least."""
    least = max((fact.least for fact in facts if fact.of == of), default=0)
    return max(least, _own_size(world, facts, of))


def _own_size(world: World, facts: Facts, of: nodes.Expr) -> int:
    def size(inner: nodes.Expr) -> int:
        return size_of(world, facts, inner)

    match of:
        case nodes.Name(text=text):
            lines = (_length(world, fact.of, of) for fact in facts)
            return max(_named_size(world, text), max(lines, default=0))
        case nodes.RangeOf(low=low, high=high):
            a, b = constant_int(world, low), constant_int(world, high)
            if isinstance(high, nodes.Name) and high.text == "player_count":
                b = _fewest(world)
            if b is None:
                b = lowest(world, high)
            return b - a + 1 if a is not None and b is not None else 0
        case nodes.Call(name="clockwise" | "others") if world.left is not None:
            return 0  # it is not known who is still in
        case nodes.Call(name="clockwise"):
            return _fewest(world)
        case nodes.Call(name="others"):
            return _fewest(world) - 1
        case nodes.Call(name="reversed", args=(inner,)):
            return size(inner)
        case nodes.Call(name="distinct", args=(inner,)):
            return min(size(inner), 1)
        case nodes.ListOf(items=items):
            return len(items)
        case nodes.SetOf(items=items):
            return min(len(items), 1)
        case nodes.ListFor(binder=binder, more=()):
            return _matching(world, facts, binder)
        case nodes.SetFor(binder=binder, more=()) | nodes.Standings(binder=binder):
            return min(_matching(world, facts, binder), 1)
        case nodes.Quantified(kind="all", binder=binder, having=having):
            result = _matching(world, facts, binder)
            return min(result, 1) if having else result
        case nodes.Attribute(of=inner):
            return size(inner)
        case nodes.Arithmetic(op="+", left=left, right=right):
            return max(size(left), size(right))
        case nodes.Conditional(then=then, otherwise=otherwise):
            return min(size(then), size(otherwise))
        case _:
            return 0


def _length(world: World, condition: nodes.Expr, name: nodes.Name) -> int:
    """How many cells a line has, if it is known to be one of so many."""
    match condition:
        case nodes.Member(
            item=item,
            of=nodes.Call(
                name="lines_from" | "lines_through" | "lines", args=(_, length)
            ),
            negated=False,
        ) if item == name:
            return constant_int(world, length) or 0
        case _:
            return 0


def _matching(world: World, facts: Facts, binder: nodes.Binder) -> int:
    tests = conjuncts(binder.where, binder.name)
    if not tests:
        return size_of(world, facts, binder.of)
    return int(holds(world, facts, Fact(binder.of, tests)))


def _fewest(world: World) -> int:
    return max(world.game.players[0], 1) if world.game is not None else 1


def _named_size(world: World, name: str) -> int:
    if name == "players" and world.left is not None:
        return 0
    if name in ("players", "participants"):
        return _fewest(world)
    match world.names.get(name):
        case sym.EnumSymbol(values=values):
            return len(values)
        case sym.BoardSymbol():
            return 1
        case sym.ComponentSymbol():
            return sum(
                len(world.cards.get(id(line), ()))
                * (1 if line.csv else constant_int(world, line.count) or 0)
                for line in world.supply
                if line.component.text == name
            )
        case _:
            return 0
