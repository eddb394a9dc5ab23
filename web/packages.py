"""What pages are made with from npm: fetched once, pinned, and kept in the user's cache."""

from __future__ import annotations

import base64
import hashlib
import io
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Sequence
from pathlib import Path

from attrs import frozen

from rulesrun.cli.output.problems import Unusable
from rulesrun.interpreter.runtime.caching import NoFolder, cache_folder

NEEDED = "a page is made with Node.js 20 or later and npm: https://nodejs.org"

FETCHING = 300
"""Seconds until npm must have fetched a package."""


@frozen
class Package:
    """A package of npm in one version, with the hash of what npm gives for it."""

    name: str
    version: str
    integrity: str

    @property
    def plain_name(self) -> str:
        """Its name as a file can be called."""
        return self.name.removeprefix("@").replace("/", "-")


PYODIDE = Package(
    "pyodide",
    "314.0.7",
    "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/"
    "6V5JEsOlD2R1A==",
)
"""Python for browsers."""


def cache(*inner: str) -> Path:
    """A folder in the user's cache; raises Unusable."""
    try:
        return cache_folder("web", *inner)
    except NoFolder as error:
        raise Unusable(str(error)) from error


def program(name: str) -> str:
    """Where `node` or `npm` lies; raises Unusable where it is missing."""
    result = shutil.which(name)
    if result is None:
        raise Unusable(f"there is no {name} here; {NEEDED}")
    return result


def package(wanted: Package) -> Path:
    """The folder with the files of a package, fetched if need be; raises Unusable."""
    folder = cache("npm") / f"{wanted.plain_name}-{wanted.version}"
    if folder.is_dir():
        return folder
    data = _fetched(wanted)
    if _integrity(data) != wanted.integrity:
        raise Unusable(
            f"npm gave another {wanted.name} {wanted.version} than the one that pages "
            "are made with; nothing of it is used"
        )
    with tempfile.TemporaryDirectory(dir=folder.parent) as folder_name:
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            archive.extractall(folder_name, filter="data")
        inner = Path(folder_name) / "package"
        if not folder.is_dir():  # somebody else may have been quicker
            inner.rename(folder)
    return folder


def _fetched(wanted: Package) -> bytes:
    """The archive of a package as npm gives it; raises Unusable."""
    npm = program("npm")
    with tempfile.TemporaryDirectory() as folder_name:
        command = [npm, "pack", "--silent", f"{wanted.name}@{wanted.version}"]
        try:
            done = subprocess.run(
                command,
                cwd=folder_name,
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
                timeout=FETCHING,
            )
        except subprocess.TimeoutExpired as error:
            raise Unusable(
                f"npm cannot fetch {wanted.name} {wanted.version}: it takes too long"
            ) from error
        result = list(Path(folder_name).glob("*.tgz"))
        if done.returncode or len(result) != 1:
            lines = (done.stderr or done.stdout).strip().splitlines()
            reason = next(
                (line for line in lines if "error" in line.lower()), "no answer"
            )
            raise Unusable(
                f"npm cannot fetch {wanted.name} {wanted.version}: {reason}; it is needed "
                "once, with a network, and kept"
            )
        return result[0].read_bytes()


def _integrity(data: bytes) -> str:
    return "sha512-" + base64.b64encode(hashlib.sha512(data).digest()).decode("ascii")


def run_node(script: Path, *arguments: str, folder: Path) -> str:
    """What a script of ours prints under Node.js; raises Unusable where it fails."""
    command: Sequence[str] = [program("node"), str(script), *arguments]
    done = subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        lines = [line[:300] for line in done.stderr.strip().splitlines()]
        reason = next(
            (line for line in reversed(lines) if "Error" in line), "no reason"
        )
        raise Unusable(f"Node.js cannot make the page: {reason.strip()}")
    return done.stdout
