import shutil
from pathlib import Path

import pytest
from running import PLOTS, rulesrun
from syrupy.assertion import SnapshotAssertion

RANDOM = ("--seat", "1=random", "--seat", "2=random")


@pytest.fixture(scope="module")
def logs(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The logs of three random games."""
    folder = tmp_path_factory.mktemp("logs0")
    result = {}
    for name, game in (
        ("alhambra", "alhambra"),
        ("kingdom_builder", "kingdom_builder"),
        ("plots", PLOTS),
    ):
        result[name] = folder / f"{name}.log"
        ran = rulesrun("play", game, "--seed", 3, *RANDOM, "--log", result[name])
        assert ran.code == 0
    return result


QUESTIONS = {
    "too little money": ("alhambra@0", "buy slot=denar cards={denar 4}"),
    "half a choice": ("alhambra@0", "buy slot=denar"),
    "half a choice in Persian": ("alhambra@0", "buy slot=denar", "--lang", "fa"),
    "another currency": ("alhambra@0", "buy slot=florin cards={denar 4}"),
    "too many cards": ("alhambra@0", "take {dirham 8, ducat 4}"),
    "start tile": ("alhambra@0", "remove 0,0"),
    "a place with nothing": ("alhambra@0", "remove 5,5"),
    "nothing to add": ("alhambra@0", "add"),
    "no such choice": ("alhambra@0", "bild"),
    "no such choice in Persian": ("alhambra@0", "bild", "--lang", "fa"),
    "hex of another terrain": ("kingdom_builder@0", "build 5,4"),
    "no such hex": ("kingdom_builder@0", "build 50,40"),
    "no such hex in Persian": ("kingdom_builder@0", "build 50,40", "--lang", "fa"),
    "tile that one has not": ("kingdom_builder@0", "use tower"),
    "end of the turn": ("kingdom_builder@0", "done"),
    "end of the turn in Persian": ("kingdom_builder@0", "done", "--lang", "fa"),
    "possible": ("kingdom_builder@0", "build"),
}


@pytest.mark.parametrize("asked", QUESTIONS.values(), ids=QUESTIONS.keys())
def test_answer(
    asked: tuple[str, ...], logs: dict[str, Path], snapshot_txt: SnapshotAssertion
) -> None:
    place, *rest = asked
    name, _, number = place.partition("@")
    ran = rulesrun("why", f"{logs[name]}@{number}", *rest)
    assert ran.code == 0
    assert ran.text == snapshot_txt


def test_a_log_without_a_number_stands_at_its_end(logs: dict[str, Path]) -> None:
    ran = rulesrun("why", logs["alhambra"], "take")
    assert ran.out == "Not possible: the game is over\n"


BAD = {
    "no number": ("{}@x", "take"),
    "too large a number": ("{}@999999", "take"),
    "no such log": ("{}.nowhere@1", "take"),
    "no such language": ("{}@1", "take", "--lang", "xx"),
    "other rules": ("{}@1", "take", "--rules", "tic_tac_toe"),
}


@pytest.mark.parametrize("args", BAD.values(), ids=BAD.keys())
def test_bad_input(args: tuple[str, ...], logs: dict[str, Path]) -> None:
    ran = rulesrun("why", *(arg.replace("{}", str(logs["alhambra"])) for arg in args))
    assert ran.code in (1, 2)
    assert ran.out == ""
    assert ran.err.strip()


def test_nothing_hidden_is_told(logs: dict[str, Path]) -> None:
    """The value of a condition about cards that nobody may see is left out."""
    ran = rulesrun("why", f"{logs['kingdom_builder']}@0", "build 5,4")
    assert "draw_pile" not in ran.out


# ---- in play -------------------------------------------------------------------------


def test_in_play(snapshot_txt: SnapshotAssertion) -> None:
    typed = "why buy slot=denar\nwhy exchange 0,0\nledger\nquit\n"
    ran = rulesrun("play", "alhambra", "--players", 2, "--seed", 3, typed=typed)
    assert ran.code == 0
    assert ran.out[ran.out.index("player 1> why") :] == snapshot_txt


def test_in_a_script(tmp_path: Path) -> None:
    script = tmp_path / "short.script"
    script.write_text("players 2\nseed 3\nplayer 1: exchange 0,0\n", "utf-8")
    ran = rulesrun("play", "alhambra", "--script", script)
    assert ran.code == 1
    assert "the start tile is never exchanged" in ran.err
    assert "c is 0,0" in ran.err
    assert "@AL-52 " in ran.err


# ---- ledgers -------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["alhambra", "kingdom_builder"])
def test_ledger(
    name: str, logs: dict[str, Path], snapshot_txt: SnapshotAssertion
) -> None:
    ran = rulesrun("ledger", logs[name], "--full")
    assert ran.code == 0
    assert ran.text == snapshot_txt


def test_ledger_in_persian(
    logs: dict[str, Path], snapshot_txt: SnapshotAssertion
) -> None:
    ran = rulesrun("ledger", logs["alhambra"], "--lang", "fa", "--to", 40)
    assert ran.text == snapshot_txt


BELOW_A_LINE = 4
"""So far from the left stands what a line of the rules was carried out for."""


@pytest.mark.parametrize("name", ["alhambra", "kingdom_builder"])
def test_ledger_sums_up(name: str, logs: dict[str, Path]) -> None:
    ran = rulesrun("ledger", logs[name], "--to", 60)
    rows = [
        (
            [0 if cell == "-" else int(cell) for cell in line.split() if _number(cell)],
            len(line) - len(line.lstrip()),
        )
        for line in ran.out.splitlines()[1:]
    ]
    *sources, total = (row for row, depth in rows if depth < BELOW_A_LINE)
    for seat, amount in enumerate(total):
        assert amount == sum(row[seat] for row in sources)


def _number(cell: str) -> bool:
    return cell == "-" or cell.isdecimal()


def test_ledger_of_a_game_without_one(tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    rulesrun("play", "tic_tac_toe", "--seed", 1, *RANDOM, "--log", log)
    ran = rulesrun("ledger", log)
    assert (ran.code, ran.out) == (1, "")
    assert "declares no counter as `ledger`" in ran.err


def test_ledger_after_the_end_of_a_log(logs: dict[str, Path]) -> None:
    ran = rulesrun("ledger", logs["plots"], "--rules", PLOTS, "--to", 99)
    assert (ran.code, ran.out) == (2, "")


# ---- the rules have changed since ----------------------------------------------------


def changed_rules(game: str, old: str, new: str, folder: Path) -> Path:
    """A shipped game with one line of its rules changed."""
    rules = Path(__file__).parents[2] / "rules"
    text = (rules / f"{game}.rules").read_text("utf-8")
    assert text.count(old) == 1
    path = folder / f"{game}.rules"
    path.write_text(text.replace(old, new), "utf-8")
    shutil.copytree(rules / game, folder / game)
    return path


CHANGES = {
    "alhambra": (
        "require size(cards) == 1 or sum(cards.value) <= 5",
        "require size(cards) == 1 or sum(cards.value) <= 4",
    ),
    "kingdom_builder": (
        "where h.terrain == terrain                                          @KB-47",
        "where h.terrain == terrain and h.column > 9                         @KB-47",
    ),
}


@pytest.mark.parametrize("game", CHANGES)
def test_the_first_choice_that_no_longer_fits(
    game: str, logs: dict[str, Path], tmp_path: Path, snapshot_txt: SnapshotAssertion
) -> None:
    rules = changed_rules(game, *CHANGES[game], tmp_path)
    ran = rulesrun("replay", logs[game], "--rules", rules)
    assert ran.code == 1
    assert _without_hash(ran.err) == snapshot_txt


def test_a_change_that_does_not_matter(logs: dict[str, Path], tmp_path: Path) -> None:
    rules = changed_rules("alhambra", "# 1. Contents", "# One. Contents", tmp_path)
    ran = rulesrun("replay", logs["alhambra"], "--rules", rules)
    assert ran.code == 1
    assert "every choice is still possible under these rules" in ran.err


def _without_hash(text: str) -> str:
    first, *rest = text.splitlines()
    return "\n".join([first.partition(" (")[0], *rest])


# ---- step by step --------------------------------------------------------------------


@pytest.mark.parametrize("game", ["alhambra", "kingdom_builder"])
def test_each_change_is_told_with_its_line(
    game: str, snapshot_txt: SnapshotAssertion
) -> None:
    typed = "1\nquit\n"
    ran = rulesrun("play", game, "--players", 2, "--seed", 3, "--trace", typed=typed)
    assert ran.code == 0
    start = ran.out.index("player 1> 1\n")
    assert "\n".join(ran.out[start:].splitlines()[:12]) == snapshot_txt


def test_a_traced_game_is_the_same_game(tmp_path: Path) -> None:
    for name, more in (("plain", ()), ("traced", ("--trace",))):
        log = tmp_path / name
        seats = ("--seat", "1=random")
        rulesrun("play", PLOTS, "--seed", 3, *seats, "--log", log, *more)
    assert (tmp_path / "plain").read_text() == (tmp_path / "traced").read_text()
