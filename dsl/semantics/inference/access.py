"""Types of what stands in something else: fields, sides of cells, members of families.

More than 400 lines because every kind of value is asked for its fields and items here.
"""

from collections.abc import Iterable

from rulesrun.dsl.problems.diagnostics import Label, Remedy
from rulesrun.dsl.problems.nearest import did_you_mean, nearest
from rulesrun.dsl.problems.remedies import (
    near,
    write,
)
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.geometry import (
    beside,
    enum_of_spaces,
    fields_of_cells,
    is_lattice,
    missing_part,
)
from rulesrun.dsl.semantics.inference.names import needs_index
from rulesrun.dsl.semantics.inference.typer import Typer
from rulesrun.dsl.semantics.intervals import declared
from rulesrun.dsl.semantics.lattice import (
    OUTLINES,
    cell_name,
    has_cell,
    has_part,
)
from rulesrun.dsl.semantics.networks import names_on
from rulesrun.dsl.semantics.world import Typing
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.quoting import quoted
from rulesrun.dsl.syntax.words import BUILTIN_ENUMS, PLAYER_FIELDS


def type_of_attribute(infer: Typer, node: nodes.Attribute) -> t.Type:
    """The type of `x.name`: a value of an enum, a field, or what a place leads to."""
    value = infer.world.named(sym.ValueSymbol, node)
    if value is not None:
        return t.EnumType(value.enum)
    owner = infer.expr(node.of)
    if isinstance(owner, t.ZoneType) and owner.kind == "space":
        owner = infer.facts.get(node.of, t.space_value(owner.item))
    result = field_of(infer, node, owner)
    if result is not None:
        return result
    item = t.element(owner)
    if item is not None and not isinstance(owner, t.UnknownType):
        inner = field_of(infer, node, item)
        if inner is not None:
            if isinstance(inner, t.ZoneType) and inner.kind == "stock":
                inner = t.stock_value(inner.item)
            return t.ListType(inner)
        owner = item
    if isinstance(owner, t.UnknownType):
        return t.UNKNOWN
    if isinstance(owner, t.OptionalType):
        text = quoted(node.of)
        if not infer.unclear:
            infer.world.report(
                "not-tested-for-none",
                node.of.span,
                f"`{text}` may be none here, and none has no `{node.name}`",
                mark="may be none",
                hint=infer.guard.remedy(text),
            )
        infer.facts[node.of] = owner.item  # once is enough
        return t.UNKNOWN
    fields = list(fields_of(infer, owner))
    if not infer.world.excuses(node.name, fields, "each", "field"):
        infer.world.report(
            "unknown-field",
            node.name_span,
            f"{t.with_article(owner)} has no `{node.name}`",
            mark="unknown",
            labels=_declared(infer, owner, node.name, fields),
            hint=_step_to(node, owner)
            or _of_network(infer, node, owner, fields)
            or _part_of(infer, node, owner)
            or near(node.name, fields, node.name_span)
            or (
                write(node.span, f"size({quoted(node.of)})")
                if item is not None and node.name in ("size", "count", "length")
                else write(node.span, f"{quoted(node.of)} is empty")
                if item is not None and node.name in ("empty", "is_empty")
                else _list_of(fields)
            ),
        )
    return t.UNKNOWN


def _declared(infer: Typer, owner: t.Type, word: str, fields: list[str]) -> list[Label]:
    """Where the field that was probably meant is declared."""
    for name in nearest(word, fields, 1):
        member: sym.Symbol | None = infer.world.members.get(owner, {}).get(name)
        if member is None and isinstance(owner, t.ComponentType):
            member = infer.world.component(owner.names[0]).fields.get(name)
        if member is not None and member.span is not None:
            return [Label(member.span, f"`{name}` is declared here")]
    return []


def has_teams(world: Typing) -> bool:
    """Whether the players of the game are divided into teams."""
    return world.game is not None and world.game.teams is not None


def fields_of(infer: Typer, owner: t.Type) -> Iterable[str]:
    """The names of the fields that a value of that type has."""
    yield from infer.world.members.get(owner, ())
    match owner:
        case t.ComponentType(names):
            for name in names:
                yield from infer.world.component(name).fields
        case t.PlayerType():
            yield from PLAYER_FIELDS
            if has_teams(infer.world):
                yield "team"
        case t.CellType():
            yield from fields_of_cells(infer.world, owner)
        case t.EdgeType():
            yield from ("at", "side")
        case t.PlaceType():
            yield from ("x", "y")
        case t.RowType(table):
            symbol = infer.world.get(sym.TableSymbol, table)
            yield from (n for n, _ in symbol.values) if symbol else ()


def field_of(infer: Typer, node: nodes.Attribute, owner: t.Type) -> t.Type | None:
    """The type of a field of a value of that type; none if it has no such field."""
    member = infer.world.members.get(owner, {}).get(node.name)
    if member is None and isinstance(owner, t.ComponentType) and len(owner.names) > 1:
        return _shared_field(infer, node, owner)
    if member is not None:
        member.used = True
        infer.world.refs[id(node)] = member
        if member.keys:
            needs_index(infer, node, member)
            return t.UNKNOWN
        return member.type
    match owner:
        case t.ComponentType((name,)):
            field = infer.world.component(name).fields.get(node.name)
            if field is None:
                return None
            field.used = True
            infer.world.refs[id(node)] = field
            return field.one
        case t.PlayerType():
            if node.name == "seat":
                return t.INT
            if node.name == "team" and has_teams(infer.world):
                return t.ListType(t.PLAYER)
            return t.PLAYER if node.name in ("left", "right") else None
        case t.CellType():
            if node.name in ("row", "column"):
                fits = node.name in fields_of_cells(infer.world, owner)
                return t.INT if fits else None
            if node.name == "value":
                return enum_of_spaces(infer.world, owner)
            there = beside(infer.world, owner, node.name)
            return None if there is None else t.ListType(there)
        case t.EdgeType(shape):
            if node.name == "at":
                return t.PlaceType(shape)
            return t.SIDES[shape] if node.name == "side" else None
        case t.PlaceType():
            return t.INT if node.name in ("x", "y") else None
        case t.EnumType(name):
            is_opposite = node.name == "opposite" and name in BUILTIN_ENUMS
            return owner if is_opposite else None
        case t.RowType(table) if table:
            symbol = infer.world.get(sym.TableSymbol, table)
            return dict(symbol.values).get(node.name) if symbol else None
        case _:
            return None


def _shared_field(
    infer: Typer, node: nodes.Attribute, owner: t.ComponentType
) -> t.Type | None:
    result: t.Type | None = None
    for name in owner.names:
        field = infer.world.component(name).fields.get(node.name)
        if field is None or (result is not None and field.type != result):
            return None
        if field.by is not None:
            return None  # it would depend on a variable of each kind
        field.used = True
        result = field.type
        infer.world.refs[id(node)] = field
    return result


def type_of_index(infer: Typer, node: nodes.Index) -> t.Type:
    """The type of `of[keys]`: a variable of a family, a cell, a row of a table, an item."""
    symbol = _family(infer, node.of)
    if symbol is not None:
        return _family_index(infer, node, symbol)
    if isinstance(node.of, nodes.Name):
        table = infer.world.named(sym.TableSymbol, node)
        if table is not None:
            return _table_index(infer, node, table)
        board = infer.world.named(sym.BoardSymbol, node.of)
        if board is not None and isinstance(node.keys[0], nodes.Text):
            return _cell_named(infer, node, board, node.keys[0])
        if board is not None and len(node.keys) == 2:
            return _cell_at(infer, node, board)
        if board is not None and len(node.keys) == 1:
            if board.shape in ("graph", "links"):
                return _space(infer, node, board)
            if infer.expr(node.keys[0]) == t.CellType(board.name):
                return _cell_already(infer, node, board)
    owner = infer.expr(node.of)
    if isinstance(owner, t.GridType) and len(node.keys) == 2:
        for key in node.keys:
            infer.number(key)
        return t.OptionalType(owner.item)
    if len(node.keys) != 1:
        for key in node.keys:
            infer.expr(key)
        if not t.is_unclear(owner):
            infer.world.report(
                "wrong-count",
                node.span,
                f"one value says which of {t.with_article(owner)} is meant, and here "
                f"are {len(node.keys)}",
                hint=f"write  {quoted(node.of)}[...]",
            )
        return t.UNKNOWN
    key = node.keys[0]
    match owner:
        case t.GridType(shape, item):
            infer.want(key, t.PlaceType(shape))
            return t.OptionalType(item)
        case t.ListType(item):
            infer.number(key)
            return item
        case t.ZoneType(_, t.ComponentType() as item):
            infer.number(key)
            return item
        case t.ZoneType("stock", t.PieceType(_, str(enum))) | t.BundleType(enum):
            infer.want(key, t.EnumType(enum))
            return t.INT
        case t.TupleType(items):
            infer.number(key)
            position = constant_int(infer.world, key)
            if position is not None and 1 <= position <= len(items):
                return items[position - 1]
            infer.world.report(
                "out-of-range",
                key.span,
                f"which of {owner} is meant is a fixed number from 1 to {len(items)}",
                hint="a list holds values of one kind, of which any may be read",
            )
            return t.UNKNOWN
        case t.UnknownType():
            infer.expr(key)
            return t.UNKNOWN
        case _:
            infer.expr(key)
            infer.world.report(
                "wrong-type", node.span, f"a {owner} cannot be indexed with [...]"
            )
            return t.UNKNOWN


def _family(infer: Typer, node: nodes.Expr) -> sym.VariableSymbol | None:
    """The family of variables that an expression names, before its index."""
    if isinstance(node, nodes.Name):
        symbol = infer.world.named(sym.VariableSymbol, node)
        if symbol is not None and symbol.keys:
            return symbol
    if isinstance(node, nodes.Attribute):
        owner = infer.expr(node.of)
        if isinstance(owner, t.ZoneType) and owner.kind == "space":
            owner = infer.facts.get(node.of, t.space_value(owner.item))
        member = infer.world.members.get(owner, {}).get(node.name)
        if member is not None and member.keys:
            member.used = True
            infer.world.refs[id(node)] = member
            return member
    return None


def _family_index(
    infer: Typer, node: nodes.Index, symbol: sym.VariableSymbol
) -> t.Type:
    infer.world.refs[id(node)] = symbol
    if len(node.keys) != len(symbol.keys):
        for key in node.keys:
            infer.expr(key)
        needs_index(infer, node, symbol)
        return t.UNKNOWN
    for key, family in zip(node.keys, symbol.keys, strict=True):
        infer.want(key, family.type)
        low = constant_int(infer.world, family.low)
        high = constant_int(infer.world, family.high)
        value = constant_int(infer.world, key)
        if low is None or high is None or value is None:
            continue
        if not low <= value <= high:
            infer.world.report(
                "out-of-range",
                key.span,
                f"`{symbol.name}` goes from {low} to {high}, and this is {value}",
                labels=[Label(symbol.span, "declared here")] if symbol.span else [],
            )
    return symbol.type


def _cell_named(
    infer: Typer, node: nodes.Index, board: sym.BoardSymbol, name: nodes.Text
) -> t.Type:
    """`field["d4"]`: the cell of that name."""
    infer.expr(node.of)
    kind = infer.expr(name, t.CellType(board.name))
    if board.shape in ("graph", "links"):
        _check_named(infer, board, name)
        return kind
    whole = board.whole and infer.world.get(sym.BoardSymbol, board.whole)
    decl = whole.decl if whole else board.decl
    rows = constant_int(infer.world, decl.rows)
    columns = constant_int(infer.world, decl.columns)
    if whole and rows and columns:
        shape, naming = whole.shape, decl.naming
        if not has_part(board.shape, shape, naming, rows, columns, name.value):
            ends, sides = zip(*((e, s) for e, _, s in OUTLINES[shape]), strict=True)
            directions = sides if board.shape == "sides" else ends
            cell = cell_name(naming, 0, 0, rows)
            infer.world.report(
                "unknown-name",
                name.span,
                f"`{whole.name}` has none of its {board.shape} at `{name.value}`",
                hint=f"those of the cell {cell} are "
                + ", ".join(f"{cell}-{direction}" for direction in directions),
            )
    elif rows and columns and not has_cell(decl.naming, rows, columns, name.value):
        first = cell_name(decl.naming, 0, 0, rows)
        last = cell_name(decl.naming, rows - 1, columns - 1, rows)
        infer.world.report(
            "unknown-name",
            name.span,
            f"`{board.name}` has no cell `{name.value}`",
            hint=f"its corners are {first} and {last}",
        )
    return kind


def _check_named(infer: Typer, board: sym.BoardSymbol, name: nodes.Text) -> None:
    """Report a space or a link that is not there."""
    names = names_on(infer.world, board)
    if not names or name.value in names or infer.world.lost:
        return
    links = board.shape == "links"
    infer.world.report(
        "unknown-name",
        name.span,
        f"`{board.name}` has no link `{name.value}`"
        if links
        else f"`{board.name}` has no space `{name.value}`",
        mark="unknown",
        hint=did_you_mean(name.value, names) or f"one of them is  {names[0]}",
    )


def _space(infer: Typer, node: nodes.Index, board: sym.BoardSymbol) -> t.Type:
    """`country[c]`: the space that is a value of the enum."""
    key, kind = node.keys[0], t.CellType(board.name)
    key_type = infer.expr(key)
    if key_type == kind:
        return _cell_already(infer, node, board)
    spaces = enum_of_spaces(infer.world, kind)
    board.used = True
    if spaces is None:
        if not t.is_unclear(key_type):
            infer.world.report(
                "wrong-type",
                key.span,
                f"a link of `{board.name}` is named by a text, "
                f"not by {t.with_article(key_type)}",
                hint="take one of the links of a space, such as  any k in c.links where "
                f'...,  or name it:  {board.name}["..."]',
            )
        return t.UNKNOWN
    infer.want(key, spaces)
    infer.world.refs[id(node)] = board
    return kind


def _cell_at(infer: Typer, node: nodes.Index, board: sym.BoardSymbol) -> t.Type:
    """`field[row, column]`: the cell there, none where they may lie beyond the border."""
    board.used = True
    kind = t.CellType(board.name)
    for key in node.keys:
        if is_lattice(board):
            infer.number(key)
        else:
            infer.expr(key)
    if not is_lattice(board):
        infer.world.report(
            "wrong-type",
            node.span,
            f"the cells of {board.name} have no rows and columns",
            hint="name one of them:  " + quoted(node.of) + '["..."]',
        )
        return t.UNKNOWN
    infer.world.refs[id(node)] = board
    sizes = board.decl.rows, board.decl.columns
    there = (
        _is_below(infer, key, size) for key, size in zip(node.keys, sizes, strict=True)
    )
    return kind if all(there) else t.OptionalType(kind)


def _is_below(infer: Typer, key: nodes.Expr, size: nodes.Expr | None) -> bool:
    """Whether a number certainly lies between 0 and what is below a size.

    Only what is held to its range when it is given a value counts: what is printed, and
    variables. The ranges of parameters are promises, and names may change.
    """
    count, number = constant_int(infer.world, size), constant_int(infer.world, key)
    low, high = number, number
    if isinstance(infer.world.refs.get(id(key)), sym.FieldSymbol | sym.VariableSymbol):
        low, high = declared(infer.world.types.get(id(key)))
    if count is None or low is None or high is None:
        return False
    return low >= 0 and high < count


def _cell_already(infer: Typer, node: nodes.Index, board: sym.BoardSymbol) -> t.Type:
    """`field[c]` for a cell `c` of the field."""
    cell, kind = quoted(node.keys[0]), t.CellType(board.name)
    board.used = True
    has = next(iter(infer.world.members.get(kind, ())), "row")
    infer.world.report(
        "wrong-type",
        node.span,
        f"`{cell}` is a cell of {board.name} already",
        mark=str(kind),
        hint=write(
            node.span, cell, f"  alone, and what it has behind it:  {cell}.{has}"
        ),
    )
    return t.UNKNOWN


def _table_index(infer: Typer, node: nodes.Index, table: sym.TableSymbol) -> t.Type:
    if len(node.keys) != len(table.keys):
        names = ", ".join(name for name, _ in table.keys)
        infer.world.report(
            "wrong-count",
            node.span,
            f"`{table.name}` is looked up by {names}",
            labels=[Label(table.span, "declared here")] if table.span else [],
        )
        for key in node.keys:
            infer.expr(key)
        return t.UNKNOWN
    for key, (_, kind) in zip(node.keys, table.keys, strict=True):
        infer.want(key, kind)
    if len(table.values) == 1:
        return table.values[0][1]
    return t.RowType(table.name)


def _step_to(node: nodes.Attribute, owner: t.Type) -> Remedy | None:
    """How to say `c.south` and `p.next`."""
    if isinstance(owner, t.CellType | t.PlaceType):
        if any(node.name in sides for sides in BUILTIN_ENUMS.values()):
            return write(node.span, f"step({quoted(node.of)}, {node.name})")
    if isinstance(owner, t.PlayerType) and node.name in ("next", "previous", "prev"):
        side = "left" if node.name == "next" else "right"
        return write(node.span, f"{quoted(node.of)}.{side}")
    return None


ENDS = ("ends", "spaces", "towns", "places", "from", "to", "start", "goal", "a", "b")
WAYS = ("sides", "edges", "roads", "routes", "ways", "connections", "tracks", "paths")
"""What others call the ends of a link, and the links of a space."""


def _of_network(
    infer: Typer, node: nodes.Attribute, owner: t.Type, fields: list[str]
) -> Remedy | None:
    """How the ends of a link and the links of a space are called."""
    if not isinstance(owner, t.CellType):
        return None
    board = infer.world.get(sym.BoardSymbol, owner.board)
    shape = board.shape if board is not None else ""
    if shape == "links" and node.name in ENDS:
        return write(node.name_span, "cells", "  for both ends of a link")
    if shape == "graph" and node.name in WAYS and "links" in fields:
        return write(node.name_span, "links", "  for what joins a space")
    return None


def _part_of(infer: Typer, node: nodes.Attribute, owner: t.Type) -> str | None:
    """How to declare the corners or sides that a field speaks of."""
    if not isinstance(owner, t.CellType):
        return None
    line = missing_part(infer.world, owner, node.name)
    return f"declare them:  {line}" if line else None


def _list_of(names: list[str]) -> str | None:
    """All that there is, where it is few."""
    return f"it has {', '.join(names)}" if 0 < len(names) <= 8 else None
