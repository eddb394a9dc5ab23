"""What would be after a rule: only what nobody has to decide can be foreseen."""

from collections.abc import Iterator

from rulesrun.dsl.analysis.chains import Uses, parts, uses_of
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.semantics.narrowing import each, walk
from rulesrun.dsl.semantics.symbols import Symbol
from rulesrun.dsl.semantics.value_types import ZoneType
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes


def check_hypotheses(world: World, read: Read) -> Iterator[Diagnostic]:
    """No `E after rule(...)` comes to a choice or to chance."""
    trees = dict(parts(world))
    uses = uses_of(world)
    for decl in world.file.declarations:
        for node in each(decl, nodes.After):
            if id(node) in world.refs:
                yield from _unforeseeable(world, node, trees, uses)


def _unforeseeable(
    world: World, after: nodes.After, trees: dict[Symbol, object], uses: Uses
) -> Iterator[Diagnostic]:
    reached = [world.refs[id(after)]]
    for symbol in reached:  # grows while it is gone through
        for node in walk(trees.get(symbol)):
            what = _what(world, node)
            if what is not None:
                yield problem(
                    "cannot-change",
                    after.name_span,
                    f"nobody can say what would be after `{after.name}`: it {what}",
                    labels=(Label(node.span, "here"),),
                    hint="look ahead with a rule that leaves nothing open",
                )
                return
        for _, following in uses.get(symbol, ()):
            if following not in reached:
                reached.append(following)


def _what(world: World, node: nodes.Node) -> str | None:
    match node:
        case nodes.Choose() | nodes.Menu() | nodes.Best():
            return "asks for a choice"
        case nodes.Shuffle() | nodes.Call(name="random"):
            return "leaves something to chance"
        case nodes.Draw(source=source):
            kind = world.types.get(id(source))
            if isinstance(kind, ZoneType) and kind.kind == "bag":
                return "leaves something to chance"
            return None
        case _:
            return None
