"""The grammar as a whole: no conflict is settled in silence, and few forms are rare."""

import pytest
from grammar_users import GRAMMAR, forms, rare
from lark import Lark
from lark.exceptions import GrammarError, LexError

from rulesrun.dsl.syntax.reader import Indentation

MOST_RARE = 70
"""So many forms may have at most two shipped games that use them."""

CONFLICT = 'start: item | other\nitem: "a"\nother: "a"\n%declare _NL _INDENT _DEDENT\n'
COLLISION = "start: ONE | TWO\nONE: /a+/\nTWO: /aa*/\n%declare _NL _INDENT _DEDENT\n"


def strictly(grammar: str) -> Lark:
    """A grammar in the mode that refuses what could be read in two ways."""
    return Lark(
        grammar, parser="lalr", lexer="contextual", postlex=Indentation(), strict=True
    )


def test_no_conflict_is_settled_in_silence() -> None:
    strictly(GRAMMAR.read_text("utf-8"))


@pytest.mark.parametrize("grammar", [CONFLICT, COLLISION])
def test_a_conflict_would_be_told(grammar: str) -> None:
    with pytest.raises((GrammarError, LexError)):
        strictly(grammar)


def test_few_forms_are_rare() -> None:
    """Whoever adds one takes another away, or gives it a third user: `make grammar`."""
    assert len(rare()) <= MOST_RARE


def test_users_are_counted_by_what_they_say() -> None:
    users = {form.name: form.users for form in forms()}

    assert "hearts" in users["let"]
    assert ("carpet", "kingdom_builder") == users["function_cases"]
    assert ("backgammon",) == users["after"]
    assert not users.keys() & {"scenario_start", "include", "old_pass"}
