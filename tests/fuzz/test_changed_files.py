"""A few of the changed files of `make fuzz`, and that it finds what is wrong."""

from pathlib import Path

import fuzzing
import pytest
import trying
from mutating import files, mutant

from rulesrun.interpreter.machine import Machine

SEED = 7


@pytest.mark.parametrize("number", range(0, 60, 15))
def test_changed_files_end_in_messages(number: int) -> None:
    results = list(fuzzing.results(SEED, range(number, number + 15), 1))

    assert [] == [r.tried.finding for r in results if r.tried.finding is not None]


def test_a_number_gives_always_the_same_file() -> None:
    assert mutant(SEED, 11) == mutant(SEED, 11)
    assert mutant(SEED, 11) != mutant(SEED, 12)


def test_files_as_they_are_go_through_all_stages() -> None:
    path = next(path for path in files() if path.name == "leduc_poker.rules")

    tried = trying.try_out(path.read_text("utf-8"), path)

    assert tried.stage == "done"
    assert tried.choices > 2
    assert tried.finding is None


def test_a_fault_is_found_and_made_small(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(self: Machine, *args: object) -> object:
        raise KeyError("just for this test")

    monkeypatch.setattr(Machine, "resume", broken)
    path = next(path for path in files() if path.name == "nim.rules")
    tried = trying.try_out(path.read_text("utf-8"), path)
    assert tried.finding is not None

    text = fuzzing.smaller(path.read_text("utf-8"), path, tried.finding.kind)

    assert "KeyError in play" in tried.finding.kind
    assert len(text) < len(path.read_text("utf-8")) / 2
