"""Whether a question about a choice can be read at all.

"That is refused" must not be true of a slip of the pen: what is asked about has to be
something that the game lets one choose, with values that could be meant.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulesrun.dsl.core.statements import Item
from rulesrun.dsl.core.symbols import Local
from rulesrun.dsl.problems.nearest import nearest
from rulesrun.dsl.semantics.value_types import Type
from rulesrun.interpreter.explain.reading import how_many
from rulesrun.interpreter.explain.refusals import matching
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.runtime.naming import Names, given_twice, split_choice

PASS = "pass"
"""Passing may be asked for anywhere, also where nothing is optional."""


def unreadable(position: Position, text: str) -> str | None:
    """Why a question about a choice cannot be read; none if it can.

    What is not to be chosen now can be asked about where it begins with the name of an
    action, or of an option of a menu, that the game has.
    """
    if not text.strip():
        return "it names no choice"
    twice = given_twice(text)
    if twice is not None:
        return f"`{twice}` is given two values"
    if text.strip() == PASS or matching(position, text):
        return None
    here = [] if position.over else position.decision_plan.items
    elsewhere = [i for i in _items(position.game) if i.kind != "value"]
    problems: list[str] = []
    for item in (*here, *elsewhere):
        if _may_be_meant(item, text):
            problem = _misread(position.names, item, text)
            if problem is None:
                return None
            problems.append(problem)
    return problems[0] if problems else _nothing_called_so(here, elsewhere, text)


def _items(game: Game) -> list[Item]:
    """All that the game ever lets one choose."""
    return [item for d in game.lowered.core.decisions for item in d.items]


def _may_be_meant(item: Item, text: str) -> bool:
    head, named, _ = split_choice(text)
    if item.kind == "value":
        return bool(head) != bool(named)
    return head == item.name


def _misread(names: Names, item: Item, text: str) -> str | None:
    """What of a question about an item cannot be read; none if all of it can."""
    head, named, loose = split_choice(text)
    words = " ".join(loose)
    if item.kind == "value" and head:
        named, words = {item.name: " ".join([head, *loose])}, ""
    wanted = {symbol.name: symbol for symbol in item.chosen}
    for name, value in named.items():
        if name not in wanted:
            takes = ", ".join(wanted) or "nothing"
            return f"`{item.name}` chooses {takes}, not `{name}`"
        wrong = _wrong(names, wanted[name].type, value)
        if wrong is not None:
            return wrong
    others = [symbol for symbol in item.chosen if symbol.name not in named]
    if words and not _read_in_order(names, others, words):
        takes = ", ".join(wanted) or "nothing"
        return f'`{item.name}` chooses {takes}, and "{words}" is no such value'
    return None


def _wrong(names: Names, kind: Type, text: str) -> str | None:
    """Why a text is no value, nor several of them; none if it is."""
    try:
        names.parse(kind, text)
    except ValueError as error:
        return None if how_many(names, kind, text) else str(error)
    return None


def _read_in_order(names: Names, symbols: Sequence[Local], text: str) -> bool:
    """Whether a text can be values for some of what is chosen, in that order."""
    words = text.split(" ")
    for at, symbol in enumerate(symbols):
        for end in range(len(words), 0, -1):
            if _wrong(names, symbol.type, " ".join(words[:end])) is not None:
                continue
            rest = " ".join(words[end:])
            if not rest or _read_in_order(names, symbols[at + 1 :], rest):
                return True
    return False


def _nothing_called_so(
    here: Sequence[Item], elsewhere: Sequence[Item], text: str
) -> str:
    head, named, _ = split_choice(text)
    if not head:
        return f"nobody is to choose `{next(iter(named))}` now"
    near = nearest(head, [item.name for item in (*here, *elsewhere)])
    hint = f'; did you mean "{near[0]}"?' if near else ""
    return f'the game lets nobody choose "{head}"{hint}'
