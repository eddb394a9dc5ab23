"""The examples of the chapter on programs that play run as they stand."""

import re
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "agents.md").read_text("utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: text.split("\n")[0])
def test_an_example_runs(example: str) -> None:
    if "openspiel" in example:
        pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    if "pettingzoo" in example:
        pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

    exec(example, {})  # the text is our own


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 5
