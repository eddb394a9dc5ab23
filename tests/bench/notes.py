"""Counts what nothing proves in the shipped games, by kind and game: `make notes`."""

from collections import Counter
from pathlib import Path

from rulesrun.cli.files.checking import check

RULES = Path(__file__).parents[2] / "rules"


def main() -> None:
    """Print how many warnings and notes of each kind each game has."""
    total: Counter[str] = Counter()
    for path in sorted([*RULES.glob("*.rules"), *RULES.glob("classics/*.rules")]):
        _, result = check(str(path), notes=True)
        counts = Counter(problem.code for problem in result)
        if counts:
            print(f"{path.stem}: {_shown(counts)}")
        total += counts
    print(f"all: {_shown(total)}")


def _shown(counts: Counter[str]) -> str:
    return ", ".join(f"{code} {number}" for code, number in sorted(counts.items()))


if __name__ == "__main__":
    main()
