"""Slips in signs and numbers: how they are written otherwise, tried in turn."""

import unicodedata

from rulesrun.dsl.syntax.mistakes.rows import Row
from rulesrun.dsl.syntax.mistakes.trouble import Finding, Trouble
from rulesrun.dsl.syntax.vocabulary import COMPARISONS, INSTEAD

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
    Row(
        wrong="let n = least((q.seat for q in players), otherwise 3)",
        right="let n = least(q.seat for q in players, otherwise 3)",
        stops=("for",),
        fits=")",
        misses="FOR",
        message="`for` has no place inside of these brackets",
        hint="leave them out, as in `least(E for x in S, otherwise 0)`; a list of its own "
        "is `[E for x in S]`",
    ),
    Row(
        wrong="1 | | 3",
        right="1 | none | 3",
        above="table prize (place: 1..3 -> points: int, more: int):",
        stops=("|", "||"),
        kinds=("table",),
        message="a cell of this row is empty",
        hint="write `none` or a value between the two `|`",
    ),
)
"""Signs of other languages, and such as rules have no use for."""


def foreign_sign(trouble: Trouble) -> Finding | None:
    """A sign of another language, or one that rules have no use for."""
    sign, before = trouble.text(), trouble.text(-1)
    if sign == "//" and _is_remark(trouble):
        return Finding(
            message="`//` does not begin a comment here",
            hint="write `#` for it",
            instead="#",
        )
    if sign in ("//", "/") or (sign == "÷" and not trouble.at_end):
        return _division(trouble.at)
    if sign == "=" and before in ("=", "<", ">", "!"):
        sign, whole = before + sign, True
    else:
        whole = False
    if sign in INSTEAD:
        return Finding(
            message=f"`{sign}` is not written here",
            first=trouble.at - whole,
            last=trouble.at,
            instead=INSTEAD[sign],
        )
    if sign in ("++", "--"):
        return Finding(
            message=f"`{sign}` is not written here",
            hint=f"write `{sign[0]}= 1` to count {'up' if sign == '++' else 'down'}",
            instead=f" {sign[0]}= 1",
        )
    if sign in ("*=", "/="):
        target, by = trouble.source(0, trouble.at), trouble.source(trouble.at + 1)
        plain = len(trouble.words) == trouble.at + 2
        line = f"{target} = {target} * {by if plain else f'({by})'}"
        exact = sign == "*=" and target and by
        return Finding(
            message=f"`{sign}` is not written here, only `+=` and `-=` are",
            hint=f"write it out:  `{line}`"
            if exact
            else "write it out, such as `x = x / 2 rounded down`",
            rewritten=line if exact else None,
        )
    if sign[:1] == ".":
        if before.isdecimal() and trouble.text(1).isdecimal():
            return _fraction(trouble, trouble.at - 1)
    elif before == "." and sign.isdecimal() and trouble.text(-2).isdecimal():
        return _fraction(trouble, trouble.at - 2)
    return None


def _is_remark(trouble: Trouble) -> bool:
    """Whether what follows is words of a person: two of them, or a line of their own."""
    words = trouble.words[trouble.at + 1 : trouble.at + 3]
    prose = len(words) == 2 and words[0].is_plain and words[1].is_plain
    return trouble.at == 0 or (prose and words[1].text != "rounded")


def _fraction(trouble: Trouble, at: int) -> Finding:
    return Finding(
        message="all numbers are whole",
        hint="count in a smaller unit, or write `1..5` for the numbers from 1 to 5",
        first=at,
        last=min(at + 2, len(trouble.words) - 1),
    )


def foreign_letters(trouble: Trouble) -> Finding | None:
    """Names, numbers or blanks in letters that the language does not use."""
    word = trouble.text()
    if not word or word.isascii():
        return None
    if word.isdecimal():
        places = [
            place
            for place, other in enumerate(trouble.words)
            if place >= trouble.at and _is_foreign_number(other.text)
        ]
        others = [str(int(trouble.words[place].text)) for place in places]
        return Finding(
            message="numbers are written with the digits 0 to 9 here",
            hint=f"write `{'`, `'.join(others)}`",
            instead=_in_our_digits(trouble.source(trouble.at, places[-1] + 1)) or None,
            over=(trouble.at, places[-1] + 1),
        )
    if word[0].isalpha() or word[0] == "_":
        return Finding(
            message="names are written with the letters a to z, digits and `_`",
            hint="name it so, and show people any text as a label: "
            'tower "Tower" fa "برج"',
        )
    name = unicodedata.name(word[0], f"U+{ord(word[0]):04X}").lower()
    sign = f"`{word[0]}`" if word[0].isprintable() else "an invisible character"
    return Finding(
        message=f"{sign} ({name}) means nothing outside a text",
        hint="delete it, or put it between quotation marks",
    )


def _is_foreign_number(text: str) -> bool:
    return text.isdecimal() and not text.isascii()


def _in_our_digits(text: str) -> str:
    return "".join(str(int(c)) if _is_foreign_number(c) else c for c in text)


def _division(at: int) -> Finding:
    return Finding(
        code="division-without-rounding",
        message="this division does not say which way it is rounded",
        hint="write `a / b rounded down` or `a / b rounded up`",
        first=at,
        mark="down or up?",
    )


def unrounded(trouble: Trouble) -> Finding | None:
    """A division that does not say which way."""
    if trouble.has("rounded") or trouble.has("ROUND"):
        for at in range(min(trouble.at, len(trouble.words)) - 1, -1, -1):
            if trouble.words[at].text == "/":
                return _division(at)
    return None


EQUALS = (
    Row(
        wrong="if x = none: return",
        right="if x is none: return",
        stops=("=",),
        after=("none",),
        fits="COMPARE",
        code="equals-in-condition",
        message="a single `=` sets a value, but here two values are compared",
        instead="is none",
        number=2,
    ),
    Row(
        wrong="if x = 1: return",
        right="if x == 1: return",
        stops=("=",),
        fits="COMPARE",
        code="equals-in-condition",
        message="a single `=` sets a value, but here two values are compared",
        instead="==",
    ),
    Row(
        wrong="if x < 1 or > 3: return",
        right="if x < 1 or x > 3: return",
        stops=COMPARISONS,
        before=("and", "or", "not"),
        misses="COMPARE",
        message="nothing stands between `{before}` and `{word}`",
        hint="say on both sides what is compared, such as `x < 1 or x > 3`",
        first=-1,
    ),
)
"""One equals sign or two, and what stands beside signs that compare."""


def two_comparisons(trouble: Trouble) -> Finding | None:
    """`1 < x < 5`, and `count x in S where x == 2 >= 3`."""
    if trouble.text() not in COMPARISONS or trouble.has("COMPARE"):
        return None
    for at, word in enumerate(trouble.words[: trouble.at]):
        texts = [word.text for word in trouble.words[at : at + 3]]
        if texts[0] in ("count", "first", "the") and texts[2:] == ["in"]:
            return Finding(
                message=f"the condition of this `{word.text}` goes on to the "
                f"`{trouble.text()}`",
                hint="put brackets around it: "
                f"`({' '.join(texts)} S where P) {trouble.text()} ...`",
                first=at,
                last=trouble.at,
            )
        if word.text in COMPARISONS:
            return Finding(
                message="two comparisons stand in a row",
                hint="join them with `and`, such as `1 < x and x < 5`",
            )
    return None


def two_equals(trouble: Trouble) -> Finding | None:
    """`x == 3`, where a value is set."""
    if trouble.text() == "==" and (trouble.has("=") or not trouble.has("COMPARE")):
        return Finding(
            message="`==` compares two values, but here one is set",
            hint="write a single `=`",
            instead="=",
        )
    return None


def dashed_range(trouble: Trouble) -> Finding | None:
    """`2-6` or `2 to 6` for the numbers from 2 to 6."""
    numbers = [w.text for w in trouble.words if w.text.isdecimal()]
    in_game = trouble.block.kind == "game" and trouble.start == "players"
    if in_game and trouble.text() == "," and numbers:
        return Finding(
            message="the numbers of players are written as the lowest and the highest",
            hint=f"write `players {numbers[0]}..{numbers[-1]}`",
            first=1,
            last=len(trouble.block.lines[trouble.line].content) - 1,
            instead=f"{numbers[0]}..{numbers[-1]}",
        )
    if (
        trouble.text() in ("-", "–", "to", "...", "…")
        and (trouble.has("..") or trouble.has("ADD"))
        and trouble.text(-1).isdecimal()
        and trouble.text(1).isdecimal()
    ):
        low, high = trouble.text(-1), trouble.text(1)
        return Finding(
            message="the numbers from one to another are written with two dots",
            first=trouble.at - 1,
            last=trouble.at + 1,
            instead=f"{low}..{high}",
        )
    return None


SIGN_SLIPS = (
    *SIGNS,
    foreign_sign,
    foreign_letters,
    unrounded,
    *EQUALS,
    two_comparisons,
    two_equals,
    dashed_range,
)
"""In this order: the first that fits is told."""
