"""What a search in plain Python remembers: choices that followed each other, and numbers."""

from __future__ import annotations

from attrs import Factory, define, field, frozen

from rulesrun.interpreter.runtime.layout import RawOption


@define(eq=False)
class Node:
    """A sequence of choices: what was chosen next, how often, and what it brought."""

    visits: int = 0
    children: dict[RawOption, Child] = Factory(dict)


@define(eq=False)
class Child:
    """A choice at a node; `there` counts how often it was possible."""

    visits: int = 0
    there: int = 0
    value: float = 0.0
    node: Node = field(factory=Node)

    @property
    def mean(self) -> float:
        """What it brought on average."""
        return self.value / self.visits


@frozen
class Found:
    """What a search found of an option: how often it was followed, and its mean worth.

    `low` and `high` are what is proved of it, as seat 0 sees it (see `proving`).
    """

    visits: int
    worth: float
    low: int = -1
    high: int = 1

    def with_(self, other: Found) -> Found:
        """What two searches of the same option found together."""
        visits = self.visits + other.visits
        total = self.worth * self.visits + other.worth * other.visits
        worth = total / visits if visits else other.worth
        low, high = max(self.low, other.low), min(self.high, other.high)
        return Found(visits, worth, low, high)


@define(eq=False)
class Running:
    """The mean and the variance of numbers, as they come."""

    count: int = 0
    mean: float = 0.0
    variance: float = 0.0

    def add(self, value: float) -> None:
        """One more."""
        self.count += 1
        away = value - self.mean
        self.mean += away / self.count
        self.variance += (away * (value - self.mean) - self.variance) / self.count
