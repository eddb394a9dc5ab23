"""An output around another one, which it passes what is written on to."""

from io import TextIOBase
from typing import TextIO


class Around(TextIOBase):
    """Is to the system what the stream inside of it is."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        return self.stream.isatty()

    def fileno(self) -> int:
        """The number that the system knows it by."""
        return self.stream.fileno()

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """How texts are written."""
        return self.stream.encoding

    @property
    def errors(self) -> str | None:  # type: ignore[override]
        """What becomes of what cannot be written."""
        return self.stream.errors
