"""Looks at a whole board, or at what lies beside a cell, that Python makes at once."""

from operator import itemgetter
from typing import Any

from rulesrun.dsl.analysis.secrecy import has_secrets
from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.symbols import Local, Variable
from rulesrun.dsl.core.walking import mentions
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.codegen.addresses import family_of
from rulesrun.interpreter.codegen.inlining import is_safe
from rulesrun.interpreter.codegen.writing import Constants
from rulesrun.interpreter.runtime.layout import Family, Layout

MANY_CELLS = 100
"""A board of fewer cells is gone through cell by cell."""


def on_cells(layout: Layout, variable: Variable) -> Family | None:
    """The slots of a variable with one value for each cell, known to all."""
    family = family_of(layout, variable)
    if family is None or variable.symbol is None or has_secrets(variable.symbol):
        return None
    alike = family.strides == (1,) and not any(family.offsets)
    return family if alike and isinstance(variable.keys[0].type, t.CellType) else None


def equals_at(
    layout: Layout, local: Local, test: core.Expr | None
) -> tuple[Family, core.Expr] | None:
    """The slots and the value, where a test asks whether a cell's variable has that."""
    match test:
        case core.Compare(
            op="==",
            left=core.Read(variable=variable, keys=(core.Get(local=key),)),
            right=value,
        ) if key is local and not mentions(value, local):
            family = on_cells(layout, variable)
            if family is not None and is_safe(value):
                if not isinstance(value.type, t.OptionalType):
                    return family, value
    return None


def is_whole_board(of: core.Expr, family: Family) -> bool:
    """Whether a collection is all cells that a variable has a value for."""
    match of:
        case core.Range(low=core.Const(value=0), high=core.Const(value=int(high))):
            return high + 1 == family.size >= MANY_CELLS
        case _:
            return False


def members_asked(
    layout: Layout, local: Local, of: core.Expr, test: core.Expr | None
) -> core.Expr | None:
    """The set of bits, where of all values of an enum those in one are asked for."""
    match local.type, of, test:
        case (
            t.EnumType(name),
            core.Range(low=core.Const(value=0), high=core.Const(value=int(high))),
            core.In(item=core.Get(local=member), of=members),
        ) if member is local and members.type == t.SetType(local.type):
            is_all = high + 1 == len(layout.world.enum(name).values)
            return members if is_all and not mentions(members, local) else None
        case _:
            return None


def beside_with(
    layout: Layout, constants: Constants, node: core.Fold
) -> tuple[str, core.Expr, core.Expr] | None:
    """A table of looks, the cell, and the value that is looked for beside it.

    Where a fold asks whether a variable has a value at any of the cells beside one.
    """
    match node:
        case (
            core.Fold(
                kind="any",
                clauses=(
                    core.For(local=local, of=core.Field(of=cell, name=word)),
                    core.When(test=test),
                ),
                item=core.Const(value=True),
            )
            | core.Fold(
                kind="any",
                clauses=(core.For(local=local, of=core.Field(of=cell, name=word)),),
                item=core.Expression() as test,
            )
        ) if isinstance(cell.type, t.CellType):
            result = equals_at(layout, local, test)
            if result is None:
                return None
            family, value = result
            lists = layout.boards[cell.type.board].beside(word)
            looks = tuple(
                _look([family.base + there for there in near]) for near in lists
            )
            name = constants.numbered(
                (family.base, cell.type.board, word), looks, "BESIDE"
            )
            return name, cell, value
        case _:
            return None


def _look(slots: list[int]) -> Any:
    """What gives, for a state, the values of some slots."""
    if len(slots) > 1:
        return itemgetter(*slots)
    return itemgetter(slice(slots[0], slots[0] + 1) if slots else slice(0, 0))
