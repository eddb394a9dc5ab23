"""Of which kinds options can be."""

import pytest
from compiling import small

RULES = """\
language 1

game choices "Choices":
    players 2..3

card Coin "Coin":
    value: 1..3

board field "Field": square 2 x 2

enum Good "Good": wood, salt

option chosen "Chosen": KIND

play:
    if chosen is not none and player_count == 3:
        nobody wins
    rank players by most 0
"""


@pytest.mark.parametrize(
    "kind",
    ["player or none = none", "1..3 or none = none", "Good or none = wood"],
)
def test_kinds_whose_values_can_be_named(kind: str) -> None:
    compilation = small(RULES.replace("KIND", kind))
    assert [d.message for d in compilation.diagnostics if d.code == "wrong-type"] == []
    assert compilation.program is not None


@pytest.mark.parametrize(
    "kind", ["Coin or none = none", "cell of field or none = none"]
)
def test_other_kinds(kind: str) -> None:
    matching = [
        d for d in small(RULES.replace("KIND", kind)).diagnostics if d.span.line == 13
    ]
    assert {d.code for d in matching} == {"wrong-type"}
    assert matching[0].message.startswith("an option cannot be a ")
