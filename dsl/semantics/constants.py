"""Values that are fixed before a game begins: sizes, counts, options, players."""

from collections.abc import Mapping

from rulesrun.dsl.semantics import symbols as sym
from rulesrun.dsl.semantics.value_types import BundleType
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.vocabulary import LARGEST

Fixed = int | bool | str | None | tuple[int, ...]


class NotFixed(Exception):
    """The expression depends on the course of the game; `node` is what does."""

    def __init__(self, node: nodes.Expr) -> None:
        super().__init__("not fixed")
        self.node = node


class TooLarge(NotFixed):
    """A number has more digits than numbers may have; `node` is what makes it."""


def evaluate(world: World, node: nodes.Expr, settings: Mapping[str, Fixed]) -> Fixed:
    """The value of an expression, given `player_count` and the options.

    Raises NotFixed where the expression needs anything else, TooLarge where a number
    is beyond all measure, ZeroDivisionError where it divides by nought.
    """
    match node:
        case nodes.Int(value=value) | nodes.Bool(value=value) | nodes.Text(value=value):
            return value
        case nodes.NoneValue():
            return None
        case nodes.PlayerAt(seat=seat):
            return seat - 1
        case nodes.Name(text=text):
            return _name(world, node, text, settings)
        case nodes.Attribute(of=nodes.Name(text=enum), name=name):
            symbol = world.names.get(enum)
            if isinstance(symbol, sym.EnumSymbol):
                for value_symbol in symbol.values:
                    if value_symbol.name == name:
                        return value_symbol.index
            raise NotFixed(node)
        case nodes.Negative(of=of):
            return -_number(world, of, settings)
        case nodes.Arithmetic(op=op, left=left, right=right):
            a, b = _number(world, left, settings), _number(world, right, settings)
            if op == "mod":
                return a % b
            result = {"+": a + b, "-": a - b, "*": a * b}[op]
            if abs(result) > LARGEST:
                raise TooLarge(node)
            return result
        case nodes.Division(left=left, right=right, up=up):
            a, b = _number(world, left, settings), _number(world, right, settings)
            return -(-a // b) if up else a // b
        case nodes.Conditional(then=then, test=test, otherwise=otherwise):
            chosen = then if evaluate(world, test, settings) else otherwise
            return evaluate(world, chosen, settings)
        case nodes.Not(of=of):
            return not evaluate(world, of, settings)
        case nodes.And(left=left, right=right):
            return bool(
                evaluate(world, left, settings) and evaluate(world, right, settings)
            )
        case nodes.Or(left=left, right=right):
            return bool(
                evaluate(world, left, settings) or evaluate(world, right, settings)
            )
        case nodes.Compare(op=op, left=left, right=right):
            return _compare(world, op, left, right, settings)
        case nodes.BundleOf(pairs=pairs):
            return _bundle(world, node, pairs, settings)
        case nodes.Call(name="min" | "max" as name, args=args):
            numbers = [_number(world, arg, settings) for arg in args]
            return min(numbers) if name == "min" else max(numbers)
        case _:
            raise NotFixed(node)


def _name(
    world: World, node: nodes.Name, text: str, settings: Mapping[str, Fixed]
) -> Fixed:
    if text in settings:
        return settings[text]
    symbol = world.refs.get(id(node)) or world.names.get(text)
    if isinstance(symbol, sym.ConstantSymbol):
        return evaluate(world, symbol.decl.value, settings)
    if isinstance(symbol, sym.ValueSymbol):
        return symbol.index
    values = world.values.get(text, [])
    if symbol is None and len(values) == 1:
        return values[0].index
    if symbol is None and text == "origin":
        return 0
    raise NotFixed(node)


def _bundle(
    world: World,
    node: nodes.BundleOf,
    pairs: tuple[tuple[nodes.Expr, nodes.Expr], ...],
    settings: Mapping[str, Fixed],
) -> tuple[int, ...]:
    kind = world.types.get(id(node))
    if not isinstance(kind, BundleType):
        raise NotFixed(node)
    names = [v.name for v in world.enum(kind.enum).values]
    amounts = [0] * len(names)
    for name, amount in pairs:
        if not isinstance(name, nodes.Name) or name.text not in names:
            raise NotFixed(node)
        amounts[names.index(name.text)] += _number(world, amount, settings)
    return tuple(amounts)


def _number(world: World, node: nodes.Expr, settings: Mapping[str, Fixed]) -> int:
    value = evaluate(world, node, settings)
    if not isinstance(value, int):
        raise NotFixed(node)
    return value


def _compare(
    world: World,
    op: str,
    left: nodes.Expr,
    right: nodes.Expr,
    settings: Mapping[str, Fixed],
) -> bool:
    if op in ("==", "!="):
        same = evaluate(world, left, settings) == evaluate(world, right, settings)
        return same == (op == "==")
    a, b = _number(world, left, settings), _number(world, right, settings)
    return {"<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]
