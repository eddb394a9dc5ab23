"""A position as text: what a view holds, and nothing that it does not hold.

More than 400 lines: one section a part of a position, which share its width and labels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import groupby, islice

from attrs import define

from rulesrun.cli.output.terminal import beside, folded, pad, width
from rulesrun.cli.screen.cards import Cards
from rulesrun.cli.screen.drawings import Drawings, Group, is_drawn
from rulesrun.cli.screen.labels import (
    Labels,
    is_empty,
    is_nought,
    is_zero,
)
from rulesrun.cli.screen.tracks import Lane, is_track, track_lines
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.geometry import parts_of_board
from rulesrun.dsl.semantics.symbols import BoardSymbol, VariableSymbol
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.reports.views import Seen, View, view
from rulesrun.interpreter.runtime.keyboard import letters

_ONE_BY_ONE = ("row", "area", "hand", "space")
"""The zones in which every component can be seen."""

INDENT, LABEL = 6, 30
"""How far in a table stands; how much room there is for a label beside a text."""

FEW = 3
"""Of more numbers of one kind than that, those that are nought are left out."""


@define
class Picture:
    """Draws a position as a player (a seat) may know it; none may know all.

    With a view from `before`, only what has changed since is drawn; what the player has
    is told as well, if `mine` says so. Of components that are `known` what is printed on
    them is left out.
    """

    position: Position
    player: int | None
    labels: Labels
    columns: int = 100
    before: View | None = None
    known: frozenset[int] = frozenset()
    mine: bool = False

    def lines(self) -> list[str]:
        """The lines, without one at the end that is empty."""
        groups = self._groups()
        result: list[str] = []
        for together in self._boards:
            drawn = {
                name: [g for g in groups if g.symbol.owner == t.CellType(name)]
                for name in together
            }
            offered = any(
                t.CellType(name) in self._choosable_types for name in together
            )
            if any(drawn.values()) or self.before is None or offered:
                result += self._drawings.board(drawn, self.columns)
        result += self._shared([g for g in groups if g.symbol.owner is None])
        for group in self._told_apart(groups):
            result += self._owned(group)
        result += self._players([g for g in groups if g.symbol.owner == t.PLAYER])
        while result and not result[-1].strip():
            result.pop()
        return result

    def described(self, text: str) -> list[str]:
        """What lies in the zones that a text names, or on components, or part of it."""
        wanted = letters(text)
        groups = [g for g in self._groups() if wanted in self._called(g)]
        if groups:
            return [line for group in groups for line in self._alone(group)]
        called: dict[int, str] = {}
        for component in self.position.game.layout.components:
            label = self.labels.brief(
                t.ComponentType((component.kind,)), component.number
            )
            both = letters(f"{component.name}\n{label}")
            if wanted in both:
                called[component.number] = both
        exact = [n for n, both in called.items() if wanted in both.split("\n")]
        lines: dict[str, None] = {}
        for number in exact or called:
            facts = "\n".join(
                f"      {fact}"
                for fact in self._cards.facts(self._carried.get(number, ()))
            )
            whole = "\n".join(
                self._wrapped(f"  {self.labels.component(number, whole=True)}", 4)
            )
            lines[f"{whole}\n{facts}".rstrip()] = None
        return [line for part in lines for line in part.split("\n")]

    def _called(self, group: Group) -> tuple[str, ...]:
        """What a variable can be called."""
        return (group.symbol.name, letters(self._label(group)))

    def _alone(self, group: Group) -> Iterator[str]:
        """What is in a variable, of everybody who has one."""
        owner = group.symbol.owner
        rows: list[tuple[str, str]] = []
        for seen in group.seen:
            whose = self.labels.brief(owner, seen.owner) if owner is not None else ""
            head = f"{whose} {self._keys(group, seen)}".strip() or self._label(group)
            if isinstance(seen.type, t.GridType):
                drawn = self._drawings.grid(group, seen, head)
                yield from (f"  {line}" for line in drawn)
            elif _apart(seen):
                rows += self._one_by_one(head, seen)
            elif not is_nought(seen):
                rows.append((head, self._content(seen)))
        yield from self._rows(rows)
        if not rows and not isinstance(group.symbol.type, t.GridType):
            yield f"  {self._label(group)}: {self.labels.words.say('empty')}"

    def detailed(self) -> frozenset[int]:
        """The components that are shown one by one, with what is printed on them."""
        zones = (s for s in self._seen if isinstance(s.type, t.ZoneType))
        return frozenset(n for one in zones for n in _apart(one))

    def _content(self, seen: Seen) -> str:
        return self.labels.content(seen, self.known)

    def _told_apart(self, groups: list[Group]) -> Iterator[Group]:
        """What belongs to enum values, and to components that are not shown yet."""
        components: set[int] = set()
        if self.before is None:
            components.update(
                n for g in groups for seen in g.seen for n in _apart(seen)
            )
        family = self.position.game.layout.families
        turns = {s.decl.turned.text for s in family if s.decl.turned is not None}
        for group in groups:
            owner = group.symbol.owner
            if group.symbol.name in turns:  # as a map shows them
                continue
            if isinstance(owner, t.ComponentType):
                seen = [s for s in group.seen if s.owner not in components]
                if self.before is None and self._lies_somewhere(owner):
                    seen = [s for s in seen if s.owner in self._lying]
                yield Group(group.symbol, tuple(seen))
            elif owner not in (None, t.PLAYER) and not isinstance(owner, t.CellType):
                yield group

    @cached_property
    def _lying(self) -> frozenset[int]:
        """The components of which the player can see where they lie.

        What lies in the box is left out with what lies face down: neither is in play, and
        to tell them apart would tell where something lies.
        """
        return frozenset(
            number
            for seen in self._seen
            if not seen.hidden
            for number in _components(seen)
        )

    def _lies_somewhere(self, kind: t.ComponentType) -> bool:
        """Whether any zone or grid may hold components of a kind."""
        held = (s.type for s in self.position.game.layout.families)
        return any(
            isinstance(zone, t.ZoneType | t.GridType)
            and isinstance(zone.item, t.ComponentType)
            and not set(kind.names).isdisjoint(zone.item.names)
            for zone in held
        )

    @property
    def _cards(self) -> Cards:
        return Cards(self.labels, self._carried, self.known)

    @property
    def _drawings(self) -> Drawings:
        marked = self.player in (None, self.position.player)
        return Drawings(self.position, self.labels, marked, self._carried)

    @cached_property
    def _seen(self) -> tuple[Seen, ...]:
        return view(self.position, self.player, recalled=True).seen

    @cached_property
    def _carried(self) -> dict[int, list[tuple[VariableSymbol, Seen]]]:
        """By component, what is seen of its variables, as far as there is anything."""
        result: dict[int, list[tuple[VariableSymbol, Seen]]] = {}
        seen = iter(self._seen)
        for symbol, family in self.position.game.layout.told.items():
            for one in islice(seen, family.size):
                owned = isinstance(symbol.owner, t.ComponentType)
                if owned and not one.hidden and not is_nought(one):
                    result.setdefault(one.owner, []).append((symbol, one))
        return result

    def _groups(self) -> list[Group]:
        seen = self._seen
        before = self.before.seen if self.before else ()
        changed = self._changed(seen, before)
        groups = []
        at = 0
        for symbol, family in self.position.game.layout.told.items():
            own = seen[at : at + family.size]
            old = before[at : at + family.size]
            at += family.size
            if self.labels.is_inner(symbol):
                continue
            whole = self._is_drawn(symbol, changed) or (is_track(symbol) and own != old)
            if self.before is not None and not whole:
                own = tuple(
                    s
                    for s, o in zip(own, old, strict=True)
                    if s != o
                    or self._is_asked_of(s)
                    or self._is_offered(symbol, s)
                    or self._is_own(symbol, s)
                )
                if not own:
                    continue
            groups.append(Group(symbol, own))
        return groups

    def _is_drawn(self, symbol: VariableSymbol, changed: set[t.Type | None]) -> bool:
        """Whether all of a variable is drawn: its board has changed, or is chosen from."""
        board = symbol.owner
        return isinstance(board, t.CellType) and any(
            t.CellType(name) in changed or t.CellType(name) in self._choosable_types
            for together in self._boards
            for name in together
            if board.board in together
        )

    def _is_own(self, symbol: VariableSymbol, seen: Seen) -> bool:
        """Whether a variable is told because it is the player's own."""
        own = symbol.owner == t.PLAYER and seen.owner == self.position.player
        return (
            self.mine
            and own
            and not isinstance(seen.type, t.GridType)
            and not is_empty(seen)
        )

    def _is_offered(self, symbol: VariableSymbol, seen: Seen) -> bool:
        """Whether components lie under a value that may be chosen: the space of a market."""
        if symbol.owner is not None or len(symbol.keys) != 1 or is_empty(seen):
            return False
        kind = seen.type
        if not isinstance(kind, t.ZoneType) or not isinstance(
            kind.item, t.ComponentType
        ):
            return False
        key = symbol.keys[0].type  # the same number may count something else
        return not isinstance(key, t.IntType) and (key, seen.keys[0]) in self._offered

    def _is_asked_of(self, seen: Seen) -> bool:
        """Whether a growing grid is one of which a place is to be chosen."""
        return (
            isinstance(seen.type, t.GridType)
            and seen.owner in (None, self.position.player)
            and t.PlaceType(seen.type.shape) in self._choosable_types
        )

    @cached_property
    def _boards(self) -> list[list[str]]:
        """The fixed boards, each with its corners and sides, which are drawn together."""
        world = self.position.game.program.world
        wholes = (b.name for b in world.each(BoardSymbol) if b.whole is None)
        return [
            [name, *(p.name for p in parts_of_board(world, name))] for name in wholes
        ]

    @cached_property
    def _offered(self) -> frozenset[tuple[t.Type, object]]:
        """What the present options choose, value by value, with its type."""
        return frozenset(self._drawings.offered)

    @cached_property
    def _choosable_types(self) -> frozenset[t.Type]:
        """The types of what the present options choose, of cells and places."""
        return frozenset(
            kind
            for kind in self._drawings.choosable_types
            if isinstance(kind, t.CellType | t.PlaceType)
        )

    def _changed(
        self, seen: Sequence[Seen], before: Sequence[Seen]
    ) -> set[t.Type | None]:
        """Whose variables have changed: of such a board everything is drawn."""
        owners: set[t.Type | None] = set()
        at = 0
        for symbol, family in self.position.game.layout.told.items():
            if seen[at : at + family.size] != before[at : at + family.size]:
                owners.add(symbol.owner)
            at += family.size
        return owners

    # ---- what belongs to nobody, or to a value of an enum ----------------------------

    def _shared(self, groups: list[Group]) -> Iterator[str]:
        rows: list[tuple[str, str]] = []
        empty: list[str] = []
        tracks: list[str] = []
        maps: list[Group] = []
        for group in groups:
            changed = self.before is not None and bool(group.symbol.keys)
            filled = [s for s in group.seen if changed or not is_empty(s)]
            if filled and isinstance(group.symbol.type, t.GridType):
                maps.append(group)
            elif filled and is_track(group.symbol):
                tracks += self._track(group)
            elif filled and self.before is None and all(map(is_zero, filled)):
                continue
            elif filled:
                rows += self._family(group, filled, self._label(group))
            else:
                empty.append(self._label(group))
        yield from self._rows(rows)
        yield from tracks
        if empty:
            words = self.labels.words
            yield from self._wrapped(
                f"  {words.say('empty')}: {words.listed(empty)}", 4
            )
        for group in maps:
            if self.before is None:
                yield from self._rows(self._on_grid(group, list(group.seen)))
        drawn = [
            self._drawings.grid(
                group, seen, f"{self._label(group)} {self._keys(group, seen)}".rstrip()
            )
            for group in maps
            for seen in group.seen
        ]
        yield from self._grids(maps, drawn)
        if maps:
            yield ""

    def _grids(self, groups: list[Group], drawn: list[list[str]]) -> Iterator[str]:
        """Growing grids beside each other, with what is written on them below."""
        if not any(drawn):
            return
        yield ""
        for line in beside([block for block in drawn if block], self.columns - 2):
            yield f"  {line}" if line else ""
        legend = self._drawings.legend(groups, self.columns)
        if legend:
            yield ""
            yield from legend

    def _track(self, group: Group) -> list[str]:
        """Numbers of places in a row, of each player one under the other."""
        lanes = []
        for owner, seen in groupby(group.seen, key=lambda seen: seen.owner):
            texts = (self._content(s) if s.hidden or s.value else "." for s in seen)
            name = "" if owner is None else self.labels.player(owner)
            lanes.append(Lane(self._drawings.apart(name), tuple(texts)))
        places = [self._keys(group, s) for s in group.seen]
        places = places[: len(lanes[0].texts)]
        size = self.columns - 2
        title = self._drawings.apart(self._label(group))
        lines = track_lines(title, places, lanes, size)
        return [f"  {line}" for line in self._drawings.block(lines)]

    def _family(
        self, group: Group, filled: list[Seen], label: str
    ) -> list[tuple[str, str]]:
        """The lines of one variable: of several keys one each, or short ones in one."""
        if any(self._carries(seen) for seen in filled):
            return [
                row
                for seen in filled
                for row in self._one_by_one(
                    f"{label} {self._keys(group, seen)}".rstrip(), seen
                )
            ]
        if not group.symbol.keys:
            return [(label, self._content(seen)) for seen in filled]
        rows = [(self._keys(group, s), self._content(s)) for s in filled]
        if len(rows) > FEW and all(width(text) < FEW + 1 for _, text in rows):
            pairs = (f"{key}: {text}" for key, text in rows)
            return [(label, self.labels.words.listed(pairs))]
        size = max(width(key) for key, _ in rows)
        return [
            (label if at == 0 else "", f"{pad(key, size)}  {text}")
            for at, (key, text) in enumerate(rows)
        ]

    # ---- what lies on components -----------------------------------------------------

    def _carries(self, seen: Seen) -> bool:
        """Whether the components of a zone are shown one by one, with what they hold."""
        numbers = _apart(seen)
        if not numbers or (self.before is not None and not self.mine):
            return False
        if self.before is not None and self.known.issuperset(numbers):
            return False
        if any(n in self._carried for n in numbers):
            return True
        return width(self._content(seen)) > self.columns - LABEL

    def _one_by_one(self, head: str, seen: Seen) -> Iterator[tuple[str, str]]:
        """The components of a zone: a table of what is printed on them and lies on them."""
        numbers = list(dict.fromkeys(_apart(seen)))
        if len(numbers) > 1 and self._cards.says_more(numbers):
            lines = self._cards.table(numbers, self.columns - INDENT)
            yield head, "\n".join(lines)
            return
        if len(numbers) > 1:
            yield head, self._content(seen)
            return
        for number in numbers:
            yield head, self.labels.met(number, self.known)
            for fact in self._cards.facts(self._carried.get(number, ())):
                yield "", f"    {fact}"

    def _on_grid(self, group: Group, own: list[Seen]) -> list[tuple[str, str]]:
        """What is said of the components on a grid, but for what the map shows.

        The map shows only short names, so of each square its place is told.
        """
        turned = group.symbol.decl.turned
        turns = turned.text if turned else None
        kind = group.symbol.type
        assert isinstance(kind, t.GridType)
        rows: list[tuple[str, str]] = []
        for seen in own:
            for at, number in seen.value.items():
                carried = [
                    (symbol, one)
                    for symbol, one in self._carried.get(number, ())
                    if one.name != turns and not (kind.shape == "hex" and is_drawn(one))
                ]
                facts = self.labels.words.separator.join(self._cards.facts(carried))
                if facts:
                    name = self.labels.brief(kind.item, number)
                    if kind.shape == "square":
                        name = self.labels.lying(name, kind.shape, at)
                    rows.append((f"  {name}", facts))
        return rows

    def _owned(self, group: Group) -> Iterator[str]:
        rows = []
        for seen in group.seen:
            owner = group.symbol.owner
            assert owner is not None
            visible = not seen.hidden or seen.count is not None
            if visible and not is_nought(seen):
                key = (
                    f"{self.labels.brief(owner, seen.owner)} {self._keys(group, seen)}"
                )
                rows.append((f"  {key.rstrip()}", self._content(seen)))
        if rows:
            yield f"  {self._label(group)}"
            yield from self._rows(rows)

    def _rows(self, rows: list[tuple[str, str]]) -> Iterator[str]:
        """A label and a text on each line; a text of several lines stands under it."""
        size = max(
            (width(label) for label, text in rows if "\n" not in text), default=0
        )
        for label, text in rows:
            if "\n" in text:
                yield f"  {label}"
                yield from (
                    f"{' ' * INDENT}{line}".rstrip() for line in text.split("\n")
                )
                continue
            inner = len(text) - len(text.lstrip())
            line = f"  {pad(label, size)}  {text}".rstrip()
            yield from self._wrapped(line, size + 4 + inner)

    def _wrapped(self, line: str, indent: int) -> list[str]:
        if width(line) <= self.columns:
            return [line]
        start = len(line) - len(line.lstrip(" "))
        return folded(
            line[start:],
            self.columns,
            first=" " * start,
            indent=" " * indent,
            cut_words=False,
        )

    # ---- players ---------------------------------------------------------------------

    def _players(self, groups: list[Group]) -> Iterator[str]:
        grids = [g for g in groups if isinstance(g.symbol.type, t.GridType)]
        tracks = [g for g in groups if is_track(g.symbol)]
        groups = [g for g in groups if g not in tracks]
        for group in tracks:
            yield from self._track(group)
        seats = range(self.position.game.layout.participants)
        for seat in seats:
            yield from self._player(groups, seat)
        drawn = [
            self._drawings.grid(
                group, seen, f"{self.labels.player(seat)}: {self._label(group)}"
            )
            for seat in seats
            for group in grids
            for seen in group.seen
            if seen.owner == seat
        ]
        yield from self._grids(grids, drawn)

    def _player(self, groups: list[Group], seat: int) -> Iterator[str]:
        """What belongs to one player: counters in a line, then zones."""
        counters: list[str] = []
        rows: list[tuple[str, str]] = []
        for group in groups:
            own = [seen for seen in group.seen if seen.owner == seat]
            label = self._label(group)
            if isinstance(group.symbol.type, t.GridType):
                rows += self._on_grid(group, own) if self.before is None else []
                continue
            whole = isinstance(group.symbol.type, t.IntType)
            if not whole:
                changed = self.before is not None
                zone = isinstance(group.symbol.type, t.ZoneType)
                own = [s for s in own if (zone and changed) or not is_empty(s)]
            elif len(own) > FEW:
                own = [seen for seen in own if seen.value != 0]
            if not own:
                continue
            if isinstance(group.symbol.type, t.ZoneType) or len(own) > FEW:
                rows += self._family(group, own, f"  {label}")
            else:
                for seen in own:
                    name = f"{label} {self._keys(group, seen)}".rstrip()
                    content = self._content(seen)
                    counters.append(
                        self.labels.variable_text(group.symbol, seen, name, content)
                    )
        if counters or rows:
            you = f" ({self.labels.words.say('you')})" if seat == self.player else ""
            parts = [f"{self.labels.player(seat)}{you}", *counters]
            text = self.labels.words.separator.join(parts)
            yield from self._wrapped(f"  {text}", 6)
            yield from self._rows(rows)

    def _label(self, group: Group) -> str:
        return group.label(self.labels)

    def _keys(self, group: Group, seen: Seen) -> str:
        return group.keys(self.labels, seen)


def _components(seen: Seen) -> Sequence[int]:
    """The components that lie in a zone or on a grid, if that is what it holds."""
    kind = seen.type
    if not isinstance(kind, t.ZoneType | t.GridType) or not seen.value:
        return ()
    if isinstance(kind.item, t.PieceType):
        return ()
    if isinstance(kind, t.GridType):
        return tuple(seen.value.values())
    return (seen.value,) if kind.kind == "space" else tuple(seen.value)


def _apart(seen: Seen) -> Sequence[int]:
    """The components of a zone or grid that are shown one by one."""
    if isinstance(seen.type, t.GridType):
        return tuple((seen.value or {}).values())
    if seen.hidden or not isinstance(seen.type, t.ZoneType) or not seen.value:
        return ()
    if isinstance(seen.type.item, t.PieceType) or seen.type.kind not in _ONE_BY_ONE:
        return ()
    return (seen.value,) if seen.type.kind == "space" else tuple(seen.value)
