"""Every channel of the product stands in the register, and no other."""

from channels import COMMANDS, POSITION, TABLE, TERMINAL

from rulesrun.cli import main
from rulesrun.cli.messages import words
from rulesrun.interpreter.game import Position
from rulesrun.table.telling import TELLINGS


def test_attributes_of_a_position() -> None:
    public = {name for name in dir(Position) if not name.startswith("_")}
    assert public == set(POSITION)


def test_words_at_the_terminal() -> None:
    assert set(words.COMMAND_WORDS.values()) == set(TERMINAL)


def test_subcommands() -> None:
    assert set(main.COMMANDS) == set(COMMANDS)


def test_messages_of_a_table() -> None:
    assert set(TELLINGS) == set(TABLE)
