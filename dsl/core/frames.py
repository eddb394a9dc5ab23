"""Where the locals of a routine that asks lie while it waits, and what can stop at all.

A frame is a row of places: first the parameters, then every local in the order in which
statements introduce them. A loop that can stop keeps more: one over a collection its
items and how far it has come, one that counts the rounds that are left. Saved games hold
frames, so the order is part of what a save means.
"""

from attrs import define, field

from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.context import item_type
from rulesrun.dsl.core.expressions import For, Given
from rulesrun.dsl.core.symbols import Local, RoutineSymbol
from rulesrun.dsl.core.walking import used_locals, walk
from rulesrun.dsl.semantics.symbols import LocalSymbol
from rulesrun.dsl.semantics.value_types import ListType, Type


def can_stop(statement: stmt.Stmt) -> bool:
    """Whether a statement can stop for a choice, itself or in what it carries out."""
    return any(
        isinstance(node, stmt.Decide | stmt.Best)
        or (isinstance(node, stmt.Carry) and node.routine.asks)
        for node in walk(statement)
    )


@define(eq=False)
class Frame:
    """The places of one routine.

    `kept` gives, for a loop that can stop, the first of the places that it needs itself:
    the items and the position of a `ForEach` (two), the rounds left of a `Loop` (one).
    `listed` are the places that hold such items, with what they are.
    """

    places: dict[Local, int] = field(factory=dict)
    kept: dict[int, int] = field(factory=dict)
    listed: dict[int, ListType] = field(factory=dict)
    size: int = 0

    @property
    def types(self) -> list[Type | None]:
        """What lies at each place; none where it is the routine's own."""
        types: list[Type | None] = [None] * self.size
        for local, place in self.places.items():
            types[place] = local.type
        return types

    @property
    def symbols(self) -> dict[int, LocalSymbol]:
        """The names of the rules that lie at places."""
        return {
            place: local.symbol
            for local, place in self.places.items()
            if local.symbol is not None
        }

    def fresh(self) -> int:
        """A new place."""
        self.size += 1
        return self.size - 1

    def place(self, local: Local) -> None:
        """A place for a local that has none yet."""
        if local not in self.places:
            self.places[local] = self.fresh()

    def block(self, block: stmt.Block) -> None:
        """Places for the statements of a block."""
        for statement in block:
            self._statement(statement)

    def _statement(self, node: stmt.Stmt) -> None:
        match node:
            case stmt.SetLocal(local=local):
                self.place(local)
            case stmt.ForEach(local=local, body=body):
                if can_stop(node):
                    first = self.kept[id(node)] = self.fresh()
                    self.listed[first] = ListType(item_type(node.of.type))
                    self.fresh()
                self.place(local)
                self.block(body)
            case stmt.Loop(body=body):
                if node.times is not None and can_stop(node):
                    self.kept[id(node)] = self.fresh()
                self.block(body)
            case stmt.Choice(branches=branches, otherwise=otherwise):
                for branch in branches:
                    self.block(branch.body)
                self.block(otherwise)
            case stmt.Switch(cases=cases, otherwise=otherwise):
                for case in cases:
                    self.block(case.body)
                self.block(otherwise)
            case stmt.Best(body=body):
                self.block(body)
            case stmt.Decide(items=items):
                for item in items:
                    if item.kind == "value":
                        for chosen in item.chosen:
                            self.place(chosen)
                self.block(node.otherwise or ())
                for item in items:
                    self.block(item.body)
            case _:
                pass


def frame_of(routine: RoutineSymbol, body: stmt.Block) -> Frame:
    """The places of a routine."""
    frame = Frame()
    for param in routine.params:
        frame.place(param)
    frame.block(body)
    return frame


def ranking_tail(body: stmt.Block) -> stmt.Block | None:
    """What follows the last choice of a play, if it ranks the players by the state alone."""
    stops = [n for n, s in enumerate(body) if can_stop(s) or isinstance(s, stmt.Loop)]
    tail = body[stops[-1] + 1 :] if stops else ()
    if not any(isinstance(node, stmt.Rank) for node in walk(tail)):
        return None
    own = {
        n.local
        for n in walk(tail)
        if isinstance(n, stmt.SetLocal | stmt.ForEach | stmt.Rank)
    }
    own |= {n.local for n in walk(tail) if isinstance(n, For | Given)}
    return None if used_locals(tail) - own else tail
