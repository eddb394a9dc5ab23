"""What functions give that do not say it: the kind of the single value that they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.syntax import nodes

if TYPE_CHECKING:
    from rulesrun.dsl.semantics.inference.typer import Typer
    from rulesrun.dsl.semantics.symbols import FunctionSymbol


def result_of(infer: Typer, function: FunctionSymbol) -> t.Type:
    """What a function gives; its value is looked at, if nobody has done it before.

    Mistakes in it are told where its body is gone through.
    """
    if function.returns is not None:
        return function.returns
    function.returns = t.UNKNOWN  # for one that asks for itself
    world = infer.world
    match function.decl.body:
        case (nodes.Return(value=value),) if value is not None:
            inner = type(infer)(world, pure=True)
            with world.told.trial() as tried:
                result = t.settled(inner.expr(value))
            if not tried.problems and _is_empty(result):
                world.report(
                    "wrong-type",
                    function.decl.name_span,
                    f"nothing says what kind of value `{function.name}` gives",
                    hint="write it behind the brackets, such as  -> list of int",
                )
            else:
                function.returns = t.INT if isinstance(result, t.IntType) else result
        case _:
            pass
    return function.returns


def _is_empty(kind: t.Type) -> bool:
    """Whether all that is known of a value is that it is none, or holds nothing."""
    inner = kind.item if isinstance(kind, t.ListType | t.SetType) else kind
    return isinstance(inner, t.NoneType | t.OpenType | t.UnknownType)
