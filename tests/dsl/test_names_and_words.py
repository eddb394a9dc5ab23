"""Where names may stand, and which words of the language they may be."""

from __future__ import annotations

import re
from importlib import resources
from typing import Any

import pytest
from lark import Lark

from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.parse import parse, read_block
from rulesrun.dsl.syntax.reader import Indentation
from rulesrun.dsl.syntax.words import RESERVED

GRAMMAR = (
    resources.files("rulesrun.dsl.syntax").joinpath("grammar.lark").read_text("utf-8")
)

PLACES = {
    "variable": "state:\n    W: place",
    "family": 'state:\n    W[1..3] "label": place',
    "field": "card Kind:\n    W: place",
    "value": "enum Letter: a, W",
    "value on a line": 'enum Letter:\n    W "label"\n    b',
    "kind": "state:\n    y: W or none",
    "function": "function W(p: player) -> text = 3",
    "parameter": "function f(p: player, W: text) -> text = W + 1",
    "handed on": "rule f(W, p):\n    y = 1",
    "constant": "constant W = 3",
    "option": 'option W "w": text = 4',
    "rule": "rule W:\n    do W",
    "action": "rule f(p):\n    p chooses one of:\n        W, b\n        W(p) when y",
    "let": "rule f:\n    let W = 3\n    y = W",
    "loop": "rule f:\n    for each W in S where W > 2: y += 1",
    "choice": "rule f(p):\n    p chooses W in S\n    p chooses W from S\n        where W > 2",
    "target": "rule f:\n    W = 3\n    W += 1",
    "part of a target": "rule f:\n    W[2] = 3\n    W.y = 3",
    "zone": "rule f:\n    move W to W\n    draw 1 from W to W\n    shuffle W",
    "operand": "rule f:\n    y = W + 1 - W * W\n    y = -W\n    y = W if W else W",
    "argument": "rule f:\n    y = f(W, W)\n    y = [W, {W}, {W: 2, b: W}]\n    y = z[W]",
    "condition": "rule f:\n    if not W and W or W == 1: y = 1\n"
    "    while W in S: y = 2\n    return some q in W where W",
}
"""All places where a name can stand, `W`."""

TYPES = frozenset(
    "int bool text player cell place edge list set bundle square hex".split()
)
"""Words that are kinds themselves: nothing can be a kind of that name."""


def words() -> frozenset[str]:
    """All words that the grammar is made of."""
    code = "\n".join(row.partition("//")[0] for row in GRAMMAR.splitlines())
    result = {*re.findall(r'"([a-z_]+)"', code)}
    for pattern in re.findall(r"/(.*)/", code):
        result |= {*re.findall(r"\b[a-z]{2,}\b", pattern.replace("\\b", " "))}
    return frozenset(result)


def shape(tree: Any, name: str) -> list[object]:
    """What a tree is made of, one name left out."""
    result: list[object] = []
    pending = [tree]
    while pending:
        part = pending.pop()
        if isinstance(part, tuple):
            result.append(len(part))
            pending += part
        elif isinstance(part, nodes.Node):
            result.append(type(part).__name__)
            kind: Any = type(part)
            names = (a.name for a in kind.__attrs_attrs__)
            pending += [getattr(part, n) for n in names if "span" not in n]
        else:
            result.append("a name" if part == name else part)
    return result


def placed(word: str, place: str) -> nodes.Decl | None:
    return read_block(re.sub(r"\bW\b", word, PLACES[place]) + "\n", "x.rules")


@pytest.mark.parametrize("place", PLACES)
def test_a_word_that_is_not_reserved_is_a_name_wherever_one_can_stand(
    place: str,
) -> None:
    plain = placed("some_name", place)
    assert plain is not None
    expected = shape(plain, "some_name")
    free = words() - RESERVED - (TYPES if place == "kind" else frozenset())
    assert len(free) > 120

    assert [] == [
        word
        for word in sorted(free)
        if f" {word} " not in f" {re.sub('[^a-z]', ' ', PLACES[place])} "
        and ((result := placed(word, place)) is None or shape(result, word) != expected)
    ]


def test_few_words_are_reserved() -> None:
    assert len(PLACES) == 22
    assert len(RESERVED) <= 35
    assert words() > RESERVED


@pytest.mark.parametrize("word", sorted(RESERVED))
@pytest.mark.parametrize(
    "line", ["let W = 3", "for each W in players: y += 1", "p chooses W in players"]
)
def test_a_reserved_word_is_no_name(word: str, line: str) -> None:
    text = f"language 2\n\nrule f(p: player):\n    {re.sub('W', word, line)}\n"

    assert ["reserved-word"] == [d.code for d in parse(text, "x.rules").diagnostics]


def test_nothing_in_the_grammar_is_settled_in_silence() -> None:
    Lark(
        GRAMMAR,
        parser="lalr",
        lexer="contextual",
        postlex=Indentation(),
        maybe_placeholders=True,
        keep_all_tokens=True,
        strict=True,
    )


@pytest.mark.parametrize(
    "value",
    [
        "(count c\n        in offer where c > 1)",
        "(first\n        c in offer) otherwise 2",
        "size(all\n        c\n        in offer)",
        "(1 if (every c\n        in offer has c > 1) else 2)",
        "size(regions\n        of offer)",
        "size(reach\n        from a in offer)",
        "[c for\n        c in offer]",
    ],
)
def test_a_word_is_known_by_what_follows_on_the_next_line(value: str) -> None:
    text = f"language 2\n\nrule f:\n    y = {value}\n"

    assert () == parse(text, "x.rules").diagnostics
