"""What the generated Python asks for once, where rules say it in a loop, and what it skips."""

import hashlib
import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from alike import play_alike
from compiling import program_of, shipped

from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault

TESTS = Path(__file__).parents[1]

RULES = """
language 1

game villages:
    players 2..3

enum Colour "colour":
    red "red"
    yellow "yellow"
    blue "blue"

piece worker of Colour "worker": 36

tile Tile "tile":
    roads "roads": set of HexSide
    pays "to pay": set of Colour

supply:
    1 of Tile({east, west}, {})
    1 of Tile({east, west}, {red})
    1 of Tile({east, southwest}, {})
    1 of Tile({west}, {})
    1 of Tile({northeast}, {blue})
    2 of Tile({northwest, east}, {})

state:
    bag "bag": stock of worker = {red: 12, yellow: 12, blue: 12}
    pile "pile": deck of Tile
    market "market": row of Tile

each player:
    screen "screen": stock of worker
    village "village": hex grid of Tile
    points: int

each Tile:
    bids[player] "bids": stock of worker
    colour "colour": Colour or none

function own(p: player) -> list of Tile =
    [t for t in market where t.bids[p] is not empty]

function losing(p: player) -> list of Tile =
    [t for t in own(p) where is_outbid(t, p)]

function is_outbid(t: Tile, p: player) -> bool =
    some q in others(p) where size(t.bids[q]) > size(t.bids[p])

function colours(p: player, t: Tile) -> set of Colour:
    if t.bids[p] is not empty:
        return {c for c in t.bids[p]}
    if t.colour is none:
        return {c for c in Colour}
    return {t.colour}

function go(p: player, c: hex place, s: HexSide) -> bool =
    p.village[step(c, s)] is not none and goes(p.village[step(c, s)], s.opposite)

function goes(t: Tile, s: HexSide) -> bool =
    s in t.roads or is_plain(t)

function is_plain(t: Tile) -> bool =
    t.pays is empty

function can_pay(p: player, t: Tile, sent: bundle of Colour) -> bool =
    t.pays is empty or some c in t.pays where p.screen[c] > sent[c]

function near(p: player) -> int:
    let reached = reach from origin in p.village stepping a to b by s where go(p, a, s)
    return size(reached)

action bid(p: player):
    let mine = own(p)
    let behind = losing(p)
    choose tile in market
    let open = colours(p, tile)
    let highest = most(size(tile.bids[q]) for q in others(p))
    choose colour in Colour
        where colour in open
    choose moved from mine
        where it in behind
        where it != tile
        where colour in it.bids[p]
    let there = size(tile.bids[p]) + sum(size(t.bids[p]) for t in moved)
    choose n in 0..min(p.screen[colour], 2)
        where n > 0 or moved is not empty
        where there + n > highest
        where can_pay(p, tile, {colour: n})
    if tile.colour is none:
        tile.colour = colour
    for each t in moved:
        move t.bids[p] to tile.bids[p]
    move {colour: n} from p.screen to tile.bids[p]
    p.points += near(p) + (count s in HexSide where go(p, origin, s))

action lay(p: player):
    choose tile in pile
    choose place in frontier(p.village)
        where some s in HexSide where go(p, place, s) and s in tile.roads
    move tile to p.village at place

action carry(p: player):
    choose source in p.village
    choose target in p.village
        where it != source
    let units = steps from source to target in p.village stepping a to b by s where go(p, a, s)
    require units is not none
    choose n in 1..2
        where n * units <= 3
    p.points += n * units

play:
    move all t in Tile to pile
    shuffle pile
    for each p in players:
        draw 6 from bag to p.screen
    move top(pile) to player 1.village at origin
    move top(pile) to player 1.village at first(frontier(player 1.village))
    draw 3 from pile to market
    repeat 12 times:
        for each p in players:
            p may choose one of:
                bid(p)
                lay(p)
                carry(p)
    rank players by most it.points
"""


@cache
def text(rules: str, players: int = 2) -> str:
    return Game(program_of(rules), players).machine.module.text


def function(name: str, players: int = 2) -> str:
    """The lines of one function of the generated Python."""
    _, _, rest = text(RULES, players).partition(f"def {name}(")
    return rest.partition("\n\n")[0]


def test_both_engines_play_it_alike() -> None:
    play_alike(RULES, 2, games=20)
    play_alike(RULES, 3, games=20)


def test_a_walk_is_made_once_for_all_goals() -> None:
    head = function("anew_head_carry")

    assert "in v_kept else keep(v_kept, v_source, way_" in head
    assert ").get(v_target)]" in head
    way = head.partition("keep(v_kept, v_source, ")[2].partition("(")[0]
    assert "(function_go(S, v_p, v_a, v_s)" in function(way).replace("if ", "(")


def test_places_that_are_only_counted_are_not_put_in_order() -> None:
    assert "sorted" not in function("function_near")


def test_what_goes_through_a_grid_is_kept_for_all_choices_before() -> None:
    head = function("anew_head_lay")

    assert "in (v_kept[0] if v_kept else keep(v_kept, 0, frontier(HEX, S[" in head


def test_few_values_are_written_out() -> None:
    assert "in (0, 1):" in function("block_0_play")


SIDES = """
language 1

game sides:
    players 2

tile Tile "tile":
    walls "walls": set of Side

supply:
    1 of Tile({north, east})
    1 of Tile({west})

state:
    pile "pile": deck of Tile
    garden "garden": square grid of Tile

each player:
    found: int

function fits(t: Tile, c: place) -> bool =
    every s in Side has garden[step(c, s)] is none or s in t.walls

function leads(t: Tile) -> bool =
    some s in Side where s in t.walls and s != north

function has_wall(s: Side, walls: set of Side) -> bool =
    s in walls

action lay(p: player):
    choose t in pile
    choose c in frontier(garden)
        where fits(t, c) and leads(t)
    choose wall in Side
        where has_wall(wall, t.walls)
    move t to garden at c
    p.found += 1 if wall == north else 2

play:
    move Tile to pile
    let t = top(pile)
    move t to garden at place_at(0, 0)
    repeat 2 times:
        player 1 may choose one of:
            lay(player 1)
    rank players by most it.found
"""


def test_a_loop_over_a_few_known_values_is_written_out() -> None:
    play_alike(SIDES, 2, games=20)
    written = text(SIDES)
    assert "for v_s in" not in written
    assert "SQUARE_BESIDE[3][v_c]" in written
    assert "for v_wall in bits(FIELD_walls[v_t])" in written
    traced = Game(program_of(SIDES), 2, trace=True).machine.module.text
    assert "for v_s in (0, 1, 2, 3):" in traced


def test_what_is_alike_for_all_choices_before_is_asked_apart() -> None:
    head = function("head_bid")

    assert "[v_it for v_it in v_mine if (v_it in v_behind)]" in head
    assert "subsets([v_it for v_it in v_left if (v_it != v_tile)" in head
    assert "if v_left else ((),))" in head


def test_the_only_opponent_is_no_loop() -> None:
    assert "OTHERS" not in text(RULES)
    assert "OTHERS" in function("head_bid", 3)
    assert "LEFT[v_p]" in function("head_bid")


def test_values_of_an_enum_in_a_set_are_its_members() -> None:
    assert "for v_colour in bits(v_open)" in function("head_bid")


def test_sets_of_all_and_of_one() -> None:
    body = function("function_colours")

    assert "return 7" in body
    assert "return (1 << S[" in body
    assert "mask(kinds_in(S[" in body


def test_functions_of_functions_are_written_where_they_are_called() -> None:
    go = function("function_go")

    assert "function_" not in go.partition(":")[2]
    assert "v_same = S[" in go  # looked up once
    assert "function_can_pay" not in function("head_bid")


PRICES = """
language 1

game prices:
    players 2

enum Item "item":
    wood "wood"
    stone "stone"
    iron "iron"

table price (level: 0..3 -> silver: int):
    0 | 1
    1 | 2
    2 | 4
    3 | 7

state:
    level "level": 0..3
    far: 0..9
    paid: bundle of Item
    silver: int

function swapped(cost: bundle of Item, k: int) -> bundle of Item =
    cost + {wood: k} - {iron: k}

function swapped_so(cost: bundle of Item, k: int) -> bundle of Item =
    cost + {wood: 6 / k rounded down} - {iron: k mod (k - 1)}

action hold(p: player):
    silver += 1

play:
    level = 2
    silver = price[level]
    paid = swapped({wood: 1, stone: 2, iron: 9}, silver)
    paid = paid + swapped_so({wood: 1, stone: 2, iron: 9}, 2 + level)
    if far > 0:
        silver = price[far]
    player 1 must hold(player 1)
    rank players by most silver
"""


def test_a_table_with_all_rows_is_not_asked_whether_it_has_one() -> None:
    assert "S[" in text(PRICES).partition("= TABLE_price[")[2][:4]
    assert "look_up(TABLE_price, S[" in text(PRICES)


def test_more_and_less_of_known_kinds_is_written_kind_by_kind() -> None:
    _, _, body = text(PRICES).partition("def function_swapped(")

    assert "(v_cost[0] + v_k, v_cost[1], v_cost[2] - v_k)" in body.partition("\n\n")[0]
    inner = "changed((v_cost[0] + divided(6, v_k),"  # its fault comes first
    assert inner in text(PRICES)
    play_alike(PRICES, 2, games=1)


STEPS = """
language 1

game small:
    players 2

board land: square 3 x 3

state:
    n: int

play:
    n = size(
        reach from first(land) in land stepping a to b where 1 / n rounded down > 0
    )
    nobody wins
"""


def test_a_fault_in_a_step_is_told_where_the_walk_is_asked_for() -> None:
    with pytest.raises(GameFault, match="nothing can be divided by 0") as result:
        Game(program_of(STEPS), 2).start()
    assert result.value.span is not None
    assert STEPS.splitlines()[result.value.span.line - 1].startswith("    n = size(")


LATE = """
language 1

game small:
    players 2

state:
    n: int

function both(a: bool, b: int) -> bool =
    a and b > 0

play:
    if both(n > 0, 1 / n rounded down):
        n = 2
    nobody wins
"""


def test_an_argument_that_fails_fails_though_nobody_asks_for_it() -> None:
    with pytest.raises(GameFault, match="nothing can be divided by 0"):
        Game(program_of(LATE), 2).start()


WRITTEN = """
import hashlib
from compiling import shipped
from rulesrun.cli.files.cache import keep_grammar
from rulesrun.interpreter.game import Game
keep_grammar()
text = Game(shipped("architects"), 2).machine.module.text
print(hashlib.sha256(text.encode()).hexdigest())
"""


def test_the_same_is_written_in_every_run() -> None:
    here = Game(shipped("architects"), 2).machine.module.text  # of a seed by chance
    result = {f"{hashlib.sha256(here.encode()).hexdigest()}\n".encode()}
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", WRITTEN]
        done = subprocess.run(command, capture_output=True, env=env, cwd=TESTS)
        result.add(done.stdout)
    assert len(result) == 1
    assert len(result.pop()) == 65
