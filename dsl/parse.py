"""From text to tree: the blocks of a rule file, read one at a time.

A line that begins at the left margin begins a block. Each block is first looked at as
plain lines (brackets, indentation, colons), then read by Lark. A line that cannot be
read is told of once, taken out, and the block is read again, so that one mistake gives
one message and hides nothing else. More than 400 lines, in three parts that could be
three files: the lines of a block, what is wrong with a line, and the reading itself.
"""

import re
import unicodedata
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import resources
from itertools import pairwise
from threading import Lock
from typing import cast

from attrs import define, field, frozen
from lark import Lark, Token
from lark.exceptions import LarkError, UnexpectedInput, UnexpectedToken
from lark.indenter import Indenter
from lark.lexer import PatternStr

from rulesrun.dsl.build import Builder
from rulesrun.dsl.codes import problem
from rulesrun.dsl.diagnostics import Diagnostic, Label
from rulesrun.dsl.nearest import nearest
from rulesrun.dsl.nodes import Decl, RuleFile
from rulesrun.dsl.spans import Span
from rulesrun.dsl.words import RESERVED

EDITION = 1
LONGEST_LINE = 2000
DEEPEST_INDENTATION = 40
MOST_BRACKETS = 100
DEEPEST_EXPRESSION = 150  # with the indentation a tree stays below about 200 levels
LONGEST_STATEMENT = 3000
MOST_PER_BLOCK = 20
MOST_PER_FILE = 100


@frozen
class ParseResult:
    """What could be read of a text, and what was wrong with the rest.

    `broken` holds the words of the lines that could not be read: what they declare or
    use is not known, so nothing should be said about them.
    """

    file: RuleFile | None
    diagnostics: tuple[Diagnostic, ...] = ()
    broken: frozenset[str] = frozenset()


# ---- what a rule file is made of -------------------------------------------

DECLARATIONS = {
    "language": "language 1",
    "include": 'include "nim.rules"',
    "game": 'game nim "Nim":',
    "option": 'option long_game "Long game": bool = false',
    "enum": "enum Colour: red, blue",
    "card": 'card Money "money card":',
    "tile": 'tile Building "building":',
    "piece": "piece settlement: 40 for each player",
    "board": "board land: hex 20 x 20",
    "supply": "supply:",
    "table": "table prize (place: 1..3 -> points: int):",
    "map": 'map coast (row: 0..9, column: 0..9 -> ground: Ground) from "coast.txt":',
    "neutral": "neutral dummy when player_count == 2",
    "state": "state:",
    "each": "each player:",
    "constant": "constant hand_limit = 6",
    "function": "function wealth(p: player) -> int = p.gold + p.silver",
    "rule": "rule refill:",
    "action": 'action buy(p: player) "Buy a building":',
    "event": "event built(p: player, h: cell)",
    "when": "when built(p, h):",
    "amount": "amount tax(p: player) = 2",
    "adjust": "adjust tax(p) when p.evades: result - 1",
    "play": "play:",
    "scenario": 'scenario "an exact payment":',
}
"""The words that begin a declaration, with an example of each."""

STATEMENTS = {
    "let": "let price = market[slot].cost",
    "if": "if p.points > 3:",
    "else": "else if p.points > 3:",
    "for": "for each p in players:",
    "while": "while deck is not empty:",
    "repeat": "repeat 3 times:",
    "until": "until deck is empty",
    "stop": "stop",
    "next": "next",
    "pass": "pass",
    "return": "return p.points",
    "do": "do refill(p)",
    "raise": "raise built(p, h)",
    "move": "move cards to p.hand",
    "draw": "draw 2 from deck to p.hand",
    "shuffle": "shuffle deck",
    "turn": "turn p:",
    "phase": 'phase "Spring":',
    "announce": 'announce "First scoring"',
    "rank": "rank players by most it.points",
    "end": "end game",
    "best": "best for p by total(p):",
    "nobody": "nobody wins",
    "choose": "choose h in land",
    "require": 'require p.gold >= 2 "that is too little gold"',
    "where": 'where h.owner is none "the hex is taken"',
    "prefer": "prefer h.owner is none",
    "otherwise": "otherwise:",
}
"""The words that begin a line of a rule or an action, with an example of each."""

INNER = {
    "game": ("line of the game", "players 2..4"),
    "enum": ("value of an enum", 'florin "Florin"'),
    "card": ("field of a card", "value: 1..9"),
    "tile": ("field of a tile", "cost: 0..13"),
    "supply": ("line of the supply", "3 of each Money"),
    "table": ("row of a table", "pavilion | 1 | 8"),
    "map": ("letter or row of a map", "W = water"),
    "state": ("variable", "deck: deck of Money"),
    "each": ("variable", "hand: hand of Money, seen by owner"),
    "scenario": ("line of a scenario", "player 1: buy slot=florin"),
}
"""The lines inside blocks that hold no statements, with an example of each."""


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


HEADERS = _set(
    """
    game enum card tile supply table map state each function rule action when play
    scenario if else for while repeat turn phase best otherwise given option
    """
)
"""The words that begin a line under which indented lines may stand."""

OTHER_WORDS = {
    "def": "function",
    "func": "function",
    "fn": "function",
    "procedure": "rule",
    "method": "rule",
    "sub": "rule",
    "setup": "play",
    "class": "card",
    "struct": "card",
    "const": "constant",
    "var": "let",
    "test": "scenario",
    "elif": "else if",
    "elseif": "else if",
    "elsif": "else if",
    "foreach": "for each",
    "loop": "repeat",
    "break": "stop",
    "exit": "stop",
    "continue": "next",
    "print": "announce",
    "say": "announce",
    "call": "do",
    "emit": "raise",
    "assert": "require",
    "put": "move",
    "deal": "draw",
}
"""What other languages say, and the word for it here."""

INSTEAD = {
    "&&": "and",
    "&": "and",
    "||": "or",
    "|": "or",
    "!": "not",
    "<>": "!=",
    "=>": ">=",
    "=<": "<=",
    "===": "==",
    ":=": "=",
    "%": "mod",
    "×": "*",
    "÷": "/",
    "−": "-",
    "–": "-",
    "…": "..",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
}
"""Signs of other languages, and what is written here."""

CONSTANTS = {
    "True": "true",
    "False": "false",
    "None": "none",
    "TRUE": "true",
    "FALSE": "false",
    "NONE": "none",
    "null": "none",
}
"""Fixed values as other languages write them; of the same length, to keep columns."""


# ---- the lines of a block --------------------------------------------------

WORD = re.compile(
    r'"[^"]*"|"[^"]*$|\#.*'
    r"|@[A-Z]+-[A-Z]?[0-9]+|[^\W\d]\w*|\d+"
    r"|===|==|=>|=<|!=|<=|>=|<>|:=|\+=|-=|\*=|/=|\+\+|--"
    r"|\.\.|->|&&|\|\||//|\*\*|[^ \t]"
)
SPOKEN = re.compile(r" *(expect +(refused|(only +)?offered) +)?player +[0-9]+ *:")
CLOSING = {")": "(", "]": "[", "}": "{"}
LAYOUT = frozenset({"bad-indentation", "missing-indent"})
FLAT = frozenset({",", "|", ":"})


@frozen
class Word:
    """A word or sign of a line; `line` counts from 0 in its block, `column` from 1."""

    text: str
    line: int
    column: int

    @property
    def end(self) -> int:
        """The column after its last character."""
        return self.column + len(self.text)

    @property
    def is_plain(self) -> bool:
        """Whether it is neither a sign, nor a number, nor a text in quotes."""
        return self.text[:1].isalpha() or self.text[:1] == "_"


@define
class Line:
    """A line as it is meant: with those that continue it while a bracket is open.

    Attributes:
        spoken: whether it is what a player says in a scenario, which is kept as it is.
        told: whether something has been said about it already.
        gone: whether it has been taken out.
        filled: whether `pass` stands in its place, so that its block is not empty.
    """

    words: list[Word]
    indent: int
    first: int
    last: int
    spoken: bool = False
    told: bool = False
    gone: bool = False
    filled: bool = False

    @property
    def said(self) -> list[Word]:
        """The words without the citations at the end."""
        said = list(self.words)
        while said and said[-1].text.startswith("@"):
            said.pop()
        return said

    @property
    def start(self) -> str:
        """The first word."""
        return self.words[0].text if self.words else ""

    @property
    def opens(self) -> bool:
        """Whether indented lines must follow."""
        if self.spoken or not self.said:
            return False
        last = self.said[-1].text
        return last == ":" or (last == "=" and self.start == "function")

    @property
    def is_choice(self) -> bool:
        """Whether conditions on a choice may follow, indented."""
        texts = {word.text for word in self.words}
        return (
            self.start in ("choose", "where", "require", "prefer")
            or "chooses" in texts
            or {"may", "choose"} <= texts
        )


@define
class Block:
    """A declaration with its lines; `offset` lines of the file stand above it."""

    path: str
    offset: int
    rows: list[str]
    diagnostics: list[Diagnostic] = field(factory=list)
    broken: set[str] = field(factory=set)
    lines: list[Line] = field(factory=list)
    tabbed: bool = False

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

    def text(self) -> str:
        """The block as it is left, line by line where it was."""
        rows = list(self.rows)
        for line in self.lines:
            if line.gone:
                rows[line.first : line.last + 1] = [""] * (line.last - line.first + 1)
            if line.filled:
                rows[line.first] = " " * line.indent + "pass"
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

    def parent(self, at: int) -> int | None:
        """The line under which a line stands."""
        for other in range(at - 1, -1, -1):
            if self.lines[other].indent < self.lines[at].indent:
                return other
        return None

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
        parent = self.parent(at)
        if parent is None or self.lines[parent].gone or not self.lines[parent].opens:
            return
        if all(self.lines[i].gone for i in self.group(parent) if i != parent):
            if was_filled:
                self.drop(parent)
            else:
                self.lines[at].filled = True

    def _drop_group(self, at: int) -> None:
        for i in self.group(at):
            line = self.lines[i]
            self.broken.update(word.text for word in line.words if word.is_plain)
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
        hint: str | None = None,
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
    match line.start:
        case "if":
            return below.start == "else"
        case "repeat":
            return below.start == "until"
    return False


def _words(row: str, number: int) -> list[Word]:
    return [
        Word(found[0], number, found.start() + 1)
        for found in WORD.finditer(row)
        if not found[0].startswith("#")
    ]


def _is_unclosed(word: Word) -> bool:
    return word.text[0] == '"' and (len(word.text) == 1 or word.text[-1] != '"')


def _join(block: Block, *, careful: bool) -> bool:
    """Finds the lines of a block; False if the brackets do not match.

    A line goes on while a bracket is open. If brackets do not match in the end, the
    block is looked at again, `careful`: then a line that is indented no deeper than
    the one with the open bracket ends it.
    """
    block.lines, block.diagnostics = [], []
    opened: list[Word] = []
    fits = True
    for number, row in enumerate(block.rows):
        words = _words(row, number)
        if not words:
            continue
        indent = words[0].column - 1
        closes = words[0].text in CLOSING
        spoken = block.kind == "scenario" and SPOKEN.match(row) is not None
        line = block.lines[-1] if block.lines else None
        if line and opened and (closes or not careful or indent > line.indent):
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
        elif word.text in RESERVED or not (word.is_plain or word.text[0] in '"@0123'):
            chains[-1] += 2 if word.text in ("--", "++") else 1
        deepest = max(deepest, sum(chains))
        if word.text in CLOSING.values():
            chains.append(0)
            brackets = max(brackets, len(chains) - 1)
            if brackets > MOST_BRACKETS:
                break
    return deepest, brackets


def _check_size(block: Block) -> None:
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
            hint="work it out in several steps, each with a `let` of its own",
        )


def _check_layout(block: Block) -> None:
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
            elif _lacks_colon(lines[above]):
                _tell_missing_colon(block, above)
            elif len(levels) > DEEPEST_INDENTATION + 1:
                misplaced = True
                _tell_too_deep(block, at)
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
        block.drop(place)


def _may_open(line: Line, below: Line) -> bool:
    """Whether deeper lines may follow, or would follow if a mistake were mended."""
    if line.opens or line.is_choice or line.told or _lacks_colon(line):
        return True
    if line.start in ("where", "require", "prefer"):  # a reason on a line of its own
        return below.start.startswith('"')
    if line.start == "function":
        return line.said[-1].text == "="
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


def _tell_missing_colon(block: Block, at: int) -> None:
    """Says so, and puts the colon where it belongs, so that the rest can be read."""
    last = block.lines[at].said[-1]
    block.tell(
        at,
        "missing-colon",
        "this line has lines under it, but does not end in a colon",
        last,
        mark="no colon after this",
        hint="add `:` at its end",
    )
    row, end = block.rows[last.line], last.end - 1
    block.rows[last.line] = row[:end] + ":" + row[end:].removeprefix(" ")


def _tell_missing_indent(block: Block, at: int) -> None:
    line = block.lines[at]
    block.tell(
        at,
        "missing-indent",
        "nothing stands under this line, which ends in a colon",
        line.words[0],
        line.said[-1],
        mark="opens a block",
        hint="indent the lines that belong to it, by four blanks more than this one",
    )


def _tell_deeper(block: Block, at: int, above: int) -> None:
    upper = block.lines[above]
    block.tell(
        at,
        "bad-indentation",
        "this line is indented deeper than the line above, which opens nothing",
        block.lines[at].words[0],
        mark="too far to the right",
        labels=(Label(block.span(upper.words[0]), "the line above begins here"),),
        hint="let both lines begin in the same column",
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
        f"more than {DEEPEST_INDENTATION} blocks stand inside each other here",
        block.lines[at].words[0],
        hint="move the inner lines into a rule of their own and `do` it here",
    )


def _check_constants(block: Block) -> None:
    """Mends `True`, `False` and `None`, which would be taken for names."""
    for at, line in enumerate(block.lines):
        for before, word in zip([None, *line.words], line.words, strict=False):
            meant = CONSTANTS.get(word.text)
            if not meant or line.spoken or (before and before.text == "."):
                continue
            block.tell(
                at,
                "syntax",
                f"`{word.text}` is not how this value is written here",
                word,
                mark=f"means `{meant}`",
                hint=f"write `{meant}`",
            )
            row = block.rows[word.line]
            block.rows[word.line] = row[: word.column - 1] + meant + row[word.end - 1 :]


# ---- what is wrong with a line ---------------------------------------------

VALUE = _set(
    """
    INT STRING true false none player it NAME ( [ { - not QUANTIFIER every standings
    longest reach regions
    """
)
KIND = _set(
    "int bool text player cell place edge list set bundle SHAPE ZONE ( INT - NAME"
)
GOES_ON = _set("ADD MUL / COMPARE after and or if in is not with without .. . [")
NEVER_SAID = frozenset({"CITE", "_DEDENT", "$END", "ZONE"})
NEEDS = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a text in quotes",
    "_NL": "the end of the line",
    "_INDENT": "an indented line",
    "COMPONENT": "`card` or `tile`",
    "SHAPE": "`hex` or `square`",
    "LATTICE": "`hex` or `square`",
    "WINS": "`wins` or `loses`",
    "CHOOSES": "`chooses`",
    "QUANTIFIER": "`count` or `some`",
    "MOST": "`most` or `least`",
    "ROUND": "`down` or `up`",
    "END": "`top` or `bottom`",
    "CHANGE": "`+=` or `-=`",
    "COMPARE": "a comparison",
    "ADD": "`+` or `-`",
    "MUL": "`*`",
    "CHOICE": "`player 1:` with a choice",
    "REFUSAL": "`refused player 1:` with a choice",
    "OFFER": "`offered player 1:` with a choice",
    "ONLY_OFFER": "`only offered player 1:` with a choice",
}
"""How the things that the grammar names are called in a message."""


@frozen(kw_only=True)
class Trouble:
    """The first word of a line that cannot stand where it stands.

    `at` is its place among the words, or their number if the line ends too early;
    `fits` is what could stand there.
    """

    block: Block
    line: int
    at: int
    fits: frozenset[str]

    @property
    def words(self) -> list[Word]:
        """The words of the line."""
        return self.block.lines[self.line].words

    @property
    def start(self) -> str:
        """The first word of the line."""
        return self.words[0].text

    @property
    def at_end(self) -> bool:
        """Whether the line ends too early, citations aside."""
        return self.at >= len(self.block.lines[self.line].said)

    def text(self, distance: int = 0) -> str:
        """A word before (-1), at (0) or after (1) the place."""
        place = self.at + distance
        return self.words[place].text if 0 <= place < len(self.words) else ""

    @property
    def sets(self) -> bool:
        """Whether the line began with what could be set, or could choose."""
        return self.has("=", "CHANGE", "CHOOSES")

    @property
    def begins(self) -> bool:
        """Whether the first word is the trouble, as a word that begins nothing here."""
        return self.at == 0 or (self.at == 1 and self.sets)

    def has(self, *texts: str) -> bool:
        """Whether all of these could stand here."""
        return self.fits.issuperset(texts)

    @property
    def construct(self) -> tuple[str, str | None]:
        """What was being read, and a right example of it."""
        texts = {word.text for word in self.words}
        kind = self.block.kind
        if self.line == 0:
            return f"`{kind}` line", DECLARATIONS.get(kind)
        if self.block.lines[self.line].is_choice:
            if self.start == "choose":
                return "choice", STATEMENTS["choose"]
            return "choice", "p chooses h in land"
        if kind in INNER and (kind != "scenario" or self.block.parent(self.line) == 0):
            return INNER[kind]
        if self.start in STATEMENTS:
            return f"`{self.start}` line", STATEMENTS[self.start]
        above = self.block.parent(self.line)
        if above is not None and self.block.lines[above].is_choice:
            return "entry of a menu", "buy(p)"
        if texts & {"=", "+=", "-="}:
            return "change of a value", "p.points += 3"
        return "line", None


@frozen(kw_only=True)
class Finding:
    """What is wrong with a line; `first` to `last` are the words to point at."""

    message: str
    hint: str | None = None
    code: str = "syntax"
    mark: str = ""
    first: int | None = None
    last: int | None = None
    culprit: int | None = None


def _lonely(trouble: Trouble) -> Finding | None:
    """A part of a construct whose other part is missing."""
    if trouble.fits == {"until"}:
        lines = trouble.block.lines
        for at in range(trouble.line, -1, -1):
            words = lines[at].words
            below = trouble.block.sibling_below(at)
            if (
                [word.text for word in words[:2]] == ["repeat", ":"]
                and not lines[at].gone
                and (below is None or lines[below].start != "until")
            ):
                return Finding(
                    message="this `repeat:` does not say when it is over",
                    hint="add `until` and a condition under it, in the same column, "
                    "or write `repeat 3 times:`",
                    mark="no `until`",
                    culprit=at,
                )
    if trouble.begins and trouble.start == "else":
        return Finding(
            first=0,
            message="this `else` belongs to no `if`",
            hint="put it right under the lines of an `if`, in the same column as that "
            "`if`",
        )
    if trouble.begins and trouble.start == "until":
        return Finding(
            first=0,
            message="this `until` belongs to no `repeat:`",
            hint="put it right under the lines of a `repeat:`, in the same column",
        )
    return None


def _wrong_sign(trouble: Trouble) -> Finding | None:
    """A sign of another language, or one that rules have no use for."""
    sign, before = trouble.text(), trouble.text(-1)
    if sign in ("'", "‘", "’", "`"):
        return Finding(
            message="texts stand between double quotation marks",
            hint='write "..." around the text',
        )
    if sign in ("“", "”", "„", "«", "»"):
        return Finding(
            message=f"`{sign}` is not the quotation mark that texts stand between",
            hint='write the straight marks "..." around the text',
        )
    if sign in ("|", "||") and trouble.block.kind == "table":
        return Finding(
            message="a cell of this row is empty",
            hint="write `none` or a value between the two `|`",
        )
    if sign in ("//", "/") or (sign == "÷" and not trouble.at_end):
        return _division(trouble, trouble.at)
    if sign == "=" and before in ("=", "<", ">", "!"):
        sign, whole = before + sign, True
    else:
        whole = False
    if sign in INSTEAD:
        return Finding(
            message=f"`{sign}` is not written here",
            hint=f"write `{INSTEAD[sign]}`",
            first=trouble.at - whole,
            last=trouble.at,
        )
    if sign in ("++", "--"):
        return Finding(
            message=f"`{sign}` is not written here",
            hint=f"write `{sign[0]}= 1` to count {'up' if sign == '++' else 'down'}",
        )
    if sign in ("*=", "/="):
        return Finding(
            message=f"`{sign}` is not written here, only `+=` and `-=` are",
            hint="write it out, such as `x = x * 2`",
        )
    if sign in ("**", "^"):
        return Finding(
            message="powers are not written with a sign here",
            hint="write the product, such as `x * x`",
        )
    if sign == ";":
        return Finding(
            message="a line says one thing only",
            hint="put what follows the `;` on a line of its own",
        )
    if sign == "@":
        return Finding(
            message="this does not cite a paragraph of the rulebook",
            hint="write capital letters, a hyphen and a number, such as `@AL-12`",
        )
    if sign[:1] == ".":
        if before.isdecimal() and trouble.text(1).isdecimal():
            return _fraction(trouble, trouble.at - 1)
    elif before == "." and sign.isdecimal() and trouble.text(-2).isdecimal():
        return _fraction(trouble, trouble.at - 2)
    return None


def _fraction(trouble: Trouble, at: int) -> Finding:
    return Finding(
        message="numbers are whole here",
        hint="count in a smaller unit, or write `1..5` for the numbers from 1 to 5",
        first=at,
        last=min(at + 2, len(trouble.words) - 1),
    )


def _foreign_letters(trouble: Trouble) -> Finding | None:
    """Names, numbers or blanks in letters that the language does not use."""
    word = trouble.text()
    if not word or word.isascii():
        return None
    if word.isdecimal():
        return Finding(
            message="numbers are written with the digits 0 to 9 here",
            hint=f"write `{int(word)}`",
        )
    if word[0].isalpha() or word[0] == "_":
        return Finding(
            message="names are written with the letters a to z, digits and `_`",
            hint="name it so, and show people any text as a label: "
            'tower "Tower" fa "برج"',
        )
    name = unicodedata.name(word[0], f"U+{ord(word[0]):04X}").lower()
    shown = f"`{word[0]}`" if word[0].isprintable() else "an invisible character"
    return Finding(
        message=f"{shown} ({name}) means nothing outside a text",
        hint="delete it, or put it between quotation marks",
    )


def _division(trouble: Trouble, at: int) -> Finding:
    return Finding(
        code="division-without-rounding",
        message="this division does not say which way it is rounded",
        hint="write `a / b rounded down` or `a / b rounded up`",
        first=at,
        mark="down or up?",
    )


def _unrounded(trouble: Trouble) -> Finding | None:
    """A division that does not say which way."""
    if trouble.has("rounded") or trouble.has("ROUND"):
        for at in range(min(trouble.at, len(trouble.words)) - 1, -1, -1):
            if trouble.words[at].text == "/":
                return _division(trouble, at)
    return None


def _equals(trouble: Trouble) -> Finding | None:
    """A single equals sign where two things are compared, or the other way round."""
    if trouble.text() == "=" and trouble.has("COMPARE"):
        return Finding(
            code="equals-in-condition",
            message="a single `=` sets a value, but here two values are compared",
            hint="write `==`",
        )
    if trouble.text() == "==" and (trouble.has("=") or not trouble.has("COMPARE")):
        return Finding(
            message="`==` compares two values, but here one is set",
            hint="write a single `=`",
        )
    if trouble.text() in COMPARISONS and not trouble.has("COMPARE"):
        for word in trouble.words[: trouble.at]:
            if word.text in COMPARISONS:
                return Finding(
                    message="two comparisons stand in a row",
                    hint="join them with `and`, such as `1 < x and x < 5`",
                )
    return None


COMPARISONS = frozenset({"==", "!=", "<", ">", "<=", ">="})


def _wrong_is(trouble: Trouble) -> Finding | None:
    """`is` before something that it does not ask about."""
    if trouble.has("empty", "none", "NAME"):
        return Finding(
            message="`is` asks whether something is `none`, `empty` or of some kind",
            hint="write `==` or `!=` to compare with a value",
        )
    return None


def _loose_quantifier(trouble: Trouble) -> Finding | None:
    """`3 + count x in S`, which needs brackets."""
    for at in (trouble.at - 1, trouble.at):
        texts = [word.text for word in trouble.words[max(at, 0) : at + 3]]
        if (
            len(texts) == 3
            and texts[2] == "in"
            and texts[0] in ("count", "some", "no", "all", "the", "first", "every")
        ):
            return Finding(
                message=f"`{texts[0]} {texts[1]} in ...` stands beside other signs",
                hint=f"put brackets around it: `({texts[0]} {texts[1]} in S where P)`",
                first=at,
            )
    return None


def _bare_choice(trouble: Trouble) -> Finding | None:
    """A choice that does not say who chooses, or says it in other words."""
    start, kind = trouble.start, trouble.block.kind
    if trouble.begins and start == "choose":
        return Finding(
            first=0,
            message="this does not say who chooses",
            hint="write `p chooses h in land`, with the player's name for `p`; only "
            "right under an action its own player is meant",
        )
    if trouble.begins and start == "require":
        return Finding(
            first=0,
            message="`require` stands neither right under an action nor under a choice",
            hint="put it among the first lines of the action, or indent it under a "
            "line with `chooses`",
        )
    if (
        trouble.at == 0
        and start in ("where", "prefer", "otherwise")
        and kind != "table"
    ):
        return Finding(
            message=f"this `{start}` stands under no choice",
            hint="indent it under a line such as `p chooses h in land`",
        )
    if kind == "scenario" and start == "player" and not trouble.sets:
        return Finding(
            first=0,
            message="this does not say what the player chooses",
            hint="write it after a colon, such as `player 1: buy slot=florin`",
        )
    if trouble.text() in ("choose", "chose", "choses") and trouble.has("CHOOSES"):
        return Finding(
            message=f"`{trouble.text()}` is not the word for a choice here",
            hint="write `p chooses h in land`, or `p may choose h in land`",
        )
    return None


def _one_line_block(trouble: Trouble) -> Finding | None:
    """Something on the same line after the colon of a header."""
    if trouble.text(-1) == ":" and trouble.has("_NL") and not trouble.has("NAME"):
        return Finding(
            message="something follows the colon on the same line",
            hint="put it on the next line, indented",
        )
    if trouble.text() == ":" and trouble.block.lines[trouble.line].is_choice:
        return Finding(
            message="a line that chooses from a collection does not end in a colon",
            hint="leave the colon out; only `chooses one of:` has it",
        )
    return None


def _no_colon(trouble: Trouble) -> Finding | None:
    """A header that ends without its colon."""
    header = trouble.start in HEADERS or trouble.block.lines[trouble.line].is_choice
    if trouble.at_end and trouble.has(":") and header and trouble.at:
        return Finding(
            code="missing-colon",
            message="this line does not end in a colon",
            hint="add `:` at its end, and indent the lines that belong to it",
            first=trouble.at - 1,
            mark="no colon after this",
        )
    return None


def _not_each(trouble: Trouble) -> Finding | None:
    """`for x in S`, as other languages say it."""
    if trouble.start == "for" and trouble.at == 1 and trouble.has("each"):
        return Finding(
            message="this `for` line says no `each`",
            hint="write `for each p in players:`",
        )
    return None


def _no_arrow(trouble: Trouble) -> Finding | None:
    """A function that does not say what kind of value it gives."""
    if trouble.has("->") and trouble.block.kind == "function":
        return Finding(
            message="this function does not say what kind of value it gives",
            hint="write `->` and the kind after the bracket, such as `-> int`",
        )
    return None


def _kindless_param(trouble: Trouble) -> Finding | None:
    """A parameter without its kind."""
    name = trouble.text(-1)
    if trouble.fits == {":"} and trouble.text(-2) in ("(", ",", "->"):
        return Finding(
            message=f"this does not say what kind of thing `{name}` is",
            hint=f"write it after a colon, such as `{name}: player`",
            first=trouble.at - 1,
        )
    return None


def _wrong_citation(trouble: Trouble) -> Finding | None:
    """A citation in the middle of a line."""
    if trouble.text(-1).startswith("@") and trouble.has("CITE"):
        return Finding(
            message="something follows a citation on the same line",
            hint="let the citation end the line",
        )
    if len(trouble.text()) > 1 and trouble.text()[0] == "@" and not trouble.at_end:
        return Finding(
            message="a citation stands in the middle of a line",
            hint="move it to the end of the line, behind the colon if there is one",
        )
    return None


def _unknown_start(trouble: Trouble) -> Finding | None:
    """A line inside a block that begins with a word that begins nothing there."""
    start, block = trouble.start, trouble.block
    menu = trouble.fits == {"("} and trouble.at == 1 and trouble.line > 0
    if not trouble.words[0].is_plain or trouble.line == 0:
        return None
    if not (trouble.begins or menu):
        return None
    if start in DECLARATIONS and trouble.sets:
        return Finding(
            code="bad-indentation",
            message=f"`{start}` begins a declaration, but stands inside another one",
            hint="let the line begin at the left margin",
            first=0,
        )
    known = {word for word in trouble.fits if word.isalpha() and word.islower()}
    if trouble.sets:
        known = STATEMENTS.keys() - {"where", "prefer", "otherwise"}
        if block.kind != "action":
            known -= {"choose", "require"}
    elif menu:
        known = {"option", "otherwise"}
    if start in known:
        return None
    other = OTHER_WORDS.get(start.lower())
    close = [other] if other else list(nearest(start, known, 1))
    if menu and not close:
        return None
    hint = f"did you mean `{close[0]}`?" if close else _example(trouble)
    if hint is None and trouble.sets:
        hint = (
            f"write `do {start}` to carry out a rule, or `{start} = ...` to set a value"
        )
    return Finding(
        code="unknown-statement",
        message=f"no line here begins with `{start}`",
        hint=hint,
        first=0,
    )


def _idle(trouble: Trouble) -> Finding | None:
    """A line that only names or works out a value."""
    if not trouble.sets or trouble.line == 0 or trouble.at == 0:
        return None
    if trouble.at_end and len(trouble.words) > 1 and trouble.words[1].text == "(":
        return Finding(
            message=f"this line names `{trouble.start}`, but not what to do with it",
            hint=f"write `do {trouble.start}(...)` to carry out a rule",
            first=0,
        )
    if trouble.at_end and trouble.at > 1:
        return Finding(
            message="this line names a value but does nothing with it",
            hint="set it, such as `p.points += 3`, or delete the line",
            first=0,
        )
    if trouble.text() in {*COMPARISONS, "+", "-", "*", "(", "{"}:
        return Finding(
            message="this line works out a value but does nothing with it",
            hint="give it a name, such as `let price = ...`, or delete the line",
            first=0,
        )
    return None


def _half_conditional(trouble: Trouble) -> Finding | None:
    """`a if P` without `else`, and `P ? a : b`."""
    if trouble.text() == "?":
        hint = "write `a if P else b`"
    elif trouble.has("else") and not trouble.has("let") and trouble.start != "if":
        hint = "write `a if P else b`, or put the line under an `if P:` of its own"
    else:
        return None
    return Finding(message="this does not choose between two values", hint=hint)


def _example(trouble: Trouble) -> str | None:
    example = trouble.construct[1]
    return f"write it like this: `{example}`" if example else None


def _needs(fits: frozenset[str]) -> str | None:
    """What a line needs at a place, in words; None if that would be a long list."""
    needs = set(fits - NEVER_SAID)
    phrases = []
    if needs.issuperset({"let", "move", "if"}):
        return "a line that says what happens"
    if needs.issuperset({"INT", "STRING", "(", "true"}):
        phrases.append("a value")
        needs -= VALUE
    if needs.issuperset({"int", "bool", "list"}):
        phrases.append("a kind of thing")
        needs -= KIND
    if needs - GOES_ON - {"("}:
        needs -= GOES_ON | ({"("} if "." in needs else set())
    if needs & {":", "_NL"}:
        needs -= {"STRING", "NAME"}  # labels, which are never needed
    phrases += sorted(NEEDS.get(need, f"`{need}`") for need in needs)
    if not phrases or len(phrases) > 4:
        return None
    *others, last = phrases
    return f"{', '.join(others)} or {last}" if others else last


def _shown(word: str) -> str:
    if word.startswith('"'):
        return "a text"
    return f"`{word}`" if len(word) <= 30 else f"`{word[:29]}…`"


def _misfit(trouble: Trouble) -> Finding:
    """Whatever else is wrong: what stands there, and what could stand there."""
    construct, _ = trouble.construct
    needs = _needs(trouble.fits)
    before = f"after {_shown(trouble.text(-1))} " if trouble.at else ""
    found = _shown(trouble.text())
    if trouble.at_end:
        message = f"this {construct} ends too early"
        if needs:
            message += f": {before}it needs {needs}"
    elif needs and needs != NEEDS["_NL"]:
        message = f"{before}this {construct} needs {needs}, not {found}"
    else:
        message = f"{found} has no place {before}in this {construct}"
    hint: str | None
    if trouble.has("INT", "STRING", "(", "true") and trouble.at:
        hint = f"write a value after {_shown(trouble.text(-1))}"
    elif needs == NEEDS["_NL"] and trouble.has("ADD"):
        hint = "join the two with a sign such as `+` or `and`, or delete one of them"
    elif construct == "change of a value":
        hint = "look for a sign that is missing or stands twice just before this place"
    else:
        hint = _example(trouble)
    return Finding(message=message, hint=hint)


MISTAKES: tuple[Callable[[Trouble], Finding | None], ...] = (
    _lonely,
    _wrong_citation,
    _wrong_sign,
    _foreign_letters,
    _unrounded,
    _equals,
    _wrong_is,
    _loose_quantifier,
    _bare_choice,
    _not_each,
    _no_arrow,
    _kindless_param,
    _no_colon,
    _one_line_block,
    _half_conditional,
    _idle,
    _unknown_start,
)
"""The mistakes that are known by sight; the first that fits is told."""


def _find(trouble: Trouble) -> Finding:
    for mistake in MISTAKES:
        if (finding := mistake(trouble)) is not None:
            return finding
    return _misfit(trouble)


# ---- reading ---------------------------------------------------------------


class GluedError(LarkError):
    """A word of the language runs into the next one: `a andb`."""

    def __init__(self, token: Token) -> None:
        super().__init__()
        self.token = token


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
        return Trouble(block=block, line=at, at=place, fits=fits)

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


# Lark could keep the analysed grammar in a file and save 0.3 s, but as a pickle under a
# name that others can guess, in the folder that everybody may write to.
@cache
def _reader() -> Reader:
    grammar = resources.files("rulesrun.dsl").joinpath("grammar.lark")
    builder = Builder()
    lark = Lark(
        grammar.read_text("utf-8"),
        parser="lalr",
        lexer="contextual",
        postlex=Indentation(),
        maybe_placeholders=True,
        keep_all_tokens=True,  # the builder takes all places from them
        propagate_positions=False,
        transformer=builder,
    )
    spelling = {
        terminal.name: terminal.pattern.value
        for terminal in lark.terminals
        if isinstance(terminal.pattern, PatternStr)
    }
    return Reader(lark, builder, spelling)


_READING = Lock()  # the builder knows one block at a time


def _read(block: Block, reader: Reader) -> Decl | None:
    """Reads a block without the lines that cannot be read."""
    for _ in range(2 * len(block.lines)):  # each time a line goes, or is filled
        if len(block.diagnostics) >= MOST_PER_BLOCK:
            block.drop(0)
        if block.lines[0].gone:
            break
        try:
            declaration = reader.read(block)
        except LarkError as error:
            trouble = reader.trouble(block, error)
            block.drop(_tell(trouble) if trouble else 0)
            continue
        for found in reader.builder.problems:
            # a line that says it may be among those that could not be read
            if found.code != "game-without-players" or not block.diagnostics:
                block.diagnostics.append(found)
        return declaration
    return None


def _tell(trouble: Trouble) -> int:
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
    finding = _find(trouble)
    if finding.culprit is not None:
        at = finding.culprit
        words = block.lines[at].words
        first = last = words[0]
    else:
        words = block.lines[at].words
        place = trouble.at if finding.first is None else finding.first
        first = last = words[max(0, min(place, len(words) - 1))]
        if finding.last is not None:
            last = words[min(finding.last, len(words) - 1)]
    block.tell(
        at,
        finding.code,
        finding.message,
        first,
        last,
        mark=finding.mark,
        hint=finding.hint,
    )
    return at


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


def _rows(text: str) -> list[str]:
    """The lines of a text, whatever they end in."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return text.split("\n")


def _clean(rows: list[str], path: str) -> tuple[list[Diagnostic], bool, dict[int, str]]:
    """Mends what is not text and the tabs, and says so once.

    Tells also whether tabs indent lines, and which rows were too long to be kept.
    """
    long: dict[int, str] = {}
    found: list[Diagnostic] = []
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
            row = " " * (len(row) - len(row.lstrip(" "))) + "_"
        rows[number] = row
    return found, bool(tabbed), long


def _leave_out(block: Block, long: dict[int, str]) -> None:
    """Takes care that nothing more is said about lines that were too long."""
    for line in block.lines:
        for number in range(line.first, line.last + 1):
            if row := long.get(block.offset + number):
                line.told = True
                words = _words(row, number)
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
    elif word.text in STATEMENTS or word.text in ("players", "rulebook", "languages"):
        below = "a game" if word.text not in STATEMENTS else "a rule or an action"
        block.tell(
            0,
            "bad-indentation",
            f"a `{word.text}` line belongs inside {below}, not at the left margin",
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
            hint=f"did you mean `{known[0]}`, as in `{DECLARATIONS[known[0]]}`?"
            if known
            else "begin with a word such as `rule`, `action`, `card` or `state`",
        )
    else:
        block.tell(
            0,
            "unknown-declaration",
            f"a declaration cannot begin with {_shown(word.text)}",
            word,
            hint="begin with a word such as `rule`, `action`, `card` or `state`",
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
                f"edition {_shown(edition)} of the language is not known",
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
    if nearest(blocks[0].kind, {"language"}):
        return None  # it is told as a wrong word
    return problem(
        "missing-language",
        Span(path, 1, 1, 1, 1),
        "the file does not say which edition of the language it is written in",
        hint=f"write `language {EDITION}` as the first line",
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


def parse(text: str, path: str) -> ParseResult:
    """Reads a rule file; whatever is wrong with it becomes a diagnostic.

    There is no file in the result if nothing in it can be relied on: it is empty, no
    text at all, or written in another edition of the language.
    """
    rows = _rows(text)
    diagnostics, tabbed, long = _clean(rows, path)
    if "\0" in text:
        return ParseResult(None, tuple(diagnostics[:1]))
    blocks = []
    for block in _blocks(rows, path):
        block.tabbed = tabbed
        if not _join(block, careful=False):
            _join(block, careful=True)
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
    declarations = []
    with _READING:
        reader = _reader()
        for block in blocks:
            declaration = _declaration(block, reader, len(diagnostics))
            if declaration is not None:
                declarations.append(declaration)
            diagnostics += block.diagnostics
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
    )


def _declaration(block: Block, reader: Reader, found: int) -> Decl | None:
    if found >= MOST_PER_FILE:
        block.drop(0)
        return None
    _check_start(block)
    if block.lines[0].gone:
        block.diagnostics = block.diagnostics[-1:]
        return None
    _check_constants(block)
    _check_size(block)
    _check_layout(block)
    return _read(block, reader)
