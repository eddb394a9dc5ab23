"""Circles among things that use one another."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesrun.dsl.semantics.circles import by_way_of, circles, inner_first

graphs = st.dictionaries(
    st.sampled_from("abcdef"), st.lists(st.sampled_from("abcdef"), max_size=3)
)


def with_places(uses: dict[str, list[str]]) -> dict[str, list[tuple[str, str]]]:
    """For each use the place where it stands; whatever is used is there."""
    names = sorted({*uses, *(used for use in uses.values() for used in use)})
    return {n: [(f"{n}->{used}", used) for used in uses.get(n, [])] for n in names}


@pytest.mark.parametrize(
    ("uses", "expected"),
    [
        pytest.param({"a": ["b"], "b": []}, [], id="none"),
        pytest.param({"a": ["a"]}, ["a: a->a"], id="itself"),
        pytest.param(
            {"a": ["b"], "b": ["c"], "c": ["b"]}, ["b: b->c c->b"], id="not the first"
        ),
        pytest.param(
            {"a": ["b", "c"], "b": ["c"], "c": ["a"]}, ["a: a->c c->a"], id="shortest"
        ),
        pytest.param(
            {"a": ["b"], "b": ["a", "c"], "c": ["d"], "d": ["c"]},
            ["a: a->b b->a", "c: c->d d->c"],
            id="two",
        ),
    ],
)
def test_circles(uses: dict[str, list[str]], expected: list[str]) -> None:
    result = [
        f"{start}: {' '.join(place for place, _ in way)}"
        for start, way in circles(with_places(uses))
    ]

    assert expected == result


@given(graphs)
def test_without_the_circles_all_is_in_order(uses: dict[str, list[str]]) -> None:
    graph = with_places(uses)
    cut = {name for _, way in circles(graph) for _, name in way}

    done: set[str] = set()
    for name in inner_first(graph, cut):
        assert {used for _, used in graph[name]} <= done | cut
        done.add(name)
    assert done | cut == set(graph)


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        ("", ""),
        ("a", ", through `a`"),
        ("ab", ", through `a` and `b`"),
        ("abcd", ", through `a`, `b`, `c` and `d`"),
        ("abcdef", ", through `a`, `b`, `c`, `d` and 2 more"),
    ],
)
def test_by_way_of(names: str, expected: str) -> None:
    assert expected == by_way_of(names)
