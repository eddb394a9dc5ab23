"""Labels of components: what people read on each card and tile, in every language."""

from collections.abc import Iterator, Sequence

from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic
from rulesrun.dsl.semantics.component_names import component_name
from rulesrun.dsl.semantics.world import Card, World
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.text import counted


def check_component_labels(world: World, read: Read) -> Iterator[Diagnostic]:
    """Each component has a label of its own in each further language, or `named`."""
    languages = world.game.languages[1:] if world.game else ()
    for line in world.supply:
        cards = world.cards.get(id(line), [])
        if line.span.path != world.file.path or not cards:
            continue
        if world.component(line.component.text).decl.named is not None:
            continue
        for language in (one for one in languages if one not in world.unread):
            bare = [card for card in cards if not labelled(card, language)]
            if bare:
                yield _missing(world, line, cards, bare, language)


def labelled(card: Card, language: str) -> bool:
    """Whether the list of components says how one is called in a language."""
    return bool(dict(card.labels).get(language))


def labelled_languages(world: World, kind: str) -> set[str]:
    """The languages in which every component of a kind has a label of its own."""
    cards = [
        card
        for line in world.supply
        if line.component.text == kind
        for card in world.cards.get(id(line), [])
    ]
    spoken = {language for card in cards for language, _ in card.labels}
    return {one for one in spoken if all(labelled(card, one) for card in cards)}


def _missing(
    world: World,
    line: nodes.SupplyLine,
    cards: Sequence[Card],
    bare: Sequence[Card],
    language: str,
) -> Diagnostic:
    symbol = world.component(line.component.text)
    names = list(
        dict.fromkeys(component_name(world, symbol, dict(c.fields)) for c in bare)
    )
    first = f'"{names[0]}"' if len(names) == 1 else f'"{names[0]}" and others'
    own = f'give {symbol.name} a  named "..." {language} "..."'
    column = f"the column label_{language}"
    spoken = any(language in dict(card.labels) for card in cards)
    listed = f"fill in {column}" if spoken else f"add {column} to that list"
    return problem(
        "missing-translation",
        line.csv.span if line.csv else line.component.span,
        f"{len(bare)} of {counted(len(cards), 'component')} here without a label in "
        f"{language}: {first}",
        hint=f"{listed}, or {own}" if line.csv else own,
    )
