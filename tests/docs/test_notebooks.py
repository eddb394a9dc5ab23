"""The notebooks run as they stand, with few games."""

from pathlib import Path

import pytest
from notebooks import NOTEBOOKS, run


def test_a_question_is_answered_with_a_study(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("polars", reason="polars is not installed")
    monkeypatch.setenv("SHARE", "0.03")
    names = run(NOTEBOOKS / "study.ipynb")

    answer = names["answer"]
    assert answer["players"].to_list() == ["random", "greedy", "thinker:50"]
    assert all(low <= first <= high for _, _, first, low, high, _ in answer.rows())
    assert len(names["built"]) > 0
    assert "first wins" in capsys.readouterr().out


def test_agents_are_trained(monkeypatch: pytest.MonkeyPatch) -> None:
    """`make notebooks` runs the whole of it."""
    pytest.importorskip("sb3_contrib", reason="SB3-Contrib is not installed")
    monkeypatch.setenv("SHARE", "0.01")
    names = run(NOTEBOOKS / "training.ipynb")

    for curve in (names["connect_four"], names["alhambra"]):
        assert len(curve) >= 2
        assert all(0 <= share <= 1 for _, share in curve)


def test_all_notebooks_are_run() -> None:
    result = sorted(path.stem for path in Path(NOTEBOOKS).glob("*.ipynb"))
    assert result == ["study", "training"]
