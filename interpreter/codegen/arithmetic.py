"""Sums and differences of numbers, collections and bundles, and bundles themselves."""

from collections.abc import Mapping

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.codegen.expressions import (
    Code,
    Expressions,
    Writer,
    is_bits,
    is_cards,
)
from rulesrun.interpreter.codegen.inlining import is_safe

FEW_KINDS = 4
"""A bundle of one kind that is only known in play is written out for so many kinds."""


def _binary(w: Expressions, node: core.Binary) -> Code:
    kind, op = node.type, node.op
    if isinstance(kind, t.ListType):
        left, right = w.code(node.left), w.code(node.right)
        if op == "+" and w.module.costs.is_large(node):
            return f"joined({left}, {right})"
        return f"(*{left}, *{right})" if op == "+" else f"minus({left}, {right})"
    left, right = w.code(node.left), w.code(node.right)
    if is_bits(kind):
        return f"({left} | {right})" if op == "+" else f"({left} & ~{right})"
    if is_cards(kind):
        if op == "+":
            return f"tuple(sorted({{*{left}, *{right}}}))"
        return f"tuple(sorted(set({left}).difference({right})))"
    if isinstance(kind, t.SetType):
        match node.right:
            case core.Make(items=(one,)) if node.right not in w.shared:
                right = f"{{{w.listed(one)}}}"  # the left one is a frozenset
        return f"({left} | {right})" if op == "+" else f"({left} - {right})"
    if isinstance(kind, t.BundleType):
        if op == "*":
            return f"tuple([a * {right} for a in {left}])"
        written_out = _written_out(w, node)
        if written_out is not None:
            return written_out
        match node.right:
            case core.MakeBundle(pairs=((one, much),)) if node.right not in w.shared:
                amount = w.code(much) if op == "+" else f"-{w.code(much)}"
                return f"changed({left}, {w.code(one)}, {amount})"
        return f"tuple(map({'add' if op == '+' else 'sub'}, {left}, {right}))"
    safe = isinstance(node.right, core.Const) and node.right.value != 0
    match op:
        case "mod":
            return f"({left} % {right})" if safe else f"remainder({left}, {right})"
        case "/":
            return f"({left} // {right})" if safe else f"divided({left}, {right})"
        case "/up":
            return (
                f"(-(-{left} // {right}))" if safe else f"(-divided(-{left}, {right}))"
            )
        case _:
            return f"({left} {op} {right})"


def _written_out(w: Expressions, node: core.Binary) -> Code | None:
    """A bundle that has a name with more or less of kinds that are known, kind by kind."""
    changes: dict[int, str] = {}
    unsafe = 0  # a fault of the second of two would come before that of the first
    of: core.Expr = node
    while isinstance(of, core.Binary) and of not in w.shared:
        match of.right:
            case core.MakeBundle(pairs=((core.Const(value=int(one)), much),)) if (
                of.op in ("+", "-") and of.right not in w.shared
            ):
                unsafe += not is_safe(much, w.module.inlining.values)
                changes[one] = f" {of.op} {w.code(much)}{changes.get(one, '')}"
            case _:
                return None
        of = of.left
    kind = node.type
    if not isinstance(of, core.Get) or not isinstance(kind, t.BundleType):
        return None
    if of.local in w.scope.framed or (unsafe and len(changes) > 1):
        return None
    count = len(w.layout.world.enum(kind.enum).values)
    name = w.code(of)
    amounts = [f"{name}[{i}]{changes.get(i, '')}" for i in range(count)]
    return f"({amounts[0]},)" if count == 1 else f"({', '.join(amounts)})"


def _make_bundle(w: Expressions, node: core.MakeBundle) -> Code:
    assert isinstance(node.type, t.BundleType)
    count = len(w.layout.world.enum(node.type.enum).values)
    match node.pairs:
        case ((core.Get(type=t.EnumType()) as one, core.Get() as much),) if (
            count <= FEW_KINDS
        ):
            at, amount = w.code(one), w.code(much)
            codes = [f"{amount} if {at} == {kind} else 0" for kind in range(count)]
            return f"({codes[0]},)" if count == 1 else f"({', '.join(codes)})"
        case ((core.Get() as one, much),):
            at = w.code(one)
            return f"((0,) * {at} + ({w.code(much)},) + (0,) * ({count - 1} - {at}))"
    amounts: list[list[str]] = [[] for _ in range(count)]
    for kind, number in node.pairs:
        if not isinstance(kind, core.Const):
            pairs = [f"({w.code(k)}, {w.code(n)})" for k, n in node.pairs]
            return f"bundle({count}, {', '.join(pairs)})"
        amounts[int(kind.value or 0)].append(w.code(number))
    codes = [" + ".join(parts) or "0" for parts in amounts]
    return f"({codes[0]},)" if count == 1 else f"({', '.join(codes)})"


WRITERS: Mapping[type[core.Expression], Writer] = {
    core.Binary: _binary,
    core.MakeBundle: _make_bundle,
}
