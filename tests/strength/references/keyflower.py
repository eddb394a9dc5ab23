"""A player of Keyflower by rules of thumb, without looking ahead.

Builds and upgrades what it can, bids few meeples on tiles that score or make much, uses tiles
while that is cheap, carries goods, and passes when all else is dear.
"""

import re
from typing import Any


def choose(turn: Any) -> int:
    """The option that seems best."""
    return max(range(len(turn.options)), key=lambda n: _value(turn, n))


def _value(turn: Any, number: int) -> float:
    name: str = turn.options[number].name
    head = name.split()[0]
    given = dict(re.findall(r"(\w+)=(\{[^}]*\}|.+?)(?= \w+=|$)", name))
    meeples = int(given.get("n", 1)) if head in ("bid", "use") else 0
    noise: float = turn.chance.random()
    tile = turn.game.component(given["tile"]) if "tile" in given else None
    worth = 0.0
    if tile is not None:
        makes = tile.makes[0] if tile.makes else {}
        worth += 1.5 * max(tile.points, default=0) + sum(makes.values())
        worth += 2 * (makes.get("gold", 0) > 0) + 3 * (tile.kind == "winter")
    match head:
        case "upgrade":
            return 60 + worth
        case "build":
            return 55 + worth
        case "bid":
            return 30 + worth - 7 * meeples - 5 * ("colour=green" in name) + noise
        case "use":
            return 26 + worth - 7 * meeples - 5 * ("colour=green" in name) + noise
        case "carry":
            return 24 + noise
        case "pass" | "done":
            return 18
        case _:
            return name.count(",") + noise
