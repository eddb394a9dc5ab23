"""A player of Architects by rules of thumb, without looking ahead.

Constructs what scores most, works on the cathedral, fetches what there is least of, hires and
draws cards for what it could not build yet, and arrests workers of others where several stand
together.
"""

import re
from typing import Any

ORDER = """
    build_cathedral imprison release trade stand_guard draw_in_market buy_wares done
""".split()

FETCHED = {
    "dig_clay": "clay",
    "cut_stone": "stone",
    "fell_wood": "wood",
    "dig_gold": "gold",
    "mint": "silver",
}
"""What actions bring, each less wanted the more of it is there."""


def choose(turn: Any) -> int:
    """The option that seems best."""
    return max(range(len(turn.options)), key=lambda n: _value(turn, n))


def _value(turn: Any, number: int) -> float:
    name = turn.options[number].name
    head = name.split()[0]
    given = dict(re.findall(r"(\w+)=(\{[^}]*\}|.+?)(?= \w+=|$)", name))
    noise: float = turn.chance.random()
    if head == "construct":
        points: int = turn.game.component(given["building"]).points
        return 100 + 3 * points + noise
    if head == "capture" and "place" in given:  # else nobody is left to be captured
        place, owner = given["place"], int(given["owner"]) - 1
        standing: int = turn.seen.standing[place, owner]
        is_other = bool(owner != turn.seat)
        return 20 + 12 * (standing - 1) * is_other + noise
    if head == "make_captures":
        return 20 + 6 * _largest_group(turn) + 2 * noise
    if head in FETCHED:
        held: int = turn.seen.goods[turn.seat].get(FETCHED[head], 0)
        return 45 - 4 * held + 3 * noise
    if head == "draw_cards":
        return 42 - 3 * len(turn.seen.hand[turn.seat]) + 2 * noise
    if head in ("hire", "hire_in_market"):
        return 41 - 3 * len(turn.seen.apprentices[turn.seat]) + 2 * noise
    rank = ORDER.index(head) if head in ORDER else len(ORDER)
    return 40 - rank + 2 * noise


def _largest_group(turn: Any) -> int:
    """How many workers of one other player stand together."""
    standing = turn.seen.standing.items()
    return max(int(count) for (_, owner), count in standing if owner != turn.seat)
