"""A player of Kingdom Builder by rules of thumb, without looking ahead.

Uses its location tiles, settles beside locations that still have a tile and beside castles,
and for the rest as the three cards of the game pay for it.
"""

from typing import Any


def choose(turn: Any) -> int:
    """The option that seems best."""
    site = Site(turn)
    values = [_value(turn, site, option.name) for option in turn.options]
    return values.index(max(values))


class Site:
    """The board, as far as it matters, looked at once for a choice."""

    def __init__(self, turn: Any) -> None:
        self.seen, self.seat = turn.seen, turn.seat
        self.board = turn.game.layout.boards["land"]
        self.number = {name: n for n, name in enumerate(self.board.names)}
        house = dict(self.seen.house)
        self.mine = {cell for cell, owner in house.items() if owner == turn.seat}
        self.rows = [self.board.row_of[self.number[cell]] for cell in self.mine]
        self.goals = " ".join(self.seen.goals)
        self.at_castle = any(
            self.seen.terrain[c] == "castle" for m in self.mine for c in self.near(m)
        )

    def near(self, cell: str) -> list[str]:
        """The cells beside one."""
        return [self.board.names[n] for n in self.board.neighbours[self.number[cell]]]


def _value(turn: Any, site: Site, name: str) -> float:
    bonus = {"use": 6.0, "build": 4.0, "lift": 1.0, "done": 2.0}.get(
        name.split()[0], 3.0
    )
    noise: float = turn.chance.random() / 10
    if name.count("h=") != 1:
        return bonus + noise
    return bonus + noise + _place(site, name.split("h=")[1].split()[0])


def _place(site: Site, cell: str) -> float:
    """What a settlement in a cell seems to be worth."""
    seen, goals, around = site.seen, site.goals, site.near(cell)
    beside = [seen.terrain[c] for c in around]
    own = sum(c in site.mine for c in around)
    here = site.board.row_of[site.number[cell]]
    value = -0.3 * own
    for c, terrain in zip(around, beside, strict=True):
        if terrain == "location" and seen.tiles[c] and c not in seen.visited[site.seat]:
            value += 8
    if not site.at_castle:
        value += 3 * beside.count("castle")
    value += ("fishermen" in goals) * ("water" in beside)
    value += ("miners" in goals) * ("mountain" in beside)
    value += ("workers" in goals) * ("castle" in beside or "location" in beside)
    value += ("discoverers" in goals) * (here not in site.rows)
    value += ("hermits" in goals) * 1.5 * (not own)
    value += ("citizens" in goals) * 0.8 * (own > 0)
    if "knights" in goals and site.rows:
        value += 1.5 * (here == max(set(site.rows), key=site.rows.count))
    return value
