"""What of the rules no test reaches, as a table and as a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape

from rulesrun.cli.messages.translating import retold
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.problems import Problem
from rulesrun.cli.output.streams import along, in_direction
from rulesrun.cli.output.terminal import cut, table
from rulesrun.cli.playing.records import load_log
from rulesrun.cli.playing.session import describe_fault
from rulesrun.cli.web import pages
from rulesrun.dsl.compile import Program
from rulesrun.dsl.text import lines_of
from rulesrun.interpreter.game import WrongSetup
from rulesrun.interpreter.logs import replay
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.testing.coverage import (
    BRANCH,
    CONDITION,
    OPTION,
    STATEMENT,
    FileCoverage,
    Hits,
    totals,
)

KINDS = (STATEMENT, CONDITION, BRANCH, OPTION)
HEADS = ("statements", "conditions", "branches", "options")

_STYLE = """\
.key .line { display: block; padding: 0 .7rem; }
.line.good { background: var(--good); } .line.bad { background: var(--bad); }
.line.half { background: var(--half); }
.note { color: var(--accent); font-style: italic; }
"""


def play_logs(logs: Iterable[str], programs: Iterable[Program], hits: Hits) -> None:
    """Play recorded games again, so that they count, too; raises Problem."""
    by_name = {p.name: p for p in programs if p.world.game is not None}
    for name in logs:
        log = load_log(name)
        program = by_name.get(log.game)
        if program is None:
            raise Problem(
                f"{name}:1: none of the tested files is the game {log.game!r}"
            )
        try:
            game = hits.game(program, log.players, dict(log.options))
            _, difference = replay(game, log, verify=False)
        except WrongSetup as error:
            raise Problem(f"{name}:1: {error}") from error
        except GameFault as fault:
            raise Problem(f"{name}: {describe_fault(fault)}") from fault
        if difference is not None:
            raise Problem(f"{name}:{difference.line}: {difference.message}")


# ---- as text -------------------------------------------------------------------------


def share(pair: tuple[int, int]) -> str:
    """So many of so many, in percent."""
    reached, number = pair
    if not number:
        return "-"
    return f"{reached}/{number} {100 * reached // number:>3}%"


def coverage_lines(
    files: list[FileCoverage], sources: Mapping[str, str], words: Words
) -> Iterator[str]:
    """The table of files, and the lines that nothing reaches."""
    rows = [["", *(words.say(f"coverage: {head}") for head in HEADS)]]
    for file in files:
        shares = [words.digits(share(file.of(kind))) for kind in KINDS]
        rows.append([words.name(file.path), *shares])
    if len(files) > 1:
        shares = [words.digits(share(totals(files, kind))) for kind in KINDS]
        rows.append([words.say("sum"), *shares])
    for row in table(rows, flush=words.persian):
        yield along(row, words.persian)
    number = sum(len(file.missing) for file in files)
    yield ""
    yield in_direction(words.say("coverage: unreached", n=number))
    for file in files:
        text = lines_of(sources.get(file.path, ""))
        for line, missing in file.missing.items():
            written = text[line - 1].strip() if line <= len(text) else ""
            reasons = words.listed(retold(one, words) or one for one in missing)
            place = f"{file.path}:{line}"
            yield in_direction(words.say("failed", place=place, text=reasons))
            yield along(f"    {words.name(cut(written, 92))}", words.persian)


# ---- as a page -----------------------------------------------------------------------


def coverage_page(
    files: list[FileCoverage], sources: Mapping[str, str], words: Words
) -> str:
    """The rules text, coloured by what was reached."""
    rows = [
        [
            f'<a href="#file-{at}">{_path(file.path)}</a>',
            *(_share(file.of(kind), words) for kind in KINDS),
        ]
        for at, file in enumerate(files)
    ]
    names = ("file", *HEADS)
    head = [escape(words.say(f"coverage: {name}")) for name in names]
    title = words.say("coverage: title")
    key = "".join(
        f'<span class="line {kind}">{escape(words.say(f"coverage: {kind}"))}</span>'
        for kind in ("good", "half", "bad")
    )
    parts = [
        f"<h1>{escape(title)}</h1>",
        pages.table(head, rows, numbers=frozenset((1, 2, 3, 4))),
        f'<p class="key">{key}</p>',
    ]
    for at, file in enumerate(files):
        parts.append(f'<h2 id="file-{at}">{_path(file.path)}</h2>')
        parts.append(f'<div class="code">{_coloured(at, file, sources, words)}</div>')
    return pages.page(title, "\n".join(parts), language=words.language, style=_STYLE)


def _path(path: str) -> str:
    return f'<bdi dir="ltr">{escape(path)}</bdi>'


def _share(pair: tuple[int, int], words: Words) -> str:
    return f'<bdi dir="ltr">{escape(words.digits(share(pair)))}</bdi>'


def _coloured(
    at: int, file: FileCoverage, sources: Mapping[str, str], words: Words
) -> str:
    counts, missing = file.lines, file.missing
    result = []
    for number, line in enumerate(lines_of(sources.get(file.path, "")), 1):
        kind = ""
        if number in counts:
            kind = "bad" if not counts[number] else "good"
        if number in missing and kind != "bad":
            kind = "half"
        times = f"{counts[number]}×" if counts.get(number) else ""
        reasons = words.listed(
            retold(one, words) or one for one in missing.get(number, ())
        )
        notes = f"  <span class='note'># <bdi>{escape(reasons)}</bdi></span>"
        result.append(
            f'<span class="line {kind}" id="file-{at}-{number}">'
            f'<span class="number">{number}</span><span class="number">{times}</span>'
            f"{pages.code(line)}{notes if number in missing else ''}</span>"
        )
    return "".join(result)
