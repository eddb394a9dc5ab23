"""From a typed choice to an option, or to the reason why it is none."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from attrs import frozen

from rulesrun.dsl import nodes
from rulesrun.dsl.nearest import nearest
from rulesrun.dsl.spans import Span
from rulesrun.dsl.value_types import PLAYER, ComponentType, Type, element, without_none
from rulesrun.interpreter.layout import BOX, FRAMES
from rulesrun.interpreter.machine import RawOption
from rulesrun.interpreter.naming import Names, same_name, split_choice
from rulesrun.interpreter.procedures import ItemPlan

if TYPE_CHECKING:
    from rulesrun.interpreter.game import Option, Position


@frozen
class Refusal:
    """Why a choice is not possible: in words, with the rule and its paragraphs.

    `reason` is what the rules say about it in words, if they say anything;
    `nearest` are legal options that look alike.
    """

    message: str
    reason: nodes.Labels = nodes.NO_LABELS
    span: Span | None = None
    cites: tuple[str, ...] = ()
    nearest: tuple[str, ...] = ()


def find_choice(position: Position, text: str) -> RawOption | Refusal:
    """The option that a text names, or why there is none."""
    if position.over:
        return Refusal("the game is over")
    exact = [o for o in position.options if o.name == text.strip()]
    if exact:
        return exact[0].raw
    found = matching(position, text)
    if len(found) == 1:
        return found[0].raw
    if len(found) > 1:
        names = tuple(o.name for o in found[:5])
        more = f", and {len(found) - 5} more" if len(found) > 5 else ""
        return Refusal(
            f'"{text}" fits {len(found)} options: {", ".join(names)}{more}',
            nearest=names,
        )
    return _refusal(position, text)


def matching(position: Position, text: str) -> list[Option]:
    """The options that a text fits; a half-given choice may fit several."""
    if position.over:
        return []
    head, named, loose = split_choice(text)
    plan = position.decision_plan
    found = []
    for option in position.options:
        item = plan.items[option.raw[0]]
        values = _values(position.game.names, item, option.raw)
        given = dict(named)
        if item.kind == "value":
            if head and not named:
                given = {item.name: " ".join([head, *loose])}
            elif head:
                continue
        elif head != item.name:
            continue
        elif loose:
            if len(values) != 1 or named:
                continue
            given = {next(iter(values)): loose[0]}
        if all(k in values and same_name(v, values[k]) for k, v in given.items()):
            found.append(option)
    return found


def _values(names: Names, item: ItemPlan, raw: RawOption) -> dict[str, str]:
    pairs = zip(item.chosen, raw[1], strict=True)
    return {symbol.name: names.name(symbol.type, value) for symbol, value in pairs}


def _refusal(position: Position, text: str) -> Refusal:
    head, named, loose = split_choice(text)
    plan = position.decision_plan
    close = nearest_options(text, (o.name for o in position.options))
    items = [
        (i, item)
        for i, item in enumerate(plan.items)
        if item.name == head or (item.kind == "value" and (named or head))
    ]
    if not items:
        known = [item.name for item in plan.items]
        near = nearest(head, known)
        hint = f'; did you mean "{near[0]}"?' if near else ""
        return Refusal(
            f'there is no choice "{head}" now{hint}',
            nearest=close or tuple(dict.fromkeys(o.name for o in position.options[:5])),
        )
    number, item = items[0]
    if item.kind == "value" and not named:
        named = {item.name: " ".join([head, *loose])}
    elif loose and not named and len(item.chosen) == 1:
        named = {item.chosen[0].name: loose[0]}
    return _why(position, number, item, named, close)


def _why(
    position: Position,
    number: int,
    item: ItemPlan,
    named: dict[str, str],
    close: tuple[str, ...],
) -> Refusal:
    names = position.game.names
    wanted = [symbol.name for symbol in item.chosen]
    for name in named:
        if name not in wanted:
            takes = ", ".join(wanted) or "nothing"
            return Refusal(f"`{item.name}` chooses {takes}, not `{name}`", nearest=close)
    values: list[Any] = []
    for symbol in item.chosen:
        if symbol.name not in named:
            return Refusal(
                f"`{item.name}` also chooses `{symbol.name}`, or is not possible at all",
                nearest=close,
            )
        try:
            values.append(names.parse(symbol.type, named[symbol.name]))
        except ValueError as error:
            return Refusal(str(error), nearest=close)
    return why_not(position, number, item, values, close)


def why_not(
    position: Position,
    number: int,
    item: ItemPlan,
    values: list[Any],
    close: tuple[str, ...] = (),
) -> Refusal:
    """The first condition of the rules that these values fail."""
    module = position.game.module
    found: int | None = None
    if item.why is not None:
        frame = list(position.state[FRAMES][-1][2])
        meant = [
            _present(position, v) if _is_components(s.type) else v
            for s, v in zip(item.chosen, values, strict=True)
        ]
        found = module.names[item.why](position.state, frame, *meant)
    if found is None:
        return Refusal(
            "that cannot be carried through to its end, or is the same as another option",
            nearest=close,
        )
    if found < 0:
        return Refusal(f"`{item.name}` is not offered now", span=item.node.span)
    reason = module.reasons[found]
    message = reason.text.text or "that is not possible now"
    if reason.chosen is not None and reason.text.text is None:
        position_of = [s.name for s in item.chosen].index(reason.chosen)
        shown = position.game.names.name(item.chosen[position_of].type, values[position_of])
        message = f"{reason.chosen}={shown} is not there to choose"
    return Refusal(message, reason.text, reason.span, reason.cites, close)


def _present(position: Position, value: Any) -> Any:
    """A component as the copy that the player most likely means, each copy once.

    A name such as `florin 5` stands for any of its copies: those of an option come
    first, then those that lie with the player, then those that lie open.
    """
    several = isinstance(value, tuple)
    used: set[int] = set()
    found: list[int] = []
    for card in value if several else (value,):
        best = min(
            (c for c in _alike(position, card) if c not in used),
            key=lambda c: _distance(position, c),
            default=card,
        )
        used.add(best)
        found.append(best)
    return tuple(found) if several else found[0]


def _alike(position: Position, card: int) -> list[int]:
    components = position.game.layout.components
    face = components[card].face
    return [c.number for c in components if c.face == face]


def _distance(position: Position, card: int) -> tuple[int, int]:
    layout = position.game.layout
    slot = position.state[layout.locations + card]
    if slot == BOX:
        return (4, card)
    for symbol, family in layout.families.items():
        if family.base <= slot < family.base + family.size:
            owner = family.indexes(slot)[0] if symbol.owner == PLAYER else None
            if owner == position.player:
                return (0, card)
            hidden = layout.zone_kinds[slot] in ("deck", "bag", "hand")
            return (3 if hidden else 1 if owner is None else 2, card)
    return (4, card)


def _is_components(kind: Type) -> bool:
    inner = element(kind) or without_none(kind)
    return isinstance(inner, ComponentType)


def nearest_options(text: str, known: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """The options whose names look most like a text."""
    names = list(known)
    words = set(text.replace("{", " ").replace("}", " ").replace("=", " ").split())

    def likeness(name: str) -> tuple[int, int]:
        other = set(name.replace("{", " ").replace("}", " ").replace("=", " ").split())
        return (-len(words & other), abs(len(name) - len(text)))

    close = sorted(names, key=likeness)[:most]
    return tuple(name for name in close if likeness(name)[0] < 0)
