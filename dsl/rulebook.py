"""A rulebook in numbered paragraphs, and the places in the rules that cite them."""

import hashlib
import re
from collections.abc import Iterator

from attrs import evolve, frozen

from rulesrun.dsl import nodes
from rulesrun.dsl.narrowing import walk
from rulesrun.dsl.spans import Span

NUMBER = re.compile(r"([A-Z]+-[A-Z]?[0-9]+)\.(?:\s|$)")
"""How a paragraph begins: its number and a full stop."""
NO_RULE = "{no rule}"
"""What a paragraph ends in that states no rule."""


@frozen
class Paragraph:
    """A numbered paragraph: `line` is where it begins, `digest` changes with its text."""

    number: str
    text: str
    line: int
    heading: str
    states_rule: bool
    digest: str


def read_rulebook(text: str) -> tuple[Paragraph, ...]:
    """The numbered paragraphs of a rulebook, in order.

    A paragraph goes on to the next number or heading. Headings begin with `#`.
    """
    found: list[Paragraph] = []
    heading = ""
    current: list[str] = []
    start: tuple[str, int] | None = None

    def close() -> None:
        if start is None:
            return
        body = " ".join(" ".join(current).split())
        states_rule = not body.endswith(NO_RULE)
        shown = body.removesuffix(NO_RULE).rstrip()
        digest = hashlib.sha256(shown.encode()).hexdigest()[:8]
        found.append(Paragraph(start[0], shown, start[1], heading, states_rule, digest))

    for number, line in enumerate(text.splitlines(), 1):
        match = NUMBER.match(line)
        if match is None and not line.startswith("#"):
            current.append(line)
            continue
        close()
        start, current = None, []
        if match is not None:
            start, current = (match.group(1), number), [line[match.end() :]]
        else:
            heading = line.lstrip("#").strip()
    close()
    return tuple(p if _prefix(p) == _prefix(found[0]) else _remark(p) for p in found)


def _prefix(paragraph: Paragraph) -> str:
    return paragraph.number.partition("-")[0]


def _remark(paragraph: Paragraph) -> Paragraph:
    """A numbered clarification, which may be cited but states no rule of its own."""
    return evolve(paragraph, states_rule=False)


# ---- citations -------------------------------------------------------------------


@frozen
class Citation:
    """A place in the rules that cites a paragraph.

    `statements` are the statements that transcribe it: reaching one of them is
    exercising the paragraph. Declarations that hold for the whole game have none.
    """

    paragraph: str
    span: Span
    statements: tuple[Span, ...]


def citations(file: nodes.RuleFile) -> Iterator[Citation]:
    """Every citation of a file, in order; those of scenarios are left out."""
    for decl in file.declarations:
        if isinstance(decl, nodes.ScenarioDecl):
            continue
        for cite in decl.cites:
            yield Citation(cite.paragraph, cite.span, _statements(decl))
        for node in walk(decl):
            if node is decl or isinstance(node, nodes.Cite):
                continue
            cites: tuple[nodes.Cite, ...] = getattr(node, "cites", ())
            inside = _statements(node) or _statements(decl)
            for cite in cites:
                yield Citation(cite.paragraph, cite.span, inside)


def _statements(node: nodes.Node) -> tuple[Span, ...]:
    if isinstance(node, nodes.Statement) and not isinstance(node, nodes.Choose):
        return (node.span,)
    if isinstance(node, nodes.Choose) and node.player is not None:
        return (node.span,)
    if isinstance(node, nodes.ActionDecl):
        return tuple(n.span for n in node.body)
    if isinstance(node, nodes.Declaration):
        return tuple(n.span for n in walk(node) if isinstance(n, nodes.Statement))
    return ()
