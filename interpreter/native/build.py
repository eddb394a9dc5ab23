"""From the text of a C file to a loaded library: compiled once, kept in the user's cache."""

import hashlib
import os
import platform
import shlex
import shutil
import signal
import stat
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rulesrun.interpreter.runtime.caching import NoFolder, cache_folder, is_own

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
void game_initial(const int64_t *values);
int game_start(void *to, uint64_t seed);
int game_choose(void *state, const opt *option);
int game_choose_number(void *state, int number);
int game_options(void *state);
int game_option_count(void);
int game_option_used(void);
const opt *game_option_data(void);
const int *game_option_starts(void);
void game_log(int on);
int game_logged(void);
const int64_t *game_log_data(void);
void game_done(void);
void game_fault(int64_t *out);
int game_export(const void *state, int64_t *out, int room);
int game_import(void *state, const int64_t *in);
void game_copy(void *to, const void *from);
void game_copies(void *to, const void *from, int times);
long long game_playout(void *state, uint64_t random, long long most);
int game_candidates(const void *world, uint64_t random, int64_t *numbers, int room);
void game_search(const void *worlds, int count, int iterations, double explore,
                 int horizon, uint64_t random, const int64_t *numbers,
                 const double *prior, int options, int kept, int proves,
                 double seconds, int *visits,
                 double *values, int8_t *lows, int8_t *highs);
void game_look_ahead(const void *worlds, int count, int tries, int horizon,
                     uint64_t random, const int64_t *numbers, int options,
                     double *values);
long long game_prove(const void *world, long long most, const int64_t *numbers,
                     int options, int8_t *lows, int8_t *highs, int32_t *depths);
void *game_solve_begin(const void *world, long long most);
int game_solve_more(void *solver, int positions);
long long game_solve_count(const void *solver);
void game_solve_back(void *solver);
void game_solve_result(const void *solver, int options, int8_t *values, int32_t *far,
                       long long *all);
int game_solve_value(void *solver, const void *world, int32_t *far);
void game_solve_end(void *solver);
int game_random(int games, uint64_t first, long long most, int *results);
int game_seeded(int games, uint64_t first, long long most, int *results,
                int64_t *numbers, void *last);
int game_record(uint64_t seed, int most, int scored, const int *plan, int parameters,
                int subjects, int *marks, int *counts, int *decisions, int *moves,
                int64_t *samples, int *out);
"""

REPLAYING = """
typedef struct {
    const uint8_t *hidden;
    int seat, stops;
    uint64_t *sights, *moves;
    const int *steps;
    const opt *rows;
    int pinned;
    const int *places_at, *places, *values_at;
    const int64_t *values;
    const int *epochs;
    int epochs_size, exact, lenient;
    const int *needs_at, *needs;
    const int *copies_at, *copies;
} Seen;
typedef struct {
    uint64_t random;
    double weight;
    int given;
    const int *given_events;
    const int64_t *given_values;
    uint64_t drawn;
    int count, used, made, rows, reached, refused, fits, ended, last, entries;
    int at, differing;
    int *events; int64_t *values;
    int *made_at; opt *made_rows;
    int64_t *log;
    int *kept_events; int64_t *kept_values;
    int events_room, values_room, made_room, rows_room, log_room, kept_room, kept_values_room;
    void *tape;
} World;
World *game_world(void);
void game_world_done(World *w);
int game_replay(const Seen *seen, World *w, void *state, int how, int retry,
                int recording);
int game_exchange(const Seen *seen, const World *from, World *w, void *state, int how,
                  int a, int b, int start, int mode);
uint64_t game_sight(const Seen *seen, void *state);
"""
"""What games have beside that hide anything (`replay.h`)."""

MIXING = """
void *game_mixing(const uint8_t *hidden, int slots);
void game_mixing_done(void *mixing);
long long game_mixing_walks(void *mixing, const void *worlds, int count, long long most,
                            double wide, double seconds, uint64_t random);
int game_mixing_found(void *mixing, const void *world, const Seen *seen, double *shares,
                      double *worths);
"""
"""What those have that are played for a payoff (`mixing.h`)."""


class NoCompiler(Exception):
    """There is nothing to compile with; the message says what to install."""


READY: list[Callable[[str], tuple[Any, Any] | None]] = []
"""Who may have the library of a C text already, with what makes its values: a page of a
game has, whose machine has no compiler."""


class BrokenCode(NoCompiler):
    """A compiler that works refuses what was written: a fault of rulesrun."""


@cache
def compiler() -> tuple[str, ...]:
    """The command of a C compiler: the machine's own, or the one that a package brings.

    Raises NoCompiler where there is neither, or nothing to load the result with.
    """
    if find_spec("cffi") is None:
        raise NoCompiler("cffi is not installed: pip install 'rulesrun[native]'")
    wanted = os.environ.get("CC", "").strip()
    if wanted:
        return _command(wanted)
    own = next(filter(shutil.which, ("cc", "gcc", "clang")), None)
    if own:
        return (own,)
    if find_spec("ziglang") is not None:
        return (sys.executable, "-m", "ziglang", "cc")
    raise NoCompiler("there is no C compiler: pip install 'rulesrun[native]'")


def _command(wanted: str) -> tuple[str, ...]:
    """What the variable CC asks for: a command, perhaps with arguments."""
    try:
        words = tuple(shlex.split(wanted))
    except ValueError as error:
        raise NoCompiler(f"CC is {wanted!r}: {error}") from error
    if not words or shutil.which(words[0]) is None:
        raise NoCompiler(f"CC is {wanted!r}, and there is no such command")
    return words


@cache
def processor() -> str:
    """What the machine code is made for, where the system tells it.

    A home may be shared by machines whose processors differ.
    """
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8", "replace").splitlines()
    except OSError:
        return platform.processor()
    return "\n".join(sorted({x for x in lines if x.startswith(("flags", "Features"))}))


LARGE = 3_000
"""Lines of C from which on compiling quickly matters more than the last tenth of speed."""


def command_for(text: str, flags: Sequence[str] = FLAGS) -> tuple[str, ...]:
    """The compiler and how hard it should try: as CC says, or as is best for the text.

    Raises NoCompiler.
    """
    command = compiler()
    if any(word.startswith("-O") for word in command):
        return (*command, *flags)
    return (*command, "-O2" if text.count("\n") > LARGE else "-O3", *flags)


def loaded(
    text: str, flags: tuple[str, ...] = FLAGS, declared: str = ""
) -> tuple[Any, Any]:
    """The library of a C text, compiled if it has not been before, and its values' maker.

    `declared` are functions that it has beside those of every game.

    Two processes that compile the same text at once do not harm each other: each writes
    a file of its own, which then takes its place at once. Raises NoCompiler, BrokenCode.
    """
    for lookup in READY:
        result = lookup(text)
        if result is not None:
            return result
    if sys.platform == "emscripten":
        raise NoCompiler("a browser has no C compiler")
    command = command_for(text, flags)
    ffi = import_module("cffi").FFI()
    ffi.cdef(declared + CDEF + REPLAYING + MIXING)
    try:
        path = _library(text, command)
        if _is_ours(path):
            with suppress(OSError):  # it is damaged: once more, then
                return ffi.dlopen(str(path)), ffi
        began = time.perf_counter()
        _compile(text, command, path)
        keep_pace(time.perf_counter() - began, text)
        return ffi.dlopen(str(path)), ffi
    except NoFolder as error:
        raise NoCompiler(str(error)) from error
    except OSError as error:
        raise NoCompiler(f"the game cannot be compiled here: {error}") from error


def _library(text: str, command: Sequence[str]) -> Path:
    """Where the library of a text is kept; raises NoFolder, OSError."""
    key = "\0".join((text, *command, sysconfig.get_platform(), processor()))
    digest = hashlib.sha256(key.encode()).hexdigest()[:32]
    return cache_folder("native") / f"{digest}.so"


LINES_A_SECOND = 2_000
"""How much C is compiled in a second, as long as nobody has measured it here."""

PACE = "lines-a-second"


def time_for(text: str) -> float:
    """How many seconds it will take to compile a text, about; 0 if that has been done.

    Estimated by how long the last one took on this machine. Raises NoCompiler.
    """
    command = command_for(text)
    with suppress(NoFolder, OSError):
        if _is_ours(_library(text, command)):
            return 0.0
    return text.count("\n") / pace(PACE, LINES_A_SECOND)


def pace(name: str, usual: float) -> float:
    """How many lines a compiler took in a second last time, by the name of what is kept."""
    with suppress(NoFolder, OSError, ValueError):
        return max(float((cache_folder("native") / name).read_text("ascii")), 1.0)
    return usual


def keep_pace(seconds: float, text: str, name: str = PACE) -> None:
    """Note how fast a text was compiled, for the next estimate."""
    lines = text.count("\n") / max(seconds, 1e-3)
    with suppress(NoFolder, OSError):
        (cache_folder("native") / name).write_text(f"{lines:.0f}\n", "ascii")


def _is_ours(path: Path) -> bool:
    """Whether a library is there, and nobody else can have written it."""
    try:
        status = path.lstat()
    except FileNotFoundError:
        return False
    return stat.S_ISREG(status.st_mode) and is_own(status)


def _compile(text: str, command: Sequence[str], path: Path) -> None:
    """Make a library; raises NoCompiler, BrokenCode, OSError."""
    with tempfile.TemporaryDirectory(
        dir=path.parent, ignore_cleanup_errors=True
    ) as folder_name:
        source, library = Path(folder_name) / "game.c", Path(folder_name) / "game.so"
        source.write_text(text, "utf-8")
        done = _ran([*command, "-o", str(library), str(source)])
        if done.returncode or not library.exists():
            output = (done.stderr or done.stdout).strip().splitlines()
            lines = [line for line in output if "error" in line] or output
            first = lines[0] if lines else " ".join(command)
            if _works(command, Path(folder_name)):
                raise BrokenCode(
                    f"a fault of rulesrun (please report it): the C compiler refuses "
                    f"what the rules became: {first}"
                )
            raise NoCompiler(f"the C compiler failed: {first}")
        library.chmod(0o700)
        with library.open("rb") as whole:
            os.fsync(
                whole.fileno()
            )  # half a library would end the process that loads it
        os.replace(library, path)


def _works(command: Sequence[str], folder: Path) -> bool:
    """Whether a compiler makes a library of what cannot be wrong."""
    source, library = folder / "empty.c", folder / "empty.so"
    source.write_text("int nothing(void) { return 0; }\n", "utf-8")
    done = _ran([*command, "-o", str(library), str(source)])
    return not done.returncode and library.exists()


def _ran(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """What a compiler says; stopped, it ends with all that it has started."""
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
    ) as running:
        try:
            output, complaints = running.communicate()
        except BaseException:
            with suppress(OSError):
                if hasattr(os, "killpg"):
                    os.killpg(running.pid, signal.SIGKILL)
                else:
                    running.kill()
            raise
        return subprocess.CompletedProcess(
            command, running.returncode, output, complaints
        )
