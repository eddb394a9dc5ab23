"""What a rule has named before its first choice, and what scenarios give behind that."""

import pytest
from compiling import small

GAME = """\
language 2

game late "Late":
    players 2

state:
    price[1..3] "price": 0..9 = 1
    other "other": 0..9 = 1

each player:
    points "points": 0..20 = 1

event paid(p: player)

function worth(p: player) -> int = p.points + 1

play:
    repeat 2 times:
        for each p in players:
            do pay(p)
            p chooses one of:
                grow(p, 3)
            do tried(p)
            price[2] += p.points
            raise paid(p)
    rank players by most it.points

when paid(p):
    other = 2

rule pay(p: player):
    p chooses n in 1..3
    price[n] = 2

rule hold(p: player, n: int):
    p chooses m in 0..9
    if n > 2: p.points = m

action grow(p: player, most: int) "Grow":
    choose n in 1..3
        where n <= most
    p.points += n

rule tried(p: player):
"""


def names(body: str, steps: str) -> list[str]:
    """The names that scenarios of these lines are warned of, where a rule is `body`."""
    lines = [f"    {line}" for line in body.strip().splitlines()]
    lines += ["", 'scenario "tried":']
    lines += [f"    {line}" for line in steps.strip().splitlines()]
    result = small(GAME + "\n".join(lines) + "\n")
    assert result.program is not None, result.diagnostics
    return [
        d.message.split("`")[1]
        for d in result.diagnostics
        if d.code == "given-after-let"
    ]


START = """\
start tried(player 1)
given:
    {given}
player 1: n=1
"""

USES = "p chooses n in 1..3\np.points += t"


@pytest.mark.parametrize(
    ("body", "given", "living"),
    [
        (f"let t = other\n{USES}", "other = 3", ["t"]),
        (f"let t = worth(p)\n{USES}", "player 1.points = 3", ["t"]),
        (f"let t = worth(p)\n{USES}", "for each p in players: p.points = 3", ["t"]),
        (f"let t = worth(p)\n{USES}", "player 2.points = 3", []),
        (f"let t = worth(p)\n{USES}", "other = 3", []),
        (f"let t = price[2]\n{USES}", "price[2] = 3", ["t"]),
        (f"let t = price[2]\n{USES}", "price[1] = 3", []),
        (f"let t = price[other]\n{USES}", "price[1] = 3", ["t"]),
        (f"let q = p\nlet t = q.points\n{USES}", "player 2.points = 3", []),
        (f"let u = other\nlet t = u + 1\n{USES}", "other = 3", ["t"]),
        # only what is used from the choice on
        (
            "let t = other\np.points = t\np chooses n in 1..3\nprice[n] = 1",
            "other = 3",
            [],
        ),
        ("p chooses n in 1..3\nlet t = other\np.points += t + n", "other = 3", []),
        # the ways to the first choice
        (f"let t = other\nif t > 3: p.points = 2\n{USES}", "other = 3", ["t"]),
        (
            f"if other > 1:\n    let t = price[1]\n    price[2] = t\n{USES[:19]}",
            "price[1] = 3",
            [],
        ),
        (
            "p chooses m in 1..3\nif m > 1:\n    let t = other\n    p chooses n in 1..3\n"
            "    p.points += t + n",
            "other = 3",
            [],
        ),
        (
            "let t = other\nif price[1] > 1: return\np chooses n in 1..3\nprice[n] = t",
            "other = 3",
            ["t"],
        ),
        # loops
        (
            "for each k in 1..3 where k > other:\n    p chooses n in 1..3\n    price[n] = k",
            "other = 3",
            ["k"],
        ),
        (
            "repeat 2 times:\n    let t = other\n    p.points = t\n    p chooses n in 1..3\n"
            "    price[n] = 1",
            "other = 3",
            [],
        ),
        (
            "let t = other\nrepeat 2 times:\n    p.points = t\n    p chooses n in 1..3\n"
            "    price[n] = 1",
            "other = 3",
            ["t"],
        ),
        # rules that are carried out, and events
        ("let t = other\ndo pay(p)\np.points += t", "other = 3", ["t"]),
        ("let t = other\ndo hold(p, t)", "other = 3", ["n"]),
        ("let t = other\ndo hold(p, 2)\np.points += t", "other = 3", ["t"]),
        (f"do pay(p)\nlet t = other\n{USES}", "other = 3", []),
        (f"let t = other\nraise paid(p)\n{USES}", "other = 3", ["t"]),
    ],
)
def test_what_is_given_too_late(body: str, given: str, living: list[str]) -> None:
    assert living == names(body, START.format(given=given))


@pytest.mark.parametrize(
    "steps",
    [
        "given:\n    other = 3\nstart tried(player 1)\nplayer 1: n=1",
        "start tried(player 1)\nplayer 1: n=1\ngiven:\n    other = 3\nexpect rule over",
        "start tried(player 1)\ngiven:\n    other = 3\nexpect other == 3",
        "start tried(player 1)\ngiven:\n    other = 3\nstart tried(player 1)\nplayer 1: n=1",
    ],
)
def test_in_time(steps: str) -> None:
    assert [] == names(f"let t = other\n{USES}", steps)


@pytest.mark.parametrize(
    "asked",
    [
        "expect offered player 1: n=1",
        "expect refused player 1: n=4",
        "random 1",
    ],
)
def test_what_asks_for_it(asked: str) -> None:
    steps = f"start tried(player 1)\ngiven:\n    other = 3\n{asked}"
    assert ["t"] == names(f"let t = other\n{USES}", steps)


def test_options_are_asked_for() -> None:
    body = "let t = other\np chooses one of:\n    grow(p, t)"
    steps = (
        "start tried(player 1)\ngiven:\n    other = 3\nexpect options n of grow == {1}"
    )

    assert ["t"] == names(body, steps)
