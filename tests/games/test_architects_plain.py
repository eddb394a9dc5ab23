"""Architects of the West Kingdom worked out a second time, as plainly as possible.

Nothing here is shared with the rules but the printed cards: prices, limits and tracks are
written again. What the rules offer, what an action brings and what is scored in the
middle of random games must be the same.
"""

import csv
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

from attrs import define
from playing import moves, name_of

from rulesrun.dsl.compile import Program
from rulesrun.dsl.semantics.symbols import RuleSymbol
from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.reports.views import view

Shipped = Callable[[str], Program]
Goods = dict[str, int]

CARDS = Path(__file__).parents[2] / "rules/architects"
ITEMS = "clay wood stone gold marble silver virtue card debt".split()
PLACES = (
    "quarry forest mines silversmith storehouse workshop town_centre tax_stand guardhouse"
).split()
LEADERS = "ada caroline frederick rudolf therese".split()
TRACK = [-9, -8, -7, -5, -3, -1, 0, 0, 0, 0, 1, 2, 3, 5, 7]
LEVELS = [0, 2, 4, 7, 12, 20]
ROOM = [0, 3, 3, 2, 2, 1]


def goods(text: str) -> Goods:
    words = text.split()
    return {item: int(n) for n, item in zip(words[::2], words[1::2], strict=True)}


@cache
def cards(name: str) -> dict[str, dict[str, str]]:
    with (CARDS / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return {row["name"]: row for row in csv.DictReader(file)}


def plain(name: str) -> str:
    """The name of a card, whichever copy it is."""
    return re.sub(r" #\d+$", "", name)


@define
class Player:
    """What lies before a player."""

    goods: Goods
    virtue: int
    unpaid: int
    paid: int
    level: int
    leader: str | None
    workers: int
    apprentices: list[str]
    built: list[str]
    hand: list[str]
    captives: list[int]
    points: int

    def kinds(self) -> list[str]:
        return [cards("apprentices")[name]["kind"] for name in self.apprentices]

    def skills(self) -> list[str]:
        """Each skill once for every apprentice who has it."""
        rows = [cards("apprentices")[name] for name in self.apprentices]
        return [skill for row in rows for skill in row["skills"].split()]

    def unpaid_tax(self) -> int:
        """How much tax the player may leave unpaid."""
        evaded = [2, 2, 1, 1, *[0] * 11][self.virtue]
        return evaded + (self.leader == "ada")


@define
class Table:
    """A position, by plain names and numbers."""

    players: list[Player]
    standing: dict[str, list[int]]
    stalls: list[int | None]
    guildhall: list[int]
    prison: list[int]
    rows: list[list[str]]
    coins: dict[str, int]
    stand: int
    small: str | None
    big: str | None


def look(position: Position) -> Table:
    layout = position.game.layout
    result: dict[tuple[Any, ...], Any] = {}
    for seen in view(position, None).seen:
        keys = seen.keys if seen.owner is None else (seen.owner, *seen.keys)
        result[seen.name, *keys] = seen.value

    def names(*key: Any) -> list[str]:
        return [layout.components[card].name for card in result[key]]

    def name(*key: Any) -> str | None:
        return None if result[key] is None else layout.components[result[key]].name

    seats = range(layout.players)
    players = [
        Player(
            {item: n for item, n in zip(ITEMS, result["goods", p], strict=True) if n},
            result["virtue", p],
            result["unpaid", p],
            result["paid", p],
            result["level", p],
            None if result["leader", p] is None else LEADERS[result["leader", p]],
            result["workers", p],
            [plain(card) for card in names("apprentices", p)],
            names("built", p),
            names("hand", p),
            [result["captives", p, q] for q in seats],
            result["points", p],
        )
        for p in seats
    ]
    coins = {
        layout.components[card].name: n
        for (word, *card_), n in result.items()
        if word == "coins"
        for card in card_
    }
    bigs = names("big_market")
    return Table(
        players,
        {
            place: [result["standing", i, q] for q in seats]
            for i, place in enumerate(PLACES)
        },
        [result["stalls", s] for s in range(3)],
        [result["guildhall", q] for q in seats],
        [result["prison", q] for q in seats],
        [names("rows", 1), names("rows", 2)],
        coins,
        result["stand",],
        name("small_market"),
        bigs[0] if bigs else None,
    )


# --- every option --------------------------------------------------------------


def shown(paid: Goods) -> str:
    return "{" + ", ".join(f"{i}: {paid[i]}" for i in ITEMS if paid.get(i)) + "}"


def payments(player: Player, cost: Goods) -> Iterator[Goods]:
    """The ways to pay; for Therese gold and marble are one."""
    precious = cost.get("gold", 0) + cost.get("marble", 0)
    for gold in range(precious + 1):
        paid = {**cost, "gold": gold, "marble": precious - gold}
        if player.leader != "therese" and paid["gold"] != cost.get("gold", 0):
            continue
        if all(player.goods.get(item, 0) >= n for item, n in paid.items()):
            yield paid


def taxes(player: Player, printed: int, price: int) -> list[int]:
    """What may be paid as tax beside a price."""
    least = max(0, printed - player.unpaid_tax())
    silver = player.goods.get("silver", 0)
    return [tax for tax in range(least, printed + 1) if silver >= price + tax]


def placements(table: Table, seat: int) -> Iterator[str]:
    """Everything that a player may do with a worker."""
    player = table.players[seat]
    yield from ("cut_stone", "fell_wood", "dig_clay", "mint", "trade")
    if taxes(player, 1, 0):
        yield "make_captures"
    yield "stand_guard"
    if table.standing["mines"][seat] > 0:
        yield "dig_gold"
    yield "draw_cards"
    if table.stand:
        yield "steal_tax"
    yield from hiring(table, seat)
    yield from market(table, player)
    yield from guildhall(table, player)


def hiring(table: Table, seat: int) -> Iterator[str]:
    player = table.players[seat]
    here = table.standing["workshop"][seat] + 1
    for row in table.rows:
        for column, card in enumerate(row, 1):
            price = max(0, column - here) + (1 if player.leader == "rudolf" else 2)
            for tax in taxes(player, 2, price):
                yield f"hire hired={card} paid={tax}"


def market(table: Table, player: Player) -> Iterator[str]:
    if player.virtue >= 10:
        return
    cheaper = player.kinds().count("trickster")
    prices = [max(0, price - cheaper) for price in (1, 2, 3)]
    free = [
        table.stalls[s] is None and player.goods.get("silver", 0) >= prices[s]
        for s in range(3)
    ]
    if free[0]:
        yield "buy_wares stall=small"
    if free[1]:
        yield from (
            f"hire_in_market hired={card}" for row in table.rows for card in row
        )
        yield "draw_in_market"
    if free[2]:
        yield "buy_wares stall=big"


def guildhall(table: Table, player: Player) -> Iterator[str]:
    for card in player.hand:
        row = cards("buildings")[card]
        if set(row["skills"].split()) <= set(player.skills()):
            for paid in payments(player, goods(row["cost"])):
                yield f"construct building={card} payment={shown(paid)}"
    level = player.level + 1
    if level > 5 or player.virtue <= 4:
        return
    if not player.hand and player.leader != "frederick":
        return
    if sum(other.level == level for other in table.players) >= ROOM[level]:
        return
    cost = {1: {"gold": 1}, 3: {"marble": 1}, 5: {"gold": 2, "marble": 2}}.get(
        level, {}
    )
    mixed = {2: 4, 4: 8}.get(level, 0)
    for paid in payments(player, cost):
        for wood in range(mixed + 1):
            mixture = {"wood": wood, "stone": mixed - wood}
            if any(player.goods.get(item, 0) < n for item, n in mixture.items()):
                continue
            yield f"build_cathedral payment={shown(paid)} mixture={shown(mixture)}"


def trades(player: Player) -> Iterator[str]:
    yield "done"
    for word, number, kinds in (
        ("trade_for_virtue", 2, ("clay", "wood", "stone")),
        ("trade_for_marble", 3, ("wood", "stone")),
    ):
        held = [item for item in kinds for _ in range(player.goods.get(item, 0))]
        for given in {tuple(sorted(c)) for c in combinations(held[:], number)}:
            yield f"{word} given={shown(Counter(given))}"
    for name in player.apprentices:
        pay = goods(cards("apprentices")[name]["pay"])
        for paid in payments(player, pay) if pay else ():
            yield f"trade_with apprentice={name} payment={shown(paid)}"


def guard_duties(table: Table, seat: int) -> Iterator[str]:
    player = table.players[seat]
    held = any(other.captives[seat] for other in table.players)
    yield "done"
    if any(player.captives):
        yield "imprison"
    if table.prison[seat]:
        yield "release"
    if held:
        yield "ransom_by_debt"
        yield from (f"ransom paid={tax}" for tax in taxes(player, 2, 3))
    if player.unpaid:
        yield from (f"pay_off paid={tax}" for tax in taxes(player, 3, 3))


def test_options_are_those_of_the_rulebook(shipped: Shipped) -> None:
    compared = Counter[str]()
    for position, _ in sampled(shipped("architects"), range(30, 38), 3):
        prompt = position.decision_plan.labels.text
        seat = position.player
        assert seat is not None
        table = look(position)
        if prompt == "Place a worker":
            expected = list(placements(table, seat))
        elif prompt == "Make a trade":
            expected = list(trades(table.players[seat]))
        elif prompt == "Act at the guardhouse":
            expected = list(guard_duties(table, seat))
        else:
            continue
        offered = [option.name for option in position.options]
        if prompt == "Make a trade":
            offered = [re.sub(r" #\d+", "", name) for name in offered]

        assert sorted(offered) == sorted(expected), prompt
        compared.update({name.split()[0] for name in expected})
        compared[f"{prompt} by {table.players[seat].leader}"] += 1

    words = "construct build_cathedral hire buy_wares hire_in_market draw_in_market "
    words += (
        "trade_with pay_off ransom ransom_by_debt release imprison dig_gold steal_tax"
    )
    for word in words.split():
        assert compared[word] >= 5, word
    for leader in (*LEADERS, None):
        assert compared[f"Place a worker by {leader}"] >= 20


# --- what an action brings -----------------------------------------------------


def brought(table: Table, seat: int, choice: str) -> Goods | None:
    """What a simple action adds to the goods of the player; none where it is not simple."""
    player = table.players[seat]
    kinds = player.kinds()

    def here(place: str) -> int:
        return table.standing[place][seat] + 1

    def bonus(kind: str) -> Goods:
        result = Counter[str]()
        for name, own in zip(player.apprentices, kinds, strict=True):
            if own == kind:
                result.update(goods(cards("apprentices")[name]["gain"]))
        return result

    match choice.split():
        case ["cut_stone"]:
            return Counter({"stone": here("quarry")}) + Counter(bonus("stonecutter"))
        case ["fell_wood"]:
            return Counter({"wood": here("forest")}) + Counter(bonus("woodcutter"))
        case ["dig_clay"]:
            return Counter({"clay": here("mines") + 1}) + Counter(bonus("miner"))
        case ["dig_gold"]:
            return Counter({"gold": here("mines") // 2}) + Counter(bonus("miner"))
        case ["mint"]:
            return Counter({"silver": here("silversmith") + 1}) + Counter(
                bonus("jeweller")
            )
        case ["steal_tax"]:
            return Counter({"silver": table.stand}) + Counter(bonus("pickpocket"))
        case ["buy_wares", stall]:
            market = "small" if stall.endswith("small") else "big"
            card = table.small if market == "small" else table.big
            printed = {"small": "1 marble 1 gold", "big": "2 marble 1 stone 1 wood"}
            text = cards("black_market")[card][market] if card else printed[market]
            price = {"small": 1, "big": 3}[market] - kinds.count("trickster")
            result = Counter(goods(text)) + Counter(bonus("swindler"))
            result.subtract({"silver": max(0, price)})
            return result
        case ["hire", *_]:
            name, tax = re.findall(r"=(.*?)(?= paid|$)", choice)
            column = next(r.index(name) + 1 for r in table.rows if name in r)
            paid = 1 if player.leader == "rudolf" else 2
            paid += int(tax) + max(0, column - here("workshop"))
            return {"silver": table.coins[name] - paid}
        case _:
            return None


def lost_virtue(player: Player, choice: str) -> int:
    kinds = player.kinds()
    if choice == "steal_tax":
        return max(0, 2 - kinds.count("thief"))
    if choice.startswith("buy_wares"):
        return 0 if "illusionist" in kinds else 1
    if choice.startswith("hire"):
        name = re.findall(r"hired=(.*?)(?= paid|$)", choice)[0]
        return -int(cards("apprentices")[plain(name)]["virtue"])
    return 0


def test_actions_bring_what_the_rulebook_says(shipped: Shipped) -> None:
    compared = Counter[str]()
    for position, choice in sampled(shipped("architects"), range(50, 58), 2):
        if position.decision_plan.labels.text != "Place a worker":
            continue
        seat = position.player
        assert seat is not None
        before = look(position)
        gained = brought(before, seat, choice)
        if gained is None:
            continue
        player = before.players[seat]
        trial = position.copy()
        trial.choose(choice)
        full = len(player.apprentices) >= (6 if player.leader == "rudolf" else 5)
        third = before.stalls.count(None) == 1 and choice.startswith("buy_wares")
        if (full and choice.startswith("hire")) or third:
            continue  # more happens than this
        after = look(trial).players[seat]
        goods_after = Counter(player.goods)
        goods_after.update(gained)
        virtue = player.virtue - lost_virtue(player, choice)

        assert {i: n for i, n in goods_after.items() if n} == after.goods, choice
        assert min(14, max(0, virtue)) == after.virtue, choice
        assert player.unpaid + max(0, -virtue) == after.unpaid, choice
        compared[choice.split()[0]] += 1

    wanted = (
        "cut_stone fell_wood dig_clay dig_gold mint steal_tax buy_wares hire".split()
    )
    assert all(compared[word] >= 10 for word in wanted), compared


# --- final scoring -------------------------------------------------------------


def final(table: Table, seat: int, early: bool) -> tuple[int, int, int]:
    """Virtue, unpaid debts and points at the end; `early` is about the Dungeon."""
    player = table.players[seat]
    others = [p for q, p in enumerate(table.players) if q != seat]
    have = Counter(player.goods)
    one = player.leader == "therese"
    precious = have["gold"] + have["marble"]
    highest = all(other.level < player.level for other in others)
    gains = {
        "chapel": 2 if highest else 0,
        "castle": (precious if one else have["gold"]) // 2,
        "observatory": (precious if one else have["marble"]) // 2,
        "reservoir": player.paid // 2,
        "trading_post": (have["stone"] + have["wood"] + have["clay"]) // 4,
    }
    virtue, debts = player.virtue, player.unpaid
    changes = [gains[b] for b in player.built if b in gains]
    if "dungeon" in player.built:
        changes.insert(0 if early else len(changes), -2)
    for change in changes:
        virtue += change
        if virtue > 14:
            debts, virtue = max(0, debts - (virtue - 14)), 14
        if virtue < 0:
            debts, virtue = debts - virtue, 0

    def most(item: str) -> int:
        return 2 if all(o.goods.get(item, 0) < have[item] for o in others) else 0

    skills = Counter(player.skills())
    extras = {
        "clay_market": most("clay"),
        "silver_market": most("silver"),
        "stone_market": most("stone"),
        "wood_market": most("wood"),
        "steeple": 2 if highest else 0,
        "aqueduct": len(player.built),
        "keep": sum(player.captives) // 3,
        "lighthouse": virtue // 4,
        "moneylender": player.paid,
        "carpenters_hut": skills["carpentry"],
        "masons_hut": skills["masonry"],
        "tilers_hut": skills["tiling"],
        "university": 2 if debts == 0 else 0,
    }
    points = sum(
        int(cards("buildings")[b]["points"]) + extras.get(b, 0) for b in player.built
    )
    each = 2 - ("fountain" in player.built) + ("gamblers_den" in player.built)
    points += LEVELS[player.level] + TRACK[virtue] - each * debts
    points += precious + have["silver"] // 10 - table.prison[seat] // 2
    return virtue, debts, points


def test_points_are_those_of_the_rulebook(shipped: Shipped) -> None:
    program = shipped("architects")
    rule = program.world.get(RuleSymbol, "final_scoring")
    names = sorted(cards("buildings"))
    chance = random.Random(5)
    used, compared = Counter[str](), 0
    for position, _ in sampled(program, range(70, 78), 9):
        trial = position.copy()
        deal_buildings(trial, chance, names)
        table = look(trial)
        early = chance.random() < 0.5
        game = trial.game
        number = game.module.procedures[rule]
        trial.raw = game.machine.begin(trial.state, number, [0])
        while not trial.over:
            trial.choose("now" if early else "later")
        after = look(trial).players
        for seat, player in enumerate(after):
            result = (player.virtue, player.unpaid, player.points)

            assert final(table, seat, early) == result
            used.update(player.built)
            compared += 1
        best = [(p.points, p.virtue, p.goods.get("silver", 0)) for p in after]
        assert trial.ranking == tuple(1 + sum(o > own for o in best) for own in best)

    assert compared >= 300
    assert all(used[name] >= 10 for name in names)


def deal_buildings(position: Position, chance: random.Random, names: list[str]) -> None:
    """Give everybody some buildings, as if constructed; and some debts and captives."""
    layout, state = position.game.layout, position.state
    slots = {s.name: f.base for s, f in layout.families.items()}
    move = position.game.module.names["move"]
    numbers = {c.name: c.number for c in layout.components}
    left = chance.sample(names, len(names))
    for seat in range(layout.players):
        for _ in range(chance.randrange(9)):
            move(state, numbers[left.pop()], slots["built"] + seat)
        state[slots["paid"] + seat] = chance.randrange(5)
        state[slots["unpaid"] + seat] = chance.randrange(5)
        state[slots["virtue"] + seat] = chance.randrange(15)
        state[slots["level"] + seat] = chance.choice([0, 0, 1, 2, 4])


# --- random games --------------------------------------------------------------


def sampled(
    program: Program, seeds: range, every: int
) -> Iterator[tuple[Position, str]]:
    """Positions of random games with the choice that is made in them."""
    for seed in seeds:
        players = 2 + seed % 4
        setup = {} if seed % 3 == 0 else {"variable_setup": True}
        position = Game(program, players, setup).start(seed)
        for number, move in enumerate(moves(position, seed), 1):
            if number % every == 0:
                yield position, name_of(position, move)
            position.play(move)
