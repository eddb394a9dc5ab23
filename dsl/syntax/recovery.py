"""Reading a block without the lines that cannot be read.

Such a line is told of once, taken out, and the block is read again, so that one mistake
gives one message and hides nothing else.
"""

from collections.abc import Iterator
from typing import Any

from lark.exceptions import LarkError

from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Remedy
from rulesrun.dsl.problems.remedies import change, end_of
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.lines import Block, reserved_names
from rulesrun.dsl.syntax.mistakes.mistakes import find_mistake
from rulesrun.dsl.syntax.mistakes.trouble import Finding, Trouble
from rulesrun.dsl.syntax.nodes import Decl
from rulesrun.dsl.syntax.reader import Reader
from rulesrun.dsl.syntax.scanning import Word
from rulesrun.dsl.syntax.vocabulary import MOST_PER_BLOCK, MOST_READINGS
from rulesrun.dsl.syntax.words import RESERVED


def read_on(block: Block, reader: Reader) -> Decl | None:
    """Reads a block without the lines that cannot be read."""
    declaration: Decl | None = None
    for left in range(MOST_READINGS, -1, -1):
        if len(block.diagnostics) >= MOST_PER_BLOCK or not left:
            block.drop(0)
        if block.lines[0].gone:
            break
        try:
            declaration = reader.read(block)
        except LarkError as error:
            trouble = reader.trouble(block, error)
            block.drop(_tell(trouble, reader) if trouble else 0)
            continue
        for result in reader.builder.problems:
            # a line that says it may be among those that could not be read
            if result.code != "game-without-players" or not block.diagnostics:
                block.diagnostics.append(result)
        break
    if declaration is not None and block.edition > 1:
        block.diagnostics += _misnamed(declaration)
    for line in block.lines:
        if line.later and not (line.told or line.gone or block.tabbed):
            block.diagnostics.append(line.later)
    return declaration


def _misnamed(declaration: Decl) -> Iterator[Diagnostic]:
    """Names in rules that only a word of the language is read as elsewhere."""
    for kind in (nodes.Binder, nodes.Let, nodes.LetDone, nodes.Choose):
        entry: Any = declaration.by_kind.get(kind, ())
        for node in entry:
            if node.name in RESERVED:
                yield problem(
                    "reserved-word",
                    node.name_span,
                    f"`{node.name}` is a word of the language and cannot name anything",
                    mark="names something",
                    hint="choose another name",
                )


def _tell(trouble: Trouble, reader: Reader) -> int:
    """Says what is wrong; gives the line that has to go."""
    block, at = trouble.block, trouble.line
    if block.lines[at].told or block.lines[at].filled:
        return at
    reserved = _reserved(trouble)
    if reserved is not None:
        at, word = reserved
        if block.lines[at].gone:
            return trouble.line
        block.tell(
            at,
            "reserved-word",
            f"`{word.text}` is a word of the language and cannot name anything",
            word,
            mark="names something",
            hint="choose another name",
        )
        return at
    if not block.taken.isdisjoint({trouble.text(-1), trouble.text()}):
        if trouble.line and not reserved_names(block, at):
            block.lines[at].told = True  # told where that name is declared
            return at
    finding = find_mistake(trouble)
    if finding.culprit is not None:
        at = finding.culprit
        words = block.lines[at].words
        first = last = words[0]
    else:
        words = trouble.words
        place = trouble.at if finding.first is None else finding.first
        if trouble.at_end and finding.first is None:
            place = len(block.lines[at].content) - trouble.base - 1
        first = last = words[max(0, min(place, len(words) - 1))]
        if finding.last is not None:
            last = words[min(finding.last, len(words) - 1)]
    if finding.quiet:
        block.lines[at].told = True
    block.tell(
        at,
        finding.code,
        finding.message,
        first,
        last,
        mark=finding.mark,
        hint=_tried(
            reader, trouble, finding, _remedy(trouble, finding, block.span(first, last))
        ),
    )
    return at


def _tried(
    reader: Reader, trouble: Trouble, finding: Finding, remedy: Remedy | None
) -> Remedy | str | None:
    """The remedy, unless it is a guess with which the line cannot be read either."""
    if remedy is None or not remedy.edits or not finding.guessed:
        return remedy
    can_read = reader.can_read_with(trouble.block, trouble.line, remedy.edits)
    return remedy if can_read else finding.otherwise


def _remedy(trouble: Trouble, finding: Finding, marked: Span) -> Remedy | None:
    """The hint of a finding, with the change that it names."""
    hint, over, instead = finding.advice, finding.over, finding.instead
    if finding.rewritten is not None:
        over, instead = (0, trouble.length), finding.rewritten
    if hint is None or instead is None or "..." in instead:
        return None if hint is None else Remedy(hint)
    if over is None:
        return change(hint, marked, instead)
    start, end = over
    words = trouble.words
    if start == end:  # behind the word before
        place = end_of(trouble.block.span(words[start - 1]))
    else:
        place = trouble.block.span(words[start], words[end - 1])
    if not instead and start:  # with the blanks before it
        place = end_of(trouble.block.span(words[start - 1])).to(place)
    return change(hint, place, instead)


def _reserved(trouble: Trouble) -> tuple[int, Word] | None:
    """Where a name was given that is a word of the language, if that is the trouble."""
    used = trouble.text(-1)
    if used not in RESERVED:
        return None
    for at in range(trouble.line + 1):
        line = trouble.block.lines[at]
        if line.spoken or (line.gone and not line.told):
            continue
        texts = [word.text for word in line.words]
        for place, text in enumerate(texts):
            before = texts[place - 1] if place else ""
            after = texts[place + 1] if place + 1 < len(texts) else ""
            if text == used and (
                (
                    before in ("let", "choose", "chooses")
                    and after in ("=", "in", "from")
                )
                or (before in ("each", "for") and after == "in")
                or (before in ("(", ",") and after == ":" and at == 0)
            ):
                return at, line.words[place]
    return None
