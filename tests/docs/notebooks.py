"""Runs the notebooks, from the first cell to the last, and prints what they print.

    python tests/docs/notebooks.py [study] [training]

`SHARE=0.1` in the environment plays a tenth of the games.
"""

import json
import sys
import time
from pathlib import Path
from typing import Any

NOTEBOOKS = Path(__file__).parents[2] / "docs" / "notebooks"


def run(notebook: Path) -> dict[str, Any]:
    """Carry out the cells of a notebook; gives the names that they leave."""
    names: dict[str, Any] = {}
    for cell in json.loads(notebook.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            code = compile("".join(cell["source"]), notebook.name, "exec")
            exec(code, names)  # the notebooks are our own
    return names


def main() -> None:
    """The command."""
    for name in sys.argv[1:] or ("study", "training"):
        begin = time.perf_counter()
        try:
            run(NOTEBOOKS / f"{name}.ipynb")
        except ModuleNotFoundError as error:
            print(f"{name}.ipynb: {error.name} is not installed; skipped", flush=True)
            continue
        print(f"{name}.ipynb: {time.perf_counter() - begin:.0f} s", flush=True)


if __name__ == "__main__":
    main()
