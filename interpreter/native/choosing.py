"""Which engine plays: compiled games where that is possible, else Python."""

from functools import lru_cache

from rulesrun.interpreter.codegen.module import Module
from rulesrun.interpreter.native.build import NoCompiler, time_for
from rulesrun.interpreter.native.described import Program
from rulesrun.interpreter.native.engine import Engine
from rulesrun.interpreter.native.program import compile_to_c
from rulesrun.interpreter.native.types import Unsupported

ENGINES = ("auto", "python", "native")
"""`auto` is `native` where a game can be compiled, else `python`."""


@lru_cache(1)
def _compiled(module: Module) -> Program:
    return compile_to_c(module)


def seconds_to_compile(module: Module) -> float:
    """How long it will take to compile a game, about; 0 where it has been compiled before.

    Raises NoCompiler, Unsupported.
    """
    return time_for(_compiled(module).text)


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

    Raises NoEngine where nothing but `native` will do, ValueError for another name.
    """
    if wanted not in ENGINES:
        raise ValueError(f"the engine is one of {', '.join(ENGINES)}, not {wanted!r}")
    if wanted == "python":
        return None, ""
    try:
        return Engine(module), ""
    except (NoCompiler, Unsupported) as missing:
        why = why_not(missing)
    if wanted == "native":
        raise NoEngine(why)
    return None, why
