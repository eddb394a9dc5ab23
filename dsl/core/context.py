"""What lowering knows and counts: the symbols of the core, made when they are met."""

from collections.abc import Iterable
from functools import cached_property

from attrs import Factory, define, evolve, field

from rulesrun.dsl.analysis.aliases import Handed
from rulesrun.dsl.analysis.bounds import Ranges
from rulesrun.dsl.analysis.chains import inner_calls
from rulesrun.dsl.analysis.crediting import Credits
from rulesrun.dsl.analysis.information_flow import Sight
from rulesrun.dsl.analysis.proofs import Proofs
from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core.program import LedgerLine, ParsePlace, Setting
from rulesrun.dsl.core.statements import Action, Decide
from rulesrun.dsl.core.symbols import (
    KeyRange,
    Local,
    Reason,
    RoutineSymbol,
    Table,
    Variable,
    Zone,
)
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.constants import evaluate
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.vocabulary import LARGEST

NESTED = (
    "this is nested too deep, or too long, to be carried out; put parts of it into rules "
    "or functions of their own"
)
TOO_LARGE = f"this would be a number of more than {len(str(LARGEST))} digits"


class Unfit(Exception):
    """The rules cannot be made into a game; `span` is the place that it fails at."""

    def __init__(self, message: str, span: Span | None) -> None:
        super().__init__(message)
        self.span = span


def plain(kind: t.Type) -> t.Type:
    """The type of a value: that of what a zone holds in place of the zone's."""
    match kind:
        case t.ZoneType("space", item):
            return t.space_value(item)
        case t.ZoneType("stock", item):
            return t.stock_value(item)
        case t.ZoneType(_, item):
            return t.ListType(item)
        case t.ListType(item):
            return t.ListType(plain(item))
        case t.SetType(item):
            return t.SetType(plain(item))
        case t.OptionalType(item):
            return t.OptionalType(plain(item))
        case t.TupleType(items):
            return t.TupleType(tuple(map(plain, items)))
        case _:
            return kind


def item_type(kind: t.Type) -> t.Type:
    """The type of the items of a collection (of a value's type)."""
    match kind:
        case t.ListType(item) | t.SetType(item):
            return item
        case t.BundleType(enum):
            return t.EnumType(enum)
        case t.GridType(shape, _):
            return t.PlaceType(shape)
        case _:
            return t.UNKNOWN


@define(eq=False, repr=False)
class Context:
    """The state of a lowering: symbols by their declarations, and what is counted."""

    world: World
    setting: Setting
    parse_place: ParsePlace
    trace: bool = False
    credits: bool = False
    locals: dict[sym.LocalSymbol, Local] = Factory(dict)
    variables: dict[sym.VariableSymbol, Variable] = Factory(dict)
    tables: dict[sym.TableSymbol, Table] = Factory(dict)
    routines: dict[sym.Symbol, RoutineSymbol] = Factory(dict)
    actions: dict[RoutineSymbol, Action] = Factory(dict)
    asked: set[RoutineSymbol] = Factory(set)
    decisions: list[Decide | None] = Factory(list)
    texts: list[nodes.Labels] = Factory(list)
    spoken: dict[int, tuple[tuple[str, t.Type], ...]] = Factory(dict)
    ledger: list[LedgerLine] = Factory(list)
    explorations: int = 0
    magnitudes: dict[Local, int] = Factory(dict)
    box: Variable = field(init=False)
    proofs: Proofs = field(init=False)
    sight: Sight = field(init=False)
    crediting: Credits | None = field(default=None, init=False)
    ranges: Ranges = field(init=False)
    asked_places: frozenset[sym.VariableSymbol | t.ComponentType] | None = None
    _handed: Handed = field(init=False)
    _secret: set[sym.Symbol] = field(init=False)
    _count: int = 0

    def __attrs_post_init__(self) -> None:
        self.proofs = Proofs(_without_promises(self.world))
        self.ranges = Ranges(self.world)
        self._handed = Handed(self.world)
        self.sight = Sight(self.world, self._handed)
        if self.credits:
            self.crediting = Credits(self.world, self.sight)
        names = self._handed.secret_names()
        self._secret = {self._handed.root(name) for name in names}
        kinds = tuple(self.setting.spans)
        held = t.ListType(t.ComponentType(tuple(sorted(kinds))))
        self.box = Variable("box", held, (), Zone("bag", kinds), False, None)

    @cached_property
    def inner_calls(self) -> frozenset[int]:
        """The lines that carry a rule out that may be under way there, by their ids."""
        return inner_calls(self.world)

    # ---- symbols --------------------------------------------------------------

    def fresh(self, name: str, kind: t.Type) -> Local:
        """A new local."""
        self._count += 1
        return Local(self._count, name, kind)

    def local(self, symbol: sym.LocalSymbol) -> Local:
        """The local of a name of the rules."""
        local = self.locals.get(symbol)
        if local is None:
            self._count += 1
            kind = plain(symbol.type)
            secret = self._handed.root(symbol) in self._secret
            local = Local(self._count, symbol.name, kind, symbol, secret)
            self.locals[symbol] = local
        return local

    def bound(self, node: nodes.Node) -> Local:
        """The local that a node introduces."""
        symbol = self.world.refs[id(node)]
        assert isinstance(symbol, sym.LocalSymbol)
        return self.local(symbol)

    def variable(self, symbol: sym.VariableSymbol) -> Variable:
        """The family of a declared variable."""
        variable = self.variables.get(symbol)
        if variable is None:
            keys = tuple(map(self._key, symbol.all_keys))
            zone = self._zone(symbol)
            variable = Variable(
                symbol.name, plain(symbol.type), keys, zone, symbol.decl.ledger, symbol
            )
            self.variables[symbol] = variable
        return variable

    def table(self, symbol: sym.TableSymbol) -> Table:
        """The rows of a declared table."""
        table = self.tables.get(symbol)
        if table is None:
            rows = dict(symbol.rows)
            table = Table(symbol.name, symbol.keys, symbol.values, rows)
            self.tables[symbol] = table
        return table

    def _key(self, key: sym.FamilyKey) -> KeyRange:
        match key.type:
            case t.PlayerType():
                return KeyRange(key.type, 0, self.setting.participants)
            case t.CellType(board):
                return KeyRange(key.type, 0, len(self.setting.boards[board].names))
            case t.EnumType(name):
                return KeyRange(key.type, 0, len(self.world.enum(name).values))
            case t.ComponentType((name,)):
                span = self.setting.spans[name]
                return KeyRange(key.type, span.start, len(span))
            case _:
                assert key.low is not None
                assert key.high is not None
                low, high = self.number(key.low), self.number(key.high)
                return KeyRange(t.INT, low, high - low + 1)

    def _zone(self, symbol: sym.VariableSymbol) -> Zone | None:
        limit = symbol.decl.capacity
        capacity = None if limit is None else self.number(limit)
        match symbol.type:
            case t.ZoneType(kind, t.ComponentType(names)):
                return Zone(kind, names, capacity)
            case t.ZoneType("stock", t.PieceType(name, str())):
                pieces = self._pieces(name)
                return Zone("kinds", (name,), capacity, pieces=pieces)
            case t.ZoneType("stock", t.PieceType(name)):
                owner, pieces = self._owner(symbol, name), self._pieces(name)
                return Zone("stock", (name,), capacity, owner, pieces)
            case t.ZoneType(_, t.PieceType(name)):
                return Zone("post", (name,), capacity)
            case t.GridType(_, t.ComponentType(names)):
                return Zone("grid", names, capacity)
            case _:
                return None

    def _pieces(self, name: str) -> int | None:
        """How many pieces of one kind there are, those of all players together."""
        piece = self.world.get(sym.PieceSymbol, name)
        if piece is None:
            return None
        owners = 1 if piece.decl.each is None else self.setting.participants
        return self.number(piece.decl.count) * owners

    def _owner(self, symbol: sym.VariableSymbol, name: str) -> int | None:
        """Which key of a stock says whose pieces lie there: the last player."""
        piece = self.world.get(sym.PieceSymbol, name)
        if piece is None or piece.decl.each is None:
            return None
        players = [at for at, key in enumerate(symbol.all_keys) if key.type == t.PLAYER]
        return players[-1] if players else None

    def reached(self, of: core.Expr, place: Span) -> core.Expr:
        """A condition that says, where rules are traced, that it is met."""
        if not self.trace:
            return of
        return core.Reached(of, place, type=of.type, span=of.span)

    def nothing(self, kind: t.Type, span: Span) -> core.Expr:
        """What lies where nothing is kept: a value of that type, whichever."""
        match kind:
            case t.ListType() | t.SetType():
                return core.Make((), type=kind, span=span)
            case t.BundleType():
                return core.MakeBundle((), type=kind, span=span)
            case t.OptionalType():
                value: int | bool | str | None = None
            case t.BoolType():
                value = False
            case t.TextType():
                value = ""
            case t.ComponentType((name, *_)):
                value = self.setting.spans[name].start
            case _:
                value = 0
        return core.Const(value, type=kind, span=span)

    # ---- what is known ----------------------------------------------------------

    def number(self, node: nodes.Expr) -> int:
        """The value of an expression that is fixed from the beginning."""
        value = evaluate(self.world, node, self.setting.fixed_values)
        assert isinstance(value, int)
        return value

    def raw_type(self, node: nodes.Node) -> t.Type:
        """The type that the checker found."""
        return self.world.types.get(id(node), t.UNKNOWN)

    def type_of(self, node: nodes.Node) -> t.Type:
        """The type of an expression's value."""
        return plain(self.raw_type(node))


def _without_promises(world: World) -> World:
    """The world without the ranges that no game makes sure of.

    Only variables and fields are held to theirs. What a rule is given and what a
    function gives back may lie outside: that is enough for a warning, but not here.
    """
    types = {
        node: kind
        for node, kind in world.types.items()
        if not isinstance(world.refs.get(node), sym.LocalSymbol | sym.FunctionSymbol)
    }
    return evolve(world, types=types)


def paragraphs(cites: Iterable[nodes.Cite]) -> tuple[str, ...]:
    """The paragraphs that a line cites."""
    return tuple(cite.paragraph for cite in cites)


def reason_of(
    world: World,
    line: nodes.Where | nodes.Require | nodes.Prefer | nodes.Choose,
    part: nodes.Expr | None = None,
) -> Reason:
    """What is told where a line of a choice, or a part of its condition, is not met.

    A condition of the rules has its reason, unless the line gives its own; of those that
    `or` joins it is that of the last one.
    """
    labels, cites = line.reason, paragraphs(line.cites)
    test = None if isinstance(line, nodes.Choose) else part or line.test
    while isinstance(test, nodes.Or):
        test = test.right
    symbol = world.refs.get(id(test)) if isinstance(test, nodes.Call) else None
    decl = symbol.decl if isinstance(symbol, sym.ConditionSymbol) else None
    if isinstance(decl, nodes.ConditionDecl):
        cites = tuple(dict.fromkeys((*cites, *paragraphs(decl.cites))))
        if labels == nodes.NO_LABELS:
            labels = decl.reason
    return Reason(labels, line.span, cites)


def reasoned_parts(
    world: World, line: nodes.Where | nodes.Require
) -> tuple[nodes.Expr, ...]:
    """The conditions that `and` joins in a line, where one of them has its own reason."""
    parts = _joined(line.test)
    own = line.reason != nodes.NO_LABELS
    if own or all(not reason_of(world, line, part).text.text for part in parts):
        return (line.test,)
    return parts


def _joined(test: nodes.Expr) -> tuple[nodes.Expr, ...]:
    if isinstance(test, nodes.And):
        return (*_joined(test.left), *_joined(test.right))
    return (test,)
