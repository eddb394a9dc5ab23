"""What is kept between two starts, and what happens where nothing can be."""

import os
from pathlib import Path

import pytest

from rulesrun.cli.files.cache import Kept
from rulesrun.interpreter.runtime.caching import NoFolder, cache_folder


def test_a_folder_for_this_user_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "new"))

    before = os.umask(0o002)
    try:
        assert cache_folder("native") == tmp_path / "new" / "rulesrun" / "native"
    finally:
        os.umask(before)

    assert cache_folder() == tmp_path / "new" / "rulesrun"
    for folder in (cache_folder(), cache_folder("native")):
        assert folder.stat().st_mode & 0o077 == 0


def test_not_where_others_can_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    inner = cache_folder("native")
    os.chmod(inner, 0o777)
    with pytest.raises(NoFolder, match=r"others can write into .*native"):
        cache_folder("native")
    assert cache_folder() == inner.parent

    os.chmod(inner, 0o700)
    os.chmod(inner.parent, 0o777)
    for name in ((), ("native",)):
        with pytest.raises(NoFolder, match=r"others can write into .*rulesrun"):
            cache_folder(*name)


def test_not_where_a_file_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rulesrun").write_text("in the way")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    with pytest.raises(NoFolder):
        cache_folder()


@pytest.mark.parametrize("mode", [0o600, 0o644])
def test_kept_for_this_user_alone(tmp_path: Path, mode: int) -> None:
    kept = Kept(tmp_path / "grammar")
    assert kept.read() is None
    kept.write("analysed")
    assert kept.path.stat().st_mode & 0o077 == 0
    kept.path.chmod(mode)
    assert kept.read() == "analysed"
    kept.write("again")
    assert kept.read() == "again"


@pytest.mark.parametrize("mode", [0o666, 0o620, 0o602])
def test_what_others_can_write_is_not_read(tmp_path: Path, mode: int) -> None:
    kept = Kept(tmp_path / "grammar")
    kept.write("analysed")
    kept.path.chmod(mode)
    assert kept.read() is None


def test_neither_links_nor_pipes_nor_files_of_others_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "real").write_text("analysed")
    (tmp_path / "link").symlink_to("real")
    os.mkfifo(tmp_path / "pipe", 0o600)
    assert Kept(tmp_path / "link").read() is None
    assert Kept(tmp_path / "pipe").read() is None
    (tmp_path / "real").chmod(0o600)
    assert Kept(tmp_path / "real").read() == "analysed"
    user = os.getuid() + 1
    monkeypatch.setattr(os, "getuid", lambda: user)
    assert Kept(tmp_path / "real").read() is None


def test_where_nothing_can_be_kept(tmp_path: Path) -> None:
    Kept(tmp_path / "nowhere" / "grammar").write("analysed")
    Kept(tmp_path).write("analysed")
    assert os.listdir(tmp_path) == []
