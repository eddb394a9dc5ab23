"""Which engine plays: compiled games where that is possible, else Python."""

from rulesrun.interpreter.codegen.module import Module
from rulesrun.interpreter.native.build import NoCompiler
from rulesrun.interpreter.native.engine import Engine
from rulesrun.interpreter.native.types import Unsupported

ENGINES = ("auto", "python", "native")
"""`auto` is `native` where a game can be compiled, else `python`."""


class NoEngine(ValueError):
    """A game cannot be compiled here; the message says why, and where in the rules."""


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
    except NoCompiler as missing:
        why = str(missing)
    except Unsupported as unsupported:
        place = "" if unsupported.span is None else f"{unsupported.span}: "
        why = f"{place}{unsupported} cannot be compiled yet"
    if wanted == "native":
        raise NoEngine(why)
    return None, why
