"""The parts of the product whose tests are held against small changes."""

from attrs import frozen


@frozen
class Part:
    """Modules, and the tests that ought to notice whatever changes in them.

    Attributes:
        name: What it is called at the command line.
        share: How many of the changes fall to it, against those of the other parts.
        modules: Paths below the package.
        tests: Paths of tests, below the checkout.
        always: Names of changes that are tried whatever is chosen by chance.
        whole: Whether tests that do not call what has changed are run, too.
    """

    name: str
    share: int
    modules: tuple[str, ...]
    tests: tuple[str, ...]
    always: tuple[str, ...] = ()
    whole: bool = True


def _tests(folder: str, names: str) -> tuple[str, ...]:
    return tuple(f"tests/{folder}/test_{name}.py" for name in names.split())


def _modules(folder: str, names: str) -> tuple[str, ...]:
    return tuple(f"{folder}/{name}.py" for name in names.split())


CORE = Part(
    "core",
    5,
    _modules("dsl/core", "folding numbers sizes idle frames context lower_statements"),
    _tests("dsl", "folding numbers idle core table_defaults")
    + _tests("interpreter", "collections quantifiers bundles otherwise evaluate"),
)

CODEGEN = Part(
    "codegen",
    4,
    _modules(
        "interpreter/codegen",
        "values arithmetic folds walks prims statements blocks heads liveness",
    ),
    _tests(
        "interpreter",
        "collections quantifiers bundles grids loops subsets otherwise passing kinds",
    ),
)

NATIVE = Part(
    "native",
    3,
    _modules(
        "interpreter/native",
        "expressions statements folds prims states transfer moving storage tables seeded",
    ),
    _tests("native", "compiles choosing"),
)

SECRECY = Part(
    "secrecy",
    4,
    _modules("interpreter/knowledge", "secrecy pending domains dealing seen shown"),
    _tests("interpreter", "veils known_kinds seen hidden_ahead shown worlds"),
)

SAVES = Part(
    "saves",
    3,
    ("interpreter/saves.py",),
    _tests("interpreter", "what_fits saves undo"),
)

SCENARIOS = Part(
    "scenarios",
    3,
    _modules("interpreter/testing", "scenarios fixtures course questions invariants"),
    _tests("interpreter", "fixtures expectations invariants scenarios"),
)

SENTENCES = Part(
    "sentences",
    3,
    _modules("interpreter/explain", "reckoning citing reading wording refusals"),
    _tests("interpreter", "reckoning citations answers typed_choices")
    + _tests("cli", "why"),
)

PARTS = (SAVES, SENTENCES, SECRECY, SCENARIOS, CORE, CODEGEN, NATIVE)
