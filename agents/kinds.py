"""The kinds of players, by the words that ask for them; nothing is loaded for these."""

import re

KINDS = ("random", "greedy", "thinker", "thinker:500", "thinker:500ms")
"""How players are asked for, by example."""

MUCH = re.compile(r"([1-9][0-9]{0,8})(ms)?")
"""How much a thinker looks at: continuations, or milliseconds."""


def is_player(kind: str) -> bool:
    """Whether there are players of that kind."""
    name, colon, much = kind.partition(":")
    if name in ("random", "greedy"):
        return not colon
    return name == "thinker" and (not colon or MUCH.fullmatch(much) is not None)
