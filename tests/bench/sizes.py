"""How many lines the parts of the code have: Python, and C or JavaScript beside it.

The budget of a part is what it is to come to: the engines by one plan for all targets, the
others by facts on the core, syntax in one table and sentences by key.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]

ENGINES = ("codegen", "native", "evaluator", "runtime", "plan")
"""The folders of `interpreter/` that one plan for all targets is to make smaller."""

PARTS: tuple[tuple[str, tuple[str, ...], int], ...] = (
    ("dsl", ("dsl",), 24_500),
    ("engines", tuple(f"interpreter/{name}" for name in ENGINES), 13_000),
    ("interpreter, the rest", ("interpreter",), 6_000),
    ("cli", ("cli",), 12_500),
    (
        "agents, studies, table, server",
        ("agents", "studies", "table", "language_server"),
        8_000,
    ),
    ("web", ("web",), 0),
    ("tests", ("tests",), 0),
)
"""What is counted, in which folders, and within how many lines of Python it is to stay; 0
where nothing is said. What a row has counted, later ones leave out."""


def files(folders: tuple[str, ...]) -> Iterator[Path]:
    """The files under git in some folders."""
    command = ["git", "-C", str(ROOT), "ls-files", "-z", *folders]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return (ROOT / name for name in ran.stdout.split("\0") if name)


def lines(path: Path) -> int:
    """How many lines a file has."""
    return path.read_bytes().count(b"\n")


def main() -> None:
    """Print a row for each part."""
    print(f"{'':32}{'modules':>9}{'Python':>9}{'budget':>9}{'C':>8}{'page':>8}")
    counted: set[Path] = set()
    for name, folders, budget in PARTS:
        here = [path for path in files(folders) if path not in counted]
        counted.update(here)
        python = [path for path in here if path.suffix == ".py"]
        sizes = (
            sum(map(lines, python)),
            budget,
            sum(lines(path) for path in here if path.suffix in (".c", ".h")),
            sum(lines(path) for path in here if path.suffix in (".js", ".css")),
        )
        cells = f"{sizes[0]:>9,}" + (f"{budget:>9,}" if budget else f"{'':9}")
        cells += "".join(f"{n:>8,}" if n else f"{'':8}" for n in sizes[2:])
        print(f"{name:32}{len(python):>9,}{cells}")


if __name__ == "__main__":
    main()
