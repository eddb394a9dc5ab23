"""Expressions of the rules in the core.

More than 400 lines because it is one `match` over the expressions of the language.
"""

from collections.abc import Sequence

from attrs import evolve

from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import folding
from rulesrun.dsl.core.context import TOO_LARGE, Context, Unfit, item_type, plain
from rulesrun.dsl.core.lower_calls import builtin
from rulesrun.dsl.core.lower_departures import beside, those_in
from rulesrun.dsl.core.lower_runs import runs
from rulesrun.dsl.core.lower_sides import showing
from rulesrun.dsl.core.magnitude import FEW, KEPT, MOST, grows, is_beyond, magnitude
from rulesrun.dsl.core.statements import Place
from rulesrun.dsl.core.symbols import KeyRange, Local
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.component_names import copy_of, is_called
from rulesrun.dsl.semantics.constants import NotFixed, TooLarge, evaluate
from rulesrun.dsl.semantics.geometry import names_diagonals, steps_by
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.vocabulary import LARGEST


class Expressions:
    """Lowers expressions in one context."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.world = context.world
        self.known = context.magnitudes

    def expr(self, node: nodes.Expr, wanted: t.Type | None = None) -> core.Expr:
        """An expression; as one of the wanted type where that is another collection."""
        result = self._expr(node)
        return result if wanted is None else folding.fitted(result, wanted)

    def _expr(self, node: nodes.Expr) -> core.Expr:  # noqa: C901 - one case a kind of node
        span = node.span
        match node:
            case nodes.Int(value=value):
                return folding.number(value, span)
            case nodes.Bool(value=flag):
                return folding.truth(flag, span)
            case nodes.NoneValue():
                return core.Const(None, type=self.type_of(node), span=span)
            case nodes.Cancelled():
                raise AssertionError("a statement asks whether an event was prevented")
            case nodes.Text():
                return self._text(node)
            case nodes.Name():
                return self._name(node)
            case nodes.It():
                return core.Get(
                    self.context.bound(node), type=self.type_of(node), span=span
                )
            case nodes.PlayerAt(seat=seat):
                return self._player(seat, span)
            case nodes.Attribute():
                return self._attribute(node)
            case nodes.Index():
                return self._index(node)
            case nodes.Call():
                return self._call(node)
            case nodes.Fold():
                return self._fold(node)
            case nodes.TupleOf() | nodes.ListOf() | nodes.SetOf():
                return self._collection(node)
            case nodes.ListFor() | nodes.SetFor():
                return self._comprehension(node)
            case nodes.BundleOf():
                return self._bundle(node)
            case nodes.GridOf(pairs=placed):
                pairs = tuple((self.expr(at), self.expr(what)) for at, what in placed)
                return core.MakeGrid(pairs, type=self.type_of(node), span=span)
            case nodes.Not(of=of):
                return folding.negation(self.expr(of), span)
            case nodes.And(left=left, right=right):
                return folding.both(self.expr(left), self.expr(right), span)
            case nodes.Or(left=left, right=right):
                return folding.either(self.expr(left), self.expr(right), span)
            case nodes.Compare():
                return self._compare(node)
            case nodes.Member():
                return self._member(node)
            case nodes.IsNone(of=of, negated=negated):
                return self._signed(folding.is_none(self.expr(of), span), negated, span)
            case nodes.IsEmpty(of=of, negated=negated):
                return self._signed(self.is_empty(of, span), negated, span)
            case nodes.IsType(of=of, name=name, negated=negated):
                test = core.IsKind(self.expr(of), name.text, type=t.BOOL, span=span)
                return self._signed(test, negated, span)
            case nodes.GridWith(grid=grid, component=what, at=at):
                args = (self.expr(grid), self.expr(what), self.expr(at))
                return core.Prim("grid_with", args, type=args[0].type, span=span)
            case nodes.GridWithout(grid=grid, at=at):
                grid_of = self.expr(grid)
                args_ = (grid_of, self.expr(at))
                return core.Prim("grid_without", args_, type=grid_of.type, span=span)
            case nodes.RangeOf(low=low, high=high):
                first, last = self.expr(low), self.expr(high)
                return core.Range(first, last, type=t.ListType(t.INT), span=span)
            case nodes.Arithmetic(op=op, left=left, right=right):
                result = self.arithmetic(op, self.expr(left), self.expr(right), span)
                return self._unless_known(result, node)
            case nodes.Division(left=left, right=right, up=up):
                op = "/up" if up else "/"
                a, b = self.expr(left), self.expr(right)
                return folding.arithmetic(op, a, b, t.INT, span)
            case nodes.Negative(of=of):
                return folding.negative(self.expr(of), span)
            case nodes.Conditional(then=then, test=test, otherwise=otherwise):
                kind = self.type_of(node)
                return folding.conditional(
                    self.expr(test),
                    self.expr(then, kind),
                    self.expr(otherwise, kind),
                    kind,
                    span,
                )
            case nodes.Quantified():
                return self._quantified(node)
            case nodes.Every(binder=binder, holds=holds):
                clauses = self.clauses((binder,))
                return core.Fold(
                    "all", clauses, self.expr(holds), type=t.BOOL, span=span
                )
            case nodes.Standings(binder=binder, by=by):
                clauses, item = self._filtered(binder)
                kind = t.ListType(t.ListType(item.type))
                order = self.orders(by)
                return core.Fold(
                    "standings", clauses, item, order, type=kind, span=span
                )
            case nodes.LongestRun(binder=binder):
                each = self._for(binder)
                return core.Fold(
                    "run", (each,), self._held(binder), type=t.INT, span=span
                )
            case nodes.Runs(binder=binder):
                each = self._for(binder)
                return runs(self.context, each, self._held(binder), span)
            case (
                nodes.Reach()
                | nodes.Steps()
                | nodes.LongestLoop()
                | nodes.LongestTrail()
                | nodes.Regions()
            ):
                return self._walk(node)
            case nodes.Can():
                return self._can(node)
            case nodes.Offered(name=name_, of=item_, stated=stated):
                tests = tuple(map(self.expr, stated))
                return core.Offered(
                    name_, item_, tests, type=self.type_of(node), span=span
                )
            case nodes.After():
                return self._after(node)

    # ---- helpers ----------------------------------------------------------------

    def type_of(self, node: nodes.Node) -> t.Type:
        """The type of an expression's value."""
        return self.context.type_of(node)

    def _signed(self, test: core.Expr, negated: bool, span: Span) -> core.Expr:
        return folding.negation(test, span) if negated else test

    def get(self, local: Local, span: Span) -> core.Get:
        """What a local holds."""
        return core.Get(local, type=local.type, span=span)

    def orders(self, by: Sequence[nodes.Ordering]) -> tuple[core.Order, ...]:
        """By what is ranked."""
        return tuple(core.Order(o.most, self.expr(o.by)) for o in by)

    def team_of(self, player: Local) -> core.Expr:
        """What is the same for all players of the team of a player."""
        game = self.world.game
        assert game is not None
        assert game.teams is not None
        it = self.world.local(game.teams)
        self.context.locals[it] = player
        result = self.expr(game.teams.by)
        del self.context.locals[it]
        return result

    def team(self, player: core.Expr, span: Span) -> core.Expr:
        """All players of the team of a player, in the order of the seats."""
        own, other = (self.context.fresh(n, t.PLAYER) for n in ("own", "other"))
        mine = self.team_of(own)
        key = self.context.fresh("team", mine.type)
        same = folding.compare("==", self.team_of(other), self.get(key, span), span)
        players = self._numbers(self.context.setting.players, t.PLAYER, span)
        clauses = (
            core.Given(own, player),
            core.Given(key, mine),
            core.For(other, players),
            core.When(same),
        )
        kind = t.ListType(t.PLAYER)
        return core.Fold("list", clauses, self.get(other, span), type=kind, span=span)

    def arguments(
        self, args: Sequence[nodes.Expr], params: Sequence[sym.LocalSymbol]
    ) -> tuple[core.Expr, ...]:
        """Arguments in the form that the types of their parameters have."""
        pairs = zip(args, params, strict=True)
        return tuple(self.bounded(arg, plain(param.type)) for arg, param in pairs)

    def place(self, node: nodes.Expr) -> Place | None:
        """The variable that an expression names, if it names one."""
        if isinstance(node, nodes.Name) and node.text == "box":
            return Place(self.context.box)
        symbol = self.world.refs.get(id(node))
        if not isinstance(symbol, sym.VariableSymbol):
            return None
        variable = self.context.variable(symbol)
        match node:
            case nodes.Name():
                return Place(variable)
            case nodes.Attribute(of=of):
                return Place(variable, (self.expr(of),))
            case nodes.Index(of=of, keys=keys):
                ranges = variable.keys[-len(keys) :]
                result = [
                    self._key(key, key_range, variable.name)
                    for key, key_range in zip(keys, ranges, strict=True)
                ]
                if isinstance(of, nodes.Attribute):
                    result.insert(0, self.expr(of.of))
                return Place(variable, tuple(result))
            case _:
                return None

    def _key(self, node: nodes.Expr, key_range: KeyRange, name: str) -> core.Expr:
        """A key; a number that is not known to be one of those that there are is asked."""
        result = self.expr(node)
        if not isinstance(key_range.type, t.IntType):
            return result
        low, high = self.context.ranges.of(node)
        first, last = key_range.first, key_range.first + key_range.size - 1
        if isinstance(result, core.Const) and isinstance(result.value, int):
            low = high = result.value
        if low is not None and high is not None and first <= low <= high <= last:
            return result
        return core.InRange(result, first, last, name, type=result.type, span=node.span)

    def bounded(self, node: nodes.Expr, wanted: t.Type | None = None) -> core.Expr:
        """A value that is kept: one that could be beyond all measure is looked at."""
        return self.sized(self.expr(node, wanted))

    def holds(self, local: Local, value: core.Expr) -> None:
        """A local gets a value, or an item of a collection, and never another one."""
        if local.symbol not in self.context.ranges.changed:
            most = max(magnitude(value, self.known), self.known.get(local, 0))
            self.context.magnitudes[local] = min(most, KEPT)

    def sized(self, of: core.Expr) -> core.Expr:
        """A value that is kept: a number is looked at where it could grow."""
        kind = t.without_none(of.type)
        if isinstance(kind, t.IntType | t.BundleType) and grows(of, self.known):
            return core.Sized(of, type=of.type, span=of.span)
        return of

    def limited(self, of: core.Expr) -> core.Expr:
        """What comes of an operation: looked at where it might need too much room."""
        kind = t.without_none(of.type)
        if isinstance(kind, t.IntType | t.BundleType) and (
            is_beyond(of, self.known) or self._adds(of)
        ):
            return core.Sized(of, type=of.type, span=of.span)
        return of

    def _adds(self, of: core.Expr) -> bool:
        """Whether the amounts of a bundle of many kinds are added up."""
        match of:
            case core.Prim(
                name="size", args=(core.Expression(type=t.BundleType(enum)) as bundle,)
            ):
                many = len(self.world.enum(enum).values)
                return many > FEW and many * magnitude(bundle, self.known) > MOST
            case _:
                return False

    def _unless_known(self, result: core.Expr, node: nodes.Arithmetic) -> core.Expr:
        """What comes of an operation, not looked at where the rules bound its number."""
        if isinstance(result, core.Sized) and isinstance(result.type, t.IntType):
            low, high = self.context.ranges.of(node)
            if (
                low is not None
                and high is not None
                and -LARGEST <= low <= high <= LARGEST
            ):
                return result.of
        return result

    def zone(self, node: nodes.Expr) -> Place:
        """The zone that an expression names."""
        result = self.place(node)
        assert result is not None
        return result

    def _read(self, node: nodes.Expr) -> core.Expr:
        return self.read_from(self.zone(node), node)

    def read_from(self, place: Place, node: nodes.Expr) -> core.Expr:
        """What lies in a place that an expression names, as it is read there."""
        kind = self.type_of(node)
        if isinstance(kind, t.UnknownType):
            kind = place.variable.type
        return core.Read(place.variable, place.keys, type=kind, span=node.span)

    # ---- values -------------------------------------------------------------------

    def _text(self, node: nodes.Text) -> core.Const:
        kind = self.type_of(node)
        value: str | int | None = node.value
        if isinstance(kind, t.ComponentType):
            value = self._called(node.value, kind)
        elif isinstance(kind, t.PlaceType):
            value = self.context.parse_place(node.value)
        elif isinstance(kind, t.CellType):
            value = self.context.setting.boards[kind.board].parse_cell(node.value)
        if value is None:
            kind = folding.optional(kind)
        return core.Const(value, type=kind, span=node.span)

    def _called(self, name: str, kind: t.ComponentType) -> int | None:
        """The first component that is called so; of `twin #2` the second `twin`."""
        bare, copy = copy_of(name)
        for wanted, place in ((name, 1), (bare, copy)):
            named = [
                c.number
                for c in self.context.setting.components
                if c.kind in kind.names and is_called(str(c.name), wanted)
            ]
            if len(named) >= place:
                return named[place - 1]
        return None

    def _player(self, seat: int, span: Span) -> core.Expr:
        players = self.context.setting.players
        if seat <= players:
            return core.Const(seat - 1, type=t.PLAYER, span=span)
        message = f"there is no player {seat} among {players} players"
        return core.Fail(message, type=t.PLAYER, span=span)

    def _numbers(
        self, count: int, item: t.Type, span: Span, first: int = 0
    ) -> core.Range:
        low = core.Const(first, type=item, span=span)
        high = core.Const(first + count - 1, type=item, span=span)
        return core.Range(low, high, type=t.ListType(item), span=span)

    def _name(self, node: nodes.Name) -> core.Expr:
        symbol = self.world.refs.get(id(node))
        setting, span = self.context.setting, node.span
        kind = self.type_of(node)
        match symbol:
            case sym.LocalSymbol():
                local = self.context.local(symbol)
                if isinstance(kind, t.UnknownType):
                    kind = local.type
                return core.Get(local, type=kind, span=span)
            case sym.ValueSymbol(index=index):
                return core.Const(index, type=t.EnumType(symbol.enum), span=span)
            case sym.VariableSymbol():
                return self._read(node)
            case sym.ConstantSymbol():
                return self._constant(symbol, span)
            case sym.OptionSymbol():
                value = setting.fixed_values[symbol.name]
                assert not isinstance(value, tuple)
                return core.Const(value, type=plain(symbol.type), span=span)
            case sym.NeutralSymbol():
                return core.Const(setting.neutrals[symbol.name], type=kind, span=span)
            case sym.BoardSymbol(name=name):
                count = len(setting.boards[name].names)
                return self._numbers(count, t.CellType(name), span)
            case sym.EnumSymbol(name=name):
                return self._numbers(len(symbol.values), t.EnumType(name), span)
            case sym.ComponentSymbol(name=name):
                of_kind = setting.spans[name]
                item = t.ComponentType((name,))
                return self._numbers(len(of_kind), item, span, of_kind.start)
            case _:
                pass
        match node.text:
            case "players":
                result = self._numbers(setting.players, t.PLAYER, span)
                if self.world.left is not None:
                    return those_in(self.context, result, span)
                return result
            case "participants":
                return self._numbers(setting.participants, t.PLAYER, span)
            case "player_count":
                return folding.number(setting.players, span)
            case "origin":
                return core.Const(0, type=kind, span=span)
            case "winners":
                return core.Prim("winners", (), type=t.ListType(t.PLAYER), span=span)
            case _:
                box = self.context.box
                return core.Read(box, (), type=box.type, span=span)

    def _constant(self, symbol: sym.ConstantSymbol, span: Span) -> core.Expr:
        decl = symbol.decl
        try:
            value = evaluate(self.world, decl.value, self.context.setting.fixed_values)
        except TooLarge as error:
            raise Unfit(TOO_LARGE, error.node.span) from error
        except (NotFixed, ZeroDivisionError):
            return self.expr(decl.value)
        if isinstance(value, int):
            return core.Const(value, type=self.context.type_of(decl.value), span=span)
        return self.expr(decl.value)

    # ---- fields and indexes -----------------------------------------------------

    def _attribute(self, node: nodes.Attribute) -> core.Expr:
        symbol = self.world.refs.get(id(node))
        if isinstance(symbol, sym.ValueSymbol):
            return core.Const(
                symbol.index, type=t.EnumType(symbol.enum), span=node.span
            )
        kind = self.type_of(node)
        owner = t.without_none(self.type_of(node.of))
        item = t.element(owner)
        of = self.expr(node.of)
        if symbol is None and node.name == "team" and owner == t.PLAYER:
            return self.team(of, node.span)
        if item is None:
            return self._field(node, of, kind)
        each = self.context.fresh("each", item)
        inner = self._field(node, self.get(each, node.of.span), item_type(kind))
        return core.Fold(
            "list", (core.For(each, of),), inner, type=kind, span=node.span
        )

    def _field(self, node: nodes.Attribute, of: core.Expr, kind: t.Type) -> core.Expr:
        symbol = self.world.refs.get(id(node))
        if isinstance(symbol, sym.VariableSymbol):
            variable = self.context.variable(symbol)
            return core.Read(variable, (of,), type=kind, span=node.span)
        if symbol is None and node.name == "value" and isinstance(of.type, t.CellType):
            return evolve(of, type=kind)
        if isinstance(symbol, sym.FieldSymbol):
            if isinstance(kind, t.UnknownType):
                kind = plain(symbol.one)
            if symbol.by is not None:
                return showing(self.context, symbol, of, kind, node.span)
        if self.world.left is not None and node.name in ("left", "right"):
            if t.without_none(of.type) == t.PLAYER:
                return beside(self.context, of, node.name, node.span)
        return core.Field(of, node.name, type=kind, span=node.span)

    def _index(self, node: nodes.Index) -> core.Expr:
        symbol = self.world.refs.get(id(node))
        span = node.span
        if isinstance(symbol, sym.VariableSymbol):
            return self._read(node)
        if isinstance(symbol, sym.TableSymbol):
            table = self.context.table(symbol)
            pairs = zip(node.keys, symbol.keys, strict=True)
            keys = tuple(self.expr(key, kind) for key, (_, kind) in pairs)
            default, kind = symbol.decl.default, self.type_of(node)
            instead = None if default is None else self._row(symbol, default, kind)
            return core.Lookup(table, keys, instead, type=kind, span=span)
        if isinstance(symbol, sym.BoardSymbol) and symbol.shape == "graph":
            # A space and the value of the enum that it is have the same number.
            return evolve(self.expr(node.keys[0]), type=self.type_of(node))
        if isinstance(symbol, sym.BoardSymbol):
            at = tuple(map(self.expr, node.keys))
            return core.Prim("cell_at", at, type=self.type_of(node), span=span)
        if isinstance(self.type_of(node.keys[0]), t.CellType):
            return self.expr(node.keys[0])
        of = self.expr(node.of)
        key = self.expr(node.keys[0])
        if isinstance(of.type, t.GridType) and len(node.keys) == 2:
            place = t.PlaceType(of.type.shape)
            coordinates = (key, self.expr(node.keys[1]))
            key = core.Prim("place_at", coordinates, type=place, span=span)
        return core.Index(of, key, type=self.type_of(node), span=span)

    # ---- collections ----------------------------------------------------------------

    def _for(self, binder: nodes.Binder) -> core.For:
        of = self.expr(binder.of)
        local = self.context.bound(binder)
        self.holds(local, of)
        return core.For(local, of)

    def _held(self, binder: nodes.Binder) -> core.Expr:
        """The condition of a binder, which holds where there is none."""
        if binder.where is None:
            return folding.truth(True, binder.span)
        return self.expr(binder.where)

    def clauses(self, binders: Sequence[nodes.Binder]) -> tuple[core.Clause, ...]:
        """`x in S where P`, one inside of the other."""
        clauses: list[core.Clause] = []
        for binder in binders:
            clauses.append(self._for(binder))
            if binder.where is not None:
                clauses.append(core.When(self.expr(binder.where)))
        return tuple(clauses)

    def _filtered(
        self, binder: nodes.Binder
    ) -> tuple[tuple[core.Clause, ...], core.Get]:
        """The clauses of a binder, and its local."""
        clauses = self.clauses((binder,))
        return clauses, self.get(self.context.bound(binder), binder.name_span)

    def _comprehension(self, node: nodes.ListFor | nodes.SetFor) -> core.Fold:
        clauses = self.clauses((node.binder, *node.more))
        whole = self.type_of(node)
        inner = self.bounded(node.item, item_type(whole))
        kind = "set" if isinstance(node, nodes.SetFor) else "list"
        return core.Fold(kind, clauses, inner, type=whole, span=node.span)

    def _row(
        self, table: sym.TableSymbol, default: nodes.Expr, kind: t.Type
    ) -> core.Expr:
        """What counts where a table has no row: in each of its columns, if several."""
        values = [self.expr(default, column) for _, column in table.values]
        if len(values) == 1:
            return values[0]
        return core.Make(tuple(values), type=kind, span=default.span)

    def _collection(
        self, node: nodes.TupleOf | nodes.ListOf | nodes.SetOf
    ) -> core.Expr:
        kind = self.type_of(node)
        if isinstance(kind, t.BundleType):
            return core.MakeBundle((), type=kind, span=node.span)
        if isinstance(kind, t.SetType) and isinstance(kind.item, t.ComponentType):
            if any(isinstance(item, nodes.Text) for item in node.items):
                kind = t.ListType(kind.item)  # two that are called alike are two
        if isinstance(node, nodes.TupleOf):
            items = tuple(map(self.bounded, node.items))
        else:
            items = tuple(self.bounded(item, item_type(kind)) for item in node.items)
        return core.Make(items, type=kind, span=node.span)

    def _bundle(self, node: nodes.BundleOf) -> core.Expr:
        kind = self.type_of(node)
        assert isinstance(kind, t.BundleType)
        pairs = [(self.expr(key), self.bounded(amount)) for key, amount in node.pairs]
        return self.limited(core.MakeBundle(tuple(pairs), type=kind, span=node.span))

    def _fold(self, node: nodes.Fold) -> core.Expr:
        clauses = self.clauses((node.binder, *node.more))
        item = self.bounded(node.item)
        kind = {"size": "count", "distinct": "set"}.get(node.name, node.name)
        instead = None if node.otherwise is None else self.bounded(node.otherwise)
        fold = core.Fold(
            kind,
            clauses,
            None if kind == "count" else item,
            otherwise=instead,
            type=self.type_of(node),
            span=node.span,
        )
        return self.limited(fold)

    def _quantified(self, node: nodes.Quantified) -> core.Expr:
        binder, span, kind = node.binder, node.span, self.type_of(node)
        if node.having:
            clauses, item = self._filtered(binder)
            by = self.orders(node.having)
            if node.kind == "all":
                return core.Fold("ties", clauses, item, by, type=kind, span=span)
            if node.kind == "the":
                return core.Fold("only", clauses, item, by, type=kind, span=span)
            instead = None
            if node.kind == "first":
                instead = core.Const(None, type=kind, span=span)
            return core.Fold("best", clauses, item, by, instead, type=kind, span=span)
        plain_ = binder.where is None
        if plain_ and node.kind in ("some", "no"):
            result = folding.anything(self.expr(binder.of), span)
            return self._signed(result, node.kind == "no", span)
        if plain_ and node.kind == "all":
            return self.expr(binder.of, kind)
        clauses, item = self._filtered(binder)
        match node.kind:
            case "count":
                return core.Fold("count", clauses, type=t.INT, span=span)
            case "some" | "no":
                result = folding.some(clauses, folding.truth(True, span), span)
                return self._signed(result, node.kind == "no", span)
            case "all":
                return core.Fold("list", clauses, item, type=kind, span=span)
            case "first":
                none = core.Const(None, type=kind, span=span)
                return core.Fold("first", clauses, item, (), none, type=kind, span=span)
            case "any":
                return core.Fold("first", clauses, item, type=kind, span=span)
            case _:
                return core.Fold("only", clauses, item, type=kind, span=span)

    def _walk(
        self,
        node: nodes.Reach
        | nodes.Steps
        | nodes.LongestLoop
        | nodes.LongestTrail
        | nodes.Regions,
    ) -> core.Walk:
        kind, span = self.type_of(node), node.span
        if not isinstance(node, nodes.Reach | nodes.Steps):
            regions = isinstance(node, nodes.Regions)
            within = self.expr(
                node.of if isinstance(node, nodes.Regions) else node.within
            )
            word = "loop" if isinstance(node, nodes.LongestLoop) else "trail"
            return core.Walk(
                "regions" if regions else word,
                within,
                step=self._step(node.stepping, within.type),
                type=kind,
                span=span,
            )
        start = self.expr(node.start)
        if t.element(start.type) is None:
            one = t.ListType(start.type)
            start = core.Make((start,), type=one, span=start.span)
        within = self.expr(node.within)
        step = self._step(node.stepping, within.type)
        if isinstance(node, nodes.Steps):
            goal = self.expr(node.goal)
            return core.Walk(
                "steps", within, start, goal, None, step, type=kind, span=span
            )
        limit = None if node.limit is None else self.expr(node.limit)
        return core.Walk(
            "reach", within, start, None, limit, step, type=kind, span=span
        )

    def _step(
        self, stepping: nodes.Stepping | None, within: t.Type
    ) -> core.Step | None:
        if stepping is None:
            return None
        cell = t.element(within)
        side: t.Type = t.UNKNOWN
        if isinstance(cell, t.CellType | t.PlaceType) and stepping.among is None:
            side = steps_by(self.world, cell) or t.UNKNOWN
        return core.Step(
            self.context.bound(stepping.source),
            self.context.bound(stepping.target),
            self.context.fresh("side", side)
            if stepping.side is None
            else self.context.bound(stepping.side),
            core.Const(True, type=t.BOOL, span=stepping.span)
            if stepping.where is None
            else self.expr(stepping.where),
            None if stepping.cost is None else self.expr(stepping.cost),
            None if stepping.among is None else self.expr(stepping.among),
            diagonal=stepping.where is not None
            and names_diagonals(self.world, stepping.where),
        )

    # ---- conditions ---------------------------------------------------------------

    def _compared(self, node: nodes.Expr) -> core.Expr:
        """One side of a comparison: nobody is a player who does not take part."""
        if isinstance(node, nodes.PlayerAt):
            return core.Const(node.seat - 1, type=t.PLAYER, span=node.span)
        return self.expr(node)

    def _compare(self, node: nodes.Compare) -> core.Expr:
        left, right = self._compared(node.left), self._compared(node.right)
        if isinstance(left.type, t.BundleType) and node.op in (">=", "<="):
            sides = (left, right) if node.op == ">=" else (right, left)
            return core.Prim("covers", sides, type=t.BOOL, span=node.span)
        if node.op not in ("==", "!="):
            return folding.compare(node.op, left, right, node.span)
        same = self._same(node, left, right)
        return self._signed(same, node.op == "!=", node.span)

    def _same(
        self, node: nodes.Compare, left: core.Expr, right: core.Expr
    ) -> core.Expr:
        a, b, span = left.type, right.type, node.span

        def prim(name: str) -> core.Prim:
            return core.Prim(name, (left, right), type=t.BOOL, span=span)

        components = (t.without_none(a), t.without_none(b))
        if any(isinstance(side, nodes.Text) for side in (node.left, node.right)):
            if any(isinstance(kind, t.ComponentType) for kind in components):
                return prim("same_face")
        first, second = t.element(a), t.element(b)
        if first is None or second is None:
            return folding.compare("==", left, right, span)
        if isinstance(a, t.GridType) or isinstance(b, t.GridType):
            left, right = folding.fitted(left, b), folding.fitted(right, a)
            return folding.compare("==", left, right, span)
        if isinstance(first, t.ComponentType) or isinstance(second, t.ComponentType):
            ordered = self._ordered(node.left) and self._ordered(node.right)
            return prim("same_faces_in_order" if ordered else "same_faces")
        if isinstance(left, core.Make) and not left.items:
            left = folding.fitted(left, b)
        elif isinstance(right, core.Make) and not right.items:
            right = folding.fitted(right, a)
        elif isinstance(a, t.SetType) != isinstance(b, t.SetType):
            left = folding.fitted(left, t.SetType(first))
            right = folding.fitted(right, t.SetType(second))
        return folding.compare("==", left, right, span)

    def _ordered(self, node: nodes.Expr) -> bool:
        kind = self.context.raw_type(node)
        if isinstance(kind, t.ZoneType):
            return kind.kind in ("deck", "pile", "row")
        return isinstance(kind, t.ListType)

    def _member(self, node: nodes.Member) -> core.Expr:
        item, of = self._compared(node.item), self.expr(node.of)
        span, inside = node.span, t.element(of.type)
        result: core.Expr
        if isinstance(node.item, nodes.Text) and isinstance(inside, t.ComponentType):
            each = self.context.fresh("each", inside)
            alike = core.Prim(
                "same_face", (self.get(each, span), item), type=t.BOOL, span=span
            )
            result = folding.over_some(of, each, alike, span)
        else:
            result = core.In(item, of, type=t.BOOL, span=span)
        return self._signed(result, node.negated, span)

    def is_empty(self, node: nodes.Expr, span: Span) -> core.Expr:
        """Whether there is nothing in a collection or a zone."""
        kind, of = self.context.raw_type(node), self.expr(node)
        if isinstance(kind, t.ZoneType) and kind.kind == "stock" and of.type == t.INT:
            return folding.compare("==", of, folding.number(0, span), span)
        if t.element(of.type) is None:
            return folding.is_none(of, span)
        return folding.nothing(of, span)

    # ---- arithmetic and calls -------------------------------------------------------

    def arithmetic(
        self, op: str, left: core.Expr, right: core.Expr, span: Span
    ) -> core.Expr:
        """`a + b` of numbers, lists, sets or bundles."""
        kind = left.type
        match kind:
            case t.ListType():
                right = folding.fitted(right, kind)
            case t.SetType():
                right = folding.fitted(right, kind)
                if isinstance(kind.item, t.UnknownType):
                    kind = right.type
            case t.BundleType():
                right = right if op == "*" else folding.fitted(right, kind)
            case _:
                kind = t.INT
        return self.limited(folding.arithmetic(op, left, right, kind, span))

    def _call(self, node: nodes.Call) -> core.Expr:
        symbol = self.world.refs.get(id(node))
        if isinstance(symbol, sym.FunctionSymbol | sym.AmountSymbol):
            args = self.arguments(node.args, symbol.params)
            routine = self.context.routines[symbol]
            kind = routine.returns or t.INT
            return core.Call(routine, args, type=kind, span=node.span)
        if self.world.get(sym.ComponentSymbol, node.name) is not None:
            return self.expr(node.args[0])
        args = tuple(self.expr(arg) for arg in node.args)
        result = builtin(self.context, node, args)
        if self.world.left is not None and node.name in ("clockwise", "others"):
            return those_in(self.context, result, node.span)
        return self.limited(result)

    def _can(self, node: nodes.Can) -> core.Can:
        symbol = self.world.refs[id(node)]
        assert isinstance(symbol, sym.ActionSymbol)
        action = self.context.routines[symbol]
        self.context.asked.add(action)
        args = self.arguments(node.args, symbol.params)
        return core.Can(action, args, type=t.BOOL, span=node.span)

    def _after(self, node: nodes.After) -> core.After:
        symbol = self.world.refs[id(node)]
        assert isinstance(symbol, sym.RuleSymbol)
        args = self.arguments(node.args, symbol.params)
        rule = self.context.routines[symbol]
        return core.After(
            self.expr(node.of), rule, args, type=self.type_of(node), span=node.span
        )
