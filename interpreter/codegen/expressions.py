"""Core expressions as Python, one small piece for each kind.

Values: numbers and truth are themselves; players, cells, enum values and components are
ints; lists are tuples; sets of players, cells or enum values are bits of an int, sets
of components ascending tuples, other sets frozensets; bundles are tuples of amounts; a
grid is a dict from places to components.

More than 400 lines: there is one method a kind of expression, and they call each other.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import define, evolve, field

from rulesrun.dsl.analysis.secrecy import has_secrets
from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.folding import settled
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.symbols import Local, RoutineSymbol, Variable
from rulesrun.dsl.core.walking import used_locals, walk
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.circles import inner_first
from rulesrun.dsl.semantics.value_types import (
    BundleType,
    CellType,
    ComponentType,
    EdgeType,
    EnumType,
    GridType,
    ListType,
    OptionalType,
    PlaceType,
    PlayerType,
    RowType,
    SetType,
    Type,
    without_none,
)
from rulesrun.interpreter.codegen.addresses import family_of, slot
from rulesrun.interpreter.codegen.costs import Costs
from rulesrun.interpreter.codegen.inlining import Inlining
from rulesrun.interpreter.codegen.looking import (
    equals_at,
    is_whole_board,
    members_asked,
)
from rulesrun.interpreter.codegen.sharing import Place, Shared, Sharing
from rulesrun.interpreter.codegen.statics import Statics, among_few
from rulesrun.interpreter.codegen.writing import Constants, Lines, Scope
from rulesrun.interpreter.runtime.layout import Layout
from rulesrun.interpreter.runtime.spelling import spelled

FEW = 8
"""A range of so many values is written as a tuple where it is gone through."""

SMALL = 64
"""A range of so many values is written as a tuple where a tuple is wanted."""


def is_bits(kind: Type) -> bool:
    """Whether values of that type are sets kept as bits."""
    return isinstance(kind, SetType) and isinstance(
        kind.item, EnumType | PlayerType | CellType
    )


def is_cards(kind: Type) -> bool:
    """Whether values of that type are sets of components."""
    return isinstance(kind, SetType) and isinstance(kind.item, ComponentType)


@define(eq=False)
class Module:
    """What all functions of a generated module share while it is written.

    `functions` are small ones that expressions call, put before everything else. `made`
    are locals of lists that are made where they are named, and of what is chosen.
    """

    core: Core
    layout: Layout
    writers: "Mapping[type, Writer]"
    trace: bool
    marks: list[Span] = field(factory=list)
    conditions: set[int] = field(factory=set)
    constants: Constants = field(factory=Constants)
    functions: Lines = field(factory=Lines)
    made: set[Local] = field(factory=set)
    statics: Statics = field(init=False)
    _helpers: dict[tuple[str, ...], str] = field(factory=dict)
    costs: Costs = field(init=False)
    inlining: Inlining = field(init=False)
    loops: int = 0

    def __attrs_post_init__(self) -> None:
        self.costs = Costs(self.core, self.layout.world.limits)
        self.statics = Statics(self.core, self.layout)
        self.inlining = Inlining(self.core)
        for symbol in inner_first(self.costs.uses):  # none waits for a chain of others
            self.statics.is_plain(symbol)
            self.inlining.look_at(symbol)

    def routine(self, symbol: RoutineSymbol) -> str:
        """The name of the function of a routine."""
        kind = "do" if symbol.kind == "action" else symbol.kind
        return spelled(kind, name=symbol.name)

    def head(self, symbol: RoutineSymbol, kind: str) -> str:
        """The name of a function of the head of an action: `head` or `can`."""
        return spelled(kind, name=symbol.name)

    def helper(
        self,
        kind: str,
        params: Sequence[str],
        body: Sequence[tuple[int, str]],
        span: Any,
    ) -> str:
        """A function with these lines, written once however often it is asked for.

        Without a place in the rules, a fault in it is told where it is called.
        """
        key = (kind, *params, *(f"{depth} {line}" for depth, line in body))
        found = self._helpers.get(key)
        if found is None:
            found = self._helpers[key] = spelled(kind, len(self._helpers))
            self.functions.write(0, f"def {found}({', '.join(['S', *params])}):", span)
            for depth, line in body:
                self.functions.write(depth, line)
            self.functions.write(0, "")
            if span is None:
                number = len(body) + 2
                self.functions.spans[-number:] = [None] * number
        return found


Code = str
Writer = Callable[["Expressions", Any], Code]

SLICED = range(32, 513)
"""So many values are cut out of the state at once."""


@define(eq=False)
class Slices:
    """Variables with a value for each cell, cut out of the state once for many looks.

    Only for functions that change nothing.
    """

    taken: dict[Variable, Code] = field(factory=dict)

    def look(self, w: "Expressions", node: core.Read) -> Code | None:
        """One value, if there are enough that a piece of the state is worth it."""
        family = family_of(w.layout, node.variable)
        match node.keys:
            case (key,) if family is not None and not isinstance(key, core.Const):
                alike = family.strides == (1,) and not any(family.offsets)
                if alike and family.size in SLICED and isinstance(key.type, CellType):
                    name = spelled("each", name=node.variable.name)
                    self.taken[node.variable] = name
                    return f"{name}[{w.code(key)}]"
        return None

    def lines(self, layout: Layout) -> list[Code]:
        """What cuts them out."""
        found = []
        for variable, name in self.taken.items():
            family = family_of(layout, variable)
            assert family is not None
            found.append(f"{name} = S[{family.base}:{family.base + family.size}]")
        return found


@define(eq=False)
class Expressions:
    """Writes the expressions of one function."""

    module: Module
    scope: Scope
    slices: Slices | None = None
    shared: Shared = field(factory=Shared)

    @property
    def layout(self) -> Layout:
        """Where everything lies."""
        return self.module.layout

    def inner(self) -> "Expressions":
        """For a piece inside of this one, which may name locals of its own."""
        return evolve(self, scope=self.scope.inside())

    # ---- what is asked for ------------------------------------------------------

    def code(self, node: core.Expr) -> Code:
        """The Python of an expression; it stands as one operand wherever it is put."""
        named = self.shared.names.get(id(node))
        if named is not None:
            return self.scope.of(named)
        return self.kept(node, self.module.writers[type(node)](self, node))

    def kept(self, node: object, code: Code) -> Code:
        """The code of a node, worked out once if it is to be kept in a table."""
        return self.shared.kept(node, code, self.scope.of)

    def sharing(self, places: Sequence[Place]) -> tuple["Expressions", list[Local]]:
        """For loops, what they ask for again and again being worked out once.

        Also gives the tables that are needed for it.
        """
        if self.module.trace:
            return self, []
        module = self.module
        found = Sharing(module.costs, module.statics, self.shared.copy())
        found.find(places)
        return evolve(self, shared=found.shared), found.tables

    def before(self, node: object) -> list[core.Given]:
        """What is to be named before an expression is written."""
        return self.shared.before.get(id(node), [])

    def values(self, node: core.Expr) -> Code:
        """A collection as something that Python can run through, in its order."""
        kind = node.type
        code = self.code(node)
        if is_bits(kind):
            if isinstance(node, core.Const):
                return repr(_bits(int(node.value or 0)))
            return f"bits({code})"
        if isinstance(kind, GridType) or (
            isinstance(kind, SetType) and not is_cards(kind)
        ):
            return f"sorted({code})"
        if isinstance(kind, BundleType):
            return f"kinds_in({code})"
        match node:
            case core.Range(
                low=core.Const(value=int(low)), high=core.Const(value=int(high))
            ):
                if high - low < FEW:
                    return repr(tuple(range(low, high + 1)))
        return code

    def metered(self, of: core.Expr, code: Code, inner: float) -> Code:
        """A collection whose items are gone through, counted where that may be much."""
        meter = self.module.costs.meter(of, inner)
        if meter is None:
            return code
        if meter == "counted" and isinstance(of, core.Range):
            if self.module.costs.is_long(of):
                return f"span({self.code(of.low)}, {self.code(of.high)})"
        return f"{meter}({code})"

    def listed(self, node: core.Expr) -> Code:
        """A value that is kept: a list as a tuple."""
        if not isinstance(node.type, ListType):
            return self.code(node)
        if isinstance(node, core.Range):
            low, high = node.low, node.high
            if isinstance(low, core.Const) and isinstance(high, core.Const):
                first, last = int(low.value or 0), int(high.value or 0)
                if last - first < SMALL:
                    return repr(tuple(range(first, last + 1)))
                values = tuple(range(first, last + 1))
                return self.module.constants.numbered(values, values, "RANGE")
            return f"tuple({self.module.costs.whole(node, self.code(node))})"
        if isinstance(node, core.Prim) and node.name in _TUPLES_NOT:
            return f"tuple({self.code(node)})"
        return self.code(node)

    def slot(self, variable: Variable, keys: Sequence[core.Expr]) -> Code:
        """The slot of a variable."""
        found: list[int | str] = [
            key.value
            if isinstance(key, core.Const) and isinstance(key.value, int)
            else self.code(key)
            for key in keys
        ]
        return slot(self.layout, variable, found)

    def candidates(
        self, local: Local, of: core.Expr, tests: Sequence[core.Expr]
    ) -> tuple[Code, list[core.Expr]]:
        """What to run through for a local, and which of the tests are left to be asked.

        Where both the collection and some tests are known beforehand, it is a row of a
        table; the locals that it depends on must have been named.
        """
        found = equals_at(self.layout, local, tests[0] if tests else None)
        if found is not None and is_whole_board(of, found[0]):
            base, stop = found[0].base, found[0].base + found[0].size
            code = f"positions(S, {base}, {stop}, {self.code(found[1])})"
            return code, list(tests[1:])
        first = self._opened(tests[0]) if tests else None
        members = members_asked(self.layout, local, of, first)
        if members is not None:
            return f"bits({self.code(members)})", list(tests[1:])
        return self.fixed_candidates(local, of, tests)

    def _opened(self, test: core.Expr) -> core.Expr:
        """A condition as what its function asks, where that can be written in its place."""
        if not isinstance(test, core.Call):
            return test
        value = self.module.inlining.of(test, lambda arg: arg in self.shared)
        given = dict(zip(test.routine.params, test.args, strict=True))
        return test if value is None else settled(value, given)

    def fixed_candidates(
        self, local: Local, of: core.Expr, tests: Sequence[core.Expr]
    ) -> tuple[Code, list[core.Expr]]:
        """The same where what the tests are asked of may change on the way."""
        statics = self.module.statics
        if not self.module.trace and statics.is_static(of):
            few = among_few(local, of)
            fixed = [test for test in tests if statics.is_static(test, few)]
            known = self.scope.written.keys() | {local}
            rows = None
            if fixed and all(
                used_locals(test) <= known | _bound(test) for test in fixed
            ):
                rows = statics.table(local, of, fixed)
            if rows is not None:
                keys, rows = rows
                name = self.module.constants.numbered(repr(rows), rows, "AMONG")
                where = "".join(f"[{self.scope.of(key)}]" for key in keys)
                return f"{name}{where}", [test for test in tests if test not in fixed]
        return self.values(of), list(tests)

    def function(
        self,
        kind: str,
        tree: core.Expr,
        write: "Callable[[Expressions], list[tuple[int, str]]]",
    ) -> Code:
        """The call of a function of its own, which takes the locals that a tree reads."""
        known = self.scope.written
        used = sorted(
            (local for local in used_locals(tree) if local in known), key=lambda x: x.id
        )
        inner = Expressions(self.module, Scope())
        params = [inner.scope.name(local) for local in used]
        name = self.module.helper(kind, params, write(inner), tree.span)
        return f"{name}({', '.join(['S', *(self.scope.of(local) for local in used)])})"


def _bound(tree: core.Expr) -> set[Local]:
    """The locals that a piece names itself."""
    return {n.local for n in walk(tree) if isinstance(n, core.For | core.Given)}


def _bits(mask: int) -> tuple[int, ...]:
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)


_TUPLES_NOT = frozenset({"reversed"})


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
    owner = without_none(node.of.type)
    match owner, node.name:
        case ComponentType(), name:
            values = [c.fields.get(name) for c in w.layout.components]
            return f"{constants.name(values, 'FIELD', name=name)}[{x}]"
        case PlayerType(), "seat":
            return f"({x} + 1)"
        case PlayerType(), "left":
            return f"LEFT[{x}]"
        case PlayerType(), "right":
            return f"RIGHT[{x}]"
        case CellType(board), name:
            made = w.layout.boards[board]
            numbers = {"row": made.row_of, "column": made.column_of}
            table = numbers[name] if name in numbers else made.beside(name)
            return f"{constants.name(table, name.upper(), name=board)}[{x}]"
        case EdgeType(), "at":
            return f"{x}[0]"
        case EdgeType(), "side":
            return f"{x}[1]"
        case PlaceType(), "x":
            return f"coordinates({x})[0]"
        case PlaceType(), "y":
            return f"coordinates({x})[1]"
        case EnumType(name), "opposite":
            return f"OPPOSITE_{name}[{x}]"
        case RowType(name), column:
            found = next(t for t in w.module.core.tables if t.name == name)
            return f"{x}[{[n for n, _ in found.values].index(column)}]"
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
    if isinstance(node.type, ListType) and isinstance(node, core.Range | core.Prim):
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
    found: list[core.Expr] = []
    pending = [node]
    while pending:
        part = pending.pop()
        if isinstance(part, kind):
            pending += [part.right, part.left]
        else:
            found.append(part)
    return found


def _if(w: Expressions, node: core.If) -> Code:
    return f"({w.code(node.then)} if {w.code(node.test)} else {w.code(node.otherwise)})"


def _in_range(w: Expressions, node: core.InRange) -> Code:
    return f"in_range({w.code(node.of)}, {node.low}, {node.high}, {node.name!r})"


def _sized(w: Expressions, node: core.Sized) -> Code:
    tool = "sized_or_none" if isinstance(node.type, OptionalType) else "sized"
    if isinstance(without_none(node.type), BundleType):
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
    if isinstance(node.of.type, OptionalType):
        return f"is_within({w.code(node.of)}, {span.start}, {span.stop})"
    return f"({span.start} <= {w.code(node.of)} < {span.stop})"


def _empty(w: Expressions, node: core.Empty) -> Code:
    kind = node.of.type
    code = w.code(node.of)
    if is_bits(kind):
        return f"({code} == 0)"
    if isinstance(kind, BundleType):
        return f"(not any({code}))"
    return f"(not {code})"


def _filled(w: Expressions, node: core.Expr) -> Code:
    code = w.code(node)
    if is_bits(node.type):
        return f"{code} != 0"
    return f"any({code})" if isinstance(node.type, BundleType) else f"len({code}) > 0"


def _in(w: Expressions, node: core.In, word: str = "in", more: str = ">") -> Code:
    kind = node.of.type
    item = w.code(node.item)
    maybe = isinstance(node.item.type, OptionalType)
    if isinstance(kind, BundleType):
        test = f"{w.code(node.of)}[{item}] {more} 0"
        if maybe:
            return (
                f"({item} is not None and {test})"
                if more == ">"
                else f"({item} is None or {test})"
            )
        return f"({test})"
    if is_bits(kind):
        test = f"{w.code(node.of)} >> {item} & 1"
        return f"({item} is not None and {test} == 1)" if maybe else f"({test} == 1)"
    of = node.of
    if isinstance(of, core.Read) and of.variable.zone is not None and not maybe:
        zone = of.variable.zone
        if not zone.counts and zone.kind not in ("grid", "space"):
            where = w.slot(of.variable, of.keys)
            is_word = "==" if word == "in" else "!="
            return f"(S[{w.layout.locations} + {item}] {is_word} {where})"
    return f"({item} {word} {w.code(of)})"


def _index(w: Expressions, node: core.Index) -> Code:
    of, kind = w.code(node.of), node.of.type
    if isinstance(kind, ListType):
        return f"nth({of}, {w.code(node.key)})"
    if isinstance(kind, GridType):
        return f"{of}.get({w.code(node.key)})"
    if isinstance(kind, BundleType):
        return f"{of}[{w.code(node.key)}]"
    assert isinstance(node.key, core.Const)
    return f"{of}[{int(node.key.value or 0) - 1}]"


# ---- collections -------------------------------------------------------------------


def _range(w: Expressions, node: core.Range) -> Code:
    low = w.code(node.low)
    high = node.high
    if w.module.costs.is_long(node):
        return f"numbers({low}, {w.code(high)})"
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
        known = [item.value for item in node.items if isinstance(item, core.Const)]
        if len(known) == len(node.items):
            return str(sum({1 << int(value or 0) for value in known}))
        return f"(1 << {codes[0]})" if len(codes) == 1 else f"mask({inside})"
    if is_cards(kind):
        return f"tuple(sorted(set({inside})))" if codes else "()"
    if isinstance(kind, SetType):
        return f"frozenset({inside})" if codes else "frozenset()"
    return inside


def _make_grid(w: Expressions, node: core.MakeGrid) -> Code:
    pairs = (f"{w.code(at)}: {w.code(what)}" for at, what in node.pairs)
    return f"{{{', '.join(pairs)}}}"


def _convert(w: Expressions, node: core.Convert) -> Code:
    known = of_all(node.of)
    if known is not None and is_bits(node.type):
        return str(known)
    values = w.module.costs.whole(node.of, w.values(node.of))
    if isinstance(node.type, ListType):
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
