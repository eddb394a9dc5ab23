"""How a game begins and how it ends, by the paragraphs of its rulebook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesrun.dsl.compile import Program
from rulesrun.dsl.core import expressions as core
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.context import paragraphs as paragraphs_of
from rulesrun.dsl.core.program import Core
from rulesrun.dsl.core.walking import mentions
from rulesrun.dsl.core.walking import walk as walk_core
from rulesrun.dsl.semantics import value_types as t
from rulesrun.dsl.semantics.narrowing import walk
from rulesrun.dsl.syntax import nodes


def beginning(rules: Core) -> tuple[str, ...]:
    """The paragraphs that say whose turn is the first, where that is not player 1 always."""
    result: dict[str, None] = {}
    has_turns = _before_first_turn(rules, rules.routines[rules.play].body, result)
    return tuple(result) if has_turns else ()


def _before_first_turn(rules: Core, block: stmt.Block, cites: dict[str, None]) -> bool:
    """Collect what lines cite that find out a player; whether the first turn is reached."""
    line: tuple[str, ...] = ()
    for statement in block:
        match statement:
            case stmt.Mark():
                line = statement.cites
                continue
            case stmt.BeginTurn():
                return True
            case stmt.SetLocal(local, value) if local.type == t.PLAYER:
                is_next = mentions(value, local)
                cites.update(
                    dict.fromkeys(line if _finds_out(value) and not is_next else ())
                )
            case stmt.Write(to, value) if to.variable.type == t.PLAYER:
                cites.update(dict.fromkeys(line if _finds_out(value) else ()))
        for node in walk_core(statement):
            if isinstance(node, core.Call) and node.type == t.PLAYER:
                declared = node.routine.declared
                own = () if declared is None else declared.decl.cites
                cites.update(dict.fromkeys(paragraphs_of(own)))
        inner: tuple[stmt.Block, ...] = ()
        match statement:
            case stmt.Carry(routine):
                inner = (rules.routines[routine].body,)
            case stmt.Loop(body) | stmt.ForEach(body=body):
                inner = (body,)
            case stmt.Choice(branches, otherwise):
                inner = (*(branch.body for branch in branches), otherwise)
        reached = [_before_first_turn(rules, one, cites) for one in inner]
        if any(reached):
            return True
    return False


def _finds_out(value: core.Expr) -> bool:
    """Whether it is neither a seat nor somebody found out before, or who sits beside; nor
    where `turns of p from q` sets out, which is to the right of `q`.
    """
    steps = 0
    while isinstance(value, core.Field):
        value, steps = value.of, steps + 1
    if isinstance(value, core.Read):
        return steps > 1
    return not isinstance(value, core.Const | core.Get)


def ending(program: Program) -> tuple[str, ...]:
    """The paragraphs by which a game is ended, won and ranked, in the order of the rules."""
    around: dict[int, tuple[str, ...]] = {}
    result: dict[str, None] = {}
    declarations = program.world.file.declarations
    rules = {one.name: one for one in declarations if isinstance(one, nodes.RuleDecl)}
    for declaration in declarations:
        is_play = isinstance(declaration, nodes.Play)
        if isinstance(declaration, nodes.Play):
            last = _last_loop(declaration.body, rules)
            result.update(dict.fromkeys(_cites_of_line(last) if last else ()))
        for node in walk(declaration):  # the outer before the inner, which is nearer
            own = paragraphs_of(getattr(node, "cites", ()))
            if isinstance(node, nodes.Statement | nodes.Declaration) and own:
                around.update((id(inner), own) for inner in walk(node))
            if isinstance(node, nodes.RepeatUntil) and is_play and _can_end(node):
                result.update(dict.fromkeys(_cites_of_line(node)))
            if isinstance(node, nodes.Rank | nodes.Wins | nodes.EndGame):
                result.update(dict.fromkeys(own or around.get(id(node), ())))
    return tuple(result)


_LOOPS = (nodes.RepeatUntil, nodes.RepeatTimes, nodes.ForEach, nodes.While)


def _last_loop(
    block: nodes.Block, rules: Mapping[str, nodes.RuleDecl], kinds: Any = _LOOPS
) -> nodes.Statement | None:
    """The loop that a game goes through last.

    One that is gone through once for each player brings no end, nor does one in a rule
    that is carried out, but for `until`: it rather goes through what is scored.
    """
    for statement in reversed(block):
        if isinstance(statement, nodes.Do):
            inner = {name: one for name, one in rules.items() if name != statement.name}
            rule = rules.get(statement.name)
            loop = _last_loop(rule.body, inner, nodes.RepeatUntil) if rule else None
        else:
            loop = statement if isinstance(statement, kinds) else None
        if loop is not None and _can_end(loop) and not _is_over_players(loop):
            return loop
    return None


def _can_end(loop: nodes.Statement) -> bool:
    """Whether what ends a loop ever comes about."""
    never = isinstance(loop, nodes.RepeatUntil) and isinstance(loop.until, nodes.Bool)
    return not never


def _is_over_players(loop: nodes.Statement) -> bool:
    return (
        isinstance(loop, nodes.ForEach)
        and isinstance(loop.binder.of, nodes.Name)
        and loop.binder.of.text == "players"
    )


def _cites_of_line(loop: nodes.Statement) -> tuple[str, ...]:
    """What a loop cites; what stands behind it in one line is cited by its statement."""
    inside: list[nodes.Statement] = [loop]
    while inside:
        statement = inside.pop()
        cites = paragraphs_of(statement.cites)
        if cites:
            return cites
        inside += [
            one
            for one in getattr(statement, "body", ())
            if one.span.line == loop.span.line
        ]
    return ()
