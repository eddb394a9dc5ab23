"""Gives every name of a game another one, and plays both: nothing else may change.

    python tests/renaming.py [GAME...] [--seeds N] [--decisions N]

plays all shipped games, each N times with other names.
"""

import argparse
import builtins
import keyword
import pkgutil
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from random import Random

from compiling import RULES, beside, compiled

import rulesrun.interpreter
from rulesrun.dsl.builtins import FUNCTIONS
from rulesrun.dsl.compile import Program, compile_rules
from rulesrun.dsl.syntax.parse import tokens
from rulesrun.dsl.syntax.words import (
    BUILTIN_ENUMS,
    BUILTIN_NAMES,
    CELL_FIELDS,
    CELL_NAMES,
    KEYWORDS,
    PLAYER_FIELDS,
    ZONES,
)
from rulesrun.interpreter.game import Game

GAMES = sorted(
    str(path.relative_to(RULES).with_suffix(""))
    for folder in (RULES, RULES / "classics", RULES / "gallery")
    for path in folder.glob("*.rules")
)
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
FILE = re.compile(r'(include|from|rulebook) "[^"]*"')

KEPT = frozenset(
    """
    int bool text player place cell edge list set bundle square hex rhombus spaces
    x y at side me it name copies result opposite any cells corners sides
    en fa label_en label_fa fits turns done owner value team
    """.split()
).union(
    KEYWORDS,
    BUILTIN_NAMES,
    FUNCTIONS,
    PLAYER_FIELDS,
    CELL_FIELDS,
    CELL_NAMES,
    ZONES,
    BUILTIN_ENUMS,
    *BUILTIN_ENUMS.values(),
)
"""Words of the language, which no game can call otherwise."""


SAID_OTHERWISE = ("None", "True", "False", "null", "nil")
"""Words that a designer is told to write otherwise."""


@cache
def runtime_names() -> tuple[str, ...]:
    """What the interpreter and Python call something."""
    result = {*dir(builtins), *keyword.kwlist, *keyword.softkwlist}
    for module in pkgutil.iter_modules(rulesrun.interpreter.__path__):
        result.update(dir(import_module(f"rulesrun.interpreter.{module.name}")))
    return tuple(sorted(result))


_SHAPES = """
    {}_ {}__ _{} __{} {}_0 {}_1 {}_2 {}_1_0 _{}_ {}__1 can_{} do_{} why_{} head_{} rule_{}
    function_{} amount_{} event_{} action_{} v_{} v_2_{} some_{} every_{} first_{} pick_{}
    BOARD_{} STEP_{} RAY_{} TABLE_{} FIELD_{} OPTION_{} CONSTANT_{} LINES_{} THROUGH_{}
    LINES_{}_3 ROW_{} block_0_{} block_0_rule_{} {}_block rule_{}_0 play_{} option_{}
    """.split()
"""How a name could be made out of another one."""

_SHORT = """
    S L o out it_ each other found better chosen item a b i n x y _ __ ___ _0 _1 _side
    self cls f g args kwargs play_0 play_1 some_0 every_0 first_0 search_0 who_0 who_1
    options_0 pick_0_0 pick_0_1 why_0_0 against_0_0 v v_ v_2 LEFT RIGHT CLOCKWISE FACE
    NEWS EXPLORE FOUND SQUARE HEX DRAWN_0 RECKONED_1 given sorted sorted_ sorted_1 len_
    """.split()
"""What generated code might call something."""


_ENDINGS = ("", "_", "__", *(f"_{n}" for n in range(6)), "_0_1", "_1_0", "_1_", "_10")


def _hostile(names: Sequence[str], random: Random) -> Iterator[str]:
    """Names that look like other names, or like those of whatever runs the game."""
    known = [random.choice(kind) for kind in (names, _SHORT, runtime_names())]
    roots = [random.choice(known) for _ in range(2)]  # few: those alike can meet
    shapes = [random.choice(_SHAPES) for _ in range(4)]
    while True:
        roots.append(random.choice(random.choice((names, _SHORT, runtime_names()))))
        for root in roots[-3:]:
            pool = [root + ending for ending in _ENDINGS]
            pool += [shape.format(root) for shape in shapes]
            random.shuffle(pool)
            yield from pool


def other_names(text: str, seed: int, more: str = "") -> dict[str, str]:
    """For every name in a text a hostile one; none that stands there, or in `more`."""
    words = [(kind, word.strip()) for _, _, kind, word in tokens(text)]
    fixed = {word for kind, word in words if kind != "NAME"}
    fixed |= {part for word in fixed if word[:1].isalpha() for part in word.split()}
    letters = set(re.findall(r"^ +([A-Za-z]) = ", text, re.M))  # of maps
    names = list({w for k, w in words if k == "NAME"} - fixed - letters - KEPT)
    names.sort()
    random = Random(seed)
    random.shuffle(names)
    hostile = _hostile(names, random)
    taken = {*WORD.findall(text), *WORD.findall(more), *KEPT, *SAID_OTHERWISE}
    taken = {word.lower() for word in taken}
    result = {}
    for name in names:
        new = next(h for h in hostile if h.lower() not in taken)
        taken.add(new.lower())  # names in two writings are refused
        result[name] = new
    return result


def renamed(text: str, names: Mapping[str, str]) -> str:
    """A text with every word that is a name put otherwise, but for names of files."""

    def other(match: re.Match[str]) -> str:
        return names.get(match[0], match[0])

    pieces, end = [], 0
    for result in FILE.finditer(text):
        keyed = re.sub(r"{\w+}", lambda key: WORD.sub(other, key[0]), result[0])
        pieces += [WORD.sub(other, text[end : result.start()]), keyed]
        end = result.end()
    return "".join([*pieces, WORD.sub(other, text[end:])])


def renamed_game(name: str, seed: int) -> tuple[Program, dict[str, str]]:
    """A shipped game under other names, and the names."""
    path = RULES / f"{name}.rules"
    text = path.read_text("utf-8")
    folder = RULES / path.stem
    tables = [p.read_text("utf-8") for p in folder.rglob("*.csv")]
    names = other_names(text, seed, " ".join(tables))
    back = {new: old for old, new in names.items()}
    read = beside(path)

    def read_renamed(file: str) -> str | None:
        stem, _, ending = file.rpartition(".")
        above, slash, last = stem.rpartition("/")
        result = read(f"{above}{slash}{back.get(last, last)}.{ending}")
        if result is None or not file.endswith((".csv", ".po")):
            return result
        if last == "sources":  # its columns are words of the language
            return result
        return renamed(result, names)

    made = compile_rules(renamed(text, names), str(path), read_renamed)
    assert made.program is not None, [d.message for d in made.diagnostics][:3]
    return made.program, names


def play_both(name: str, seed: int, decisions: int) -> None:
    """Play a game and the same with other names, choice by choice."""
    program = compiled(name).program
    other, names = renamed_game(name, seed)
    assert program is not None
    assert program.world.game is not None
    back = {new: old for old, new in names.items()}

    def original(option: str) -> str:
        return renamed(option, back)

    random = Random(seed)
    players = random.choice(
        range(program.world.game.players[0], program.world.game.players[1] + 1)
    )
    ours = Game(program, players).start(seed)
    theirs = Game(other, players).start(seed)
    for _ in range(decisions):
        assert ours.digest() == theirs.digest()
        assert ours.over == theirs.over
        if ours.over:
            break
        options = [option.name for option in ours.options]
        assert options == [original(option.name) for option in theirs.options]
        at = random.randrange(len(options))
        ours.choose(at)
        theirs.choose(at)
    assert ours.ranking == theirs.ranking


def main() -> None:
    """Play the games that are named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--decisions", type=int, default=1000)
    given = parser.parse_args()
    wrong = 0
    for name in given.games:
        for seed in range(given.seeds):
            try:
                play_both(name, seed, given.decisions)
            except Exception as error:
                wrong += 1
                print(f"{name}, seed {seed}: {type(error).__name__}: {error}"[:400])
        print(f"{name}: {given.seeds} times")
    raise SystemExit(wrong > 0)


if __name__ == "__main__":
    main()
