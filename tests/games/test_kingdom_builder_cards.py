"""A designer adds a Kingdom Builder card: its name with its labels, and what it is worth.

The lines are those of the page that tells designers how.
"""

import re
from pathlib import Path

from compiling import beside

from rulesrun.dsl.compile import compile_rules
from rulesrun.interpreter.game import Game

ROOT = Path(__file__).parents[2]
RULES = ROOT / "rules/kingdom_builder.rules"
PAGE = (ROOT / "docs/eleventh-card.md").read_text("utf-8")
LAST = ('    farmers "Farmers"\n', "    farmers: ")
"""How the lines begin above which a new card stands: in the enum, and in the function."""


def lines_of_the_page() -> list[str]:
    return re.findall(r"^```rules\n(.*?)^```$", PAGE, re.M | re.S)


def test_an_eleventh_card_takes_a_line_in_the_enum_and_one_in_the_function() -> None:
    lines = lines_of_the_page()
    rules = RULES.read_text("utf-8")
    assert [1, 1] == [len(line.splitlines()) for line in lines]
    for line, last in zip(lines, LAST, strict=True):
        assert 1 == rules.count(last)
        rules = rules.replace(last, line + last)
    compiled = compile_rules(rules, str(RULES), beside(RULES))

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
    around = layout.boards["land"].neighbours[middle]
    for at in (middle, *around[:-1]):
        position.state[house + at] = 0
    worth = game.module.names["function_worth"]

    assert 0 == worth(position.state, shepherds, 0)

    position.state[house + around[-1]] = 1

    assert 1 == worth(position.state, shepherds, 0)
    assert 0 == worth(position.state, shepherds, 1)

    position.state[bases["gold"]] = 0
    game.module.names["rule_final_scoring"](position.state)
    goals = [layout.components[c].name for c in position.state[bases["goals"]]]

    assert "shepherds" in goals
    assert position.state[bases["gold"]] >= 1
