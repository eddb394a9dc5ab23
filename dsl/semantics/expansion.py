"""Constants that stand for others: in no circle, and not for too much in all."""

from collections.abc import Iterator, Mapping

from rulesrun.dsl.problems.codes import problem
from rulesrun.dsl.problems.diagnostics import Diagnostic, Label
from rulesrun.dsl.semantics.circles import MOST_SHOWN, by_way_of, circles, inner_first
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.semantics.symbols import ConstantSymbol
from rulesrun.dsl.syntax import nodes

MOST_STEPS = 10_000
DEEPEST = 50

Constants = Mapping[str, ConstantSymbol]
Uses = dict[str, list[tuple[nodes.Name, str]]]


def unusable(constants: Constants) -> Iterator[tuple[str, Diagnostic]]:
    """The constants that could not be worked out, each with the problem that it has.

    Whoever works out a constant works out those that it names, so that a circle of
    them would have no end, and a few lines could ask for a year of work.
    """
    uses: Uses = {
        name: [
            (node, node.text)
            for node in walk(symbol.decl.value)
            if isinstance(node, nodes.Name) and node.text in constants
        ]
        for name, symbol in constants.items()
    }
    cut: set[str] = set()
    for start, circle in circles(uses):
        circular = _circular(start, circle)
        for _, name in circle:
            cut.add(name)
            yield name, circular
    yield from _too_great(constants, uses, cut)


def _too_great(
    constants: Constants, uses: Uses, cut: set[str]
) -> Iterator[tuple[str, Diagnostic]]:
    sizes: dict[str, tuple[int, int]] = dict.fromkeys(cut, (1, 1))
    for name in inner_first(uses, cut):
        inner = [sizes.get(used, (1, 1)) for _, used in uses[name]]
        steps = len(walk(constants[name].decl.value)) + sum(s for s, _ in inner)
        depth = 1 + max((d for _, d in inner), default=0)
        sizes[name] = steps, depth
        if steps > MOST_STEPS or depth > DEEPEST:
            sizes[name] = 1, 1
            yield name, _too_much(constants[name])


def _circular(start: str, circle: list[tuple[nodes.Name, str]]) -> Diagnostic:
    names = [name for _, name in circle[:-1]]
    return problem(
        "recursive",
        circle[0][0].span,
        f"the constant `{start}` uses itself{by_way_of(names)}",
        mark="here" if names else "again",
        labels=tuple(Label(node.span, "and here") for node, _ in circle[1:MOST_SHOWN]),
        hint="give one of them a number of its own",
    )


def _too_much(symbol: ConstantSymbol) -> Diagnostic:
    return problem(
        "nested-too-deep",
        symbol.decl.name_span,
        f"`{symbol.name}` depends on too many other constants",
        hint="write down the number itself",
    )
