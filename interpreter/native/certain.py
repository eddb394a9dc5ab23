"""Functions looked into, and expressions of which no fault can come."""

from typing import Any

from attrs import evolve, fields

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.native.writer import Function

DEEP = 8
"""Functions inside of functions that are looked into."""


class NoMask(Exception):
    """This cannot be said with sets of bits."""


def inlined(f: Function, node: core.Call) -> core.Expr:
    """The expression that a function gives, with the arguments put in."""
    body = [
        s
        for s in f.unit.core.routines[node.routine].body
        if not isinstance(s, stmt.Mark)
    ]
    if len(body) != 1 or not isinstance(body[0], stmt.Return) or body[0].value is None:
        raise NoMask
    if not all(simple(arg) for arg in node.args):
        raise NoMask
    values = dict(zip(node.routine.params, node.args, strict=True))
    return substituted(body[0].value, values)


def in_one(f: Function, node: core.Call) -> core.Expr:
    """The same, also of a function that names values and returns early."""
    if not all(simple(arg) for arg in node.args):
        raise NoMask
    values = dict(zip(node.routine.params, node.args, strict=True))
    return _value(f.unit.core.routines[node.routine].body, values)


def _value(body: stmt.Block, values: dict[Local, core.Expr]) -> core.Expr:
    """What statements give back that only name values, ask and return."""
    for position, statement in enumerate(body):
        match statement:
            case stmt.Mark():
                pass
            case stmt.SetLocal(local=local, value=value):
                values = {**values, local: substituted(value, values)}
            case stmt.Return(value=value) if value is not None:
                return substituted(value, values)
            case stmt.Choice(branches=(branch,), otherwise=otherwise):
                test = substituted(branch.test, values)
                then = _value(branch.body, values)
                rest = _value((*otherwise, *body[position + 1 :]), values)
                return core.If(test, then, rest, type=then.type, span=test.span)
            case _:
                break
    raise NoMask


def simple(node: core.Expr) -> bool:
    """Whether a value may as well be worked out several times."""
    match node:
        case core.Const() | core.Get():
            return True
        case core.Field(of=of):
            return simple(of)
        case core.Prim(name="step", args=args):
            return all(map(simple, args))
        case _:
            return False


def substituted(node: core.Expr, values: dict[Local, core.Expr]) -> core.Expr:
    """A tree with other expressions in the place of some locals."""
    result: core.Expr = _put_in(node, values)
    return result


def _put_in(node: Any, values: dict[Local, core.Expr]) -> Any:
    if isinstance(node, core.Get):
        return values.get(node.local, node)
    if isinstance(node, tuple):
        return tuple(_put_in(part, values) for part in node)
    if type(node).__module__ != core.__name__ or not hasattr(node, "__attrs_attrs__"):
        return node
    changed = {}
    for place in fields(type(node)):
        before = getattr(node, place.name)
        if place.name in ("type", "span"):
            continue
        after = _put_in(before, values)
        if after is not before:
            changed[place.name] = after
    return evolve(node, **changed) if changed else node


def safe_keys(f: Function, node: core.Read) -> bool:
    """Whether reading a variable is certainly no fault."""
    for key, span in zip(node.keys, node.variable.keys, strict=True):
        if isinstance(key.type, t.OptionalType) or not safe(f, key):
            return False
        if isinstance(span.type, t.IntType):
            if not isinstance(key, core.Const) or not isinstance(key.value, int):
                return False
            if not span.first <= key.value < span.first + span.size:
                return False
    return True


def safe(f: Function, node: core.Expr, depth: int = 0) -> bool:
    """Whether working out a value is certainly no fault, and costs little."""
    match node:
        case core.Const() | core.Get():
            return f.kind(node.type).name in ("int", "bits")
        case core.Read():
            return f.kind(node.type).name in ("int", "bits") and safe_keys(f, node)
        case core.Field(of=of, name=name):
            if isinstance(of.type, t.OptionalType) or f.kind(node.type).name != "int":
                return False
            if not isinstance(
                of.type, t.PlayerType | t.CellType | t.ComponentType | t.EnumType
            ):
                return False
            seats = f.unit.core.players == f.unit.core.participants
            if isinstance(of.type, t.PlayerType) and name in ("left", "right"):
                return seats and safe(f, of, depth)
            return safe(f, of, depth)
        case core.Not(of=of) | core.IsNone(of=of):
            return safe(f, of, depth)
        case core.And(left=left, right=right) | core.Or(left=left, right=right):
            return safe(f, left, depth) and safe(f, right, depth)
        case core.Compare(left=left, right=right):
            plain = not isinstance(left.type, t.OptionalType) and not isinstance(
                right.type, t.OptionalType
            )
            return (
                (plain or node.op in ("==", "!="))
                and f.kind(left.type).name == "int"
                and f.kind(right.type).name == "int"
                and safe(f, left, depth)
                and safe(f, right, depth)
            )
        case core.If(test=test, then=then, otherwise=otherwise):
            return all(safe(f, part, depth) for part in (test, then, otherwise))
        case core.Sized(of=of):
            return small(f, of, depth)
        case core.Binary(op="+" | "-", left=left, right=right):
            return all(small(f, part, depth) for part in (left, right))
        case core.Call() if depth <= DEEP:
            try:
                return safe(f, inlined(f, node), depth + 1)
            except NoMask:
                return False
        case _:
            return False


def small(f: Function, node: core.Expr, depth: int) -> bool:
    """Whether a value is certainly a small number, and no fault."""
    match node:
        case core.Const(value=int(value)):
            return abs(value) < 1 << 20
        case core.Sized(of=of):
            return small(f, of, depth)
        case core.Binary(op="+" | "-", left=left, right=right):
            return depth <= DEEP and all(
                small(f, part, depth + DEEP // 2) for part in (left, right)
            )
        case core.Field(of=of, name="row" | "column" | "seat"):
            return isinstance(of.type, t.CellType | t.PlayerType) and safe(f, of, depth)
        case core.If(test=test, then=then, otherwise=otherwise):
            return safe(f, test, depth) and all(
                small(f, part, depth) for part in (then, otherwise)
            )
        case core.Get() | core.Read():
            match node.type:
                case t.IntType(int(low), int(high)):
                    return max(-low, high) < 1 << 20 and safe(f, node, depth)
            return False
        case core.Call() if depth <= DEEP:
            try:
                return small(f, inlined(f, node), depth + 1)
            except NoMask:
                return False
        case _:
            return False
