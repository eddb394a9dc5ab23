"""The examples of the chapter on programs that play run as they stand."""

import re
from pathlib import Path

import pytest

PAGES = [
    (Path(__file__).parents[2] / "docs" / name).read_text("utf-8")
    for name in ("agents.md", "studies.md")
]
EXAMPLES = [
    text
    for page in PAGES
    for text in re.findall(r"```python\n(.*?)```", page, re.DOTALL)
]


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda text: text.split("\n")[0])
def test_an_example_runs(example: str) -> None:
    if "openspiel" in example:
        pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    if "pettingzoo" in example:
        pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    if "sb3_contrib" in example:
        pytest.importorskip("sb3_contrib", reason="SB3-Contrib is not installed")

    if "polars" in example:
        pytest.importorskip("polars", reason="polars is not installed")
    exec(example, {})  # the text is our own


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 5
