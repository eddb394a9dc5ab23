"""Jump threading: short blocks are written where they are jumped to."""

from collections.abc import Sequence

from attrs import evolve

from rulesrun.interpreter.plan import nodes as ir

MOST = 60
"""So many statements a block has at most after others have been written into it."""


def threaded(
    block: list[ir.Stmt], blocks: Sequence[list[ir.Stmt]], path: frozenset[int]
) -> list[ir.Stmt]:
    """A block with those that it jumps to; `path` are those that it stands in."""
    stmts: list[ir.Stmt] = []
    for s in block:
        match s:
            case ir.Jump(block=to) if to not in path:
                inside = threaded(blocks[to], blocks, path | {to})
                if sum(1 for _ in ir.statements(inside)) <= MOST:
                    return [*stmts, *inside]
            case ir.If(then=then, other=other):
                s = evolve(
                    s,
                    then=threaded(then, blocks, path),
                    other=threaded(other, blocks, path),
                )
        stmts.append(s)
        if isinstance(s, ir.LEAVES):
            break
    return stmts
