"""The shipped games by name; light, since the tab key asks for them."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

_TEST_FOLDERS = ("tests", "test")


def shipped_folder() -> Path:
    """Where the shipped games lie."""
    return Path(str(files("rulesrun.rules")))


def short(place: str) -> str:
    """A place in a file as people best read it: a shipped one without our folders."""
    return place.removeprefix(f"{shipped_folder().as_posix()}/")


def as_typed(place: str) -> str:
    """What stands for a rules file in a command: the name of a shipped game, or its path."""
    inner = short(place)
    return place if inner == place else inner.removesuffix(".rules")


def shipped() -> dict[str, Path]:
    """The shipped games by name: the path below the folder, without its ending."""
    return dict(sorted(_shipped(shipped_folder())))


def shows() -> dict[str, dict[str, str]]:
    """What games of the gallery show, in one line by language, by the names of the games."""
    import tomllib  # not for the tab key

    folder = shipped_folder() / "gallery"
    text = (folder / "shows.toml").read_text("utf-8")
    return {
        f"{folder.name}/{name}": lines for name, lines in tomllib.loads(text).items()
    }


def _shipped(root: Path) -> Iterator[tuple[str, Path]]:
    for path in root.rglob("*.rules"):
        inner = path.relative_to(root)
        if not any(part in _TEST_FOLDERS for part in inner.parts[:-1]):
            yield inner.with_suffix("").as_posix(), path
