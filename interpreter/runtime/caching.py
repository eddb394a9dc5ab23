"""Folders of the user's cache into which nobody else can write."""

import os
import stat
from pathlib import Path


class NoFolder(Exception):
    """There is no such folder, or others can write into it; the message says which."""


def is_own(status: os.stat_result) -> bool:
    """Whether a file or folder is this user's, and nobody else can write to it."""
    if hasattr(os, "getuid") and status.st_uid != os.getuid():
        return False
    return not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def cache_folder(*inner: str) -> Path:
    """Our folder in the cache, or one inside of it, made if need be; raises NoFolder.

    What is read from there is trusted, so each folder on the way from ours on is looked
    at: whoever could write into one of them could put another in its place.
    """
    base = os.environ.get("XDG_CACHE_HOME", "")
    try:
        folder = Path(base) if os.path.isabs(base) else Path.home() / ".cache"
        for name in ("rulesrun", *inner):
            folder /= name
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            status = folder.stat()
            if not stat.S_ISDIR(status.st_mode) or not is_own(status):
                raise NoFolder(f"others can write into {folder}")
    except (OSError, RuntimeError, ValueError) as error:
        raise NoFolder(f"nothing can be kept in the cache: {error}") from error
    return folder
