"""What a study plays: its arms, who sits where, and how the work is cut into parts."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from rulesrun.interpreter.game import Game

TABLES = ("games", "seats", "leads", "decisions", "subjects", "ledger")
"""What a study keeps of the games; the columns stand in `rows.py`."""

LISTS = ("arm_list", "decision_list", "subject_list", "line_list")
"""What a study keeps of what the numbers in its tables stand for."""

Rows = dict[str, bytes]
"""Tables by name, as files in Parquet."""

FULL = "full"
"""Beside the tables of a part just played: why Python had to play, where it had to."""

MOST_PARTS = 64
MOST_IN_PART, MOST_SLOW = 250, 8


@frozen(eq=False)
class Arm:
    """One of the ways to play that are compared.

    `name` says in what it differs from the others; `kinds` are the players by seat.
    """

    name: str
    game: Game
    kinds: tuple[str, ...]


@frozen(eq=False)
class Study:
    """Games to be played: in every arm the same seeds, from `seed` on.

    With `rotate`, everybody sits one seat further in each game. `native`: games are
    compiled where that is possible.
    """

    arms: tuple[Arm, ...]
    seed: int = 1
    rotate: bool = True
    native: bool = True

    def kinds(self, arm: int, game: int) -> tuple[str, ...]:
        """The players of a game by seat."""
        kinds = self.arms[arm].kinds
        turn = game % len(kinds) if self.rotate else 0
        return tuple(kinds[(seat - turn) % len(kinds)] for seat in range(len(kinds)))


@frozen(order=True)
class Part:
    """Games of one arm, played in one go: the games from `first` on."""

    first: int
    arm: int
    count: int

    @property
    def name(self) -> str:
        """What its files are called."""
        return f"{self.arm:03}-{self.first:08}"


def part_size(games: int, *, quick: bool = True) -> int:
    """How many games make a part, for so many in each arm, played by chance or slowly.

    Parts do not depend on who plays them, so that the rows do not either.
    """
    return max(1, min(MOST_IN_PART if quick else MOST_SLOW, games // MOST_PARTS))


def parts(arms: int, games: int, size: int) -> Iterator[Part]:
    """The parts of a study, all arms side by side."""
    for first in range(0, games, size):
        for arm in range(arms):
            yield Part(first, arm, min(size, games - first))
