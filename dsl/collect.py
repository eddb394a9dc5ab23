"""Declarations to symbols: everything a file declares, each name once."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from attrs import Factory, define, frozen

from rulesrun.dsl import nodes
from rulesrun.dsl.cases import enum_functions, misfits
from rulesrun.dsl.codes import problem
from rulesrun.dsl.diagnostics import Diagnostic, Label
from rulesrun.dsl.expansion import unusable
from rulesrun.dsl.nearest import did_you_mean, nearest
from rulesrun.dsl.spans import Span
from rulesrun.dsl.symbols import (
    ActionSymbol,
    AdjustSymbol,
    AmountSymbol,
    BoardSymbol,
    ComponentSymbol,
    ConstantSymbol,
    EnumSymbol,
    EventSymbol,
    FamilyKey,
    FieldSymbol,
    FunctionSymbol,
    HandlerSymbol,
    LocalSymbol,
    NeutralSymbol,
    OptionSymbol,
    PieceSymbol,
    RuleSymbol,
    Symbol,
    TableSymbol,
    ValueSymbol,
    VariableSymbol,
)
from rulesrun.dsl.value_types import (
    BOOL,
    INT,
    PLAYER,
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
    OptionalType,
    PieceType,
    PlaceType,
    SetType,
    TupleType,
    Type,
    ZoneType,
)
from rulesrun.dsl.words import BUILTIN_ENUMS, BUILTIN_NAMES, RESERVED, SIDES

S = TypeVar("S", bound=Symbol)


@frozen
class Card:
    """The printed values of a component: a row of its list."""

    component: str
    fields: tuple[tuple[str, object], ...]
    labels: tuple[tuple[str, str], ...] = ()
    line: int = 0


@define(eq=False)
class World:
    """All that a rule file declares, by name, and what was found wrong so far.

    `types` and `refs` give, for the `id` of a node of the tree, the type of an
    expression and the symbol that a name stands for; `candidates` the `it` of a choice,
    `cards` the components of a line of the supply. `derived` are the functions put
    together from what the values of an enum say.
    """

    file: nodes.RuleFile
    game: nodes.Game | None = None
    play: nodes.Play | None = None
    names: dict[str, Symbol] = Factory(dict)
    values: dict[str, list[ValueSymbol]] = Factory(dict)
    members: dict[Type, dict[str, VariableSymbol]] = Factory(dict)
    variables: list[VariableSymbol] = Factory(list)
    supply: list[nodes.SupplyLine] = Factory(list)
    scenarios: list[nodes.ScenarioDecl] = Factory(list)
    handlers: list[HandlerSymbol] = Factory(list)
    adjustments: list[AdjustSymbol] = Factory(list)
    types: dict[int, Type] = Factory(dict)
    refs: dict[int, Symbol] = Factory(dict)
    candidates: dict[int, LocalSymbol] = Factory(dict)
    cards: dict[int, list[Card]] = Factory(dict)
    diagnostics: list[Diagnostic] = Factory(list)
    no_types: set[str] = Factory(set)
    broken: frozenset[str] = frozenset()
    derived: list[nodes.FunctionDecl] = Factory(list)

    def each(self, kind: type[S]) -> Iterator[S]:
        """All symbols of that kind, in the order of the file."""
        return (s for s in self.names.values() if isinstance(s, kind))

    def get(self, kind: type[S], name: str) -> S | None:
        """The symbol of that kind with that name."""
        found = self.names.get(name)
        return found if isinstance(found, kind) else None

    def component(self, name: str) -> ComponentSymbol:
        """The component kind of that name, which must exist."""
        found = self.names[name]
        assert isinstance(found, ComponentSymbol)
        return found

    def enum(self, name: str) -> EnumSymbol:
        """The enum of that name, which must exist."""
        found = self.names[name]
        assert isinstance(found, EnumSymbol)
        return found

    def meant(self, word: str, known: Iterable[str]) -> list[Label]:
        """Where the name that was probably meant is declared."""
        for name in nearest(word, known, 1):
            symbol: Symbol | None = self.names.get(name)
            if symbol is None and name in self.values:
                symbol = self.values[name][0]
            if symbol is not None and symbol.span is not None:
                return [Label(symbol.span, f"`{name}` is declared here")]
        return []

    def report(
        self,
        code: str,
        span: Span,
        message: str,
        *,
        mark: str = "",
        labels: Iterable[Label] = (),
        hint: str | None = None,
    ) -> None:
        """Note a problem."""
        self.diagnostics.append(
            problem(code, span, message, mark=mark, labels=tuple(labels), hint=hint)
        )


def collect(file: nodes.RuleFile, broken: frozenset[str]) -> World:
    """The symbols of a file; problems are in the world's diagnostics."""
    world = World(file, broken=broken)
    for name, values in BUILTIN_ENUMS.items():
        _declare_enum(world, name, None, [(v, None, _side_labels(v)) for v in values])
    for decl in file.declarations:
        _name(world, decl)
        if isinstance(decl, nodes.EnumDecl):
            for function in enum_functions(decl):
                _name(world, function)
                world.derived.append(function)
            world.diagnostics.extend(misfits(decl, broken))
    constants = {symbol.name: symbol for symbol in world.each(ConstantSymbol)}
    for name, found in unusable(constants):
        world.diagnostics.append(found)
        world.names.pop(name, None)
        world.broken |= {name}
    for decl in (*file.declarations, *world.derived):
        _shape(world, decl)
    if world.game is None:
        first = Span(file.path, 1, 1, 1, 1)
        world.report(
            "missing-game",
            first,
            "the file does not say which game it is",
            hint='add a block such as  game nim "Nim":  with a line  players 2',
        )
    told = any(getattr(decl, "name", None) == "play" for decl in file.declarations)
    if world.play is None and world.game is not None and not told:
        world.report(
            "missing-play",
            world.game.span,
            "the file does not say how the game is played",
            hint="add a block  play:  with the course of the game",
        )
    return world


# ---- first round: names ----------------------------------------------------


def _name(world: World, decl: nodes.Decl) -> None:
    match decl:
        case nodes.Game():
            if world.game is not None:
                _twice(world, "game", decl.span, world.game.span)
            else:
                world.game = decl
        case nodes.Play():
            if world.play is not None:
                _twice(world, "play", decl.span, world.play.span)
            else:
                world.play = decl
        case nodes.EnumDecl():
            values = [(v.name, v.span, v.labels) for v in decl.values]
            symbol = _declare_enum(world, decl.name, decl.name_span, values)
            if symbol is not None:
                symbol.labels = decl.labels
        case nodes.ComponentDecl():
            _declare(world, ComponentSymbol(decl.name, decl.name_span, decl))
        case nodes.PieceDecl():
            _declare(world, PieceSymbol(decl.name, decl.name_span, decl))
        case nodes.BoardDecl():
            shape = "graph" if decl.spaces else decl.shape
            _declare(world, BoardSymbol(decl.name, decl.name_span, decl, shape))
        case nodes.TableDecl():
            _declare(world, TableSymbol(decl.name, decl.name_span, decl))
        case nodes.OptionDecl():
            _declare(world, OptionSymbol(decl.name, decl.name_span, decl, UNKNOWN))
        case nodes.Neutral():
            _declare(world, NeutralSymbol(decl.name, decl.name_span, decl))
        case nodes.ConstantDecl():
            _declare(world, ConstantSymbol(decl.name, decl.name_span, decl, UNKNOWN))
        case nodes.FunctionDecl():
            _declare(world, FunctionSymbol(decl.name, decl.name_span, decl))
        case nodes.RuleDecl():
            _declare(world, RuleSymbol(decl.name, decl.name_span, decl))
        case nodes.ActionDecl():
            _declare(world, ActionSymbol(decl.name, decl.name_span, decl))
        case nodes.EventDecl():
            _declare(world, EventSymbol(decl.name, decl.name_span, decl))
        case nodes.AmountDecl():
            _declare(world, AmountSymbol(decl.name, decl.name_span, decl))
        case nodes.Supply():
            world.supply.extend(decl.lines)
        case nodes.ScenarioDecl():
            world.scenarios.append(decl)
        case _:
            pass


def _twice(world: World, what: str, span: Span, first: Span) -> None:
    world.report(
        "duplicate-name",
        span,
        f"there is a second `{what}` block",
        labels=[Label(first, "the first one is here")],
        hint="keep one of them",
    )


def _side_labels(name: str) -> nodes.Labels:
    translations = tuple((language, said[name]) for language, said in SIDES.items())
    return nodes.Labels(translations=translations)


def _declare_enum(
    world: World,
    name: str,
    span: Span | None,
    values: Sequence[tuple[str, Span | None, nodes.Labels]],
) -> EnumSymbol | None:
    symbols: list[ValueSymbol] = []
    seen: dict[str, Span | None] = {}
    for text, place, labels in values:
        if text in seen:
            first = seen[text]
            world.report(
                "duplicate-name",
                place or Span("", 1, 1, 1, 1),
                f"{name} has the value `{text}` twice",
                labels=[Label(first, "first here")] if first else [],
                hint="remove or rename one of them",
            )
            continue
        seen[text] = place
        _check_word(world, text, place)
        symbols.append(ValueSymbol(text, place, name, len(symbols), labels))
    symbol = EnumSymbol(name, span, tuple(symbols))
    if not _declare(world, symbol):
        return None
    for value in symbols:
        world.values.setdefault(value.name, []).append(value)
    return symbol


def _check_word(world: World, name: str, span: Span | None) -> bool:
    if span is None or (name not in RESERVED and name not in BUILTIN_NAMES):
        return True
    world.report(
        "reserved-word",
        span,
        f"`{name}` is a word of the language and cannot be a name",
        hint="the course of the game stands in a block  play:  of its own"
        if name == "play"
        else f"take another name, such as `{name}_1` or a longer word",
    )
    return False


def _declare(world: World, symbol: Symbol) -> bool:
    span = symbol.span
    known = world.names.get(symbol.name)
    if span is not None and not _check_word(world, symbol.name, span):
        return False
    if known is not None and span is not None:
        labels = [Label(known.span, f"this {known.what} has it")] if known.span else []
        world.report(
            "duplicate-name",
            span,
            f"the name `{symbol.name}` is taken",
            mark="declared again",
            labels=labels,
            hint="rename one of the two",
        )
        return False
    world.names[symbol.name] = symbol
    return True


# ---- second round: types ---------------------------------------------------


def _shape(world: World, decl: nodes.Decl) -> None:
    match decl:
        case nodes.ComponentDecl():
            _fields(world, decl)
        case nodes.BoardDecl():
            if decl.spaces is not None:
                _enum_named(world, decl.spaces)
        case nodes.PieceDecl():
            if decl.kinds is not None:
                _enum_named(world, decl.kinds)
        case nodes.TableDecl():
            table = world.get(TableSymbol, decl.name)
            if table is not None and table.decl is decl:
                table.keys = tuple((p.name, resolve_type(world, p.type)) for p in decl.keys)
                table.values = tuple(
                    (p.name, resolve_type(world, p.type)) for p in decl.values
                )
        case nodes.OptionDecl():
            option = world.get(OptionSymbol, decl.name)
            if option is not None:
                option.type = resolve_type(world, decl.type)
        case nodes.StateDecl():
            _variables(world, decl)
        case nodes.FunctionDecl():
            function = world.get(FunctionSymbol, decl.name)
            if function is not None and function.decl is decl:
                function.params = parameters(world, decl.params)
                function.returns = resolve_type(world, decl.returns)
                if decl.of_enum:
                    function.params[0].used = True
        case nodes.RuleDecl():
            rule = world.get(RuleSymbol, decl.name)
            if rule is not None and rule.decl is decl:
                rule.params = parameters(world, decl.params)
        case nodes.ActionDecl():
            action = world.get(ActionSymbol, decl.name)
            if action is not None and action.decl is decl:
                action.params = parameters(world, decl.params)
        case nodes.EventDecl():
            event = world.get(EventSymbol, decl.name)
            if event is not None and event.decl is decl:
                event.params = parameters(world, decl.params)
        case nodes.AmountDecl():
            amount = world.get(AmountSymbol, decl.name)
            if amount is not None and amount.decl is decl:
                amount.params = parameters(world, decl.params)
        case nodes.HandlerDecl():
            _handler(world, decl)
        case nodes.AdjustDecl():
            _adjustment(world, decl)
        case _:
            pass


def parameters(world: World, params: tuple[nodes.Param, ...]) -> tuple[LocalSymbol, ...]:
    """Parameters as local names."""
    found: list[LocalSymbol] = []
    for param in params:
        _check_word(world, param.name, param.span)
        if any(p.name == param.name for p in found):
            world.report(
                "duplicate-name",
                param.span,
                f"the parameter `{param.name}` appears twice",
                hint="rename one of them",
            )
        found.append(LocalSymbol(param.name, param.span, resolve_type(world, param.type)))
    return tuple(found)


def _fields(world: World, decl: nodes.ComponentDecl) -> None:
    component = world.get(ComponentSymbol, decl.name)
    if component is None or component.decl is not decl:
        return
    for part in decl.fields:
        known = component.fields.get(part.name)
        _check_word(world, part.name, part.span)
        if known is not None:
            world.report(
                "duplicate-name",
                part.span,
                f"{decl.name} has the field `{part.name}` twice",
                labels=[Label(known.span, "first here")] if known.span else [],
                hint="remove one of them",
            )
            continue
        component.fields[part.name] = FieldSymbol(
            part.name, part.span, resolve_type(world, part.type), part.labels
        )
    component.fields.setdefault("name", FieldSymbol("name", None, TEXT))


def _variables(world: World, decl: nodes.StateDecl) -> None:
    owner = None if decl.owner is None else _owner_type(world, decl.owner)
    for variable in decl.variables:
        _check_word(world, variable.name, variable.name_span)
        keys = tuple(_family_key(world, key) for key in variable.keys)
        if isinstance(variable.type, nodes.ZoneNode):
            kind: Type = _zone_type(world, variable.type)
        else:
            kind = resolve_type(world, variable.type)
        symbol = VariableSymbol(
            variable.name, variable.name_span, variable, owner, keys, kind
        )
        if owner is None:
            if not _declare(world, symbol):
                continue
        else:
            members = world.members.setdefault(owner, {})
            known: Symbol | None = members.get(variable.name)
            if known is None and isinstance(owner, ComponentType):
                known = world.component(owner.names[0]).fields.get(variable.name)
            if known is not None:
                world.report(
                    "duplicate-name",
                    variable.name_span,
                    f"each {owner} has `{variable.name}` already",
                    labels=[Label(known.span, "first here")] if known.span else [],
                    hint="rename one of the two",
                )
                continue
            members[variable.name] = symbol
        world.variables.append(symbol)


def _owner_type(world: World, key: nodes.Key) -> Type:
    return _family_key(world, key).type


def _family_key(world: World, key: nodes.Key) -> FamilyKey:
    match key.kind:
        case "player":
            return FamilyKey(PLAYER)
        case "cell":
            return FamilyKey(_cell_type(world, key.name, key.span))
        case "range":
            return FamilyKey(INT, key.low, key.high)
        case _:
            assert key.name is not None
            return FamilyKey(named_type(world, key.name, key.span))


def _cell_type(world: World, board: str | None, span: Span) -> Type:
    boards = list(world.each(BoardSymbol))
    if board is None:
        if len(boards) == 1:
            boards[0].used = True
            return CellType(boards[0].name)
        message = "there is no board" if not boards else "there are several boards"
        world.report(
            "unknown-type",
            span,
            f"`cell` needs a board, and {message}",
            hint="write  cell of NAME  with the name of the board"
            if boards
            else "declare one, such as  board field: square 8 x 8",
        )
        return UNKNOWN
    symbol = world.get(BoardSymbol, board)
    if symbol is None:
        _unknown_type(world, board, span, (b.name for b in boards), "board")
        return UNKNOWN
    symbol.used = True
    return CellType(board)


def named_type(world: World, name: str, span: Span) -> Type:
    """The type that a name stands for."""
    symbol = world.names.get(name)
    match symbol:
        case EnumSymbol():
            symbol.used = True
            return EnumType(name)
        case ComponentSymbol():
            symbol.used = True
            return ComponentType((name,))
        case PieceSymbol():
            symbol.used = True
            return _piece_type(world, symbol)
        case _:
            known = [
                s.name
                for s in world.names.values()
                if isinstance(s, EnumSymbol | ComponentSymbol | PieceSymbol)
            ]
            words = ["int", "bool", "text", "player", "cell", "place"]
            _unknown_type(world, name, span, [*known, *words], "type", symbol)
            return UNKNOWN


def _unknown_type(
    world: World,
    name: str,
    span: Span,
    known: Iterable[str],
    what: str,
    other: Symbol | None = None,
) -> None:
    if name in world.broken:
        return
    world.no_types.add(name)
    known = list(known)
    labels: list[Label] = []
    if other is not None:
        message = f"`{name}` is a {other.what}, and a {what} is needed here"
    else:
        message = f"no {what} is called `{name}`"
        labels = world.meant(name, known)
    hint = did_you_mean(name, known)
    world.report(
        "unknown-type", span, message, mark="unknown", labels=labels, hint=hint
    )


def _enum_named(world: World, name: nodes.Named) -> None:
    if world.get(EnumSymbol, name.text) is None:
        names = (e.name for e in world.each(EnumSymbol))
        _unknown_type(
            world, name.text, name.span, names, "enum", world.names.get(name.text)
        )
    else:
        world.enum(name.text).used = True


def _components(world: World, names: tuple[nodes.Named, ...]) -> ComponentType | None:
    found: list[str] = []
    for name in names:
        match named_type(world, name.text, name.span):
            case ComponentType((one,)):
                found.append(one)
            case t if t is not UNKNOWN:
                known = (c.name for c in world.each(ComponentSymbol))
                other = world.names.get(name.text)
                _unknown_type(world, name.text, name.span, known, "card or tile", other)
    return ComponentType(tuple(sorted(found))) if found else None


def _piece_type(world: World, piece: PieceSymbol) -> PieceType:
    kinds = piece.decl.kinds
    if kinds is None or world.get(EnumSymbol, kinds.text) is None:
        return PieceType(piece.name)
    return PieceType(piece.name, kinds.text)


def _zone_type(world: World, zone: nodes.ZoneNode) -> Type:
    first = world.names.get(zone.names[0].text)
    if isinstance(first, PieceSymbol):
        first.used = True
        if zone.kind in ("stock", "space"):
            return ZoneType(zone.kind, _piece_type(world, first))
        world.report(
            "not-a-zone",
            zone.span,
            f"pieces cannot lie in a {zone.kind}: they are only counted",
            hint=f"write  stock of {first.name}  or  space of {first.name}",
        )
        return UNKNOWN
    item = _components(world, zone.names)
    if item is None:
        return UNKNOWN
    if zone.kind == "stock":
        world.report(
            "not-a-zone",
            zone.span,
            f"a stock only counts, and each {item} has an identity of its own",
            hint=f"write  area of {item}  for components that are told apart",
        )
        return UNKNOWN
    return ZoneType(zone.kind, item)


def resolve_type(world: World, node: nodes.TypeNode) -> Type:
    """The type that was written."""
    kind = _base_type(world, node)
    others = [_base_type(world, other) for other in node.others]
    if others:
        parts = [kind, *others]
        if all(isinstance(p, ComponentType) for p in parts):
            names = {n for p in parts if isinstance(p, ComponentType) for n in p.names}
            kind = ComponentType(tuple(sorted(names)))
        elif not any(p is UNKNOWN for p in parts):
            world.report(
                "wrong-type",
                node.span,
                "only cards and tiles can be joined with `or`",
                hint="use one type, or `or none`",
            )
            kind = UNKNOWN
    if node.optional and kind is not UNKNOWN:
        return OptionalType(kind)
    return kind


def _base_type(world: World, node: nodes.TypeNode) -> Type:
    inner = [resolve_type(world, part) for part in node.inner]
    match node.base:
        case "int":
            return INT
        case "bool":
            return BOOL
        case "text":
            return TEXT
        case "player":
            return PLAYER
        case "cell":
            return _cell_type(world, node.name, node.span)
        case "place" | "square place":
            return PlaceType("square")
        case "hex place":
            return PlaceType("hex")
        case "edge":
            return EdgeType("square")
        case "range":
            return _range_type(world, node)
        case "list":
            return ListType(inner[0])
        case "set":
            return SetType(inner[0])
        case "tuple":
            return TupleType(tuple(inner))
        case "bundle":
            assert node.name is not None
            kind = named_type(world, node.name, node.span)
            return BundleType(kind.name) if isinstance(kind, EnumType) else UNKNOWN
        case "square" | "hex":
            assert node.name is not None
            kind = named_type(world, node.name, node.span)
            if isinstance(kind, ComponentType):
                return GridType(node.base, kind)
            return UNKNOWN
        case _:
            assert node.name is not None
            return named_type(world, node.name, node.span)


def _range_type(world: World, node: nodes.TypeNode) -> Type:
    low, high = node.low, node.high
    bounds: list[int | None] = []
    for bound in (low, high):
        value = constant_int(world, bound)
        bounds.append(value)
    if bounds[0] is not None and bounds[1] is not None and bounds[0] > bounds[1]:
        world.report(
            "empty-range",
            node.span,
            f"nothing lies between {bounds[0]} and {bounds[1]}",
            hint=f"write the smaller number first:  {bounds[1]}..{bounds[0]}",
        )
        bounds.reverse()  # most likely it is that way round
    return IntType(bounds[0], bounds[1])


def constant_int(world: World, expr: nodes.Expr | None) -> int | None:
    """The number that an expression is whatever happens in the game, if it is one."""
    match expr:
        case nodes.Int(value=value):
            return value
        case nodes.Negative(of=of):
            inner = constant_int(world, of)
            return None if inner is None else -inner
        case nodes.Name(text=name):
            symbol = world.names.get(name)
            if isinstance(symbol, ConstantSymbol):
                symbol.used = True
                return constant_int(world, symbol.decl.value)
            return None
        case nodes.Arithmetic(op=op, left=left, right=right):
            a, b = constant_int(world, left), constant_int(world, right)
            if a is None or b is None:
                return None
            if op == "mod":
                return a % b if b else None
            return {"+": a + b, "-": a - b, "*": a * b}[op]
        case _:
            return None


def _handler(world: World, decl: nodes.HandlerDecl) -> None:
    event = world.get(EventSymbol, decl.event)
    if event is None:
        _unknown(world, "event", decl.event, decl.event_span, EventSymbol)
        return
    event.used = True
    if len(decl.params) != len(event.params):
        _wrong_count(world, decl.event_span, event, len(event.params), len(decl.params))
        return
    params = tuple(
        LocalSymbol(n.text, n.span, p.type, used=True)
        for n, p in zip(decl.params, event.params, strict=True)
    )
    symbol = HandlerSymbol(decl.event, decl.span, decl, params)
    event.handlers.append(symbol)
    world.handlers.append(symbol)


def _adjustment(world: World, decl: nodes.AdjustDecl) -> None:
    amount = world.get(AmountSymbol, decl.amount)
    if amount is None:
        _unknown(world, "amount", decl.amount, decl.amount_span, AmountSymbol)
        return
    if len(decl.params) != len(amount.params):
        _wrong_count(world, decl.amount_span, amount, len(amount.params), len(decl.params))
        return
    params = tuple(
        LocalSymbol(n.text, n.span, p.type, used=True)
        for n, p in zip(decl.params, amount.params, strict=True)
    )
    symbol = AdjustSymbol(decl.amount, decl.span, decl, params)
    amount.adjustments.append(symbol)
    world.adjustments.append(symbol)


def _wrong_count(
    world: World, span: Span, symbol: Symbol, wanted: int, given: int
) -> None:
    things = "thing" if wanted == 1 else "things"
    world.report(
        "wrong-count",
        span,
        f"`{symbol.name}` takes {wanted} {things}, and {given} are given",
        labels=[Label(symbol.span, "declared here")] if symbol.span else [],
    )


def _unknown(
    world: World, what: str, name: str, span: Span, kind: type[Symbol]
) -> None:
    if name in world.broken:
        return
    other = world.names.get(name)
    if other is not None:
        message = f"`{name}` is a {other.what}, and an {what} is needed here"
    else:
        message = f"no {what} is called `{name}`"
    known = [s.name for s in world.each(kind)]
    world.report(
        f"unknown-{what}" if what == "event" else "unknown-name",
        span,
        message,
        mark="unknown",
        labels=[] if other is not None else world.meant(name, known),
        hint=did_you_mean(name, known),
    )
