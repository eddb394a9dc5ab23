"""Slips in declarations: how they are said otherwise, and how they are said here.

One function a slip, tried in turn by `mistakes.py`.
"""

from rulesrun.dsl.problems.nearest import nearest
from rulesrun.dsl.syntax.lines import LISTING, NAMING
from rulesrun.dsl.syntax.mistakes.trouble import Finding, Trouble
from rulesrun.dsl.syntax.words import ZONES

TYPES = frozenset({*ZONES, *"int bool text player cell place list set bundle".split()})
"""The words that say what a variable or a field holds."""


def late_suffix(trouble: Trouble) -> Finding | None:
    """`goal: 0..9 = 7, secret`, where the value to begin with comes too early."""
    words = trouble.block.lines[trouble.line].content
    signs = [at for at, word in enumerate(words[: trouble.at]) if word.text == "="]
    if (
        trouble.block.kind not in ("state", "each")
        or trouble.text() != ","
        or trouble.text(1)
        not in ("secret", "seen", "at", "ledger", "shuffled", "turned")
        or len(signs) != 1
    ):
        return None
    parts = words[: signs[0]], words[trouble.at :], words[signs[0] : trouble.at]
    name, suffix, value = map(trouble.block.source, parts)
    return Finding(
        message=f"`{suffix}` stands behind the value to begin with",
        hint=f"the value comes last: `{name}{suffix} {value}`",
        last=len(words) - 1,
        rewritten=f"{name}{suffix} {value}",
    )


def variable_form(trouble: Trouble) -> Finding | None:
    """A variable of the state that does not say what it holds."""
    if trouble.block.kind not in ("state", "each") or not trouble.line:
        return None
    texts = [word.text for word in trouble.words]
    name, value = texts[0], trouble.source(trouble.at + 1)
    if name in ("let", "var") and trouble.at == 1:
        after = "".join(f", and say what `{x}` holds: `{x}: int`" for x in texts[1:2])
        return Finding(
            message=f"`{name}` has no place among the variables of the state",
            hint=f"leave it out{after}",
            first=0,
        )
    if trouble.text(-1) == "int" and trouble.text().isdecimal():
        return Finding(
            message="the numbers that a variable may hold stand for `int`",
            hint=f"leave `int` out: `{name}: {trouble.source(trouble.at)}`",
            first=trouble.at - 1,
            instead="",
            over=(trouble.at - 1, trouble.at),
        )
    if trouble.at_end and trouble.text(-2) == ":" and trouble.text(-1).isdecimal():
        return Finding(
            message="this does not say what the variable may hold, only one value",
            hint=f"write `{name}: int = {trouble.text(-1)}`",
            first=trouble.at - 1,
            instead=f"int = {trouble.text(-1)}",
        )
    if trouble.has(":") and (trouble.at_end or trouble.text() == "="):
        start = f" = {value}" if trouble.text() == "=" else ""
        return Finding(
            message=f"this does not say what `{name}` holds",
            hint=f"say it after a colon, such as `{name}: int{start}`, or "
            f"`{name}: 0..9{start}` for the numbers from 0 to 9",
            instead=": int",
            over=(trouble.at, trouble.at),
        )
    return None


def colonless(trouble: Trouble) -> Finding | None:
    """`value 1..9` and `deck deck of Money`, without the colon after the name."""
    kind, rest = trouble.text(), trouble.source(trouble.at)
    if trouble.block.kind not in ("state", "each", "card", "tile") or not trouble.line:
        return None
    named = trouble.at == 1 and trouble.text(-1).isidentifier()
    is_kind = kind in TYPES or kind[:1].isupper() or kind.isdecimal()
    if not (named and trouble.has(":") and is_kind and rest):
        return None
    return Finding(
        message=f"no colon stands between `{trouble.start}` and what it is",
        hint=f"write `{trouble.start}: {rest}`",
        instead=":",
        over=(1, 1),
    )


def zone_kind(trouble: Trouble) -> Finding | None:
    """`decks of Card`, or a kind of place that there is not."""
    kind = trouble.text(-1)
    if trouble.text() == "of" and trouble.block.kind in ("state", "each"):
        if trouble.text(-2) == ":" and kind not in ("list", "set", "bundle", "grid"):
            kinds = nearest(kind, ZONES, 1)
            return Finding(
                message=f"no kind of place is called `{kind}`",
                hint=f"did you mean `{kinds[0]} of {trouble.text(1)}`?"
                if kinds
                else f"write one of {', '.join(ZONES)}",
                first=trouble.at - 1,
                instead=kinds[0] if kinds else None,
            )
    return None


def enum_form(trouble: Trouble) -> Finding | None:
    """Values of an enum with quotes, brackets or commas that do not belong there."""
    block, line = trouble.block, trouble.line
    if block.kind != "enum":
        return None
    if not line and trouble.at > 1:
        words = [w.text.strip('"') for w in trouble.words[trouble.at :]]
        values = [w for w in words if w.isidentifier()]
        name = trouble.source(1, trouble.at).removesuffix(":").rstrip()
        plain = name and all(w in (*values, *"=:,(){}[]") for w in words)
        if plain and len(values) > 1 and trouble.text()[0] in '=({["':
            return Finding(
                message="the values of an enum follow a colon, without brackets",
                rewritten=f"enum {name}: {', '.join(values)}",
            )
    texts = [word.text for word in trouble.words[: trouble.length]]
    if not line and ":" in texts[: trouble.at]:
        values = texts[texts.index(":") + 1 :]
        if len(values) > 1 and all(value.isidentifier() for value in values):
            return Finding(
                message="commas stand between the values of an enum",
                first=texts.index(":") + 1,
                last=len(texts) - 1,
                instead=", ".join(values),
            )
    if line and trouble.at_end and trouble.text(-1) == ",":
        above = block.lines[1:line]
        return Finding(
            message="a comma stands between two values on the same line only",
            hint="leave the commas at the ends of lines out",
            first=trouble.at - 1,
            quiet=any(other.told for other in above if other.words[-1].text == ","),
        )
    return None


def supply_form(trouble: Trouble) -> Finding | None:
    """A line of the supply that does not say how many, or which ones."""
    if trouble.block.kind != "supply" or not trouble.line:
        return None
    texts = [word.text for word in trouble.block.lines[trouble.line].content]
    named = texts[1:2] == ["from"] and texts[0].isidentifier()
    if named and trouble.at <= 1 and texts[2:] and texts[2][0] == '"':
        wording = trouble.source()
        return Finding(
            message=f"this does not say how many {texts[0]} there are in all",
            hint=f"write the number before it, such as `24 {wording}`: as many as the "
            "rows of the file bring",
            first=0,
        )
    names = [
        text for text in texts if text.isidentifier() and text not in ("each", "of")
    ]
    if "from" in texts or "(" in texts or len(names) != 1:
        return None
    count = next((text for text in texts if text.isdecimal()), "1")
    return Finding(
        message=f"this does not say which {names[0]} there are",
        hint=f"write `{count} of each {names[0]}`, `{count} of {names[0]}(...)` with the "
        f'fields, or `{count} {names[0]} from "FILE.csv"`',
        first=0,
        last=len(texts) - 1,
    )


def piece_number(trouble: Trouble) -> Finding | None:
    """`piece token "token": 2 * n`, which is worked out."""
    if trouble.block.kind != "piece" or not trouble.has("for"):
        return None
    if trouble.text() not in ("*", "+", "-", "/", "mod", "(", ".", ".."):
        return None
    text = trouble.source(0, trouble.at - 1)
    return Finding(
        message="how many pieces there are is one number, not calculated",
        hint=f"write the number itself, as in `{text} 6`",
        last=trouble.length - 1,
    )


def board_form(trouble: Trouble) -> Finding | None:
    """`6x7`, `6 by 7` and `6 x 7` without a shape."""
    rows, sign = trouble.text(-1), trouble.text()
    if trouble.block.kind != "board" or trouble.line:
        return None
    if trouble.has("x") and sign[:1] in ("x", "X", "×", "*", "b"):
        columns = sign[1:] if sign[1:].isdecimal() else trouble.text(1)
        return Finding(
            message="the rows and the columns of a board stand on both sides of an `x`",
            first=trouble.at - 1,
            last=trouble.at + (not sign[1:].isdecimal()),
            instead=f"{rows} x {columns}",
        )
    if trouble.has("LATTICE") and sign.isdecimal():
        return Finding(
            message="this does not say of which shape the board is",
            hint=f"write `square {trouble.source(trouble.at)}`, or `hex`",
            last=min(trouble.at + 2, len(trouble.words) - 1),
            instead=f"square {trouble.source(trouble.at)}",
            over=(trouble.at, trouble.length),
        )
    return None


LINKS = frozenset(
    "links edges edge routes roads ways connections connection paths tracks rails network "
    "graph".split()
)
"""What others call the links between spaces."""


def links_form(trouble: Trouble) -> Finding | None:
    """`edges of country from "roads.csv"`, `graph Town`, and links without their file."""
    if trouble.block.kind != "board" or trouble.line:
        return None
    if trouble.has("LATTICE") and trouble.text() in LINKS:
        complete = trouble.text(1) == "of" and "from" in [w.text for w in trouble.words]
        return Finding(
            message="named spaces are `spaces`, and what joins them is a board of `links`",
            hint="declare both:  `board country: spaces Town`  and  "
            '`board roads: links of country from "roads.csv"`',
            last=trouble.length - 1,
            instead=f"links {trouble.source(trouble.at + 1)}" if complete else None,
            over=(trouble.at, trouble.length) if complete else None,
        )
    if trouble.text(-3) == "links" and trouble.text(-2) == "of" and trouble.has("from"):
        return Finding(
            message="the links of a board are read from a file",
            hint=f"write `links of {trouble.text(-1)} from "
            '"roads.csv"`, with the columns `from` and `to`',
        )
    return None


def file_name(trouble: Trouble) -> Finding | None:
    """The name of a file without quotes."""
    if trouble.text(-1) in ("from", "include", "rulebook") and trouble.has("STRING"):
        if not trouble.at_end and not trouble.has("NAME"):
            return Finding(
                message="the name of a file stands in quotes",
                last=len(trouble.block.lines[trouble.line].content) - 1,
                instead=f'"{trouble.source(trouble.at)}"',
            )
    return None


def spoiled_name(trouble: Trouble) -> Finding | None:
    """A name of several words, with a hyphen, or with a digit in front."""
    name, sign, after = trouble.text(-1), trouble.text(), trouble.text(1)
    if trouble.block.kind in NAMING and not trouble.line:
        first = 2
    elif trouble.block.kind in LISTING and trouble.line:
        first = 1
    else:
        return None
    if trouble.at == first - 1 and sign.isdecimal() and trouble.has("NAME"):
        return Finding(
            message="a name does not begin with a digit",
            hint="let it begin with a letter",
        )
    if trouble.at != first or not name.isidentifier():
        return None
    if sign == "-" and after.isidentifier():
        whole = f"{name}_{after}"
    elif sign.isidentifier() and (after in (":", "[", "(") or after[:1] == '"'):
        whole = f"{name}_{sign}"
    else:
        return None
    return Finding(
        message="a name is one word, of letters, digits and `_`",
        first=trouble.at - 1,
        last=trouble.at + (sign == "-"),
        instead=whole,
    )


def bracketless(trouble: Trouble) -> Finding | None:
    """`function is_over = x > 3`, where the brackets are missing behind the name."""
    texts = [word.text for word in trouble.words[: trouble.length]]
    if trouble.block.kind not in ("function", "shown", "condition") or trouble.line:
        return None
    if len(texts) < 4 or "=" not in (texts[2], texts[3]) or texts[2] in ("(", "->"):
        return None
    kind, name = texts[:2]
    return Finding(
        message=f"behind the name of a `{kind}` stand brackets, even if it takes nothing",
        hint=f"write `{kind} {name}()`",
        first=1,
        instead=f"{name}()",
    )


DECLARATION_SLIPS = (
    bracketless,
    late_suffix,
    colonless,
    variable_form,
    zone_kind,
    enum_form,
    supply_form,
    piece_number,
    board_form,
    links_form,
    file_name,
    spoiled_name,
)
"""In this order: the first that fits is told."""
