"""The parts of the product that are changed, and the tests that ought to notice."""

from pathlib import Path

from attrs import frozen
from changes import ROOT

CHECKOUT = Path(__file__).parents[2]


@frozen
class Part:
    """Modules that belong together.

    Attributes:
        name: What it is called at the command line.
        share: How many of the changes fall to it, against those of the other parts.
        modules: Paths below the package.
    """

    name: str
    share: int
    modules: tuple[str, ...]


def _folder(*folders: str, without: str = "") -> tuple[str, ...]:
    left_out = without.split()
    return tuple(
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in sorted((ROOT / folder).glob("*.py"))
        if path.name != "__init__.py" and path.stem not in left_out
    )


PARTS = (
    Part("saves", 3, ("interpreter/saves.py",)),
    Part("sentences", 4, _folder("interpreter/explain", "cli/messages")),
    Part("secrecy", 4, _folder("interpreter/knowledge")),
    Part("scenarios", 3, _folder("interpreter/testing")),
    Part("core", 5, _folder("dsl/core")),
    Part("python", 5, _folder("interpreter/codegen")),
    # What makes pages of games has tests of its own, with a browser: `make webtest`.
    Part("native", 5, _folder("interpreter/native", without="wasm wasm_build")),
)

MODULES = tuple(path for part in PARTS for path in part.modules)


def _tests(folder: str, names: str = "*", without: str = "") -> list[str]:
    left_out = {f"test_{name}.py" for name in without.split()}
    return [
        path.relative_to(CHECKOUT).as_posix()
        for name in names.split()
        for path in sorted((CHECKOUT / "tests" / folder).glob(f"test_{name}.py"))
        if path.name not in left_out
    ]


TESTS = [
    *_tests(
        "interpreter",
        without="game limits bounded_work rehearsal independence editions upgrading "
        "support_names",
    ),
    *_tests("native", without="golden building"),
    *_tests("secrecy", "register who_may_know"),
    *_tests(
        "dsl",
        "folding numbers magnitude idle core table_defaults intervals narrowing choices",
    ),
    *_tests(
        "cli",
        "why messages help retold tools_in_persian bad_input testing untrue_scenarios "
        "wording",
    ),
]
"""The tests of those parts, without what takes long and reaches nothing else."""

WRITTEN = "/test_generated.py"
"""The end of the path of those that hold each form to what the engines write of it."""
