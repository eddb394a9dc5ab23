"""What a message says to try is tried: one problem fewer is left, and no new one."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import test_explanations
import test_one_typo
import test_syntax_errors
from attrs import frozen
from compiling import beside

from rulesrun.dsl.compile import compile_rules
from rulesrun.dsl.problems.codes import CATALOGUE
from rulesrun.dsl.problems.diagnostics import Diagnostic
from rulesrun.dsl.problems.remedies import applied
from rulesrun.dsl.syntax.parse import parse

BAD = Path(__file__).parents[1] / "bad"
Read = Callable[[str], str | None]


def nothing(name: str) -> str | None:
    """Reads no file."""
    return None


CUT = {"too-many-errors"}
"""Of these not all problems are told, so that one more comes for each that goes."""

TWICE_WRONG = {
    "syntax-14: rank players by points",
    "// the first move",
    "acton buy(p: player):",
    "every s in x has (s) = (3)",
    "rule re-fill(number: int):",
    "function my wealth(p: player) -> int =",
}
"""Inputs with another mistake on the same line, or in the name that is put there."""


@frozen
class Case:
    """Rules with something wrong, and what reads the files that they name."""

    name: str
    text: str
    read: Read = nothing
    only_read: bool = False

    def problems(self, changed: dict[str, str] | None = None) -> list[Diagnostic]:
        """What is wrong, with other texts in place of some of the files."""
        changed = changed or {}
        text = changed.get("rules", self.text)
        if self.only_read:
            return list(parse(text, "rules").diagnostics)

        def read(name: str) -> str | None:
            return changed.get(name) or self.read(name)

        return list(compile_rules(text, "rules", read).diagnostics)


def cases() -> Iterator[Case]:
    """Everything that these tests have that is wrong."""
    for path in sorted(BAD.glob("*.rules")):
        yield Case(path.stem, path.read_bytes().decode(), beside(path))
    for code in sorted(set(CATALOGUE) - test_explanations.WITHOUT_EXAMPLES):
        text, files = test_explanations.examples(code)["Wrong"]
        yield Case(code, text, files.get)
    for rules, *_ in test_syntax_errors.MISTAKES:
        yield Case("", f"language 1\n{rules}", only_read=True)
    for right, wrong in test_one_typo.SLIPS:
        yield Case("", test_one_typo.GAME.replace(right, wrong, 1))


def line_of(text: str, problem: Diagnostic) -> str:
    """The line of a problem, without its comment."""
    line = text.split("\n")[problem.span.line - 1]
    return line.partition("  #")[0].strip()


def counted(problems: list[Diagnostic], like: Diagnostic) -> Counter[tuple[str, str]]:
    """The problems as grave as that one: errors may hide warnings."""
    return Counter((p.code, p.message) for p in problems if p.severity is like.severity)


def mended(case: Case, problem: Diagnostic) -> list[Diagnostic]:
    """What is wrong after a change that a hint names."""
    changed = {}
    for path in {edit.span.path for edit in problem.edits}:
        text = case.text if path == "rules" else case.read(path)
        assert text is not None
        changed[path] = applied(text, [e for e in problem.edits if e.span.path == path])
    return case.problems(changed)


@pytest.fixture(scope="module")
def told() -> list[tuple[Case, list[Diagnostic]]]:
    """Every case with what is wrong with it."""
    return [(case, case.problems()) for case in cases()]


Told = list[tuple[Case, list[Diagnostic]]]


def test_whatever_a_hint_says_to_write_mends_what_it_is_about(told: Told) -> None:
    wrong, tried = [], 0
    for case, result in told:
        for problem in result:
            if not problem.edits or case.name in CUT:
                continue
            line = line_of(case.text, problem)
            if {line, f"{case.name}: {line}"} & TWICE_WRONG:
                continue
            tried += 1
            before, after = counted(result, problem), mended(case, problem)
            left = counted(after, problem)
            if left - before or left.total() != before.total() - 1:
                wrong.append((line, problem.hint, list(left - before)))

    assert [] == wrong
    assert tried > 200


SKETCH = re.compile(
    r"\.\.\.|\bor\b|such as|for the dots|has P|in S|with the|\bS\b|put .* on the next"
    r"|the rest|the number before|either|alone|after a colon|capital letters|the kind"
    r"|write (it like this|down|one of)|, and `|as in|straight marks|a value"
    r"|whatever else|before it|for the next player"
)
"""What shows that a hint tells the form of what is to be written, not the very words."""

NO_PLACE = {"scenario-choice", "unknown-language", "bad-cell"}
"""Where it is known what was meant, but not at which letter it stands."""


def test_a_hint_that_names_a_replacement_says_where_it_goes(told: Told) -> None:
    vague = [
        (problem.code, problem.hint)
        for _, result in told
        for problem in result
        if re.match(r"(write\b|did you mean)", problem.hint or "")
        and not problem.edits
        and problem.code not in NO_PLACE
        and not SKETCH.search(problem.hint or "")
    ]

    assert vague == []
