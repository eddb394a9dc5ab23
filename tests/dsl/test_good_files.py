"""Rule files nearly like those in tests/bad, in which nothing is to be found."""

import re
from pathlib import Path

import pytest
from compiling import beside

from rulesrun.dsl.compile import compile_rules
from rulesrun.dsl.problems.codes import CATALOGUE
from rulesrun.dsl.problems.diagnostics import Severity
from rulesrun.dsl.problems.render import render_full

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests" / "good").glob("*.rules"))
SHIPPED = sorted((ROOT / "rules").glob("*.rules"))

# They are only ever wrong as a whole: there is no nearly equal file.
ALIKE = {"too-many-errors"}


def problems(path: Path) -> list[str]:
    compilation = compile_rules(path.read_text("utf-8"), path.name, beside(path))
    code = CATALOGUE.get(re.sub(r"-\d+$", "", path.stem))
    of_notes = code is not None and code.severity is Severity.NOTE
    result = (*compilation.diagnostics, *(compilation.notes if of_notes else ()))
    return [render_full(d, compilation.sources) for d in result]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_good_file(path: Path) -> None:
    assert [] == problems(path)


def test_every_code_has_a_good_file() -> None:
    names = {re.sub(r"-\d+$", "", path.stem) for path in FILES}

    assert set(CATALOGUE) - ALIKE - names == set()


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_game(path: Path) -> None:
    assert [] == [text for text in problems(path) if ": error[" in text]
