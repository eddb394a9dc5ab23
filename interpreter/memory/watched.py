"""A game as memories see it: code that is watched, and what each seat sees of a state.

More than 400 lines because all that a seat sees of a state stands in one place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from attrs import define, field

from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.interpreter.codegen.module import Module
from rulesrun.interpreter.evaluator.offers import Offers
from rulesrun.interpreter.knowledge.secrecy import held_in, known_count, known_kinds
from rulesrun.interpreter.machine import Machine
from rulesrun.interpreter.runtime.layout import (
    ACTOR,
    BOX,
    DECISION,
    HEADER,
    LEDGER,
    NEWS,
    PHASE,
    RESULT,
    TURN,
    TURNS,
    RawOption,
    State,
)
from rulesrun.interpreter.runtime.showing import Announced, Shown
from rulesrun.interpreter.runtime.watching import LOOSE

LISTED = 200
"""Of more options than that only their number is compared."""

_HEADER = itemgetter(ACTOR, DECISION, TURN, TURNS, PHASE, RESULT)


class Variable(NamedTuple):
    """A slot that is no zone: what it can hold, and which player it belongs to."""

    type: t.Type
    player: int | None

    def is_like(self, other: Variable) -> bool:
        """Whether what lay in the one may have been put into the other."""
        mine, theirs = self.player, other.player
        same = mine is None or theirs is None or mine == theirs
        return same and type(self.type) is type(other.type)


@define(eq=False)
class Watched:
    """The watched code of a game, and what is asked of its layout again and again."""

    module: Module
    engine: Callable[[], Any] = lambda: None
    machine: Machine = field(init=False)
    faces: list[int] = field(init=False)
    is_unique: bool = field(init=False)
    groups: list[int] = field(init=False)
    chosen: list[list[list[bool]]] = field(init=False)
    is_secret: list[bool] = field(init=False)
    owned: dict[int, set[int]] = field(init=False)
    is_component_slot: list[bool] = field(init=False)
    variables: dict[int, Variable] = field(init=False)
    _eyes: dict[int, Eyes] = field(factory=dict, init=False)

    def __attrs_post_init__(self) -> None:
        layout = self.module.layout
        self.machine = Machine(self.module)
        self.faces = [component.face for component in layout.components]
        self.is_unique = len(set(self.faces)) == len(self.faces)
        self.groups = self._grouped()
        self.chosen = [
            [
                [is_of_components(local.type) for local in item.chosen]
                for item in plan.node.items
            ]
            for plan in self.module.decisions
        ]
        self.is_secret = [plan.node.secret for plan in self.module.decisions]
        self.owned, self.variables = {}, {}
        self.is_component_slot = [False] * layout.size
        self.is_component_slot[BOX] = True
        for symbol, family in layout.families.items():
            if is_of_components(symbol.type):
                for slot in range(family.base, family.base + family.size):
                    self.is_component_slot[slot] = True
            owned = isinstance(symbol.owner, t.PlayerType)
            for slot in range(family.base, family.base + family.size):
                if owned:
                    self.owned.setdefault(family.indexes(slot)[0], set()).add(slot)
                if layout.zone_kinds[slot] is None:
                    player = family.indexes(slot)[0] if owned else None
                    self.variables[slot] = Variable(symbol.type, player)

    def _grouped(self) -> list[int]:
        """For each component a number of its group: kinds that can lie in one zone."""
        layout = self.module.layout
        number = {kind: n for n, kind in enumerate(layout.spans)}
        for accepts in layout.accepts[HEADER : layout.declared]:
            for kind in accepts[1:]:
                one, two = number[accepts[0]], number[kind]
                number = {k: one if n == two else n for k, n in number.items()}
        return [number[component.kind] for component in layout.components]

    def eyes(self, seat: int) -> Eyes:
        """What a seat sees of states."""
        if seat not in self._eyes:
            self._eyes[seat] = Eyes(self, seat)
        return self._eyes[seat]

    def components_in(self, decision: int, option: RawOption) -> Iterator[int]:
        """The components in an option of a decision, in their order."""
        item, values = option
        for value, is_one in zip(values, self.chosen[decision][item], strict=False):
            if is_one:
                yield from held_in(value) if not isinstance(value, frozenset) else value

    def possible(
        self, decision: int, options: Sequence[RawOption]
    ) -> Sequence[RawOption]:
        """What may be chosen in one world or another, of which one offers these options.

        Whether an item is offered can depend on what is hidden; of those in which nothing
        more is chosen all are among them, in the order of the items.
        """
        items = enumerate(self.module.decisions[decision].node.items)
        plain = [(number, ()) for number, item in items if not item.chosen]
        others = [option for option in plain if option not in options]
        return sorted([*options, *others], key=itemgetter(0)) if others else options

    def key(self, decision: int, option: RawOption) -> RawOption:
        """An option as people tell it apart: copies that look alike are one."""
        if self.is_unique:
            return option
        item, values = option
        of = self.chosen[decision][item]
        return item, tuple(
            self.faced(value, loose=True) if n < len(of) and of[n] else value
            for n, value in enumerate(values)
        )

    def listed(
        self,
        state: State,
        option: RawOption,
        options: Sequence[RawOption],
        *,
        is_exact: bool = True,
    ) -> RawOption | None:
        """The option that is offered and that people cannot tell from this one; or none.

        Of copies that look alike only one is offered, and in a world it may be another one
        that was chosen. If that very one is to be chosen, it must lie where the other does.
        """
        if option in options:
            return option
        if self.is_unique:
            return None
        number = state[DECISION]
        key = self.key(number, option)
        offered = next((o for o in options if self.key(number, o) == key), None)
        if offered is not None and is_exact:
            where, size = self.module.layout.locations, len(state)
            both = option, offered
            mine, theirs = (list(self.components_in(number, o)) for o in both)
            if any(where + c >= size for c in mine):
                return None
            one, other = (sorted(state[where + c] for c in o) for o in (mine, theirs))
            return offered if one == other else None
        return offered

    def copies_of(self, components: Iterable[int]) -> set[int]:
        """They, and all that look like one of them."""
        if self.is_unique:
            return set(components)
        wanted = {self.faces[c] for c in components}
        return {c for c, face in enumerate(self.faces) if face in wanted}

    def faced(self, content: Any, *, loose: bool) -> Any:
        """Faces in place of components; in order, where the order says nothing."""
        faces = self.faces
        if content is None:
            return None
        if isinstance(content, dict):
            return tuple((at, faces[c]) for at, c in sorted(content.items()))
        if isinstance(content, tuple | frozenset):
            faced_parts = [
                faces[c] if isinstance(c, int) else self.faced(c, loose=loose)
                for c in content
            ]
            return (
                tuple(sorted(faced_parts))
                if loose or isinstance(content, frozenset)
                else tuple(faced_parts)
            )
        return faces[content]


@define(eq=False)
class Eyes:
    """What a seat sees of states of one game: the veil of `secrecy`, laid over each.

    Attributes:
        hidden: The slots that the seat can never look into.
        varying: Those of which the state says whether it can.
    """

    watched: Watched
    seat: int
    hidden: frozenset[int] = field(init=False)
    varying: dict[int, VariableSymbol] = field(factory=dict, init=False)
    _plain: Callable[[State], tuple[Any, ...]] = field(init=False)
    _slots: tuple[int, ...] = field(init=False)
    _with_components: list[tuple[int, bool]] = field(init=False)
    _counted: list[tuple[int, Any]] = field(init=False)
    _facts: list[tuple[int, int, range]] = field(init=False)
    _open_zones: tuple[int, ...] = field(init=False)
    _closed_zones: tuple[int, ...] = field(init=False)
    _varying_zones: tuple[int, ...] = field(init=False)

    def __attrs_post_init__(self) -> None:
        watched, layout = self.watched, self.watched.module.layout
        kinds = layout.zone_kinds
        secrecy = watched.machine.secrecy
        self.hidden = secrecy.never(self.seat) | {BOX}
        self._facts, facts = [], set[int]()
        self._counted = []
        for symbol, family in layout.families.items():
            slots = range(family.base, family.base + family.size)
            if isinstance(symbol.owner, t.ComponentType) and not watched.is_unique:
                if any(slot not in self.hidden for slot in slots):
                    first = family.offsets[0]
                    span = range(first, first + family.sizes[0])
                    self._facts.append((family.base, family.strides[0], span))
                    facts.update(slots)
            for slot in slots:
                if slot in secrecy.varying:
                    self.varying[slot] = symbol
                elif slot in self.hidden and (kinds[slot] or symbol.decl.kinds_known):
                    self._counted.append((slot, symbol))
        unsure = self.hidden | self.varying.keys()
        seen = [s for s in range(HEADER, layout.declared) if s not in unsure]
        self._slots = tuple(seen)
        seen = [s for s in seen if s not in facts]
        of = [] if watched.is_unique else seen
        of = [s for s in of if watched.is_component_slot[s]]
        self._with_components = [(s, kinds[s] in LOOSE) for s in of]
        self._plain = _getter([s for s in seen if s not in set(of)])
        things = [s for s in range(HEADER, layout.declared) if kinds[s]]
        things = [s for s in things if not str(kinds[s]).startswith("piece")]
        self._closed_zones = tuple(s for s in things if s in self.hidden)
        self._open_zones = tuple(s for s in things if s not in unsure)
        self._varying_zones = tuple(s for s in things if s in self.varying)

    def sees(self, slot: int, state: State) -> bool:
        """Whether the seat can look into a slot of a state."""
        if slot in self.hidden:
            return False
        return slot not in self.varying or self.watched.machine.secrecy.audiences.sees(
            slot, self.seat, state
        )

    def sight(self, state: State, options: Sequence[RawOption]) -> tuple[Any, ...]:
        """What the seat sees at a stop: copies that look alike are one."""
        watched = self.watched
        seen = [_HEADER(state), self._plain(state), tuple(self.news(state))]
        for slot, loose in self._with_components:
            seen.append(watched.faced(state[slot], loose=loose))
        if self._facts:
            seen += self._told_of_components(state)
        for slot, symbol in self._counted:
            value = state[slot]
            seen.append(
                (known_count(symbol, value, hidden=True), known_kinds(symbol, value))
            )
        for slot, symbol in self.varying.items():
            seen.append(self._perhaps(slot, symbol, state))
        unsure = self.hidden | self.varying.keys()
        seen.append(tuple(e for e in state[LEDGER] if e[0] not in unsure))
        number = state[DECISION]
        if number is not None and state[ACTOR] == self.seat:
            seen.append(self._offered(number, options))
        return tuple(seen)

    def _announcement(self, one: Announced) -> Any:
        """What is told: of a component how it looks."""
        faces = self.watched.faces
        kinds = (k for _, k in self.watched.module.core.spoken.get(one.text, ()))
        pairs = zip(kinds, one.values, strict=True)
        return one.text, tuple(
            faces[value] if value is not None and is_of_components(kind) else value
            for kind, value in pairs
        )

    def news(self, state: State) -> Iterator[Any]:
        """What has been announced, and shown to the seat, since the stop before."""
        watched = self.watched
        kinds, faces = watched.module.layout.zone_kinds, watched.faces
        for one in state[NEWS]:
            if isinstance(one, Announced):
                if one.is_for(self.seat):
                    yield self._announcement(one)
            elif not isinstance(one, Shown):
                yield one
            elif not one.is_for(self.seat):
                continue
            elif one.slot is None:
                yield tuple((faces[c], slot, at) for c, slot, at in one.components)
            elif watched.is_component_slot[one.slot]:
                loose = kinds[one.slot] in LOOSE
                yield one.slot, watched.faced(one.content, loose=loose)
            else:
                yield one.slot, one.content

    def _perhaps(self, slot: int, symbol: VariableSymbol, state: State) -> Any:
        """What is seen of a slot of which the state says whether it is seen."""
        value = state[slot]
        if not self.sees(slot, state):
            count = known_count(symbol, value, hidden=True)
            return False, count, known_kinds(symbol, value)
        watched = self.watched
        if isinstance(symbol.owner, t.ComponentType) and not watched.is_unique:
            return True  # what is said of copies is compared whichever they are
        if watched.is_unique or not watched.is_component_slot[slot]:
            return True, value
        loose = watched.module.layout.zone_kinds[slot] in LOOSE
        return True, watched.faced(value, loose=loose)

    def _offered(self, number: int, options: Sequence[RawOption]) -> Any:
        if isinstance(options, Offers) or len(options) > LISTED:
            return len(options)
        if self.watched.is_unique:
            return tuple(options)
        key = self.watched.key
        counts: dict[RawOption, int] = {}
        for option in options:
            name = key(number, option)
            counts[name] = counts.get(name, 0) + 1
        return counts

    def _told_of_components(self, state: State) -> Iterator[Any]:
        """What is said of components that are seen, whichever of the copies they are."""
        faces, where = self.watched.faces, self.watched.module.layout.locations
        for base, stride, span in self._facts:
            rows = []
            for c in span:
                slot = state[where + c]
                if self.sees(slot, state):
                    at = base + (c - span.start) * stride
                    of = [s for s in range(at, at + stride) if self.sees(s, state)]
                    rows.append((faces[c], slot, tuple(state[s] for s in of)))
            yield tuple(sorted(rows, key=repr))

    def said_of(self, state: State, component: int) -> tuple[Any, ...]:
        """What the seat sees said of a component."""
        values: list[Any] = []
        for base, stride, span in self._facts:
            if component in span:
                at = base + (component - span.start) * stride
                values += (
                    state[s] for s in range(at, at + stride) if self.sees(s, state)
                )
        return tuple(values)

    def is_same(self, one: State, other: State) -> bool:
        """Whether two states are the same in all that is seen, number by number."""
        same = all(one[slot] == other[slot] for slot in self._slots)
        return same and all(
            not self.sees(slot, one) or one[slot] == other[slot]
            for slot in self.varying
        )

    def components(self, state: State) -> list[int]:
        """The components that lie where the seat sees them."""
        return [c for slot in self.open_zones(state) for c in held_in(state[slot])]

    def open_zones(self, state: State) -> tuple[int, ...]:
        """The slots that hold components and that the seat can look into."""
        if not self._varying_zones:
            return self._open_zones
        seen = (s for s in self._varying_zones if self.sees(s, state))
        return (*self._open_zones, *seen)

    def naming(self, state: State) -> Iterator[int]:
        """The slots of variables that name components and that the seat can look into."""
        kinds, of_components = (
            self.watched.module.layout.zone_kinds,
            self.watched.is_component_slot,
        )
        for slot in range(HEADER, len(of_components)):
            is_one = slot < len(kinds) and of_components[slot] and kinds[slot] is None
            if is_one and state[slot] is not None and self.sees(slot, state):
                yield slot

    def hidden_zones(self, state: State) -> tuple[int, ...]:
        """The slots that hold components and that the seat cannot look into."""
        if not self._varying_zones:
            return self._closed_zones
        unseen = (s for s in self._varying_zones if not self.sees(s, state))
        return (*self._closed_zones, *unseen)

    def hidden_components(self, state: State) -> list[int]:
        """The others, in their order."""
        seen = set(self.components(state))
        return [c for c in range(len(self.watched.faces)) if c not in seen]


def is_of_components(kind: t.Type | None) -> bool:
    """Whether values of a type are components, or hold some."""
    match kind:
        case t.OptionalType(item) | t.ListType(item) | t.SetType(item):
            return is_of_components(item)
        case t.ComponentType():
            return True
        case t.TupleType():
            return False
        case None:
            return False
        case _:
            return isinstance(
                getattr(kind, "item", None), t.ComponentType
            )  # zone, grid


def _getter(slots: Sequence[int]) -> Callable[[State], tuple[Any, ...]]:
    if len(slots) > 1:
        return itemgetter(*slots)
    return lambda state: tuple(state[slot] for slot in slots)
