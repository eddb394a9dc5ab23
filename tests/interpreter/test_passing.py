"""A choice that may be left out is asked only where there is something to choose."""

import pytest
from compiling import program_of

from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.logs import Entry, new_log, replay

HEAD = """language 1

game g "G":
    players 2

card Coin "coin":
    value: 1..3

supply:
    1 of each Coin

each player:
    hand: hand of Coin

state:
    n "n": int
    purse: row of Coin

action pay(p: player) "Pay":
    require n == 1
    n += 10

action show(p: player) "Show":
    choose c in p.hand
        where c.value > n
    n += 100

action deeper(p: player) "Deeper":
    p chooses k in 1..3
        where k > 3
    n = k

"""

PUBLIC = {
    "menu": """
    player 1 may choose one of:
        pay(player 1)
""",
    "action": """
    player 1 may pay(player 1)
""",
    "value": """
    player 1 may choose k in 1..3
        where n == 1
    n += k if k is not none else 0
""",
    "several": """
    player 1 may choose k from 1..3, exactly 2
        require n == 1
    n += size(k)
""",
    "alternative": """
    player 1 may choose one of:
        option win "Win" when n == 1:
            n = 5
""",
    "cards": """
    player 1 may choose c in purse
        where n == 1
    if c is not none:
        n = c.value
""",
    "number of cards": """
    player 1 may choose one of:
        option win "Win" when size(player 2.hand) > n:
            n = 5
""",
}
"""All know whether there is something to choose: there is where `n` is 1."""

HIDDEN = {
    "action": """
    player 1 may show(player 1)
""",
    "menu": """
    player 1 may choose one of:
        show(player 1)
""",
    "cards": """
    player 1 may choose c in player 1.hand
        where c.value > 3
    if c is not none:
        n = c.value
""",
    "alternative": """
    player 1 may choose one of:
        option win "Win" when some c in player 1.hand where c.value > 3:
            n = 5
""",
    "value": """
    player 1 may choose k in 1..3
        where some c in player 1.hand where c.value == k + 3
    n += k if k is not none else 0
""",
}


def game(choice: str, before: str = "pass") -> Game:
    rules = f"play:\n    {before}{choice}    n += 1000\n    nobody wins\n"
    return Game(program_of(HEAD + rules), 2)


def end(position: Position) -> int:
    """The number with which a game has ended."""
    assert position.over
    layout = position.game.layout
    (family,) = (f for s, f in layout.families.items() if s.name == "n")
    result: int = position.state[family.base]
    return result


@pytest.mark.parametrize("kind", PUBLIC)
def test_nothing_to_choose_asks_nothing(kind: str) -> None:
    assert end(game(PUBLIC[kind]).start()) == 1000


@pytest.mark.parametrize("kind", PUBLIC)
def test_something_to_choose_is_asked(kind: str) -> None:
    filled = "move Coin to player 2.hand"
    if kind == "cards":
        filled = "move Coin to purse"
    position = game(PUBLIC[kind], f"n = 1\n    {filled}").start()

    names = [option.name for option in position.options]
    assert len(names) > 1
    assert names[-1] == "pass"
    position.choose("pass")
    assert position.over


@pytest.mark.parametrize("kind", HIDDEN)
def test_what_not_all_know_is_asked(kind: str) -> None:
    """Not to ask would tell the others that there is no such card in the hand."""
    position = game(HIDDEN[kind], "n = 4\n    move Coin to player 1.hand").start()

    assert [option.name for option in position.options] == ["pass"]


@pytest.mark.parametrize(
    "choice",
    [
        """
    player 1 may choose c in player 1.hand
    if c is not none:
        n = c.value
""",
        """
    player 1 may secretly choose c in player 1.hand
        where c.value > 1
    if c is not none:
        n = c.value
""",
        """
    player 1 may choose c from player 1.hand
    n = size(c)
""",
    ],
)
def test_all_know_that_a_hand_is_empty(choice: str) -> None:
    assert end(game(choice).start()) == 1000
    assert not game(choice, "move Coin to player 1.hand").start().over


def test_what_happens_otherwise_is_written() -> None:
    choice = """
    player 1 may choose one of:
        pay(player 1)
        otherwise:
            n = 7
"""
    assert end(game(choice).start()) == 1007

    position = game(choice, "n = 1").start()
    position.choose("pass")
    assert end(position) == 1001


def test_a_menu_that_offers_nothing_but_what_happens_otherwise() -> None:
    choice = """
    player 1 chooses one of:
        otherwise:
            n = 7
"""
    assert end(game(choice).start()) == 1007


def test_a_choice_that_leads_nowhere_is_none() -> None:
    choice = """
    player 1 may deeper(player 1)
"""
    assert end(game(choice).start()) == 1000


def test_logs_in_which_passing_was_asked_for() -> None:
    rules = game(
        """
    player 1 may pay(player 1)
    n = 1
    player 2 may pay(player 2)
    n = 0
    player 1 may pay(player 1)
"""
    )
    position = rules.start(7)
    first = position.digest()
    position.choose("pass")
    log = new_log(rules.start(7), 7)
    log.ranking = position.ranking
    log.entries = [
        Entry(1, "pass", first),
        Entry(2, "pass", "waiting for player 1 to pass"),
        Entry(1, "pass", position.digest()),
    ]

    for verify in (True, False):
        result, difference = replay(rules, log, verify=verify)
        assert difference is None
        assert result.over

    log.entries[1] = Entry(2, "pass", "another state")
    log.entries[2] = Entry(1, "pass", "a third state")
    _, difference = replay(rules, log)
    assert difference is not None


BEHIND = """
action peek(p: player) "Peek":
    choose c in purse
        where c.value > n
    let seen = sum(p.left.hand.value)
    p chooses k in 1..3
        where k > seen
    n = k

"""
"""The head lies open; whether it can be carried through depends on another's hand."""

ASKING = {
    "action": "player 1 may peek(player 1)",
    "menu": "player 1 may choose one of:\n        peek(player 1) when n < 9",
    "anybody": "anybody q in players may peek(q)",
}


@pytest.mark.parametrize("kind", ASKING)
def test_who_can_only_pass_in_the_open_is_not_asked(kind: str) -> None:
    """Where the open heads leave nothing, what lies behind them tells nothing."""
    play = "play:\n    BEFORE\n    ASKED\n    n += 1000\n    nobody wins\n"
    asking = HEAD + BEHIND + play.replace("ASKED", ASKING[kind])

    nothing = Game(program_of(asking.replace("BEFORE", "pass")), 2)
    assert end(nothing.start()) == 1000
    there = "move Coin to purse\n    n = 3"
    assert end(Game(program_of(asking.replace("BEFORE", there)), 2).start()) == 1003
    some = Game(program_of(asking.replace("BEFORE", "move Coin to purse")), 2).start()
    assert [len(some.options), some.options[-1].name] == [4, "pass"]


@pytest.mark.parametrize("kind", ASKING)
def test_who_cannot_carry_it_through_is_asked_all_the_same(kind: str) -> None:
    play = "play:\n    BEFORE\n    ASKED\n    n += 1000\n    nobody wins\n"
    coins = "move all c in Coin where c.value"
    hands = f"{coins} == 3 to purse\n    {coins} < 3 to player 2.hand"
    asking = HEAD + BEHIND.replace("seen\n    n", "seen + 3\n    n")
    rules = asking + play.replace("ASKED", ASKING[kind]).replace("BEFORE", hands)

    position = Game(program_of(rules), 2).start()
    assert "pass" in [o.name for o in position.options]


@pytest.mark.parametrize(("n", "options"), [(0, 0), (1, 2)])
def test_a_condition_asks_for_the_action_that_it_names(n: int, options: int) -> None:
    """Not for the one that is offered where it holds."""
    rules = f"""play:
    n = {n}
    move Coin to player 1.hand
    if can pay(player 1):
        player 1 must show(player 1)
    nobody wins
"""
    position = Game(program_of(HEAD + rules), 2).start(0)

    assert len(position.options) == options
    assert position.over == (options == 0)
