"""Input and output of the command: whatever happens to them is told in one line."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator
from typing import TextIO

from rulesrun.cli.output.around import Around
from rulesrun.cli.output.harmless import OURS, harmless
from rulesrun.cli.output.problems import Unusable, reason


class Shown(Around):
    """An output that shows what would act on a terminal.

    Where nothing can be written any more, whoever writes is told by Unusable, or by
    BrokenPipeError if the reader has gone away; an output of problems is silent then.
    """

    def __init__(self, stream: TextIO, *, of_problems: bool = False) -> None:
        super().__init__(stream)
        self.of_problems = of_problems
        self.lost: Exception | None = None

    def write(self, text: str) -> int:
        """Write a text."""
        if text and isinstance(text, bytes):  # click has some of its own as bytes
            return self.write(text.decode("utf-8", "replace"))
        safe = "".join(
            part if at % 3 else harmless(part)
            for at, part in enumerate(OURS.split(text))
        )
        if safe:
            self._try(lambda: self.stream.write(safe))
        return len(text)

    def flush(self) -> None:
        """Let everything be seen that has been written."""
        self._try(self.stream.flush)

    def _try(self, do: Callable[[], object]) -> None:
        if self.lost is None:
            try:
                do()
            except (OSError, ValueError) as error:
                self.lost = error
                with contextlib.suppress(OSError, ValueError):
                    self.stream.close()  # what it still holds must not be tried again
        if self.lost is None or self.of_problems:
            return
        if isinstance(self.lost, BrokenPipeError):
            raise self.lost
        why = reason(self.lost) if isinstance(self.lost, OSError) else "it is closed"
        raise Unusable(f"cannot write the output: {why}") from self.lost

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self.lost is None and super().isatty()


@contextlib.contextmanager
def shown_streams() -> Iterator[None]:
    """Within it, all that is printed goes through `Shown`; raises Unusable."""
    before = sys.stdout, sys.stderr
    for stream in before:
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:  # what a terminal cannot show must not stop a game
            reconfigure(errors="replace")
    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(errors="surrogateescape")  # told where it is read
    try:
        if sys.stderr is not None:
            sys.stderr = Shown(sys.stderr, of_problems=True)
        if sys.stdout is None:
            raise Unusable("cannot write the output: it is closed")
        sys.stdout = Shown(sys.stdout)
        yield
        sys.stdout.flush()
    finally:
        sys.stdout, sys.stderr = before


MOST_TYPED = 100_000
"""How long a line may be that is read; a longer one is no choice."""


def read_line() -> str:
    """A line of the input, empty at its end; raises Unusable where it is no text."""
    if sys.stdin is None:
        raise Unusable("cannot read choices: the input is closed")
    try:
        line = sys.stdin.readline(MOST_TYPED)
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else str(error)
        raise Unusable(f"cannot read choices from the input: {why}") from error
    if len(line) >= MOST_TYPED and not line.endswith("\n"):
        raise Unusable(
            f"a line of the input is longer than {MOST_TYPED} signs: that is not a choice"
        )
    return checked(line)


def checked(line: str) -> str:
    """A line that was read; raises Unusable where it is no text."""
    for character in line:
        if "\udc80" <= character <= "\udcff":
            raise Unusable(
                f"a line of the input is not text in {sys.stdin.encoding}: it holds the "
                f"byte 0x{ord(character) - 0xDC00:02x}"
            )
    return line
