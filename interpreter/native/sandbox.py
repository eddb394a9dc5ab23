"""A compiled game in a sandbox: WebAssembly under wasmtime, with bounded memory and fuel.

Whatever the rules ask for, it cannot touch anything but its own memory, has no more of
that than it was given, and is ended when its fuel is used up. Fuel is counted in
instructions of the module, so the same game ends at the same place on every machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from attrs import define, field, frozen

from rulesrun.dsl.limits import Limits
from rulesrun.interpreter.native.build import NoCompiler
from rulesrun.interpreter.native.wasm import Library, Values
from rulesrun.interpreter.native.wasm_build import module_of

FUEL_A_SECOND = 1_000_000_000
"""So many instructions are about a second."""

MOST_MEGABYTES = 256
"""More than any game needs."""

MISSING = "wasmtime is not installed: pip install 'rulesrun[sandbox]'"


@frozen
class Bounds:
    """How much a sandbox may have: megabytes of memory, and fuel, of which a call and all
    calls together may use so much."""

    megabytes: int
    fuel: int
    total: int

    @classmethod
    def of(cls, limits: Limits) -> Bounds:
        """As much as limits allow: a quarter of the memory, of which Python has most.

        Each game may last as long as all of them together.
        """
        seconds = limits.total or limits.seconds * 1_000
        fuel = seconds * FUEL_A_SECOND
        return cls(min(limits.megabytes // 4, MOST_MEGABYTES), fuel, fuel)


class OutOfBounds(RuntimeError):
    """A call needed more memory or fuel than there is, and was ended in its midst.

    The sandbox can be used no more.
    """


@define(eq=False)
class Sandbox:
    """A module in a memory of its own: a Host.

    Raises NoCompiler where wasmtime is not installed.
    """

    code: bytes
    bounds: Bounds
    left: int = field(init=False)
    """So much fuel is left for all calls."""
    _store: Any = field(init=False)
    _exports: Any = field(init=False)
    _memory: Any = field(init=False)
    _ended: tuple[type[Exception], ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        if find_spec("wasmtime") is None:
            raise NoCompiler(MISSING)
        wasmtime = import_module("wasmtime")
        self._ended = (wasmtime.Trap, wasmtime.WasmtimeError)
        config = wasmtime.Config()
        config.consume_fuel = True
        config.wasm_exceptions = True
        config.cache = True
        config.memory_reservation = min(64, self.bounds.megabytes) << 20
        config.memory_guard_size = 1 << 16
        config.memory_reservation_for_growth = 1 << 20
        engine = wasmtime.Engine(config)
        self.left = self.bounds.total
        self._store = wasmtime.Store(engine)
        self._store.set_limits(memory_size=self.bounds.megabytes << 20)
        self._store.set_fuel(self.left)
        linker = wasmtime.Linker(engine)
        linker.define_wasi()
        self._store.set_wasi(wasmtime.WasiConfig())  # which has no file and no argument
        try:
            module = wasmtime.Module(engine, self.code)
            instance = linker.instantiate(self._store, module)
        except wasmtime.WasmtimeError as error:
            why = str(error).splitlines()[0]
            raise NoCompiler(f"there can be no sandbox here: {why}") from error
        self._exports = instance.exports(self._store)
        self._memory = self._exports["memory"]
        self._exports["_initialize"](self._store)

    def call(self, name: str, arguments: Sequence[int | float], kinds: str) -> Any:
        """What a function gives; raises OutOfBounds where it takes too much."""
        fuel = min(self.bounds.fuel, self.left)
        self._store.set_fuel(fuel)
        numbers = [
            one if kind == "d" else _signed(int(one), 64 if kind == "q" else 32)
            for one, kind in zip(arguments, kinds, strict=True)
        ]
        try:
            return self._exports[name](self._store, *numbers)
        except self._ended as error:
            why = str(error)
            if "fuel" in why:
                raise OutOfBounds("it takes too many steps") from error
            raise OutOfBounds(why.splitlines()[-1].strip()) from error
        finally:
            self.left -= fuel - self._store.get_fuel()

    def read(self, at: int, size: int) -> bytes:
        """Some bytes of the memory."""
        return bytes(self._memory.read(self._store, at, at + size))

    def write(self, at: int, data: bytes) -> None:
        """Set some bytes of the memory."""
        self._memory.write(self._store, data, at)


def _signed(number: int, bits: int) -> int:
    number %= 1 << bits
    return number - (1 << bits) if number >> (bits - 1) else number


def sandboxed(text: str, bounds: Bounds) -> tuple[Library, Values]:
    """The library of a C text in a sandbox, and its values' maker; raises NoCompiler."""
    if find_spec("wasmtime") is None:
        raise NoCompiler(MISSING)  # before the compiler takes its time
    host = Sandbox(module_of(text), bounds)
    return Library(host, wide="#define OPTION num" in text), Values(host)
