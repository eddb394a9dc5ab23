"""Compiles rules for tests: texts, files, and each shipped game once."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from rulesrun.dsl.compile import Compilation, Program, compile_rules

RULES = Path(__file__).parents[1] / "rules"


def beside(path: Path) -> Callable[[str], str | None]:
    """Reads the files that a rules file names, counted from its folder."""

    def read(name: str) -> str | None:
        file = path.parent / name
        return file.read_text("utf-8") if file.is_file() else None

    return read


@cache
def compiled(name: str) -> Compilation:
    """A shipped file by its path in `rules`, such as `tests/auction`."""
    path = RULES / f"{name}.rules"
    return compile_rules(path.read_text("utf-8"), str(path), beside(path))


def shipped(name: str) -> Program:
    """The program of a shipped file, which must have no errors."""
    found = compiled(name)
    assert found.program is not None, found.diagnostics
    return found.program


def small(text: str, files: Mapping[str, str] | None = None) -> Compilation:
    """What a text is compiled to, with the files that it names."""
    return compile_rules(text, "small.rules", (files or {}).get)


def program_of(text: str, files: Mapping[str, str] | None = None) -> Program:
    """The program of a text, which must have no errors."""
    found = small(text, files)
    assert found.program is not None, found.diagnostics
    return found.program
