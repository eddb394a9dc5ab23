"""Which rules files were checked and nothing was wrong, kept for this user.

Such a file is checked again as soon as a text that it was made of is another one, a file
that was looked for is there, or rulesrun itself has changed.
"""

from __future__ import annotations

import json
import os
import zlib
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from typing import Any

from attrs import Factory, define

from rulesrun.cli.files.cache import Kept, keeper
from rulesrun.cli.files.sources import STANDARD_INPUT, Source, find_path, find_source
from rulesrun.cli.output.problems import Unusable

LOOKS = "looks.toml"
"""How a game looks, in the folder that is called after its rules."""

MOST = 1_000
"""So many files are kept; those that were checked first go first."""

_ABSENT = ""
"""In place of a digest: there was no such file."""


@define
class Unchanged:
    """The files that were checked in one way (`settings`), with nothing wrong."""

    settings: str
    _keeper: Kept | None = Factory(lambda: keeper("checked"))
    _entries: dict[str, dict[str, Any]] | None = None
    _is_new: bool = False

    def sentence(self, file: str) -> str | None:
        """What was told of that file, which may be nothing; none if it must be checked."""
        if self._keeper is None or file == STANDARD_INPUT:
            return None
        try:
            path = find_path(file)
            entry = self._read().get(self._key(path))
            if entry is None:
                return None
            source = find_source(file)
            for name in entry["texts"]:
                source.read(name)
            notice = entry["notice"]
            return str(notice) if _entry(path, source, notice) == entry else None
        except (Unusable, KeyError, TypeError):
            return None

    def keep(self, file: str, source: Source, notice: str) -> None:
        """Keep that nothing was wrong with a file, and the sentence that was told of it.

        `source` is what it was read from, with all texts that were asked for.
        """
        if self._keeper is None or file == STANDARD_INPUT:
            return
        path = find_path(file)
        entries = self._read()
        entries.pop(self._key(path), None)
        entries[self._key(path)] = _entry(path, source, notice)
        self._is_new = True

    def write(self) -> None:
        """Keep it for the next start, if there is anything new."""
        if self._keeper is not None and self._is_new:
            newest = dict(list(self._read().items())[-MOST:])
            self._keeper.write(json.dumps({"of": fingerprint(), "files": newest}))

    def _key(self, path: Path) -> str:
        return f"{path.resolve()} {self.settings}"

    def _read(self) -> dict[str, dict[str, Any]]:
        if self._entries is None:
            assert self._keeper is not None
            self._entries = {}
            try:
                data = json.loads(self._keeper.read() or "{}")
                if data["of"] == fingerprint():
                    self._entries = dict(data["files"])
            except (ValueError, TypeError, KeyError):
                pass  # nothing is kept, or it is damaged
        return self._entries


def _entry(path: Path, source: Source, notice: str) -> dict[str, Any]:
    """What is kept of a file; another one where anything has changed."""
    try:
        looks = (path.with_suffix("") / LOOKS).read_bytes()
    except OSError:
        looks = None
    return {
        "text": _digest(source.text.encode()),
        "texts": {
            name: _digest(None if text is None else text.encode())
            for name, text in source.texts.items()
        },
        "languages": list(source.languages()),
        "looks": _digest(looks),
        "notice": notice,
    }


def _digest(data: bytes | None) -> str:
    return _ABSENT if data is None else blake2b(data, digest_size=16).hexdigest()


@cache
def fingerprint() -> str:
    """What changes when rulesrun does: its files by length and by when they were written."""
    result = 0
    for part in ("dsl", "interpreter", "cli"):
        top = str(files(f"rulesrun.{part}"))
        for folder, inner, names in os.walk(top, followlinks=True):
            inner[:] = sorted(name for name in inner if name != "__pycache__")
            for name in sorted(names):
                status = os.stat(os.path.join(folder, name))
                line = f"{folder} {name} {status.st_mtime_ns} {status.st_size}"
                result = zlib.crc32(line.encode("utf-8", "surrogateescape"), result)
    return f"{result:08x}"
