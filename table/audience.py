"""Who is told when there is something new to see: everybody, or one seat alone."""

from __future__ import annotations

import asyncio
from collections import Counter

from attrs import Factory, define

EVERYBODY = -3
"""Stands for who hears of what all are told, and of nothing else."""


@define(eq=False)
class Audience:
    """Wakes those who look at a table: seats, ONLOOKER, or none who sees everything."""

    version: int = 0
    _own: Counter[int | None] = Factory(Counter)
    _waiting: dict[int | None, asyncio.Event] = Factory(dict)
    _scenes: dict[tuple[int | None, str], str] = Factory(dict)

    def news(self, viewer: int | None) -> asyncio.Event:
        """What is set as soon as there is anything new to see for somebody."""
        return self._waiting.setdefault(viewer, asyncio.Event())

    def version_of(self, viewer: int | None) -> int:
        """How often there was something new to see for somebody."""
        return self.version + self._own[viewer]

    def wake(self) -> None:
        """Let everybody look again."""
        self.version += 1
        self._scenes.clear()
        for event in self._waiting.values():
            event.set()
        self._waiting.clear()

    def wake_seat(self, seat: int) -> None:
        """Let a seat look again, and nobody else know that there is anything to see."""
        self._own[seat] += 1
        for key in [key for key in self._scenes if key[0] == seat]:
            del self._scenes[key]
        event = self._waiting.pop(seat, None)
        if event is not None:
            event.set()

    # ---- what they see -----------------------------------------------------------------

    def scene(self, viewer: int | None, language: str) -> str | None:
        """What somebody sees, if it has been told since there was something new."""
        return self._scenes.get((viewer, language))

    def keep_scene(self, viewer: int | None, language: str, scene: str) -> None:
        """Keep what somebody sees until there is something new."""
        self._scenes[viewer, language] = scene
