"""What the interface says, in English; other languages in `dsl/languages`.

Values stand in braces. `{x:path}` and `{x:code}` are names: they keep their digits, and
run from left to right. `{x:typed}` is what somebody wrote. Without a kind, a number gets
the digits of the language, and other text is in the language already.
"""

MESSAGES: dict[str, str | tuple[str, str]] = {
    "player": "player {n}",
    "players": "{n} players",
    "you": "you",
    "seed": "seed {n}",
    "turn": "turn {n}",
    "options": (
        "{n} option",
        "{n} options",
    ),
    "empty": "empty",
    "hidden": "{n} hidden",
    "hidden card": "{n} hidden",
    "hidden tile": "{n} hidden",
    "hidden piece": "{n} hidden",
    "chosen: place": "place",
    "chosen: side": "side",
    "chosen: player": "player",
    "chosen: yes or no": "yes or no",
    "top": "{n}, on top {what}",
    "top card": "{n}, on top {what}",
    "top tile": "{n}, on top {what}",
    "game over": "The game is over.",
    "rank": "place",
    "winner": "winner",
    "tie": "tie",
    "won": "{who} wins.",
    "shared": "{who} share the victory.",
    "draw": "A draw: nobody is ahead of anybody.",
    "nobody": "Nobody is ranked.",
    "choose": "Your choice",
    "prompt": "player {n}> ",
    "undone": "The last choice is taken back.",
    "saved": "Saved as {name:path}.",
    "loaded": (
        "{n} choice is loaded from {name:path}.",
        "{n} choices are loaded from {name:path}.",
    ),
    "stopped": "The game has stopped here.",
    "log kept": "The log is kept in {name:path}.",
    "none fits": 'Nothing that can be chosen fits "{text:typed}".',
    "nothing called": 'Nothing in the game is called "{text:typed}".',
    "these fit": "{n} options fit:",
    "one fits": "Only this fits; press Enter to choose it:",
    "more": "and {n} more; type part of a name to see fewer",
    "possible": "This is possible: it is number {n}.",
    "not possible": "Not possible: {why}",
    "rule at": "the rule is at {place:path}",
    "nearest": "possible instead:",
    "can be chosen": "can be chosen now",
    "came furthest": "{choice} comes furthest",
    "value of": "{text:code} is {value}",
    "set": "otherwise",
    "sum": "together",
    "hint": "{n} of 100: {text}",
    "review": "After these choices the expectation fell most, from 100 for a sure win:",
    "review line": "{at}. {who}: {text} ({after}), better {best} ({before})",
    "review nothing": "No choice was much worse than the best one.",
    "review hidden": "What was to be expected tells what somebody held: --view N reviews "
    "the choices of a seat, --view all those of everybody.",
    "thinking": "thinking …",
    "thinks in Python": "players think in Python here, many times slower: {why:code}",
    "a number": "number",
    "several of it": "several: {what}",
    "only option": "There is only this to choose.",
    "no ledger": "The rules keep no ledger.",
    "no number": "There is no number {n}; they go from 1 to {most}.",
    "name missing": "Say which file:  {command:typed} FILE",
    "each of them": "on each",
    "all possible": "Everything that there is can be chosen; ask  why CHOICE",
    "closed": "Not possible now:",
    "word missing": "Say which word:  {command:typed} WORD",
    "nothing about": 'The rules say nothing about "{text:typed}".',
    "more paragraphs": ("and {n} more paragraph", "and {n} more paragraphs"),
    "kept": "The game is kept; to go on:  {name:path}",
    "hand over": "It is the turn of {who}. Press Enter when nobody else looks.",
    "for example": "e.g.",
    "so many of it": "{what} ({n})",
    "pause": "(Enter: more; or type already) ",
    "changed only": "what has changed, and what you have; `show` shows everything",
    "look at": "`{command} {text}` shows it.",
    "for help": "Type a number, a name or part of one; `help` tells more.",
    "script ends": (
        "The script ends here, after {n} choice; {who} is to choose.",
        "The script ends here, after {n} choices; {who} is to choose.",
    ),
    "secret": "(in secret)",
    "one turn": (
        "turn {first}: {n} choice by chance",
        "turn {first}: {n} choices by chance",
    ),
    "some turns": "turns {first} to {last}: {n} choices by chance",
    "from where": "where it came from",
    "nothing chosen": "Nothing has been chosen yet.",
    "copies": "{what} ×{number}",
    "and": " + ",
    "then": "; ",
    "times": "{what} {n}",
    "has": "{who} {number}",
    "verified": (
        "{name:path}: {n} choice verified, the game is not over",
        "{name:path}: {n} choices verified, the game is not over",
    ),
    "verified, over": (
        "{name:path}: {n} choice verified, the game is over",
        "{name:path}: {n} choices verified, the game is over",
    ),
    "so far": (
        "after {n} choice; {who} is to choose",
        "after {n} choices; {who} is to choose",
    ),
    "many choices": "{name:path} holds {most} choices, not {number}",
    "cannot be chosen": "this cannot be chosen",
    "did you mean": 'did you mean "{text}"?',
    "seats": "{low} to {high} players",
    "seats, one": "{low} players",
    "games": (
        "{n} game",
        "{n} games",
    ),
    "nothing": "-",
    "problem: in general": "{text} ({english:code})",
    "problem: error": "{place:path}: error[{code:code}]: {text}",
    "problem: warning": "{place:path}: warning[{code:code}]: {text}",
    "problem: try": "try: {text}",
    "problem: usage": "Error: {text}",
    "severity: error": "error",
    "severity: warning": "warning",
    "codes": ("{n} code", "{n} codes"),
    "mean": "mean",
    "least": "least",
    "most": "most",
    "errors": ("{n} error", "{n} errors"),
    "warnings": ("{n} warning", "{n} warnings"),
    "no problems": "no problems",
    "checked": ("{n} file checked: {problems}", "{n} files checked: {problems}"),
    "another choice": "another choice",
    "counted, hidden": "{what} hidden",
    "translated": "{name:path}: {n} of {most} labels are translated",
    "labels missing": ("{n} is missing:", "{n} are missing:"),
    "labels stale": (
        "{n} has changed since it was translated:",
        "{n} have changed since they were translated:",
    ),
    "labels unused": ("{n} stands for nothing:", "{n} stand for nothing:"),
    "labels moved": (
        "{n} label is moved out of {name:path}",
        "{n} labels are moved out of {name:path}",
    ),
    "help: usage": "Usage: {text:code}",
    "help: Options": "Options",
    "help: Commands": "Commands",
    "help: default": "default: {value}",
    "help: required": "required",
    "help: try": "Try {command:code} for help.",
    "failed": "{place:path}: {text}",
    "traced: paragraph": "paragraph",
    "traced: lines": "lines",
    "traced: scenarios": "scenarios",
    "traced: games": "games",
    "traced: text": "text",
    "traced: rule": "rule",
    "traced: holds": "holds",
    "coverage: title": "What the tests reach",
    "coverage: file": "file",
    "coverage: good": "reached",
    "coverage: half": "reached, but not in every way",
    "coverage: bad": "never reached",
    "coverage: statements": "statements",
    "coverage: conditions": "conditions",
    "coverage: branches": "branches",
    "coverage: options": "options",
    "coverage: unreached 0": "nothing is left unreached",
    "coverage: unreached": (
        "{n} line not, or not wholly, reached:",
        "{n} lines not, or not wholly, reached:",
    ),
    "and others": ("and {n} other", "and {n} others"),
    "paragraphs": "{name:path}: {n} of {most} paragraphs are translated",
    "paragraphs missing": ("{n} is missing:", "{n} are missing:"),
    "paragraphs changed": (
        "{n} has changed since it was translated:",
        "{n} have changed since they were translated:",
    ),
    "paragraphs unknown": (
        "{n} is not in the rulebook:",
        "{n} are not in the rulebook:",
    ),
    "options 0": "no options",
    "loaded 0": "{name:path} holds no choices.",
    "games 0": "no games",
    "page: contents": "Contents",
    "trace: findings": "What the comparison found",
    "trace: paragraphs": ("{n} paragraph", "{n} paragraphs"),
    "trace: rules": ("{n} rule", "{n} rules"),
    "trace: scenarios": ("{n} scenario", "{n} scenarios"),
    "trace: places": ("{n} place in the rules", "{n} places in the rules"),
    "trace: uncited": "nothing cites it",
    "trace: unreached": "cited, but never reached",
    "trace: changed": "changed since it was accepted",
    "trace: holds": "holds in every game",
    "trace: reached": "reached",
    "trace: no rule": "states no rule",
    "page: components": "Components",
    "page: rulebook": "The rulebook, beside the rules",
    "page: maps": "Maps and boards",
    "page: as it begins": "As one game begins; others may begin differently.",
    "page: effects": "Effects, by what sets them off",
    "page: does": "what it does",
    "page: scenarios": "Scenarios",
    "page: tested by": ("tested by {n} scenario", "tested by {n} scenarios"),
    "page: rules": "All rules",
    "page: no rule": "States no rule.",
    "page: uncited": "No rule cites this.",
    "page: copies": "copies",
    "page: name": "name",
    "page: pieces": "Pieces",
    "page: each": "{n} for each player",
    "page: no rulebook": "The game names no rulebook.",
    "help": """\
Choose by typing
    a number           the option with that number
    a name             all of it, or a part that only one option has: then Enter
                       chooses it. Such a name is
                           {example}
    some words         to see only the options in which they occur
    (nothing)          to see the options again
Or type
    show               the whole position, with what is printed on the tiles;
                       show NAME tells all of one, or what lies in a zone
    options            all options
    why CHOICE         why something is not possible: the rule and what it cites
    why                what cannot be done now at all, and why not
    rules WORD         the paragraphs of the rulebook with that word, and what a
                       card of that name does
    undo               take the last choice back, until another player chooses
                       or something hidden has become known
    hint               what a player who thinks would choose, and how it stands
    ledger             where the points come from
    log                what has happened so far
    save FILE          keep the game so far; load FILE goes back to it
    quit               stop; the game is kept""",
}
"""By the name that the code gives each: one text, or the one for 1 and that for others.

What is said of none, where that is another sentence, has a name that ends in ` 0`.
"""

REASONS = {
    "nothing to undo": "nothing has been chosen yet",
    "chance": "chance has been drawn since that choice",
    "known": "something hidden has become known by that choice",
    "reveal": "a hidden card has been revealed since that choice",
    "other player": "it is another player's choice already",
    "over": "the game is over",
    "several": '"{0}" fits {1} options',
    "no choice": 'there is no choice "{0}" now',
    "not now": '"{0}" cannot be chosen now',
    "no part": "`{0}` chooses {1}, not `{2}`",
    "no value": 'there is no {0} called "{1}"',
    "not through": "it would lead to a choice for which there is nothing to choose",
    "same": "that is the same as another option",
    "not offered": "`{0}` is not offered now",
    "nothing there": "there is no `{0}` to choose",
    "not there": "{0}={1} is not there to choose",
    "too few": "at least {1} must be chosen as `{0}`, not {2}",
    "too many": "at most {1} must be chosen as `{0}`, not {2}",
}
"""What the interpreter says where the rules have no words, as translators see it."""

COMMANDS = {
    "help": (
        "help",
        "?",
    ),
    "undo": ("undo",),
    "save": ("save",),
    "load": ("load",),
    "log": ("log",),
    "rules": ("rules",),
    "quit": (
        "quit",
        "q",
        "exit",
    ),
    "why": ("why",),
    "ledger": ("ledger",),
    "hint": ("hint",),
    "show": ("show",),
    "options": (
        "options",
        "all",
    ),
}
"""What may be typed in place of a choice, by the command that it is."""
