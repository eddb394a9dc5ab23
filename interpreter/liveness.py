"""Which locals of a procedure can still be read, from each place where it may stand.

Two situations that differ only in what nobody will look at again are the same one. The
generated code is read for it: what a block reads of its frame, and where it goes on.
"""

import ast
from collections.abc import Mapping, Sequence

from attrs import Factory, define

Live = tuple[int, ...]
"""The places of the frame that may still be read, ascending."""


@define
class Reads:
    """What a function reads of its frame, and where it says to go on."""

    places: set[int] = Factory(set)
    blocks: set[int] = Factory(set)
    decisions: set[int] = Factory(set)
    explorations: set[int] = Factory(set)
    called: set[str] = Factory(set)


@define(eq=False)
class Liveness:
    """For each block of each procedure, and for each decision, what is still read."""

    at_block: list[list[Live]]
    at_decision: list[Live]


def liveness(
    text: str,
    procedures: Sequence[tuple[str, int]],
    picks: Sequence[int],
    otherwise: Sequence[int | None],
    explorations: Sequence[tuple[int, int]],
) -> Liveness:
    """Work it out from the generated text.

    Args:
        text: The module.
        procedures: The name of each procedure, and how many blocks it has.
        picks: For each decision, how many items it offers.
        otherwise: For each decision, the block where there is nothing to choose.
        explorations: For each block of choices to explore, where it begins and where
            the procedure goes on.
    """
    functions = {
        node.name: _reads(node)
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef)
    }
    at_decision: dict[int, Live] = {}
    at_block: list[list[Live]] = []
    for name, count in procedures:
        nodes = _nodes(functions, name, count, picks, otherwise, explorations)
        live = _spread(nodes)
        at_block.append([tuple(sorted(live[("block", b)])) for b in range(count)])
        for kind, number in live:
            if kind == "decision":
                at_decision[number] = tuple(sorted(live[kind, number]))
    decisions = [at_decision.get(number, ()) for number in range(len(picks))]
    return Liveness(at_block, decisions)


Point = tuple[str, int]


def _nodes(
    functions: Mapping[str, Reads],
    name: str,
    count: int,
    picks: Sequence[int],
    otherwise: Sequence[int | None],
    explorations: Sequence[tuple[int, int]],
) -> dict[Point, tuple[set[int], set[Point]]]:
    """What is read at each point of a procedure, and the points that may follow."""
    nodes: dict[Point, tuple[set[int], set[Point]]] = {}
    pending: list[Point] = [("block", number) for number in range(count)]
    ends = {("block", after) for _, after in explorations}
    for point in pending:  # grows while it is gone through
        if point in nodes:
            continue
        kind, number = point
        if kind == "block":
            parts = [f"{name}_{number}"]
            follow: set[Point] = set()
        else:
            parts = [f"{part}_{number}" for part in ("who", "options")]
            parts += [f"pick_{number}_{item}" for item in range(picks[number])]
            instead = otherwise[number]
            follow = set() if instead is None else {("block", instead)}
        places: set[int] = set()
        for part in parts:
            reads = _with_called(functions, part)
            places |= reads.places
            follow |= {("block", b) for b in reads.blocks}
            follow |= {("decision", d) for d in reads.decisions}
            for exploration in reads.explorations:
                if exploration < 0:
                    follow |= ends
                    continue
                for function in ("chooser", "worth", "gained"):
                    more = functions.get(f"{function}_{exploration}")
                    places |= more.places if more is not None else set()
                follow |= {("block", b) for b in explorations[exploration]}
        follow = {p for p in follow if p[0] == "decision" or p[1] < count}
        nodes[point] = places, follow
        pending += sorted(follow)
    return nodes


def _spread(nodes: dict[Point, tuple[set[int], set[Point]]]) -> dict[Point, set[int]]:
    """What is read at each point or later."""
    live = {point: set(places) for point, (places, _) in nodes.items()}
    changed = True
    while changed:
        changed = False
        for point, (_, follow) in nodes.items():
            before = len(live[point])
            for following in follow:
                live[point] |= live[following]
            changed = changed or len(live[point]) > before
    return live


def _with_called(functions: Mapping[str, Reads], name: str) -> Reads:
    """What a function reads, with the functions that it hands its frame on to."""
    found = Reads()
    seen: set[str] = set()
    pending = [name]
    while pending:
        part = pending.pop()
        if part in seen or part not in functions:
            continue
        seen.add(part)
        reads = functions[part]
        found.places |= reads.places
        found.blocks |= reads.blocks
        found.decisions |= reads.decisions
        found.explorations |= reads.explorations
        pending += reads.called
    return found


def _reads(function: ast.FunctionDef) -> Reads:
    found = Reads()
    for node in ast.walk(function):
        match node:
            case ast.Subscript(ast.Name("L"), ast.Constant(int(place)), ctx):
                if isinstance(ctx, ast.Load):
                    found.places.add(place)
            case ast.AugAssign(ast.Subscript(ast.Name("L"), ast.Constant(int(place)))):
                found.places.add(place)
            case ast.Call(ast.Name(name), args):
                if any(isinstance(a, ast.Name) and a.id == "L" for a in args):
                    found.called.add(name)
            case ast.Return(value) if value is not None:
                _goes_on(value, found)
            case _:
                pass
    return found


def _goes_on(value: ast.expr, found: Reads) -> None:
    match value:
        case ast.Constant(int(block)):
            found.blocks.add(block)
        case ast.UnaryOp(ast.USub(), ast.Constant(int(number))):
            found.decisions.add(number - 1)
        case ast.IfExp(_, first, second):
            _goes_on(first, found)
            _goes_on(second, found)
        case ast.Tuple([_, _, ast.Constant(int(block))]):
            found.blocks.add(block)
        case ast.Subscript(ast.Name("EXPLORE"), ast.Constant(int(number))):
            found.explorations.add(number)
        case ast.Name("FOUND"):
            found.explorations.add(-1)
        case _:
            pass
