"""A study on disk: what was asked, its tables in parts, its report and recorded games."""

from __future__ import annotations

import json
import posixpath
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from rulesrun.cli.files.sources import read_file
from rulesrun.cli.files.writing import (
    anything,
    check_file,
    clear_folder,
    logs,
    make_folder,
    pages,
    studies,
    tables,
    write_file,
)
from rulesrun.cli.output.problems import Problem, Unusable, reason
from rulesrun.dsl.compile import Program
from rulesrun.studies.plan import LISTS, TABLES, Part, Rows

FORMAT = 2
ASKED = "study.json"
LAST = "games"
"""This table of a part is written last: where it is, the part is whole."""


@frozen
class Folder:
    """Where a study is kept."""

    path: Path

    def begin(self, settings: Mapping[str, Any], *, force: bool) -> None:
        """A new study; with `force` in place of one that is there. Raises Unusable."""
        if self._request_file.exists():
            if not force:
                raise Unusable(
                    f"{self.path} holds a study already: --resume goes on with it, "
                    "--force writes over it"
                )
            for name in TABLES:
                clear_folder(self.path / name, tables)
            clear_folder(self.path / "recorded", logs)
        elif self.path.is_dir() and any(self.path.iterdir()) and not force:
            raise Unusable(f"{self.path} holds other files; choose another folder")
        check_file(self._request_file, studies, force=force)
        for name in TABLES:
            make_folder(self.path / name)
        text = json.dumps({"study": FORMAT, **settings}, ensure_ascii=False, indent=1)
        write_file(
            self._request_file, text.replace('{\n "study"', '{"study"') + "\n", studies
        )

    def resume(self, settings: Mapping[str, Any]) -> None:
        """Go on with the study that is there; raises Unusable where it is another one."""
        if not self._request_file.is_file():
            raise Unusable(f"{self.path} holds no study to go on with")
        try:
            before = json.loads(read_file(self._request_file, "study"))
        except ValueError as error:
            raise Problem(
                f"{self._request_file} is damaged; begin anew with --force"
            ) from error
        if not isinstance(before, dict) or before.pop("study", None) != FORMAT:
            raise Problem(
                f"{self._request_file} is of another version; begin anew with --force"
            )
        now = json.loads(json.dumps(settings))
        for key in now:
            if before.get(key) != now[key]:
                raise Unusable(
                    f"the study in {self.path} is another one: {key} is "
                    f"{_brief(before.get(key))} there, and {_brief(now[key])} is asked for"
                )

    @property
    def _request_file(self) -> Path:
        return self.path / ASKED

    def has(self, part: Part) -> bool:
        """Whether a part has been played."""
        return self._file(LAST, part).is_file()

    def add(self, part: Part, rows: Rows) -> None:
        """Write a part down; raises Unusable."""
        for name in sorted(rows, key=lambda name: name == LAST):
            self._write(self._file(name, part), rows[name])

    def rows(self, part: Part) -> Rows:
        """The rows of a part that has been played."""
        return {name: _bytes(self._file(name, part)) for name in TABLES}

    def add_lists(self, lists: Rows) -> None:
        """Write down what the numbers in the rows stand for; raises Unusable."""
        for name in LISTS:
            self._write(self.path / f"{name}.parquet", lists[name])

    def lists(self) -> Rows:
        """What the numbers in the rows stand for."""
        return {name: _bytes(self.path / f"{name}.parquet") for name in LISTS}

    def write_report(self, name: str, text: str) -> None:
        """A page; raises Unusable."""
        write_file(self.path / name, text, pages)

    def write_game(self, name: str, text: str) -> None:
        """A recorded game; raises Unusable."""
        make_folder(self.path / "recorded")
        write_file(self.path / "recorded" / name, text, logs, lasting=False)

    def write_rules(self, arm: int, program: Program) -> None:
        """The rules of an arm, where they lie in no other file; raises Unusable."""
        for name, text in program.texts.items():
            inner = posixpath.basename(name) if name == program.path else name
            if posixpath.normpath(inner).startswith(("..", "/")):
                continue  # a shipped game, which is found by its name there, too
            path = self.path / "rules" / f"{arm:03}" / inner
            make_folder(path.parent)
            write_file(path, text, anything)

    def _file(self, name: str, part: Part) -> Path:
        return self.path / name / f"{part.name}.parquet"

    def _write(self, path: Path, data: bytes) -> None:
        write_file(path, data, tables, lasting=False)


def game_name(arm: int, game: int) -> str:
    """The file of a recorded game."""
    return f"{arm:03}-{game:08}.log"


def unplayed(folder: Folder | None, parts: Iterator[Part]) -> Iterator[Part]:
    """The parts that are still to be played."""
    return (part for part in parts if folder is None or not folder.has(part))


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise Unusable(f"cannot read {path}: {reason(error)}") from error


def _brief(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 60 else f"{text[:57]}..."
