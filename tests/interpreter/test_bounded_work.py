"""Rules that ask for too much are stopped soon, with a message at their line."""

import time
from pathlib import Path

import pytest
from compiling import beside, program_of

import rulesrun
from rulesrun.cli.trials import play_games
from rulesrun.dsl.compile import compile_rules
from rulesrun.dsl.limits import DEFAULT, UNTRUSTED, Limits, WrongLimit
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.runtime import metering
from rulesrun.interpreter.runtime.metering import Meter, TooMuch
from rulesrun.interpreter.setups import setup_problems

UNBOUNDED = Path(__file__).parents[1] / "unbounded"

LITTLE = Limits(
    steps=200_000, collection=2_000, options=2_000, seconds=1, kilobytes=200
)

SOON = 6.0
"""Seconds of the processor."""

HEAD = 'language 1\n\ngame g "G":\n    players 2\n\n'


def problems(text: str, path: Path, limits: Limits) -> list[tuple[int, str, str]]:
    """The errors of a file: line, code and message, those of the set-up too."""
    result = compile_rules(text, path.name, beside(path), limits)
    told = list(result.diagnostics)
    if result.program is not None:
        told += setup_problems(result.program)
    return [
        (d.span.line, d.code, d.message) for d in told if d.severity.value == "error"
    ]


@pytest.mark.parametrize(
    ("name", "line", "said"),
    [
        ("great_board", 6, "799,999,999,992 cells"),
        ("doubled_calls", 26, "the limit `s"),
        ("subsets", 13, "the limit `options`"),
        ("best_choice", 10, "the limit `"),
        ("repeat", 10, "the limit is 200,000 steps"),
        ("loops_in_loops", 12, "the limit `steps`"),
        ("supply", 11, "the limit `collection`"),
        ("doubled_list", 13, "the limit `collection`"),
        ("big20", 20, "the limit `options`"),
        ("great_numbers", 11, "more than 18 digits"),
        ("endless", 10, "this loop never ends"),
    ],
)
def test_a_file_is_stopped_at_its_line(name: str, line: int, said: str) -> None:
    path = UNBOUNDED / f"{name}.rules"
    began = time.process_time()

    result = problems(path.read_text("utf-8"), path, LITTLE)

    near = 25 if name == "doubled_calls" else 2  # any of the functions may be stopped
    assert time.process_time() - began < SOON
    assert [told for told in result if said in told[2] and abs(told[0] - line) < near]


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("    for each n in 1..1000000000000:\n        s += 1", "steps"),
        ("    s = sum(1..1000000000000)", "steps"),
        ("    s = most(1..s + 1000000000000)", "steps"),
        ("    s = count n in 1..1000000 where n mod 2 == 0", "steps"),
        ("    s = size([u for u in 1..9999 for v in 1..9999])", "collection"),
        ("    s = size({u * v for u in 1..9999 for v in 1..9999})", "collection"),
        (
            "    if some u in 1..9999 where some v in 1..9999 where u + v == 1:\n"
            "        s = 1",
            "steps",
        ),
        ("    let l = [1]\n    repeat 99 times:\n        l = l + l", "collection"),
        ("    let n = 3\n    repeat 99 times:\n        n = n * n", "18 digits"),
        ("    s = 3\n    repeat 9999 times:\n        s += s", "18 digits"),
        ("    b = {x: 2}\n    repeat 99 times:\n        b = b + b * 999", "18 digits"),
        ("    while s >= 0:\n        s += 1", "steps"),
        ("    player 1 chooses q in 1..1000000000000", "steps"),
        ("    player 1 chooses q in 1..3000", "options"),
        (
            "    player 1 chooses q in 1..1000000000000\n"
            "        where q mod 7 == 8\n        otherwise:\n            pass",
            "steps",
        ),
        ("    player 1 chooses qs from 1..200", "options"),
        (
            "    player 1 chooses qs from 1..200\n"
            "        require sum(qs) mod 2 == 5\n        otherwise:\n            pass",
            "steps",
        ),
        ("    player 1 must two(player 1)", "options"),
        ("    s = twice(19)", "steps"),
        ("    do many", "steps"),
        ("    do asked", "steps"),
        ("    player 1 chooses bs from b2", "options"),
    ],
)
def test_every_construct_is_bounded(rules: str, said: str) -> None:
    doubled = "\n".join(
        f"function f{i}() -> int = f{i - 1}() + f{i - 1}()\n" for i in range(1, 40)
    )
    rests = "\n".join(
        f"rule m{i}:\n    do m{i - 1}\n    do m{i - 1}\n" for i in range(1, 40)
    )
    asks = "\n".join(
        f"rule q{i}:\n    do q{i - 1}\n    do q{i - 1}\n" for i in range(1, 40)
    )
    text = f"""{HEAD}enum E: x, y, z

state:
    s "s": int
    b "b": bundle of E
    b2 "c": bundle of E

action two(p: player) "Two":
    choose a in 1..999
    choose c in 1..999
    s = a + c

function f0() -> int = 1

{doubled}
function twice(n: int) -> int = f39() + n

rule m0:
    s += 1

{rests}
rule many:
    do m39

rule q0:
    if s < 0:
        player 1 chooses w in 1..2
        s = w

{asks}
rule asked:
    do q39

play:
    b2 = {{x: 999, y: 999, z: 999}}
{rules}
    player 1 chooses last in 1..2
    s += last
"""
    began = time.process_time()

    result = problems(text, UNBOUNDED / "given.rules", LITTLE)

    assert time.process_time() - began < SOON
    assert len(result) == 1, result
    line, code, message = result[0]
    assert code == "setup-fails"
    named = said if "digits" in said else f"limit `{said}`"
    limits = (named, f"{LITTLE.steps:,} {said}", "limit `seconds`")
    assert any(limit in message for limit in limits)
    first = text.split("\n").index(rules.split("\n")[0]) + 1
    elsewhere = "twice" in rules or "do " in rules or "must" in rules
    assert elsewhere or line in range(first, first + len(rules.split("\n")))


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        ("state:\n    a[1..1000000]: int\n\nplay:\n    a[1] += 1\n", "too-large"),
        ("state:\n    a[player, 1..99, 1..99]: int\n\nplay:\n    a[player 1, 1, 1] += 1\n",
         "too-large"),
        ("board b: square 1 x 9999\n\neach cell of b:\n    n: int\n\n"
         "play:\n    first(b).n += 1\n", "board-size"),
    ],
)  # fmt: skip
def test_what_is_too_large_is_told_by_the_checker(rules: str, code: str) -> None:
    result = problems(HEAD + rules, UNBOUNDED / "given.rules", LITTLE)

    assert [code] == [told for _, told, _ in result]


def test_long_rules_are_not_read() -> None:
    long = HEAD + "".join(f"constant c{i} = {i}\n" for i in range(20_000))

    assert ["too-large"] == [
        code for _, code, _ in problems(long, UNBOUNDED / "given.rules", LITTLE)
    ]


def test_a_long_loop_that_ends_is_let_be() -> None:
    text = f"""{HEAD}state:
    n "n": int

play:
    while n < 300000:
        n += 1
    player 1 chooses m in 1..2
    n += m
"""
    position = Game(program_of(text), 2).start(1)

    assert position.decision is not None


def test_a_long_game_may_go_on_and_on() -> None:
    """The limits are those of one decision, however many there are."""
    text = f"""{HEAD}state:
    n "n": int

play:
    repeat:
        let k = 0
        while k < 20:
            k += 1
        player 1 chooses m in 1..2
        n += m
    until n < 0
"""
    compiled = compile_rules(
        text, "long.rules", lambda name: None, Limits(steps=100, seconds=5)
    )
    assert compiled.program is not None
    position = Game(compiled.program, 2).start(1)
    for _ in range(100):
        position.choose(0)

    assert not position.over


def test_a_loop_whose_rounds_change_nothing_is_told_at_its_line() -> None:
    path = UNBOUNDED / "lapidary.rules"
    compiled = compile_rules(path.read_text("utf-8"), path.name, beside(path))
    assert compiled.program is not None
    line = path.read_text("utf-8").split("\n").index("    repeat:") + 1

    # at random, some of these games come to where nobody can do anything any more
    faults = play_games(Game(compiled.program, 2), range(8), check=False).faults

    assert faults
    for fault in faults:
        assert f"lapidary.rules:{line}:5: this loop never ends" in fault.message


@pytest.mark.parametrize(
    "loop",
    [
        "while s < 5:\n        k = (k + 1) mod 7\n",
        "repeat:\n        k = (k + 1) mod 7\n    until s > 5\n",
        "repeat:\n        do nothing_here\n        k = (k + 1) mod 7\n    until s > 5\n",
    ],
)
def test_circles_of_several_rounds_are_seen(loop: str) -> None:
    text = f"""{HEAD}state:
    s "s": int
    k "k": int

rule nothing_here:
    if s > 99:
        player 1 chooses n in 1..2
        s = n

play:
    {loop}    player 1 chooses n in 1..2
    s += n
"""
    began = time.process_time()

    result = problems(text, UNBOUNDED / "given.rules", DEFAULT)

    assert time.process_time() - began < SOON
    assert len(result) == 1
    assert "this loop never ends" in result[0][2]
    assert "repeat:" in text.split("\n")[result[0][0] - 1] or "while" in loop


def test_limits_can_be_set() -> None:
    assert UNTRUSTED.with_values({"steps": 5}).steps == 5
    with pytest.raises(WrongLimit, match="no limit is called 'speed'"):
        DEFAULT.with_values({"speed": 5})
    with pytest.raises(WrongLimit, match="a number from 1"):
        DEFAULT.with_values({"steps": 0})


def test_the_library_takes_limits() -> None:
    path = str(UNBOUNDED / "big20.rules")

    with pytest.raises(GameFault, match="and 7 are the most"):
        rulesrun.load(path, 2, limits=Limits(options=7)).start(1)


def test_the_total_is_a_limit() -> None:
    game = rulesrun.load("nim", 2, limits=Limits(total=1))
    began = time.process_time()

    with pytest.raises(GameFault, match="the limit `total`"):  # noqa: PT012
        while time.process_time() - began < SOON:
            position = game.start(1)
            while not position.over:
                position.choose(0)


@pytest.mark.parametrize(
    "name", ["alhambra", "architects", "keyflower", "kingdom_builder"]
)
def test_shipped_games_keep_to_the_limits_for_strangers(name: str) -> None:
    game = rulesrun.load(name, 3, limits=UNTRUSTED)
    position = game.start(2)
    for number in range(300):
        if position.over:
            break
        position.play(position.raw[number * 7 % len(position.raw)])

    assert number > 50


def test_only_the_time_of_the_processor_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    now = {"monotonic": 50.0, "process_time": 7.0}
    for clock in now:
        monkeypatch.setattr(metering, clock, lambda clock=clock: now[clock])
    meter = Meter(Limits(seconds=2))

    def work() -> None:
        for _ in range(99):
            meter.tick()

    work()
    now |= {"monotonic": 80.0, "process_time": 8.5}  # others had the processor
    work()
    now |= {"monotonic": 80.4, "process_time": 8.9}
    work()
    now |= {"monotonic": 80.6, "process_time": 9.1}
    with pytest.raises(TooMuch, match="more than 2 seconds"):
        work()
    meter.begin()
    work()
