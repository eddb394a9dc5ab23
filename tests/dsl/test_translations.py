"""Translations beside the rules: catalogues of labels, and rulebooks."""

import pickle
import re
from pathlib import Path

import pytest
from attrs import evolve

from rulesrun.dsl.compile import Program, compile_rules
from rulesrun.dsl.data.rulebook import read_rulebook
from rulesrun.dsl.languages.po import (
    Catalogue,
    Entry,
    Unreadable,
    read_catalogue,
    renewed,
    written,
)
from rulesrun.interpreter.testing.paragraphs import rulebook_of

RULES = Path(__file__).parents[2] / "rules"
GAMES = ("alhambra", "architects", "keyflower", "kingdom_builder")
REFERENCE = re.compile(r"\b[A-Z]+-[A-Z]?[0-9]+\b")

NIM = """\
language 1

game nim "Nim":
    players 2
    rulebook "rulebook.md"

enum Kind:
    good "good" fa "خوب"
    bad "bad"

play:
    announce "Ready"  @N-1
"""

GERMAN = """\
msgid ""
msgstr "Language: de\\n"

msgid "good"
msgstr "gut"

msgctxt "Kind.bad"
msgid "bad"
msgstr "schlecht"

msgctxt "empty"
msgid "bad"
msgstr "nichts Schlechtes"
"""

FILES = {
    "nim/de.po": GERMAN,
    "rulebook.md": "N-1. All are ready.\n\nN-2. Nothing else. {no rule}\n",
    "rulebook.de.md": "# Anfang\n\nN-1. Alle sind bereit.\n",
}


def nim(rules: str = NIM, **more: str) -> Program:
    files = {**FILES, **{name.replace("_", "/"): text for name, text in more.items()}}
    result = compile_rules(rules, "nim.rules", files.get, languages=("de",))
    assert result.program is not None, result.diagnostics
    return result.program


# ---- rulebooks -----------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_each_paragraph_has_its_persian(game: str) -> None:
    folder = RULES / game
    own = read_rulebook((folder / "rulebook.md").read_text("utf-8"))
    persian = read_rulebook((folder / "rulebook.fa.md").read_text("utf-8"))

    assert [p.number for p in own] == [p.number for p in persian]


@pytest.mark.parametrize("game", GAMES)
def test_the_persian_refers_to_the_same_paragraphs(game: str) -> None:
    folder = RULES / game
    own = read_rulebook((folder / "rulebook.md").read_text("utf-8"))
    persian = read_rulebook((folder / "rulebook.fa.md").read_text("utf-8"))

    for one, other in zip(own, persian, strict=True):
        references = set(REFERENCE.findall(one.text))
        assert (one.number, references) == (
            one.number,
            set(REFERENCE.findall(other.text)),
        )


def test_a_rulebook_is_quoted_in_the_language_of_the_reader() -> None:
    first, second = rulebook_of(nim(), "de")

    assert ("Alle sind bereit.", "Anfang") == (first.text, first.heading)
    assert "Nothing else." == second.text
    assert [p.digest for p in rulebook_of(nim())] == [first.digest, second.digest]


# ---- labels --------------------------------------------------------------------------


def test_labels_come_from_the_catalogue_and_those_in_the_rules_go_first() -> None:
    good, bad = nim().world.enum("Kind").values
    persian = nim(nim_fa='msgid "good"\nmsgstr "نیک"\n').world.enum("Kind").values

    assert ("gut", "خوب") == (
        good.labels.in_language("de"),
        good.labels.in_language("fa"),
    )
    assert "schlecht" == bad.labels.in_language("de")
    assert "nichts Schlechtes" == bad.labels.form("empty", "de")
    assert "خوب" == persian[0].labels.in_language("fa")


def test_translations_are_no_part_of_what_the_rules_say() -> None:
    bare = compile_rules(NIM, "nim.rules", {"rulebook.md": FILES["rulebook.md"]}.get)

    assert bare.program is not None
    assert nim().digest == bare.program.digest
    again = pickle.loads(pickle.dumps(nim()))
    assert "gut" == again.world.enum("Kind").values[0].labels.in_language("de")


def test_a_catalogue_that_cannot_be_read_is_told_and_left_out() -> None:
    files = {**FILES, "nim/de.po": 'msgid "good"\nmsgstr gut\n'}
    result = compile_rules(NIM, "nim.rules", files.get, languages=("de",))

    told = [d for d in result.diagnostics if d.code == "unreadable-translation"]
    assert [("nim/de.po", 2)] == [(d.span.path, d.span.line) for d in told]
    assert result.program is not None


# ---- the format ----------------------------------------------------------------------


def test_catalogues_are_written_as_they_are_read() -> None:
    entries = [
        Entry('one\ntwo \\ "three"\t', ("eins",), places=("a.rules:3",), notes=("x",)),
        Entry("{n} card", ("{n} Karte", "{n} Karten"), plural="{n} cards"),
        Entry("one", ("alles",), context="history", doubtful=True),
    ]
    text = written({"Language": "de"}, entries, "Labels of a game.")

    result = read_catalogue(text)
    assert {"Language": "de"} == result.head
    assert entries == [evolve(entry, line=0) for entry in result.entries.values()]


@pytest.mark.parametrize(
    ("rule", "forms"),
    [
        ("", "1011"),
        ("nplurals=2; plural=(n > 1);", "0011"),
        ("nplurals=3; plural=n==0 ? 2 : n!=1;", "2011"),
    ],
)
def test_the_form_for_a_number(rule: str, forms: str) -> None:
    head = f'msgid ""\nmsgstr "Plural-Forms: {rule}\\n"\n\n' if rule else ""
    body = 'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "0"\nmsgstr[1] "1"\nmsgstr[2] "2"\n'
    catalogue = read_catalogue(head + body)
    entry = catalogue.entries[None, "a"]

    assert forms == "".join(catalogue.counted(entry, n) for n in range(4))


@pytest.mark.parametrize(
    "text",
    [
        "msgstr",
        'msgid "a',
        '"a"',
        'msgstr "b"',
        'msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n',
        'msgid ""\nmsgstr "Plural-Forms: plural=import;\\n"\n',
    ],
)
def test_a_line_that_cannot_be_read_is_told(text: str) -> None:
    with pytest.raises(Unreadable):
        read_catalogue(text)


def test_a_text_that_changed_keeps_its_translation_as_doubtful() -> None:
    known = Catalogue({(None, "Take a card"): Entry("Take a card", ("Nimm eine",))})
    wanted = [Entry("Take one card"), Entry("Pass")]

    result = renewed(known, wanted)

    assert [("Nimm eine",), ("",)] == [e.said for e in result]
    assert [True, False] == [e.doubtful for e in result]
    assert not result[0].done
