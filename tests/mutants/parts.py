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


CORE = Part(
    "core",
    5,
    tuple(
        f"dsl/core/{name}.py"
        for name in (
            "folding numbers sizes idle frames context lower_expressions "
            "lower_statements lower_decisions"
        ).split()
    ),
    _tests("dsl", "core idle numbers table_defaults")
    + _tests(
        "interpreter",
        "collections quantifiers bundles evaluate otherwise kinds constants pieces",
    ),
)

CODEGEN = Part(
    "codegen",
    5,
    tuple(
        f"interpreter/codegen/{name}.py"
        for name in (
            "expressions values arithmetic folds walks prims statements blocks heads "
            "keeping inlining splitting liveness"
        ).split()
    ),
    _tests(
        "interpreter",
        "collections quantifiers bundles grids loops subsets independence otherwise",
    ),
)

NATIVE = Part(
    "native",
    4,
    tuple(
        f"interpreter/native/{name}.py"
        for name in (
            "expressions statements folds prims heads masks states transfer moving "
            "storage tables addresses"
        ).split()
    ),
    _tests("native", "compiles paying runs the_only_one walks"),
)

SECRECY = Part(
    "secrecy",
    4,
    tuple(
        f"interpreter/knowledge/{name}.py"
        for name in "secrecy pending domains dealing seen shown".split()
    ),
    _tests("interpreter", "known_kinds seen hidden_ahead worlds shown"),
)

SAVES = Part(
    "saves",
    3,
    ("interpreter/saves.py", "interpreter/logs.py"),
    _tests("interpreter", "saves undo"),
)

SCENARIOS = Part(
    "scenarios",
    3,
    tuple(
        f"interpreter/testing/{name}.py"
        for name in "scenarios fixtures course questions invariants coverage".split()
    ),
    _tests("interpreter", "scenarios fixtures expectations invariants"),
)

SENTENCES = Part(
    "sentences",
    3,
    tuple(
        f"interpreter/explain/{name}.py"
        for name in "reckoning citing reading wording refusals".split()
    ),
    _tests("interpreter", "reckoning citations answers typed_choices"),
)

PARTS = (SAVES, SENTENCES, SECRECY, SCENARIOS, CORE, CODEGEN, NATIVE)
