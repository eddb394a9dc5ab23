"""How the names of the rules are written in generated code, so that no two can meet.

A name there is a kind, then numbers, then a name of the rules, joined by `_`:
`rule_day`, `v_card`, `block_0_rule_day`. A kind holds no `_`, and no name of the rules
begins with a digit, so different parts always give different names. The names of what
generated code calls, of what it keeps for a moment, and of Python itself begin with
none of the kinds.
"""

from collections.abc import Mapping

from rulesrun.dsl.symbols import LocalSymbol

KINDS = frozenset(
    """
    v function rule amount event action play head do can why block
    who options among pick against chooser worth gained some search every
    CONSTANT OPTION TABLE FIELD BOARD STEP RAY DRAWN LINES THROUGH
    ROW COLUMN NEIGHBOURS AROUND DIAGONALS
    """.split()
)
"""What a name in generated code can be the name of; `v` stands for a local value."""


def spelled(kind: str, *numbers: int, name: str = "") -> str:
    """The name in generated code of a kind of thing, by numbers and by name."""
    assert kind in KINDS, kind
    return "_".join([kind, *map(str, numbers), *([name] if name else [])])


def is_spelled(name: str) -> bool:
    """Whether a name in generated code stands for one of the rules."""
    return name.partition("_")[0] in KINDS


def local(symbol: LocalSymbol, known: Mapping[LocalSymbol, str]) -> str:
    """The name of a local value among those that are known where it begins."""
    taken = set(known.values())
    found, number = spelled("v", name=symbol.name), 2
    while found in taken:
        found = spelled("v", number, name=symbol.name)
        number += 1
    return found
