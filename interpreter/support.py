"""What generated rules call: moving components, chance, collections, rankings.

`support(layout)` gives the functions that need to know where things lie; the others
stand alone.

More than 400 lines because it is the one list of what generated code may call.
"""

from bisect import insort
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from rulesrun.interpreter import chance, grids
from rulesrun.interpreter.layout import (
    COUNTER,
    FORCED,
    LEDGER,
    RESULT,
    REVEALS,
    SEED,
    Layout,
)
from rulesrun.interpreter.pieces import owned_stocks

State = list[Any]


NEEDING_LAYOUT = """
    draw_number random_of shuffle_zone move move_all place draw_some move_pieces move_kinds
    draw_kinds same_cards same_face same_cards_in_order one_of_each enter after winners
    FACE NEWS
    """.split()
"""The names of what `support` gives."""


class RuleFault(Exception):
    """The rules ask for something impossible; the message is for the designer."""


class Unforeseeable(Exception):
    """Raised where looking ahead comes to chance, which nobody can foresee."""


class GameOver(Exception):
    """Raised by `end game` inside a rule that asks for no choice."""


# ---- collections -----------------------------------------------------------


def bits(mask: int) -> tuple[int, ...]:
    """The members of a set that is kept as bits, ascending."""
    found = _BITS.get(mask)
    if found is None:
        members = []
        rest = mask
        while rest:
            low = rest & -rest
            members.append(low.bit_length() - 1)
            rest ^= low
        found = tuple(members)
        if len(_BITS) < 100_000:
            _BITS[mask] = found
    return found


_BITS: dict[int, tuple[int, ...]] = {}


def mask(members: Iterable[int]) -> int:
    """A set kept as bits."""
    found = 0
    for member in members:
        found |= 1 << member
    return found


def nth(items: Sequence[Any], position: int) -> Any:
    """An item by its position, counted from 1."""
    if 1 <= position <= len(items):
        return items[position - 1]
    raise RuleFault(f"there is no item {position} among {len(items)}")


def first_of(items: Iterable[Any]) -> Any:
    """The first of a collection that must not be empty."""
    for item in items:
        return item
    raise RuleFault("there is none to take: the collection is empty")


def last_of(items: Sequence[Any]) -> Any:
    """The last of a collection that must not be empty."""
    if items:
        return items[-1]
    raise RuleFault("there is none to take: the collection is empty")


def greatest(values: Iterable[int]) -> int:
    """The greatest value of a collection that must not be empty."""
    found = max(values, default=None)
    if found is None:
        raise RuleFault("`most` of an empty collection has no value")
    return found


def smallest(values: Iterable[int]) -> int:
    """The smallest value of a collection that must not be empty."""
    found = min(values, default=None)
    if found is None:
        raise RuleFault("`least` of an empty collection has no value")
    return found


def best_one(items: Sequence[Any], key: Callable[[Any], Any]) -> Any:
    """The item with the greatest key, the first of several."""
    if not items:
        raise RuleFault("there is none to take: the collection is empty")
    return max(items, key=key)


def best_one_or_none(items: Sequence[Any], key: Callable[[Any], Any]) -> Any:
    """The item with the greatest key, or none."""
    return max(items, key=key, default=None)


def best_all(items: Sequence[Any], key: Callable[[Any], Any]) -> tuple[Any, ...]:
    """All items with the greatest key."""
    if not items:
        return ()
    keys = [key(item) for item in items]
    top = max(keys)
    return tuple(i for i, k in zip(items, keys, strict=True) if k == top)


def standings(
    items: Sequence[Any], key: Callable[[Any], Any]
) -> tuple[tuple[Any, ...], ...]:
    """Groups of ties, best first."""
    groups: dict[Any, list[Any]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return tuple(tuple(groups[k]) for k in sorted(groups, reverse=True))


def minus(items: Sequence[Any], others: Iterable[Any]) -> tuple[Any, ...]:
    """A list without the first occurrence of each of the others."""
    rest = list(items)
    for other in others:
        if other in rest:
            rest.remove(other)
    return tuple(rest)


def position_of(items: Sequence[Any], item: Any) -> int:
    """Where an item stands in a list, counted from 1."""
    if item in items:
        return items.index(item) + 1
    raise RuleFault("`position` looks for what is not in the list")


# ---- bundles ---------------------------------------------------------------------------


def bundle(size: int, *pairs: tuple[int, int]) -> tuple[int, ...]:
    """So many of each kind."""
    amounts = [0] * size
    for kind, number in pairs:
        amounts[kind] += number
    return tuple(amounts)


def covers(have: Sequence[int], need: Sequence[int]) -> bool:
    """Whether a bundle holds as many of each kind as another, or more."""
    return all(a >= b for a, b in zip(have, need, strict=True))


def held(value: tuple[int, ...], name: str) -> tuple[int, ...]:
    """The value of a bundle that somebody holds: never less than none of a kind."""
    if min(value, default=0) < 0:
        raise RuleFault(f"more is taken from `{name}` than there is")
    return value


def sub_bundles(
    have: Sequence[int], least: int, most: int | None
) -> Iterator[tuple[int, ...]]:
    """Every choice from a bundle, most of the first kinds first."""
    total = sum(have)
    most = total if most is None else min(most, total)
    rest = [sum(have[i:]) for i in range(len(have) + 1)]

    def build(i: int, taken: tuple[int, ...], count: int) -> Iterator[tuple[int, ...]]:
        if i == len(have):
            yield taken
            return
        fewest = max(0, least - count - rest[i + 1])
        for number in range(min(have[i], most - count), fewest - 1, -1):
            yield from build(i + 1, (*taken, number), count + number)

    if least <= most:
        yield from build(0, (), 0)


# ---- lists -----------------------------------------------------------------------------


def shared(items: Iterable[Any], others: Any) -> tuple[Any, ...]:
    """What is in both collections, in the order of the first."""
    return tuple([item for item in items if item in others])


def distinct(items: Iterable[Any]) -> tuple[Any, ...]:
    """Each different value once, in order of appearance."""
    return tuple(dict.fromkeys(items))


def bounded(value: int, low: int | None, high: int | None, name: str) -> int:
    """The value of a variable, which must lie in its range."""
    if low is not None and value < low:
        raise RuleFault(f"`{name}` would be {value}, and it is at least {low}")
    if high is not None and value > high:
        raise RuleFault(f"`{name}` would be {value}, and it is at most {high}")
    return value


def divided(a: int, b: int) -> int:
    """Division rounded down."""
    if b == 0:
        raise RuleFault("nothing can be divided by 0")
    return a // b


def known(value: Any) -> Any:
    """A value that must not be none."""
    if value is None:
        raise RuleFault("a value is needed here, and there is none")
    return value


def placed(player: int, place: int, others: int, players: int) -> tuple[int, ...]:
    """The places where one player has `place` and everybody else shares `others`."""
    return tuple([place if p == player else others for p in range(players)])


def ranks(keys: Sequence[Any]) -> tuple[int, ...]:
    """The place of each player, 1 for the best; ties share a place."""
    return tuple(1 + sum(1 for other in keys if other > key) for key in keys)


# ---- growing grids ---------------------------------------------------------


def with_at(grid: dict[int, int], component: int, cell: int) -> dict[int, int]:
    """A grid with a component at a place."""
    return {**grid, cell: component}


def without_at(grid: dict[int, int], cell: int) -> dict[int, int]:
    """A grid with nothing at a place."""
    rest = dict(grid)
    rest.pop(cell, None)
    return rest


def frontier(top: grids.Topology, grid: dict[int, int]) -> tuple[int, ...]:
    """The empty places beside a grid, remembered by its cells."""
    cells = frozenset(grid)
    found = _FRONTIERS.get((top.sides, cells))
    if found is None:
        found = grids.frontier(top, cells)
        if len(_FRONTIERS) < 100_000:
            _FRONTIERS[top.sides, cells] = found
    return found


_FRONTIERS: dict[Any, tuple[int, ...]] = {}


def reach_places(
    top: grids.Topology,
    starts: Iterable[int],
    within: Any,
    step: Callable[[int, int, int], bool],
) -> tuple[int, ...]:
    """The places of a growing grid that can be reached step by step."""
    pending = [s for s in starts if s in within]
    seen = set(pending)
    sides = tuple(enumerate(top.steps))
    while pending:
        a = pending.pop()
        for side, delta in sides:
            b = a + delta
            if b in within and b not in seen and step(a, b, side):
                seen.add(b)
                pending.append(b)
    return tuple(sorted(seen))


def reach_cells(
    step_table: Sequence[Sequence[int | None]],
    starts: Iterable[int],
    within: Any,
    step: Callable[[int, int, int], bool],
) -> tuple[int, ...]:
    """The cells of a board that can be reached step by step."""
    inside = set(within)
    pending = [s for s in starts if s in inside]
    seen = set(pending)
    while pending:
        a = pending.pop()
        for side, table in enumerate(step_table):
            b = table[a]
            if b is not None and b in inside and b not in seen and step(a, b, side):
                seen.add(b)
                pending.append(b)
    return tuple(sorted(seen))


def place_steps(
    top: grids.Topology, within: Iterable[int], step: Callable[[int, int, int], bool]
) -> frozenset[tuple[int, int]]:
    """The pairs of places of a growing grid between which one can step both ways."""
    inside = set(within)
    opposite = top.opposite
    return frozenset(
        (a, a + delta)
        for a in inside
        for side, delta in enumerate(top.steps)
        if delta > 0 and a + delta in inside
        if step(a, a + delta, side) and step(a + delta, a, opposite[side])
    )


def cell_steps(
    step_table: Sequence[Sequence[int | None]],
    within: Iterable[int],
    step: Callable[[int, int, int], bool],
) -> frozenset[tuple[int, int]]:
    """The pairs of cells of a board between which one can step both ways."""
    inside = set(within)
    made = {
        (a, b)
        for a in inside
        for side, table in enumerate(step_table)
        if (b := table[a]) is not None and b in inside and step(a, b, side)
    }
    return frozenset((a, b) for a, b in made if a < b and (b, a) in made)


# ---- subsets ---------------------------------------------------------------


def subsets(
    items: Sequence[int],
    least: int,
    most: int | None,
    faces: Sequence[int] | None,
    weights: Sequence[int] | None = None,
    low: int | None = None,
    high: int | None = None,
) -> Iterator[tuple[int, ...]]:
    """Every choice of items, smaller ones first by position.

    Interchangeable items (`faces` alike) give one choice, not several. Where `weights`
    (none of them negative) are given, only choices whose total weight lies between
    `low` and `high` are built.
    """
    if not items:
        if least <= 0 and (low is None or low <= 0):
            yield ()
        return
    groups: dict[int, list[int]] = {}
    for item in items:
        groups.setdefault(item if faces is None else faces[item], []).append(item)
    order = list(groups.values())
    most = len(items) if most is None else min(most, len(items))
    rest_count = [0] * (len(order) + 1)
    rest_weight = [0] * (len(order) + 1)
    for i in range(len(order) - 1, -1, -1):
        rest_count[i] = rest_count[i + 1] + len(order[i])
        heavy = sum(weights[x] for x in order[i]) if weights else 0
        rest_weight[i] = rest_weight[i + 1] + heavy

    def build(i: int, taken: tuple[int, ...], total: int) -> Iterator[tuple[int, ...]]:
        if len(taken) + rest_count[i] < least:
            return
        if low is not None and total + rest_weight[i] < low:
            return
        if i == len(order):
            yield taken
            return
        group = order[i]
        weight = weights[group[0]] if weights else 0
        for count in range(min(len(group), most - len(taken)), -1, -1):
            heavier = total + weight * count
            if high is not None and heavier > high:
                continue
            yield from build(i + 1, taken + tuple(group[:count]), heavier)

    if least <= most:
        yield from build(0, (), 0)


# ---- what needs the layout -------------------------------------------------


def support(layout: Layout) -> dict[str, Any]:
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
    news: list[Any] = []

    def draw_number(S: State, n: int) -> int:
        if n < 1:
            raise RuleFault("there is nothing to draw from")
        forced = S[FORCED]
        if forced:
            if forced == "probe":
                raise Unforeseeable
            S[FORCED] = forced[1:]
            if not 0 <= forced[0] < n:
                raise RuleFault(
                    f"a scripted draw is {forced[0]}, and there are {n} ways"
                )
            return int(forced[0])
        S[COUNTER] += 1
        return chance.draw(S[SEED], S[COUNTER], n)

    def random_of(S: State, items: Sequence[Any]) -> Any:
        return items[draw_number(S, len(items))]

    def shuffle_zone(S: State, slot: int) -> None:
        cards = list(S[slot])
        for i in range(len(cards) - 1, 0, -1):
            j = draw_number(S, i + 1)
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
        if kind in ("hand", "area", "bag"):
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
            if slot not in capacities:
                S[slot] = tuple(sorted(S[slot] + cards))
                for component in cards:
                    S[where + component] = slot
                return
        for component in reversed(cards) if on_top else cards:
            put_in(S, component, slot, bottom)

    def place(S: State, component: int, slot: int, cell: int) -> None:
        if component is None:
            raise RuleFault("there is nothing to move: the value is none")
        take_out(S, component)
        held = S[slot]
        if cell in held:
            raise RuleFault(f"{names[held[cell]]} lies at that place already")
        S[slot] = {**held, cell: component}
        S[where + component] = slot

    def draw_some(
        S: State, count: int, source: int, slot: int, bottom: bool = False
    ) -> None:
        for _ in range(count):
            held = S[source]
            if not held:
                raise RuleFault(
                    f"the {zone_names[source]} is empty, and one more is to be drawn"
                )
            chosen = (
                held[draw_number(S, len(held))] if kinds[source] == "bag" else held[0]
            )
            if kind_of[chosen] not in accepts[slot]:
                raise RuleFault(
                    f"{names[chosen]} does not belong in the {zone_names[slot]}"
                )
            move(S, chosen, slot, bottom)

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

    def one_of_each(items: Iterable[int]) -> tuple[int, ...]:
        seen: dict[int, int] = {}
        for item in items:
            seen.setdefault(faces[item], item)
        return tuple(seen.values())

    def enter(S: State, slot: int, amount: int, source: int) -> None:
        S[slot] += amount
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
        trial[FORCED] = "probe"
        told = len(news)
        try:
            rule(trial, *args)
        except GameOver:
            pass
        finally:
            del news[told:]
        return value(trial)

    def winners(S: State) -> tuple[int, ...]:
        result = S[RESULT] or ()
        return tuple(p for p, place in enumerate(result) if place == 1)

    return {
        "draw_number": draw_number,
        "random_of": random_of,
        "shuffle_zone": shuffle_zone,
        "move": move,
        "move_all": move_all,
        "place": place,
        "draw_some": draw_some,
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
        "FACE": faces,
        "NEWS": news,
    }


def _zone_names(layout: Layout) -> list[str]:
    names = [""] * layout.size
    for symbol, family in layout.families.items():
        label = symbol.decl.labels.text or symbol.name.replace("_", " ")
        for slot in range(family.base, family.base + family.size):
            names[slot] = label
    names[12] = "box"
    return names


def _capacities(layout: Layout) -> dict[int, int]:
    found: dict[int, int] = {}
    for symbol, family in layout.families.items():
        if symbol.decl.capacity is not None:
            limit = layout.number(symbol.decl.capacity)
            for slot in range(family.base, family.base + family.size):
                found[slot] = limit
    return found


# ---- further tools ---------------------------------------------------------


def bounded_or_none(
    value: int | None, low: int | None, high: int | None, name: str
) -> int | None:
    """A value in its range, or none."""
    return None if value is None else bounded(value, low, high, name)


def remainder(a: int, b: int) -> int:
    """What a division leaves."""
    if b == 0:
        raise RuleFault("nothing can be divided by 0")
    return a % b


def look_up(table: dict[Any, Any], key: Any, name: str) -> Any:
    """The row of a table that has no value for everything else."""
    try:
        return table[key]
    except KeyError:
        raise RuleFault(f"`{name}` has no row for {key}") from None


PASSES = 100_000


def passes() -> Iterator[None]:
    """As many rounds of a loop as any rule can need."""
    for _ in range(PASSES):
        yield
    raise RuleFault(f"this loop does not come to an end: {PASSES} times round")


def board_cell(board: Any, row: int, column: int) -> int | None:
    """The cell in that row and column, counted from 0; none beyond the border."""
    if 0 <= row < board.rows and 0 <= column < board.columns:
        return int(row * board.columns + column)
    return None


def ray(
    step_table: Sequence[Sequence[int | None]], cell: int, side: int
) -> tuple[int, ...]:
    """The cells from the next one in a direction to the border."""
    found = []
    at = step_table[side][cell]
    while at is not None:
        found.append(at)
        at = step_table[side][at]
    return tuple(found)


def cell_toward(
    step_table: Sequence[Sequence[int | None]], a: int, b: int
) -> int | None:
    """The direction of a neighbouring cell."""
    for side, table in enumerate(step_table):
        if table[a] == b:
            return side
    return None


def place_distance(a: int, b: int) -> int:
    """Steps from one place of a square grid to another."""
    (x, y), (u, v) = grids.coordinates(a), grids.coordinates(b)
    return abs(x - u) + abs(y - v)
