"""Compiles rules for tests: texts, files, and all that is the same once."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from rulesrun.dsl.compile import Compilation, Program, compile_rules
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.limits import DEFAULT, Limits
from rulesrun.interpreter import prepared
from rulesrun.interpreter.codegen.generate import generate
from rulesrun.interpreter.codegen.module import Module
from rulesrun.interpreter.runtime.layout import Layout

RULES = Path(__file__).parents[1] / "rules"


def beside(path: Path) -> Callable[[str], str | None]:
    """Reads the files that a rules file names, counted from its folder."""

    def read(name: str) -> str | None:
        file = path.parent / name
        return file.read_text("utf-8") if file.is_file() else None

    return read


MOST = 200
"""So many compilations, and games, are shared at a time."""

_compiled: dict[object, tuple[dict[str, str | None], Compilation]] = {}
_made: dict[object, tuple[object, Any]] = {}
_programs: WeakValueDictionary[int, Program] = WeakValueDictionary()


def compile_once(
    text: str,
    path: str,
    read: Callable[[str], str | None],
    limits: Limits = DEFAULT,
    *,
    languages: Iterable[str] = (),
) -> Compilation:
    """What `compile_rules` gives, made once for the same text and the same files."""
    key = (text, path, limits, tuple(languages))
    asked, result = _compiled.get(key, ({}, None))
    if result is not None and all(read(name) == told for name, told in asked.items()):
        _compiled[key] = _compiled.pop(key)  # what is asked for again stays
        return result
    asked = {}

    def noted(name: str) -> str | None:
        asked[name] = read(name)
        return asked[name]

    result = compile_rules(text, path, noted, limits, languages=key[3])
    if result.program is not None and not limits.total:  # what counts is not shared
        _programs[id(result.program)] = result.program
    _keep(_compiled, key, (asked, result))
    return result


def _keep(kept: dict[object, Any], key: object, value: object) -> None:
    kept.pop(key, None)
    kept[key] = value
    if len(kept) > MOST:
        del kept[next(iter(kept))]


def make_once() -> None:
    """From now on games of a program that is shared, players and options share more.

    That is their layout, their core and their code, as positions of one game share them.
    Each has machines, memories and engines of its own; traced ones, and those that note for
    what points are given, share nothing.
    """
    for name in ("layout", "lowered", "module"):
        once = vars(prepared.Prepared)[name]
        once.make = _shared(name, once.make)

    def shared_code(core: Core, layout: Layout, **how: bool) -> Module:
        if not how.get("watched") or how.get("trace") or not _is_shared(layout.program):
            return generate(core, layout, **how)
        made: Module = _once(
            ("watched", id(core)), core, lambda: generate(core, layout, **how)
        )
        return made

    vars(prepared)["generate"] = shared_code


def _is_shared(program: Program) -> bool:
    return _programs.get(id(program)) is program


def _shared(
    name: str, make: Callable[[prepared.Prepared], Any]
) -> Callable[[prepared.Prepared], Any]:
    def shared(game: prepared.Prepared) -> Any:
        if game.trace or game.credits or not _is_shared(game.program):
            return make(game)
        options = tuple(game.options.items())
        of = {"lowered": "layout", "module": "lowered"}.get(name, "program")
        made_of = getattr(game, of)  # code goes with the very core that it was made of
        key = (name, id(made_of), game.players, options)
        return _once(key, made_of, lambda: make(game))

    return shared


def _once(key: object, of: object, make: Callable[[], Any]) -> Any:
    """What is made of a thing whose id is in the key, and which stays while that does."""
    if key in _made:
        _made[key] = _made.pop(key)
    else:
        _keep(_made, key, (of, make()))
    return _made[key][1]


@cache
def compiled(name: str) -> Compilation:
    """A shipped file by its path in `rules`, such as `tests/auction`."""
    path = RULES / f"{name}.rules"
    return compile_once(path.read_text("utf-8"), str(path), beside(path))


def shipped(name: str) -> Program:
    """The program of a shipped file, which must have no errors."""
    result = compiled(name)
    assert result.program is not None, result.diagnostics
    return result.program


def small(text: str, files: Mapping[str, str] | None = None) -> Compilation:
    """What a text is compiled to, with the files that it names; anew each time."""
    return compile_rules(text, "small.rules", (files or {}).get)


def program_of(text: str, files: Mapping[str, str] | None = None) -> Program:
    """The program of a text, which must have no errors."""
    result = small(text, files)
    assert result.program is not None, result.diagnostics
    return result.program
