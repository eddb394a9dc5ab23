"""What is wrong with a line that cannot be read, in a designer's words.

One function a mistake, tried in turn; more than 400 lines because each mistake that
people make has its own sentence.
"""

import unicodedata
from collections.abc import Callable

from rulesrun.dsl.builtins import FUNCTIONS
from rulesrun.dsl.problems.nearest import nearest
from rulesrun.dsl.syntax.mistakes.misfits import example_of, misfit
from rulesrun.dsl.syntax.mistakes.rows import ARROWS, SIGNS, WORDS
from rulesrun.dsl.syntax.mistakes.slips_in_declarations import DECLARATION_SLIPS
from rulesrun.dsl.syntax.mistakes.slips_in_rules import RULE_SLIPS, WON
from rulesrun.dsl.syntax.mistakes.trouble import Finding, Trouble
from rulesrun.dsl.syntax.vocabulary import (
    COMPARISONS,
    DECLARATIONS,
    HEADERS,
    INSTEAD,
    OTHER_WORDS,
    QUANTIFIERS,
    STATEMENTS,
    word_set,
)
from rulesrun.dsl.syntax.words import SCENARIOS

ALIKE = word_set(
    "elif elseif elsif foreach break exit continue call emit var print say"
)
"""Words of other languages that are followed by the same as ours."""


def _lonely(trouble: Trouble) -> Finding | None:
    """A part of a construct whose other part is missing."""
    if trouble.start == "repeat" and trouble.text() == ":" and trouble.has("times"):
        forever = trouble.text(-1) in ("forever", "always")
        return Finding(
            message="this `repeat` does not say how often, or until when",
            hint="write `repeat:`, and `until` with a condition under the lines"
            if forever
            else f"write `repeat {trouble.source(1, trouble.at)} times:`",
            first=1,
            last=trouble.at - 1,
            instead=None if forever else " times",
            over=(trouble.at, trouble.at),
        )
    if trouble.fits == {"until"}:
        lines = trouble.block.lines
        for at, word in enumerate(trouble.words):
            if word.text == "until" and trouble.at == 0:
                return Finding(
                    message="something stands before the `until`",
                    hint="begin the line with `until`",
                    last=at - 1,
                )
        for at in range(trouble.line, -1, -1):
            words = lines[at].words
            below = trouble.block.sibling_below(at)
            if (
                [word.text for word in words[:2]] == ["repeat", ":"]
                and not lines[at].gone
                and (below is None or lines[below].start != "until")
            ):
                return Finding(
                    message="this `repeat:` does not say when it is over",
                    hint="add `until` and a condition under it, in the same column, "
                    "or write `repeat 3 times:`",
                    mark="no `until`",
                    culprit=at,
                    quiet=below is not None and lines[below].told,
                )
    if trouble.begins and trouble.start == "else":
        return Finding(
            first=0,
            quiet=_orphaned(trouble),
            message="this `else` belongs to no `if`",
            hint="put it right under the lines of an `if`, in the same column as that "
            "`if`",
        )
    if trouble.start == "repeat" and "until" in (trouble.text(), trouble.text(-1)):
        return Finding(
            message="the condition of a `repeat:` does not stand on its first line",
            hint="put `until` and the condition under the lines that are repeated",
            first=1,
        )
    if trouble.begins and trouble.start == "until":
        return Finding(
            first=0,
            quiet=_orphaned(trouble),
            message="this `until` belongs to no `repeat:`",
            hint="put it right under the lines of a `repeat:`, in the same column",
        )
    return None


def _orphaned(trouble: Trouble) -> bool:
    """Whether a line at the same depth, right above, has been told to be wrong."""
    block, line = trouble.block, trouble.line
    for at in range(line - 1, -1, -1):
        if block.lines[at].indent <= block.lines[line].indent:
            return block.lines[at].told
    return False


def _wrong_sign(trouble: Trouble) -> Finding | None:
    """A sign of another language, or one that rules have no use for."""
    sign, before = trouble.text(), trouble.text(-1)
    if sign in ("|", "||") and trouble.block.kind == "table":
        return Finding(
            message="a cell of this row is empty",
            hint="write `none` or a value between the two `|`",
        )
    if sign == "//" and _is_remark(trouble):
        return Finding(
            message="`//` does not begin a comment here",
            hint="write `#` for it",
            instead="#",
        )
    if sign in ("//", "/") or (sign == "÷" and not trouble.at_end):
        return _division(trouble, trouble.at)
    if sign == "=" and before in ("=", "<", ">", "!"):
        sign, whole = before + sign, True
    else:
        whole = False
    if sign in INSTEAD:
        return Finding(
            message=f"`{sign}` is not written here",
            hint=f"write `{INSTEAD[sign]}`",
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
        whole_line = f"{target} = {target} * {by if plain else f'({by})'}"
        exact = sign == "*=" and target and by
        return Finding(
            message=f"`{sign}` is not written here, only `+=` and `-=` are",
            hint=f"write it out:  `{whole_line}`"
            if exact
            else "write it out, such as `x = x / 2 rounded down`",
            instead=whole_line if exact else None,
            over=(0, trouble.length),
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


def _dashed_range(trouble: Trouble) -> Finding | None:
    """`2-6` or `2 to 6` for the numbers from 2 to 6."""
    numbers = [w.text for w in trouble.words if w.text.isdecimal()]
    in_game = trouble.block.kind == "game" and trouble.start == "players"
    if in_game and trouble.text() == "," and numbers:
        return Finding(
            message="the numbers of players are written as the lowest and the highest",
            hint=f"write `players {numbers[0]}..{numbers[-1]}`",
            first=1,
            last=len(trouble.block.lines[trouble.line].said) - 1,
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
            hint=f"write `{low}..{high}`",
            first=trouble.at - 1,
            last=trouble.at + 1,
            instead=f"{low}..{high}",
        )
    return None


def _fraction(trouble: Trouble, at: int) -> Finding:
    return Finding(
        message="numbers are whole here",
        hint="count in a smaller unit, or write `1..5` for the numbers from 1 to 5",
        first=at,
        last=min(at + 2, len(trouble.words) - 1),
    )


def _foreign_letters(trouble: Trouble) -> Finding | None:
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
    shown = f"`{word[0]}`" if word[0].isprintable() else "an invisible character"
    return Finding(
        message=f"{shown} ({name}) means nothing outside a text",
        hint="delete it, or put it between quotation marks",
    )


def _is_foreign_number(text: str) -> bool:
    return text.isdecimal() and not text.isascii()


def _in_our_digits(text: str) -> str:
    return "".join(str(int(c)) if _is_foreign_number(c) else c for c in text)


def _division(trouble: Trouble, at: int) -> Finding:
    return Finding(
        code="division-without-rounding",
        message="this division does not say which way it is rounded",
        hint="write `a / b rounded down` or `a / b rounded up`",
        first=at,
        mark="down or up?",
    )


def _unrounded(trouble: Trouble) -> Finding | None:
    """A division that does not say which way."""
    if trouble.has("rounded") or trouble.has("ROUND"):
        for at in range(min(trouble.at, len(trouble.words)) - 1, -1, -1):
            if trouble.words[at].text == "/":
                return _division(trouble, at)
    return None


def _equals(trouble: Trouble) -> Finding | None:
    """A single equals sign where two things are compared, or the other way round."""
    if trouble.text() == "=" and trouble.has("COMPARE"):
        return Finding(
            code="equals-in-condition",
            message="a single `=` sets a value, but here two values are compared",
            hint="write `is none`" if trouble.text(1) == "none" else "write `==`",
            instead="is none" if trouble.text(1) == "none" else "==",
            over=(trouble.at, trouble.at + 1 + (trouble.text(1) == "none")),
        )
    if trouble.text() in COMPARISONS and not trouble.has("COMPARE"):
        if trouble.text(-1) in ("and", "or", "not"):
            return Finding(
                message=f"nothing stands between `{trouble.text(-1)}` and "
                f"`{trouble.text()}`",
                hint="say on both sides what is compared, such as `x < 1 or x > 3`",
                first=trouble.at - 1,
            )
        if (finding := _two_comparisons(trouble)) is not None:
            return finding
    if trouble.text() == "==" and (trouble.has("=") or not trouble.has("COMPARE")):
        return Finding(
            message="`==` compares two values, but here one is set",
            hint="write a single `=`",
            instead="=",
        )
    return None


def _two_comparisons(trouble: Trouble) -> Finding | None:
    """`1 < x < 5`, and `count x in S where x == 2 >= 3`."""
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


def _wrong_is(trouble: Trouble) -> Finding | None:
    """`is` before something that it does not ask about."""
    if trouble.has("empty", "none", "NAME"):
        no = trouble.text(-1) == "not"
        sign, at = "!=" if no else "==", trouble.at
        return Finding(
            message="`is` asks whether something is `none`, `empty` or of some kind",
            hint=f"write `{sign}` to compare with a value",
            instead=None if trouble.at_end else sign,
            over=(at - 1 - no, at),
        )
    return None


def _loose_quantifier(trouble: Trouble) -> Finding | None:
    """`3 + count x in S`, which needs brackets."""
    for at in (trouble.at - 1, trouble.at):
        texts = [word.text for word in trouble.words[max(at, 0) : at + 3]]
        if len(texts) == 3 and texts[2] == "in" and texts[0] in QUANTIFIERS:
            return Finding(
                message=f"`{texts[0]} {texts[1]} in ...` stands beside other signs",
                hint=f"put brackets around it: `({texts[0]} {texts[1]} in S where P)`",
                first=at,
            )
    return None


def _bare_choice(trouble: Trouble) -> Finding | None:
    """A choice that does not say who chooses, or says it in other words."""
    start, kind = trouble.start, trouble.block.kind
    if trouble.begins and start == "choose":
        return Finding(
            first=0,
            message="this does not say who chooses",
            hint=f"write `p chooses {trouble.source(1) or 'h in land'}`, with the "
            "player's name for `p`; only right under an action its own player is meant",
        )
    rules = ("rule", "action", "play", "when", "function", "condition", "shown", "head")
    if trouble.begins and start[:1] == '"' and kind in rules:
        return Finding(
            first=0,
            message="a text alone says nothing here",
            hint="write `announce` before it to show it, or `#` for a comment",
        )
    if kind == "game" and trouble.line and trouble.text() == ":" and trouble.at == 1:
        return Finding(
            message=f"no colon stands behind `{start}`",
            hint=f"leave it out: `{start} {trouble.source(2)}`",
            instead="",
        )
    own_line = trouble.block.parents[trouble.line] == 0
    if kind in SCENARIOS and own_line and start == "player" and not trouble.sets:
        return Finding(
            first=0,
            message="this does not say what the player chooses",
            hint="write it after a colon, such as `player 1: buy slot=florin`",
        )
    return None


def _bare_function(trouble: Trouble) -> Finding | None:
    """`sum of x` and `random 1..6`, which need brackets."""
    name = trouble.text(-1)
    if name in FUNCTIONS and trouble.text() not in ("", "(") and trouble.has("("):
        if trouble.text() == "of" or trouble.text()[0].isalnum():
            return Finding(
                message=f"`{name}` is not followed by a bracket",
                hint=f"write `{FUNCTIONS[name].written}`",
                first=trouble.at - 1,
            )
    return None


COMPOUND = frozenset({"if", "for", "while", "repeat", "turn", "phase", "best"})
MENU = ["chooses", "one", "of"]


def _one_line_block(trouble: Trouble) -> Finding | None:
    """Something on the same line after the colon of a header."""
    if trouble.text(-1) == ":" and trouble.has("_NL") and not trouble.has("NAME"):
        return Finding(
            message="something follows the colon on the same line",
            hint="put it on the next line, indented",
        )
    texts = [word.text for word in trouble.words]
    if trouble.base and (trouble.start in COMPOUND or texts[1:4] == MENU):
        return Finding(
            message="something that has lines of its own under it stands behind the colon",
            hint="put it on the next line, indented",
            first=0,
        )
    if trouble.text() == ":" and trouble.block.lines[trouble.line].is_choice:
        what = "must" if "must" in texts else "may"
        chooses = {"chooses", "choose"}.isdisjoint(texts)
        return Finding(
            message=f"a line with `{what}` does not end in a colon"
            if chooses
            else "a line that chooses from a collection does not end in a colon",
            hint="leave the colon out; only `chooses one of:` has it",
            instead="",
        )
    return None


def _no_colon(trouble: Trouble) -> Finding | None:
    """A header that ends without its colon."""
    header = trouble.start in HEADERS or trouble.block.lines[trouble.line].is_choice
    if trouble.at_end and trouble.has(":") and header and trouble.at:
        hint = "add `:` at its end, and indent the lines that belong to it"
        if _next_start(trouble) in ("and", "or"):
            hint = "put brackets around a condition that goes on in the next line"
        return Finding(
            code="missing-colon",
            message="this line does not end in `:`",
            hint=hint,
            first=trouble.at - 1,
            mark="no `:` after this",
        )
    return None


def _next_start(trouble: Trouble) -> str:
    lines = trouble.block.lines[trouble.line + 1 :]
    return lines[0].start if lines else ""


def _not_each(trouble: Trouble) -> Finding | None:
    """`for x in S` and `for i = 1 to 3`, as other languages say it."""
    if trouble.start != "for":
        return None
    words = [word.text for word in trouble.words]
    name = words[1 + (words[1:2] == ["each"])] if len(words) > 2 else "p"
    numbers = [word for word in words if word.isdecimal()]
    if len(numbers) == 2 and not {"=", "from"}.isdisjoint(words) and trouble.at < 4:
        line = f"for each {name} in {numbers[0]}..{numbers[1]}:"
        return Finding(
            message="this is not how a loop counts",
            hint=f"write `{line}`",
            first=1,
            instead=line,
            over=(0, trouble.length),
        )
    if trouble.at == 1 and trouble.has("each"):
        said = trouble.source(1)
        known = said if words[2:3] == ["in"] and said else "p in players:"
        return Finding(
            message="this `for` line says no `each`",
            hint=f"write `for each {known}`",
            instead=" each" if known == said else None,
            over=(1, 1),
        )
    if words[1:3] == ["each", "player"] and trouble.at == 3:
        name = words[3] if words[3:4] and words[3].isidentifier() else "p"
        return Finding(
            message="this does not say which players are meant",
            hint=f"write `for each {name} in players:`",
            first=1,
            last=trouble.at if name != "p" or words[3:4] == ["p"] else 2,
            instead=f"for each {name} in players:" if len(words) < 6 else None,
            over=(0, trouble.length),
        )
    return None


def _wrong_citation(trouble: Trouble) -> Finding | None:
    """A citation in the middle of a line."""
    if trouble.at == 0 and trouble.at_end:
        return Finding(
            message="nothing but a citation stands on this line",
            hint="put it at the end of the line that it is about",
            first=0,
        )
    if trouble.text(-1).startswith("@") and trouble.has("CITE"):
        return Finding(
            message="something follows a citation on the same line",
            hint="let the citation end the line",
        )
    if len(trouble.text()) > 1 and trouble.text()[0] == "@" and not trouble.at_end:
        return Finding(
            message="a citation stands in the middle of a line",
            hint="move it to the end of the line, behind the colon if there is one",
        )
    return None


def _unknown_start(trouble: Trouble) -> Finding | None:
    """A line inside a block that begins with a word that begins nothing there."""
    start, block = trouble.start, trouble.block
    menu = trouble.fits == {"("} and trouble.at == 1 and trouble.line > 0
    if not trouble.words[0].is_plain or trouble.line == 0:
        return None
    if not (trouble.begins or menu):
        return None
    if start in (*WON, "game") and (trouble.sets or trouble.at == 1):
        over = start == "game" and trouble.text(1 - trouble.at) == "over"
        if over or start != "game":
            return Finding(
                code="unknown-statement",
                message=f"no line here begins with `{start}`",
                hint="write `end game`"
                if over
                else "write `p wins`, or `rank players by most it.points`",
                first=0,
                instead="end game" if over else None,
                over=(0, trouble.length),
            )
    if start == "each" and trouble.sets:
        return Finding(
            code="unknown-statement",
            message="`each` begins no line of a rule",
            hint="write a loop: `for each p in players:` with the rest indented under it",
            first=0,
        )
    if start in DECLARATIONS and trouble.sets:
        return Finding(
            code="bad-indentation",
            message=f"`{start}` begins a declaration, but stands inside another one",
            hint="let the line begin at the left margin",
            first=0,
        )
    known = {word for word in trouble.fits if word.isalpha() and word.islower()}
    if block.kind == "head" and start in STATEMENTS.keys() - {"where", "prefer"}:
        return Finding(
            code="unknown-statement",
            message="a head chooses and requires, and changes nothing",
            hint="move this line below the `head` line of each action that begins with it",
            first=0,
        )
    if trouble.sets:
        known = STATEMENTS.keys() - {"where", "prefer", "otherwise"}
        if block.kind != "action":
            known -= {"choose", "require"}
    elif menu:
        known = {"option", "otherwise"}
    if start in known:
        return None
    other = OTHER_WORDS.get(start.lower())
    close = [other] if other else list(nearest(start, known, 1))
    if menu and not close:
        return None
    hint = f"did you mean `{close[0]}`?" if close else example_of(trouble)
    if hint is None and trouble.sets:
        hint = (
            f"write `do {start}` to carry out a rule, or `{start} = ...` to set a value"
        )
    return Finding(
        code="unknown-statement",
        message=f"no line here begins with `{start}`",
        hint=hint,
        first=0,
        instead=close[0] if close and (not other or start in ALIKE) else None,
    )


def _idle(trouble: Trouble) -> Finding | None:
    """A line that only names or works out a value."""
    if not trouble.sets or trouble.line == 0 or trouble.at == 0:
        return None
    if trouble.at_end and len(trouble.words) > 1 and trouble.words[1].text == "(":
        return Finding(
            message=f"this line names `{trouble.start}`, but not what to do with it",
            hint=f"write `do {trouble.start}(...)` to carry out a rule, or "
            f"`p must {trouble.start}(...)` to let a player take an action",
            first=0,
        )
    if trouble.at_end and trouble.at > 1:
        return Finding(
            message="this line names a value but does nothing with it",
            hint="set it, such as `p.points += 3`, or delete the line",
            first=0,
        )
    if trouble.text() in {*COMPARISONS, "+", "-", "*", "(", "{"}:
        return Finding(
            message="this line works out a value but does nothing with it",
            hint="give it a name, such as `let price = ...`, or delete the line",
            first=0,
        )
    return None


def _half_conditional(trouble: Trouble) -> Finding | None:
    """`a if P` without `else`, and `P ? a : b`."""
    if trouble.text() == "?":
        return _question_mark(trouble)
    if trouble.has("else") and not trouble.has("let") and trouble.start != "if":
        hint = "write `a if P else b`, or put the line under an `if P:` of its own"
    else:
        return None
    return Finding(message="this does not choose between two values", hint=hint)


def _question_mark(trouble: Trouble) -> Finding:
    """`x = P ? a : b`."""
    texts = [word.text for word in trouble.words[: trouble.length]]
    said, start = "a if P else b", 0
    if texts.count("?") == texts.count(":") == texts.count("=") == 1:
        start, end = texts.index("=") + 1, texts.index(":")
        test, yes = (
            trouble.source(start, trouble.at),
            trouble.source(trouble.at + 1, end),
        )
        said = f"{yes} if {test} else {trouble.source(end + 1)}"
    return Finding(
        message="this does not choose between two values",
        hint=f"write `{said}`",
        instead=said if start else None,
        over=(start, trouble.length),
    )


MISTAKES: tuple[Callable[[Trouble], Finding | None], ...] = (
    _lonely,
    _wrong_citation,
    *DECLARATION_SLIPS,
    *SIGNS,
    _wrong_sign,
    _foreign_letters,
    _unrounded,
    _equals,
    _dashed_range,
    *RULE_SLIPS,
    _bare_function,
    _wrong_is,
    _loose_quantifier,
    _bare_choice,
    *WORDS,
    _not_each,
    *ARROWS,
    _no_colon,
    _one_line_block,
    _half_conditional,
    _idle,
    _unknown_start,
)
"""The mistakes that are known by sight; the first that fits is told."""


def find_mistake(trouble: Trouble) -> Finding:
    """What is wrong where reading stopped: the first mistake that is recognised."""
    for mistake in MISTAKES:
        if (finding := mistake(trouble)) is not None:
            return finding
    return misfit(trouble)
