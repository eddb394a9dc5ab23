"""What a host must know of a compiled game to read its states."""

from attrs import Factory, define, frozen

from rulesrun.dsl.core.symbols import Table, Variable
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.dsl.semantics.value_types import Type
from rulesrun.interpreter.codegen.module import Module
from rulesrun.interpreter.native.statements import Resume
from rulesrun.interpreter.native.types import Kind


@frozen
class Kept:
    """A field of the state: how it is called in C, how it is kept, and what it means.

    `count` is how many there are one behind the other; `row` that it is a zone whose
    components have an order; `alone` that it is no array.
    """

    c: str
    kind: Kind
    type: Type
    count: int = 1
    row: bool = False
    alone: bool = False


@define(eq=False)
class Program:
    """The C of a game, and what the host must know to read its states.

    `frames` are, for each procedure, the fields of its places; `resumes` the places
    where it goes on, from 1 on; `rooms`, for each procedure, how many of its frames may
    lie there at once where that is more than one; `rows` those of each table, by number;
    `counters` whose values at the end of a game are written down. `options_are_wide` tells
    that numbers of options have 64 bits and not 32.
    """

    module: Module
    text: str = ""
    variables: list[tuple[Variable, Kept]] = Factory(list)
    frames: list[list[Kept]] = Factory(list)
    resumes: list[list[Resume]] = Factory(list)
    rooms: list[int | None] = Factory(list)
    spans: list[Span | None] = Factory(list)
    messages: list[str] = Factory(list)
    texts: list[str] = Factory(list)
    options_are_wide: bool = False
    counters: list[VariableSymbol] = Factory(list)
    rows: dict[Table, list[tuple[object, ...]]] = Factory(dict)
