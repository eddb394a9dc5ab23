"""Compiled games for a page: made on the author's machine, found by the C that they are of."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from attrs import define

from rulesrun.interpreter.native.build import READY
from rulesrun.interpreter.native.wasm import Library, Values
from rulesrun.interpreter.native.wasm_build import digest_of


@define(eq=False)
class PageHost:
    """A module that the scripts of the page run: a Host."""

    script: Any
    copied: Any

    def call(self, name: str, arguments: Sequence[int | float], kinds: str) -> Any:
        """What a function gives."""
        return self.script.call(name, self.copied(list(arguments)), kinds)

    def read(self, at: int, size: int) -> bytes:
        """Some bytes of the memory."""
        return bytes(self.script.read(at, size).to_bytes())

    def write(self, at: int, data: bytes) -> None:
        """Set some bytes of the memory."""
        self.script.write(at, self.copied(data))


def offer(modules: Collection[str], begin: Any, copied: Any) -> None:
    """Have games played compiled as far as the page has their modules.

    Args:
        modules: The modules that there are, by the digests of their C.
        begin: Begins a module, by its digest, and gives what calls it.
        copied: Makes a value of the scripts from one of Python.
    """

    def ready(text: str) -> tuple[Any, Any] | None:
        digest = digest_of(text)
        if digest not in modules:
            return None
        host = PageHost(begin(digest), copied)
        return Library(host, wide="#define OPTION num" in text), Values(host)

    READY.append(ready)
