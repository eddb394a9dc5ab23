"""The lines of a block: what is on them, and what is wrong with their layout.

More than 400 lines because a layout fault is told apart from its neighbours here.
"""

import re
from collections.abc import Iterable
from itertools import pairwise

from attrs import define, field

from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Edit, Label, Remedy
from rulesrun.dsl.problems.remedies import change, end_of, start_of
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.syntax.scanning import Word, words_of
from rulesrun.dsl.syntax.vocabulary import (
    CONSTANTS,
    DEEPEST_EXPRESSION,
    DEEPEST_INDENTATION,
    EDITION,
    HEADERS,
    LONGEST_STATEMENT,
    MOST_BRACKETS,
    REASONED,
    STATEMENTS,
    word_set,
)
from rulesrun.dsl.syntax.words import KEYWORDS, RESERVED, SCENARIOS

SPOKEN = re.compile(r" *(expect +(refused|(only +)?offered) +)?player +[0-9]+ *:")
CLOSING = {")": "(", "]": "[", "}": "{"}
LAYOUT = frozenset({"bad-indentation", "missing-indent"})
FLAT = frozenset({",", "|", ":"})
NAMING = word_set(
    """
    function condition shown rule head action event amount constant option table map piece
    board neutral enum card tile
    """
)
"""The words that stand before the name of what a whole block declares."""
JOINING = word_set(
    "+ - * / mod and or if else where then == != < > <= >= , .. in not is rounded"
)
"""Words and signs that an expression goes on with."""
BEFORE_VALUES = word_set("= += -= return where require prefer until expect")
"""The words before a value or condition that goes on to the end of its line."""
ONE_LINED = word_set(
    """
    rule action when play if else for while turn phase best otherwise option repeat
    """
)
"""The words that begin a line on which what is to be done may stand as well."""
VALUED = word_set("function condition shown")
"""The words that begin a line under which a value may stand."""
LISTING = word_set("state each card tile enum")
"""Blocks whose lines begin with the names of what they declare."""


@define
class Line:
    """A line as it is meant: with those that continue it while a bracket is open.

    Attributes:
        spoken: whether it is what a player says in a scenario, which is kept as it is.
        told: whether something has been said about it already.
        later: what is said about the lines under it, unless the line itself is wrong.
        gone: whether it has been taken out.
        filled: whether `nothing` stands in its place, so that its block is not empty.
    """

    words: list[Word]
    indent: int
    first: int
    last: int
    spoken: bool = False
    told: bool = False
    later: Diagnostic | None = None
    gone: bool = False
    filled: bool = False

    @property
    def content(self) -> list[Word]:
        """The words without the citations at the end, even if those are wrong."""
        words = list(self.words)
        for at, (colon, word) in enumerate(pairwise(self.words)):
            if colon.text == ":" and word.text.startswith("@"):
                return words[: at + 1]
        while words and words[-1].text.startswith("@"):
            words.pop()
        return words

    @property
    def start(self) -> str:
        """The first word."""
        return self.words[0].text if self.words else ""

    @property
    def opens(self) -> bool:
        """Whether indented lines must follow."""
        if self.spoken or not self.content:
            return False
        last = self.content[-1].text
        return last == ":" or (last == "=" and self.start in VALUED)

    @property
    def is_choice(self) -> bool:
        """Whether conditions on a choice may follow, indented."""
        texts = {word.text for word in self.words}
        return self.start == "choose" or not texts.isdisjoint(
            {"chooses", "must", "may"}
        )

    @property
    def may_open(self) -> bool:
        """Whether indented lines may follow, without a colon."""
        return self.is_choice or self.start == "raise"

    @property
    def behind_colon(self) -> int:
        """The first word behind `turn p:` and the like, on the same line; else 0."""
        depth = 0
        for at, word in enumerate(self.content[:-1]):
            depth += (word.text in CLOSING.values()) - (word.text in CLOSING)
            if word.text == ":" and not depth:
                return at + 1 if self.start in ONE_LINED else 0
        return 0


@define
class Block:
    """A declaration with its lines; `offset` lines of the file stand above it."""

    path: str
    offset: int
    rows: list[str]
    diagnostics: list[Diagnostic] = field(factory=list)
    broken: set[str] = field(factory=set)
    lines: list[Line] = field(factory=list)
    parents: list[int] = field(factory=list)  # -1 for none
    children: list[int] = field(factory=list)  # how many are left under each line
    tabbed: bool = False
    taken: frozenset[str] = frozenset()  # words of the language that the file declares
    edition: int = EDITION

    @property
    def kind(self) -> str:
        """The word that begins the block."""
        return self.lines[0].start if self.lines else ""

    def span(self, first: Word, last: Word | None = None) -> Span:
        """The place from one word to another, in the file."""
        last = last or first
        return Span(
            self.path,
            self.offset + first.line + 1,
            first.column,
            self.offset + last.line + 1,
            last.end,
        )

    def source(self, words: list[Word]) -> str:
        """Some words of one row as they are written."""
        row = self.rows[words[0].line]
        return row[words[0].column - 1 : words[-1].end - 1]

    def text(self) -> str:
        """The block as it is left, line by line where it was."""
        rows = list(self.rows)
        for line in self.lines:
            if line.gone:
                rows[line.first : line.last + 1] = [""] * (line.last - line.first + 1)
            if line.filled:
                rows[line.first] = " " * line.indent + "nothing"
        return "\n".join(rows) + "\n"

    def line_at(self, row: int) -> int | None:
        """The line that a row belongs to, if anything stands there."""
        for at, line in enumerate(self.lines):
            if line.first <= row <= line.last and (not line.gone or line.filled):
                return at
        return None

    def group(self, at: int) -> range:
        """A line and the deeper ones under it."""
        end = at + 1
        while end < len(self.lines) and self.lines[end].indent > self.lines[at].indent:
            end += 1
        return range(at, end)

    def settle(self) -> None:
        """Finds out which line stands under which."""
        self.parents, self.children = [], [0] * len(self.lines)
        above: list[int] = []
        for at, line in enumerate(self.lines):
            while above and self.lines[above[-1]].indent >= line.indent:
                above.pop()
            self.parents.append(above[-1] if above else -1)
            if above:
                self.children[above[-1]] += 1
            above.append(at)

    def sibling_below(self, at: int) -> int | None:
        """The next line at the same depth under the same line."""
        end = self.group(at).stop
        if end < len(self.lines) and self.lines[end].indent == self.lines[at].indent:
            return end
        return None

    def drop(self, at: int) -> None:
        """Takes a line out, with all that makes no sense without it."""
        line = self.lines[at]
        was_filled = line.filled
        if line.start == "until" and not line.gone:
            for above in range(at - 1, -1, -1):
                if self.lines[above].indent <= line.indent:
                    if self.sibling_below(above) == at and not self.lines[above].gone:
                        at = above if self.lines[above].start == "repeat" else at
                    break
        self._drop_group(at)
        below = self.sibling_below(at)
        while below is not None and _continues(self.lines[at], self.lines[below]):
            self._drop_group(below)
            below = self.sibling_below(below)
        parent = self.parents[at]
        if parent < 0 or self.children[parent]:
            return
        if self.lines[parent].opens and not self.lines[parent].gone:
            if was_filled or self.lines[parent].content[-1].text == "=":
                self.drop(parent)
            else:
                self.lines[at].filled = True

    def _drop_group(self, at: int) -> None:
        for i in self.group(at):
            line = self.lines[i]
            self.broken.update(word.text for word in line.words if word.is_plain)
            if not line.gone and self.parents[i] >= 0:
                self.children[self.parents[i]] -= 1
            line.gone, line.filled = True, False

    def tell(
        self,
        at: int,
        code: str,
        message: str,
        first: Word,
        last: Word | None = None,
        *,
        mark: str = "",
        labels: tuple[Label, ...] = (),
        hint: str | Remedy | None = None,
    ) -> None:
        """Says what is wrong with a line, unless something has been said about it."""
        line = self.lines[at]
        if not line.told and not (self.tabbed and code in LAYOUT):
            span = self.span(first, last)
            self.diagnostics.append(
                problem(code, span, message, mark=mark, labels=labels, hint=hint)
            )
        line.told = True


def _continues(line: Line, below: Line) -> bool:
    if below.start in ("and", "or"):
        return True
    match line.start:
        case "if":
            return below.start == "else"
        case "repeat":
            return below.start == "until"
    return False


def reserved_names(block: Block, at: int | None = None) -> list[str]:
    """Words of the language that a block, or a line of it, declares as names."""
    lines = [line for line in block.lines[1:] if _names(line)]
    if at is not None:
        lines = [line for line in lines if line is block.lines[at]]
    words = [line.words[0] for line in lines if block.kind in LISTING]
    if block.kind in NAMING and not at:
        words += block.lines[0].words[1:2]
    return [word.text for word in words if word.text in RESERVED]


def _names(line: Line) -> bool:
    """Whether the first word is the name of a variable, a field or a value."""
    after = line.words[1].text if len(line.words) > 1 else ":"
    return after in (":", "[") or after.startswith('"')


def _is_unclosed(word: Word) -> bool:
    return word.text[0] == '"' and (len(word.text) == 1 or word.text[-1] != '"')


def join_lines(block: Block, *, careful: bool) -> bool:
    """Finds the lines of a block; False if the brackets do not match.

    A line goes on while a bracket is open, and with the citations below it. If brackets
    do not match in the end, the block is looked at again, `careful`: then a line that is
    indented no deeper than the one with the open bracket ends it.
    """
    block.lines, block.diagnostics = [], []
    opened: list[Word] = []
    fits = True
    for number, row in enumerate(block.rows):
        words = words_of(row, number)
        if not words:
            continue
        indent = words[0].column - 1
        closes = words[0].text in CLOSING
        spoken = block.kind in SCENARIOS and SPOKEN.match(row) is not None
        line = block.lines[-1] if block.lines else None
        inside = opened and line and (closes or not careful or indent > line.indent)
        if line and (inside or (words[0].is_cite and not line.spoken)):
            line.words += words
            line.last = number
        else:
            if line and opened:
                fits = False
                _tell_unclosed(block, len(block.lines) - 1, opened)
            opened = []
            line = Line(words, indent, number, number, spoken)
            block.lines.append(line)
        at = len(block.lines) - 1
        for word in words:
            if _is_unclosed(word):
                _tell_unclosed_text(block, at, word)
            elif spoken:
                continue
            elif word.text in CLOSING.values():
                opened.append(word)
            elif word.text in CLOSING:
                if opened and opened[-1].text == CLOSING[word.text]:
                    opened.pop()
                    continue
                fits = False
                _tell_unmatched(block, at, word, opened)
                opened = []
    if opened:
        fits = False
        _tell_unclosed(block, len(block.lines) - 1, opened)
    return fits


def _tell_unclosed_text(block: Block, at: int, word: Word) -> None:
    block.tell(
        at,
        "unclosed-text",
        "the text that begins here has no closing quotation mark",
        word,
        mark="begins here",
        hint='close it on the same line with another `"`',
    )


def _tell_unclosed(block: Block, at: int, opened: list[Word]) -> None:
    pair = {opening: closing for closing, opening in CLOSING.items()}
    block.tell(
        at,
        "unclosed-bracket",
        f"the bracket `{opened[-1].text}` is never closed",
        opened[-1],
        mark="opened here",
        hint=f"add the `{pair[opened[-1].text]}` that belongs to it",
    )


def _tell_unmatched(block: Block, at: int, word: Word, opened: list[Word]) -> None:
    labels: tuple[Label, ...] = ()
    if opened:
        message = f"`{word.text}` cannot close the bracket `{opened[-1].text}`"
        labels = (Label(block.span(opened[-1]), "opened here"),)
    else:
        message = f"`{word.text}` closes a bracket that was never opened"
    block.tell(
        at,
        "unclosed-bracket",
        message,
        word,
        mark="does not fit",
        labels=labels,
        hint="brackets come in pairs: `(` and `)`, `[` and `]`, `{` and `}`",
    )


def _deepness(words: Iterable[Word]) -> tuple[int, int]:
    """A bound for the depth of the tree of a line, and how many brackets are open."""
    chains, deepest, brackets = [0], 0, 0
    for word in words:
        if word.text in CLOSING:
            chains = chains[:-1] or [0]
        elif word.text in FLAT:
            chains[-1] = 0
        elif word.text in KEYWORDS or word.is_sign:
            chains[-1] += 2 if word.text in ("--", "++") else 1
        deepest = max(deepest, sum(chains))
        if word.text in CLOSING.values():
            chains.append(0)
            brackets = max(brackets, len(chains) - 1)
            if brackets > MOST_BRACKETS:
                break
    return deepest, brackets


def check_size(block: Block) -> None:
    """Tell about lines that are larger than any rule needs, and take them out."""
    for at, line in enumerate(block.lines):
        if line.spoken:
            continue
        deepness, brackets = _deepness(line.words)
        if len(line.words) > LONGEST_STATEMENT:
            message = f"this line goes on for more than {LONGEST_STATEMENT} words"
        elif brackets > MOST_BRACKETS:
            message = f"more than {MOST_BRACKETS} brackets are open at the same time"
        elif deepness > DEEPEST_EXPRESSION:
            message = "this line works out too much in one go"
        else:
            continue
        block.tell(
            at,
            "nested-too-deep",
            message,
            line.words[0],
            hint="calculate it in several steps, each with a `let` of its own",
        )


def check_layout(block: Block) -> None:
    """Takes out the lines that do not stand where lines can stand."""
    lines = block.lines
    unreadable = [at for at, line in enumerate(lines) if line.told]
    levels, above, at = [0], 0, 1
    while at < len(lines):
        line = lines[at]
        misplaced = False
        if line.indent > levels[-1]:
            levels.append(line.indent)
            if not _may_open(lines[above], line):
                misplaced = True
                _tell_deeper(block, at, above)
            elif lines[above].start == "if" and _under_choice(block, above):
                _tell_no_where(block, above)
                unreadable.append(above)
            elif _lacks_colon(lines[above]):
                _tell_missing_colon(block, above, line)
            elif len(levels) > DEEPEST_INDENTATION + 1:
                misplaced = True
                _tell_too_deep(block, at)
                lines[above].told = True
                unreadable.append(above)
        else:
            if lines[above].opens:
                _tell_missing_indent(block, above)
                unreadable.append(above)
            while line.indent < levels[-1]:
                levels.pop()
            if line.indent > levels[-1]:
                misplaced = True
                levels.append(line.indent)
                _tell_between(block, at)
        if not misplaced:
            above, at = at, at + 1
            continue
        levels.pop()
        while at < len(lines) and lines[at].indent >= line.indent:
            unreadable.append(at)
            at += 1
    if lines[above].opens:
        _tell_missing_indent(block, above)
        unreadable.append(above)
    for place in unreadable:
        lines[place].told = True
        if not lines[place].gone:
            block.drop(place)


def _under_choice(block: Block, at: int) -> bool:
    """Whether a line stands where the conditions of a choice do."""
    parent = block.lines[block.parents[at]] if block.parents[at] >= 0 else None
    return parent is not None and parent.may_open and not parent.opens


def _tell_no_where(block: Block, at: int) -> None:
    block.tell(
        at,
        "syntax",
        "a condition of a choice begins with `where`",
        block.lines[at].words[0],
        hint=change(
            "write `where` for `if`, without a colon at the end",
            block.span(block.lines[at].words[0]),
            "where",
        ),
    )


def _may_open(line: Line, below: Line) -> bool:
    """Whether deeper lines may follow, or would follow if a mistake were mended."""
    if line.opens or line.may_open or line.told or _lacks_colon(line):
        return True
    if line.start in REASONED:  # a reason on a line of its own
        return below.start.startswith('"')
    return line.start in HEADERS & STATEMENTS.keys()


def _lacks_colon(line: Line) -> bool:
    """Whether a header has no colon at all, outside brackets."""
    if line.told or line.opens:
        return False
    if line.start not in HEADERS:
        pairs = pairwise(word.text for word in line.words)
        return line.is_choice and ("one", "of") in pairs
    depth = 0
    for word in line.words:
        depth += (word.text in CLOSING.values()) - (word.text in CLOSING)
        if word.text in (":", "=") and not depth:
            return line.start in STATEMENTS and word.text == "="
    return True


def _tell_missing_colon(block: Block, at: int, below: Line) -> None:
    """Says so, and puts the colon where it belongs, so that the rest can be read."""
    last = block.lines[at].content[-1]
    sign, texts = ":", {word.text for word in below.words}
    sets = below.start in STATEMENTS or texts & {"=", "+=", "-="}
    cases = "by" in (word.text for word in block.lines[at].content)
    if block.kind in VALUED and at == 0 and not (sets or cases):
        sign = "="
    gap = " " * (sign == "=")
    block.tell(
        at,
        "missing-colon" if sign == ":" else "syntax",
        f"this line has lines under it, but does not end in `{sign}`",
        last,
        mark=f"no `{sign}` after this",
        hint=change(f"add `{sign}` at its end", end_of(block.span(last)), gap + sign),
    )
    row, end = block.rows[last.line], last.end - 1
    block.rows[last.line] = row[:end] + sign + row[end:].removeprefix(" ")


def _tell_missing_indent(block: Block, at: int) -> None:
    line = block.lines[at]
    texts = [word.text for word in line.content]
    if line.is_choice and line.start not in HEADERS - {"turn"} and "one" not in texts:
        block.tell(
            at,
            "syntax",
            "this line opens no block, but ends in a colon",
            line.content[-1],
            hint=change("leave the colon out", block.span(line.content[-1]), ""),
        )
        return
    block.tell(
        at,
        "missing-indent",
        f"nothing stands under this line, which ends in `{line.content[-1].text}`",
        line.words[0],
        line.content[-1],
        mark="opens a block",
        hint="indent the lines that belong to it, by four blanks more than this one",
    )


def _tell_deeper(block: Block, at: int, above: int) -> None:
    """Keeps the message: perhaps the line above should open a block, and is wrong."""
    upper = block.lines[above]
    if block.lines[at].told:
        return
    if _goes_on(upper, block.lines[at]):
        _tell_goes_on(block, at, above)
        return
    upper.later = problem(
        "bad-indentation",
        block.span(block.lines[at].words[0]),
        "this line is indented deeper than the line above, which opens nothing",
        mark="too far to the right",
        labels=(Label(block.span(upper.words[0]), "the line above begins here"),),
        hint="let both lines begin in the same column",
    )


def _goes_on(upper: Line, line: Line) -> bool:
    """Whether a line looks like the rest of the expression that the one above begins."""
    last = upper.content[-1].text if upper.content else ""
    return line.start in JOINING or last in JOINING - {"else", ".."}


def _tell_goes_on(block: Block, at: int, above: int) -> None:
    """An expression that goes on in the next line, without brackets around it."""
    upper, last = block.lines[above], block.lines[at]
    first = upper.words[0]
    for before, word in pairwise(upper.words):
        if before.text in BEFORE_VALUES:
            first = word
            break
    begun = [word for word in upper.content if word.column >= first.column]
    whole = bool(begun) and upper.first == upper.last
    parts = [block.source(begun)] if whole else ["..."]
    for line in block.lines[at:]:
        if line.indent <= upper.indent or not (line is last or _goes_on(last, line)):
            break
        last = line
        whole = bool(line.content) and line.first == line.last
        parts.append(block.source(line.content) if whole else "...")
    edits = (
        Edit(start_of(block.span(first)), "("),
        Edit(end_of(block.span((last.content or last.words)[-1])), ")"),
    )
    upper.later = problem(
        "bad-indentation",
        block.span(block.lines[at].words[0]),
        "a line ends what it says, unless a bracket is open",
        mark="meant to go on here?",
        labels=(Label(block.span(first), "the value begins here"),),
        hint=Remedy(
            f"put brackets around the whole value:  ({' '.join(parts)})", edits
        ),
    )


def _tell_between(block: Block, at: int) -> None:
    line = block.lines[at]
    labels: tuple[Label, ...] = ()
    for upper in reversed(block.lines[:at]):
        if upper.indent < line.indent:
            labels = (Label(block.span(upper.words[0]), "this one opens the block"),)
            break
    block.tell(
        at,
        "bad-indentation",
        "this line begins in a column where no line above it begins",
        line.words[0],
        mark="between two blocks",
        labels=labels,
        hint="indent it as far as the other lines of the block that it belongs to",
    )


def _tell_too_deep(block: Block, at: int) -> None:
    block.tell(
        at,
        "nested-too-deep",
        f"more than {DEEPEST_INDENTATION} blocks are nested here",
        block.lines[at].words[0],
        hint="move the inner lines into a rule of their own and `do` it here",
    )


def check_constants(block: Block) -> None:
    """Mends `True`, `False` and `None`, which would be taken for names."""
    for at, line in enumerate(block.lines):
        for before, word in zip([None, *line.words], line.words, strict=False):
            constant = CONSTANTS.get(word.text)
            if not constant or line.spoken or (before and before.text == "."):
                continue
            block.tell(
                at,
                "syntax",
                f"`{word.text}` is not how this value is written here",
                word,
                mark=f"means `{constant}`",
                hint=change(f"write `{constant}`", block.span(word), constant),
            )
            row = block.rows[word.line]
            block.rows[word.line] = (
                row[: word.column - 1] + constant + row[word.end - 1 :]
            )
