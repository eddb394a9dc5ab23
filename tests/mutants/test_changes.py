"""Small changes are found, named and made as `make mutants` needs them."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
from changes import changed_code, changes_of, sample, written
from parts import MODULES, PARTS, TESTS

from rulesrun.dsl.core import folding

LISTS = Path(__file__).parent


def _rows(name: str) -> list[tuple[str, str]]:
    lines = (LISTS / name).read_text("utf-8").splitlines()
    rows = [line.partition(" -- ") for line in lines if line and line[0] != "#"]
    return [(change.strip(), reason) for change, _, reason in rows]


def test_every_part_has_changes_and_tests() -> None:
    assert len(TESTS) > 50
    for part in PARTS:
        assert sample(part.modules[:1], 2, 1), part.name


def test_the_same_changes_are_chosen_again() -> None:
    paths = ("dsl/core/folding.py",)
    assert sample(paths, 20, 1) == sample(paths, 20, 1)
    assert sample(paths, 20, 1) != sample(paths, 20, 2)


CHANGES = {
    "dsl/core/folding.py _worth: a + b => a - b": ("+", 5, 3, 2),
    "dsl/core/folding.py _worth: -(-a // b) => a // b + 1": ("/up", 6, 3, 3),
    "dsl/core/folding.py _worth: return a % b => return b": ("mod", 5, 3, 3),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_made_in_the_function_that_it_names(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    op, a, b, worth = CHANGES[name]
    code = changed_code(written(name))

    assert code.co_firstlineno == folding._worth.__code__.co_firstlineno
    monkeypatch.setattr(folding._worth, "__code__", code)
    assert folding._worth(op, a, b) == worth


def test_types_and_what_is_taken_for_granted_are_not_changed() -> None:
    names = [change.name for change in changes_of("interpreter/saves.py")]
    assert "interpreter/saves.py _held: tuple | dict => tuple & dict" not in names
    frames = [n for n in names if n.startswith("interpreter/saves.py _frames: True")]
    assert len(frames) == 1  # `local=True`, and no `strict=True`


def test_what_stands_in_the_lists_can_be_changed() -> None:
    listed, equivalent = _rows("listed.txt"), _rows("equivalent.txt")
    assert len(listed) > 30
    gone = []
    for name, reason in [*listed, *equivalent]:
        assert len(reason) > 10, name
        try:
            assert written(name).path in MODULES, name
        except LookupError:
            gone.append(name)
    assert not gone, f"what these change reads otherwise now; write them anew: {gone}"
