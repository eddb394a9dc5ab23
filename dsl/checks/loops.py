"""Loops that cannot come to an end."""

from collections.abc import Callable, Iterator

from rulesrun.dsl.analysis.chains import Use, parts, uses_of
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.circles import inner_first
from rulesrun.dsl.semantics.constants import NotFixed, evaluate
from rulesrun.dsl.semantics.control_flow import leaves_loop
from rulesrun.dsl.semantics.narrowing import each, walk
from rulesrun.dsl.semantics.value_types import GridType, ZoneType
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted

Loop = nodes.While | nodes.RepeatUntil
OPAQUE = nodes.Choose | nodes.Menu | nodes.Do | nodes.Raise | nodes.Best
ENDS = nodes.EndGame | nodes.Wins
MOVES = nodes.Move | nodes.MovePieces | nodes.Draw | nodes.Shuffle


def check_loops(world: World, read: Read) -> Iterator[Diagnostic]:
    """Each loop can end, as far as that is plain to see."""
    ends = _game_enders(world)
    for decl in world.file.declarations:
        loops: list[Loop] = [*each(decl, nodes.While), *each(decl, nodes.RepeatUntil)]
        for loop in loops:
            yield from _loop(world, loop, ends)


def _game_enders(world: World) -> set[sym.Symbol]:
    """The rules, actions and events that may end the game."""
    result = {
        symbol for symbol, tree in parts(world) if each(tree, nodes.EndGame, nodes.Wins)
    }
    uses = uses_of(world)
    before = -1
    while before != len(result):  # once but where rules carry themselves out
        before = len(result)
        for symbol in inner_first(uses):
            if any(target in result for _, target in uses[symbol]):
                result.add(symbol)
    return result


def _loop(world: World, loop: Loop, ends: set[sym.Symbol]) -> Iterator[Diagnostic]:
    test = loop.test if isinstance(loop, nodes.While) else loop.until
    goes_on_while = isinstance(loop, nodes.While)
    inside = walk(loop.body)
    if leaves_loop(loop.body) or any(
        isinstance(node, ENDS | nodes.Return | nodes.Cancel)
        or (isinstance(node, Use) and world.refs.get(id(node)) in ends)
        for node in inside
    ):
        return
    try:
        always = bool(evaluate(world, test, {}))
    except (NotFixed, ZeroDivisionError):
        if not _may_change(world, test, inside):
            yield problem(
                "endless-loop",
                test.span,
                "nothing in this loop changes what its condition looks at",
                mark="stays as it is",
                labels=(Label(loop.span, "the loop"),),
                hint="change it inside, or leave the loop with  stop",
            )
        return
    if always == goes_on_while:
        yield problem(
            "endless-loop",
            test.span,
            "this loop never ends",
            mark=f"always {'true' if always else 'false'}",
            labels=(Label(loop.span, "the loop"),),
            hint=_ended_by(loop),
        )
    elif goes_on_while:
        yield problem(
            "unreachable",
            loop.body[0].span,
            "this line is never reached",
            labels=(Label(test.span, "because this is always false"),),
            hint="correct the condition or remove the loop",
        )


def _ended_by(loop: Loop) -> str:
    """How the loop could end: most often it goes on as long as somebody can act."""
    for node in walk(loop.body):
        if isinstance(loop, nodes.While) and isinstance(node, nodes.MenuAction):
            condition = f"while can {node.name}({', '.join(map(quoted, node.args))}):"
            return (
                f"say how long it goes on, such as  {condition}  or leave it with  stop"
            )
    return "give it a condition that can change, or leave it with  stop"


def _may_change(world: World, test: nodes.Expr, inside: list[nodes.Node]) -> bool:
    """Whether anything in a loop may make its condition come out otherwise."""
    if any(isinstance(node, OPAQUE) for node in inside):
        return True
    for node in walk(test):
        chance = isinstance(node, nodes.Call) and node.name == "random"
        if chance or isinstance(node, nodes.Can | nodes.After):
            return True
    seen: set[sym.Symbol] = set()
    _look(world, test, seen.add)
    if any(isinstance(node, MOVES) for node in inside) and _looks_at_places(test, seen):
        return True
    for node in inside:
        symbol = None
        if isinstance(node, nodes.Assign):
            symbol = world.refs.get(id(node.target))
        elif isinstance(node, nodes.Let):
            symbol = world.refs.get(id(node))
        if symbol in seen:
            return True
    return False


def _looks_at_places(test: nodes.Expr, seen: set[sym.Symbol]) -> bool:
    if any(isinstance(node, nodes.Name) and node.text == "box" for node in walk(test)):
        return True
    return any(
        isinstance(s, sym.VariableSymbol) and isinstance(s.type, ZoneType | GridType)
        for s in seen
    )


def _look(world: World, tree: object, see: Callable[[sym.Symbol], None]) -> None:
    """See every variable and local name that a condition depends on."""
    pending, visited = [tree], set[sym.Symbol]()
    while pending:
        for node in walk(pending.pop()):
            symbol = world.refs.get(id(node))
            match symbol:
                case sym.VariableSymbol() | sym.LocalSymbol():
                    see(symbol)
                case sym.FunctionSymbol() if symbol not in visited:
                    visited.add(symbol)
                    pending.append(symbol.decl.body)
                case sym.AmountSymbol() if symbol not in visited:
                    visited.add(symbol)
                    pending.append(symbol.decl.value)
                    pending += [a.decl for a in symbol.adjustments]
