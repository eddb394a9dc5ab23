"""An empty literal is what its use makes of it."""

from collections.abc import Callable
from typing import Any

import pytest
from compiling import small

RULES = """\
enum Good "good": wood, gold

state:
    goods: bundle of Good
    seen: set of Good
    queue: list of Good
    number: int
    flag: bool

function worth(bag: bundle of Good) -> int = 3 * size(bag)

function kinds(found: set of Good) -> int = size(found)

rule take(bag: bundle of Good):
    goods += bag

play:
    goods = {wood: 3}
    seen = {gold}
    queue = [wood, wood]
"""

ENDED = dict[str, Any]
WOOD = (3, 0)


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("let x = {}\ngoods += x", {"goods": (3, 0)}),
        ("let x = {}\ngoods = x", {"goods": (0, 0)}),
        ("let x = {}\nseen += x", {"seen": 2}),
        ("let x = {}\nseen = x", {"seen": 0}),
        ("let x = {}\nlet y = x\ngoods = y\nflag = x == goods", {"flag": True}),
        ("let x = {}\nnumber = worth(x)", {"number": 0}),
        ("let x = {}\nnumber = kinds(x)", {"number": 0}),
        ("let x = {}\ndo take(x)", {"goods": (3, 0)}),
        ("let x = {}\nflag = goods == x", {"flag": False}),
        ("let x = {}\nflag = x == goods", {"flag": False}),
        ("let x = {}\nx = x + {wood: 2}\ngoods = x", {"goods": (2, 0)}),
        ("let x = {}\nx += {wood: 2}\ngoods = x", {"goods": (2, 0)}),
        ("let x = {}\nx = {wood: 2}\nnumber = x[wood]", {"number": 2}),
        ("let x = {}\nx = x + {gold}\nseen = x", {"seen": 2}),
        ("let x = goods if flag else {}\ngoods = x", {"goods": (0, 0)}),
        ("let x = {} if flag else goods\ngoods = x", {"goods": (3, 0)}),
        ("let x = {}\nx += {wood}\nflag = wood in x", {"flag": True}),
        ("let x = []\nqueue = x", {"queue": ()}),
        ("let x = []\nx = x + [gold]\nqueue = x", {"queue": (1,)}),
        ("let x = []\nx += [gold]\nqueue = queue + x", {"queue": (0, 0, 1)}),
        ("let x = []\nflag = x == queue", {"flag": False}),
        (
            "let x = []\nfor each g in Good:\n    x = x + [g]\nqueue = x",
            {"queue": (0, 1)},
        ),
        (
            "let x = []\nx += [{wood: 1}]\nfor each b in x:\n    goods += b",
            {"goods": (4, 0)},
        ),
        (
            "let x = [{}, {wood: 2}]\nfor each b in x:\n    goods += b",
            {"goods": (5, 0)},
        ),
        ("let x = []\nx += [[wood]]\nqueue = x[1]", {"queue": (0,)}),
        ("let x = []\nnumber = size(x)\nx += [7]\nnumber += size(x)", {"number": 1}),
        ("queue = [] + queue", {"queue": (0, 0)}),
        ("flag = {} == seen", {"flag": False}),
    ],
)
def test_it_has_the_type_of_its_use(
    ended: Callable[[str], ENDED], lines: str, expected: ENDED
) -> None:
    body = "".join(f"    {line}\n" for line in lines.split("\n"))

    result = ended(f"{RULES}{body}    nobody wins\n")

    assert expected == {name: result[name] for name in expected}


def problems(lines: str) -> list[tuple[str, str]]:
    body = "".join(f"    {line}\n" for line in lines.split("\n"))
    text = f"language 1\n\ngame small:\n    players 2\n\n{RULES}{body}    nobody wins\n"
    return [
        (d.code, d.message)
        for d in small(text).diagnostics
        if d.severity.value == "error"
    ]


@pytest.mark.parametrize("literal", ["{}", "[]"])
def test_what_is_never_used_as_anything_is_told(literal: str) -> None:
    lines = f"let x = {literal}\nnumber = size(x)"

    assert [("wrong-type", "nothing says what this is empty of")] == problems(lines)


def test_an_error_elsewhere_may_hide_the_use() -> None:
    result = problems("let x = {}\ngoods = z + x\nnumber = size(x)")

    assert [("unknown-name", "nothing here is called `z`")] == result


def test_it_is_one_thing_only() -> None:
    (result,) = problems("let x = {}\ngoods = x\nseen = x")

    assert (
        "wrong-type",
        "a set of Good is needed here, and this is a bundle of Good",
    ) == result


@pytest.mark.parametrize(
    "lines", ["number = {}", "let x = {}\nnumber = x + 1", "flag = {}"]
)
def test_it_is_no_number(lines: str) -> None:
    ((code, _),) = problems(lines)

    assert "wrong-type" == code
