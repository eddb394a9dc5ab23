"""Which locals of a procedure can still be read, from each place where it may stand.

Two situations that differ only in what nobody will look at again are the same one. The
generated code is read for it: what a block reads of its frame before it writes it, and
where it goes on.
"""

import ast
from collections.abc import Mapping, Sequence

from attrs import Factory, define

from rulesrun.interpreter.spelling import spelled

Live = tuple[int, ...]
"""The places of the frame that may still be read, ascending."""

Point = tuple[str, int, int]
"""A block of a procedure, a decision, or an item of a decision."""

END = -1
"""Stands among the explorations for the end of one."""


@define
class Reads:
    """What a function reads of its frame before it writes it, and where it goes on.

    `writes` are the places that it has written wherever it goes on.
    """

    places: set[int] = Factory(set)
    writes: set[int] = Factory(set)
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
    items: Sequence[int],
    otherwise: Sequence[int | None],
    explorations: Sequence[tuple[int, int]],
) -> Liveness:
    """Work it out from the generated text.

    Args:
        text: The module.
        procedures: The name of each procedure, and how many blocks it has.
        items: For each decision, how many items it offers.
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
        graph = Graph(functions, name, count, items, otherwise, explorations)
        live = graph.spread()
        at_block.append([tuple(sorted(live["block", b, 0])) for b in range(count)])
        for (kind, number, _), places in live.items():
            if kind == "decision":
                at_decision[number] = tuple(sorted(places))
    decisions = [at_decision.get(number, ()) for number in range(len(items))]
    return Liveness(at_block, decisions)


@define(eq=False)
class Graph:
    """The points of one procedure, and which follow which."""

    functions: Mapping[str, Reads]
    name: str
    count: int
    items: Sequence[int]
    otherwise: Sequence[int | None]
    explorations: Sequence[tuple[int, int]]

    def spread(self) -> dict[Point, set[int]]:
        """What is read at each point, or later before it is written."""
        reads: dict[Point, Reads] = {}
        follow: dict[Point, set[Point]] = {}
        pending: list[Point] = [("block", number, 0) for number in range(self.count)]
        for point in pending:  # grows while it is gone through
            if point not in reads:
                reads[point] = self._at(point)
                follow[point] = self._after(point, reads[point])
                pending += sorted(follow[point])
        live = {point: set(found.places) for point, found in reads.items()}
        changed = True
        while changed:
            changed = False
            for point, found in reads.items():
                before = len(live[point])
                for following in follow[point]:
                    live[point] |= live[following] - found.writes
                changed = changed or len(live[point]) > before
        return live

    def _at(self, point: Point) -> Reads:
        kind, number, item = point
        if kind == "block":
            found = self._whole(spelled("block", number, name=self.name))
        elif kind == "item":
            found = self._whole(spelled("pick", number, item))
        else:
            found = Reads()
            for part in ("who", "options"):
                found.places |= self._whole(spelled(part, number)).places
        for exploration in found.explorations:
            for part in ("chooser", "worth", "gained"):
                found.places |= self._whole(spelled(part, exploration)).places
        return found

    def _after(self, point: Point, reads: Reads) -> set[Point]:
        kind, number, _ = point
        blocks = set(reads.blocks)
        found: set[Point] = {("decision", d, 0) for d in reads.decisions}
        if kind == "decision":
            found |= {("item", number, item) for item in range(self.items[number])}
            instead = self.otherwise[number]
            if instead is not None:
                blocks.add(instead)
        for exploration in reads.explorations:
            if exploration == END:
                blocks |= {after for _, after in self.explorations}
            else:
                blocks |= set(self.explorations[exploration])
        return found | {("block", b, 0) for b in blocks if b < self.count}

    def _whole(self, name: str) -> Reads:
        """What a function reads, with the functions that it hands its frame on to."""
        own = self.functions.get(name, Reads())
        found = Reads(
            set(own.places),
            own.writes,
            own.blocks,
            own.decisions,
            set(own.explorations),
        )
        seen = {name}
        pending = list(own.called)
        while pending:
            part = pending.pop()
            if part not in seen and part in self.functions:
                seen.add(part)
                found.places |= self.functions[part].places
                pending += self.functions[part].called
        return found


def _reads(function: ast.FunctionDef) -> Reads:
    found = Reads()
    goes_on = True
    for statement in function.body:
        for node in ast.walk(statement):
            match node:
                case ast.Subscript(ast.Name("L"), ast.Constant(int(place)), ast.Load()):
                    found.places |= {place} - found.writes
                case ast.AugAssign(
                    ast.Subscript(ast.Name("L"), ast.Constant(int(place)))
                ):
                    found.places |= {place} - found.writes
                case ast.Call(ast.Name(name), args):
                    if any(isinstance(a, ast.Name) and a.id == "L" for a in args):
                        found.called.add(name)
                case ast.Return(value) if value is not None:
                    _goes_on(value, found)
                case _:
                    pass
        if any(isinstance(node, ast.Return) for node in ast.walk(statement)):
            goes_on = False  # what is written from here on may be left out
        match statement:
            case ast.Assign([ast.Subscript(ast.Name("L"), ast.Constant(int(place)))]):
                if goes_on:
                    found.writes.add(place)
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
            found.explorations.add(END)
        case _:
            pass
