"""What an expression or a line asks for that may not be there.

Each such need is told by a code of its own, and is proved where all that it `wants` holds:
that a collection holds something, or that one number is not below another.
"""

from collections.abc import Iterator

from attrs import frozen

from rulesrun.dsl.analysis.facts import Fact, conjuncts, no_less, so, within
from rulesrun.dsl.analysis.uniqueness import is_the_only_one
from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.semantics.written_types import constant_int
from rulesrun.dsl.syntax import nodes

NO_GREATEST = "may-lack-greatest"
NOTHING_THERE = "may-be-nothing"
SEVERAL = "may-be-several"
NO_ITEM = "may-lack-item"
NO_ROW = "may-lack-row"
TOO_FEW = "may-be-too-few"
RANGE = "may-leave-range"

ONE_OF = frozenset({"first", "last", "top", "bottom", "random"})
GREATEST = frozenset({"most", "least"})

ASKING = (nodes.Fold, nodes.Quantified, nodes.Index, nodes.Call, nodes.Can, nodes.After)
"""The expressions that may ask for something that is not there, or lead to some that do."""


@frozen(eq=False)
class Need:
    """What is asked for at `node`, and all that must hold for it to be there.

    `never` says that nothing proves it.
    """

    code: str
    node: nodes.Node
    wants: tuple[Fact, ...]
    never: bool = False


def of_expression(world: World, node: nodes.Expr) -> Iterator[Need]:
    """What an expression itself asks for, but for its parts."""
    match node:
        case nodes.Fold(name=name, otherwise=None) if name in GREATEST:
            parts = (node.binder, *node.more)
            yield Need(NO_GREATEST, node, tuple(map(_member, parts)))
        case nodes.Call(name=name, args=args) if not isinstance(
            world.refs.get(id(node)), sym.FunctionSymbol | sym.AmountSymbol
        ):
            if name in ONE_OF:
                yield Need(NOTHING_THERE, node, (Fact(args[0]),))
            elif name in GREATEST and len(args) == 1:
                yield Need(NO_GREATEST, node, (Fact(args[0]),))
            elif name == "position" and len(args) == 2:
                yield from _position(world, node, *args)
        case nodes.Quantified(kind="any" | "the" as which, binder=binder):
            yield Need(NOTHING_THERE, node, (_member(binder),))
            if which == "the" and not is_the_only_one(world, node):
                one = nodes.Int(span=node.span, value=1)
                count = nodes.Quantified(span=node.span, kind="count", binder=binder)
                never = bool(node.having)
                yield Need(SEVERAL, node, (no_less(one, count),), never)
        case nodes.Index(of=of, keys=keys):
            symbol = world.refs.get(id(node))
            if isinstance(symbol, sym.TableSymbol):
                yield from _row(world, node, symbol)
            elif isinstance(keys[0], nodes.Text):
                return  # the cell of that name
            elif not isinstance(symbol, sym.VariableSymbol) and len(keys) == 1:
                kind = world.types.get(id(of))
                if isinstance(kind, t.ListType) or (
                    isinstance(kind, t.ZoneType)
                    and kind.kind in ("row", "deck", "pile")
                ):
                    one = nodes.Int(span=node.span, value=1)
                    wants = no_less(keys[0], one), no_less(_size(of), keys[0])
                    yield Need(NO_ITEM, node, wants)
        case _:
            pass


def of_line(world: World, node: nodes.Stmt) -> Iterator[Need]:
    """What a line itself asks for, but for its expressions."""
    match node:
        case nodes.Draw(count=count, source=source, up_to=False):
            number = constant_int(world, count)
            if number is not None:
                wanted = Fact(source, least=number)
            else:
                wanted = no_less(_size(source), count)
            yield Need(TOO_FEW, node, (wanted,))
        case nodes.MovePieces(count=count, source=source, up_to=False):
            yield Need(TOO_FEW, node, tuple(_pieces(world, source, count)))
        case nodes.Assign(target=target, op=op, value=value):
            symbol = world.refs.get(id(target))
            if isinstance(symbol, sym.VariableSymbol):
                yield from _set(world, node, symbol, target, op, value)
        case _:
            pass


def _set(
    world: World,
    node: nodes.Assign,
    symbol: sym.VariableSymbol,
    target: nodes.Expr,
    op: str,
    value: nodes.Expr,
) -> Iterator[Need]:
    """What a variable needs to take a value."""
    match symbol.type:
        case t.IntType(low, high) if low is not None or high is not None:
            if op == "=" and constant_int(world, value) is not None:
                return  # of this it is told elsewhere
            new = value
            if op != "=":
                new = nodes.Arithmetic(
                    span=value.span, op=op[0], left=target, right=value
                )
            wants = []
            if low is not None:
                wants.append(no_less(new, nodes.Int(span=value.span, value=low)))
            if high is not None:
                wants.append(no_less(nodes.Int(span=value.span, value=high), new))
            yield Need(RANGE, node, tuple(wants))
        case t.BundleType() if op == "-=":
            yield Need(TOO_FEW, node, tuple(_bundle(target, value)))
        case t.BundleType() if op == "=":
            match value:
                case nodes.Arithmetic(op="-", left=left, right=right):
                    yield Need(TOO_FEW, node, tuple(_bundle(left, right)))
                case _:
                    pass
        case _:
            pass


def _pieces(world: World, source: nodes.Expr, count: nodes.Expr) -> Iterator[Fact]:
    kind: t.Type = world.types.get(id(source), t.UNKNOWN)
    if isinstance(kind, t.OptionalType):
        kind = kind.item
    if isinstance(kind, t.ZoneType) and kind.kind == "stock":
        if t.bundle_of(kind) is not None:
            yield from _bundle(source, count)
        else:
            yield no_less(source, count)
    else:
        yield so(nodes.IsNone(span=source.span, of=source, negated=True))


def _bundle(held: nodes.Expr, taken: nodes.Expr) -> Iterator[Fact]:
    """That so many of each kind are there."""
    if isinstance(taken, nodes.BundleOf):
        for key, amount in taken.pairs:
            yield no_less(nodes.Index(span=held.span, of=held, keys=(key,)), amount)
    else:
        yield no_less(held, taken)


def _position(
    world: World, node: nodes.Call, of: nodes.Expr, item: nodes.Expr
) -> Iterator[Need]:
    kind = t.without_none(world.types.get(id(item), t.UNKNOWN))
    if isinstance(kind, t.EnumType):
        values = {value.name for value in world.enum(kind.name).values}
        match of:
            case nodes.Name(text=text) if isinstance(
                world.names.get(text), sym.EnumSymbol
            ) and not isinstance(world.refs.get(id(of)), sym.LocalSymbol):
                return
            case nodes.ListOf(items=items) if values <= {
                one.text for one in items if isinstance(one, nodes.Name)
            }:
                return
            case _:
                pass
    yield Need(NO_ITEM, node, (so(within(item, of)),))


def _row(world: World, node: nodes.Index, table: sym.TableSymbol) -> Iterator[Need]:
    """What the keys of a table must be; those of a kind with few values have all rows."""
    if table.decl.default is not None or not table.rows:
        return
    wants: list[Fact] = []
    sizes = 1
    for place, (key, (_, kind)) in enumerate(zip(node.keys, table.keys, strict=False)):
        there = {keys[place] for keys, _ in table.rows}
        sizes *= len(there)
        if not isinstance(t.without_none(kind), t.IntType):
            continue
        numbers = sorted(n for n in there if isinstance(n, int))
        if len(numbers) != len(there):
            continue
        low, high = numbers[0], numbers[-1]
        if high - low + 1 == len(numbers):
            wants.append(no_less(key, nodes.Int(span=key.span, value=low)))
            wants.append(no_less(nodes.Int(span=key.span, value=high), key))
        else:
            items = tuple(nodes.Int(span=key.span, value=n) for n in numbers)
            rows = nodes.ListOf(span=key.span, items=items)
            wants.append(so(within(key, rows)))
    if wants:
        whole = sizes == len(table.rows)
        yield Need(NO_ROW, node, tuple(wants), never=not whole)


def _member(binder: nodes.Binder) -> Fact:
    return Fact(binder.of, conjuncts(binder.where, binder.name))


def _size(of: nodes.Expr) -> nodes.Call:
    return nodes.Call(span=of.span, name="size", name_span=of.span, args=(of,))
