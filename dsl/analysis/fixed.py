"""What is fixed before a game begins, for every number of players and every option."""

from collections.abc import Generator, Mapping
from itertools import islice

from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.constants import Fixed, NotFixed, TooLarge, evaluate
from rulesrun.dsl.semantics.symbols import OptionSymbol
from rulesrun.dsl.semantics.world import World
from rulesrun.dsl.syntax import nodes
from rulesrun.dsl.syntax.vocabulary import LARGEST

Setting = Mapping[str, Fixed]
"""A number of players and a value for each option."""

Cases = list[tuple[Setting, Fixed]]
"""The values of an expression, each with the setting that leads to it."""

MOST_PLAYERS = 12
MOST_SETTINGS = 200


def player_counts(world: World) -> range:
    """The numbers of players that the game is for, as far as they make sense."""
    low, high = world.game.players if world.game is not None else (2, 2)
    return range(max(low, 1), min(high, MOST_PLAYERS) + 1)


def settings(world: World) -> list[Setting]:
    """Every number of players, with the options as declared and each one otherwise."""
    options = list(world.each(OptionSymbol))
    usual: dict[str, Fixed] = {}
    for option in options:
        try:
            usual[option.name] = evaluate(world, option.decl.default, {})
        except (NotFixed, ZeroDivisionError):
            continue
    choices: list[dict[str, Fixed]] = [usual]
    for option in options[:MOST_SETTINGS]:
        choices += [
            {**usual, option.name: value}
            for value in _domain(world, option.type)
            if value != usual.get(option.name)
        ]
    result = (
        {"player_count": count, **chosen}
        for chosen in choices
        for count in player_counts(world)
    )
    return list(islice(result, MOST_SETTINGS))


def cases(world: World, expr: nodes.Expr, all_settings: list[Setting]) -> Cases:
    """The value of an expression for every setting; where it has none, it is left out.

    Raises NotFixed where the expression depends on the course of the game.
    """
    result: Cases = []
    for setting in all_settings:
        try:
            result.append((setting, evaluate(world, expr, setting)))
        except ZeroDivisionError:
            continue
    return result


def fixed(
    world: World, expr: nodes.Expr, all_settings: list[Setting], what: str
) -> Generator[Diagnostic, None, Cases]:
    """The values of an expression that must be known before the game begins."""
    try:
        return cases(world, expr, all_settings)
    except NotFixed as error:
        if isinstance(error, TooLarge):
            yield _too_large(error.node, what)
        elif world.types.get(id(error.node)) is not t.UNKNOWN:
            yield _not_fixed(error.node, what)
        return []


def _not_fixed(node: nodes.Expr, what: str) -> Diagnostic:
    if isinstance(node, nodes.ListOf | nodes.SetOf | nodes.BundleOf | nodes.TupleOf):
        mark = "a collection"
        hint = "leave it out (a collection begins empty), and fill it in the set-up"
    else:
        mark = "known only in the game"
        hint = "use numbers, constants, options and `player_count` only"
    return problem(
        "not-fixed",
        node.span,
        f"{what} must be fixed before the game begins, and this is not",
        mark=mark,
        hint=hint,
    )


def _too_large(node: nodes.Expr, what: str) -> Diagnostic:
    return problem(
        "out-of-range",
        node.span,
        f"{what} would be a number of more than {len(str(LARGEST))} digits",
        mark="too large",
    )


def outside(result: Cases, low: int, high: int | None = None) -> tuple[int, str] | None:
    """The first number outside the bounds, and ` with 5 players` if that matters."""
    varies = len({value for _, value in result}) > 1
    for setting, value in result:
        if not isinstance(value, int):
            continue
        if value < low or (high is not None and value > high):
            return value, f" with {setting['player_count']} players" if varies else ""
    return None


def _domain(world: World, kind: t.Type) -> list[Fixed]:
    match kind:
        case t.OptionalType(inner):
            return [None, *_domain(world, inner)]
        case t.PlayerType():
            return list(range(player_counts(world).start))
        case t.BoolType():
            return [False, True]
        case t.EnumType(name):
            return list(range(len(world.enum(name).values)))
        case t.IntType(int() as low, int() as high):
            return list(range(low, min(high, low + 20) + 1))
        case _:
            return []
