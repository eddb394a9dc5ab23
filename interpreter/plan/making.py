"""A game through the plan: lowered, improved, printed, ready to run."""

from collections.abc import Callable, Sequence
from typing import Any

from rulesrun.dsl.analysis.secrecy import has_secrets
from rulesrun.dsl.core.frames import frame_of
from rulesrun.dsl.core.program import Core
from rulesrun.interpreter.codegen.depth import compiled
from rulesrun.interpreter.codegen.liveness import Liveness as Live
from rulesrun.interpreter.codegen.module import Module
from rulesrun.interpreter.codegen.module import Plan as Asked
from rulesrun.interpreter.codegen.surroundings import surroundings
from rulesrun.interpreter.plan import common, inlining, splitting, threading
from rulesrun.interpreter.plan.blocks import Blocks
from rulesrun.interpreter.plan.effects import Effects
from rulesrun.interpreter.plan.expressions import Unfit
from rulesrun.interpreter.plan.liveness import Liveness
from rulesrun.interpreter.plan.nodes import Plan, Row, Stmt
from rulesrun.interpreter.plan.python import Printer
from rulesrun.interpreter.runtime import cellsets
from rulesrun.interpreter.runtime.layout import Layout
from rulesrun.interpreter.runtime.metering import Meter
from rulesrun.interpreter.runtime.spelling import spelled

PLAY = "play"

TOOLS: tuple[Callable[..., Any], ...] = (
    cellsets.members,
    cellsets.first_member,
    cellsets.along,
)


def planned(core: Core, layout: Layout) -> tuple[Plan, Liveness]:
    """The plan of a game, and what is still read in it; raises Unfit."""
    if any(has_secrets(symbol) for symbol in layout.families):
        raise Unfit("something that is hidden")
    if core.components or core.explorations or core.estimate is not None:
        raise Unfit("components, or choices made as well as possible")
    wanted: frozenset[str] | set[str] = frozenset()
    while True:
        blocks = Blocks(core, layout, wanted)
        blocks.whole()
        if blocks.asked <= wanted:
            break
        wanted = blocks.asked  # what changes one of these keeps its sets, too
    plan = blocks.plan
    live = Liveness(plan)
    _improve(plan, blocks)
    return plan, live


def _improve(plan: Plan, blocks: Blocks) -> None:
    """All passes, in their order."""
    effects = Effects(plan)
    for decision in plan.decisions:
        for item in decision.items:
            if item.offered is not None:
                item.offered = inlining.inlined(item.offered, plan)

    def better(block: list[Stmt]) -> list[Stmt]:
        found = inlining.inline(block, plan)
        found = common.along_block(found, effects, blocks.fresh)
        found = common.offered(found, effects)
        found = common.within_statements(found, blocks.fresh)
        return splitting.split(found, blocks.fresh)

    for routine in plan.routines.values():
        routine.body = better(routine.body)
    for number, procedure in enumerate(plan.procedures):
        whole = [
            threading.threaded(block, procedure.blocks, frozenset({at}))
            for at, block in enumerate(procedure.blocks)
        ]
        for decision in plan.decisions:
            if decision.procedure == number:
                for item in decision.items:
                    if not item.apart:
                        item.pick = threading.threaded(
                            item.pick, procedure.blocks, frozenset()
                        )
                    item.pick = better(item.pick)
        procedure.blocks = [better(block) for block in whole]


def make(core: Core, layout: Layout) -> Module:
    """The code of a game by its plan; raises Unfit where there is none yet."""
    plan, live = planned(core, layout)
    printer = Printer(plan, layout.size)
    printer.whole()
    meter = Meter(layout.world.limits)
    names: dict[str, Any] = surroundings(layout) | meter.tools()
    names |= {tool.__name__: tool for tool in TOOLS}
    names |= plan.tables | printer.made
    file_name = f"<rules of {layout.program.name}>"
    exec(compiled(printer.lines, file_name), names)  # the text is our own
    frames = [frame_of(s, core.routines[s].body) for s in core.procedures]
    return Module(
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
    )


def _sets(rows: Sequence[Row]) -> Callable[[Sequence[Any]], list[int]]:
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
