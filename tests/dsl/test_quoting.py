"""Expressions in messages: on one line, and with the meaning of what stands there."""

import re
from pathlib import Path
from typing import get_args

from compiling import small

from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.parse import parse
from rulesrun.dsl.syntax.quoting import quoted

ROOT = Path(__file__).parents[2]
KINDS = tuple(k for k in get_args(nodes.Expr) if k is not nodes.Cancelled)
"""Of all expressions, without the one that is written nowhere."""
MORE = """\
rule r(p: player):
    let n = none
    let a = (p.points if p.poor else 2) + (all q in players where q.rich)
    let b = not (some q in players where q.rich) and (every q in players has q.rich)
    let c = most((x if y else z) for x in (all q in S where q) where (x or y) for z in T)
    let d = (p.points after pay(p)) + 1 == (count q in players where q.rich)
    let e = reach from a within (n + 1) in land without (b) stepping x to y by s where s != x
    let f = (grid with tile at c) without d == longest loop in land
    let g = {"0,0": "tile", "0,1": top(x)}
    let h = [a if b else c, any q in S having most (a or b) then least q.seat where q.rich]
    let i = regions of (a if b else c)
    let j = {x for x in 1..n} == {(a, b): 2, c: -3}
    let k = standings of q in (all q in players where q.rich) by most q.points
    let l = (steps from a to b in land stepping x to y where x is y) is not none
    let m = -(a - (b - c)) * (d / e rounded up) mod 3 otherwise a
    let q = best(it.value, can pay(p, 1))
    let o = [options h of pitch n=1, options of h] == player 2
    let n = runs of x in S where (longest run y in T where y in x) > 2
"""


def body_of(text: str) -> nodes.Block:
    """What is done by the only rule of a text."""
    read = parse(text, "a.rules")
    assert [d.code for d in read.diagnostics] == ["missing-language"]
    assert read.file is not None
    (rule,) = read.file.declarations
    assert isinstance(rule, nodes.RuleDecl)
    return rule.body


def test_every_expression_means_what_is_quoted_of_it() -> None:
    manual = (ROOT / "docs" / "language.md").read_text("utf-8")
    alone = re.findall(r"^```rules exp.*?\n(.*?)^```", manual, re.MULTILINE | re.DOTALL)
    lines = [f"    let a = {line}\n" for text in alone for line in text.splitlines()]
    expressions = {}
    kinds = set()
    for node in walk(body_of(MORE + "".join(lines))):
        if isinstance(node, KINDS):
            kinds.add(type(node))
            expressions[quoted(node)] = node

    again = body_of("rule r:\n" + "".join(f"    let a = {e}\n" for e in expressions))
    for line, let in zip(expressions, again, strict=True):
        assert isinstance(let, nodes.Let)
        assert let.value == expressions[line], line
    assert kinds >= set(KINDS)


def test_what_is_wrong_is_quoted_whole() -> None:
    text = """\
language 1

game dots "Dots":
    players 2

state:
    flag "flag": bool = false
    n[1..5] "n": int = 0

play:
    n[1] = (m if flag else 2) + [all p in players where p.seat > 1]
    nobody wins
"""
    hints = [d.hint for d in small(text).diagnostics if d.hint]

    assert "count it:  size([all p in players where p.seat > 1])" in hints
