"""What the page is made of: read once, packed once, and asked for again only if it changed."""

from __future__ import annotations

import gzip
from hashlib import sha256
from pathlib import Path

from attrs import Factory, define, frozen

SMALL = 1024
"""What is smaller is not packed: it would hardly become smaller."""


@frozen
class Part:
    """A file of the page, plain and packed; the `tag` differs where the file does."""

    plain: bytes
    packed: bytes | None
    tag: str


@define
class Parts:
    """The files of a folder by name; what has changed on the disk is read again."""

    folder: Path
    _known: dict[str, tuple[tuple[int, int], Part]] = Factory(dict)
    _names: frozenset[str] = frozenset()

    def __attrs_post_init__(self) -> None:
        self._names = frozenset(path.name for path in self.folder.iterdir())

    def find(self, name: str) -> Part | None:
        """A file of the folder; none where there is none of that name."""
        if name not in self._names:
            return None
        path = self.folder / name
        try:
            status = path.stat()
            stamp = status.st_mtime_ns, status.st_size
            cached = self._known.get(name)
            if cached is None or cached[0] != stamp:
                cached = self._known[name] = stamp, _part(path.read_bytes())
        except OSError:
            return None
        return cached[1]


def _part(data: bytes) -> Part:
    packed = gzip.compress(data, 9, mtime=0) if len(data) > SMALL else None
    return Part(data, packed, f'"{sha256(data).hexdigest()[:20]}"')
