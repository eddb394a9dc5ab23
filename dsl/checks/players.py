"""The numbers of players that a game is for."""

from collections.abc import Iterator

from rulesrun.dsl.checks.fixed import MOST_PLAYERS
from rulesrun.dsl.codes import problem
from rulesrun.dsl.diagnostics import Diagnostic
from rulesrun.dsl.tables import Read
from rulesrun.dsl.world import World


def check_players(world: World, read: Read) -> Iterator[Diagnostic]:
    """The numbers of players make sense."""
    game = world.game
    if game is None:
        return
    low, high = game.players
    if low > high:
        message = f"nothing lies between {low} and {high} players"
        hint = f"write the smaller number first:  players {high}..{low}"
    elif low < 1:
        message = f"a game for {low} players has nobody to play it"
        hint = f"begin at 1 player:  players 1..{max(high, 1)}"
    elif high > MOST_PLAYERS:
        message = f"{high} players are more than the {MOST_PLAYERS} that can play"
        hint = f"stay at {MOST_PLAYERS} or below"
    else:
        return
    span = game.players_span or game.span
    yield problem("bad-player-count", span, message, mark="the players", hint=hint)
