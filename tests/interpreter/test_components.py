"""Components as values, and rules with other constants."""

import pickle
from random import Random

import pytest
from compiling import shipped

import rulesrun
from rulesrun.interpreter.game import Game


@pytest.fixture(scope="module", name="game")
def _game() -> Game:
    return Game(shipped("alhambra"), 2)


def test_what_is_printed_on_a_component(game: Game) -> None:
    tile = game.component("pavilion-02-new")
    assert (tile.name, tile.declared_as) == ("pavilion-02-new", "Building")
    assert tile["cost"] == tile.cost == 2
    assert tile.walls == frozenset({"north", "east", "west"})
    assert dict(tile) == {key: tile[key] for key in tile}
    assert "cost" in dir(tile)
    assert repr(tile).startswith("<Building 'pavilion-02-new', ")
    assert pickle.loads(pickle.dumps(tile)) == tile
    assert game.start(4).component("pavilion-02-new") == tile


def test_every_name_that_a_player_sees_is_one(game: Game) -> None:
    seen = game.start(4).seen_by(0)
    for name in (*seen.market.values(), *seen.display, *seen.hand[0]):
        assert game.components[name].name == name
    assert len(game.components) < len(game.layout.components)  # equal cards are one


def test_what_is_not_there_is_told_with_what_is(game: Game) -> None:
    with pytest.raises(
        KeyError, match=r"there is no component .'pavilion-02.'; did you"
    ):
        game.component("pavilion-02")
    tile = game.component("pavilion-02-new")
    with pytest.raises(KeyError, match="`Building` has no field `cots`; did you mean"):
        tile["cots"]
    with pytest.raises(AttributeError, match="has no field `colour`; it has "):
        _ = tile.colour


def test_other_constants() -> None:
    game = rulesrun.load("classics/pig", players=2, constants={"goal": 7})
    position, chance = game.start(1), Random(1)
    while not position.over:
        position.play(chance.choice(position.raw))
    assert 7 <= max(position.seen_by(0).score.values()) < 20
    with pytest.raises(ValueError, match="no constant or amount 'gaol'; did you mean"):
        rulesrun.load("classics/pig", players=2, constants={"gaol": 7})
    with pytest.raises(rulesrun.FaultyRules):
        rulesrun.load("classics/pig", players=2, constants={"goal": "nowhere"})
