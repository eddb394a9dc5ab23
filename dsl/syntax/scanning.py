"""The words and signs of a line of text, as the block cutter and the formatter see them.

The grammar reads with words of its own, which depend on what may stand at a place; these
do not, so that lines that cannot be read have words, too.
"""

import re
from collections.abc import Iterable, Iterator

from attrs import frozen

SIGNS = ".. -> == != <= >= += -=".split()
"""The signs of the language with more than one character."""

FOREIGN = "=== => =< <> := *= /= ++ -- && || // **".split()
"""Those that other languages have: each is one sign in what is told of it."""


CITATION = r"@[A-Z]+-[A-Z]?[0-9]+(?:\.\.[0-9]+)?"
"""How paragraphs of the rulebook are cited: `@KF-12`, or `@KF-12..15` for several."""

MOST_CITED = 100
"""So many paragraphs at most stand between the two numbers of a citation."""


def cited(citation: str) -> tuple[str, ...]:
    """The paragraphs that a citation names; none if it names too many, or backwards."""
    first, _, last = citation.removeprefix("@").partition("..")
    if not last:
        return (first,)
    start = re.search(r"[0-9]+$", first)
    assert start is not None
    numbers = range(int(start[0]), int(last) + 1)
    if len(numbers) > MOST_CITED:
        return ()
    return tuple(f"{first[: start.start()]}{number}" for number in numbers)


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
    def is_sign(self) -> bool:
        """Whether it is a sign such as `+` or `(`."""
        return not (self.is_plain or self.text[0].isdecimal() or self.text[0] in '"@#')

    @property
    def is_plain(self) -> bool:
        """Whether it is neither a sign, nor a number, nor a text in quotes."""
        return self.text[:1].isalpha() or self.text[:1] == "_"

    @property
    def is_cite(self) -> bool:
        """Whether it names a paragraph of the rulebook."""
        return self.text[0] == "@" and len(self.text) > 1


def _pattern(signs: Iterable[str]) -> re.Pattern[str]:
    longest_first = sorted(signs, key=len, reverse=True)
    return re.compile(
        rf'"[^"]*"|"[^"]*$|\#.*|{CITATION}|[^\W\d]\w*|\d+|'
        + "|".join(map(re.escape, longest_first))
        + r"|[^ \t]"
    )


_READ, _MEANT = _pattern(SIGNS), _pattern([*SIGNS, *FOREIGN])


def words_of(row: str, number: int) -> list[Word]:
    """The words of a row of text, each with its place; comments are left out."""
    return [
        Word(match[0], number, match.start() + 1)
        for match in _MEANT.finditer(row)
        if not match[0].startswith("#")
    ]


def all_words(row: str) -> Iterator[Word]:
    """The words of a row that can be read, its comment as the last one."""
    for match in _READ.finditer(row):
        yield Word(match[0], 0, match.start() + 1)
