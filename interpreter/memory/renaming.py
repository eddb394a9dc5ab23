"""Components that change places: in events, and in a whole state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesrun.dsl.semantics.value_types import ComponentType
from rulesrun.interpreter.knowledge.secrecy import held_in
from rulesrun.interpreter.memory.watched import Eyes, Watched, is_of_components
from rulesrun.interpreter.runtime.choice_history import (
    CHOICE,
    COMPONENTS,
    DRAW,
    SHUFFLE,
    VALUE,
    Event,
)
from rulesrun.interpreter.runtime.layout import (
    BOX,
    FRAMES,
    HEADER,
    RawOption,
    State,
)
from rulesrun.interpreter.runtime.watching import LOOSE

Names = Mapping[int, int]
"""By the number of a component that of the one which takes its place."""


def in_order_of_sight(eyes: Eyes, state: State) -> Names:
    """Names by which copies that look alike stand in the order in which a seat sees them.

    Those that it sees come first, by where they lie and what is said of them. So states that
    differ only in which copy is where become one, as far as the seat sees them.
    """
    watched, layout = eyes.watched, eyes.watched.module.layout
    lies: dict[int, tuple[int, int]] = {}
    for slot in eyes.open_zones(state):
        content, is_loose = state[slot], layout.zone_kinds[slot] in LOOSE
        items = content.items() if isinstance(content, dict) else None
        for place, c in items or enumerate(held_in(content)):
            lies[c] = slot, 0 if is_loose else place
    named: dict[int, list[int]] = {}
    for slot in eyes.naming(state):
        content = state[slot]
        for c in content if isinstance(content, frozenset) else held_in(content):
            named.setdefault(c, []).append(slot)
    copies: dict[int, list[int]] = {}
    for c, face in enumerate(watched.faces):
        copies.setdefault(face, []).append(c)

    def order(c: int) -> tuple[object, ...]:
        facts = repr((eyes.said_of(state, c), named.get(c)))
        return c not in lies, lies.get(c, (0, 0)), facts

    return {
        c: number
        for group in copies.values()
        if len(group) > 1
        for c, number in zip(sorted(group, key=order), group, strict=True)
    }


def renamed(watched: Watched, event: Event, names: Names) -> Event:
    """The event with other components in place of some."""
    kind, where, value, _ = event
    if kind == SHUFFLE:
        if not any(c in value for c in names):
            return event
        return event._replace(value=tuple(names.get(c, c) for c in value))
    if kind == DRAW or (kind == VALUE and where == COMPONENTS):
        return event._replace(value=names.get(value, value))
    if kind == CHOICE:
        number, option = value
        changed = renamed_option(watched, number, option, names)
        return event._replace(value=(number, changed))
    return event


def renamed_option(
    watched: Watched, decision: int, option: RawOption, names: Names
) -> RawOption:
    """An option of a decision with other components in place of some."""
    item, values = option
    of = watched.chosen[decision][item]
    return item, tuple(
        _renamed(part, names) if n < len(of) and of[n] else part
        for n, part in enumerate(values)
    )


def _renamed(value: Any, names: Names) -> Any:
    """A value of components: those in order of their numbers stay in order."""
    if isinstance(value, dict):
        return {at: names.get(c, c) for at, c in value.items()}
    if isinstance(value, frozenset):
        return frozenset(names.get(c, c) for c in value)
    if isinstance(value, tuple):
        changed = tuple(names.get(c, c) for c in value)
        return tuple(sorted(changed)) if list(value) == sorted(value) else changed
    return names.get(value, value)


def renamed_state(watched: Watched, state: State, names: Names) -> State:
    """A state in which components have changed places, with all that is said of them."""
    layout, module = watched.module.layout, watched.module
    changed = state.copy()
    for slot in (BOX, *range(HEADER, layout.declared)):
        if watched.is_component_slot[slot]:
            value = state[slot]
            if isinstance(value, tuple) and layout.zone_kinds[slot] is not None:
                cards = tuple(names.get(c, c) for c in value)
                loose = layout.zone_kinds[slot] in LOOSE
                changed[slot] = tuple(sorted(cards)) if loose else cards
            else:
                changed[slot] = _renamed(value, names)
    changed[BOX] = tuple(sorted(changed[BOX]))
    for c, other in names.items():
        changed[layout.locations + other] = state[layout.locations + c]
    for symbol, family in layout.families.items():
        if isinstance(symbol.owner, ComponentType):
            first, stride = family.offsets[0], family.strides[0]
            for c, other in names.items():
                if first <= c < first + family.sizes[0]:
                    here = family.base + (c - first) * stride
                    there = family.base + (other - first) * stride
                    if there + stride <= family.base + family.size:
                        changed[there : there + stride] = state[here : here + stride]
    frames = []
    for procedure, block, values in state[FRAMES]:
        kinds = module.kinds[procedure] if values else ()
        frames.append(
            (
                procedure,
                block,
                tuple(
                    _renamed(value, names)
                    if value is not None and is_of_components(kind)
                    else value
                    for value, kind in zip(values, kinds, strict=False)
                ),
            )
        )
    changed[FRAMES] = tuple(frames)
    return changed
