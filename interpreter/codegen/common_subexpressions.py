"""What a nest of loops asks for again and again is worked out once.

What is asked for twice of the same things is named before the expression in which it is
first asked for, unless a fault would come in another order by that. What
does not depend on all the loops around it is kept in a small table, by those that it does
depend on: it is still worked out only where it is needed, so that a fault comes where it
always came.
"""

from collections.abc import Callable, Container, Iterator, Sequence

from attrs import define, evolve, field, fields

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.symbols import Local, RoutineSymbol
from rulesrun.dsl.core.walking import parts, used_locals, walk
from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.codegen.costs import Costs
from rulesrun.interpreter.codegen.inlining import is_safe
from rulesrun.interpreter.codegen.precomputing import Statics

WORTH_A_NAME = 3
"""What is so much work (costs.py) is named, where it is asked for twice."""

WORTH_A_TABLE = 12
"""What is so much work is kept in a table, where a loop would do it again."""

_WHOLE_GRIDS = frozenset(
    "components grid_with grid_without frontier outline enclosed".split()
)
"""Functions that go through a whole grid."""

_ASIDE = ("type", "span", "place")

MOST_KEYS = 2
"""In no table things are kept by more locals."""

_APART = (core.Fold, core.Walk, core.After)
"""What is in these is evaluated apart: often, or in another state."""


@define(eq=False)
class Shared:
    """What is shared in a piece of code that is being written, by the ids of nodes.

    Attributes:
        names: The local that holds what a node is worth.
        tables: The local of the table that a node is kept in, and the locals by which.
        before: What is to be named before an expression is evaluated.
        ways: For a walk to a goal that is kept without it, the walk to wherever it leads.
        nodes: All these nodes, so that no other one gets the id of one of them.
    """

    names: dict[int, Local] = field(factory=dict)
    tables: dict[int, tuple[Local, tuple[Local, ...]]] = field(factory=dict)
    before: dict[int, list[core.Given]] = field(factory=dict)
    ways: dict[int, core.Walk] = field(factory=dict)
    nodes: list[object] = field(factory=list)

    def __contains__(self, node: object) -> bool:
        return id(node) in self.names or id(node) in self.tables

    def copy(self) -> "Shared":
        """The same for an inner piece, which may share more."""
        return Shared(
            dict(self.names),
            dict(self.tables),
            dict(self.before),
            dict(self.ways),
            list(self.nodes),
        )

    def lookup(self, node: object, code: str, of: Callable[[Local], str]) -> str:
        """The code of a node as a look into its table, if it has one."""
        entry = self.tables.get(id(node))
        if entry is None:
            return code
        table = of(entry[0])
        keys = [of(key) for key in entry[1]]
        key = keys[0] if len(keys) == 1 else f"({', '.join(keys)})"
        if not keys:
            return f"({table}[0] if {table} else keep({table}, 0, {code}))"
        return f"({table}[{key}] if {key} in {table} else keep({table}, {key}, {code}))"

    def local(self, name: str, kind: t.Type) -> Local:
        """A new local."""
        return Local(-len(self.nodes) - 1, name, kind)


@define
class Place:
    """What is evaluated for each way through the places before it.

    `binds` is what gets its value then, `number` how many values if that is a loop.
    """

    tree: core.Expr | stmt.Select | None
    binds: Local | None = None
    number: float | None = None


def clause_places(
    costs: Costs, clauses: Sequence[core.Clause], after: Sequence[core.Expr | None]
) -> list[Place]:
    """The places of the clauses of a fold, and of what is evaluated inside of them."""
    result = []
    for clause in clauses:
        match clause:
            case core.For(local=local, of=of):
                result.append(Place(of, local, costs.size(of)))
            case core.Given(local=local, value=value):
                result.append(Place(value, local))
            case core.When(test=test):
                result.append(Place(test))
    return result + [Place(tree) for tree in after if tree is not None]


def head_places(costs: Costs, head: Sequence[stmt.HeadLine]) -> list[Place]:
    """The places of a head."""
    result = []
    for line in head:
        match line:
            case stmt.Select(several=True, local=local):
                result.append(Place(line, local, float("inf")))
            case stmt.Select(local=local, of=of):
                result.append(Place(of, local, costs.size(of)))
                if not line.prefer:
                    result += [Place(c.test) for c in (*line.where, *line.require)]
            case stmt.Condition(test=test):
                result.append(Place(test))
            case core.Given(local=local, value=value):
                result.append(Place(value, local))
    return result


@define(eq=False)
class Sharing:
    """Finds what can be shared in one nest of loops.

    Attributes:
        functions: Those whose calls cannot fail.
        tables: Those that are needed for it.
    """

    costs: Costs
    statics: Statics
    shared: Shared
    functions: Container[RoutineSymbol]
    tables: list[Local] = field(factory=list)

    def find(self, places: Sequence[Place]) -> None:
        """Note down what is shared."""
        self._keep(places)
        self._name([place.tree for place in places])

    # ---- what is asked for twice ----------------------------------------------------

    def _name(self, trees: Sequence[core.Expr | stmt.Select | None]) -> None:
        alike: dict[object, list[tuple[int, core.Expression]]] = {}
        present = [
            (at, tree)
            for at, tree in enumerate(trees)
            if isinstance(tree, core.Expression) and not self._is_row(tree)
        ]
        for at, tree in present:
            for node in self._reached(tree):
                alike.setdefault(_form(node), []).append((at, node))
        gone: set[int] = set()  # what is inside of something that has a name
        for at, tree in present:
            for node in self._certain(tree):
                if id(node) in gone or not self._is_worth(node, WORTH_A_NAME):
                    continue
                entry = alike.get(_form(node), ())
                same = [n for later, n in entry if later >= at and id(n) not in gone]
                before = {id(n) for earlier, n in entry if earlier < at}
                if len(same) < 2 or not before.isdisjoint(map(id, same)):
                    continue
                if is_safe(node, self.functions) or self._fails_first(tree, node):
                    self._named(tree, node, same)
                    gone |= {id(part) for other in same for part in walk(other)}

    def _is_row(self, tree: core.Expression) -> bool:
        """Whether it may be worked out before the game."""
        return self.statics.is_static(tree) and all(
            self.statics.span(local.type) is not None for local in used_locals(tree)
        )

    def _named(
        self,
        tree: core.Expression,
        node: core.Expression,
        same: Sequence[core.Expression],
    ) -> None:
        local = self.shared.local("same", node.type)
        value: core.Expr = evolve(node)  # type: ignore[assignment]  # it is one
        self.shared.before.setdefault(id(tree), []).append(core.Given(local, value))
        self.shared.nodes += [tree, *same]
        for other in same:
            self.shared.names[id(other)] = local

    def _certain(self, tree: object) -> Iterator[core.Expression]:
        """The expressions of a tree that are evaluated wherever it is, outermost first."""

        return self._met(tree, lambda node: list(_evaluated(node))[::-1])

    def _fails_first(self, tree: object, node: core.Expression) -> bool:
        """Whether nothing in a tree that may fail is evaluated before one of its nodes."""
        at = tree
        while at is not node:
            for part in _evaluated(at):
                if any(below is node for below in walk(part)):
                    at = part
                    break
                if id(part) not in self.shared.names and not is_safe(
                    part, self.functions
                ):
                    return False
            else:
                return False
        return True

    def _reached(self, tree: object) -> Iterator[core.Expression]:
        """The expressions of a tree that are written where it is written."""
        return self._met(
            tree, lambda node: () if isinstance(node, _APART) else tuple(parts(node))
        )

    def _met(
        self, tree: object, below: Callable[[object], Sequence[object]]
    ) -> Iterator[core.Expression]:
        """The expressions of a tree, without those that have a name already."""
        pending = [tree]
        while pending:
            node = pending.pop()
            if node in self.shared:
                continue
            if isinstance(node, core.Expression):
                yield node
            pending += below(node)

    # ---- what does not depend on a loop ---------------------------------------------

    def _keep(self, places: Sequence[Place]) -> None:
        # the loops whose locals a value is made of, and those that it may change with
        by: dict[Local, frozenset[Local]] = {}
        inside: dict[Local, frozenset[Local]] = {}
        many: set[Local] = set()
        for place in places:
            if place.tree is not None and many:
                self._keep_in(place.tree, by, inside, many)
            local = place.binds
            if local is None:
                continue
            by[local] = _union(place.tree, by)
            inside[local] = _union(place.tree, inside)
            if place.number is not None:
                by[local] = frozenset({local})
                inside[local] |= {local}
                if place.number > 1:
                    many.add(local)

    def _keep_in(
        self,
        tree: object,
        by: dict[Local, frozenset[Local]],
        inside: dict[Local, frozenset[Local]],
        many: set[Local],
    ) -> None:
        pending = [tree]
        while pending:
            node = pending.pop()
            if node in self.shared:
                continue
            keys = _union(node, by)
            if many - _union(node, inside) and len(keys) <= MOST_KEYS:
                if (
                    isinstance(node, stmt.Select)
                    or self._work(node, keys, by) >= WORTH_A_TABLE
                ):
                    self._share(node, keys)
                    continue
            if isinstance(node, core.Walk) and node.kind == "steps":
                ways = evolve(node, goal=None)
                keys = _union(ways, by)
                if many - _union(ways, inside) and len(keys) <= MOST_KEYS:
                    self._share(ways, keys)
                    self.shared.nodes.append(node)
                    self.shared.ways[id(node)] = ways
            if not isinstance(node, (*_APART, stmt.Select)):
                pending += parts(node)

    def _work(
        self, node: object, keys: frozenset[Local], by: dict[Local, frozenset[Local]]
    ) -> float:
        """How much work it is that cannot be kept by fewer locals."""
        if not self._is_worth(node, 0):
            return 0
        work = self.costs.of(node)
        if isinstance(node, core.Prim) and node.name in _WHOLE_GRIDS:
            work += WORTH_A_TABLE
        if not isinstance(node, _APART):
            for part in parts(node):
                if _union(part, by) < keys:
                    work -= self.costs.of(part)
        return work

    def _share(self, node: object, keys: frozenset[Local]) -> None:
        if any(_has_grids(key.type) for key in keys):
            return
        table = self.shared.local("kept", t.GridType("square", None))  # type: ignore[arg-type]
        self.tables.append(table)
        self.shared.nodes.append(node)
        ordered = tuple(sorted(keys, key=lambda key: key.id))
        self.shared.tables[id(node)] = table, ordered

    def _is_worth(self, node: object, work: float) -> bool:
        if not isinstance(node, core.Expression) or isinstance(node, core.Range):
            return False
        return self.costs.of(node) >= work and not self._is_row(node)


def _evaluated(node: object) -> Sequence[object]:
    """The parts of a node that are evaluated wherever it is, in their order."""
    match node:
        case core.And(left=first) | core.Or(left=first) | core.If(test=first):
            return [first]
        case core.Lookup(keys=keys):
            return keys
        case core.Fold() | core.Walk() | core.After():
            return []
        case _:
            return list(parts(node))


def _union(tree: object, of: dict[Local, frozenset[Local]]) -> frozenset[Local]:
    return frozenset[Local]().union(*(of.get(x, ()) for x in used_locals(tree)))


def _form(node: object) -> object:
    """Equal for expressions that are worth the same, be it proved of one that it is any."""
    if isinstance(node, tuple):
        return tuple([_form(part) for part in node])
    if not isinstance(node, core.Expression | core.For | core.Given | core.When):
        return node
    own = (getattr(node, a.name) for a in fields(type(node)) if a.name not in _ASIDE)
    return type(node), *(_form(part) for part in own)


def _has_grids(kind: t.Type) -> bool:
    kind = t.without_none(kind) if isinstance(kind, t.OptionalType) else kind
    return isinstance(kind, t.GridType) or (
        isinstance(kind, t.ListType) and _has_grids(kind.item)
    )
