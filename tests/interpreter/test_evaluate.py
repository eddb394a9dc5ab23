"""The core, worked out directly, against the code that is made of the rules."""

import random
from pathlib import Path
from typing import Any

import pytest
from compiling import RULES, program_of, shipped

from rulesrun.dsl.compile import Program
from rulesrun.dsl.core.frames import Frame, frame_of
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.statements import Item
from rulesrun.dsl.semantics.symbols import RuleSymbol
from rulesrun.interpreter.evaluator.evaluate import Evaluator, Values
from rulesrun.interpreter.evaluator.heads import options
from rulesrun.interpreter.evaluator.perform import Performer
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.lowering import core_of
from rulesrun.interpreter.runtime.effects import bound_to
from rulesrun.interpreter.runtime.layout import DECISION, FRAMES, NEWS, State
from rulesrun.interpreter.runtime.name_mangling import spelled
from rulesrun.interpreter.runtime.support import GameOver, RuleFault

GAMES = sorted(
    str(path.relative_to(RULES).with_suffix(""))
    for path in RULES.rglob("*.rules")
    if "tests" not in path.parts
)


class Twin:
    """A game beside its core: what the core says of each of its positions."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.core: Core = core_of(game.layout)
        self.performer = Performer(self.core, game.layout, bound_to(game.layout))
        self.frames: list[Frame] = [
            frame_of(symbol, self.core.routines[symbol].body)
            for symbol in self.core.procedures
        ]

    def local(self, state: State) -> Values:
        """What the locals hold where the game waits."""
        procedure, _, values = state[FRAMES][-1]
        places = self.frames[procedure].places
        return {local: values[place] for local, place in places.items()}

    def options(self, position: Position) -> list[tuple[int, tuple[Any, ...]]]:
        """All options of the decision that is waited for, in order."""
        state = position.state.copy()
        evaluator, local = self.performer.evaluator(state), self.local(state)
        decision = self.core.decisions[state[DECISION]]
        assert evaluator.value(decision.player, local) == position.player
        result = []
        for number, item in enumerate(decision.items):
            if item.when is None or evaluator.truth(item.when, local):
                for way in self.ways(item, evaluator, local):
                    result.append((number, tuple(way[name] for name in item.chosen)))
        return result

    def ways(self, item: Item, evaluator: Evaluator, local: Values) -> list[Values]:
        if item.action is None:
            return list(options(evaluator, item.head, local))
        pairs = zip(item.action.params, item.args, strict=True)
        given = {param: evaluator.value(arg, local) for param, arg in pairs}
        return list(options(evaluator, item.action.head, given))

    def do(self, position: Position, option: tuple[int, tuple[Any, ...]]) -> None:
        """Carry an action that asks for nothing out in both ways, and compare."""
        before = position.state
        item = self.core.decisions[before[DECISION]].items[option[0]]
        if item.action is None or item.action.symbol.asks:
            return
        evaluator = self.performer.evaluator(before.copy())
        args = [evaluator.value(arg, self.local(before)) for arg in item.args]
        chosen = [*args, *option[1]]
        made, performed = before.copy(), before.copy()
        code = self.game.module.names[spelled("do", name=item.name)]
        first = faults(lambda: code(made, *chosen))
        inner = self.performer.evaluator(performed)
        routine = item.action.symbol
        second = faults(lambda: self.performer.call(inner, routine, chosen))
        slots = self.game.layout.size  # behind them the code may keep sets of its own
        assert (first, made[:slots]) == (second, performed[:slots])
        assert made[NEWS] == performed[NEWS]


def faults(carry_out: Any) -> str:
    """How carrying something out ends."""
    try:
        carry_out()
    except (RuleFault, GameOver) as error:
        return repr(error)
    return ""


@pytest.mark.parametrize("name", GAMES)
def test_the_core_offers_and_does_what_the_code_does(name: str) -> None:
    alike(shipped(name))


@pytest.mark.parametrize("name", ["lanterns", "peeks"])
def test_what_is_seen_and_shown_is_the_same(name: str) -> None:
    path = Path(__file__).parents[1] / f"cli/games/{name}.rules"
    alike(program_of(path.read_text("utf-8")))


def alike(program: Program) -> None:
    """Play a game with its core beside it."""
    assert program.world.game is not None
    for players in program.world.game.players:
        twin = Twin(Game(program, players))
        position = twin.game.start(players)
        chooser = random.Random(players)
        for _ in range(25):
            if position.over:
                break
            values = list(position.state[FRAMES][-1][2])
            decision = twin.game.machine.decisions[position.state[DECISION]]
            made = decision.options(position.state.copy(), values)
            assert made == twin.options(position)
            twin.do(position, chooser.choice(made))
            position.choose(chooser.choice(position.options))


@pytest.mark.parametrize("name", GAMES)
def test_frames_are_as_large_as_in_the_code(name: str) -> None:
    program = shipped(name)
    assert program.world.game is not None
    twin = Twin(Game(program, program.world.game.players[0]))

    assert twin.game.module.sizes == [frame.size for frame in twin.frames]


FAULTS = {
    "a range": "n = 8 + size(numbers)",
    "division": "n = 3 mod (size(numbers) - 2)",
    "an item": "n = numbers[n + 1]",
    "nothing to take": "n = first([m for m in numbers where m > 5])",
    "nothing to compare": "n = most(m for m in numbers where m > 5)",
    "a row": "n = wage[size(numbers)]",
    "a bundle": "held -= {wood: size(numbers)}",
    "a card that is not there": "move top(cards) to box",
    "too many": "draw size(numbers) from cards to box",
    "a position": "n = position(numbers, size(numbers) + 7)",
    "a loop": "while size(numbers) > 0:\n        pass",
}


@pytest.mark.parametrize("line", FAULTS.values(), ids=FAULTS.keys())
def test_faults_are_the_same(line: str) -> None:
    program = program_of(f"""
language 1

game small:
    players 2

enum Good: wood, wool

card Order:
    good: Good

supply:
    1 of Order(wood)

table wage (grade: int -> silver: int):
    1 | 2

state:
    n: 0..9
    numbers: list of int
    held: bundle of Good
    cards: deck of Order

rule tried:
    {line}

play:
    numbers = [4, 5]
    n = size(held) + wage[1]
    player 1 chooses one of:
        option stop:
            do tried
    nobody wins
""")
    twin = Twin(Game(program, 2))
    position = twin.game.start(0)
    rule = program.world.get(RuleSymbol, "tried")
    assert rule is not None
    code = twin.game.module.names[spelled("rule", name="tried")]
    made = faults(lambda: code(position.state.copy()))
    evaluator = twin.performer.evaluator(position.state.copy())
    routine = twin.core.by_symbol[rule]
    performed = faults(lambda: twin.performer.call(evaluator, routine, []))

    assert made.startswith(("RuleFault", "Endless"))
    assert made == performed
