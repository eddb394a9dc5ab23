"""What is read where nothing has a label of its own."""

import pytest
from compiling import shipped

from rulesrun.dsl.semantics.symbols import EnumSymbol
from rulesrun.dsl.semantics.value_types import EnumType
from rulesrun.interpreter.game import Game


@pytest.mark.parametrize("name", ["architects", "keyflower"])
def test_names_are_read_word_by_word(name: str) -> None:
    game = Game(shipped(name), 2)
    result = [
        game.names.label(EnumType(enum.name), value.index)
        for enum in game.program.world.each(EnumSymbol)
        for value in enum.values
    ]
    assert len(result) > 20
    assert not [label for label in result if "_" in label]
