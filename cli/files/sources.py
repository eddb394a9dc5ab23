"""Finds the rules of a game, by the path of a file or by the name of a shipped game."""

from __future__ import annotations

import codecs
import os
import re
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from attrs import Factory, frozen

from rulesrun.cli.files.kinds import other_kind
from rulesrun.cli.files.shipped import shipped, shipped_folder
from rulesrun.cli.output.problems import Unusable, reason
from rulesrun.cli.output.terminal import cut
from rulesrun.dsl.problems.nearest import did_you_mean, offered
from rulesrun.dsl.text import ENDS

T = TypeVar("T")

MOST_BYTES = 5_000_000
"""More than any rules need; a larger file is something else."""

_NAMED_IN_RULES = (".rules", ".csv", ".md", ".txt", ".po")
_LANGUAGE = re.compile(r"[a-z]{2,3}")


@frozen
class Source:
    """The text of a rules file, the path that it is shown by, and where it lies.

    `texts` is what `read` gave for each name that was asked for: none for no file.
    """

    path: str
    text: str
    folder: Path
    unread: dict[str, str] = Factory(dict)
    shipped: list[tuple[str, Path]] = Factory(list)
    texts: dict[str, str | None] = Factory(dict)

    def with_text(self, text: str) -> Source:
        """The same file with another text."""
        return Source(self.path, text, self.folder)

    def read(self, name: str) -> str | None:
        """The text of a file that the rules name, counted from their folder.

        Rules may name texts and tables in their own folder and up to two folders above
        it, and shipped games by name, with the files that belong to them. Why anything
        else is not read is kept in `unread`.
        """
        self.texts[name] = text = self._read(name)
        return text

    def _read(self, name: str) -> str | None:
        try:
            file = (self.folder / name).resolve()
            why = self._forbidden(name, file)
            if why is None and file.is_file():
                return text_of(file)
            own = self._of_shipped(name)
            if own is not None:
                return text_of(own)
            if why is None:
                return text_of(file)
            self.unread[name] = why
        except Unusable as error:
            self.unread[name] = error.message
        except (OSError, ValueError, RuntimeError):
            pass
        return None

    def languages(self) -> tuple[str, ...]:
        """The languages of the catalogues in the folder that is called after the rules."""
        try:
            result = sorted((self.folder / Path(self.path).stem).glob("*.po"))
        except (OSError, ValueError):
            return ()
        return tuple(file.stem for file in result if _LANGUAGE.fullmatch(file.stem))

    def _forbidden(self, name: str, file: Path) -> str | None:
        """Why rules may not read that file, whether it is there or not."""
        base = self.folder.resolve()
        roots = [base, *base.parents][:3]
        if os.path.isabs(name) or not any(map(file.is_relative_to, roots)):
            return (
                "rules may read files in their own folder and up to two folders above "
                "it; copy the file there"
            )
        if not file.suffix:
            near = did_you_mean(name.rpartition("/")[2], shipped())
            return (
                f"there is no shipped game of that name; {near}"
                if near
                else (
                    "shipped games are included by name, and `rulesrun list` shows them"
                )
            )
        if file.suffix not in _NAMED_IN_RULES:
            return (
                f"rules may read files that end in {', '.join(_NAMED_IN_RULES)}, and "
                "include shipped games by name"
            )
        return None

    def _of_shipped(self, name: str) -> Path | None:
        """The file of a shipped game: the game by its name, or one that it names."""
        root = shipped_folder().resolve()
        above, _, last = name.rpartition("/")
        for folder, place in self.shipped:
            if name.startswith(f"{folder}/") or not folder:
                file = (place / name.removeprefix(folder).lstrip("/")).resolve()
                if file.is_file() and file.is_relative_to(root):
                    return file if file.suffix in _NAMED_IN_RULES else None
        if "." in last:
            return None
        games = shipped()
        parts = name.split("/")
        for at in range(len(parts)):
            wanted = "/".join(parts[at:])
            result = [path for game, path in games.items() if game == wanted]
            result = result or [p for g, p in games.items() if g.endswith(f"/{wanted}")]
            if len(result) == 1:
                self.shipped.append((above, result[0].parent))
                return result[0]
        return None


# ---- reading files -------------------------------------------------------------------


def read_file(path: Path, what: str = "file") -> str:
    """The text of a file that the person named; raises Unusable."""
    return _read(path, what, text_of)


def read_input() -> str:
    """The text of the input; raises Unusable."""
    stream = getattr(sys.stdin, "buffer", None)
    if stream is None:
        raise Unusable("cannot read rules: the input is closed")
    try:
        data = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise Unusable(f"cannot read rules from the input: {why}") from error
    if len(data) > MOST_BYTES:
        raise Unusable(
            f"the input is too large: at most {MOST_BYTES // 1_000_000} MB are read"
        )
    return decoded(Path("the input"), data)


def read_damaged(path: Path, what: str = "file") -> str:
    """The text of a file that may be damaged behind its first line.

    Bytes that are no text are surrogates. Raises Unusable.
    """
    data = _read(path, what, bytes_of)
    decoded(path, data.partition(b"\n")[0])
    return data.decode("utf-8", "surrogateescape")


def _read(path: Path, what: str, reader: Callable[[Path], T]) -> T:
    try:
        return reader(path)
    except OSError as error:
        raise Unusable(f"cannot read the {what} {path}: {reason(error)}") from error
    except ValueError as error:  # a path with a zero byte in it
        raise Unusable(f"cannot read the {what} {str(path)!r}: {error}") from error


def bytes_of(path: Path) -> bytes:
    """What an ordinary file holds; raises OSError, or Unusable with a sentence.

    Of anything else, such as a pipe, nothing is read: it might never end.
    """
    no_waiting = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    if is_folder(path):
        raise Unusable(f"{path} is a folder, not a file; name a file in it")
    if not stat.S_ISREG(path.stat().st_mode):
        raise Unusable(f"{path} is not an ordinary file")
    with open(os.open(path, os.O_RDONLY | no_waiting), "rb") as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode):
            raise Unusable(f"{path} is not an ordinary file")
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        size = max(status.st_size, len(data))
        raise Unusable(
            f"{path} is too large: {size / 1e6:.1f} MB, "
            f"where at most {MOST_BYTES // 1_000_000} MB are read"
        )
    return data


def text_of(path: Path) -> str:
    """The text of a file; raises OSError, or Unusable with a sentence."""
    return decoded(path, bytes_of(path))


def decoded(path: Path, data: bytes) -> str:
    """What a file holds as text; raises Unusable where it is none."""
    other = _other_encoding(data)
    if other is not None:
        raise Unusable(f"{path} is a text in {other}; save the file as UTF-8")
    if b"\0" in data:
        raise Unusable(f"{path} is not a text file: it holds binary data")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = len(ENDS.findall(data[: error.start].decode("latin-1"))) + 1
        raise Unusable(
            f"{path} is not UTF-8 text: line {line} holds the byte "
            f"0x{data[error.start]:02x}; save the file as UTF-8"
        ) from error


def _other_encoding(data: bytes) -> str | None:
    """The encoding of a text that is no UTF-8, by its mark or by the noughts in it."""
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "UTF-32"
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "UTF-16"
    start = data[:2000]
    for noughts, letters in ((start[::2], start[1::2]), (start[1::2], start[::2])):
        if len(start) > 3 and not any(noughts) and all(letters):
            return "UTF-16"
    return None


# ---- finding games -------------------------------------------------------------------


def find_path(file: str) -> Path:
    """The file that a path or the name of a shipped game stands for."""
    path = Path(file)
    folder = is_folder(path)
    if not folder and os.path.exists(path):
        return path
    games = shipped()
    name = file.removesuffix(".rules")
    if file in games:
        return games[file]
    short = [game for game in games if game.rsplit("/", 1)[-1] == file]
    if len(short) == 1:
        return games[short[0]]
    if len(short) > 1:
        raise Unusable(f"there are several games {file}: {', '.join(short)}")
    if folder:
        hint = beside_it(path).removeprefix("; ") or "name a file in it"
        raise Unusable(f"{file} is a folder, not a rules file; {hint}")
    file = cut(file, 80)
    if name != file or os.sep in file:
        raise Unusable(f"there is no file {file}{_like_it(path, games)}")
    names = {*games, *(game.rsplit("/", 1)[-1] for game in games)}
    hint = (
        beside_it(path).removeprefix("; ")
        or did_you_mean(file, names)
        or "`rulesrun list` shows the shipped games"
    )
    raise Unusable(f"there is no file and no shipped game called {file!r}; {hint}")


def is_folder(path: Path) -> bool:
    """Whether there is a folder of that name, even for names that none can have."""
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def beside_it(path: Path) -> str:
    """A hint at a rules file that is called like something beside it."""
    rules = f"{path}.rules"
    return f"; {offered([rules])}" if os.path.isfile(rules) else ""


def _like_it(path: Path, games: dict[str, Path]) -> str:
    """A hint at files of nearly the same name."""
    if beside_it(path):
        return beside_it(path)
    try:
        here = [
            other.name for other in path.parent.iterdir() if other.suffix == ".rules"
        ]
    except (OSError, ValueError):
        here = []
    hint = did_you_mean(path.name, here)
    if hint is None:
        hint = did_you_mean(path.stem, [game.rsplit("/", 1)[-1] for game in games])
    return f"; {hint or '`rulesrun list` shows the shipped games'}"


STANDARD_INPUT = "-"
"""What is given where rules are to be read from the input."""


def find_source(file: str) -> Source:
    """The rules that a path or the name of a shipped game stands for, or `-`."""
    if file == STANDARD_INPUT:
        return Source(STANDARD_INPUT, read_input(), Path())
    path = find_path(file)
    text = read_file(path, "rules file")
    other = other_kind(text, display_path(path), "rules")
    if other is not None and path.suffix != ".rules":
        raise Unusable(other)
    return Source(display_path(path), text, path.parent)


def display_path(path: Path) -> str:
    """A path as people best read it: from the working folder if it lies below it."""
    try:
        relative = path.resolve().relative_to(Path.cwd())
    except (OSError, ValueError):
        return path.as_posix()
    return relative.as_posix()
