"""What a seat knows of what it cannot look into now: the one place that says it.

It follows from a memory (`interpreter/memory`): what was seen or shown, and followed since.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import Any

from attrs import frozen

from rulesrun.interpreter.knowledge.secrecy import held_in
from rulesrun.interpreter.runtime.layout import Component
from rulesrun.interpreter.runtime.watching import LOOSE


@frozen(eq=False)
class Recalled:
    """What a seat knows at one point of a game, seen or not.

    Attributes:
        followed: The components of which the seat knows where they lie.
        values: The slots of variables, and of stocks of pieces, that nothing has changed
            since the seat saw them or was shown them.
        kinds: The kind of zone of each slot.
    """

    followed: Set[int]
    values: Set[int]
    kinds: Sequence[str | None]

    def knows(self, slot: int, content: Any) -> bool:
        """Whether the seat knows all that is in a slot: of a zone every component."""
        if not self.holds_components(slot):
            return slot in self.values
        held = held_in(content)
        return bool(held) and self.followed >= set(held)

    def lying(self, slot: int, content: Any) -> list[int]:
        """The components that the seat knows to lie in a slot, wherever in it."""
        if not self.holds_components(slot):
            return []
        return [c for c in held_in(content) if c in self.followed]

    def content(
        self, slot: int, content: Any, components: Sequence[Component]
    ) -> tuple[bool, Any]:
        """Whether the seat knows all that is in a slot, and what it knows to be there.

        That is the whole content; else the components that lie there, in no order. Of copies
        that look alike it is the first one: which of them lies there cannot be known once they
        have been side by side unseen.
        """
        if not self.knows(slot, content):
            lying = _as_first_copies(components, self.lying(slot, content))
            return False, tuple(sorted(lying))
        if not self.holds_components(slot):
            return True, content
        held = _as_first_copies(components, content)
        # the order in which things came there need not be known
        is_loose = self.is_loose(slot) and isinstance(held, tuple)
        return True, tuple(sorted(held)) if is_loose else held

    def is_loose(self, slot: int) -> bool:
        """Whether the order of what is in a slot says nothing."""
        return self.kinds[slot] in LOOSE

    def holds_components(self, slot: int) -> bool:
        """Whether a slot is a zone of components, not one of pieces or a variable."""
        kind = self.kinds[slot]
        return kind is not None and not kind.startswith("piece")


def _as_first_copies(components: Sequence[Component], held: Any) -> Any:
    """What a zone holds, with the first of all copies that look alike in their place."""
    match held:
        case int():
            return components[held].face
        case tuple() | list():
            return tuple(_as_first_copies(components, one) for one in held)
        case dict():
            return {at: _as_first_copies(components, one) for at, one in held.items()}
        case _:
            return held
