"""What of a game there is to translate, and what a catalogue lacks of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from attrs import evolve, frozen

from rulesrun.dsl.checks.component_labels import labelled_languages
from rulesrun.dsl.checks.labels import has_words, labelled_parts
from rulesrun.dsl.languages.po import Catalogue, Entry, renewed
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.component_names import component_name
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes


class Shown(NamedTuple):
    """A text that people see: where it stands, and whether the rules translate it.

    One without words is `optional`: it says only in which order values stand.
    """

    text: str
    span: Span
    translated: bool
    optional: bool = False


def shown_texts(world: World, language: str) -> Iterator[Shown]:
    """All texts of a file that people see, as they stand in the rules and its lists."""
    for decl in world.file.declarations:
        if decl.span.path != world.file.path or isinstance(decl, nodes.ScenarioDecl):
            continue
        for node in walk(decl):
            for part in labelled_parts(node):
                text = part.labels.text or _words(part.name or "")
                if text:
                    spoken = {code for code, _ in part.labels.translations}
                    if part.covers is not None:
                        spoken |= labelled_languages(world, part.covers)
                    bare = part.covers is not None and not has_words(text)
                    yield Shown(text, part.span, language in spoken, bare)
            if isinstance(node, nodes.ComponentDecl) and node.named is not None:
                if not (node.shown.translations or has_words(node.named.value)):
                    yield Shown(node.named.value, node.named.span, False, True)
        if isinstance(decl, nodes.TableDecl) and not isinstance(decl, nodes.MapDecl):
            own = decl.labels.in_language(language) != decl.labels.text
            yield Shown(decl.labels.text or _words(decl.name), decl.name_span, own)
            for param in (*decl.keys, *decl.values):
                yield Shown(_words(param.name), decl.name_span, False)
    yield from _components(world, language)


def _words(name: str) -> str:
    """A name as people see it where it has no label."""
    return name.replace("_", " ")


def _components(world: World, language: str) -> Iterator[Shown]:
    """The names of listed components that have no `named`."""
    for line in world.supply:
        if line.span.path != world.file.path:
            continue
        symbol = world.component(line.component.text)
        if symbol.decl.named is None:
            for card in world.cards.get(id(line), ()):
                name = component_name(world, symbol, dict(card.fields))
                yield Shown(name, line.span, bool(dict(card.labels).get(language)))


@frozen
class Renewal:
    """A catalogue brought up to date; `unused` is what stood in it for nothing."""

    entries: list[Entry]
    unused: list[Entry]

    @property
    def missing(self) -> list[Entry]:
        """What has no translation yet."""
        return [e for e in self.entries if not e.doubtful and not e.done]

    @property
    def stale(self) -> list[Entry]:
        """Whose text has changed since it was translated."""
        return [e for e in self.entries if e.doubtful]


def renewal(world: World, language: str, catalogue: Catalogue) -> Renewal:
    """The catalogue of a game in a language, with all that it has to hold.

    `world` is that of the rules alone, without their catalogues. What the rules
    translate themselves is left out. Texts for one place only, and translations in a
    context, stay as long as their text is there.
    """
    places: dict[str, list[str]] = {}
    wanted: dict[str, None] = {}
    for text, span, translated, optional in shown_texts(world, language):
        result = places.setdefault(text, [])
        place = f"{span.path.rpartition('/')[2]}:{span.line}"
        if place not in result:
            result.append(place)
        if not translated and (not optional or (None, text) in catalogue.entries):
            wanted[text] = None
    if world.game is not None and world.game.languages[:1] == (language,):
        wanted = {}
    entries = renewed(
        catalogue, (Entry(text, places=tuple(places[text])) for text in wanted)
    )
    keys = {entry.key for entry in entries}
    for entry in catalogue.entries.values():
        if entry.context is not None and entry.text in places and entry.key not in keys:
            entries.append(evolve(entry, places=tuple(places[entry.text])))
            keys.add(entry.key)
    taken = {entry.said for entry in entries if entry.doubtful}
    unused = [
        entry
        for entry in catalogue.entries.values()
        if entry.key not in keys and entry.said not in taken
    ]
    return Renewal(entries, unused)
