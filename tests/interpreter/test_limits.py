"""What is too deep, too long or too great is told at its line, or works."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from compiling import program_of, small

from rulesrun.dsl.semantics.value_types import PLAYER
from rulesrun.interpreter.game import Game
from rulesrun.interpreter.machine import GameFault
from rulesrun.interpreter.testing.scenarios import run_scenario

Ended = Callable[..., dict[str, Any]]

HEAD = """\
language 1

game small "Small":
    players 2

state:
    n: int

"""
FIRST = HEAD.count("\n") + 1


def fault(rules: str) -> tuple[str, int]:
    """What goes wrong at the beginning, and at which line of the rules."""
    with pytest.raises(GameFault) as result:
        Game(program_of(HEAD + rules), 2).start()
    assert result.value.span is not None
    return result.value.message, result.value.span.line - FIRST + 1


def problems(rules: str) -> set[tuple[str, int]]:
    """The errors of a file, each with its line."""
    return {
        (d.code, d.span.line - FIRST + 1)
        for d in small(HEAD + rules).diagnostics
        if d.severity.value == "error"
    }


# ---- numbers --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("growing", "line"),
    [
        ("n = n * n", 4),
        ("n = n + n", 4),
        ("n += n", 4),
        ("n -= 0 - n - n", 4),
        ("n = 3 * n", 4),
        ("n = -(n * n)", 4),
        ("n = sum([n, n, n])", 4),
        ("n = sum(n + i for i in 1..3)", 4),
        ("n = max(1, n * n)", 4),
        ("n = twice(n)", 7),
        ("n = raised(n)", 9),
        ("m = m * m", 4),
        ("m += m", 4),
        ("l = [k + k for k in l]", 4),
        ("player 1.points += player 1.points", 4),
        ("b = b + b", 4),
        ("b += b", 4),
        ("b = b * 3", 4),
        ("player 1.held += player 1.held", 4),
    ],
)
def test_a_number_that_grows_without_end(growing: str, line: int) -> None:
    local = {"m": "7", "l": "[7]", "b": "{wood: 2, wool: 1}"}.get(growing[0])
    rules = f"""\
play:
    {f"let {growing[0]} = {local}" if local else "n = 3"}
    repeat 9000 times:
        {growing}
    nobody wins
function twice(k: int) -> int:
    let double = k + k
    return double
amount raised(k: int) = k * 2
enum Good: wood, wool
each player:
    points: int, ledger = 1
    held: bundle of Good = {{wood: 1}}
"""
    message, at = fault(rules)
    assert message == "this would be a number of more than 18 digits"
    assert at == line


def test_numbers_up_to_the_limit(ended: Ended) -> None:
    result = ended(
        """
state:
    n: int
    m: int
play:
    n = 999999999 * 1000000001
    n = n - 1 + 1
    m = 0 - n
    nobody wins
"""
    )
    assert result["n"] == -result["m"] == 10**18 - 1


def test_a_number_that_is_written_too_large() -> None:
    assert problems(f"play:\n    n = {'9' * 19}\n") == {("out-of-range", 2)}
    assert problems(f"play:\n    n = -{'9' * 1900}\n") == {("out-of-range", 2)}
    assert problems(f"play:\n    n = {'9' * 18}\n") == set()


def test_a_constant_that_is_too_large() -> None:
    squares = "".join(f"constant c{i} = c{i + 1} * c{i + 1}\n" for i in range(9))
    squares += "constant c9 = 99\n"
    message, line = fault(f"{squares}play:\n    n = c0\n")
    assert message == "this would be a number of more than 18 digits"
    assert 1 <= line <= 9
    board = f'{squares}board b "b": square 3 x c0\nplay:\n    n = size(b)\n'
    assert "out-of-range" in {code for code, _ in problems(board)}


def test_a_number_that_is_typed() -> None:
    rules = "play:\n    player 1 chooses k in 1..3\n    n = k\n    nobody wins\n"
    position = Game(program_of(HEAD + rules), 2).start()
    for digits in (19, 5000):
        with pytest.raises(ValueError, match=" is not a number"):
            position.choose(f"k={'9' * digits}")
        with pytest.raises(ValueError, match="there is no player"):
            position.game.names.parse(PLAYER, "9" * digits)


# ---- depth and length -------------------------------------------------------------


def nested(kinds: int, line: str, inner: str) -> str:
    """So many blocks inside each other."""
    lines = ["play:"]
    lines += ["    " * (i + 1) + line.format(i=i) for i in range(kinds)]
    return "\n".join([*lines, "    " * (kinds + 1) + inner, "    nobody wins", ""])


@pytest.mark.parametrize(
    "loop", ["for each v{i} in 1..1:", "while n == 0:", "repeat 1 times:"]
)
def test_loops_inside_each_other(loop: str) -> None:
    rules = nested(16, loop, "n += 1")
    assert Game(program_of(HEAD + rules), 2).start().over
    assert problems(nested(17, loop, "n += 1")) == {("nested-too-deep", 18)}
    assert problems(nested(35, loop, "n += 1")) == {("nested-too-deep", 18)}


def test_conditions_inside_each_other(ended: Ended) -> None:
    rules = nested(35, "if n == 0:", "n += 1")
    assert ended("state:\n    n: int\n\n" + rules)["n"] == 1


@pytest.mark.parametrize("many", [99, 101, 3000])
def test_a_long_else_if(many: int, ended: Ended) -> None:
    branches = "".join(
        f"    else if n == {i}:\n        n = n + {i}\n" for i in range(1, many)
    )
    start = (
        "state:\n    n: int\n\nplay:\n    n = FIRST\n    if n == 0:\n        n = 7\n"
    )
    end = "    else:\n        n = 5\n    nobody wins\n"
    cases = ((0, 7), (many - 1, 2 * many - 2), (many, 5))
    for first, last in cases if many < 200 else cases[1:2]:
        text = start.replace("FIRST", str(first)) + branches + end
        assert ended(text)["n"] == last


def test_many_branches_leave_a_loop_and_a_rule(ended: Ended) -> None:
    branches = "".join(
        f"        else if k == {i}:\n            n += {i}\n            next\n"
        for i in range(2, 150)
    )
    rules = (
        "state:\n    n: int\n\nrule r:\n    for each k in 1..200:\n"
        f"        if k == 1:\n            n = 1000\n{branches}"
        "        else if k == 151:\n            stop\n        n += 10000\n"
        "play:\n    do r\n    nobody wins\n"
    )
    assert ended(rules)["n"] == 1000 + sum(range(2, 150)) + 20000


def test_many_choices_of_one_action() -> None:
    def action(choices: int, prefer: str) -> str:
        lines = "".join(f"    choose v{i} in 1..1\n{prefer}" for i in range(choices))
        return (
            f"action a(p: player):\n{lines}    n += 1\nplay:\n"
            "    if can a(player 1):\n        player 1 must a(player 1)\n"
        )

    for prefer in ("", "        prefer n == 0\n"):
        assert Game(program_of(HEAD + action(16, prefer)), 2).start().options
        line = 18 + 16 * (prefer != "")
        assert problems(action(17, prefer)) == {("nested-too-deep", line)}


def test_rules_that_carry_out_too_many_others() -> None:
    for kind, call in (
        ("rule r{i}:\n    do r{j}\n", "rule r1200:\n    n = 1\nplay:\n    do r0\n"),
        (
            "function r{i}(k: int) -> int = r{j}(k) + 1\n",
            "function r1200(k: int) -> int = k\nplay:\n    n = r0(1)\n",
        ),
    ):
        rules = "".join(kind.format(i=i, j=i + 1) for i in range(1200)) + call
        message, _ = fault(rules)
        assert message == "too many rules or functions carry out one another here"


def test_what_is_known_before_a_long_chain_of_rules() -> None:
    chain = "".join(f"rule r{i}:\n    do r{i + 1}\n" for i in range(1200))
    rules = (
        "    m: 0..5 = 2\n\n"
        f"{chain}rule r1200:\n    n = 1\n"
        "play:\n    player 1 chooses k in 1..3\n    n = k\n"
        "    if m > 1:\n        do r0\n        m -= 1\n    m -= 1\n    nobody wins\n"
    )
    result = small(HEAD.rstrip() + "\n" + rules)
    assert not [d for d in result.diagnostics if d.severity.value == "error"]
    ends = len((HEAD.rstrip() + "\n" + rules).splitlines())
    lines = [d.span.line for d in result.notes if d.code == "may-leave-range"]
    assert lines == [ends - 1]


def test_a_head_that_python_could_not_read() -> None:
    requirements = "".join(f"    require v < {i}\n" for i in range(9, 160))
    rules = (
        f"action a(p: player):\n    choose v in 1..2\n{requirements}    n += v\n"
        "play:\n    if can a(player 1):\n        player 1 must a(player 1)\n"
    )
    message, line = fault(rules)
    assert message.startswith("this is nested too deep, or too long, to be carried out")
    assert 2 < line < 160


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("sum([" * 40 + "1" + "])" * 40, 1),
        ("first([" * 40 + "2" + "])" * 40, 2),
        ("size(" + "reversed(" * 40 + "[1, 2]" + ")" * 41, 2),
        ("size([" * 20 + "last([8])" + "])" * 20, 1),
        ("max(1, " * 60 + "3" + ")" * 60, 3),
        ("size({" * 30 + "1" + "})" * 30, 1),
    ],
)
def test_nested_collections_are_written_once(
    expression: str, value: int, ended: Ended
) -> None:
    began = time.process_time()
    rules = f"state:\n    k: int\n\nplay:\n    k = {expression}\n    nobody wins\n"
    assert ended(rules)["k"] == value
    assert time.process_time() - began < 2


# ---- scenarios -------------------------------------------------------------------


def test_many_names_in_one_statement_of_a_scenario() -> None:
    lines = "".join(
        f"            let a{i} = {i}\n            n += a{i}\n" for i in range(60)
    )
    program = program_of(
        f"{HEAD}play:\n    player 1 chooses k in 1..2\n    n += k\n\n"
        f'scenario "many":\n    given:\n        if n == 0:\n{lines}'
        f"        let b = n\n        n += b\n    expect n == {2 * sum(range(60))}\n"
    )
    outcome = run_scenario(program, program.world.scenarios[0], partial(Game, program))
    assert outcome.message is None
