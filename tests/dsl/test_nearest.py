"""Which names are offered for an unknown one."""

import time

import pytest
from compiling import small
from hypothesis import given
from hypothesis import strategies as st

from rulesrun.dsl.problems.nearest import did_you_mean, nearest

words = st.text("abcd_-AB", max_size=9)


@pytest.mark.parametrize(
    ("word", "known", "expected"),
    [
        pytest.param("gol", ["wood", "gold", "stone"], ("gold",), id="left out"),
        pytest.param("golds", ["wood", "gold", "stone"], ("gold",), id="added"),
        pytest.param("gald", ["wood", "gold", "stone"], ("gold",), id="mistaken"),
        pytest.param("glod", ["wood", "gold", "stone"], ("gold",), id="swapped"),
        pytest.param("galleries", ["gallery"], ("gallery",), id="plural"),
        pytest.param("Gold", ["wood", "gold", "stone"], ("gold",), id="upper case"),
        pytest.param("startplayer", ["start_player"], ("start_player",), id="joined"),
        pytest.param("start-player", ["start_player"], ("start_player",), id="hyphen"),
        pytest.param("pavillon", ["pavilion"], ("pavilion",), id="two slips in eight"),
        pytest.param("silver", ["gold", "stone"], (), id="another word"),
        pytest.param("tower", ["water"], (), id="too many slips for five"),
        pytest.param("p", ["q", "x"], (), id="one letter"),
        pytest.param("go", ["gold", "to", "no"], (), id="two letters"),
        pytest.param("", ["a", "gold"], (), id="nothing"),
        pytest.param("gold", [], (), id="nothing is known"),
        pytest.param("gold", ["gold"], (), id="the word itself"),
        pytest.param("gold", ["golds", "gold"], ("golds",), id="only others"),
        pytest.param("x" * 99_999, ["x" * 100_000], (), id="far too long"),
        pytest.param("دینار", ["دینار_ها", "دنیار"], ("دنیار",), id="Persian"),
    ],
)
def test_nearest(word: str, known: list[str], expected: tuple[str, ...]) -> None:
    assert expected == nearest(word, known)


def test_best_come_first() -> None:
    known = ["scoring_cards", "coring_card", "scoring", "scored_card", "scoring_card"]

    assert (
        "scoring_card",
        "scoring_cards",
        "coring_card",
    ) == nearest("ScoringCard", known)


def test_at_most_as_many_as_asked_for() -> None:
    known = ["card1", "card2", "card3", "card4"]

    assert ("card1", "card2", "card3") == nearest("card", known)
    assert ("card1",) == nearest("card", known, most=1)
    assert () == nearest("card", known, most=0)


@given(words, st.lists(words))
def test_order_and_repeats_make_no_difference(word: str, known: list[str]) -> None:
    expected = nearest(word, known)

    assert expected == nearest(word, [*reversed(known), *known])
    assert set(expected) <= set(known) - {word}


@given(words, words)
def test_near_both_ways(one: str, other: str) -> None:
    assert (nearest(one, [other]) == ()) == (nearest(other, [one]) == ())


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("glod", 'did you mean "gold"?'),
        ("good", 'did you mean "gold" or "goods"?'),
        ("card", 'did you mean "card1", "card2" or "card3"?'),
        ("virtue", None),
    ],
)
def test_did_you_mean(word: str, expected: str | None) -> None:
    known = ["goods", "gold", "card1", "card2", "card3"]

    assert expected == did_you_mean(word, known)


def test_a_thousand_names_among_a_thousand_cost_little() -> None:
    known = "".join(f"constant name_number_{n} = {n}\n" for n in range(1000))
    used = "".join(f"    heap = name_numbre_{n}x\n" for n in range(1000))
    head = "language 1\n\ngame small:\n    players 2\n\nstate:\n    heap: int\n\n"
    before = time.process_time()

    diagnostics = small(f"{head}{known}\nplay:\n{used}").diagnostics

    assert time.process_time() - before < 15
    assert diagnostics[0].hint is not None
    assert diagnostics[0].hint.startswith("did you mean")
