"""What was perhaps meant: the known names that are closest to an unknown one."""

from collections.abc import Iterable
from functools import lru_cache

# Nobody gives a longer name; comparing a whole page with others would take minutes.
_LONGEST = 100


def nearest(word: str, candidates: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """The known names that are close to a word, best first, and by name among equals.

    The word itself is never offered, so `candidates` may hold it.
    Upper and lower case, underscores and hyphens make no difference. One slip is
    forgiven for every three letters, so the shortest names must be written right.
    """
    return _nearest(word, frozenset(candidates))[: max(most, 0)]


def one_slip(one: str, other: str) -> bool:
    """Whether two names differ in one letter: left out, added, mistaken or swapped."""
    return _slips(one, other, at_most=1) == 1


def did_you_mean(word: str, candidates: Iterable[str]) -> str | None:
    """A hint that offers the nearest names, or None if nothing is near."""
    names = nearest(word, candidates)
    return offered(names) if names else None


def offered(names: Iterable[str]) -> str:
    """The question whether one of some names was meant."""
    *others, last = (f'"{name}"' for name in names)
    return f"did you mean {', '.join(others)}{' or ' if others else ''}{last}?"


@lru_cache(maxsize=256)  # for one message the same question is asked several times
def _nearest(word: str, candidates: frozenset[str]) -> tuple[str, ...]:
    bare = _bare(word)
    if len(bare) > _LONGEST:
        return ()
    letters = _letters(bare)
    ranked = []
    for name, other, own in _compared(candidates):
        forgiven = min(len(bare) // 3, len(other) // 3, 3)
        if abs(len(bare) - len(other)) > forgiven or name == word:
            continue
        if max(len(letters), len(own)) - len(letters & own) > forgiven:
            continue  # every letter that the other lacks is a slip
        slips = _slips(bare, other, at_most=forgiven)
        if slips is not None:
            ranked.append((slips, bare[:1] != other[:1], name))
    return tuple(name for *_, name in sorted(ranked))


@lru_cache(maxsize=16)  # of many words in a file it is asked which of the same is near
def _compared(candidates: frozenset[str]) -> list[tuple[str, str, frozenset[str]]]:
    """Each name that may be near, what makes a difference in it, and its letters."""
    bare = ((name, _bare(name)) for name in candidates)
    return [(name, b, _letters(b)) for name, b in bare if len(b) <= _LONGEST]


@lru_cache(maxsize=1 << 15)
def _bare(name: str) -> str:
    """The name without what makes no difference."""
    bare = name.casefold().replace("_", "").replace("-", "")
    return f"{bare[:-3]}y" if bare.endswith("ies") else bare


@lru_cache(maxsize=1 << 15)
def _letters(bare: str) -> frozenset[str]:
    """The letters of a name, the second `a` of it apart from the first."""
    return frozenset(
        f"{letter}{bare.count(letter, 0, i)}" for i, letter in enumerate(bare)
    )


def _slips(one: str, other: str, *, at_most: int) -> int | None:
    """How many letters were left out, added, mistaken or swapped with the next one.

    None if there are too many of them; that is found out without counting them all.
    """
    if abs(len(one) - len(other)) > at_most:
        return None
    start = 0
    shortest = min(len(one), len(other))
    while start < shortest and one[start] == other[start]:
        start += 1
    end = 0
    while end < shortest - start and one[-1 - end] == other[-1 - end]:
        end += 1
    one, other = one[start : len(one) - end], other[start : len(other) - end]
    before_last: list[int] = []
    last = list(range(len(other) + 1))
    for i, letter in enumerate(one):
        row = [i + 1]
        for j, there in enumerate(other):
            best = min(last[j] + (letter != there), last[j + 1] + 1, row[j] + 1)
            if i and j and letter == other[j - 1] and one[i - 1] == there:
                best = min(best, before_last[j - 1] + 1)
            row.append(best)
        if min(row) > at_most and min(last) > at_most:
            return None
        before_last, last = last, row
    return last[-1] if last[-1] <= at_most else None
