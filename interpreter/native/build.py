"""From the text of a C file to a loaded library: compiled once, kept in the user's cache."""

import hashlib
import os
import shutil
import stat
import subprocess
import sys
import sysconfig
import tempfile
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

FLAGS = (
    "-march=native",
    "-std=gnu11",
    "-shared",
    "-fPIC",
    "-fno-strict-aliasing",
    "-w",
)

CDEF = """
size_t game_size(void);
void game_initial(const int *values);
int game_start(void *to, uint64_t seed);
int game_choose(void *state, const int *option);
int game_choose_number(void *state, int number);
int game_options(void *state);
int game_option_count(void);
int game_option_used(void);
const int *game_option_data(void);
const int *game_option_starts(void);
void game_log(int on);
int game_logged(void);
const int *game_log_data(void);
void game_done(void);
void game_fault(int *out);
int game_export(const void *state, int *out, int room);
void game_import(void *state, const int *in);
void game_copy(void *to, const void *from);
void game_copies(void *to, const void *from, int times);
long long game_playout(void *state, uint64_t random, long long most);
int game_search(const void *worlds, int count, int iterations, double explore, int horizon,
                uint64_t random, int *visits, double *values, int room);
int game_look_ahead(const void *worlds, int count, int tries, int horizon, uint64_t random,
                    double *values, int room);
int game_random(int games, uint64_t first, long long most, int *results);
"""


class NoCompiler(Exception):
    """There is nothing to compile with; the message says what to install."""


@cache
def compiler() -> tuple[str, ...]:
    """The command of a C compiler: the machine's own, or the one that a package brings.

    Raises NoCompiler where there is neither, or nothing to load the result with.
    """
    if find_spec("cffi") is None:
        raise NoCompiler("cffi is not installed: pip install 'rulesrun[native]'")
    own = os.environ.get("CC") or next(
        filter(shutil.which, ("cc", "gcc", "clang")), None
    )
    if own:
        return (own,)
    if find_spec("ziglang") is not None:
        return (sys.executable, "-m", "ziglang", "cc")
    raise NoCompiler("there is no C compiler: pip install 'rulesrun[native]'")


def cache_folder() -> Path:
    """Where compiled games are kept; nobody else may write there.

    Raises NoCompiler where the folder cannot be made or belongs to somebody else.
    """
    base = os.environ.get("XDG_CACHE_HOME")
    folder = (Path(base) if base else Path.home() / ".cache") / "rulesrun" / "native"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        status = folder.stat()
    except (OSError, RuntimeError) as error:
        raise NoCompiler(f"nothing can be kept in {folder}: {error}") from error
    others = stat.S_IWGRP | stat.S_IWOTH
    if hasattr(os, "getuid") and status.st_uid != os.getuid():
        raise NoCompiler(f"{folder} belongs to somebody else")
    if status.st_mode & others:
        raise NoCompiler(f"others can write into {folder}")
    return folder


LARGE = 3_000
"""Lines of C from which on compiling quickly matters more than the last tenth of speed."""


def level(text: str) -> str:
    """How hard the compiler should try."""
    return "-O2" if text.count("\n") > LARGE else "-O3"


def built(text: str, flags: tuple[str, ...] = FLAGS) -> Path:
    """The path of the library of a C text, compiled if it has not been before.

    Two processes that compile the same text at once do not harm each other: each writes
    a file of its own, which then takes its place at once. Raises NoCompiler.
    """
    command = (*compiler(), level(text))
    key = "\0".join((text, *command, *flags, sysconfig.get_platform()))
    digest = hashlib.sha256(key.encode()).hexdigest()[:32]
    folder = cache_folder()
    path = folder / f"{digest}.so"
    if path.exists():
        return path
    with tempfile.TemporaryDirectory(dir=folder) as made:
        source, library = Path(made) / "game.c", Path(made) / "game.so"
        source.write_text(text, "utf-8")
        done = subprocess.run(
            [*command, *flags, "-o", str(library), str(source)],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            first = (done.stderr or done.stdout).strip().splitlines()
            raise NoCompiler(f"the C compiler failed: {first[0] if first else command}")
        os.replace(library, path)
    return path


def loaded(path: Path) -> tuple[Any, Any]:
    """The library, and what makes values for it."""
    ffi = import_module("cffi").FFI()
    ffi.cdef(CDEF)
    return ffi.dlopen(str(path)), ffi
