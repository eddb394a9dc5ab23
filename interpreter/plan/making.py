"""A game through the plan: lowered, improved, printed, ready to run."""

from collections.abc import Callable, Sequence
from typing import Any

from attrs import define, evolve, field, frozen

from rulesrun.dsl.analysis.secrecy import has_secrets
from rulesrun.dsl.core.frames import frame_of
from rulesrun.dsl.core.program import Core
from rulesrun.interpreter.codegen.depth import compiled
from rulesrun.interpreter.codegen.liveness import Liveness as Live
from rulesrun.interpreter.codegen.module import Module
from rulesrun.interpreter.codegen.module import Plan as Asked
from rulesrun.interpreter.codegen.module_globals import surroundings
from rulesrun.interpreter.plan import common, inlining, splitting, threading
from rulesrun.interpreter.plan import nodes as ir
from rulesrun.interpreter.plan.blocks import Blocks
from rulesrun.interpreter.plan.effects import Effects
from rulesrun.interpreter.plan.expressions import Unfit
from rulesrun.interpreter.plan.liveness import Liveness
from rulesrun.interpreter.plan.python import Printer
from rulesrun.interpreter.runtime import cellsets
from rulesrun.interpreter.runtime.layout import Layout
from rulesrun.interpreter.runtime.metering import Meter
from rulesrun.interpreter.runtime.name_mangling import spelled
from rulesrun.interpreter.runtime.support import Unplayable

PLAY = "play"

TOOLS: tuple[Callable[..., Any], ...] = (
    cellsets.members,
    cellsets.first_member,
    cellsets.along,
    cellsets.reached,
)


@frozen(eq=False, repr=False)
class Planned(Module):
    """The code of a game that is played by its plan, and that plan."""

    plan: ir.Plan = field(kw_only=True)


def planned(core: Core, layout: Layout) -> tuple[Blocks, Liveness]:
    """The plan of a game, and what is still read in it; raises Unfit."""
    if any(has_secrets(symbol) for symbol in layout.families):
        raise Unfit("something that is hidden")
    if any(symbol.deepest is not None for symbol in core.routines):
        raise Unfit("rules that carry themselves out")
    if core.components or core.explorations or core.estimate is not None:
        raise Unfit("components, or choices made as well as possible")
    wanted: frozenset[str] | set[str] = frozenset()
    while True:
        blocks = Blocks(core, layout, wanted)
        blocks.whole()
        if blocks.asked <= wanted:
            break
        wanted = blocks.asked  # what changes one of these keeps its sets, too
    if not blocks.plan.sets:
        raise Unfit("nothing that sets of cells make faster")
    return blocks, Liveness(blocks.plan)


@define(eq=False)
class Passes:
    """All passes over the statements of a plan, in their order."""

    plan: ir.Plan
    fresh: Callable[[ir.Shape], ir.Var]
    effects: Effects = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.effects = Effects(self.plan)

    def better(self, block: list[ir.Stmt]) -> list[ir.Stmt]:
        """A block made better."""
        result = inlining.inline(block, self.plan)
        result = common.along_block(result, self.effects, self.fresh)
        result = common.offered(result, self.effects)
        result = common.within_statements(result, self.fresh)
        return splitting.split(result, self.fresh)

    def improve(self) -> None:
        """Make all of a plan better but its blocks, which depend on the target."""
        for decision in self.plan.decisions:
            for item in decision.items:
                if item.offered is not None:
                    item.offered = inlining.inlined(item.offered, self.plan)
        for routine in self.plan.routines.values():
            routine.body = self.better(routine.body)
        if self.plan.tail is not None:
            self.plan.tail = self.better(self.plan.tail)

    def whole_blocks(self, number: int) -> ir.Procedure:
        """A routine that asks with blocks that lead on as far as they can without a stop."""
        procedure = self.plan.procedures[number]
        return evolve(
            procedure,
            blocks=[
                self.better(
                    threading.threaded(block, procedure.blocks, frozenset({at}))
                )
                for at, block in enumerate(procedure.blocks)
            ],
        )

    def whole_picks(self, decision: ir.Decision) -> ir.Decision:
        """A decision whose options lead on as far."""
        blocks = self.plan.procedures[decision.procedure].blocks
        items = []
        for item in decision.items:
            pick = item.pick
            if not item.apart:
                pick = threading.threaded(pick, blocks, frozenset())
            items.append(evolve(item, pick=self.better(pick)))
        return evolve(decision, items=items)

    def by_blocks(self) -> ir.Plan:
        """The plan for a target that calls block after block."""
        return evolve(
            self.plan,
            procedures=[self.whole_blocks(n) for n in range(len(self.plan.procedures))],
            decisions=[self.whole_picks(d) for d in self.plan.decisions],
        )

    def by_labels(self) -> ir.Plan:
        """The plan for a target in which a block can go to another one."""
        return evolve(
            self.plan,
            procedures=[
                evolve(p, blocks=[self.better(block) for block in p.blocks])
                for p in self.plan.procedures
            ],
            decisions=[
                evolve(d, items=[evolve(i, pick=self.better(i.pick)) for i in d.items])
                for d in self.plan.decisions
            ],
        )


def make(core: Core, layout: Layout) -> Planned:
    """The code of a game by its plan; raises Unfit where there is none yet."""
    try:
        return _printed(core, layout)
    except (RecursionError, Unplayable):
        raise Unfit("rules that are nested deep") from None


def _printed(core: Core, layout: Layout) -> Planned:
    blocks, live = planned(core, layout)
    passes = Passes(blocks.plan, blocks.fresh)
    passes.improve()
    plan = passes.by_blocks()
    printer = Printer(plan, layout.size)
    printer.whole()
    meter = Meter(layout.world.limits)
    names: dict[str, Any] = surroundings(layout) | meter.tools()
    names |= {tool.__name__: tool for tool in TOOLS}
    names |= plan.tables | printer.made
    file_name = f"<rules of {layout.program.name}>"
    exec(compiled(printer.lines, file_name), names)  # the text is our own
    frames = [frame_of(s, core.routines[s].body) for s in core.procedures]
    return Planned(
        layout,
        core,
        printer.lines.text(),
        printer.lines.spans,
        names,
        [
            [names[spelled("block", n, name=p.name)] for n in range(len(p.blocks))]
            for p in plan.procedures
        ],
        [frame.size for frame in frames],
        [frame.types for frame in frames],
        [frame.symbols for frame in frames],
        [
            Asked(core.decisions[d.number], d.procedure, d.otherwise)
            for d in plan.decisions
        ],
        [],
        frozenset(),
        {(s.declared or PLAY): n for n, s in enumerate(core.procedures)},
        [p.after for p in plan.procedures],
        Live(
            [[tuple(sorted(b)) for b in blocks] for blocks in live.blocks],
            [tuple(sorted(d)) for d in live.decisions],
        ),
        file_name,
        [],
        meter,
        [p.loops for p in plan.procedures],
        _sets(plan.sets),
        plan=passes.by_labels(),
    )


def _sets(rows: Sequence[ir.Row]) -> Callable[[Sequence[Any]], list[int]]:
    """What gives the sets that a state holds once more."""

    def found(state: Sequence[Any]) -> list[int]:
        sets = [0] * sum(row.count for row in rows)
        for row in rows:
            assert row.of is not None
            values = state[row.of.base : row.of.base + row.of.count]
            for at, value in enumerate(values):
                place = row.count - 1 if value is None else int(value)
                sets[row.base + place] |= 1 << at
        return sets

    return found
