"""What the numbers of observations and of actions mean, as data."""

from random import Random

import pytest
from compiling import shipped

from rulesrun.agents.actions import Actions
from rulesrun.agents.features import along, flattened, share, steep
from rulesrun.agents.observation import Observer
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.reports.views import resample

np = pytest.importorskip("numpy", reason="NumPy is not installed")


def told(observer: Observer, row: bytearray) -> dict[tuple[str, ...], int]:
    """The bytes of an observation by the name of their block and their places on its axes."""
    array = np.frombuffer(bytes(row), np.uint8)
    return {
        (block.name, *(axis[n] for axis, n in zip(block.axes, at, strict=True))): value
        for block in observer.describe()
        for at, value in np.ndenumerate(block.of(array))
    }


@pytest.mark.parametrize("name", ["alhambra", "island", "classics/leduc_poker"])
def test_every_byte_is_described_once(name: str) -> None:
    game = Game(shipped(name), 3 if name == "island" else 2)
    observer = Observer(game)
    at = 0
    for block in observer.describe():
        assert block.first == at
        assert block.shape == tuple(len(axis) for axis in block.axes)
        at += block.size
    assert at == observer.size
    names = [block.name for block in observer.describe()]
    assert len(set(names)) == len(names)


def test_a_legend_tells_what_a_player_sees() -> None:
    game = Game(shipped("classics/leduc_poker"), 2)
    position, observer = game.start(seed=1), Observer(game)
    for player in range(2):
        row = told(observer, observer.bytes(position, player))
        (card,) = position.seen_by(player).hand[player]
        assert row["Card", card, "me.hand"] == 255
        assert sum(n for key, n in row.items() if key[0] == "Card") == 255
        assert ("Card", card, "next 1.hand") not in row  # nobody ever sees that
        assert row["seat", str(player + 1)] == 255
        chooses = "me" if player == position.player else "next 1"
        assert row["player to choose", chooses] == 255
        assert row["stake", "me", "number"] == 1
    card_block = next(b for b in observer.describe() if b.name == "Card")
    assert card_block.fields[0].keys() >= {"value", "suit"}


def test_boards_have_a_plane_a_kind_from_the_eyes_of_who_sees() -> None:
    game = Game(shipped("connect_four"), 2)
    position, observer = game.start(seed=1), Observer(game)
    for _ in range(3):
        position.choose(0)
    for player in range(2):
        row = np.frombuffer(bytes(observer.bytes(position, player)), np.uint8)
        discs = observer.split(row)["cell of grid.disc"]
        assert discs.shape == (2, 6, 7)
        column = discs[:, ::-1, 0][:, :3].tolist()
        assert column[player] == [255, 0, 255]
        assert column[1 - player] == [0, 255, 0]
        assert discs.sum() == 3 * 255


@pytest.mark.parametrize(
    ("name", "players"),
    [("classics/leduc_poker", 2), ("alhambra", 3), ("architects", 2), ("keyflower", 3)],
)
def test_an_observation_is_the_same_in_all_worlds_that_fit(
    name: str, players: int
) -> None:
    game, chance = Game(shipped(name), players), Random(2)
    position, observer = game.start(seed=4), Observer(game)
    for _ in range(4):
        assert position.player is not None
        seat = chance.randrange(players)
        seen = observer.bytes(position, seat)
        assert seen == observer.bytes(
            resample(position, seat, chance.randrange(99)), seat
        )
        position.choose(chance.randrange(len(position.raw)))
        if position.over:
            break


def test_numbers_are_scaled() -> None:
    assert [flattened(n) for n in (0, 7, 127, 128, 10**9)] == [0, 7, 127, 128, 254]
    assert sorted(map(flattened, range(2000))) == list(map(flattened, range(2000)))
    assert [steep(n) for n in (0, 10, 10**6)] == [0, 127, 254]
    assert [share(n, 40) for n in (0, 10, 40, 41)] == [0, 63, 255, 255]
    assert [along(n) for n in (-40, -1, 0, 1, 40)] == [0, 124, 128, 132, 255]


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
