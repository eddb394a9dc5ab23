"""From text to tree: the blocks of a rule file, read one at a time.

A line that begins at the left margin begins a block. Each block is first looked at as
plain lines (brackets, indentation, colons), then read by the grammar.
"""

import re
from collections.abc import Iterable
from threading import Lock

from attrs import frozen
from lark.exceptions import LarkError

from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.problems.nearest import nearest
from rulesrun.dsl.problems.remedies import change
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.syntax.cutting import blocks_of, clean_rows, leave_out
from rulesrun.dsl.syntax.lines import (
    VALUED,
    Block,
    check_constants,
    check_layout,
    check_size,
    join_lines,
    reserved_names,
)
from rulesrun.dsl.syntax.mistakes.misfits import shown_word
from rulesrun.dsl.syntax.nodes import Decl, RuleFile
from rulesrun.dsl.syntax.reader import Reader, the_reader
from rulesrun.dsl.syntax.readings import Readings
from rulesrun.dsl.syntax.recovery import read_on
from rulesrun.dsl.syntax.vocabulary import (
    DECLARATIONS,
    EDITION,
    EDITIONS,
    MOST_PER_FILE,
    OTHER_WORDS,
    STATEMENTS,
)
from rulesrun.dsl.text import lines_of


@frozen
class ParseResult:
    """What could be read of a text, and what was wrong with the rest.

    `broken` holds the words of the lines that could not be read: what they declare or
    use is not known, so nothing should be said about them. `lost` are the kinds of the
    declarations whose names could not be read.
    """

    file: RuleFile | None
    diagnostics: tuple[Diagnostic, ...] = ()
    broken: frozenset[str] = frozenset()
    lost: frozenset[str] = frozenset()


GAME_LINES = ("players", "rulebook", "languages", "estimate", "teams")
"""The words that begin a line of a game, and of nothing else."""


_LANGUAGE = re.compile(r"language +([0-9]+)\b")

_READING = Lock()  # the builder knows one block at a time


def _check_start(block: Block) -> None:
    """A block must begin with a word that declares something."""
    word = block.lines[0].words[0]
    if block.lines[0].indent:
        block.tell(
            0,
            "bad-indentation",
            "this line is indented, but nothing above it is begun",
            word,
            hint="let it begin at the left margin",
        )
    elif word.text in DECLARATIONS:
        return
    elif word.text in STATEMENTS or word.text in GAME_LINES:
        below = "a game" if word.text not in STATEMENTS else "a rule or an action"
        block.tell(
            0,
            "bad-indentation",
            f"{'an' if word.text[0] in 'aeio' else 'a'} `{word.text}` line belongs "
            f"inside {below}, not at the left margin",
            word,
            hint="indent it as far as the lines that it goes with",
        )
    elif word.is_plain:
        other = OTHER_WORDS.get(word.text.lower())
        nearest_words = (
            [other] if other in DECLARATIONS else nearest(word.text, DECLARATIONS, 1)
        )
        block.tell(
            0,
            "unknown-declaration",
            f"no declaration begins with `{word.text}`",
            word,
            hint=change(
                f"did you mean `{nearest_words[0]}`, as in `{DECLARATIONS[nearest_words[0]]}`?",
                block.span(word),
                nearest_words[0] if nearest_words != [other] else "...",
            )
            if nearest_words
            else "begin with a word such as `rule`, `action`, `card` or `state`",
        )
    else:
        block.tell(
            0,
            "unknown-declaration",
            f"a declaration cannot begin with {shown_word(word.text)}",
            word,
            hint=change("write `#` before a comment", block.span(word), "#")
            if word.text in ("//", "/", "--")
            else "begin with a word such as `rule`, `action`, `card` or `state`",
        )
    block.drop(0)


def _check_language(blocks: list[Block], path: str) -> Diagnostic | None:
    """The file must begin with the edition of the language."""
    for block in blocks:
        words = block.lines[0].words
        if words[0].text != "language":
            continue
        edition = words[1].text if len(words) > 1 else ""
        if edition.isdecimal() and int(edition) not in EDITIONS:
            return problem(
                "unknown-edition",
                block.span(words[0], words[1]),
                f"edition {shown_word(edition)} of the language is not known",
                mark="unknown",
                hint=f"write `language {EDITION}`, or take a newer version of "
                "this program",
            )
        if block is blocks[0]:
            return _second_language(blocks)
        return problem(
            "missing-language",
            block.span(words[0]),
            "the edition of the language does not stand at the beginning of the file",
            hint="move this line to the top",
        )
    texts = {word.text for word in blocks[0].lines[0].words}
    if "language" in texts or nearest(blocks[0].kind, {"language"}):
        return None  # it is told as a line that cannot be read
    return problem(
        "missing-language",
        Span(path, 1, 1, 1, 1),
        "the file does not say which edition of the language it is written in",
        hint=change(
            f"write `language {EDITION}` as the first line",
            Span(path, 1, 1, 1, 1),
            f"language {EDITION}\n",
        ),
    )


def _second_language(blocks: list[Block]) -> Diagnostic | None:
    first, *others = blocks
    for block in others:
        if block.kind == "language":
            return problem(
                "syntax",
                block.span(block.lines[0].words[0]),
                "the edition of the language is given twice",
                labels=(
                    Label(first.span(first.lines[0].words[0]), "first given here"),
                ),
                hint="keep the first of the two",
            )
    return None


def edition_of(rows: Iterable[str]) -> int:
    """The edition that a text says it is written in; that of today if it says none."""
    for row in rows:
        text = row.partition("#")[0].strip()
        if text:
            match = _LANGUAGE.match(text)
            number = int(match[1]) if match else EDITION
            return number if number in EDITIONS else EDITION
    return EDITION


def parse(text: str, path: str, readings: Readings | None = None) -> ParseResult:
    """Reads a rule file; whatever is wrong with it becomes a diagnostic.

    Blocks that are in the `readings` are not read again; the others are kept there.
    There is no file in the result if nothing in it can be relied on: it is empty, no
    text at all, or written in another edition of the language.
    """
    rows = lines_of(text)
    edition = edition_of(rows)
    diagnostics, tabbed, long = clean_rows(rows, path)
    if "\0" in text:
        strange = (
            diagnostic for diagnostic in diagnostics if diagnostic.code == "not-text"
        )
        return ParseResult(None, tuple(strange))
    blocks = []
    unchanged: dict[int, Decl] = {}
    if readings is not None:
        readings.begin(path, edition)
    for block in blocks_of(rows, path):
        block.tabbed, block.edition = tabbed, edition
        reading = readings.find(block) if readings is not None else None
        if reading is not None:
            block.lines, unchanged[block.offset] = reading.lines, reading.declaration
            blocks.append(block)
            continue
        if not join_lines(block, careful=False):
            join_lines(block, careful=True)
        block.settle()
        leave_out(block, long)
        if block.lines:
            blocks.append(block)
    if not blocks:
        if not diagnostics:
            diagnostics.append(
                problem(
                    "empty-file",
                    Span(path, 1, 1, 1, 1),
                    "the file holds no rules",
                    hint=f"begin it with `language {EDITION}`",
                )
            )
        return ParseResult(None, tuple(diagnostics))
    language = _check_language(blocks, path)
    if language is not None:
        if language.code == "unknown-edition":
            return ParseResult(None, (language,))
        diagnostics.append(language)
    broken: set[str] = set()
    lost: set[str] = set()
    declarations = []
    taken = frozenset(word for block in blocks for word in reserved_names(block))
    with _READING:
        reader = the_reader()
        for block in blocks:
            block.taken = taken
            declaration = unchanged.get(block.offset)
            if declaration is None or len(diagnostics) >= MOST_PER_FILE:
                declaration = _declaration(block, reader, len(diagnostics))
                if readings is not None:
                    declaration = readings.keep(block, declaration)
            if declaration is not None:
                declarations.append(declaration)
            diagnostics += block.diagnostics
            if block.lines[0].gone:  # any of its words may be the kind that was meant
                lost |= {block.kind, "play", *nearest(block.kind, DECLARATIONS, 1)}
                lost.update(word.text for word in block.lines[0].words)
            gives = "->" in (word.text for word in block.lines[0].words)
            inside = gives or block.kind in VALUED or block.kind in ("table", "map")
            if inside and any(line.told for line in block.lines):
                block.broken.update(word.text for word in block.lines[0].words[1:2])
            broken |= block.broken
    diagnostics.sort(key=lambda result: (result.span.line, result.span.column))
    if len(diagnostics) >= MOST_PER_FILE:
        del diagnostics[MOST_PER_FILE:]
        diagnostics.append(
            problem(
                "too-many-errors",
                diagnostics[-1].span,
                f"only the first {MOST_PER_FILE} problems of this file are shown",
                hint="fix these first, then check again",
            )
        )
    return ParseResult(
        RuleFile(path=path, declarations=tuple(declarations)),
        tuple(diagnostics),
        frozenset(broken),
        frozenset(lost),
    )


def _declaration(block: Block, reader: Reader, result: int) -> Decl | None:
    if result >= MOST_PER_FILE:
        block.drop(0)
        return None
    _check_start(block)
    if block.lines[0].gone:
        block.diagnostics = block.diagnostics[-1:]
        return None
    check_constants(block)
    check_size(block)
    check_layout(block)
    return read_on(block, reader)


def read_block(text: str, path: str, edition: int = EDITION) -> Decl | None:
    """What the only block of a text declares; none if any line of it cannot be read.

    Nothing is said of what is wrong, so this is fast where much is tried out.
    """
    blocks = list(blocks_of(lines_of(text), path))
    if len(blocks) != 1:
        return None
    blocks[0].edition = edition
    with _READING:
        try:
            return the_reader().read(blocks[0])
        except LarkError:
            return None


def tokens(text: str) -> list[tuple[int, int, str, str]]:
    """The words that a file is read as, to be looked at: line, column, kind, text.

    Of a block that cannot be read, the words end where the reading ends.
    """
    result: list[tuple[int, int, str, str]] = []
    with _READING:
        reader = the_reader()
        for block in blocks_of(lines_of(text), ""):
            if not join_lines(block, careful=False):
                join_lines(block, careful=True)
            reader.builder.path, reader.builder.offset = "", block.offset
            parser = reader.lark.parse_interactive(block.text())
            try:
                for token in parser.lexer_thread.lex(parser.parser_state):  # type: ignore[no-untyped-call]
                    line = block.offset + (token.line or 1)
                    result.append((line, token.column or 1, token.type, str(token)))
                    parser.feed_token(token)
            except LarkError:
                pass
    return result
