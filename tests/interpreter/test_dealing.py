"""Worlds that differ in what lies hidden now: all of it is dealt anew."""

import ast
from collections import Counter
from collections.abc import Callable
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import pytest
from compiling import program_of, shipped
from conservation import check_components

from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.knowledge.domains import Dice
from rulesrun.interpreter.reports.views import dealt, view
from rulesrun.interpreter.runtime.layout import COUNTER, FRAMES, SEED
from rulesrun.interpreter.runtime.pieces import miscounted

GAMES = Path(__file__).parents[1] / "cli/games"
WORLDS = 200


def values(position: Position, name: str) -> list[Any]:
    """The values of a variable, one for each key."""
    return [s.value for s in view(position, None).seen if s.name == name]


def seen_in_worlds(
    position: Position, player: int, look: Callable[[Position], object]
) -> dict[object, int]:
    """How often something is seen in so many worlds of a player."""
    result: dict[object, int] = {}
    for seed in range(WORLDS):
        other = dealt(position, player, seed)
        assert view(position, player) == view(other, player)
        key = repr(look(other))
        result[key] = result.get(key, 0) + 1
    return result


def each_about_as_often(result: dict[object, int], number: int) -> bool:
    """Whether so many different things came out, none much more often than others."""
    return len(result) == number and max(result.values()) < 3 * WORLDS / number


def test_the_die_of_the_other() -> None:
    position = Game(shipped("classics/liars_dice"), 2).start(5)

    assert each_about_as_often(
        seen_in_worlds(position, 0, lambda p: values(p, "die")), 6
    )


def test_the_card_that_the_other_has_chosen() -> None:
    position = Game(shipped("classics/goofspiel"), 2).start(5)
    position.choose(3)
    result = seen_in_worlds(position, 1, lambda p: values(p, "choice")[0])

    assert each_about_as_often(result, 13)
    for seed in range(20):  # and the game goes on with that card
        other = dealt(position, 1, seed)
        chosen = values(other, "choice")[0]
        other.choose(0)
        assert [chosen] == list(values(other, "played")[0])


def test_the_next_roll() -> None:
    position = Game(shipped("classics/pig"), 2).start(5)

    def rolled(other: Position) -> object:
        other.choose("roll")
        return values(other, "turn_total"), other.player

    assert each_about_as_often(seen_in_worlds(position, 0, rolled), 6)


def test_the_next_tile_of_the_bag() -> None:
    position = Game(shipped("alhambra"), 2).start(5)
    market = values(position, "market")
    assert None not in market

    def drawn(other: Position) -> object:
        for choice in range(30):
            other.choose(choice % len(other.options))
        return values(other, "market")

    assert len(seen_in_worlds(position, 0, drawn)) > WORLDS / 2


def test_a_choice_that_still_lies_in_a_local() -> None:
    program = program_of((GAMES / "secret.rules").read_text("utf-8"))
    position = Game(program, 3).start(1)
    position.choose("n=7")
    position.choose("n=4")

    def told(other: Position) -> object:
        return [v for _, _, held in other.state[FRAMES] for v in held if v == 4]

    assert 0 < seen_in_worlds(position, 2, told)["[]"]
    numbers = seen_in_worlds(position, 2, lambda p: values(p, "number"))
    assert 60 < len(numbers)
    assert all(key.endswith(", 0]") for key in map(str, numbers))


RULES = """\
language 1

game small "Small":
    players 2..3

enum Colour "colour": red, blue

card Card "card":
    value: 1..4
    named "card {value}"

supply:
    2 of each Card

piece gem "gem": 12
board field "field": square 3 x 3

state:
    deck "deck": deck of Card
    shop "shop": row of Card
    vault "vault": space of Card, secret
    stack "stack": stock of gem = 12
    plot: int, secret
    lucky: set of Colour, secret

each player:
    hand "hand": hand of Card
    marked "marked": Card or none, seen by owner
    purse "purse": stock of gem, seen by owner
    mood "mood": Colour, seen by owner
    points "points": 0..9, seen by owner, ledger

each cell of field:
    mine: bool, secret

each Card:
    cursed: bool, secret

rule compare(p: player, mine: int):
    p.left secretly chooses theirs in 1..50
    p chooses n in 1..2
    p.points += 1 if mine > theirs else n

play:
    move Card to deck
    shuffle deck
    draw 2 from deck to shop
    draw 1 from deck to vault
    for each p in players:
        draw 1 from deck to p.hand
        p.marked = first(shop)
        p.mood = blue
        p.points += 3
        move 2 from stack to p.purse
    plot = random(1..20)
    lucky = {red}
    first(field).mine = true
    first(shop).cursed = true
    player 1 secretly chooses n in 1..50
    let copy = n
    do compare(player 1, copy)
    nobody wins
"""


@pytest.fixture
def position() -> Position:
    result = Game(program_of(RULES), 3).start(3)
    result.choose("n=17")
    return result


LEAST = {
    "deck": 4,
    "vault": 3,
    "hand": 6,
    "marked": 4,
    "mood": 4,
    "points": 50,
    "plot": 15,
    "lucky": 2,
    "mine": 9,
    "cursed": 2,
}


def test_every_kind_of_variable(position: Position) -> None:
    result = seen_in_worlds(position, 1, lambda p: {n: values(p, n) for n in LEAST})
    worlds = [ast.literal_eval(str(key)) for key in result]

    for name, least in LEAST.items():
        assert least <= len({repr(world[name]) for world in worlds}), name


def test_what_is_known_stays(position: Position) -> None:
    for seed in range(50):
        other = dealt(position, 1, seed)
        check_components(other)
        assert None is miscounted(position.game.layout, other.state)
        assert 1 == sum(values(other, "mine"))
        marked = values(other, "marked")
        assert all(card in values(other, "shop")[0] for card in marked)
        assert position.state[COUNTER] == other.state[COUNTER]
        assert position.state[SEED] != other.state[SEED]


def test_pieces_that_others_hide_change_hands() -> None:
    position = Game(program_of(RULES), 3).start(3)

    assert 5 == len(seen_in_worlds(position, 1, lambda p: values(p, "purse")))


def test_what_is_handed_on_goes_on_being_the_same(position: Position) -> None:
    """A choice, its copy and the parameter that it was given to."""
    worlds = seen_in_worlds(position, 1, lambda p: (len(numbers(p)), set(numbers(p))))

    assert {"(0, set())"} == {key for key in worlds if not str(key).startswith("(3, ")}
    assert all(str(key).count(",") == 1 for key in worlds)
    assert 25 < len(worlds)


def numbers(position: Position) -> list[int]:
    """The great numbers in the locals of the rules under way."""
    frames = position.state[FRAMES]
    return [v for _, _, held in frames for v in held if isinstance(v, int) and v > 9]


def test_what_one_has_chosen_oneself_is_known() -> None:
    position = Game(program_of(RULES), 3).start(3)
    position.choose("n=17")
    position.choose("theirs=30")
    mine = seen_in_worlds(position, 0, lambda p: 17 in numbers(p))

    assert {"True": WORLDS} == mine
    assert 1 < len(seen_in_worlds(position, 0, numbers))


def test_the_same_seed_gives_the_same_world(position: Position) -> None:
    assert dealt(position, 1, 7).digest() == dealt(position, 1, 7).digest()
    assert dealt(position, 1, 7).digest() != dealt(position, 1, 8).digest()


ASKED = """\
language 1

game asked "Asked":
    players 2

card Card "card":
    value: 1..4
    named "card {value}"

supply:
    2 of each Card

state:
    deck "deck": deck of Card
    shown "shown": pile of Card

each player:
    hand "hand": hand of Card

play:
    move Card to deck
    shuffle deck
    for each p in players:
        draw 2 from deck to p.hand
    player 1 chooses c in player 1.hand
        where c.value == 4
        otherwise:
            nobody wins
    move c to shown
    nobody wins
"""


def test_whoever_is_asked_has_something_to_choose() -> None:
    game = Game(program_of(ASKED), 2)
    positions = (game.start(seed) for seed in range(20))
    position = next(p for p in positions if not p.over)
    for seed in range(50):
        assert ["c=card 4"] == [o.name for o in dealt(position, 1, seed).options]


KINDS = """\
language 2

game kinds "Kinds":
    players 2

enum Good "good": wood, wool, salt

card Card "card":
    value: 1..6
    named "card {value}"

card Hut "hut":
    size: 1..2

supply:
    1 of each Card
    1 of each Hut

board yard "yard": square 2 x 2

state:
    deck "deck": deck of Card
    bag_ "bag": bag of Hut
    few: 1..9, secret
    copied: 1..9, secret
    drawn: 1..9, secret
    least_: 0..9, secret
    never_set: 1..9, secret
    named_: 1..9, secret
    far: 0..9, secret
    flag: bool, secret
    good: Good or none, secret
    who: player, secret = player 1
    spot: cell of yard or none, secret
    numbers: list of 1..3, secret
    orders: list of 1..4, secret
    goods: set of Good, secret
    held: bundle of Good, secret
    pair: (Good, 1..2), secret
    first_cards: list of Card, secret
    some_cards: set of Card, secret
    marked: Card or none, secret
    unmarked: Card or none, secret

names p: player

action pick(p) "Pick":
    choose n in 2..4
    copied = n

play:
    move Card to deck
    move Hut to bag_
    few = 3
    if size(deck) > 0: few = 7
    let begin = 5
    let named = begin
    named_ = named
    drawn = random(4..6)
    least_ = random(1..2)
    far = drawn
    flag = true
    good = salt
    spot = first(yard)
    numbers = [2, 2, 3]
    orders = [4, 1]
    goods = {wood, salt}
    held = {wood: 2, salt: 1}
    pair = (wood, 2)
    first_cards = [deck[1], deck[3]]
    some_cards = {deck[2], deck[5]}
    marked = deck[4]
    player 1 must pick(player 1)
    player 2 chooses _m in 1..few
    nobody wins
"""


def test_a_secret_is_anything_that_the_rules_may_have_put_there() -> None:
    position = Game(program_of(KINDS), 2).start(1)
    position.choose("pick n=3")
    worlds = [dealt(position, 1, seed) for seed in range(150)]
    names = [s.name for s in position.game.layout.families]
    result = {name: {values(w, name)[0] for w in worlds} for name in names}

    assert result["few"] == {3, 7}
    assert result["copied"] == {2, 3, 4}  # that could be chosen
    assert result["drawn"] == {4, 5, 6}
    assert result["least_"] == {1, 2}
    assert result["never_set"] == set(range(1, 10))
    assert result["named_"] == {5}
    assert result["far"] <= set(range(10))
    assert result["flag"] == {True, False}
    assert result["good"] == {0, 1, 2}  # it has been set, so it is not none
    assert result["who"] == {0, 1}
    assert result["spot"] == {0, 1, 2, 3}
    assert result["numbers"] == set(product((1, 2, 3), repeat=3))
    assert result["orders"] == set(
        permutations((1, 2, 3, 4), 2)
    )  # no two were the same
    assert result["goods"] == {0b011, 0b101, 0b110}
    assert {sum(amounts) for amounts in result["held"]} == {3}
    assert {len(amounts) for amounts in result["held"]} == {3}
    assert len(result["held"]) == 10
    assert result["pair"] == set(product((0, 1, 2), (1, 2)))
    cards = range(6)  # all lie in the deck, and the huts elsewhere
    assert result["first_cards"] == set(permutations(cards, 2))
    assert result["some_cards"] == set(combinations(cards, 2))
    assert result["marked"] == set(cards)
    assert result["unmarked"] == {None}


HIDING = """\
language 2

game hiding "Hiding":
    players 2

each player:
    points: int

names p: player

action hide(p) "Hide":
    choose n in 1..9
    p.left chooses guess in 1..9
    p.points += n - guess

action wait(p) "Wait":
    p.left chooses _m in 1..9

play:
    player 1 secretly chooses one of:
        hide(player 1)
        wait(player 1)
    rank players by most it.points
"""


def test_what_is_chosen_in_secret_with_an_action_is_known_to_who_chose_it() -> None:
    position = Game(program_of(HIDING), 2).start(1)
    position.choose("hide n=7")

    def held(other: Position) -> object:
        return other.state[FRAMES][-1][2]

    assert len(seen_in_worlds(position, 0, held)) == 1
    assert len(seen_in_worlds(position, 1, held)) == 9


NOTED = """\
language 2

game noted "Noted":
    players 2

card Card "card":
    value: 1..4
    named "card {value}"

supply:
    1 of each Card

state:
    deck "deck": deck of Card
    row_ "row": row of Card

each Card:
    noted[player]: 0..99, secret

play:
    move Card to deck
    for each c in Card:
        c.noted[player 1] = c.value
        c.noted[player 2] = 10 * c.value
    draw 1 from deck to row_
    player 1 chooses _n in 1..2
    nobody wins
"""


def test_what_is_noted_of_hidden_cards_stays_among_them() -> None:
    position = Game(program_of(NOTED), 2).start(1)
    (shown,) = values(position, "row_")[0]
    worlds = [dealt(position, 0, seed) for seed in range(60)]

    for world in worlds:
        noted = values(world, "noted")  # of each card, for each player
        hidden = [card for card in range(4) if card != shown]
        for player, times in ((0, 1), (1, 10)):
            there = sorted(noted[2 * card + player] for card in hidden)
            assert there == [times * (card + 1) for card in hidden]
    assert len({tuple(values(world, "noted")) for world in worlds}) > 3


def test_what_chance_brings_does_not_hang_on_what_it_brought_before() -> None:
    brought: Counter[object] = Counter()
    for seed in range(2000):
        dice = Dice(seed)
        first, mixed = dice.below(6), tuple(dice.shuffled((0, 1, 2)))
        again, last = tuple(dice.shuffled((0, 1, 2))), dice.below(6)
        brought["first", first, mixed] += 1
        brought["then", mixed, again] += 1
        brought["last", again, last] += 1

    assert len(brought) == 3 * 36
    assert min(brought.values()) > 25  # of some 55 each
