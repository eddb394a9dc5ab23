"""A ledger that also notes for what each number was given, and what was announced before."""

from collections.abc import Callable

from rulesrun.interpreter.runtime.effects import bound_to
from rulesrun.interpreter.runtime.layout import LEDGER, NEWS, Layout, State


def entered(layout: Layout) -> Callable[..., None]:
    """What adds to a ledger, in place of the usual.

    Behind slot, amount and line an entry has the value that the line is carried out for,
    and the number of the text that was last announced to everybody since the choice
    before; none where there is no such value or text.
    """
    enter = bound_to(layout)["enter"]

    def credited(
        S: State, slot: int, amount: int, source: int, about: int | None = None
    ) -> None:
        enter(S, slot, amount, source)
        if amount:
            texts = [one for one in S[NEWS] if isinstance(one, int)]
            *before, entry = S[LEDGER]
            more = (about, texts[-1] if texts else None)
            S[LEDGER] = (*before, (*entry, *more))

    return credited
