"""Rules with another value for a constant or an amount."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping

from rulesrun.dsl.compile import Compilation, Program, compile_rules
from rulesrun.dsl.limits import Limits
from rulesrun.dsl.problems.nearest import did_you_mean
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.symbols import AmountSymbol, ConstantSymbol
from rulesrun.dsl.text import ENDS


class NoConstant(ValueError):
    """The rules have nothing of that name to set; the message says what they have."""


def with_constants(
    program: Program, values: Mapping[str, str], limits: Limits
) -> Compilation:
    """The rules with these values written in place of those of constants and amounts.

    What is faulty then is told of the changed text. Raises NoConstant.
    """
    places = {c.name: c.decl.value.span for c in program.world.each(ConstantSymbol)}
    for amount in program.world.each(AmountSymbol):
        places[amount.name] = amount.decl.value.span
    texts = dict(program.texts)
    for name, value in values.items():
        if name not in places:
            hint = did_you_mean(name, places) or _listed(places)
            raise NoConstant(f"the rules have no constant or amount {name!r}; {hint}")
        file = _file(program, places[name])
        texts[file] = _replaced(texts[file], places[name], value)
    return compile_rules(texts[program.path], program.path, texts.get, limits)


def _listed(places: Mapping[str, object]) -> str:
    return f"they have {', '.join(places)}" if places else "they have none at all"


def _file(program: Program, span: Span) -> str:
    """Which of the texts a place is in."""
    folder = posixpath.dirname(program.path)
    return next(
        name
        for name in program.texts
        if span.path in (name, posixpath.normpath(posixpath.join(folder, name)))
    )


def _replaced(text: str, span: Span, value: str) -> str:
    starts = [0, *(match.end() for match in ENDS.finditer(text))]
    begin = starts[span.line - 1] + span.column - 1
    end = starts[span.end_line - 1] + span.end_column - 1
    return text[:begin] + value + text[end:]
