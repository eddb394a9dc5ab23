"""Which paragraphs of the rulebook tell what a component, a value or an action does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from attrs import frozen

from rulesrun.dsl.compile import Program
from rulesrun.dsl.data.rulebook import Paragraph
from rulesrun.dsl.semantics.symbols import EnumSymbol
from rulesrun.dsl.semantics.value_types import EnumType, without_none
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.scanning import CITATION, cited
from rulesrun.dsl.text import lines_of
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.testing.paragraphs import rulebook_of

MOST = 3
"""Of more paragraphs about one thing only the first are given."""

LONGEST_TITLE = 60
"""How a paragraph begins that defines something: at most so many letters and a colon."""

LONGEST_NAME = 3
"""A title with a name of more words is taken for a sentence."""

_CITE = re.compile(CITATION)
_MEANT = re.compile(r"==\s*([a-z_]\w*)|\(([a-z_]\w*)\)")
"""What the head of a handler is for: `card.kind == red`, `of_kind(red)`."""

_IN_BRACKETS = re.compile(r"\s*\([^)]*\)")

Cites = tuple[str, ...]


@frozen
class Effects:
    """Finds, once for a game, the paragraphs that define its components and values.

    A paragraph defines what its title names: "Scholar: ..." or "Harbor and Barn (2): ...",
    in the language of the rules. Where no paragraph has such a title, those count that the
    rules cite on a line for the name, such as a case of a function or a handler.
    """

    titles: Mapping[str, Cites]
    cited: Mapping[str, Cites]

    def of(self, names: Iterable[str]) -> Cites:
        """The numbers of the paragraphs about something with these names."""
        keys = list(dict.fromkeys(map(_key, names)))
        for index in (self.titles, self.cited):
            numbers = dict.fromkeys(n for key in keys for n in index.get(key, ()))
            if numbers:
                return tuple(numbers)[:MOST]
        return ()

    def of_component(self, game: Game, number: int) -> Cites:
        """The paragraphs about a component: by its name and by values that name it, or else
        by the other values that are printed on it.
        """
        part = game.layout.components[number]
        label = game.names.component(number, None)
        names = [label, part.name, _IN_BRACKETS.sub("", label)]
        kinds: list[str] = []
        world = game.program.world
        for field in world.component(part.kind).fields.values():
            kind = without_none(field.type)
            value = part.fields.get(field.name)
            if isinstance(kind, EnumType) and isinstance(value, int):
                own = list(_names(world.enum(kind.name), value))
                is_said = any(_key(name) in _key(label) for name in own)
                (names if is_said else kinds).extend(own)
        return self.of(names) or self.of(kinds)

    def of_value(self, enum: EnumSymbol, index: int) -> Cites:
        """The paragraphs about a value of an enum."""
        return self.of(_names(enum, index))


def effects(program: Program) -> Effects:
    """What the rulebook and the rules of a game tell about single things."""
    book = rulebook_of(program)
    numbers = {p.number for p in book}
    return Effects(_titles(book), _cited(_lines(program), numbers))


def _lines(program: Program) -> Iterator[str]:
    """The lines of the rules, and then those of the rules that they include."""
    included = (name for name in program.texts if name.endswith(".rules"))
    for name in dict.fromkeys((program.path, *included)):
        yield from lines_of(program.texts.get(name, ""))


def _names(enum: EnumSymbol, index: int) -> Iterator[str]:
    value = enum.values[index]
    labels: nodes.Labels = value.labels
    yield value.name
    if labels.text:
        yield labels.text


def _key(name: str) -> str:
    return " ".join(name.replace("_", " ").replace("-", " ").casefold().split())


def _titles(book: Iterable[Paragraph]) -> Mapping[str, Cites]:
    """Paragraphs by each name that their title holds."""
    index: dict[str, list[str]] = {}
    for paragraph in book:
        title, colon, _ = paragraph.text.partition(":")
        if not colon or len(title) > LONGEST_TITLE or "." in title:
            continue
        names = re.split(r",| and ", _IN_BRACKETS.sub("", title.replace("*", "")))
        if any(len(name.split()) > LONGEST_NAME for name in names):
            continue
        for name in filter(str.strip, names):
            index.setdefault(_key(name), []).append(paragraph.number)
    return {name: tuple(numbers) for name, numbers in index.items()}


def _cited(lines: Iterable[str], valid: set[str]) -> Mapping[str, Cites]:
    """Paragraphs by each name that a line with a citation is for."""
    index: dict[str, dict[str, None]] = {}
    for line in lines:
        numbers = [n for c in _CITE.findall(line) for n in cited(c) if n in valid]
        if not numbers:
            continue
        case = re.match(r'\s+(?:"([^"]+)"|(\w+)):', line) or re.match(
            r'\s+(\w+)(?: "[^"]+")?\s+@', line
        )  # a case, or a value of an enum on a line of its own
        names = [name for name in (case.groups() if case else ()) if name]
        if re.match(r"(?:adjust|when)\b", line):
            names += re.findall(r'"([^"]+)"', line)
            names += (name for pair in _MEANT.findall(line) for name in pair if name)
        for name in names:
            index.setdefault(_key(name), {}).update(dict.fromkeys(numbers))
    return {name: tuple(numbers) for name, numbers in index.items()}
