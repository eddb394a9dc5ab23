"""The same games written by hand in plain Python, and OpenSpiel where it is installed."""

import importlib
import random
from collections.abc import Callable
from typing import Any

GAMES = {
    "tic-tac-toe": "tic_tac_toe",
    "connect four": "connect_four",
    "breakthrough": "classics/breakthrough",
    "othello": "classics/othello",
}
"""Each game with the name of our rules file."""

_OPENSPIEL = {
    "tic-tac-toe": "tic_tac_toe",
    "connect four": "connect_four",
    "breakthrough": "breakthrough",
    "othello": "othello",
}


def play_ours(machine: Any, seed: int) -> None:
    """One random game of ours."""
    chooser = random.Random(seed)
    state, options = machine.start(seed)
    while options:
        options = machine.resume(state, options[int(chooser.random() * len(options))])


def of(name: str) -> dict[str, Callable[[int], None]]:
    """The contenders for a game, each playing one random game for a seed."""
    result: dict[str, Callable[[int], None]] = {"plain Python": _BY_HAND[name]}
    try:
        pyspiel = importlib.import_module("pyspiel")
    except ImportError:
        return result
    game = pyspiel.load_game(_OPENSPIEL[name])

    def play(seed: int) -> None:
        chooser = random.Random(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(chooser.random() * len(actions))])

    result["OpenSpiel"] = play
    return result


def by_hand(name: str) -> Callable[[int], None]:
    """A game written by hand, playing one random game for a seed."""
    return _BY_HAND[name]


def _lines(rows: int, columns: int, length: int) -> list[list[tuple[int, ...]]]:
    """For each cell, the straight lines of that length through it."""
    through: list[list[tuple[int, ...]]] = [[] for _ in range(rows * columns)]
    for row in range(rows):
        for column in range(columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + down * i, column + right * i) for i in range(length)]
                if all(0 <= r < rows and 0 <= c < columns for r, c in cells):
                    line = tuple(r * columns + c for r, c in cells)
                    for cell in line:
                        through[cell].append(line)
    return through


_THREES = _lines(3, 3, 3)
_FOURS = _lines(6, 7, 4)


def tic_tac_toe(seed: int) -> None:
    """A random game of tic-tac-toe."""
    chooser = random.Random(seed)
    board = [0] * 9
    player = 1
    for _ in range(9):
        free = [c for c in range(9) if not board[c]]
        cell = free[int(chooser.random() * len(free))]
        board[cell] = player
        if any(all(board[c] == player for c in line) for line in _THREES[cell]):
            return
        player = 3 - player


def connect_four(seed: int) -> None:
    """A random game of Connect Four."""
    chooser = random.Random(seed)
    board = [0] * 42
    heights = [0] * 7
    player = 1
    for _ in range(42):
        open_ = [c for c in range(7) if heights[c] < 6]
        column = open_[int(chooser.random() * len(open_))]
        cell = (5 - heights[column]) * 7 + column
        heights[column] += 1
        board[cell] = player
        if any(all(board[c] == player for c in line) for line in _FOURS[cell]):
            return
        player = 3 - player


def breakthrough(seed: int) -> None:
    """A random game of Breakthrough on 8 x 8."""
    chooser = random.Random(seed)
    board = [1] * 16 + [0] * 32 + [2] * 16
    player, ahead, goal = 1, 8, 7
    while True:
        moves = []
        for cell in range(64):
            if board[cell] != player:
                continue
            column = cell % 8
            for aside in (-1, 0, 1):
                if not 0 <= column + aside < 8:
                    continue
                target = cell + ahead + aside
                there = board[target]
                if there == player or (there and not aside):
                    continue
                moves.append((cell, target))
        if not moves:
            return
        cell, target = moves[int(chooser.random() * len(moves))]
        board[target], board[cell] = player, 0
        if target // 8 == goal or (3 - player) not in board:
            return
        player, ahead, goal = 3 - player, -ahead, 7 - goal


_DIRECTIONS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


def _ray(cell: int, down: int, right: int) -> list[int]:
    row, column = divmod(cell, 8)
    result = []
    row, column = row + down, column + right
    while 0 <= row < 8 and 0 <= column < 8:
        result.append(row * 8 + column)
        row, column = row + down, column + right
    return result


_RAYS = [[_ray(cell, d, r) for d, r in _DIRECTIONS] for cell in range(64)]


def _flips(board: list[int], cell: int, player: int) -> list[int]:
    result: list[int] = []
    for ray in _RAYS[cell]:
        run: list[int] = []
        for other in ray:
            if board[other] == 3 - player:
                run.append(other)
            else:
                if board[other] == player:
                    result += run
                break
    return result


def othello(seed: int) -> None:
    """A random game of Othello."""
    chooser = random.Random(seed)
    board = [0] * 64
    board[27] = board[36] = 2
    board[28] = board[35] = 1
    player, passed = 1, False
    while True:
        moves = [c for c in range(64) if not board[c] and _flips(board, c, player)]
        if not moves:
            if passed:
                return
            player, passed = 3 - player, True
            continue
        passed = False
        cell = moves[int(chooser.random() * len(moves))]
        for other in _flips(board, cell, player):
            board[other] = player
        board[cell] = player
        player = 3 - player


_BY_HAND = {
    "tic-tac-toe": tic_tac_toe,
    "connect four": connect_four,
    "breakthrough": breakthrough,
    "othello": othello,
}
