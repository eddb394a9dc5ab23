"""From the core to a Python module: readable, and ready to run."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from rulesrun.dsl.core.frames import frame_of
from rulesrun.dsl.core.program import Core, Routine
from rulesrun.dsl.core.symbols import Local, RoutineSymbol
from rulesrun.dsl.problems.spans import Span
from rulesrun.interpreter.codegen import (
    arithmetic,
    expressions,
    folds,
    prims,
    values,
    walks,
)
from rulesrun.interpreter.codegen.addresses import family_of
from rulesrun.interpreter.codegen.blocks import Decision, Procedure
from rulesrun.interpreter.codegen.depth import compiled, readable
from rulesrun.interpreter.codegen.expressions import Expressions
from rulesrun.interpreter.codegen.heads import can, options
from rulesrun.interpreter.codegen.liveness import Liveness, spread
from rulesrun.interpreter.codegen.memoising import WORTH_KEEPING, Keeping, Reads
from rulesrun.interpreter.codegen.module import (
    FOUND,
    Exploration,
    Listener,
    Module,
    Plan,
)
from rulesrun.interpreter.codegen.module_globals import surroundings
from rulesrun.interpreter.codegen.statements import Statements
from rulesrun.interpreter.codegen.tools import Positions
from rulesrun.interpreter.codegen.writing import Lines, Scope
from rulesrun.interpreter.runtime.crediting import entered
from rulesrun.interpreter.runtime.layout import Layout, State
from rulesrun.interpreter.runtime.metering import Meter
from rulesrun.interpreter.runtime.name_mangling import spelled
from rulesrun.interpreter.runtime.payments import payments
from rulesrun.interpreter.runtime.subsets import Looks, again, sub_bundles, subsets
from rulesrun.interpreter.runtime.watching import watching

PLAY = "play"


def generate(
    core: Core,
    layout: Layout,
    *,
    trace: bool = False,
    watched: bool = False,
    credits: bool = False,
) -> Module:
    """Write and compile the module of a core and its layout.

    With `trace` every statement also says that it has been reached; `watched`, a watcher
    in place of a state's seed is told what is drawn and moved; with `credits` ledgers
    note for what each number was given. Raises Unplayable where the rules are nested deeper
    than can be carried out.
    """
    generation = _Generation(core, layout, trace)
    if credits:
        generation.names["enter"] = entered(layout)
    if watched:
        generation.names |= watching(layout, generation.names)
    return generation.whole()


def _called(symbol: RoutineSymbol) -> str:
    """How a procedure is called in the names of its blocks."""
    name = "" if symbol.kind == PLAY else symbol.name
    return spelled(symbol.kind, name=name)


class _Generation:
    """Writes one module."""

    def __init__(self, core: Core, layout: Layout, trace: bool) -> None:
        writers = {
            **values.WRITERS,
            **arithmetic.WRITERS,
            **folds.WRITERS,
            **prims.WRITERS,
            **walks.WRITERS,
        }
        self.core = core
        self.layout = layout
        self.meter = Meter(layout.world.limits)
        self.names: dict[str, Any] = surroundings(layout) | self.meter.tools()
        self.names["subsets"] = partial(subsets, self.meter)
        self.names["again"] = again
        self.names["Looks"] = Looks
        self.names["sub_bundles"] = partial(sub_bundles, self.meter)
        self.names["payments"] = partial(payments, self.meter)
        self.names["positions"] = Positions().find
        self.module = expressions.Module(core, layout, writers, trace)
        self.out = Lines()
        self.marks = self.module.marks
        self.keeping = Keeping(Reads(self.module.costs, layout), self.module.statics)
        self.numbers = {symbol: n for n, symbol in enumerate(core.procedures)}
        self.decisions: dict[int, Decision] = {}
        self.block_names: list[list[str | None]] = [[] for _ in core.procedures]
        self.sizes = [0] * len(core.procedures)
        self.live: list[list[tuple[int, ...]]] = [[] for _ in core.procedures]
        self.live_decisions: dict[int, tuple[int, ...]] = {}
        self.explorations: dict[int, tuple[int, int, Any]] = {}
        self.resumes: list[dict[int, int]] = [{} for _ in core.procedures]
        self.in_loops: list[dict[int, Span]] = [{} for _ in core.procedures]

    def whole(self) -> Module:
        """The module."""
        for symbol, routine in self.core.routines.items():
            with readable(symbol.span):
                self.routine(symbol, routine)
        return self.compiled()

    def routine(self, symbol: RoutineSymbol, routine: Routine) -> None:
        """One routine, and the head of an action."""
        if symbol in self.core.actions:
            self.head(symbol)
        if symbol.asks or symbol is self.core.play:
            self.procedure(symbol, routine)
        else:
            self.function(symbol, routine)

    def function(self, symbol: RoutineSymbol, routine: Routine) -> None:
        """A routine that asks for no choice."""
        scope = Scope()
        params = ", ".join(["S", *(scope.name(p) for p in symbol.params)])
        writer = Statements(
            Expressions(self.module, scope),
            marks=self.marks,
            depth=0,
            counted=walks.only_counted(routine.body),
        )
        name = self.module.routine(symbol)
        if symbol.kind in ("function", "amount"):
            work = self.module.costs.body(symbol)
            name = self.memoised_call(name, work, routine.body, symbol.params)
        self.out.write(0, f"def {name}({params}):", symbol.span)
        if self.module.costs.is_much(symbol):
            self.out.write(1, "tick()")
        writer.block(routine.body)
        for depth, piece, span in writer.out:
            assert isinstance(piece, str)
            self.out.write(depth, piece, span)
        self.out.write(0, "")

    def head(self, symbol: RoutineSymbol) -> None:
        """The options of an action, and whether it has any where that is asked."""
        action = self.core.actions[symbol]
        for kind, needed in (("head", True), ("can", symbol in self.core.asked)):
            if not needed:
                continue
            w = Expressions(self.module, Scope())
            params = ", ".join(["S", *(w.scope.name(p) for p in action.params)])
            name = self.module.head(symbol, kind)
            if kind == "head":
                work = self.module.costs.head(action.head)
                name = self.memoised_call(
                    name, work, action.head, action.params, "item"
                )
                self.out.write(0, f"def {name}({params}, item):", symbol.span)
                options(w, action.head, "item", self.out)
            else:
                self.out.write(0, f"def {name}({params}):", symbol.span)
                can(w, action.head, self.out)
            self.out.write(0, "")

    def memoised_call(
        self,
        name: str,
        work: float,
        tree: Sequence[Any],
        params: Sequence[Local],
        *more: str,
    ) -> str:
        """How the function of a tree is called, behind one that keeps what it gives."""
        if self.module.trace or work < WORTH_KEEPING:
            return name
        return self.keeping.write(name, tuple(tree), params, more, self.out)

    def procedure(self, symbol: RoutineSymbol, routine: Routine) -> None:
        """A routine that can stop."""
        number = self.numbers[symbol]
        written = Procedure(
            self.module,
            symbol,
            number,
            self.out,
            self.numbers,
            self.decisions,
            self.marks,
        )
        written.whole(routine.body)
        name = _called(symbol)
        self.block_names[number] = written.finish(name)
        self.sizes[number] = written.scope.places
        self.resumes[number] = written.resumes
        mine = {n: d for n, d in self.decisions.items() if d.procedure == number}
        flows = {
            n: [d.asking.flow, *(pick.flow for pick in d.picks)]
            for n, d in mine.items()
        }
        for d in mine.values():
            if d.otherwise is not None:
                d.asking.flow.blocks.add(d.otherwise)
        at_block, at_decision = spread([b.flow for b in written.bodies], flows)
        self.live[number] = [tuple(sorted(live)) for live in at_block]
        for n, live in at_decision.items():
            self.live_decisions[n] = tuple(sorted(live))
        self.explorations.update(written.explorations)
        self.in_loops[number] = written.in_loops

    # ---- compiling -------------------------------------------------------------------

    def compiled(self) -> Module:
        """The text as code, with all that it calls."""
        lines = self.module.functions
        lines.extend(self.out)
        text = lines.text()
        file_name = f"<rules of {self.layout.program.name}>"
        names = self.names
        names |= self.module.constants.values
        names |= self.keeping.tables
        listeners: list[Listener] = []
        names["reached"] = _telling(listeners)
        names["FOUND"] = FOUND
        explorations: list[Exploration] = []
        names["EXPLORE"] = explorations
        exec(compiled(lines, file_name), names)  # the text is our own
        live = Liveness(
            self.live,
            [self.live_decisions.get(n, ()) for n in range(len(self.core.decisions))],
        )
        for number in range(self.core.explorations):
            explorations.append(self.exploration(number))
        frames = [
            frame_of(symbol, self.core.routines[symbol].body)
            for symbol in self.core.procedures
        ]
        return Module(
            self.layout,
            self.core,
            text,
            lines.spans,
            names,
            [[n and names[n] for n in block] for block in self.block_names],
            self.sizes,
            [frame.types for frame in frames],
            [frame.symbols for frame in frames],
            [self.plan(number) for number in range(len(self.core.decisions))],
            self.marks,
            frozenset(self.module.conditions),
            {(s.declared or PLAY): n for s, n in self.numbers.items()},
            self.resumes,
            live,
            file_name,
            listeners,
            self.meter,
            self.in_loops,
        )

    def exploration(self, number: int) -> Exploration:
        """What the machine needs to know of choices to be made as well as possible."""
        inside, after, node = self.explorations[number]
        names = self.names
        exploration = Exploration(
            inside,
            after,
            names[spelled("chooser", number)],
            names[spelled("worth", number)],
            names.get(spelled("gained", number)),
            span=node.span,
        )
        if node.changes is not None:
            families = [family_of(self.layout, variable) for variable in node.changes]
            exploration.slots = tuple(
                slot
                for f in families
                if f is not None
                for slot in range(f.base, f.base + f.size)
            )
        return exploration

    def plan(self, number: int) -> Plan:
        """What is known of a decision beside its functions."""
        decision = self.decisions[number]
        return Plan(self.core.decisions[number], decision.procedure, decision.otherwise)


def _telling(listeners: Sequence[Listener]) -> Listener:
    """What tells every listener which statement has been reached."""

    def reached(state: State, number: int) -> None:
        for listener in tuple(listeners):
            listener(state, number)

    return reached
