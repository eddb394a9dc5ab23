"""What stands against the release of a version, and what the size of a part is counted from."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "bench"))
import sizes
from release import objection

CHANGELOG = "# Changelog\n\n## Unreleased\n\n## 1.2.0 - 2026-05-01\n\n- Something.\n"


@pytest.mark.parametrize(
    ("version", "wrong"),
    [
        ("1.2.0", None),
        ("1.2", "says nothing of 1.2"),
        ("1.3.0.dev4", "no tag"),
        ("1.3.0", "says nothing of 1.3.0"),
        ("1.2.01", "says nothing of 1.2.01"),
    ],
)
def test_a_version_has_a_tag_and_a_heading(version: str, wrong: str | None) -> None:
    """Commits behind a tag and versions that the changelog does not have are refused."""
    problem = objection(version, CHANGELOG)
    if wrong is None:
        assert problem is None
    else:
        assert problem is not None
        assert wrong in problem
        assert "help:" in problem


def test_each_file_is_counted_once(capsys: pytest.CaptureFixture[str]) -> None:
    """All parts together have all the modules under the folders that they name."""
    sizes.main()
    rows = capsys.readouterr().out.splitlines()[1:]
    modules = sum(int(row[32:41].replace(",", "")) for row in rows)
    folders = {
        folder.split("/")[0] for _, folders, _ in sizes.PARTS for folder in folders
    }
    every = sizes.files(tuple(sorted(folders)))
    assert modules == sum(path.suffix == ".py" for path in every)
