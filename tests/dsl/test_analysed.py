"""The analysed grammar as a text."""

import json

import pytest
from lark import Lark

from rulesrun.dsl.syntax import reader
from rulesrun.dsl.syntax.analysed import fingerprint, from_text, to_text
from rulesrun.dsl.syntax.build import Builder
from rulesrun.dsl.syntax.parse import parse

GRAMMAR = (
    "start: _NL? (WORD _NL)+\nWORD: /[a-z]+/\n_NL: /\\n/\n%declare _INDENT _DEDENT\n"
)
MADE = Lark(GRAMMAR, parser="lalr", lexer="contextual", postlex=reader.Indentation())
OF = fingerprint(GRAMMAR)
TEXT = to_text(MADE, OF)


def again(text: str, of: str = OF) -> Lark | None:
    return from_text(text, of, reader.Indentation(), Builder())


def test_it_reads_the_same() -> None:
    made = from_text(TEXT, OF, reader.Indentation(), Builder())
    assert made is not None
    tokens = [str(token) for token in made.lex("a\nbc\n")]
    assert tokens == [str(token) for token in MADE.lex("a\nbc\n")] != []


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "null",
        TEXT[:-100],
        TEXT.replace('"states"', '"stats"'),
        "[" * 10**5,
    ]
    + [json.dumps({**json.loads(TEXT), name: None}) for name in ("of", "data", "memo")],
)
def test_what_is_damaged_is_made_anew(text: str) -> None:
    assert again(text) is None


def test_another_grammar_is_made_anew() -> None:
    assert again(TEXT, fingerprint(GRAMMAR + "\n")) is None


class Kept:
    """Keeps a text in memory."""

    text: str | None = None

    def read(self) -> str | None:
        return self.text

    def write(self, text: str) -> None:
        self.text = text


def test_kept_between_two_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is made once; what has been kept reads rules as before."""
    kept = Kept()
    monkeypatch.setattr(reader, "_KEPT_BY", [kept])
    monkeypatch.setattr(reader, "SHIPPED", "not-there.json")
    rules = 'language 1\n\ngame a "A":\n    players 2\n\nplay:\n    nobody wins\n'
    before = parse(rules, "a.rules")
    reader.the_reader.cache_clear()
    try:
        assert parse(rules, "a.rules") == before
        assert kept.text is not None
        reader.the_reader.cache_clear()
        monkeypatch.setattr(reader, "_analysed", None)
        assert parse(rules, "a.rules") == before
    finally:
        monkeypatch.undo()
        reader.the_reader.cache_clear()
