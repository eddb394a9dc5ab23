"""Games that are played by their plan: the same as from the code that others are made into."""

import random
import re

import pytest
from compiling import RULES, program_of, shipped

from rulesrun.interpreter.codegen.generate import generate
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault, Machine
from rulesrun.interpreter.native.engine import ASK, FAULT
from rulesrun.interpreter.plan.expressions import Unfit
from rulesrun.interpreter.plan.making import Planned, make

PLANNED = ("tic_tac_toe", "connect_four", "classics/hex", "classics/othello")

UNFIT = {
    "classics/breakthrough": "a choice of cells beside others",
    "classics/kuhn_poker": "something that is hidden",
    "alhambra": "something that is hidden",
    "classics/backgammon": "a variable of list of numbers",
    "classics/nim": "nothing that sets of cells make faster",
    "classics/pig": "nothing that sets of cells make faster",
}


def text_of(name: str, *changes: tuple[str, str]) -> str:
    """The rules of a shipped game with some words changed."""
    text = (RULES / f"{name}.rules").read_text("utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


SIZES = {
    "othello 4x4": text_of(
        "classics/othello",
        ("8 x 8", "4 x 4"),
        ('"e4"', '"c2"'),
        ('"d5"', '"b3"'),
        ('"d4"', '"b2"'),
        ('"e5"', '"c3"'),
    ),
    "othello 9x9": text_of("classics/othello", ("8 x 8", "9 x 9")),
    "hex 5x5": text_of("classics/hex", ("11 x 11", "5 x 5"), ("== 10", "== 4")),
    "hex 23x23": text_of("classics/hex", ("11 x 11", "23 x 23"), ("== 10", "== 22")),
    "hex 17x17": text_of("classics/hex", ("11 x 11", "17 x 17"), ("== 10", "== 16")),
    "four in a row, 18x20": text_of("connect_four", ("6 x 7", "18 x 20")),
    "three in a row": text_of("connect_four", ("c, 4", "c, 3"), ("6 x 7", "4 x 5")),
}


def alike(game: Game, seeds: int, most: int = 3000) -> int:
    """Play games by the plan and by the other code; gives how many choices were compared."""
    assert isinstance(game.module, Planned)
    machine = game.machine
    other = Machine(generate(game.lowered.core, game.layout))
    size = game.layout.size
    choices = 0
    for seed in range(seeds):
        chooser = random.Random(seed)
        state, options = machine.start(seed)
        twin, offered = other.start(seed)
        for _ in range(most):
            assert [state[:size], state[-1]] == [twin[:size], twin[-1]]
            assert list(options) == list(offered)
            assert state[size:-1] == machine.module.sets(state)
            if not options:
                break
            number = int(chooser.random() * len(options))
            options = machine.resume(state, options[number])
            offered = other.resume(twin, offered[number])
            choices += 1
    return choices


@pytest.mark.parametrize("name", PLANNED)
def test_shipped_games_are_the_same(name: str) -> None:
    assert alike(Game(shipped(name), 2), 2, 200) > 10


@pytest.mark.parametrize("name", SIZES)
def test_games_of_any_size_are_the_same(name: str) -> None:
    assert alike(Game(program_of(SIZES[name]), 2), 1, 70) > 5


@pytest.mark.parametrize("name", PLANNED)
def test_blocks_frames_and_loops_are_those_of_saved_games(name: str) -> None:
    game = Game(shipped(name), 2)
    other = generate(game.lowered.core, game.layout)
    made = game.module

    assert made.resumes == other.resumes
    assert made.sizes == other.sizes
    assert made.kinds == other.kinds
    assert made.heads_of_loops == other.heads_of_loops
    assert [len(b) for b in made.blocks] == [len(b) for b in other.blocks]
    assert [d.otherwise for d in made.decisions] == [
        d.otherwise for d in other.decisions
    ]
    assert made.live.at_decision == other.live.at_decision
    assert made.live.at_block == other.live.at_block


@pytest.mark.parametrize(("name", "why"), UNFIT.items())
def test_what_does_not_fit_says_why_and_is_played_as_before(
    name: str, why: str
) -> None:
    game = Game(shipped(name), 2)

    with pytest.raises(Unfit, match=why):
        make(game.lowered.core, game.layout)
    assert not isinstance(game.module, Planned)


def test_a_traced_game_is_not_played_by_its_plan() -> None:
    assert not isinstance(Game(shipped("tic_tac_toe"), 2, trace=True).module, Planned)


def test_lines_stay_short() -> None:
    for name in PLANNED:
        module = Game(shipped(name), 2).module
        assert max(map(len, module.text.splitlines())) < 200


FAULTS = """language 2

game faults "Faults":
    players 2

board field: square 2 x 2

each cell of field:
    lit "lit": bool

state:
    total "total": 0..9
    divisor "divisor": -3..3

play:
    let p = player 1
    repeat:
        if some c in field where c.lit:
            nobody wins
        p chooses one of:
            option more "More":
                total += 6
            option part "A part":
                total += 6 / divisor rounded down
            option less "Less":
                total -= 1
        p = p.left
    until total == 9
    nobody wins
"""


@pytest.mark.parametrize(
    ("choices", "said", "line"),
    [
        ((0, 0), "`total` would be 12, and it is at most 9", 22),
        ((1,), "nothing can be divided by 0", 24),
        ((2,), "`total` would be -1, and it is at least 0", 26),
    ],
)
def test_faults_are_told_alike(choices: tuple[int, ...], said: str, line: int) -> None:
    game = Game(program_of(FAULTS), 2)
    engine = game.engine
    assert isinstance(game.module, Planned)
    assert engine is not None
    compiled = engine.new()
    engine.start(compiled, 1)
    state, options = game.machine.start(1)
    for number in choices[:-1]:
        assert engine.choose(compiled, number) == ASK
        options = game.machine.resume(state, options[number])
    assert engine.choose(compiled, choices[-1]) == FAULT
    with pytest.raises(GameFault, match=re.escape(said)) as caught:
        game.machine.resume(state, options[choices[-1]])

    assert caught.value.span is not None
    assert caught.value.span.line == line
    assert engine.message().startswith(f"small.rules:{line}:")
    assert engine.message().endswith(said)
