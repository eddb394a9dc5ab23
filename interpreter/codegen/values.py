"""Core expressions as Python, one small piece for each kind."""

from collections.abc import Mapping, Sequence

from rulesrun.dsl.analysis.secrecy import has_secrets
from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.codegen.expressions import (
    SMALL,
    Code,
    Expressions,
    Writer,
    is_bits,
    is_cards,
)
from rulesrun.interpreter.evaluator.primitives import opposite

# ---- values ------------------------------------------------------------------------


def _const(w: Expressions, node: core.Const) -> Code:
    if isinstance(node.value, int) and node.value < 0:
        return f"({node.value})"
    return repr(node.value)


def _get(w: Expressions, node: core.Get) -> Code:
    return w.scope.of(node.local)


def _read(w: Expressions, node: core.Read) -> Code:
    code = None if w.slices is None else w.slices.look(w, node)
    if code is None:
        code = f"S[{w.slot(node.variable, node.keys)}]"
    symbol = node.variable.symbol
    if node.variable.zone is None and symbol is not None and has_secrets(symbol):
        return f"looked({code})"
    return code


def _tested(w: Expressions, node: core.Expr) -> Code:
    """A value that is asked whether it is none: that is to look at it."""
    code = w.code(node)
    secret = isinstance(node, core.Get) and node.local.secret
    return f"looked({code})" if secret else code


def _field(w: Expressions, node: core.Field) -> Code:
    x = w.code(node.of)
    constants = w.module.constants
    owner = t.without_none(node.of.type)
    match owner, node.name:
        case t.ComponentType(), name:
            values = [c.fields.get(name) for c in w.layout.components]
            return f"{constants.name(values, 'FIELD', name=name)}[{x}]"
        case t.PlayerType(), "seat":
            return f"({x} + 1)"
        case t.PlayerType(), "left":
            return f"LEFT[{x}]"
        case t.PlayerType(), "right":
            return f"RIGHT[{x}]"
        case t.CellType(board), name:
            geometry = w.layout.boards[board]
            numbers = {"row": geometry.row_of, "column": geometry.column_of}
            table = numbers[name] if name in numbers else geometry.beside(name)
            return f"{constants.name(table, name.upper(), name=board)}[{x}]"
        case t.EdgeType(), "at":
            return f"{x}[0]"
        case t.EdgeType(), "side":
            return f"{x}[1]"
        case t.PlaceType(), "x":
            return f"coordinates({x})[0]"
        case t.PlaceType(), "y":
            return f"coordinates({x})[1]"
        case t.EnumType(name), "opposite":
            if isinstance(node.of, core.Const) and isinstance(node.of.value, int):
                return str(opposite(name, node.of.value))
            return f"OPPOSITE_{name}[{x}]"
        case t.RowType(name), column:
            result = next(table for table in w.module.core.tables if table.name == name)
            return f"{x}[{[n for n, _ in result.values].index(column)}]"
        case _:
            raise AssertionError(f"no field {node.name} of {owner}")


def _lookup(w: Expressions, node: core.Lookup) -> Code:
    table = node.table
    single, alone = len(table.keys) == 1, len(table.values) == 1
    rows = {
        (key[0] if single else key): (value[0] if alone else value)
        for key, value in table.rows.items()
    }
    name = w.module.constants.name(rows, "TABLE", name=table.name)
    codes = [w.code(key) for key in node.keys]
    key = codes[0] if single else f"({', '.join(codes)})"
    numbers = w.module.costs.sizes.numbers
    if w.module.statics.has_all_rows(node, numbers):
        return f"{name}[{key}]"
    if node.otherwise is None:
        return f"look_up({name}, {key}, {table.name!r})"
    if isinstance(node.otherwise, core.Const):
        return f"{name}.get({key}, {w.code(node.otherwise)})"
    return f"look_up_or({name}, {key}, lambda: {w.code(node.otherwise)})"


def _fail(w: Expressions, node: core.Fail) -> Code:
    return f"fail({node.message!r})"


# ---- operators ---------------------------------------------------------------------


def _negative(w: Expressions, node: core.Negative) -> Code:
    return f"(-{w.code(node.of)})"


def _compare(w: Expressions, node: core.Compare) -> Code:
    left, right = _comparable(w, node.left), _comparable(w, node.right)
    return f"({left} {node.op} {right})"


def _comparable(w: Expressions, node: core.Expr) -> Code:
    """One side of a comparison; a list as a tuple whatever it was made of."""
    if isinstance(node.type, t.ListType) and isinstance(node, core.Range | core.Prim):
        return (
            w.listed(node) if isinstance(node, core.Range) else f"tuple({w.code(node)})"
        )
    return w.code(node)


def _not(w: Expressions, node: core.Not) -> Code:
    match node.of:
        case core.IsNone(of=of):
            return f"({_tested(w, of)} is not None)"
        case core.Compare(op="==", left=left, right=right):
            return f"({_comparable(w, left)} != {_comparable(w, right)})"
        case core.In() as inside if not is_bits(inside.of.type):
            return _in(w, inside, "not in", "<=")
        case core.Empty(of=of):
            return f"({_filled(w, of)})"
    return f"(not {w.code(node.of)})"


def _and(w: Expressions, node: core.And) -> Code:
    return f"({' and '.join(w.code(part) for part in _flat(core.And, node))})"


def _or(w: Expressions, node: core.Or) -> Code:
    return f"({' or '.join(w.code(part) for part in _flat(core.Or, node))})"


def _flat(kind: type[core.And] | type[core.Or], node: core.Expr) -> list[core.Expr]:
    result: list[core.Expr] = []
    pending = [node]
    while pending:
        part = pending.pop()
        if isinstance(part, kind):
            pending += [part.right, part.left]
        else:
            result.append(part)
    return result


def _if(w: Expressions, node: core.If) -> Code:
    return f"({w.code(node.then)} if {w.code(node.test)} else {w.code(node.otherwise)})"


def _in_range(w: Expressions, node: core.InRange) -> Code:
    return f"in_range({w.code(node.of)}, {node.low}, {node.high}, {node.name!r})"


def _sized(w: Expressions, node: core.Sized) -> Code:
    tool = "sized_or_none" if isinstance(node.type, t.OptionalType) else "sized"
    if isinstance(t.without_none(node.type), t.BundleType):
        tool = "sized_bundle"
    return f"{tool}({w.code(node.of)})"


def _reached(w: Expressions, node: core.Reached) -> Code:
    marks = w.module.marks
    w.module.conditions.add(len(marks))
    marks.append(node.place)
    return f"(reached(S, {len(marks) - 1}) or ({w.code(node.of)}))"


def _is_none(w: Expressions, node: core.IsNone) -> Code:
    return f"({_tested(w, node.of)} is None)"


def _is_kind(w: Expressions, node: core.IsKind) -> Code:
    span = w.layout.spans[node.kind]
    if isinstance(node.of.type, t.OptionalType):
        return f"is_within({w.code(node.of)}, {span.start}, {span.stop})"
    return f"({span.start} <= {w.code(node.of)} < {span.stop})"


def _empty(w: Expressions, node: core.Empty) -> Code:
    kind = node.of.type
    code = w.code(node.of)
    if is_bits(kind):
        return f"({code} == 0)"
    if isinstance(kind, t.BundleType):
        return f"(not any({code}))"
    return f"(not {code})"


def _filled(w: Expressions, node: core.Expr) -> Code:
    code = w.code(node)
    if is_bits(node.type):
        return f"{code} != 0"
    return f"any({code})" if isinstance(node.type, t.BundleType) else f"len({code}) > 0"


def _in(w: Expressions, node: core.In, word: str = "in", more: str = ">") -> Code:
    kind = node.of.type
    item = w.code(node.item)
    maybe = isinstance(node.item.type, t.OptionalType)
    if isinstance(kind, t.BundleType):
        test = f"{w.code(node.of)}[{item}] {more} 0"
        if maybe:
            return (
                f"({item} is not None and {test})"
                if more == ">"
                else f"({item} is None or {test})"
            )
        return f"({test})"
    if is_bits(kind):
        if item.isdecimal():
            return f"({w.code(node.of)} & {1 << int(item)} != 0)"
        test = f"{w.code(node.of)} >> {item} & 1"
        return f"({item} is not None and {test} == 1)" if maybe else f"({test} == 1)"
    of = node.of
    if isinstance(of, core.Read) and of.variable.zone is not None and not maybe:
        zone = of.variable.zone
        if not zone.counts and zone.kind not in ("grid", "space"):
            where = w.slot(of.variable, of.keys)
            is_word = "==" if word == "in" else "!="
            return f"(S[{w.layout.locations} + {item}] {is_word} {where})"
    if isinstance(of, core.Range):  # however many numbers those are
        if maybe:  # Python looks for none at each of them
            result = f"is_within({item}, {w.code(of.low)}, {w.code(of.high)} + 1)"
            return result if word == "in" else f"(not {result})"
        return f"({item} {word} {_numbers(w, of)})"
    return f"({item} {word} {w.code(of)})"


def _index(w: Expressions, node: core.Index) -> Code:
    of, kind = w.code(node.of), node.of.type
    if isinstance(kind, t.ListType):
        return f"nth({of}, {w.code(node.key)})"
    if isinstance(kind, t.GridType):
        return f"{of}.get({w.code(node.key)})"
    if isinstance(kind, t.BundleType):
        return f"{of}[{w.code(node.key)}]"
    assert isinstance(node.key, core.Const)
    return f"{of}[{int(node.key.value or 0) - 1}]"


# ---- collections -------------------------------------------------------------------


def _range(w: Expressions, node: core.Range) -> Code:
    if w.module.costs.is_long(node):
        return f"numbers({w.code(node.low)}, {w.code(node.high)})"
    return _numbers(w, node)


def _numbers(w: Expressions, node: core.Range) -> Code:
    """A range of numbers, without a look at how many they are."""
    low, high = w.code(node.low), node.high
    if isinstance(high, core.Const):
        stop = str(int(high.value or 0) + 1)
    else:
        stop = f"{w.code(high)} + 1"
    return f"range({stop})" if low == "0" else f"range({low}, {stop})"


def _make(w: Expressions, node: core.Make) -> Code:
    codes = [w.listed(item) for item in node.items]
    inside = f"({codes[0]},)" if len(codes) == 1 else f"({', '.join(codes)})"
    kind = node.type
    if is_bits(kind):
        constants = [item.value for item in node.items if isinstance(item, core.Const)]
        if len(constants) == len(node.items):
            return str(sum({1 << int(value or 0) for value in constants}))
        return f"(1 << {codes[0]})" if len(codes) == 1 else f"mask({inside})"
    if is_cards(kind):
        return f"tuple(sorted(set({inside})))" if codes else "()"
    if isinstance(kind, t.SetType):
        return f"frozenset({inside})" if codes else "frozenset()"
    return inside


def _make_grid(w: Expressions, node: core.MakeGrid) -> Code:
    pairs = (f"{w.code(at)}: {w.code(what)}" for at, what in node.pairs)
    return f"{{{', '.join(pairs)}}}"


def _convert(w: Expressions, node: core.Convert) -> Code:
    constant = of_all(node.of)
    if constant is not None and is_bits(node.type):
        return str(constant)
    values = w.module.costs.whole(node.of, w.values(node.of))
    if isinstance(node.type, t.ListType):
        return values if is_bits(node.of.type) else f"tuple({values})"
    if is_bits(node.type):
        return f"mask({values})"
    if is_cards(node.type):
        return f"tuple(sorted(set({values})))"
    return f"frozenset({values})"


def of_all(of: core.Expr) -> int | None:
    """The set of the few values of a type, as bits, where a collection is all of them."""
    match of:
        case core.Range(low=core.Const(value=0), high=core.Const(value=int(high))):
            return (2 << high) - 1 if high < SMALL else None
        case _:
            return None


# ---- calls -------------------------------------------------------------------------


def arguments(w: Expressions, args: Sequence[core.Expr]) -> str:
    """The state and the arguments of a call."""
    return ", ".join(["S", *(w.listed(arg) for arg in args)])


def _call(w: Expressions, node: core.Call) -> Code:
    value = None
    if not w.module.trace:
        names = w.shared.names
        value = w.module.inlining.of(node, lambda arg: id(arg) in names)
    if value is not None:
        inner = w.inner()
        for param, arg in zip(node.routine.params, node.args, strict=True):
            inner.scope.written[param] = w.code(arg)
        return inner.code(value)
    return f"{w.module.routine(node.routine)}({arguments(w, node.args)})"


def _can(w: Expressions, node: core.Can) -> Code:
    return f"{w.module.head(node.action, 'can')}({arguments(w, node.args)})"


def _after(w: Expressions, node: core.After) -> Code:
    args = "".join(f"{w.listed(arg)}, " for arg in node.args)
    name = w.module.routine(node.routine)
    return f"after(S, {name}, ({args}), lambda S: {w.code(node.value)})"


WRITERS: Mapping[type, Writer] = {
    core.Const: _const,
    core.Get: _get,
    core.Read: _read,
    core.Field: _field,
    core.Lookup: _lookup,
    core.Fail: _fail,
    core.Negative: _negative,
    core.Compare: _compare,
    core.Not: _not,
    core.And: _and,
    core.Or: _or,
    core.If: _if,
    core.InRange: _in_range,
    core.Sized: _sized,
    core.Reached: _reached,
    core.IsNone: _is_none,
    core.IsKind: _is_kind,
    core.Empty: _empty,
    core.In: _in,
    core.Index: _index,
    core.Range: _range,
    core.Make: _make,
    core.MakeGrid: _make_grid,
    core.Convert: _convert,
    core.Call: _call,
    core.Can: _can,
    core.After: _after,
}
