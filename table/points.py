"""Where points come from, and how a game ended, in words for players."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from textwrap import shorten

from rulesrun.cli.messages.words import Words
from rulesrun.cli.screen.account_lines import reason_text
from rulesrun.cli.screen.reasons import paragraphs
from rulesrun.cli.screen.transcript import tie_label
from rulesrun.cli.web.looks import Looks
from rulesrun.dsl.compile import Program
from rulesrun.dsl.core.context import paragraphs as paragraphs_of
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.semantics.symbols import VariableSymbol
from rulesrun.dsl.syntax import nodes
from rulesrun.interpreter.explain.reckoning import lines_at
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.reports.accounts import (
    Around,
    Source,
    accounts,
    cites_around,
    counters,
    shown_numbers,
)
from rulesrun.interpreter.reports.credits import credited
from rulesrun.interpreter.reports.ties import tie_breaks
from rulesrun.table.hearing import Asked, Hearing, place_of
from rulesrun.table.values import Plain, shown

LONGEST = 72
"""Of a longer sentence of the rulebook, only the beginning stands beside points."""

_END = re.compile(r"[.!?:;\u061f\u061b](?=\s|$)")


def ledger(hearing: Hearing, request: Asked) -> dict[str, Plain]:
    """Where the points come from: by paragraph, to the designer by line of the rules.

    Also for which cards, and at which scoring, they were given, as far as all can know it.
    """
    words = hearing.labels.words
    position = credited(hearing.position, hearing.session.log)
    result = []
    for account in accounts(position, hearing.viewer):
        label = words.label(account.labels, account.name)
        if account.kind:
            label += f" ({words.listed(account.kind)})"
        word = words.label(account.labels, account.name)
        rows = _rows(hearing, account.sources, word)
        result.append({"label": shown(label), "rows": rows, "totals": account.totals})
    return {"accounts": result}


def giving(program: Program) -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """By the name of each counter that is kept as a ledger, the paragraphs behind each
    line that adds to it, in the order of the rules.
    """
    around = cites_around(program)
    result: dict[str, dict[tuple[str, ...], None]] = {}
    for declaration in program.world.file.declarations:
        for node in walk(declaration):
            if not isinstance(node, nodes.Assign) or node.op == "=":
                continue
            symbol = _counted(program, node.target)
            if symbol is not None and symbol.decl.ledger:
                cites = paragraphs_of(node.cites) or around.get(node.span, ())
                if cites:
                    result.setdefault(symbol.name, {})[tuple(cites)] = None
    return {name: tuple(cites) for name, cites in result.items()}


def _counted(program: Program, target: nodes.Expr) -> VariableSymbol | None:
    """The variable that a statement changes."""
    while isinstance(target, nodes.Index):
        target = target.of
    symbol = program.world.refs.get(id(target))
    return symbol if isinstance(symbol, VariableSymbol) else None


def _rows(hearing: Hearing, sources: Iterable[Source], word: str) -> list[Plain]:
    """A row for each source; for players one for all that are called alike."""
    result: dict[str, dict[str, Plain]] = {}
    for source in sources:
        label = _label(hearing, source.cites, word)
        row: dict[str, Plain] = {
            "label": label,
            "amounts": source.amounts,
            "rules": list(source.cites),
        }
        parts = _parts(hearing, source)
        if parts:
            row["parts"] = parts
        key = label
        if hearing.viewer is None and source.span is not None:
            program = hearing.position.game.program
            row["place"] = key = place_of(source.span)
            row["line"] = shown("".join(lines_at(program, source.span)[:1]))
        same = result.setdefault(key, row)
        if same is not row:
            same["amounts"] = list(_together(same["amounts"], source.amounts))
            same["rules"] = list(dict.fromkeys([*same["rules"], *source.cites]))
            if parts:
                same["parts"] = [*same.get("parts", ()), *parts]
    return list(result.values())


def _parts(hearing: Hearing, source: Source) -> list[dict[str, Plain]]:
    """What a source gave, by what had been announced and by component or value."""
    result = []
    for reason, amounts in source.reasons.items():
        text = reason_text(hearing.labels, reason)
        if text and any(amounts):
            result.append({"label": shown(text), "amounts": amounts})
    return result


def _label(hearing: Hearing, cites: Iterable[str], word: str) -> str:
    program = hearing.position.game.program
    return purpose(program, hearing.labels.words, hearing.looks, cites, word)


def purpose(
    program: Program, words: Words, looks: Looks, cites: Iterable[str], word: str
) -> str:
    """What points are for: what the looks say, or else the beginning of the paragraph.

    It is empty where none is cited. Of several paragraphs it is the first that has the
    word for what is counted.
    """
    cites = list(cites)
    point = looks.point(cites, words.language)
    if point is not None:
        return shown(point)
    rulebook = paragraphs(program, words.language)
    texts = [" ".join(rulebook[cite].split()) for cite in cites if rulebook.get(cite)]
    naming = [text for text in texts if word.lower() in text.lower()] or texts or [""]
    brief = _first_sentence(naming[0]).rstrip(".:;\u061b")
    return shown(words.prose(shorten(brief, LONGEST, placeholder=" …")))


def _first_sentence(text: str) -> str:
    """A text up to the first end of a sentence that no bracket is open at."""
    for end in _END.finditer(text):
        begun = text[: end.start()]
        if begun.count("(") == begun.count(")"):
            return begun
    return text


def sources(
    hearing: Hearing, position: Position, around: Around
) -> dict[str, tuple[int | None, ...]]:
    """By what points are for, the points of each participant in a position.

    `around` is what `cites_around` gives.
    """
    words = hearing.labels.words
    result: dict[str, tuple[int | None, ...]] = {}
    for account in accounts(position, hearing.viewer, around):
        word = words.label(account.labels, account.name)
        for source in account.sources:
            label = _label(hearing, source.cites, word) or shown(word)
            before = result.get(label, (0,) * len(source.amounts))
            result[label] = _together(before, source.amounts)
    return result


def _together(
    some: Iterable[int | None], others: Iterable[int | None]
) -> tuple[int | None, ...]:
    """Points of each participant added up; none where either cannot be known."""
    pairs = zip(some, others, strict=True)
    return tuple(None if a is None or b is None else a + b for a, b in pairs)


def compared(hearing: Hearing) -> list[Plain]:
    """What was compared at the end where players were equal: one for each participant."""
    neutral = hearing.position.game.layout.participants - hearing.position.game.players
    return [
        {
            "label": shown(tie_label(hearing.labels, tie)),
            "values": [*tie.values, *[None] * neutral],
        }
        for tie in tie_breaks(hearing.position, hearing.viewer)
    ]


def results(hearing: Hearing, position: Position) -> list[dict[str, Plain]]:
    """The numbers by which a game is told: one for each participant."""
    words = hearing.labels.words
    numbers = counters(position, hearing.viewer) | shown_numbers(
        position, hearing.viewer
    )
    return [
        {
            "label": shown(words.label(symbol.decl.labels, symbol.name)),
            "values": values,
        }
        for symbol, values in numbers.items()
        if not hearing.labels.is_inner(symbol)
    ]
