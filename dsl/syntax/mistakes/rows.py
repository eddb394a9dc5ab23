"""Mistakes that are a word or a sign in the wrong place: a row each.

A row says by what the mistake is known, how it looks and how the same is said rightly, and
what a designer is told. `docs/language.md` lists them; a test reads both lines of each.
"""

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
        begins: The words that begin a line where no line begins with them.
        kinds: The blocks in which it is a mistake, if not in all.
        fits: What could stand there instead; without it the row does not apply.
        sets: Whether the line could set a value.
        message: What is wrong; `{word}` is the word itself.
    """

    wrong: str
    right: str
    above: str = "rule r:"
    stops: tuple[str, ...] = ()
    begins: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    fits: str = ""
    sets: bool = False
    message: str
    hint: str
    code: str = "syntax"
    instead: str | None = None

    def __call__(self, trouble: Trouble) -> Finding | None:
        """The mistake, if it is this one."""
        word = trouble.start if self.begins else trouble.text()
        known = self.begins or self.stops
        if (
            (known and word not in known)
            or (self.begins and not trouble.begins)
            or (self.kinds and trouble.block.kind not in self.kinds)
            or (self.fits and not trouble.has(self.fits))
            or (self.sets and not trouble.sets)
        ):
            return None
        return Finding(
            code=self.code,
            message=self.message.replace("{word}", word),
            hint=self.hint,
            first=0 if self.begins else None,
            instead=self.instead,
        )


SIGNS = (
    Row(
        wrong="announce 'now'",
        right='announce "now"',
        stops=("'", "‘", "’", "`"),
        message="texts stand between double quotation marks",
        hint='write "..." around the text',
    ),
    Row(
        wrong="announce «now»",
        right='announce "now"',
        stops=("“", "”", "„", "«", "»"),
        message="`{word}` is not the quotation mark that texts stand between",
        hint='write the straight marks "..." around the text',
    ),
    Row(
        wrong="x = y ** 2",
        right="x = y * y",
        stops=("**", "^"),
        message="powers are not written with a sign here",
        hint="write the product, such as `x * x`",
    ),
    Row(
        wrong="x = 1; y = 2",
        right="x = 1",
        stops=(";",),
        message="a line says one thing only",
        hint="put what follows the `;` on a line of its own",
    ),
    Row(
        wrong="x = 1 @ 12",
        right="x = 1 @AL-12",
        stops=("@",),
        message="this does not cite a paragraph of the rulebook",
        hint="write capital letters, a hyphen and a number, such as `@AL-12`",
    ),
)
"""Signs of other languages, and such as rules have no use for."""

WORDS = (
    Row(
        wrong='require x > 1 "too few"',
        right="if x > 1: return",
        begins=("require",),
        message="`require` stands neither right under an action nor under a choice",
        hint="put it among the first lines of the action, or indent it under a "
        "line with `chooses`",
    ),
    Row(
        wrong="where x > 1",
        right="p chooses h in land\n        where x > 1",
        begins=("where", "prefer", "otherwise"),
        message="this `{word}` stands under no choice",
        hint="indent it under a line such as `p chooses h in land`",
    ),
    Row(
        wrong="p choose h in land",
        right="p chooses h in land",
        stops=("choose", "chose", "choses"),
        fits="CHOOSES",
        message="`{word}` is not the word for a choice here",
        hint="write `chooses`, or `may choose`",
        instead="chooses",
    ),
)
"""Words that stand where nobody looks for them."""

ARROWS = (
    Row(
        wrong="function f():",
        right="function f() -> int:",
        above="",
        kinds=("function",),
        fits="->",
        message="this function does not say what kind of value it gives",
        hint="write `->` and the kind after the bracket, such as `-> int`",
    ),
)
"""What is left out."""

ROWS = (*SIGNS, *WORDS, *ARROWS)
