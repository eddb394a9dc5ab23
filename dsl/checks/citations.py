"""Citations: every paragraph that the rules cite stands in the rulebook."""

import re
from collections.abc import Iterator

from rulesrun.dsl.data.paths import Read, beside
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Remedy
from rulesrun.dsl.problems.remedies import change, near
from rulesrun.dsl.semantics.narrowing import each
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.text import with_plain_ends

PARAGRAPH = re.compile(r"^([A-Z]+-[A-Z]?[0-9]+)\.", re.MULTILINE)
"""How a paragraph of a rulebook begins: its number and a full stop."""


def check_citations(world: World, read: Read) -> Iterator[Diagnostic]:
    """Every cited paragraph exists."""
    game = world.game
    if game is None:
        return
    tree = world.file.declarations
    cited = each(tree, nodes.Cite)
    if game.rulebook is None or game.rulebook_span is None:
        if cited and not world.broken:  # it may be on a line that cannot be read
            yield _no_rulebook(cited[0], len(cited))
        return
    name = beside(world.file.path, game.rulebook_span, game.rulebook)
    paragraphs = set(PARAGRAPH.findall(with_plain_ends(read(name) or "")))
    if not paragraphs:
        yield _unreadable(game, found=read(name) is not None)
        return
    for cite in cited:
        if cite.paragraph not in paragraphs:
            yield problem(
                "unknown-paragraph",
                cite.span,
                f"the rulebook has no paragraph {cite.paragraph}",
                mark="no such paragraph",
                hint=_near(cite, paragraphs)
                or f"its paragraphs begin with a number such as `{min(paragraphs)}.`",
            )


def _near(cite: nodes.Cite, paragraphs: set[str]) -> Remedy | None:
    found = near(cite.paragraph, paragraphs, cite.span)
    if found is None or not found.edits:
        return found
    return change(found.sentence, cite.span, f"@{found.edits[0].text}")


def _no_rulebook(cite: nodes.Cite, number: int) -> Diagnostic:
    more = f" (and {number - 1} more)" if number > 1 else ""
    return problem(
        "unknown-paragraph",
        cite.span,
        f"{cite.paragraph} is cited{more}, but the game names no rulebook",
        mark="a paragraph of what?",
        hint='name it under the game:  rulebook "rulebook.md"',
    )


def _unreadable(game: nodes.Game, *, found: bool) -> Diagnostic:
    assert game.rulebook_span is not None
    if found:
        message = f'no line of "{game.rulebook}" begins like a numbered paragraph'
        hint = "begin each paragraph with its number and a full stop, as in  AL-12."
    else:
        message = f'there is no readable file "{game.rulebook}"'
        hint = "the name counts from the folder of the rules file"
    return problem(
        "unreadable-rulebook",
        game.rulebook_span,
        message,
        mark="no numbered paragraphs" if found else "not found",
        hint=hint,
    )
