"""Studies for notebooks: games are played here and now, and tables are data frames.

    tables = play({"short": short, "long": long}, games=500)
    tables.frame("seats").group_by("arm", "seat").agg(pl.col("won").mean())

Needs the extra `rulesrun[study]`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulesrun.agents.players import player_of
from rulesrun.interpreter.game import Game
from rulesrun.studies.plan import Arm, Study, part_size, parts
from rulesrun.studies.rows import lists_of
from rulesrun.studies.tables import Reading, Tables
from rulesrun.studies.work import Alone

RANDOM = "random"


def play(
    arms: Game | Mapping[str, Game],
    games: int = 100,
    seats: Sequence[str] = (),
    *,
    seed: int = 1,
    rotate: bool = True,
    native: bool = True,
) -> Tables:
    """Play games of each arm, with the same seeds, in this process.

    Args:
        arms: What is compared, by names of its own; or one game.
        games: How many games of each.
        seats: The kinds of players by seat (`player_of`); those that are left out are `random`.
        seed: The seed of the first game.
        rotate: Whether everybody sits one seat further in each game.
        native: Whether games are compiled where that is possible.

    Raises ValueError for more kinds than players, UnknownPlayer and OwnFault for kinds that
    cannot play; GameFault where the rules go wrong.
    """
    named = {"": arms} if isinstance(arms, Game) else dict(arms)
    named_arms = []
    for name, game in named.items():
        if len(seats) > game.players:
            raise ValueError(f"{len(seats)} kinds of players for {game.players} seats")
        kinds = (*seats, *(RANDOM for _ in range(game.players - len(seats))))
        for kind in set(kinds):
            player_of(kind, game, 0)
        named_arms.append(Arm(name, game, kinds))
    study = Study(tuple(named_arms), seed, rotate, native)
    quick = all(kind == RANDOM for arm in named_arms for kind in arm.kinds)
    reading = Reading()
    planned = parts(len(named_arms), games, part_size(games, quick=quick))
    with Alone() as worker:
        for _, rows in worker.results(study, planned):
            reading.add(rows)
    return reading.tables(lists_of(study))
