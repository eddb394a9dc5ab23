"""Where points come from, as a table for people."""

from __future__ import annotations

from collections.abc import Iterator

from rulesrun.cli.output.terminal import bold, columns, cut
from rulesrun.cli.screen.changes import short_place
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.reasons import paragraph_lines
from rulesrun.interpreter.explain.reckoning import lines_at
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.reports.accounts import Account, accounts


def account_lines(
    position: Position, labels: Labels, viewer: int | None, *, full: bool
) -> Iterator[str]:
    """Each counter as a table: a line of the rules in a row, a participant in a column.

    What the viewer may not know is left out. With `full` the line and the paragraphs that
    it cites are told, too.
    """
    for account in accounts(position, viewer):
        yield from _account(position, account, labels, full)


def _account(
    position: Position, account: Account, labels: Labels, full: bool
) -> Iterator[str]:
    words = labels.words
    seats = range(position.game.layout.participants)
    title = words.label(account.labels, account.name)
    if account.kind:
        title += f" ({words.listed(account.kind)})"
    rows = [[bold(title), *(labels.player(seat) for seat in seats)]]
    for source in account.sources:
        where = words.say("set")
        if source.span is not None:
            cites = (f"@{cite}" for cite in source.cites)
            where = words.name(" ".join([short_place(source.span), *cites]))
        amounts = ["-" if n == 0 else labels.number(n) for n in source.amounts]
        rows.append([f"  {where}", *amounts])
    rows.append([f"  {words.say('sum')}", *map(labels.number, account.totals)])
    blocks = words.table_rows(rows, columns())
    yield from blocks[0]
    for lines, source in zip(blocks[1:-1], account.sources, strict=True):
        yield from lines
        if full and source.span is not None:
            program = position.game.program
            for written in lines_at(program, source.span)[:2]:
                yield cut(f"      {words.name(written)}", columns())
            yield from paragraph_lines(program, words, source.cites)
    yield from blocks[-1]
