"""A rulebook in numbered paragraphs, and the places in the rules that cite them."""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from attrs import evolve, frozen

from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.text import lines_of

NUMBER = re.compile(r"([A-Z]+-[A-Z]?[0-9]+)\.(?:\s|$)")
"""How a paragraph begins: its number and a full stop."""
NO_RULE = "{no rule}"
"""What a paragraph ends in that states no rule."""


@frozen
class Paragraph:
    """A numbered paragraph: `line` is where it begins, `digest` changes with its text.

    `source` is where the books say it, such as `002 p.6`, as far as that is known.
    """

    number: str
    text: str
    line: int
    heading: str
    states_rule: bool
    digest: str
    source: str = ""


@lru_cache(maxsize=16)  # every answer that tells a paragraph asks for all of them
def read_rulebook(text: str) -> tuple[Paragraph, ...]:
    """The numbered paragraphs of a rulebook, in order.

    A paragraph goes on to the next number or heading. Headings begin with `#`.
    """
    paragraphs: list[Paragraph] = []
    heading = ""
    current: list[str] = []
    start: tuple[str, int] | None = None

    def close() -> None:
        if start is None:
            return
        body = " ".join(" ".join(current).split())
        states_rule = not body.endswith(NO_RULE)
        plain = body.removesuffix(NO_RULE).rstrip()
        digest = hashlib.sha256(plain.encode()).hexdigest()[:8]
        paragraphs.append(
            Paragraph(start[0], plain, start[1], heading, states_rule, digest)
        )

    for number, line in enumerate(lines_of(text), 1):
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
    return tuple(
        p if _prefix(p) == _prefix(paragraphs[0]) else _remark(p) for p in paragraphs
    )


def parts_of(text: str) -> Iterator[str | tuple[tuple[str, ...], ...]]:
    """The parts of a paragraph: texts, and tables as rows of cells, the head first."""
    while True:
        rule = _TABLE.search(text)
        if rule is None:
            break
        columns = rule.group().count("|") - 1
        before = _cells(text[: rule.start()])
        head = before[-columns:]
        start = _from_bar(text[: rule.start()], columns)
        yield from filter(None, [text[:start].strip()])
        rest = text[rule.end() :]
        rows = [head]
        while rest.lstrip().startswith("|"):
            end = _up_to_bar(rest, columns + 1)
            rows.append(_cells(rest[:end])[:columns])
            rest = rest[end:]
        yield tuple(map(tuple, rows))
        text = rest
    yield from filter(None, [text.strip()])


_TABLE = re.compile(r"\|(?:\s*:?-{3,}:?\s*\|)+")
"""What stands below the head of a table."""


def _cells(text: str) -> list[str]:
    """What stands between bars."""
    return [cell.strip() for cell in text.split("|")[1:-1]]


def _from_bar(text: str, columns: int) -> int:
    """Where the last row of a text begins that has so many columns."""
    at = len(text)
    for _ in range(columns + 1):
        at = max(0, text.rfind("|", 0, at))
    return at


def _up_to_bar(text: str, bars: int) -> int:
    """Where a text has had so many bars, or ends."""
    at = -1
    for _ in range(bars):
        at = text.find("|", at + 1)
        if at < 0:
            return len(text)
    return at + 1


def in_words_of(
    paragraphs: Iterable[Paragraph], others: Iterable[Paragraph]
) -> tuple[Paragraph, ...]:
    """The paragraphs of a rulebook in the words of its translation, where it has them.

    What else is known of them, such as the digest, stays that of the rulebook.
    """
    by_number = {other.number: other for other in others}
    return tuple(
        evolve(p, text=by_number[p.number].text, heading=by_number[p.number].heading)
        if p.number in by_number
        else p
        for p in paragraphs
    )


def with_sources(
    paragraphs: Iterable[Paragraph], places: Mapping[str, str]
) -> tuple[Paragraph, ...]:
    """The paragraphs, each with its place in the books where that is known."""
    return tuple(evolve(p, source=places.get(p.number, "")) for p in paragraphs)


def _prefix(paragraph: Paragraph) -> str:
    return paragraph.number.partition("-")[0]


def _remark(paragraph: Paragraph) -> Paragraph:
    """A numbered clarification, which may be cited but states no rule of its own."""
    return evolve(paragraph, states_rule=False)


# ---- citations -------------------------------------------------------------------


@frozen
class Citation:
    """A place in the rules that cites a paragraph.

    The paragraph is exercised where one of the `statements` is reached and, if there
    are `conditions`, one of them is met. Declarations that hold for the whole game have
    neither.
    """

    paragraph: str
    span: Span
    statements: tuple[Span, ...]
    conditions: tuple[Span, ...] = ()


Places = tuple[tuple[Span, ...], tuple[Span, ...]]
"""Statements and conditions, of each of which one must be reached."""


def citations(file: nodes.RuleFile) -> Iterator[Citation]:
    """Every citation of a file, in order; those of scenarios are left out."""
    for decl in file.declarations:
        if isinstance(decl, nodes.PositionDecl | nodes.ScenarioDecl):
            continue
        for cite in decl.cites:
            statements, conditions = _of_declaration(decl)
            yield Citation(cite.paragraph, cite.span, statements, conditions)
        head = _head(decl)
        for node in walk(decl):
            if node is decl or isinstance(node, nodes.Cite):
                continue
            cites: tuple[nodes.Cite, ...] = getattr(node, "cites", ())
            for cite in cites:
                statements, conditions = _places(node, cite.span)
                if id(node) in head or not (statements or conditions):
                    statements = _of_declaration(decl)[0]
                yield Citation(cite.paragraph, cite.span, statements, conditions)


def _head(decl: nodes.Declaration) -> frozenset[int]:
    """The lines that stand before what an action does, and what stands under them."""
    if not isinstance(decl, nodes.ActionDecl):
        return frozenset()
    return frozenset(id(node) for line in decl.head for node in walk(line))


def _of_declaration(decl: nodes.Declaration) -> Places:
    match decl:
        case nodes.AmountDecl() | nodes.AdjustDecl():
            return (), (decl.span,)
        case nodes.ActionDecl(body=body):
            return tuple(statement.span for statement in body), ()
        case _:
            inside = (n.span for n in walk(decl) if isinstance(n, nodes.Statement))
            return tuple(inside), ()


def _places(node: nodes.Node, cite: Span) -> Places:
    """What has to be reached for a citation of a node; nothing where its block decides."""
    match node:
        case nodes.RepeatUntil(until=until):
            late = cite > until.span
            return ((), (until.span,)) if late else ((node.span,), ())
        case nodes.If(branches=branches, otherwise=otherwise):
            last = branches[-1][1]
            if otherwise and cite > (last[-1].span if last else branches[-1][0].span):
                return (otherwise[0].span,), ()
            before = [test.span for test, _ in branches[1:] if test.span < cite]
            return ((), (before[-1],)) if before else ((node.span,), ())
        case nodes.Choose(player=None):
            return (), ()
        case nodes.Choose(otherwise=otherwise) | nodes.Menu(otherwise=otherwise):
            at = node.otherwise_span
            if otherwise and at is not None and cite > at:
                return (otherwise[0].span,), ()
            return (node.span,), ()
        case nodes.Where() | nodes.Require() | nodes.Prefer():
            return (), (node.span,)
        case nodes.MenuAction(when=when) | nodes.MenuOption(when=when):
            return ((node.span,), ()) if when is None else ((), (when.span,))
        case nodes.EnumCase(value=value) | nodes.EnumFunction(default=value):
            return ((value.span,), ()) if value is not None else ((), ())
        case nodes.Statement():
            return (node.span,), ()
        case _:
            return (), ()
