"""Labels: whatever people see is called something in each language of the game."""

import re
from collections.abc import Iterator

from attrs import evolve, frozen

from rulesrun.dsl.checks.component_labels import labelled_languages
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.problems.nearest import did_you_mean
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes

ANNOUNCED = (
    "choices are told with their values, and variables that have a label are shown with "
    "theirs; or write one text for each case, each under an  if"
)
NAMED_BEFORE = "only names are filled in, so name it in a line before:  let x = ..."
REASON = "the values in the condition are shown beside its reason"


@frozen
class Labelled:
    """Something with a label: `name` is shown where there is none, if it has one.

    `instead` says how people learn of a value that the text cannot hold; `covers` is
    the kind of component whose own labels, where all have one, stand for this one. Names
    in braces are `filled` in.
    """

    labels: nodes.Labels
    span: Span
    name: str | None = None
    instead: str | None = "only what stands behind `named` is filled in"
    covers: str | None = None
    filled: bool = False


def check_labels(world: World, read: Read) -> Iterator[Diagnostic]:
    """Every label is there in every language, and in no other."""
    if world.game is None:
        return
    languages = world.game.languages
    result = [
        part
        for decl in world.file.declarations
        if decl.span.path == world.file.path
        for node in each(decl, *LABELLED)
        for part in labelled_parts(node)
    ]
    others = set(world.languages) - set(languages)  # only begun, in catalogues
    if "languages" not in world.broken:
        yield from _undeclared((*languages, *others), result)
    languages = tuple(one for one in languages if one not in world.unread)
    for part in result:
        if part.instead is not None:
            yield from _unfilled(part)
        if part.filled:
            yield from _filled_alike(part)
        spoken = {language for language, _ in part.labels.translations} - others
        if spoken <= set(languages):  # else one of them is misspelled here
            if part.covers is not None:
                if (
                    "supply" in world.lost
                    or part.covers in world.broken
                    or any(
                        line.component.text == part.covers and id(line) in world.partial
                        for line in world.supply
                    )
                ):
                    continue  # the labels may stand on a line that cannot be read
                spoken |= labelled_languages(world, part.covers)
            yield from _missing(part, languages, spoken)


LABELLED: tuple[type[nodes.Node], ...] = (
    nodes.Game,
    nodes.EnumValue,
    nodes.ComponentDecl,
    nodes.OptionDecl,
    nodes.PieceDecl,
    nodes.Neutral,
    nodes.ActionDecl,
    nodes.MenuOption,
    nodes.Variable,
    nodes.EnumDecl,
    nodes.BoardDecl,
    nodes.RuleDecl,
    nodes.EventDecl,
    nodes.TableDecl,
    nodes.Choose,
    nodes.Menu,
    nodes.Phase,
    nodes.Announce,
    nodes.ConditionDecl,
    nodes.ShownDecl,
    nodes.Where,
    nodes.Require,
    nodes.Prefer,
)
"""What may have a label."""


def labelled_parts(node: nodes.Node) -> Iterator[Labelled]:
    """What a node has to be called; nothing where its name is never shown."""
    match node:
        case nodes.Game() | nodes.EnumValue():
            yield Labelled(node.labels, node.span, node.name)
        case nodes.ComponentDecl(named=named, shown=label):
            yield Labelled(node.labels, node.name_span, node.name)
            labelled = any(one.labels.text is not None for one in node.fields)
            for one in node.fields:  # without a label among others it is never shown
                yield Labelled(one.labels, one.span, None if labelled else one.name)
            if named is not None:
                text = evolve(label, text=named.value)
                if label.translations or has_words(named.value):
                    yield Labelled(text, named.span, instead=None, covers=node.name)
        case (
            nodes.OptionDecl()
            | nodes.PieceDecl()
            | nodes.Neutral()
            | nodes.ActionDecl()
            | nodes.MenuOption()
        ):
            yield Labelled(node.labels, node.name_span, node.name)
        case nodes.Variable(labels=labels):  # without any label it is never shown
            yield Labelled(labels, node.name_span)
        case (
            nodes.EnumDecl(labels=labels)
            | nodes.BoardDecl(labels=labels)
            | nodes.RuleDecl(labels=labels)
            | nodes.EventDecl(labels=labels)
        ):
            yield Labelled(labels, node.name_span)
        case nodes.TableDecl(labels=labels) if labels.text is not None:
            yield Labelled(labels, node.name_span)
        case nodes.Choose(labels=labels, reason=reason, called=called):
            yield Labelled(labels, node.name_span)
            yield Labelled(called, node.name_span)
            if reason is not labels:
                yield Labelled(reason, node.name_span, instead=REASON)
        case nodes.Menu() | nodes.Phase():
            yield Labelled(node.labels, node.span, instead=ANNOUNCED)
        case nodes.Announce():
            yield Labelled(node.labels, node.span, instead=NAMED_BEFORE, filled=True)
        case nodes.ConditionDecl(reason=reason):
            yield Labelled(reason, node.name_span, instead=REASON)
        case nodes.ShownDecl(labels=labels):
            yield Labelled(labels, node.name_span, node.name)
        case nodes.Where() | nodes.Require() | nodes.Prefer():
            yield Labelled(node.reason, node.span, instead=REASON)
        case _:
            pass


def _unfilled(part: Labelled) -> Iterator[Diagnostic]:
    """Names in braces in a text that is shown as it stands."""
    for text in (part.labels.text, *(t for _, t in part.labels.translations)):
        if part.filled:
            text = nodes.BRACES.sub("", text or "")
        match = re.search(r"\{[^{}]*\w[^{}]*\}", text or "")
        if match is not None:
            yield problem(
                "unfilled-braces",
                part.span,
                f"people would read `{match[0]}` as it stands: no value is filled in here",
                hint=f"leave it out: {part.instead}",
            )
            return


def _filled_alike(part: Labelled) -> Iterator[Diagnostic]:
    """The same names are filled in, in whichever language."""
    wanted = set(nodes.BRACES.findall(part.labels.text or ""))
    for language, text in part.labels.translations:
        holes = set(nodes.BRACES.findall(text))
        if holes == wanted:
            continue
        more, less = sorted(holes - wanted), sorted(wanted - holes)
        yield problem(
            "unfilled-braces",
            part.span,
            f"the text in {language} fills in `{more[0]}`, unlike the first one"
            if more
            else f"the text in {language} does not fill in `{less[0]}`, unlike the first one",
            hint="let each language hold the same names in braces",
        )


def has_words(text: str) -> bool:
    """Whether a text holds more than signs and the labels of fields, in braces."""
    return any(letter.isalpha() for letter in re.sub(r"\{\w+\}", "", text))


def _missing(
    part: Labelled, languages: tuple[str, ...], spoken: set[str]
) -> Iterator[Diagnostic]:
    """The languages that a label lacks; its plain text is in the first of them.

    A name that is shown, and translated, is English.
    """
    text = part.labels.text
    if len(languages) < 2 or (text is None and part.name is None and not spoken):
        return
    missing = [
        language
        for position, language in enumerate(languages)
        if language not in spoken and (position > 0 or text is None)
        if not (language == "en" and part.name and spoken)
    ]
    if not missing:
        return
    if text is not None:
        subject, example = f'"{text}"', []
    else:
        subject, example = f"`{part.name}`" if part.name else "this label", ['"..."']
    example += [f'{other} "..."' for other in missing if other != languages[0]]
    yield problem(
        "missing-translation",
        part.span,
        f"{subject} has no label in {' and '.join(missing)}",
        hint=f"add to it  {' '.join(example)}",
    )


def _undeclared(
    languages: tuple[str, ...], rows: list[Labelled]
) -> Iterator[Diagnostic]:
    """Each language that labels are in, and that the game does not declare, once."""
    places: dict[str, list[Span]] = {}
    for part in rows:
        for language, _ in part.labels.translations:
            if language not in languages:
                places.setdefault(language, []).append(part.span)
    for language, spans in places.items():
        first, *others = spans
        more = f"and {len(others)} more are" if others else "is"
        wanted = ", ".join([*(languages or ("en",)), language])
        yield problem(
            "unknown-language",
            first,
            f"this label {more} given in {language}, a language that the game "
            "does not declare",
            labels=tuple(Label(span, "here too") for span in others[:2]),
            hint=_near(language, languages)
            or f"declare it under the game:  languages {wanted}",
        )


def _near(language: str, languages: tuple[str, ...]) -> str | None:
    """Names of languages have two letters or so, which is too short for most slips."""
    hint = did_you_mean(language, languages)
    if hint is None and len(languages) > 1:
        close = [code for code in languages if set(code) & set(language)]
        return f'did you mean "{close[0]}"?' if len(close) == 1 else None
    return hint
