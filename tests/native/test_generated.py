"""The core, the Python and the C of some rules, as they are written.

Whether both engines mean the same is tried elsewhere, by playing. Here stands what is
made of each form, so that nothing is lost of it unseen: what is asked only once, what is
known beforehand, what is counted instead of listed. No test by playing notices that, for
the slower way gives the same. A change of an engine shows in these files: read what
`--snapshot-update` makes of them.
"""

import hashlib
import re
import sys
from functools import cache
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "fuzz"))

import reading
import test_counted
import test_given_values
import test_paying
import test_pieces_in_the_box
import test_reactions
import test_taking_none
import test_unchosen
import test_written_once
from compiling import program_of
from syrupy.assertion import SnapshotAssertion

from rulesrun.dsl.core.printing import print_core
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.lowering import core_of
from rulesrun.interpreter.native.program import compile_to_c, lists

FOLDER = Path(__file__).parent / "generated"
CLASSICS = Path(__file__).parents[2] / "rules" / "classics"
NATIVE = Path(__file__).parents[2] / "interpreter" / "native"

READ = {path.stem: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.rules"))}
"""Small games of which all is written down, to be read."""

PROBES = tuple(n for n in range(5000, 5029) if n not in (5003, 5009, 5011, 5015, 5020))

DIGESTED = {
    "villages": test_written_once.RULES,
    "sides": test_written_once.SIDES,
    "prices": test_written_once.PRICES,
    "given_values": test_given_values.RULES,
    "paying": test_paying.RULES,
    "reactions": test_reactions.RULES,
    "taking_none": test_taking_none.RULES,
    "unchosen": test_unchosen.RULES,
    "pieces_in_the_box": test_pieces_in_the_box.RULES,
    "counted": test_counted.RULES,
    "probes": reading.program([reading.probe(number) for number in PROBES]),
    **{
        name: (CLASSICS / f"{name}.rules").read_text("utf-8")
        for name in (
            "backgammon",
            "breakthrough",
            "checkers",
            "goofspiel",
            "hearts",
            "oware",
        )
    },
}
"""Others, of which a digest of each function is: `rulesrun debug native` shows them."""

RULES = {**READ, **DIGESTED}


@cache
def game(name: str) -> Game:
    program = program_of(RULES[name])
    assert program.world.game is not None
    return Game(program, program.world.game.players[0])


def written(name: str, *, trace: bool = False) -> str:
    """The Python of a game, with the lines of the rules that it comes from."""
    module = game(name).module
    if trace:
        plain = game(name)
        module = Game(plain.program, plain.players, trace=True).module
    lines, before = [], 0
    for line, span in zip(module.text.splitlines(), module.spans, strict=False):
        new = span is not None and line.strip() and span.line != before
        if new and span is not None:
            before = span.line
        lines.append(f"{line}  # {before}" if new else line)
    return "\n".join(lines)


def compiled(name: str) -> str:
    """The C of a game, without what stands in every game."""
    text = compile_to_c(game(name).module).text
    always = [path.read_text("utf-8") for path in NATIVE.glob("*.h")]
    for part in sorted([*always, *lists()], key=len, reverse=True):
        text = text.replace(part, "")
    return re.sub(r"\n\n+", "\n\n", text)


def core(name: str) -> str:
    """The core of a game."""
    lines = print_core(core_of(game(name).layout), game(name).names.written)
    return "\n".join(lines)


def parts(name: str) -> dict[str, str]:
    """All that is made of a game."""
    return {"core": core(name), "Python": written(name), "C": compiled(name)}


@pytest.mark.parametrize("name", READ)
def test_what_is_made_of_rules(name: str, snapshot_txt: SnapshotAssertion) -> None:
    told = [f"─── {part} ───\n\n{text}\n" for part, text in parts(name).items()]
    assert "\n".join(told) == snapshot_txt


@pytest.mark.parametrize("name", DIGESTED)
def test_what_is_made_of_more_rules(name: str, snapshot_txt: SnapshotAssertion) -> None:
    """A digest of each paragraph of what is made, by its first line."""
    found = []
    for part, text in parts(name).items():
        for paragraph in text.split("\n\n"):
            digest = hashlib.sha256(paragraph.encode()).hexdigest()[:12]
            begin = paragraph.strip().partition("\n")[0].partition("(")[0]
            found.append(f"{digest} {part} {begin[:60]}")
    assert "\n".join(found) == snapshot_txt


def test_what_is_made_of_rules_that_are_traced(snapshot_txt: SnapshotAssertion) -> None:
    assert written("goods", trace=True) == snapshot_txt
