"""What is understood again after a change means what it means when read for the first time."""

import random
import re
from pathlib import Path

import pytest
from attrs import fields

from rulesrun.dsl.compile import Compilation, compile_rules
from rulesrun.dsl.data.paths import Read
from rulesrun.dsl.rechecking import OUTSIDE, Kept
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.semantics.symbols import LocalSymbol, Symbol
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.readings import Readings

RULES = Path(__file__).parents[2] / "rules"


def read_in(folder: Path) -> Read:
    def read(name: str) -> str | None:
        path = folder / name
        return path.read_text("utf-8") if path.is_file() else None

    return read


def nothing(name: str) -> str | None:
    """There is no other file."""
    return None


def known(compilation: Compilation) -> tuple[object, ...]:
    """All that is known of each node and of each name."""
    world = compilation.world
    if world is None:
        return ()
    trees = (*world.file.declarations, *world.derived)

    def told(symbol: Symbol | None) -> object:
        if isinstance(symbol, LocalSymbol):
            return symbol.name, symbol.span, symbol.type, symbol.used, symbol.constant
        return symbol and (symbol.what, symbol.name, symbol.span)

    by_node = [
        (
            type(node),
            node.span,
            world.types.get(id(node)),
            told(world.refs.get(id(node))),
            told(world.candidates.get(id(node))),
        )
        for node in walk(trees)
    ]
    named = [
        *world.names.values(),
        *world.variables,
        *(value for group in world.values.values() for value in group),
    ]
    uses = [(told(symbol), symbol.used) for symbol in named]
    params = [
        [told(param) for param in getattr(symbol, "params", ())]
        + [told(name) for name in getattr(symbol, "chosen", ())]
        for symbol in (*named, *world.handlers, *world.adjustments)
    ]
    return by_node, uses, params, len(world.types), len(world.refs)


def changed(text: str, chance: random.Random) -> str:
    """The text after something that one may type, cut or paste."""
    lines = text.split("\n")
    at = chance.randrange(1, len(lines))
    match chance.randrange(7):
        case 0:
            lines.insert(at, "")
        case 1:
            lines[at] = ""
        case 2:
            lines.insert(at, chance.choice(lines))
        case 3:
            lines[at] += "  # " + chance.choice(["so", "that is why"])
        case 4:  # another number
            lines[at] = re.sub(r"\d+", lambda n: str(int(n[0]) + 1), lines[at])
        case 5:  # a name that is written half
            words = [*re.finditer(r"[a-z_]{3,}", lines[at])]
            if words:
                word = chance.choice(words)
                lines[at] = lines[at][: word.end() - 1] + lines[at][word.end() :]
        case _:  # another name
            words = [*re.finditer(r"[a-z_]{3,}", lines[at])]
            others = re.findall(r"[a-z_]{3,}", text)
            if words:
                word = chance.choice(words)
                new = chance.choice(others)
                lines[at] = lines[at][: word.start()] + new + lines[at][word.end() :]
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("name", "times"),
    [("auction", 20), ("tests/auction", 10), ("classics/nim", 30), ("alhambra", 4)],
)
def test_understood_again_it_is_the_same(name: str, times: int) -> None:
    path = RULES / f"{name}.rules"
    text = path.read_text("utf-8")
    read = read_in(path.parent)
    chance = random.Random(name)
    readings = Readings()
    again = 0
    compile_rules(text, str(path), read, readings=readings)
    for _ in range(times):
        before = readings.understood.get(str(path))
        text = changed(text, chance) if chance.random() < 0.7 else path.read_text()
        kept = compile_rules(text, str(path), read, readings=readings)
        fresh = compile_rules(text, str(path), read)
        assert kept.diagnostics == fresh.diagnostics
        if fresh.world is not None and not fresh.world.broken:
            assert known(kept) == known(fresh)
        after = readings.understood.get(str(path))
        again += isinstance(after, Kept) and after is before
    assert again > times / 10


def test_what_others_see_of_a_declaration_is_part_of_it() -> None:
    for kind, names in OUTSIDE.items():
        assert set(names) <= {one.name for one in fields(kind)}, kind


CANCELLED = (Path(__file__).parents[1] / "good/nothing-to-cancel.rules").read_text(
    "utf-8"
)


@pytest.mark.parametrize(
    ("line", "instead", "is_same_outside"),
    [
        ("q.shields -= 1", "q.shields -= 2", True),
        ("\n    cancel", "", False),
        ("q.shields -= 1", "q.sheilds -= 1", True),
    ],
)
def test_a_handler_is_understood_again(
    line: str, instead: str, is_same_outside: bool
) -> None:
    text = CANCELLED
    readings = Readings()
    before = compile_rules(text, "duel.rules", nothing, readings=readings).world
    assert before is not None
    for now in (text.replace(line, instead), text):
        kept = compile_rules(now, "duel.rules", nothing, readings=readings)
        fresh = compile_rules(now, "duel.rules", nothing)
        assert kept.diagnostics == fresh.diagnostics
        assert (kept.world is before) == is_same_outside


def test_only_the_changed_body_is_gone_through() -> None:
    path = RULES / "auction.rules"
    text = path.read_text("utf-8")
    read = read_in(path.parent)
    readings = Readings()
    before = compile_rules(text, str(path), read, readings=readings).world
    assert before is not None
    marked = {
        id(node): before.types.get(id(node)) for node in walk(before.file.declarations)
    }
    lines = text.split("\n")
    lines.insert(
        next(i for i, row in enumerate(lines) if row.startswith("play:")) + 1, ""
    )
    after = compile_rules("\n".join(lines), str(path), read, readings=readings).world
    assert after is before
    for decl in after.file.declarations:
        kept = all(id(node) in marked for node in walk(decl))
        assert kept or isinstance(decl, nodes.Play)


def test_what_was_made_before_belongs_to_the_readings() -> None:
    path = RULES / "architects.rules"
    text = path.read_text("utf-8")
    read = read_in(path.parent)
    readings = Readings()

    def made(text: str, readings: Readings) -> list[object]:
        """What is printed on cards from files, and declarations that leave things unsaid."""
        world = compile_rules(text, str(path), read, readings=readings).world
        assert world is not None
        cards = (card for line in world.supply for card in world.cards[id(line)])
        printed = [card.fields for card in cards if card.fields]
        actions = [
            decl
            for decl in world.file.declarations
            if isinstance(decl, nodes.RuleDecl) and nodes.MenuAction in decl.by_kind
        ]
        assert printed
        assert actions
        return [*printed, *actions]

    before = made(text, readings)
    more = made(f"{text}\nfunction one() -> int:\n    return 1\n", readings)
    others = made(text, Readings())
    assert more == before == others
    assert all(new is old for old, new in zip(before, more, strict=True))
    assert not any(new is old for old, new in zip(before, others, strict=True))
