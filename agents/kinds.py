"""The kinds of players, by the words that ask for them; nothing is loaded for these."""

import re

KINDS = (
    "random",
    "greedy",
    "thinker",
    "thinker:500",
    "thinker:500ms",
    "thinker:500:weigh",
    "file.py:choose",
)
"""How players are asked for, by example."""

MUCH = re.compile(r"([1-9][0-9]{0,8})(ms|s)?")
"""How much a thinker looks at: continuations, milliseconds or seconds."""

FORGET, WEIGH = "forget", "weigh"
"""Ways of thinkers, said last: no memory, or worlds weighed by what others chose."""

OWN = re.compile(r"(?P<path>.+\.py):(?P<name>[^\W\d]\w*)")
"""A player of one's own: a file of Python, and a function or class in it."""


def is_player(kind: str) -> bool:
    """Whether there are players of that kind; a file of one's own need not exist."""
    name, colon, much = kind.partition(":")
    if name in ("random", "greedy"):
        return not colon
    if name == "thinker":
        number, way = way_of(much)
        is_plain = not number and (bool(way) or not colon)
        return is_plain or MUCH.fullmatch(number) is not None
    return is_own(kind)


def is_timed(kind: str) -> bool:
    """Whether players of that kind think for a time, and not so many continuations."""
    name, _, much = kind.partition(":")
    match = MUCH.fullmatch(way_of(much)[0]) if name == "thinker" else None
    return match is not None and match[2] is not None


def way_of(much: str) -> tuple[str, str]:
    """What is said of a thinker, in two parts: how much, and its way; each may be empty."""
    number, _, way = much.rpartition(":")
    if way in (FORGET, WEIGH):
        return number, way
    return much, ""


def is_own(kind: str) -> bool:
    """Whether a kind is a player of one's own, `FILE.py:NAME`."""
    return OWN.fullmatch(kind) is not None


def budget_of(much: str) -> tuple[int, float | None]:
    """How much a thinker looks at: continuations, and seconds where it is a time.

    Raises ValueError where `much` says neither.
    """
    match = MUCH.fullmatch(much)
    if match is None:
        raise ValueError(much)
    number, unit = int(match[1]), match[2]
    if unit is None:
        return number, None
    return number, number / (1000 if unit == "ms" else 1)
