"""The checks of a whole file: each a pure function from the world to problems."""

from collections.abc import Callable, Iterator

from attrs import frozen

from rulesrun.dsl.collect import World
from rulesrun.dsl.diagnostics import Diagnostic
from rulesrun.dsl.tables import Read


@frozen
class Check:
    """A check; `always` says that it makes sense beside other errors too."""

    run: Callable[[World, Read], Iterator[Diagnostic]]
    always: bool = False


CHECKS: tuple[Check, ...] = ()
