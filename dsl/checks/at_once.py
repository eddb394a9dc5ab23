"""Loops of which all rounds see the state as it was: what may stand in them."""

from collections.abc import Iterator

from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.semantics.narrowing import each, walk
from rulesrun.dsl.semantics.symbols import LocalSymbol, VariableSymbol
from rulesrun.dsl.semantics.value_types import PieceType, ZoneType
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted

CODE = "not-at-once"
CHOICES = (nodes.Choose, nodes.Menu, nodes.Anybody, nodes.Best)
CARRIED = (nodes.Do, nodes.LetDone, nodes.Raise)
LEAVING = (
    nodes.Return,
    nodes.Cancel,
    nodes.Stop,
    nodes.Next,
    nodes.EndGame,
    nodes.Wins,
)
APART = "make it a loop of its own, before this one or behind it"


def check_at_once(world: World, read: Read) -> Iterator[Diagnostic]:
    """What stands in rounds that are carried out at once can be."""
    for loop in each(world.file.declarations, nodes.ForEach):
        if loop.at_once:
            yield from _Rounds(world).block(loop.body, frozenset({loop.binder.name}))
            yield from _chance(world, loop)
            yield from _for_all(world, loop)


class _Rounds:
    def __init__(self, world: World) -> None:
        self.world = world

    def block(self, block: nodes.Block, names: frozenset[str]) -> Iterator[Diagnostic]:
        """What is wrong in a block; `names` are those that the rounds give."""
        for line in block:
            match line:
                case nodes.Let(name=name):
                    names |= {name}
                case nodes.If(branches=branches, otherwise=otherwise):
                    for _, body in branches:
                        yield from self.block(body, names)
                    yield from self.block(otherwise, names)
                case nodes.ForEach(binder=binder, body=body, at_once=False):
                    yield from self.block(body, names | {binder.name})
                case nodes.Assign():
                    yield from self._assign(line)
                case nodes.Move() | nodes.MovePieces():
                    yield from self._move(line)
                case nodes.Pass():
                    pass
                case _:
                    yield _no_place(line)

    def _assign(self, line: nodes.Assign) -> Iterator[Diagnostic]:
        symbol = self.world.refs.get(id(line.target))
        if isinstance(symbol, LocalSymbol):
            yield problem(
                CODE,
                line.span,
                f"`{symbol.name}` cannot be counted up in rounds that happen at once",
                mark="no round sees another one",
                hint="let a variable of the state take what the rounds add up to",
            )

    def _move(self, line: nodes.Move | nodes.MovePieces) -> Iterator[Diagnostic]:
        to = line.to
        zones = [to.zone]
        zones.append(line.source if isinstance(line, nodes.MovePieces) else line.what)
        if to.at is not None:
            yield problem(
                CODE,
                to.span,
                "nothing comes to places of a grid in rounds that happen at once",
                mark="a place",
                hint="leave `at once` out",
            )
        for zone in zones:
            symbol = self.world.refs.get(id(zone))
            if isinstance(symbol, VariableSymbol) and _is_narrow(symbol):
                yield problem(
                    CODE,
                    zone.span,
                    f"pieces that move at once lie in stocks without a limit, and "
                    f"`{symbol.name}` has one",
                    mark="not this one",
                    hint="leave `at once` out",
                )


def _is_narrow(symbol: VariableSymbol) -> bool:
    """Whether it holds pieces, and not any number of them."""
    kind = symbol.type
    if not isinstance(kind, ZoneType) or not isinstance(kind.item, PieceType):
        return False
    return kind.kind != "stock" or symbol.decl.capacity is not None


NO_PLACE = (
    (
        CHOICES,
        "nobody can choose in rounds that happen at once",
        "a choice",
        "let all choose before, in a loop without `at once`",
    ),
    (
        CARRIED,
        "no rule can be carried out in rounds that happen at once",
        "other lines",
        "write what it does in its place, or leave `at once` out",
    ),
    (
        LEAVING,
        "rounds that happen at once come to their end, all of them",
        "no round is the last",
        "say with `where` or `if` for which of them there is something to do",
    ),
    (
        nodes.Stmt,
        "rounds that happen at once move something, or set and change variables",
        "neither of them",
        APART,
    ),
)
"""Lines of the first kind that fits: what is wrong with them, the mark, the remedy."""


def _no_place(line: nodes.Stmt) -> Diagnostic:
    message, mark, hint = next(
        texts for kinds, *texts in NO_PLACE if isinstance(line, kinds)
    )
    return problem(CODE, line.span, message, mark=mark, hint=hint)


def _chance(world: World, loop: nodes.ForEach) -> Iterator[Diagnostic]:
    """What is drawn by chance; no function draws anything."""
    for node in each(loop.body, nodes.Call):
        if node.name == "random" and id(node) not in world.refs:
            yield problem(
                CODE,
                node.span,
                "chance plays no part in rounds that happen at once",
                mark="drawn by chance",
                hint="draw it before, and keep it in a variable",
            )


def _for_all(world: World, loop: nodes.ForEach) -> Iterator[Diagnostic]:
    """One variable that every round sets: they cannot all do it."""
    names = {loop.binder.name}
    for line in loop.body:
        match line:
            case nodes.Let(name=name):
                names.add(name)
            case nodes.Assign(target=target, op="=") if isinstance(
                world.refs.get(id(target)), VariableSymbol
            ):
                used = {n.text for n in walk(target) if isinstance(n, nodes.Name)}
                if used.isdisjoint(names):
                    yield problem(
                        CODE,
                        line.span,
                        f"each round sets `{quoted(target)}`, and all happen at once",
                        mark="which of the values?",
                        labels=(Label(loop.binder.span, "a round for each of these"),),
                        hint="set it behind the loop; what is added by `+=` counts "
                        "together",
                    )
            case _:
                pass
