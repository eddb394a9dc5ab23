"""The folders of the checkout and the package that is installed agree."""

import ast
import importlib
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SETUPTOOLS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"][
    "setuptools"
]
FOLDERS = {
    folder: name
    for name, folder in SETUPTOOLS["package-dir"].items()
    if name != "rulesrun"
}
MAY_IMPORT = {
    "rules": {"rules"},
    "docs": {"docs"},
    "dsl": {"dsl"},
    "interpreter": {"interpreter", "dsl"},
    "agents": {"agents", "interpreter", "dsl"},
    "language_server": {"language_server", "interpreter", "dsl"},
    "studies": {"studies", "agents", "interpreter", "dsl"},
    "cli": {"cli", "language_server", "studies", "agents", "interpreter", "dsl"},
    "table": {"table", "cli", "studies", "agents", "interpreter", "dsl"},
}


def imports(path: Path) -> Iterator[str]:
    """Every name that a file imports, with the module it comes from."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module or ''}.{alias.name}" for alias in node.names)


def modules() -> Iterator[str]:
    """Every module of the project, as it is called when installed."""
    for folder, name in FOLDERS.items():
        for path in sorted((ROOT / folder).rglob("*.py")):
            inner = path.relative_to(ROOT / folder).with_suffix("").parts
            yield ".".join((name, *inner)).removesuffix(".__init__")


def test_every_package_is_listed() -> None:
    """A sub-folder that nobody listed would be missing from the wheel only."""
    result = {"rulesrun"}
    for folder, name in FOLDERS.items():
        for path in (ROOT / folder).rglob("*.py"):
            inner = path.parent.relative_to(ROOT / folder).parts
            result.add(".".join((name, *inner)))

    assert result == set(SETUPTOOLS["packages"])


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_data_file_is_listed(folder: str) -> None:
    """A kind of file that nobody listed would be missing from the wheel only."""
    matching = {
        path
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
        and path.suffix not in {".py", ".pyc"}
        and not path.name.startswith(".")
    }
    listed = {
        path
        for pattern in SETUPTOOLS["package-data"].get(FOLDERS[folder], [])
        for path in (ROOT / folder).glob(pattern)
    }

    assert matching == listed


@pytest.mark.parametrize("folder", FOLDERS)
def test_link_for_type_checkers(folder: str) -> None:
    link = ROOT / "src" / "rulesrun" / folder
    if not link.is_symlink():
        pytest.skip("checked out without symbolic links")

    assert ROOT / folder == link.resolve()


@pytest.mark.parametrize("folder", MAY_IMPORT)
def test_dependencies_point_one_way(folder: str) -> None:
    turned_round = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for name in imports(path)
        if name.startswith("rulesrun.") and name.split(".")[1] not in MAY_IMPORT[folder]
    ]

    assert [] == turned_round


@pytest.mark.parametrize("page", sorted((ROOT / "docs").rglob("*.md")), ids=str)
def test_links_lead_to_what_is_installed(page: Path) -> None:
    """Installed, `docs` and `rules` lie side by side, too; the rest is not there."""
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text("utf-8")):
        if not target.startswith("http"):
            inside = (page.parent / target).resolve().relative_to(ROOT)
            assert inside.parts[0] in ("docs", "rules")
            assert (ROOT / inside).exists()


def test_one_copy_of_every_module() -> None:
    """`import dsl` would make a second, different, class of every node."""
    for module in modules():
        try:
            importlib.import_module(module)
        except ModuleNotFoundError as error:  # what not every machine has
            if error.name not in ("stable_baselines3", "PIL"):
                raise

    assert set() == set(FOLDERS) & sys.modules.keys()


def test_a_long_module_says_why() -> None:
    """One of more than 400 lines has its reason where it begins."""
    tops = {
        path.relative_to(ROOT): ast.get_docstring(ast.parse(path.read_text("utf-8")))
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*.py")
        if len(path.read_text("utf-8").splitlines()) > 400
    }

    assert tops
    assert [] == [
        p for p, top in tops.items() if "ore than 400 lines" not in (top or "")
    ]
