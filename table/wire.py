"""What the page may say: small messages of plain data, and not too many of them.

{"do": "choose", "at": 12, "option": 3,        carry on with an option: of the question with
 "mark": "..."}                                this mark, or asked after so many choices
{"do": "undo", "at": 12, "mark": "..."}        take the last choice back
{"do": "why", "key": "...", "picks": ["..."]}  why something cannot be chosen
{"do": "hint"} {"do": "ledger"} {"do": "rulebook"} {"do": "film"}    what else is told on asking
{"do": "name", "name": "..."}                  what one wants to be called
{"do": "give", "kind": "thinker"}              let somebody play for one; "human": again oneself
{"do": "again"}                                another game of the same, when one is over
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

from attrs import Factory, define, field

MOST_BYTES = 8192
"""A longer message ends the connection."""

MOST_PICKS = 60
LONGEST_KEY, LONGEST_CELL = 200, 400

PER_SECOND, AT_ONCE = 15.0, 45.0
"""So many messages may come from one page: over time, and in one go."""


class Nonsense(ValueError):
    """A message that no page of ours sends."""


@define
class Rate:
    """Counts messages; `clock` says how late it is, in seconds."""

    clock: Callable[[], float] = time.monotonic
    per_second: float = Factory(lambda: PER_SECOND)
    at_once: float = AT_ONCE
    left: float = field(init=False)
    last: float = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.left, self.last = self.at_once, self.clock()

    def allows(self) -> bool:
        """Whether one more may come now."""
        now = self.clock()
        self.left = min(self.at_once, self.left + (now - self.last) * self.per_second)
        self.last = now
        if self.left < 1:
            return False
        self.left -= 1
        return True


def read_message(text: str | None) -> dict[str, Any]:
    """A message, with nothing in it but what its kind has; raises Nonsense.

    There is none where something else than a text was sent.
    """
    if text is None:
        raise Nonsense("no text")
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        raise Nonsense("too long")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Nonsense("no JSON") from error
    if not isinstance(data, dict):
        raise Nonsense("no object")
    kind = data.get("do")
    if not isinstance(kind, str) or kind not in _KINDS:
        raise Nonsense("nothing that can be done")
    return {
        "do": kind,
        **{name: reader(data.get(name)) for name, reader in _KINDS[kind]},
    }


def _number(value: object) -> int:
    if (
        isinstance(value, bool)
        or not isinstance(value, int)
        or not 0 <= value < 1 << 31
    ):
        raise Nonsense("no number")
    return value


def _key(value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_KEY:
        raise Nonsense("no key")
    try:
        value.encode()
    except UnicodeEncodeError as error:  # half of a character, which nothing can send
        raise Nonsense("no text") from error
    return value


def _cell(value: object) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_CELL:
        raise Nonsense("no cell")
    return _key(value[:LONGEST_KEY]) + _key(value[LONGEST_KEY : 2 * LONGEST_KEY])


def _cells(value: object) -> list[str]:
    if not isinstance(value, list) or len(value) > MOST_PICKS:
        raise Nonsense("no cells")
    return [_cell(one) for one in value]


def _mark(value: object) -> str:
    return "" if value is None else _key(value)


def _keys(value: object) -> list[str]:
    if not isinstance(value, list) or len(value) > MOST_PICKS:
        raise Nonsense("no keys")
    return [_key(one) for one in value]


_KINDS: dict[str, tuple[tuple[str, Callable[[object], Any]], ...]] = {
    "choose": (("at", _number), ("option", _number), ("mark", _mark)),
    "undo": (("at", _number), ("mark", _mark)),
    "why": (("key", _key), ("picks", _keys)),
    "name": (("name", _key),),
    "give": (("kind", _key),),
    "again": (),
    "hint": (),
    "ledger": (),
    "film": (),
    "rulebook": (),
    "put": (("title", _key),),
    "back": (),
    "compare": (),
    "sheet": (("name", _key),),
    "cell": (
        *(("name", _key), ("line", _number), ("column", _number)),
        *(("was", _cell), ("text", _cell)),
    ),
    "add": (("name", _key), ("line", _number), ("cells", _cells)),
    "drop": (("name", _key), ("line", _number), ("cells", _cells)),
}
