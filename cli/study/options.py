"""The options that make a study of `rulesrun simulate`."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click
from attrs import frozen

from rulesrun.cli.messages.tongues import language_option
from rulesrun.cli.output.problems import Unusable


@frozen
class StudyOptions:
    """What was given of them."""

    seats: tuple[str, ...]
    seated: bool
    constants: tuple[str, ...]
    rules: tuple[str, ...]
    until: str | None
    output: str | None
    resume: bool
    force: bool
    cluster: str | None
    language: str | None

    @property
    def is_wanted(self) -> bool:
        """Whether anything of it is asked for."""
        values = (self.seats, self.constants, self.rules, self.until, self.output)
        return any(values) or self.resume or self.cluster is not None

    def carry_out(
        self,
        game: str,
        games: int | None,
        players: str | None,
        seed: int,
        options: tuple[str, ...],
        jobs: int | None,
        engine: str | None,
    ) -> None:
        """Carry the study out."""
        if any(find_spec(name) is None for name in NEEDED):
            raise Unusable(EXTRA)
        from rulesrun.cli.study import conduct as study
        from rulesrun.cli.study.arms import Asked

        request = Asked(
            (game, *self.rules), players, self.seats, options, self.constants
        )
        wanted = study.Wanted(
            games,
            seed,
            not self.seated,
            jobs or study.cores(),
            engine or "auto",
            None if self.until is None else share(self.until),
            None if self.output is None else Path(self.output),
            self.resume,
            self.force,
            self.cluster,
            self.language,
        )
        study.carry_out(request, wanted)


NEEDED = ("altair", "numpy", "polars", "scipy", "vl_convert")
EXTRA = "a study needs more than is installed: pip install 'rulesrun[study]'"


def share(text: str) -> float:
    """A share such as `2%`; raises Unusable."""
    match = re.fullmatch(r"(\d{1,3}(?:\.\d{1,6})?) ?%", text.strip())
    value = float(match[1]) / 100 if match else 0.0
    if not 0 < value < 0.5:
        raise Unusable(f"write --until as 2%, not {text!r}")
    return value


_OPTIONS = (
    click.option(
        "--seat",
        "seats",
        multiple=True,
        metavar="N=KIND",
        help="Who plays: random, greedy, thinker:200 or file.py:choose, a player of your own; "
        "`others=KIND` for all other seats.",
    ),
    click.option(
        "--no-rotate",
        "seated",
        is_flag=True,
        help="Let everybody keep their seat, and not sit one further in each game.",
    ),
    click.option(
        "--set",
        "constants",
        multiple=True,
        metavar="NAME=VALUES",
        help="Compare values of a constant or an amount of the rules, such as 3..7.",
    ),
    click.option(
        "--rules",
        "rules",
        multiple=True,
        metavar="FILE",
        help="Compare with these rules.",
    ),
    click.option(
        "--until",
        metavar="SHARE",
        help="Stop when all shares of wins are known to within that, such as 2%.",
    ),
    click.option(
        "-o", "output", metavar="DIR", help="Write the tables and a report there."
    ),
    click.option("--resume", is_flag=True, help="Go on with the study in that folder."),
    click.option("--force", is_flag=True, help="Write over the study in that folder."),
    click.option(
        "--cluster", metavar="ADDRESS", help="Let the machines of a Ray cluster play."
    ),
    language_option,
)
_NAMES = tuple(StudyOptions.__annotations__)


def study_options(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command these options; it gets them as `study`."""

    @functools.wraps(command)
    def with_study(*args: Any, **arguments: Any) -> None:
        own = {name: arguments.pop(name) for name in _NAMES}
        command(*args, study=StudyOptions(**own), **arguments)

    for option in reversed(_OPTIONS):
        with_study = option(with_study)
    return with_study
