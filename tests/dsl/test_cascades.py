"""A declaration that cannot be read leaves what it declares unknown, not wrong."""

import re
from collections.abc import Iterator

import pytest
import test_one_typo
from compiling import RULES, beside, small

from rulesrun.dsl.compile import compile_rules

DECLARING = frozenset(
    """
    game enum card tile supply table map state each piece board option constant neutral
    event amount adjust
    """.split()
)
HEADS = DECLARING | {"function", "rule", "action", "when"}

FIRST_NAME = re.compile(r"^( +)([a-z_]\w*)")


def spoilt(said: str, block: str) -> Iterator[str]:
    """The line of a declaration, made unreadable in several ways."""
    inside = said.startswith(" ")
    yield f"{said[:-1]} ? :" if said.endswith(":") else f"{said} ?"
    if '"' in said:
        yield said.replace('"', "`", 1)
    if inside and block in ("state", "each", "card", "tile", "enum"):
        yield FIRST_NAME.sub(r"\g<1>2\2", said)
        yield FIRST_NAME.sub(r"\1\2 \2", said)
    if inside and ": " in said:
        yield said.replace(":", "", 1)
        yield re.sub(r": .*", ": ?", said)
        yield re.sub(r"(of |: |or )[A-Z]\w*", r"\1Xyzzy", said, count=1)
    if not inside:
        yield f"x{said}"
        yield re.sub(r"\((\w+): \w+", r"(\1", said, count=1)
        yield re.sub(r"\((\w+): ([A-Za-z]\w*)(?!\.)", r"(\1: Xyzzy", said, count=1)


def spoilt_texts(text: str) -> Iterator[tuple[str, str]]:
    """A game with each of its declarations spoilt in turn, and the spoilt line."""
    rows = text.split("\n")
    block = ""
    for at, row in enumerate(rows):
        if row[:1] not in ("", " ", "#"):
            block = row.split()[0].rstrip(":")
        if not row.strip() or row.strip().startswith("#"):
            continue
        if block not in (DECLARING if row.startswith(" ") else HEADS):
            continue
        said = re.split(r" +[@#]", row)[0]
        for line in spoilt(said, block):
            if line != said:
                yield "\n".join([*rows[:at], line, *rows[at + 1 :]]), line


def test_one_message_for_each_declaration_of_a_small_game() -> None:
    told = {
        line: [d.message for d in small(text).diagnostics]
        for text, line in spoilt_texts(test_one_typo.GAME)
    }

    assert len(told) > 80
    assert {line: result for line, result in told.items() if len(result) != 1} == {}


@pytest.mark.parametrize("name", ["auction", "classics/nim", "classics/oware"])
def test_one_message_for_each_declaration_of_a_shipped_game(name: str) -> None:
    path = RULES / f"{name}.rules"
    told = {
        line: [
            d.message for d in compile_rules(text, path.name, beside(path)).diagnostics
        ]
        for text, line in spoilt_texts(path.read_text("utf-8"))
    }

    assert {line: result for line, result in told.items() if len(result) != 1} == {}


def test_pieces_that_cannot_be_read_are_unknown() -> None:
    text = """\
language 1

game cascade "Cascade":
    players 2

enum Gem "gem": red, green

piece token of Gem "token": 3 3

state:
    bank: stock of token = {red: 3, green: 3}

each player:
    tokens: stock of token

play:
    player 1 chooses paid from bank, exactly 2
        require paid[red] <= 1
        otherwise:
            pass
    let price = {red: 1}
    if size(shared(paid, price)) == 1:
        move {red: 1} from bank to player 1.tokens
    nobody wins
"""

    (result,) = small(text).diagnostics

    assert result.message == (
        "after `3` this `piece` line needs `for` or the end of the line, not `3`"
    )
