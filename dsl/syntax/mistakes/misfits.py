"""Lines with a mistake that is not known by sight: what stands there, and what could."""

from rulesrun.dsl.syntax.mistakes.trouble import Finding, Trouble
from rulesrun.dsl.syntax.vocabulary import word_set

VALUE = word_set(
    """
    INT STRING true false none player it NAME ( [ { - not QUANTIFIER every standings
    longest reach STEPS regions can OPTIONS
    """
)
KIND = word_set(
    "int bool text player cell place edge list set bundle SHAPE ZONE ( INT - NAME"
)
GOES_ON = word_set(
    "ADD MUL / COMPARE after and or if in is not otherwise with without .. . ["
)
NEVER_SAID = frozenset({"CITE", "CITES_BELOW", "_DEDENT", "$END", "ZONE"})
NEEDS = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a text in quotes",
    "_NL": "the end of the line",
    "_INDENT": "an indented line",
    "COMPONENT": "`card` or `tile`",
    "SHAPE": "`hex` or `square`",
    "LATTICE": "`hex` or `square`",
    "PARTS": "`corners of` or `sides of`",
    "LINKS": "`links of`",
    "WINS": "`wins` or `loses`",
    "LEAVES": "`leaves`",
    "CANCEL": "`cancel`",
    "RANKED": "`players` or `teams`",
    "CHOOSES": "`chooses`",
    "MUST": "`must`",
    "ANYBODY": "`anybody`",
    "AT_ANY_TIME": "`at any time`",
    "QUANTIFIER": "`count` or `some`",
    "OPTIONS": "`options of`",
    "STATED": "what else is chosen",
    "HIDDEN": "`hidden from`",
    "SEEN": "`shown to`",
    "SEES": "`sees`",
    "SHOWN": "`shown`",
    "RUNS": "`runs of`",
    "TURNED": "`turned by`",
    "NAMES": "`names`",
    "SHUFFLED": "`shuffled`",
    "STEPS": "`steps from`",
    "HEAD": "`head`",
    "SUBSTITUTION": "`substitution`",
    "UP_TO": "`up to`",
    "AT_ONCE": "`at once`",
    "AS_WRITTEN": "`as written`",
    "NUMBER_OF": "`number`",
    "RANDOM": "`random`",
    "POSITION": "`position`",
    "CASES": "`cases`",
    "BY_CASES": "`by`",
    "TURNS": "`turns of`",
    "ANY_TIMES": "`any number of times`",
    "ALWAYS": "`always`",
    "MOST": "`most` or `least`",
    "ROUND": "`down` or `up`",
    "END": "`top` or `bottom`",
    "CHANGE": "`+=` or `-=`",
    "COMPARE": "a comparison",
    "ADD": "`+` or `-`",
    "MUL": "`*`",
    "CHANCE": "`chance:` with what it brings",
    "CHOICE": "`player 1:` with a choice",
    "REFUSAL": "`refused player 1:` with a choice",
    "OFFER": "`offered player 1:` with a choice",
    "ANNOUNCED": "`announced`",
    "ONLY_OFFER": "`only offered player 1:` with a choice",
}
"""How the things that the grammar names are called in a message."""


def example_of(trouble: Trouble) -> str | None:
    """How a line of that kind is written."""
    example = trouble.construct[1]
    return f"write it like this: `{example}`" if example else None


def _needs(fits: frozenset[str]) -> str | None:
    """What a line needs at a place, in words; None if that would be a long list."""
    needs = set(fits - NEVER_SAID)
    phrases = []
    if needs.issuperset({"let", "move", "if"}):
        return "a line that says what happens"
    if needs.issuperset({"INT", "STRING", "(", "true"}):
        phrases.append("a value")
        needs -= VALUE
    if needs.issuperset({"int", "bool", "list"}):
        phrases.append("a kind of thing")
        needs -= KIND
    if needs - GOES_ON - {"("}:
        needs -= GOES_ON | ({"("} if "." in needs else set())
    if needs & {":", "_NL"}:
        needs -= {"STRING", "NAME"}  # labels, which are never needed
    phrases += sorted(NEEDS.get(need, f"`{need}`") for need in needs)
    if not phrases or len(phrases) > 4:
        return None
    *others, last = phrases
    return f"{', '.join(others)} or {last}" if others else last


def shown_word(word: str) -> str:
    """A word as messages quote it."""
    if word.startswith('"'):
        return "a text"
    return f"`{word}`" if len(word) <= 30 else f"`{word[:29]}…`"


def _is_sayable(text: str) -> bool:
    return text[:1].isalnum() or text[:1] in ("_", '"', "(", "[", "{", "")


def misfit(trouble: Trouble) -> Finding:
    """Whatever else is wrong: what stands there, and what could stand there."""
    construct, _ = trouble.construct
    needs = _needs(trouble.fits)
    before = f"after {shown_word(trouble.text(-1))} " if trouble.at else ""
    result = shown_word(trouble.text())
    if trouble.at_end:
        message = f"this {construct} ends too early"
        if needs:
            message += f": {before}it needs {needs}"
    elif needs and needs != NEEDS["_NL"]:
        message = f"{before}this {construct} needs {needs}, not {result}"
    else:
        message = f"{result} has no place {before}in this {construct}"
    hint: str | None
    instead: str | None = None
    if trouble.has("INT", "STRING", "(", "true") and trouble.at:
        hint = f"write a value after {shown_word(trouble.text(-1))}"
    elif not _is_sayable(trouble.text()) and trouble.has("_NL"):
        hint, instead = f"delete the {result}", ""
    elif needs == NEEDS["_NL"] and trouble.has("ADD"):
        hint = "join the two with a sign such as `+` or `and`, or delete one of them"
    elif construct == "change of a value":
        hint = "look for a sign that is missing or stands twice just before this place"
    else:
        hint = example_of(trouble)
    return Finding(
        message=message,
        hint=hint,
        instead=instead,
        over=(trouble.at, trouble.at + 1),
        otherwise=example_of(trouble),
        guessed=True,
    )
