"""Problems as values: what is wrong, where, and what to try."""

from collections import Counter
from collections.abc import Iterable
from enum import Enum

from attrs import field, frozen

from rulesrun.dsl.problems.spans import Span


class Severity(Enum):
    """How much a problem matters: an error stops the game, a warning does not.

    A note is what only nobody has proved to be right: it is told to who asks for it.
    """

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@frozen
class Label:
    """A further place that belongs to a problem, with a word on what it is."""

    span: Span
    text: str


@frozen
class Edit:
    """A text to be put in place of what stands at a span; an empty span inserts it."""

    span: Span
    text: str


@frozen
class Remedy:
    """What to try: a sentence and, where that names an exact change, the change."""

    sentence: str
    edits: tuple[Edit, ...] = ()


@frozen(kw_only=True)
class Diagnostic:
    """One problem of a rule file.

    `code` stands in the catalogue (`rulesrun.dsl.problems.codes`), `message` is one sentence
    in the game's terms, `mark` the word under the marked place, `hint` one sentence
    on what to try. `edits` is the change that the hint names, if it names one exactly:
    made together, they leave one problem fewer.
    """

    code: str
    severity: Severity
    message: str
    span: Span
    mark: str = ""
    labels: tuple[Label, ...] = field(default=())
    hint: str | None = None
    edits: tuple[Edit, ...] = field(default=())


def severities(diagnostics: Iterable[Diagnostic]) -> tuple[int, int, int]:
    """How many errors, warnings and notes there are."""
    counts = Counter(d.severity for d in diagnostics)
    return counts[Severity.ERROR], counts[Severity.WARNING], counts[Severity.NOTE]
