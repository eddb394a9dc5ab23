"""Which locals of a procedure can still be read, from each place where it may stand.

Two situations that differ only in what nobody will look at again are the same one.
"""

from collections.abc import Mapping, Sequence

from attrs import Factory, define


@define(eq=False)
class Flow:
    """What a piece of a procedure does with its frame, and where it goes on.

    `reads` are the places that it reads before it writes them, `writes` those that it
    has written wherever it goes on (until it may have `left`).
    """

    reads: set[int] = Factory(set)
    writes: set[int] = Factory(set)
    blocks: set[int] = Factory(set)
    decisions: set[int] = Factory(set)
    explores: set[int] = Factory(set)
    left: bool = False


Live = tuple[int, ...]
"""The places of the frame that may still be read, ascending."""


@define(eq=False)
class Liveness:
    """For each block of each procedure, and for each decision, what is still read."""

    at_block: list[list[Live]]
    at_decision: list[Live]


def spread(
    blocks: Sequence[Flow], decisions: Mapping[int, Sequence[Flow]]
) -> tuple[list[set[int]], dict[int, set[int]]]:
    """What is live at each block and each decision of one procedure (a fixpoint).

    Of a decision come first what asking for it reads, then each of its items.
    """
    at_block = [set(flow.reads) for flow in blocks]
    at_decision = {
        number: set().union(*(flow.reads for flow in flows))
        for number, flows in decisions.items()
    }

    def after(flow: Flow) -> set[int]:
        result: set[int] = set()
        for block in flow.blocks:
            result |= at_block[block]
        for number in flow.decisions:
            result |= at_decision[number]
        return result - flow.writes

    changed = True
    while changed:
        changed = False
        for number, flow in enumerate(blocks):
            more = after(flow) - at_block[number]
            at_block[number] |= more
            changed = changed or bool(more)
        for number, flows in decisions.items():
            for flow in flows:
                more = after(flow) - at_decision[number]
                at_decision[number] |= more
                changed = changed or bool(more)
    return at_block, at_decision
