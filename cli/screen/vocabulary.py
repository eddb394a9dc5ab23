"""Everything in a game that has a name, as it is called on the screen and in the rules."""

from __future__ import annotations

from collections.abc import Iterator

from rulesrun.cli.screen.labels import Labels
from rulesrun.dsl.syntax import nodes
from rulesrun.interpreter.explain.reading import item_called
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.runtime.keyboard import letters, spelling

NAMED = (
    nodes.EnumDecl,
    nodes.ComponentDecl,
    nodes.PieceDecl,
    nodes.Neutral,
    nodes.ActionDecl,
)
"""Declarations whose names are read on the screen, beside variables."""


def vocabulary(labels: Labels) -> dict[str, None]:
    """The names and labels of all that is on the screen or can be, each once."""
    result: dict[str, str] = {}
    for text in filter(None, _texts(labels)):
        result.setdefault(letters(text), text)
    return dict.fromkeys(result.values())


def is_named(labels: Labels, text: str) -> bool:
    """Whether something in the game is called so."""
    wanted = letters(text).strip()
    return bool(wanted) and any(letters(t) == wanted for t in vocabulary(labels))


def elsewhere(labels: Labels, position: Position, text: str) -> str | None:
    """What a text begins with that may be done in the game, but not in this decision.

    It is told as it was typed.
    """
    words = text.split()
    here = {name for item in position.decision_plan.items for name in item_called(item)}
    all_names = {
        name
        for plan in labels.game.lowered.core.decisions
        for item in plan.items
        if item.kind != "value"
        for name in item_called(item)
    }
    for number in range(len(words), 0, -1):
        typed = " ".join(words[:number])
        if spelling(typed) in all_names - here:
            return typed
    return None


def _texts(labels: Labels) -> Iterator[str]:
    game = labels.game
    for decl in game.program.world.file.declarations:
        if isinstance(decl, NAMED):
            yield from _called(labels, decl.name, decl.labels)
        if isinstance(decl, nodes.EnumDecl):
            for value in decl.values:
                yield from _called(labels, value.name, value.labels)
    for symbol in game.layout.told:
        if not labels.is_inner(symbol):
            yield from _called(labels, symbol.name, symbol.decl.labels)
    for component in game.layout.components:
        yield labels.called(component.number)
        yield component.name


def _called(labels: Labels, name: str, own: nodes.Labels) -> tuple[str, ...]:
    return labels.words.label(own, name), name.replace("_", " "), name
