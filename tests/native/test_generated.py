"""The core, the Python and the C of some rules, as they are written.

Whether both engines mean the same is tried elsewhere, by playing. Here stands what is
made of each form, so that nothing is lost of it unseen: what is asked only once, what is
known beforehand, what is counted instead of listed. No test by playing notices that, for
the slower way gives the same. A change of an engine shows in these files: read what
`--snapshot-update` makes of them.
"""

import re
from functools import cache
from pathlib import Path

import pytest
import test_given_values
import test_paying
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
NATIVE = Path(__file__).parents[2] / "interpreter" / "native"

RULES = {
    **{path.stem: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.rules"))},
    "villages": test_written_once.RULES,
    "sides": test_written_once.SIDES,
    "prices": test_written_once.PRICES,
    "given_values": test_given_values.RULES,
    "paying": test_paying.RULES,
    "reactions": test_reactions.RULES,
    "taking_none": test_taking_none.RULES,
    "unchosen": test_unchosen.RULES,
}
"""Small games that have every form between them."""

WHOLE = ("goods", "board")
"""Those of which all of the C is looked at, and not only what rules come to in it."""


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
    if name not in WHOLE:  # states are written and read alike in all of them
        text = text.partition("static void numbers_of(")[2].partition("\n}\n")[2]
    always = [path.read_text("utf-8") for path in NATIVE.glob("*.h")]
    for part in sorted([*always, *lists()], key=len, reverse=True):
        text = text.replace(part, "")
    return re.sub(r"\n\n+", "\n\n", text)


@pytest.mark.parametrize("name", RULES)
def test_what_is_made_of_rules(name: str, snapshot_txt: SnapshotAssertion) -> None:
    shown = game(name).names.written
    core = "\n".join(print_core(core_of(game(name).layout), shown))
    parts = {"core": core, "Python": written(name), "C": compiled(name)}
    told = [f"─── {part} ───\n\n{text}\n" for part, text in parts.items()]
    assert "\n".join(told) == snapshot_txt


def test_what_is_made_of_rules_that_are_traced(snapshot_txt: SnapshotAssertion) -> None:
    assert written("goods", trace=True) == snapshot_txt
