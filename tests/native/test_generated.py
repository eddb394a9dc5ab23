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
sys.path.insert(0, str(Path(__file__).parents[1] / "plan"))

import reading
import test_announcements
import test_at_once
import test_certain
import test_compiles
import test_conditions
import test_counted
import test_drawing
import test_drawn_places
import test_families
import test_faults_alike
import test_forms
import test_given_no_value
import test_given_values
import test_great_numbers
import test_leaving
import test_linked
import test_lockstep
import test_one_meaning
import test_paying
import test_pieces_in_the_box
import test_reactions
import test_relations
import test_results
import test_runs
import test_several_of_lists
import test_surprises
import test_taking_none
import test_the_only_one
import test_unchosen
import test_walks
import test_written_once
from compiling import program_of
from syrupy.assertion import SnapshotAssertion

from rulesrun.dsl.core.printing import print_core
from rulesrun.interpreter.codegen.generate import generate
from rulesrun.interpreter.codegen.module import Module
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.lowering import core_of
from rulesrun.interpreter.native.program import compile_to_c, lists

FOLDER = Path(__file__).parent / "generated"
GAMES = Path(__file__).parents[2] / "rules"
NATIVE = Path(__file__).parents[2] / "interpreter" / "native"

READ = {path.stem: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.rules"))}
"""Small games of which all is written down, to be read."""

ENDS = (1, 3, 4, 8, 9, 15, 16, 63, 64, 65, 127, 128, 300, 1999, 2000, 32767, 32768)
"""Where numbers, loops and lists change how they are kept, gone through or written."""


def ranges() -> str:
    """A game with a variable, a loop, a list and a set of each size."""
    most = (*ENDS, 2**31 - 1, 2**31)
    lines = ["language 2", "game ranges:", "    players 2"]
    sizes = (2, 15, 16, 17, 63, 64, 65)
    for size in sizes:
        values = ", ".join(f"v{size}_{n}" for n in range(size))
        lines += [f"enum Of{size}: {values}"]
    lines += ["state:", "    n: int"]
    lines += [f"    up{end}: 0..{end}" for end in most]
    lines += [f"    down{end}: -{end}..0" for end in most]
    lines += [f"    any{size}: set of Of{size}" for size in sizes]
    lines += [f"    held{size}[Of{size}]: 0..9" for size in sizes]
    for end in ENDS:
        lines += [
            f"rule to{end}:",
            f"    up{end} = min(up{end} + 1, {end})",
            f"    down{end} = -up{end}",
            f"    n += count i in 0..{end} where i mod 3 == n mod 3 and i != up{end}",
            f"    if some i in 1..{end} where i * i == up{end}: n += 1",
            f"    for each i in 0..{end}: n += i mod 2",
            f"    if n in [{', '.join(str(3 * i) for i in range(min(end, 17)))}]: n += 2",
        ]
    for size in sizes:
        lines += [
            f"rule of{size}(v: Of{size}):",
            f"    any{size} = any{size} + {{v}}",
            f"    held{size}[v] = size(any{size}) mod 10",
            f"    n += count w in Of{size} where held{size}[w] > 0",
        ]
    lines += ["play:", *(f"    up{end} = {end}" for end in most[-2:])]
    lines += [f"    down{end} = -{end}" for end in most[-2:]]
    lines += ["    player 1 chooses one of:"]
    for end in ENDS:
        lines += [f"        option do{end}: do to{end}"]
    for size in sizes:
        lines += [f"    player 1 chooses one_of{size} in Of{size}"]
        lines += [f"    do of{size}(one_of{size})"]
    lines += ["    rank players by most n + " + " + ".join(f"up{e}" for e in most)]
    return "\n".join(lines) + "\n"


PROBES = tuple(n for n in range(5000, 5029) if n not in (5003, 5009, 5011, 5015, 5020))
STATED = {
    "announcements": test_announcements.RULES,
    "at_once": test_at_once.GAME,
    "at_once, ruled": test_at_once.RULINGS,
    "certain": test_certain.rules(),
    "compiles": test_compiles.rules(list(test_compiles.SHAPES.values())),
    **{
        f"drawing, {board}": test_drawing.steps(beside, board)
        for beside, board in test_drawing.BOARDS
    },
    "drawn_places": test_drawn_places.HEAD,
    "families": test_families.rules(),
    "faults_alike": test_faults_alike.rules(),
    "forms": test_forms.rules(),
    "given_no_value": test_given_no_value.RULES,
    "great_numbers": test_great_numbers.rules(),
    "leaving": test_leaving.GAME,
    "leaving, ruled": test_leaving.RULINGS,
    "linked": test_linked.RULES,
    "maybe": test_lockstep.MAYBE,
    "fewer": test_lockstep.FEWER,
    "rays": test_lockstep.RAYS,
    "one_meaning": test_one_meaning.written(),
    "relations": test_relations.RULES,
    "results": test_results.TOGETHER,
    "results of teams": test_results.TEAMS,
    "runs": test_runs.RULES,
    "several_of_lists": test_several_of_lists.RULES,
    **{f"surprises {n}": test_surprises.written(n) for n in (1, 2)},
    "the_only_one": test_the_only_one.RULES,
    **{f"walks, {s}": test_walks.walks(s) for s in ("square", "hex", "flat hex")},
    "walks, squares": test_walks.SQUARES,
}
"""Rules of other tests, which say what those come to."""

FILES = {
    "tracks.csv": test_linked.tracks(1),
    "ways.csv": test_families.WAYS,
    "hearts/rulebook.md": (GAMES / "classics/hearts/rulebook.md").read_text("utf-8"),
}

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
    "ranges": ranges(),
    **{name: text.partition("\nscenario")[0] + "\n" for name, text in STATED.items()},
    "probes": reading.program([reading.probe(number) for number in PROBES]),
    **{
        f"conditions {board}": test_conditions.rules(seed, board, ways, 20)
        for seed, (board, ways) in enumerate(test_conditions.BOARDS)
    },
    **{
        name.rpartition("/")[2]: (GAMES / f"{name}.rules").read_text("utf-8")
        for name in (
            "classics/backgammon",
            "classics/breakthrough",
            "classics/checkers",
            "classics/goofspiel",
            "classics/hearts",
            "classics/hex",
            "classics/othello",
            "classics/oware",
            "connect_four",
            "tic_tac_toe",
        )
    },
}
"""Others, of which a digest of each function is: `rulesrun debug native` shows them."""

RULES = {**READ, **DIGESTED}


@cache
def game(name: str) -> Game:
    program = program_of(RULES[name], FILES)
    assert program.world.game is not None
    return Game(program, program.world.game.players[0])


@cache
def module(name: str, *, trace: bool = False) -> Module:
    """What a game is made into, also where it is played by a plan."""
    made = game(name)
    return generate(made.lowered.core, made.layout, trace=trace)


def written(name: str, *, trace: bool = False) -> str:
    """The Python of a game, with the lines of the rules that it comes from."""
    made = module(name, trace=trace)
    lines, before = [], 0
    for line, span in zip(made.text.splitlines(), made.spans, strict=False):
        new = span is not None and line.strip() and span.line != before
        if new and span is not None:
            before = span.line
        lines.append(f"{line}  # {before}" if new else line)
    return "\n".join(lines)


def compiled(name: str) -> str:
    """The C of a game, without what stands in every game."""
    text = compile_to_c(module(name)).text
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
    result = []
    for part, text in parts(name).items():
        for paragraph in text.split("\n\n"):
            digest = hashlib.sha256(paragraph.encode()).hexdigest()[:12]
            begin = paragraph.strip().partition("\n")[0].partition("(")[0]
            result.append(f"{digest} {part} {begin[:60]}")
    assert "\n".join(result) == snapshot_txt


def test_what_is_made_of_rules_that_are_traced(snapshot_txt: SnapshotAssertion) -> None:
    assert written("goods", trace=True) == snapshot_txt
