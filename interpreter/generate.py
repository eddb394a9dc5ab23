"""From a checked program to Python: one module for a layout, readable and fast.

More than 400 lines because the surroundings of the generated code are listed here.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from attrs import evolve, frozen

from rulesrun.dsl import nodes
from rulesrun.dsl.checks.proofs import Proofs
from rulesrun.dsl.narrowing import walk
from rulesrun.dsl.spans import Span
from rulesrun.dsl.symbols import (
    ActionSymbol,
    AmountSymbol,
    BoardSymbol,
    ComponentSymbol,
    ConstantSymbol,
    EventSymbol,
    FunctionSymbol,
    HandlerSymbol,
    LocalSymbol,
    RuleSymbol,
    TableSymbol,
)
from rulesrun.dsl.value_types import Type
from rulesrun.dsl.world import World
from rulesrun.interpreter import effects, grids, support, traversal
from rulesrun.interpreter.boards import Board
from rulesrun.interpreter.exploration import FOUND, Exploration
from rulesrun.interpreter.expressions import Env, Expressions
from rulesrun.interpreter.heads import Heads, Reason
from rulesrun.interpreter.layout import Layout, State
from rulesrun.interpreter.liveness import Liveness, liveness
from rulesrun.interpreter.loops import longest_loop
from rulesrun.interpreter.procedures import DecisionPlan, Plan, Procedure, Writer
from rulesrun.interpreter.spelling import is_spelled, local, spelled
from rulesrun.interpreter.suspension import Suspension
from rulesrun.interpreter.veils import looked

Listener = Callable[[State, int], None]
"""Is told, before each statement of a traced game, of which game and which one."""


@frozen(eq=False, repr=False)
class Module:
    """The generated code of a layout, compiled and ready to run.

    `blocks[p][b]` is block b of procedure p, `sizes[p]` how many locals its frame
    has, `locals[p]` which names they are, and `kinds[p]` of which types; `asked_in` gives
    the procedure of a decision; `spans`, for each line of `text`, its place in the rules.
    `listeners` are told of every statement that is reached in any game that runs it, and
    of every condition that is none: of those of `marks` whose numbers are in `conditions`.
    """

    layout: Layout
    text: str
    spans: Sequence[Span | None]
    names: dict[str, Any]
    blocks: list[list[Any]]
    sizes: list[int]
    kinds: list[list[Type | None]]
    procedure_names: list[str]
    decisions: list[DecisionPlan]
    reasons: list[Reason]
    announcements: list[nodes.Labels]
    ledger: list[tuple[Span, tuple[str, ...]]]
    marks: list[Span]
    conditions: frozenset[int]
    procedures: dict[object, int]
    locals: dict[int, dict[int, LocalSymbol]]
    asked_in: list[int]
    file_name: str
    listeners: list[Listener]


PLAY = "play"


def generate(layout: Layout, *, trace: bool = False) -> Module:
    """Write and compile the module of a layout.

    With `trace` every statement also says that it has been reached.
    """
    world = layout.world
    plan = Plan(Expressions(layout), Suspension(world))
    plan.trace = trace
    plan.heads = Heads(plan.expressions, plan.source, plan.condition)
    _number_procedures(plan)
    for constant in world.each(ConstantSymbol):
        code = plan.expressions.code(constant.decl.value, {})
        name = spelled("CONSTANT", name=constant.name)
        plan.source.write(0, f"{name} = {code}", constant.decl.span)
    plan.source.write(0, "")
    for function in world.each(FunctionSymbol):
        name = spelled("function", name=function.name)
        _function(plan, name, function.params, function.decl.body)
    for amount in world.each(AmountSymbol):
        _amount(plan, amount)
    for event in world.each(EventSymbol):
        _event(plan, event)
    for rule in world.each(RuleSymbol):
        if rule in plan.suspension.symbols:
            _procedure(plan, rule, rule.params, rule.decl.body)
        else:
            name = spelled("rule", name=rule.name)
            _function(plan, name, rule.params, rule.decl.body)
    for action in world.each(ActionSymbol):
        _action(plan, action)
    assert world.play is not None
    _procedure(plan, PLAY, (), world.play.body)
    _asked(plan)
    _look_ahead(plan)
    return _compile(plan, layout)


def _number_procedures(plan: Plan) -> None:
    symbols: list[tuple[object, str]] = []
    for symbol in plan.expressions.world.names.values():
        if symbol in plan.suspension.symbols:
            symbols.append((symbol, spelled(symbol.what, name=symbol.name)))
    symbols.append((PLAY, spelled("play")))
    for number, (key, name) in enumerate(symbols):
        plan.procedures[key] = number
        plan.procedure_names.append(name)
        plan.blocks.append(0)
        plan.sizes.append(0)
        plan.kinds.append([])


def _named(params: Sequence[LocalSymbol]) -> Env:
    """How the parameters of a function are written."""
    env: Env = {}
    for param in params:
        env[param] = local(param, env)
    return env


def _function(
    plan: Plan, name: str, params: Sequence[LocalSymbol], body: nodes.Block
) -> None:
    env = _named(params)
    writer = Writer(plan, env, locals_in_frame=False)
    given = ", ".join(["S", *env.values()])
    plan.source.write(0, f"def {name}({given}):", body[0].span if body else None)
    writer.block(body)
    plan.source.extend(writer.out)
    plan.source.write(0, "")


def _procedure(
    plan: Plan, key: object, params: Sequence[LocalSymbol], body: nodes.Block
) -> None:
    procedure = Procedure(plan, plan.procedures[key], list(params))
    procedure.whole(body)


def _amount(plan: Plan, amount: AmountSymbol) -> None:
    env = _named(amount.params)
    write = plan.source.write
    given = ", ".join(["S", *env.values()])
    write(0, f"def {spelled('amount', name=amount.name)}({given}):", amount.decl.span)
    first = plan.expressions.code(amount.decl.value, env)
    write(1, f"result = {plan.condition(first, amount.decl.span)}")
    for adjustment in sorted(amount.adjustments, key=lambda a: a.decl.order or 0):
        decl = adjustment.decl
        inner: Env = {
            own: env[p] for own, p in zip(adjustment.params, amount.params, strict=True)
        }
        assert adjustment.result is not None
        inner[adjustment.result] = "result"
        depth = 1
        if decl.each is not None and adjustment.each is not None:
            values = plan.expressions.values(decl.each.of, inner)
            inner[adjustment.each] = local(adjustment.each, inner)
            write(1, f"for {inner[adjustment.each]} in {values}:", decl.span)
            depth = 2
            if decl.each.where is not None:
                write(
                    2, f"if {plan.expressions.code(decl.each.where, inner)}:", decl.span
                )
                depth = 3
        if decl.when is not None:
            write(depth, f"if {plan.expressions.code(decl.when, inner)}:", decl.span)
            depth += 1
        code = plan.condition(plan.expressions.code(decl.value, inner), decl.span)
        write(depth, f"result = {code}", decl.span)
    for limit, helper in ((amount.decl.least, "max"), (amount.decl.most, "min")):
        if limit is not None:
            write(1, f"result = {helper}(result, {plan.expressions.code(limit, env)})")
    write(1, "return result")
    write(0, "")


def _handlers(event: EventSymbol) -> list[HandlerSymbol]:
    return sorted(event.handlers, key=lambda h: h.decl.order or 0)


def _event(plan: Plan, event: EventSymbol) -> None:
    if event in plan.suspension.symbols:
        procedure = Procedure(plan, plan.procedures[event], list(event.params))
        for handler in _handlers(event):
            _share(procedure.env, handler, event)
            procedure.sequence(_answer(handler))
        procedure.emit("return None", event.decl.span)
        procedure.finish()
        return
    env = _named(event.params)
    writer = Writer(plan, env, locals_in_frame=False)
    given = ", ".join(["S", *env.values()])
    name = spelled("event", name=event.name)
    plan.source.write(0, f"def {name}({given}):", event.decl.span)
    for handler in _handlers(event):
        _share(writer.env, handler, event)
        writer.block(_answer(handler))
    writer.emit("pass", event.decl.span)
    plan.source.extend(writer.out)
    plan.source.write(0, "")


def _answer(handler: HandlerSymbol) -> nodes.Block:
    """What a handler does, where its condition holds, once for each of its cards."""
    decl = handler.decl
    body: nodes.Block = decl.body
    if decl.each is not None:
        body = (nodes.ForEach(span=decl.span, binder=decl.each, body=body),)
    if decl.test is not None:
        body = (nodes.If(span=decl.span, branches=((decl.test, body),)),)
    return body


def _share(env: Env, handler: HandlerSymbol, event: EventSymbol) -> None:
    for own, param in zip(handler.params, event.params, strict=True):
        env[own] = env[param]


def _action(plan: Plan, action: ActionSymbol) -> None:
    assert plan.heads is not None
    env = _named(action.params)
    params = ", ".join(["S", *env.values()])
    head = action.decl.head
    plan.heads.options(spelled("head", name=action.name), params, head, env)
    plan.heads.why(spelled("why", name=action.name), params, head, env)
    lets = tuple(line for line in head if isinstance(line, nodes.Let))
    body = lets + action.decl.body
    if action in plan.suspension.symbols:
        _procedure(plan, action, (*action.params, *action.chosen), body)
    else:
        name = spelled("do", name=action.name)
        _function(plan, name, (*action.params, *action.chosen), body)


def _asked(plan: Plan) -> None:
    """The functions behind `can`, for the actions that it asks about."""
    assert plan.heads is not None
    world = plan.expressions.world
    asked = {n.name for n in walk(world.file.declarations) if isinstance(n, nodes.Can)}
    for action in world.each(ActionSymbol):
        if action.name in asked:
            env = _named(action.params)
            params = ", ".join(["S", *env.values()])
            name = spelled("can", name=action.name)
            plan.heads.can(name, params, action.decl.head, env)


def _look_ahead(plan: Plan) -> None:
    """Mark the items whose further choices might turn out to be impossible."""
    proofs = Proofs(_without_promises(plan.expressions.world))
    for decision in plan.decisions:
        for item in decision.items:
            if item.action is not None:
                item.look_ahead = proofs.is_risky(item.action)
            elif isinstance(item.node, nodes.MenuOption):
                item.look_ahead = not proofs.completes(item.node.body)


def _without_promises(world: World) -> World:
    """The world without the ranges that no game makes sure of.

    Only variables and fields are held to theirs. What a rule is given and what a
    function gives back may lie outside: that is enough for a warning, but not here.
    """
    kept = {
        node: kind
        for node, kind in world.types.items()
        if not isinstance(world.refs.get(node), LocalSymbol | FunctionSymbol)
    }
    return evolve(world, types=kept)


# ---- the module ------------------------------------------------------------


def _compile(plan: Plan, layout: Layout) -> Module:
    plan.source.put_first(plan.expressions.loops.source)
    text = plan.source.text()
    name = f"<rules of {layout.program.name}>"
    names = _surroundings(layout) | plan.expressions.tables
    assert all(map(is_spelled, plan.expressions.tables))
    listeners: list[Listener] = []
    names["reached"] = _telling(listeners)
    names["EXPLORE"] = []
    names["FOUND"] = FOUND
    exec(compile(text, name, "exec"), names)  # the text is our own
    for number, (inside, after, gained, _) in enumerate(plan.explorations):
        who = names[spelled("chooser", number)]
        worth = names[spelled("worth", number)]
        slot = names[spelled("gained", number)] if gained else None
        names["EXPLORE"].append(Exploration(inside, after, who, worth, slot))
    if plan.explorations:
        _explorable(plan, layout, text, names["EXPLORE"])
    blocks = [
        [names[spelled("block", block, name=procedure)] for block in range(count)]
        for procedure, count in zip(plan.procedure_names, plan.blocks, strict=True)
    ]
    assert plan.heads is not None
    return Module(
        layout,
        text,
        plan.source.spans,
        names,
        blocks,
        plan.sizes,
        plan.kinds,
        plan.procedure_names,
        plan.decisions,
        plan.heads.reasons,
        plan.announcements,
        plan.ledger,
        plan.marks,
        frozenset(plan.conditions),
        plan.procedures,
        plan.locals,
        plan.asked_in,
        name,
        listeners,
    )


def _telling(listeners: Sequence[Listener]) -> Listener:
    """What tells every listener which statement has been reached."""

    def reached(state: State, number: int) -> None:
        for listener in tuple(listeners):
            listener(state, number)

    return reached


def _explorable(
    plan: Plan, layout: Layout, text: str, explorations: list[Exploration]
) -> None:
    """Note for blocks of choices to explore what makes a situation there."""

    @cache
    def live() -> Liveness:
        return liveness(
            text,
            list(zip(plan.procedure_names, plan.blocks, strict=True)),
            [len(decision.items) for decision in plan.decisions],
            [decision.otherwise for decision in plan.decisions],
            [(e.inside, e.after) for e in explorations],
        )

    for exploration, (_, _, _, changed) in zip(
        explorations, plan.explorations, strict=True
    ):
        exploration.live = live
        if changed is not None:
            families = [layout.families[variable] for variable in changed]
            exploration.slots = tuple(
                slot for f in families for slot in range(f.base, f.base + f.size)
            )


def _surroundings(layout: Layout) -> dict[str, Any]:
    """Everything that generated code may call by name."""
    world = layout.world
    names: dict[str, Any] = effects.bound_to(layout)
    for tool in (
        support.bits,
        support.mask,
        support.nth,
        support.first_of,
        support.no_player,
        support.last_of,
        support.greatest,
        support.smallest,
        support.best_one,
        support.best_one_or_none,
        support.best_all,
        support.standings,
        support.minus,
        support.shared,
        support.position_of,
        support.bundle,
        support.covers,
        support.held,
        support.sub_bundles,
        support.distinct,
        support.bounded,
        support.bounded_or_none,
        support.divided,
        support.remainder,
        support.ranks,
        support.placed,
        support.with_at,
        support.without_at,
        traversal.frontier,
        traversal.walk_places,
        traversal.walk_cells,
        traversal.place_steps,
        traversal.cell_steps,
        longest_loop,
        support.subsets,
        support.look_up,
        support.passes,
        traversal.board_cell,
        traversal.ray,
        traversal.cell_toward,
        support.GameOver,
        grids.enclosed,
        grids.outline,
        grids.longest_run,
        grids.regions,
        grids.coordinates,
    ):
        names[tool.__name__] = tool
    names["looked"] = looked
    names["place_at"] = grids.cell_at
    names["grid_neighbours"] = grids.neighbours
    names["place_toward"] = grids.toward
    names["place_distance"] = traversal.place_distance
    for top in ("SQUARE", "HEX"):
        names[top] = getattr(grids, top)
        names[f"{top}_STEPS"] = getattr(grids, top).steps
    for name, count, clockwise in (
        ("Side", 4, 1),
        ("HexSide", 6, -1),
        ("Direction", 8, 1),
    ):
        turns = range(0, count * clockwise, clockwise)
        once = [[(side + turn) % count for side in range(count)] for turn in turns]
        names[f"ROTATED_{name}"] = once
        names[f"ROTATED_{name}_SETS"] = [
            [
                support.mask(sides[s] for s in support.bits(whole))
                for whole in range(1 << count)
            ]
            for sides in once
        ]
    names["OPPOSITE_Side"] = grids.SQUARE.opposite
    names["OPPOSITE_HexSide"] = grids.HEX.opposite
    names["OPPOSITE_Direction"] = tuple((d + 4) % 8 for d in range(8))
    count = layout.players
    names["LEFT"] = tuple((p + 1) % count for p in range(count))
    names["RIGHT"] = tuple((p - 1) % count for p in range(count))
    names["CLOCKWISE"] = tuple(
        tuple((p + i) % count for i in range(count)) for p in range(count)
    )
    assert not any(map(is_spelled, names)), "a tool is called like a name of the rules"
    fields = {f for c in world.each(ComponentSymbol) for f in c.fields}
    for field in sorted(fields):
        names[spelled("FIELD", name=field)] = [
            c.fields.get(field) for c in layout.components
        ]
    for option, value in layout.options.items():
        names[spelled("OPTION", name=option)] = value
    for table in world.each(TableSymbol):
        single_key, single_value = len(table.keys) == 1, len(table.values) == 1
        names[spelled("TABLE", name=table.name)] = {
            (key[0] if single_key else key): (value[0] if single_value else value)
            for key, value in table.rows
        }
    for board in world.each(BoardSymbol):
        made = layout.boards[board.name]
        names[spelled("BOARD", name=board.name)] = made
        names[spelled("STEP", name=board.name)] = _steps(world, board, made)
        names[spelled("RAY", name=board.name)] = _rays(world, board, made)
    return names


def _rays(world: Any, board: BoardSymbol, made: Board) -> tuple[Any, ...]:
    """The rays from each cell, by the directions in the order of their enum."""
    if not made.sides:
        return ()
    return tuple(
        tuple(made.ray(cell, made.sides.index(side)) for cell in range(len(made.names)))
        for side in _side_names(world, board)
    )


def _steps(world: Any, board: BoardSymbol, made: Board) -> tuple[Any, ...]:
    """The neighbours of each cell, by the directions in the order of their enum."""
    if not made.sides:
        return ()
    return tuple(
        made.step[made.sides.index(side)] for side in _side_names(world, board)
    )


def _side_names(world: Any, board: BoardSymbol) -> list[str]:
    enum = "Direction" if board.shape == "square" else "HexSide"
    return [value.name for value in world.enum(enum).values]
