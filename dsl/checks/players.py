"""The numbers of players that a game is for."""

from collections.abc import Iterator

from rulesrun.dsl.checks.fixed import MOST_PLAYERS
from rulesrun.dsl.codes import problem
from rulesrun.dsl.diagnostics import Diagnostic
from rulesrun.dsl.remedies import change
from rulesrun.dsl.tables import Read
from rulesrun.dsl.world import World


def check_players(world: World, read: Read) -> Iterator[Diagnostic]:
    """The numbers of players make sense."""
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
        said = f"players 1..{most}" if most > 1 else "players 1"
        hint = change(f"begin at 1 player:  {said}", span, said)
    elif high > MOST_PLAYERS:
        message = f"{high} players are more than the {MOST_PLAYERS} that can play"
        said = f"players {min(low, MOST_PLAYERS)}..{MOST_PLAYERS}"
        hint = change(f"stay at {MOST_PLAYERS} or below:  {said}", span, said)
    else:
        return
    yield problem("bad-player-count", span, message, mark="the players", hint=hint)
