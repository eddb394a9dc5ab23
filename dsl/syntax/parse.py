"""From text to tree: the blocks of a rule file, read one at a time.

A line that begins at the left margin begins a block. Each block is first looked at as
plain lines (brackets, indentation, colons), then read by Lark. A line that cannot be
read is told of once, taken out, and the block is read again, so that one mistake gives
one message and hides nothing else. More than 400 lines because reading on after a
mistake is one piece of work with reading.
"""

import re
from collections import deque
from collections.abc import Iterator
from functools import cache
from importlib import resources
from threading import Lock
from typing import Protocol, cast

from attrs import frozen
from lark import Lark, Token
from lark.exceptions import LarkError, UnexpectedInput, UnexpectedToken
from lark.indenter import Indenter
from lark.lexer import PatternStr

from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Edit, Label, Remedy
from rulesrun.dsl.problems.nearest import nearest
from rulesrun.dsl.problems.remedies import applied, change, end_of
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.syntax.analysed import fingerprint, from_text, to_text
from rulesrun.dsl.syntax.build import Builder
from rulesrun.dsl.syntax.lines import (
    CLOSING,
    VALUED,
    Block,
    check_constants,
    check_layout,
    check_size,
    join_lines,
    reserved_names,
)
from rulesrun.dsl.syntax.mistakes.misfits import shown_word
from rulesrun.dsl.syntax.mistakes.mistakes import find_mistake
from rulesrun.dsl.syntax.mistakes.trouble import Finding, Trouble
from rulesrun.dsl.syntax.nodes import Decl, RuleFile
from rulesrun.dsl.syntax.readings import Readings
from rulesrun.dsl.syntax.scanning import Word, words_of
from rulesrun.dsl.syntax.strange import clean
from rulesrun.dsl.syntax.vocabulary import (
    DECLARATIONS,
    EDITION,
    LONGEST_LINE,
    MOST_PER_BLOCK,
    MOST_PER_FILE,
    MOST_READINGS,
    OTHER_WORDS,
    STATEMENTS,
)
from rulesrun.dsl.syntax.words import RESERVED
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


class GluedError(LarkError):
    """A word of the language runs into the next one: `a andb`."""

    def __init__(self, token: Token) -> None:
        super().__init__()
        self.token = token


GAME_LINES = ("players", "rulebook", "languages", "estimate")
"""The words that begin a line of a game, and of nothing else."""

BETWEEN = frozenset({"_NL", "_INDENT", "_DEDENT", "$END"})


class Indentation(Indenter):
    """Lines that belong together by their indentation."""

    NL_type = "_NL"
    OPEN_PAREN_types = ["LPAR", "LSQB", "LBRACE"]  # noqa: RUF012
    CLOSE_PAREN_types = ["RPAR", "RSQB", "RBRACE"]  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The words with the depths of the lines between them."""
        return cast(Iterator[Token], super().process(_apart(stream)))  # type: ignore[no-untyped-call]


def _apart(stream: Iterator[Token]) -> Iterator[Token]:
    """The same words; Lark finds `and` in `andb` where no name can stand."""
    end: int | None = None
    before = ""
    for token in stream:
        if token.start_pos == end and (before[-1:] + token[:1]).isidentifier():
            raise GluedError(token)
        yield token
        before, end = token, token.end_pos


@frozen
class Reader:
    """Lark with our grammar, the builder inside it, and the words of its terminals."""

    lark: Lark
    builder: Builder
    spelling: dict[str, str]

    def read(self, block: Block) -> Decl:
        """The declaration of a block.

        Raises:
            LarkError: It cannot be read.
        """
        self.builder.path = block.path
        self.builder.offset = block.offset
        self.builder.problems = []
        return cast(Decl, self.lark.parse(block.text()))

    def can_read_with(self, block: Block, line: int, edits: tuple[Edit, ...]) -> bool:
        """Whether a block can be read beyond one of its lines after some changes."""
        moved = [
            Edit(
                Span(
                    "",
                    e.span.line - block.offset,
                    e.span.column,
                    e.span.end_line - block.offset,
                    e.span.end_column,
                ),
                e.text,
            )
            for e in edits
        ]
        found, self.builder.problems = self.builder.problems, []
        try:
            self.lark.parse(applied(block.text(), moved))
        except UnexpectedInput as error:
            return error.line > block.lines[line].last + 1
        except GluedError as error:
            return (error.token.line or 0) > block.lines[line].last + 1
        except LarkError:
            return False
        finally:
            self.builder.problems = found
        return True

    def trouble(self, block: Block, error: LarkError) -> Trouble | None:
        """Where a block cannot be read, and what could stand there."""
        if isinstance(error, GluedError | UnexpectedToken):
            token = error.token
            line, column, early = token.line, token.column, token.type in BETWEEN
        elif isinstance(error, UnexpectedInput):
            line, column, early = error.line, error.column, False
        else:
            return None
        at = block.line_at((line or 1) - 1)
        if at is None:
            return None
        words = block.lines[at].words
        place = len(words)
        if not early:
            place = sum((word.line + 1, word.end) <= (line, column) for word in words)
        fits, before = self._fits(block)
        if isinstance(error, GluedError):
            fits = before  # the first half of the word was taken for a word
        elif (
            fits == {"STRING"}
            and place > 1
            and "NAME" in before
            and before & {"CITE", ":"}
        ):
            fits = before  # the last word was taken for the language of a label
            place -= 1
        base = block.lines[at].behind_colon
        if not 0 < base <= place:
            base = 0
        return Trouble(block=block, line=at, at=place - base, fits=fits, base=base)

    def _fits(self, block: Block) -> tuple[frozenset[str], frozenset[str]]:
        """What could stand where a block cannot be read, and one word before that.

        By the time that Lark reports a word, it has already done what any word would
        have led to. So the block is read again, up to that word.
        """
        parser = self.lark.parse_interactive(block.text())
        state = parser.parser_state
        steps = deque([(list(state.state_stack), list(state.value_stack))], maxlen=2)
        try:
            for token in parser.lexer_thread.lex(state):  # type: ignore[no-untyped-call]
                parser.feed_token(token)
                steps.append((list(state.state_stack), list(state.value_stack)))
        except LarkError:
            pass
        found = []
        for states, values in steps:
            state.state_stack[:], state.value_stack[:] = states, values
            fits = parser.accepts()  # type: ignore[no-untyped-call]
            found.append(frozenset(self.spelling.get(name, name) for name in fits))
        return found[-1], found[0]


class Keeper(Protocol):
    """Keeps a text between two starts."""

    def read(self) -> str | None:
        """The text that is kept, if there is any."""

    def write(self, text: str) -> None:
        """Keep a text in its place, if that can be."""


SHIPPED = "grammar.json"
"""The analysed grammar in the package, put there when it is built."""

_KEPT_BY: list[Keeper] = []


def keep_grammar_by(keeper: Keeper) -> None:
    """Keep the analysed grammar, which saves most of a second at every start.

    It is plain data. What is out of date or damaged is made anew.
    """
    _KEPT_BY[:] = [keeper]


@cache
def _reader() -> Reader:
    folder = resources.files("rulesrun.dsl.syntax")
    grammar = folder.joinpath("grammar.lark").read_text("utf-8")
    builder = Builder()
    of = fingerprint(grammar)
    lark: Lark | None = None
    shipped = folder.joinpath(SHIPPED)
    if shipped.is_file():
        text = shipped.read_text("utf-8")
        lark = from_text(text, of, Indentation(), builder)
    for keeper in _KEPT_BY if lark is None else ():
        kept = keeper.read()
        lark = from_text(kept, of, Indentation(), builder) if kept else None
    if lark is None:
        lark = _made(grammar, builder)
        for keeper in _KEPT_BY:
            keeper.write(to_text(lark, of))
    spelling = {
        terminal.name: terminal.pattern.value
        for terminal in lark.terminals
        if isinstance(terminal.pattern, PatternStr)
    }
    return Reader(lark, builder, spelling)


def _made(grammar: str, builder: Builder) -> Lark:
    """The grammar, analysed."""
    return Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        postlex=Indentation(),
        maybe_placeholders=True,
        keep_all_tokens=True,  # the builder takes all places from them
        propagate_positions=False,
        transformer=builder,
    )


def analysed_grammar() -> str:
    """The analysed grammar as a text, to be shipped with the package."""
    grammar = (
        resources.files("rulesrun.dsl.syntax")
        .joinpath("grammar.lark")
        .read_text("utf-8")
    )
    return to_text(_made(grammar, Builder()), fingerprint(grammar))


_READING = Lock()  # the builder knows one block at a time


def _read(block: Block, reader: Reader) -> Decl | None:
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
        for found in reader.builder.problems:
            # a line that says it may be among those that could not be read
            if found.code != "game-without-players" or not block.diagnostics:
                block.diagnostics.append(found)
        break
    for line in block.lines:
        if line.later and not (line.told or line.gone or block.tabbed):
            block.diagnostics.append(line.later)
    return declaration


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
            place = len(block.lines[at].said) - trouble.base - 1
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
    read = reader.can_read_with(trouble.block, trouble.line, remedy.edits)
    return remedy if read else finding.otherwise


def _remedy(trouble: Trouble, finding: Finding, marked: Span) -> Remedy | None:
    """The hint of a finding, with the change that it names."""
    if finding.hint is None or finding.instead is None or "..." in finding.instead:
        return None if finding.hint is None else Remedy(finding.hint)
    if finding.over is None:
        return change(finding.hint, marked, finding.instead)
    start, end = finding.over
    words = trouble.words
    if start == end:  # behind the word before
        place = end_of(trouble.block.span(words[start - 1]))
    else:
        place = trouble.block.span(words[start], words[end - 1])
    if not finding.instead and start:  # with the blanks before it
        place = end_of(trouble.block.span(words[start - 1])).to(place)
    return change(finding.hint, place, finding.instead)


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


def _clean(rows: list[str], path: str) -> tuple[list[Diagnostic], bool, dict[int, str]]:
    """Mends what is not text, the tabs and blanks that are none, and says so once.

    Tells also whether tabs indent lines, and which rows are not read: those that are too
    long, or hold what does not show.
    """
    hidden = clean(rows, path)
    long = dict(hidden.unread)
    found = hidden.problems()
    control = tabbed = 0
    for number, row in enumerate(rows):
        if not row.isprintable():
            for strange in re.finditer(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", row):
                place = _place(path, number, strange.start(), strange.end())
                control += 1
                if control == 1:
                    found.append(
                        problem(
                            "not-text",
                            place,
                            "a character stands here that belongs in no text "
                            f"(number {ord(strange[0])})",
                            hint="save the file as plain text in UTF-8",
                        )
                    )
            row = re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", " ", row)
            indent = row[: len(row) - len(row.lstrip(" \t"))]
            if "\t" in indent and row.strip() and not row.strip().startswith("#"):
                tabbed += 1
                start = indent.index("\t")
                if tabbed == 1:
                    found.append(
                        problem(
                            "tab-in-indentation",
                            _place(path, number, start, start + 1),
                            "this line is indented with a tab",
                            mark="a tab",
                            hint="indent with blanks only, four for each level",
                        )
                    )
            row = re.sub(r'("[^"]*")|\t', lambda part: part[1] or " ", row)
        if len(row) > LONGEST_LINE:
            found.append(
                problem(
                    "line-too-long",
                    _place(path, number, LONGEST_LINE, len(row)),
                    f"this line is longer than {LONGEST_LINE} characters",
                    hint="break it inside a bracket, or give its parts names",
                )
            )
            long[number] = row
            row = _unread(row)
        rows[number] = _unread(row) if number in hidden.unread else row
    return found, bool(tabbed), long


def _unread(row: str) -> str:
    """What stands for a row that is not read."""
    return " " * (len(row) - len(row.lstrip(" "))) + "_"


def _leave_out(block: Block, long: dict[int, str]) -> None:
    """Takes care that nothing more is said about lines that are not read."""
    for line in block.lines:
        for number in range(line.first, line.last + 1):
            if row := long.get(block.offset + number):
                line.told = True
                words = words_of(row, number)
                block.broken.update(word.text for word in words if word.is_plain)


def _place(path: str, number: int, start: int, end: int) -> Span:
    return Span(path, number + 1, start + 1, number + 1, end + 1)


def _blocks(rows: list[str], path: str) -> Iterator[Block]:
    """Cuts a file at the lines that begin at the left margin."""
    block = Block(path, 0, [])
    for number, row in enumerate(rows):
        if row and row[0] not in " #" and row[0] not in CLOSING:
            if any(map(str.strip, block.rows)):
                yield block
            block = Block(path, number, [])
        block.rows.append(row)
    if any(map(str.strip, block.rows)):
        yield block


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
        known = (
            [other] if other in DECLARATIONS else nearest(word.text, DECLARATIONS, 1)
        )
        block.tell(
            0,
            "unknown-declaration",
            f"no declaration begins with `{word.text}`",
            word,
            hint=change(
                f"did you mean `{known[0]}`, as in `{DECLARATIONS[known[0]]}`?",
                block.span(word),
                known[0] if known != [other] else "...",
            )
            if known
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
        if edition.isdecimal() and int(edition) != EDITION:
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


def parse(text: str, path: str, readings: Readings | None = None) -> ParseResult:
    """Reads a rule file; whatever is wrong with it becomes a diagnostic.

    Blocks that are in the `readings` are not read again; the others are kept there.
    There is no file in the result if nothing in it can be relied on: it is empty, no
    text at all, or written in another edition of the language.
    """
    rows = lines_of(text)
    diagnostics, tabbed, long = _clean(rows, path)
    if "\0" in text:
        strange = (found for found in diagnostics if found.code == "not-text")
        return ParseResult(None, tuple(strange))
    blocks = []
    known: dict[int, Decl] = {}
    if readings is not None:
        readings.begin(path)
    for block in _blocks(rows, path):
        block.tabbed = tabbed
        reading = readings.find(block) if readings is not None else None
        if reading is not None:
            block.lines, known[block.offset] = reading.lines, reading.declaration
            blocks.append(block)
            continue
        if not join_lines(block, careful=False):
            join_lines(block, careful=True)
        block.settle()
        _leave_out(block, long)
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
        reader = _reader()
        for block in blocks:
            block.taken = taken
            declaration = known.get(block.offset)
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
    diagnostics.sort(key=lambda found: (found.span.line, found.span.column))
    if len(diagnostics) >= MOST_PER_FILE:
        del diagnostics[MOST_PER_FILE:]
        diagnostics.append(
            problem(
                "too-many-errors",
                diagnostics[-1].span,
                f"only the first {MOST_PER_FILE} problems of this file are shown",
                hint="mend these first, then look again",
            )
        )
    return ParseResult(
        RuleFile(path=path, declarations=tuple(declarations)),
        tuple(diagnostics),
        frozenset(broken),
        frozenset(lost),
    )


def _declaration(block: Block, reader: Reader, found: int) -> Decl | None:
    if found >= MOST_PER_FILE:
        block.drop(0)
        return None
    _check_start(block)
    if block.lines[0].gone:
        block.diagnostics = block.diagnostics[-1:]
        return None
    check_constants(block)
    check_size(block)
    check_layout(block)
    return _read(block, reader)


def read_block(text: str, path: str) -> Decl | None:
    """What the only block of a text declares; none if any line of it cannot be read.

    Nothing is said of what is wrong, so this is fast where much is tried out.
    """
    blocks = list(_blocks(lines_of(text), path))
    if len(blocks) != 1:
        return None
    with _READING:
        try:
            return _reader().read(blocks[0])
        except LarkError:
            return None


def words_of_the_grammar() -> frozenset[str]:
    """Every word that the grammar knows, reserved or only at some places."""
    return frozenset(word for word in _reader().spelling.values() if word.isalpha())


def tokens(text: str) -> list[tuple[int, int, str, str]]:
    """The words that a file is read as, to be looked at: line, column, kind, text.

    Of a block that cannot be read, the words end where the reading ends.
    """
    found: list[tuple[int, int, str, str]] = []
    with _READING:
        reader = _reader()
        for block in _blocks(lines_of(text), ""):
            if not join_lines(block, careful=False):
                join_lines(block, careful=True)
            reader.builder.path, reader.builder.offset = "", block.offset
            parser = reader.lark.parse_interactive(block.text())
            try:
                for token in parser.lexer_thread.lex(parser.parser_state):  # type: ignore[no-untyped-call]
                    line = block.offset + (token.line or 1)
                    found.append((line, token.column or 1, token.type, str(token)))
                    parser.feed_token(token)
            except LarkError:
                pass
    return found
