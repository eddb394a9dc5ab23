"""The numbers of players that a game is for."""

from collections.abc import Iterator

from rulesrun.dsl.analysis.fixed import MOST_PLAYERS, Setting, player_counts, settings
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic
from rulesrun.dsl.problems.remedies import change
from rulesrun.dsl.semantics.constants import NotFixed, evaluate
from rulesrun.dsl.semantics.symbols import OptionSymbol
from rulesrun.dsl.semantics.value_types import PlayerType, without_none
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax.nodes import Expr


def check_players(world: World, read: Read) -> Iterator[Diagnostic]:
    """The numbers of players make sense, and with each the game can begin."""
    game = world.game
    if game is None:
        return
    low, high = game.players
    span = game.players_span or game.span
    if low > high:
        message = f"nothing lies between {low} and {high} players"
        hint = change(
            f"write the smaller number first:  players {high}..{low}",
            span,
            f"players {high}..{low}",
        )
    elif low < 1:
        message = f"a game for {low} players has nobody to play it"
        most = min(max(high, 1), MOST_PLAYERS)
        text = f"players 1..{most}" if most > 1 else "players 1"
        hint = change(f"begin at 1 player:  {text}", span, text)
    elif high > MOST_PLAYERS:
        message = f"{high} players are more than the {MOST_PLAYERS} that can play"
        text = f"players {min(low, MOST_PLAYERS)}..{MOST_PLAYERS}"
        hint = change(f"stay at {MOST_PLAYERS} or below:  {text}", span, text)
    else:
        yield from _refused(world)
        return
    yield problem("bad-player-count", span, message, mark="the players", hint=hint)


def _refused(world: World) -> Iterator[Diagnostic]:
    """Numbers of players with which the options as declared are refused."""
    assert world.game is not None
    counts = player_counts(world)
    usual = settings(world)[: len(counts)]
    for line in world.game.require:
        refused = [s for s in usual if _is_false(world, line.test, s)]
        if refused:
            text = f': "{line.reason.text}"' if line.reason.text else ""
            yield problem(
                "refused-setup",
                line.test.span,
                f"with {_players(refused)} the game does not begin{text}",
                mark="does not hold",
                hint="if it is to begin, leave that number of players out, or let an "
                "option have another value at first",
            )
    for option in world.each(OptionSymbol):
        if isinstance(without_none(option.type), PlayerType):
            refused = [s for s in usual if _is_away(s, option.name)]
            if refused:
                yield problem(
                    "refused-setup",
                    option.decl.default.span,
                    f"with {_players(refused)} nobody sits there",
                    mark="does not take part",
                    hint="name a player who always takes part",
                )


def _is_false(world: World, test: Expr, setting: Setting) -> bool:
    try:
        return evaluate(world, test, setting) is False
    except (NotFixed, ZeroDivisionError):
        return False


def _is_away(setting: Setting, option: str) -> bool:
    seat, count = setting.get(option), setting["player_count"]
    return isinstance(seat, int) and isinstance(count, int) and seat >= count


def _players(results: list[Setting]) -> str:
    *most, last = [str(setting["player_count"]) for setting in results]
    counts = f"{', '.join(most)} or {last}" if most else last
    return f"{counts} player{'s' * (counts != '1')}"
