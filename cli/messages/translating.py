"""Problems in the language of the reader: sentences known by their English.

Whoever finds a problem says it in English, far from any reader, and often passes it on
as part of another sentence. Here, where it is printed, the sentence is recognised among
those of a catalogue (`dsl/languages/problems`), and said with the same values. What a
catalogue lacks is told in English.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

import click
from attrs import evolve

from rulesrun.cli.messages.tongues import spoken
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.direction import left_to_right
from rulesrun.cli.output.streams import in_direction
from rulesrun.dsl.languages.po import Catalogue, read_catalogue
from rulesrun.dsl.languages.spoken import languages
from rulesrun.dsl.problems.codes import CATALOGUE
from rulesrun.dsl.problems.diagnostics import Diagnostic, Severity
from rulesrun.dsl.problems.render import render_full, render_short

DEEPEST = 4
"""So many sentences stand in each other."""

_FOLDER = files("rulesrun.dsl") / "languages" / "problems"
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_VALUE = re.compile(r"\\\{(\d)\\\}")
_COUNT = re.compile(r"\{0\} \w+")
_HEAD = re.compile(
    r"(?P<place>\S+): (?P<severity>error|warning|note)\[(?P<code>[\w-]+)\]: "
    r"(?P<text>.*?)(?: -- (?P<hint>.*))?"
)


@cache
def problems_in(language: str | None) -> Catalogue:
    """The sentences of a language; none where it has no catalogue of them."""
    file = _FOLDER / f"{language}.po"
    exists = language in languages() and file.is_file()
    return read_catalogue(file.read_text("utf-8")) if exists else Catalogue()


@cache
def _patterns(language: str | None) -> tuple[tuple[re.Pattern[str], str, bool], ...]:
    """How each sentence looks with values in it, those with most words first.

    Also what it is there, and whether it holds a comma itself.
    """
    entries = [e for e in problems_in(language).entries.values() if e.done]
    entries.sort(key=lambda e: -len(re.sub(r"\{\d\}", "", e.text)))
    return tuple(
        (
            re.compile(_VALUE.sub(_any_or_number(entry.text), re.escape(entry.text))),
            entry.said[0],
            ", " in entry.text,
        )
        for entry in entries
    )


def _any_or_number(text: str) -> str:
    """What a value looks like: a number where it counts a thing, as in `{0} rows`."""
    return "([0-9]+)" if _COUNT.fullmatch(text) else "(?s:(.+?))"


def retold(
    text: str, words: Words, depth: int = 0, *, comma: bool = False
) -> str | None:
    """A sentence in the language of the words, none where it is not known there.

    On demand only one that holds a comma itself, and not in one of its values.
    """
    if depth == DEEPEST or not text.strip():
        return None
    for pattern, template, has_comma in _patterns(words.language):
        match = pattern.fullmatch(text) if has_comma or not comma else None
        if match is not None:
            values = [_value(part, words, depth) for part in match.groups()]
            return words.filled(template, values)
    return None


def _value(part: str, words: Words, depth: int) -> str | int:
    """What stands in a sentence: a number, a sentence, or a name as it is."""
    if _NUMBER.fullmatch(part) and len(part) < 10:
        return int(part) if str(int(float(part))) == part else words.number(part)
    return _one_or_more(part, words, depth + 1)


def _one_or_more(text: str, words: Words, depth: int = 0) -> str:
    """A sentence, or several with commas between them, else the text as it is."""
    problem = _HEAD.fullmatch(text) if words.language else None
    if problem is not None:
        place, severity, code, text, hint = problem.groups()
        sentence = retold(text, words, depth) or text
        line = words.say(f"problem: {severity}", place=place, code=code, text=sentence)
        tried = hint and words.say("problem: try", text=retold(hint, words) or hint)
        return words.say("then").join([line, tried] if tried else [line])
    if ", " in text:
        whole = retold(text, words, depth, comma=True)
        parts = [retold(part, words, depth) for part in text.split(", ")]
        if whole is None and all(parts):
            return words.listed(part or "" for part in parts)
    return retold(text, words, depth) or text


def lines_in(text: str, words: Words) -> str:
    """A message, line by line, as far as the language goes."""
    lines = []
    for line in text.split("\n"):
        bare = line.strip(" ")
        indent = line[: len(line) - len(line.lstrip(" "))]
        lines.append(f"{indent}{_one_or_more(bare, words)}")
    return "\n".join(lines)


def problem_told(message: str, of_use: bool) -> str:
    """What ends a command, as it is printed in the language of the reader."""
    words = Words(spoken())
    text = lines_in(message, words) if words.language else message
    return in_direction(words.say("problem: usage", text=text) if of_use else text)


def tell(text: str = "", *, err: bool = False) -> None:
    """Print lines in the language of the reader, as far as it goes."""
    words = Words(spoken())
    if words.language is not None:
        text = in_direction(lines_in(click.unstyle(text), words))
    click.echo(text, err=err)


# ---- problems of rules files ---------------------------------------------------------


def problem_in(
    diagnostic: Diagnostic, sources: Mapping[str, str], words: Words, *, colour: bool
) -> str:
    """A problem with the lines that it is about, and what to try.

    In a language from right to left, pieces of the rules still run from left to right,
    with what stands under them.
    """
    if not words.persian:
        return render_full(_in_words(diagnostic, words), sources, colour)
    head, excerpt, hint = _in_parts(diagnostic, sources, words)
    lines = [in_direction(head), *excerpt, *map(in_direction, hint)]
    return "\n".join(lines)


def problem_on_page(
    diagnostic: Diagnostic, sources: Mapping[str, str], words: Words
) -> str:
    """A problem as `problem_in` tells it, with each line in a direction of its own."""
    if not words.persian:
        return render_full(_in_words(diagnostic, words), sources)
    head, excerpt, hint = _in_parts(diagnostic, sources, words)
    return "\n".join([head, *excerpt, *hint])


def _in_parts(
    diagnostic: Diagnostic, sources: Mapping[str, str], words: Words
) -> tuple[str, list[str], list[str]]:
    """What is wrong, the lines that it is about, and what to try."""
    problem = _in_words(diagnostic, words)
    _, *excerpt = render_full(evolve(problem, message="", hint=None), sources).split(
        "\n"
    )
    hint = (
        [words.say("problem: try", text=problem.hint)]
        if problem.hint is not None
        else []
    )
    return _head(problem, words), list(map(left_to_right, excerpt)), hint


def short_problem_in(diagnostic: Diagnostic, words: Words) -> str:
    """A problem in one line."""
    problem = _in_words(diagnostic, words)
    if not words.persian:
        return render_short(problem)
    hint = (
        [words.say("problem: try", text=problem.hint)]
        if problem.hint is not None
        else []
    )
    return in_direction(words.say("then").join([_head(problem, words), *hint]))


def severity_in(severity: Severity, words: Words) -> str:
    """What a severity is called."""
    return words.say(f"severity: {severity.value}")


def _head(problem: Diagnostic, words: Words) -> str:
    key = f"problem: {problem.severity.value}"
    return words.say(
        key, place=str(problem.span), code=problem.code, text=problem.message
    )


def _in_words(diagnostic: Diagnostic, words: Words) -> Diagnostic:
    """A problem in the language of the words.

    Where its sentence is not known there, what its code says in general stands for it.
    """
    if not problems_in(words.language).entries:
        return diagnostic
    message = retold(diagnostic.message, words)
    if message is None:
        general = retold(CATALOGUE[diagnostic.code].sentence, words)
        message = general and words.say(
            "problem: in general", text=general, english=diagnostic.message
        )
    labels = (
        evolve(one, text=retold(one.text, words) or one.text)
        for one in diagnostic.labels
    )
    return evolve(
        diagnostic,
        message=message or diagnostic.message,
        mark=retold(diagnostic.mark, words) or diagnostic.mark,
        labels=tuple(labels),
        hint=diagnostic.hint
        and (retold(diagnostic.hint, words) or words.name(diagnostic.hint)),
    )


def summary_in(
    checked: int, errors: int, warnings: int, notes: int, words: Words
) -> str:
    """How much was checked, and how many problems were found."""
    counts = (("errors", errors), ("warnings", warnings), ("notes", notes))
    result = [words.say(key, n=number) for key, number in counts if number]
    problems = words.listed(result) or words.say("no problems")
    return words.say("checked", n=checked, problems=problems)
