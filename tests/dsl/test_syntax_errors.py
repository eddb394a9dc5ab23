"""What a designer is told about rules that cannot be read, and what is read on."""

import string

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark.lexer import PatternRE

from rulesrun.dsl.problems.codes import CATALOGUE
from rulesrun.dsl.problems.diagnostics import Diagnostic
from rulesrun.dsl.problems.render import render_full
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.syntax import nodes as n
from rulesrun.dsl.syntax.mistakes.misfits import NEEDS, NEVER_SAID
from rulesrun.dsl.syntax.parse import ParseResult, parse
from rulesrun.dsl.syntax.reader import the_reader
from rulesrun.dsl.syntax.vocabulary import (
    CONSTANTS,
    DEEPEST_EXPRESSION,
    DEEPEST_INDENTATION,
    LONGEST_LINE,
    MOST_PER_BLOCK,
    MOST_PER_FILE,
)


def read(text: str) -> ParseResult:
    return parse("language 1\n" + text, "test.rules")


def found(result: ParseResult) -> list[tuple[str, int]]:
    return [(problem.code, problem.span.line) for problem in result.diagnostics]


def only_problem(result: ParseResult) -> Diagnostic:
    (problem,) = result.diagnostics
    return problem


def names(result: ParseResult) -> list[str]:
    """The names of the declarations that could be read."""
    assert result.file is not None
    return [
        declaration.name
        for declaration in result.file.declarations
        if isinstance(declaration, n.RuleDecl | n.ActionDecl | n.ConstantDecl)
    ]


def in_rule(*lines: str) -> str:
    return "rule test:\n" + "".join(f"    {line}\n" for line in lines)


# ---- one mistake, one message ------------------------------------------------

# The rules, the code, the line (the first is `language 1`), the marked words, and a
# piece of the message or the hint.
MISTAKES = [
    # brackets behind names
    ("function two = 2\n", "syntax", 2, "two", "write `function two()`"),
    ('shown two "x" = 2\n', "syntax", 2, "two", "write `shown two()`"),
    ("condition two = 1 == 2\n", "syntax", 2, "two", "write `condition two()`"),
    # conditions and values
    (in_rule("if x = 3:", "    pass"), "equals-in-condition", 3, "=", "write `==`"),
    (in_rule("while x = 3:", "    pass"), "equals-in-condition", 3, "=", "`==`"),
    (in_rule("x = y = 3"), "equals-in-condition", 3, "=", "`==`"),
    (in_rule("x = f(y = 3)"), "equals-in-condition", 3, "=", "`==`"),
    (in_rule("x == 3"), "syntax", 3, "==", "single `=`"),
    (in_rule("let x == 3"), "syntax", 3, "==", "single `=`"),
    (in_rule("if x === 3:", "    pass"), "syntax", 3, "===", "`==`"),
    (in_rule("if x <> 3:", "    pass"), "syntax", 3, "<>", "`!=`"),
    (in_rule("if x => 3:", "    pass"), "syntax", 3, "=>", "`>=`"),
    (in_rule("if x =< 3:", "    pass"), "syntax", 3, "=<", "`<=`"),
    (in_rule("if x ≤ 3:", "    pass"), "syntax", 3, "≤", "`<=`"),
    (in_rule("if x && y:", "    pass"), "syntax", 3, "&&", "`and`"),
    (in_rule("if x || y:", "    pass"), "syntax", 3, "||", "`or`"),
    (in_rule("if !x:", "    pass"), "syntax", 3, "!", "`not`"),
    (in_rule("if 1 < x < 5:", "    pass"), "syntax", 3, "<", "in a row"),
    (
        in_rule("if count y in s where y == 2 > 3:", "    pass"),
        "syntax",
        3,
        "count y in s where y == 2 >",
        "brackets around it",
    ),
    (in_rule("if x == 1 == y:", "    pass"), "syntax", 3, "==", "in a row"),
    (in_rule("for each i in 1 to 5:", "    pass"), "syntax", 3, "1 to 5", "`1..5`"),
    ("state:\n    x: 2-6\n", "syntax", 3, "2-6", "`2..6`"),
    (in_rule("set p.x = 3"), "unknown-statement", 3, "set", "`p.x = 3`"),
    (in_rule("draw from s to t"), "syntax", 3, "from", "`draw 1 from"),
    (in_rule("draw a card from s to t"), "syntax", 3, "a", "`draw 1 from"),
    (in_rule("move top of s to t"), "syntax", 3, "top of", "`move top(s) to t`"),
    (in_rule("x = sum of s"), "syntax", 3, "sum", "`sum(S)"),
    (in_rule("x = 1  // the first move"), "syntax", 3, "//", "`#`"),
    (in_rule("// the first move"), "syntax", 3, "//", "`#`"),
    (in_rule("if x is 3:", "    pass"), "syntax", 3, "3", "`is` asks"),
    (in_rule("x = a // 2"), "division-without-rounding", 3, "//", "rounded down"),
    (in_rule("x = a / 2"), "division-without-rounding", 3, "/", "rounded down"),
    (in_rule("x = a / 2 rounded"), "division-without-rounding", 3, "/", "rounded up"),
    (in_rule("x = f(a / 2, b)"), "division-without-rounding", 3, "/", "rounded up"),
    (in_rule("x = a % 2"), "syntax", 3, "%", "`mod`"),
    (in_rule("x = a ** 2"), "syntax", 3, "**", "x * x"),
    (in_rule("x = a ^ 2"), "syntax", 3, "^", "x * x"),
    (in_rule("x = 1.5"), "syntax", 3, "1.5", "whole"),
    (in_rule("x = ۳"), "syntax", 3, "۳", "write `3`"),
    (in_rule("x = True"), "syntax", 3, "True", "write `true`"),
    (in_rule("if x is None:", "    pass"), "syntax", 3, "None", "write `none`"),
    (in_rule("x = a ? b : c"), "syntax", 3, "?", "`b if a else c`"),
    (in_rule("x = a if b"), "syntax", 3, "b", "`a if P else b`"),
    (in_rule("x = 3 + count y in s"), "syntax", 3, "count", "brackets around it"),
    (in_rule("x ="), "syntax", 3, "=", "a value after `=`"),
    (in_rule("x = [a, ]"), "syntax", 3, "]", "a value after `,`"),
    (in_rule("x = a b"), "syntax", 3, "b", "has no place after `a`"),
    (in_rule("x = a andb"), "syntax", 3, "andb", "has no place after `a`"),
    (in_rule("x := 3"), "syntax", 3, ":=", "write `=`"),
    (in_rule("x++"), "syntax", 3, "++", "`+= 1`"),
    (in_rule("x--"), "syntax", 3, "--", "`-= 1`"),
    (in_rule("x *= 2"), "syntax", 3, "*=", "x = x * 2"),
    (in_rule("x = 3; y = 4"), "syntax", 3, ";", "line of its own"),
    # texts and letters
    (in_rule("announce 'now'"), "syntax", 3, "'", "double quotation marks"),
    (in_rule("announce “now”"), "syntax", 3, "“", "straight"),
    (in_rule('announce "now'), "unclosed-text", 3, '"now', "closing"),
    (in_rule("برج = 3"), "syntax", 3, "برج", "letters a to z"),
    (in_rule("x = a\u00a0+ 3"), "syntax", 3, "\u00a0", "no-break space"),
    (in_rule("x = €"), "syntax", 3, "€", "euro sign"),
    # brackets
    (in_rule("x = f(3", "y = 4"), "unclosed-bracket", 3, "(", "never closed"),
    (in_rule("x = f(3]"), "unclosed-bracket", 3, "]", "cannot close"),
    (in_rule("x = f 3)"), "unclosed-bracket", 3, ")", "never opened"),
    (in_rule("x = f(", "    3,", "    4", "y = 4"), "unclosed-bracket", 3, "(", "`)`"),
    # lines
    (in_rule("if x", "    pass"), "missing-colon", 3, "x", "add `:`"),
    (in_rule("if x  @A-1", "    pass"), "missing-colon", 3, "x", "add `:`"),
    (in_rule("if x", "y = 3"), "missing-colon", 3, "x", "add `:`"),
    (in_rule("p chooses one of", "    buy(p)"), "missing-colon", 3, "of", "add `:`"),
    ("rule test\n    pass\n", "missing-colon", 2, "test", "add `:`"),
    ("function f() -> int\n    return 3\n", "missing-colon", 2, "int", "add `:`"),
    ("table t (a: int -> b: int)\n    1 | 2\n", "missing-colon", 2, ")", "add `:`"),
    (in_rule("if x: while y:", "    pass"), "syntax", 3, "while", "on the next line"),
    (in_rule("if x:", "y = 3"), "missing-indent", 3, "if x:", "nothing stands"),
    ("rule test:\n\nplay:\n    pass\n", "missing-indent", 2, "rule test:", "indent"),
    (in_rule("x = 3", "    y = 4", "    z = 5"), "bad-indentation", 4, "y", "deeper"),
    (
        in_rule("    x = 3", "y = 4", "z = 5"),
        "bad-indentation",
        4,
        "y",
        "no line above",
    ),
    (in_rule("rule b:", "    pass"), "bad-indentation", 3, "rule", "left margin"),
    ("move x to y\n", "bad-indentation", 2, "move", "inside a rule or an action"),
    ("players 2\n", "bad-indentation", 2, "players", "inside a game"),
    (in_rule("\tx = 3", "\ty = 4"), "tab-in-indentation", 3, "\t", "blanks"),
    # words that begin a line
    ("acton buy(p: player):\n    x\n", "unknown-declaration", 2, "acton", "`action`"),
    ("def f(x):\n    return x\n", "unknown-declaration", 2, "def", "`function`"),
    ("3 + 4\n", "unknown-declaration", 2, "3", "cannot begin with `3`"),
    (in_rule("moove x to y"), "unknown-statement", 3, "moove", "`move`"),
    (in_rule("break"), "unknown-statement", 3, "break", "`stop`"),
    (in_rule('print "x"'), "unknown-statement", 3, "print", "`announce`"),
    (in_rule("foreach x in s:", "    pass"), "unknown-statement", 3, "foreach", "each"),
    (in_rule("refill"), "unknown-statement", 3, "refill", "`do refill`"),
    (
        in_rule("if x:", "    pass", "elif y:", "    pass"),
        "unknown-statement",
        5,
        "elif",
        "`else if`",
    ),
    (
        in_rule("p chooses x in s", "    were y"),
        "unknown-statement",
        4,
        "were",
        "`where`",
    ),
    (in_rule("else:", "    pass"), "syntax", 3, "else", "no `if`"),
    (in_rule("until x"), "syntax", 3, "until", "no `repeat:`"),
    (in_rule("repeat:", "    pass", "x = 3"), "syntax", 3, "repeat", "`until`"),
    (in_rule("repeat:", "    pass"), "syntax", 3, "repeat", "when it is over"),
    (in_rule("refill(p)"), "syntax", 3, "refill", "`do refill(...)`"),
    (in_rule("p.points"), "syntax", 3, "p", "does nothing"),
    (in_rule("p.points + 3"), "syntax", 3, "p", "does nothing"),
    (in_rule("for x in s:", "    pass"), "syntax", 3, "x", "`for each"),
    # a player who takes an action
    (in_rule("turn p: must buy(p)"), "syntax", 3, "must", "who must"),
    (in_rule("p chooses buy(p)"), "syntax", 3, "chooses", "`p must buy(...)`"),
    (in_rule("p may choose to buy(p)"), "syntax", 3, "may", "`p may buy(...)`"),
    (in_rule("p buys(p)"), "syntax", 3, "buys", "`p must buys(...)`"),
    (in_rule("p must choose x in s"), "syntax", 3, "must choose", "`chooses`"),
    (in_rule("p must buy(p):"), "syntax", 3, ":", "leave the colon out"),
    (
        in_rule("p must buy(p):", "    otherwise:", "        pass"),
        "syntax",
        3,
        ":",
        "leave the colon out",
    ),
    (in_rule("turn p: if x:", "    pass"), "syntax", 3, "if", "on the next line"),
    (
        in_rule("turn p: p chooses one of:", "    buy(p)"),
        "syntax",
        3,
        "p",
        "on the next line",
    ),
    (in_rule("turn p: buy(p)"), "syntax", 3, "buy", "`p must buy(...)`"),
    (in_rule("p chooses one of:", "    do buy(p)"), "syntax", 4, "do", "`buy(p)`"),
    (in_rule("p chooses x in s where x"), "syntax", 3, "where", "on the next line"),
    (
        in_rule("p chooses x in s", "    x > 3"),
        "syntax",
        4,
        "x",
        "`where x > 3`",
    ),
    (
        in_rule("p chooses x in s", "    if x > 3", '        "no"'),
        "syntax",
        4,
        "if",
        "`where` for `if`",
    ),
    (
        in_rule("p chooses x in s", "    where x  it is taken"),
        "syntax",
        4,
        "it is taken",
        '`"it is taken"`',
    ),
    # every
    (in_rule("if every x in s:", "    pass"), "syntax", 3, "every x", "has P"),
    (in_rule("if every x in s where y:", "    pass"), "syntax", 3, "every x", "has P"),
    (in_rule("if every x in s have y:", "    pass"), "syntax", 3, "have", "`has`"),
    (in_rule("if some x in s has y:", "    pass"), "syntax", 3, "has", "`where`"),
    (in_rule("if all x in s has y:", "    pass"), "syntax", 3, "has", "`every x"),
    (in_rule("if each x in s has y:", "    pass"), "syntax", 3, "each", "`every x"),
    (in_rule("if some x of s where y:", "    pass"), "syntax", 3, "some", "in S`"),
    # said otherwise
    (in_rule("set x to 3"), "unknown-statement", 3, "set", "`x = 3`"),
    (in_rule("p.x is 3"), "syntax", 3, "is", "`p.x = 3`"),
    (in_rule("x: 3"), "syntax", 3, ":", "`x = 3`"),
    (in_rule("x <- 3"), "syntax", 3, "< -".replace(" ", ""), "`x = 3`"),
    (in_rule("if x = none:", "    pass"), "equals-in-condition", 3, "=", "`is none`"),
    (in_rule("if x > 3 or < 1:", "    pass"), "syntax", 3, "or", "both sides"),
    (in_rule("if x then:", "    pass"), "syntax", 3, "then", "leave `then` out"),
    (in_rule("if x then y = 3"), "syntax", 3, "then", "next line"),
    (in_rule("if x in 1, 2:", "    pass"), "syntax", 3, "1", "`in [1, 2]`"),
    (in_rule("for i = 1 to 3:", "    pass"), "syntax", 3, "i", "in 1..3:`"),
    (in_rule("for each i from 1 to 3:", "    pass"), "syntax", 3, None, "in 1..3:`"),
    (in_rule("for each player p:", "    pass"), "syntax", 3, None, "p in players:`"),
    (in_rule("for each p in player:", "    pass"), "syntax", 3, "player", "`players`"),
    (in_rule("repeat 3:", "    pass"), "syntax", 3, "3", "`repeat 3 times:`"),
    (in_rule("repeat forever:", "    pass"), "syntax", 3, "forever", "`until`"),
    (in_rule("draw s to t"), "syntax", 3, "s", "`draw 1 from s to t`"),
    (in_rule("draw 1 card from s to t"), "syntax", 3, "card", "`draw 1 from s to t`"),
    (in_rule("move x into y"), "syntax", 3, "into", "`to`"),
    (in_rule("move top card of s to t"), "syntax", 3, "top", "`move top(s) to t`"),
    (in_rule('announce "x", y'), "syntax", 3, ",", 'write `announce "x"`'),
    (in_rule("announce x"), "syntax", 3, "x", "one text in quotes"),
    (in_rule('announce("x")'), "syntax", 3, "(", "without brackets"),
    (in_rule('""" x """'), "syntax", 3, '""', "`#` for a comment"),
    (in_rule("rank players by points"), "syntax", 3, "points", "most it.points"),
    (in_rule("rank players by most it.x, most it.y"), "syntax", 3, ",", "`then`"),
    (in_rule("p win"), "syntax", 3, "p", "`p wins`"),
    (in_rule("p.wins"), "syntax", 3, "p", "`p wins`"),
    (in_rule("win(p)"), "syntax", 3, "win", "`p wins`"),
    (in_rule("draw"), "syntax", 3, "draw", "`nobody wins`"),
    (in_rule("no one wins"), "syntax", 3, "no", "`nobody wins`"),
    (in_rule("game over"), "unknown-statement", 3, "game", "`end game`"),
    (in_rule("winner is p"), "unknown-statement", 3, "winner", "`p wins`"),
    (in_rule("next player"), "syntax", 3, "player", "`p = p.left`"),
    (in_rule("each p.x += 1"), "unknown-statement", 3, "each", "`for each p"),
    (
        "function f(x: int) -> bool:\n    x > 3 and x < 5\n",
        "syntax",
        3,
        "x",
        "`return x > 3 and x < 5`",
    ),
    # lines that go on
    (in_rule("x = a", "    + 3"), "bad-indentation", 4, "+", "(a + 3)"),
    (in_rule("x = a +", "    3", "y = 4"), "syntax", 3, "+", "a value after `+`"),
    (
        "function f() -> int =\n    3\n        + 4\n",
        "bad-indentation",
        4,
        "+",
        "(3 + 4)",
    ),
    (
        in_rule("return a", "    and b", "    or c"),
        "bad-indentation",
        4,
        "and",
        "(a and b or c)",
    ),
    # bundles
    (in_rule("x = {wood 2}"), "syntax", 3, "wood 2", "`{wood: 2}`"),
    (in_rule("x = {wood: 1, 2 salt}"), "syntax", 3, "2 salt", "`{salt: 2}`"),
    # what is not expected
    (
        'scenario "a":\n    expect not game over\n',
        "syntax",
        3,
        None,
        "`expect player 1 to act`",
    ),
    (
        'scenario "a":\n    expect not offered player 1: rest\n',
        "syntax",
        3,
        None,
        "`expect refused player 1: rest`",
    ),
    (
        'scenario "a":\n    given:\n        player 1.wares = {wood 2}\n',
        "syntax",
        4,
        "wood 2",
        "`{wood: 2}`",
    ),
    # declarations
    ("state:\n    x: 0..9 = 7, secret\n", "syntax", 3, ", secret", "secret = 7`"),
    (
        'state:\n    x "an x": deck of C = 3, at most 4  # hm\n',
        "syntax",
        3,
        ", at most 4",
        '`x "an x": deck of C, at most 4 = 3`',
    ),
    ("state:\n    d: decks of C\n", "syntax", 3, "decks", "`deck of C`"),
    ("state:\n    d: heap of C\n", "syntax", 3, "heap", "one of deck"),
    ("state:\n    let x = 3\n", "syntax", 3, "let", "`x: int`"),
    ("state:\n    let\n", "syntax", 3, "let", "leave it out"),
    ("state:\n    x = 3\n", "syntax", 3, "=", "`x: int = 3`"),
    ("state:\n    x: 3\n", "syntax", 3, "3", "`x: int = 3`"),
    ("state:\n    x: int 0..9\n", "syntax", 3, "int", "`x: 0..9`"),
    ("state:\n    big x: 0..9\n", "syntax", 3, "big x", "`big_x`"),
    ("rule my turn:\n    pass\n", "syntax", 2, "my turn", "`my_turn`"),
    ("rule my-turn:\n    pass\n", "syntax", 2, "my-turn", "`my_turn`"),
    ("each cell in land:\n    x: int\n", "syntax", 2, "cell", "`cell of land`"),
    ("enum C = red, blue\n", "syntax", 2, "=", "`enum C: red, blue`"),
    ('enum C: "red", "blue"\n', "syntax", 2, '"red"', "`enum C: red, blue`"),
    (
        "rule r at most 5 deep:\n    nothing\n",
        "syntax",
        2,
        "at",
        "how deep a rule goes",
    ),
    (
        "state:\n    o: row of C at most 4\n",
        "syntax",
        3,
        "at",
        "how many a place holds",
    ),
    (
        in_rule("p chooses xs from S at most 2"),
        "syntax",
        3,
        "at",
        "how many are chosen",
    ),
    ("enum C:\n    red,\n    blue,\n", "syntax", 3, ",", "commas at the ends"),
    ("supply:\n    15 Card\n", "syntax", 3, "15 Card", "`15 of each Card`"),
    ("supply:\n    each Card\n", "syntax", 3, "each Card", "`1 of each Card`"),
    ('supply:\n    Card from "a.csv"\n', "syntax", 3, "Card", '`24 Card from "a.csv"`'),
    ("supply:\n    3 Card from a.csv\n", "syntax", 3, "a.csv", '`"a.csv"`'),
    ("board b: square 6x7\n", "syntax", 2, "6x7", "`6 x 7`"),
    ("board b: square 6 by 7\n", "syntax", 2, "6 by 7", "`6 x 7`"),
    ("game nim:\n    players: 3\n", "syntax", 3, ":", "`players 3`"),
    ("game nim:\n    players 3, 4, 5\n", "syntax", 3, "3, 4, 5", "`players 3..5`"),
    ("action buy():\n    pass\n", "syntax", 2, "buy", "`action buy(p: player)`"),
    ("state:\n    x: ۰..۹\n", "syntax", 3, "۰", "`0`, `9`"),
    # what belongs to the constructs
    (in_rule("draw 3 to p.hand"), "syntax", 3, "to", "needs `from`, not `to`"),
    (in_rule("move x p.hand"), "syntax", 3, "p", "needs `from` or `to`"),
    (in_rule("rank players"), "syntax", 3, "players", "needs `by`"),
    (in_rule("end"), "syntax", 3, "end", "`end game`"),
    (in_rule("choose x in s"), "syntax", 3, "choose", "who chooses"),
    (in_rule("require x"), "syntax", 3, "require", "among the first lines"),
    (in_rule("where x"), "syntax", 3, "where", "under no choice"),
    (in_rule("p choose x in s"), "syntax", 3, "choose", "write `chooses`"),
    (in_rule("p chooses x in s:", "    where y"), "syntax", 3, ":", "leave the colon"),
    (
        "action a(p: player):\n    pass\n    require p\n",
        "late-choice",
        4,
        None,
        "above the changes",
    ),
    ('action buy "Buy":\n    pass\n', "syntax", 2, "buy", "`action buy(p: player)`"),
    ("rule 3a:\n    pass\n", "syntax", 2, "3", "begin with a letter"),
    (
        "function f() -> bool:\n    every s in x has (s) = (3)\n",
        "syntax",
        3,
        "every",
        "`return every s in x has (s) = (3)`",
    ),
    (
        "function f() -> int:\n    count s in x where s == 3\n",
        "syntax",
        3,
        "count",
        "`return count s in x where s == 3`",
    ),
    ("function f(x: int):\n    pass\n", "syntax", 2, ":", "`-> int`"),
    ("enum Colour: red blue\n", "syntax", 2, "red blue", "`red, blue`"),
    ("card Money:\n    value int\n", "syntax", 3, "int", "`value: int`"),
    ("state:\n    deck deck of Money\n", "syntax", 3, "deck", "`deck: deck of Money`"),
    ("piece house 40\n", "syntax", 2, "40", "needs `:`"),
    ("board land: 20 x 20\n", "syntax", 2, "20 x 20", "`square 20 x 20`, or `hex`"),
    ("supply:\n    Card from 3\n", "syntax", 3, "from", "`3 of each Money`"),
    ("game nim:\n    players 2 to 4\n", "syntax", 3, "2 to 4", "`2..4`"),
    ("game nim:\n    players 2, 4\n", "syntax", 3, "2, 4", "`players 2..4`"),
    ("game nim:\n    players ,\n", "syntax", 3, ",", "needs a number"),
    (
        'game nim:\n    rulebook "n"\n',
        "game-without-players",
        2,
        "game nim:",
        "players",
    ),
    ("game nim:\n    players 2\n    players 3\n", "syntax", 4, "players 3", "twice"),
    (
        "table t (a: int -> b: int):\n    1 | | 2\n",
        "syntax",
        3,
        "|",
        "a cell of this row is empty",
    ),
    ('scenario "x":\n    player 1 buy\n', "syntax", 3, "player", "`player 1: buy"),
    ('scenario "x":\n    expects x\n', "unknown-statement", 3, "expects", "`expect`"),
    (
        "action a(p: player):\n    require p\n        move x to y\n",
        "bad-indentation",
        4,
        "move",
        "deeper",
    ),
    (in_rule("if x == 3", "and y:", "    pass"), "missing-colon", 3, "3", "brackets"),
    (in_rule("repeat until x:", "    pass"), "syntax", 3, "until", "under the lines"),
    (in_rule("x = {a: 1, b}"), "syntax", 3, "}", "needs `:`"),
    (in_rule("return x,"), "syntax", 3, ",", "delete the `,`"),
    (in_rule("p chooses x from y at least 1"), "syntax", 3, "at", ", at least 1`"),
    ("function f() -> int =\n", "missing-indent", 2, "function f() -> int =", "`=`"),
    # names and citations
    (
        'scenario "a":\n    players 2\n    player 1: pass\n    @A-1\n    player 2: pass\n',
        "syntax",
        5,
        "@A-1",
        "nothing but a citation",
    ),
    (
        in_rule("let can = 3", "x = can"),
        "reserved-word",
        3,
        "can",
        "another name",
    ),
    (
        in_rule("for each player in players:", "    player.points += 3"),
        "reserved-word",
        3,
        "player",
        "another name",
    ),
    (in_rule("x = 3  @al-12"), "syntax", 3, "@", "`@AL-12`"),
    (in_rule("x = 3  @A-1 + 4"), "syntax", 3, "+", "citation end the line"),
    (in_rule("if x @A-1:", "    pass"), "syntax", 3, "@A-1", "end of the line"),
    # the edition
    ("language 1\n", "syntax", 2, "language", "twice"),
]


@pytest.mark.parametrize(
    ("text", "code", "line", "marked", "said"),
    MISTAKES,
    ids=[repr(text.removeprefix("rule test:\n    ")) for text, *_ in MISTAKES],
)
def test_one_mistake_gives_one_message(
    text: str, code: str, line: int, marked: str | None, said: str
) -> None:
    before, after = "rule before:\n    pass\n", "rule after:\n    pass\n"
    result = read(text + after)
    problem = only_problem(result)
    span = problem.span
    row = ("language 1\n" + text).splitlines()[span.line - 1]

    assert (code, line) == (problem.code, span.line)
    assert said in f"{problem.message}; {problem.hint}"
    assert problem.hint
    if marked is not None:
        assert marked == row[span.column - 1 : span.end_column - 1]
    assert "after" in names(result)

    # what stands above moves the message, and changes nothing else
    moved = only_problem(read(before + text))
    assert (problem.message, problem.hint) == (moved.message, moved.hint)
    assert line + 2 == moved.span.line


@pytest.mark.parametrize("text", [text for text, *_ in MISTAKES])
def test_messages_are_sentences_without_words_of_parsers(text: str) -> None:
    problem = only_problem(read(text))
    said = f"{problem.message} {problem.hint}"

    assert problem.code in CATALOGUE
    for word in ("token", "terminal", "expected", "unexpected", "ANON", "_NL", "NAME"):
        assert word not in said
    assert not problem.message.endswith(".")
    rendered = render_full(problem, {"test.rules": f"language 1\n{text}"})
    assert problem.message in rendered


def test_whatever_the_grammar_names_has_words_for_it() -> None:
    patterns = {
        terminal.name
        for terminal in the_reader().lark.terminals
        if isinstance(terminal.pattern, PatternRE)
    }

    assert patterns <= {
        *NEEDS,
        *NEVER_SAID,
        *the_reader().spelling,
        "COMMENT",
        "__IGNORE_0",
    }


def test_values_of_other_languages_are_as_long_as_ours() -> None:
    """They are mended in place, so that columns stay right."""
    assert [len(ours) for ours in CONSTANTS.values()] == list(map(len, CONSTANTS))


# ---- the file as a whole -----------------------------------------------------


@pytest.mark.parametrize("text", ["", "\n \n", "# nothing\n", "\ufeff"])
def test_empty_file(text: str) -> None:
    result = parse(text, "x.rules")

    assert [("empty-file", 1)] == found(result)
    assert None is result.file


def test_no_edition() -> None:
    result = parse("# a\nrule test:\n    nothing\n", "x.rules")

    assert [("missing-language", 1)] == found(result)
    assert "write `language 2`" in str(only_problem(result).hint)
    assert ["test"] == names(result)


def test_late_edition() -> None:
    result = parse("rule test:\n    nothing\nlanguage 1\n", "x.rules")

    assert [("missing-language", 3)] == found(result)


def test_misspelt_edition() -> None:
    result = parse("langauge 1\nrule test:\n    nothing\n", "x.rules")

    assert [("unknown-declaration", 1)] == found(result)


def test_after_an_unknown_edition_nothing_else_is_said() -> None:
    result = parse("language 3\nrule test:\n    = = =\n", "x.rules")

    assert [("unknown-edition", 1)] == found(result)
    assert None is result.file


def test_not_text() -> None:
    assert [("not-text", 2)] == found(read("x\0y\n\0\0\n= 3"))
    assert None is read("\0").file

    result = read(in_rule("x = 3 \x07", "y = 4 \x1b"))
    assert [("not-text", 3)] == found(result)
    assert Span("test.rules", 3, 11, 3, 12) == only_problem(result).span
    assert ["test"] == names(result)


def test_tabs_are_told_once_and_read_over() -> None:
    result = read("rule a:\n\tif x:\n\t\ty = = 3\n\telse:\n\t\tpass\nrule b:\n\tpass\n")

    assert [("tab-in-indentation", 3), ("syntax", 4)] == found(result)
    assert ["a", "b"] == names(result)


def test_tabs_between_words_are_blanks() -> None:
    result = read('rule a:\t# a\n    announce\t"a\tb"\n')

    assert () == result.diagnostics
    assert result.file is not None
    rule = result.file.declarations[1]
    assert isinstance(rule, n.RuleDecl)
    assert isinstance(rule.body[0], n.Announce)
    assert "a\tb" == rule.body[0].labels.text


def test_long_line() -> None:
    result = read(in_rule(f"let {'x' * LONGEST_LINE} = 3", "y = = 4", "z = 5"))

    assert [("line-too-long", 3), ("syntax", 4)] == found(result)
    assert "x" * LONGEST_LINE in result.broken


def test_byte_order_mark_and_ends_of_lines_move_nothing() -> None:
    plain = "language 1\nrule a:\n    x = = 3\n"
    for text in (
        "\ufeff" + plain,
        plain.replace("\n", "\r\n"),
        plain.replace("\n", "\r"),
    ):
        assert parse(plain, "x").diagnostics == parse(text, "x").diagnostics


# ---- too deep ----------------------------------------------------------------


def deepness(value: object) -> int:
    """How many nodes stand inside each other."""
    deepest, left = 0, [(value, 0)]
    while left:
        item, depth = left.pop()
        deepest = max(deepest, depth)
        if isinstance(item, tuple):
            left += [(inner, depth) for inner in item]
        elif isinstance(item, n.Node | n.RuleFile):
            fields = attrs.fields(type(item))
            left += [(getattr(item, field.name), depth + 1) for field in fields]
    return deepest


DEEP = {
    "brackets": lambda size: "(" * size + "1" + ")" * size,
    "sum": lambda size: "1" + "+1" * size,
    "differences": lambda size: "-" * size + "1",
    "fields": lambda size: "a" + ".b" * size,
    "keys": lambda size: "a" + "[1]" * size,
    "calls": lambda size: "f(" * size + "1" + ")" * size,
    "lists": lambda size: "[" * size + "]" * size,
    "negations": lambda size: "not " * size + "a",
    "conditions": lambda size: "a if b else " * size + "a",
    "conjunction": lambda size: "a and " * size + "a",
}


@pytest.mark.parametrize("kind", DEEP)
def test_deep_expression(kind: str) -> None:
    for size in (10, 75, 99, 100, 101, 149, 150, 151, 160, 490):
        result = read(in_rule(f"x = {DEEP[kind](size)}", "y = 3"))

        assert {code for code, _ in found(result)} <= {
            "nested-too-deep",
            "line-too-long",
            "syntax",
        }
        if size > DEEPEST_EXPRESSION:
            assert found(result)
        elif size == 10:
            assert () == result.diagnostics
        assert result == read(in_rule(f"x = {DEEP[kind](size)}", "y = 3"))
        assert deepness(result.file) < 200
        hash(result)
        repr(result)


def test_a_long_list_is_not_deep() -> None:
    assert () == read(in_rule(f"x = [{'1 + 2, ' * 200} 3]")).diagnostics


def test_deep_blocks() -> None:
    def blocks(count: int) -> ParseResult:
        inner = "".join(f"{' ' * (i + 1)}if x:\n" for i in range(count - 1))
        return read(f"rule a:\n{inner}{' ' * count}pass\nrule b:\n    pass\n")

    assert () == blocks(DEEPEST_INDENTATION).diagnostics
    assert [("nested-too-deep", DEEPEST_INDENTATION + 3)] == found(
        blocks(DEEPEST_INDENTATION + 1)
    )
    assert ["a", "b"] == names(blocks(300))


def test_endless_statement() -> None:
    items = "        1,\n" * 4000

    assert [("nested-too-deep", 3)] == found(read(in_rule("x = [") + items + "    ]\n"))


# ---- reading on --------------------------------------------------------------


def test_two_mistakes_give_two_messages() -> None:
    result = read(
        "rule a:\n    x = = 3\n    y = 4\n    if z\n        y = 5\n"
        "acton b(p: player):\n    pass\nrule c:\n    pass\n"
    )

    assert [
        ("syntax", 3),
        ("missing-colon", 5),
        ("unknown-declaration", 7),
    ] == found(result)
    assert ["a", "c"] == names(result)
    assert result.file is not None
    rule = result.file.declarations[1]
    assert isinstance(rule, n.RuleDecl)
    assert [n.Assign, n.If] == [type(line) for line in rule.body]


def test_a_header_goes_with_the_lines_under_it() -> None:
    result = read(in_rule("if x = 3:", "    let a = 4", "    do b", "let c = 5"))

    assert [("equals-in-condition", 3)] == found(result)
    assert {"a", "b", "x"} <= result.broken
    assert "c" not in result.broken


@pytest.mark.parametrize(
    "lines",
    [
        ("if x = 3:", "    pass", "else if y:", "    pass", "else:", "    pass"),
        ("if x:", "    pass", "else if y = 3:", "    pass", "else:", "    pass"),
        ("repeat:", "    pass", "until x = 3"),
        ("repeat:", "    x = = 3", "until x"),
        ("if x:", "    if y:", "        z = = 3"),
        ("p chooses one of:", "    buy buy"),
        ("p chooses one of:", "    option a:", "        x = = 3"),
        ("p chooses x in s", "    were x"),
        ("p chooses x in s", "    where x = 3"),
    ],
    ids=repr,
)
def test_what_loses_a_part_is_not_blamed(lines: tuple[str, ...]) -> None:
    result = read(in_rule(*lines, "stop", "z = = 4"))

    assert 2 == len(result.diagnostics)
    assert len(lines) + 4 == result.diagnostics[1].span.line
    assert ["test"] == names(result)


@pytest.mark.parametrize(
    "text",
    [
        "state:\n    x int\n",
        "enum Kind:\n    3\n",
        "game nim:\n    player 2\n",
        "supply:\n    Money\n",
        "card Money:\n    value int\n",
        'scenario "x":\n    expekt x\n',
        "table t (a: int -> b: int):\n    1 || 2\n",
    ],
)
def test_a_block_that_loses_its_only_line_is_not_blamed(text: str) -> None:
    result = read(text + "rule after:\n    pass\n")

    assert [3] == [line for _, line in found(result)]
    assert ["after"] == names(result)


def test_a_game_whose_players_cannot_be_read_is_not_blamed() -> None:
    result = read('game nim:\n    players two\n    rulebook "nim.md"\n')

    assert [("syntax", 3)] == found(result)


def test_an_unclosed_bracket_swallows_nothing() -> None:
    result = read("rule a:\n    x = f(3\n    y = 4\n    z = = 5\nrule b:\n    pass\n")

    assert [("unclosed-bracket", 3), ("syntax", 5)] == found(result)
    assert ["a", "b"] == names(result)


def test_a_block_has_so_many_messages_and_no_more() -> None:
    result = read("rule a:\n" + "    x = = 3\n" * 50 + "rule b:\n    pass\n")

    assert MOST_PER_BLOCK == len(result.diagnostics)
    assert ["b"] == names(result)


def test_a_file_has_so_many_messages_and_no_more() -> None:
    result = read("rule a:\n    x = = 3\n    pass\n" * 150 + "rule z:\n    pass\n")

    assert MOST_PER_FILE + 1 == len(result.diagnostics)
    assert "too-many-errors" == result.diagnostics[-1].code
    assert "z" in result.broken


def test_messages_come_in_the_order_of_the_lines() -> None:
    result = read("rule a:\n    x = = 3\n    y = (\n    z = True\n")

    lines = [line for _, line in found(result)]
    assert sorted(lines) == lines
    assert 3 == len(lines)


# ---- any text ----------------------------------------------------------------

RULES = """language 1
game nim "Nim":  @NI-1
    players 2..4
enum Colour: red, blue
card Money "money":
    value: 1..9
supply:
    3 of each Money
table prize (place: 1..3 -> points: int), otherwise 0:
    1 | 8
    2 | -1
state:
    deck: deck of Money, secret
each player:
    points: int, ledger = 0
function total(p: player) -> int = sum(m.value for m in p.hand where m.value > 2)
action buy(p: player) "Buy":
    choose cards from p.hand, at least 1
        where it.value > 2  "too low" fa "کم"
    require sum(cards.value) >= 3
    move cards to top of discard
when built(p, h) order 2:
    p.points += 1
play:
    repeat:
        for each p in players:
            turn p:
                if some c in p.hand where c.value == 3:
                    p chooses one of:
                        buy(p)
                        option skip:
                            pass
                else if p.points / 2 rounded down > 3:
                    stop
                else:
                    next
    until deck is empty
    rank players by most it.points
scenario "it works":
    players 2
    given:
        player 1.hand = {}
    player 1: buy cards={red 3}
    expect refused player 1: buy because "no"
"""
LETTERS = st.sampled_from(string.printable + "پ\u200c\ufeff\x00\x85\u2028“")


@st.composite
def spoilt_rules(draw: st.DrawFn) -> str:
    """Rules with some characters and lines left out, added, doubled or swapped."""
    text = RULES
    for _ in range(draw(st.integers(1, 6))):
        whole_lines = draw(st.booleans())
        parts = text.split("\n") if whole_lines else list(text)
        if not parts:
            break
        at = draw(st.integers(0, len(parts) - 1))
        other = draw(st.integers(0, len(parts) - 1))
        match draw(st.sampled_from(["leave out", "add", "double", "swap"])):
            case "leave out":
                del parts[at]
            case "add":
                parts.insert(at, draw(LETTERS if not whole_lines else st.text(LETTERS)))
            case "double":
                parts.insert(other, parts[at])
            case "swap":
                parts[at], parts[other] = parts[other], parts[at]
        text = ("\n" if whole_lines else "").join(parts)
    return text


def check(text: str) -> None:
    result = parse(text, "x.rules")

    assert result.file is not None or result.diagnostics
    assert len(result.diagnostics) <= MOST_PER_FILE + 1
    rows = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = rows.split("\n")
    for problem in result.diagnostics:
        span = problem.span
        assert 1 <= span.line <= span.end_line <= len(lines)
        assert 1 <= span.column <= len(lines[span.line - 1]) + 1
        assert (span.line, span.column) <= (span.end_line, span.end_column)
        assert problem.code in CATALOGUE
        assert problem.message


def test_the_rules_that_are_spoilt_below_are_right() -> None:
    assert () == parse(RULES, "x.rules").diagnostics


@given(spoilt_rules())
def test_spoilt_rules_are_read_without_a_crash(text: str) -> None:
    check(text)


@given(st.text() | st.text(LETTERS))
def test_any_text_is_read_without_a_crash(text: str) -> None:
    check(text)
    check("language 1\nrule test:\n    " + text)
