"""Modules of WebAssembly under wasmtime, to compare them with machine code here."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from attrs import define, field

from rulesrun.interpreter.native.build import NoCompiler
from rulesrun.interpreter.native.wasm import Library, Values
from rulesrun.interpreter.native.wasm_build import module_of

MEGABYTES = 256
"""So much memory a game may have."""

FUEL = 20_000_000_000
"""So many steps a call may take: some ten seconds."""


class OutOfFuel(RuntimeError):
    """A call has taken more steps than it may, or more memory; it was ended."""


@define(eq=False)
class Sandbox:
    """A module with a memory of its own: a Host. `fuel` is how many steps a call may take.

    Raises NoCompiler where wasmtime is not installed.
    """

    code: bytes
    fuel: int = FUEL
    megabytes: int = MEGABYTES
    _store: Any = field(init=False)
    _exports: Any = field(init=False)
    _memory: Any = field(init=False)

    def __attrs_post_init__(self) -> None:
        try:
            wasmtime = import_module("wasmtime")
        except ImportError as error:
            raise NoCompiler(
                "wasmtime is not installed: pip install wasmtime"
            ) from error
        config = wasmtime.Config()
        config.consume_fuel = True
        config.wasm_exceptions = True
        engine = wasmtime.Engine(config)
        self._store = wasmtime.Store(engine)
        self._store.set_limits(memory_size=self.megabytes << 20)
        self._store.set_fuel(self.fuel)
        linker = wasmtime.Linker(engine)
        linker.define_wasi()
        self._store.set_wasi(wasmtime.WasiConfig())
        module = wasmtime.Module(engine, self.code)
        instance = linker.instantiate(self._store, module)
        self._exports = instance.exports(self._store)
        self._memory = self._exports["memory"]
        self._exports["_initialize"](self._store)

    def call(self, name: str, given: Sequence[int | float], kinds: str) -> Any:
        """What a function gives; raises OutOfFuel where it takes too much."""
        self._store.set_fuel(self.fuel)
        numbers = [
            one if kind == "d" else _signed(int(one), 64 if kind == "q" else 32)
            for one, kind in zip(given, kinds, strict=True)
        ]
        try:
            return self._exports[name](self._store, *numbers)
        except import_module("wasmtime").WasmtimeError as error:
            if "fuel" in str(error):
                raise OutOfFuel("the rules ask for too many steps at once") from error
            raise OutOfFuel(str(error).splitlines()[-1]) from error

    def read(self, at: int, size: int) -> bytes:
        """Some bytes of the memory."""
        return bytes(self._memory.read(self._store, at, at + size))

    def write(self, at: int, data: bytes) -> None:
        """Set some bytes of the memory."""
        self._memory.write(self._store, data, at)


def _signed(number: int, bits: int) -> int:
    number %= 1 << bits
    return number - (1 << bits) if number >> (bits - 1) else number


def sandboxed(text: str) -> tuple[Library, Values]:
    """The library of a C text in a sandbox, and its values' maker; raises NoCompiler."""
    host = Sandbox(module_of(text))
    return Library(host), Values(host)
