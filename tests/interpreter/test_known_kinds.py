"""Pieces whose number alone is hidden: which kinds there are any of is known to all."""

from pathlib import Path

import pytest
from compiling import program_of, small

from rulesrun.interpreter.game import Game, Position
from rulesrun.interpreter.knowledge.seen import Hidden
from rulesrun.interpreter.reports.views import dealt, view
from rulesrun.interpreter.runtime.veils import SOME, Unseen, veiled_numbers

RULES = (Path(__file__).parents[1] / "cli/games/stores.rules").read_text("utf-8")


def begun(seed: int = 1) -> Position:
    """A game of three in which each has fetched something."""
    position = Game(program_of(RULES), 3).start(seed)
    for choice in ("fetch wood 2", "fetch salt 1", "fetch wool 2", "fetch wool 1"):
        position.choose(choice)
    return position


def test_what_is_told_of_them() -> None:
    position = begun()
    other = position.seen_by(1)

    assert other.wares[0] == Hidden(None, frozenset({"wood", "wool"}))
    assert repr(other.wares[0]) == "<Hidden ? wood wool>"
    assert other.wares[1] == {"wood": 0, "wool": 0, "salt": 1}
    assert other.wares[2] == Hidden(None, frozenset({"wool"}))
    assert other.chest[0] == Hidden(None, frozenset({"coin"}))
    assert other.bank == Hidden(None, frozenset({"wood", "wool", "salt"}))


def test_that_there_is_nothing_is_known() -> None:
    position = Game(program_of(RULES), 2).start(1)

    assert position.seen_by(1).wares[0] == Hidden(0, frozenset())
    (seen,) = [s for s in view(position, 1).seen if s.name == "wares" and s.owner == 0]
    assert (seen.count, seen.kinds, seen.value) == (0, None, None)


def test_other_worlds_have_the_same_kinds_and_other_numbers() -> None:
    position = begun()
    before = position.seen_by(None)
    numbers = set()
    for seed in range(30):
        other = dealt(position, 1, seed)
        seen = other.seen_by(None)
        assert seen.wares[1] == before.wares[1]
        assert other.seen_by(1).wares[0] == position.seen_by(1).wares[0]
        assert other.seen_by(1).bank == position.seen_by(1).bank
        for kind, number in {"wood": 30, "wool": 15, "salt": 15}.items():
            held = [seen.bank, *(seen.wares[seat] for seat in range(3))]
            assert sum(one[kind] for one in held) == number
        numbers.add(tuple(seen.wares[0].items()))
    assert len(numbers) > 5


@pytest.mark.parametrize(
    ("condition", "tells"),
    [
        ("q.wares[g] > 0", False),
        ("q.wares[g] >= 1", False),
        ("q.wares[g] != 0", False),
        ("q.wares[g] == 0", False),
        ("not q.wares[g] < 1", False),
        ("q.wares is not empty", False),
        ("some k in q.wares where k == g", False),
        ("q.chest > 0", False),
        ("q.wares[g] > 1", True),
        ("q.wares[g] == 1", True),
        ("size(q.wares) > 0", True),
        ("covers(q.wares, {wood: 1})", True),
        ("q.chest > 1", True),
        ("p.wares[g] > 1", False),
    ],
)
def test_what_may_be_asked_of_another(condition: str, tells: bool) -> None:
    rules = RULES.replace(
        'where p.wares[g] == 0  "you have that yourself"', f"where {condition}"
    )
    codes = {diagnostic.code for diagnostic in small(rules).diagnostics}

    assert ("hidden-in-offer" in codes) == tells


def test_what_is_chosen_of_another_tells_how_many() -> None:
    rules = RULES.partition("\nscenario")[0] + "\n"
    rules = rules.replace("choose g in q.wares", "choose taken from q.wares, exactly 1")
    rules = rules.replace(
        '        where p.wares[g] == 0  "you have that yourself"\n', ""
    )
    rules = rules.replace("move {g: 1} from q.wares to p.wares", "pass")
    codes = {diagnostic.code for diagnostic in small(rules).diagnostics}

    assert "hidden-in-offer" in codes


def test_looking_at_a_number_that_is_not_known() -> None:
    some, none = veiled_numbers((3, 0))

    assert none == 0
    assert some
    assert some > 0
    assert some >= 1
    assert some != 0
    assert not some.__eq__(0)
    assert not some < 1
    assert not some <= 0
    assert (some, none) != (0, 0)
    for look in (
        lambda: some > 1,
        lambda: some >= 2,
        lambda: some == 1,
        lambda: some != 1,
        lambda: some < 2,
        lambda: some <= 1,
        lambda: some + 1,
        lambda: sum((some, none)),
        lambda: int(some),
        lambda: str(some),
    ):
        with pytest.raises(Unseen):
            look()
    assert veiled_numbers(2) is SOME
    assert veiled_numbers(0) == 0


@pytest.mark.parametrize("kind", ["deck of Order", "int", "hand of Order"])
def test_only_of_pieces_is_the_number_alone_hidden(kind: str) -> None:
    text = f"""language 1

game odd "Odd":
    players 2

card Order "order":
    number "number": 1..6

supply:
    1 of each Order

state:
    held "held": {kind}, number secret

play:
    nobody wins
"""
    assert "bad-visibility" in {
        diagnostic.code for diagnostic in small(text).diagnostics
    }
