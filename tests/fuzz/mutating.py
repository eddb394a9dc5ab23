"""Rules files that were changed at random: lines and words moved, doubled, taken away.

What a number of a seed gives is always the same, wherever and whenever it is made.
"""

import random
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from attrs import frozen

ROOT = Path(__file__).parents[2]

FOLDERS = ("rules", "tests/good", "tests/bad", "tests/cli/games", "tests/unbounded")

WORD = re.compile(r'"[^"\n]*"|\w+|[^\w\s]')

LARGEST = 90_000

STRANGE = (
    "0 1 2 7 99 -1 1000000000000 none true [] {} [1] it player players play 1..0 1..3 "
    "otherwise: stop next return pass not and or mod ( ) [ ] { } , . : = == - + * / .. "
    '"" "x" # @A-1 box origin winners size sum first top secretly may any'
).split()
"""Words that stand in many files, and some that stand in none."""


@frozen
class Mutant:
    """A changed file: its number, the file that it was made from, its text."""

    number: int
    path: Path
    text: str


@cache
def files() -> tuple[Path, ...]:
    """The files to begin with, in a fixed order."""
    result = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*.rules")]
    return tuple(sorted(path for path in result if path.stat().st_size < LARGEST))


@cache
def lines_of(path: Path) -> tuple[str, ...]:
    """The lines of a file."""
    return tuple(path.read_bytes().decode("utf-8", "replace").split("\n"))


@cache
def _weights() -> tuple[float, ...]:
    """Large files take long, so they are taken less often; faulty ones teach little."""
    return tuple(
        (0.2 if path.parent.name == "bad" else 1.0)
        / (400 + path.stat().st_size) ** (0.4 if "rules" in path.parts else 0.6)
        for path in files()
    )


def mutant(seed: int, number: int) -> Mutant:
    """The changed file of that number."""
    chance = random.Random(f"{seed}:{number}")
    path = chance.choices(files(), _weights())[0]
    lines = list(lines_of(path))
    for _ in range(chance.choice((1, 1, 1, 1, 1, 2, 2, 3, 6))):
        change = chance.choice(CHANGES)
        change(lines, chance)
        if not lines:
            lines.append("")
    return Mutant(number, path, "\n".join(lines))


# ---- changes -------------------------------------------------------------------------


def _move(lines: list[str], chance: random.Random) -> None:
    line = lines.pop(chance.randrange(len(lines)))
    lines.insert(chance.randint(0, len(lines)), line)


def _move_block(lines: list[str], chance: random.Random) -> None:
    begin = chance.randrange(len(lines))
    end = begin + chance.randint(1, 8)
    block = lines[begin:end]
    del lines[begin:end]
    at = chance.randint(0, len(lines))
    lines[at:at] = block


def _double(lines: list[str], chance: random.Random) -> None:
    line = chance.choice(lines)
    lines.insert(chance.randint(0, len(lines)), line)


def _delete(lines: list[str], chance: random.Random) -> None:
    begin = chance.randrange(len(lines))
    del lines[begin : begin + chance.choice((1, 1, 1, 2, 5))]


def _double_here(lines: list[str], chance: random.Random) -> None:
    """A line, or what stands under one, a second time in the same place."""
    begin, end = _with_its_block(lines, chance.randrange(len(lines)))
    lines[end:end] = lines[begin:end]


def _delete_block(lines: list[str], chance: random.Random) -> None:
    begin, end = _with_its_block(lines, chance.randrange(len(lines)))
    del lines[begin:end]


def _swap_neighbours(lines: list[str], chance: random.Random) -> None:
    begin, middle = _with_its_block(lines, chance.randrange(len(lines)))
    if middle < len(lines):
        _, end = _with_its_block(lines, middle)
        lines[begin:end] = lines[middle:end] + lines[begin:middle]


def _copy_block(lines: list[str], chance: random.Random) -> None:
    """A line with what stands under it, at another place of the same depth."""
    begin, end = _with_its_block(lines, chance.randrange(len(lines)))
    depth = _depth(lines[begin])
    places = [i for i, line in enumerate(lines) if line and _depth(line) == depth]
    if places:
        at = chance.choice(places)
        lines[at:at] = lines[begin:end]


def _with_its_block(lines: list[str], at: int) -> tuple[int, int]:
    end = at + 1
    while end < len(lines) and lines[end] and _depth(lines[end]) > _depth(lines[at]):
        end += 1
    return at, end


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _splice(lines: list[str], chance: random.Random) -> None:
    other = lines_of(chance.choices(files(), _weights())[0])
    begin = chance.randrange(len(other))
    at = chance.randint(0, len(lines))
    lines[at:at] = other[begin : begin + chance.choice((1, 1, 2, 4, 12))]


def _splice_block(lines: list[str], chance: random.Random) -> None:
    """A whole block of another file, put between two blocks."""
    other = lines_of(chance.choices(files(), _weights())[0])
    starts = [i for i, line in enumerate(other) if line[:1].isalpha()]
    begins = [i for i, line in enumerate(lines) if line[:1].isalpha()]
    if not starts or not begins:
        return
    begin = chance.choice(starts)
    end = next((i for i in starts if i > begin), len(other))
    at = chance.choice(begins)
    lines[at:at] = other[begin:end]


def _indent(lines: list[str], chance: random.Random) -> None:
    at = chance.randrange(len(lines))
    line = lines[at]
    deeper = "    " + line
    lines[at] = chance.choice((deeper, line.removeprefix("    "), line.lstrip()))


def _in_words(
    change: Callable[[list[str], random.Random], None],
) -> Callable[[list[str], random.Random], None]:
    """A change of the words of one line."""

    def changed(lines: list[str], chance: random.Random) -> None:
        full = [i for i, line in enumerate(lines) if line.strip()]
        if not full:
            return
        at = chance.choice(full)
        line = lines[at]
        indent = line[: len(line) - len(line.lstrip())]
        words = WORD.findall(line)
        change(words, chance)
        lines[at] = indent + _joined(words)

    return changed


def _joined(words: Sequence[str]) -> str:
    text = " ".join(words)
    for wide, close in ((" . ", "."), (" ( ", "("), (" [ ", "["), (" : ", ": ")):
        text = text.replace(wide, close)
    return re.sub(r" ([,:)\]}])", r"\1", text.replace(". .", "..").replace("= =", "=="))


def _drop_word(words: list[str], chance: random.Random) -> None:
    if words:
        words.pop(chance.randrange(len(words)))


def _double_word(words: list[str], chance: random.Random) -> None:
    if words:
        words.insert(chance.randint(0, len(words)), chance.choice(words))


def _swap_words(words: list[str], chance: random.Random) -> None:
    if len(words) > 1:
        a, b = chance.randrange(len(words)), chance.randrange(len(words))
        words[a], words[b] = words[b], words[a]


def _other_word(words: list[str], chance: random.Random) -> None:
    other = WORD.findall(
        chance.choice(lines_of(chance.choices(files(), _weights())[0]))
    )
    if words and other:
        words[chance.randrange(len(words))] = chance.choice(other)


def _strange_word(words: list[str], chance: random.Random) -> None:
    at = chance.randint(0, len(words))
    words[at : at + chance.choice((0, 1))] = [chance.choice(STRANGE)]


def _other_number(words: list[str], chance: random.Random) -> None:
    numbers = [i for i, word in enumerate(words) if word.isdecimal()]
    if numbers:
        other = chance.choice(("0", "1", "2", "3", "9", "30", "1000", "99999999999"))
        words[chance.choice(numbers)] = other


def _other_sign(lines: list[str], chance: random.Random) -> None:
    """A sign or a word in place of another that may stand there as well."""
    at = chance.randrange(len(lines))
    for group in chance.sample(GROUPS, len(GROUPS)):
        matching = [word for word in group if f" {word} " in f" {lines[at]} "]
        if matching:
            old, new = chance.choice(matching), chance.choice(group)
            lines[at] = lines[at].replace(old, new, 1)
            return


GROUPS = tuple(
    tuple(line.split())
    for line in """
    + - * mod
    == != < > <= >=
    and or
    most least
    some no count all first the every
    += -= =
    deck pile row hand bag area
    int bool text
    players participants
    top bottom first last
    choose chooses
    for while
    where require
    left right
    up down
    stop next return pass
    """.strip().split("\n")
)
"""Words of which one may often stand where another does."""


def _same_name(lines: list[str], chance: random.Random) -> None:
    """A name of the file in place of another one, wherever that stands."""
    names = sorted(
        {w for line in lines for w in WORD.findall(line) if w.isidentifier()}
    )
    if len(names) > 1:
        old, new = chance.sample(names, 2)
        one = re.compile(rf"\b{re.escape(old)}\b")
        everywhere = chance.random() < 0.5
        places = [i for i, line in enumerate(lines) if one.search(line)]
        for at in places if everywhere else [chance.choice(places)]:
            lines[at] = one.sub(new, lines[at])


CHANGES: tuple[Callable[[list[str], random.Random], None], ...] = (
    _move,
    _move_block,
    _double,
    _delete,
    _splice,
    _splice_block,
    _indent,
    _same_name,
    _double_here,
    _double_here,
    _delete_block,
    _delete_block,
    _swap_neighbours,
    _copy_block,
    _copy_block,
    _other_sign,
    _other_sign,
    _other_sign,
    *map(
        _in_words,
        (
            _drop_word,
            _double_word,
            _swap_words,
            _other_word,
            _other_word,
            _strange_word,
            _other_number,
            _other_number,
        ),
    ),
)
