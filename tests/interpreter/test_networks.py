"""Named spaces joined by links: what is beside what, the cheapest ways, the longest trails."""

from collections.abc import Callable
from itertools import product
from math import inf

import pytest
from compiling import program_of, small
from hypothesis import given
from hypothesis import strategies as st

from rulesrun.dsl.problems.diagnostics import Severity
from rulesrun.dsl.semantics.symbols import Link, TableSymbol
from rulesrun.interpreter.explain.refusals import find_choice
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.runtime.boards import Board, spaces_board
from rulesrun.interpreter.runtime.linking import with_links
from rulesrun.interpreter.runtime.trails import trail_of_sides
from rulesrun.interpreter.runtime.traversal import cheapest_cells
from rulesrun.interpreter.testing.scenarios import Games, run_scenario

SPACES = 6
NAMES = tuple("abcdef")

pairs = st.tuples(st.integers(0, SPACES - 1), st.integers(0, SPACES - 1))
links = st.builds(
    lambda ends, one_way: Link(ends[0], ends[1], one_way),
    pairs.filter(lambda ends: ends[0] != ends[1]),
    st.booleans(),
)
networks = st.lists(links, max_size=9)


def joined(given_links: list[Link]) -> tuple[Board, Board]:
    return with_links(spaces_board(NAMES), given_links)


def always(a: int, b: int, way: int) -> bool:
    return True


@given(networks)
def test_what_is_beside_what(given_links: list[Link]) -> None:
    spaces, roads = joined(given_links)

    leads = {(link.a, link.b) for link in given_links}
    leads |= {(link.b, link.a) for link in given_links if not link.one_way}
    for a, b in product(range(SPACES), repeat=2):
        assert (b in spaces.neighbours[a]) == ((a, b) in leads)
        assert (b in spaces.mutual[a]) == ({(a, b), (b, a)} <= leads)
    assert spaces.one_way == any(back not in leads for back in map(swapped, leads))
    for space, touching in enumerate(spaces.beside("links")):
        result = [n for n, x in enumerate(given_links) if space in (x.a, x.b)]
        assert list(touching) == result
    for number, link in enumerate(given_links):
        assert roads.beside("cells")[number] == tuple(sorted((link.a, link.b)))
        meeting = {
            n
            for n, x in enumerate(given_links)
            if n != number and {x.a, x.b} & {link.a, link.b}
        }
        assert set(roads.neighbours[number]) == meeting


def swapped(pair: tuple[int, int]) -> tuple[int, int]:
    return pair[1], pair[0]


@given(networks)
def test_links_are_called_by_both_ends_and_counted(given_links: list[Link]) -> None:
    _, roads = joined(given_links)

    assert len(set(roads.names)) == len(given_links)
    for number, link in enumerate(given_links):
        name = roads.names[number]
        a, b = NAMES[link.a], NAMES[link.b]
        assert name.partition(" #")[0] == f"{a}-{b}"
        assert roads.parse_cell(name) == number
        turned = name.replace(f"{a}-{b}", f"{b}-{a}")
        assert roads.parse_cell(turned) == number


@given(networks, st.lists(st.integers(0, 5), min_size=9, max_size=9), st.integers(0, 9))
def test_no_way_is_cheaper(
    given_links: list[Link], costs: list[int], limit: int
) -> None:
    spaces, _ = joined(given_links)

    far = [[inf] * SPACES for _ in range(SPACES)]
    for number, link in enumerate(given_links):
        for a, b in ((link.a, link.b), (link.b, link.a)):
            if (a, b) == (link.a, link.b) or not link.one_way:
                far[a][b] = min(far[a][b], costs[number])
    for middle, a, b in product(range(SPACES), repeat=3):
        far[a][b] = min(far[a][b], far[a][middle] + far[middle][b])
    inside = range(SPACES)

    def cost(a: int, b: int, road: int) -> int:
        return costs[road]

    result = cheapest_cells(
        spaces.step, [0], inside, always, cost, limit=None, by=spaces.by
    )
    near = cheapest_cells(spaces.step, [0], inside, always, cost, limit, spaces.by)

    far[0][0] = 0
    assert result == {b: far[0][b] for b in inside if far[0][b] < inf}
    assert near == {b: price for b, price in result.items() if price <= limit}


@given(networks, st.lists(st.integers(0, 5), min_size=9, max_size=9))
def test_no_trail_of_links_is_longer(
    given_links: list[Link], lengths: list[int]
) -> None:
    _, roads = joined(given_links)
    ends = roads.beside("cells")

    def onward(space: int, left: frozenset[int]) -> int:
        tries = (
            lengths[road]
            + onward(
                ends[road][0] if ends[road][1] == space else ends[road][1],
                left - {road},
            )
            for road in left
            if space in ends[road]
        )
        return max(tries, default=0)

    every = frozenset(range(len(given_links)))
    result = trail_of_sides(
        roads.step, roads.by, ends, every, always, lengths.__getitem__
    )

    assert len(set(result)) == len(result)
    assert bool(result) == bool(given_links)
    best = max(onward(space, every) for space in range(SPACES))
    assert best == sum(lengths[road] for road in result)


# ---- in rules ------------------------------------------------------------------------

HEAD = """language 2

game rails "Rails":
    players 2

enum Town "town": name from "towns.csv"

board country "country": spaces Town
board tracks "tracks": links of country from "tracks.csv"
"""

RULES = f"""{HEAD}
each cell of tracks:
    length "length": 1..6
    owner "owner": player or none

play:
    player 1 chooses k in tracks
        where k.owner is none
    k.owner = player 1
    nobody wins
"""

FILES = {
    "towns.csv": "name,x,y\nparis,3,1\nbrest,1,1\nlyon,4,3\nrome,6,5\nnew_york,0,5\n",
    "tracks.csv": "from,to,length,one_way\nparis,lyon,2,no\nparis,lyon,1,no\n"
    "lyon,rome,3,no\nbrest,paris,4,no\nrome,new_york,1,yes\n",
}


@pytest.fixture(scope="module")
def holds() -> Callable[[str], str | None]:
    """Runs a scenario of one expression; gives what is wrong, if anything is."""

    def found(expression: str) -> str | None:
        text = f'{RULES}\nscenario "it holds":\n    expect {expression}\n'
        program = program_of(text, FILES)
        scenario = program.world.scenarios[0]
        return run_scenario(program, scenario, Games(program)).message

    return found


@pytest.mark.parametrize(
    "expression",
    [
        'country["paris"].neighbours == [country["brest"], country[lyon]]',
        "size(country[paris].links) == 3 and country[new_york].neighbours is empty",
        'tracks["lyon-paris"] == tracks["paris-lyon"]',
        'tracks["paris-lyon #2"].length == 1',
        "country[rome].value == rome and first(country).value == first(Town)",
        "distance(country[brest], country[new_york]) == 4",
        "(steps from country[brest] to country[lyon] in country) == 2",
        "(steps from country[brest] to country[lyon] in country\n"
        "        stepping a to b by k costing k.length) == 5",
        "(steps from country[brest] to country[lyon] in country\n"
        "        stepping a to b by k costing k.length where k.length != 1) == 6",
        "size(reach from country[brest] within 5 in country\n"
        "        stepping a to b by k costing k.length) == 3",
        "size(regions of country) == 2 and size(regions of tracks) == 1",
        "[2, 1, 1, 1] == [size(g) for g in\n"
        "        regions of country stepping a to b by k where k.length == 1]",
        "size(longest loop in country) == 0 and size(longest trail in tracks) == 4",
        "sum(k.length for k in longest trail in tracks\n"
        "        stepping a to b costing b.length) == 10",
    ],
)
def test_the_reference_holds(
    holds: Callable[[str], str | None], expression: str
) -> None:
    assert holds(expression) is None


def test_the_file_of_the_spaces_may_fill_a_table_too() -> None:
    towns = FILES["towns.csv"].splitlines()
    grown = "\n".join([f"{towns[0]},mills", *(f"{row},2" for row in towns[1:])])
    table = 'table mills_of (name: Town -> mills: int) from "towns.csv"\n'
    rules = RULES.replace("each cell", f"{table}\neach cell", 1)
    program = program_of(
        rules.replace("    nobody wins", "    if mills_of[rome] == 2: nobody wins"),
        {**FILES, "towns.csv": grown},
    )

    (mills,) = program.world.each(TableSymbol)
    assert [values for _, values in mills.rows] == [(2,)] * 5


def test_links_are_of_use_where_only_neighbours_are_asked_for() -> None:
    rules = f"""{HEAD}
play:
    player 1 chooses town in country[paris].neighbours
    if town == country[lyon]: nobody wins
"""
    files = {**FILES, "tracks.csv": "from,to\nparis,lyon\nlyon,rome\nbrest,paris\n"}

    assert "unused-name" not in {d.code for d in small(rules, files).diagnostics}


def test_there_is_no_distance_where_no_way_leads() -> None:
    play = "    if distance(country[new_york], country[rome]) > 0: nobody wins\n"
    program = program_of(RULES.replace("play:\n", f"play:\n{play}"), FILES)
    with pytest.raises(GameFault, match="no way leads there"):
        Game(program, 2).start(1)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("paris-lyon", "paris-lyon"),
        ("k=lyon-paris", "paris-lyon"),
        ("Lyon - Paris #2", "paris-lyon #2"),
        ("new york rome", "rome-new_york"),
    ],
)
def test_links_are_typed_from_either_end(typed: str, name: str) -> None:
    position = Game(program_of(RULES, FILES), 2).start(1)

    result = find_choice(position, typed)

    assert [o.name for o in position.options if o.raw == result] == [f"k={name}"]


@pytest.mark.parametrize(
    ("file", "row", "code", "place"),
    [
        ("tracks.csv", "paris,lyons,2,no", "bad-cell", (7, 7)),
        ("tracks.csv", "paris,paris,2,no", "bad-cell", (7, 7)),
        ("tracks.csv", "paris,rome,9,no", "out-of-range", (7, 12)),
        ("tracks.csv", "paris,rome,2", "bad-table-row", (7, 1)),
        ("tracks.csv", "rome,lyon,2,no", "link-both-ways", (7, 1)),
        ("towns.csv", "oslo,1,no", "bad-cell", (7, 8)),
    ],
)
def test_what_is_wrong_in_a_file_is_told_with_its_place(
    file: str, row: str, code: str, place: tuple[int, int]
) -> None:
    files = {**FILES, file: f"{FILES[file]}{row}\n"}

    told = [d for d in small(RULES, files).diagnostics if d.span.path == file]

    assert [d.code for d in told] == [code]
    assert (told[0].span.line, told[0].span.column) == place


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("let a = country[paris].roads", "write  links  for what joins a space"),
        ('let a = tracks["paris-lyon"].ends', "write  cells  for both ends of a link"),
        (
            "if first(country) == paris: nobody wins",
            "write  first(country).value  for the value of a space",
        ),
        ('let a = tracks["paris-lion"]', 'did you mean "paris-lyon"?'),
        ("let a = regions of Town", "say what a step is:  stepping a to b where ..."),
        (
            "let a = longest trail in country stepping a to b by k costing k.length",
            "go over the links instead, which have the length:  longest trail in (all k "
            "in ROADS where ...) stepping a to b costing b.length",
        ),
        (
            "let a = longest trail in tracks stepping a to b costing a.length",
            "ask only `b`, where the step leads",
        ),
    ],
)
def test_usual_words_lead_to_those_of_the_language(line: str, hint: str) -> None:
    rules = RULES.replace("play:\n", f"play:\n    {line}\n")

    told = [d for d in small(rules, FILES).diagnostics if d.severity is Severity.ERROR]

    assert [d.hint for d in told] == [hint]


@pytest.mark.parametrize(
    ("declared", "told"),
    [
        ("", "no enum is called `Town`"),
        ("function Town() = 3", "`Town` is a function, and an enum is needed here"),
        (
            "action Town(p: player):\n    nothing",
            "`Town` is an action, and an enum is needed",
        ),
    ],
)
def test_links_between_spaces_that_nobody_declares(declared: str, told: str) -> None:
    compilation = small(
        f"""language 2

game lone "Lone":
    players 2

{declared}

board land "land": spaces Town
board roads "roads": links of land from "roads.csv"

play:
    nobody wins
""",
        {"roads.csv": "from,to\na,b\n"},
    )

    assert told in compilation.diagnostics[0].message


# ---- portals ----------------------------------------------------------------------------

PORTALS = """language 2

game portals "Portals":
    players 2

board land "land": square 4 x 5 named algebraic
board gates "gates": links of land from "gates.csv"

each cell of gates:
    toll "toll": 1..6

play:
    player 1 chooses k in gates
        where k.toll < 6
    nobody wins
"""

GATES = {"gates.csv": "from,to,toll,one_way\na1,e4,2,no\na2,e2,1,no\nc4,b1,3,yes\n"}


@pytest.mark.parametrize(
    "expression",
    [
        'land["a1"].neighbours == [land["e4"], land["a2"], land["b1"]]',
        'land["e4"] in land["a1"].around and land["a1"].diagonals == [land["b2"]]',
        'land["b1"] in land["c4"].neighbours and land["c4"] not in land["b1"].neighbours',
        'gates["e4-a1"] == gates["a1-e4"] and land["a1"].links == [gates["a1-e4"]]',
        'gates["c4-b1"].cells == [land["c4"], land["b1"]] and gates["c4-b1"].toll == 3',
        'distance(land["a1"], land["e3"]) == 2 and distance(land["b1"], land["c4"]) == 4',
        'step(land["a1"], west) is none and size(ray(land["a1"], east)) == 4',
        'toward(land["a1"], land["e4"]) is none and toward(land["a1"], land["b1"]) == east',
        '2 == size(reach from land["a1"] in land stepping a to b by s where s is none)',
        '(steps from land["a1"] to land["e4"] in land\n'
        "        stepping a to b by s costing (9 if s is none else 1)) == 7",
        "size(regions of land stepping a to b by s where s is none) == 18",
    ],
)
def test_links_between_cells_are_steps_without_a_direction(expression: str) -> None:
    text = f'{PORTALS}\nscenario "it holds":\n    expect {expression}\n'
    program = program_of(text, GATES)

    scenario = program.world.scenarios[0]
    assert run_scenario(program, scenario, Games(program)).message is None


def test_a_condition_that_only_a_link_meets_is_asked() -> None:
    far = "reach from c in land stepping a to b where b.row == a.row + 3"
    rules = PORTALS.replace(
        "    nobody wins",
        f"    let c = first(land)\n    if size({far}) == 2: nobody wins",
    )

    assert "never-stepped" not in {d.code for d in small(rules, GATES).diagnostics}


@pytest.mark.parametrize(
    ("board", "row", "told", "hint"),
    [
        (
            "square 4 x 5 named algebraic",
            "a1,f1",
            "`land` has no cell `f1`",
            "a4 and e1",
        ),
        ("square 4 x 5", "a1,b1", "`land` has no cell `a1`", "0,0 and 3,4"),
        (
            "square 4 x player_count",
            "a1,b1",
            "links need a board whose size is the same in every game",
            "write the number of its rows and columns as numbers or constants",
        ),
        (
            "sides of field",
            "a1,b1",
            "links join spaces or cells, and `land` has none",
            "",
        ),
    ],
)
def test_links_between_cells_that_are_not_there(
    board: str, row: str, told: str, hint: str
) -> None:
    rules = f"""language 2

game lone "Lone":
    players 2

board field "field": square 3 x 3
board land "land": {board}
board gates "gates": links of land from "gates.csv"

play:
    nobody wins
"""
    compilation = small(rules, {"gates.csv": f"from,to\n{row}\n"})

    (first, *_) = [d for d in compilation.diagnostics if d.severity is Severity.ERROR]
    assert told == first.message
    assert hint in (first.hint or "")
