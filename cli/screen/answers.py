"""What is said to a text that chooses nothing: why not, what it fits, what was meant."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from rulesrun.cli.messages.english import REASONS
from rulesrun.cli.messages.words import COMMAND_WORDS, Words
from rulesrun.cli.output.terminal import columns, folded
from rulesrun.cli.screen.choices import (
    Choices,
    refusal_lines,
    why_in_words,
)
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.vocabulary import elsewhere, is_named, vocabulary
from rulesrun.dsl.core.statements import Item
from rulesrun.dsl.problems.nearest import nearest, offered
from rulesrun.interpreter.explain.reading import begun
from rulesrun.interpreter.explain.refusals import Refusal, closed, find_choice, matching
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.runtime.keyboard import (
    SEPARATORS,
    letters,
    plain,
    spelling,
)

MOST_NAMES = 3000
"""Among the words of so many options the nearest is looked for."""

BEGINNING = 3
"""So many letters must be typed of a name to be taken for its beginning."""

OFFERED = 3
"""So many names that begin with what was typed are offered."""


def why_lines(position: Position, labels: Labels, text: str) -> Iterator[str]:
    """Why a text chooses nothing, or which options it fits; of no text what is closed."""
    if not text:
        yield from closed_lines(position, labels)
        return
    choices = Choices(position, labels.at(position))
    result = find_choice(position, plain(text))
    shut = list(begun_lines(position, labels, text))
    if isinstance(result, Refusal):
        matches = {option.raw for option in matching(position, text)}
        fitting = [n for n, o in enumerate(choices.options, 1) if o.raw in matches]
        if not fitting and not shut:
            fitting = choices.fitting(text)
        if not fitting:
            if shut:
                yield from shut
            else:
                yield from refused_lines(choices, text, result)
            return
    else:
        fitting = [n for n, o in enumerate(choices.options, 1) if o.raw == result]
    if len(fitting) == 1:
        yield labels.words.say("possible", n=choices.listed_as(fitting[0]))
        return
    yield labels.words.say("these fit", n=len(fitting))
    yield from choices.listed(columns(), fitting)
    yield from shut


def refused_lines(choices: Choices, text: str, refusal: Refusal) -> Iterator[str]:
    """Why a text chooses nothing, and what was perhaps meant by it."""
    position, labels = choices.position, choices.labels
    unknown = refusal.kind in ("no choice", "no value")
    other = elsewhere(labels, position, text) if unknown else None
    if other is not None:
        refusal, unknown = _not_now(other, refusal.nearest), False
    elif unknown and is_named(labels, text):  # a word of the screen, but no choice
        refusal = _not_now(text, refusal.nearest)
    yield from refusal_lines(position, labels, refusal)
    if refusal.kind == "no value" and refusal.about[1] != text:
        wrong = refusal.about[1]
        hint = suggestion(labels.words, wrong, vocabulary(labels))
        hints = [f"  {hint}"] if hint else meant_lines(choices, text)
        explanation = why_in_words(position, labels, refusal)
        yield from (line for line in hints if line.strip() not in explanation)
    elif unknown:
        yield from meant_lines(choices, text)


def closed_lines(position: Position, labels: Labels) -> Iterator[str]:
    """What cannot be chosen now at all, each with the first reason."""
    result = closed(position)
    if not result:
        yield labels.words.say("all possible")
        return
    yield from _closed(position, labels, result)


def begun_lines(position: Position, labels: Labels, text: str) -> Iterator[str]:
    """Of several actions that a text begins, those that are not possible now, and why."""
    numbers = [] if position.over else begun(position, plain(text))
    if len(numbers) > 1:
        items = [position.decision_plan.items[number] for number in numbers]
        result = [(item, why) for item, why in closed(position) if item in items]
        if result:
            yield from _closed(position, labels, result)


def _closed(
    position: Position, labels: Labels, results: Iterable[tuple[Item, Refusal]]
) -> Iterator[str]:
    words = labels.words
    yield words.say("closed")
    for item, refusal in results:
        label = words.label(item.labels, item.name)
        text = f"{label}: {why_in_words(position, labels, refusal)}"
        cites = words.name(" ".join(f"@{cite}" for cite in refusal.cites))
        yield from folded(
            f"{text}  {cites}".rstrip(), columns(), first="  ", indent="      "
        )


def exact(choices: Choices, fitting: Iterable[int], text: str) -> int | None:
    """The number of the only option that is called exactly so on the screen."""
    position, labels, wanted = choices.position, choices.labels, spelling(text)
    result = []
    for number in fitting:
        option = choices.options[number - 1]
        texts = (labels.option(position, option), labels.chosen(position, option))
        if wanted and wanted in map(spelling, (*texts, option.name)):
            result.append(number)
    return result[0] if len(result) == 1 else None


def _not_now(text: str, close: tuple[str, ...] = ()) -> Refusal:
    """Something is called so, but nothing that may be chosen now."""
    message = REASONS["not now"].format(text)
    return Refusal(message, nearest=close, kind="not now", about=(text,))


def nothing_fits_lines(choices: Choices, text: str) -> Iterator[str]:
    """That nothing fits, with what was perhaps meant."""
    words, labels, position = choices.labels.words, choices.labels, choices.position
    other = elsewhere(labels, position, text)
    if other is not None or is_named(labels, text):
        yield from refusal_lines(position, labels, _not_now(other or text))
        return
    yield words.say("none fits", text=text)
    hints = list(meant_lines(choices, text))
    yield from hints or [f"  {words.say('for help')}"]


def meant_lines(choices: Choices, text: str) -> Iterator[str]:
    """What a text perhaps meant of what stands on the screen, as a question."""
    position, labels = choices.position, choices.labels
    items = position.decision_plan.items
    candidates: dict[str, None] = dict.fromkeys(COMMAND_WORDS)
    for item in items:
        candidates[item.name] = candidates[
            labels.words.label(item.labels, item.name)
        ] = None
    for option in choices.options[:MOST_NAMES]:
        candidates[plain(labels.chosen(position, option))] = None
    single = {bare(w): None for name in candidates for w in name.split()}
    known_words = set(map(str.casefold, single))
    others = [w for w in map(bare, text.split()) if w.casefold() not in known_words]
    others.sort(key=lambda w: any(letters(w) in letters(one) for one in single))
    tries = [(text, candidates), *((word, single) for word in others)]
    everything = vocabulary(labels)
    tries += [(word, everything) for word in dict.fromkeys((text, *others))]
    hints = (suggestion(labels.words, word, names) for word, names in tries)
    hint = next(filter(None, hints), None)
    if hint is not None:
        yield f"  {hint}"


def bare(word: str) -> str:
    """A word without the signs around it."""
    return word.strip(f"·(){SEPARATORS}")


def suggestion(words: Words, text: str, names: Iterable[str]) -> str | None:
    """What somebody perhaps meant, as a question: what begins so, or the nearest names."""
    names = [name for name in names if name]
    result = begins(text, names) or nearest(text, names)
    if not result:
        return None
    if not words.persian:
        return offered(result)
    return words.say("did you mean", text=result[0])


def begins(text: str, names: Iterable[str]) -> tuple[str, ...]:
    """The first names that begin with a text of at least a few letters."""
    wanted = letters(text).strip()
    if len(wanted) < BEGINNING:
        return ()
    result = (
        name
        for name in names
        if letters(name).startswith(wanted) and letters(name) != wanted
    )
    return tuple(itertools.islice(result, OFFERED))
