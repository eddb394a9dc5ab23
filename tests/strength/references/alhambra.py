"""A player of Alhambra as somebody plays who knows what matters, without looking ahead.

Pays exactly where that is possible, takes much money in few cards, buys dear buildings with
many walls, and puts them where the wall grows longest and places stay free.
"""

import re
from typing import Any

SIDES = {"north": (0, -1), "south": (0, 1), "east": (1, 0), "west": (-1, 0)}
WORTH = "pavilion seraglio arcades chambers garden tower".split()
Palace = dict[tuple[int, int], frozenset[str]]


def choose(turn: Any) -> int:
    """The option that seems best."""
    component, seen = turn.game.component, turn.seen
    palace: Palace = {}
    for cell, name in seen.palace[turn.seat].items():
        x, y = map(int, cell.split(","))
        palace[x, y] = component(name).walls
    values = [_value(option.name, component, seen, palace) for option in turn.options]
    return values.index(max(values))


def _value(option: str, component: Any, seen: Any, palace: Palace) -> float:
    head, _, rest = option.partition(" ")
    given = dict(re.findall(r"(\w+)=(\{[^}]*\}|.+?)(?= \w+=|$)", rest))
    names = [n for n in given.get("cards", "").strip("{}").split(", ") if n]
    money: list[int] = [component(name).value for name in names]
    match head:
        case "buy":
            tile = component(seen.market[given["slot"]])
            over: int = sum(money) - tile.cost
            worth: int = 3 * WORTH.index(tile.kind) + 2 * len(tile.walls)
            return 100 + worth - 6 * over - len(money) + 30 * (over == 0)
        case "take":
            return 55 + 2.5 * sum(money) + 2 * (len(money) - 1)
        case "build" | "add":
            x, y = map(int, given["c"].split(","))
            after = {**palace, (x, y): component(given["tile"]).walls}
            gained = _wall(after) - _wall(palace)
            return (70 if head == "build" else 50) + 4 * gained + 0.5 * _free(after)
        case "keep":
            return 40
        case _:
            return 0


def _wall(palace: Palace) -> int:
    """How long the longest wall around the palace is."""
    edges = list[frozenset[tuple[int, int]]]()
    for (x, y), walls in palace.items():
        for side in walls:
            dx, dy = SIDES[side]
            if (x + dx, y + dy) not in palace:
                left, top = x + max(dx, 0), y + max(dy, 0)
                end = (left, top + 1) if dx else (left + 1, top)
                edges.append(frozenset(((left, top), end)))
    best = 0
    while edges:
        together, size = set(edges.pop()), 1
        while more := [edge for edge in edges if edge & together]:
            edges = [edge for edge in edges if edge not in more]
            together |= set().union(*more)
            size += len(more)
        best = max(best, size)
    return best


def _free(palace: Palace) -> int:
    """How many sides without a wall lead out of the palace."""
    return sum(
        side not in walls and (x + dx, y + dy) not in palace
        for (x, y), walls in palace.items()
        for side, (dx, dy) in SIDES.items()
    )
