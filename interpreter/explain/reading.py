"""What a typed text says, word by word: which choice, which values, and what it leaves.

Words are bound to the values of a choice in their order; values may be left out, and each
takes as many words as can be read as one. What is read the furthest is what was meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import frozen

from rulesrun.dsl.core.statements import Item
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.inspection import Standing
from rulesrun.interpreter.runtime.keyboard import SEPARATORS, spelling
from rulesrun.interpreter.runtime.naming import Names, split_choice

MOST_WORDS = 30
"""Of a text with more words only so many are read one by one."""


@frozen
class Reading:
    """A text as one of the items of a decision.

    `given` are the names of the values by the names of what is chosen, `left` the words
    that say nothing, `at` what the first of them would be a value of, `why` what is wrong
    with it. `called` is how many words called the item itself.
    """

    number: int
    item: Item
    given: Mapping[str, str]
    called: int = 0
    left: tuple[str, ...] = ()
    at: Local | None = None
    why: str = ""

    @property
    def text(self) -> str:
        """The text in the names of the rules."""
        pairs = (f"{name}={value}" for name, value in self.given.items())
        head = [self.item.name] if self.item.kind != "value" else []
        return " ".join([*head, *pairs, *self.left])


def readings(position: Standing, text: str) -> list[Reading]:
    """The readings of a text that leave the fewest words; none if no word says anything.

    Those that call an item are before those that only name values, and those that call
    one by all of its name before those that only begin it.
    """
    head, named, loose = split_choice(text)
    words = [w for w in " ".join([head, *loose]).split() if spelling(w)][:MOST_WORDS]
    names = position.names
    result: list[Reading] = []
    for number, item in enumerate(position.decision_plan.items):
        for called in _called(item, words):
            rest = words[called:]
            symbols = [s for s in item.chosen if s.name not in named]
            bound, left, at = _bound(names, symbols, rest)
            why = _wrong(names, at, left) if left and at is not None else ""
            values = {**named, **bound}
            if called or named or bound:
                result.append(
                    Reading(number, item, values, called, tuple(left), at, why)
                )
    if any(reading.called for reading in result):
        result = [reading for reading in result if reading.called]
    least = min((len(reading.left) for reading in result), default=0)
    result = [reading for reading in result if len(reading.left) == least]
    whole = [
        r
        for r in result
        if spelling(" ".join(words[: r.called])) in item_called(r.item)
    ]
    return whole or result


def item_called(item: Item) -> tuple[str, ...]:
    """What an item is called, as spellings are compared: its name, and its labels."""
    return tuple(dict.fromkeys(spelling(text) for text in _texts(item)))


def _texts(item: Item) -> list[str]:
    texts = [
        item.name,
        item.labels.text,
        *(text for _, text in item.labels.translations),
    ]
    return [text for text in texts if text]


def _called(item: Item, words: Sequence[str]) -> Iterator[int]:
    """How many of the first words can call an item: all of a label, or its beginning."""
    called = item_called(item)
    for number in range(len(words), 0, -1):
        text = spelling(" ".join(words[:number]))
        if text in called or (number == len(words) and _begins_with(item, words)):
            yield number
            return
    yield 0


def begun(position: Standing, text: str) -> list[int]:
    """The items, open or closed, whose name or label a text is, or else begins."""
    words = [w for w in text.split() if spelling(w)][:MOST_WORDS]
    items = list(enumerate(position.decision_plan.items))
    wording = spelling(" ".join(words))
    exact = [number for number, item in items if wording in item_called(item)]
    return exact or [n for n, item in items if words and _begins_with(item, words)]


def _begins_with(item: Item, words: Sequence[str]) -> bool:
    """Whether words are the first ones of what an item is called."""
    wording = spelling(" ".join(words))
    for text in _texts(item):
        parts = [part for part in text.replace("_", " ").split() if spelling(part)]
        for number in range(1, len(parts)):
            if spelling(" ".join(parts[:number])) == wording:
                return True
    return False


def _bound(
    names: Names, symbols: Sequence[Local], words: Sequence[str]
) -> tuple[dict[str, str], Sequence[str], Local | None]:
    """The values that words name, the words that are left, what the first is to be."""
    best: tuple[dict[str, str], Sequence[str], Local | None] = ({}, words, None)
    if symbols:
        best = ({}, words, symbols[0])
    if not words:
        return {}, (), None
    for at, symbol in enumerate(symbols):
        for number in range(len(words), 0, -1):
            name = _named(names, symbol.type, " ".join(words[:number]))
            if name is not None:
                bound, left, failing = _bound(names, symbols[at + 1 :], words[number:])
                if len(left) < len(best[1]):
                    best = ({symbol.name: name, **bound}, left, failing)
                if not left:
                    return best
    return best


def how_many(names: Names, kind: t.Type, text: str) -> int:
    """How many values a text names, apart by commas, of what is chosen; 0 if it is none.

    There may be more of them than can be chosen.
    """
    try:
        names.parse(kind, text)
    except ValueError:
        pass
    else:
        if not isinstance(t.without_none(kind), t.ListType | t.SetType):
            return 1
    inner = t.element(t.without_none(kind)) or t.without_none(kind)
    whole = text if text.startswith("{") else f"{{{text}}}"
    try:
        return len(names.parse(t.ListType(inner), whole))
    except ValueError:
        return 0


def _named(names: Names, kind: t.Type, words: str) -> str | None:
    """The name of the value that some words stand for, if they do."""
    text = words.strip(SEPARATORS)
    several = isinstance(t.without_none(kind), t.ListType | t.SetType)
    try:
        value = names.parse(kind, f"{{{text}}}" if several else text)
    except ValueError:
        return None
    return names.name(kind, value)


def _wrong(names: Names, symbol: Local, left: Sequence[str]) -> str:
    """What is wrong with the first of the words that are left, as a value of that kind."""
    message = ""
    for number in range(len(left), 0, -1):
        try:
            names.parse(symbol.type, " ".join(left[:number]).strip(SEPARATORS))
        except ValueError as error:
            message = str(error)
            if "did you mean" in message:
                return message
    return message
