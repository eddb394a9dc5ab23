"""Enums that are read from a column: what their values are called."""

from compiling import program_of, small

from rulesrun.dsl.semantics.value_types import EnumType
from rulesrun.interpreter.game import Game

RULES = """\
language 1

game towns "Towns":
    players 2
    languages en, fa

enum Town "town" fa "شهر": town from "towns.csv"

table size_of (town: Town -> size: int) from "towns.csv"

each player:
    at "at" fa "در": Town

play:
    player 1 chooses t in Town
        where size_of[t] > 1  "too small" fa "کوچک"
    player 1.at = t
    nobody wins
"""

TOWNS = """\
town,label_en,size,label_fa
new_york,New York,3,نیویورک
lima,,2,لیما
"""

CARDS = """\
card Card "card" fa "کارت":
    town: Town
    size: int
    named "{town}" fa "{town}"

supply:
    2 Card from "towns.csv"

each player:"""

LISTED = 'enum Town "town" fa "شهر": town from "towns.csv"'


def test_labels_stand_beside_the_column() -> None:
    program = program_of(RULES, {"towns.csv": TOWNS})
    names = Game(program, 2).names
    town = EnumType("Town")

    assert names.label(town, 0, "en") == "New York"
    assert names.label(town, 1, "en") == "lima"
    assert [names.label(town, at, "fa") for at in (0, 1)] == ["نیویورک", "لیما"]


def test_labels_of_components_are_not_those_of_values() -> None:
    rules = RULES.replace("each player:", CARDS)
    table = RULES[RULES.index("table") : RULES.index("each player")]
    rules = rules.replace(
        table, "table size_of (t: Town -> s: int), otherwise 2:\n    lima | 3\n\n"
    )
    result = small(rules, {"towns.csv": TOWNS})

    assert result.program is not None, result.diagnostics
    values = result.program.world.enum("Town").values
    assert [v.labels.text for v in values] == [None, None]


def test_other_columns_of_a_table_are_told_as_before() -> None:
    rules = RULES.replace(LISTED, "enum Town: new_york, lima")
    diagnostics = small(rules, {"towns.csv": TOWNS}).diagnostics

    assert "extra-column" in {d.code for d in diagnostics}
