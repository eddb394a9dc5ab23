"""Whatever a name of the rules is called, generated code means the right thing."""

import pytest
from compiling import program_of

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.runtime.effects import NAMES as EFFECTS
from rulesrun.interpreter.runtime.effects import bound_to

NAMES = [
    *EFFECTS,
    "bits",
    "len",
    "range",
    "S",
    "L",
    "o",
    "out",
    "found",
    "other",
]


@pytest.mark.parametrize("name", [n for n in NAMES if n not in ("move", "min", "max")])
def test_a_local_may_be_called_like_anything(name: str) -> None:
    text = f"""language 1
game x "X":
    players 2
state:
    total: int
play:
    let {name} = 3
    total = sum({name} + k for k in 1..3) + size([1, 2])
    player 1 chooses k in 1..{name}
        where k <= {name}
    total += {name} + k
"""
    program = program_of(text)
    position = Game(program, 2, trace=True).start()

    assert set(EFFECTS) == set(bound_to(position.game.layout))
    assert ["k=1", "k=2", "k=3"] == [o.name for o in position.options]
    position.choose("k=2")
    total = program.world.variables[0]
    base = position.game.layout.families[total].base
    assert position.state[base] == 17 + 3 + 2
