"""Terms: one act has one word, and no two buttons share one."""

import posixpath
from collections.abc import Iterator, Mapping

from rulesrun.dsl.checks.labels import LABELLED, Labelled, labelled_parts
from rulesrun.dsl.data.paths import Read, beside
from rulesrun.dsl.data.terms import Term, read_terms, terms_name
from rulesrun.dsl.data.translations import rulebook_name
from rulesrun.dsl.languages.spoken import translated
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.text import lines_of

INTERFACE = (("table: undo", "Undo"), ("table: hint", "Hint"))
"""The buttons that stand beside those of a game on its page."""


def check_terms(world: World, read: Read) -> Iterator[Diagnostic]:
    """Labels, names of components and translated rulebooks use the words of the terms."""
    if world.game is None:
        return
    root = posixpath.dirname(world.file.path)
    name = posixpath.relpath(terms_name(world.file.path), root or ".")
    table = read(name) or ""
    place = posixpath.normpath(posixpath.join(root, name))
    parts = [
        part
        for decl in world.file.declarations
        if decl.span.path == world.file.path
        for node in each(decl, *LABELLED)
        for part in labelled_parts(node)
    ]
    for language in world.game.languages or ("en",):
        terms = read_terms(table, language)
        if terms:
            yield from _labels(parts, terms, language, place)
            yield from _components(world, terms, language, place)
            yield from _rulebook(world, terms, language, place, read)
        yield from _buttons(world, language)


def _labels(
    parts: list[Labelled], terms: tuple[Term, ...], language: str, place: str
) -> Iterator[Diagnostic]:
    """Labels that are called otherwise than their term, or hold a word that is avoided."""
    words: dict[str, list[Term]] = {}
    for term in terms:
        if term.word:
            words.setdefault(term.term.casefold(), []).append(term)
    for part in parts:
        own = part.labels.text or (part.name or "").replace("_", " ")
        label = dict(part.labels.translations).get(language)
        if label is None:
            continue
        wanted = words.get(own.casefold(), [])
        if wanted and label not in [term.word for term in wanted]:
            yield _otherwise(part.span, label, wanted[0], place)
            continue
        for term in terms:
            for _, word in term.misused(label):
                yield _otherwise(part.span, word, term, place)


def _components(
    world: World, terms: tuple[Term, ...], language: str, place: str
) -> Iterator[Diagnostic]:
    """Names of cards and tiles that hold a word that is avoided."""
    for line in world.supply:
        for card in world.cards.get(id(line), []):
            label = dict(card.labels).get(language) or ""
            for term in terms:
                for _, word in term.misused(label):
                    yield _otherwise(line.span, word, term, place)


def _rulebook(
    world: World, terms: tuple[Term, ...], language: str, place: str, read: Read
) -> Iterator[Diagnostic]:
    """Lines of the translated rulebook that hold a word that is avoided."""
    game = world.game
    if game is None or game.rulebook is None or game.rulebook_span is None:
        return
    name = rulebook_name(
        beside(world.file.path, game.rulebook_span, game.rulebook), language
    )
    text = read(name)
    if text is None:
        return
    folder = posixpath.dirname(world.file.path)
    path = posixpath.normpath(posixpath.join(folder, name))
    for number, line in enumerate(lines_of(text), 1):
        for term in terms:
            for at, word in term.misused(line):
                span = Span(path, number, at + 1, number, at + 1 + len(word))
                yield _otherwise(span, word, term, place)


def _otherwise(span: Span, word: str, term: Term, place: str) -> Diagnostic:
    return problem(
        "second-word",
        span,
        f'"{word}" stands here for "{term.term}"',
        mark="another word",
        labels=(Label(Span(place, term.line, 1, term.line, 2), "the term"),),
        hint=f'write "{term.word}"',
    )


def _buttons(world: World, language: str) -> Iterator[Diagnostic]:
    """Buttons of a menu, and of the page around it, that are called the same."""
    actions = {
        decl.name: decl
        for decl in world.file.declarations
        if isinstance(decl, nodes.ActionDecl)
    }
    around = {translated(text, language, key): text for key, text in INTERFACE}
    for decl in world.file.declarations:
        if decl.span.path != world.file.path:
            continue
        for menu in each(decl, nodes.Menu):
            yield from _menu(menu, actions, around, language)


def _menu(
    menu: nodes.Menu,
    actions: Mapping[str, nodes.ActionDecl],
    around: Mapping[str, str],
    language: str,
) -> Iterator[Diagnostic]:
    seen: dict[str, tuple[str, Span]] = {}
    for item in menu.items:
        labelled = (
            actions.get(item.name) if isinstance(item, nodes.MenuAction) else item
        )
        if labelled is None:
            continue
        labels = labelled.labels
        label = dict(labels.translations).get(language, labels.text)
        if label is None:
            continue
        name, first = seen.setdefault(label, (item.name, item.name_span))
        if name != item.name:
            yield problem(
                "shared-word",
                item.name_span,
                f'`{name}` and `{item.name}` are both called "{label}"',
                labels=(Label(first, "the other one"),),
                hint="give one of them another name",
            )
        elif label in around:
            yield problem(
                "shared-word",
                item.name_span,
                f'`{item.name}` is called "{label}", like the button {around[label]}',
                hint="give it another name",
            )
