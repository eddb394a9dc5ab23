"""A position as text: what a view holds, and nothing that it does not hold."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from attrs import define

from rulesrun.cli.drawings import Drawings, Group
from rulesrun.cli.labels import Labels, is_nothing
from rulesrun.cli.terminal import beside, pad, width
from rulesrun.dsl.value_types import (
    PLAYER,
    CellType,
    EnumType,
    GridType,
    IntType,
    PlayerType,
    Type,
    ZoneType,
)
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.views import Seen, View, view

FEW = 3
"""Of more numbers of one kind than that, those that are nought are left out."""


@define
class Picture:
    """Draws a position as a player (a seat) may know it; none may know all.

    With a view from `before`, only what has changed since is drawn.
    """

    position: Position
    player: int | None
    labels: Labels
    columns: int = 100
    before: View | None = None

    def lines(self) -> list[str]:
        """The lines, without one at the end that is empty."""
        groups = self._groups()
        found: list[str] = []
        for board in self.position.game.layout.boards:
            on_it = [g for g in groups if g.symbol.owner == CellType(board)]
            if on_it or self.before is None:
                found += self._drawings.board(board, on_it, self.columns)
        found += self._shared([g for g in groups if g.symbol.owner is None])
        for group in groups:
            owner = group.symbol.owner
            if owner not in (None, PLAYER) and not isinstance(owner, CellType):
                found += self._owned(group)
        found += self._players([g for g in groups if g.symbol.owner == PLAYER])
        while found and not found[-1].strip():
            found.pop()
        return found

    @property
    def _drawings(self) -> Drawings:
        marked = self.player in (None, self.position.player)
        return Drawings(self.position, self.labels, marked)

    def _groups(self) -> list[Group]:
        seen = view(self.position, self.player).seen
        before = self.before.seen if self.before else ()
        changed = self._changed(seen, before)
        groups = []
        at = 0
        for symbol, family in self.position.game.layout.families.items():
            own = seen[at : at + family.size]
            old = before[at : at + family.size]
            at += family.size
            beside = isinstance(symbol.owner, CellType) and symbol.owner in changed
            if old == own and self.before is not None and not beside:
                continue
            if old and not isinstance(symbol.owner, CellType):
                own = tuple(s for s, o in zip(own, old, strict=True) if s != o)
            groups.append(Group(symbol, own))
        return groups

    def _changed(
        self, seen: Sequence[Seen], before: Sequence[Seen]
    ) -> set[Type | None]:
        """Whose variables have changed: of such a board everything is drawn."""
        owners: set[Type | None] = set()
        at = 0
        for symbol, family in self.position.game.layout.families.items():
            if seen[at : at + family.size] != before[at : at + family.size]:
                owners.add(symbol.owner)
            at += family.size
        return owners

    # ---- what belongs to nobody, or to a value of an enum ----------------------------

    def _shared(self, groups: list[Group]) -> Iterator[str]:
        rows: list[tuple[str, str]] = []
        empty: list[str] = []
        for group in groups:
            changed = self.before is not None and bool(group.symbol.keys)
            filled = [s for s in group.seen if changed or not is_empty(s)]
            if filled:
                rows += self._family(group, filled, self._label(group))
            else:
                empty.append(self._label(group))
        yield from self._rows(rows)
        if empty:
            words = self.labels.words
            yield from self._wrapped(
                f"  {words.say('empty')}: {words.listed(empty)}", 4
            )

    def _family(
        self, group: Group, filled: list[Seen], label: str
    ) -> list[tuple[str, str]]:
        """The lines of one variable: of several keys one each, or short ones in one."""
        if not group.symbol.keys:
            return [(label, self.labels.content(seen)) for seen in filled]
        shown = [(self._keys(group, s), self.labels.content(s)) for s in filled]
        if len(shown) > FEW and all(width(text) < FEW + 1 for _, text in shown):
            pairs = (f"{key}: {text}" for key, text in shown)
            return [(label, self.labels.words.listed(pairs))]
        size = max(width(key) for key, _ in shown)
        return [
            (label if at == 0 else "", f"{pad(key, size)}  {text}")
            for at, (key, text) in enumerate(shown)
        ]

    def _owned(self, group: Group) -> Iterator[str]:
        rows = []
        for seen in group.seen:
            owner = group.symbol.owner
            assert owner is not None
            nought = isinstance(seen.type, IntType) and seen.value == 0
            if not is_empty(seen) and not nought:
                key = (
                    f"{self.labels.brief(owner, seen.owner)} {self._keys(group, seen)}"
                )
                rows.append((f"  {key.rstrip()}", self.labels.content(seen)))
        if rows:
            yield f"  {self._label(group)}"
            yield from self._rows(rows)

    def _rows(self, rows: list[tuple[str, str]]) -> Iterator[str]:
        size = max((width(label) for label, _ in rows), default=0)
        for label, text in rows:
            yield from self._wrapped(f"  {pad(label, size)}  {text}".rstrip(), size + 4)

    def _wrapped(self, line: str, indent: int) -> list[str]:
        if width(line) <= self.columns:
            return [line]
        return textwrap.wrap(
            line,
            self.columns,
            subsequent_indent=" " * indent,
            replace_whitespace=False,
            break_on_hyphens=False,
            break_long_words=False,
        )

    # ---- players ---------------------------------------------------------------------

    def _players(self, groups: list[Group]) -> Iterator[str]:
        grids = [g for g in groups if isinstance(g.symbol.type, GridType)]
        others = [g for g in groups if not isinstance(g.symbol.type, GridType)]
        seats = range(self.position.game.layout.participants)
        for seat in seats:
            yield from self._player(others, seat)
        drawn = [
            self._drawings.grid(
                group, seen, f"{self.labels.player(seat)}: {self._label(group)}"
            )
            for seat in seats
            for group in grids
            for seen in group.seen
            if seen.owner == seat
        ]
        if any(drawn):
            yield ""
            for line in beside([block for block in drawn if block], self.columns - 2):
                yield f"  {line}" if line else ""
            legend = self._drawings.legend(grids)
            if legend:
                yield ""
                yield from self._wrapped(f"  {legend}", 2)

    def _player(self, groups: list[Group], seat: int) -> Iterator[str]:
        """What belongs to one player: counters in a line, then zones."""
        counters: list[str] = []
        rows: list[tuple[str, str]] = []
        for group in groups:
            own = [seen for seen in group.seen if seen.owner == seat]
            label = self._label(group)
            whole = isinstance(group.symbol.type, IntType)
            if not whole:
                changed = self.before is not None
                zone = isinstance(group.symbol.type, ZoneType)
                own = [s for s in own if (zone and changed) or not is_empty(s)]
            elif len(own) > FEW:
                own = [seen for seen in own if seen.value != 0]
            if not own:
                continue
            if isinstance(group.symbol.type, ZoneType) or len(own) > FEW:
                rows += self._family(group, own, f"  {label}")
            else:
                for seen in own:
                    name = f"{label} {self._keys(group, seen)}".rstrip()
                    counters.append(f"{name} {self.labels.content(seen)}")
        if counters or rows:
            you = f" ({self.labels.words.say('you')})" if seat == self.player else ""
            parts = [f"{self.labels.player(seat)}{you}", *counters]
            yield from self._wrapped(f"  {' · '.join(parts)}", 6)
            yield from self._rows(rows)

    def _label(self, group: Group) -> str:
        return self.labels.words.label(group.symbol.decl.labels, group.symbol.name)

    def _keys(self, group: Group, seen: Seen) -> str:
        keys = zip(group.symbol.keys, seen.keys, strict=True)
        return " ".join(self.labels.brief(key.type, value) for key, value in keys)


def is_empty(seen: Seen) -> bool:
    """Whether there is nothing to see."""
    if isinstance(seen.type, ZoneType | GridType):
        return not seen.count
    if seen.hidden:
        return False
    number = isinstance(seen.type, IntType | EnumType | PlayerType)
    return seen.value is None or (not number and is_nothing(seen.value))
