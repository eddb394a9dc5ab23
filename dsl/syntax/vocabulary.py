"""The words that rule files are made of, with an example of each; the limits of size."""

EDITION = 2
"""The edition of the language that is written now."""
EDITIONS = (1, EDITION)
"""Those that are read."""
LONGEST_LINE = 2000
DEEPEST_INDENTATION = 40
MOST_BRACKETS = 100
DEEPEST_EXPRESSION = 150  # with the indentation a tree stays below about 200 levels
LONGEST_STATEMENT = 3000
DEEPEST_LOOPS = 16
LONGEST_HEAD = 16  # choices and names for values
LARGEST = 10**18 - 1
MOST_PER_BLOCK = 20
MOST_READINGS = 60  # of a block; lines may go that nothing is said about
MOST_PER_FILE = 100


DECLARATIONS = {
    "language": "language 2",
    "include": 'include "nim.rules"',
    "game": 'game nim "Nim":',
    "option": 'option long_game "Long game": bool = false',
    "enum": "enum Colour: red, blue",
    "card": 'card Money "money card":',
    "tile": 'tile Building "building":',
    "piece": "piece trader: 8 for each player",
    "board": "board land: hex 20 x 20",
    "supply": "supply:",
    "table": "table prize (place: 1..3 -> points: int):",
    "map": 'map coast (row: 0..9, column: 0..9 -> ground: Ground) from "coast.txt":',
    "neutral": "neutral dummy when player_count == 2",
    "state": "state:",
    "each": "each player:",
    "names": "names p, q: player",
    "constant": "constant hand_limit = 6",
    "function": "function wealth(p: player) -> int = p.gold + p.silver",
    "condition": 'condition affords(p: player) "you have no silver" = p.silver > 0',
    "shown": 'shown wealth(p: player) "wealth" = p.gold + p.silver',
    "rule": "rule refill:",
    "head": "head placing(p: player, tile: Building):",
    "substitution": "substitution exchange(p: player) of Good:",
    "action": 'action buy(p: player) "Buy a building":',
    "event": "event built(p: player, h: cell)",
    "when": "when built(p, h):",
    "amount": "amount tax(p: player) = 2",
    "adjust": "adjust tax(p) when p.evades: result - 1",
    "play": "play:",
    "always": "always sum(p.gold for p in players) == 40",
    "at": "at any time anybody q in players where q.charms > 0 may use_charm(q)",
    "position": 'position "the first round is over":',
    "scenario": 'scenario "an exact payment":',
}
"""The words that begin a declaration, with an example of each."""

STATEMENTS = {
    "let": "let price = market[slot].cost",
    "if": "if p.points > 3:",
    "else": "else if p.points > 3:",
    "for": "for each p in players:",
    "while": "while deck is not empty:",
    "repeat": "repeat 3 times:",
    "until": "until deck is empty",
    "stop": "stop",
    "next": "next",
    "nothing": "nothing",
    "pass": "pass:",
    "return": "return p.points",
    "do": "do refill(p)",
    "raise": "raise built(p, h)",
    "cancel": "cancel",
    "move": "move cards to p.hand",
    "draw": "draw 2 from deck to p.hand",
    "shuffle": "shuffle deck",
    "turn": "turn p:",
    "phase": 'phase "Spring":',
    "announce": 'announce "First scoring"',
    "show": "show top(deck) to p",
    "expect": "expect deck is not empty",
    "rank": "rank players by most it.points",
    "end": "end game",
    "best": "best for p by total(p):",
    "nobody": "nobody wins",
    "everybody": "everybody wins",
    "choose": "choose h in land",
    "anybody": "anybody q in others(p) may accept(q)",
    "head": "head placing(p, tile)",
    "require": 'require p.gold >= 2 "that is too little gold"',
    "where": 'where h.owner is none "the hex is taken"',
    "prefer": "prefer h.owner is none",
    "otherwise": "otherwise:",
}
"""The words that begin a line of a rule or an action, with an example of each."""

INNER = {
    "game": ("line of the game", "players 2..4"),
    "enum": ("value of an enum", 'florin "Florin"'),
    "card": ("field of a card", "value: 1..9"),
    "tile": ("field of a tile", "cost: 0..13"),
    "supply": ("line of the supply", "3 of each Money"),
    "substitution": ("line of what stands for what", "gold for any"),
    "table": ("row of a table", "pavilion | 1 | 8"),
    "map": ("letter or row of a map", "W = water"),
    "state": ("variable", "deck: deck of Money"),
    "each": ("variable", "hand: hand of Money, seen by owner"),
    "position": ("line of a position", "player 1: buy slot=florin"),
    "scenario": ("line of a scenario", "player 1: buy slot=florin"),
}
"""The lines inside blocks that hold no statements, with an example of each."""


SCENARIO_LINES = {
    "players": "players 3",
    "seed": "seed 4",
    "option": "option long_game = true",
    "given": "given:",
    "let": "let before = player 1.points",
    "cases": "cases days, left:",
    "random": "random 20",
    "always": "always player 1.points >= 0",
    "start": "start scoring(player 1)",
    "chance": "chance: 6, wood",
    "expect": "expect player 1.points == 3",
}
"""The words that begin a line of a scenario, with an example of each."""


def word_set(words: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(words.split())


HEADERS = word_set(
    """
    game enum card tile supply table map state each function rule head substitution action
    when play position scenario cases if else for while repeat turn phase best otherwise given
    option
    """
)
"""The words that begin a line under which indented lines may stand."""

REASONED = word_set("where require prefer condition")
"""The words that begin a line with a reason, which may stand below it."""

QUANTIFIERS = word_set("count some no all the any first every")
"""The words before `x in S`."""

COMPARISONS = word_set("== != < > <= >=")
"""The signs between two values that are compared."""

OTHER_WORDS = {
    "def": "function",
    "func": "function",
    "fn": "function",
    "procedure": "rule",
    "method": "rule",
    "sub": "rule",
    "setup": "play",
    "class": "card",
    "struct": "card",
    "const": "constant",
    "var": "let",
    "test": "scenario",
    "elif": "else if",
    "elseif": "else if",
    "elsif": "else if",
    "foreach": "for each",
    "loop": "repeat",
    "break": "stop",
    "exit": "stop",
    "continue": "next",
    "print": "announce",
    "say": "announce",
    "reveal": "show",
    "look": "show",
    "peek": "show",
    "call": "do",
    "emit": "raise",
    "assert": "expect",
    "put": "move",
    "deal": "draw",
}
"""What other languages say, and the word for it here."""

OTHER_FUNCTIONS = {
    "len": "size(S)",
    "length": "size(S)",
    "count": "size(S), or  count x in S where P",
    "number": "size(S)",
    "total": "sum(S)",
    "roll": "random(1..6)",
    "dice": "random(1..6)",
    "rand": "random(1..6)",
    "randint": "random(1..6)",
    "choice": "random(S)",
    "floor": "a / b rounded down",
    "ceil": "a / b rounded up",
    "next": "p.left",
    "range": "1..3  for the numbers from 1 to 3",
    "filter": "all x in S where P",
    "any": "some x in S where P",
    "exists": "some x in S where P",
    "forall": "every x in S has P",
    "unique": "distinct(S)",
    "isempty": "S is empty",
    "is_empty": "S is empty",
}
"""What other languages have a function for, and how it is said here."""

INSTEAD = {
    "&&": "and",
    "&": "and",
    "||": "or",
    "|": "or",
    "!": "not",
    "<>": "!=",
    "=>": ">=",
    "=<": "<=",
    "===": "==",
    ":=": "=",
    "%": "mod",
    "×": "*",
    "÷": "/",
    "−": "-",
    "–": "-",
    "…": "..",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
}
"""Signs of other languages, and what is written here."""

CONSTANTS = {
    "True": "true",
    "False": "false",
    "None": "none",
    "TRUE": "true",
    "FALSE": "false",
    "NONE": "none",
    "null": "none",
}
"""Fixed values as other languages write them; of the same length, to keep columns."""
