"""Problems are told in the language of the reader."""

import ast
import re
from collections.abc import Iterator
from itertools import count, product
from pathlib import Path

import pytest
from compiling import beside
from running import ROOT, rulesrun

from rulesrun.cli.messages.translating import lines_in, problems_in, retold, summary_in
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.direction import unmarked
from rulesrun.dsl.compile import compile_rules
from rulesrun.dsl.problems.codes import CODES, Code
from rulesrun.dsl.problems.explain import EXAMPLES, explain

PERSIAN = Words("fa")

BAD = ROOT / "tests" / "bad"

MISTAKES = ROOT / "dsl" / "syntax" / "mistakes"

NAME = re.compile(
    r"-?[0-9]+|`\w+`|(number|player|text|\w+ of \w+|[A-Z]\w*|number 0\.\.\d|, )+"
)
"""What is no sentence: a number, or the name of a type."""

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
    told = lines_in(
        "Nim: 3 random games for each number of players, seeds 1 to 3", PERSIAN
    )
    assert "بازی تصادفی برای هر" in told
    head = 'new:  a.rules:7:8: error[unknown-rule]: no rule is called `x` -- did you mean "y"?'
    assert not re.search("error|did", lines_in(head, PERSIAN))
    assert "۳" in str(retold("there is no player 5: 3 are playing", PERSIAN))
    assert retold("nobody has said this before", PERSIAN) is None
    assert retold("Long row", PERSIAN) is None  # a name, and no number of rows
    assert retold("", PERSIAN) is None


@pytest.mark.parametrize("path", sorted(BAD.glob("*.rules")), ids=lambda p: p.stem)
def test_all_that_is_told_of_faulty_rules_is_told_in_persian(path: Path) -> None:
    compilation = compile_rules(path.read_text("utf-8"), path.name, beside(path))
    for result in (*compilation.diagnostics, *compilation.notes):
        labels = [label.text for label in result.labels]
        for text in (result.message, result.hint, result.mark, *labels):
            assert not text or retold(text, PERSIAN) or NAME.fullmatch(text), text


SPOKEN_BY = {"report", "problem", "Label", "Remedy", "Unusable", "Unreadable"}
SPOKEN_BY |= {"report_unknown"}
SPOKEN_BY |= {"RuleFault", "TooMuch", "BrokenSave", "BadLog", "WrongSetup"}
"""What takes a sentence for people as one of its values."""

SPOKEN_OF_MISTAKES = {"Finding", "Row"}
"""What takes the sentences of a mistake by their names; a row shows lines of rules, too."""

OF_PARTS = {
    "{0}, or {1}",
    "{0}, and `{1}` is {2}",
    "{0}, and `{1}` may be {2}",
    "{0} and ...",
    "{0} depends on {1}, which the player cannot know",
    "what is best depends on {0}, which the player cannot know",
    "the {0} {1} {2} missing",
    "{0} {1} is no blank {2}{3}",
    "a board cannot have {0} {1}{2}",
    "begin it with `language {0}`",
    "cannot use{0}: {1}",
    "`cell` needs a board, and {0}",
    'options are given by name, such as {"name": value}, not {0}',
    "the option {0} is a number{1}, not '{2}'",
    "with {0} nobody sits there",
    "with {0} players the set-up draws {1} from `{2}`, which {3} by then",
    "`{0}` belongs in a loop, and there is none around it",
    "`{0}` takes {1} {2}, and {3} {4} given",
    "`{0}` takes {1}{2}, and {3} {4} given",
    "{0} is cited{1}, but the game names no rulebook",
    "{0} of {1} are declared{2}, and the game begins with {3}",
    "{0} of {1} are stated{2}, and the file lists {3}",
    "with {0} the game does not begin{1}",
    "{0} has no place {1}in this {2}",
    "{0}this {1} needs {2}, not {3}",
    "{0} ({1}) means nothing outside a text",
}
"""Sentences that stand in the catalogue once for each thing that they can say."""


def sentences(path: Path) -> Iterator[str]:
    """The sentences of a module that are told, with numbers for their values."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        told = told_in(node, of_mistakes=path.parent == MISTAKES)
        result = (text for one in told for text in templates(one))
        yield from (text for text in result if re.search("[a-z]{2}.* ", text))


def told_in(node: ast.AST, *, of_mistakes: bool) -> Iterator[ast.expr]:
    """The sentences that are told by a call; those of a mistake may have a name first."""
    match node:
        case ast.Call():
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            told = ("mark", "hint", "message", "text", "sentence")
            named = [word.value for word in node.keywords if word.arg in told]
            if name in SPOKEN_BY:
                yield from (*node.args, *named)
            elif name in SPOKEN_OF_MISTAKES:
                yield from (one for word in named for one in either(word))
        case ast.Assign(targets=[ast.Name(id="hint" | "message")]) if of_mistakes:
            yield from either(node.value)


def either(node: ast.expr) -> list[ast.expr]:
    """A sentence, or both that a condition decides between."""
    match node:
        case ast.IfExp(body=body, orelse=orelse):
            return [*either(body), *either(orelse)]
    return [node]


def templates(node: ast.expr) -> list[str]:
    """A text as it is written, each value in it a number in braces.

    Where a value is one of two directions, a text with each of them.
    """
    match node:
        case ast.Constant(value=str(text)):
            return [re.sub(r"\{(word|before|after)\}", "{0}", text)]
        case ast.JoinedStr(values=parts):
            numbers = count()
            texts = [list(written(part, numbers)) for part in parts]
            return ["".join(chosen) for chosen in product(*texts)]
    return []


def written(part: ast.expr, numbers: Iterator[int]) -> Iterator[str]:
    """A part of a text: as it is, a number for its value, or the words it may be."""
    if isinstance(part, ast.Constant):
        yield str(part.value)
    elif {"up", "down"} == {getattr(one, "value", "") for one in of_two(part)}:
        yield from ("up", "down")
    else:
        yield QUOTED[getattr(part, "conversion", -1)].format(next(numbers))


def of_two(part: ast.expr) -> list[ast.expr]:
    """What a condition in a text decides between."""
    match part:
        case ast.FormattedValue(value=ast.IfExp(body=body, orelse=orelse)):
            return [body, orelse]
    return []


QUOTED = {-1: "{{{}}}", ord("r"): "'{{{}}}'", ord("s"): "{{{}}}"}


@pytest.mark.parametrize("top", ["dsl", "interpreter", "cli", "studies", "table"])
def test_a_sentence_that_is_reworded_needs_its_persian(top: str) -> None:
    missing = {
        text
        for path in (ROOT / top).rglob("*.py")
        for text in sentences(path)
        if text not in OF_PARTS and not told_somehow(text)
    }
    assert missing == set()


@pytest.mark.parametrize("path", sorted(MISTAKES.glob("*.py")), ids=lambda p: p.stem)
def test_no_mistake_is_told_half_in_english(path: Path) -> None:
    for text in set(sentences(path)) - OF_PARTS - CODE_AT_THE_END:
        filled = re.sub(r"\{\d\}", "x", text)
        said = retold(filled, PERSIAN) or ""
        code = " ".join(re.findall("`[^`]*`", filled))
        assert set(re.findall("[a-z]{2,}", said)) <= set(re.findall("[a-z]+", code)), (
            text
        )


CODE_AT_THE_END = {
    'name it so, and show people any text as a label: tower "Tower" fa "برج"',
    "leave it out{0}",
    "make it two lines:  expect {0}  and below it  expect {1}",
    'write it before the colon:  scenario "..." from {0}:',
}
"""What holds code without marks, or ends in words that are not always there."""


def told_somehow(text: str) -> bool:
    """Whether a sentence is known with some values, of which the last may say nothing."""
    filled = re.sub(r"\{\d\}", "x", text)
    bare = re.sub(r"\{\d\}", "x", re.sub(r"\{\d\}$", "", text))
    counted = re.sub(r"\{\d\}", "7", text)
    return any(retold(one, PERSIAN) for one in (filled, bare, counted))


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
    assert (
        "Error: there is no file no.rules; `rulesrun list` shows the shipped games\n"
        == (ran.err)
    )


def test_a_language_that_nobody_speaks(faulty: Path) -> None:
    ran = rulesrun("validate", faulty, "--lang", "xx")
    assert (2, True) == (ran.code, "there is no language 'xx' here" in ran.err)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((1, 0, 0, 0), "1 file checked: no problems"),
        ((2, 3, 1, 0), "2 files checked: 3 errors, 1 warning"),
        ((1, 1, 0, 0), "1 file checked: 1 error"),
        ((7, 0, 2, 1), "7 files checked: 2 warnings, 1 note"),
        ((0, 0, 0, 0), "0 files checked: no problems"),
        ((10, 10, 20, 0), "10 files checked: 10 errors, 20 warnings"),
    ],
)
def test_summary(counts: tuple[int, int, int, int], expected: str) -> None:
    assert expected == summary_in(*counts, Words())
