"""A designer adds a Kingdom Builder card: its name, its labels, one expression."""

from pathlib import Path

from rulesrun.dsl.compile import compile_rules
from rulesrun.interpreter.game import Game

RULES = Path(__file__).parents[2] / "rules/kingdom_builder.rules"
LAST = 'farmers "Farmers" fa "کشاورزان":\n'
CARD = """shepherds "Shepherds" fa "چوپانان":
        worth = count h in homes(p) where no n in h.neighbours where n.house is none
    """


def read(name: str) -> str | None:
    file = RULES.parent / name
    return file.read_text("utf-8") if file.is_file() else None


def test_an_eleventh_card_takes_two_lines() -> None:
    text = RULES.read_text("utf-8").replace(LAST, CARD + LAST)
    compiled = compile_rules(text, str(RULES), read)

    assert () == compiled.diagnostics
    assert compiled.program is not None

    values = compiled.program.world.enum("Goal").values
    shepherds = next(v.index for v in values if v.name == "shepherds")
    game = Game(compiled.program, 2, {"first_goal": shepherds})
    position = game.start(3)
    layout = game.layout
    bases = {symbol.name: family.base for symbol, family in layout.families.items()}
    first = position.state[bases["goals"]][0]

    assert 11 == len(values) == len(layout.spans["GoalCard"])
    assert "shepherds" == layout.components[first].name

    house, middle = bases["house"], 5 * 20 + 5
    beside = layout.boards["land"].neighbours[middle]
    for at in (middle, *beside[:-1]):
        position.state[house + at] = 0
    worth = game.module.names["function_worth"]

    assert 0 == worth(position.state, shepherds, 0)

    position.state[house + beside[-1]] = 1

    assert 1 == worth(position.state, shepherds, 0)
    assert 0 == worth(position.state, shepherds, 1)
