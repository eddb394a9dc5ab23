"""What the end of a game means for its players: to have won, drawn or lost."""

from collections.abc import Sequence

from rulesrun.dsl.core.program import Core

WON, DRAWN, LOST = "won", "drawn", "lost"


def outcomes(core: Core, places: Sequence[int]) -> tuple[str, ...]:
    """What each player has come to, by the places of all.

    Who shares place 1 with some has won. Where all share it, they have won in a game that
    all can win together, and alone; else it is a draw. Where nobody has place 1, the game
    has won, or a neutral participant: all have lost.
    """
    if set(places) == {1}:
        won = core.endings.wins or len(places) == 1
        return (WON if won else DRAWN,) * len(places)
    return tuple(WON if place == 1 else LOST for place in places)


def victories(core: Core, places: Sequence[int]) -> list[float]:
    """How much of the victory each player has, 0 to 1.

    All of it in a team that wins, or where everybody wins together, and half of it where
    all teams come first; else those who share place 1 share it.
    """
    winners = sum(place == 1 for place in places)
    if core.endings.teams:
        winners = 2 if set(places) == {1} else 1
    if set(places) == {1} and core.endings.wins:
        winners = 1
    return [1 / winners if place == 1 else 0.0 for place in places]


def rewards(core: Core, places: Sequence[int]) -> list[float]:
    """From -1 for being beaten by all to 1 for beating all others.

    Alone, or where all win or lose together, 1 or -1; in a draw 0.
    """
    results = set(outcomes(core, places))
    if len(results) == 1 or len(places) == 1:
        worth = {WON: 1.0, DRAWN: 0.0, LOST: -1.0}
        return [worth[result] for result in outcomes(core, places)]
    others = len(places) - 1
    return [sum((own < q) - (own > q) for q in places) / others for own in places]
