"""Writes files; no other module does.

A file is there in full, or it is as it was before. What rulesrun has not written itself
is never written over, unless the person says so with --force.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import stat
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from attrs import define

from rulesrun.cli.output.problems import Unusable, reason

try:
    import fcntl
except ImportError:  # a system without locks on files
    fcntl = None  # type: ignore[assignment]

Over = Callable[[bytes], bool]
"""Whether a file that holds this may be written over without asking."""

PAGE_MARK = '<meta name="generator" content="rulesrun">'
"""What says of a page that it is one of ours."""

_SUMS = re.compile(rb"(\S+ [0-9a-f]+\n)*")


def nothing(data: bytes) -> bool:
    """No file may be written over."""
    return False


def logs(data: bytes) -> bool:
    """Recorded games may be written over by others."""
    return data.startswith(b'{"rulesrun": ')


def pages(data: bytes) -> bool:
    """Pages may be written over by others."""
    return PAGE_MARK.encode() in data


def tables(data: bytes) -> bool:
    """Tables may be written over by others."""
    return data.startswith(b"PAR1")


def studies(data: bytes) -> bool:
    """What is written down of a study may be written over by another one."""
    return data.startswith(b'{"study": ')


def sums(data: bytes) -> bool:
    """The kept sums of a rulebook may be written over by others."""
    return _SUMS.fullmatch(data) is not None


def anything(data: bytes) -> bool:
    """What is there is our own, whatever it holds."""
    return True


def only(text: str) -> Over:
    """The file that was read may be written over, as long as it holds the same."""
    return lambda data: data == text.encode()


# ---- whole files ---------------------------------------------------------------------


def write_file(
    path: Path,
    text: str | bytes,
    over: Over = nothing,
    *,
    force: bool | None = None,
    mode: int = 0o666,
    lasting: bool = True,
) -> None:
    """Write a file at once: it is there in full, or as it was before.

    `lasting`: even if the machine loses its power right afterwards.

    Raises Unusable where there is a file already that must not be written over, or the
    file cannot be written.
    """
    with _telling(path):
        real = _target(path, over, force)
        there = real.stat().st_mode if real.exists() else None
        new = real.parent / f".rulesrun-{secrets.token_hex(6)}.new"
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        with _locked(path, real), open(os.open(new, flags, mode), "wb") as file:
            try:
                file.write(text.encode() if isinstance(text, str) else text)
                file.flush()
                if lasting:
                    os.fsync(file.fileno())
                if there is not None:
                    os.chmod(new, stat.S_IMODE(there))
                    os.replace(new, real)
                else:
                    _move_new(new, real)
            except BaseException:
                with contextlib.suppress(OSError):
                    new.unlink()
                raise


def check_file(path: Path, over: Over = nothing, *, force: bool | None = None) -> None:
    """Refuse early what `write_file` would refuse; raises Unusable."""
    with _telling(path):
        _target(path, over, force)


def remove_file(path: Path) -> None:
    """Remove a file of ours, if it is there; raises Unusable."""
    with _telling(path):
        path.unlink(missing_ok=True)


def write_new_files(texts: Mapping[Path, str]) -> None:
    """Write new files with their folders, all of them or none; raises Unusable."""
    for path in texts:
        check_file(path)
    written: list[Path] = []
    folders: list[Path] = []
    try:
        for path, text in texts.items():
            folders += make_folder(path.parent)
            write_file(path, text)
            written.append(path)
    except Unusable:
        for path in written:
            path.unlink(missing_ok=True)
        for folder in reversed(folders):
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise


def make_folder(folder: Path) -> list[Path]:
    """Make a folder with all that it lies in; gives the new ones, outermost first."""
    with _telling(folder):
        missing = [f for f in (folder, *folder.parents) if not f.is_dir()]
        for one in reversed(missing):
            one.mkdir(exist_ok=True)
    return missing[::-1]


def clear_folder(folder: Path, over: Over) -> None:
    """Remove from a folder the files that may be written over; raises Unusable."""
    with _telling(folder):
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            if path.is_file() and over(path.read_bytes()):
                path.unlink()


def _target(path: Path, over: Over, force: bool | None) -> Path:
    """Where a path leads to, if that may be written over; no `force` where none can be."""
    real = Path(os.path.realpath(path))
    try:
        status = real.stat()
    except FileNotFoundError:
        return real
    if not stat.S_ISREG(status.st_mode):
        kind = "a folder" if stat.S_ISDIR(status.st_mode) else "not an ordinary file"
        raise Unusable(f"cannot write {path}: it is {kind}")
    if not force and not over(real.read_bytes()):
        if over is nothing:
            hint = "; --force writes over it" if force is not None else ""
            raise Unusable(f"{path} is there already{hint}")
        hint = ", or write over it with --force" if force is not None else ""
        raise Unusable(
            f"{path} is there already, and it is not of a kind that rulesrun writes "
            f"there; choose another name{hint}"
        )
    if not os.access(real, os.W_OK):
        raise Unusable(f"cannot write {path}: permission denied")
    return real


def _move_new(new: Path, real: Path) -> None:
    """Give a file its name, unless another one has been given it meanwhile."""
    try:
        os.link(new, real)
    except FileExistsError:
        raise
    except (AttributeError, OSError):  # no links on this disk or system
        os.replace(new, real)
    else:
        new.unlink()


@contextlib.contextmanager
def _telling(path: Path, what: str = "") -> Iterator[None]:
    """Say of whatever the system refuses that a file cannot be written."""
    named = f"{what} {path}" if what else str(path)
    try:
        yield
    except FileExistsError as error:
        raise Unusable(f"{path} is there already") from error
    except OSError as error:
        raise Unusable(f"cannot write {named}: {reason(error)}") from error
    except (ValueError, UnicodeError) as error:  # names that no file can have
        raise Unusable(f"cannot write {named!r}: {error}") from error


# ---- files that grow -----------------------------------------------------------------

_GROWING = os.O_RDWR
for _name in ("O_NONBLOCK", "O_BINARY", "O_CLOEXEC"):
    _GROWING |= getattr(os, _name, 0)
"""How a file that grows is opened; not every system knows every word of that."""


@define
class GrowingFile:
    """A file that is written bit by bit, by one process at a time.

    What has been added is in the file, whole, or has raised Unusable and is not.
    """

    path: Path
    what: str
    handle: int
    size: int = 0

    @classmethod
    def create(cls, path: Path, what: str, *, force: bool) -> GrowingFile:
        """An empty file, which messages call so; raises Unusable."""
        with _telling(path, what):
            real = _target(path, nothing, force)
            flags = os.O_CREAT | (0 if force else os.O_EXCL)
            result = cls(path, what, os.open(real, flags | _GROWING, 0o666))
            try:
                _lock(path, result.handle)
                result.cut(0)
            except BaseException:
                result.close()
                raise
        return result

    @classmethod
    def take_up(cls, path: Path, what: str, size: int) -> GrowingFile:
        """A file that is there, with no more than its beginning; raises Unusable."""
        with _telling(path, what):
            real = _target(path, anything, force=False)
            result = cls(path, what, os.open(real, _GROWING))
            try:
                _lock(path, result.handle)
                result.size = os.lseek(result.handle, 0, os.SEEK_END)
                if result.size != size:  # when it was written last is to be seen on it
                    result.cut(size)
            except BaseException:
                result.close()
                raise
        return result

    def settle(self) -> None:
        """Wait until all that was written is on the disk; raises Unusable."""
        with _telling(self.path, self.what):
            os.fsync(self.handle)

    def check(self) -> None:
        """Look whether the file is still there and as it was left; raises Unusable."""
        if not self._is_ours(os.path.realpath(self.path)):
            raise Unusable(
                f"cannot write {self.what} {self.path}: it is not there any more"
            )
        with _telling(self.path, self.what):
            size = os.fstat(self.handle).st_size
        if size != self.size:
            raise Unusable(
                f"cannot write {self.what} {self.path}: another program has changed it"
            )

    def _is_ours(self, real: str) -> bool:
        """Whether this file has its name still; raises Unusable if another one has it."""
        with _telling(self.path, self.what):
            try:
                there = os.stat(real)
            except FileNotFoundError:
                return False
            if os.path.samestat(there, os.fstat(self.handle)):
                return True
        raise Unusable(
            f"cannot write {self.what} {self.path}: another file has its name now; "
            "move that away, and all will be written anew"
        )

    def renew(self, text: str) -> None:
        """Hold this instead, at once, also where the file has gone; raises Unusable."""
        real = os.path.realpath(self.path)
        self._is_ours(real)
        new = os.path.join(
            os.path.dirname(real), f".rulesrun-{secrets.token_hex(6)}.new"
        )
        data = text.encode()
        with _telling(self.path, self.what):
            handle = os.open(new, os.O_CREAT | os.O_EXCL | _GROWING, 0o666)
            try:
                _lock(self.path, handle)
                rest = data
                while rest:
                    rest = rest[os.write(handle, rest) :]
                os.fsync(handle)
                with contextlib.suppress(OSError):
                    os.chmod(new, stat.S_IMODE(os.fstat(self.handle).st_mode))
                os.replace(new, real)
            except BaseException:
                os.close(handle)
                with contextlib.suppress(OSError):
                    os.unlink(new)
                raise
        self.close()
        self.handle, self.size = handle, len(data)

    def add(self, text: str) -> None:
        """Write a text at the end; raises Unusable."""
        data = text.encode()
        try:
            while data:
                data = data[os.write(self.handle, data) :]
        except OSError as error:
            with contextlib.suppress(Unusable):
                self.cut(self.size)  # half of a text is of no use
            raise Unusable(
                f"cannot write {self.what} {self.path}: {reason(error)}; "
                "it holds all that was written before"
            ) from error
        self.size = os.lseek(self.handle, 0, os.SEEK_CUR)

    def cut(self, size: int) -> None:
        """Leave only the beginning; raises Unusable."""
        with _telling(self.path, self.what):
            os.ftruncate(self.handle, size)
            os.lseek(self.handle, size, os.SEEK_SET)
        self.size = size

    def close(self) -> None:
        """Leave the file as it is."""
        if self.handle >= 0:
            with contextlib.suppress(OSError):
                os.close(self.handle)
        self.handle = -1


def _lock(path: Path, handle: int) -> None:
    """Keep a file for this process until it is closed; raises Unusable."""
    if fcntl is None:
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise Unusable(
            f"cannot write {path}: a game that is under way is written to it"
        ) from error
    except OSError:  # no locks on this disk
        pass


@contextlib.contextmanager
def _locked(path: Path, real: Path) -> Iterator[None]:
    """Keep a file that is there for this process meanwhile."""
    try:
        handle = os.open(real, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError:  # it is not there, or nobody can read it
        yield
        return
    try:
        _lock(path, handle)
        yield
    finally:
        os.close(handle)
