"""A small game with payoffs that all win or lose together."""


def rescue(players: int, ending: str) -> str:
    """Its rules, for so many players, with the lines that end it."""
    return f"""\
language 2

game rescue:
    players {players}

each player:
    payoff: int

play:
    for each p in players:
        p chooses n in 1..3
        p.payoff += n
        p.left.payoff -= n
{ending}"""
