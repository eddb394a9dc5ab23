"""What can be written in two ways, in the one that is kept: the words of a line rewritten.

A call without values needs no brackets, `where` stands before `having`, and the reason of a
condition stands below it. What goes over several lines is left as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve, fields

from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.scanning import Word, all_words
from rulesrun.dsl.syntax.words import KEYWORDS

_DECLARING = frozenset(
    "action adjust amount condition event function head rule shown substitution when".split()
)
"""Words that, at the beginning of a line, declare what stands behind them."""

_QUANTIFIERS = frozenset(
    "all any count every first if longest no reach regions runs some standings steps the"
    " after".split()
)
"""Words by which an expression reaches as far right as it can."""

_AFTER_IT = frozenset("at by else for from has order then times to when with".split())
"""Words that end an expression which reaches as far right as it can."""

OPENING, CLOSING = frozenset("([{"), frozenset(")]}")


def in_one_form(words: list[Word]) -> list[Word]:
    """The words of a line in the forms that are kept; its comment stays where it is."""
    return _where_first(_without_empty_brackets(words))


def alike(one: nodes.RuleFile | None, other: nodes.RuleFile | None) -> bool:
    """Whether two files are the same but for brackets with nothing in them."""
    if one is None or other is None:
        return one is other
    return bool(_bare(one.declarations) == _bare(other.declarations))


def _bare(node: Any) -> Any:
    if isinstance(node, tuple):
        return tuple(map(_bare, node))
    if not isinstance(node, nodes.Node):
        return node
    if isinstance(node, nodes.Call) and not node.args:
        return nodes.Name(span=node.span, text=node.name)
    parts = {one.name: getattr(node, one.name) for one in fields(type(node))}
    return evolve(node, **{name: _bare(part) for name, part in parts.items()})


def _without_empty_brackets(words: list[Word]) -> list[Word]:
    """Calls that are given no values, without brackets; not those of actions."""
    result: list[Word] = []
    at = 0
    while at < len(words):
        result.append(words[at])
        at += 1
        if _signs(words[at : at + 2]) == "()" and _is_called(words, at - 1):
            at += 2
    return result


def _signs(words: Sequence[Word]) -> str:
    return "".join(word.text for word in words if word.is_sign)


def _is_called(words: list[Word], at: int) -> bool:
    """Whether a word is the name of what gives a value, or of what `do` and `raise` name."""
    name, before = words[at], words[at - 1].text if at else ""
    if not name.is_plain or name.text in KEYWORDS or before in (".", "must", "may"):
        return False
    follows = words[3].text if len(words) > 3 else ""
    is_item = _signs(words[1:3]) == "()" and (  # of a menu
        follows in ("", ",", "when") or follows[0] in "@#"
    )
    if is_item and before in ("", ","):
        return False
    return not (at == 1 and before in _DECLARING)


def _where_first(words: list[Word]) -> list[Word]:
    """`x in S having O where P` as `x in S where P having O`."""
    for at, word in enumerate(words):
        if word.text == "having" and word.is_plain:
            where = _beyond(words, at, {"where"})
            if where is None or words[where].text != "where":
                continue
            end = _beyond(words, where, _AFTER_IT) or len(words)
            ordered, test = words[at:where], words[where + 1 : end]
            if not any(inner.text in _QUANTIFIERS for inner in (*ordered, *test)):
                new = [words[where], *test, *ordered]
                return _where_first([*words[:at], *new, *words[end:]])
    return words


def _beyond(
    words: list[Word], start: int, ends: set[str] | frozenset[str]
) -> int | None:
    """Where an expression ends that begins behind a word: at one of some words or signs."""
    depth = 0
    for at in range(start + 1, len(words)):
        word = words[at]
        if word.text[0] in "@#":
            return at
        if word.is_sign:
            depth += word.text in OPENING
            depth -= word.text in CLOSING
            if depth < 0 or (depth == 0 and word.text in ",:"):
                return at
        elif depth == 0 and word.is_plain and word.text in ends:
            return at
    return None


def with_reasons_below(lines: Sequence[str]) -> list[str]:
    """The lines of a text, with the reason of each condition below what it asks."""
    result = list(lines)
    at = 0
    while at < len(result):
        place = _reason(list(all_words(result[at])))
        if place is not None:
            _move_below(result, at, *place)
        at += 1
    return result


def _reason(words: list[Word]) -> tuple[int, int] | None:
    """From which column to which the reason of a condition stands behind its values."""
    if len(words) < 4 or words[0].text != "condition" or words[2].text != "(":
        return None
    close = next((at for at, word in enumerate(words) if word.text == ")"), None)
    first = (close or 0) + 1
    if close is None or first >= len(words) or words[first].text[0] != '"':
        return None
    last = first
    while last < len(words) and words[last].text != "=":
        last += 1
    return (words[first].column, words[last - 1].end) if last < len(words) else None


def _move_below(lines: list[str], at: int, first: int, end: int) -> None:
    line = lines[at]
    header = line[: first - 1].rstrip() + line[end - 1 :]
    last, depth = at, 0
    while last + 1 < len(lines):
        words = [w for w in all_words(lines[last]) if w.text[0] not in "@#"]
        depth += sum(w.text in OPENING for w in words if w.is_sign)
        depth -= sum(w.text in CLOSING for w in words if w.is_sign)
        if depth == 0 and words and words[-1].text != "=":
            break
        last += 1
    below = lines[last + 1] if last + 1 < len(lines) else ""
    if below.startswith(" ") and below.strip().startswith('"'):
        return  # it has another one there, which counts
    lines[at] = header
    lines.insert(last + 1, f"    {line[first - 1 : end - 1]}")
