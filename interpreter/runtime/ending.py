"""A state in which a choice is followed up to where the next turn or phase begins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulesrun.interpreter.runtime.layout import PHASE, TURN


class Begins(Exception):
    """Raised where the next turn or phase is about to begin."""


class UntilNext(list[Any]):
    """A copy of a state; it raises Begins as soon as the next turn or phase begins in it.

    What is tried out on copies of it goes on as ever.
    """

    __slots__ = ()

    def __init__(self, state: Iterable[Any]) -> None:
        super().__init__(state)

    def __setitem__(self, slot: Any, value: Any) -> None:
        if slot in (TURN, PHASE):
            raise Begins
        super().__setitem__(slot, value)
