"""A compiled game as WebAssembly: the same C, in a memory of its own that it cannot leave.

`Library` and `Values` are to a module of WebAssembly what cffi's are to a library, as far
as engines use them. Whatever runs the module, on the desktop or in a browser, stands behind
`Host`.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, Protocol

from attrs import define, field, frozen

from rulesrun.interpreter.native.build import CDEF

SIZES = {
    "char": "b",
    "int8_t": "b",
    "uint8_t": "B",
    "int16_t": "h",
    "int": "i",
    "int32_t": "i",
    "uint32_t": "I",
    "int64_t": "q",
    "uint64_t": "Q",
    "double": "d",
}
"""How numbers of C lie in the memory, as `struct` says it."""

ALLOCATES, FREES = "malloc", "free"


class Host(Protocol):
    """What runs a module: its functions, and its memory."""

    def call(self, name: str, arguments: Sequence[int | float], kinds: str) -> Any:
        """What a function gives; `kinds` has a letter of SIGNS for each argument."""

    def read(self, at: int, size: int) -> bytes:
        """Some bytes of the memory."""

    def write(self, at: int, data: bytes) -> None:
        """Set some bytes of the memory."""


@frozen
class Signature:
    """What a function takes and gives.

    `kinds` has for each argument i (32 bits, also addresses), q (64 bits) or d; `gives` is
    the type of numbers that an address which it gives leads to, or none.
    """

    kinds: str
    gives: str | None


@cache
def signatures(declared: str = CDEF) -> dict[str, Signature]:
    """The functions that are declared in C."""
    outcome = {}
    for row in declared.replace("\n", " ").split(";"):
        match = re.fullmatch(r"\s*(.*?)\b(\w+)\s*\((.*)\)\s*", row)
        if match is not None:
            result, name, taken = match.groups()
            kinds = "" if taken.strip() == "void" else taken
            leads = re.search(r"(\w+)\s*\*", result)
            outcome[name] = Signature(
                "".join(map(_kind, kinds.split(","))) if kinds else "",
                leads[1] if leads else None,
            )
    return outcome


def _kind(argument: str) -> str:
    if "*" in argument:
        return "i"
    if re.search(r"\b(u?int64_t|long long)\b", argument):
        return "q"
    return "d" if "double" in argument else "i"


@define(eq=False)
class Pointer:
    """An address in the memory of a module, and what numbers lie there."""

    host: Host
    at: int
    sign: str
    count: int = 0
    owns: bool = False
    base: Pointer | None = None

    def __add__(self, steps: int) -> Pointer:
        at = self.at + steps * struct.calcsize(self.sign)
        return Pointer(self.host, at, self.sign, base=self)

    def __getitem__(self, at: int) -> Any:
        size = struct.calcsize(self.sign)
        data = self.host.read(self.at + at * size, size)
        return struct.unpack(f"<{self.sign}", data)[0]

    def __iter__(self) -> Any:
        return iter(self.numbers(self.count))

    def numbers(self, count: int) -> list[Any]:
        """So many numbers from here on."""
        if not count:
            return []
        data = self.host.read(self.at, count * struct.calcsize(self.sign))
        return list(struct.unpack(f"<{count}{self.sign}", data))

    def __del__(self) -> None:
        if self.owns:
            with suppress(ValueError):  # as a process ends, the host may end before
                self.host.call(FREES, [self.at], "i")


@define(eq=False)
class Values:
    """Makes room for numbers in the memory of a module, as cffi does."""

    host: Host
    NULL: int = 0

    def new(
        self, kind: str, content: int | Iterable[int | float] | None = None
    ) -> Pointer:
        """Room for numbers: so many of them, or these; raises MemoryError."""
        name, _, room = kind.partition("[")
        sign = SIZES[name.strip()]
        fixed = room.rstrip("]")
        numbers = None if content is None or isinstance(content, int) else list(content)
        count = int(fixed) if fixed else content
        if numbers is not None:
            count = len(numbers)
        assert isinstance(count, int)
        size = max(1, count) * struct.calcsize(sign)
        at = int(self.host.call(ALLOCATES, [size], "i"))
        if not at:
            raise MemoryError(f"there is no room for {size} bytes")
        data = (
            bytes(size) if numbers is None else struct.pack(f"<{count}{sign}", *numbers)
        )
        self.host.write(at, data)
        return Pointer(self.host, at, sign, count, owns=True)

    def unpack(self, pointer: Pointer, count: int) -> list[Any]:
        """So many numbers from an address on."""
        return pointer.numbers(count)


@define(eq=False)
class Library:
    """The functions of a module, as attributes; `wide` are options of 64 bits."""

    host: Host
    wide: bool = False
    declared: str = CDEF
    _made: dict[str, Callable[..., Any]] = field(factory=dict, init=False)

    def __getattr__(self, name: str) -> Callable[..., Any]:
        signature = signatures(self.declared).get(name)
        if signature is None:
            raise AttributeError(name)
        result = self._made.get(name)
        if result is None:
            result = self._made[name] = self._function(name, signature)
        return result

    def _function(self, name: str, signature: Signature) -> Callable[..., Any]:
        host = self.host
        sizes = {**SIZES, "opt": "q" if self.wide else "i"}

        def call(*arguments: Any) -> Any:
            numbers = [one.at if isinstance(one, Pointer) else one for one in arguments]
            result = host.call(name, numbers, signature.kinds)
            if signature.gives is None:
                return result
            return Pointer(host, int(result), sizes[signature.gives])

        return call


def functions(declared: str = CDEF) -> list[str]:
    """What a module must let others call."""
    return [ALLOCATES, FREES, *signatures(declared)]
