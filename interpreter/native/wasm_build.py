"""From the text of a C file to a module of WebAssembly, kept in the user's cache."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from rulesrun.interpreter.native.build import BrokenCode, NoCompiler, keep_pace, pace
from rulesrun.interpreter.native.wasm import functions
from rulesrun.interpreter.runtime.caching import NoFolder, cache_folder

FLAGS = (
    "-target",
    "wasm32-wasi",
    "-mexec-model=reactor",
    "-O2",
    "-std=gnu11",
    "-fno-strict-aliasing",
    "-ffp-contract=off",
    "-s",
    "-w",
    "-mllvm",
    "-wasm-enable-sjlj",
    "-mllvm",
    "-wasm-use-legacy-eh=false",
    "-mexception-handling",
)

TAG = """\
\t.tagtype __c_longjmp i32
\t.globl __c_longjmp
__c_longjmp:
"""
"""What longjmp throws: the library of the compiler only declares it."""


LINES_A_SECOND = 800
"""How much C is compiled in a second, as long as nobody has measured it here."""

PACE = "wasm-lines-a-second"


def digest_of(text: str) -> str:
    """By what the module of a C text is known."""
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def module_of(text: str) -> bytes:
    """The module of a C text, compiled if it has not been before; raises NoCompiler."""
    command = _command()
    try:
        path = _place(text, command)
        if not path.is_file():
            began = time.perf_counter()
            _compile(text, command, path)
            keep_pace(time.perf_counter() - began, text, PACE)
        return path.read_bytes()
    except NoFolder as error:
        raise NoCompiler(str(error)) from error
    except OSError as error:
        raise NoCompiler(f"the game cannot be compiled here: {error}") from error


def time_for(text: str) -> float:
    """How many seconds it will take to compile a text, about; 0 if that has been done.

    Raises NoCompiler.
    """
    with suppress(NoFolder, OSError):
        if _place(text, _command()).is_file():
            return 0.0
    return text.count("\n") / pace(PACE, LINES_A_SECOND)


def _command() -> list[str]:
    """How a module is compiled; raises NoCompiler."""
    if find_spec("ziglang") is None:
        raise NoCompiler(
            "there is no compiler for WebAssembly: pip install 'rulesrun[native]'"
        )
    command = [sys.executable, "-m", "ziglang", "cc", *FLAGS]
    return command + [f"-Wl,--export={name}" for name in functions()]


def _place(text: str, command: list[str]) -> Path:
    """Where the module of a text is kept; raises NoFolder, OSError."""
    key = hashlib.sha256("\0".join((text, TAG, *command[1:])).encode()).hexdigest()[:32]
    return cache_folder("native") / f"{key}.wasm"


def _compile(text: str, command: list[str], path: Path) -> None:
    with tempfile.TemporaryDirectory(
        dir=path.parent, ignore_cleanup_errors=True
    ) as folder_name:
        folder = Path(folder_name)
        (folder / "game.c").write_text(text, "utf-8")
        (folder / "tag.s").write_text(TAG, "utf-8")
        done = subprocess.run(
            [*command, "-o", "game.wasm", "game.c", "tag.s", "-lm"],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
        )
        if done.returncode or not (folder / "game.wasm").exists():
            output = (done.stderr or done.stdout).strip().splitlines()
            lines = [line for line in output if "error" in line] or output
            first = lines[0] if lines else "no reason"
            raise BrokenCode(f"the compiler for WebAssembly failed: {first}")
        os.replace(folder / "game.wasm", path)
