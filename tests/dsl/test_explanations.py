"""Every kind of problem is explained, with examples that do what they are said to do."""

import re
from textwrap import dedent

import pytest

from rulesrun.dsl.compile import Compilation, compile_rules
from rulesrun.dsl.problems.codes import CATALOGUE
from rulesrun.dsl.problems.explain import explain

# What is wrong with them does not show on a page, or is too long for one.
WITHOUT_EXAMPLES = {
    "not-text",
    "line-too-long",
    "nested-too-deep",
    "too-many-errors",
    "turned-text",
}

HEADING = re.compile(r"^(Wrong|Right|`(?P<file>[\w./-]+)`):$")


def page(code: str) -> str:
    text = explain(code)
    assert text is not None
    return text


def examples(code: str) -> dict[str, tuple[str, dict[str, str]]]:
    """The rules below `Wrong:` and `Right:`, each with the files that belong to them.

    A heading such as `coins.csv`: begins another file; above both it is for both.
    """
    result: dict[str, tuple[str, dict[str, str]]] = {}
    shared: dict[str, str] = {}
    parts = re.split(r"(?m)^((?:Wrong|Right|`[\w./-]+`):)$", page(code))[1:]
    for heading, body in zip(parts[::2], parts[1::2], strict=True):
        match = HEADING.match(heading)
        assert match is not None
        text = dedent(body.strip("\n")) + "\n"
        if match["file"] is None:
            result[match[1]] = (text, dict(shared))
        elif result:
            result[list(result)[-1]][1][match["file"]] = text
        else:
            shared[match["file"]] = text
    return result


def check(rules: str, files: dict[str, str]) -> Compilation:
    return compile_rules(rules, "example.rules", files.get)


@pytest.mark.parametrize("code", CATALOGUE)
def test_it_says_more_than_the_catalogue(code: str) -> None:
    sentence, _, prose = page(code).partition("\n\n")
    paragraph = prose.partition("\n\n")[0]

    assert CATALOGUE[code].sentence == sentence
    assert 2 <= len(paragraph.strip().splitlines()) <= 6
    assert all(len(line) <= 88 for line in paragraph.splitlines())


@pytest.mark.parametrize("code", sorted(set(CATALOGUE) - WITHOUT_EXAMPLES))
def test_the_wrong_example_has_the_problem(code: str) -> None:
    result = check(*examples(code)["Wrong"])

    assert {code} == {d.code for d in result.diagnostics or result.notes}


@pytest.mark.parametrize("code", sorted(set(CATALOGUE) - WITHOUT_EXAMPLES))
def test_the_right_example_has_none(code: str) -> None:
    result = check(*examples(code)["Right"])

    assert () == result.diagnostics
    assert code not in {note.code for note in result.notes}


@pytest.mark.parametrize("code", sorted(WITHOUT_EXAMPLES))
def test_the_others_have_no_examples(code: str) -> None:
    assert {} == examples(code)


def test_an_unknown_code_is_not_explained() -> None:
    assert explain("no-such-code") is None
