"""Types of expressions: every name resolved, every operation checked.

One class walks one expression at a time and notes, for each node, its type and what
its names stand for (`World.types`, `World.refs`); the interpreter reads nothing else.
More than 400 lines because it is one `match` over the expressions of the language.
"""

import re
from collections.abc import Callable, Iterable

from attrs import Factory, define

from rulesrun.dsl import nodes
from rulesrun.dsl.calls import check_arguments, type_of_call
from rulesrun.dsl.diagnostics import Label, Remedy, Severity
from rulesrun.dsl.guards import NOWHERE, Condition, Guard, Members
from rulesrun.dsl.lattice import cell_name, has_cell
from rulesrun.dsl.narrowing import Facts, mentions, proved, walk
from rulesrun.dsl.nearest import did_you_mean, nearest
from rulesrun.dsl.quoting import quoted
from rulesrun.dsl.remedies import (
    change,
    end_of,
    insert,
    near,
    start_of,
    write,
)
from rulesrun.dsl.spans import Span
from rulesrun.dsl.symbols import (
    ActionSymbol,
    BoardSymbol,
    ComponentSymbol,
    ConstantSymbol,
    EnumSymbol,
    FamilyKey,
    FieldSymbol,
    FunctionSymbol,
    LocalSymbol,
    NeutralSymbol,
    OptionSymbol,
    PieceSymbol,
    RuleSymbol,
    Symbol,
    TableSymbol,
    VariableSymbol,
)
from rulesrun.dsl.value_types import (
    BOOL,
    INT,
    NONE,
    PLAYER,
    SIDES,
    TEXT,
    UNKNOWN,
    BundleType,
    CellType,
    ComponentType,
    EdgeType,
    EnumType,
    GridType,
    IntType,
    ListType,
    NoneType,
    OpenType,
    OptionalType,
    PieceType,
    PlaceType,
    PlayerType,
    RowType,
    SetType,
    TupleType,
    Type,
    UnknownType,
    ZoneType,
    bundle_of,
    common,
    element,
    fits,
    is_unclear,
    settle,
    settled,
    space_value,
    spelled,
    stock_value,
    with_article,
    without_none,
)
from rulesrun.dsl.vocabulary import LARGEST
from rulesrun.dsl.words import BUILTIN_ENUMS, CELL_FIELDS, FUNCTIONS, PLAYER_FIELDS
from rulesrun.dsl.world import World
from rulesrun.dsl.written_types import constant_int


@define(eq=False)
class Scope:
    """The local names of a block; inner blocks see the outer ones."""

    parent: "Scope | None" = None
    names: dict[str, LocalSymbol] = Factory(dict)

    def find(self, name: str) -> LocalSymbol | None:
        """The local of that name."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return None

    def all_names(self) -> Iterable[str]:
        """Every local name in sight."""
        scope: Scope | None = self
        while scope is not None:
            yield from scope.names
            scope = scope.parent


@define(eq=False)
class Inference:
    """Infers types in one body: its scope, what is known there, what is allowed."""

    world: World
    scope: Scope = Factory(Scope)
    facts: dict[nodes.Expr, Type] = Factory(dict)
    it: LocalSymbol | None = None
    pure: bool = False
    scenario: bool = False
    setting: nodes.Expr | None = None  # what is being given a value by `=`
    several: str | None = None  # what a choice of several calls all of them
    unclear: bool = False  # whether an error hides what a condition may have proved
    guard: Guard = NOWHERE  # where a test for none could stand

    # ---- entry points -------------------------------------------------------

    def expr(self, node: nodes.Expr, expected: Type | None = None) -> Type:
        """The type of an expression; `expected` settles what is ambiguous."""
        found = self._expr(node, expected)
        narrowed = self.facts.get(node)
        if narrowed is not None and not isinstance(found, UnknownType):
            found = narrowed
        found = settled(found)
        self.world.types[id(node)] = found
        return found

    def want(
        self, node: nodes.Expr, wanted: Type, what: str = "", guard: Guard | None = None
    ) -> Type:
        """The type of an expression that must fit; reports it where it does not."""
        outer = self.guard
        self.guard = guard or (Condition(node) if wanted == BOOL else outer)
        found = self.expr(node, wanted)
        self.guard = outer
        if not fits(found, wanted):
            self.refuse(node, found, wanted, what)
            return UNKNOWN
        settle(found, wanted)
        return settled(found)

    def refuse(
        self,
        node: nodes.Expr,
        found: Type,
        wanted: Type,
        what: str = "",
        hint: str | Remedy | None = None,
    ) -> None:
        """Report an expression of a type that does not fit; the hint is the last resort."""
        if is_unclear(found):
            return  # another message is about it
        if isinstance(found, ZoneType) and found.kind == "space":
            found = space_value(found.item)
        if isinstance(found, OptionalType) and fits(found.item, wanted):
            text = quoted(node)
            if not self.unclear:
                self.world.report(
                    "not-tested-for-none",
                    node.span,
                    f"`{text}` may be none here",
                    mark="may be none",
                    hint=self.guard.remedy(text),
                )
            self.facts[node] = found.item  # once is enough
            return
        given = "`none` is none"
        if not isinstance(found, NoneType):
            given = f"this is {with_article(found)}"
        message = f"{with_article(wanted)} is needed here, and {given}"
        if what:
            message = f"{what}: {message}"
        hint = _instead(node, found, wanted) or hint
        self.world.report("wrong-type", node.span, message, mark=str(found), hint=hint)

    def condition(
        self, node: nodes.Expr, word: str = "", guard: Guard | None = None
    ) -> None:
        """A yes-or-no expression; `word` begins it."""
        told = self.world.diagnostics
        before = len(told)
        self.want(node, BOOL, guard=guard or Condition(node, word))
        if any(problem.severity is Severity.ERROR for problem in told[before:]):
            self.unclear = True  # a warning, such as of an unused name, hides nothing

    def number(self, node: nodes.Expr) -> bool:
        """Whether it fits where a number is needed; reports it where it does not."""
        found = self.expr(node, INT)
        if fits(found, INT):
            return True
        self.refuse(node, found, INT)
        return False

    def collection(self, node: nodes.Expr, expected: Type | None = None) -> Type:
        """The type of the items of a collection."""
        if isinstance(node, nodes.And):
            return self._with_conditions(node)
        found = self.expr(node, expected)
        item = element(found)
        if item is None and is_unclear(found):
            return UNKNOWN
        if item is None:
            kind = without_none(found)
            hint: str | Remedy | None = None
            if isinstance(kind, ZoneType) and kind.kind == "stock":
                hint = f"write  {quoted(node)}  alone: it is the number of its pieces"
            elif isinstance(kind, ZoneType):
                hint = (
                    f"ask  {quoted(node)} is not none: a {kind.kind} holds at most one"
                )
            elif isinstance(kind, IntType):
                hint = "the numbers from 1 to 5 are  1..5"
                if isinstance(node, nodes.Int) and node.value > 0:
                    last = f"1..{node.value}"
                    hint = change(
                        f"the numbers from 1 to {node.value} are  {last}",
                        node.span,
                        last,
                    )
            self.world.report(
                "wrong-type",
                node.span,
                f"a collection is needed here, and this is a {found}",
                hint=hint,
            )
            return UNKNOWN
        return item

    def _with_conditions(self, node: nodes.And) -> Type:
        """`players and p.points > 0`, where the members of a collection are meant."""
        told = self.world.diagnostics
        before = len(told)
        self.condition(node)  # for the names that are used in it
        del told[before:]
        first: nodes.Expr = node
        tests: list[nodes.Expr] = []
        while isinstance(first, nodes.And):
            tests.insert(0, first.right)
            first = first.left
        found = self.expr(first)
        item = element(found)
        if item is None:
            self.condition(node)
            if len(told) == before:
                self.refuse(node, BOOL, ListType(UNKNOWN))
            return UNKNOWN
        self.world.report(
            "wrong-type",
            node.span,
            "a condition on the members of a collection begins with `where`, not `and`",
            hint=change(
                f"write  {quoted(first)} where {' and '.join(map(quoted, tests))}",
                end_of(first.span).to(start_of(tests[0].span)),
                " where ",
            ),
        )
        return UNKNOWN

    def bind(
        self,
        name: str,
        span: Span,
        kind: Type,
        *,
        used: bool = False,
        hint: str = "take another name, so that nobody mixes them up",
    ) -> LocalSymbol:
        """Declare a local name in the present scope."""
        known = self.scope.find(name)
        outer: Symbol | None = known or self.world.names.get(name)
        if outer is None and name in self.world.values and not self.scenario:
            outer = self.world.values[name][0]
            if outer.span is None:
                outer = None
        if outer is not None and self.world.is_strange_to(span, outer):
            outer = None
        if outer is not None and name not in self.world.broken:
            self.world.report(
                "shadowed-name",
                span,
                f"`{name}` means something else already",
                mark="the same name",
                labels=[Label(outer.span, f"this {outer.what}")] if outer.span else [],
                hint=hint,
            )
        shadows = outer is not None  # then nothing more is said about it
        symbol = LocalSymbol(name, span, kind, not shadows, used=used or shadows)
        self.scope.names[name] = symbol
        return symbol

    def assume(self, test: nodes.Expr, holds: bool = True) -> None:
        """Take for granted what a test proves."""
        self.facts |= proved(test, holds, self.known_type)
        for node in walk(test):
            if (
                isinstance(node, nodes.IsType)
                and node.name.text not in self.world.names
            ):
                self.facts[node.of] = UNKNOWN  # another message is about it

    def known_type(self, node: nodes.Expr) -> Type | None:
        """The type noted for a node, as narrowed."""
        found = self.facts.get(node) or self.world.types.get(id(node))
        if isinstance(found, ZoneType) and found.kind == "space":
            return space_value(found.item)
        return found

    def forget_state(self) -> None:
        """Drop what was known about the state, since it may have changed."""
        self.facts = {e: t for e, t in self.facts.items() if not self._reads_state(e)}

    def forget_variable(self, changed: Callable[[VariableSymbol], bool]) -> None:
        """Drop what was known about variables that have changed."""

        def reads(node: nodes.Node) -> bool:
            if isinstance(node, nodes.Call | nodes.Can | nodes.After):
                return True
            symbol = self.world.refs.get(id(node))
            return isinstance(symbol, VariableSymbol) and changed(symbol)

        self.facts = {e: t for e, t in self.facts.items() if not mentions(e, reads)}

    def forget_local(self, name: str) -> None:
        """Drop what was known about a local name."""
        self.facts = {
            e: t
            for e, t in self.facts.items()
            if not mentions(e, lambda n: isinstance(n, nodes.Name) and n.text == name)
        }

    def nested(self, facts: Facts | None = None) -> "Inference":
        """An inference for an inner block."""
        inner = Inference(
            self.world,
            Scope(self.scope),
            dict(self.facts if facts is None else facts),
            self.it,
            self.pure,
            self.scenario,
            several=self.several,
            unclear=self.unclear,
            guard=self.guard,
        )
        return inner

    def close(self) -> None:
        """End of the scope: what was never used is reported."""
        for symbol in self.scope.names.values():
            if not symbol.used and symbol.span and symbol.name not in self.world.broken:
                if symbol.name.startswith("_") or self._misspelled_in(symbol.span):
                    continue
                self.world.report(
                    "unused-name",
                    symbol.span,
                    f"`{symbol.name}` is never used",
                    hint="remove it, or begin its name with `_` to say so",
                )

    def _misspelled_in(self, span: Span) -> bool:
        """Whether an unknown name, from there on, may be the one meant by it."""
        return any(
            d.code == "unknown-name" and d.span.path == span.path and d.span > span
            for d in self.world.diagnostics
        )

    def _reads_state(self, expr: nodes.Expr) -> bool:
        def reads(node: nodes.Node) -> bool:
            if isinstance(node, nodes.Call | nodes.Can | nodes.After | nodes.PlayerAt):
                return True
            symbol = self.world.refs.get(id(node))
            if isinstance(symbol, VariableSymbol):
                return True
            return isinstance(node, nodes.Attribute | nodes.Index) and symbol is None

        return mentions(expr, reads)

    # ---- one case for each kind of expression -------------------------------

    def _expr(self, node: nodes.Expr, expected: Type | None) -> Type:
        match node:
            case nodes.Int(value=value):
                if abs(value) > LARGEST:
                    self._too_large(node)
                return INT
            case nodes.Bool():
                return BOOL
            case nodes.Text():
                return self._text(node, expected)
            case nodes.NoneValue():
                return NONE
            case nodes.Name():
                return self._name(node, expected)
            case nodes.It():
                return self._it(node)
            case nodes.PlayerAt():
                return PLAYER
            case nodes.Attribute():
                return self._attribute(node)
            case nodes.Index():
                return self._index(node)
            case nodes.Call():
                return type_of_call(self, node, expected)
            case nodes.Fold():
                return self._fold(node)
            case nodes.TupleOf(items=items):
                wanted: tuple[Type | None, ...] = (None,) * len(items)
                if isinstance(expected, TupleType) and len(expected.items) == len(
                    items
                ):
                    wanted = expected.items
                pairs = zip(items, wanted, strict=True)
                return TupleType(tuple(self.expr(i, w) for i, w in pairs))
            case nodes.ListOf(items=()) | nodes.SetOf(items=()):
                return self._empty(node, expected)
            case nodes.ListOf(items=items):
                return ListType(self._items(items, expected))
            case nodes.SetOf(items=items):
                return SetType(self._items(items, expected))
            case nodes.ListFor(item=item, binder=binder, more=more):
                return ListType(self._comprehension(item, (binder, *more), expected))
            case nodes.SetFor(item=item, binder=binder, more=more):
                return SetType(self._comprehension(item, (binder, *more), expected))
            case nodes.BundleOf():
                return self._bundle(node, expected)
            case nodes.GridOf():
                return self._grid_of(node, expected)
            case nodes.Not(of=of):
                self.condition(
                    of, guard=self.guard
                )  # `not` has to stand behind the test
                return BOOL
            case nodes.And(left=left, right=right):
                self.condition(left)
                inner = self.nested()
                inner.assume(left)
                inner.condition(right)
                return BOOL
            case nodes.Or(left=left, right=right):
                self.condition(left)
                inner = self.nested()
                inner.assume(left, holds=False)
                inner.condition(right)
                return BOOL
            case nodes.Compare():
                return self._compare(node)
            case nodes.Member():
                return self._member(node)
            case nodes.IsNone(of=of):
                self._testable(of, node.span)
                return BOOL
            case nodes.IsEmpty(of=of):
                self._emptiable(of)
                return BOOL
            case nodes.IsType():
                return self._is_type(node)
            case nodes.GridWith():
                return self._grid_with(node)
            case nodes.GridWithout(grid=grid, at=at):
                kind = self._grid(grid)
                if isinstance(kind, GridType):
                    self.want(at, PlaceType(kind.shape))
                return kind
            case nodes.RangeOf(low=low, high=high):
                self.number(low)
                self.number(high)
                a, b = constant_int(self.world, low), constant_int(self.world, high)
                if a is not None and b is not None and a > b:
                    self.world.report(
                        "empty-range",
                        node.span,
                        f"nothing lies between {a} and {b}",
                        hint="write the smaller number first",
                    )
                return ListType(INT)
            case nodes.Arithmetic(op=op, left=left, right=right):
                return self._arithmetic(node, op, left, right, expected)
            case nodes.Division(left=left, right=right):
                good = self.number(left)
                good = self.number(right) and good
                if constant_int(self.world, right) == 0:
                    self.world.report(
                        "out-of-range", right.span, "nothing can be divided by 0"
                    )
                return INT if good else UNKNOWN
            case nodes.Negative(of=of):
                return INT if self.number(of) else UNKNOWN
            case nodes.Conditional(then=then, test=test, otherwise=otherwise):
                return self._conditional(node, then, test, otherwise, expected)
            case nodes.Quantified():
                return self._quantified(node)
            case nodes.Every(binder=binder, holds=holds):
                inner = self._binder(binder)
                inner.condition(holds, "has")
                inner.close()
                return BOOL
            case nodes.Standings(binder=binder, by=by):
                inner = self._binder(binder)
                inner.guard = NOWHERE
                for ordering in by:
                    inner.number(ordering.by)
                ranked = inner.scope.names[binder.name].type
                inner.close()
                return ListType(ListType(ranked))
            case nodes.LongestRun(binder=binder):
                inner = self._binder(binder)
                inner.close()
                return INT
            case nodes.Reach():
                return self._reach(node)
            case nodes.Steps():
                return self._fewest_steps(node)
            case nodes.LongestLoop(within=within):
                cells = self.collection(within)
                if not isinstance(cells, CellType | PlaceType | UnknownType):
                    self.world.report(
                        "wrong-type",
                        within.span,
                        f"a loop leads over cells, and these are {cells}",
                    )
                    cells = UNKNOWN
                if node.stepping is not None:
                    self._stepping(node, node.stepping, cells)
                return ListType(cells)
            case nodes.Can():
                return self._can(node)
            case nodes.Offered():
                return self._offered(node)
            case nodes.After():
                return self._after(node, expected)
            case nodes.Regions(of=of):
                cell = self.collection(of)
                if not isinstance(cell, CellType | PlaceType | UnknownType):
                    self.world.report(
                        "wrong-type",
                        of.span,
                        f"regions are made of cells, not of {cell}",
                    )
                return ListType(ListType(cell))

    def _text(self, node: nodes.Text, expected: Type | None) -> Type:
        wanted = None if expected is None else without_none(expected)
        if isinstance(wanted, ComponentType):
            return wanted
        if isinstance(wanted, ZoneType) and isinstance(wanted.item, ComponentType):
            return wanted.item
        if isinstance(wanted, PlaceType | CellType):
            return wanted
        return TEXT

    def _name(self, node: nodes.Name, expected: Type | None) -> Type:
        name = node.text
        local = self.scope.find(name)
        if local is not None:
            local.used = True
            self.world.refs[id(node)] = local
            return local.type
        value = self._enum_value(node, expected)
        if value is not None:
            return value
        match name:
            case "players" | "participants" | "winners":
                return ListType(PLAYER)
            case "player_count":
                return INT
            case "origin":
                place = None if expected is None else without_none(expected)
                return place if isinstance(place, PlaceType) else PlaceType("square")
            case "box":
                kinds = (c.name for c in self.world.each(ComponentSymbol))
                return ListType(ComponentType(tuple(sorted(kinds))))
        symbol = self.world.names.get(name)
        if symbol is None:
            self._unknown_name(node)
            return UNKNOWN
        if name in self.world.doubtful:
            symbol.used = True
            return UNKNOWN
        symbol.used = True
        self.world.refs[id(node)] = symbol
        match symbol:
            case ConstantSymbol():
                if symbol.type is UNKNOWN:
                    symbol.type = Inference(self.world).expr(symbol.decl.value)
                return symbol.type
            case OptionSymbol():
                return symbol.type
            case NeutralSymbol():
                return PLAYER if symbol.decl.when is None else OptionalType(PLAYER)
            case VariableSymbol():
                if symbol.keys:
                    self._needs_index(node, symbol)
                    return UNKNOWN
                return symbol.type
            case BoardSymbol():
                return ListType(CellType(name))
            case EnumSymbol():
                return ListType(EnumType(name))
            case ComponentSymbol():
                return ListType(ComponentType((name,)))
            case _:
                hint = (
                    f"to carry it out, write  do {name}"
                    if symbol.what == "rule"
                    else None
                )
                if symbol.what in ("function", "condition", "amount"):
                    params = getattr(symbol, "params", ())
                    needed = " and ".join(
                        f"`{param.name}: {spelled(param.type)}`" for param in params
                    )
                    hint = f"write  {name}({'...' if params else ''})"
                    hint += f"  with {needed} for the dots" if params else ""
                if isinstance(symbol, PieceSymbol):
                    hint = (
                        f"say how many, and from where:  move 1 from {self._lying(name)} "
                        "to ..."
                    )
                self.world.report(
                    "wrong-type",
                    node.span,
                    f"`{name}` is a {symbol.what}, and a value is needed here",
                    hint=hint,
                )
                return UNKNOWN

    def _lying(self, piece: str) -> str:
        """Where pieces of a kind lie, as a rule names it."""
        for place in self.world.variables:
            kind = place.type
            if not isinstance(kind, ZoneType) or kind.kind != "stock":
                continue
            if isinstance(kind.item, PieceType) and kind.item.name == piece:
                whose = "p." * (place.owner == PLAYER)
                return f"{whose}{place.name}{'[...]' * bool(place.keys)}"
        return "STOCK"

    def _needs_index(self, node: nodes.Node, symbol: VariableSymbol) -> None:
        keys = ", ".join(map(self._key_name, symbol.keys))
        whole = symbol.name
        if isinstance(node, nodes.Attribute):
            whole = quoted(node)
        self.world.report(
            "wrong-count",
            node.span,
            f"there is one `{symbol.name}` for each {keys}",
            labels=[Label(symbol.span, "declared here")] if symbol.span else [],
            hint=f"say which:  {whole}[...]",
        )

    def _key_name(self, key: FamilyKey) -> str:
        low, high = (
            constant_int(self.world, key.low),
            constant_int(self.world, key.high),
        )
        return str(key.type) if low is None or high is None else f"of {low}..{high}"

    def _enum_value(self, node: nodes.Name, expected: Type | None) -> Type | None:
        found = self.world.values.get(node.text)
        if not found or (node.text in self.world.names and len(found) == 0):
            return None
        wanted = None if expected is None else without_none(expected)
        if isinstance(wanted, ListType | SetType | ZoneType):
            wanted = element(wanted)
        chosen = [v for v in found if EnumType(v.enum) == wanted]
        if isinstance(wanted, UnknownType) and len(found) > 1:
            return UNKNOWN
        if not chosen:
            declared = [v for v in found if v.span is not None]
            chosen = declared or found
        if len(chosen) > 1:
            enums = " and ".join(v.enum for v in chosen)
            for value in chosen:
                value.used = self.world.enum(value.enum).used = True
            self.world.report(
                "duplicate-name",
                node.span,
                f"`{node.text}` is a value of {enums}, and it is not clear which is meant",
                mark="which one?",
                labels=[Label(v.span, f"of {v.enum}") for v in chosen if v.span],
                hint="compare it with something whose type is known, or rename one",
            )
            return UNKNOWN
        value = chosen[0]
        value.used = True
        self.world.enum(value.enum).used = True
        self.world.refs[id(node)] = value
        return EnumType(value.enum)

    def _unknown_name(self, node: nodes.Name) -> None:
        if node.text in self.world.no_types:
            return
        if self.world.is_crowded:
            message = f"nothing here is called `{node.text}`"
            self.world.report("unknown-name", node.span, message)
            return
        known = [
            *self.scope.all_names(),
            *self.world.values,
            *(
                s.name
                for s in self.world.names.values()
                if isinstance(
                    s,
                    ConstantSymbol
                    | OptionSymbol
                    | VariableSymbol
                    | BoardSymbol
                    | EnumSymbol
                    | ComponentSymbol
                    | NeutralSymbol,
                )
            ),
            "players",
            "participants",
            "player_count",
            "origin",
        ]
        kinds = """
            enum value state constant option table board component neutral participant
        """.split()
        if self.world.excuses(node.text, known, *kinds):
            return
        hint: str | Remedy | None = near(node.text, known, node.span)
        seat = re.fullmatch(r"player_?(\d+)", node.text)
        if seat is not None:
            hint = write(node.span, f"player {int(seat[1])}")
        if hint is None:
            owners = [
                str(owner)
                for owner, members in self.world.members.items()
                if node.text in members
            ]
            if owners:
                whose = self._one_of(owners)
                hint = (
                    f"each {owners[0]} has one: say whose, as in  {whose}.{node.text}"
                )
                if self._is_known(whose):
                    hint = change(hint, node.span, f"{whose}.{node.text}")
            elif node.text in ("winner", "winners", "loser"):
                hint = "write  p wins  or  p loses"
            elif self.setting is node:
                hint = insert(
                    f"make a new name with  let {node.text} = ...", node.span, "let "
                )
            elif node.text == "empty":
                hint = "write  is empty  or  is not empty"
            elif self.it is not None and len(node.text) == 1:
                hint = write(node.span, "it", "  for the one that is looked at")
            else:
                hint = self._known_elsewhere(node.text)
        self.world.report(
            "unknown-name",
            node.span,
            f"nothing here is called `{node.text}`",
            mark="unknown",
            labels=self._meant(node.text, known),
            hint=hint,
        )

    def _one_of(self, owners: list[str]) -> str:
        """What one of these may be called here."""
        if self.it is not None and str(self.it.type) in owners:
            return "it"
        for name in self.scope.all_names():
            local = self.scope.find(name)
            if local is not None and str(local.type) in owners:
                return name
        return owners[0][0].lower()

    def _is_known(self, name: str) -> bool:
        """Whether the name stands for something here."""
        return name == "it" or self.scope.find(name) is not None

    def _known_elsewhere(self, name: str) -> str:
        """What to do about a name that is not known here, but perhaps elsewhere."""
        for symbol in self.world.names.values():
            if not isinstance(symbol, RuleSymbol | ActionSymbol | FunctionSymbol):
                continue
            for param in symbol.params:
                if param.name == name:
                    each = f"in a loop,  for each {name} in players:"
                    player = f", or name one {each}" * (param.type == PLAYER)
                    return (
                        f"let the rule take it, as `{symbol.name}` does:  "
                        f"({name}: {spelled(param.type)}){player}"
                    )
        return f"declare it under  state:  or name a value:  let {name} = ..."

    def _meant(self, word: str, known: list[str]) -> list[Label]:
        for name in nearest(word, known, 1):
            local = self.scope.find(name)
            if local is not None and local.span is not None:
                return [Label(local.span, f"`{name}` is declared here")]
        return self.world.meant(word, known)

    def _too_large(self, node: nodes.Int) -> None:
        self.world.report(
            "out-of-range",
            node.span,
            f"a number has at most {len(str(LARGEST))} digits",
            mark=f"{len(str(abs(node.value)))} digits",
            hint="count in thousands, or in whatever is large enough",
        )

    def _it(self, node: nodes.It) -> Type:
        if self.it is None and "it" in self.world.broken:
            return UNKNOWN
        if self.it is None:
            what = "`it` stands for the candidate of a choice, and there is none here"
            hint = "name the value you mean"
            if self.several is not None:
                what = f"`it` is one candidate, and here all of `{self.several}` are chosen"
                hint = "a line  where  speaks of each candidate; here, look at all, as in  "
                hint += f"every x in {self.several} has ..."
            self.world.report("unknown-name", node.span, what, hint=hint)
            return UNKNOWN
        self.it.used = True
        self.world.refs[id(node)] = self.it
        return self.it.type

    # ---- fields and indexes -------------------------------------------------

    def _attribute(self, node: nodes.Attribute) -> Type:
        if isinstance(node.of, nodes.Name) and self.scope.find(node.of.text) is None:
            enum = self.world.get(EnumSymbol, node.of.text)
            if enum is not None:
                for value in enum.values:
                    if value.name == node.name:
                        value.used = enum.used = True
                        self.world.refs[id(node)] = value
                        return EnumType(enum.name)
        owner = self.expr(node.of)
        if isinstance(owner, ZoneType) and owner.kind == "space":
            owner = self.facts.get(node.of, space_value(owner.item))
        found = self.field_of(node, owner)
        if found is not None:
            return found
        item = element(owner)
        if item is not None and not isinstance(owner, UnknownType):
            inner = self.field_of(node, item)
            if inner is not None:
                if isinstance(inner, ZoneType) and inner.kind == "stock":
                    inner = stock_value(inner.item)
                return ListType(inner)
            owner = item
        if isinstance(owner, UnknownType):
            return UNKNOWN
        if isinstance(owner, OptionalType):
            text = quoted(node.of)
            if not self.unclear:
                self.world.report(
                    "not-tested-for-none",
                    node.of.span,
                    f"`{text}` may be none here, and none has no `{node.name}`",
                    mark="may be none",
                    hint=self.guard.remedy(text),
                )
            self.facts[node.of] = owner.item  # once is enough
            return UNKNOWN
        known = list(self._fields(owner))
        if not self.world.excuses(node.name, known, "each", "field"):
            self.world.report(
                "unknown-field",
                node.name_span,
                f"{with_article(owner)} has no `{node.name}`",
                mark="unknown",
                labels=self._declared(owner, node.name, known),
                hint=_step_to(node, owner)
                or near(node.name, known, node.name_span)
                or (
                    write(node.span, f"size({quoted(node.of)})")
                    if item is not None and node.name in ("size", "count", "length")
                    else write(node.span, f"{quoted(node.of)} is empty")
                    if item is not None and node.name in ("empty", "is_empty")
                    else _list_of(known)
                ),
            )
        return UNKNOWN

    def _declared(self, owner: Type, word: str, known: list[str]) -> list[Label]:
        """Where the field that was probably meant is declared."""
        for name in nearest(word, known, 1):
            member: Symbol | None = self.world.members.get(owner, {}).get(name)
            if member is None and isinstance(owner, ComponentType):
                member = self.world.component(owner.names[0]).fields.get(name)
            if member is not None and member.span is not None:
                return [Label(member.span, f"`{name}` is declared here")]
        return []

    def _fields(self, owner: Type) -> Iterable[str]:
        yield from self.world.members.get(owner, ())
        match owner:
            case ComponentType(names):
                for name in names:
                    yield from self.world.component(name).fields
            case PlayerType():
                yield from PLAYER_FIELDS
            case CellType():
                yield from CELL_FIELDS
            case EdgeType():
                yield from ("at", "side")
            case PlaceType():
                yield from ("x", "y")
            case RowType(table):
                symbol = self.world.get(TableSymbol, table)
                yield from (n for n, _ in symbol.values) if symbol else ()

    def field_of(self, node: nodes.Attribute, owner: Type) -> Type | None:
        """The type of a field of a value of that type; none if it has no such field."""
        member = self.world.members.get(owner, {}).get(node.name)
        if member is None and isinstance(owner, ComponentType) and len(owner.names) > 1:
            return self._shared_field(node, owner)
        if member is not None:
            member.used = True
            self.world.refs[id(node)] = member
            if member.keys:
                self._needs_index(node, member)
                return UNKNOWN
            return member.type
        match owner:
            case ComponentType((name,)):
                field = self.world.component(name).fields.get(node.name)
                if field is None:
                    return None
                field.used = True
                self.world.refs[id(node)] = field
                return field.type
            case PlayerType():
                if node.name == "seat":
                    return INT
                return PLAYER if node.name in ("left", "right") else None
            case CellType(board):
                if node.name in ("row", "column"):
                    return INT
                if node.name in CELL_FIELDS:
                    return ListType(CellType(board))
                return None
            case EdgeType(shape):
                if node.name == "at":
                    return PlaceType(shape)
                return SIDES[shape] if node.name == "side" else None
            case PlaceType():
                return INT if node.name in ("x", "y") else None
            case EnumType(name):
                known = ("Side", "HexSide", "Direction")
                return owner if node.name == "opposite" and name in known else None
            case RowType(table) if table:
                symbol = self.world.get(TableSymbol, table)
                return dict(symbol.values).get(node.name) if symbol else None
            case _:
                return None

    def _shared_field(self, node: nodes.Attribute, owner: ComponentType) -> Type | None:
        found: Type | None = None
        for name in owner.names:
            field = self.world.component(name).fields.get(node.name)
            if field is None or (found is not None and field.type != found):
                return None
            field.used = True
            found = field.type
            self.world.refs[id(node)] = field
        return found

    def _index(self, node: nodes.Index) -> Type:
        symbol = self._family(node.of)
        if symbol is not None:
            return self._family_index(node, symbol)
        if isinstance(node.of, nodes.Name):
            table = self.world.get(TableSymbol, node.of.text)
            if table is not None and self.scope.find(node.of.text) is None:
                return self._table_index(node, table)
            board = self.world.get(BoardSymbol, node.of.text)
            if board is not None and isinstance(node.keys[0], nodes.Text):
                return self._cell_named(node, board, node.keys[0])
            if board is not None and len(node.keys) == 1:
                if self.expr(node.keys[0]) == CellType(board.name):
                    return self._cell_already(node, board)
        owner = self.expr(node.of)
        if len(node.keys) != 1:
            for key in node.keys:
                self.expr(key)
            if not is_unclear(owner):
                self.world.report(
                    "wrong-count",
                    node.span,
                    f"one value says which of {with_article(owner)} is meant, and here "
                    f"are {len(node.keys)}",
                    hint=f"write  {quoted(node.of)}[...]",
                )
            return UNKNOWN
        key = node.keys[0]
        match owner:
            case GridType(shape, item):
                self.want(key, PlaceType(shape))
                return OptionalType(item)
            case ListType(item):
                self.number(key)
                return item
            case ZoneType(_, ComponentType() as item):
                self.number(key)
                return item
            case ZoneType("stock", PieceType(_, str(enum))) | BundleType(enum):
                self.want(key, EnumType(enum))
                return INT
            case TupleType(items):
                self.number(key)
                position = constant_int(self.world, key)
                if position is not None and 1 <= position <= len(items):
                    return items[position - 1]
                self.world.report(
                    "out-of-range",
                    key.span,
                    f"which of {owner} is meant is a fixed number from 1 to {len(items)}",
                    hint="a list holds values of one kind, of which any may be read",
                )
                return UNKNOWN
            case UnknownType():
                self.expr(key)
                return UNKNOWN
            case _:
                self.expr(key)
                self.world.report(
                    "wrong-type", node.span, f"a {owner} cannot be indexed with [...]"
                )
                return UNKNOWN

    def _family(self, node: nodes.Expr) -> VariableSymbol | None:
        """The family of variables that an expression names, before its index."""
        if isinstance(node, nodes.Name) and self.scope.find(node.text) is None:
            symbol = self.world.get(VariableSymbol, node.text)
            if symbol is not None and symbol.keys:
                symbol.used = True
                self.world.refs[id(node)] = symbol
                return symbol
        if isinstance(node, nodes.Attribute):
            owner = self.expr(node.of)
            if isinstance(owner, ZoneType) and owner.kind == "space":
                owner = self.facts.get(node.of, space_value(owner.item))
            member = self.world.members.get(owner, {}).get(node.name)
            if member is not None and member.keys:
                member.used = True
                self.world.refs[id(node)] = member
                return member
        return None

    def _family_index(self, node: nodes.Index, symbol: VariableSymbol) -> Type:
        self.world.refs[id(node)] = symbol
        if len(node.keys) != len(symbol.keys):
            for key in node.keys:
                self.expr(key)
            self._needs_index(node, symbol)
            return UNKNOWN
        for key, family in zip(node.keys, symbol.keys, strict=True):
            self.want(key, family.type)
            low = constant_int(self.world, family.low)
            high = constant_int(self.world, family.high)
            value = constant_int(self.world, key)
            if low is None or high is None or value is None:
                continue
            if not low <= value <= high:
                self.world.report(
                    "out-of-range",
                    key.span,
                    f"`{symbol.name}` goes from {low} to {high}, and this is {value}",
                    labels=[Label(symbol.span, "declared here")] if symbol.span else [],
                )
        return symbol.type

    def _cell_named(
        self, node: nodes.Index, board: BoardSymbol, name: nodes.Text
    ) -> Type:
        """`field["d4"]`: the cell of that name."""
        self.expr(node.of)
        kind = self.expr(name, CellType(board.name))
        decl = board.decl
        rows = constant_int(self.world, decl.rows)
        columns = constant_int(self.world, decl.columns)
        if rows and columns and not has_cell(decl.naming, rows, columns, name.value):
            first = cell_name(decl.naming, 0, 0, rows)
            last = cell_name(decl.naming, rows - 1, columns - 1, rows)
            self.world.report(
                "unknown-name",
                name.span,
                f"`{board.name}` has no cell `{name.value}`",
                hint=f"its corners are {first} and {last}",
            )
        return kind

    def _cell_already(self, node: nodes.Index, board: BoardSymbol) -> Type:
        """`field[c]` for a cell `c` of the field."""
        cell, kind = quoted(node.keys[0]), CellType(board.name)
        board.used = True
        has = next(iter(self.world.members.get(kind, ())), "row")
        self.world.report(
            "wrong-type",
            node.span,
            f"`{cell}` is a cell of {board.name} already",
            mark=str(kind),
            hint=write(
                node.span, cell, f"  alone, and what it has behind it:  {cell}.{has}"
            ),
        )
        return UNKNOWN

    def _table_index(self, node: nodes.Index, table: TableSymbol) -> Type:
        table.used = True
        self.world.refs[id(node)] = table
        self.world.refs[id(node.of)] = table
        if len(node.keys) != len(table.keys):
            names = ", ".join(name for name, _ in table.keys)
            self.world.report(
                "wrong-count",
                node.span,
                f"`{table.name}` is looked up by {names}",
                labels=[Label(table.span, "declared here")] if table.span else [],
            )
            for key in node.keys:
                self.expr(key)
            return UNKNOWN
        for key, (_, kind) in zip(node.keys, table.keys, strict=True):
            self.want(key, kind)
        if len(table.values) == 1:
            return table.values[0][1]
        return RowType(table.name)

    # ---- collections --------------------------------------------------------

    def _empty(self, node: nodes.ListOf | nodes.SetOf, expected: Type | None) -> Type:
        """The type of `{}` or `[]`: the one that is expected, or what use will show."""
        braces = isinstance(node, nodes.SetOf)
        open_ = OpenType(braces=braces)
        kind: Type = open_ if braces else ListType(open_)
        self.world.opened.pop(id(node), None)
        wanted = None if expected is None else without_none(expected)
        item = None if wanted is None else element(wanted)
        if wanted is not None and is_unclear(wanted):
            return wanted if isinstance(wanted, OpenType) else kind
        if wanted is not None and braces and open_.may_be(wanted):
            return bundle_of(wanted) or wanted
        if item is not None:
            return SetType(item) if braces else ListType(item)
        self.world.opened[id(node)] = (node, open_)
        return kind

    def _items(self, items: tuple[nodes.Expr, ...], expected: Type | None) -> Type:
        wanted = None if expected is None else element(without_none(expected))
        found: Type | None = None
        for item in items:
            kind = self.expr(item, wanted)
            if isinstance(kind, ZoneType) and kind.kind == "space":
                kind = self.facts.get(item, space_value(kind.item))
            if found is None:
                found = kind
                continue
            joint = common(found, kind)
            if joint is None:
                self.world.report(
                    "wrong-type",
                    item.span,
                    f"the others are {found}, and this is {with_article(kind)}",
                )
                return UNKNOWN
            settle(found, kind)
            found = settled(joint)
        return found or UNKNOWN

    def _comprehension(
        self, item: nodes.Expr, binders: tuple[nodes.Binder, ...], expected: Type | None
    ) -> Type:
        inner = self
        scopes = [inner := inner._binder(binder) for binder in binders]
        wanted = None if expected is None else element(without_none(expected))
        inner.guard = Members(binders[-1])
        found = inner.expr(item, wanted)
        if isinstance(found, ZoneType):
            if found.kind == "space":
                found = inner.facts.get(item, space_value(found.item))
            elif found.kind == "stock":
                found = stock_value(found.item)
        for scope in reversed(scopes):
            scope.close()
        return found

    def _binder(self, binder: nodes.Binder) -> "Inference":
        """An inference in which the binder's name stands for an item."""
        kind = self.collection(binder.of)
        inner = self.nested()
        inner.forget_local(binder.name)  # another one of that name was meant
        self.world.refs[id(binder)] = inner.bind(binder.name, binder.name_span, kind)
        inner.assume_member(binder.name, binder.name_span, binder.of)
        if binder.where is not None:
            inner.condition(binder.where, "where")
            inner.assume(binder.where)
        return inner

    def assume_member(self, name: str, span: Span, of: nodes.Expr) -> None:
        """A name stands for one of a collection: something lies on a place of a grid."""
        while isinstance(of, nodes.Reach):
            of = of.within
        owner = self.world.types.get(id(of))
        if isinstance(owner, GridType):
            place = nodes.Name(span=span, text=name)
            self.facts[nodes.Index(span=span, of=of, keys=(place,))] = owner.item

    def _fold(self, node: nodes.Fold) -> Type:
        kinds = ("sum", "most", "least", "size", "distinct", "first", "last")
        if node.name not in kinds:
            known = FUNCTIONS if node.name not in FUNCTIONS else kinds
            self.world.report(
                "unknown-function",
                node.name_span,
                f"`{node.name}` cannot be used with `for`",
                hint=near(node.name, known, node.name_span)
                or "put the list in brackets: [...]",
            )
        found = self._comprehension(node.item, (node.binder, *node.more), None)
        if node.otherwise is not None:
            self.want(node.otherwise, found)
            if node.name not in ("most", "least", "first", "last"):
                self.world.report(
                    "wrong-count",
                    node.otherwise.span,
                    f"`{node.name}` has a value for nothing at all, too",
                    hint="leave `otherwise` out",
                )
        if node.name in ("sum", "most", "least"):
            if not fits(found, INT):
                self.refuse(node.item, found, INT)
            return INT
        if node.name == "size":
            return INT
        return SetType(found) if node.name == "distinct" else found

    def _bundle(self, node: nodes.BundleOf, expected: Type | None) -> Type:
        wanted = None if expected is None else bundle_of(without_none(expected))
        enum: str | None = wanted.enum if wanted is not None else None
        seen: dict[str, nodes.Name] = {}
        for key, amount in node.pairs:
            self.number(amount)
            kind = self._plain(self.expr(key, EnumType(enum) if enum else None), key)
            if isinstance(kind, OptionalType):
                kind = self.want(key, kind.item)
            if isinstance(kind, EnumType) and enum in (None, kind.name):
                enum = kind.name
            elif isinstance(kind, EnumType):
                self.world.report("wrong-type", key.span, f"`{key.text}` is no {enum}")
            elif not is_unclear(kind):
                self.world.report(
                    "wrong-type",
                    key.span,
                    f"a bundle counts the values of an enum, and `{key.text}` is "
                    f"{with_article(kind)}",
                    mark=str(kind),
                )
            if key.text in seen and isinstance(kind, EnumType):
                self.world.report(
                    "duplicate-name",
                    key.span,
                    f"this bundle counts `{key.text}` twice",
                    labels=[Label(seen[key.text].span, "first here")],
                    hint="write one number for it",
                )
            seen[key.text] = key
        return BundleType(enum) if enum else UNKNOWN

    # ---- conditions ---------------------------------------------------------

    def _compare(self, node: nodes.Compare) -> Type:
        left = self.expr(node.left, None)
        ambiguous = isinstance(
            node.left, nodes.Name | nodes.Text | nodes.SetOf | nodes.ListOf
        )
        right = self.expr(node.right, self._plain(left, node.left))
        if ambiguous and not fits(left, right) and not fits(right, left):
            before = len(self.world.diagnostics)
            left = self.expr(node.left, self._plain(right, node.right))
            del self.world.diagnostics[before:]
        left, right = self._plain(left, node.left), self._plain(right, node.right)
        if fits(left, right) or fits(right, left):
            settle(left, right)
        if node.op in ("==", "!="):
            if not (
                fits(left, right)
                or fits(right, left)
                or common(without_none(left), without_none(right)) is not None
                or self._same_items(left, right)
            ):
                self.world.report(
                    "not-comparable",
                    node.span,
                    f"{with_article(left)} and {with_article(right)} are never equal",
                    hint=_without_quotes(left, node.right)
                    or _without_quotes(right, node.left)
                    or "compare two values of one kind",
                )
        else:
            for side, kind in ((node.left, left), (node.right, right)):
                if not fits(kind, INT):
                    self.refuse(side, kind, INT)
        return BOOL

    def _same_items(self, left: Type, right: Type) -> bool:
        a, b = element(left), element(right)
        return a is not None and b is not None and common(a, b) is not None

    def _plain(self, kind: Type, node: nodes.Expr) -> Type:
        if isinstance(kind, ZoneType) and kind.kind == "space":
            return self.facts.get(node, space_value(kind.item))
        if isinstance(kind, ZoneType) and kind.kind == "stock":
            return stock_value(kind.item)
        return kind

    def _member(self, node: nodes.Member) -> Type:
        ambiguous = isinstance(node.item, nodes.Name | nodes.Text)
        if ambiguous:
            inside = self.expr(node.of)
            item = element(inside)
            if isinstance(inside, UnknownType):
                item = UNKNOWN
            given = self.expr(node.item, item)
        else:
            given = self.expr(node.item)
            inside = self.expr(node.of, ListType(given))
            item = element(inside)
        if item is None:
            self.world.report(
                "wrong-type",
                node.of.span,
                f"a collection is needed after `in`, and this is {with_article(inside)}",
            )
        elif common(without_none(self._plain(given, node.item)), item) is None:
            self.world.report(
                "not-comparable",
                node.span,
                f"{with_article(given)} is never in {with_article(inside)}",
                hint="look for a value of the kind that the collection holds",
            )
        else:
            settle(item, without_none(self._plain(given, node.item)))
        return BOOL

    def _testable(self, of: nodes.Expr, span: Span) -> None:
        kind = self.expr(of)
        if isinstance(kind, OptionalType | NoneType) or is_unclear(kind):
            return
        if isinstance(kind, ZoneType) and kind.kind == "space":
            return
        if of in self.facts:
            return
        symbol = self.world.refs.get(id(of))
        hint = "leave the test out"
        if element(kind) is not None:
            hint = "`is empty` tests a collection"
        elif isinstance(symbol, VariableSymbol | FieldSymbol):
            if symbol in self.world.never_none:
                return
            self.world.never_none.add(symbol)
            hint += f", or declare it as  {symbol.name}: {spelled(kind)} or none  if it can be"
        self.world.report(
            "not-comparable",
            span,
            f"`{quoted(of)}` is never none: it is {with_article(kind)}",
            labels=[Label(symbol.span, "declared here")]
            if isinstance(symbol, VariableSymbol | FieldSymbol) and symbol.span
            else [],
            hint=hint,
        )

    def _emptiable(self, of: nodes.Expr) -> None:
        kind = self.expr(of)
        if isinstance(kind, ZoneType | UnknownType) or element(kind) is not None:
            return
        if of in self.facts:
            return
        self.world.report(
            "wrong-type",
            of.span,
            f"only a collection can be empty, and this is {with_article(kind)}",
            hint="`is none` tests a value that may be missing",
        )

    def _is_type(self, node: nodes.IsType) -> Type:
        kind = self._plain(self.expr(node.of), node.of)
        symbol = self.world.names.get(node.name.text)
        if not isinstance(symbol, ComponentSymbol):
            local = self.scope.find(node.name.text)
            hint: Remedy | None
            if (
                local is not None
                or symbol is not None
                or node.name.text in self.world.values
            ):
                sign = "!=" if node.negated else "=="
                hint = write(node.span, f"{quoted(node.of)} {sign} {node.name.text}")
            else:
                hint = near(
                    node.name.text,
                    (c.name for c in self.world.each(ComponentSymbol)),
                    node.name.span,
                )
            kinds = [c.name for c in self.world.each(ComponentSymbol)]
            if not self.world.excuses(
                node.name.text, kinds, "component", "card", "tile"
            ):
                self.world.report(
                    "unknown-type",
                    node.name.span,
                    f"`{node.name.text}` is no kind of card or tile",
                    hint=hint,
                )
            return BOOL
        symbol.used = True
        inner = without_none(kind)
        if isinstance(inner, ComponentType) and node.name.text not in inner.names:
            self.world.report(
                "not-comparable", node.span, f"a {inner} is never a {node.name.text}"
            )
        return BOOL

    # ---- grids, arithmetic, quantifiers -------------------------------------

    def _grid(self, node: nodes.Expr) -> Type:
        kind = self.expr(node)
        if isinstance(kind, GridType | UnknownType):
            return kind
        self.world.report(
            "wrong-type",
            node.span,
            f"a grid is needed here, and this is {with_article(kind)}",
        )
        return UNKNOWN

    def _grid_of(self, node: nodes.GridOf, expected: Type | None) -> Type:
        wanted = None if expected is None else without_none(expected)
        if isinstance(wanted, GridType):
            for at, component in node.pairs:
                self.want(at, PlaceType(wanted.shape))
                self.want(component, wanted.item)
            return wanted
        if not isinstance(wanted, UnknownType):
            self.world.report(
                "wrong-type", node.span, "no grid is meant here for these to lie on"
            )
        return UNKNOWN

    def _grid_with(self, node: nodes.GridWith) -> Type:
        kind = self._grid(node.grid)
        if isinstance(kind, GridType):
            self.want(node.component, kind.item)
            self.want(node.at, PlaceType(kind.shape))
        return kind

    def _arithmetic(
        self,
        node: nodes.Arithmetic,
        op: str,
        left: nodes.Expr,
        right: nodes.Expr,
        expected: Type | None,
    ) -> Type:
        kind = self._plain(self.expr(left, expected), left)
        if op in ("+", "-") and isinstance(kind, ListType | SetType | BundleType):
            other = self.want(right, kind)
            return kind if not isinstance(other, UnknownType) else UNKNOWN
        if op in ("+", "-") and isinstance(kind, OpenType):
            other = self._plain(self.expr(right), right)
            if not fits(kind, other):
                self.refuse(right, other, kind)
                return UNKNOWN
            settle(kind, other)
            return kind
        if op == "*" and isinstance(kind, BundleType):
            self.number(right)
            return kind
        if op in ("+", "-") and isinstance(kind, ZoneType):
            wanted = ListType(kind.item)
            self.want(right, wanted)
            return wanted
        if isinstance(kind, UnknownType):
            self.expr(right)
            return UNKNOWN
        good = fits(kind, INT)
        if not good:
            self.refuse(left, kind, INT)
        good = self.number(right) and good
        if op == "mod" and constant_int(self.world, right) == 0:
            self.world.report("out-of-range", right.span, "nothing can be divided by 0")
        return INT if good else UNKNOWN

    def _conditional(
        self,
        node: nodes.Conditional,
        then: nodes.Expr,
        test: nodes.Expr,
        otherwise: nodes.Expr,
        expected: Type | None,
    ) -> Type:
        self.condition(test)
        yes, no = self.nested(), self.nested()
        yes.assume(test)
        no.assume(test, holds=False)
        a = yes._plain(yes.expr(then, expected), then)
        b = no._plain(no.expr(otherwise, expected), otherwise)
        joint = common(a, b)
        settle(a, b)
        if joint is None:
            self.world.report(
                "wrong-type",
                node.span,
                f"one of these is {with_article(a)} and the other {with_article(b)}",
                hint="both arms must give a value of one kind",
            )
            return UNKNOWN
        return joint

    def _quantified(self, node: nodes.Quantified) -> Type:
        inner = self._binder(node.binder)
        if node.having:
            inner.guard = Members(node.binder, node.having[-1].by.span)
        for ordering in node.having:
            inner.number(ordering.by)
        item = inner.scope.names[node.binder.name].type
        if not node.having and node.binder.where is None:
            inner.scope.names[node.binder.name].used = True
        inner.close()
        if node.having and node.kind not in ("the", "all", "first"):
            self.world.report(
                "wrong-type",
                node.span,
                f"`{node.kind}` cannot be combined with `having`",
                hint="use `the` for one, `all` for all that are tied",
            )
        match node.kind:
            case "count":
                return INT
            case "some" | "no":
                return BOOL
            case "all":
                return ListType(item)
            case "first":
                return OptionalType(item) if item is not UNKNOWN else UNKNOWN
            case _:
                return item

    def _reach(self, node: nodes.Reach) -> Type:
        item = self._walk(node)
        if node.limit is not None:
            self.number(node.limit)
        return ListType(item)

    def _fewest_steps(self, node: nodes.Steps) -> Type:
        item = self._walk(node)
        if item is not UNKNOWN:
            self.want(node.goal, item)
        return OptionalType(INT)

    def _walk(self, node: nodes.Reach | nodes.Steps) -> Type:
        """The type of the cells that a walk leads over."""
        item = self.collection(node.within)
        if isinstance(item, CellType | PlaceType):
            start = self.expr(node.start, item)
            if not fits(start, item) and not (
                element(start) is not None and fits(element(start) or UNKNOWN, item)
            ):
                self.refuse(node.start, start, item)
        elif not isinstance(item, UnknownType):
            self.world.report(
                "wrong-type", node.within.span, f"only cells can be reached, not {item}"
            )
            item = UNKNOWN
        if node.stepping is not None:
            self._stepping(node, node.stepping, item)
        return item

    def _stepping(
        self,
        node: nodes.Reach | nodes.Steps | nodes.LongestLoop,
        steps: nodes.Stepping,
        item: Type,
    ) -> None:
        inner = self.nested()
        shape = item.shape if isinstance(item, PlaceType) else "square"
        side: Type = SIDES[shape]
        if isinstance(item, CellType):
            board = self.world.get(BoardSymbol, item.board)
            square = board is not None and board.shape == "square"
            side = EnumType("Direction") if square else EnumType("HexSide")
        names: list[tuple[nodes.Named, Type]] = [
            (steps.source, item),
            (steps.target, item),
        ]
        if steps.side is not None:
            names.append((steps.side, side))
        bound = [inner.bind(n.text, n.span, k, used=True) for n, k in names]
        for name, symbol in zip(names, bound, strict=True):
            self.world.refs[id(name[0])] = symbol
        for named in (steps.source, steps.target):
            inner.assume_member(named.text, named.span, node.within)
        inner.condition(steps.where, "where")

    def _can(self, node: nodes.Can) -> Type:
        action = self.world.get(ActionSymbol, node.name)
        if action is not None:
            action.used = True
            self.world.refs[id(node)] = action
            check_arguments(self, node, action.params, node.args)
            return BOOL
        known = [a.name for a in self.world.each(ActionSymbol)]
        if not self.world.excuses(node.name, known, "action"):
            self.world.report(
                "unknown-action",
                node.name_span,
                f"no action is called `{node.name}`",
                mark="unknown",
                labels=self.world.meant(node.name, known),
                hint=near(node.name, known, node.name_span)
                or f"describe it:  action {node.name}(p: player):",
            )
        for arg in node.args:
            self.expr(arg, UNKNOWN)
        return BOOL

    def _offered(self, node: nodes.Offered) -> Type:
        """The set of what is offered; only a scenario knows the present decision."""
        kind = None
        if node.of is None:
            known = {
                line.name: self.world.refs.get(id(line))
                for line in walk(self.world.file.declarations)
                if isinstance(line, nodes.Choose) and line.player is not None
            }
            symbol = known.get(node.name)
        else:
            action = self.world.get(ActionSymbol, node.of)
            known = {s.name: s for s in action.chosen} if action else {}
            symbol = known.get(node.name)
        if isinstance(symbol, LocalSymbol):
            kind = without_none(symbol.type)
        what = f"`{node.of}` lets" if node.of else "the game lets"
        message, hint = None, None
        if not self.scenario:
            message = "what is offered now is known to scenarios only"
            hint = "move this into an `expect` line of a scenario"
        elif kind is None and "action" in self.world.lost:
            return UNKNOWN  # what the game offers could not be read
        elif kind is None:
            message = f"{what} nobody choose a `{node.name}`"
            hint = did_you_mean(node.name, known)
        elif not isinstance(
            kind, EnumType | PlayerType | CellType | PlaceType | IntType | ComponentType
        ):
            message = f"a set cannot be made of what is chosen as `{node.name}`"
            hint = "name the choices:  expect only offered player 1: ... | ..."
        if message is not None:
            self.world.report("scenario-choice", node.span, message, hint=hint)
        return UNKNOWN if message or kind is None else SetType(kind)

    def _after(self, node: nodes.After, expected: Type | None) -> Type:
        """What would be: the rule changes a copy, so nothing known before counts."""
        rule = self.world.get(RuleSymbol, node.name)
        if rule is None:
            known = [r.name for r in self.world.each(RuleSymbol)]
            if not self.world.excuses(node.name, known, "rule"):
                self.world.report(
                    "unknown-rule",
                    node.name_span,
                    f"no rule is called `{node.name}`",
                    mark="no rule",
                    hint=near(node.name, known, node.name_span),
                )
            for arg in node.args:
                self.expr(arg, UNKNOWN)
        else:
            rule.used = True
            self.world.refs[id(node)] = rule
            check_arguments(self, node, rule.params, node.args)
        inner = self.nested()
        inner.forget_state()
        return inner._plain(inner.expr(node.of, expected), node.of)


def _step_to(node: nodes.Attribute, owner: Type) -> Remedy | None:
    """How to say `c.south` and `p.next`."""
    if isinstance(owner, CellType | PlaceType):
        if any(node.name in sides for sides in BUILTIN_ENUMS.values()):
            return write(node.span, f"step({quoted(node.of)}, {node.name})")
    if isinstance(owner, PlayerType) and node.name in ("next", "previous", "prev"):
        side = "left" if node.name == "next" else "right"
        return write(node.span, f"{quoted(node.of)}.{side}")
    return None


def _instead(node: nodes.Expr, found: Type, wanted: Type) -> Remedy | None:
    """What would fit there, made of what stands there."""
    said = quoted(node)
    if wanted == BOOL:
        if isinstance(node, nodes.Int):
            return Remedy("write  true  or  false")
        if isinstance(found, IntType):
            return change(
                f"compare it with another number:  {said} > 0", node.span, f"{said} > 0"
            )
        if isinstance(node, nodes.Quantified):
            return Remedy(f"write  every {node.binder.name} in S has P")
        if element(found) is not None:
            test = f"{said} is not empty"
            return change(f"test it:  {test}", node.span, test)
        if isinstance(found, OptionalType):
            test = f"{said} is not none"
            return change(f"test it:  {test}", node.span, test)
    if isinstance(wanted, IntType) and element(found) is not None:
        count = f"size({said})"
        return change(f"count it:  {count}", node.span, count)
    if (
        without_none(wanted) == PLAYER
        and isinstance(node, nodes.Int)
        and node.value > 0
    ):
        return write(node.span, f"player {node.value}")
    return _without_quotes(wanted, node)


def _without_quotes(kind: Type, node: nodes.Expr) -> Remedy | None:
    if isinstance(without_none(kind), EnumType) and isinstance(node, nodes.Text):
        return write(node.span, node.value, "  without quotation marks")
    return None


def _list_of(known: list[str]) -> str | None:
    """All that there is, where it is few."""
    return f"it has {', '.join(known)}" if 0 < len(known) <= 8 else None
