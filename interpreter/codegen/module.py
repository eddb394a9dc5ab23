"""The generated code of a game, as the machine and the other engine read it."""

from collections.abc import Callable, Sequence
from typing import Any

from attrs import define, frozen

from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.statements import Decide
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.symbols import LocalSymbol
from rulesrun.dsl.semantics.value_types import Type
from rulesrun.interpreter.codegen.liveness import Liveness
from rulesrun.interpreter.runtime.layout import Layout, State
from rulesrun.interpreter.runtime.metering import Meter


@frozen(eq=False, repr=False)
class Plan:
    """A place where the game stops for a choice, in which procedure.

    `otherwise` is the block where there is nothing to choose.
    """

    node: Decide
    procedure: int
    otherwise: int | None


Listener = Callable[[State, int], None]
"""Is told, before each statement of a traced game, of which game and which one."""


@frozen(eq=False, repr=False)
class Module:
    """The generated code of a layout, compiled and ready to run.

    `blocks[p][b]` is block b of procedure p, `sizes[p]` how many locals its frame
    has, `locals[p]` which names they are, and `kinds[p]` of which types; `spans` gives,
    for each line of `text`, its place in the rules. `listeners` are told of every
    statement that is reached in any game that runs it, and of every condition that is
    none: of those of `marks` whose numbers are in `conditions`. `resumes[p]` gives, for
    the id of a statement that stops, the block after it, `live` what is still read of
    the locals where a game waits. `sets` gives what a state holds once more behind its
    slots: the places that hold each value of a variable.
    """

    layout: Layout
    core: Core
    text: str
    spans: Sequence[Span | None]
    names: dict[str, Any]
    blocks: list[list[Any]]
    sizes: list[int]
    kinds: list[list[Type | None]]
    locals: list[dict[int, LocalSymbol]]
    decisions: list[Plan]
    marks: list[Span]
    conditions: frozenset[int]
    procedures: dict[object, int]
    resumes: list[dict[int, int]]
    live: Liveness
    file_name: str
    listeners: list[Listener]
    meter: Meter
    heads_of_loops: list[dict[int, Span]]
    sets: Callable[[Sequence[Any]], list[Any]] = lambda _: []


@define(eq=False)
class Exploration:
    """A block of choices to be made as well as possible.

    A procedure that comes to it gives it back in place of the number of a block.

    Attributes:
        inside: The first block of the choices.
        after: The block that follows them.
        who: Gives the player who chooses.
        worth: Gives the value that counts.
        gained: Gives the slot of that value, where the choices only add to it and
            nothing looks at it: how much there was before makes no difference then.
        slots: The slots that the choices can change, if that is known.
        span: The line of the rules.
    """

    inside: int
    after: int
    who: Callable[[State, list[Any]], int]
    worth: Callable[[State, list[Any]], int]
    gained: Callable[[State, list[Any]], int] | None
    slots: tuple[int, ...] | None = None
    span: Span | None = None


FOUND = Exploration(0, 0, lambda S, L: 0, lambda S, L: 0, None)
"""What a procedure gives back at the end of such a block."""
