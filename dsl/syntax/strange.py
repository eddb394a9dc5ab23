"""Characters that do not show, or show as something else: told once, and read over."""

from collections.abc import Callable

from attrs import Factory, define

from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Edit, Remedy
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.text import (
    is_invisible,
    is_strange_blank,
    named,
    parts_of,
    turned,
)


@define
class Strange:
    """What was found in the rows of a file.

    Attributes:
        path: The name that the reader knows the file by.
        places: Where each kind of blank or invisible character stands.
        turned: Where the text is shown in another order than it is written.
        unread: Rows that cannot be read because of such a character.
    """

    path: str
    places: dict[tuple[str, bool], list[Span]] = Factory(dict)
    turned: list[Span] = Factory(list)
    unread: dict[int, str] = Factory(dict)

    def problems(self) -> list[Diagnostic]:
        """One problem for each kind of character."""
        result = [
            self._diagnostic(character, indents, spans)
            for (character, indents), spans in self.places.items()
        ]
        if self.turned:
            number = len(self.turned)
            more = f" ({number} in this file)" if number > 1 else ""
            result.append(
                problem(
                    "turned-text",
                    self.turned[0],
                    "a hidden character makes this read in another order than it is "
                    f"written{more}",
                    mark="turned from here",
                    hint=Remedy(
                        "delete it", tuple(Edit(span, "") for span in self.turned)
                    ),
                )
            )
        return result

    def _diagnostic(
        self, character: str, indents: bool, spans: list[Span]
    ) -> Diagnostic:
        name = named(character)
        more = f" ({len(spans)} in this file)" if len(spans) > 1 else ""
        if not is_strange_blank(character):
            return problem(
                "syntax",
                spans[0],
                f"an invisible character ({name}) means nothing outside a text{more}",
                hint=Remedy("delete it", tuple(Edit(span, "") for span in spans)),
            )
        article = "an" if name[0] in "aeiou" else "a"
        where = "in the indentation" if indents else "between words"
        return problem(
            "bad-indentation" if indents else "syntax",
            spans[0],
            f"{article} {name} is no blank {where}{more}",
            mark=f"{article} {name}",
            hint=Remedy(
                "write a blank for it", tuple(Edit(span, " ") for span in spans)
            ),
        )


def clean(rows: list[str], path: str) -> Strange:
    """Mend rows whose blanks are none; those with invisible characters stay unread."""
    strange = Strange(path)
    for number, row in enumerate(rows):
        if row.isascii():
            continue
        code, free = parts_of(row)
        for start, end in free:
            at = turned(row[start:end])
            if at is not None:
                strange.turned.append(_at(path, number, start + at))
        if "".join(row[a:b] for a, b in code).isascii():
            continue
        indent = len(row) - len(row.lstrip())
        rows[number] = _mended(row, code, is_strange_blank, strange, number, indent)
        if any(map(is_invisible, "".join(row[a:b] for a, b in code))):
            _mended(row, code, is_invisible, strange, number, indent)
            strange.unread[number] = row
    return strange


def _mended(
    row: str,
    code: list[tuple[int, int]],
    is_meant: Callable[[str], bool],
    strange: Strange,
    number: int,
    indent: int,
) -> str:
    """The row with blanks for what is meant, each of which is noted."""
    letters = list(row)
    for start, end in code:
        for at in range(start, end):
            if is_meant(row[at]):
                key = (row[at], at < indent)
                strange.places.setdefault(key, []).append(_at(strange.path, number, at))
                letters[at] = " "
    return "".join(letters)


def _at(path: str, number: int, at: int) -> Span:
    return Span(path, number + 1, at + 1, number + 1, at + 2)
