"""Citations: every paragraph that the rules or their sources name is in the rulebook."""

import posixpath
import re
from collections.abc import Iterator

from rulesrun.dsl.data.paths import Read, beside
from rulesrun.dsl.data.sources import read_sources, sources_name
from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Remedy
from rulesrun.dsl.problems.remedies import change, near
from rulesrun.dsl.problems.spans import Span
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
        yield _unreadable(game, exists=read(name) is not None)
        return
    yield from _sources(name, world, paragraphs, read)
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


def _sources(
    rulebook: str, world: World, paragraphs: set[str], read: Read
) -> Iterator[Diagnostic]:
    """What is wrong with the list of what the rulebook comes from, if there is one."""
    name = sources_name(rulebook)
    units, flaws = read_sources(read(name) or "")
    folder = posixpath.dirname(world.file.path)
    path = posixpath.normpath(posixpath.join(folder, name))
    for flaw in flaws:
        span = Span(path, flaw.line, 1, flaw.line, 2)
        yield problem("bad-source", span, flaw.message, hint=flaw.remedy)
    for unit in units:
        for number in unit.paragraphs:
            if number not in paragraphs:
                yield problem(
                    "unknown-paragraph",
                    Span(path, unit.line, 1, unit.line, 2),
                    f"the rulebook has no paragraph {number}",
                )


def _near(cite: nodes.Cite, paragraphs: set[str]) -> Remedy | None:
    result = near(cite.paragraph, paragraphs, cite.span)
    if result is None or not result.edits:
        return result
    return change(result.sentence, cite.span, f"@{result.edits[0].text}")


def _no_rulebook(cite: nodes.Cite, number: int) -> Diagnostic:
    more = f" (and {number - 1} more)" if number > 1 else ""
    return problem(
        "unknown-paragraph",
        cite.span,
        f"{cite.paragraph} is cited{more}, but the game names no rulebook",
        mark="a paragraph of what?",
        hint='name it under the game:  rulebook "rulebook.md"',
    )


def _unreadable(game: nodes.Game, *, exists: bool) -> Diagnostic:
    assert game.rulebook_span is not None
    if exists:
        message = f'no line of "{game.rulebook}" begins like a numbered paragraph'
        hint = "begin each paragraph with its number and a full stop, as in  AL-12."
    else:
        message = f'there is no readable file "{game.rulebook}"'
        hint = "the name counts from the folder of the rules file"
    return problem(
        "unreadable-rulebook",
        game.rulebook_span,
        message,
        mark="no numbered paragraphs" if exists else "not found",
        hint=hint,
    )
