"""Mistakes that are known by the words where reading stops: a row each.

A row says by what the mistake is known, how it looks and how the same is said rightly, and
what a designer is told. `docs/designers.md` lists them; a test reads both lines of each.
"""

from collections.abc import Container

from attrs import frozen

from rulesrun.dsl.syntax.mistakes.trouble import Finding, Trouble


@frozen(kw_only=True)
class Row:
    """One mistake.

    Attributes:
        wrong: A line with it, and `right` the line that was meant; of a rule, where
            `above` says nothing else.
        above: The lines that it stands under.
        stops: The words at which reading stops, if it is known by that.
        before: The words of which one stands before it, and `after` behind it.
        starts: The words that the line starts with.
        begins: The words that begin a line where no line begins with them.
        kinds: The blocks in which it is a mistake, if not in all.
        fits: What could stand there instead; without it the row does not apply.
        misses: What could not stand there.
        message: What is wrong; `{word}` is the word itself, `{before}` the one before it
            and `{after}` the one behind it.
        first: The first word to point at, counted from the one at which reading stops.
        number: How many words `instead` stands for.
    """

    wrong: str
    right: str
    above: str = "rule r:"
    stops: Container[str] = ()
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    starts: tuple[str, ...] = ()
    begins: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    fits: str = ""
    misses: str = ""
    message: str
    hint: str | None = None
    code: str = "syntax"
    first: int = 0
    instead: str | None = None
    number: int = 1

    def __call__(self, trouble: Trouble) -> Finding | None:
        """The mistake, if it is this one."""
        named = {
            "word": trouble.start if self.begins else trouble.text(),
            "before": trouble.text(-1),
            "after": trouble.text(1),
        }
        if (
            (self.stops and named["word"] not in self.stops)
            or (self.before and named["before"] not in self.before)
            or (self.after and named["after"] not in self.after)
            or (self.starts and trouble.start not in self.starts)
            or (self.begins and not (trouble.begins and trouble.start in self.begins))
            or (self.kinds and trouble.block.kind not in self.kinds)
            or (self.fits and not trouble.has(self.fits))
            or (self.misses and trouble.has(self.misses))
        ):
            return None
        at = trouble.at
        return Finding(
            code=self.code,
            message=_filled(self.message, named),
            hint=self.hint and _filled(self.hint, named),
            first=0 if self.begins else at + self.first if self.first else None,
            instead=self.instead,
            over=(at, at + self.number) if self.first or self.number > 1 else None,
        )


def _filled(text: str, named: dict[str, str]) -> str:
    """A text with the words that it cites."""
    for name, word in named.items():
        text = text.replace(f"{{{name}}}", word)
    return text
