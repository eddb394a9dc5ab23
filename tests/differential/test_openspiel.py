"""Every classic, move for move, against OpenSpiel."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest
from lockstep import (
    Choice,
    Draws,
    Pairing,
    Place,
    Spiel,
    from_payoffs,
    information_state,
    play_in_step,
)

pyspiel: Any = pytest.importorskip(
    "pyspiel",
    reason="OpenSpiel is not installed (pip install open_spiel)",
    exc_type=ImportError,
)

GAMES = {"backgammon": 50, "hex": 100}
"""Of each other game it is 200; `make differential` plays more."""

BAR, PASS = 24, 25


# ---- how our options are called there ------------------------------------------------


def cell(place: Place, choices: tuple[Choice, ...]) -> int:
    """Cells count row by row from the top left, in both."""
    number: int = choices[0]["c"]
    return number


def connect_four(place: Place, choices: tuple[Choice, ...]) -> int:
    """The column of the cell."""
    return cell(place, choices) % 7


def breakthrough(place: Place, choices: tuple[Choice, ...]) -> int:
    """Row, column, direction (three of each player), whether something is captured."""
    start, target = choices[0]["c"], choices[0]["target"]
    way = target % 8 - start % 8 + 1 + 3 * place.actor
    captures = place.value("pawn", of=target) is not None
    action: int = (start * 6 + way) * 2 + captures
    return action


def othello(place: Place, choices: tuple[Choice, ...]) -> int:
    return 64 if choices[0].name == "skip" else cell(place, choices)


def oware(place: Place, choices: tuple[Choice, ...]) -> int:
    """The house, counted from its owner's left."""
    number: int = choices[0]["house"]
    return number % 6


def nim(place: Place, choices: tuple[Choice, ...]) -> int:
    pile, number = choices[0]["pile"], choices[0]["number"]
    action: int = (number - 1) * 4 + pile - 1
    return action


WAYS = {7: 0, 1: 1, 3: 2, 5: 3}  # northwest, northeast, southeast, southwest


def checkers(place: Place, choices: tuple[Choice, ...]) -> int:
    """Row, column, direction, whether it is a jump."""
    choice = choices[0]
    action: int = (choice["c"] * 4 + WAYS[choice["way"]]) * 2 + (choice.name == "jump")
    return action


def backgammon(place: Place, choices: tuple[Choice, ...]) -> int:
    """Where two steps begin, in base 26; 676 more if the lower die comes first."""
    steps = [choice for choice in choices if choice.name == "go"]
    digits = [_point(place.actor, step["n"]) for step in steps]
    first, second = [*digits, PASS, PASS][:2]
    high_first = bool(steps) and steps[0]["die"] == place.value("high")
    return second * 26 + first + (0 if high_first else 676)


def _point(player: int, n: int) -> int:
    if n == 25:
        return BAR
    return 24 - n if player == 0 else n - 1


def dice_to_use(place: Place) -> int:
    """Each die is a choice of ours."""
    return len(place.value("unused"))


def two_dice(spiel: Spiel, outcomes: Sequence[int]) -> dict[int, Draws]:
    """Two dice, one after the other; the first two of a game differ."""
    names = tuple(spiel.action_to_string(-1, outcome) for outcome in outcomes)
    return dict(zip(outcomes, _two_dice(names), strict=True))


@cache
def _two_dice(names: Sequence[str]) -> list[Draws]:
    draws: list[Draws] = []
    for name in names:
        a, b = int(name[-3]), int(name[-2])  # as in "chance outcome 3 (roll: 31)"
        if len(names) == 36:
            draws.append(((6, a - 1), (6, b - 1)))
        else:  # there X starts with the lower die, here with the higher one
            draws.append(((6, b - 1), (5, a - 1 - (a > b))))
    return draws


def pig(place: Place, choices: tuple[Choice, ...]) -> int:
    return {"roll": 0, "hold": 1}[choices[0].name]


def kuhn(place: Place, choices: tuple[Choice, ...]) -> int:
    return {"decline": 0, "bet": 1}[choices[0].name]


def leduc(place: Place, choices: tuple[Choice, ...]) -> int:
    return {"fold": 0, "call": 1, "more": 2}[choices[0].name]


def goofspiel(place: Place, choices: tuple[Choice, ...]) -> int:
    """Cards by value; the components are 13 prizes, then 13 cards of each player."""
    card: int = choices[0]["card"]
    return card % 13


def hearts(place: Place, choices: tuple[Choice, ...]) -> int:
    """Cards by rank, then by suit, to be passed on or laid."""
    card: int = choices[0]["card"]
    return card


def all_that_was_done(spiel: Spiel, player: int) -> str:
    """Nothing is hidden but the choices that are just being made."""
    return str(spiel.history_str())


def liars_dice(place: Place, choices: tuple[Choice, ...]) -> int:
    choice = choices[0]
    if choice.name == "call":
        return 12
    action: int = (choice["n"] - 1) * 6 + choice["f"] - 1
    return action


PAIRINGS = {
    pairing.spiel: pairing
    for pairing in (
        Pairing(rules="tic_tac_toe.rules", spiel="tic_tac_toe", action=cell),
        Pairing(rules="connect_four.rules", spiel="connect_four", action=connect_four),
        Pairing(
            rules="classics/breakthrough.rules",
            spiel="breakthrough",
            action=breakthrough,
        ),
        Pairing(rules="classics/othello.rules", spiel="othello", action=othello),
        Pairing(rules="classics/hex.rules", spiel="hex", action=cell),
        Pairing(rules="classics/oware.rules", spiel="oware", action=oware),
        Pairing(rules="classics/nim.rules", spiel="nim", action=nim),
        Pairing(rules="classics/checkers.rules", spiel="checkers", action=checkers),
        Pairing(
            rules="classics/backgammon.rules",
            spiel="backgammon",
            action=backgammon,
            joined=dice_to_use,
            draws=two_dice,
        ),
        Pairing(rules="classics/pig.rules", spiel="pig", action=pig),
        Pairing(
            rules="classics/kuhn_poker.rules",
            spiel="kuhn_poker",
            action=kuhn,
            returns=from_payoffs,
            known=information_state,
        ),
        Pairing(
            rules="classics/leduc_poker.rules",
            spiel="leduc_poker",
            action=leduc,
            returns=from_payoffs,
            known=information_state,
        ),
        Pairing(
            rules="classics/goofspiel.rules",
            spiel="goofspiel",
            action=goofspiel,
            known=all_that_was_done,
        ),
        Pairing(
            rules="classics/liars_dice.rules",
            spiel="liars_dice",
            action=liars_dice,
            known=information_state,
        ),
        Pairing(
            rules="classics/hearts.rules",
            spiel="hearts",
            action=hearts,
            returns=from_payoffs,
        ),
    )
}


@pytest.mark.parametrize("name", PAIRINGS)
def test_every_move_is_the_same_in_openspiel(name: str) -> None:
    play_in_step(PAIRINGS[name], pyspiel.load_game(name), GAMES.get(name, 200))
