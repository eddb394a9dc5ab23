"""What the numbers of observations and of actions mean, as data."""

from random import Random

import pytest
from compiling import shipped

from rulesrun.agents.actions import Actions
from rulesrun.agents.observation import Observer
from rulesrun.interpreter.game import Game


@pytest.mark.parametrize("name", ["alhambra", "island", "classics/leduc_poker"])
def test_every_number_is_described_once(name: str) -> None:
    game = Game(shipped(name), 3 if name == "island" else 2)
    observer = Observer(game)
    parts = observer.describe()
    at = 0
    for part in parts:
        assert part.first == at
        at += part.size
    assert at == observer.size
    names = [part.name for part in parts]
    assert len(set(names)) == len(names)


def test_a_legend_tells_what_a_player_sees() -> None:
    game = Game(shipped("classics/leduc_poker"), 2)
    position, observer = game.start(seed=1), Observer(game)
    row = observer.row(position, 0)
    told = {
        (part.name, feature): row[part.first + place]
        for part in observer.describe()
        for place, feature in enumerate(part.features)
    }
    (card,) = position.seen_by(0).hand[0]
    assert told["player 1.hand", card] == 1
    assert told["player 1.hand", "hidden"] == 0
    assert told["player 2.hand", "hidden"] == 1
    assert told["player 2.hand", card] == 0
    assert told["player to choose", "1"] == 1
    assert told["player 1.stake", "number"] == 1


@pytest.mark.parametrize("name", ["tic_tac_toe", "alhambra", "classics/leduc_poker"])
def test_actions_are_called_as_options_are(name: str) -> None:
    game, chance = Game(shipped(name), 2), Random(1)
    actions, position = Actions(game), game.start(seed=2)
    for _ in range(12):
        if position.over:
            break
        for action, number in actions.options(position).items():
            called, option = actions.name(action), position.options[number].name
            assert called == option or called.partition(" #")[0] == option.split()[0]
        position.choose(chance.randrange(len(position.raw)))
    with pytest.raises(IndexError):
        actions.name(actions.size)
