"""What writes the expressions of one function: names, what is shared, what is gone through.

How each kind is written stands in `values.py`. In Python, numbers and truth are themselves;
players, cells, enum values and components are ints; lists are tuples; sets of players, cells
or enum values are bits of an int, sets of components ascending tuples, other sets
frozensets; bundles are tuples of amounts; a grid is a dict from places to components.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import define, evolve, field

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.folding import settled
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.symbols import Local, RoutineSymbol, Variable
from rulesrun.dsl.core.walking import used_locals, walk
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.circles import inner_first
from rulesrun.interpreter.codegen.addresses import family_of, slot
from rulesrun.interpreter.codegen.common_subexpressions import Place, Shared, Sharing
from rulesrun.interpreter.codegen.costs import Costs
from rulesrun.interpreter.codegen.inlining import Inlining
from rulesrun.interpreter.codegen.looking import (
    equals_at,
    is_whole_board,
    members_asked,
)
from rulesrun.interpreter.codegen.precomputing import Statics, among_few
from rulesrun.interpreter.codegen.writing import Constants, Lines, Scope
from rulesrun.interpreter.runtime.layout import Layout
from rulesrun.interpreter.runtime.name_mangling import spelled

FEW = 8
"""A range of so many values is written as a tuple where it is gone through."""

SMALL = 64
"""A range of so many values is written as a tuple where a tuple is wanted."""


def is_bits(kind: t.Type) -> bool:
    """Whether values of that type are sets kept as bits."""
    return isinstance(kind, t.SetType) and isinstance(
        kind.item, t.EnumType | t.PlayerType | t.CellType
    )


def is_cards(kind: t.Type) -> bool:
    """Whether values of that type are sets of components."""
    return isinstance(kind, t.SetType) and isinstance(kind.item, t.ComponentType)


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
    ) -> str:
        """A function with these lines, written once however often it is asked for.

        It has no place in the rules: a fault in it is told where it is called.
        """
        key = (kind, *params, *(f"{depth} {line}" for depth, line in body))
        result = self._helpers.get(key)
        if result is None:
            result = self._helpers[key] = spelled(kind, len(self._helpers))
            self.functions.write(0, f"def {result}({', '.join(['S', *params])}):")
            for depth, line in body:
                self.functions.write(depth, line)
            self.functions.write(0, "")
            number = len(body) + 2
            self.functions.spans[-number:] = [None] * number
        return result


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
                if alike and family.size in SLICED and isinstance(key.type, t.CellType):
                    name = spelled("each", name=node.variable.name)
                    self.taken[node.variable] = name
                    return f"{name}[{w.code(key)}]"
        return None

    def lines(self, layout: Layout) -> list[Code]:
        """What cuts them out."""
        result = []
        for variable, name in self.taken.items():
            family = family_of(layout, variable)
            assert family is not None
            result.append(f"{name} = S[{family.base}:{family.base + family.size}]")
        return result


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
        return self.memoised(node, self.module.writers[type(node)](self, node))

    def memoised(self, node: object, code: Code) -> Code:
        """The code of a node, worked out once if it is to be kept in a table."""
        return self.shared.lookup(node, code, self.scope.of)

    def sharing(self, places: Sequence[Place]) -> tuple["Expressions", list[Local]]:
        """For loops, what they ask for again and again being worked out once.

        Also gives the tables that are needed for it.
        """
        if self.module.trace:
            return self, []
        module = self.module
        sharing = Sharing(
            module.costs, module.statics, self.shared.copy(), module.inlining.values
        )
        sharing.find(places)
        return evolve(self, shared=sharing.shared), sharing.tables

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
        if isinstance(kind, t.GridType) or (
            isinstance(kind, t.SetType) and not is_cards(kind)
        ):
            return f"sorted({code})"
        if isinstance(kind, t.BundleType):
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
        if not isinstance(node.type, t.ListType):
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
        result: list[int | str] = [
            key.value
            if isinstance(key, core.Const) and isinstance(key.value, int)
            else self.code(key)
            for key in keys
        ]
        return slot(self.layout, variable, result)

    def candidates(
        self, local: Local, of: core.Expr, tests: Sequence[core.Expr]
    ) -> tuple[Code, list[core.Expr]]:
        """What to run through for a local, and which of the tests are left to be asked.

        Where both the collection and some tests are known beforehand, it is a row of a
        table; the locals that it depends on must have been named. A test before which
        something is named is left: what follows may ask for that, too.
        """
        begin = tests[0] if tests and not self.before(tests[0]) else None
        result = equals_at(self.layout, local, begin)
        if result is not None and is_whole_board(of, result[0]):
            base, stop = result[0].base, result[0].base + result[0].size
            code = f"positions(S, {base}, {stop}, {self.code(result[1])})"
            return code, list(tests[1:])
        first = self._opened(begin) if begin is not None else None
        members = members_asked(self.layout, local, of, first)
        if members is not None:
            return f"bits({self.code(members)})", list(tests[1:])
        return self.fixed_candidates(local, of, tests)

    def _opened(self, test: core.Expr) -> core.Expr:
        """A condition as what its function asks, where that can be written in its place."""
        if not isinstance(test, core.Call):
            return test
        value = self.module.inlining.of(test, lambda arg: arg in self.shared)
        arguments = dict(zip(test.routine.params, test.args, strict=True))
        return test if value is None else settled(value, arguments)

    def fixed_candidates(
        self, local: Local, of: core.Expr, tests: Sequence[core.Expr]
    ) -> tuple[Code, list[core.Expr]]:
        """The same where what the tests are asked of may change on the way."""
        statics = self.module.statics
        if not self.module.trace and statics.is_static(of):
            few = among_few(local, of)
            fixed = [
                test
                for test in tests
                if statics.is_static(test, few) and not self.before(test)
            ]
            bound = self.scope.written.keys() | {local}
            rows = None
            if fixed and all(
                used_locals(test) <= bound | _bound(test) for test in fixed
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
        written = self.scope.written
        used = sorted(
            (local for local in used_locals(tree) if local in written),
            key=lambda x: x.id,
        )
        inner = Expressions(self.module, Scope())
        params = [inner.scope.name(local) for local in used]
        name = self.module.helper(kind, params, write(inner))
        return f"{name}({', '.join(['S', *(self.scope.of(local) for local in used)])})"


def _bound(tree: core.Expr) -> set[Local]:
    """The locals that a piece names itself."""
    return {n.local for n in walk(tree) if isinstance(n, core.For | core.Given)}


def _bits(mask: int) -> tuple[int, ...]:
    return tuple(i for i in range(mask.bit_length()) if mask >> i & 1)


_TUPLES_NOT = frozenset({"reversed"})
