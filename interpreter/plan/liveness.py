"""Liveness: which places of a frame can still be read from a block or a decision on.

Two situations that differ only in what nobody will look at again are the same one. What
a block reads before it writes it, and what it writes in any case, is found first; then
both are carried backwards until nothing changes any more.
"""

from collections.abc import Iterable, Sequence

from attrs import Factory, define

from rulesrun.interpreter.plan import nodes as ir

Places = set[int]


def _read(roots: Iterable[ir.Expr]) -> Places:
    return {
        x.row.base
        for root in roots
        for x in ir.expressions(root)
        if isinstance(x, ir.Slot) and x.row.kind == "frame"
    }


@define(eq=False)
class Flow:
    """What a block does with its frame, and where it goes on.

    `reads` are the places that it reads before it writes them, `writes` those that it has
    written wherever it goes on.
    """

    reads: Places = Factory(set)
    writes: Places = Factory(set)
    blocks: Places = Factory(set)
    decisions: Places = Factory(set)

    def add(self, block: Sequence[ir.Stmt], *, surely: bool = True) -> None:
        """Statements one after another, which are `surely` carried out."""
        for s in block:
            self.reads |= _read(ir.looked_at(s)) - self.writes
            match s:
                case ir.Jump(block=to) | ir.Carry(after=to):
                    self.blocks.add(to)
                case ir.Ask(decision=number):
                    self.decisions.add(number)
                case ir.Put(row=row) if row.kind == "frame" and surely:
                    self.writes.add(row.base)
            for inner in ir.bodies(s):
                self.add(inner, surely=False)
                surely = surely and not any(
                    isinstance(n, ir.LEAVES) for n in ir.statements(inner)
                )


@define(eq=False)
class Liveness:
    """Of one plan: the live places of each block of each procedure, and each decision."""

    plan: ir.Plan
    blocks: list[list[Places]] = Factory(list)
    decisions: list[Places] = Factory(list)

    def __attrs_post_init__(self) -> None:
        self.decisions = [set() for _ in self.plan.decisions]
        for number, procedure in enumerate(self.plan.procedures):
            flows = []
            for block in procedure.blocks:
                flows.append(Flow())
                flows[-1].add(block)
            self.blocks.append([set(flow.reads) for flow in flows])
            decisions = [d for d in self.plan.decisions if d.procedure == number]
            ways = {d.number: self.ways(d) for d in decisions}
            for at, result in ways.items():
                self.decisions[at] = set().union(*(flow.reads for flow in result))
            live = self.blocks[-1]
            changed = True
            while changed:
                changed = False
                pairs = [(live[n], flow) for n, flow in enumerate(flows)]
                pairs += [
                    (self.decisions[at], f)
                    for at, result in ways.items()
                    for f in result
                ]
                for live_here, flow in pairs:
                    more = self.after(flow, live) - live_here
                    live_here |= more
                    changed = changed or bool(more)

    def ways(self, decision: ir.Decision) -> list[Flow]:
        """What asking for a decision reads, and what follows each of its items."""
        asking = Flow(_read((decision.player,)))
        if decision.otherwise is not None:
            asking.blocks.add(decision.otherwise)
        result = [asking]
        for item in decision.items:
            asking.add(item.when)
            expressions = (x for x in (item.offered, item.test) if x is not None)
            asking.reads |= _read(expressions)
            result.append(Flow())
            result[-1].add(item.pick)
        return result

    def after(self, flow: Flow, live: Sequence[Places]) -> Places:
        """What is live where a piece goes on, and was not written by it."""
        places: Places = set()
        for block in flow.blocks:
            places |= live[block]
        for number in flow.decisions:
            places |= self.decisions[number]
        return places - flow.writes
