"""A player of Architects by rules of thumb, without looking ahead.

Constructs what scores most, fetches in turn what buildings cost, arrests workers of others
where several stand together, and works on the cathedral.
"""

import re
from typing import Any

ORDER = """
    work_on_cathedral construct capture dig_gold cut_stone fell_wood dig_clay make_captures
    imprison release draw_cards hire trade stand_guard mint buy_wares done
""".split()


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
    if head == "capture":
        place, owner = given["place"], int(given["owner"]) - 1
        standing: int = turn.seen.standing[place, owner]
        is_other = bool(owner != turn.seat)
        return 20 + 12 * (standing - 1) * is_other + noise
    goods = turn.seen.goods[turn.seat]
    held: int
    fetched = {"dig_clay": "clay", "cut_stone": "stone", "fell_wood": "wood"}
    if head in fetched:
        held = goods.get(fetched[head], 0)
        return 45 - 4 * held + 3 * noise
    rank = ORDER.index(head) if head in ORDER else len(ORDER)
    return 40 - rank + 2 * noise
