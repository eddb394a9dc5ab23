"""Dependencies point one way: the stages, from below, and what stands in each.

Every import counts, also one inside a function or for the type checker alone.
"""

import ast
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from rulesrun.cli.main import COMMANDS

ROOT = Path(__file__).parents[1]
FOLDERS = (
    "dsl",
    "interpreter",
    "agents",
    "studies",
    "language_server",
    "cli",
    "table",
    "web",
)

STAGES = """
dsl          text limits builtins
dsl          problems.*
dsl          syntax.*
dsl          languages.*
dsl          semantics.*
dsl          analysis.*
dsl          data.*
dsl          checks checks.*
dsl          compile translating
dsl          core.*
interpreter  runtime.* setup
interpreter  evaluator.*
interpreter  lowering
interpreter  codegen.*
interpreter  plan.*
interpreter  native.*
interpreter  knowledge.*
interpreter  exploration machine
interpreter  memory.*
interpreter  prepared inspection saves parts
interpreter  explain.*
interpreter  game
interpreter  logs setups reports.*
interpreter  testing.*
agents       *
studies      *
language_server *
cli          output.*
cli          messages.* bounds
cli          files.*
cli          screen.*
cli          web.* trials
cli          playing.*
cli          coverage failures study.*
cli          commands.*
cli          completing outline main
table        *
web          *
"""
"""The folder of each stage, and its modules; those in one row may import one another.

A module in no row stands as low as what it imports lets it.
"""


def rows() -> list[tuple[str, list[str]]]:
    """The table, row by row."""
    split = [row.split() for row in STAGES.strip().splitlines()]
    return [(folder, modules) for folder, *modules in split]


@cache
def stage(module: str) -> int:
    """The row that a module stands in, counted from below."""
    folder, _, inner = module.partition(".")
    for number, (name, patterns) in enumerate(rows()):
        if name == folder and any(fnmatchcase(inner, pattern) for pattern in patterns):
            return number
    lowest = min(number for number, row in enumerate(rows()) if row[0] == folder)
    return max([lowest, *map(stage, arrows()[module])])


@cache
def modules() -> dict[str, Path]:
    """Every module by its name, without packages that hold nothing."""
    result = {}
    for folder in FOLDERS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            if parts[-1] != "__init__":
                result[".".join(parts)] = path
            elif len(ast.parse(path.read_text("utf-8")).body) > 1:
                result[".".join(parts[:-1])] = path
    return result


def imported(path: Path) -> Iterator[str]:
    """The modules of the project that a file imports, wherever it does."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            start = node.module.removeprefix("rulesrun").lstrip(".")
            names = [f"{start}.{alias.name}" for alias in node.names]
            yield from (n if n in modules() else start for n in names)


@cache
def arrows() -> dict[str, frozenset[str]]:
    """What each module imports."""
    return {
        module: frozenset(n for n in imported(path) if n in modules() and n != module)
        for module, path in modules().items()
    }


def test_there_are_no_circles() -> None:
    try:
        TopologicalSorter(arrows()).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_every_row_names_modules_that_are_there() -> None:
    inner = [module.partition(".")[::2] for module in modules()]
    named = [(folder, pattern) for folder, patterns in rows() for pattern in patterns]

    assert [] == [
        (folder, pattern)
        for folder, pattern in named
        if not any(f == folder and fnmatchcase(m, pattern) for f, m in inner)
    ]


@pytest.mark.parametrize("folder", FOLDERS)
def test_nothing_imports_what_stands_above_it(folder: str) -> None:
    assert [] == [
        f"{module} -> {other}"
        for module, others in arrows().items()
        for other in others
        if module.startswith(folder) and stage(module) < stage(other)
    ]


def test_no_command_imports_another() -> None:
    places = [place for place, _ in COMMANDS.values()]
    commands = {
        p.removeprefix("rulesrun.") if "." in p else f"cli.commands.{p}" for p in places
    }

    assert commands <= modules().keys()
    assert [] == [
        f"{module} -> {other}"
        for module, others in arrows().items()
        for other in others & commands
    ]
