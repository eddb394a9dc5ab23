"""Somebody who looks at a table: what they are told, and what they say, on whatever way."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import NoReturn

from attrs import define, field

from rulesrun.cli.screen.labels import Labels
from rulesrun.table import seating
from rulesrun.table.record import NotNow
from rulesrun.table.sitting import Bench, Table
from rulesrun.table.values import packed, shown
from rulesrun.table.words import page_words


@define(eq=False)
class View:
    """One page that looks at a table; `send` takes a message to it.

    The `viewer` is a seat, ONLOOKER, or none who may know everything.
    """

    table: Table
    viewer: int | None
    language: str
    send: Callable[[str], Awaitable[None]]
    _edition: int = field(default=-1, init=False)

    async def tell(self) -> NoReturn:
        """Whenever the game has gone on, where it stands; to slow pages only the last."""
        while True:
            changed = self.table.audience.news(self.viewer)
            await self.tell_now()
            await changed.wait()

    async def tell_now(self) -> None:
        """Where the game stands, and before it what has not been told since it began."""
        bench = self.table.workbench
        if self._edition != self.table.edition:
            self._edition = self.table.edition
            game = await self.table.answer("game", self.viewer, self.language, {})
            await self.send(packed(game))
        if bench is not None and self.viewer is None:
            language = self.table.language(self.language)
            data = bench.data(language)
            await self.send(packed({"kind": "workbench", **data}))
        await self.send(await self.table.scene(self.viewer, self.language))

    def become(self, viewer: int | None, language: str) -> None:
        """Look with other eyes, or in another language, from now on."""
        if (viewer, language) != (self.viewer, self.language):
            self.viewer, self.language = viewer, language
            self._edition = -1

    async def do(self, message: Mapping[str, object]) -> None:
        """Do what was said, as `read_message` gives it; why not, is told."""
        try:
            match message:
                case {
                    "do": "choose",
                    "at": int(at),
                    "option": int(number),
                    "mark": str(mark),
                }:
                    await self.table.choose(self.viewer, at, number, mark)
                case {"do": "undo", "at": int(at), "mark": str(mark)}:
                    await self.table.undo(self.viewer, at, mark)
                case {"do": "name", "name": str(name)}:
                    await seating.name(self.table, self.viewer, name)
                case {"do": "give", "kind": str(kind)}:
                    await seating.give(self.table, self.viewer, kind)
                case {"do": "again"}:
                    await seating.again(self.table, self.viewer)
                case {"do": "put", "title": str(title)}:
                    await self._bench().put(title)
                case {"do": "back"}:
                    await self._bench().back()
                case {"do": "compare"}:
                    await self._bench().compare()
                case {"do": "sheet", "name": str(name)}:
                    sheet = await self._bench().sheet(name, self.language)
                    await self.send(packed(sheet))
                case {
                    "do": "cell",
                    "name": str(name),
                    "line": int(line),
                    "column": int(column),
                    "was": str(was),
                    "text": str(text),
                }:
                    await self._bench().cell(name, line, column, was, text)
                case {
                    "do": ("add" | "drop") as act,
                    "name": str(name),
                    "line": int(line),
                    "cells": list(was),
                }:
                    await self._bench().row(name, line, was, adds=act == "add")
                case {"do": str(kind)}:
                    answer = await self.table.answer(
                        kind, self.viewer, self.language, message
                    )
                    await self.send(packed(answer))
        except NotNow as error:
            words = page_words(self.language)
            language = self.table.language(self.language)
            sentence = told_problem(error, words, self.table.labels[language])
            await self.send(packed({"kind": "problem", "message": sentence}))

    def _bench(self) -> Bench:
        """The designer's side; raises NotNow for anybody else."""
        if self.viewer is not None or self.table.workbench is None:
            raise NotNow("not yours")
        return self.table.workbench


def told_problem(error: NotNow, words: Mapping[str, str], labels: Labels) -> str:
    """Why something was not possible, in the language of whoever asked."""
    text = words.get(error.key) or labels.words.reason(error.key, ())
    return shown(text or error.message)
