"""Problems are told in the language of the reader."""

import re
from pathlib import Path

import pytest
from running import rulesrun

from rulesrun.cli.messages.retold import problems_in, retold, summary_in
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.direction import unmarked
from rulesrun.dsl.problems.codes import CODES, Code
from rulesrun.dsl.problems.explain import EXAMPLES, explain

PERSIAN = Words("fa")

ALSO_QUOTED = {
    "`label_fa`",
    "`NIM-1.`",
    "`U+200E`",
    "`U+200F`",
    "`heap = 9`",
    "`--limit collection=500000`",
}
"""Written without quotes in English."""

FAULTY = """\
language 1

game nim "Nim":
    players 2

play:
    do begn

rule begin:
    announce "Ready"
"""


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    (tmp_path / "nim.rules").write_text(FAULTY, "utf-8")
    return tmp_path / "nim.rules"


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.name)
def test_each_kind_of_problem_is_told(code: Code) -> None:
    assert retold(code.sentence, PERSIAN)


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.name)
def test_each_kind_of_problem_is_explained(code: Code) -> None:
    own, persian = str(explain(code.name)), str(explain(code.name, "fa"))
    examples = EXAMPLES.search(own)
    assert own != persian
    assert examples is None or persian.endswith(own[examples.start() :])
    quoted = r"`[^`]+`"
    prose = persian[: persian.index(own[examples.start() :])] if examples else persian
    known = set(re.findall(quoted, " ".join(own.split()))) | ALSO_QUOTED
    assert set(re.findall(quoted, prose)) <= known


def test_sentences_in_sentences_keep_their_names_and_numbers() -> None:
    said = retold(
        "there is no file and no shipped game called 'x2'; did you mean \"x3\"?",
        PERSIAN,
    )
    assert unmarked(str(said)) == (
        "فایل یا بازی همراهی به نام «x2» نیست؛ منظورتان «x3» بود؟"
    )
    assert "۳" in str(retold("there is no player 5: 3 are playing", PERSIAN))
    assert retold("nobody has said this before", PERSIAN) is None
    assert retold("", PERSIAN) is None


def test_every_value_of_a_sentence_is_said() -> None:
    for entry in problems_in("fa").entries.values():
        numbers = {n for n in "0123456789" if f"{{{n}}}" in entry.text}
        said = {n for n in "0123456789" if f"{{{n}" in entry.said[0]}
        assert said <= numbers, entry.text


def test_a_faulty_file(faulty: Path) -> None:
    ran = rulesrun("validate", faulty, "--lang", "fa")
    assert ran.code == 1
    told = unmarked(ran.err)
    assert "خطا (unknown-rule): قانونی به نام «begn» نیست" in told
    assert "پیشنهاد: منظورتان «begin» بود؟" in told
    assert "\u2066  7 |     do begn" in ran.err
    assert "۱ فایل بررسی شد: ۱ خطا" in ran.out


def test_of_the_locale(faulty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fa_IR.UTF-8")
    for command in ("validate", "play", "simulate", "test", "trace"):
        ran = rulesrun(command, faulty)
        assert (1, True) == (ran.code, "قانونی به نام" in ran.err + ran.out), command
    ran = rulesrun("play", "no.rules")
    assert (2, True) == (ran.code, "خطا: فایل «no.rules» نیست" in unmarked(ran.err))
    ran = rulesrun("play", "no.rules", "--lang", "en")
    assert "Error: there is no file no.rules\n" == ran.err


def test_a_language_that_nobody_speaks(faulty: Path) -> None:
    ran = rulesrun("validate", faulty, "--lang", "xx")
    assert (2, True) == (ran.code, "there is no language 'xx' here" in ran.err)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((1, 0, 0), "1 file checked: no problems"),
        ((2, 3, 1), "2 files checked: 3 errors, 1 warning"),
        ((1, 1, 0), "1 file checked: 1 error"),
        ((7, 0, 2), "7 files checked: 2 warnings"),
        ((0, 0, 0), "0 files checked: no problems"),
        ((10, 10, 20), "10 files checked: 10 errors, 20 warnings"),
    ],
)
def test_summary(counts: tuple[int, int, int], expected: str) -> None:
    assert expected == summary_in(*counts, Words())
