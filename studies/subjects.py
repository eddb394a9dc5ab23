"""What can be offered and taken in a game: actions, and what is chosen in them.

Every item of a decision is a subject, and so is every value of its parameters that is a
card or tile (by its name, so that equal ones are one), a value of an enum, yes or no, or
a small number. What is called alike at several decisions is one subject.
"""

from __future__ import annotations

from attrs import frozen

from rulesrun.dsl.core.statements import Decide, Item
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.runtime.layout import Layout

MOST_NUMBERS = 24
"""A parameter with more numbers than that is a quantity, not a choice among a few."""

SCALAR, LIST, BUNDLE, FACES = 0, 1, 2, 4
"""How a parameter stands in an option; FACES is added for components."""


@frozen
class Subject:
    """Something that can be offered and taken.

    `parameter` and `kind` are empty for an action itself; `kind` is the type of a value.
    """

    decision: str
    action: str
    parameter: str
    kind: str
    value: str
    label: str
    label_fa: str


@frozen
class Parameter:
    """A parameter of an item: its form, its size as a bundle, and its subjects.

    The value `lowest` is the subject with the number `first`; none if that is negative.
    """

    form: int
    size: int
    first: int
    lowest: int
    highest: int


@frozen
class Place:
    """Where an item's subjects are: its own number, and its parameters."""

    subject: int
    parameters: tuple[Parameter, ...]


@frozen(eq=False)
class Subjects:
    """The subjects of a game, and for each decision and item where they are."""

    all: tuple[Subject, ...]
    places: tuple[tuple[Place, ...], ...]
    decisions: tuple[str, ...]
    decisions_fa: tuple[str, ...]

    @property
    def plan(self) -> tuple[list[int], int]:
        """The places as compiled games read them, and where the parameters begin."""
        starts, items, parameters = [0], list[int](), list[int]()
        count = 0
        for places in self.places:
            for place in places:
                items += [place.subject, count]
                count += len(place.parameters)
                for p in place.parameters:
                    parameters += [p.form, p.size, p.first, p.lowest, p.highest]
            starts.append(len(items) // 2)
        head = [*starts, *items, -1, count]
        return [*head, *parameters], len(head)


def subjects_of(game: Game) -> Subjects:
    """The subjects of a game."""
    result = _Collected(game)
    decisions = game.lowered.core.decisions
    names = tuple(decision_name(node, None) for node in decisions)
    persian = tuple(decision_name(node, "fa") for node in decisions)
    places = tuple(
        tuple(result.place(name, item) for item in node.items)
        for name, node in zip(names, decisions, strict=True)
    )
    return Subjects(tuple(result.subjects), places, names, persian)


def decision_name(node: Decide, language: str | None) -> str:
    """What a decision is called in a language: its prompt, or what it offers."""
    prompt = node.labels.in_language(language) if language else None
    if prompt or node.labels.text:
        return prompt or node.labels.text or ""
    return " / ".join(dict.fromkeys(_label(item, language) for item in node.items))


class _Collected:
    """Numbers subjects as they are met."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.layout: Layout = game.layout
        self.subjects: list[Subject] = []
        self.known: dict[tuple[str, ...], int] = {}

    def place(self, decision: str, item: Item) -> Place:
        action = item.action.symbol.name if item.action else item.name
        texts = (_label(item, None), _label(item, "fa"))
        key = (action,) if item.action else (decision, action)
        number = self.numbered(key, [Subject(decision, action, "", "", "", *texts)])
        parameters = tuple(
            self.parameter(decision, key, texts, local.name, local.type)
            for local in item.chosen
        )
        return Place(number, parameters)

    def numbered(self, key: tuple[str, ...], subjects: list[Subject]) -> int:
        if key not in self.known:
            self.known[key] = len(self.subjects)
            self.subjects += subjects
        return self.known[key]

    def parameter(
        self,
        decision: str,
        key: tuple[str, ...],
        texts: tuple[str, str],
        name: str,
        kind: t.Type,
    ) -> Parameter:
        form, size, item = SCALAR, 0, kind
        match kind:
            case t.BundleType(enum):
                form, item = BUNDLE, t.EnumType(enum)
                size = self.game.lowered.core.enums[enum]
            case t.ListType(inner) | t.SetType(inner):
                form, item = LIST, inner
        span = _span(self.layout, item)
        if span is None or not span:
            return Parameter(form, size, -1, 0, -1)
        inner = item.item if isinstance(item, t.OptionalType) else item
        if isinstance(inner, t.ComponentType):
            form |= FACES
        names = self.game.names
        labels = [
            Subject(
                decision,
                key[-1],
                name,
                str(inner),
                names.name(inner, value),
                *(
                    f"{text}: {names.label(inner, value, language or 'en')}"
                    for text, language in zip(texts, (None, "fa"), strict=True)
                ),
            )
            for value in span
        ]
        first = self.numbered((*key, name, str(inner)), labels)
        return Parameter(form, size, first, span[0], span[-1])


def _label(item: Item, language: str | None) -> str:
    label = item.labels.in_language(language) if language else item.labels.text
    return label or item.labels.text or item.name or "choose"


def _span(layout: Layout, kind: t.Type) -> range | None:
    """The values that are subjects, as whole numbers."""
    match t.bundle_of(kind) or kind:
        case t.OptionalType(item):
            return _span(layout, item)
        case t.EnumType(name):
            return range(len(layout.world.enum(name).values))
        case t.BoolType():
            return range(2)
        case t.IntType(int(low), int(high)) if high - low < MOST_NUMBERS:
            return range(low, high + 1)
        case t.ComponentType(names):
            spans = [layout.spans[name] for name in names if layout.spans[name]]
            if not spans:
                return None
            return range(min(s.start for s in spans), max(s.stop for s in spans))
        case _:
            return None
