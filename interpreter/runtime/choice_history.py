"""The choices that led to a position: a list that copies of the position share.

It is what memory is derived from. Only games that hide anything have one.
"""

from __future__ import annotations

from collections.abc import Iterable
from threading import RLock
from typing import Any, NamedTuple

from attrs import define, field

from rulesrun.interpreter.runtime.chance import Seed
from rulesrun.interpreter.runtime.layout import FORCED, SEED, RawOption, State

SHUFFLE, DRAW, VALUE, KIND, CHOICE = "shuffle", "draw", "value", "kind", "choice"
"""What is hidden can come of: the order after a shuffle, a component out of a bag, a
value drawn, a piece of a kind out of a stock, a choice in secret."""


COMPONENTS = -1
"""In place of a slot: a component is drawn out of some."""


class Event(NamedTuple):
    """What a chance has brought, or what somebody has chosen in secret.

    `where` is the slot it came out of, or who chose; `value` an order of components, a
    component, a value, or the number of a decision and a raw option; `ways` the results
    or options that there were, as far as they are kept. The `where` of a value that is a
    component is COMPONENTS.
    """

    kind: str
    where: int | None
    value: Any
    ways: tuple[Any, ...] = ()


@define(eq=False)
class Root:
    """Where a line begins: with a seed, or with a state.

    Attributes:
        seed: Chance, where no event says what it brings.
        events: What the first chances brought.
        state: The state before the first choice; without one, that of a new game.
        memories: By seat, the memory that goes on from the last time it was asked.
        sights: By seat, what it has seen, where no memory of it was ever asked for.
    """

    seed: Seed
    events: tuple[Event, ...] = ()
    state: State | None = None
    memories: dict[int, Any] = field(factory=dict, init=False)
    sights: dict[int, Any] = field(factory=dict, init=False)
    lock: RLock = field(factory=RLock, init=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return Root, (self.seed, self.events, self.state)


class Line:
    """A root and the choices since; immutable.

    `scripted` is what chance was told to bring after the last choice, `seed` where its
    chance comes from.
    """

    __slots__ = ("before", "choice", "length", "root", "scripted", "seed")

    def __init__(
        self,
        root: Root,
        before: Line | None = None,
        choice: RawOption | None = None,
        scripted: tuple[str, ...] = (),
        seed: Seed = 0,
    ) -> None:
        self.root = root
        self.before = before
        self.choice = choice
        self.scripted = scripted
        self.seed = seed
        self.length: int = 0 if before is None else before.length + 1

    def then(self, state: State, choice: RawOption) -> Line:
        """The line with a choice that is about to be carried out in a state."""
        return Line(self.root, self, choice, state[FORCED], state[SEED])

    def since(self, earlier: Line | None) -> list[Line] | None:
        """The links behind an earlier line, or the root; none where it is no part of this."""
        lines: list[Line] = []
        link: Line | None = self
        length = 0 if earlier is None else earlier.length
        while link is not None and link.length > length:
            lines.append(link)
            link = link.before
        if earlier is not None and link is not earlier:
            return None
        lines.reverse()
        return lines

    def __reduce__(self) -> tuple[Any, ...]:
        links = self.since(None) or []
        return _again, (self.root, [(x.choice, x.scripted, x.seed) for x in links])


def _again(
    root: Root, links: Iterable[tuple[RawOption, tuple[str, ...], Seed]]
) -> Line:
    line = Line(root)
    for choice, scripted, seed in links:
        line = Line(root, line, choice, scripted, seed)
    return line
