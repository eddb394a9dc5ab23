"""Which files hold the scenarios of a game."""

from __future__ import annotations

from pathlib import Path

from rulesrun.cli.files.shipped import shipped_folder
from rulesrun.dsl.compile import Program
from rulesrun.dsl.syntax import nodes


def tests_beside(path: Path) -> list[Path]:
    """The files of tests that belong to a game without scenarios of its own."""
    root = shipped_folder()
    folders = [path.parent / "tests"]
    if path.is_relative_to(root):
        folders.append(root / "tests")
    result = [
        f for d in folders for f in d.glob("*.rules") if f.stem.startswith(path.stem)
    ]
    return sorted(set(result))


def own_scenarios(program: Program, path: str) -> list[nodes.ScenarioDecl]:
    """The scenarios that stand in the file itself, not in one that it includes."""
    return [decl for decl in program.world.scenarios if decl.span.path == path]
