"""Takes the translations that stand in rules out of them, into a catalogue beside them."""

from __future__ import annotations

import re
from collections import Counter

from attrs import evolve, frozen

from rulesrun.dsl.data.translations import Relabelled
from rulesrun.dsl.languages.po import Catalogue, Entry
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.format import format_rules
from rulesrun.dsl.syntax.parse import parse
from rulesrun.dsl.syntax.scanning import all_words
from rulesrun.dsl.text import ENDS


class NotMovable(ValueError):
    """A translation has to stay in the rules: `span` is where it stands."""

    def __init__(self, span: Span, message: str) -> None:
        super().__init__(message)
        self.span = span


@frozen
class Moved:
    """Rules without their translations in a language, and the catalogue that has them.

    `number` is how many there were.
    """

    text: str
    catalogue: Catalogue
    number: int


@frozen
class _Said:
    """A translation in the rules, with the text that it is of and where it may stand."""

    text: str
    contexts: tuple[str, ...]
    said: str
    span: Span


def move_translations(
    text: str, path: str, language: str, catalogue: Catalogue
) -> Moved:
    """Rules that are well formed, with their translations moved into the known catalogue.

    What the rules say goes before what the catalogue says, as it does where both are
    read; a text that the rules translate in several ways gets entries with contexts.
    Raises NotMovable where a translation can stand in no catalogue.
    """
    file = parse(text, path).file
    assert file is not None
    result, stripped = _taken_out(file, language)
    shorter = _without(text, language)
    if format_rules(text) == text:
        shorter = format_rules(shorter)
    if parse(shorter, path).file != stripped:
        raise AssertionError(f"moving translations out of {path} would change it")
    return Moved(shorter, _with(catalogue, result), len(result))


def _taken_out(
    file: nodes.RuleFile, language: str
) -> tuple[list[_Said], nodes.RuleFile]:
    """All translations of a file, and the file without them."""
    result: list[_Said] = []

    def change(
        node: nodes.Node,
        labels: nodes.Labels,
        text: str | None,
        contexts: tuple[str, ...],
    ) -> nodes.Labels:
        translation = dict(labels.translations).get(language)
        if translation is None:
            return labels
        if text is None:
            raise NotMovable(
                node.span,
                f'"{translation}" stands here without a text in the language of the rules, '
                "which a catalogue would find it by; write that text before it",
            )
        result.append(_Said(text, contexts, translation, node.span))
        others = tuple(one for one in labels.translations if one[0] != language)
        return evolve(labels, translations=others)

    relabelled = Relabelled(change)
    declarations = tuple(map(relabelled.declaration, file.declarations))
    return result, evolve(file, declarations=declarations)


def _without(text: str, language: str) -> str:
    """The text of rules without the translations that stand behind texts and names."""
    rows = re.split(f"({ENDS.pattern})", text)
    for number in range(0, len(rows), 2):
        row = rows[number]
        words = list(all_words(row))
        for at in range(len(words) - 1, 1, -1):
            before, code, translation = words[at - 2 : at + 1]
            named = before.is_plain or before.text[0] == '"'
            if named and code.text == language and translation.text[0] == '"':
                row = row[: before.end - 1] + row[translation.end - 1 :]
        rows[number] = row
    return "".join(rows)


def _with(old: Catalogue, results: list[_Said]) -> Catalogue:
    """The catalogue with these translations, each found where it stood."""
    entries = dict(old.entries)
    catalogue = evolve(old, entries=entries)
    for text, translation in _defaults(results).items():
        entry = old.entries.get((None, text))
        if entry is None or not entry.done:
            entries[None, text] = Entry(text, (translation,))
    for one in results:
        if catalogue.translation(one.text, *one.contexts) != one.said and one.contexts:
            key = one.contexts[0], one.text
            entries[key] = Entry(one.text, (one.said,), one.contexts[0])
    for one in results:
        if catalogue.translation(one.text, *one.contexts) != one.said:
            raise NotMovable(
                one.span,
                f'"{one.text}" is translated here as "{one.said}" and elsewhere in other '
                "words, and a catalogue cannot tell the two apart; give one of them "
                "another text",
            )
    return catalogue


def _defaults(results: list[_Said]) -> dict[str, str]:
    """What each text is mostly called; what has no context decides."""
    counts: dict[str, Counter[str]] = {}
    for one in results:
        weight = 1 if one.contexts else len(results)
        counts.setdefault(one.text, Counter())[one.said] += weight
    return {text: counter.most_common(1)[0][0] for text, counter in counts.items()}
