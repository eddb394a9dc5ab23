"""Where the variables of a game lie in its state."""

from collections.abc import Sequence

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.symbols import Variable
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.native.writer import Function

C = str


def needed(f: Function, node: core.Expr) -> C:
    """A value that must not be none."""
    code = f.e(node)
    kind = f.kind(node.type)
    if isinstance(node.type, t.OptionalType) and kind.name == "int":
        if isinstance(t.without_none(node.type), t.PlaceType):
            return code
        return f"some_{kind.item}({code}, {f.line})"
    return code


def key_in(f: Function, code: C, first: int, last: int, name: str) -> C:
    """A number that must be a key of what has this name."""
    text = f.unit.message(f"`{name}` goes from {first} to {last}, and this is")
    return f"key({code}, {first}, {last}, {text}, {f.line})"


def address(f: Function, variable: Variable, keys: Sequence[core.Expr]) -> C:
    """The index of a variable in its family."""
    parts = []
    stride = 1
    for key, span in list(zip(keys, variable.keys, strict=True))[::-1]:
        code = needed(f, key)
        if isinstance(span.type, t.IntType):
            in_range = isinstance(key, core.InRange) or (
                isinstance(key, core.Const)
                and span.first <= int(key.value or 0) < span.first + span.size
            )
            if not in_range:
                last = span.first + span.size - 1
                code = key_in(f, code, span.first, last, variable.name)
        if span.first:
            code = f"({code} - {span.first})"
        parts.append(code if stride == 1 else f"{code} * {stride}")
        stride *= span.size
    return " + ".join(parts[::-1]) or "0"
