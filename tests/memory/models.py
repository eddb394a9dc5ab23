"""What can be, counted from the rulebooks of small games by plain Python.

Nothing here knows how worlds are made, nor the interpreter: cards are tuples, and each
model lists or counts what a seat must hold possible, from what it has seen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from itertools import combinations, permutations, product
from math import comb, erfc, sqrt
from typing import Any

Card = tuple[str, str]


def p_value(chi: float, freedom: int) -> float:
    """The upper tail of chi-square, by Wilson and Hilferty's cube root (1931)."""
    if freedom < 1:
        return 1.0
    spread = 2 / (9 * freedom)
    return erfc(((chi / freedom) ** (1 / 3) - 1 + spread) / sqrt(2 * spread)) / 2


def evenness(
    results: Mapping[Hashable, int], ways: Mapping[Hashable, int]
) -> tuple[float, int]:
    """How likely so uneven counts are by chance, and how many worlds cannot be at all."""
    impossible = sum(n for world, n in results.items() if world not in ways)
    total, weight = sum(results.values()) - impossible, sum(ways.values())
    if not total:
        return 0.0, impossible
    chi = sum(
        (results.get(world, 0) - total * way / weight) ** 2 / (total * way / weight)
        for world, way in ways.items()
    )
    return p_value(chi, len(ways) - 1), impossible


# ---- nine cards, one passed on, suits followed -----------------------------------------


def suits(
    mine: Iterable[Card], gave: Card, got: Card, plays: Sequence[tuple[int, Card]]
) -> Counter[Hashable]:
    """The hands of the left and the right neighbour now, with their number of ways.

    `plays` are (seats to the left of mine, card).
    """
    pack = [(suit, value) for suit in ("red", "green", "blue") for value in "123"]
    unseen = [card for card in pack if card not in mine]
    ways: Counter[Hashable] = Counter()
    for left in combinations(unseen, 3):
        right = [card for card in unseen if card not in left]
        if got not in right:  # the right neighbour passes on to me
            continue
        for passed in left:  # and the left one to the right one
            hands = {
                1: ({*left} - {passed}) | {gave},
                2: ({*right} - {got}) | {passed},
            }
            if _can_play(hands, plays):
                ways[tuple(sorted(hands[1])), tuple(sorted(hands[2]))] += 1
    return ways


def _can_play(hands: dict[int, set[Card]], plays: Sequence[tuple[int, Card]]) -> bool:
    for number, (seat, card) in enumerate(plays):
        led = plays[number - number % 3][1][0]
        if seat:
            if card not in hands[seat]:
                return False
            if card[0] != led and any(other[0] == led for other in hands[seat]):
                return False
            hands[seat].remove(card)
    return True


# ---- drawn until it is enough -------------------------------------------------------------


def fills(size: int, laid: Set[int]) -> Counter[Hashable]:
    """The cards that the second player still holds, with their number of ways.

    Seven cards, drawn until they are worth ten or more; `size` were drawn.
    """
    ways: Counter[Hashable] = Counter()
    for order in permutations(range(1, 8), size):
        if laid <= {*order} and sum(order[:-1]) < 10 <= sum(order):
            ways[tuple(sorted({*order} - laid))] += 1
    return ways


# ---- a look at the pack ------------------------------------------------------------------


def look(kept: int, under: int, drawn: int) -> Counter[Hashable]:
    """The pack from the top, after the first player has drawn again.

    They laid `kept` back on top and `under` under the pack, the other player looked at the
    two on top and did likewise, and then they drew `drawn`.
    """
    ways: Counter[Hashable] = Counter()
    rest = [n for n in range(1, 7) if n not in (kept, under)]
    for order in permutations(rest):
        pack = [kept, *order, under]
        for top, bottom in ((pack[0], pack[1]), (pack[1], pack[0])):
            after = [top, *pack[2:], bottom]
            if after[0] == drawn:
                ways[tuple(after[1:])] += 1
    return ways


# ---- roles -------------------------------------------------------------------------------


def spies(
    seat: int, partner: int | None, votes: Sequence[tuple[int, int]]
) -> Counter[Hashable]:
    """Who the two spies can be: `partner` is the other one, if the seat is a spy."""
    ways: Counter[Hashable] = Counter()
    for pair in combinations(range(5), 2):
        mine = seat in pair
        if mine != (partner is not None) or (mine and partner not in pair):
            continue
        if not any(who in pair and whom in pair for who, whom in votes):
            ways[pair] += 1
    return ways


# ---- calls at night ----------------------------------------------------------------------


def equals(me: int, mine: Sequence[str], passed: str, laid: str) -> Counter[Any]:
    """Equal cards: how many red ones the two others hold, after one has been laid.

    The first player knows what was passed on; for the third any of the first one's cards
    may have been, and those that look alike are one choice. `mine` are the cards at first.
    """
    rest = ["red"] * 4 + ["blue"] * 2
    for card in mine:
        rest.remove(card)
    ways: Counter[Any] = Counter()
    for numbers in combinations(range(4), 2):
        dealt = [rest[n] for n in numbers]
        others = [rest[n] for n in range(4) if n not in numbers]
        first, second, third = (
            (list(mine), dealt, others) if me == 0 else (dealt, others, list(mine))
        )
        for card in [passed] if me == 0 else sorted(set(first)):
            held, left = [*second, card], list(first)
            left.remove(card)
            if laid in held:
                held.remove(laid)
                hands = [left, held, third]
                reds = [hand.count("red") for n, hand in enumerate(hands) if n != me]
                ways[tuple(reds)] += 1
    return ways


def calls(mine: bool, heard: int) -> Counter[Hashable]:
    """Which of the others are bandits: who is one has called or not, nobody else has."""
    ways: Counter[Hashable] = Counter()
    for roles in permutations((False, False, True, True), 3):
        choices = [(False, True) if role else (False,) for role in roles[1:]]
        if roles[0] == mine:
            ways[roles[1:]] += sum(sum(made) == heard for made in product(*choices))
    return +ways


# ---- poker with few cards ----------------------------------------------------------------


def poker(pack: Iterable[Hashable], seen: Iterable[Hashable]) -> Counter[Hashable]:
    """What another can hold who may bid with any card: each card that is not seen."""
    known = set(seen)
    return Counter(card for card in pack if card not in known)


# ---- Hearts --------------------------------------------------------------------------------


class Hearts:
    """What everybody knows of the hands of others in a deal without passing."""

    def __init__(self) -> None:
        self.lacks: dict[int, set[str]] = {seat: set() for seat in range(4)}
        self.only_points: set[int] = set()
        self.only_hearts: set[int] = set()
        self.owner: dict[Card, int] = {}
        self.trick: list[Card] = []
        self.tricks = 0
        self.broken = False

    def lays(self, seat: int, card: Card) -> None:
        """Somebody lays a card."""
        worth = points(card)
        if self.trick and card[1] != self.trick[0][1]:
            self.lacks[seat].add(self.trick[0][1])
        if self.tricks == 0 and worth:
            self.only_points.add(seat)
        if not self.trick and card[1] == "hearts" and not self.broken:
            self.only_hearts.add(seat)
        self.broken |= worth > 0
        self.trick.append(card)
        if len(self.trick) == 4:
            self.trick, self.tricks = [], self.tricks + 1

    def may_hold(self, seat: int, card: Card) -> bool:
        """Whether somebody may still hold a card."""
        return not (
            card[1] in self.lacks[seat]
            or (seat in self.only_points and not points(card))
            or (seat in self.only_hearts and card[1] != "hearts")
        )

    def shares(
        self, hidden: Sequence[Card], sizes: Mapping[int, int]
    ) -> dict[Card, dict[int, float]]:
        """How likely each hidden card lies with each of some seats, exactly.

        Cards that may lie with the same seats are counted together, as a class.
        """
        seats = sorted(sizes)
        may = {
            card: frozenset(s for s in seats if self.may_hold(s, card))
            for card in hidden
        }
        room = tuple(sizes[s] for s in seats)
        classes = Counter(may.values())
        whole = _deals(tuple(classes.items()), seats, room)
        result: dict[frozenset[int], dict[int, float]] = {}
        for group in classes:
            fewer = classes.copy()
            fewer[group] -= 1
            result[group] = {}
            for at, seat in enumerate(seats):
                less = tuple(n - (i == at) for i, n in enumerate(room))
                lies = seat in group and min(less) >= 0
                ways = _deals(tuple(fewer.items()), seats, less) if lies else 0
                result[group][seat] = ways / whole
        return {card: result[may[card]] for card in hidden}


def points(card: Card) -> int:
    """What a card counts."""
    return 13 if card == ("queen", "spades") else int(card[1] == "hearts")


def _deals(
    classes: Sequence[tuple[frozenset[int], int]],
    seats: Sequence[int],
    room: tuple[int, ...],
) -> int:
    """In how many ways classes of cards can be dealt to seats with so much room."""
    if not classes:
        return int(not any(room))
    (group, number), *rest = classes
    total = 0
    most = [room[i] if seat in group else 0 for i, seat in enumerate(seats)]
    for a in range(min(number, most[0]) + 1):
        for b in range(min(number - a, most[1]) + 1):
            c = number - a - b
            if c <= most[2]:
                left = (room[0] - a, room[1] - b, room[2] - c)
                ways = comb(number, a) * comb(number - a, b)
                total += ways * _deals(rest, seats, left)
    return total


# ---- three cards that one holds unseen, of which one is told something -----------------


def hints(
    others: Iterable[Card], told: Sequence[str | None], total: int, heard: bool | None
) -> Counter[Hashable]:
    """The hand that a seat cannot see, in any order, with its number of ways.

    `others` lie open, `told` are the colours told of each card, `total` is the sum that was
    told or 0, `heard` whether there is a one, or none.
    """
    pack = [(colour, value) for colour in ("red", "green", "blue") for value in "123"]
    left = [card for card in pack if card not in set(others)]
    colours = set(told) - {None}
    result: Counter[Hashable] = Counter()
    for hand in permutations(left, 3):
        fits = all(
            colour == (card[0] if card[0] in colours else None)
            for colour, card in zip(told, hand, strict=True)
        )
        fits &= total in (0, sum(int(value) for _, value in hand))
        fits &= heard is None or heard == any(value == "1" for _, value in hand)
        if fits:
            result[tuple(sorted(hand))] += 1
    return result
