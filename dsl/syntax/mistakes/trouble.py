"""What is known of a line that cannot be read, and what is found to be wrong with it."""

from attrs import frozen

from rulesrun.dsl.syntax.lines import Block
from rulesrun.dsl.syntax.scanning import Word
from rulesrun.dsl.syntax.vocabulary import (
    DECLARATIONS,
    HEADERS,
    INNER,
    SCENARIO_LINES,
    STATEMENTS,
)
from rulesrun.dsl.syntax.words import SCENARIOS


@frozen(kw_only=True)
class Trouble:
    """The first word of a line that cannot stand where it stands.

    `at` is its place among the words, or their number if the line ends too early;
    `fits` is what could stand there. Behind `turn p:` on the same line another line
    begins, at the word `base`.
    """

    block: Block
    line: int
    at: int
    fits: frozenset[str]
    base: int = 0

    @property
    def words(self) -> list[Word]:
        """The words of the line."""
        return self.block.lines[self.line].words[self.base :]

    @property
    def start(self) -> str:
        """The first word of the line."""
        return self.words[0].text

    @property
    def at_end(self) -> bool:
        """Whether the line ends too early, citations aside."""
        return self.at + self.base >= len(self.block.lines[self.line].content)

    @property
    def length(self) -> int:
        """How many words the line has, its citations aside."""
        return len(self.block.lines[self.line].content) - self.base

    def text(self, distance: int = 0) -> str:
        """A word before (-1), at (0) or after (1) the place."""
        place = self.at + distance
        return self.words[place].text if 0 <= place < len(self.words) else ""

    def source(self, first: int = 0, last: int | None = None) -> str:
        """Some words of the line as they are written, without its citations."""
        words = self.block.lines[self.line].content[self.base :][first:last]
        rows = {word.line for word in words}
        return self.block.source(words) if len(rows) == 1 else ""

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
        if self.block.lines[self.line].is_choice and self.start not in HEADERS:
            if texts & {"must", "may"} and "choose" not in texts:
                return "choice", "p must buy(p)"
            if self.start == "choose":
                return "choice", STATEMENTS["choose"]
            if "from" in texts:
                return "choice", "p chooses cards from p.hand, at least 1"
            return "choice", "p chooses h in land"
        if kind in INNER and (
            kind not in SCENARIOS or self.block.parents[self.line] == 0
        ):
            what, example = INNER[kind]
            own = SCENARIO_LINES if kind in SCENARIOS else {}
            return what, own.get(self.start, example)
        if self.start in STATEMENTS:
            return f"`{self.start}` line", STATEMENTS[self.start]
        above = self.block.parents[self.line]
        if above >= 0 and self.block.lines[above].is_choice:
            if not self.block.lines[above].opens:
                return "condition of a choice", STATEMENTS["where"]
            return "entry of a menu", "buy(p)"
        if texts & {"=", "+=", "-="}:
            return "change of a value", "p.points += 3"
        return "line", None


@frozen(kw_only=True)
class Finding:
    """What is wrong with a line; `first` to `last` are the words to point at.

    `instead` is what the hint puts in their place, if it names that exactly, or in the
    place of the words `over`: from the first of them up to, not including, the last.
    `rewritten` is what it puts in the place of the whole line. Without a hint, either is
    said to be written. Where that is `guessed`, it is tried before it is said, and
    `otherwise` is the hint if the line cannot be read with it either.
    `culprit` is another line that is to blame; `quiet` says nothing, since the reason
    has been told with another line.
    """

    message: str
    hint: str | None = None
    code: str = "syntax"
    mark: str = ""
    first: int | None = None
    last: int | None = None
    instead: str | None = None
    over: tuple[int, int] | None = None
    rewritten: str | None = None
    otherwise: str | None = None
    guessed: bool = False
    culprit: int | None = None
    quiet: bool = False

    @property
    def advice(self) -> str | None:
        """What to do about it."""
        replacement = self.rewritten or self.instead
        return (
            f"write `{replacement}`" if self.hint is None and replacement else self.hint
        )
