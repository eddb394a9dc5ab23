"""Who leaves the game is not to choose: choices of who may have left by then."""

from collections.abc import Iterator

from attrs import define, evolve

from rulesrun.dsl.analysis.chains import parts, uses_of
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.control_flow import leaves
from rulesrun.dsl.semantics.departures import is_of_players
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.symbols import Symbol
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

Names = frozenset[str]
NOBODY: Names = frozenset()
FRESH = ("left", "right")


def check_departures(world: World, read: Read) -> Iterator[Diagnostic]:
    """Behind what may let somebody leave, whoever is to choose is tested to be there."""
    if world.left is None:
        return
    leaving = _letting_leave(world)
    bodies = [d for d in world.file.declarations if not _is_trial(d)]
    for decl in bodies:
        way = _Way(world, leaving, None, NOBODY, [])
        match decl:
            case nodes.HandlerDecl(body=body) | nodes.RuleDecl(body=body):
                way.block(body)
            case nodes.ActionDecl(body=body) | nodes.Play(body=body):
                way.block(body)
            case _:
                pass
        yield from way.found


def _is_trial(decl: nodes.Decl) -> bool:
    return isinstance(decl, nodes.ScenarioDecl | nodes.PositionDecl)


def _letting_leave(world: World) -> set[Symbol]:
    """The rules, actions and events by which somebody may leave."""
    result = {symbol for symbol, tree in parts(world) if each(tree, nodes.Leaves)}
    users: dict[Symbol, list[Symbol]] = {}
    for symbol, uses in uses_of(world).items():
        for use, used in uses:
            if not isinstance(use, nodes.After | nodes.Can):
                users.setdefault(used, []).append(symbol)
    pending = list(result)
    for symbol in pending:  # grows while it is gone through
        for user in users.get(symbol, ()):
            if user not in result:
                result.add(user)
                pending.append(user)
    return result


@define(eq=False)
class _Way:
    """Goes through a body; `since` is the line behind which somebody may have left, and
    `there` are the names of those who are certainly still in the game.
    """

    world: World
    leaving: set[Symbol]
    since: Span | None
    there: Names
    found: list[Diagnostic]

    def block(self, block: nodes.Block) -> None:
        for line in block:
            self.line(line)

    def inner(self, block: nodes.Block, there: Names) -> "_Way":
        way = evolve(self, there=there)
        way.block(block)
        return way

    def line(self, node: nodes.Stmt) -> None:
        match node:
            case nodes.If(branches=branches, otherwise=otherwise):
                self._if(branches, otherwise)
            case nodes.ForEach(binder=binder, body=body):
                self._begun(body)
                own = {binder.name} if is_of_players(binder.of) else set()
                self.inner(body, (self.there - {binder.name}) | own)
            case nodes.While(test=test, body=body):
                self._begun(body)
                self.inner(body, self.there | _tested(test, True))
            case nodes.RepeatUntil(body=body) | nodes.RepeatTimes(body=body):
                self._begun(body)
                self.inner(body, self.there)
            case nodes.Turn(body=body) | nodes.Phase(body=body) | nodes.Best(body=body):
                way = self.inner(body, self.there)
                self.since, self.there = way.since, way.there
            case nodes.Let(name=name, value=value):
                self._named(name, value)
            case nodes.Assign(target=nodes.Name(text=name), op="=", value=value):
                self._named(name, value)
            case nodes.Expectation(test=test):
                self.there |= _tested(test, True)
            case nodes.Choose():
                self._choice(node)
            case _:
                self._begun((node,))

    def _begun(self, block: nodes.Block) -> None:
        """Somebody may leave in a block."""
        for line in each(block, nodes.Leaves):
            self.since, self.there = line.span, NOBODY
        for use in each(block, nodes.Do, nodes.Raise, nodes.MenuAction):
            if self.world.refs.get(id(use)) in self.leaving:
                self.since, self.there = use.span, NOBODY

    def _named(self, name: str, value: nodes.Expr) -> None:
        self.there -= {name}
        if _is_there(value, self.there):
            self.there |= {name}

    def _if(
        self,
        branches: tuple[tuple[nodes.Expr, nodes.Block], ...],
        otherwise: nodes.Block,
    ) -> None:
        ways: list[_Way] = []
        else_there = self.there
        for test, body in branches:
            way = self.inner(body, else_there | _tested(test, True))
            if not leaves(body):
                ways.append(way)
            else_there |= _tested(test, False)
        way = self.inner(otherwise, else_there)
        if not leaves(otherwise):
            ways.append(way)
        for way in ways:
            self.since = way.since or self.since
        there = [way.there for way in ways]
        self.there = frozenset.intersection(*there) if there else NOBODY

    def _choice(self, node: nodes.Choose) -> None:
        player = node.player
        lost = not node.optional and node.otherwise is None
        if self.since is not None and lost and isinstance(player, nodes.Name):
            if player.text not in self.there:
                self.found.append(_may_have_left(player, node.span, self.since))
                self.there |= {player.text}
        self.there -= {node.name}
        if not node.several and is_of_players(node.of):
            self.there |= {node.name}
        for block in (node.passing, node.otherwise):
            self._begun(block or ())


def _may_have_left(player: nodes.Name, span: Span, since: Span) -> Diagnostic:
    name = player.text
    return problem(
        "may-have-left",
        span,
        f"perhaps `{name}` has left the game here, and then nobody chooses",
        mark="may be impossible",
        labels=(Label(since, "somebody may leave here"),),
        hint=f"test it before:  if {name} in players:",
    )


def _is_there(value: nodes.Expr, there: Names) -> bool:
    """Whether a value is somebody who is still in the game."""
    match value:
        case nodes.Name(text=text):
            return text in there
        case nodes.Attribute(name=name):
            return name in FRESH
        case nodes.Call(name="first" | "last" | "random", args=(of,)):
            return is_of_players(of)
        case nodes.Quantified(kind="the" | "any", binder=binder):
            return is_of_players(binder.of)
        case _:
            return False


def _tested(test: nodes.Expr, holds: bool) -> Names:
    """Who is known to be in the game where a test holds, or where it does not."""
    match test:
        case nodes.Member(
            item=nodes.Name(text=text), of=nodes.Name(text="players"), negated=no
        ):
            return frozenset({text}) if no != holds else NOBODY
        case nodes.Not(of=of):
            return _tested(of, not holds)
        case nodes.And(left=left, right=right):
            both = _tested(left, holds), _tested(right, holds)
            return both[0] | both[1] if holds else both[0] & both[1]
        case nodes.Or(left=left, right=right):
            both = _tested(left, holds), _tested(right, holds)
            return both[0] & both[1] if holds else both[0] | both[1]
        case _:
            return NOBODY
