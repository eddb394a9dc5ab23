"""Where points come from, as a table for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulesrun.cli.output.terminal import bold, columns, cut
from rulesrun.cli.screen.changes import short_place
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.reasons import paragraph_lines
from rulesrun.interpreter.explain.reckoning import lines_at
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.reports.accounts import Account, Reason, Source, accounts


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
    inner: list[Source | None] = []
    for source in account.sources:
        where = words.say("set")
        if source.span is not None:
            cites = (f"@{cite}" for cite in source.cites)
            where = words.name(" ".join([short_place(source.span), *cites]))
        rows.append([f"  {where}", *_amounts(labels, source.amounts)])
        inner.append(source)
        for reason, amounts in source.reasons.items():
            text = reason_text(labels, reason)
            if text and any(amounts):
                rows.append([f"    {text}", *_amounts(labels, amounts)])
                inner.append(None)
    rows.append([f"  {words.say('sum')}", *map(labels.number, account.totals)])
    blocks = words.table_rows(rows, columns())
    yield from blocks[0]
    for lines, one in zip(blocks[1:-1], inner, strict=True):
        yield from lines
        if full and one is not None and one.span is not None:
            program = position.game.program
            for written in lines_at(program, one.span)[:2]:
                yield cut(f"      {words.name(written)}", columns())
            yield from paragraph_lines(program, words, one.cites)
    yield from blocks[-1]


def reason_text(labels: Labels, reason: Reason) -> str:
    """For what points were given, in words: what was announced, and the card or the value."""
    texts = []
    if reason.announced is not None:
        texts.append(labels.words.label(reason.announced, ""))
    if reason.about is not None:
        texts.append(labels.brief(*reason.about))
    return labels.words.separator.join(texts)


def _amounts(labels: Labels, amounts: Sequence[int | None]) -> list[str]:
    return ["-" if n == 0 else labels.number(n) for n in amounts]
