"""A state in which a choice is followed up to where something else begins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulesrun.interpreter.runtime.layout import NEWS, PHASE, TURN
from rulesrun.interpreter.runtime.showing import announced


class Begins(Exception):
    """Raised where the next turn or phase, or what is announced, is about to begin."""


class UntilNext(list[Any]):
    """A copy of a state; it raises Begins as soon as something else begins in it.

    That is the next turn or phase, or what is announced to everybody, such as a scoring:
    after so many announcements that are passed by.

    What is tried out on copies of it goes on as ever.
    """

    __slots__ = ("_passed",)

    def __init__(self, state: Iterable[Any], passed: int = 0) -> None:
        super().__init__(state)
        super().__setitem__(NEWS, ())
        self._passed = passed

    def __setitem__(self, slot: Any, value: Any) -> None:
        if slot in (TURN, PHASE) or (slot == NEWS and announced(value) > self._passed):
            raise Begins
        super().__setitem__(slot, value)
