"""The table of functions: each of its rows is used by the checker, the core and the engines."""

import re
from pathlib import Path

import pytest

from rulesrun.dsl.builtins import CORE, FUNCTIONS, Builtin
from rulesrun.dsl.semantics.inference.calls import RULES
from rulesrun.interpreter.codegen import prims as python
from rulesrun.interpreter.evaluator.primitives import PRIMITIVES
from rulesrun.interpreter.native import prims as c

PLAYED = Path(__file__).parents[1] / "native"


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=lambda one: one.name)
def test_each_function_of_the_language_is_typed_and_lowered(function: Builtin) -> None:
    least, most = function.values

    assert 1 <= least <= most
    assert function.rule in RULES
    assert function.fold or (function.core or function.name) in CORE
    assert function.written.startswith(f"{function.name}(")
    assert function.about


def test_each_rule_is_that_of_a_function() -> None:
    assert {function.rule for function in FUNCTIONS.values()} == RULES.keys()


def test_the_core_has_the_functions_that_are_worked_out() -> None:
    assert CORE.keys() == PRIMITIVES.keys() == python._PRIMS.keys()


def test_the_core_has_the_functions_that_are_written_as_c() -> None:
    only_c = {"any_enclosed"}  # whether `enclosed` gives anything, without listing it
    assert CORE.keys() == c._PRIMS.keys() - only_c


@pytest.mark.parametrize("name", [f.name for f in FUNCTIONS.values() if not f.now])
def test_each_function_is_played_in_both_engines(name: str) -> None:
    """If not: a line in `FORMS` of tests/native/test_forms.py, and what it comes to."""
    rules = [p.read_text("utf-8") for p in PLAYED.rglob("*.rules")]
    for path in PLAYED.glob("test_*.py"):
        for text in re.findall(
            r'"{3}.*?"{3}|"[^"\n]*"', path.read_text("utf-8"), re.DOTALL
        ):
            rules.append(text)
    assert any(re.search(rf"\b{name}\(", text) for text in rules)
