"""What is kept between two starts, and what happens where nothing can be."""

import os
from pathlib import Path

import pytest

from rulesrun.cli.keeping import cache_folder


def test_a_folder_for_this_user_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "new"))

    assert tmp_path / "new" / "rulesrun" == cache_folder()
    assert (tmp_path / "new" / "rulesrun").stat().st_mode & 0o077 == 0


def test_not_where_others_can_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rulesrun").mkdir()
    os.chmod(tmp_path / "rulesrun", 0o777)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    assert cache_folder() is None


def test_not_where_a_file_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rulesrun").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    assert cache_folder() is None
