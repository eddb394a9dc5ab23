"""What the rules have shown to players, in words."""

from __future__ import annotations

from collections.abc import Iterator

from rulesrun.cli.screen.labels import Labels
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.runtime.layout import HEADER, Layout
from rulesrun.interpreter.runtime.showing import Shown


def shown_lines(
    position: Position, labels: Labels, viewer: int | None
) -> Iterator[str]:
    """What somebody (a seat; none hears all) was shown since the choice before."""
    for one in position.shown_to(viewer):
        yield shown_line(labels, one, viewer)


def shown_line(labels: Labels, one: Shown, viewer: int | None) -> str:
    """A line for something that was shown.

    A player is not told who else was shown it: that may be a secret.
    """
    what, words = _what(labels, one), labels.words
    if one.to is None:
        return words.say("shown", what=what)
    if viewer is not None:
        return words.say("shown to you", what=what)
    who = words.listed(labels.player(seat) for seat in sorted(one.to))
    return words.say("shown to", who=who or words.say("nobody"), what=what)


def _what(labels: Labels, one: Shown) -> str:
    layout = labels.game.layout
    if one.slot is not None:
        return f"{_place(labels, layout, one.slot)}: {_content(labels, one)}"
    result = [labels.component(lying.component) for lying in one.components]
    slots = {lying.slot for lying in one.components}
    listed = labels.words.listed(result) or "-"
    alone = len(slots) == 1 and HEADER <= min(slots) < layout.declared
    return f"{_place(labels, layout, min(slots))}: {listed}" if alone else listed


def _content(labels: Labels, one: Shown) -> str:
    assert one.slot is not None
    kind = _family(labels.game.layout, one.slot)[0].type
    held = one.content
    if isinstance(kind, t.ZoneType) and isinstance(kind.item, t.ComponentType):
        if kind.kind == "space":
            held = () if held is None else (held,)
        return labels.words.listed(map(labels.component, held)) or "-"
    return labels.slot_value(kind, held)


def _family(layout: Layout, slot: int) -> tuple[VariableSymbol, tuple[int, ...]]:
    """The variable that has a slot, and its keys there."""
    for symbol, family in layout.families.items():
        if family.base <= slot < family.base + family.size:
            return symbol, family.indexes(slot)
    raise KeyError(slot)


def _place(labels: Labels, layout: Layout, slot: int) -> str:
    """What a slot is called: whose it is, its label and its keys."""
    symbol, indexes = _family(layout, slot)
    words = labels.words
    keys = [
        labels.player(at) if key.type == t.PLAYER else labels.brief(key.type, at)
        for key, at in zip(symbol.all_keys, indexes, strict=True)
    ]
    name = words.label(symbol.decl.labels, symbol.name)
    owner = keys.pop(0) if symbol.owner is not None else None
    parts = [part for part in (owner, name, words.listed(keys)) if part]
    return words.separator.join(parts)
