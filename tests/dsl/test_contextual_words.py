"""What belongs to a card or a player may be called like a word of the language."""

from compiling import program_of

from rulesrun.dsl.syntax.format import format_rules
from rulesrun.dsl.syntax.words import BUILTIN_NAMES, KEYWORDS
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.testing.scenarios import run_scenario

RULES = """language 1

game nim "Nim":
    players 2

card Card "card":
    WORD "of a card": 0..9

supply:
    1 of each Card

each player:
    WORD "of a player": 0..99

play:
    player 1.WORD = sum(c.WORD for c in Card) - 1
    for each p in players where p.WORD - 1 > 3 and p.left.WORD == 0:
        p.WORD += 1
    if some c in Card where c.WORD in [1, 2]:
        player 1 must rest(player 1)

action rest(p: player) "Rest":
    p.WORD -= 1

scenario "it is a name":
    expect player 1.WORD == 45
"""


def test_words_of_the_language_are_names_behind_a_point() -> None:
    for word in sorted(KEYWORDS | BUILTIN_NAMES):
        text = RULES.replace("WORD", word)
        assert text == format_rules(text), word
        program_of(text)


def test_such_a_name_is_no_word() -> None:
    program = program_of(RULES.replace("WORD", "rank"))

    outcome = run_scenario(
        program, program.world.scenarios[0], lambda n, o: Game(program, n, o)
    )

    assert outcome.message is None
