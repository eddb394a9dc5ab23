import re

import click
import pytest
from compiling import program_of
from compiling import shipped as program_named

from rulesrun.cli.files.compiling import load_program
from rulesrun.cli.files.shipped import shipped
from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.direction import in_digits, unmarked
from rulesrun.cli.output.terminal import beside, cut, width
from rulesrun.cli.playing.settings import make_game
from rulesrun.cli.screen.choices import Choices
from rulesrun.cli.screen.hexmaps import HexTile, hex_lines
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.maps import CROSSING, FLOWING, Tile, board_lines, square_lines
from rulesrun.cli.screen.pictures import Picture
from rulesrun.dsl.analysis.fixed import player_counts
from rulesrun.dsl.semantics.value_types import ComponentType, GridType
from rulesrun.interpreter.game import Position
from rulesrun.interpreter.reports.views import view
from rulesrun.interpreter.runtime.boards import lattice_board
from rulesrun.interpreter.runtime.keyboard import plain


def test_walls_of_a_square_grid() -> None:
    tiles = {
        (0, 0): Tile("start"),
        (0, -1): Tile("a 1", frozenset({"north", "west"})),
        (1, 0): Tile("b 12", frozenset({"south", "east"})),
    }
    assert [
        "       0       1       2",
        "   ┌───────╴",
        "-1 │  a 1",
        "   ╵       ·       ╷",
        " 0   start   b 12  │   +",
        "   ·       ╶───────┘",
    ] == [line.rstrip() for line in square_lines(tiles, {(2, 0)})]


def test_what_leads_out_of_squares_stands_in_the_middle_of_their_sides() -> None:
    walls = frozenset({"north", "east", "south", "west"})
    tiles = {
        (0, 0): Tile("start", walls, {"north": CROSSING, "east": FLOWING}),
        (1, 0): Tile("pool", walls, {"west": FLOWING, "south": FLOWING}),
    }
    assert [
        "      0       1",
        "  ┌───╫───┬───────┐",
        "0 │ start ≈ pool  │",
        "  └───────┴───≈───┘",
    ] == [line.rstrip() for line in square_lines(tiles, set())]


def test_hexes_are_bricks_with_ways_through_their_walls() -> None:
    tiles = {
        (0, 0): HexTile(
            ("home", "2 wood"),
            {"east": CROSSING, "northeast": CROSSING, "west": FLOWING},
        ),
        (1, 0): HexTile(("mill",), {"west": CROSSING, "southeast": CROSSING}),
        (0, 1): HexTile(("inn",), {"northwest": FLOWING, "east": CROSSING}),
    }
    assert [
        "┌──────╥──┬─────────┐",
        "│  home   │  mill   │",
        "≈ 2 wood  ╪   1,0   │",
        "│   0,0   │         │",
        "└────┬─≈──┴────┬─╨──┘",
        "     │   inn   ╡    +",
        "     │   0,1   │   1,1",
        "     └─────────┘",
    ] == [line.rstrip() for line in hex_lines(tiles, {(1, 1)})]


def test_hexes_in_rows_below_and_above_nothing() -> None:
    assert [] == hex_lines({}, set())
    assert ["", "   +", "  0,2"] == hex_lines({}, {(0, 2)})[-3:]


def test_fixed_boards() -> None:
    cells = list("ab.d+f")
    assert ["   a b c", "2  a b .", "1  d + f"] == board_lines(
        lattice_board("square", 2, 3, "algebraic"), cells
    )
    assert ["   0 1 2", "0  a b .", "1   d + f"] == board_lines(
        lattice_board("hex", 2, 3), cells
    )


def test_text() -> None:
    assert 4 == width("کِتاب") == width("⁨abcd⁩")
    assert "ab…" == cut("abcdef", 3)
    assert "۱۰" == in_digits("10", "fa")
    assert "10" == plain("۱۰") == in_digits("10", None)
    assert ["a   b", "aa", "", "c"] == beside([["a", "aa"], ["b"], ["c"]], 6, 2)


@pytest.mark.parametrize("name", shipped())
@pytest.mark.parametrize("language", [None, "fa"])
def test_every_game_can_be_shown(name: str, language: str | None) -> None:
    program = load_program(name)
    game = make_game(program, player_counts(program.world)[-1], {})
    position = game.start(1)
    labels = Labels(game, Words(language))
    for step in range(12):
        if position.over:
            break
        for viewer in (None, position.player):
            assert Picture(position, viewer, labels).lines()
        assert Choices(position, labels).listed(100)
        position.choose(position.options[step % len(position.options)])


def other_hand(position: Position) -> Position:
    """The same for player 1: player 2 holds other coins, the deck lies otherwise."""
    other = position.copy()
    layout = other.game.layout
    slots = {s.name: f.base for s, f in layout.families.items()}
    deck, hand = slots["coins"], slots["hand"] + 1
    cards = (*other.state[deck], *other.state[hand])
    size = len(other.state[hand])
    other.state[hand] = tuple(sorted(cards[:size]))
    other.state[deck] = tuple(reversed(cards[size:]))
    for slot in (deck, hand):
        for card in other.state[slot]:
            other.state[layout.locations + card] = slot
    return other


def test_what_is_hidden_is_not_shown() -> None:
    program = load_program("tests/cli/games/plots.rules")
    game = make_game(program, 2, {})
    position = game.start(3)
    other = other_hand(position)
    labels = Labels(game, Words())
    assert position.state != other.state
    assert Picture(position, 0, labels).lines() == Picture(other, 0, labels).lines()
    assert Picture(position, 1, labels).lines() != Picture(other, 1, labels).lines()


def test_tiles_are_drawn_as_they_lie() -> None:
    game = make_game(load_program("tests/cli/games/turned.rules"), 2, {})
    lines = Picture(game.start(1), None, Labels(game, Words())).lines()

    assert [
        "  player 1: town    player 1: camps",
        "        0",
        "    ·       ╷                      +         +",
        "  0   house │                    1,-2      2,-2",
        "    ╶───────┘                      ┌─╥───────┐",
        "                              +    │ camp 2  │    +",
        "                            0,-1   │ tents 2 │  2,-1",
        "                                   │  1,-1   │",
        "                              ┌────┴─╥──┬────┘",
        "                         +    ≈ camp 1  ╡    +",
        "                       -1,0   │   0,0   │   1,0",
        "                              └─────────┘",
        "                              +         +",
        "                            -1,1       0,1",
    ] == lines[-16:-2]
    assert "    camp 2  visits 1" in lines
    assert not any("angle" in line or "way" in line for line in lines)


SHARED = """\
language 1

game shared "Shared":
    players 2

tile Tile "tile":
    roads "roads": set of Side
    ways "ways": set of HexSide
    number: 1..4
    named "tile {number}"

supply:
    1 of Tile({north}, {east}, 1)
    1 of Tile({}, {}, 2)
    1 of Tile({}, {west}, 3)
    1 of Tile({}, {}, 4)

state:
    land "land": square grid of Tile
    hexes "hexes": hex grid of Tile
    parts[1..2] "part": square grid of Tile

each Tile:
    cost "cost": 0..3
    at "lies": place or none

play:
    move the t in Tile where t.number == 1 to land at origin
    let next_one = the t in Tile where t.number == 2
    next_one.cost = 3
    next_one.at = origin
    move next_one to land at place_at(-1, 2)
    move the t in Tile where t.number == 3 to hexes at origin
    player 1 chooses c in frontier(land)
    move the t in Tile where t.number == 4 to land at c
    player 1 chooses n in 1..2
    nobody wins
"""


def test_a_grid_that_all_share_is_drawn_as_one_of_a_player_is() -> None:
    game = make_game(program_of(SHARED), 2, {})
    position = game.start(1)
    labels = Labels(game, Words())
    lines = [line.rstrip() for line in Picture(position, 0, labels).lines()]
    before = view(position, 0)
    position.choose(position.options[-1])
    after = Picture(position, 0, labels, before=before).lines()

    assert [
        "  empty: part",
        "    tile 2 at -1,2  cost 3 · lies 0,0",
        "",
        "  land                                   hexes",
        "         -2       -1       0        1    ┌─────────┐",
        "                                         ╞ tile 3  │",
        "  -1                       +             │   0,0   │",
        "                       ╶────────╴        └─────────┘",
        "   0              +      tile 1     +",
        "                       ·        ·",
        "   1              +        +",
        "              ·        ·",
        "   2     +      tile 2     +",
        "              ·        ·",
        "   3              +",
    ] == lines[:15]
    assert any("tile 4" in line for line in after)
    assert not any("hexes" in line or "{" in line for line in after)


def test_what_lies_on_a_grid_is_told_by_its_places() -> None:
    position = make_game(program_of(SHARED), 2, {}).start(1)
    game = position.game
    slot = next(f.base for s, f in game.layout.families.items() if s.name == "land")
    kind, grid = GridType("square", ComponentType(("Tile",))), position.state[slot]

    assert game.names.written(kind, grid) == '{"0,0": "tile 1", "-1,2": "tile 2"}'
    assert game.names.label(kind, grid) == "tile 1 at 0,0, tile 2 at -1,2"
    assert Labels(game, Words()).brief(kind, grid) == "tile 1 at 0,0, tile 2 at -1,2"
    assert "در" in Labels(game, Words("fa")).brief(kind, grid)


@pytest.mark.parametrize("language", [None, "fa"])
@pytest.mark.parametrize("name", shipped())
def test_a_coloured_drawing_is_no_wider_than_a_plain_one(
    name: str, language: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = program_named(name)
    game = make_game(program, player_counts(program.world)[-1], {})
    labels = Labels(game, Words(language))
    plain = Picture(game.start(5), 0, labels, 80).lines()
    monkeypatch.setattr("rulesrun.cli.screen.drawings.coloured", lambda _: True)
    coloured = Picture(game.start(5), 0, labels, 80).lines()

    assert plain == list(map(click.unstyle, coloured))


def test_what_stands_for_what_is_not_cut_in_two() -> None:
    game = make_game(program_named("kingdom_builder"), 2, {})
    lines = Picture(game.start(5), 0, Labels(game, Words(None)), 30).lines()
    legend = [line for line in lines if " = " in line]
    assert len(legend) > 5
    assert not any(re.search(r"^ *= | =$", line) for line in lines)


@pytest.mark.parametrize(
    ("language", "told"),
    [(None, "b1-n = north of b1"), ("fa", "b1-n = شمال b1")],
)
def test_how_crossings_and_ways_are_called_is_told(
    language: str | None, told: str
) -> None:
    game = make_game(load_program("island"), 2, {})
    lines = Picture(game.start(4), 0, Labels(game, Words(language)), 80).lines()
    assert told in unmarked("\n".join(lines))
