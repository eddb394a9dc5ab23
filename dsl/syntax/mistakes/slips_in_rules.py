"""Slips in the lines of rules and actions: how they are said otherwise.

A row or a function a slip, tried in turn by `mistakes.py`; more than 400 lines because each
slip has its own sentence, and what is written instead.
"""

from rulesrun.dsl.syntax.lines import BEFORE_VALUES, Line
from rulesrun.dsl.syntax.mistakes.rows import Row
from rulesrun.dsl.syntax.mistakes.trouble import Finding, Trouble
from rulesrun.dsl.syntax.vocabulary import COMPARISONS, QUANTIFIERS, REASONED
from rulesrun.dsl.syntax.words import SCENARIOS

WON = ("winner", "winners", "win", "victory")
"""What other languages call the one who wins."""

TOGETHER = ("all", "both", "everyone", "everybody", "we", "they")
ENDED = ("win", "wins", "won", "lose", "loses", "lost")
GONE = {
    "is": ("out", "eliminated", "dead", "gone"),
    "drops": ("out",),
    "goes": ("out",),
    "leaves": ("the", "play"),
    "leave": ("",),
    "quits": ("",),
    "retires": ("",),
    "exits": ("",),
}
"""How one says elsewhere that somebody leaves the game, by the words behind the player."""


def set_otherwise(trouble: Trouble) -> Finding | None:
    """`set x to 3`, `x is 3`, `x: 3` and `x <- 3`."""
    words = [word.text for word in trouble.words]
    sign, value = trouble.text(), trouble.at + 1
    if trouble.begins and words[0] == "set" and len(words) > 3:
        first = 1
        at = next((i for i, w in enumerate(words) if w in ("=", "to") and i > 1), 0)
        value = at + 1
    else:
        first, at = 0, trouble.at
        if sign == "<" and trouble.text(1) == "-":
            value += 1
        elif sign not in ("is", ":", "becomes", "gets"):
            return None
        if not {"must", "may", "chooses", ":"}.isdisjoint(words[value:]):
            return None
    if not at or (first == 0 and not trouble.has("=")) or value >= len(words):
        return None
    target, value_text = trouble.source(first, at), trouble.source(value)
    if not target or not value_text or trouble.start in ("let", *WON):
        return None
    return Finding(
        code="unknown-statement" if first else "syntax",
        message="a value is set with `=`",
        first=0 if first else at,
        last=0 if first else value - 1,
        rewritten=f"{target} = {value_text}",
    )


def named_otherwise(trouble: Trouble) -> Finding | None:
    """`x = do bid(p)`, `return do bid(p)` and `let x = do bid(p) + 1`."""
    texts = [word.text for word in trouble.words]
    if "do" not in texts[1 : trouble.at]:
        return None
    at = texts.index("do", 1)
    if texts[at - 1] in BEFORE_VALUES and trouble.start != "let":
        rest = trouble.source(at)
        return Finding(
            message="what a rule gives is named by `let`, and by nothing else",
            hint=f"write `let x = {rest}` in a line above, and `x` here"
            if rest
            else None,
            first=at,
        )
    if trouble.start == "let" and at == 3:
        return Finding(
            message="what a rule gives has a name first, before anything is done with it",
            hint="end the line there, and go on with the name in the next one",
        )
    return None


def drawn_how(trouble: Trouble) -> Finding | None:
    """`draw from S` and `draw a card from S`, which do not say how many."""
    number = trouble.text(1 - trouble.at)
    if trouble.start == "move" and trouble.text(-1) in ("top", "bottom"):
        if trouble.text().isidentifier() and trouble.text() != "of":
            return Finding(
                message=f"this is not how the {trouble.text(-1)} of something is named",
                first=trouble.at - 1,
                rewritten=_move_end(trouble),
            )
    if trouble.start == "draw" and number in ("from", "a", "an", "one", "the", "top"):
        texts = [word.text for word in trouble.words]
        line = "draw 1 from deck to p.hand"
        if "from" in texts and "to" in texts:
            line = f"draw 1 {trouble.source(texts.index('from'))}"
        return Finding(
            message="this does not say how many are drawn",
            hint=f"write `{line}`",
            first=min(1, len(trouble.words) - 1),
            rewritten=line if "from" in texts and "to" in texts else None,
        )
    if trouble.start == "draw" and trouble.text() == "to" and not number.isdecimal():
        return Finding(
            message="this does not say how many are drawn",
            first=1,
            rewritten=f"draw 1 from {trouble.source(1)}",
        )
    if trouble.start == "draw" and trouble.text(1) == "from" and trouble.has("from"):
        return Finding(
            message=f"`{trouble.text()}` has no place here: what is drawn is what lies "
            "there",
            hint="leave it out: "
            f"`{trouble.source(0, trouble.at)} {trouble.source(trouble.at + 1)}`",
            instead="",
            over=(trouble.at, trouble.at + 1),
        )
    if trouble.text() == "of" and trouble.text(-1) in ("top", "bottom"):
        end, line = trouble.text(-1), _move_end(trouble)
        exact = trouble.start == "move" and "..." not in line
        return Finding(
            message=f"`{end} of` says where something goes to, not what it is",
            hint=f"write `{line}`"
            if exact
            else f"write `{end}(...)` with the zone between the brackets",
            first=trouble.at - 1,
            last=trouble.at,
            rewritten=line if exact else None,
        )
    return None


MOVED = (
    Row(
        wrong="move top(deck) into p.hand",
        right="move top(deck) to p.hand",
        starts=("move",),
        stops=("into", "onto", "in", "on"),
        fits="to",
        message="`{word}` is not the word for where it goes to",
        instead="to",
    ),
)


LOOPED = (
    Row(
        wrong="for each p in players simultaneously: p.points += 1",
        right="for each p in players at once: p.points += 1",
        starts=("for",),
        stops=("simultaneously", "together", "concurrently"),
        fits="AT_ONCE",
        message="rounds that happen together are `at once`",
        instead="at once",
    ),
    Row(
        wrong="for each p in players at the same time: p.points += 1",
        right="for each p in players at once: p.points += 1",
        starts=("for",),
        stops=("at",),
        after=("the",),
        fits="AT_ONCE",
        message="rounds that happen together are `at once`",
        instead="at once",
        number=4,
    ),
)


def _move_end(trouble: Trouble) -> str:
    """`move top card of deck to p.hand`, as it is said here."""
    texts = [word.text for word in trouble.words]
    end = "top" if "top" in texts[:4] else "bottom"
    if "of" in texts and "to" in texts[texts.index("of") :]:
        of, to = texts.index("of"), texts.index("to")
        return f"move {end}({trouble.source(of + 1, to)}) {trouble.source(to)}"
    return f"move {end}(deck) to ..."


def announced(trouble: Trouble) -> Finding | None:
    """An announcement that is more than one fixed text."""
    if trouble.start != "announce" or trouble.at_end or not trouble.at:
        return None
    text = next((word.text for word in trouble.words if word.text[0] == '"'), '"..."')
    if trouble.text() == "(" and trouble.at == 1:
        return Finding(
            message="an announcement stands without brackets",
            rewritten=f"announce {text}",
        )
    if trouble.at == 1 or trouble.text() in ("+", ",", "&", "."):
        return Finding(
            message="an announcement is one text in quotes, with values in braces",
            hint=f"write `announce {text}`, with names in braces inside the quotes",
            rewritten=f"announce {text}",
        )
    return None


def ranked(trouble: Trouble) -> Finding | None:
    """`rank players by points`, and `, then` between two orders."""
    if trouble.start != "rank":
        return None
    word = trouble.text()
    if trouble.text(-1) in ("by", "then") and word.isidentifier():
        return Finding(
            message="this does not say whether the most or the least of it is best",
            hint=f"write `{trouble.text(-1)} most it.{word}`, or `least`",
            instead=f"most it.{word}",
        )
    if word in (",", "and") and trouble.has("then"):
        more = trouble.text(1) == "then"
        return Finding(
            message="what decides among equals stands behind `then`",
            hint=f"leave the `{word}` out"
            if more
            else f"write `then` for the `{word}`",
            instead="" if more else "then" if word == "and" else " then",
        )
    return None


def won(trouble: Trouble) -> Finding | None:
    """The end of a game, said in other words than `p wins` and `nobody wins`."""
    start, after = trouble.start, trouble.text(1 - trouble.at)
    words = [word.text for word in trouble.words]
    if not trouble.line or trouble.block.kind not in ("rule", "action", "play", "when"):
        return None
    text = hint = None
    if start in TOGETHER and words[-1] in ENDED:
        text = f"everybody {'loses' if words[-1][0] == 'l' else 'wins'}"
    elif start == "draw" and trouble.at_end and trouble.at == 1:
        hint = "write `nobody wins` for a game that nobody wins, or `draw 1 from ... to ...`"
    elif start in ("tie", "stalemate") or (
        start == "no" and after in ("one", "player")
    ):
        text = "nobody wins"
    elif trouble.sets and after in ("win", "won", "lose", "lost"):
        text = f"{start} {'wins' if after[0] == 'w' else 'loses'}"
    elif (
        trouble.sets
        and trouble.at_end
        and words[-2:-1] == ["."]
        and words[-1] in ("wins", "win", "loses")
    ):
        text = f"{trouble.source(0, -2)} {words[-1].rstrip('s')}s"
    elif start in (*WON, "wins", "lose", "loses") and after == "(":
        word = "loses" if start[0] == "l" else "wins"
        text = f"{trouble.source(2).removesuffix(')')} {word}"
    elif start == "next" and trouble.at == 1:
        return Finding(
            message="`next` goes on with the next one of a loop, and stands alone",
            hint="write `p = p.left` for the next player",
        )
    if hint is None and text is None:
        return None
    message = "this is not how a game ends"
    return Finding(message=message, hint=hint, first=0, rewritten=text)


def left_otherwise(trouble: Trouble) -> Finding | None:
    """`p is out`, `eliminate p` and the like, for `p leaves`."""
    if not trouble.line or trouble.block.kind not in ("rule", "action", "play", "when"):
        return None
    words = [word.text for word in trouble.words]
    who = ""
    if words[0] in ("eliminate", "kick", "leave", "remove") and len(words) > 1:
        end = words.index("from") if "from" in words else len(words)
        whole = words[0] != "remove" or not {"players", "game"}.isdisjoint(words[end:])
        who = trouble.source(1, end) if whole or end == len(words) == 2 else ""
    else:
        for at, word in enumerate(words):
            after = words[at + 1] if at + 1 < len(words) else ""
            if at and after in GONE.get(word, ()) and len(words) - at <= 3:
                who = trouble.source(0, at)
                break
    if not who or not who[0].isalpha():
        return None
    return Finding(
        message="this is not how somebody leaves the game",
        first=0,
        rewritten=f"{who} leaves",
    )


def action_taken(trouble: Trouble) -> Finding | None:
    """An action that a player takes, said in another way than `p must buy(p)`."""
    who, verb, word = trouble.text(-3), trouble.text(-2), trouble.text(-1)
    if trouble.at == 1 and word in ("must", "may") and trouble.text().isidentifier():
        return Finding(
            message=f"this does not say who {word}",
            hint=f"write `p {word} {trouble.text()}(p)`, with the player's name for `p`",
            first=0,
        )
    if verb == "must" and word in ("choose", "chooses"):
        return Finding(
            message="`must` stands before an action, such as `must buy(p)`",
            hint="write `chooses` for the two words",
            first=trouble.at - 2,
            last=trouble.at - 1,
            instead="chooses",
        )
    name = trouble.text()
    if word == "to" and verb in ("choose", "chooses") and name.isidentifier():
        chosen, first = name, trouble.at - 2
    elif name == "(" and verb == "to" and trouble.text(-3) in ("choose", "chooses"):
        chosen, first = word, trouble.at - 3
    elif word.isidentifier() and name == "(" and verb in ("choose", "chooses"):
        chosen, first = word, trouble.at - 2
    elif name.isidentifier() and trouble.text(1) == "(" and trouble.has("MUST"):
        chosen, first = name, trouble.at
    else:
        return None
    text = "may" if "may" in (who, trouble.text(first - 1 - trouble.at)) else "must"
    if text == "may":
        first -= 1
    player = trouble.text(first - 1 - trouble.at)
    return Finding(
        message="this is not how a player takes an action",
        hint=f"write `{player if player.isidentifier() else 'p'} {text} {chosen}(...)`",
        first=first,
    )


def so_many(trouble: Trouble) -> Finding | None:
    """`p chooses cards from p.hand at least 1`, `rule r at most 5 deep`: without the comma."""
    more = trouble.text() == "exactly" or trouble.text(1) in ("least", "most")
    if not (trouble.has(",") and more and trouble.text() in ("at", "exactly")):
        return None
    rest = trouble.source(trouble.at)
    message = "a comma stands before how many are chosen"
    if trouble.block.kind == "rule" and trouble.line == 0:
        message = "a comma stands before how deep a rule goes"
    elif trouble.block.kind in ("state", "each"):
        message = "a comma stands before how many a place holds"
    return Finding(
        message=message,
        hint=f"write `, {rest}`",
        instead=",",
        over=(trouble.at, trouble.at),
    )


def acting(trouble: Trouble) -> Finding | None:
    """An action without the player who acts; an entry of a menu that says too much."""
    block, line = trouble.block, trouble.line
    if block.kind == "action" and line == 0 and trouble.text(1 - trouble.at):
        if trouble.at == 2 or (trouble.at == 3 and trouble.text() == ")"):
            if trouble.at == 2 and trouble.text()[:1] not in ('"', ":", ""):
                return None
            return Finding(
                message="this action does not say who acts",
                hint=f"write `action {trouble.text(1 - trouble.at)}(p: player)`",
                first=1,
                instead="(p: player)",
                over=(2, 2 if trouble.at == 2 else 4),
            )
    above = block.lines[block.parents[line]] if block.parents[line] >= 0 else None
    if above is None or not above.is_choice:
        return None
    clause = trouble.start in ("where", "require", "prefer") and trouble.at < 2
    if clause and (above.opens or _names_action(above)):
        return Finding(
            message=f"`{trouble.start}` asks which candidates there are, and actions have none",
            hint="put a condition into the head of the action, with `require`, or test it "
            "before the choice, with `if`",
            first=0,
        )
    if not above.opens:  # the conditions of a choice
        if trouble.begins and trouble.start.isidentifier() and trouble.start != "if":
            if any(word.text in COMPARISONS for word in trouble.words):
                return Finding(
                    message="a condition of a choice begins with `where`",
                    hint=f"write `where {trouble.source()}`",
                    first=0,
                    instead=f"where {trouble.start}",
                )
        return None
    if trouble.start in ("do", "action", "choose", "take") and trouble.at < 2:
        if trouble.text(1 - trouble.at).isidentifier():
            return Finding(
                message="an entry of a menu is the action alone",
                hint=f"leave `{trouble.start}` out: `{trouble.source(1)}`",
                first=0,
                rewritten=trouble.source(1),
            )
    return None


def _names_action(line: Line) -> bool:
    """Whether a line lets somebody do one action: `p must rest(p)`, `p may rest(p)`."""
    texts = [word.text for word in line.words]
    return "must" in texts or ("may" in texts and "choose" not in texts)


def unquoted_reason(trouble: Trouble) -> Finding | None:
    """A reason without quotes, and a condition on the line of its choice."""
    lines, word = trouble.block.lines, trouble.text()
    if word == "where" and lines[trouble.line].is_choice:
        return Finding(
            message="the condition of a choice stands on a line of its own",
            hint=f"put `{trouble.source(trouble.at)}` on the next line, indented",
        )
    rest = [w.text for w in lines[trouble.line].content[trouble.base + trouble.at :]]
    if trouble.start in REASONED and trouble.has("STRING"):
        if len(rest) > 1 and all(text.isidentifier() for text in rest):
            return Finding(
                message="a reason stands in quotes",
                last=trouble.at + len(rest) - 1,
                instead=f'"{trouble.source(trouble.at)}"',
            )
    return None


def every(trouble: Trouble) -> Finding | None:
    """`every x in S` without `has`, and `some x in S has P`."""
    texts = [word.text for word in trouble.words]
    for at in range(trouble.at - 1, -1, -1):
        kind, name, to = (*texts[at : at + 3], "", "")[:3]
        if kind == "each" and to == "in" and texts[0] != "for" and at == trouble.at - 1:
            return Finding(
                message="`each` begins a loop, but here is a condition",
                hint=f"write `every {name} in S has P`",
                first=at,
            )
        if kind not in QUANTIFIERS:
            continue
        if to == "of" and trouble.at in (at + 1, at + 2):
            return Finding(
                message=f"`{kind} {name}` looks through a collection with `in`",
                hint=f"write `{kind} {name} in S`",
                first=at,
                instead="in" if trouble.text() == "of" else None,
                over=(at + 2, at + 3),
            )
        if to != "in":
            continue
        if kind == "every" and trouble.has("has"):
            return Finding(
                message=f"this does not say what every `{name}` has",
                hint="write `has` for it"
                if trouble.text() == "have"
                else f"write `every {name} in S has P`",
                first=trouble.at if trouble.text() == "have" else at,
                last=trouble.at if trouble.text() == "have" else at + 1,
                instead="has" if trouble.text() == "have" else None,
            )
        if kind != "every" and trouble.text() in ("has", "have"):
            all_of = kind in ("all", "the")
            return Finding(
                message=f"only `every` goes with `has`, and this is `{kind}`",
                hint=f"write `every {name} in S has P`" if all_of else "write `where`",
                instead=None if all_of else "where",
            )
        return None
    return None


def then(trouble: Trouble) -> Finding | None:
    """`if x then`, and `if x in 1, 2`."""
    if trouble.start not in ("if", "else", "while", "when") or not trouble.has(":"):
        return None
    if trouble.text() in ("then", "do"):
        ends = trouble.text(1) in (":", "")
        return Finding(
            message=f"a condition ends in a colon, without `{trouble.text()}`",
            hint=f"leave `{trouble.text()}` out"
            if ends
            else f"write `:` for `{trouble.text()}`, and the rest on the next line, "
            "indented",
            instead="" if trouble.text(1) == ":" else ":" if ends else None,
            over=(trouble.at, trouble.at + 1),
        )
    texts = [word.text for word in trouble.words[: trouble.at]]
    if trouble.text() == "," and "in" in texts[:-1] and trouble.words[-1].text == ":":
        start = len(texts) - texts[::-1].index("in")
        listed = trouble.source(start, -1)
        return Finding(
            message="several values stand between brackets",
            hint=f"write `in [{listed}]`",
            first=trouble.at - 1,
            instead=f"[{listed}]",
            over=(start, trouble.length - 1),
        )
    return None


CELLS_AND_PLAYERS = (
    Row(
        wrong="each cell in land:\n    height: 0..3 = 0",
        right="each cell of land:\n    height: 0..3 = 0",
        above="",
        stops=("in",),
        before=("cell",),
        fits="of",
        message="the board of a cell is named with `of`",
        hint="write `cell of {after}`",
        first=-1,
        instead="of",
    ),
    Row(
        wrong="do gain(player)",
        right="do gain(player 1)",
        before=("player",),
        fits="INT",
        misses="ADD",
        message="`player` alone names nobody",
        hint="write `players` for all, `player 1` for one, or a name such as `p`",
        first=-1,
    ),
    Row(
        wrong="let n = steps from c to d in country stepping a to b by k cost k.length",
        right="let n = steps from c to d in country stepping a to b by k costing k.length",
        stops=("cost", "costs", "price", "weight", "weighted", "weighing"),
        fits="costing",
        message="what a step costs stands behind `costing`",
        instead="costing",
    ),
    Row(
        wrong="if c in reach from d in land: end game",
        right="if c in (reach from d in land): end game",
        stops=("from", "of"),
        before=("reach", "steps", "regions"),
        message="what begins with `{before} {word}` stands in brackets behind other words",
        hint="write `({before} {word} ...)`",
        first=-1,
    ),
    Row(
        wrong="let n = shortest way from c to d in land",
        right="let n = steps from c to d in land",
        stops=("way", "path", "route"),
        before=("shortest",),
        message="how long the shortest way is says `steps`",
        hint="write `steps from a to b in S`",
        first=-1,
    ),
)


def without_colon(trouble: Trouble) -> Finding | None:
    """`{wood 2}` and `{2 wood}` for `{wood: 2}`."""
    at = trouble.at
    if trouble.text(-1) == "," and trouble.text().isdecimal():
        at += 1  # in a bundle that has begun, no number can stand here
    opened = [w.text for w in trouble.words[:at]]
    if opened.count("{") <= opened.count("}") or opened[-2:-1] not in (["{"], [","]):
        return None
    before, word = opened[-1], trouble.text(at - trouble.at)
    if before.isidentifier() and word.isdecimal():
        pair = f"{before}: {word}"
    elif before.isdecimal() and word.isidentifier():
        pair = f"{word}: {before}"
    else:
        return None
    return Finding(
        message="a bundle says which kind, and after a colon how many of it",
        hint=f"write `{{{pair}}}`",
        first=at - 1,
        last=at,
        instead=pair,
    )


OTHERWISE_EXPECTED = {
    "game": ("player 1 to act", 2),
    "offered": ("refused", 1),
    "refused": ("offered", 1),
    "announced": ("announced nothing", 2),
}
"""What is expected where something is not, and how many words it stands for."""


def not_expected(trouble: Trouble) -> Finding | None:
    """`expect not game over`: what holds instead is expected."""
    texts = [word.text for word in trouble.words]
    if trouble.block.kind not in SCENARIOS or texts[:2] != ["expect", "not"]:
        return None
    what = texts[2] if len(texts) > 2 else ""
    replacement, number = OTHERWISE_EXPECTED.get(what, ("", 0))
    if what in ("hidden", "shown") and texts[3:4] == [
        "from" if what == "hidden" else "to"
    ]:
        replacement, number = (
            ("shown to", 2) if what == "hidden" else ("hidden from", 2)
        )
    if not replacement or (what == "game" and texts[3:4] != ["over"]):
        return None
    rest = trouble.source(2 + number)
    line = f"expect {replacement}{' ' + rest if rest else ''}"
    return Finding(
        message=f"`not` stands before a condition, and `{what}` begins none",
        hint=f"expect what is so instead, such as `{line}`"
        if what == "game"
        else f"write `{line}`",
        first=1,
        last=trouble.length - 1,
        rewritten=line,
    )


ALONE = {
    ("game", "over"): "game over",
    ("rule", "over"): "rule over",
    ("announced", "nothing"): "announced nothing",
}
"""What is expected on a line of its own, by its words."""


def begun_below(trouble: Trouble) -> Finding | None:
    """`from "a position"` below a scenario, in whose first line it belongs."""
    if trouble.block.kind not in SCENARIOS or not trouble.begins:
        return None
    if trouble.start != "from":
        return None
    title = trouble.text(1) if trouble.text(1).startswith('"') else '"a position"'
    return Finding(
        message="the position that a scenario begins from stands on its first line",
        hint=f'write it before the colon:  scenario "..." from {title}:',
        first=0,
        last=trouble.length - 1,
    )


def players_of_cases(trouble: Trouble) -> Finding | None:
    """`players number`, where the cases of a scenario say how many play."""
    if trouble.block.kind not in SCENARIOS or trouble.start != "players":
        return None
    texts = [word.text for word in trouble.words]
    name = next((text for text in texts[1:] if text.isidentifier()), "")
    above = [line.words for line in trouble.block.lines[: trouble.line]]
    named = [word.text for words in above for word in words]
    if "cases" not in named or name not in named:
        return None
    return Finding(
        message=f"`players` is followed by a number, and `{name}` is a name of the cases",
        hint="let a column of the cases be called so, as in `cases players:`",
        first=1,
        last=trouble.length - 1,
    )


def expected_alone(trouble: Trouble) -> Finding | None:
    """`expect game over and E`: the end is expected on a line of its own."""
    texts = [word.text for word in trouble.words]
    first = ALONE.get((*texts[1:3],)) if texts[:1] == ["expect"] else None  # type: ignore[arg-type]
    if trouble.block.kind not in SCENARIOS or first is None:
        return None
    if texts[3:4] != ["and"] or len(texts) < 5:
        return None
    return Finding(
        message=f"`{first}` is not a condition, and belongs on a line of its own",
        hint=f"make it two lines:  expect {first}  and below it  expect "
        f"{trouble.source(4)}",
        first=3,
        last=trouble.length - 1,
    )


def sees_expected(trouble: Trouble) -> Finding | None:
    """`expect player 1 sees V` in a scenario, which has words of its own for that."""
    texts = [word.text for word in trouble.words]
    if trouble.block.kind not in SCENARIOS or texts[:2] != ["expect", "player"]:
        return None
    if texts[3:4] != ["sees"] or len(texts) < 5:
        return None
    line = f"expect shown to player {texts[2]}: {trouble.source(4)}"
    return Finding(
        message="`sees` belongs in rules; a scenario expects what is shown",
        hint=f"write `{line}`",
        first=3,
        rewritten=line,
    )


def valueless(trouble: Trouble) -> Finding | None:
    """A function of several lines whose line gives no value, but works one out."""
    if trouble.block.kind != "function" or not trouble.line:
        return None
    texts = [word.text for word in trouble.words[:3]]
    looks = texts[2:] == ["in"] and texts[0] in {*QUANTIFIERS, "every"}
    signs = {*COMPARISONS, "is", "+", "-", "*", "and", "or", "in"}
    works = trouble.sets and (trouble.at_end or trouble.text() in signs)
    if not works and not (looks and trouble.at <= 1):
        return None
    return Finding(
        message="this line calculates a value, but does not give it",
        hint=f"write `return {trouble.source()}`",
        first=0,
        instead=f"return {trouble.start}",
    )


RULE_SLIPS = (
    not_expected,
    begun_below,
    players_of_cases,
    expected_alone,
    sees_expected,
    won,
    left_otherwise,
    every,
    action_taken,
    *MOVED,
    *LOOPED,
    drawn_how,
    announced,
    ranked,
    acting,
    so_many,
    then,
    *CELLS_AND_PLAYERS,
    unquoted_reason,
    valueless,
    without_colon,
    named_otherwise,
    set_otherwise,
)
"""In this order: the first that fits is told."""
