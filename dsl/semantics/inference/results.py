"""What functions give that do not say it: the kind of the single value that they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesrun.dsl.semantics.value_types import (
    INT,
    UNKNOWN,
    IntType,
    ListType,
    NoneType,
    OpenType,
    SetType,
    Type,
    UnknownType,
    settled,
)
from rulesrun.dsl.syntax import nodes

if TYPE_CHECKING:
    from rulesrun.dsl.semantics.inference.typer import Typer
    from rulesrun.dsl.semantics.symbols import FunctionSymbol


def result_of(infer: Typer, function: FunctionSymbol) -> Type:
    """What a function gives; its value is looked at, if nobody has done it before.

    Mistakes in it are told where its body is gone through.
    """
    if function.returns is not None:
        return function.returns
    function.returns = UNKNOWN  # for one that asks for itself
    world = infer.world
    match function.decl.body:
        case (nodes.Return(value=value),) if value is not None:
            inner = type(infer)(world, pure=True)
            with world.told.trial() as tried:
                result = settled(inner.expr(value))
            if not tried.problems and _is_empty(result):
                world.report(
                    "wrong-type",
                    function.decl.name_span,
                    f"nothing says what kind of value `{function.name}` gives",
                    hint="write it behind the brackets, such as  -> list of int",
                )
            else:
                function.returns = INT if isinstance(result, IntType) else result
        case _:
            pass
    return function.returns


def _is_empty(kind: Type) -> bool:
    """Whether all that is known of a value is that it is none, or holds nothing."""
    inner = kind.item if isinstance(kind, ListType | SetType) else kind
    return isinstance(inner, NoneType | OpenType | UnknownType)
