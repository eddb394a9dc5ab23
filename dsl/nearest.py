"""What was perhaps meant: the known names that are closest to an unknown one."""

from collections.abc import Iterable

# Nobody gives a longer name; comparing a whole page with others would take minutes.
_LONGEST = 100


def nearest(word: str, known: Iterable[str], most: int = 3) -> tuple[str, ...]:
    """The known names that are close to a word, best first, and by name among equals.

    The word itself is never offered, so `known` may hold it.
    Upper and lower case, underscores and hyphens make no difference. One slip is
    forgiven for every three letters, so the shortest names must be written right.
    """
    bare = _bare(word)
    ranked = []
    for name in set(known) - {word}:
        other = _bare(name)
        if max(len(bare), len(other)) > _LONGEST:
            continue
        forgiven = min(len(bare), len(other)) // 3
        slips = _slips(bare, other, at_most=min(forgiven, 3))
        if slips is not None:
            ranked.append((slips, bare[:1] != other[:1], name))
    return tuple(name for *_, name in sorted(ranked)[: max(most, 0)])


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """A hint that offers the nearest names, or None if nothing is near."""
    names = [f'"{name}"' for name in nearest(word, known)]
    if not names:
        return None
    *others, last = names
    return f"did you mean {', '.join(others)}{' or ' if others else ''}{last}?"


def _bare(name: str) -> str:
    """The name without what makes no difference."""
    bare = name.casefold().replace("_", "").replace("-", "")
    return f"{bare[:-3]}y" if bare.endswith("ies") else bare


def _slips(one: str, other: str, *, at_most: int) -> int | None:
    """How many letters were left out, added, mistaken or swapped with the next one.

    None if there are too many of them; that is found out without counting them all.
    """
    if abs(len(one) - len(other)) > at_most:
        return None
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
