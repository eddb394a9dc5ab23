"""The one way to write a rule file: same meaning, same comments, even spacing.

Works line by line on the words of the text, so comments and blank lines stay where
they are: indentation by fours, one space between words, table cells in columns,
citations in a column of their own.
"""

import re
from collections.abc import Iterable

from rulesrun.dsl.syntax.forms import in_one_form, with_reasons_below
from rulesrun.dsl.syntax.scanning import Word, all_words
from rulesrun.dsl.syntax.words import KEYWORDS
from rulesrun.dsl.text import lines_of, width

WIDTH = 100
CITE_COLUMN = 76

_CHOICE = re.compile(
    r"^(?:(?:expect\s+(?:refused|only\s+offered|offered)\s+)?player\s+[0-9]+|chance)\s*:"
)
_VALUES = frozenset({"it", "true", "false", "none"})
"""Words of the language that are values: what follows them goes on with an expression."""
_INSIDE = frozenset(
    "at by down exactly from hex least most prefer rhombus square times up within x".split()
)
"""Words of the language that are names elsewhere."""
_DECLARING = frozenset("always amount condition event head shown substitution".split())
"""Words that, at the beginning of a line, have a name behind them."""


def format_rules(text: str) -> str:
    """The text as it should be written; a well-formed text means the same after it."""
    out: list[str] = []
    levels = [0]
    depth = 0
    table: list[tuple[int, list[list[str]], list[str]]] = []
    pending: list[tuple[int, str]] = []  # comments and blank lines, with their indents
    blank = 0
    spoken = valued = False  # whether a line goes on behind a value
    for line in with_reasons_below(_with_cites(lines_of(text))):
        stripped = line.strip(" \t")
        if not stripped:
            blank += 1
            continue
        if stripped.startswith("#"):
            indent = len(line) - len(line.lstrip(" "))
            pending += [(0, "")] * min(blank, 1) + [(indent, stripped)]
            blank = 0
            continue
        indent = len(line) - len(line.lstrip(" "))
        inside = levels[:]
        if depth == 0:
            while indent < levels[-1]:
                levels.pop()
            if indent > levels[-1]:
                levels.append(indent)
            level = len(levels) - 1
        else:
            level = len(levels) - (_closes(stripped) >= depth)
        words = in_one_form(list(all_words(stripped)))
        row = depth == 0 and _is_row(words) and not _CHOICE.match(stripped)
        if table and (not row or table[0][0] != level or pending or blank):
            out += _columns(table)
            table = []
        if depth == 0:
            out += _comments(pending, inside, level)
        else:
            out += _comments(pending, [], len(levels))
        pending = []
        out += [""] * min(blank, 1)
        blank = 0
        if row:
            table.append((level, *_cells(words)))
        elif spoken if depth else _CHOICE.match(stripped):
            spoken = True  # what a player says stays as it is, on every line of it
            out.append("    " * level + stripped)
        else:
            spoken = False
            out.append(_line(level, words, valued))
        depth += _opened(words)
        content = [w for w in words if w.text[0] != "#" and not w.is_cite]
        valued = depth > 0 and not _begins(content, len(content))
    out += _columns(table)
    out += _comments(pending, levels, 0)
    while out and not out[0]:
        out.pop(0)
    while out and not out[-1]:
        out.pop()
    return "\n".join(out) + "\n" if out else ""


def _comments(
    pending: list[tuple[int, str]], levels: list[int], level: int
) -> list[str]:
    """Comments before a line of a level, those at the end of a block as lines of it.

    `levels` are the indents of the blocks that the line before them stands in.
    """
    lines = []
    for indent, comment in pending:
        own = max((at for at, i in enumerate(levels) if i <= indent), default=0)
        lines.append("    " * max(own, level) + comment if comment else "")
    return lines


def _with_cites(lines: Iterable[str]) -> list[str]:
    """The lines, each with the citations that stand alone below it."""
    result: list[str] = []
    last = -1
    for line in lines:
        words = list(all_words(line.strip(" \t")))
        if words and words[0].is_cite and last >= 0:
            above = list(all_words(result[last]))
            at = above[-1].column - 1 if above[-1].text[0] == "#" else len(result[last])
            result[last] = f"{result[last][:at]} {line.strip()} {result[last][at:]}"
            continue
        if words and words[0].text[0] != "#":
            last = len(result)
        result.append(line)
    return result


def _opened(words: Iterable[Word]) -> int:
    signs = [w.text for w in words if w.is_sign]
    return sum(s in "([{" for s in signs) - sum(s in ")]}" for s in signs)


def _closes(line: str) -> int:
    """How many brackets a line closes before anything else."""
    return len(line) - len(line.lstrip(")]}"))


# ---- one line --------------------------------------------------------------


def _line(level: int, words: list[Word], valued: bool) -> str:
    comment = words[-1].text if words and words[-1].text[0] == "#" else ""
    content = [w for w in words if w.text[0] != "#"]
    cites: list[str] = []
    while content and content[-1].is_cite:
        cites.insert(0, content.pop().text)
    text, reason = "    " * level + _joined(content, valued), ""
    if content and content[0].text in ("where", "require", "prefer"):
        cut = next(
            (i for i, w in enumerate(content) if _is_reason(content, i)), len(content)
        )
        text, reason = "    " * level + _joined(content[:cut]), _joined(content[cut:])
        if reason and width(text) + 2 + width(reason) <= WIDTH - 12:
            text, reason = f"{text}  {reason}", ""
    text = _with_tail(text, cites, [comment] if comment else [])
    return f"{text}\n{'    ' * (level + 1)}{reason}" if reason else text


def _is_reason(content: list[Word], at: int) -> bool:
    """Whether the words from there on are a reason and its translations."""
    rest = content[at:]
    words = [
        (w.text.isidentifier() if i % 2 else w.text[0] == '"')
        for i, w in enumerate(rest)
    ]
    return all(words) and at > 1  # "text" fa "text" de "text"


def _with_tail(text: str, cites: list[str], comments: list[str]) -> str:
    """A line with its citations in their column, and its comment.

    Citations that reach too far begin further left, or stand on lines of their own.
    """
    if cites:
        size = width(" ".join(cites))
        column = CITE_COLUMN if CITE_COLUMN + size <= WIDTH else WIDTH - size
        if column >= width(text) + 2:
            text += " " * (column - width(text)) + " ".join(cites)
        else:
            text = _with_cites_below(text, cites)
    return "  ".join([text, *comments]).rstrip()


def _with_cites_below(text: str, cites: list[str]) -> str:
    """A line with as many citations as it has room for, and the others below it."""
    rows, begun = [text], False
    for cite in cites:
        gap = 1 if begun else max(CITE_COLUMN - width(rows[-1]), 2)
        if width(rows[-1]) + gap + width(cite) > WIDTH:
            rows.append(" " * CITE_COLUMN + cite)
        else:
            rows[-1] += " " * gap + cite
        begun = True
    return "\n".join(rows)


def _joined(words: list[Word], valued: bool = False) -> str:
    """Words with blanks between them; `valued` if a value stands before the first."""
    text = ""
    unary = False
    for at, word in enumerate(words):
        if at and _spaced(words, at, unary):
            text += " "
        text += word.text
        is_minus = word.text == "-" and word.is_sign
        unary = is_minus and (_begins(words, at) if at else not valued)
    return text


def _begins(line: list[Word], at: int) -> bool:
    """Whether a value begins at that word, so that a minus before it is a sign."""
    if not at:
        return True
    before = line[at - 1]
    if before.is_plain:
        return _is_keyword(line, at - 1)
    return before.is_sign and before.text not in (")", "]", "}")


def _spaced(line: list[Word], at: int, unary: bool) -> bool:
    """Whether a blank stands before that word."""
    left, right = line[at - 1], line[at]
    if right.is_sign and right.text in (",", ":", ")", "]", "}", ".", ".."):
        return False
    if left.is_sign and left.text in ("(", "[", "{", ".", ".."):
        return False
    if unary or _is_stated(line, at) or _is_stated(line, at - 1):
        return False
    if right.is_sign and right.text in ("(", "["):
        if left.is_plain and not _is_keyword(line, at - 1):
            columns = at == 2 and line[0].text in ("table", "map")
            return right.text == "(" and columns
        return not (left.is_sign and left.text in (")", "]"))
    return True


def _is_stated(line: list[Word], at: int) -> bool:
    """Whether a word is the sign in `options c of build tile="Inn"`."""
    asks = line[0].text in ("expect", "always", "let")
    return asks and at > 2 and line[at].is_sign and line[at].text == "="


def _is_keyword(line: list[Word], at: int) -> bool:
    """Whether a word is one of the language; `most(...)` is a function like others."""
    word = line[at].text
    if at and line[at - 1].text == ".":
        return False
    if word in KEYWORDS:
        return word not in _VALUES
    if word not in _INSIDE:
        return False
    if not at:
        return word == "prefer"
    before = line[at - 1]
    match word:
        case "most" | "least":
            limits = before.text == "at" and line[at - 2].text == ","
            return limits or before.text in ("by", "then", "having")
        case "down" | "up":
            return before.text == "rounded"
        case "hex" | "rhombus" | "square":
            return line[0].text == "board"
        case "x":
            return line[0].text == "board" and not _begins(line, at)
        case "at" | "exactly" if before.text == ",":
            return True
        case _:
            named = before.text in ("must", "may") or (
                at == 1 and before.text in _DECLARING
            )
            walks = word == "from" and before.text == "reach"
            return walks or not (named or _begins(line, at))


# ---- rows of tables --------------------------------------------------------


def _is_row(words: list[Word]) -> bool:
    return any(w.is_sign and w.text == "|" for w in words)


def _cells(words: list[Word]) -> tuple[list[list[str]], list[str]]:
    cells: list[list[Word]] = [[]]
    tail: list[str] = []
    for word in words:
        if word.is_cite or word.text[0] == "#":
            tail.append(word.text)
        elif word.text == "|" and word.is_sign:
            cells.append([])
        else:
            cells[-1].append(word)
    return [[_joined(cell)] for cell in cells], tail


def _columns(table: list[tuple[int, list[list[str]], list[str]]]) -> list[str]:
    if not table:
        return []
    count = max(len(cells) for _, cells, _ in table)
    widths = [
        max((width(cells[i][0]) for _, cells, _ in table if i < len(cells)), default=0)
        for i in range(count)
    ]
    lines = []
    for level, cells, tail in table:
        pairs = zip(cells, widths, strict=False)
        padded = [cell[0] + " " * (size - width(cell[0])) for cell, size in pairs]
        text = "    " * level + " | ".join(padded).rstrip()
        cites = [t for t in tail if t.startswith("@")]
        comments = [t for t in tail if not t.startswith("@")]
        lines.append(_with_tail(text, cites, comments))
    return lines
