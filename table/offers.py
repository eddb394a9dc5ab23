"""What may be chosen, part by part, as plain data: for whoever is to choose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.web.looks import Looks
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.statements import Decide, Item
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.languages.spoken import translated
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.explain.citing import behind, of_all_lines, of_item
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.runtime.support import bits
from rulesrun.table.keys import Keys, inner, is_several, sort_of
from rulesrun.table.places import place_of
from rulesrun.table.retelling import Places, turned_by
from rulesrun.table.values import Plain, shown
from rulesrun.table.words import page_words


def offers(
    position: Position, labels: Labels, keys: Keys, looks: Looks, mark: str
) -> dict[str, Plain]:
    """The question with its mark and its options; each value in them stands once.

    An option is the number of its item, and for each part of it the number of a value, or
    a list of numbers where several are chosen.
    """
    plan = position.decision_plan
    used = dict.fromkeys(raw[0] for raw in position.raw)
    at = {number: place for place, number in enumerate(used)}
    strips = keys.strips
    places = Places(labels, position)
    values = _Values(places, keys, strips)
    angles = {number: angles_of(position, plan.items[number]) for number in used}
    options = [
        [
            at[number],
            *(
                values.part(symbol, value, angles[number].get(symbol))
                for symbol, value in zip(plan.items[number].chosen, chosen, strict=True)
            ),
        ]
        for number, chosen in position.raw
    ]
    return {
        "mark": mark,
        "comma": translated(", ", labels.words.language, "value"),
        "separator": labels.words.separator,
        "prompt": shown(_prompt(labels, plan, tuple(used))),
        "secret": plan.secret,
        "rules": list(behind(position, plan.cites)),
        "items": [
            _item(position, labels, looks, plan.items[number], strips)
            | _laid(places, keys, plan.items[number])
            for number in used
        ],
        "values": values.data,
        "options": options,
    }


def _prompt(labels: Labels, plan: Decide, used: Sequence[int]) -> str:
    """What is asked: of a menu of which one action is left, that action."""
    if len(used) == 1 and len(plan.items) > 1:
        item = plan.items[used[0]]
        if item.kind in ("action", "option"):
            return labels.words.label(item.labels, item.name)
    return labels.words.label(plan.labels, "")


def _item(
    position: Position,
    labels: Labels,
    looks: Looks,
    item: Item,
    strips: Container[Local],
) -> dict[str, Plain]:
    bare = item.kind == "value" and item.labels.text is None
    place = place_of(labels.game, looks, item)
    turns = turned_by(position.game, item)
    own = of_item(position.game.lowered.core, item)
    return {
        **({} if place is None else {"at": place}),
        "rules": list(own or behind(position, (), item)),
        "lines": list(of_all_lines(position.game.lowered.core, item)),
        "does": list(effect(position.game.lowered.core, own)) if item.action else [],
        "kind": item.kind,
        "label": "" if bare else shown(labels.words.label(item.labels, item.name)),
        "parts": [
            {
                "label": shown(part_label(labels, symbol, item.chosen)),
                "sort": "at" if symbol in strips else sort_of(symbol.type),
                "several": is_several(symbol.type),
                "isTurn": symbol in turns,
            }
            for symbol in item.chosen
        ],
    }


def _laid(places: Places, keys: Keys, item: Item) -> dict[str, Plain]:
    """The key of the tile that is laid, where only its place is chosen."""
    number = places.laid(item)
    key = None if number is None else keys.key(t.ComponentType(()), number)
    return {} if key is None else {"lays": key}


@lru_cache(maxsize=256)
def effect(core: Core, own: tuple[str, ...]) -> tuple[str, ...]:
    """Of the paragraphs behind an action the one that says what it does: the first that is
    behind no other action, or else the first.
    """
    actions = {
        item.action.symbol.name: of_item(core, item)
        for decision in core.decisions
        for item in decision.items
        if item.action is not None
    }
    behind_actions = Counter(chain.from_iterable(map(set, actions.values())))
    return next(((n,) for n in own if behind_actions[n] == 1), own[:1])


def angles_of(position: Position, item: Item) -> Mapping[Local, int]:
    """By how many degrees a choice that says how a tile is turned turns it each time."""
    is_hex = any(inner(s.type) == t.PlaceType("hex") for s in item.chosen)
    turns = turned_by(position.game, item)
    return dict.fromkeys(turns, 60 if is_hex else 90)


def part_label(labels: Labels, chosen: Local, among: Sequence[Local] = ()) -> str:
    """What a part of a choice is called: by its label, or by its name.

    A name is English; in other languages its kind stands for it, and for components,
    where no other part `among` those of the choice has the same, in English, too.
    """
    name, kind = chosen.name, chosen.type
    if chosen.symbol is not None and chosen.symbol.labels.text is not None:
        return labels.words.label(chosen.symbol.labels, name)
    is_kind = (
        isinstance(inner(kind), t.ComponentType)
        and sum(inner(other.type) == inner(kind) for other in among) == 1
    )
    if not labels.words.persian and not is_kind:
        return name.replace("_", " ")
    world = labels.game.program.world
    label, words = labels.words.label, page_words(labels.words.language)
    match inner(kind):
        case t.ComponentType(names):
            decls = [world.component(one) for one in names]
            return labels.words.listed(label(d.decl.labels, d.name) for d in decls)
        case t.EnumType(enum) if enum not in ("Side", "HexSide"):
            return label(world.enum(enum).labels, enum)
        case t.BundleType(enum):
            return label(world.enum(enum).labels, enum)
        case t.CellType():
            return words["cells"]
        case t.PlayerType():
            return words["player"]
        case t.IntType():
            return words["number"]
        case _:
            return ""


class _Values:
    """The values of options, each once.

    What says a place has, beside its `label`, as `there` what everybody sees there, perhaps
    nothing: enough where it is lit up.
    """

    def __init__(self, places: Places, keys: Keys, strips: Mapping[Local, str]) -> None:
        self.places = places
        self.labels = places.labels
        self.strips = strips
        self.keys = keys
        self.data: list[Plain] = []
        self._known: dict[tuple[str | None, str], int] = {}

    def part(self, chosen: Local, value: Any, angle: int | None) -> Plain:
        """What stands for a part of an option; turns are told by their `angle`."""
        kind, strip = chosen.type, self.strips.get(chosen)
        if value is not None and is_several(kind):
            members = bits(value) if isinstance(value, int) else value
            return [self._number(inner(kind), member, strip) for member in members]
        return self._number(kind, value, strip, angle)

    def _number(
        self,
        kind: t.Type,
        value: Any,
        strip: str | None = None,
        angle: int | None = None,
    ) -> int:
        key = self.keys.key(kind, value, strip)
        there = "" if angle is not None else self.places.at(kind, value)
        label = shown(self._label(kind, value, there, angle))
        number = self._known.get((key, label))
        if number is None:
            number = self._known[key, label] = len(self.data)
            one: dict[str, Plain] = {"label": label}
            if there is not None:
                one["there"] = shown(there)
            if key is not None:
                one["key"] = key
            bundle = t.bundle_of(kind)
            if bundle is not None and value is not None:
                one |= {"enum": bundle.enum, "amounts": list(value)}
            if isinstance(kind, t.IntType) and value is not None:
                one["number"] = value
            self.data.append(one)
        return number

    def _label(
        self, kind: t.Type, value: Any, there: str | None, angle: int | None
    ) -> str:
        words = self.labels.words
        if value is None:
            return words.say("nothing")
        if angle is not None:
            return f"{words.number(value * angle)}°"
        brief = self.labels.brief(kind, value)
        if not there or brief in there:
            return there or brief
        return words.say("lies at", what=there, place=brief)
