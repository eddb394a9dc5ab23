"""Lines of rules as HTML, coloured by the words of the language."""

from __future__ import annotations

from html import escape

from rulesrun.dsl.builtins import FUNCTIONS
from rulesrun.dsl.syntax.reader import words_of_the_grammar
from rulesrun.dsl.syntax.scanning import Word, all_words
from rulesrun.dsl.syntax.vocabulary import DECLARATIONS
from rulesrun.dsl.syntax.words import (
    BUILTIN_ENUMS,
    BUILTIN_NAMES,
    KEYWORDS,
    ZONES,
)
from rulesrun.language_server.textmate import CONSTANTS, TYPES

STYLE = """\
.code .k { color: var(--word); } .code .d { color: var(--word); font-weight: 700; }
.code .t { color: var(--type); } .code .f { color: var(--call); }
.code .n { color: var(--value); } .code .s { color: var(--text); }
.code .c { color: var(--faint); font-style: italic; }
"""

_KINDS = {
    **dict.fromkeys(TYPES | set(ZONES) | set(BUILTIN_ENUMS), "t"),
    **dict.fromkeys(BUILTIN_NAMES, "n"),
    **dict.fromkeys(FUNCTIONS, "f"),
    **dict.fromkeys(KEYWORDS, "k"),
    **dict.fromkeys(CONSTANTS, "n"),
}


def coloured(line: str) -> str:
    """A line of rules, each quoted text in it kept in its own direction."""
    result: list[str] = []
    last = 0
    words = list(all_words(line))
    for at, word in enumerate(words):
        start = word.column - 1
        result.append(escape(line[last:start]))
        following = words[at + 1] if at + 1 < len(words) else None
        result.append(_span(word, following, first=at == 0))
        last = start + len(word.text)
    result.append(escape(line[last:]))
    return "".join(result)


def _span(word: Word, following: Word | None, *, first: bool) -> str:
    """A word in the colour of its kind; names and signs have none."""
    text = word.text
    if text[0] == '"' and len(text) > 1 and text[-1] == '"':
        return f'<span class="s">"<bdi>{escape(text[1:-1])}</bdi>"</span>'
    kind = _kind(word, following, first=first)
    return f'<span class="{kind}">{escape(text)}</span>' if kind else escape(text)


def _kind(word: Word, following: Word | None, *, first: bool) -> str | None:
    text = word.text
    if text[0] in '"#':
        return "s" if text[0] == '"' else "c"
    if text[0].isdecimal():
        return "n"
    if not word.is_plain:
        return None
    if first and word.column == 1 and text in DECLARATIONS:
        return "d"
    kind = _KINDS.get(text)
    called = following is not None and following.text == "("
    if kind == "f" and not called:
        return None
    if kind is None and first and text in words_of_the_grammar():
        heads = following is not None and (following.is_plain or following.text == '"')
        return "k" if heads else None
    return kind
