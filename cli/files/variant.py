"""Copies a game with all that belongs to it, under another name, to be changed."""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath

from rulesrun.cli.files.compiling import compile_source
from rulesrun.cli.files.sources import find_path, find_source, text_of
from rulesrun.cli.files.test_files import tests_beside
from rulesrun.cli.output.problems import Problem, Unusable


def variant_files(game: str, name: str, root: Path) -> dict[Path, str]:
    """The files of a variant: the rules, the texts that they name or that lie in their
    folder for other languages and the table, and their tests.

    Raises Unusable where the game cannot be read, Problem where it holds no game.
    """
    path = find_path(game)
    program = compile_source(find_source(game)).program
    if program is None or program.world.game is None:
        raise Problem(
            f"{game} holds no game without errors; `rulesrun validate` says more"
        )
    old = path.stem
    result: dict[Path, str] = {}
    for inner, text in program.texts.items():
        if inner == program.path:
            line = re.compile(rf"^game {program.world.game.name}\b", re.MULTILINE)
            text = line.sub(f"game {name}", text, count=1)
            result[root / f"{name}.rules"] = _renamed(text, old, name)
            continue
        if inner.startswith("..") or PurePosixPath(inner).is_absolute():
            raise Unusable(f"{game} reads {inner}, which lies outside of its folder")
        first, _, rest = inner.partition("/")
        place = f"{name}/{rest}" if rest and first == old else inner
        result[root / place] = _renamed(text, old, name)
    for file in _beside(path):
        result.setdefault(root / name / file.name, _renamed(text_of(file), old, name))
    for tests in tests_beside(path):
        place = tests.name.replace(old, name, 1)
        result[root / "tests" / place] = _renamed(text_of(tests), old, name)
    return result


def _beside(path: Path) -> list[Path]:
    """What belongs to a game though its rules do not name it: languages, looks, sums."""
    folder = path.with_suffix("")
    patterns = ("*.po", "*.sums", "looks.toml", "rulebook.*.md")
    return sorted(f for p in patterns for f in folder.glob(p) if f.is_file())


def _renamed(text: str, old: str, name: str) -> str:
    """A text of rules in which the names of the game's own files begin with its new name."""
    text = re.sub(rf'"((?:\.\./)*){old}/', rf'"\1{name}/', text)
    text = re.sub(rf'"((?:\.\./)*){old}\.rules"', rf'"\1{name}.rules"', text)
    return re.sub(rf"(?<=[: ]){old}(?=\.rules:[0-9])", name, text)  # in a catalogue
