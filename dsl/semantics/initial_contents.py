"""What lies where when a game begins: the course of play begins by putting it there.

A `deck of Order, shuffled` holds all orders of the box, in an order of chance. Later
passes see the lines that do this, at the head of `play:`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import evolve

from rulesrun.dsl.semantics.world import Declared, Declaring
from rulesrun.dsl.syntax import nodes


def begun(world: Declaring) -> None:
    """Let the course of play begin with the decks that are shuffled."""
    world.file = evolve(
        world.file,
        declarations=tuple(
            with_beginning(world, decl) if isinstance(decl, nodes.Play) else decl
            for decl in world.file.declarations
        ),
    )


def with_beginning(world: Declared, play: nodes.Play) -> nodes.Play:
    """The course of play with what comes before its first line."""
    lines = tuple(_filled(shuffled(world.file.declarations)))
    return evolve(play, body=(*lines, *play.body)) if lines else play


def shuffled(declarations: Iterable[nodes.Decl]) -> Iterator[nodes.Variable]:
    """The decks that are shuffled before the game begins, in their order."""
    for decl in declarations:
        if isinstance(decl, nodes.StateDecl) and decl.owner is None:
            for variable in decl.variables:
                if variable.shuffled and is_deck(variable) and not variable.keys:
                    yield variable


def is_deck(variable: nodes.Variable) -> bool:
    """Whether a variable is declared as a deck."""
    return isinstance(variable.type, nodes.ZoneNode) and variable.type.kind == "deck"


def _filled(decks: Iterable[nodes.Variable]) -> Iterator[nodes.Move | nodes.Shuffle]:
    for deck in decks:
        assert isinstance(deck.type, nodes.ZoneNode)
        place = deck.name_span
        for kind in deck.type.names:
            yield nodes.Move(
                span=place,
                what=nodes.Name(span=kind.span, text=kind.text),
                to=nodes.Destination(
                    span=place,
                    zone=nodes.Name(span=place, text=deck.name),
                    end=None,
                    at=None,
                ),
                cites=deck.cites,
            )
        yield nodes.Shuffle(
            span=place, zone=nodes.Name(span=place, text=deck.name), cites=deck.cites
        )
