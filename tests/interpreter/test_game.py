"""The promises of the public interface, held for every shipped game."""

import json
import random
from collections.abc import Callable

import pytest
from compiling import small
from conservation import check_components

from rulesrun.dsl.compile import Compilation, Program
from rulesrun.interpreter.game import (
    BrokenSave,
    Game,
    NothingToUndo,
    Position,
    Refused,
    WrongSetup,
)
from rulesrun.interpreter.logs import (
    BadLog,
    end_line,
    new_log,
    read_log,
    record,
    replay,
)
from rulesrun.interpreter.memory.worlds import Effort
from rulesrun.interpreter.reports.views import resample, view
from rulesrun.interpreter.runtime.layout import BOX

Shipped = Callable[[str], Program]
A_FEW = Effort(accepted=2, proposed=8)

GAMES = [
    ("tic_tac_toe", 2),
    ("alhambra", 2),
    ("alhambra", 3),
    ("alhambra", 6),
    ("kingdom_builder", 3),
    ("architects", 3),
    ("keyflower", 3),
]


def played(position: Position, seed: int, most: int = 10_000) -> list[str]:
    """Choose at random to the end; gives the names of the choices."""
    chooser = random.Random(seed)
    names: list[str] = []
    while not position.over and len(names) < most:
        option = chooser.choice(position.options)
        names.append(option.name)
        position.choose(option)
    return names


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_same_seed_and_choices_give_the_same_game(
    shipped: Shipped, name: str, players: int
) -> None:
    game = Game(shipped(name), players)
    first, second = game.start(5), Game(shipped(name), players).start(5)
    names = played(first, 1, 300)
    for choice in names:
        second.choose(choice)

    assert first.digest() == second.digest()
    assert first.raw == second.raw


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_saved_at_every_decision(shipped: Shipped, name: str, players: int) -> None:
    game = Game(shipped(name), players)
    position = game.start(2)
    chooser = random.Random(3)
    for number in range(400):
        if position.over:
            break
        if number % 8:  # all the choices before are made again
            position.choose(chooser.choice(position.options))
            continue
        again = game.load(json.loads(json.dumps(position.save())))

        assert again.digest() == position.digest()
        assert again.raw == position.raw
        option = chooser.choice(position.options)
        position.choose(option)
        again.choose(option.name)
        assert again.digest() == position.digest()


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_no_choice_changes_a_copy(shipped: Shipped, name: str, players: int) -> None:
    position = Game(shipped(name), players).start(4)
    chooser = random.Random(5)
    for _ in range(60):
        if position.over:
            break
        before = position.digest()
        for option in chooser.sample(position.options, min(4, len(position.options))):
            copy = position.copy()
            copy.choose(option)
            check_components(copy)

        assert before == position.digest()
        position.choose(chooser.choice(position.options))


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_what_is_hidden_changes_nothing_for_a_player(
    shipped: Shipped, name: str, players: int
) -> None:
    position = Game(shipped(name), players).start(6)
    chooser = random.Random(7)
    for step in range(200):
        if position.over:
            break
        player = position.player
        assert player is not None
        if step % 40 == 20:
            other = resample(position, player, step, A_FEW)

            check_components(other)
            assert view(position, player) == view(other, player)
            assert position.raw == other.raw
            assert [o.name for o in position.options] == [o.name for o in other.options]
        position.choose(chooser.choice(position.options))


def test_hidden_cards_do_change_places(shipped: Shipped) -> None:
    position = Game(shipped("alhambra"), 3).start(6)

    assert position.digest() != resample(position, 0, 1).digest()
    assert view(position, None) != view(resample(position, 0, 1), None)


def test_undo(shipped: Shipped) -> None:
    position = Game(shipped("alhambra"), 3).start(0)
    with pytest.raises(NothingToUndo, match="nothing has been chosen"):
        position.undo()
    chooser = random.Random(1)
    undone = refused = 0
    for _ in range(400):
        if position.over:
            break
        before = position.digest()
        actor = position.player
        position.choose(chooser.choice(position.options))
        try:
            position.undo()
        except NothingToUndo:
            refused += 1
            continue
        assert before == position.digest()
        assert actor == position.player
        undone += 1
        position.choose(chooser.choice(position.options))

    assert undone > 20
    assert refused > 20


def test_options_by_name_and_number(shipped: Shipped) -> None:
    position = Game(shipped("alhambra"), 3).start(7)
    other = position.copy()
    position.choose(position.options[3].name)
    other.choose(3)

    assert position.digest() == other.digest()


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        ("byu", 'there is no choice "byu" now; did you mean "buy"?'),
        ("remove c=0,0", "the start tile is never removed"),
        ("take cards={florin 12}", 'there is no money card called "florin 12"'),
        ("take coins={florin 1}", "`take` chooses cards, not `coins`"),
        ("tak cards={florin 1}", 'there is no choice "tak" now; did you mean "take"?'),
    ],
)
def test_refused(shipped: Shipped, choice: str, message: str) -> None:
    position = Game(shipped("alhambra"), 3).start(7)
    before = position.digest()
    with pytest.raises(Refused) as caught:
        position.choose(choice)

    assert message == caught.value.refusal.message
    assert before == position.digest()


@pytest.mark.parametrize("players", [0, 1, 7])
def test_wrong_number_of_players(shipped: Shipped, players: int) -> None:
    with pytest.raises(WrongSetup, match="Alhambra is for 2 to 6 players"):
        Game(shipped("alhambra"), players)


def test_log_is_the_truth(shipped: Shipped) -> None:
    game = Game(shipped("alhambra"), 2)
    position = game.start(9)
    log = new_log(position, 9)
    chooser = random.Random(9)
    while not position.over:
        player, option = position.player, chooser.choice(position.options)
        assert player is not None
        position.choose(option)
        log.entries.append(record(position, player, option.name))
    log.ranking = position.ranking
    text = log.text()
    end, difference = replay(game, read_log(text))

    assert difference is None
    assert position.digest() == end.digest()

    lines = text.splitlines(keepends=True)
    wrong = next(i for i, line in enumerate(lines) if "take cards" in line and i > 20)
    entry = json.loads(lines[wrong])
    entry["choice"] = "take cards={florin 9, florin 9}"
    lines[wrong] = json.dumps(entry) + "\n"
    _, difference = replay(game, read_log("".join(lines)))
    assert difference is not None
    assert wrong + 1 == difference.line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("{}\n", 1),
        ("nonsense\n", 1),
        ('{"rulesrun": 99}\n', 1),
        ('{"rulesrun": 1, "game": "x"}\n', 1),
    ],
)
def test_bad_logs(text: str, line: int) -> None:
    with pytest.raises(BadLog) as caught:
        read_log(text)

    assert line == caught.value.line


def test_log_cut_off_in_the_middle(shipped: Shipped) -> None:
    position = Game(shipped("alhambra"), 2).start(9)
    log = new_log(position, 9)
    position.choose(0)
    log.entries.append(record(position, 0, "x"))
    text = (log.text() + end_line((1, 2)))[:-25]
    with pytest.raises(BadLog, match="cut off"):
        read_log(text)


def test_broken_saves(shipped: Shipped) -> None:
    game = Game(shipped("alhambra"), 2)
    saved = game.start(1).save()
    for wrong in ({}, {**saved, "rules": "0"}, {**saved, "state": [1, 2]}):
        with pytest.raises(BrokenSave):
            game.load(wrong)


def test_everything_starts_in_the_box(shipped: Shipped) -> None:
    layout = Game(shipped("alhambra"), 4).layout

    assert tuple(c.number for c in layout.components) == layout.initial[BOX]


def shop(requirement: str) -> Compilation:
    text = (
        "language 1\n\ngame shop:\n    players 2..3\n"
        f"    require {requirement}\n\noption stalls: 1..4 = 2\n\n"
        "state:\n    open: int\n\nfunction twice(n: int) -> int = 2 * n\n\n"
        "play:\n    open = twice(stalls)\n    if open > 1:\n        nobody wins\n"
    )
    return small(text)


def test_what_a_game_requires_of_its_options() -> None:
    program = shop('stalls >= player_count  "too few stalls"').program
    assert program is not None

    Game(program, 2).start(1)
    Game(program, 3, {"stalls": 3}).start(1)
    with pytest.raises(WrongSetup, match="too few stalls"):
        Game(program, 3)
    with pytest.raises(WrongSetup, match="too few stalls"):
        Game(program, 2, {"stalls": 1})


@pytest.mark.parametrize("test", ["open > 0", "twice(stalls) > 2"])
def test_what_a_game_requires_is_known_before_it_begins(test: str) -> None:
    assert "not-fixed" in [d.code for d in shop(f'{test}  "no"').diagnostics]


def test_what_a_game_requires_is_true_or_false() -> None:
    assert ["wrong-type"] == [d.code for d in shop('stalls  "no"').diagnostics]
