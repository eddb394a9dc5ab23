"""Plays whole games at random and writes them down."""

import random
from collections.abc import Iterable, Iterator
from typing import Any

from rulesrun.interpreter.game import Option, Position
from rulesrun.interpreter.reports.views import view
from rulesrun.interpreter.runtime.layout import RawOption

Choices = Iterable[tuple[int, str]]
"""Who chooses what, each carried out when the next is asked for."""

MOST = 5_000
"""More choices than there are in any game."""


def moves(position: Position, seed: int) -> Iterator[RawOption]:
    """What to choose, until the game is over; whoever asks for it carries it out.

    Every kind of move is equally likely, whatever its options.
    """
    chooser = random.Random(seed)
    for _ in range(MOST):
        if position.over:
            return
        kinds: dict[int, list[RawOption]] = {}
        for raw in position.raw:
            kinds.setdefault(raw[0], []).append(raw)
        yield chooser.choice(kinds[chooser.choice(list(kinds))])
    raise AssertionError("the game does not end")


def name_of(position: Position, move: RawOption) -> str:
    """What a move is called."""
    item = position.decision_plan.items[move[0]]
    return position.game.names.choice(item, move[1])


def steps(position: Position, seed: int) -> Iterator[tuple[int, str]]:
    """A game in which every kind of move is equally likely: who chooses what."""
    for move in moves(position, seed):
        player, name = position.player, name_of(position, move)
        assert player is not None
        yield player, name
        position.choose(Option(name, move))


def told(position: Position, choices: Choices) -> Iterator[str]:
    """A line for each announcement and for each choice."""
    for player, choice in choices:
        yield from (f"* {one.labels.text}" for one in position.announcements)
        yield f"{player + 1}: {choice}"
    yield from (f"* {one.labels.text}" for one in position.announcements)


def values(position: Position, name: str) -> list[Any]:
    """The values of a variable, one for each player."""
    return [s.value for s in view(position, None).seen if s.name == name]


def golden(title: str, lines: Iterable[str], position: Position, counted: str) -> str:
    """A whole game as text: its lines, what is counted for each player, the places."""
    text = [title, *lines]
    text.append(f"{counted} {', '.join(map(str, values(position, counted)))}")
    text.append(f"places {', '.join(map(str, position.ranking or ()))}")
    return "\n".join(text) + "\n"
