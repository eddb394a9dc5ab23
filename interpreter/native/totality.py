"""Expressions that go wrong in no state: of which rules say nothing that might be a fault.

What is not there (a key out of range, an item of an empty list, a number beyond all
measure) is a fault only in some nodes of the core; where none of them is met, nothing
needs to be worked out only to see whether it goes wrong.
"""

from collections.abc import Set

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.symbols import RoutineSymbol
from rulesrun.dsl.core.walking import walk
from rulesrun.dsl.semantics import value_types as t

NEEDING = ("most", "least", "first", "last", "only", "best")
"""Folds of nothing that need something else to give."""

LOUD = ("last", "position", "random", "lines", "lines_through", "lines_from")
"""Functions of the language that can go wrong."""


def quiet(program: Core, tree: object, networks: Set[str] = frozenset()) -> bool:
    """Whether nothing in a tree, nor in what it calls, can be a fault.

    `networks` are the boards on which perhaps no way leads from one place to another.
    """
    return _quiet(program, tree, set(), networks)


def _quiet(
    program: Core, tree: object, seen: set[RoutineSymbol], networks: Set[str]
) -> bool:
    for node in walk(tree):
        match node:
            case core.Lookup(otherwise=None):
                return False
            case core.Fold(kind=kind, otherwise=None) if kind in NEEDING:
                if kind == "only" or not _has_some(program, node):
                    return False
            case core.Binary(op="/" | "/up" | "mod", right=right):
                if not isinstance(right, core.Const) or not right.value:
                    return False
            case core.Index(of=of) if isinstance(of.type, t.ListType):
                return False
            case core.Prim(name=name) if name in LOUD:
                return False
            case core.Prim(name="distance", args=(cell, _)):
                ground = t.without_none(cell.type)
                if isinstance(ground, t.CellType) and ground.board in networks:
                    return False
            case (
                core.Fail()
                | core.Walk(kind="loop" | "trail")
                | core.Walk(step=core.Step(cost=core.Expression()))
                | core.InRange()
                | core.Sized()
                | core.Can()
                | core.After()
                | stmt.Loop()
            ):
                return False
            case core.Call(routine=routine) if routine not in seen:
                seen.add(routine)
                body = program.routines[routine].body
                if not _quiet(program, body, seen, networks):
                    return False
    return True


def _has_some(program: Core, node: core.Fold) -> bool:
    """Whether a fold goes through the other players, and nothing else."""
    match node.clauses:
        case (core.For(of=core.Prim(name="clockwise" | "others" as name)),):
            return name == "clockwise" or program.players > 1
        case _:
            return False
