"""What is wrong with a line that cannot be read, in a designer's words.

A row or a function a mistake, tried in turn; more than 400 lines because each mistake that
people make has its own sentence.
"""

from collections.abc import Callable

from rulesrun.dsl.builtins import FUNCTIONS
from rulesrun.dsl.problems.nearest import nearest
from rulesrun.dsl.syntax.mistakes.misfits import example_of, misfit
from rulesrun.dsl.syntax.mistakes.rows import Row
from rulesrun.dsl.syntax.mistakes.slips_in_declarations import DECLARATION_SLIPS
from rulesrun.dsl.syntax.mistakes.slips_in_rules import RULE_SLIPS, WON
from rulesrun.dsl.syntax.mistakes.slips_in_signs import SIGN_SLIPS
from rulesrun.dsl.syntax.mistakes.trouble import Finding, Trouble
from rulesrun.dsl.syntax.vocabulary import (
    COMPARISONS,
    DECLARATIONS,
    HEADERS,
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


MISPLACED = (
    Row(
        wrong="or x > 2",
        right="p.rich = (x > 1\n        or x > 2)",
        begins=("or", "and"),
        message="what goes on below begins with `{word}`, and no bracket is open above",
        hint="put the whole of it in brackets: inside them an expression may go on below",
    ),
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

UNFINISHED = (
    Row(
        wrong="function f():\n    return 1",
        right="function f() -> int:\n    return 1",
        above="",
        kinds=("function",),
        fits="->",
        message="this function does not say what kind of value it gives",
        hint="write `->` and the kind after the bracket, such as `-> int`",
    ),
)
"""What is left out."""

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
            first=1,
            rewritten=line,
        )
    if trouble.at == 1 and trouble.has("each"):
        text = trouble.source(1)
        rest = text if words[2:3] == ["in"] and text else "p in players:"
        return Finding(
            message="this `for` line says no `each`",
            hint=f"write `for each {rest}`",
            instead=" each" if rest == text else None,
            over=(1, 1),
        )
    if words[1:3] == ["each", "player"] and trouble.at == 3:
        name = words[3] if words[3:4] and words[3].isidentifier() else "p"
        return Finding(
            message="this does not say which players are meant",
            hint=f"write `for each {name} in players:`",
            first=1,
            last=trouble.at if name != "p" or words[3:4] == ["p"] else 2,
            rewritten=f"for each {name} in players:" if len(words) < 6 else None,
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
                rewritten="end game" if over else None,
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
    starts = {word for word in trouble.fits if word.isalpha() and word.islower()}
    if block.kind == "head" and start in STATEMENTS.keys() - {"where", "prefer"}:
        return Finding(
            code="unknown-statement",
            message="a head chooses and requires, and changes nothing",
            hint="move this line below the `head` line of each action that begins with it",
            first=0,
        )
    if trouble.sets:
        starts = STATEMENTS.keys() - {"where", "prefer", "otherwise"}
        if block.kind != "action":
            starts -= {"choose", "require"}
    elif menu:
        starts = {"option", "otherwise"}
    if start in starts:
        return None
    other = OTHER_WORDS.get(start.lower())
    close = [other] if other else list(nearest(start, starts, 1))
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
            message="this line calculates a value but does nothing with it",
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
    conditional, start = "a if P else b", 0
    if texts.count("?") == texts.count(":") == texts.count("=") == 1:
        start, end = texts.index("=") + 1, texts.index(":")
        test, yes = (
            trouble.source(start, trouble.at),
            trouble.source(trouble.at + 1, end),
        )
        conditional = f"{yes} if {test} else {trouble.source(end + 1)}"
    return Finding(
        message="this does not choose between two values",
        hint=f"write `{conditional}`",
        instead=conditional if start else None,
        over=(start, trouble.length),
    )


MISTAKES: tuple[Callable[[Trouble], Finding | None], ...] = (
    _lonely,
    _wrong_citation,
    *DECLARATION_SLIPS,
    *SIGN_SLIPS,
    *RULE_SLIPS,
    _bare_function,
    _wrong_is,
    _loose_quantifier,
    _bare_choice,
    *MISPLACED,
    _not_each,
    *UNFINISHED,
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
