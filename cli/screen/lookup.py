"""What the rules say about a word: what a card does, and the paragraphs that speak of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from rulesrun.cli.output.terminal import folded
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.reasons import paragraph_lines, paragraphs
from rulesrun.dsl.semantics.cases import lines_about
from rulesrun.dsl.semantics.symbols import EnumSymbol, ValueSymbol
from rulesrun.dsl.semantics.value_types import EnumType, without_none
from rulesrun.dsl.syntax.scanning import CITATION, cited
from rulesrun.interpreter.explain.reckoning import lines_at
from rulesrun.interpreter.runtime.keyboard import letters

PARAGRAPHS = 8
"""Of more paragraphs with a word only the first are shown."""

_CITE = re.compile(CITATION)


@frozen
class Lookup:
    """Looks a word up in the rules of a game, as wide as there are columns."""

    labels: Labels
    columns: int

    def lines(self, word: str) -> Iterator[str]:
        """The components of that name and what they do, then the paragraphs; none if none."""
        wanted = letters(word).strip()
        cards = self._components(wanted)
        world = self.labels.game.program.world
        about = lines_about(world)
        values = [
            (enum.name, value.index)
            for enum in world.each(EnumSymbol)
            for value in enum.values
            if wanted in self._called(value)
        ]
        done: dict[str, None] = {}
        for number in cards:
            done[self.labels.component(number, whole=True)] = None
            values += self._values_of(number)
        for whole in done:
            yield from folded(whole, self.columns, first="  ", indent="    ")
        cites: dict[str, None] = {}
        for value in dict.fromkeys(values):
            for place in about.get(value, ()):
                for line in lines_at(self.labels.game.program, place):
                    for citation in _CITE.findall(line):
                        cites.update(dict.fromkeys(cited(citation)))
                    code = self.labels.words.name(line)
                    yield from folded(
                        code, self.columns, first="      ", indent=" " * 10
                    )
        words = self.labels.words
        by_number = paragraphs(self.labels.game.program, words.language)
        pattern = re.compile(rf"(?<!\w){re.escape(wanted)}")
        cites.update(
            dict.fromkeys(
                n for n, text in by_number.items() if pattern.search(letters(text))
            )
        )
        matching = [cite for cite in cites if cite in by_number]
        yield from paragraph_lines(
            self.labels.game.program, words, tuple(matching[:PARAGRAPHS])
        )
        if matching[PARAGRAPHS:]:
            yield f"    {words.say('more paragraphs', n=len(matching) - PARAGRAPHS)}"

    def _components(self, wanted: str) -> list[int]:
        """One of each component that is called so, or whose name holds the word."""
        called: dict[int, tuple[str, str]] = {}
        for component in self.labels.game.layout.components:
            names = (component.name, self.labels.called(component.number))
            called[component.face] = (letters(names[0]), letters(names[1]))
        exact = [face for face, names in called.items() if wanted in names]
        return exact or [f for f, n in called.items() if any(wanted in t for t in n)]

    def _values_of(self, number: int) -> Iterator[tuple[str, int]]:
        """The values in the fields of a component, each with its enum."""
        game = self.labels.game
        component = game.layout.components[number]
        symbol = game.program.world.component(component.kind)
        for field in symbol.fields.values():
            kind = without_none(field.type)
            value = component.fields.get(field.name)
            if isinstance(kind, EnumType) and isinstance(value, int):
                yield kind.name, value

    def _called(self, value: ValueSymbol) -> tuple[str, ...]:
        """What a value of an enum is called."""
        texts = [
            value.name,
            value.labels.text,
            *(t for _, t in value.labels.translations),
        ]
        return tuple(letters(text) for text in texts if text)
