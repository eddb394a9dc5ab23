"""All that `validate` looks at: the rules, how the game looks, whether it can be compiled."""

from __future__ import annotations

from attrs import frozen

from rulesrun.cli.files.checking import check_source
from rulesrun.cli.files.sources import STANDARD_INPUT, Source, find_path, find_source
from rulesrun.cli.output.problems import Unusable
from rulesrun.cli.web.looks import looks_beside
from rulesrun.dsl.compile import Compilation
from rulesrun.dsl.limits import Limits
from rulesrun.dsl.problems.diagnostics import Diagnostic
from rulesrun.interpreter.editions import is_earlier
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.native.choosing import why_not
from rulesrun.interpreter.native.program import compile_to_c
from rulesrun.interpreter.native.types import Unsupported
from rulesrun.interpreter.prepared import Prepared


@frozen
class Checked:
    """A file of rules with all that is wrong with it.

    `looks` says what is wrong with how the game looks; `why` why a game that can be played
    is not compiled to machine code. `is_clean` says that the same texts need not be checked
    again: nothing is wrong with them, and nothing but them was looked at.
    """

    source: Source
    compilation: Compilation
    problems: list[Diagnostic]
    is_earlier: bool
    looks: Unusable | None
    why: str
    is_clean: bool


def check_whole(file: str, limits: Limits, *, notes: bool, compiled: bool) -> Checked:
    """All that is wrong with a file, and what nobody has proved to be right (`notes`).

    Whether it can be compiled is tried only on request (`compiled`).

    Raises Unusable where the file cannot be read.
    """
    source = find_source(file)
    games: dict[int, Prepared] = {}
    compilation, problems = check_source(source, limits, notes, games)
    program, wrong, pictures = compilation.program, None, False
    if program is not None and file != STANDARD_INPUT:
        try:
            pictures = bool(looks_beside(find_path(file), program.world).pictures)
        except Unusable as error:
            wrong = error
    earlier = is_earlier(source.text)
    clean = not (problems or earlier or wrong or pictures)
    why = not_compiled(games) if compiled else ""
    return Checked(source, compilation, problems, earlier, wrong, why, clean)


def not_compiled(games: dict[int, Prepared]) -> str:
    """Why a game that can be played is not compiled to machine code, if it is not."""
    for game in games.values():
        try:
            compile_to_c(game.module)
        except Unsupported as missing:
            return why_not(missing)
        except GameFault:  # told with the set-ups; other numbers of players may do
            continue
        break
    return ""
