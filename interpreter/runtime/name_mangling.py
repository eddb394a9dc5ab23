"""How the names of the rules are written in generated code, so that no two can meet.

A name there is a kind, then numbers, then a name of the rules, joined by `_`:
`rule_day`, `v_card`, `block_0_rule_day`. A kind holds no `_`, and no name of the rules
begins with a digit, so different parts always give different names. The names of what
generated code calls, of what it keeps for a moment, and of Python itself begin with
none of the kinds.
"""

KINDS = frozenset(
    """
    v function rule amount event action play head do can why block
    who sure options among pick against chooser worth gained some find every search each
    way
    CONSTANT OPTION TABLE FIELD BOARD STEP RAY DRAWN AMONG LINES THROUGH FROM RANGE
    ROW COLUMN SECTION NEIGHBOURS AROUND DIAGONALS CORNERS SIDES CELLS LINKS BESIDE BY
    ROUND ROUNDS
    anew KEPT SIDED
    """.split()
)
"""What a name in generated code can be the name of; `v` stands for a local value."""


def spelled(kind: str, *numbers: int, name: str = "") -> str:
    """The name in generated code of a kind of thing, by numbers and by name."""
    assert kind in KINDS, kind
    return "_".join([kind, *map(str, numbers), *([name] if name else [])])
