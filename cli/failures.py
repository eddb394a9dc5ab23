"""What is told of a scenario that failed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulesrun.cli.messages.tongues import spoken
from rulesrun.cli.messages.translating import lines_in
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.streams import along, in_direction
from rulesrun.cli.output.terminal import bold, columns
from rulesrun.dsl.compile import Compilation
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.text import lines_of
from rulesrun.interpreter.testing.scenarios import Outcome


def failure_text(outcome: Outcome, compilation: Compilation) -> str:
    """A failed scenario: where, the line, what was expected, what was found.

    In the language of the reader; pieces of the rules run from left to right.
    """
    words = Words(spoken())
    rightward = words.persian
    where = outcome.where if outcome.where and outcome.where.path else outcome.span
    line = "─" * max(3, columns() - len(outcome.title) - 5)
    lines = [
        f"{bold(f'─── {outcome.title} ')}{line}",
        in_direction(
            words.say(
                "failed", place=str(where), text=lines_in(outcome.message or "", words)
            )
        ),
        *map(words.name, excerpt(where, compilation)),
        *(along(f"    {_detail(one, words)}", rightward) for one in outcome.details),
    ]
    return "\n".join(lines)


def _detail(text: str, words: Words) -> str:
    """What was found, such as the value of an expression, in the language of the reader."""
    translated = lines_in(text, words)
    value = re.fullmatch(r"(.+?) is (.+)", text)
    if words.language is None or translated != text:
        return translated
    if value is not None:
        return words.say("value of", text=value[1], value=value[2])
    indent = text[: len(text) - len(text.lstrip(" "))]
    return f"{indent}{words.name(text.strip(' '))}"


def excerpt(span: Span, compilation: Compilation) -> Iterator[str]:
    """The line of a place with signs under it."""
    text = compilation.sources.get(span.path)
    lines = lines_of(text) if text else []
    if not 0 < span.line <= len(lines):
        return
    line = lines[span.line - 1].expandtabs(4)
    end = span.end_column if span.end_line == span.line else len(line) + 1
    bare = line.lstrip()
    indent = len(line) - len(bare)
    yield f"  {span.line} | {bare}"
    start = max(span.column - 1 - indent, 0)
    signs = "^" * max(1, min(end, len(line) + 1) - span.column)
    yield f"  {' ' * len(str(span.line))} | {' ' * start}{signs}"
