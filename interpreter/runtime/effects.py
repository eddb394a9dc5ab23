"""The tools of generated code that know a layout: drawing, moving, counting points."""

from bisect import insort
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from typing import Any

from rulesrun.dsl.semantics import value_types as t
from rulesrun.interpreter.runtime import chance, grids, veils
from rulesrun.interpreter.runtime.layout import (
    BOX,
    COUNTER,
    FORCED,
    LEDGER,
    NEWS,
    PROBE,
    RESULT,
    REVEALS,
    SEED,
    Layout,
    State,
)
from rulesrun.interpreter.runtime.naming import Names
from rulesrun.interpreter.runtime.pieces import owned_stocks
from rulesrun.interpreter.runtime.showing import shown_components, shown_slot, told_text
from rulesrun.interpreter.runtime.subsets import Looking
from rulesrun.interpreter.runtime.support import (
    GameOver,
    RuleFault,
    Unforeseeable,
    WrongDraw,
    sized,
)
from rulesrun.interpreter.runtime.traversal import place_at

NAMES = """
    random_of shuffle_zone move move_all move_apart place draw_some draw_place move_pieces
    move_kinds draw_kinds same_cards same_face same_cards_in_order one_of_each
    enter after winners show show_components tell FACE
    """.split()
"""The names of what `bound_to` gives."""


def bound_to(layout: Layout) -> dict[str, Any]:  # noqa: C901 - many small functions, which share one layout
    """The functions that know where things lie in the states of a layout."""
    kinds = layout.zone_kinds
    accepts = layout.accepts
    where = layout.locations
    components = layout.components
    faces = [c.face for c in components]
    names = [c.name for c in components]
    kind_of = [c.kind for c in components]
    zone_names = _zone_names(layout)
    capacities = _capacities(layout)
    owners = owned_stocks(layout)
    piece_kinds = _piece_kinds(layout)
    naming = Names(layout)

    def draw_number(S: State, n: int) -> int:
        if n < 1:
            raise RuleFault("there is nothing to draw from")
        if S[FORCED] == PROBE:
            raise Unforeseeable
        S[COUNTER] += 1
        return chance.draw(S[SEED], S[COUNTER], n)

    def is_scripted(S: State) -> bool:
        """Whether a script says what comes next; while it is only tried, nothing may."""
        if S[FORCED] == PROBE:
            raise Unforeseeable
        return bool(S[FORCED])

    def scripted(S: State, choices: Sequence[str]) -> int:
        """Which of the things that can be drawn is the one that is to come next."""
        wanted, *rest = S[FORCED]
        name = wanted if wanted in choices else wanted.removeprefix("player ")
        if name not in choices:
            listed = ", ".join(dict.fromkeys(choices)) or "nothing"
            raise WrongDraw(
                f"`{wanted}` was to be drawn next, and what can be drawn is {listed}"
            )
        S[FORCED] = tuple(rest)
        S[COUNTER] += 1
        return choices.index(name)

    def random_of(S: State, items: Sequence[Any], kind: t.Type) -> Any:
        if len(items) and is_scripted(S):
            return items[scripted(S, [naming.name(kind, item) for item in items])]
        return items[draw_number(S, len(items))]

    def shuffle_zone(S: State, slot: int) -> None:
        held = S[slot]  # how many they are is known, whatever they are
        drawn = [(i, draw_number(S, i + 1)) for i in range(len(held) - 1, 0, -1)]
        if drawn:
            cards = list(held)
            for i, j in drawn:
                cards[i], cards[j] = cards[j], cards[i]
            S[slot] = tuple(cards)

    def take_out(S: State, component: int) -> None:
        source = S[where + component]
        kind = kinds[source]
        held = S[source]
        if kind == "space":
            S[source] = None
        elif kind == "grid":
            S[source] = {c: x for c, x in held.items() if x != component}
        else:
            i = held.index(component)
            S[source] = held[:i] + held[i + 1 :]
            if kind in ("deck", "bag"):
                S[REVEALS] += 1

    def put_in(S: State, component: int, slot: int, bottom: bool) -> None:
        kind = kinds[slot]
        held = S[slot]
        limit = capacities.get(slot)
        if limit is not None and len(held) >= limit:
            raise RuleFault(f"the {zone_names[slot]} holds at most {limit}")
        if held.__class__ is veils.VeiledZone:
            S[slot] = held + (component,)  # noqa: RUF005  # nobody looks inside
        elif kind in ("hand", "area", "bag"):
            cards = list(held)
            insort(cards, component)
            S[slot] = tuple(cards)
        elif kind == "space":
            if held is not None:
                raise RuleFault(f"the {zone_names[slot]} holds {names[held]} already")
            S[slot] = component
        elif (kind in ("deck", "pile")) != bottom:
            S[slot] = (component, *held)
        else:
            S[slot] = (*held, component)
        S[where + component] = slot

    def move(S: State, component: int, slot: int, bottom: bool = False) -> None:
        if component is None:
            raise RuleFault("there is nothing to move: the value is none")
        take_out(S, component)
        put_in(S, component, slot, bottom)

    def move_all(
        S: State, moved: Iterable[int], slot: int, bottom: bool = False
    ) -> None:
        cards = tuple(moved)
        whole = S[where + cards[0]] if cards else 0
        if len(cards) > 3 and cards == S[whole] and whole != slot:
            S[whole] = ()  # a whole zone is emptied at once
            if kinds[whole] in ("deck", "bag"):
                S[REVEALS] += 1
        else:
            for component in cards:
                take_out(S, component)
        on_top = kinds[slot] in ("deck", "pile") and not bottom
        if kinds[slot] in ("hand", "area", "bag") and len(cards) > 3:
            if slot not in capacities and S[slot].__class__ is not veils.VeiledZone:
                S[slot] = tuple(sorted(S[slot] + cards))
                for component in cards:
                    S[where + component] = slot
                return
        for component in reversed(cards) if on_top else cards:
            put_in(S, component, slot, bottom)

    def move_apart(S: State, moves: Iterable[tuple[Iterable[int], int, bool]]) -> None:
        """Components with where they go: all are taken out before any is put in."""
        apart = [(tuple(cards), slot, bottom) for cards, slot, bottom in moves]
        moved: set[int] = set()
        for cards, _, _ in apart:
            for component in cards:
                if component is None:
                    raise RuleFault("there is nothing to move: the value is none")
                if component in moved:
                    raise RuleFault(f"{names[component]} is moved twice at once")
                moved.add(component)
        for cards, _, _ in apart:
            for component in cards:
                take_out(S, component)
        for cards, slot, bottom in apart:
            on_top = kinds[slot] in ("deck", "pile") and not bottom
            for component in reversed(cards) if on_top else cards:
                put_in(S, component, slot, bottom)

    def place(S: State, component: int, slot: int, cell: int) -> None:
        if component is None:
            raise RuleFault("there is nothing to move: the value is none")
        place_at(*grids.coordinates(cell))  # a place that there is
        take_out(S, component)
        held = S[slot]
        if cell in held:
            raise RuleFault(f"{names[held[cell]]} lies at that place already")
        S[slot] = {**held, cell: component}
        S[where + component] = slot

    def drawn(S: State, source: int, slot: int) -> int:
        """What is drawn from a zone, to be put into another."""
        held = S[source]
        if not held:
            raise RuleFault(
                f"the {zone_names[source]} is empty, and one more is to be drawn"
            )
        if kinds[source] != "bag":
            chosen = held[0]
        elif is_scripted(S):
            chosen = held[scripted(S, [names[component] for component in held])]
        else:
            chosen = held[draw_number(S, len(held))]
        if kind_of[chosen] not in accepts[slot]:
            raise RuleFault(
                f"{names[chosen]} does not belong in the {zone_names[slot]}"
            )
        return int(chosen)

    def draw_some(
        S: State, count: int, source: int, slot: int, bottom: bool = False
    ) -> None:
        for _ in range(count):
            move(S, drawn(S, source, slot), slot, bottom)

    def draw_place(S: State, count: int, source: int, slot: int, cell: int) -> None:
        for _ in range(count):
            place(S, drawn(S, source, slot), slot, cell)

    def move_kinds(S: State, moved: Sequence[int], source: int, slot: int) -> None:
        if source == slot or not any(moved):
            return
        rest = tuple([a - b for a, b in zip(S[source], moved, strict=True)])
        if min(moved) < 0:
            raise RuleFault(f"{min(moved)} pieces cannot be moved")
        if min(rest) < 0:
            raise RuleFault(
                f"more is to be taken from the {zone_names[source]} than lies there"
            )
        S[source] = rest
        S[slot] = tuple([a + b for a, b in zip(S[slot], moved, strict=True)])
        limit = capacities.get(slot)
        if limit is not None and sum(S[slot]) > limit:
            raise RuleFault(f"the {zone_names[slot]} holds at most {limit}")

    def draw_kinds(S: State, count: int, source: int, slot: int) -> None:
        for _ in range(count):
            held = S[source]
            if not any(held):
                raise RuleFault(
                    f"the {zone_names[source]} is empty, and one more is to be drawn"
                )
            if is_scripted(S):
                there = [k for k, n in enumerate(held) if n]
                kind = piece_kinds[source]
                drawn = there[scripted(S, [naming.name(kind, k) for k in there])]
            else:
                number = draw_number(S, sum(held))
                drawn = 0
                while number >= held[drawn]:
                    number -= held[drawn]
                    drawn += 1
            move_kinds(S, [int(k == drawn) for k in range(len(held))], source, slot)

    def move_pieces(S: State, count: int, source: int, slot: int) -> None:
        if count < 0:
            raise RuleFault(f"{count} pieces cannot be moved")
        if not count:
            return
        owner: Any
        if kinds[source] == "piece stock":
            if S[source] < count:
                raise RuleFault(
                    f"{count} are to be taken from the {zone_names[source]}, "
                    f"and there are {S[source]}"
                )
            owner = owners.get(source)
        else:
            if S[source] is None or count != 1:
                raise RuleFault(f"there is no piece on the {zone_names[source]}")
            owner = S[source]
        if kinds[slot] == "piece stock":
            if slot != source and owner != owners.get(slot, owner):
                raise RuleFault(
                    f"a piece of player {owner + 1} does not belong in the "
                    f"{zone_names[slot]} of player {owners[slot] + 1}"
                )
            limit = capacities.get(slot)
            if limit is not None and slot != source and S[slot] + count > limit:
                raise RuleFault(f"the {zone_names[slot]} holds at most {limit}")
        elif slot != source and (S[slot] is not None or count != 1):
            raise RuleFault(f"the {zone_names[slot]} has room for one piece")
        if kinds[source] == "piece stock":
            S[source] -= count
        else:
            S[source] = None
        if kinds[slot] == "piece stock":
            S[slot] += count
        else:
            S[slot] = owner

    def same_cards(a: Iterable[int], b: Iterable[int]) -> bool:
        return sorted(faces[x] for x in a) == sorted(faces[x] for x in b)

    def one_of_each(items: Iterable[int], looks: Looking = faces) -> tuple[int, ...]:
        seen: dict[Hashable, int] = {}
        for item in items:
            seen.setdefault(looks[item], item)
        return tuple(seen.values())

    def enter(S: State, slot: int, amount: int, source: int) -> None:
        S[slot] = sized(S[slot] + amount)
        if amount:
            S[LEDGER] = (*S[LEDGER], (slot, amount, source))

    def same_face(a: int | None, b: int | None) -> bool:
        return a is not None and b is not None and faces[a] == faces[b]

    def same_cards_in_order(a: Iterable[int], b: Iterable[int]) -> bool:
        return [faces[x] for x in a] == [faces[x] for x in b]

    def after(
        S: State,
        rule: Callable[..., object],
        args: tuple[Any, ...],
        value: Callable[[State], Any],
    ) -> Any:
        """A value as it would be if a rule had been carried out."""
        trial = S.copy()
        trial[FORCED] = PROBE
        with suppress(GameOver):
            rule(trial, *args)
        return value(trial)

    def show(S: State, slot: int, to: Any) -> None:
        S[NEWS] += (shown_slot(slot, S[slot], to),)

    def show_components(S: State, items: Any, to: Any) -> None:
        S[NEWS] += (shown_components(S, where, kinds, items, to),)

    def tell(S: State, text: int, values: Sequence[Any], to: Any) -> None:
        S[NEWS] += (told_text(text, values, to),)

    def winners(S: State) -> tuple[int, ...]:
        result = S[RESULT] or ()
        return tuple(p for p, place in enumerate(result) if place == 1)

    return {
        "random_of": random_of,
        "shuffle_zone": shuffle_zone,
        "move": move,
        "move_all": move_all,
        "move_apart": move_apart,
        "place": place,
        "draw_some": draw_some,
        "draw_place": draw_place,
        "move_pieces": move_pieces,
        "move_kinds": move_kinds,
        "draw_kinds": draw_kinds,
        "same_cards": same_cards,
        "same_face": same_face,
        "same_cards_in_order": same_cards_in_order,
        "one_of_each": one_of_each,
        "enter": enter,
        "after": after,
        "winners": winners,
        "show": show,
        "tell": tell,
        "show_components": show_components,
        "FACE": faces,
    }


def _piece_kinds(layout: Layout) -> dict[int, t.Type]:
    """By the slot of a stock of several kinds, what its pieces are told apart by."""
    return {
        slot: t.EnumType(symbol.type.item.kinds)
        for symbol, family in layout.families.items()
        if isinstance(symbol.type, t.ZoneType)
        and isinstance(symbol.type.item, t.PieceType)
        and symbol.type.item.kinds is not None
        for slot in range(family.base, family.base + family.size)
    }


def _zone_names(layout: Layout) -> list[str]:
    names = [""] * layout.size
    for symbol, family in layout.families.items():
        label = symbol.decl.labels.text or symbol.name.replace("_", " ")
        for slot in range(family.base, family.base + family.size):
            names[slot] = label
    names[BOX] = "box"
    return names


def _capacities(layout: Layout) -> dict[int, int]:
    result: dict[int, int] = {}
    for symbol, family in layout.families.items():
        if symbol.decl.capacity is not None:
            limit = layout.number(symbol.decl.capacity)
            for slot in range(family.base, family.base + family.size):
                result[slot] = limit
    return result
