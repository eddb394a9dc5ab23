"""Whether files have been written since they were last looked at."""

from pathlib import Path

SECONDS = 0.5
"""How long it takes at most until a change is seen."""


def stamps(files: frozenset[Path]) -> dict[Path, tuple[int, int] | None]:
    """When each file was last written, and its size; none for one that is not there."""
    result: dict[Path, tuple[int, int] | None] = {}
    for file in files:
        try:
            status = file.stat()
            result[file] = (status.st_mtime_ns, status.st_size)
        except (OSError, ValueError):
            result[file] = None
    return result
