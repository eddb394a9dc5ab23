"""Maps of named spaces and links at the terminal: nothing is lost, nothing runs together."""

import click
import pytest
from compiling import program_of
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesrun.cli.messages.words import Words
from rulesrun.cli.output.direction import unmarked
from rulesrun.cli.output.terminal import width
from rulesrun.cli.screen.drawings import Drawings, Group
from rulesrun.cli.screen.labels import Labels
from rulesrun.cli.screen.mosaics import Layer
from rulesrun.cli.screen.networks import network_lines
from rulesrun.cli.screen.pictures import Picture
from rulesrun.cli.web.looks import Looks
from rulesrun.dsl.semantics.symbols import Link
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.reports.views import view
from rulesrun.interpreter.runtime.boards import spaces_board
from rulesrun.interpreter.runtime.linking import with_links
from rulesrun.interpreter.runtime.placing import laid_out, scaled
from rulesrun.table.declared import declared

TOWNS = ["Paris", "Brest", "Lyon", "Rome", "New York", "Oslo", "Bern", "Graz"]


def plain(cell: int, text: str) -> str:
    return text


def as_layer(
    links: list[tuple[int, int]],
) -> tuple[Layer, Layer, list[tuple[int, int, bool]]]:
    names = [name.lower().replace(" ", "_") for name in TOWNS]
    spaces, roads = with_links(spaces_board(names), [Link(a, b) for a, b in links])
    texts = [f"{n % 9 + 1}r" for n in range(len(links))]
    return (
        Layer(spaces, [""] * len(names), plain),
        Layer(roads, texts, plain),
        [(a, b, False) for a, b in links],
    )


pairs = st.tuples(st.integers(0, 7), st.integers(0, 7)).filter(lambda p: p[0] != p[1])


@settings(max_examples=25)
@given(st.lists(pairs, min_size=1, max_size=14), st.integers(50, 110))
def test_every_space_is_drawn_once_and_every_text_stands_somewhere(
    links: list[tuple[int, int]], limit: int
) -> None:
    spaces, roads, ends = as_layer(links)

    drawn = network_lines(spaces, TOWNS, roads, ends, limit)

    assert drawn is not None
    whole = "\n".join(drawn.lines)
    assert max(map(width, drawn.lines)) <= limit
    assert all(whole.count(f"● {name}") == 1 for name in TOWNS)
    for number, text in enumerate(roads.texts):
        alike = sum(one == text for one in roads.texts)
        left = sum(roads.texts[n] == text for n in drawn.left_out)
        assert whole.count(text) == alike - left, number


def test_there_is_no_map_where_there_is_no_room() -> None:
    spaces, roads, ends = as_layer([(0, 1)])

    assert network_lines(spaces, TOWNS, roads, ends, 20) is None


def test_what_is_joined_is_laid_out_side_by_side() -> None:
    ring = [(n, (n + 1) % 8) for n in range(8)]
    spaces, _, _ = as_layer(ring)

    points = laid_out(spaces.board, linked=True)
    grown = scaled(points, 100, 10_000)

    assert points == laid_out(spaces.board, linked=True)
    far = [
        ((grown[a][0] - grown[b][0]) ** 2 + (grown[a][1] - grown[b][1]) ** 2) ** 0.5
        for a in range(8)
        for b in range(a)
    ]
    assert min(far) == pytest.approx(100)
    for a, b in ring:
        step = (
            (grown[a][0] - grown[b][0]) ** 2 + (grown[a][1] - grown[b][1]) ** 2
        ) ** 0.5
        assert step == pytest.approx(100, rel=0.05)


RULES = """language 2

game rails "Rails":
    players 2

enum Town "town": name from "towns.csv"
enum Colour "colour": red, blue

board country "country": spaces Town
board tracks "tracks": links of country from "tracks.csv"

each cell of tracks:
    length "length": 1..6
    colour "colour": Colour or none
    owner "owner": player or none

play:
    repeat 2 times:
        player 2 chooses k in tracks
            where k.owner is none
        k.owner = player 2
    nobody wins
"""

FILES = {
    "towns.csv": "name,x,y,label_en\nparis,3,1,Paris\nbrest,1,1,Brest\n"
    "lyon,4,3,Lyon\nrome,6,5,Rome\n",
    "tracks.csv": "from,to,length,colour,one_way\nparis,lyon,2,red,\nparis,lyon,1,blue,\n"
    "brest,paris,4,,\nrome,lyon,3,,yes\n",
}


def test_a_map_says_who_owns_what_and_what_can_be_chosen() -> None:
    game = Game(program_of(RULES, FILES), 2)
    position = game.start(1)
    position.choose("Lyon - Paris #2")
    labels = Labels(game, Words())
    seen = iter(view(position, 1).seen)
    groups: dict[str, list[Group]] = {"country": [], "tracks": []}
    for symbol, family in game.layout.told.items():
        own = tuple(next(seen) for _ in range(family.size))
        groups["tracks"].append(Group(symbol, own))

    lines = [
        click.unstyle(x) for x in Drawings(position, labels, True).board(groups, 60)
    ]

    whole = "\n".join(lines)
    for text in ("● Brest", "● Paris", "● Lyon", "● Rome", "2R+", "1B2", "4+", "3+"):
        assert whole.count(text) == 1, (text, whole)
    assert "<" in whole or "^" in whole


STOCKS = """language 2

game woes "Woes":
    players 2

enum Town "town": name from "towns.csv"
enum Woe "woe": rust, salt

board country "country": spaces Town
board tracks "tracks": links of country from "roads.csv"

piece blight of Woe "blight": 20
piece barn "barn": 4

state:
    barns: stock of barn = 4
    store: stock of blight = {rust: 10, salt: 10}

each cell of country:
    blight "blight": stock of blight
    barn "barn": stock of barn, at most 1

play:
    player 2 chooses c in country
        where c.barn is empty
    move 1 from barns to c.barn
    move {rust: 2, salt: 1} from store to c.blight
    player 2 chooses n in c.neighbours
    nobody wins
"""


def test_pieces_of_several_kinds_are_so_many_of_each() -> None:
    roads = "from,to\nparis,lyon\nbrest,paris\nrome,lyon\n"
    game = Game(program_of(STOCKS, {**FILES, "roads.csv": roads}), 2)
    position = game.start(1)
    position.choose("Paris")
    seen = iter(view(position, 1).seen)
    groups: dict[str, list[Group]] = {"country": [], "tracks": []}
    for symbol, family in game.layout.told.items():
        own = tuple(next(seen) for _ in range(family.size))
        if symbol.name in ("blight", "barn"):
            groups["country"].append(Group(symbol, own))

    drawings = Drawings(position, Labels(game, Words()), True)
    whole = click.unstyle("\n".join(drawings.board(groups, 60)))

    assert "● Paris 2R 1Sb\n" in f"{whole} ".replace(" ·", "").replace("·", "")
    assert "R = rust, S = salt, b = barn" in whole


def test_a_page_is_told_where_links_lie() -> None:
    game = Game(program_of(RULES, FILES), 2)

    boards = declared(Labels(game, Words()), Looks())["boards"]

    country, tracks = boards["country"], boards["tracks"]
    assert country["names"] == ["Paris", "Brest", "Lyon", "Rome"]
    assert tracks["names"][1:] == ["Paris - Lyon #2", "Brest - Paris", "Rome → Lyon"]
    assert tracks["of"] == "country"
    assert tracks["oneWay"] == [False, False, False, True]
    at = country["points"]
    assert tracks["points"][2] == [*at[1], *at[0]]
    assert tracks["points"][0] != tracks["points"][1]


PORTALS = """language 2

game portals "Portals":
    players 2

board land "land": square 3 x 3 named algebraic
board gates "gates": links of land from "gates.csv"

each cell of gates:
    toll "toll": 1..6

each cell of land:
    flag "flag": player or none

play:
    player 1 chooses c in land
        where c.flag is none
    c.flag = player 1
    player 1 chooses k in gates
        where k.toll < 6
    nobody wins
"""

GATES = {"gates.csv": "from,to,toll,one_way\na1,c3,2,no\nb2,a1,1,yes\n"}


@pytest.mark.parametrize(
    ("language", "line"),
    [(None, "a1 - c3: 2, b2 → a1: 1"), ("fa", "a1 - c3: ۲، b2 → a1: ۱")],
)
def test_links_between_cells_stand_below_the_board(
    language: str | None, line: str
) -> None:
    game = Game(program_of(PORTALS, GATES), 2)
    position = game.start(1)
    labels = Labels(game, Words(language))

    drawn = click.unstyle("\n".join(Picture(position, 0, labels, 80).lines()))

    assert f"  {line}" in unmarked(drawn).split("\n")


def test_links_between_cells_are_lines_over_the_board_on_a_page() -> None:
    game = Game(program_of(PORTALS, GATES), 2)

    boards = declared(Labels(game, Words()), Looks())["boards"]

    assert boards["gates"]["of"] == "land"
    assert boards["gates"]["points"] == [[0, 4, 4, 0], [2, 2, 0, 4]]
    assert boards["gates"]["oneWay"] == [False, True]
