"""Blocks that are as they were are not read again, and mean the same."""

import random
from pathlib import Path

import pytest

from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.parse import ParseResult, parse
from rulesrun.dsl.syntax.readings import Readings

RULES = Path(__file__).parents[2] / "rules"


def places(read: ParseResult) -> list[tuple[nodes.Node, Span]]:
    """Every node with its place, which does not count where nodes are compared."""
    assert read.file is not None
    return [(node, node.span) for node in walk(read.file.declarations)]


@pytest.mark.parametrize("name", ["tic_tac_toe", "tests/tic_tac_toe", "auction"])
def test_read_again_it_is_the_same(name: str) -> None:
    text = (RULES / f"{name}.rules").read_text("utf-8")
    chance = random.Random(name)
    readings = Readings()
    for _ in range(40):
        start = chance.randrange(len(text))
        stop = start + chance.choice([0, 0, 1, 5, 40])
        inserted = chance.choice(["", "\n", "x", ")", '"', "\t", "player", "\n    "])
        for changed in (text[:start] + inserted + text[stop:], text):
            kept, fresh = parse(changed, "f", readings), parse(changed, "f")
            assert kept.diagnostics == fresh.diagnostics
            assert kept.broken == fresh.broken
            assert kept.lost == fresh.lost
            assert places(kept) == places(fresh)


def test_only_the_changed_block_is_read() -> None:
    text = (RULES / "auction.rules").read_text("utf-8")
    readings = Readings()

    def declared(text: str) -> tuple[nodes.Decl, ...]:
        result = parse(text, "auction.rules", readings).file
        assert result is not None
        return result.declarations

    before = declared(text)
    after = declared(text.replace("play:\n", "play:\n    nothing\n"))
    read_again = [type(b) for a, b in zip(before, after, strict=True) if a is not b]
    assert read_again == [nodes.Play]


def test_a_block_with_another_comment_keeps_its_tree() -> None:
    text = (RULES / "auction.rules").read_text("utf-8")
    changed = text.replace("play:\n", "play:  # from here on\n\n")
    readings = Readings()
    before = parse(text, "f", readings).file
    kept, fresh = parse(changed, "f", readings), parse(changed, "f")
    assert before is not None
    assert kept.file is not None
    for old, new in zip(before.declarations, kept.file.declarations, strict=True):
        assert old is new
    assert places(kept) == places(fresh)


def test_trees_below_a_new_line_stay_and_stand_one_line_further_down() -> None:
    text = (RULES / "auction.rules").read_text("utf-8")
    readings = Readings()
    before = parse(text, "f", readings)
    lines = [span.line for _, span in places(before)]
    after = parse(text.replace("language 2\n", "language 2\n\n"), "f", readings)
    assert before.file is not None
    assert after.file is not None
    for old, new in zip(before.file.declarations, after.file.declarations, strict=True):
        assert old is new or isinstance(new, nodes.Language)
    assert [span.line for _, span in places(after)][1:] == [n + 1 for n in lines[1:]]


def test_blocks_of_the_same_words_have_a_tree_each() -> None:
    block = "rule again:\n    pass\n\n"
    readings = Readings()
    for text in (block * 2, "language 1\n" + block * 3, block):
        kept, fresh = parse(text, "f", readings), parse(text, "f")
        assert places(kept) == places(fresh)
