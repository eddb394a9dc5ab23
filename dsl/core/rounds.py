"""What `return` leaves in a handler: the handler, in this round, and not the event.

All handlers of an event are one routine. So one that may be left early is a round of a
loop, and `return` goes on with the next round, out of all loops that stand inside.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve

from rulesrun.dsl.core import folding
from rulesrun.dsl.core import statements as stmt
from rulesrun.dsl.core.context import Context
from rulesrun.dsl.core.expressions import Get
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.core.walking import walk
from rulesrun.dsl.problems.spans import Span
from rulesrun.dsl.semantics.value_types import BOOL


def one_round(
    context: Context, block: stmt.Block, span: Span, *, looped: bool
) -> stmt.Block:
    """The body of a handler as a round that a `Return` or a `Continue` ends.

    Where it is `looped`, it is the body of a loop already.
    """
    rounds = _Rounds(context, span)
    body = rounds.block(block, 0)
    if rounds.left is not None:
        nothing = stmt.SetLocal(rounds.left, folding.truth(False, span), span=span)
        body = (nothing, *body)
    if looped or not any(rounds.ending(block)):
        return body
    return (stmt.Loop(body, times=folding.number(1, span), span=span),)


@define(eq=False)
class _Rounds:
    """Rewrites the lines of one handler."""

    context: Context
    span: Span
    left: Local | None = None

    def ending(self, block: stmt.Block) -> Iterator[bool]:
        """For what may end the round: that it does."""
        for line in block:
            if isinstance(line, stmt.Continue):
                yield True
            elif isinstance(line, stmt.ForEach | stmt.Loop):
                yield any(map(_leaves_round, walk(line)))
            else:
                yield _leaves_round(line)
                for inner in _blocks(line):
                    yield from self.ending(inner)

    def block(self, block: stmt.Block, depth: int) -> stmt.Block:
        """A block inside so many loops of the handler."""
        return tuple(new for line in block for new in self.line(line, depth))

    def line(self, line: stmt.Stmt, depth: int) -> list[stmt.Stmt]:
        """A statement, and what leaves the loop around it if it has left its own."""
        match line:
            case stmt.Return(span=span, whole=False):
                return self.leave(span, depth)
            case stmt.ForEach(body=body) | stmt.Loop(body=body):
                if not any(map(_leaves_round, walk(line))):
                    return [line]
                looped = evolve(line, body=self.block(body, depth + 1))
                return [looped, self.after(line.span, depth)]
            case stmt.Choice():
                branches = tuple(
                    evolve(b, body=self.block(b.body, depth)) for b in line.branches
                )
                otherwise = self.block(line.otherwise, depth)
                return [evolve(line, branches=branches, otherwise=otherwise)]
            case stmt.Decide():
                return [self.decision(line, depth)]
            case _:
                return [line]

    def leave(self, span: Span, depth: int) -> list[stmt.Stmt]:
        """The round ends, or the loop inside it, and then the round."""
        if not depth:
            return [stmt.Continue(span=span)]
        left = self.flag()
        return [
            stmt.SetLocal(left, folding.truth(True, span), span=span),
            stmt.Break(span=span),
        ]

    def after(self, span: Span, depth: int) -> stmt.Stmt:
        """Behind a loop that a `return` may have left: leave what is around it, too."""
        on: stmt.Stmt = stmt.Break(span=span) if depth else stmt.Continue(span=span)
        gone = Get(self.flag(), type=BOOL, span=span)
        return stmt.Choice((stmt.Branch(gone, (on,)),), span=span)

    def flag(self) -> Local:
        """Whether the handler has been left."""
        if self.left is None:
            self.left = self.context.fresh("left", BOOL)
        return self.left

    def decision(self, line: stmt.Decide, depth: int) -> stmt.Decide:
        """A decision, of which the core knows one."""
        items: tuple[stmt.Item, ...] = tuple(
            evolve(item, body=self.block(item.body, depth)) for item in line.items
        )
        otherwise = line.otherwise
        if otherwise is not None:
            otherwise = self.block(otherwise, depth)
        changed = evolve(line, items=items, otherwise=otherwise)
        self.context.decisions[line.number] = changed
        return changed


def _leaves_round(node: object) -> bool:
    return isinstance(node, stmt.Return) and not node.whole


def _blocks(line: stmt.Stmt) -> list[stmt.Block]:
    match line:
        case stmt.Choice(branches=branches, otherwise=otherwise):
            return [*(branch.body for branch in branches), otherwise]
        case stmt.Decide(items=items, otherwise=last):
            return [*(item.body for item in items), last or ()]
        case _:
            return []
