"""Cards and tiles with what is printed on them and what lies on them.

Several are a table: one in a row, what is on it in columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from attrs import evolve, frozen

from rulesrun.cli.output.terminal import folded, pad, width
from rulesrun.cli.screen.drawings import Carried, Group
from rulesrun.cli.screen.labels import CHECK, Labels, printed_fields
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.interpreter.reports.views import Seen

WIDEST = 26
"""A cell that is wider is folded."""

GAP = 2


@frozen
class Column:
    """What stands on all cards of a table, under a label, or `alone` without one."""

    label: str
    cells: tuple[str, ...]
    alone: bool = False

    @property
    def summary(self) -> str:
        """What is the same on all cards, in words; a kind needs no label."""
        if self.cells[0] == CHECK:
            return self.label
        return self.cells[0] if self.alone else f"{self.label} {self.cells[0]}"

    @property
    def is_empty(self) -> bool:
        """Whether nothing stands in it."""
        return not any(self.cells)

    @property
    def is_shared(self) -> bool:
        """Whether the same stands on all of several cards."""
        return not self.is_empty and len(set(self.cells)) == 1

    @property
    def width(self) -> int:
        """How wide it is; its label may take two lines, or three."""
        words = [w for text in (self.label, *self.cells) for w in text.split()]
        longest = max(map(width, words), default=0)
        half = (width(self.label) + 1) // 2
        return max(longest, half, min(WIDEST, max(map(width, self.cells))))


def card_table(names: Sequence[str], columns: Sequence[Column], size: int) -> list[str]:
    """The lines of a table; where it is too wide, in parts with an empty line between."""
    first = Column("", tuple(names))
    left = [column for column in columns if not column.is_empty]
    lines: list[str] = []
    while left:
        part = [first, left.pop(0)]
        while left and _size([*part, left[0]]) <= size:
            part.append(left.pop(0))
        lines += [*([""] if lines else []), *_part(part, size)]
    return lines or list(names)


def _size(part: Sequence[Column]) -> int:
    return sum(column.width for column in part) + GAP * (len(part) - 1)


def _part(part: Sequence[Column], size: int) -> list[str]:
    sizes = [column.width for column in part]
    if _size(part) > size:  # one column, and even that is too wide
        sizes[-1] = max(1, size - sum(sizes[:-1]) - GAP * (len(sizes) - 1))
    rows = [[c.label for c in part], *zip(*(c.cells for c in part), strict=True)]
    lines = []
    for at, row in enumerate(rows):
        cells = [
            folded(cell, wide, cut_words=False) or [""]
            for cell, wide in zip(row, sizes, strict=True)
        ]
        high = max(map(len, cells))
        if at == 0:  # the last words of a heading stand next to what is under it
            cells = [[""] * (high - len(cell)) + cell for cell in cells]
        for line in range(high):
            texts = [cell[line] if line < len(cell) else "" for cell in cells]
            padded = (pad(text, wide) for text, wide in zip(texts, sizes, strict=True))
            lines.append((" " * GAP).join(padded).rstrip())
    return lines


@frozen
class Cards:
    """Tells of components; of `known` ones only what lies on them, which is `carried`."""

    labels: Labels
    carried: Carried
    known: frozenset[int] = frozenset()

    def content(self, seen: Seen) -> str:
        """What is in a variable of a component."""
        return self.labels.content(seen, self.known)

    def says_more(self, numbers: Sequence[int]) -> bool:
        """Whether a table of several components would say more than their names."""
        columns = (*self._printed(numbers), *self._lying(numbers))
        return not all(column.is_empty for column in columns)

    def table(self, numbers: Sequence[int], size: int) -> list[str]:
        """Several components as a table; what is the same on all is said once.

        Of copies that follow each other, and on which the same lies, one row stands for all.
        """
        names = [self.labels.met(n, numbers) for n in numbers]
        names, columns = self._joined(
            names, [*self._printed(numbers), *self._lying(numbers)]
        )
        shared = [column for column in columns if column.is_shared]
        table = card_table(names, [c for c in columns if not c.is_shared], size)
        if not shared:
            return table
        texts = (column.summary for column in shared)
        words = self.labels.words
        line = f"{words.say('each of them')}: {words.clauses(texts)}"
        return [*folded(line, size, first="  ", indent="    "), *table]

    def _joined(
        self, names: Sequence[str], columns: Sequence[Column]
    ) -> tuple[list[str], list[Column]]:
        """Rows of a table, equal ones beside each other as one with their number."""
        rows = zip(names, *(column.cells for column in columns), strict=True)
        groups = [(row, len(list(group))) for row, group in groupby(rows)]
        words = self.labels.words
        joined = [
            words.say("copies", what=row[0], number=words.number(count))
            if count > 1
            else row[0]
            for row, count in groups
        ]
        cells = [tuple(row[at + 1] for row, _ in groups) for at in range(len(columns))]
        return joined, [
            evolve(column, cells=own)
            for column, own in zip(columns, cells, strict=True)
        ]

    def _printed(self, numbers: Sequence[int]) -> Iterator[Column]:
        """What is printed on components, as columns, unless all of them are known.

        Empty cells beside those of a new card would say that nothing is printed there.
        """
        if self.known.issuperset(numbers):
            return
        layout, world = self.labels.game.layout, self.labels.game.program.world
        kinds = dict.fromkeys(layout.components[n].kind for n in numbers)
        for kind in kinds:
            for field in printed_fields(world.component(kind)):
                cells = tuple(
                    self.labels.printed_besides(field, n)
                    if layout.components[n].kind == kind
                    else ""
                    for n in numbers
                )
                label = self.labels.words.label(field.labels, field.name)
                alone = isinstance(t.without_none(field.type), t.EnumType)
                yield Column(label, cells, alone)

    def _lying(self, numbers: Sequence[int]) -> Iterator[Column]:
        """What lies on components, or is said of them, as columns."""
        result: dict[VariableSymbol, dict[int, str]] = {}
        for number in numbers:
            for symbol, group in groupby(
                self.carried.get(number, ()), lambda pair: pair[0]
            ):
                seen = tuple(one for _, one in group)
                result.setdefault(symbol, {})[number] = self._content(
                    Group(symbol, seen)
                )
        for symbol in self.labels.game.layout.told:
            if symbol in result and not self.labels.is_inner(symbol):
                cells = tuple(result[symbol].get(n, "") for n in numbers)
                yield Column(Group(symbol, ()).label(self.labels), cells)

    def _content(self, group: Group) -> str:
        """What is in a variable of one component, without its label."""
        if isinstance(group.symbol.type, t.BoolType):
            return CHECK
        if not group.symbol.keys:
            return self.content(group.seen[0])
        pairs = (f"{group.keys(self.labels, s)}: {self.content(s)}" for s in group.seen)
        return self.labels.words.listed(pairs)

    def facts(self, carried: Sequence[tuple[VariableSymbol, Seen]]) -> Iterator[str]:
        """What is said of a component: one line, and one for a variable with keys."""
        plain: list[str] = []
        outer = (pair for pair in carried if not self.labels.is_inner(pair[0]))
        for symbol, result in groupby(outer, lambda pair: pair[0]):
            group = Group(symbol, tuple(seen for _, seen in result))
            label = group.label(self.labels)
            if symbol.keys:
                pairs = (
                    f"{group.keys(self.labels, s)}: {self.content(s)}"
                    for s in group.seen
                )
                yield f"{label}  {self.labels.words.listed(pairs)}"
            elif isinstance(symbol.type, t.BoolType):
                yes = self.labels.words.form(symbol.decl.labels, "yes")
                plain.append(yes or label)
            else:
                plain += [f"{label} {self.content(s)}" for s in group.seen]
        if plain:
            yield self.labels.words.separator.join(plain)
