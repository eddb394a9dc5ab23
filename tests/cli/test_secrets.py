"""Nobody at the terminal is told what another has chosen in secret."""

from pathlib import Path

import pytest
from running import rulesrun

SECRET = "tests/cli/games/secret.rules"
HUMANS = ("--players", 3, "--seed", 4, "--seat", "2=human")


def played(*args: object, typed: str, log: Path) -> str:
    ran = rulesrun("play", SECRET, *args, "--log", log, typed=typed)
    return ran.out


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "game.log"


def chosen_by_chance(log: Path) -> str:
    """What the random seat has chosen, which lies in the log."""
    line = next(ln for ln in log.read_text("utf-8").splitlines() if '"player": 3' in ln)
    return line.partition("n=")[2][0]


def test_two_at_the_keyboard(log: Path) -> None:
    told = played(*HUMANS, typed="n=7\nn=4\nlog\nm=2\n", log=log)
    secret = chosen_by_chance(log)

    assert "n=7" not in told
    assert "n=4" not in told
    assert 2 == told.count("> (in secret)")
    assert "   3  player 3  (in secret)" in told
    assert "   1  player 1  (in secret)" in told
    assert "   2  player 2  (in secret)" in told
    assert f"number {secret}" not in told


def test_one_at_the_keyboard_is_told_his_own(log: Path) -> None:
    told = played("--players", 3, "--seed", 4, typed="n=7\nlog\nm=1\n", log=log)

    assert "   1  player 1  n=7" in told
    assert "   2  player 2  (in secret)" in told
    assert 2 == told.count("  player 2  (in secret)\n")  # the news and the log


def test_everything_is_told_if_wanted(log: Path) -> None:
    told = played(*HUMANS, "--view", "all", typed="n=7\nn=4\nm=2\n", log=log)

    assert "(in secret)" not in told
    assert "number 7" in told


@pytest.mark.parametrize("language", ["en", "fa"])
def test_a_recorded_game(log: Path, language: str) -> None:
    played(*HUMANS, typed="n=7\nn=4\nm=2\n", log=log)
    secret = chosen_by_chance(log)
    shown = ("--rules", SECRET, "--lang", language)
    for to in ((), ("--to", 1), ("--to", 2), ("--to", 3)):
        told = rulesrun("replay", log, *shown, *to).out
        for number in ("7", "4", secret, "۷"):
            assert f"n={number}" not in told
            assert f"number {number}" not in told
    all_ = rulesrun("replay", log, *shown, "--to", 3, "--view", "all").out
    own = rulesrun("replay", log, *shown, "--to", 3, "--view", 2).out
    assert "(in secret)" not in all_
    assert "(پنهانی)" not in all_
    assert own != all_
    assert 2 == rulesrun("replay", log, *shown, "--view", "9").code


def test_a_log_that_is_taken_up_again(log: Path) -> None:
    played(*HUMANS, typed="n=7\n", log=log)
    again = log.with_name("again.log")
    told = played(*HUMANS, typed=f"load {log}\nlog\nquit\n", log=again)

    assert "   1  player 1  (in secret)" in told


def test_a_choice_that_no_longer_fits(log: Path) -> None:
    played(*HUMANS, typed="n=7\n", log=log)
    text = log.read_text("utf-8").replace("n=7", "n=77")
    log.write_text(text, "utf-8")
    ran = rulesrun("replay", log, "--rules", SECRET)

    assert 1 == ran.code
    assert "77" not in ran.out + ran.err
    assert "what was chosen in secret is not possible" in ran.err


LEDGER = """\
language 1

game hoard "Hoard":
    players 2

each player:
    gold "gold": 0..99, seen by owner, ledger
    fame "fame": 0..99, ledger

play:
    for each p in players:
        p chooses n in 1..3
        p.gold += 10 * n + p.seat
        p.fame += 1
        announce "A year is over"
    rank players by most it.gold
"""


def test_counters_that_are_hidden(tmp_path: Path) -> None:
    rules, log = tmp_path / "hoard.rules", tmp_path / "hoard.log"
    rules.write_text(LEDGER, "utf-8")
    given = ("--seat", "2=human", "--log", log)
    both = rulesrun("play", rules, *given, typed="n=3\nledger\nn=2\n").out
    public = rulesrun("ledger", log, "--rules", rules).out
    mine = rulesrun("ledger", log, "--rules", rules, "--view", 1).out
    everything = rulesrun("ledger", log, "--rules", rules, "--view", "all").out

    assert "31" not in both.partition("player 2>")[2]
    assert "31" not in public
    assert "22" not in public
    assert "fame" in public
    assert "gold" not in public
    assert "31" in mine
    assert "22" not in mine
    assert "31" in everything
    assert "22" in everything


FAULT = """\
language 1

game wrong "Wrong":
    players 2

state:
    total "total": 0..9

each player:
    plan "plan": 0..29, seen by owner

play:
    for each p in players:
        p.plan = random(22..27)
    player 1 chooses n in 1..2
    total = WHAT
    nobody wins
"""


@pytest.mark.parametrize("what", ["player 2.plan + n", "player 2.plan - n"])
def test_what_goes_wrong_in_hiding(tmp_path: Path, what: str) -> None:
    rules = tmp_path / "wrong.rules"
    rules.write_text(FAULT.replace("WHAT", what), "utf-8")
    ran = rulesrun("play", rules, "--seed", 1, typed="n=1\n")
    known = rulesrun("play", rules, "--seed", 1, "--view", "all", typed="n=1\n")

    assert "wrong.rules:16:5: the rules go wrong: in what is hidden" in ran.err
    assert "`total` would be 2" in known.err


def test_what_goes_wrong_in_the_open(tmp_path: Path) -> None:
    rules = tmp_path / "wrong.rules"
    rules.write_text(FAULT.replace("WHAT", "player 1.plan + n"), "utf-8")
    ran = rulesrun("play", rules, "--seed", 1, typed="n=1\n")

    assert "the rules go wrong: `total` would be 2" in ran.err
