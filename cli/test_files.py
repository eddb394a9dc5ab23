"""Which files hold the scenarios of a game."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rulesrun.cli.problems import Unusable
from rulesrun.cli.shipped import shipped_folder
from rulesrun.cli.sources import find_path, is_folder
from rulesrun.dsl import nodes
from rulesrun.dsl.compile import Program


def find_files(paths: Iterable[str]) -> list[Path]:
    """The rules files to run the scenarios of; raises Unusable."""
    found: list[Path] = []
    for given in paths:
        path = Path(given)
        if is_folder(path):
            inside = sorted(path.rglob("*.rules"))
            if not inside:
                raise Unusable(f"there are no rules files in {given}")
            found += inside
        else:
            found.append(find_path(given))
    return list(dict.fromkeys(found))


def default_paths() -> list[str]:
    """Where scenarios are kept when nobody says where: here, else with the games."""
    for folder in (Path("rules/tests"), shipped_folder() / "tests", shipped_folder()):
        if folder.is_dir():
            return [str(folder)]
    raise Unusable("there are no shipped scenarios; name a file or a folder")


def tests_beside(path: Path) -> list[Path]:
    """The files of tests that belong to a game without scenarios of its own."""
    root = shipped_folder()
    folders = [path.parent / "tests"]
    if path.is_relative_to(root):
        folders.append(root / "tests")
    found = [
        f for d in folders for f in d.glob("*.rules") if f.stem.startswith(path.stem)
    ]
    return sorted(set(found))


def own_scenarios(program: Program, path: str) -> list[nodes.ScenarioDecl]:
    """The scenarios that stand in the file itself, not in one that it includes."""
    return [decl for decl in program.world.scenarios if decl.span.path == path]
