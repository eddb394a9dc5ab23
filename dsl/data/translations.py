"""What stands beside a rules file: labels and the rulebook in other languages, its sources.

`GAME.rules` has its labels in Persian in `GAME/fa.po`, beside those that stand
in it, and its rulebook `GAME/rulebook.md` as `GAME/rulebook.fa.md`.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import Any, cast, get_args

from attrs import evolve, frozen

from rulesrun.dsl.data.paths import Read, beside
from rulesrun.dsl.data.sources import sources_name
from rulesrun.dsl.data.terms import terms_name
from rulesrun.dsl.languages.po import Catalogue, Unreadable, read_catalogue
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.component_names import component_name
from rulesrun.dsl.semantics.world import Supplying
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.readings import Readings
from rulesrun.dsl.text import lines_of

EXPRESSIONS = get_args(nodes.Expr)
"""No labels stand in these."""

SHOWN_BY_NAME = (
    nodes.Game,
    nodes.EnumValue,
    nodes.FieldDecl,
    nodes.ComponentDecl,
    nodes.OptionDecl,
    nodes.PieceDecl,
    nodes.Neutral,
    nodes.ActionDecl,
    nodes.MenuOption,
    nodes.Variable,
    nodes.ShownDecl,
    nodes.TableDecl,
    nodes.Param,
)
"""What has its name for a label where it has no other."""

FORMS = ("menu", "history", "empty", "yes", "no", "counted", "short", "passing")
"""What a label is in one place only; a catalogue says it under that context."""


@frozen
class Beside:
    """What stands beside the rules: catalogues by rules file and language.

    `unread` are the languages of catalogues that cannot be read.
    """

    catalogues: dict[tuple[str, str], Catalogue]
    texts: dict[str, str]
    problems: tuple[Diagnostic, ...]
    unread: frozenset[str]


def catalogue_name(path: str, language: str) -> str:
    """The file of the labels of a rules file: `GAME/fa.po`."""
    return posixpath.join(posixpath.splitext(path)[0], f"{language}.po")


def rulebook_name(name: str, language: str) -> str:
    """The file of a rulebook in another language: `GAME/rulebook.fa.md`."""
    stem, ending = posixpath.splitext(name)
    return f"{stem}.{language}{ending}"


def read_beside(file: nodes.RuleFile, languages: Iterable[str], read: Read) -> Beside:
    """The files of these languages that are there; `read` counts from the first file."""
    catalogues: dict[tuple[str, str], Catalogue] = {}
    texts: dict[str, str] = {}
    problems: list[Diagnostic] = []
    unread: set[str] = set()
    root = posixpath.dirname(file.path) or "."
    paths = dict.fromkeys(d.span.path for d in file.declarations)
    for language in languages:
        for path in paths:
            name = posixpath.relpath(catalogue_name(path, language), root)
            text = read(name)
            if text is None:
                continue
            texts[name] = text
            try:
                catalogues[path, language] = read_catalogue(text)
            except Unreadable as error:
                file_name = posixpath.normpath(posixpath.join(root, name))
                problems.append(_unreadable(file_name, text, error))
                unread.add(language)
        for game in file.declarations:
            if isinstance(game, nodes.Game) and game.rulebook and game.rulebook_span:
                name = beside(file.path, game.rulebook_span, game.rulebook)
                _keep(texts, rulebook_name(name, language), read)
    for game in file.declarations:
        if isinstance(game, nodes.Game) and game.rulebook and game.rulebook_span:
            name = beside(file.path, game.rulebook_span, game.rulebook)
            _keep(texts, sources_name(name), read)
    _keep(texts, posixpath.relpath(terms_name(file.path), root), read)
    return Beside(catalogues, texts, tuple(problems), frozenset(unread))


def _keep(texts: dict[str, str], name: str, read: Read) -> None:
    text = read(name)
    if text is not None:
        texts[name] = text


def _unreadable(path: str, text: str, error: Unreadable) -> Diagnostic:
    line = lines_of(text)[error.line - 1]
    return problem(
        "unreadable-translation",
        Span(path, error.line, 1, error.line, max(2, len(line) + 1)),
        f"this catalogue of translations cannot be read: {error}",
        hint='each text is a line  msgid "..."  and below it  msgstr "..."',
    )


# ---- labels --------------------------------------------------------------------------


Change = Callable[[nodes.Node, nodes.Labels, str | None, tuple[str, ...]], nodes.Labels]
"""The labels of a node as they are to be: given them, their text and contexts."""


def with_labels(
    file: nodes.RuleFile, result: Beside, readings: Readings | None = None
) -> nodes.RuleFile:
    """The rules with the labels of the catalogues; those in the rules go first.

    Declarations that the readings know with these catalogues are not gone through again.
    """
    paths = {path for path, _ in result.catalogues}
    if not paths:
        return file
    relabelled = {
        path: Relabelled(
            partial(
                _translated,
                {
                    language: catalogue
                    for (other, language), catalogue in result.catalogues.items()
                    if other == path
                },
            )
        )
        for path in paths
    }

    def labelled(decl: nodes.Decl) -> nodes.Decl:
        path = decl.span.path
        if path in paths:
            decl = cast(nodes.Decl, relabelled[path].declaration(decl))
        return decl

    if readings is None:
        declarations = tuple(map(labelled, file.declarations))
    else:
        inputs = tuple(result.catalogues.items())
        declarations = readings.labelled(file.path, file.declarations, inputs, labelled)
    return evolve(file, declarations=declarations)


def _translated(
    catalogues: dict[str, Catalogue],
    node: nodes.Node,
    labels: nodes.Labels,
    text: str | None,
    contexts: tuple[str, ...],
) -> nodes.Labels:
    """Labels with what the catalogues say of their text."""
    if text is None:
        return labels
    translations, forms = dict(labels.translations), dict(labels.forms)
    for language, catalogue in catalogues.items():
        translation = catalogue.translation(text, *contexts)
        if translation is not None:
            translations.setdefault(language, translation)
        for form in FORMS:
            for context in (*(f"{c}|{form}" for c in contexts), form):
                entry = catalogue.entries.get((context, text))
                if entry is not None and entry.done:
                    forms.setdefault((language, form), entry.said[0])
    return evolve(
        labels, translations=tuple(translations.items()), forms=tuple(forms.items())
    )


class Relabelled:
    """Changes the labels of a tree, which else stays as it is."""

    def __init__(self, change: Change) -> None:
        self.change = change
        self.done: dict[int, tuple[nodes.Labels, nodes.Labels]] = {}

    def declaration(self, decl: Any) -> Any:
        """A declaration with the labels of all that stands in it."""
        return self._node(decl, ())

    def _node(self, node: nodes.Node, above: tuple[str, ...]) -> nodes.Node:
        contexts = contexts_of(node, above)
        changes: dict[str, Any] = {}
        kind: Any = type(node)
        for name in _fields(kind):
            value = getattr(node, name)
            text = shown_text(node, name, value)
            if isinstance(value, nodes.Labels):
                changed: Any = self._labels(node, value, text, contexts)
            else:
                changed = self._inner(value, contexts)
            if changed is not value:
                changes[name] = changed
        return evolve(node, **changes) if changes else node

    def _inner(self, part: Any, contexts: tuple[str, ...]) -> Any:
        """A node or a tuple of them, with their labels; anything else as it is."""
        if isinstance(part, nodes.Node):
            is_expression = isinstance(part, EXPRESSIONS)
            return part if is_expression else self._node(part, contexts)
        if not isinstance(part, tuple):
            return part
        changed = tuple(self._inner(one, contexts) for one in part)
        same = all(a is b for a, b in zip(changed, part, strict=True))
        return part if same else changed

    def _labels(
        self,
        node: nodes.Node,
        labels: nodes.Labels,
        text: str | None,
        contexts: tuple[str, ...],
    ) -> nodes.Labels:
        entry = self.done.get(id(labels))
        if labels is not nodes.NO_LABELS and entry is not None:
            return entry[1]
        changed = self.change(node, labels, text, contexts)
        result = labels if changed == labels else changed
        self.done[id(labels)] = labels, result
        return result


def contexts_of(node: nodes.Node, above: tuple[str, ...]) -> tuple[str, ...]:
    """The contexts that a label may be translated in, the closest first."""
    name = getattr(node, "name", None)
    if not isinstance(name, str):
        return above
    return (f"{above[-1]}.{name}", *above) if above else (name,)


def shown_text(node: nodes.Node, part: str, value: object) -> str | None:
    """The text that a label is found by: its own, or the name that is shown instead."""
    if not isinstance(value, nodes.Labels):
        return None
    if isinstance(node, nodes.ComponentDecl) and part == "shown":
        return node.named.value if node.named is not None else None
    if value.text is None and isinstance(node, SHOWN_BY_NAME):
        return node.name.replace("_", " ")
    return value.text


@cache
def _fields(kind: Any) -> tuple[str, ...]:
    """The fields of a node that may hold labels, or further nodes."""
    names = (a.name for a in kind.__attrs_attrs__)
    return tuple(n for n in names if not n.endswith("span") and n != "cites")


# ---- cards and tiles -----------------------------------------------------------------


def label_components(world: Supplying, result: Beside) -> None:
    """Give the components of lists the labels of the catalogues, where they have none."""
    for line in world.supply:
        own = [
            (language, catalogue)
            for (path, language), catalogue in result.catalogues.items()
            if path == line.span.path
        ]
        cards = world.cards.get(id(line))
        if own and cards:
            symbol = world.component(line.component.text)
            for number, card in enumerate(cards):
                labels = dict(card.labels)
                name = component_name(world, symbol, dict(card.fields))
                for language, catalogue in own:
                    translation = catalogue.translation(name, card.component)
                    if translation is not None and not labels.get(language):
                        labels[language] = translation
                cards[number] = evolve(card, labels=tuple(labels.items()))
