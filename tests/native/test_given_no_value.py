"""What variables begin with that are given no value, in both engines."""

import pytest
from alike import hold_scenarios, play_alike

RULES = """\
language 1

game places "Places":
    players 2

tile Tile "tile":
    size_of "size": 1..2
    named "{size_of}"

supply:
    2 of each Tile

constant middle = origin

each Tile:
    at "at": place
    there "there": hex place
    named_so "title": text

each player:
    here "here": place = origin
    hex_here "hex here": hex place = origin
    best_edge "edge": edge
    places "places": list of place
    first_of "first": place or none = middle
    nowhere "nowhere": place or none

state:
    stack "stack": pile of Tile
    land "land": square grid of Tile
    spot[1..3] "spot": place

play:
    move Tile to stack
    player 1 chooses n in 1..2
    let edge_at = player 2.best_edge.at
    if spot[n] == middle and edge_at == spot[n]: move top(stack) to land at edge_at
    for each p in players: p.here = place_at(n, p.seat)
    spot[n] = player 1.here
    let t = top(stack)
    t.at = spot[n]
    if t.named_so == "": t.named_so = "laid"
    player 1.places = player 1.places + [spot[1], spot[3]]
    player 1 chooses m in frontier(land)
    if top(stack).at.x == n and m.x == 1: nobody wins
    if top(stack).there == player 1.hex_here: player 1 wins

scenario "what is given no value":
    expect top(stack).at == origin and top(stack).at.x == 0 and top(stack).there == origin
    expect player 1.here == player 1.first_of and player 1.nowhere is none
    expect player 2.best_edge.at == origin and player 2.best_edge.side == north
    expect spot[2] == origin and player 1.places is empty and top(stack).named_so == ""
"""

PAIR = """\
language 1

game pair "Pair":
    players 2

enum Colour "colour": red, blue

state:
    pair "pair": (1..6, place, Colour or none)

play:
    player 1 chooses n in 1..2
    if pair[1] == n: nobody wins

scenario "several together begin as each of them":
    expect pair == (1, origin, none)
"""


@pytest.mark.parametrize("rules", [RULES, PAIR], ids=["places", "pair"])
def test_what_is_given_no_value_has_one(rules: str) -> None:
    hold_scenarios(rules)


def test_what_is_given_no_value_is_the_same_in_both_engines() -> None:
    play_alike(RULES, 2, games=4)
