"""Small changes are found, named and made as `make mutants` needs them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from changes import changed_code, changes_of, sample
from parts import PARTS

from rulesrun.dsl.core import folding


def test_every_part_has_changes_enough() -> None:
    for part in PARTS:
        assert all((Path(__file__).parents[2] / test).is_file() for test in part.tests)
        assert len(sample(part.modules, 15, 1)) == 15, part.name


def test_the_same_changes_are_chosen_again() -> None:
    paths = ("dsl/core/folding.py",)
    assert sample(paths, 20, 1) == sample(paths, 20, 1)
    assert sample(paths, 20, 1) != sample(paths, 20, 2)


def test_a_change_is_made_in_the_function_that_it_names() -> None:
    found = {change.name: change for change in changes_of("dsl/core/folding.py")}
    code, line = changed_code(found["dsl/core/folding.py _worth: a + b => a - b"])

    assert folding._worth("+", 5, 3) == 8
    assert (code.co_name, line) == ("_worth", folding._worth.__code__.co_firstlineno)
    before = folding._worth.__code__
    try:
        folding._worth.__code__ = code
        assert folding._worth("+", 5, 3) == 2
        assert folding._worth("*", 5, 3) == 15
    finally:
        folding._worth.__code__ = before


def test_what_is_known_to_mean_nothing_can_be_changed() -> None:
    modules = {path for part in PARTS for path in part.modules}
    names = {change.name for path in modules for change in changes_of(path)}
    for line in (
        (Path(__file__).parent / "equivalent.txt").read_text("utf-8").splitlines()
    ):
        name, mark, reason = line.partition(" -- ")
        assert mark
        assert name in names, name
        assert len(reason) > 10
