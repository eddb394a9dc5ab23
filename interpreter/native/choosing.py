"""Which engine plays: compiled games where that is possible, else Python."""

from functools import lru_cache
from importlib.util import find_spec

from rulesrun.dsl.limits import DEFAULT
from rulesrun.interpreter.codegen.module import Module
from rulesrun.interpreter.native import wasm_build
from rulesrun.interpreter.native.build import NoCompiler, time_for
from rulesrun.interpreter.native.description import Program
from rulesrun.interpreter.native.engine import Engine
from rulesrun.interpreter.native.program import compile_to_c
from rulesrun.interpreter.native.sandbox import MISSING, Bounds
from rulesrun.interpreter.native.types import Unsupported

ENGINES = ("auto", "python", "native", "sandbox")
"""`auto` is `native` where a game can be compiled, else `python`; `sandbox` is compiled, too,
with bounded memory and fuel, and what `auto` is for rules with limits of their own."""


@lru_cache(1)
def _compiled(module: Module) -> Program:
    return compile_to_c(module)


def seconds_to_compile(module: Module, sandbox: bool = False) -> float:
    """How long it will take to compile a game, about; 0 where it has been compiled before.

    Raises NoCompiler, Unsupported.
    """
    text = _compiled(module).text
    if not sandbox:
        return time_for(text)
    if find_spec("wasmtime") is None:
        raise NoCompiler(MISSING)
    return wasm_build.time_for(text)


class NoEngine(ValueError):
    """A game cannot be compiled here; the message says why, and where in the rules."""


def why_not(missing: NoCompiler | Unsupported) -> str:
    """Why a game is not compiled, and where in the rules."""
    if isinstance(missing, NoCompiler):
        return str(missing)
    place = "" if missing.span is None else f"{missing.span}: "
    return f"{place}{missing} cannot be compiled yet"


def engine_for(module: Module, wanted: str) -> tuple[Engine | None, str]:
    """The compiled game, or none for Python and, where that was not asked for, why.

    Machine code knows no limits: rules that are held to others than the usual ones are
    compiled for a sandbox. Raises NoEngine where nothing but that engine will do,
    ValueError for another name.
    """
    if wanted not in ENGINES:
        raise ValueError(f"the engine is one of {', '.join(ENGINES)}, not {wanted!r}")
    if wanted == "python":
        return None, ""
    limits = module.layout.world.limits
    held = wanted == "sandbox" or (wanted == "auto" and limits != DEFAULT)
    bounds = Bounds.of(limits) if held else None
    try:
        return Engine(module, bounds=bounds), ""
    except (NoCompiler, Unsupported) as missing:
        why = why_not(missing)
    if wanted != "auto":
        raise NoEngine(why)
    return None, why
