"""The types that a file writes down, and what numbers are fixed in it."""

from collections.abc import Iterable

from rulesrun.dsl.problems.diagnostics import Label, Remedy
from rulesrun.dsl.problems.remedies import change, near, write
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.world import Declared
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.vocabulary import LARGEST
from rulesrun.dsl.syntax.words import ZONES

OTHER_TYPES = {
    "integer": "int",
    "number": "int",
    "float": "int",
    "boolean": "bool",
    "yes": "bool",
    "string": "text",
    "str": "text",
    "players": "player",
}
"""What other languages call the types of this one."""


def owner_type(world: Declared, key: nodes.Key) -> t.Type:
    """What the variables of a block belong to."""
    return family_key(world, key).type


def family_key(world: Declared, key: nodes.Key) -> sym.FamilyKey:
    """One index of a family of variables."""
    match key.kind:
        case "player":
            return sym.FamilyKey(t.PLAYER)
        case "cell":
            return sym.FamilyKey(_cell_type(world, key.name, key.name_span or key.span))
        case "range":
            return sym.FamilyKey(t.INT, key.low, key.high)
        case _:
            assert key.name is not None
            return sym.FamilyKey(named_type(world, key.name, key.span))


def _cell_type(world: Declared, board: str | None, span: Span) -> t.Type:
    boards = list(world.each(sym.BoardSymbol))
    if board is None:
        boards = [b for b in boards if b.whole is None] or boards
        if len(boards) == 1:
            boards[0].used = True
            return t.CellType(boards[0].name)
        if not boards and "board" in world.lost:
            return t.UNKNOWN
        message = "there is no board" if not boards else "there are several boards"
        world.report(
            "unknown-type",
            span,
            f"`cell` needs a board, and {message}",
            hint="write  cell of NAME  with the name of the board"
            if boards
            else "declare one, such as  board field: square 8 x 8",
        )
        return t.UNKNOWN
    return t.UNKNOWN if board_named(world, board, span) is None else t.CellType(board)


def board_named(world: Declared, name: str, span: Span) -> sym.BoardSymbol | None:
    """The board of that name; reports a name that must be a board and is none."""
    symbol = world.get(sym.BoardSymbol, name)
    if symbol is None:
        _unknown_type(
            world, name, span, (b.name for b in world.each(sym.BoardSymbol)), "board"
        )
        return None
    symbol.used = True
    return symbol


def named_type(world: Declared, name: str, span: Span) -> t.Type:
    """The type that a name stands for."""
    symbol = world.names.get(name)
    match symbol:
        case sym.EnumSymbol():
            symbol.used = True
            return t.EnumType(name)
        case sym.ComponentSymbol():
            symbol.used = True
            return t.ComponentType((name,))
        case sym.PieceSymbol():
            symbol.used = True
            return _piece_type(world, symbol)
        case _:
            names = [
                s.name
                for s in world.names.values()
                if isinstance(s, sym.EnumSymbol | sym.ComponentSymbol | sym.PieceSymbol)
            ]
            words = ["int", "bool", "text", "player", "cell", "place"]
            _unknown_type(world, name, span, [*names, *words], "type", symbol)
            return t.UNKNOWN


def _unknown_type(
    world: Declared,
    name: str,
    span: Span,
    names: Iterable[str],
    what: str,
    other: sym.Symbol | None = None,
) -> None:
    names = list(names)
    if world.excuses(
        name, names, "enum", "component", "piece", "board", "card", "tile"
    ):
        return
    world.told.first(("no type", name))
    labels: list[Label] = []
    if other is not None:
        message = (
            f"`{name}` is {t.article(other.what)} {other.what}, "
            f"and {t.article(what)} {what} is needed here"
        )
    else:
        message = f"no {what} is called `{name}`"
        labels = world.nearest_labels(name, names)
    hint: str | Remedy | None = near(name, names, span)
    if name in ZONES:
        held = next((s.name for s in world.each(sym.ComponentSymbol)), "Card")
        hint = f"say what lies there:  {name} of {held}"
    elif isinstance(other, sym.BoardSymbol):
        hint = write(span, f"cell of {name}")
    elif name in OTHER_TYPES:
        hint = write(span, OTHER_TYPES[name])
    world.report(
        "unknown-type", span, message, mark="unknown", labels=labels, hint=hint
    )


def enum_named(world: Declared, name: nodes.Named) -> None:
    """Report a name that must be an enum and is none."""
    if world.get(sym.EnumSymbol, name.text) is None:
        names = (e.name for e in world.each(sym.EnumSymbol))
        _unknown_type(
            world, name.text, name.span, names, "enum", world.names.get(name.text)
        )
    else:
        world.enum(name.text).used = True


def _components(
    world: Declared, names: tuple[nodes.Named, ...]
) -> t.ComponentType | None:
    result: list[str] = []
    whole = True
    for name in names:
        match named_type(world, name.text, name.span):
            case t.ComponentType((one,)):
                result.append(one)
            case t.UnknownType():
                whole = False  # whatever was meant may lie there, too
            case _:
                components = (c.name for c in world.each(sym.ComponentSymbol))
                other = world.names.get(name.text)
                _unknown_type(
                    world, name.text, name.span, components, "card or tile", other
                )
    return t.ComponentType(tuple(sorted(result))) if result and whole else None


def _piece_type(world: Declared, piece: sym.PieceSymbol) -> t.PieceType:
    kinds = piece.decl.kinds
    if kinds is None or world.get(sym.EnumSymbol, kinds.text) is None:
        return t.PieceType(piece.name)
    return t.PieceType(piece.name, kinds.text)


def zone_type(world: Declared, zone: nodes.ZoneNode) -> t.Type:
    """The type of a zone as written."""
    first = world.names.get(zone.names[0].text)
    if isinstance(first, sym.PieceSymbol):
        first.used = True
        if zone.kind in ("stock", "space"):
            return t.ZoneType(zone.kind, _piece_type(world, first))
        world.report(
            "not-a-zone",
            zone.span,
            f"pieces cannot lie in a {zone.kind}: they are only counted",
            hint=f"write  stock of {first.name}  or  space of {first.name}",
        )
        return t.UNKNOWN
    item = _components(world, zone.names)
    if item is None:
        return t.UNKNOWN
    if zone.kind == "stock":
        world.report(
            "not-a-zone",
            zone.span,
            f"a stock only counts, and each {item} has an identity of its own",
            hint=write(
                zone.span, f"area of {item}", "  for components that are told apart"
            ),
        )
        return t.UNKNOWN
    return t.ZoneType(zone.kind, item)


def resolve_type(world: Declared, node: nodes.TypeNode) -> t.Type:
    """The type that was written."""
    kind = _base_type(world, node)
    others = [_base_type(world, other) for other in node.others]
    if others:
        parts = [kind, *others]
        if all(isinstance(p, t.ComponentType) for p in parts):
            names = {
                n for p in parts if isinstance(p, t.ComponentType) for n in p.names
            }
            kind = t.ComponentType(tuple(sorted(names)))
        else:
            if t.UNKNOWN not in parts:
                world.report(
                    "wrong-type",
                    node.span,
                    "only cards and tiles can be joined with `or`",
                    hint="use one type, or `or none`",
                )
            kind = t.UNKNOWN
    if node.optional and kind is not t.UNKNOWN:
        return t.OptionalType(kind)
    return kind


def _base_type(world: Declared, node: nodes.TypeNode) -> t.Type:
    inner = [resolve_type(world, part) for part in node.inner]
    match node.base:
        case "int":
            return t.INT
        case "bool":
            return t.BOOL
        case "text":
            return t.TEXT
        case "player":
            return t.PLAYER
        case "cell":
            return _cell_type(world, node.name, node.name_span or node.span)
        case "place" | "square place":
            return t.PlaceType("square")
        case "hex place":
            return t.PlaceType("hex")
        case "edge":
            return t.EdgeType("square")
        case "range":
            return _range_type(world, node)
        case "list":
            return t.ListType(inner[0])
        case "set":
            return t.SetType(inner[0])
        case "tuple":
            return t.TupleType(tuple(inner))
        case "bundle":
            assert node.name is not None
            kind = named_type(world, node.name, node.name_span or node.span)
            return (
                t.BundleType(kind.name) if isinstance(kind, t.EnumType) else t.UNKNOWN
            )
        case "square" | "hex":
            assert node.name is not None
            kind = named_type(world, node.name, node.name_span or node.span)
            if isinstance(kind, t.ComponentType):
                return t.GridType(node.base, kind)
            return t.UNKNOWN
        case _:
            assert node.name is not None
            return named_type(world, node.name, node.name_span or node.span)


def _range_type(world: Declared, node: nodes.TypeNode) -> t.Type:
    bounds = [_bound(world, node.low, 0), _bound(world, node.high, -1)]
    if bounds[0] is not None and bounds[1] is not None and bounds[0] > bounds[1]:
        world.report(
            "empty-range",
            node.span,
            f"nothing lies between {bounds[0]} and {bounds[1]}",
            hint=change(
                f"write the smaller number first:  {bounds[1]}..{bounds[0]}",
                node.span,
                f"{bounds[1]}..{bounds[0]}",
            ),
        )
        bounds.reverse()  # most likely it is that way round
    return t.IntType(bounds[0], bounds[1])


def _bound(world: Declared, bound: nodes.Expr | None, end: int) -> int | None:
    """The number at one end of a range: of several, the one at that end of them all."""
    value = constant_int(world, bound)
    if value is not None or not isinstance(bound, nodes.Name):
        return value
    if bound.text == "player_count":
        return None if world.game is None else world.game.players[end]
    symbol = world.names.get(bound.text)
    if isinstance(symbol, sym.OptionSymbol):
        return None  # it is asked for when the game begins
    constants = [constant.name for constant in world.each(sym.ConstantSymbol)]
    state = (d for d in world.file.declarations if isinstance(d, nodes.StateDecl))
    what = None if symbol is None else with_article_of(symbol)
    if bound.text in world.values:
        what = "a value"
    elif any(bound.text == v.name for decl in state for v in decl.variables):
        what = "a variable"
    if what is not None:
        world.report(
            "not-fixed",
            bound.span,
            f"a range goes from one number to another, and `{bound.text}` is {what}",
            hint="use numbers, constants, options and `player_count` only",
        )
    elif not world.excuses(bound.text, constants, "constant", "option"):
        world.report(
            "unknown-name",
            bound.span,
            f"nothing here is called `{bound.text}`",
            mark="unknown",
            labels=world.nearest_labels(bound.text, constants),
            hint=near(bound.text, constants, bound.span)
            or f"write a number, or declare it:  constant {bound.text} = ...",
        )
    return None


def with_article_of(symbol: sym.Symbol) -> str:
    """What a symbol is, as a sentence needs it."""
    return f"{t.article(symbol.what)} {symbol.what}"


def constant_int(world: Declared, expr: nodes.Expr | None) -> int | None:
    """The number that an expression is whatever happens in the game, if it is one."""
    match expr:
        case nodes.Int(value=value):
            return value
        case nodes.Negative(of=of):
            inner = constant_int(world, of)
            return None if inner is None else -inner
        case nodes.Name(text=name):
            symbol = world.names.get(name)
            if isinstance(world.stands_for(expr), sym.LocalSymbol):
                return None  # a local of an included file may be called like a constant
            if isinstance(symbol, sym.ConstantSymbol):
                symbol.used = True
                return constant_int(world, symbol.decl.value)
            return None
        case nodes.Arithmetic(op=op, left=left, right=right):
            a, b = constant_int(world, left), constant_int(world, right)
            if a is None or b is None:
                return None
            if op == "mod":
                return a % b if b else None
            result = {"+": a + b, "-": a - b, "*": a * b}[op]
            return result if abs(result) <= LARGEST else None
        case nodes.Division(left=left, right=right, up=up):
            a, b = constant_int(world, left), constant_int(world, right)
            if a is None or not b:
                return None
            return -(-a // b) if up else a // b
        case _:
            return None
