"""Every option has a name of its own, so that a log says which one was chosen."""

from compiling import program_of

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.logs import Entry, new_log, replay

TEXT = """language 1

game g "G":
    players 2

state:
    n "n": int

action add(p: player, k: int) "Add":
    n += k * p.seat

action pick(p: player, k: int) "Pick":
    choose m in 1..2
    n += k * m

play:
    player 1 chooses one of:
        add(player 1, 1)
        pick(player 1, 10)
        add(player 1, 2)
        pick(player 1, 20)
        add(player 1, 3)
    player 2 chooses z in [1, 1, 2]
    n += z
    nobody wins
"""

NAMES = (
    "add",
    "pick m=1",
    "pick m=2",
    "add #2",
    "pick m=1 #2",
    "pick m=2 #2",
    "add #3",
)


def test_an_action_that_is_offered_several_times() -> None:
    game = Game(program_of(TEXT), 2)
    position = game.start()
    assert tuple(option.name for option in position.options) == NAMES

    worth = (1, 10, 20, 2, 20, 40, 3)
    for at, (name, added) in enumerate(zip(NAMES, worth, strict=True)):
        for choice in (name, at, game.start().options[at]):
            position = game.start()
            position.choose(choice)
            assert position.state.count(added) >= 1
            assert [o.name for o in position.options] == ["z=1", "z=1 #2", "z=2"]


def test_its_log_is_verified() -> None:
    game = Game(program_of(TEXT), 2)
    for name in NAMES:
        position = game.start(5)
        log = new_log(position, 5)
        for choice in (name, "z=1 #2"):
            seat = (position.player or 0) + 1
            position.choose(choice)
            log.entries.append(Entry(seat, choice, position.digest()))
        log.ranking = position.ranking
        assert replay(game, log)[1] is None
