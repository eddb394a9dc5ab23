"""Code that is nested deeper than Python can read is told at its place in the rules."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from types import CodeType

from rulesrun.dsl.core.context import NESTED
from rulesrun.dsl.problems.spans import Span
from rulesrun.interpreter.codegen.writing import Lines
from rulesrun.interpreter.runtime.support import Unplayable


class BrokenCode(Exception):
    """What was written is no Python: a fault of rulesrun, whatever the rules say."""


def compiled(lines: Lines, file_name: str) -> CodeType:
    """What is written as code; raises Unplayable where it is too much, BrokenCode."""
    try:
        return compile(lines.text(), file_name, "exec")
    except SyntaxError as error:
        span = lines.spans[(error.lineno or 1) - 1]
        if "too many" in error.msg:  # brackets, levels, blocks in one another
            raise too_deep(span) from error
        place = "the rules" if span is None else str(span)
        raise BrokenCode(
            f"what {place} became is no Python: {error.msg}, in {error.text!r}"
        ) from error
    except (RecursionError, MemoryError) as error:
        raise too_deep(_place(lines)) from error


def _place(lines: Lines) -> Span | None:
    """Where the first function begins that Python cannot read."""
    starts = [at for at, depth in enumerate(lines.depths) if not depth]
    for start, end in pairwise([*starts, len(lines.lines)]):
        try:
            compile("\n".join(lines.lines[start:end]), "", "exec")
        except (RecursionError, MemoryError):
            return lines.spans[start]
        except SyntaxError:
            continue
    return None


def too_deep(span: Span | None) -> Unplayable:
    """What is said of rules that are nested too deep."""
    return Unplayable(NESTED, span)


@contextmanager
def readable(span: Span | None) -> Iterator[None]:
    """Raises Unplayable with a place for what is nested too deep to be written."""
    try:
        yield
    except RecursionError as error:
        raise too_deep(span) from error
