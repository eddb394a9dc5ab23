"""The paragraphs behind a line that cites none: those of what it stands in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.context import paragraphs
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.symbols import RoutineSymbol
from rulesrun.dsl.core.walking import parts, walk
from rulesrun.interpreter.inspection import Standing
from rulesrun.interpreter.runtime.layout import FRAMES

Cites = tuple[str, ...]


def behind(position: Standing, own: Cites, item: stmt.Item | None = None) -> Cites:
    """The paragraphs of a line of a choice: its own, or else those of what is nearest.

    That is the action and the line that offers it, then another line of its head, then
    whatever the decision stands in, and at last what led to it.
    """
    return next((cites for cites in _around(position, own, item) if cites), ())


def of_decision(position: Standing, number: int) -> Cites:
    """The paragraphs of a decision, wherever it stands."""
    plan = position.game.lowered.core.decisions[number]
    return next((cites for cites in _of(plan) if cites), ())


def of_item(core: Core, item: stmt.Item) -> Cites:
    """The paragraphs of something that may be done, wherever it is offered.

    Those of its action, or else of the line that offers it, of a line of its head, or of
    the first line of its body that cites any.
    """
    return next((cites for cites in _of_item(core, item) if cites), ())


def of_all_lines(core: Core, item: stmt.Item) -> Cites:
    """The paragraphs of all lines of something that may be done, in their order."""
    return tuple(dict.fromkeys(chain.from_iterable(_of_lines(core, item))))


def _of_lines(core: Core, item: stmt.Item) -> Iterator[Cites]:
    yield item.cites
    if item.action is None:
        yield from _of_head(item.head)
        return
    yield _declared(item.action.symbol)
    yield from _of_head(item.action.head)
    if item.action.symbol in core.routines:
        for node in walk(core.routines[item.action.symbol].body):
            if isinstance(node, stmt.Mark | stmt.Decide):
                yield node.cites


def _of_item(core: Core, item: stmt.Item) -> Iterator[Cites]:
    if item.action is None:
        yield item.cites
        yield from _of_head(item.head)
        return
    yield _declared(item.action.symbol)
    yield item.cites
    yield from _of_head(item.action.head)
    if item.action.symbol in core.routines:
        for node in core.routines[item.action.symbol].body:
            if isinstance(node, stmt.Mark | stmt.Decide):
                yield node.cites


def _around(position: Standing, own: Cites, item: stmt.Item | None) -> Iterator[Cites]:
    yield own
    if item is not None:
        if item.action is not None:
            yield _declared(item.action.symbol)
        yield item.cites
        yield from _of_head(item.head if item.action is None else item.action.head)
    yield from _of_frames(position)
    yield from _of(position.decision_plan)


def _of_frames(position: Standing) -> Iterator[Cites]:
    """Of what the decision stands in, from inside outwards, and of what led to it."""
    core = position.game.lowered.core
    plan = position.decision_plan
    inner: RoutineSymbol | None = None
    for procedure, *_ in reversed(position.state[FRAMES]):
        symbol = core.procedures[procedure] if procedure >= 0 else None
        if symbol is None or symbol not in core.routines:
            return
        yield from _path(core.routines[symbol].body, plan if inner is None else inner)
        yield _declared(symbol)
        inner = symbol


def _path(block: Iterable[object], wanted: stmt.Decide | RoutineSymbol) -> list[Cites]:
    """What the statements cite that a decision, or the call of a routine, lies in."""
    before: Cites = ()
    for node in block:
        match node:
            case stmt.Mark():
                before = node.cites
            case stmt.Decide() if node is wanted:
                return [node.cites, before]
            case stmt.Carry() if node.routine is wanted:
                return [node.cites, before]
            case stmt.Statement() | stmt.Branch() | stmt.Case() | stmt.Item():
                result = _path(parts(node), wanted)
                if result:
                    return [*result, before]
    return []


def _of(plan: stmt.Decide) -> Iterator[Cites]:
    yield plan.cites
    for item in plan.items:
        yield item.cites
        if item.action is not None:
            yield _declared(item.action.symbol)
        yield from _of_head(item.head if item.action is None else item.action.head)


def _of_head(head: Iterable[stmt.HeadLine]) -> Iterator[Cites]:
    for line in head:
        match line:
            case stmt.Condition():
                yield line.reason.cites
            case stmt.Select():
                yield line.domain.cites
                for condition in (*line.where, *line.require):
                    yield condition.reason.cites


def _declared(symbol: RoutineSymbol) -> Cites:
    return () if symbol.declared is None else paragraphs(symbol.declared.decl.cites)
