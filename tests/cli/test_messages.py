"""Everything that is said has its translation, and no other file holds Persian."""

import re
import string
from pathlib import Path

import pytest

from rulesrun.cli.messages.english import COMMANDS, MESSAGES, REASONS
from rulesrun.cli.messages.words import Words
from rulesrun.cli.study.texts import ENGLISH as STUDY
from rulesrun.dsl.languages.spoken import catalogue, languages
from rulesrun.table.words import ENGLISH as TABLE
from rulesrun.table.words import LOBBY
from rulesrun.web.words import EDITING, PLAYGROUND
from rulesrun.web.words import ENGLISH as WEB

ROOT = Path(__file__).parents[2]
ARABIC_LETTERS = re.compile("[\u0600-\u06ff]")

WANTED = {
    *((key, m if isinstance(m, str) else m[0]) for key, m in MESSAGES.items()),
    *((f"refused: {key}", text) for key, text in REASONS.items()),
    *(("command", command) for command in COMMANDS),
    *((f"table: {key}", text) for key, text in TABLE.items()),
    *((f"lobby: {key}", text) for key, text in LOBBY.items()),
    *((f"study: {key}", text) for key, text in STUDY.items()),
    *((f"web: {key}", text) for key, text in WEB.items()),
    *((f"playground: {key}", text) for key, text in PLAYGROUND.items()),
    *((f"editing: {key}", text) for key, text in EDITING.items()),
}


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("key", MESSAGES)
def test_each_message_has_its_persian_with_the_same_values(key: str) -> None:
    message = MESSAGES[key]
    one, other = (message, message) if isinstance(message, str) else message

    entry = catalogue("fa").find(one, key)

    assert entry is not None
    assert {frozenset(fields(one) | fields(other))} == {
        frozenset(fields(said)) for said in entry.said
    }


@pytest.mark.parametrize("context", sorted({context for context, _ in WANTED}))
def test_all_that_has_another_place_is_translated(context: str) -> None:
    known = catalogue("fa")
    assert all(known.translation(text, one) for one, text in WANTED if one == context)


def test_nothing_else_is_translated() -> None:
    contexts = {"value", "digits", "minus", "decimal", "thousands", "percent"}
    contexts |= {"direction", "chosen"}
    for language in languages()[1:]:
        matching = {k for k in catalogue(language).entries if k[0] not in contexts}
        assert matching <= WANTED


def test_sentences_have_forms_for_none_and_one() -> None:
    said = [Words().say("loaded", n=n, name="x.log") for n in range(3)]
    assert said == [
        "x.log holds no choices.",
        "Loaded 1 choice from x.log.",
        "Loaded 2 choices from x.log.",
    ]
    persian = Words("fa").say("loaded", n=0, name="x2.log")
    assert "\u2066x2.log\u2069" in persian
    assert "۰" not in persian


@pytest.mark.parametrize(
    "folder",
    [
        "agents",
        "cli",
        "dsl",
        "interpreter",
        "language_server",
        "studies",
        "table",
        "web",
    ],
)
def test_no_persian_stands_in_the_code(folder: str) -> None:
    # How letters are spelled, how they join, and an example for designers.
    letters = {"keyboard.py", "tiles.py", "slips_in_signs.py"}
    result = [
        (path.name, number)
        for path in (ROOT / folder).rglob("*.py")
        if path.name not in letters
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if ARABIC_LETTERS.search(line) and not _of_text(line)
    ]
    assert result == []


def _of_text(line: str) -> bool:
    """Whether a line is an example in a comment or a docstring."""
    return "`" in line or line.lstrip().startswith("#")


@pytest.mark.parametrize("language", [None, "fa"])
@pytest.mark.parametrize("indent", [0, 6])
def test_a_table_is_no_wider_than_the_screen(
    language: str | None, indent: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulesrun.cli.messages.words.columns", lambda: 40)
    rows = [["word " * 20, "1", "20"], ["another", "300", "4"]]

    lines = Words(language).table(rows, indent=indent)

    assert len(lines) > 3
    assert max(map(len, lines)) <= 40
    assert all(line.startswith(" " * indent) for line in lines)
