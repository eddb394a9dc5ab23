"""How games end: loops that end them at the first player, and results that do not fit."""

from collections.abc import Iterator

from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.statements import ends
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted


def check_endings(world: World, read: Read) -> Iterator[Diagnostic]:
    """Where each of several players wins or loses, the game does not end at the first.

    Nor does a game know two kinds of results that nobody could tell apart or compare.
    """
    yield from _mixed(world)
    for loop in each(world.file.declarations, nodes.ForEach):
        players = t.element(world.types.get(id(loop.binder.of), t.UNKNOWN)) == t.PLAYER
        if not players or not ends(loop.body):
            continue
        name = nodes.Name(span=loop.span, text=loop.binder.name)
        first = next((w for w in each(loop.body, nodes.Wins) if w.player == name), None)
        if first is not None:
            yield _at_once(loop.binder, first)


def _mixed(world: World) -> Iterator[Diagnostic]:
    """`everybody wins` beside `nobody wins`; players ranked in a game of teams."""
    declarations = world.file.declarations
    ends = list(each(declarations, nodes.Wins))
    together = next((w for w in ends if w.everybody and not w.loses), None)
    nobody = next((w for w in ends if w.player is None and not w.everybody), None)
    if together is not None and nobody is not None:
        yield problem(
            "mixed-results",
            nobody.span,
            "in this game all can win, and then a draw looks the same",
            mark="all share the first place",
            labels=(Label(together.span, "all share it here, too"),),
            hint="say what it is for all of them:  everybody loses",
        )
    teams = world.game.teams if world.game is not None else None
    for rank in each(declarations, nodes.Rank):
        if rank.teams and teams is None:
            yield problem(
                "mixed-results",
                rank.span,
                "nothing says who is in a team",
                mark="which teams?",
                hint="say it under  game:  such as  teams by it.seat mod 2",
            )
        elif teams is not None and not rank.teams:
            yield problem(
                "mixed-results",
                rank.span,
                "the players of this game win in teams, and here each is ranked alone",
                mark="players, and not teams",
                labels=(Label(teams.span, "here the teams are named"),),
                hint="rank the teams, such as  rank teams by most sum(it.points)",
            )


def _at_once(binder: nodes.Binder, line: nodes.Wins) -> Diagnostic:
    order, word = ("least", "loses") if line.loses else ("most", "wins")
    group = quoted(binder.of)
    if binder.where is not None:
        group = f"all {binder.name} in {group} where {quoted(binder.where)}"
    ranked = f"rank players by {order} (1 if it in ({group}) else 0)"
    if group in ("players", "participants"):
        ranked = f"everybody {word}"
    return problem(
        "wins-in-loop",
        line.span,
        f"`{binder.name} {word}` ends the game at once, for all the others, too",
        mark="the loop comes no further",
        labels=(Label(binder.span, "only the first of these has a turn"),),
        hint=f"say it for all at once, in place of the loop:  {ranked}",
    )
