"""What counts for the rows that a table has not."""

from compiling import program_of, small

from rulesrun.interpreter.game import Game

RULES = """language 1

game rows "Rows":
    players 1

enum Town "town": york, leeds

table part (nr: 1..4 -> down: int, right: int), otherwise DEFAULT:
    1 | 0 | 2
    2 | 1 | 3

state:
    seen "seen": int

play:
    player 1 chooses n in 1..4
    seen = part[n].down * 10 + part[n].right
    nobody wins
"""


def seen(number: int) -> int:
    """What the game has looked up when a number has been chosen."""
    position = Game(program_of(RULES.replace("DEFAULT", "7")), 1).start()
    position.choose(str(number))
    result = position.seen_by(None)["seen"]
    assert isinstance(result, int)
    return result


def test_it_counts_in_each_column() -> None:
    assert [seen(n) for n in range(1, 5)] == [2, 13, 77, 77]


def test_it_must_be_of_the_type_of_each_column() -> None:
    for wrong in ("york", '"text"', "none"):
        result = small(RULES.replace("DEFAULT", wrong))

        assert result.program is None
        assert "wrong-type" in {d.code for d in result.diagnostics}


def test_it_may_be_a_value_of_an_enum() -> None:
    text = RULES.replace("down: int, right: int", "town: Town").replace(
        " | 0 | 2", " | york"
    )
    text = text.replace(" | 1 | 3", " | york").replace("DEFAULT", "leeds")
    text = text.replace(
        "part[n].down * 10 + part[n].right", "1 if part[n] == leeds else 2"
    )
    game = Game(program_of(text), 1)
    result = []
    for number in range(1, 5):
        position = game.start()
        position.choose(str(number))
        result.append(position.seen_by(None)["seen"])

    assert result == [2, 2, 1, 1]
