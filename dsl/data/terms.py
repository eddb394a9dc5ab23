"""The terms of a game: what each thing is called in each language, and what it is not.

`terms.csv` in the folder of the game has a row for each term: in the column `term` its
label in the rules, in a column for each language, such as `fa`, the word that the books
have for it, and in `not fa` other words that stand nowhere for it, with `;` between them.
"""

import csv
import io
import posixpath
import re
from collections.abc import Iterator

from attrs import frozen

from rulesrun.dsl.text import lines_of

_LETTERS = r"\w\u200c\u064b-\u0655"


@frozen
class Term:
    """A term in one language; `line` is that of `terms.csv`."""

    term: str
    word: str
    avoided: tuple[str, ...]
    line: int

    def misused(self, text: str) -> Iterator[tuple[int, str]]:
        """The words of a text that should be another one, and where each begins."""
        for word in self.avoided:
            pattern = rf"(?<![{_LETTERS}]){re.escape(word)}(?![{_LETTERS}])"
            yield from ((match.start(), word) for match in re.finditer(pattern, text))


def terms_name(path: str) -> str:
    """The file of the terms of a rules file: `GAME/terms.csv`."""
    return posixpath.join(posixpath.splitext(path)[0], "terms.csv")


def read_terms(text: str, language: str) -> tuple[Term, ...]:
    """The terms in a language; none where the table has no column for it."""
    rows = csv.DictReader(io.StringIO("\n".join(lines_of(text))))
    terms: list[Term] = []
    for row in rows:
        cells = {name: (cell or "").strip() for name, cell in row.items() if name}
        word = cells.get(language, "")
        avoided = tuple(
            other.strip()
            for other in cells.get(f"not {language}", "").split(";")
            if other.strip()
        )
        if word or avoided:
            terms.append(Term(cells.get("term", ""), word, avoided, rows.line_num))
    return tuple(terms)
