"""The files of the game that is written in a playground, and programs between workers."""

from __future__ import annotations

import base64
import os
import pickle
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any

from attrs import define

from rulesrun.cli.output.problems import Unusable
from rulesrun.cli.web.looks import Looks, looks_beside
from rulesrun.dsl.compile import Program

WORK = Path("/home/web/work")
"""Where the files of the game lie that is written."""

Post = Callable[[dict[str, Any]], None]
"""Takes a message to the page."""


@define
class Project:
    """The files of the game, as the page has them."""

    main: str = ""

    def hear(self, message: dict[str, Any]) -> bool:
        """Take files in, if that is what is said."""
        match message:
            case {"do": "project", "main": str(main), "files": dict(files)}:
                WORK.mkdir(parents=True, exist_ok=True)
                os.chdir(WORK.parent)  # in a browser nobody can remove where one is
                shutil.rmtree(WORK)
                WORK.mkdir()
                os.chdir(WORK)
                self.main = main
                for name, text in files.items():
                    _write(str(name), str(text))
            case {"do": "file", "path": str(name), "text": str(text)}:
                _write(name, text)
            case {"do": "file", "path": str(name), "text": None}:
                (WORK / name).unlink(missing_ok=True)
            case _:
                return False
        return True

    @property
    def path(self) -> Path:
        """Where the rules lie."""
        return WORK / self.main

    def looks(self, program: Program) -> Looks:
        """How the game looks; as every other where what is said of that is wrong."""
        with suppress(Unusable):
            return looks_beside(self.path, program.world)
        return Looks()


def _write(name: str, text: str) -> None:
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts:
        return
    (WORK / path).parent.mkdir(parents=True, exist_ok=True)
    (WORK / path).write_text(text, "utf-8")


def short(text: str) -> str:
    """A text without where our files lie."""
    return text.replace(f"{WORK}/", "")


def packed(what: object) -> str:
    """Anything as a text, for another worker."""
    return base64.b64encode(pickle.dumps(what)).decode("ascii")


def unpacked(text: str) -> Any:
    """What another worker has packed."""
    return pickle.loads(base64.b64decode(text))
