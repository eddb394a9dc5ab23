"""What a C file is made of while it is written: functions, tables, names."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import Factory, define, field

from rulesrun.dsl.core.expressions import Expr, Lookup, Read
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.sizes import Sizes, everything
from rulesrun.dsl.core.statements import Select
from rulesrun.dsl.core.symbols import Local, RoutineSymbol, Table, Variable
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.codegen.precomputing import Statics
from rulesrun.interpreter.native.types import (
    Kind,
    Unsupported,
    components,
    kind_of,
    words,
)
from rulesrun.interpreter.runtime.layout import Layout

ROOM = 512
"""How many items a list has room for whose size nothing bounds; more is a fault."""

MOST_ROOM = 4096
"""No list has more room, but those that may hold all cells or all components."""

MOST_AT_ONCE = 4_000_000
"""So many bytes the lists of all functions may take together, those of a rule that may go
deep for each time that it may be under way."""

FLAT, LISTS = 4096, 1024
"""How many items the lists of a list have room for together, and how many lists."""


@define(eq=False, slots=False)  # what is worked out once is kept beside
class Unit:
    """One C file.

    `tables` are its constant arrays by name, `texts` the texts that have numbers,
    `spans` the places in the rules that have numbers, from 1 on. `mirrors` are the
    variables of which the state also keeps a set for each value, with how many those
    are; `zone_sets` where the sets of zones begin (that of the box under none);
    `instead` what counts for rows that tables of several columns have not; `room` how
    many bytes the lists of all functions take; `most_chosen` among how many things several
    are chosen.
    """

    core: Core
    layout: Layout
    writers: "Mapping[type, Writer]"
    sizes: Sizes = field(init=False)
    tables: dict[str, str] = Factory(dict)
    texts: dict[str, int] = Factory(lambda: {"": 0})  # what a text begins with
    spans: list[Span | None] = Factory(lambda: [None])
    functions: list[str] = Factory(list)
    prototypes: list[str] = Factory(list)
    bits: set[int] = Factory(set)
    bundles: set[int] = Factory(set)
    messages: list[str] = Factory(list)
    families: dict[Variable, str] = Factory(dict)
    families_of: dict[Variable, Any] = Factory(dict)
    mirrors: dict[Variable, int] = Factory(dict)
    zone_sets: dict[Variable | None, int] = Factory(dict)
    instead: dict[Table, Expr] = Factory(dict)
    room: int = 0
    most_chosen: int = 0
    _places: dict[Span, int] = Factory(dict)
    _count: int = 0
    _numbered: dict[str, dict[object, int]] = Factory(dict)

    def __attrs_post_init__(self) -> None:
        self.sizes = Sizes(self.core)
        for node in everything(self.core):
            if isinstance(node, Lookup) and node.otherwise is not None:
                self.instead[node.table] = node.otherwise
        self.bits.add(self.words)

    @cached_property
    def statics(self) -> Statics:
        """What depends on the board and the box alone."""
        return Statics(self.core, self.layout)

    @cached_property
    def options_are_wide(self) -> bool:
        """Whether a number of an option might need more than 32 bits."""
        items = (item for node in self.core.decisions for item in node.items)
        heads = (item.action.head if item.action else item.head for item in items)
        chosen = (line for head in heads for line in head if isinstance(line, Select))
        return not all(map(self._is_narrow, chosen))

    def _is_narrow(self, line: Select) -> bool:
        """Whether the numbers that are chosen are known to need no more than 32 bits."""
        inner = line.local.type
        while isinstance(inner, t.ListType | t.SetType):
            inner = inner.item
        match inner:
            case t.IntType():
                low, high = self.sizes.numbers.items(line.of)
                bounded = low is not None and high is not None
                return bounded and low > -(2**31) and high < 2**31  # type: ignore[operator]
            case t.OptionalType(item=t.IntType()):
                return False
            case t.BundleType():
                of = line.of
                return isinstance(of, Read) and of.variable.zone is not None
            case _:
                return True

    @property
    def words(self) -> int:
        """How many words a set of components has."""
        return words(components(self.core))

    @cached_property
    def most_room(self) -> int:
        """How many items any list has room for."""
        return max(MOST_ROOM, components(self.core), *self.core.cells.values())

    def room_for(self, most: int | None) -> int:
        """How much room there is for a list of so many items at most, if that is known."""
        return ROOM if most is None else min(most, self.most_room)

    def numbered(self, word: str, what: object) -> str:
        """A name for something, always the same for what is equal."""
        numbers = self._numbered.setdefault(word, {})
        return f"{word}_{numbers.setdefault(what, len(numbers))}"

    def fresh(self) -> int:
        """A number that nothing else has."""
        self._count += 1
        return self._count

    def line(self, span: Span | None) -> int:
        """The number of a place in the rules."""
        if span is None:
            return 0
        result = self._places.get(span)
        if result is None:
            result = self._places[span] = len(self.spans)
            self.spans.append(span)
        return result

    def text(self, text: str) -> int:
        """The number of a text."""
        return self.texts.setdefault(text, len(self.texts))

    def message(self, text: str) -> int:
        """The number of a sentence that a fault says."""
        if text not in self.messages:
            self.messages.append(text)
        return self.messages.index(text)

    def kind(self, kind: t.Type) -> Kind:
        """How values of a type are kept; sets and bundles get their types in C."""
        result = kind_of(self.core, kind)
        if result.name == "bits":
            self.bits.add(result.size)
        if result.name == "bundle" or (result.name == "lists" and result.size):
            self.bundles.add(result.size)
        return result

    def table(self, name: str, ctype: str, values: Iterable[object]) -> str:
        """A constant array."""
        if name not in self.tables:
            listed = [str(value) for value in values]
            inside = ", ".join(listed) or "0"
            self.tables[name] = (
                f"static const {ctype} {name}[{max(1, len(listed))}] = {{{inside}}};"
            )
        return name

    def routine(self, symbol: RoutineSymbol) -> str:
        """The name of the function of a routine."""
        return f"f_{symbol.kind}_{symbol.name}"


@define(eq=False)
class Function:
    """One function of C: how its locals are written, and room for its lists.

    `lines` are the locals that are lines of cells, with the sets of their cells;
    `found` what lies at a place of a grid, where that is at hand; `memo` expressions
    that have been worked out. In a
    routine that can stop, `frame` is the struct in which its locals are kept.
    """

    unit: Unit
    written: dict[Local, str] = Factory(dict)
    buffers: list[str] = Factory(list)
    declared: list[str] = Factory(list)
    line: int = 0
    lines: dict[Local, str] = Factory(dict)
    found: dict[tuple[Local, Local], str] = Factory(dict)
    memo: dict[Expr, str] = Factory(dict)

    def room(self, ctype: str, size: int | str) -> str:
        """Room for a list, at the top of the function."""
        name = f"room{self.unit.fresh()}"
        if isinstance(size, int):
            self.unit.room += 8 * size
        self.buffers.append(
            f"{ctype} {name}[{size if isinstance(size, str) else max(1, size)}];"
        )
        return name

    def local(self, local: Local) -> str:
        """The name of a local inside of an expression or a loop."""
        name = f"v{local.id}_{local.name}"
        self.written[local] = name
        return name

    # ---- expressions -----------------------------------------------------------------

    def e(self, node: Expr) -> str:
        """The C of an expression."""
        return self.unit.writers[type(node)](self, node)

    def kind(self, kind: t.Type) -> Kind:
        """How values of a type are kept."""
        return self.unit.kind(kind)

    def bound(self, node: Expr) -> int:
        """How many items there is room for."""
        return self.unit.room_for(self.unit.sizes.of(node))

    def bound_of(self, local: Local) -> int:
        """How many items there is room for in what a local holds."""
        result = self.unit.sizes.of_local(local)
        return ROOM if result is None else min(result, MOST_ROOM)

    def unsupported(self, what: str) -> Unsupported:
        """What cannot be compiled, with its place."""
        return Unsupported(what, self.unit.spans[self.line])


Writer = Callable[[Function, Any], str]


def jagged(
    unit: Unit, name: str, rows: Sequence[Sequence[int]], item: str = "int"
) -> tuple[str, str]:
    """A constant list of lists: its items, and where each list begins and ends."""
    flat: list[int] = []
    at = [0]
    for row in rows:
        flat += row
        at.append(len(flat))
    return unit.table(f"{name}_v", item, flat), unit.table(f"{name}_at", "int", at)
