"""Effects that tell a watcher what is drawn and moved.

The watcher lies in a state in place of its seed. All chance of a game goes through
`shuffle_zone`, `random_of` and draws; where the watcher has a say in it, it takes the
place of the seed's numbers. What is only tried out is not watched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from rulesrun.dsl.semantics.value_types import ComponentType
from rulesrun.interpreter.runtime.choice_history import (
    COMPONENTS,
    DRAW,
    KIND,
    SHUFFLE,
    VALUE,
)
from rulesrun.interpreter.runtime.layout import (
    COUNTER,
    FORCED,
    NEWS,
    PROBE,
    SEED,
    Layout,
    State,
)
from rulesrun.interpreter.runtime.showing import Shown

LOOSE = ("hand", "area", "bag")
"""Kinds of zones in which the order says nothing."""


class Watcher:
    """What is told of a game that is carried out; `reality` is a real seed, if there is one.

    Chance is real where `is_real`: then it is drawn from the seed as ever and told by
    `happened`, else `draws` says what it brings.
    """

    @property
    def is_real(self) -> bool:
        """Whether the next chance comes of the seed."""
        raise NotImplementedError

    @property
    def reality(self) -> Any:
        """The seed."""
        raise NotImplementedError

    def happened(
        self, kind: str, slot: int | None, value: Any, ways: Sequence[Any]
    ) -> None:
        """Chance has brought this."""
        raise NotImplementedError

    def draws(self, kind: str, slot: int | None, ways: Sequence[Any]) -> Any:
        """What chance brings: an order of the ways, or one of them."""
        raise NotImplementedError

    def moved(self, state: State, source: int, slot: int, component: int) -> None:
        """A component goes from one slot to another, in the state as it is before."""
        raise NotImplementedError

    def moved_kinds(
        self, state: State, source: int, slot: int, numbers: Sequence[int]
    ) -> None:
        """So many pieces of each kind go from one stock to another; nothing is drawn."""

    def drew_into(self, state: State, slot: int) -> None:
        """The piece that was drawn last goes into that stock."""

    def shown(self, what: Shown) -> None:
        """The rules show something to somebody."""


def watching(layout: Layout, plain: Mapping[str, Any]) -> dict[str, Any]:
    """Such effects, by their names, in place of the plain ones."""
    where, kinds = layout.locations, layout.zone_kinds
    faces = [component.face for component in layout.components]
    effects: tuple[Callable[[_Tools], Any], ...] = (
        *(
            move,
            move_all,
            move_apart,
            place,
            draw_some,
            draw_place,
            shuffle_zone,
            random_of,
        ),
    )
    tools = _Tools(dict(plain), where, kinds, faces)
    effects += (move_kinds, draw_kinds, show, show_components)
    return {f.__name__: f(tools) for f in effects}


class _Tools:
    def __init__(
        self,
        plain: dict[str, Any],
        where: int,
        kinds: Sequence[str | None],
        faces: Sequence[int],
    ) -> None:
        self.plain, self.where, self.kinds, self.faces = plain, where, kinds, faces


def _watcher(S: State) -> Watcher | None:
    result = S[SEED]
    return result if isinstance(result, Watcher) and S[FORCED] != PROBE else None


def _really(S: State, watcher: Watcher, effect: Callable[..., Any], *args: Any) -> Any:
    """Carry an effect out with the real seed."""
    S[SEED] = watcher.reality
    try:
        return effect(S, *args)
    finally:
        S[SEED] = watcher


def move(tools: _Tools) -> Callable[..., None]:
    """As the plain one."""
    plain, where = tools.plain["move"], tools.where

    def move(S: State, component: int, slot: int, bottom: bool = False) -> None:
        watcher = _watcher(S)
        if watcher is not None and component is not None:
            watcher.moved(S, S[where + component], slot, component)
        plain(S, component, slot, bottom)

    return move


def move_all(tools: _Tools) -> Callable[..., None]:
    """As the plain one."""
    plain, where, kinds = tools.plain["move_all"], tools.where, tools.kinds
    face = tools.faces.__getitem__

    def move_all(
        S: State, moved: Iterable[int], slot: int, bottom: bool = False
    ) -> None:
        cards = tuple(moved)
        watcher = _watcher(S)
        if watcher is not None:
            for c in sorted(cards, key=face) if kinds[slot] in LOOSE else cards:
                watcher.moved(S, S[where + c], slot, c)
        plain(S, cards, slot, bottom)

    return move_all


def move_apart(tools: _Tools) -> Callable[..., None]:
    """As the plain one."""
    plain, where, kinds = tools.plain["move_apart"], tools.where, tools.kinds
    face = tools.faces.__getitem__

    def move_apart(S: State, moves: Iterable[tuple[Iterable[int], int, bool]]) -> None:
        apart = [(tuple(cards), slot, bottom) for cards, slot, bottom in moves]
        watcher = _watcher(S)
        if watcher is not None:
            for cards, slot, _ in apart:
                if None in cards:
                    break  # says what is wrong
                for c in sorted(cards, key=face) if kinds[slot] in LOOSE else cards:
                    watcher.moved(S, S[where + c], slot, c)
        plain(S, apart)

    return move_apart


def place(tools: _Tools) -> Callable[..., None]:
    """As the plain one."""
    plain, where = tools.plain["place"], tools.where

    def place(S: State, component: int, slot: int, cell: int) -> None:
        watcher = _watcher(S)
        if watcher is not None and component is not None:
            watcher.moved(S, S[where + component], slot, component)
        plain(S, component, slot, cell)

    return place


def _draws_one(
    S: State, watcher: Watcher, tools: _Tools, source: int, plain: Callable[..., None]
) -> int | None:
    """What is drawn next; none where it was carried out already, with the real seed."""
    held = S[source]
    if tools.kinds[source] != "bag":
        return int(held[0])
    if not watcher.is_real:
        S[COUNTER] += 1
        return int(watcher.draws(DRAW, source, held))
    _really(S, watcher, plain)
    drawn = next(c for c in held if c not in S[source])
    watcher.happened(DRAW, source, drawn, held)
    watcher.moved(S, source, S[tools.where + drawn], drawn)
    return None


def draw_some(tools: _Tools) -> Callable[..., None]:
    """As the plain one, one after the other."""
    return _one_by_one(tools, tools.plain["draw_some"], move(tools))


def draw_place(tools: _Tools) -> Callable[..., None]:
    """As the plain one, one after the other."""
    return _one_by_one(tools, tools.plain["draw_place"], place(tools))


def _one_by_one(
    tools: _Tools, plain: Callable[..., None], moves: Callable[..., None]
) -> Callable[..., None]:
    """What draws several; `moves` puts one where it goes, which is `to` for both."""

    def draw(S: State, count: int, source: int, *to: Any) -> None:
        watcher = _watcher(S)
        if watcher is None:
            plain(S, count, source, *to)
            return
        for _ in range(count):
            if not S[source]:
                plain(S, 1, source, *to)  # says what is wrong

            def one(S: State) -> None:
                plain(S, 1, source, *to)

            drawn = _draws_one(S, watcher, tools, source, one)
            if drawn is not None:
                moves(S, drawn, *to)

    return draw


def shuffle_zone(tools: _Tools) -> Callable[..., None]:
    """As the plain one."""
    plain = tools.plain["shuffle_zone"]

    def shuffle_zone(S: State, slot: int) -> None:
        watcher = _watcher(S)
        held = S[slot]
        if watcher is None or len(held) < 2:
            plain(S, slot)
        elif watcher.is_real:
            _really(S, watcher, plain, slot)
            watcher.happened(SHUFFLE, slot, S[slot], ())
        else:
            S[COUNTER] += len(held) - 1
            S[slot] = watcher.draws(SHUFFLE, slot, held)

    return shuffle_zone


def random_of(tools: _Tools) -> Callable[..., Any]:
    """As the plain one."""
    plain = tools.plain["random_of"]

    def random_of(S: State, items: Sequence[Any], kind: Any) -> Any:
        watcher = _watcher(S)
        if watcher is None or not items:
            return plain(S, items, kind)
        where = COMPONENTS if isinstance(kind, ComponentType) else None
        if watcher.is_real:
            value = _really(S, watcher, plain, items, kind)
            watcher.happened(VALUE, where, value, items)
            return value
        S[COUNTER] += 1
        return watcher.draws(VALUE, where, items)

    return random_of


def move_kinds(tools: _Tools) -> Callable[..., None]:
    """As the plain one."""
    plain = tools.plain["move_kinds"]

    def move_kinds(S: State, moved: Sequence[int], source: int, slot: int) -> None:
        watcher = _watcher(S)
        if watcher is not None and source != slot:
            watcher.moved_kinds(S, source, slot, moved)
        plain(S, moved, source, slot)

    return move_kinds


def draw_kinds(tools: _Tools) -> Callable[..., None]:
    """As the plain one, one after the other."""
    plain, moving = tools.plain["draw_kinds"], tools.plain["move_kinds"]

    def draw_kinds(S: State, count: int, source: int, slot: int) -> None:
        watcher = _watcher(S)
        if watcher is None:
            plain(S, count, source, slot)
            return
        for _ in range(count):
            held = S[source]
            ways = [kind for kind, number in enumerate(held) for _ in range(number)]
            if not ways:
                plain(S, 1, source, slot)  # says what is wrong
            if watcher.is_real:
                _really(S, watcher, plain, 1, source, slot)
                fewer = (k for k, n in enumerate(held) if n != S[source][k])
                watcher.happened(KIND, source, next(fewer, 0), ways)
            else:
                S[COUNTER] += 1
                drawn = watcher.draws(KIND, source, ways)
                one = [int(kind == drawn) for kind in range(len(held))]
                moving(S, one, source, slot)
            watcher.drew_into(S, slot)

    return draw_kinds


def show(tools: _Tools) -> Callable[..., None]:
    """As the plain one."""
    return _telling(tools.plain["show"])


def show_components(tools: _Tools) -> Callable[..., None]:
    """As the plain one."""
    return _telling(tools.plain["show_components"])


def _telling(plain: Callable[..., None]) -> Callable[..., None]:
    def shows(S: State, what: Any, to: Any) -> None:
        plain(S, what, to)
        watcher = _watcher(S)
        if watcher is not None:
            watcher.shown(S[NEWS][-1])

    return shows
