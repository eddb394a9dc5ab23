"""The table of functions: each of its rows is used by the checker, the core and the engines."""

import pytest

from rulesrun.dsl.builtins import CORE, FUNCTIONS, Builtin
from rulesrun.dsl.semantics.inference.calls import RULES
from rulesrun.interpreter.evaluator.primitives import PRIMITIVES


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
    assert CORE.keys() == PRIMITIVES.keys()
